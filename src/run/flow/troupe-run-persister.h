/* troupe-run-persister.h: what makes a run outlive its process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"
#include "troupe-flow-states.h"

G_BEGIN_DECLS

/**
 * TroupeRunKeeper:
 *
 * Saves the flow's state where the document says so (doc/flow-semantics.md §9), and in the store of
 * runs each method that has ended. What methods leave behind that end together is made durable together,
 * before the first of them is dispatched.
 */
typedef struct _TroupeRunKeeper TroupeRunKeeper;

/* The database that a block of persistence means. (transfer full) */
char *troupe_run_keeper_find_path (TroupeFlow *flow,
                                   TroupeValue *block,
                                   const char *state_database,
                                   const char *folder,
                                   GError **error);

/* The same by its name alone, as the document has it: looks at no file. (transfer full) (nullable) */
char *troupe_run_keeper_name_path (TroupeFlow *flow, TroupeValue *block, const char *folder);

/* NULL where the flow's own block names a database that cannot be had. */
TroupeRunKeeper *troupe_run_keeper_new (TroupeFlowRunner *runner, GError **error);
void troupe_run_keeper_free (TroupeRunKeeper *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunKeeper, troupe_run_keeper_free)

/* Whether the flow itself is persistent, so that states can be restored. */
gboolean troupe_run_keeper_can_restore (TroupeRunKeeper *self);
/* The latest state under @id. NULL without an error where there is none. */
TroupeValue *troupe_run_keeper_load (TroupeRunKeeper *self, TroupeValue *id, GError **error);

/* The state with which the methods begin. */
void troupe_run_keeper_begin (TroupeRunKeeper *self);
/* The same of a run that is resumed: what was written then. */
gboolean
troupe_run_keeper_begin_again (TroupeRunKeeper *self, const TroupeRunStep *first, GError **error);
/* The frame's method has an output. FALSE: it has none that can be kept, and has failed. */
gboolean troupe_run_keeper_add (TroupeRunKeeper *self, TroupeRunnerFrame *frame);
void troupe_run_keeper_add_failure (TroupeRunKeeper *self, TroupeRunnerFrame *frame);
/* Writes what was added where nothing need wait for it (doc/reliability.md R1). FALSE: it has to be committed. */
gboolean troupe_run_keeper_write_behind (TroupeRunKeeper *self);
/* Calls a routine that makes all that was told so far durable: what is done next must not be done twice unasked. */
void troupe_run_keeper_make_durable (TroupeRunKeeper *self);
/* Calls a routine that makes all that was added durable. Frames whose state could not be saved have failed then. */
void troupe_run_keeper_commit (TroupeRunKeeper *self);

/* troupe-run-persister-feedback.c */
/* Calls a routine that makes what the frame's method asks durable, with all that was before it. */
void troupe_run_keeper_add_request (TroupeRunKeeper *self, TroupeRunnerFrame *frame);
/* Nobody need answer the frame's request any more. */
void troupe_run_keeper_close_request (TroupeRunKeeper *self, TroupeRunnerFrame *frame);
/* Calls a routine that writes it into CrewAI's own table, for whoever goes on (doc/flow-semantics.md §10.1).
 * Errors in the routines' failure. */
void troupe_run_keeper_pause (TroupeRunKeeper *self, TroupeRunnerFrame *frame);
/* And takes it out again when the answer is durable. */
void troupe_run_keeper_clear_pending (TroupeRunKeeper *self, TroupeRunnerFrame *frame);

G_END_DECLS
