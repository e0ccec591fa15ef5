/* troupe-timeline.h: timeline of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-model.h"

G_BEGIN_DECLS

/**
 * TroupeTimeline:
 *
 * Draws a tree of methods, tasks and calls (doc/interface.md §10). A click or the arrow keys select
 * a row, and with it its method. The arrow before a name, Left and Right fold the rows below it. If
 * a method ran several times, a click, Ctrl+Left and Ctrl+Right also select a pass. Ctrl+wheel zooms around the pointer, and Shift+wheel scrolls in time. Must be the child of a
 * vertically scrolling scrolled window.
 *
 * Signals: `method-selected` (name), `pass-selected` (number of a pass of that method, from 1).
 */
#define TROUPE_TYPE_TIMELINE (troupe_timeline_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTimeline, troupe_timeline, TROUPE, TIMELINE, GtkWidget)

GtkWidget *troupe_timeline_new (TroupeRunModel *model);
/* Sets the time that is visible at least, in microseconds, so that the timelines of several runs have the same scale. */
void troupe_timeline_set_least_span (TroupeTimeline *self, gint64 span);
/* @name: (nullable) */
void troupe_timeline_set_selected (TroupeTimeline *self, const char *name);
/* Sets the displayed pass of the selected method; 0 is the latest. */
void troupe_timeline_set_pass (TroupeTimeline *self, guint pass);
/* Sets the menu of the rows, which the secondary button and the menu key open. The row is selected before. @menu: (nullable) */
void troupe_timeline_set_menu (TroupeTimeline *self, GMenuModel *menu);

G_END_DECLS
