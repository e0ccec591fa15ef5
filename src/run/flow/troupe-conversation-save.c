/* troupe-conversation-save.c: saves the state of a conversation after a method has replied
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-conversation-save"

#include "config.h"

#include "troupe-conversation-private.h"
#include "troupe-crash-point.h"
#include "troupe-engine-loop.h"
#include "troupe-run-persister-private.h"

typedef struct
{
  TroupeFlowStates *states;
  const char *method;
  TroupeValue *state;
  gboolean is_under_way;
  gint is_done; /* atomic */
  GError *error;
} Saving;

static void
saving_free (gpointer data)
{
  Saving *self = data;

  g_assert (self != NULL);

  g_clear_error (&self->error);
  troupe_value_unref (self->state);
  g_free (self);
}

/* Runs on the database thread. Skips a state that was already saved before a resumed run was
 * interrupted. */
static void
save (gpointer data)
{
  Saving *self = data;
  TroupeValue *id = troupe_value_map_lookup_string (self->state, "id", -1);
  const TroupeFlowStateRow row = { id, self->method, self->state };
  g_autoptr (TroupeValue) latest = troupe_flow_states_load (self->states, id, NULL);

  if (latest == NULL || !troupe_value_equal (latest, self->state))
    troupe_flow_states_save (self->states, &row, 1, &self->error);
}

static TroupeContinuationResult
save_routine (TroupeFlowRunner *runner, gpointer data)
{
  const TroupeFlowRunnerOptions *options = troupe_flow_runner_get_options (runner);
  Saving *self = data;

  g_assert (self != NULL);

  if (!self->is_under_way)
    {
      self->is_under_way = TRUE;
      troupe_pool_run (troupe_engine_loop_get_db (options->loop), save, self, &self->is_done,
                       options->turn);
    }
  if (!g_atomic_int_get (&self->is_done))
    return TROUPE_ROUTINE_WAITS;
  if (self->error != NULL)
    troupe_continuations_fail (troupe_flow_runner_get_continuations (runner),
                               g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                                                    self->error->message));
  TROUPE_CRASH_POINT ("conversation-reply-saved");
  return TROUPE_ROUTINE_DONE;
}

static gboolean
is_enabled (TroupeValue *block)
{
  TroupeValue *enabled = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (block, "enabled", -1)
                             : NULL;

  return enabled != NULL && troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (enabled);
}

void
troupe_conversation_save_reply (TroupeFlowRunner *runner, const TroupeFlowMethod *method)
{
  TroupeContinuations *routines = troupe_flow_runner_get_continuations (runner);
  TroupeValue *block =
      method->persist != NULL && troupe_value_is (method->persist, TROUPE_VALUE_MAP)
          ? method->persist
          : troupe_flow_get_persist (troupe_flow_runner_get_flow (runner));
  GError *error = NULL;
  TroupeFlowStates *states = NULL;
  Saving *saving = NULL;

  g_assert (method != NULL);

  if (!is_enabled (block))
    return;
  states = troupe_run_persister_open_states (troupe_flow_runner_get_persister (runner), block, &error);
  if (states == NULL)
    {
      troupe_continuations_fail (routines, error);
      return;
    }
  saving = g_new0 (Saving, 1);
  saving->states = states;
  saving->method = method->name;
  /* Without keys, as it is saved, so that it can be compared with what was saved. */
  saving->state = troupe_redactor_hide_value (
      troupe_event_bus_get_redactor (troupe_flow_runner_get_options (runner)->bus),
      troupe_runner_state_get (troupe_flow_runner_get_state (runner)));
  troupe_continuations_call (routines, save_routine, saving, saving_free);
}
