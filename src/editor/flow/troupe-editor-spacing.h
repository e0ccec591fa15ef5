/* troupe-editor-spacing.h: makes space for inserted cards and gates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-drawing.h"

G_BEGIN_DECLS

/* What there is between the two ends of a wire, as it is before a card is put onto it. */
typedef struct
{
  double start; /* where the first thing ends and the second begins */
  double end;
  double y; /* of a card half way */
  char *next;
  char *gate; /* (nullable): the wire comes out of it */
} TroupeWireRoom;

/* FALSE where there is no such wire, or an end of it is not seen. */
gboolean
troupe_editor_spacing_measure_wire (TroupeDrawing *self, const char *id, TroupeWireRoom *room);
void troupe_wire_room_clear (TroupeWireRoom *room);
/* Puts the card between the two ends, and what begins behind it so far to the right that nothing lies on
 * it. The wire is on the card already. @place: where the card was dropped (@by_hand: as near to it as it
 * can be), else where the wire was met: then it goes half way, and there only where the wire runs back.
 * A part of an edit. */
void troupe_editor_spacing_place_on_wire (TroupeDrawing *self,
                                          const char *name,
                                          const TroupeWireRoom *room,
                                          const graphene_point_t *place,
                                          gboolean by_hand);
/* Where the method has got gates that nothing has a place for: it goes so far to the right, with all
 * that begins behind it, that they find room in front of it. A part of an edit. */
void
troupe_editor_spacing_make_for_gates (TroupeDrawing *self, const char *name, const char *label);

G_END_DECLS
