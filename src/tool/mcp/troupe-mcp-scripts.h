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
 * Lists the files in @folder that the command line runs: the program itself, scripts, modules
 * (`-m NAME`), installed packages (`npx NAME`), and the code of the whole project if a runner such
 * as npm, uv or make selects what to run from files there. The consent covers their content,
 * because they run without being part of the document.
 *
 * Returns: (transfer full): paths relative to @folder, sorted, each once
 */
char **troupe_mcp_scripts_list (const TroupeMcpConfig *config, const char *folder);

G_END_DECLS
