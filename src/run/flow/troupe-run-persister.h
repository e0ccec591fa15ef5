/* troupe-run-persister.h: writes the steps of a run to the store so that it survives the process
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-runner-frame.h"
#include "troupe-flow-states.h"

G_BEGIN_DECLS

/**
 * TroupeRunPersister:
 *
 * Saves the flow's state where the document says so (doc/flow-semantics.md §9), and in the store of
 * runs each method that has ended. What methods leave behind that end together is made durable together,
 * before the first of them is dispatched.
 */
typedef struct _TroupeRunPersister TroupeRunPersister;

/* The database that a block of persistence means. (transfer full) */
char *troupe_run_persister_find_path (TroupeFlow *flow,
                                      TroupeValue *block,
                                      const char *state_database,
                                      const char *folder,
                                      GError **error);

/* The same by its name alone, as the document has it: looks at no file. (transfer full) (nullable) */
char *troupe_run_persister_name_path (TroupeFlow *flow, TroupeValue *block, const char *folder);

/* NULL where the flow's own block names a database that cannot be had. */
TroupeRunPersister *troupe_run_persister_new (TroupeFlowRunner *runner, GError **error);
void troupe_run_persister_free (TroupeRunPersister *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunPersister, troupe_run_persister_free)

/* Whether the flow itself is persistent, so that states can be restored. */
gboolean troupe_run_persister_can_restore (TroupeRunPersister *self);
/* The latest state under @id. NULL without an error where there is none. */
TroupeValue *troupe_run_persister_load (TroupeRunPersister *self, TroupeValue *id, GError **error);

/* The state with which the methods begin. */
void troupe_run_persister_begin (TroupeRunPersister *self);
/* The same of a run that is resumed: what was written then. */
gboolean troupe_run_persister_begin_again (TroupeRunPersister *self,
                                           const TroupeRunStep *first,
                                           GError **error);
/* The frame's method has an output. FALSE: it has none that can be kept, and has failed. */
gboolean troupe_run_persister_add (TroupeRunPersister *self, TroupeRunnerFrame *frame);
void troupe_run_persister_add_failure (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Writes what was added where nothing need wait for it (doc/reliability.md R1). FALSE: it has to be committed. */
gboolean troupe_run_persister_write_behind (TroupeRunPersister *self);
/* Calls a routine that makes all that was told so far durable: what is done next must not be done twice unasked. */
void troupe_run_persister_make_durable (TroupeRunPersister *self);
/* Calls a routine that makes all that was added durable. Frames whose state could not be saved have failed then. */
void troupe_run_persister_commit (TroupeRunPersister *self);

/* troupe-run-persister-feedback.c */
/* Calls a routine that makes what the frame's method asks durable, with all that was before it. */
void troupe_run_persister_add_request (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Nobody need answer the frame's request any more. */
void troupe_run_persister_close_request (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Calls a routine that writes it into CrewAI's own table, for whoever goes on (doc/flow-semantics.md §10.1).
 * Errors in the routines' failure. */
void troupe_run_persister_pause (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* And takes it out again when the answer is durable. */
void troupe_run_persister_clear_pending (TroupeRunPersister *self, TroupeRunnerFrame *frame);

G_END_DECLS
