/* troupe-canvas-grip.h: what the pointer holds and points at, for those who draw it
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

/* To be read alone; the hand that fills it owns what it points to. */
typedef struct
{
  TroupeCanvasKind hover_kind;
  const char *hover_id; /* (nullable) */

  CanvasDrag drag;
  double drag_x, drag_y;         /* where it began, canvas pixels */
  double drag_now_x, drag_now_y; /* where it is */
  gboolean drag_backward;        /* a wire drawn out of an input */
  const char *target_id;         /* (nullable): what the wire would hang on */
  const char *target_input;      /* (nullable) */
  const char *target_reason;     /* (nullable): why it may not */
  gboolean target_refused;
  const char *insert_wire;           /* (nullable): what the card would be put into */
  GHashTable *refusing;              /* (nullable): ids of cards that cannot take the wire */
  double snap_guide_x, snap_guide_y; /* NaN: none */
} CanvasGrip;

G_END_DECLS
