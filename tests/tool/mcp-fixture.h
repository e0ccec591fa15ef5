/* mcp-fixture.h: MCP servers that are opened and called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "tool-fixture.h"
#include "troupe-mcp-tool.h"

/* @events: a line of JSON each; @file: what the server may write to, which is not there yet */
typedef struct
{
  TroupeMcpServer *server;
  GPtrArray *tools;
  GError *error;
  gboolean is_done;
  gboolean is_closed;
  TroupeEventBus *bus;
  GString *events;
  char *folder;
  char *file;
} McpFixture;

void mcp_set_up (McpFixture *self, gconstpointer data);
void mcp_tear_down (McpFixture *self, gconstpointer data);

TroupeToolContext mcp_context (McpFixture *self);
/* @entry: JSON, with ' for ". Makes the server; short waits between attempts, and no sandbox. */
void mcp_make (McpFixture *self, const char *entry);
/* The same for the script with that fault; @more: further members of the entry, `, 'env': {}` */
void mcp_make_script (McpFixture *self, const char *fault, const char *more);
void mcp_begin_open (McpFixture *self, GCancellable *cancellable);
void mcp_open (McpFixture *self);
/* Opens, and expects tools, the first of which is given. */
TroupeTool *mcp_open_first (McpFixture *self);
void mcp_expect_error (McpFixture *self, TroupeMcpError code, const char *part);
void mcp_close (McpFixture *self);
/* Calls the first tool with @arguments, or with {"place": "Ulm"}. */
void mcp_call (McpFixture *self, const char *arguments, ToolAnswer *answer);
void mcp_expect_text (const ToolAnswer *answer, const char *text);
void mcp_expect_failure (const ToolAnswer *answer, TroupeToolError code, const char *part);
/* How many events of that type there are. */
guint mcp_count_events (McpFixture *self, const char *type);
/* Runs the main loop until @func says that it is so. */
void mcp_wait (gboolean (*func) (gpointer), gpointer data);
