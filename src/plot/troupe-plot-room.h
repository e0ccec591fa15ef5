/* troupe-plot-room.h: spatial index of the occupied areas of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* Occupied areas, stored by grid cells for a fast check whether an area is free. */
typedef struct _TroupePlotSpace TroupePlotSpace;

TroupePlotSpace *troupe_plot_space_new (void);
void troupe_plot_space_free (TroupePlotSpace *self);
void troupe_plot_space_take (TroupePlotSpace *self, TroupePlotBox box);
/* Returns the lower edge of an occupied area that intersects @box, or NAN if @box is free. */
double troupe_plot_space_find_obstacle (TroupePlotSpace *self, TroupePlotBox box);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotSpace, troupe_plot_space_free)

G_END_DECLS
