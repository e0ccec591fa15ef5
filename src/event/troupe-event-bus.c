/* troupe-event-bus.c: numbers the events of a run and dispatches them to sinks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-event-bus"

#include "config.h"

#include "troupe-event.h"

typedef struct
{
  guint id;
  TroupeEventFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Sink;

struct _TroupeEventBus
{
  gatomicrefcount ref_count;
  GArray *sinks;
  guint last_sink_id;
  guint64 last_sequence;
  TroupeRedactor *redactor; /* (nullable) */
};

static void
sink_clear (gpointer data)
{
  Sink *sink = data;

  if (sink->destroy != NULL)
    sink->destroy (sink->user_data);
}

/**
 * troupe_event_bus_new:
 *
 * Returns: (transfer full): a bus whose first event will have the number 1
 */
TroupeEventBus *
troupe_event_bus_new (void)
{
  TroupeEventBus *self = g_new0 (TroupeEventBus, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->sinks = g_array_new (FALSE, FALSE, sizeof (Sink));
  g_array_set_clear_func (self->sinks, sink_clear);

  return self;
}

TroupeEventBus *
troupe_event_bus_ref (TroupeEventBus *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
troupe_event_bus_unref (TroupeEventBus *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_clear_pointer (&self->sinks, g_array_unref);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  g_free (self);
}

/**
 * troupe_event_bus_add_sink:
 * @func: called with every event, on the thread that emits it; the event is owned by the caller, so
 *   take a reference to keep it
 * @destroy: (nullable): frees @user_data when the sink is removed or the bus is freed
 *
 * Returns: an id for troupe_event_bus_remove_sink(), never 0
 */
guint
troupe_event_bus_add_sink (TroupeEventBus *self,
                           TroupeEventFunc func,
                           gpointer user_data,
                           GDestroyNotify destroy)
{
  Sink sink = { 0, func, user_data, destroy };

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (func != NULL, 0);

  sink.id = ++self->last_sink_id;
  g_array_append_val (self->sinks, sink);

  return sink.id;
}

void
troupe_event_bus_remove_sink (TroupeEventBus *self, guint id)
{
  g_return_if_fail (self != NULL);

  for (guint i = 0; i < self->sinks->len; i++)
    if (g_array_index (self->sinks, Sink, i).id == id)
      {
        g_array_remove_index (self->sinks, i);
        return;
      }

  g_critical ("Unknown sink ID %u", id);
}

/* Continues the numbering after @sequence, for a run that is resumed. */
void
troupe_event_bus_go_on_after (TroupeEventBus *self, guint64 sequence)
{
  g_return_if_fail (self != NULL);

  self->last_sequence = sequence;
}

/* Sets the redactor of all following events. */
void
troupe_event_bus_set_redactor (TroupeEventBus *self, TroupeRedactor *redactor)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (redactor != NULL);

  troupe_redactor_ref (redactor);
  g_clear_pointer (&self->redactor, troupe_redactor_unref);
  self->redactor = redactor;
}

TroupeRedactor *
troupe_event_bus_get_redactor (TroupeEventBus *self)
{
  return self != NULL ? self->redactor : NULL;
}

/* @value: (inout) (nullable) */
static void
redact_value (TroupeSecret *secret, TroupeValue **value)
{
  TroupeValue *hidden = *value != NULL ? troupe_value_hide (*value, secret) : NULL;

  g_clear_pointer (value, troupe_value_unref);
  *value = hidden;
}

/**
 * troupe_event_bus_is_watched:
 *
 * Returns: %FALSE if there are no sinks, so that the caller can avoid creating an event
 */
gboolean
troupe_event_bus_is_watched (TroupeEventBus *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->sinks->len > 0;
}

/**
 * troupe_event_bus_emit:
 * @event: (transfer full): not shared with other code yet
 *
 * Sets the number and time of @event, redacts the keys of the run and calls every sink, in the order
 * in which they were added.
 * The number is also the id of the scope that it opens.
 *
 * Returns: its sequence number
 */
guint64
troupe_event_bus_emit (TroupeEventBus *self, TroupeEvent *event)
{
  guint64 sequence;
  gboolean opens;

  g_return_val_if_fail (self != NULL, 0);
  g_return_val_if_fail (event != NULL, 0);
  g_return_val_if_fail (event->sequence == 0, 0);
  opens = event->scope != NULL &&
          troupe_event_type_get_info (event->type)->effect == TROUPE_EVENT_OPENS;
  g_return_val_if_fail (!opens || event->scope->id == 0, 0);

  sequence = ++self->last_sequence;
  event->sequence = sequence;
  event->time_us = g_get_real_time ();
  if (opens)
    event->scope->id = sequence;
  if (self->sinks->len > 0)
    {
      g_autoptr (TroupeSecret) secret = troupe_redactor_get_secret (self->redactor);

      /* Redacts an event before any sink receives it: what is stored, written, shown and
       * exported. */
      if (secret != NULL)
        {
          redact_value (secret, &event->fields);
          redact_value (secret, &event->state);
          if (opens && event->scope->name != NULL &&
              troupe_secret_is_in (secret, event->scope->name, -1))
            {
              g_autofree char *hidden = troupe_secret_hide (secret, event->scope->name, -1);

              /* The texts of a scope are part of its allocation, and a key in a name is rare. */
              event->scope->name = g_intern_string (hidden);
            }
        }
    }

  for (guint i = 0; i < self->sinks->len; i++)
    {
      const Sink *sink = &g_array_index (self->sinks, Sink, i);

      sink->func (event, sink->user_data);
    }

  troupe_event_unref (event);

  return sequence;
}
