/* troupe-runner-record.h: record of a run: outputs, feedback, completed methods and call counters
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerRecord:
 *
 * The history of a run: the outputs of its methods in order, the feedback of users, which methods
 * are completed and how often each was executed. Methods are identified by their index in document
 * order.
 */
typedef struct _TroupeRunnerRecord TroupeRunnerRecord;

TroupeRunnerRecord *troupe_runner_record_new (TroupeFlow *flow);
void troupe_runner_record_free (TroupeRunnerRecord *self);

/* --- Outputs ------------------------------------------------------------------------------------- */

/* Adds an output of a method. @feedback: (nullable): feedback on the output, which expressions
 * see instead of the output */
void troupe_runner_record_add (TroupeRunnerRecord *self,
                               guint method,
                               TroupeValue *value,
                               TroupeValue *feedback);
/* Returns all outputs in order. (transfer none) (element-type TroupeRunOutput) */
GArray *troupe_runner_record_get_outputs (TroupeRunnerRecord *self);
/* Returns the output of the method that ended last, or NULL. (transfer none) */
TroupeValue *troupe_runner_record_get_last (TroupeRunnerRecord *self);
/* Returns the value that expressions see for the method, or NULL. (transfer none) */
TroupeValue *troupe_runner_record_get_latest (TroupeRunnerRecord *self, guint method);
/* Returns the values of all methods as one map, in the order of their first output. (transfer
 * full) */
TroupeValue *troupe_runner_record_get_map (TroupeRunnerRecord *self);
/* Replaces the method's latest output, which Python has changed. Returns the old value, or NULL
 * if there is none. (transfer full) */
TroupeValue *
troupe_runner_record_change (TroupeRunnerRecord *self, guint method, TroupeValue *value);
/* Enables the check for values for which expressions have no type. Only needed in a run with
 * Python, because only Python can return such values. */
void troupe_runner_record_look_for_odd (TroupeRunnerRecord *self);
/* Returns the index of the first method whose latest output makes every expression fail
 * (doc/flow-semantics.md §6), or -1 if there is none. */
int troupe_runner_record_find_odd (TroupeRunnerRecord *self);

/* --- Feedback --------------------------------------------------------------------------------- */

void troupe_runner_record_add_feedback (TroupeRunnerRecord *self, TroupeValue *feedback);
/* (transfer none) (nullable) */
TroupeValue *troupe_runner_record_get_last_feedback (TroupeRunnerRecord *self);
/* Returns TRUE if @value is the same instance as a feedback value of the record. */
gboolean troupe_runner_record_is_feedback (TroupeRunnerRecord *self, TroupeValue *value);

/* --- Methods ------------------------------------------------------------------------------------- */

gboolean troupe_runner_record_is_completed (TroupeRunnerRecord *self, guint method);
void
troupe_runner_record_set_completed (TroupeRunnerRecord *self, guint method, gboolean is_completed);
/* Marks a method as completed because it had ended before the checkpoint with which the run
 * started. The method is not executed again. */
void troupe_runner_record_restore_completed (TroupeRunnerRecord *self, guint method);
gboolean troupe_runner_record_is_skipped (TroupeRunnerRecord *self, guint method);
/* Returns FALSE if the method has reached its maximum number of calls (doc/flow-semantics.md
 * §4.4). */
gboolean troupe_runner_record_count_call (TroupeRunnerRecord *self, guint method);
guint troupe_runner_record_get_max_calls (TroupeRunnerRecord *self);
/* Returns the number of the execution of the method that starts now, from 1. */
guint troupe_runner_record_count_launch (TroupeRunnerRecord *self, guint method);

/* Returns how often the method was started in this run. */
guint troupe_runner_record_count_launches (TroupeRunnerRecord *self, guint method);

/* Returns the size of the outputs in memory, without values in @seen. */
gsize troupe_runner_record_measure (TroupeRunnerRecord *self, GHashTable *seen);

G_END_DECLS
