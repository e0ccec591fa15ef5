/* troupe-runner-extent.c: which part of a flow is executed, and what replaces the rest
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-runner-extent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crash-point.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-runner.h"
#include "troupe-runner-extent.h"

/* @until, @only: (nullable); @has_pins: whether pins and mutes apply; @inputs: (nullable): maps method and
 *   launch to a value; @last: (nullable): the method after which the run ends, and @result its output */
struct _TroupeRunnerExtent
{
  TroupeFlowRunner *runner;
  const TroupeFlowMethod *until;
  const TroupeFlowMethod *only;
  gboolean has_pins;
  GHashTable *inputs;
  const TroupeFlowMethod *last;
  TroupeValue *result;
};

TroupeRunnerExtent *
troupe_runner_extent_new (TroupeFlowRunner *runner)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  TroupeFlow *flow = troupe_flow_runner_get_flow (runner);
  TroupeRunnerExtent *self = g_new0 (TroupeRunnerExtent, 1);

  self->runner = runner;
  self->only = troupe_run_kind_find_method (options->kind, flow, options->only);
  self->until = self->only != NULL
                    ? self->only
                    : troupe_run_kind_find_method (options->kind, flow, options->until);
  self->has_pins =
      !options->ignores_pins && options->kind->shows_methods && troupe_flow_has_pins (flow);
  return self;
}

void
troupe_runner_extent_free (TroupeRunnerExtent *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->inputs, g_hash_table_unref);
  g_clear_pointer (&self->result, troupe_value_unref);
  g_free (self);
}

/* --- Where the run ends ----------------------------------------------------------------------- */

gboolean
troupe_runner_extent_is_over (TroupeRunnerExtent *self)
{
  return self->last != NULL;
}

void
troupe_runner_extent_take_end (TroupeRunnerExtent *self,
                               const TroupeFlowMethod *method,
                               TroupeValue *result)
{
  if (self->until != method || self->last != NULL)
    return;
  TROUPE_CRASH_POINT ("extent-over");
  self->last = method;
  self->result = troupe_value_ref (result);
}

const TroupeFlowMethod *
troupe_runner_extent_get_last (TroupeRunnerExtent *self, TroupeValue **result)
{
  if (result != NULL)
    *result = self->result;
  return self->last;
}

const TroupeFlowMethod *
troupe_runner_extent_get_only (TroupeRunnerExtent *self)
{
  return self->only;
}

/* --- What methods are given ------------------------------------------------------------------- */

static gint64
make_key (guint method, guint launch)
{
  return ((gint64) method << 32) | launch;
}

TroupeValue *
troupe_runner_extent_find_input (TroupeRunnerExtent *self, guint method, guint launch)
{
  TroupeValue *all = troupe_flow_runner_get_options (self->runner)->inputs_of;
  const gint64 key = make_key (method, launch);
  TroupeValue *value = self->inputs != NULL ? g_hash_table_lookup (self->inputs, &key) : NULL;

  if (value != NULL || all == NULL)
    return value;
  return troupe_value_map_lookup_string (
      all, troupe_flow_get_method (troupe_flow_runner_get_flow (self->runner), method)->name, -1);
}

void
troupe_runner_extent_set_input (TroupeRunnerExtent *self,
                                guint method,
                                guint launch,
                                TroupeValue *value)
{
  const gint64 key = make_key (method, launch);

  if (self->inputs == NULL)
    self->inputs = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                          (GDestroyNotify) troupe_value_unref);
  g_hash_table_replace (self->inputs, g_memdup2 (&key, sizeof key), troupe_value_ref (value));
}

gboolean
troupe_runner_extent_is_with (const TroupeFlowMethod *method)
{
  switch (method->action->type)
    {
    case TROUPE_ACTION_AGENT:
    case TROUPE_ACTION_CREW:
    case TROUPE_ACTION_TOOL:
      return TRUE;

    case TROUPE_ACTION_CODE:
      return method->action->input != NULL;

    case TROUPE_ACTION_EXPRESSION:
    case TROUPE_ACTION_EACH:
    case TROUPE_ACTION_SCRIPT:
    case TROUPE_ACTION_N_TYPES:
    default:
      return FALSE;
    }
}

/* --- Pins and mutes --------------------------------------------------------------------------- */

gboolean
troupe_runner_extent_has_pins (TroupeRunnerExtent *self)
{
  return self->has_pins;
}

TroupeRunnerBypass
troupe_runner_extent_find_bypass (TroupeRunnerExtent *self, guint method)
{
  TroupeFlow *flow = NULL;
  const char *name = NULL;

  if (!self->has_pins)
    return TROUPE_BYPASS_NOTHING;
  flow = troupe_flow_runner_get_flow (self->runner);
  name = troupe_flow_get_method (flow, method)->name;
  if (troupe_flow_get_pin (flow, name) != NULL)
    return TROUPE_BYPASS_PINNED;
  return troupe_flow_is_muted (flow, name) ? TROUPE_BYPASS_MUTED : TROUPE_BYPASS_NOTHING;
}

TroupeValue *
troupe_runner_extent_bypass (TroupeRunnerExtent *self, TroupeRunnerFrame *frame, GError **error)
{
  TroupeFlow *flow = troupe_flow_runner_get_flow (self->runner);
  const TroupeFlowMethod *method = troupe_runner_frame_get_method (frame);
  TroupeValue *pin = NULL;
  g_autofree char *message = NULL;

  if (!troupe_runner_frame_is_pinned (frame))
    {
      TroupeValue *inputs = troupe_flow_runner_get_options (self->runner)->inputs;
      TroupeMapBuilder none;

      /* A router passes on nothing, because every value but null would be an event. */
      if (troupe_runner_frame_get_method (frame)->router)
        return troupe_value_new_null ();
      if (troupe_runner_frame_get_given (frame) != NULL)
        return troupe_value_ref (troupe_runner_frame_get_given (frame));
      if (troupe_runner_frame_get_parameter (frame) != NULL)
        return troupe_value_ref (troupe_runner_frame_get_parameter (frame));
      if (troupe_runner_frame_get_role (frame) != TROUPE_FRAME_START)
        return troupe_value_new_null ();
      if (inputs != NULL)
        return troupe_value_ref (inputs);
      troupe_map_builder_init (&none);
      return troupe_map_builder_end (&none);
    }
  pin = troupe_flow_get_pin (flow, method->name);
  message = troupe_flow_check_pin (method, pin);
  if (message == NULL)
    return troupe_value_ref (pin);
  g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCHEMA, message);
  return NULL;
}
