/* troupe-runner-state.h: flow state of a run, with its model and its view for expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeRunnerState:
 *
 * The state of a run as methods and as expressions see it, and the model that validates it.
 */
typedef struct _TroupeRunnerState TroupeRunnerState;

TroupeRunnerState *troupe_runner_state_new (TroupeFlow *flow);
void troupe_runner_state_free (TroupeRunnerState *self);

/* (transfer none) */
TroupeStateModel *troupe_runner_state_get_model (TroupeRunnerState *self);
/* Get and set a warning about the model. (nullable). @warning: (transfer full) (nullable) */
const char *troupe_runner_state_get_warning (TroupeRunnerState *self);
void troupe_runner_state_set_warning (TroupeRunnerState *self, char *warning);

/* @value: (transfer full) */
void troupe_runner_state_set (TroupeRunnerState *self, TroupeValue *value);
/* Returns the state; NULL before the first state was set. (transfer none) */
TroupeValue *troupe_runner_state_get (TroupeRunnerState *self);
/* Returns the state as expressions see it. In this view, a date with a time is a timestamp.
 * (transfer none) */
TroupeValue *troupe_runner_state_get_seen (TroupeRunnerState *self);
/* Returns the field that makes every expression fail (doc/flow-semantics.md §6). (nullable) */
const char *troupe_runner_state_get_unusable (TroupeRunnerState *self);
/* Sets the unusable field that Python has reported; NULL if none of the Python values is
 * unusable. */
void troupe_runner_state_set_odd_field (TroupeRunnerState *self, const char *field);

/* Stores a state that a routine created for its caller. @made: (transfer full) (nullable) */
void troupe_runner_state_set_made (TroupeRunnerState *self, TroupeValue *made);
/* (transfer full) */
TroupeValue *troupe_runner_state_take_made (TroupeRunnerState *self);

/* Returns the size of the state in memory, without values in @seen. */
gsize troupe_runner_state_measure (TroupeRunnerState *self, GHashTable *seen);

G_END_DECLS
