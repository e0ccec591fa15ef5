/* troupe-mcp-start-files.h: files of a project with which the program of an MCP server starts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/**
 * troupe_mcp_start_files_list:
 * @folder: the document's folder, absolute
 * @scripts: of troupe_mcp_scripts_list()
 *
 * Lists those of the scripts that the command line and the variables name, and those that one of these names,
 * such as the modules that a script imports, also with others between. A file counts if its name, with or without its ending,
 * is a word of the text; of paths on the command line, the whole counts, because a server may be given folders with names of
 * files. Files that a program writes, such as those that end in `.json`, are not listed. Blocks; any
 * thread.
 *
 * Returns: (transfer full): paths relative to @folder, at most 200
 */
char **
troupe_mcp_start_files_list (const TroupeMcpConfig *config, const char *folder, char **scripts);

G_END_DECLS
