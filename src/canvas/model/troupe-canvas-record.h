/* troupe-canvas-record.h: how a scene keeps what it was given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-canvas-types.h"

G_BEGIN_DECLS

/* Every record begins with one, so that one table can know them all by id. */
typedef struct
{
  TroupeCanvasKind kind;
  guint index;  /* in the array of its kind */
  guint serial; /* grows with each change of the record; what is drawn from it is kept until then */
  guint
      shape; /* grows with each new description, of a wire with one by which it runs elsewhere; what is measured from it
                 * is kept until then */
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
  gboolean *arrived; /* one for each input, NULL: no run is shown */
  guint n_inputs;
  gboolean fired;
} TroupeGateRecord;

typedef struct
{
  TroupeRecord record;
  TroupeCanvasWire wire;
  TroupeCanvasWireState state;
  guint pulses; /* grows each time a point should run along it */
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

/* A deep copy of @description (the public struct of @kind) in a new record. */
TroupeRecord *troupe_record_new (TroupeCanvasKind kind, gconstpointer description);
void troupe_record_free (TroupeRecord *self);
/* Replaces the description and keeps the run. */
void troupe_record_replace (TroupeRecord *self, gconstpointer description);
const char *troupe_record_get_id (const TroupeRecord *self);
/* The place inside the record where its x and y are; FALSE for a wire. */
gboolean troupe_record_get_place (TroupeRecord *self, double **x, double **y);
/* The same for those who only look. */
gboolean troupe_record_read_place (const TroupeRecord *self, double *x, double *y);

/* @run: (nullable) */
void troupe_node_record_set_run (TroupeNodeRecord *self, const TroupeCanvasNodeRun *run);

G_END_DECLS
