/* troupe-runner-state.c: flow state of a run, with its model and its view for expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-state"

#include "config.h"

#include "troupe-expression-view.h"
#include "troupe-runner-state.h"

/* @seen: (nullable): @value as expressions see it, if this differs; @unusable: (nullable): the
 *   field that makes every expression fail; @made: (nullable): the state that a routine created,
 *   until the caller retrieves it */
struct _TroupeRunnerState
{
  TroupeStateModel *model;
  char *warning;
  TroupeValue *value;
  TroupeValue *seen;
  char *unusable;
  TroupeValue *made;
};

TroupeRunnerState *
troupe_runner_state_new (TroupeFlow *flow)
{
  TroupeRunnerState *self = g_new0 (TroupeRunnerState, 1);

  self->model = troupe_state_model_new (flow, &self->warning);
  return self;
}

void
troupe_runner_state_free (TroupeRunnerState *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->model, troupe_state_model_unref);
  g_clear_pointer (&self->value, troupe_value_unref);
  g_clear_pointer (&self->seen, troupe_value_unref);
  g_clear_pointer (&self->made, troupe_value_unref);
  g_free (self->warning);
  g_free (self->unusable);
  g_free (self);
}

TroupeStateModel *
troupe_runner_state_get_model (TroupeRunnerState *self)
{
  return self->model;
}

const char *
troupe_runner_state_get_warning (TroupeRunnerState *self)
{
  return self->warning;
}

void
troupe_runner_state_set_warning (TroupeRunnerState *self, char *warning)
{
  g_free (self->warning);
  self->warning = warning;
}

void
troupe_runner_state_set (TroupeRunnerState *self, TroupeValue *value)
{
  g_assert (value != NULL);

  g_clear_pointer (&self->value, troupe_value_unref);
  self->value = value;
  g_free (self->unusable);
  self->unusable = troupe_expression_view_find_unusable (value);
  g_clear_pointer (&self->seen, troupe_value_unref);
  self->seen = troupe_expression_view_make (value);
}

TroupeValue *
troupe_runner_state_get (TroupeRunnerState *self)
{
  return self->value;
}

TroupeValue *
troupe_runner_state_get_seen (TroupeRunnerState *self)
{
  return self->seen != NULL ? self->seen : self->value;
}

const char *
troupe_runner_state_get_unusable (TroupeRunnerState *self)
{
  return self->unusable;
}

void
troupe_runner_state_set_odd_field (TroupeRunnerState *self, const char *field)
{
  g_free (self->unusable);
  self->unusable =
      field != NULL ? g_strdup (field) : troupe_expression_view_find_unusable (self->value);
}

void
troupe_runner_state_set_made (TroupeRunnerState *self, TroupeValue *made)
{
  g_clear_pointer (&self->made, troupe_value_unref);
  self->made = made;
}

TroupeValue *
troupe_runner_state_take_made (TroupeRunnerState *self)
{
  return g_steal_pointer (&self->made);
}

gsize
troupe_runner_state_measure (TroupeRunnerState *self, GHashTable *seen)
{
  return troupe_value_measure (self->value, seen) +
         (self->seen != NULL ? troupe_value_measure (self->seen, seen) : 0);
}
