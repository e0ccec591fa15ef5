/* troupe-mcp-tool-list.h: tools offered by an MCP server, before consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-server.h"

G_BEGIN_DECLS

/**
 * TroupeMcpToolList:
 *
 * The tools of a server that was opened, for a person to agree to: models do what descriptions say, and whoever runs the
 * server can write another one on any day (doc/mcp.md §5). What it says is the same on all threads; it is settled once,
 * from any of them.
 */
typedef struct _TroupeMcpToolList TroupeMcpToolList;

/**
 * TroupeMcpToolListFunc:
 * @refusal: (nullable): why not, a sentence for a person; %NULL: the tools may be used
 */
typedef void (*TroupeMcpToolListFunc) (const char *refusal, gpointer user_data);

/* @tools: (element-type TroupeMcpTool); @folder: (nullable): in which the server runs; @func: called once in the main
 * context that is the thread's default now, or never after troupe_mcp_tool_list_withdraw(). (transfer full) */
TroupeMcpToolList *troupe_mcp_tool_list_new (TroupeMcpServer *server,
                                             GPtrArray *tools,
                                             const char *folder,
                                             TroupeMcpToolListFunc func,
                                             gpointer user_data);
TroupeMcpToolList *troupe_mcp_tool_list_ref (TroupeMcpToolList *self);
void troupe_mcp_tool_list_unref (TroupeMcpToolList *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpToolList, troupe_mcp_tool_list_unref)

/* Nobody waits any more. On the thread that made it. */
void troupe_mcp_tool_list_withdraw (TroupeMcpToolList *self);
/* @refusal: (nullable). What comes after the first time, or when nobody waits, is dropped. */
void troupe_mcp_tool_list_settle (TroupeMcpToolList *self, const char *refusal);

/* Which server it is, for people; no secrets. */
const char *troupe_mcp_tool_list_get_label (TroupeMcpToolList *self);
/* Another one for another program, folder or address, and for other names in `env` and `headers`: hexadecimal digits. */
const char *troupe_mcp_tool_list_get_key (TroupeMcpToolList *self);
/* A list of maps in the order of their names: `name`, `description` and `schema` as a person can be shown them, and
 * `digest` of what the server sent. (transfer none) */
TroupeValue *troupe_mcp_tool_list_get_tools (TroupeMcpToolList *self);

G_END_DECLS
