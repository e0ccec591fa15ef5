/* troupe-case-facts.c: what assertions can say about a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-facts"

#include "config.h"

#include "troupe-case-facts.h"
#include "troupe-run-kind.h"

struct _TroupeCasePath
{
  TroupeEventBus *bus;
  TroupeEventType type;
  guint sink;
  GMutex lock; /* protects the following */
  GPtrArray *names;
};

/* --- Path ------------------------------------------------------------------------------------- */

/* Called on the engine's thread. */
static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeCasePath *self = user_data;

  if (event->type != self->type || event->scope == NULL || event->scope->name == NULL)
    return;
  g_mutex_lock (&self->lock);
  g_ptr_array_add (self->names, g_strdup (event->scope->name));
  g_mutex_unlock (&self->lock);
}

TroupeCasePath *
troupe_case_path_new (TroupeRun *run)
{
  TroupeCasePath *self = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  self = g_new0 (TroupeCasePath, 1);
  g_mutex_init (&self->lock);
  self->names = g_ptr_array_new_with_free_func (g_free);
  self->type = troupe_run_get_kind (run)->part_started;
  self->bus = troupe_event_bus_ref (troupe_run_get_bus (run));
  self->sink = troupe_event_bus_add_sink (self->bus, event_cb, self, NULL);
  return self;
}

void
troupe_case_path_free (TroupeCasePath *self)
{
  g_return_if_fail (self != NULL);

  troupe_event_bus_remove_sink (self->bus, self->sink);
  troupe_event_bus_unref (self->bus);
  g_ptr_array_unref (self->names);
  g_mutex_clear (&self->lock);
  g_free (self);
}

/* (transfer full) */
static TroupeValue *
path_to_value (TroupeCasePath *self)
{
  g_autofree TroupeValue **items = NULL;
  TroupeValue *list = NULL;

  g_mutex_lock (&self->lock);
  items = g_new (TroupeValue *, self->names->len + 1);
  for (guint i = 0; i < self->names->len; i++)
    items[i] = troupe_value_new_string (self->names->pdata[i], -1);
  list = troupe_value_new_list (items, self->names->len);
  g_mutex_unlock (&self->lock);
  return list;
}

/* --- Facts ------------------------------------------------------------------------------------ */

/* Returns null, or a map of `kind` and `message`. (transfer full) */
static TroupeValue *
make_error (const TroupeRunResult *result)
{
  TroupeMapBuilder builder;

  if (result->error == NULL)
    return troupe_value_new_null ();
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind",
                          troupe_value_new_string (troupe_run_error_get_kind (result->error), -1));
  troupe_map_builder_add (&builder, "message",
                          troupe_value_new_string (result->error->message, -1));
  return troupe_map_builder_end (&builder);
}

/* @value: (nullable). (transfer full) */
static TroupeValue *
or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : troupe_value_new_null ();
}

char *
troupe_case_facts_to_text (TroupeValue *value)
{
  TroupeValue *raw = troupe_value_get_member_of (value, "raw", TROUPE_VALUE_STRING);
  TroupeValue *shown = raw != NULL ? raw : value;

  if (shown == NULL || troupe_value_is (shown, TROUPE_VALUE_NULL))
    return g_strdup ("");
  return troupe_value_is (shown, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (shown, NULL))
             : troupe_value_to_json (shown, TROUPE_JSON_PRETTY);
}

TroupeValue *
troupe_case_facts_new (TroupeRun *run,
                       const TroupeRunResult *result,
                       TroupeRecorder *recorder,
                       TroupeCasePath *path,
                       TroupeValue *inputs)
{
  g_autofree char *text = NULL;
  TroupeMapBuilder builder;
  TroupeValue *value;

  g_return_val_if_fail (TROUPE_IS_RUN (run) && result != NULL, NULL);
  g_return_val_if_fail (recorder != NULL && path != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "outputs",
                          troupe_run_get_kind (run)->list_outputs (troupe_run_get_flow (run),
                                                                   result));
  troupe_map_builder_add (&builder, "state", or_null (result->state));
  troupe_map_builder_add (&builder, "path", path_to_value (path));
  troupe_map_builder_add (&builder, "calls", troupe_recorder_count_calls (recorder));
  troupe_map_builder_add (&builder, "cost",
                          troupe_value_new_double ((double) result->usage.micro_dollars / 1e6));
  troupe_map_builder_add (&builder, "time",
                          troupe_value_new_double ((double) result->elapsed_us / G_USEC_PER_SEC));
  troupe_map_builder_add (&builder, "final", or_null (result->final));
  text = troupe_case_facts_to_text (result->final);
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (text, -1));
  value = troupe_value_from_json (text, -1, NULL);
  troupe_map_builder_add (&builder, "json", value != NULL ? value : troupe_value_new_null ());
  troupe_map_builder_add (&builder, "inputs", or_null (inputs));
  troupe_map_builder_add (&builder, "error", make_error (result));
  return troupe_map_builder_end (&builder);
}
