/* troupe-server-filter.h: Python tool_filter of MCP servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-servers.h"
#include "troupe-crew-context.h"

G_BEGIN_DECLS

/**
 * TroupeServerFilter:
 * @around: its helper contains the functions
 * @place: path of the agent in errors and for the helper
 * @fields: fields of the agent; its role, goal and backstory are passed to the functions
 *
 * The filters of the servers of one agent, for troupe_agent_servers_set_filter(). Borrowed until
 * the servers are closed.
 */
typedef struct
{
  const TroupeCrewContext *around;
  char *place;
  TroupeValue *fields;
} TroupeServerFilter;

TroupeServerFilter *troupe_server_filter_new (const TroupeCrewContext *around,
                                              const char *place,
                                              TroupeValue *fields);
void troupe_server_filter_free (TroupeServerFilter *self);

/* A #TroupeServerFilterFunc; its user data is the filter. */
void troupe_server_filter_ask (TroupeValue *entry,
                               guint index,
                               GPtrArray *tools,
                               GCancellable *cancellable,
                               TroupeServerFilterDoneFunc done,
                               gpointer done_data,
                               gpointer user_data);

G_END_DECLS
