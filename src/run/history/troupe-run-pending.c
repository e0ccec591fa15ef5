/* troupe-run-pending.c: resuming a flow that another process paused
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-pending"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-flow-states.h"
#include "troupe-run-persister.h"
#include "troupe-run-private.h"

/**
 * troupe_run_new_from_pending:
 * @state_database: (nullable): the database of the paused flow; %NULL is the database of the flow's
 *   own persistence, or the default database
 * @flow_id: the id of the flow's state
 *
 * Creates a run that resumes a flow which waits for the answer of a user. The flow was paused by
 * CrewAI or by a run that is not in the store (doc/flow-semantics.md §10.1). The run starts at the
 * method that requested feedback, with the stored state and without the outputs of earlier methods.
 * Nothing is changed before the run is executed; the answer then removes the request from the
 * database.
 *
 * Returns: (transfer full) (nullable): a run that has not started, or %NULL with
 * %TROUPE_RUN_ERROR_PERSISTENCE if there is no request with that id
 */
TroupeRun *
troupe_run_new_from_pending (TroupeFlow *flow,
                             const char *state_database,
                             const char *flow_id,
                             GError **error)
{
  g_autoptr (TroupeRun) self = NULL;
  g_autofree char *path = NULL;
  g_autoptr (TroupeValue) context = NULL;
  g_autoptr (TroupeValue) state = NULL;
  TroupeMapBuilder builder;
  TroupeValue *block;
  TroupeValue *enabled;
  TroupeValue *name;
  const char *text;
  g_autoptr (TroupeFlowStates) states = NULL;
  GError *cause = NULL;

  g_return_val_if_fail (flow != NULL, NULL);
  g_return_val_if_fail (flow_id != NULL, NULL);

  self = troupe_run_new (flow);
  troupe_run_set_state_database (self, state_database);
  block = troupe_flow_get_persist (self->flow);
  enabled = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                ? troupe_value_map_lookup_string (block, "enabled", -1)
                : NULL;
  if (enabled == NULL || !troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (enabled))
    block = NULL;
  path = troupe_run_persister_find_path (self->flow, block, self->options.state_database,
                                         self->options.folder, error);
  if (path == NULL)
    return NULL;
  /* Does not create the database if it does not exist. */
  states = troupe_run_persister_open_found (path, self->options.state_database,
                                            self->options.folder, FALSE, &cause);
  if (states == NULL ||
      !troupe_flow_states_load_pending (states, flow_id, &context, &state, &cause))
    {
      if (cause != NULL && !g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
        {
          g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                               cause->message);
          g_error_free (cause);
          return NULL;
        }
      g_clear_error (&cause);
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
          _ ("No pending feedback was found for the flow “%s” in “%s”. Check the ID of the "
             "flow, or specify another database with --state-db."),
          flow_id, path);
      return NULL;
    }
  name = troupe_value_map_lookup_string (context, "method_name", -1);
  text = name != NULL && troupe_value_is (name, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (name, NULL)
             : "";
  if (troupe_flow_find_method (flow, text) == NULL)
    {
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
          _ ("The flow “%s” is waiting for an answer to the method “%s”, which does not exist "
             "in the document “%s”. Specify the document with which the flow was started."),
          flow_id, text, troupe_flow_get_name (flow));
      return NULL;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path", troupe_value_new_string (path, -1));
  troupe_map_builder_add (&builder, "flow_id", troupe_value_new_string (flow_id, -1));
  troupe_map_builder_add (&builder, "context", troupe_value_ref (context));
  troupe_map_builder_add (&builder, "state", troupe_value_ref (state));
  self->options.pending = troupe_map_builder_end (&builder);
  return g_steal_pointer (&self);
}
