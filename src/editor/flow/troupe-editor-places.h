/* troupe-editor-places.h: free places on the canvas, by the true sizes of things
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/* Where a card's ports are, below its upper edge (doc/interface.md §2). */
#define TROUPE_CARD_PORT_Y 26.0

/* What the card and its gates would cover if the card's corner were at @x, @y. */
graphene_rect_t
troupe_editor_places_get_block (TroupePlotGraph *graph, guint card, double x, double y);
/* The same of the method of that name at 0, 0, as the document is now; a plain card's where there is
 * none. The left edge is below 0 by what gates need. */
graphene_rect_t troupe_editor_places_measure_block (TroupeDrawing *self, const char *name);

/* The free place nearest to @x, @y for the card of that method (nullable: for a plain card), on the
 * grid. In the middle of an edit too. */
void troupe_editor_places_find_free (TroupeDrawing *self, const char *name, double *x, double *y);
/* Likewise for anything of that size. */
void troupe_editor_places_find_free_area (TroupeDrawing *self,
                                          double width,
                                          double height,
                                          double *x,
                                          double *y);
/* A place for something new that nobody has chosen a place for: behind what is selected, else in the
 * middle of the view. */
void troupe_editor_places_find_room (TroupeDrawing *self,
                                     TroupeEditorView *view,
                                     const char *name,
                                     double *x,
                                     double *y);

/* Moves the cards of @names, and their gates, as they stand to each other, to the free place nearest
 * to @x, @y. What has no place yet is arranged first. A part of an edit. */
void troupe_editor_places_move_methods (TroupeDrawing *self,
                                        const char *const *names,
                                        double x,
                                        double y,
                                        const char *label);
/* Notes that cards have come to lie on go aside. A part of an edit. */
void troupe_editor_places_free_notes (TroupeDrawing *self);

G_END_DECLS
