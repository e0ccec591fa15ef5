/* troupe-mcp-tool-list.h: tools offered by an MCP server, for approval by the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeMcpToolList:
 *
 * The tools of an opened server. The user has to approve them, because models follow descriptions,
 * and the operator of the server can change these at any time (doc/mcp.md §5). The data of the list
 * can be read on all threads; the list is settled once, from any thread.
 */
typedef struct _TroupeMcpToolList TroupeMcpToolList;

/**
 * TroupeMcpToolListFunc:
 * @refusal: (nullable): why the tools were refused, a sentence for the user; %NULL: the tools may
 *   be used
 */
typedef void (*TroupeMcpToolListFunc) (const char *refusal, gpointer user_data);

/* @tools: (element-type TroupeMcpTool); @folder: (nullable): the working directory of the
 *   server; @redactor: (nullable): redacts the keys of the run, because the list is shown and
 *   stored; @func: called once in the current thread-default main context, or never after
 *   troupe_mcp_tool_list_withdraw(). (transfer full) */
TroupeMcpToolList *troupe_mcp_tool_list_new (TroupeMcpServer *server,
                                             GPtrArray *tools,
                                             const char *folder,
                                             TroupeRedactor *redactor,
                                             TroupeMcpToolListFunc func,
                                             gpointer user_data);
TroupeMcpToolList *troupe_mcp_tool_list_ref (TroupeMcpToolList *self);
void troupe_mcp_tool_list_unref (TroupeMcpToolList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpToolList, troupe_mcp_tool_list_unref)

/* Called if the result is no longer needed. Must be called on the thread that created the list. */
void troupe_mcp_tool_list_withdraw (TroupeMcpToolList *self);
/* Settles the list. @refusal: (nullable): why the tools were refused; NULL if they may be used.
 * Ignored after the first call and after the list was withdrawn. */
void troupe_mcp_tool_list_settle (TroupeMcpToolList *self, const char *refusal);

/* Returns the name of the server for the user; contains no secrets. */
const char *troupe_mcp_tool_list_get_label (TroupeMcpToolList *self);
/* Returns a key that depends on the program, folder or URL, and on the names in `env` and
 * `headers`. The key consists of hexadecimal digits. */
const char *troupe_mcp_tool_list_get_key (TroupeMcpToolList *self);
/* Returns a list of maps, sorted by name: `name`, `description` and `schema` as they can be
 * shown to the user, and `digest` of what the server sent. (transfer none) */
TroupeValue *troupe_mcp_tool_list_get_tools (TroupeMcpToolList *self);

G_END_DECLS
