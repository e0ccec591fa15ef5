/* troupe-mcp-events.c: events about MCP servers and their tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-mcp-events"

#include "config.h"

#include "troupe-clock.h"
#include "troupe-mcp-error.h"
#include "troupe-mcp-events.h"

static void
add_text (TroupeMapBuilder *fields, const char *key, const char *text)
{
  troupe_map_builder_add (
      fields, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
add_time (TroupeMapBuilder *fields, const char *key, gint64 unix_us)
{
  troupe_map_builder_add (fields, key,
                          troupe_value_take_string (troupe_time_to_text (unix_us), -1));
}

static void
add_span (TroupeMapBuilder *fields, const char *key, gint64 started_us)
{
  troupe_map_builder_add (
      fields, key, troupe_value_new_double ((double) (g_get_real_time () - started_us) / 1000.0));
}

static void
add_error (TroupeMapBuilder *fields, const GError *error)
{
  add_text (fields, "error", error->message);
  add_text (fields, "error_type", troupe_mcp_error_get_type_name (error));
}

/* Returns FALSE and leaves @fields uninitialized if the bus has no listeners. */
static gboolean
begin (const TroupeToolContext *context, const TroupeMcpConfig *config, TroupeMapBuilder *fields)
{
  g_assert (context != NULL);

  if (troupe_tool_context_get_bus (context) == NULL ||
      !troupe_event_bus_is_watched (troupe_tool_context_get_bus (context)))
    return FALSE;
  troupe_map_builder_init (fields);
  add_text (fields, "server_name", config->label);
  add_text (fields, "server_url", config->shown_url);
  add_text (fields, "transport_type", troupe_mcp_config_get_transport (config));
  return TRUE;
}

static void
emit (const TroupeToolContext *context, TroupeEventType type, TroupeMapBuilder *fields)
{
  troupe_event_bus_emit (troupe_tool_context_get_bus (context),
                         troupe_event_new (type, context->scope, troupe_map_builder_end (fields)));
}

void
troupe_mcp_events_tell_connecting (const TroupeToolContext *context,
                                   const TroupeMcpConfig *config,
                                   gboolean is_reconnect)
{
  TroupeMapBuilder fields;

  if (!begin (context, config, &fields))
    return;
  troupe_map_builder_add (&fields, "connect_timeout",
                          troupe_value_new_integer (config->connect_ms / 1000));
  troupe_map_builder_add (&fields, "is_reconnect", troupe_value_new_boolean (is_reconnect));
  emit (context, TROUPE_EVENT_MCP_CONNECTION_STARTED, &fields);
}

void
troupe_mcp_events_tell_connected (const TroupeToolContext *context,
                                  const TroupeMcpConfig *config,
                                  gboolean is_reconnect,
                                  gint64 started_us)
{
  TroupeMapBuilder fields;

  if (!begin (context, config, &fields))
    return;
  add_time (&fields, "started_at", started_us);
  add_time (&fields, "completed_at", g_get_real_time ());
  add_span (&fields, "connection_duration_ms", started_us);
  troupe_map_builder_add (&fields, "is_reconnect", troupe_value_new_boolean (is_reconnect));
  emit (context, TROUPE_EVENT_MCP_CONNECTION_FINISHED, &fields);
}

void
troupe_mcp_events_tell_unconnected (const TroupeToolContext *context,
                                    const TroupeMcpConfig *config,
                                    gint64 started_us,
                                    const GError *error)
{
  const guint status = troupe_mcp_error_get_status (error);
  TroupeMapBuilder fields;

  if (!begin (context, config, &fields))
    return;
  add_error (&fields, error);
  troupe_map_builder_add (&fields, "status_code",
                          status != 0 ? troupe_value_new_integer (status)
                                      : troupe_value_new_null ());
  add_time (&fields, "started_at", started_us);
  add_time (&fields, "failed_at", g_get_real_time ());
  emit (context, TROUPE_EVENT_MCP_CONNECTION_FAILED, &fields);
}

void
troupe_mcp_events_tell_unknown (const TroupeToolContext *context,
                                const TroupeMcpConfig *config,
                                const GError *error)
{
  TroupeMapBuilder fields;

  if (troupe_tool_context_get_bus (context) == NULL ||
      !troupe_event_bus_is_watched (troupe_tool_context_get_bus (context)))
    return;
  troupe_map_builder_init (&fields);
  add_text (&fields, "slug", config->slug);
  add_text (&fields, "error", error->message);
  add_text (&fields, "error_type", "not_connected");
  emit (context, TROUPE_EVENT_MCP_CONFIG_FAILED, &fields);
}

static gboolean
begin_call (const TroupeToolContext *context,
            const TroupeMcpConfig *config,
            const char *tool,
            TroupeValue *arguments,
            TroupeMapBuilder *fields)
{
  if (!begin (context, config, fields))
    return FALSE;
  add_text (fields, "tool_name", tool);
  troupe_map_builder_add (fields, "tool_args", troupe_value_ref (arguments));
  return TRUE;
}

void
troupe_mcp_events_tell_calling (const TroupeToolContext *context,
                                const TroupeMcpConfig *config,
                                const char *tool,
                                TroupeValue *arguments)
{
  TroupeMapBuilder fields;

  if (begin_call (context, config, tool, arguments, &fields))
    emit (context, TROUPE_EVENT_MCP_TOOL_STARTED, &fields);
}

void
troupe_mcp_events_tell_called (const TroupeToolContext *context,
                               const TroupeMcpConfig *config,
                               const char *tool,
                               TroupeValue *arguments,
                               gint64 started_us,
                               const char *result)
{
  TroupeMapBuilder fields;

  if (!begin_call (context, config, tool, arguments, &fields))
    return;
  add_text (&fields, "result", result);
  add_span (&fields, "execution_duration_ms", started_us);
  emit (context, TROUPE_EVENT_MCP_TOOL_FINISHED, &fields);
}

void
troupe_mcp_events_tell_call_failed (const TroupeToolContext *context,
                                    const TroupeMcpConfig *config,
                                    const char *tool,
                                    TroupeValue *arguments,
                                    gint64 started_us,
                                    const GError *error)
{
  TroupeMapBuilder fields;

  if (!begin_call (context, config, tool, arguments, &fields))
    return;
  add_error (&fields, error);
  add_span (&fields, "execution_duration_ms", started_us);
  emit (context, TROUPE_EVENT_MCP_TOOL_FAILED, &fields);
}
