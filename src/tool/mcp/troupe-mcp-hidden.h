/* troupe-mcp-hidden.h: hidden folders and files of the project in which an MCP server keeps its data
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Returns the hidden folders in the document's folder that the arguments and variables of the server name,
 * or that contain a file that they name, such as `.memory` for `.memory/facts.json`, and the hidden files that
 * they name in other folders, such as `.memory.json`. They need not exist yet. What configures programs or
 * carries keys is never listed, nor are links and files with several names. Other hidden folders and files are
 * read-only for servers. Starts nothing. @folder: (nullable). (transfer full): absolute, without links */
char **troupe_mcp_hidden_list (const TroupeMcpConfig *config, const char *folder);

/* Returns TRUE if the path of the list is a folder, or does not exist and is expected to be one because its name has no ending, and if its hidden names say that it contains
 * data, such as `.memory`. Without the permission to change other files, all others are read-only, because there is no list of all that are settings. @root: the
 * document's folder, without links */
gboolean troupe_mcp_hidden_is_for_data (const char *path, const char *root);

G_END_DECLS
