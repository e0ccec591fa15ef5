/* troupe-timeline-private.h: private members of TroupeTimeline, shared by its source files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-timeline.h"

G_BEGIN_DECLS

/* Sizes from doc/interface.md §10, in pixels. */
#define TROUPE_TIMELINE_NAME_WIDTH 190
#define TROUPE_TIMELINE_AXIS_HEIGHT 26
#define TROUPE_TIMELINE_ROW_HEIGHT 24
/* The arrow that folds a row, and the space by which a row is indented for each row around it. */
#define TROUPE_TIMELINE_ARROW_WIDTH 16
#define TROUPE_TIMELINE_INDENT 16

struct _TroupeTimeline
{
  GtkWidget parent_instance;

  TroupeRunModel *model;
  GMenuModel *menu;          /* (nullable): of the rows */
  GtkAdjustment *adjustment; /* (nullable): of the surrounding scrolled window */
  char *selected;
  const TroupeRunRow *cursor; /* (nullable): the row that the keys move */
  guint n_runs;               /* number of the run of @cursor */
  guint n_rewinds;
  guint pass;     /* displayed pass of the selected method; 0 is the latest */
  double zoom;    /* 1 if the whole run fits */
  double offset;  /* microseconds at the left edge */
  double pointer; /* x coordinate of the pointer */
  gint64 least_span; /* see troupe_timeline_set_least_span() */
  guint n_rows;   /* number of rows when the widget was measured */
  guint tick;
  gint64 last_frame;
};

/* Return the microseconds that the axis shows at zoom 1, and the pixels per microsecond. */
double troupe_timeline_get_span (TroupeTimeline *self);
double troupe_timeline_get_scale (TroupeTimeline *self);

/* Gets the visible part of the widget's height. */
void troupe_timeline_get_view (TroupeTimeline *self, double *top, double *height);

/* Returns the row at @y of the widget, or -1 if there is none. The axis stays at the top of the
 * view, where it covers rows. */
int troupe_timeline_find_row (TroupeTimeline *self, double y);
/* Returns the row that is highlighted: the cursor if it belongs to the selected method, otherwise
 * the row of that method. (nullable) */
const TroupeRunRow *troupe_timeline_get_highlighted (TroupeTimeline *self);
/* Returns the x coordinate of the arrow of @row, which precedes its name. */
int troupe_timeline_get_arrow_x (const TroupeRunRow *row);
/* Returns the bar at @x in @row, or NULL. */
const TroupeBar *troupe_timeline_find_bar (TroupeTimeline *self, const TroupeRunRow *row, double x);
/* Describes a bar for tooltips and accessibility. (transfer full) */
char *
troupe_timeline_describe_bar (TroupeTimeline *self, const TroupeRunRow *row, const TroupeBar *bar);

/* Draws the visible part. */
void troupe_timeline_draw (TroupeTimeline *self, GtkSnapshot *snapshot);

G_END_DECLS
