/* troupe-runner-state.h: the state of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerState:
 *
 * The state of a run as methods leave it and as expressions see it, with the model that it has to fit.
 */
typedef struct _TroupeRunnerState TroupeRunnerState;

TroupeRunnerState *troupe_runner_state_new (TroupeFlow *flow);
void troupe_runner_state_free (TroupeRunnerState *self);

/* (transfer none) */
TroupeStateModel *troupe_runner_state_get_model (TroupeRunnerState *self);
/* (nullable): what there is to say of the model. @warning: (transfer full) (nullable) */
const char *troupe_runner_state_get_warning (TroupeRunnerState *self);
void troupe_runner_state_set_warning (TroupeRunnerState *self, char *warning);

/* @value: (transfer full) */
void troupe_runner_state_set (TroupeRunnerState *self, TroupeValue *value);
/* NULL before the first one. (transfer none) */
TroupeValue *troupe_runner_state_get (TroupeRunnerState *self);
/* The same as expressions see it, where a date with a time is a timestamp. (transfer none) */
TroupeValue *troupe_runner_state_get_seen (TroupeRunnerState *self);
/* (nullable): the field that makes every expression fail (doc/flow-semantics.md §6). */
const char *troupe_runner_state_get_unusable (TroupeRunnerState *self);
/* Python says that a field is so, or, with NULL, that none of its own is. */
void troupe_runner_state_set_odd_field (TroupeRunnerState *self, const char *field);

/* A state that a routine made, for whoever called it. @made: (transfer full) (nullable) */
void troupe_runner_state_set_made (TroupeRunnerState *self, TroupeValue *made);
/* (transfer full) */
TroupeValue *troupe_runner_state_take_made (TroupeRunnerState *self);

/* What it takes of memory without what is in @seen. */
gsize troupe_runner_state_measure (TroupeRunnerState *self, GHashTable *seen);

G_END_DECLS
