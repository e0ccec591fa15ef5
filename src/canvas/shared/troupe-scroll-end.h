/* troupe-scroll-end.h: stops the scrolling of a text view that is unmapped
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_scroll_end_with:
 * @view: the scrolled widget, which is a #GtkTextView or a subclass of it
 *
 * Stops a scroll animation of @view at its current position when the view is unmapped. Otherwise
 * GTK 4.8 ends the animation a moment later by jumping to its target. A text view reacts by setting
 * the position again, so that the animation is ended twice, which logs a critical warning.
 */
void troupe_scroll_end_with (GtkWidget *view);

G_END_DECLS
