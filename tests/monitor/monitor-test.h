/* monitor-test.h: common helpers of the monitor tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-monitor.h"
#include "troupe-run-model.h"

G_BEGIN_DECLS

/* Start time of the runs in these tests, microseconds since 1970. */
#define MONITOR_TEST_START G_GINT64_CONSTANT (1795244404000000)

/**
 * MonitorFeed:
 *
 * Generates events like those of a run. The events are numbered from 1 without gaps, and each end
 * event refers to its start event.
 */
typedef struct
{
  GPtrArray *events; /* (element-type TroupeEvent) */
  guint64 sequence;
} MonitorFeed;

void monitor_feed_init (MonitorFeed *self);
void monitor_feed_clear (MonitorFeed *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MonitorFeed, monitor_feed_clear)

/* Adds an event and returns its number. @time: milliseconds since the start of the run;
 * @started: for an end event, the number of its start event; @fields, @state: (nullable): JSON
 * with ' for " */
guint64 monitor_feed_add (MonitorFeed *self,
                          TroupeEventType type,
                          const char *method,
                          int time,
                          guint64 started,
                          const char *fields,
                          const char *state);
/* Passes the events added since the last flush to @model. */
void monitor_feed_flush (MonitorFeed *self, TroupeRunModel *model);

/* Creates a model with its own trace. (transfer full) */
TroupeRunModel *monitor_test_new_model (void);
/* Begins a run in the model and its trace. @started_us: microseconds since 1970 */
void monitor_test_begin (TroupeRunModel *model, gint64 started_us);
/* Creates a monitor. The functions below begin and end a run in this monitor; @result:
 * (nullable) */
GtkWidget *monitor_test_new_monitor (void);
void monitor_test_begin_run (TroupeMonitor *monitor, TroupeFlow *flow, gint64 started_us);
void monitor_test_end_run (TroupeMonitor *monitor, const TroupeRunResult *result);

/* Parses JSON with ' for ". (transfer full) */
TroupeValue *monitor_test_value (const char *text);
/* Returns the value as compact JSON with ' for ". (transfer full) */
char *monitor_test_text (TroupeValue *value);
/* Returns a list of the integers from 0 to @length - 1. (transfer full) */
TroupeValue *monitor_test_list (gsize length);

/* Runs the main loop until @done returns TRUE. Fails after ten seconds. */
void monitor_test_wait (gboolean (*done) (gpointer), gpointer user_data);
/* Opens a window that contains @child, and waits until the window has its size. The window takes
 * ownership of @child. */
GtkWidget *monitor_test_open (GtkWidget *child, int width, int height);
void monitor_test_close (GtkWidget *window);
/* Waits until the widget has drawn its next frame. */
void monitor_test_draw (GtkWidget *widget);
/* Returns the processor time of this thread in milliseconds. */
double monitor_test_clock (void);

/* Returns the first widget at or below @widget for which @match returns TRUE, or NULL. */
GtkWidget *monitor_test_find (GtkWidget *widget,
                              gboolean (*match) (GtkWidget *widget, gpointer user_data),
                              gpointer user_data);
GtkWidget *monitor_test_find_type (GtkWidget *widget, GType type);
/* Returns the first visible label or button with @text. */
GtkWidget *monitor_test_find_label (GtkWidget *widget, const char *text);

G_END_DECLS
