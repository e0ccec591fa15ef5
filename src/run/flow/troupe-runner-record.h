/* troupe-runner-record.h: what the methods of a run have left behind
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
 * What has happened in a run so far: the outputs of its methods in their order, what people said, which methods
 * are completed and how often each ran. Methods are numbers, in document order.
 */
typedef struct _TroupeRunnerRecord TroupeRunnerRecord;

TroupeRunnerRecord *troupe_runner_record_new (TroupeFlow *flow);
void troupe_runner_record_free (TroupeRunnerRecord *self);

/* --- Outputs ------------------------------------------------------------------------------------- */

/* @feedback: (nullable): what a person said to it, which expressions see in its place */
void troupe_runner_record_add (TroupeRunnerRecord *self,
                               guint method,
                               TroupeValue *value,
                               TroupeValue *feedback);
/* (transfer none) (element-type TroupeRunOutput) */
GArray *troupe_runner_record_get_outputs (TroupeRunnerRecord *self);
/* The output of the method that ended last of all, or NULL. (transfer none) */
TroupeValue *troupe_runner_record_get_last (TroupeRunnerRecord *self);
/* What expressions see of the method, or NULL. (transfer none) */
TroupeValue *troupe_runner_record_get_latest (TroupeRunnerRecord *self, guint method);
/* The same of all methods as one map, in the order in which they first came. (transfer full) */
TroupeValue *troupe_runner_record_get_map (TroupeRunnerRecord *self);
/* Python changed the method's latest output. Returns what it was, or NULL where there is none. (transfer full) */
TroupeValue *
troupe_runner_record_change (TroupeRunnerRecord *self, guint method, TroupeValue *value);
/* Of a run with Python, which alone can give what expressions have no type for. */
void troupe_runner_record_look_for_odd (TroupeRunnerRecord *self);
/* The first method whose latest output makes every expression fail (doc/flow-semantics.md §6); -1: none */
int troupe_runner_record_find_odd (TroupeRunnerRecord *self);

/* --- What people said ---------------------------------------------------------------------------- */

void troupe_runner_record_add_feedback (TroupeRunnerRecord *self, TroupeValue *feedback);
/* (transfer none) (nullable) */
TroupeValue *troupe_runner_record_get_last_feedback (TroupeRunnerRecord *self);
/* Whether it is one of them, this very value. */
gboolean troupe_runner_record_is_feedback (TroupeRunnerRecord *self, TroupeValue *value);

/* --- Methods ------------------------------------------------------------------------------------- */

gboolean troupe_runner_record_is_completed (TroupeRunnerRecord *self, guint method);
void
troupe_runner_record_set_completed (TroupeRunnerRecord *self, guint method, gboolean is_completed);
/* It was so before the checkpoint that the run began with: what was is not run again. */
void troupe_runner_record_restore_completed (TroupeRunnerRecord *self, guint method);
gboolean troupe_runner_record_is_skipped (TroupeRunnerRecord *self, guint method);
/* FALSE: it ran as often as it may (doc/flow-semantics.md §4.4). */
gboolean troupe_runner_record_count_call (TroupeRunnerRecord *self, guint method);
guint troupe_runner_record_get_max_calls (TroupeRunnerRecord *self);
/* Which run of the method begins now, from 1. */
guint troupe_runner_record_count_launch (TroupeRunnerRecord *self, guint method);

/* What the outputs take of memory without what is in @seen. */
gsize troupe_runner_record_measure (TroupeRunnerRecord *self, GHashTable *seen);

G_END_DECLS
