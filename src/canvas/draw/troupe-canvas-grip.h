/* troupe-canvas-grip.h: state of hover and drag, as the painter needs it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

typedef enum
{
  DRAG_NONE,
  DRAG_BAND,
  DRAG_PAN,
  DRAG_MOVE,
  DRAG_WIRE,
  DRAG_REWIRE,
  DRAG_BEND,
  DRAG_NOTE_SIZE,
  DRAG_CUT,
} CanvasDrag;

/* The state of hover and drag. The structure is read-only; the input handler that fills it owns
 * the pointers. */
typedef struct
{
  TroupeCanvasKind hover_kind;
  const char *hover_id; /* (nullable) */

  CanvasDrag drag;
  double drag_x, drag_y;         /* start, in canvas pixels */
  double drag_now_x, drag_now_y; /* current position */
  gboolean drag_backward;        /* wire drawn from an input */
  const char *target_id;         /* (nullable): drop target of the wire */
  const char *target_input;      /* (nullable) */
  const char *target_reason;     /* (nullable): why it is refused */
  gboolean target_refused;
  const char *insert_wire;           /* (nullable): wire to insert the card into */
  GHashTable *refusing;              /* (nullable): ids of cards that cannot take the wire */
  double snap_guide_x, snap_guide_y; /* NaN: none */
} CanvasGrip;

G_END_DECLS
