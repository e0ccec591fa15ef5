/* troupe-run-checkpoint.h: checkpoints of a run in CrewAI's format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner.h"

G_BEGIN_DECLS

/**
 * TroupeRunCheckpoint:
 *
 * Writes a snapshot of the run after each event that the document names (doc/flow-semantics.md
 * §9.1), as a file or as a row of a database. A failure is reported but does not end the run.
 */
typedef struct _TroupeRunCheckpoint TroupeRunCheckpoint;

/* Returns NULL if the flow has no checkpoints. */
TroupeRunCheckpoint *troupe_run_checkpoint_new (TroupeFlowRunner *runner);
void troupe_run_checkpoint_free (TroupeRunCheckpoint *self);

/* Called after an event of the flow was emitted. @self: (nullable) */
void troupe_run_checkpoint_take_event (TroupeRunCheckpoint *self, TroupeEventType type);

/* --- Restoring: troupe-run-restore.c ---------------------------------------------------------- */

/* Pushes a routine that loads the initial snapshot of the run into a runner that has not
 * started. The snapshot consists of completed methods, outputs and state. Afterwards the id of
 * the snapshot is set. On failure, the continuations fail with %TROUPE_RUN_ERROR_PERSISTENCE or
 * %TROUPE_RUN_ERROR_SCHEMA. */
void troupe_run_restore (TroupeFlowRunner *runner);
/* Writes a row to the database of snapshots. @path: of troupe_path_confine() with @base. @removed:
 * (out): number of rows that were pruned beyond @max, -1 to keep all. Errors: %G_IO_ERROR */
gboolean troupe_run_checkpoint_save_row (const char *path,
                                         const char *base,
                                         const char *id,
                                         const char *timestamp,
                                         const char *parent,
                                         const char *branch,
                                         const char *text,
                                         gint64 max,
                                         gint64 *removed,
                                         GError **error);

G_END_DECLS
