/* troupe-mcp-home.h: private home folders of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"

G_BEGIN_DECLS

/* Creates a home folder for the downloads and data of the server. It is not shared with other
 * servers, nor with the same server in another document, because each server would execute
 * programs that another one has downloaded, and not with other code of the same server, because the user may allow a
 * version after an earlier one has left code in its home folder. @place: its path in the sandbox; @folder: of the document;
 * @code: (nullable): the digest of the server's code. The folder of other code is deleted in a thread, the folder
 * that an earlier version of Troupe has created for the server as well, and so are those of all servers that
 * were not started for 90 days, unless a process uses them.
 * Blocks for some milliseconds. (transfer full) (nullable): NULL if it could not be created */
char *troupe_mcp_home_make (const TroupeMcpConfig *config,
                            const char *place,
                            const char *folder,
                            const char *code);

G_END_DECLS
