/* troupe-bottom-panel.h: height of the panel below the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define TROUPE_BOTTOM_PANEL_HEIGHT 342 /* bar of 40 px and panel of 302 px */

/**
 * TroupeBottomPanel:
 *
 * Controls the position of a vertical GtkPaned whose end child is a bar of 40 px and, while it is open, a
 * panel above the end of the bar. The handle works only while the panel is open.
 *
 * Properties: `open` (boolean), `height` (int: of the open panel and its bar; changes when the user drags the handle).
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_BOTTOM_PANEL (troupe_bottom_panel_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBottomPanel, troupe_bottom_panel, TROUPE, BOTTOM_PANEL, GObject)

/* @paned: must live as long as the result; g_object_run_dispose() must be called before it is disposed */
TroupeBottomPanel *troupe_bottom_panel_new (GtkPaned *paned);

/* Sets the end child. @bottom: (nullable) */
void troupe_bottom_panel_set_child (TroupeBottomPanel *self, GtkWidget *bottom);
gboolean troupe_bottom_panel_get_open (TroupeBottomPanel *self);
void troupe_bottom_panel_set_open (TroupeBottomPanel *self, gboolean open);
/* Lets the end child use the space of the start child as well, which is hidden in the meantime. */
void troupe_bottom_panel_set_whole (TroupeBottomPanel *self, gboolean whole);
int troupe_bottom_panel_get_height (TroupeBottomPanel *self);
/* Sets the height with which the panel is opened next. */
void troupe_bottom_panel_set_height (TroupeBottomPanel *self, int height);

G_END_DECLS
