/* troupe-bar-box.h: row of a text and its buttons, which wrap in a narrow window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeBarBox:
 *
 * The content of a bar above a page: an icon, a text that expands horizontally, and buttons after it; or buttons only,
 * such as those below a field. If the text would become too narrow beside the buttons, the buttons are placed in lines below it, so that the bar
 * never makes its window wider than the screen.
 */
#define TROUPE_TYPE_BAR_BOX (troupe_bar_box_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBarBox, troupe_bar_box, TROUPE, BAR_BOX, GtkWidget)

GtkWidget *troupe_bar_box_new (void);
/* Sets whether lines of buttons are placed at the start instead of the end. */
void troupe_bar_box_set_at_start (TroupeBarBox *self, gboolean is_at_start);
/* Appends @child after the other children. @child: (transfer floating) */
void troupe_bar_box_append (TroupeBarBox *self, GtkWidget *child);

G_END_DECLS
