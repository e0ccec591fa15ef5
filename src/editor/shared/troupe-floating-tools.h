/* troupe-floating-tools.h: widgets that float over the canvas and give way to selected cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/**
 * TroupeFloatingTools:
 *
 * Hides a widget that floats over the canvas while it would cover a selected card, gate or note, or
 * the one that has the keyboard focus. New and pasted cards are selected, so that it gives way to
 * them as well.
 *
 * The widgets are hidden rather than moved, because a tool that changes its corner is not where the
 * user looks for it, and the view cannot move instead: it would move against the user who pans it
 * or drags the card. A widget stays while the pointer or the focus is in it, so that it does not
 * vanish under a click. Zooming works with keys and the scroll wheel all the time.
 *
 * A hidden widget keeps its place: it is not mapped, as for gtk_widget_set_child_visible().
 *
 * Threads: main thread.
 */
#define TROUPE_TYPE_FLOATING_TOOLS (troupe_floating_tools_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFloatingTools, troupe_floating_tools, TROUPE, FLOATING_TOOLS, GObject)

TroupeFloatingTools *troupe_floating_tools_new (TroupeCanvas *canvas);
/* Adds a widget in the overlay of the canvas. */
void troupe_floating_tools_add (TroupeFloatingTools *self, GtkWidget *widget);
/* Shows or hides the widgets now. Must be called when the overlay was resized; changes of the canvas
 * are followed. */
void troupe_floating_tools_update (TroupeFloatingTools *self);

G_END_DECLS
