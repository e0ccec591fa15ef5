/* troupe-run-kind-flow.c: flows as documents that a run executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-kind-flow"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-run-check.h"
#include "troupe-run-fork.h"
#include "troupe-run-kind.h"
#include "troupe-run-storage.h"

/* --- Names and places ------------------------------------------------------------------------- */

static const char *
name_method (const TroupeFlowMethod *method)
{
  return method->name;
}

static const char *
locate (const char *path)
{
  return path;
}

/* The crew may be in another file. */
static const char *
locate_inner (const char *path)
{
  return NULL;
}

/* Names that the user gives to a run of a flow are those of methods. */
static int
find_task (TroupeCrew *crew, const char *text)
{
  return -1;
}

static gboolean
find_inputs (TroupeFlow *flow, TroupeValue *inputs, TroupeValue **merged)
{
  return FALSE;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static TroupeValue *
choose_outputs (TroupeValue *methods, TroupeValue *tasks)
{
  return troupe_value_ref (methods);
}

static TroupeValue *
list_outputs (TroupeFlow *flow, const TroupeRunResult *result)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; result->outputs != NULL && i < result->outputs->len; i++)
    {
      const TroupeRunOutput *output = &g_array_index (result->outputs, TroupeRunOutput, i);

      troupe_map_builder_add (&builder, troupe_flow_get_method (flow, output->method)->name,
                              troupe_value_ref (output->value));
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
show_final (TroupeValue *final)
{
  return final;
}

/* --- Checks ----------------------------------------------------------------------------------- */

static gboolean
check_part (TroupeRun *run, const char *name, GError **error)
{
  if (troupe_flow_find_method (troupe_run_get_flow (run), name) != NULL)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT, _ ("The flow has no method “%s”."),
               name);
  return FALSE;
}

static gboolean
check_input (TroupeRun *run, const char *name, TroupeValue *value, GError **error)
{
  const TroupeFlowMethod *method = troupe_flow_find_method (troupe_run_get_flow (run), name);

  if (method == NULL || (method->action->type != TROUPE_ACTION_EXPRESSION &&
                         method->action->type != TROUPE_ACTION_EACH))
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
               _ ("“%s” is given no input: expressions use the state and outputs."), name);
  return FALSE;
}

static GError *
refuse (TroupeFlow *flow, const char *reasons)
{
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
      _ ("The flow “%s” cannot be run by this version of Troupe, and nothing was run:\n%s"),
      troupe_flow_get_name (flow), reasons);
}

static GError *
refuse_python (TroupeFlow *flow, const char *reasons)
{
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
      _ ("The Python code of the flow “%s” cannot be used, and nothing was run:\n%s"),
      troupe_flow_get_name (flow), reasons);
}

/* What its crews and agents read is checked when their methods are executed. */
static gboolean
check_nothing (TroupeRun *run, const TroupePreparedActions *made, GError **error, char **path)
{
  return TRUE;
}

static gboolean
check_models (TroupeRun *run,
              const TroupePreparedActions *made,
              TroupeLlmClient *client,
              GError **error,
              char **path)
{
  TroupeFlow *flow = troupe_run_get_flow (run);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autoptr (GError) cause = NULL;

      if (troupe_run_check_ability (made, client, method->action, method->name, &cause) ||
          !troupe_run_may_execute (run, method))
        continue;
      g_propagate_error (error, g_steal_pointer (&cause));
      *path = g_strdup_printf ("methods.%s.do", method->name);
      return FALSE;
    }

  return TRUE;
}

/* --- Earlier runs ----------------------------------------------------------------------------- */

/* Outputs of methods are reused as the methods are reached. */
static void
reuse (TroupeRun *run,
       TroupeStore *store,
       const TroupeRunRecord *record,
       TroupeFlow *before,
       GPtrArray *calls)
{
}

const TroupeRunKind troupe_run_kind_flow = {
  .runner = &troupe_runner_of_flows,
  .part_scope = TROUPE_SCOPE_METHOD,
  .part_started = TROUPE_EVENT_METHOD_STARTED,
  .has_state = TRUE,
  .shows_methods = TRUE,
  .name_method = name_method,
  .locate = locate,
  .locate_inner = locate_inner,
  .find_task = find_task,
  .find_inputs = find_inputs,
  .choose_outputs = choose_outputs,
  .list_outputs = list_outputs,
  .show_final = show_final,
  .check_part = check_part,
  .check_input = check_input,
  .refuse = refuse,
  .refuse_python = refuse_python,
  .check_files = check_nothing,
  .check_clients = check_nothing,
  .check_models = check_models,
  .set_up = troupe_run_set_up,
  .set_from = troupe_run_set_flow_from,
  .reuse = reuse,
  .forgive = troupe_run_forgive_failures,
};
