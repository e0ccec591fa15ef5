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
 * Saves the state of the flow to the location that the document configures (doc/flow-semantics.md
 * §9), and each finished method to the store of runs. The results of methods that end together are
 * made durable together, before the first of them is dispatched.
 */
typedef struct _TroupeRunPersister TroupeRunPersister;

/* Returns the database that a persistence block selects. (transfer full) */
char *troupe_run_persister_find_path (TroupeFlow *flow,
                                      TroupeValue *block,
                                      const char *state_database,
                                      const char *folder,
                                      GError **error);

/* Opens the database at @path, which troupe_run_persister_find_path() has returned for the same
 * arguments. (transfer full) (nullable): NULL with a %G_IO_ERROR: %G_IO_ERROR_NOT_FOUND if it does not
 * exist and is not created */
TroupeFlowStates *troupe_run_persister_open_found (const char *path,
                                                   const char *state_database,
                                                   const char *folder,
                                                   gboolean create,
                                                   GError **error);

/* Returns the path that the document names, without access to the file system. (transfer full)
 * (nullable) */
char *troupe_run_persister_name_path (TroupeFlow *flow, TroupeValue *block, const char *folder);

/* Creates the persister. Returns NULL if the flow's own block names a database that cannot be
 * opened. */
TroupeRunPersister *troupe_run_persister_new (TroupeFlowRunner *runner, GError **error);
void troupe_run_persister_free (TroupeRunPersister *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunPersister, troupe_run_persister_free)

/* Returns TRUE if the flow itself is persistent, so that states can be restored. */
gboolean troupe_run_persister_can_restore (TroupeRunPersister *self);
/* Returns the latest state with @id. Returns NULL without an error if there is no such state, and with
 * %TROUPE_RUN_ERROR_PERSISTENCE also if the state belongs to another document. */
TroupeValue *troupe_run_persister_load (TroupeRunPersister *self, TroupeValue *id, GError **error);

/* Checks that the state of a question from another process belongs to the document. @pending: a map as in
 * #TroupeFlowRunnerOptions. Returns FALSE with %TROUPE_RUN_ERROR_PERSISTENCE if it does not. */
gboolean
troupe_run_persister_claim_pending (TroupeRunPersister *self, TroupeValue *pending, GError **error);

/* Stores the initial state of the methods. */
void troupe_run_persister_begin (TroupeRunPersister *self);
/* Same as troupe_run_persister_begin() for a resumed run. Reads the data that was stored before. */
gboolean troupe_run_persister_begin_again (TroupeRunPersister *self,
                                           const TroupeRunStep *first,
                                           GError **error);
/* Returns FALSE if the output of a method would exceed the limit of the disk. */
gboolean troupe_run_persister_has_room (TroupeRunPersister *self, TroupeValue *result);
/* Adds the output of the frame's method. Returns FALSE if the output cannot be stored; the
 * method has then failed. */
gboolean troupe_run_persister_add (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Adds a change of the user, with the current state; see %TROUPE_RUN_STEP_CHANGE. */
void troupe_run_persister_add_change (TroupeRunPersister *self, TroupeValue *change);
/* Called for a stored change that a replay has repeated. */
void troupe_run_persister_skip_step (TroupeRunPersister *self, gint64 ordinal);
void troupe_run_persister_add_failure (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Queues the added steps without waiting for them, if no operation depends on them being durable
 * (doc/reliability.md R1). Returns FALSE if they have to be committed. */
gboolean troupe_run_persister_write_behind (TroupeRunPersister *self);
/* Saves @state, which code has changed before it asks the user, if the flow itself is persistent. As
 * in CrewAI, a state that cannot be saved is not an error. Writes one row on the run's thread. */
void troupe_run_persister_save_asking (TroupeRunPersister *self, TroupeValue *state);
/* Pushes a routine that makes everything reported so far durable, because the next operation
 * must not be repeated without asking. */
void troupe_run_persister_make_durable (TroupeRunPersister *self);
/* Pushes a routine that makes everything added durable. Afterwards frames whose state could not
 * be saved have failed. */
void troupe_run_persister_commit (TroupeRunPersister *self);

/* Defined in troupe-run-persister-feedback.c. */
/* Pushes a routine that makes the feedback request of the frame's method durable, including
 * everything that was stored before it. */
void troupe_run_persister_add_request (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Marks the frame's request as closed. */
void troupe_run_persister_close_request (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Pushes a routine that writes the request to CrewAI's own table, so that any process can resume
 * the flow (doc/flow-semantics.md §10.1). If an error occurs, the continuations fail with it. */
void troupe_run_persister_pause (TroupeRunPersister *self, TroupeRunnerFrame *frame);
/* Removes the request from CrewAI's table when the answer is durable. */
void troupe_run_persister_clear_pending (TroupeRunPersister *self, TroupeRunnerFrame *frame);

G_END_DECLS
