/* troupe-flow-box-keys.h: keys that move between the lines of a flow box
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Makes Up, Down, Page Up and Page Down of every #GtkFlowBox of the program move by the places of its children.
 * GTK divides by the number of children in a line, which is 0 after a layout in which none was visible: in the
 * list of emoji, which every text opens with Ctrl+period, a key that follows the search would end the program
 * or never return. Call once, in the main thread, after GTK was initialized. */
void troupe_flow_box_keys_init (void);

G_END_DECLS
