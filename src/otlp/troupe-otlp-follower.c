/* troupe-otlp-follower.c: exports the spans of one run as they end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-follower"

#include "config.h"

#include "troupe-otlp-attributes.h"
#include "troupe-otlp-follower.h"
#include "troupe-trace.h"

/* Bits that are not set in any event id. They form the ids of a run that another process began,
 * and of scopes whose start is unknown. */
#define ROOT_MARK (G_GUINT64_CONSTANT (1) << 63)
#define TORN_MARK (G_GUINT64_CONSTANT (1) << 62)

struct _TroupeOtlpFollower
{
  TroupeOtlpExporter *exporter;
  TroupeEventBus *bus;
  guint sink;
  TroupeTrace *trace;
  char digits[33];
  char *conversation; /* (nullable) */
  guint64 first;      /* number of the first event in this process */
  gint64 begun_us;    /* its time */
  guint64 root;       /* number of the event that began the run in this process; 0 if there is
                         none */
  guint64 n_torn;
};

/* --- Span ids --------------------------------------------------------------------------------- */

static guint64
get_root_id (const TroupeOtlpFollower *self)
{
  g_assert (self != NULL);

  return troupe_otlp_span_make_id (self->digits,
                                   self->root != 0 ? self->root : self->first | ROOT_MARK);
}

/* Returns the id of the nearest enclosing scope that began in this process. If there is none,
 * returns the id of the run. Scopes that began in another process were exported by that process,
 * or will never be exported. */
static guint64
find_parent (const TroupeOtlpFollower *self, const TroupeSpan *span)
{
  g_assert (self != NULL);

  if (span == troupe_trace_get_run (self->trace))
    return 0;
  for (const TroupeScope *scope = span->scope != NULL ? span->scope->parent : NULL; scope != NULL;
       scope = scope->parent)
    if (scope->id >= self->first && scope->kind != TROUPE_SCOPE_RUN &&
        scope->kind != TROUPE_SCOPE_CHECKPOINT)
      return troupe_otlp_span_make_id (self->digits, scope->id);
  return get_root_id (self);
}

static guint64
make_id (TroupeOtlpFollower *self, const TroupeSpan *span)
{
  g_assert (self != NULL);

  if (span == troupe_trace_get_run (self->trace))
    return get_root_id (self);
  if (span->id != 0)
    return troupe_otlp_span_make_id (self->digits, span->id);
  return troupe_otlp_span_make_id (self->digits, TORN_MARK | self->first << 20 | ++self->n_torn);
}

/* --- Handling events -------------------------------------------------------------------------- */

static void
send_span (TroupeOtlpFollower *self, const TroupeSpan *span)
{
  g_autoptr (TroupeOtlpSpan) made = g_new0 (TroupeOtlpSpan, 1);

  g_assert (self != NULL);

  if (!troupe_otlp_attributes_describe (span, self->conversation,
                                        troupe_otlp_exporter_has_content (self->exporter), made))
    return;
  g_strlcpy (made->trace, self->digits, sizeof made->trace);
  made->id = make_id (self, span);
  made->parent = find_parent (self, span);
  made->started_us = made->started_us != 0 ? made->started_us : self->begun_us;
  made->ended_us = MAX (made->ended_us, made->started_us);
  troupe_otlp_exporter_add (self->exporter, g_steal_pointer (&made));
}

static void
step_cb (TroupeTrace *trace, TroupeSpan *span, guint effect, gpointer user_data)
{
  TroupeOtlpFollower *self = user_data;

  g_assert (TROUPE_IS_TRACE (trace));

  if (effect == TROUPE_EVENT_OPENS && span == troupe_trace_get_run (trace))
    self->root = span->id;
  /* A paused scope has not ended. Unless it continues, it is exported when the run ends. A task
   * whose output is reused was not executed. */
  else if (effect == TROUPE_EVENT_CLOSES && !troupe_span_is_under_way (span) && !span->is_reused)
    send_span (self, span);
}

/* Called on the run's thread. */
static void
event_cb (TroupeEvent *event, gpointer user_data)
{
  TroupeOtlpFollower *self = user_data;
  TroupeValue *session;

  g_assert (self != NULL);

  if (self->first == 0)
    {
      self->first = event->sequence;
      self->begun_us = event->time_us;
    }
  if (event->type == TROUPE_EVENT_TURN_STARTED &&
      (session = troupe_event_get_field (event, "session_id")) != NULL &&
      troupe_value_is (session, TROUPE_VALUE_STRING))
    {
      g_free (self->conversation);
      self->conversation = g_strdup (troupe_value_get_string (session, NULL));
    }
  troupe_trace_add_event (self->trace, event);
}

TroupeOtlpFollower *
troupe_otlp_follower_new (TroupeOtlpExporter *exporter, TroupeEventBus *bus, const char *run_id)
{
  TroupeOtlpFollower *self;

  g_return_val_if_fail (TROUPE_IS_OTLP_EXPORTER (exporter), NULL);
  g_return_val_if_fail (bus != NULL && run_id != NULL, NULL);

  if (!troupe_otlp_exporter_has_room (exporter))
    return NULL;
  self = g_new0 (TroupeOtlpFollower, 1);
  self->exporter = g_object_ref (exporter);
  self->bus = troupe_event_bus_ref (bus);
  troupe_otlp_span_make_trace (run_id, self->digits);
  self->trace = troupe_trace_new ();
  troupe_trace_set_keeps_all (self->trace, FALSE);
  troupe_trace_begin (self->trace, g_get_real_time ());
  g_signal_connect (self->trace, "step", G_CALLBACK (step_cb), self);
  self->sink = troupe_event_bus_add_sink (bus, event_cb, self, NULL);
  return self;
}

void
troupe_otlp_follower_free (TroupeOtlpFollower *self)
{
  g_autoptr (GPtrArray) open = NULL;

  g_return_if_fail (self != NULL);

  troupe_event_bus_remove_sink (self->bus, self->sink);
  open = troupe_trace_list_running (self->trace);
  troupe_trace_end (self->trace, 0);
  for (guint i = 0; i < open->len; i++)
    send_span (self, g_ptr_array_index (open, i));
  g_object_unref (self->trace);
  troupe_event_bus_unref (self->bus);
  g_object_unref (self->exporter);
  g_free (self->conversation);
  g_free (self);
}
