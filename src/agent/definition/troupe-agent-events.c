/* troupe-agent-events.c: common fields of agent, model and tool events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-events"

#include "config.h"

#include <gio/gio.h>

#include "troupe-agent-events.h"
#include "troupe-tool.h"

gboolean
troupe_agent_events_are_watched (TroupeEventBus *bus)
{
  return bus != NULL && troupe_event_bus_is_watched (bus);
}

void
troupe_agent_events_add_text (TroupeMapBuilder *fields, const char *key, const char *text)
{
  g_return_if_fail (fields != NULL && key != NULL);

  if (text != NULL)
    troupe_map_builder_add (fields, key, troupe_value_new_string (text, -1));
}

void
troupe_agent_events_begin (TroupeMapBuilder *fields, const char *role)
{
  g_return_if_fail (fields != NULL);

  troupe_map_builder_init (fields);
  troupe_agent_events_add_text (fields, "agent_role", role);
}

void
troupe_agent_events_add_error (TroupeMapBuilder *fields, const char *kind, const GError *error)
{
  TroupeMapBuilder details;

  g_return_if_fail (fields != NULL && error != NULL);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    kind = "cancelled";

  troupe_map_builder_init (&details);
  troupe_agent_events_add_text (&details, "kind", kind);
  troupe_agent_events_add_text (&details, "message", error->message);
  if (g_error_matches (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_REFUSED))
    troupe_agent_events_add_text (&details, "permission", "programs");
  troupe_map_builder_add (fields, "error", troupe_map_builder_end (&details));
}

void
troupe_agent_events_add_verbose (TroupeMapBuilder *fields, TroupeValue *definition)
{
  TroupeValue *verbose = troupe_value_get_member (definition, "verbose");

  g_return_if_fail (fields != NULL);

  if (verbose != NULL && troupe_value_is (verbose, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (verbose))
    troupe_map_builder_add (fields, "verbose", troupe_value_new_boolean (TRUE));
}

void
troupe_agent_events_emit (TroupeEventBus *bus,
                          TroupeEventType type,
                          TroupeScope *scope,
                          TroupeMapBuilder *fields)
{
  g_return_if_fail (bus != NULL && fields != NULL);

  troupe_event_bus_emit (bus, troupe_event_new (type, scope, troupe_map_builder_end (fields)));
}
