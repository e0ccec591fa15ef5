/* troupe-mcp-scripts.h: project files that the program of an MCP server runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Maximum number of files in the list. A longer list is incomplete, and no consent to it is stored. */
#define TROUPE_MCP_LIMIT_SCRIPTS 2000u

/**
 * troupe_mcp_scripts_list:
 * @folder: the document's folder, the working directory of the program
 *
 * Lists the files that the program may run. Which ones it runs cannot be determined from
 * its command line, because interpreters, package managers and shells select them by rules of their
 * own. So everything that is not known to be data is listed, and files that are arguments. The
 * consent covers the content of these files, because they run without being part of the document.
 *
 * Returns: (transfer full): paths relative to @folder, or absolute paths of what is outside of it, sorted, each once. A path that ends with a
 *   slash is a folder with too many files to read them, such as installed packages, for
 *   troupe_folder_make_stamp(). More than %TROUPE_MCP_LIMIT_SCRIPTS if the list is incomplete
 */
char **troupe_mcp_scripts_list (const TroupeMcpConfig *config, const char *folder);

G_END_DECLS
