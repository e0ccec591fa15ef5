/* troupe-run-kind.h: interface of the kinds of documents that a run executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-prepared-actions.h"
#include "troupe-run.h"
#include "troupe-runner.h"

G_BEGIN_DECLS

/**
 * TroupeRunKind:
 * @runner: executes the document
 * @part_scope: the scope of the parts whose results the user sees; @part_started: the event that opens it
 * @has_state: whether the document has a state that the user sees and changes
 * @shows_methods: whether the user sees the flow and its methods: they have events, pins and mutes
 * @has_rounds: whether it can be trained and tested
 * @reads_lines: whether lines of standard input are answers without a terminal, too, as in CrewAI
 * @may_print: whether it may print what it does (`verbose`) even if a report is quiet
 * @no_outcomes: (nullable): why interrupted methods cannot be given outcomes; translatable
 * @name_method: (nullable): returns the name by which the user knows a method of the flow; %NULL if
 *   there is none
 * @locate: returns the path in the user's document of a path in the flow; %NULL for the document
 *   itself. @path: (nullable)
 * @locate_inner: returns the path in the user's document of a path in the crew of an action; %NULL
 *   if it is not known
 * @find_task: returns the index of the task whose name, key or number the user has given; -1 if
 *   there is none
 * @find_inputs: returns %TRUE with the inputs of the crew of an action if they are those of the run,
 *   and %FALSE if the action computes them. @merged: (out) (transfer full) (nullable)
 * @choose_outputs: chooses what a paused run shows: outputs of methods or of tasks. @tasks:
 *   (nullable): %NULL if there are none. (transfer full)
 * @list_outputs: returns a map of the parts of the document to their outputs. (transfer full)
 * @show_final: returns what is printed of the result. (transfer none)
 * @check_part: checks that the document has a method or task with this name
 * @check_input: checks a value that the user gives to that part
 * @refuse: creates the error about parts that this version cannot run, @refuse_python: that about
 *   Python code that cannot be used. @reasons: one in each line. (transfer full)
 * @check_files: checks skills, memory and knowledge that are read before the run starts. @path:
 *   (out) (transfer full) (nullable): the path of the error
 * @check_clients: checks settings of models that CrewAI checks when it loads the document
 * @check_models: checks whether all models can be called
 * @set_up: creates what the run keeps for those who check and execute it
 * @set_from: see troupe_run_set_from()
 * @reuse: takes over what is still valid of an earlier run, beside outputs of methods. @calls:
 *   (element-type TroupeStoredAnswer): its calls
 * @forgive: prepares the stored steps of a run that is resumed for repeating what has failed
 *
 * What differs between runs of flows and of crews; troupe_run_kind_find() is the only place that
 * distinguishes them. Both share the turns, the store and the replay of troupe-flow-runner.h, for which a
 * crew is the only method of a flow (troupe-run-crew.h). Threads: that of the run.
 */
struct _TroupeRunKind
{
  const TroupeRunner *runner;
  TroupeScopeKind part_scope;
  TroupeEventType part_started;
  gboolean has_state;
  gboolean shows_methods;
  gboolean has_rounds;
  gboolean reads_lines;
  gboolean may_print;
  const char *no_outcomes;

  const char *(*name_method) (const TroupeFlowMethod *method);
  const char *(*locate) (const char *path);
  const char *(*locate_inner) (const char *path);
  int (*find_task) (TroupeCrew *crew, const char *text);
  gboolean (*find_inputs) (TroupeFlow *flow, TroupeValue *inputs, TroupeValue **merged);

  TroupeValue *(*choose_outputs) (TroupeValue *methods, TroupeValue *tasks);
  TroupeValue *(*list_outputs) (TroupeFlow *flow, const TroupeRunResult *result);
  TroupeValue *(*show_final) (TroupeValue *final);

  gboolean (*check_part) (TroupeRun *run, const char *name, GError **error);
  gboolean (*check_input) (TroupeRun *run, const char *name, TroupeValue *value, GError **error);
  GError *(*refuse) (TroupeFlow *flow, const char *reasons);
  GError *(*refuse_python) (TroupeFlow *flow, const char *reasons);
  gboolean (*check_files) (TroupeRun *run,
                           const TroupePreparedActions *made,
                           GError **error,
                           char **path);
  gboolean (*check_clients) (TroupeRun *run,
                             const TroupePreparedActions *made,
                             GError **error,
                             char **path);
  gboolean (*check_models) (TroupeRun *run,
                            const TroupePreparedActions *made,
                            TroupeLlmClient *client,
                            GError **error,
                            char **path);

  void (*set_up) (TroupeRun *run);
  gboolean (*set_from) (TroupeRun *run,
                        TroupeStore *store,
                        const char *run_id,
                        const char *path,
                        const char *name,
                        GError **error);
  void (*reuse) (TroupeRun *run,
                 TroupeStore *store,
                 const TroupeRunRecord *record,
                 TroupeFlow *before,
                 GPtrArray *calls);
  void (*forgive) (TroupeRun *run);
};

/* Implemented in troupe-run-kind-flow.c and troupe-run-kind-crew.c. */
extern const TroupeRunKind troupe_run_kind_flow;
extern const TroupeRunKind troupe_run_kind_crew;

/* Returns the kind of the document from which the flow was created. Call on the document's thread. (transfer none) */
const TroupeRunKind *troupe_run_kind_find (TroupeFlow *flow);
/* Returns the method that the user knows by this name. @name: (nullable). (transfer none) (nullable) */
const TroupeFlowMethod *
troupe_run_kind_find_method (const TroupeRunKind *self, TroupeFlow *flow, const char *name);

G_END_DECLS
