/* troupe-mcp-scripts.h: project files that the program of an MCP server runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/**
 * troupe_mcp_scripts_list:
 * @folder: the document's folder, the working directory of the program
 *
 * Lists the files in @folder that the command line runs: the program itself, scripts, modules (`-m
 * NAME`), and installed packages (`npx NAME`). If a runner such as npm, uv or make uses files in
 * @folder to select what to run, the code of the complete project is listed. The consent covers the
 * content of these files, because they run without being part of the document.
 *
 * Returns: (transfer full): paths relative to @folder, sorted, each once
 */
char **troupe_mcp_scripts_list (const TroupeMcpConfig *config, const char *folder);

G_END_DECLS
