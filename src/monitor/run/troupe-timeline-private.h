/* troupe-timeline-private.h: what the files of the timeline share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-timeline.h"

G_BEGIN_DECLS

/* Measures of doc/interface.md §10, in pixels. */
#define TROUPE_TIMELINE_NAME_WIDTH 190
#define TROUPE_TIMELINE_AXIS_HEIGHT 26
#define TROUPE_TIMELINE_ROW_HEIGHT 24

struct _TroupeTimeline
{
  GtkWidget parent_instance;

  TroupeRunModel *model;
  GtkAdjustment *adjustment; /* (nullable): of the scrolled window around it */
  char *selected;
  guint pass;     /* of that: which one is shown; 0 is the latest */
  double zoom;    /* 1: all of the run fits */
  double offset;  /* microseconds at the left edge */
  double pointer; /* x of the pointer */
  guint n_rows;   /* that it was measured for */
  guint tick;
  gint64 last_frame;
};

/* Microseconds that the axis shows at zoom 1, and pixels for one of them. */
double troupe_timeline_get_span (TroupeTimeline *self);
double troupe_timeline_get_scale (TroupeTimeline *self);

/* The part of the widget's height that is in view. */
void troupe_timeline_get_view (TroupeTimeline *self, double *top, double *height);

/* Row under @y of the widget, or -1. The axis stays at the top of the view and covers rows. */
int troupe_timeline_find_row (TroupeTimeline *self, double y);
/* The bar at @x in @row, or NULL. */
const TroupeBar *troupe_timeline_find_bar (TroupeTimeline *self, const TroupeRunRow *row, double x);
/* What a person is told of a bar. (transfer full) */
char *
troupe_timeline_describe_bar (TroupeTimeline *self, const TroupeRunRow *row, const TroupeBar *bar);

/* Draws what is in view. */
void troupe_timeline_draw (TroupeTimeline *self, GtkSnapshot *snapshot);

G_END_DECLS
