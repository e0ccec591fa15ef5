/* troupe-after-event.h: what is done to a widget once the current event is handled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*TroupeAfterEventFunc) (GtkWidget *widget);

/* Calls @func with @widget after the current event is handled and before the next one is, unless the widget
 * is no longer in a window by then. A handler of “activate” of a list moves the focus or begins to edit in this
 * way: since GTK 4.18 a row takes the focus after a double click has activated it. Main thread only. */
void troupe_after_event (GtkWidget *widget, TroupeAfterEventFunc func);
/* Grabs the focus for @widget in this way. */
void troupe_after_event_focus (GtkWidget *widget);

G_END_DECLS
