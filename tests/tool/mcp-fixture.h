/* mcp-fixture.h: helpers that open and call MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "tool-fixture.h"
#include "troupe-mcp-tool.h"

/* @events: one line of JSON per event; @file: a file that the server may write, which does not
 *   exist yet */
typedef struct
{
  TroupeMcpServer *server;
  GPtrArray *tools;
  GError *error;
  gboolean is_done;
  gboolean is_closed;
  TroupeEventBus *bus;
  TroupeRunContext *run;
  GString *events;
  char *folder;
  char *file;
} McpFixture;

void mcp_set_up (McpFixture *self, gconstpointer data);
void mcp_tear_down (McpFixture *self, gconstpointer data);

/* Changes the folder of the document. The caller removes the earlier one. */
void mcp_set_folder (McpFixture *self, const char *folder);
TroupeToolContext mcp_context (McpFixture *self);
/* Creates the server with short delays between attempts and without a sandbox. @entry: JSON,
 * with ' for " */
void mcp_make (McpFixture *self, const char *entry);
/* Creates the server for the test script. @fault: fault that the script simulates; @more:
 * further members of the entry, such as `, 'env': {}` */
void mcp_make_script (McpFixture *self, const char *fault, const char *more);
void mcp_begin_open (McpFixture *self, GCancellable *cancellable);
void mcp_open (McpFixture *self);
/* Opens the server, expects tools, and returns the first one. */
TroupeTool *mcp_open_first (McpFixture *self);
void mcp_expect_error (McpFixture *self, TroupeMcpError code, const char *part);
void mcp_close (McpFixture *self);
/* Calls the first tool with @arguments, or with {"place": "Ulm"} if it is NULL. */
void mcp_call (McpFixture *self, const char *arguments, ToolAnswer *answer);
void mcp_expect_text (const ToolAnswer *answer, const char *text);
void mcp_expect_failure (const ToolAnswer *answer, TroupeToolError code, const char *part);
/* Returns the number of events of that type. */
guint mcp_count_events (McpFixture *self, const char *type);
/* Runs the main loop until @func returns TRUE. */
void mcp_wait (gboolean (*func) (gpointer), gpointer data);
