/* troupe-view-covers.h: widgets that float over the canvas and cover a part of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-canvas.h"

G_BEGIN_DECLS

/* Threads: main thread, for all functions of this file. */

/* The toolbars, panels and notices over one canvas, each at one of its sides. */
typedef struct _TroupeViewCovers TroupeViewCovers;

TroupeViewCovers *troupe_view_covers_new (TroupeCanvas *canvas);
void troupe_view_covers_free (TroupeViewCovers *self);

/* @side: not the left one, which nothing covers */
void troupe_view_covers_add (TroupeViewCovers *self, GtkWidget *widget, GtkPositionType side);
/* Sets the size of the canvas in which the covers are laid out. While the canvas is resized, this is its
 * old size. */
void troupe_view_covers_set_size (TroupeViewCovers *self, int width, int height);

/* Tells the canvas where covers are. @with_lower: whether those at the lower edge count; they are left out
 * if they give way to the item anyway, so that the view does not move below the pointer */
void troupe_view_covers_update_insets (TroupeViewCovers *self, gboolean with_lower);
/* Returns TRUE if all of the item is in view and no cover at the lower edge covers a part of it. */
gboolean troupe_view_covers_leave_clear (TroupeViewCovers *self, const char *id);
/* Lists the areas of tools at the upper or lower edge in a canvas of that size, in pixels of its widget. The
 * minimap does not count unless it stays, because it is hidden when everything is in view. (transfer full)
 * (element-type graphene_rect_t) */
GArray *troupe_view_covers_list_areas (TroupeViewCovers *self, double width, double height);
/* Sets whether a high cover, such as the minimap, stays even if everything is in view. */
void troupe_view_covers_set_stays (TroupeViewCovers *self, GtkWidget *widget, gboolean stays);

G_END_DECLS
