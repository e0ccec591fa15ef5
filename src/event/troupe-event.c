/* troupe-event.c: TroupeEvent: one event of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event"

#include "config.h"

#include "troupe-event.h"

G_DEFINE_BOXED_TYPE (TroupeEvent, troupe_event, troupe_event_ref, troupe_event_unref)

/**
 * troupe_event_new:
 * @scope: (transfer none) (nullable): the scope that the event opens, changes or closes
 * @fields: (transfer full) (nullable): a map of the type's own fields; %NULL is an empty map
 *
 * Creates an event that is not yet emitted. The bus sets its number and time. The caller sets
 * trigger and state before the event is emitted.
 *
 * Returns: (transfer full): the event
 */
TroupeEvent *
troupe_event_new (TroupeEventType type, TroupeScope *scope, TroupeValue *fields)
{
  TroupeEvent *self;

  g_return_val_if_fail ((guint) type < TROUPE_EVENT_N_TYPES, NULL);
  g_return_val_if_fail (fields == NULL || troupe_value_is (fields, TROUPE_VALUE_MAP), NULL);

  self = g_new0 (TroupeEvent, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->type = type;
  self->scope = scope != NULL ? troupe_scope_ref (scope) : NULL;
  if (fields != NULL)
    {
      self->fields = fields;
    }
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      self->fields = troupe_map_builder_end (&builder);
    }

  return self;
}

TroupeEvent *
troupe_event_ref (TroupeEvent *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_event_unref (TroupeEvent *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->scope, troupe_scope_unref);
  g_clear_pointer (&self->fields, troupe_value_unref);
  g_clear_pointer (&self->state, troupe_value_unref);
  g_free (self);
}

/**
 * troupe_event_get_field:
 *
 * Returns: (transfer none) (nullable): the value of @name among the event's own fields
 */
TroupeValue *
troupe_event_get_field (const TroupeEvent *self, const char *name)
{
  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return troupe_value_map_lookup_string (self->fields, name, -1);
}

/**
 * troupe_event_get_parent:
 *
 * Gets the event that opened the enclosing scope. This is the scope around the scope that @self
 * opens or closes, or the scope in which @self happens.
 *
 * Returns: the sequence number of the event; 0 for none
 */
guint64
troupe_event_get_parent (const TroupeEvent *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->scope == NULL)
    return 0;

  return troupe_scope_find_id (troupe_event_type_get_info (self->type)->effect ==
                                       TROUPE_EVENT_CHANGES
                                   ? self->scope
                                   : self->scope->parent);
}

/**
 * troupe_event_get_started:
 *
 * Returns: for an end event, the sequence number of its start event; 0 for none
 */
guint64
troupe_event_get_started (const TroupeEvent *self)
{
  g_return_val_if_fail (self != NULL, 0);

  if (self->scope == NULL || troupe_event_type_get_info (self->type)->effect != TROUPE_EVENT_CLOSES)
    return 0;

  return self->scope->id;
}

/**
 * troupe_event_get_method:
 *
 * Gets the method in which the event happened. An event of a complete flow may name a method in its
 * fields: flow_paused names the method that waits.
 *
 * Returns: (transfer none) (nullable): the name of the method
 */
const char *
troupe_event_get_method (const TroupeEvent *self)
{
  const TroupeScope *method;
  TroupeValue *named;

  g_return_val_if_fail (self != NULL, NULL);

  if ((method = troupe_scope_find (self->scope, TROUPE_SCOPE_METHOD)) != NULL)
    return method->name;

  named = troupe_event_get_field (self, "method");

  return named != NULL && troupe_value_is (named, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (named, NULL)
             : NULL;
}

/**
 * troupe_event_is_billed:
 *
 * Returns: %TRUE if the event ends a model call that was answered by the provider; the price is in
 *   the field `cost`, which is missing if it is unknown
 */
gboolean
troupe_event_is_billed (const TroupeEvent *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  /* A restored answer was paid for when it was received. A call failed after its answer if it has
   * a usage. */
  if (self->type == TROUPE_EVENT_LLM_CALL_FINISHED)
    return troupe_event_get_field (self, "restored") == NULL;

  return self->type == TROUPE_EVENT_LLM_CALL_FAILED &&
         troupe_event_get_field (self, "usage") != NULL;
}
