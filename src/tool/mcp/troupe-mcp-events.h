/* troupe-mcp-events.h: events about MCP servers and their tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-mcp-config.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Events of a connection. @started_us: microseconds since 1970 */
void troupe_mcp_events_tell_connecting (const TroupeToolContext *context,
                                        const TroupeMcpConfig *config,
                                        gboolean is_reconnect);
void troupe_mcp_events_tell_connected (const TroupeToolContext *context,
                                       const TroupeMcpConfig *config,
                                       gboolean is_reconnect,
                                       gint64 started_us);
void troupe_mcp_events_tell_unconnected (const TroupeToolContext *context,
                                         const TroupeMcpConfig *config,
                                         gint64 started_us,
                                         const GError *error);
/* Event for a server of CrewAI's platform, which is not supported. */
void troupe_mcp_events_tell_unknown (const TroupeToolContext *context,
                                     const TroupeMcpConfig *config,
                                     const GError *error);

/* Events of a call. @tool: the server's name of the tool */
void troupe_mcp_events_tell_calling (const TroupeToolContext *context,
                                     const TroupeMcpConfig *config,
                                     const char *tool,
                                     TroupeValue *arguments);
void troupe_mcp_events_tell_called (const TroupeToolContext *context,
                                    const TroupeMcpConfig *config,
                                    const char *tool,
                                    TroupeValue *arguments,
                                    gint64 started_us,
                                    const char *result);
void troupe_mcp_events_tell_call_failed (const TroupeToolContext *context,
                                         const TroupeMcpConfig *config,
                                         const char *tool,
                                         TroupeValue *arguments,
                                         gint64 started_us,
                                         const GError *error);

G_END_DECLS
