/* monitor-test.c: common helpers of the monitor tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "../test-event.h"
#include "../test-time.h"
#include "../test-tooltip.h"
#include "monitor-test.h"

TroupeValue *
monitor_test_value (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  TroupeValue *value = troupe_value_from_json (json, -1, &error);

  g_assert_no_error (error);
  return value;
}

char *
monitor_test_text (TroupeValue *value)
{
  return g_strdelimit (troupe_value_to_json (value, TROUPE_JSON_COMPACT), "\"", '\'');
}

TroupeValue *
monitor_test_list (gsize length)
{
  TroupeValue **items = g_new (TroupeValue *, length);
  TroupeValue *list;

  for (gsize i = 0; i < length; i++)
    items[i] = troupe_value_new_integer ((gint64) i);
  list = troupe_value_new_list (items, length);
  g_free (items);
  return list;
}

/* --- Events ----------------------------------------------------------------------------------- */

void
monitor_feed_init (MonitorFeed *self)
{
  self->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  self->sequence = 0;
}

void
monitor_feed_clear (MonitorFeed *self)
{
  g_clear_pointer (&self->events, g_ptr_array_unref);
}

guint64
monitor_feed_add (MonitorFeed *self,
                  TroupeEventType type,
                  const char *method,
                  int time,
                  guint64 started,
                  const char *fields,
                  const char *state)
{
  TroupeEvent *event = test_event_new_at (type, method, ++self->sequence, started,
                                          fields != NULL ? monitor_test_value (fields) : NULL);

  event->time_us = MONITOR_TEST_START + (gint64) time * 1000;
  event->state = state != NULL ? monitor_test_value (state) : NULL;
  g_ptr_array_add (self->events, event);
  return event->sequence;
}

void
monitor_feed_flush (MonitorFeed *self, TroupeRunModel *model)
{
  troupe_trace_add_events (troupe_run_model_get_trace (model), self->events);
  g_ptr_array_set_size (self->events, 0);
}

/* --- Runs ------------------------------------------------------------------------------------- */

TroupeRunModel *
monitor_test_new_model (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();

  return troupe_run_model_new (trace);
}

void
monitor_test_begin (TroupeRunModel *model, gint64 started_us)
{
  troupe_trace_begin (troupe_run_model_get_trace (model), started_us);
  troupe_run_model_begin (model);
}

GtkWidget *
monitor_test_new_monitor (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();

  return troupe_monitor_new (trace);
}

void
monitor_test_begin_run (TroupeMonitor *monitor, TroupeFlow *flow, gint64 started_us)
{
  troupe_trace_begin (troupe_monitor_get_trace (monitor), started_us);
  troupe_monitor_begin_run (monitor, flow);
}

void
monitor_test_end_run (TroupeMonitor *monitor, const TroupeRunResult *result)
{
  troupe_trace_end (troupe_monitor_get_trace (monitor), result != NULL ? result->elapsed_us : 0);
  troupe_monitor_end_run (monitor, result);
}

/* --- Windows ---------------------------------------------------------------------------------- */

static gboolean
wake_up (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

void
monitor_test_wait (gboolean (*done) (gpointer), gpointer user_data)
{
  const gint64 end = g_get_monotonic_time () + TEST_WAIT_US;
  const guint source = g_timeout_add (20, wake_up, NULL);

  while (!done (user_data) && g_get_monotonic_time () < end)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (source);
  g_assert_true (done (user_data));
}

static gboolean
is_allocated (gpointer widget)
{
  return gtk_widget_get_mapped (widget) && gtk_widget_get_width (widget) > 0;
}

GtkWidget *
monitor_test_open (GtkWidget *child, int width, int height)
{
  GtkWidget *window = gtk_window_new ();

  test_tooltip_tolerate ();
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  monitor_test_wait (is_allocated, child);
  return window;
}

void
monitor_test_close (GtkWidget *window)
{
  gtk_window_destroy (GTK_WINDOW (window));
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
count_frame (GdkFrameClock *clock, gpointer frames)
{
  (*(guint *) frames)++;
}

static gboolean
has_frame (gpointer frames)
{
  return *(guint *) frames > 0;
}

void
monitor_test_draw (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  guint frames = 0;
  gulong handler = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame), &frames);

  gtk_widget_queue_draw (widget);
  monitor_test_wait (has_frame, &frames);
  g_signal_handler_disconnect (clock, handler);
}

double
monitor_test_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1e3 + (double) now.tv_nsec / 1e6;
}

GtkWidget *
monitor_test_find (GtkWidget *widget,
                   gboolean (*match) (GtkWidget *widget, gpointer user_data),
                   gpointer user_data)
{
  if (match (widget, user_data))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = monitor_test_find (child, match, user_data);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_type (GtkWidget *widget, gpointer user_data)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (widget, *(GType *) user_data);
}

GtkWidget *
monitor_test_find_type (GtkWidget *widget, GType type)
{
  return monitor_test_find (widget, is_type, &type);
}

static gboolean
has_label (GtkWidget *widget, gpointer user_data)
{
  const char *text = NULL;

  if (GTK_IS_LABEL (widget))
    text = gtk_label_get_text (GTK_LABEL (widget));
  else if (GTK_IS_BUTTON (widget))
    text = gtk_button_get_label (GTK_BUTTON (widget));
  return gtk_widget_get_mapped (widget) && g_strcmp0 (text, user_data) == 0;
}

GtkWidget *
monitor_test_find_label (GtkWidget *widget, const char *text)
{
  return monitor_test_find (widget, has_label, (gpointer) text);
}
