/* bench-frames.h: how long the frames of a widget take
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * BenchFrames:
 *
 * Watches a frame clock. A frame is the processor time of the main thread from the clock's before-paint to its
 * after-paint, with what was done for it before: what others on the machine do counts for little in that.
 */
typedef struct _BenchFrames BenchFrames;

/* @widget: is mapped, and goes after the frames do. Free with bench_frames_free(). */
BenchFrames *bench_frames_new (GtkWidget *widget);
void bench_frames_free (BenchFrames *self);

/* What is done between both is of the next frame, where it is no part of painting. */
void bench_frames_begin_work (BenchFrames *self);
void bench_frames_end_work (BenchFrames *self);

/* Calls @callback in each of @n frames, and waits until they were. Ends the program where no frame comes in a minute. */
void bench_frames_run (BenchFrames *self, guint n, GtkTickCallback callback, gpointer user_data);

/* Prints number, median, 95th percentile and longest of the frames since the last report, in milliseconds, and how
 * many are beyond @limit_ms; begins anew. */
void bench_frames_report (BenchFrames *self, const char *what, double limit_ms);

G_END_DECLS
