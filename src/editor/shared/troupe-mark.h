/* troupe-mark.h: icon of a method: role as color and shape, action as symbol
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-canvas-types.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_MARK (troupe_mark_get_type ())
G_DECLARE_FINAL_TYPE (TroupeMark, troupe_mark, TROUPE, MARK, GtkWidget)

/* Creates a square icon, @size pixels wide (doc/interface.md §8: 36 in the inspector's header). */
GtkWidget *troupe_mark_new (int size);
void troupe_mark_set_size (TroupeMark *self, int size);
/* @icon_name: (nullable) */
void troupe_mark_set (TroupeMark *self, TroupeCanvasRole role, const char *icon_name);

/* Returns the role, which is start, listener or router. A router that starts the flow is a
 * router. */
TroupeCanvasRole troupe_mark_get_role (const TroupeFlowMethod *method);

G_END_DECLS
