/* troupe-run-fork.h: runs that begin with what another run has stored
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * troupe_run_set_from:
 * @store: contains the other run
 * @run_id: (nullable): a UUID or its first characters; %NULL: the newest run of the document at @path that has reached @name
 * @path: (nullable): the path of the document, for @run_id of %NULL
 * @name: a method, which can be followed by `#2` for its second execution, the number of a step, or a task of a crew
 *
 * Makes the run begin before @name: with the state, and with the outputs of everything that the other run had finished before
 * that, which is reported as reused and not executed. Its state has an ID of its own. If the flow itself has not changed, the
 * pending conditions are the same, too. Call it before the run starts, after troupe_run_set_inputs(), troupe_run_set_id() and
 * troupe_run_set_only(), which makes it take over only state and outputs. Blocks.
 *
 * Returns: %FALSE with %TROUPE_RUN_ERROR_INPUT if there is no such method or step or the run did not reach it, or _PERSISTENCE if
 *   no such run is stored or it does not fit the document
 */
gboolean troupe_run_set_from (TroupeRun *self,
                              TroupeStore *store,
                              const char *run_id,
                              const char *path,
                              const char *name,
                              GError **error);
/* troupe_run_set_from() for a flow, and for a standalone crew. */
gboolean troupe_run_set_flow_from (TroupeRun *self,
                                   TroupeStore *store,
                                   const char *run_id,
                                   const char *path,
                                   const char *name,
                                   GError **error);
gboolean troupe_run_set_crew_from (TroupeRun *self,
                                   TroupeStore *store,
                                   const char *run_id,
                                   const char *path,
                                   const char *name,
                                   GError **error);
/* Changes the state or an output with which a run begins after troupe_run_set_from(). @path: as for
 * troupe_run_edit_async(), without `input`; the schema is checked when the run starts. Errors: %TROUPE_RUN_ERROR_INPUT. */
gboolean
troupe_run_change_beginning (TroupeRun *self, const char *path, TroupeValue *value, GError **error);

/* Returns what a run begins with after troupe_run_set_from() and the changes so far: a map of `state`, `outputs` and `edits`,
 * which is a list as in #TroupeRunPause. (transfer full) (nullable): NULL for a crew, which begins with outputs of tasks */
TroupeValue *troupe_run_describe_beginning (TroupeRun *self);

/**
 * troupe_run_new_from_step:
 * @run_id: a UUID, or its first characters
 * @at: as @name of troupe_run_set_from()
 * @document: (out) (optional) (transfer full): the document of the stored run
 *
 * Creates a run of the stored run's own document that begins before a step. For a changed document, create a run of that
 * document and call troupe_run_set_from(). Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL with the errors of troupe_run_set_from(), or %TROUPE_RUN_ERROR_DOCUMENT if the
 *   document does not load any more
 */
TroupeRun *troupe_run_new_from_step (TroupeStore *store,
                                     const char *run_id,
                                     const char *at,
                                     TroupeFlowDocument **document,
                                     GError **error);

/**
 * TroupeRunOrigin:
 * @run: the UUID of the run with which a stored run began
 * @name: the method or task before which it began; @step: the number of that step, 0 if it is a task
 */
typedef struct
{
  char *run;
  char *name;
  gint64 step;
} TroupeRunOrigin;

void troupe_run_origin_free (TroupeRunOrigin *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunOrigin, troupe_run_origin_free)

/* Returns with what a stored run began. @record: of troupe_store_get_run(). (transfer full) (nullable): NULL if it is no fork */
TroupeRunOrigin *troupe_run_record_get_origin (const TroupeRunRecord *record);

G_END_DECLS
