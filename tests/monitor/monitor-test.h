/* monitor-test.h: what the tests of the monitor share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-monitor.h"
#include "troupe-run-model.h"

G_BEGIN_DECLS

/* When the runs of these tests begin, microseconds since 1970. */
#define MONITOR_TEST_START G_GINT64_CONSTANT (1795244404000000)

/**
 * MonitorFeed:
 *
 * Events as a run would make them: numbered from 1 without a gap, each end with its start.
 */
typedef struct
{
  GPtrArray *events; /* (element-type TroupeEvent) */
  guint64 sequence;
} MonitorFeed;

void monitor_feed_init (MonitorFeed *self);
void monitor_feed_clear (MonitorFeed *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (MonitorFeed, monitor_feed_clear)

/* @time: milliseconds since the start; @started: of an end, what its start gave; @fields, @state:
 * (nullable): JSON with ' for ". Returns the event's number. */
guint64 monitor_feed_add (MonitorFeed *self,
                          TroupeEventType type,
                          const char *method,
                          int time,
                          guint64 started,
                          const char *fields,
                          const char *state);
/* Hands what was added since the last time to @model. */
void monitor_feed_flush (MonitorFeed *self, TroupeRunModel *model);

/* With a trace of its own. (transfer full) */
TroupeRunModel *monitor_test_new_model (void);
/* Its trace and it begin; microseconds since 1970. */
void monitor_test_begin (TroupeRunModel *model, gint64 started_us);
/* The same of a monitor; at the end @result: (nullable). */
GtkWidget *monitor_test_new_monitor (void);
void monitor_test_begin_run (TroupeMonitor *monitor, TroupeFlow *flow, gint64 started_us);
void monitor_test_end_run (TroupeMonitor *monitor, const TroupeRunResult *result);

/* JSON with ' for ". (transfer full) */
TroupeValue *monitor_test_value (const char *text);
/* The value as compact JSON with ' for ". (transfer full) */
char *monitor_test_text (TroupeValue *value);
/* The integers from 0 to @length - 1. (transfer full) */
TroupeValue *monitor_test_list (gsize length);

/* Runs the main loop until @done is TRUE; fails after ten seconds. */
void monitor_test_wait (gboolean (*done) (gpointer), gpointer user_data);
/* A window around @child, which it owns, once it has its size. */
GtkWidget *monitor_test_open (GtkWidget *child, int width, int height);
void monitor_test_close (GtkWidget *window);
/* The widget draws its next frame. */
void monitor_test_draw (GtkWidget *widget);
/* Milliseconds of this thread's processor time. */
double monitor_test_clock (void);

/* The first widget at or below @widget for which @match is TRUE, or NULL. */
GtkWidget *monitor_test_find (GtkWidget *widget,
                              gboolean (*match) (GtkWidget *widget, gpointer user_data),
                              gpointer user_data);
GtkWidget *monitor_test_find_type (GtkWidget *widget, GType type);
/* The first label or button with @text that is in view. */
GtkWidget *monitor_test_find_label (GtkWidget *widget, const char *text);

G_END_DECLS
