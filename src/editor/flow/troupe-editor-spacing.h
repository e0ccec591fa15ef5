/* troupe-editor-spacing.h: making space for inserted cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* The space between the two ends of a wire, measured before a card is inserted into it. */
typedef struct
{
  double start; /* right edge of the source; @end: left edge of the target */
  double end;
  double y; /* of a card at the midpoint */
  char *next;
  char *gate; /* (nullable): the source, if it is a gate */
} TroupeWireSpace;

/* Measures the space along a wire. Returns FALSE if the wire does not exist or one of its ends
 * is not displayed. */
gboolean
troupe_editor_spacing_measure_wire (TroupeDrawing *self, const char *id, TroupeWireSpace *room);
void troupe_wire_space_clear (TroupeWireSpace *room);
/* Positions a card that was inserted into a wire between the two ends of the wire, and pushes
 * everything after it to the right until nothing overlaps. The card is placed at the midpoint.
 * If the user dropped it (@by_hand), it stays as near to @place as possible instead. Otherwise
 * @place is a point of the wire, which is used only if the wire runs backward. Must be called
 * during an edit. */
void troupe_editor_spacing_place_on_wire (TroupeDrawing *self,
                                          const char *name,
                                          const TroupeWireSpace *room,
                                          const graphene_point_t *place,
                                          gboolean by_hand);
/**
 * troupe_editor_spacing_settle_gates:
 * @name: a method whose condition has changed since the canvas was drawn
 * @label: of the undo step
 *
 * Gives the gates of the method their places. A gate whose place in the condition has changed has another ID, but remains
 * where it was. For new gates the method and everything after it are pushed to the right until all gates fit in front of
 * it. Must be called during an edit.
 *
 * Returns: by how many pixels the method was pushed
 */
double
troupe_editor_spacing_settle_gates (TroupeDrawing *self, const char *name, const char *label);

G_END_DECLS
