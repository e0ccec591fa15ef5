/* troupe-scroll-end.h: texts that are taken away while they scroll
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_scroll_end_with:
 * @view: what is scrolled: a #GtkTextView or a subclass of it
 *
 * Lets the scrolling of @view end where it is when the view is unmapped. GTK 4.8 ends it by itself, a moment
 * later, by going to where it led; a text view that is told so sets the place again, and the end is then ended
 * twice, which is critical.
 */
void troupe_scroll_end_with (GtkWidget *view);

G_END_DECLS
