/* troupe-canvas-record.h: private copies of the items of a scene
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* Common header of all records, so that one table can contain them all by id. */
typedef struct
{
  TroupeCanvasKind kind;
  guint index;  /* in the array of its kind */
  guint serial; /* increases with each change; cache key for drawing */
  guint
      shape; /* increases with each new description (of a wire: if its route changes); cache key
                for measuring */
} TroupeRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasNode node;
  TroupeCanvasNodeRun run;
  gboolean related;
  TroupeCanvasMark mark;
} TroupeNodeRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasGate gate;
  gboolean *arrived; /* one per input; NULL: no run is shown */
  guint n_inputs;
  gboolean fired;
} TroupeGateRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasWire wire;
  TroupeCanvasWireState state;
  guint pulses; /* increases with each pulse along the wire */
  gboolean is_paused;
} TroupeWireRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasNote note;
} TroupeNoteRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasGroup group;
} TroupeGroupRecord;

/* Returns a new record with a deep copy of @description (the public struct of @kind). */
TroupeRecord *troupe_record_new (TroupeCanvasKind kind, gconstpointer description);
void troupe_record_free (TroupeRecord *self);
/* Replaces the description and keeps the state of the run. */
void troupe_record_replace (TroupeRecord *self, gconstpointer description);
const char *troupe_record_get_id (const TroupeRecord *self);
/* Returns pointers to x and y inside the record; FALSE for a wire. */
gboolean troupe_record_get_place (TroupeRecord *self, double **x, double **y);
/* Returns the position; FALSE for a wire. */
gboolean troupe_record_read_place (const TroupeRecord *self, double *x, double *y);

/* @run: (nullable) */
void troupe_node_record_set_run (TroupeNodeRecord *self, const TroupeCanvasNodeRun *run);

G_END_DECLS
