/* bench-frames.h: frame times of a widget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * BenchFrames:
 *
 * Observes a frame clock. The time of a frame is the processor time of the main thread from the
 * clock's before-paint to its after-paint, including earlier work for the frame. Other processes
 * have little influence on this time.
 */
typedef struct _BenchFrames BenchFrames;

/* Creates an observer of the widget's frame clock. @widget: a mapped widget that outlives the
 * object. Free with bench_frames_free(). */
BenchFrames *bench_frames_new (GtkWidget *widget);
void bench_frames_free (BenchFrames *self);

/* Work between begin and end is added to the next frame unless it is part of painting. */
void bench_frames_begin_work (BenchFrames *self);
void bench_frames_end_work (BenchFrames *self);

/* Calls @callback in each of @n frames, and waits for them. Exits the program if there is no
 * frame for a minute. */
void bench_frames_run (BenchFrames *self, guint n, GtkTickCallback callback, gpointer user_data);

/* Prints the number, median, 95th percentile and maximum of the frames since the last report, in
 * milliseconds, and the number of frames that exceed @limit_ms. Then starts a new report. */
void bench_frames_report (BenchFrames *self, const char *what, double limit_ms);

G_END_DECLS
