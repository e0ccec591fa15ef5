/* troupe-run-checkpoint.h: checkpoints of a run, in CrewAI's form
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner.h"

G_BEGIN_DECLS

/**
 * TroupeRunCheckpoint:
 *
 * Writes a snapshot of the run after each event that the document names (doc/flow-semantics.md §9.1),
 * as a file or as a row of a database. A failure is told and ends nothing.
 */
typedef struct _TroupeRunCheckpoint TroupeRunCheckpoint;

/* NULL where the flow has none. */
TroupeRunCheckpoint *troupe_run_checkpoint_new (TroupeFlowRunner *runner);
void troupe_run_checkpoint_free (TroupeRunCheckpoint *self);

/* An event of the flow's own was told. @self: (nullable) */
void troupe_run_checkpoint_take_event (TroupeRunCheckpoint *self, TroupeEventType type);

/* --- troupe-run-restore.c ------------------------------------------------------------------------ */

/* Calls a routine that reads the snapshot that the run begins with into a runner that has not begun:
 * methods that are completed, outputs and state; the id of the snapshot is known then. Errors in
 * the routines' failure: %TROUPE_RUN_ERROR_PERSISTENCE, %TROUPE_RUN_ERROR_SCHEMA. */
void troupe_run_restore (TroupeFlowRunner *runner);
/* Writes into the database of snapshots. @path: without links. @removed: (out): how many were pruned beyond @max, -1: all stay */
gboolean troupe_run_checkpoint_save_row (const char *path,
                                         const char *id,
                                         const char *timestamp,
                                         const char *parent,
                                         const char *branch,
                                         const char *text,
                                         gint64 max,
                                         gint64 *removed,
                                         GError **error);

G_END_DECLS
