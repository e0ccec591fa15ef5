/* troupe-runner-in-flight.c: what was running when a run was stopped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-in-flight"

#include "config.h"

#include "troupe-flow-runner.h"
#include "troupe-record-key.h"
#include "troupe-runner-in-flight.h"

/* @items: (element-type TroupeValue) */
struct _TroupeRunnerInFlight
{
  TroupeEventBus *bus;
  guint sink;
  GPtrArray *items;
};

static gboolean
is_listed (TroupeScopeKind kind)
{
  return kind == TROUPE_SCOPE_METHOD || kind == TROUPE_SCOPE_TASK ||
         kind == TROUPE_SCOPE_MODEL_CALL || kind == TROUPE_SCOPE_TOOL_CALL;
}

/* Whatever ends between the stop of a run and its end was in flight. */
static void
take_event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeRunnerInFlight *self = user_data;
  const TroupeScope *scope = event->scope;
  g_autoptr (TroupeValue) caller = NULL;
  TroupeMapBuilder builder;

  if (scope == NULL || !is_listed (scope->kind) ||
      troupe_event_type_get_info (event->type)->effect != TROUPE_EVENT_CLOSES)
    return;
  caller = troupe_record_make_caller (event->scope);
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (troupe_scope_kind_get_info (scope->kind)->name,
                                                   -1));
  troupe_map_builder_add (&builder, "name",
                          troupe_value_new_string (scope->name != NULL ? scope->name : "", -1));
  for (gsize i = 0; i < troupe_value_map_get_size (caller); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (caller, i)),
                                troupe_value_ref (troupe_value_map_get_value (caller, i)));
  g_ptr_array_add (self->items, troupe_map_builder_end (&builder));
}

TroupeRunnerInFlight *
troupe_runner_in_flight_new (TroupeFlowRunner *runner)
{
  TroupeRunnerInFlight *self = g_new0 (TroupeRunnerInFlight, 1);

  self->bus = troupe_event_bus_ref (troupe_flow_runner_get_options (runner)->bus);
  self->items = g_ptr_array_new ();
  self->sink = troupe_event_bus_add_sink (self->bus, take_event_cb, self, NULL);
  return self;
}

TroupeValue *
troupe_runner_in_flight_end (TroupeRunnerInFlight *self)
{
  TroupeValue *list = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  troupe_event_bus_remove_sink (self->bus, self->sink);
  list = troupe_value_new_list ((TroupeValue **) self->items->pdata, self->items->len);
  g_ptr_array_unref (self->items);
  troupe_event_bus_unref (self->bus);
  g_free (self);
  return list;
}
