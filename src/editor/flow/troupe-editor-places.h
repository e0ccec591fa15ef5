/* troupe-editor-places.h: free positions on the canvas, computed from the actual sizes of objects
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"
#include "troupe-editor-view.h"

G_BEGIN_DECLS

/* Offset of a card's ports below its upper edge (doc/interface.md §2). */
#define TROUPE_CARD_PORT_Y 26.0

/* Returns the area that the card and its gates would cover with the card's corner at @x, @y. */
graphene_rect_t
troupe_editor_places_get_block (TroupePlotGraph *graph, guint card, double x, double y);
/* Like troupe_editor_places_get_block(), for the method @name of the current document at 0, 0,
 * or for a plain card if the method does not exist. The left edge is negative by the space that
 * gates need. */
graphene_rect_t troupe_editor_places_measure_block (TroupeDrawing *self, const char *name);

/* Finds the position on the grid that is nearest to @x, @y and clear of cards, gates, notes, ports
 * and, unless @on_wire is set, wires. The position is for the card of the method @name (nullable: for
 * a plain card). Also works during an edit. */
void troupe_editor_places_find_free (TroupeDrawing *self,
                                     const char *name,
                                     gboolean on_wire,
                                     double *x,
                                     double *y);
/* Finds the clear position nearest to @x, @y for an object of that size. */
void troupe_editor_places_find_free_area (TroupeDrawing *self,
                                          double width,
                                          double height,
                                          double *x,
                                          double *y);
/* Finds a default position for a new object: right of the selection, or else in the center of
 * the view. */
void troupe_editor_places_find_room (TroupeDrawing *self,
                                     TroupeEditorView *view,
                                     const char *name,
                                     double *x,
                                     double *y);

/* Stores the position of an item. With the first position that the user sets, all automatic positions are
 * stored, too, so that the layout stays as it is seen. */
void
troupe_editor_places_store (TroupeDrawing *self, const TroupePosition *position, const char *label);

/* Moves pasted cards with their gates, notes and groups, preserving their relative positions, to
 * the free position that is nearest to @x, @y. Cards without a position are laid out first. Must
 * be called during an edit. */
void troupe_editor_places_move_pasted (TroupeDrawing *self,
                                       const TroupeFlowPasted *pasted,
                                       double x,
                                       double y,
                                       const char *label);
/* Moves notes that are now covered by cards to free positions. Must be called during an edit. */
void troupe_editor_places_free_notes (TroupeDrawing *self);

G_END_DECLS
