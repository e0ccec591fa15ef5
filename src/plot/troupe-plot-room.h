/* troupe-plot-room.h: what is taken of the ground
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* What is taken, by cells, so that whether a place is free is known at once. */
typedef struct _TroupePlotRoom TroupePlotRoom;

TroupePlotRoom *troupe_plot_room_new (void);
void troupe_plot_room_free (TroupePlotRoom *self);
void troupe_plot_room_take (TroupePlotRoom *self, TroupePlotBox box);
/* The lower edge of something that is in the way; NAN where nothing is. */
double troupe_plot_room_find_obstacle (TroupePlotRoom *self, TroupePlotBox box);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotRoom, troupe_plot_room_free)

G_END_DECLS
