/* troupe-reused-results.h: results of an earlier run that are used instead of executing methods again
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-difference.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeReusedResults:
 *
 * What each execution of a method was computed from in an earlier run, and its result (doc/flow-semantics.md §14.4). A method uses the result
 * instead of being executed if it was not changed since then, and is given the same: the value of its trigger, the state and the
 * outputs, as far as it uses them. Atomic reference count.
 * Threads: one at a time; troupe_reused_results_count() any thread.
 */
typedef struct _TroupeReusedResults TroupeReusedResults;

/**
 * TroupeReusedResult:
 * @feedback: (nullable): the feedback of the user
 * @state: (nullable): the state after the method, if it has changed it
 * @at_once: whether the method had ended while it was launched
 * @saved: what the model calls had cost, in millionths of a dollar
 * @n_calls: the number of calls of models and tools
 *
 * The result of one execution. Borrowed.
 */
typedef struct
{
  TroupeValue *value;
  TroupeValue *feedback;
  TroupeValue *state;
  gboolean at_once;
  gint64 saved;
  guint n_calls;
} TroupeReusedResult;

/**
 * troupe_reused_results_new:
 * @flow: the flow that will be executed; @changes: its changes since the earlier run
 * @steps, @events, @calls: those of the earlier run
 * @kept: (nullable): methods whose results are used whatever they are given, NULL-terminated
 *
 * Reads what the earlier run has executed.
 */
TroupeReusedResults *troupe_reused_results_new (TroupeFlow *flow,
                                                TroupeFlowDifference *changes,
                                                GPtrArray *steps,
                                                GPtrArray *events,
                                                GPtrArray *calls,
                                                const char *const *kept);
TroupeReusedResults *troupe_reused_results_ref (TroupeReusedResults *self);
void troupe_reused_results_unref (TroupeReusedResults *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeReusedResults, troupe_reused_results_unref)

/* Returns the output of the method at @index that expressions see now. (transfer none) (nullable) */
typedef TroupeValue *(*TroupeReusedOutputFunc) (guint index, gpointer user_data);

/**
 * troupe_reused_results_find:
 * @method: the index of the method; @launch: the number of its execution, from 1
 * @parameter: (nullable): the value of its trigger
 * @state: (nullable): the state
 *
 * Returns: (transfer none) (nullable): the result that the method would have again, which counts as reused; %NULL if it has to be
 *   executed
 */
const TroupeReusedResult *troupe_reused_results_find (TroupeReusedResults *self,
                                                      guint method,
                                                      guint launch,
                                                      TroupeValue *parameter,
                                                      TroupeValue *state,
                                                      TroupeReusedOutputFunc get_output,
                                                      gpointer user_data);

/* Called when the result of a method is used. @calls: (element-type TroupeStoredAnswer): its calls in the earlier run; @is_only: whether the
 * method was executed only once then */
typedef void (*TroupeReusedFunc) (GPtrArray *calls, gboolean is_only, gpointer user_data);
/* Adds a function, for the calls that the results contain. */
void troupe_reused_results_watch (TroupeReusedResults *self,
                                  TroupeReusedFunc func,
                                  gpointer user_data,
                                  GDestroyNotify destroy);

/* Called when the record of the run exists: calls the functions for the tasks that were added. */
void troupe_reused_results_begin (TroupeReusedResults *self);
/* Called when the run has ended: removes the functions. */
void troupe_reused_results_end (TroupeReusedResults *self);

/* Counts a result of a task that the crew of the run uses. @calls: (element-type TroupeStoredAnswer): its calls in the earlier run. Before the run starts */
void troupe_reused_results_add_task (TroupeReusedResults *self, GPtrArray *calls);
/* Returns what a call had cost, in millionths of a dollar: 0 if it is not known. @outcome: a kept outcome */
gint64 troupe_reused_call_get_cost (TroupeValue *outcome);
/* Returns the outcome without its cost, which a run that uses it does not have; troupe_reused_call_get_cost() still returns it. (transfer full) */
TroupeValue *troupe_reused_call_make_free (TroupeValue *outcome);
/* Adds the cost of a call that was answered with a stored outcome, in millionths of a dollar. Any thread. */
void troupe_reused_results_add_saved (TroupeReusedResults *self, gint64 saved);
/* Returns how many results of methods and tasks were reused, how many calls they contained, and what these and all other calls that were
 * answered with stored outcomes had cost, in millionths of a dollar. @n_calls, @saved: (out) (optional) */
guint troupe_reused_results_count (TroupeReusedResults *self, guint *n_calls, gint64 *saved);

G_END_DECLS
