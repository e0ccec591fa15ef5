/* troupe-run-kind-crew.c: crews as documents that a run executes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-kind-crew"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-inventory.h"
#include "troupe-memory-fields.h"
#include "troupe-prepared-crew.h"
#include "troupe-run-check.h"
#include "troupe-run-crew.h"
#include "troupe-run-fork.h"
#include "troupe-run-kind.h"
#include "troupe-run-options.h"
#include "troupe-run-reuse-tasks.h"
#include "troupe-run-storage.h"

/* --- Names and places ------------------------------------------------------------------------- */

/* The user knows no methods, only tasks. */
static const char *
name_method (const TroupeFlowMethod *method)
{
  return NULL;
}

/* The document of the user is the crew: paths in it are those in the crew. */
static const char *
locate (const char *path)
{
  return NULL;
}

static const char *
locate_inner (const char *path)
{
  return path;
}

/* Entries of @inputs override the defaults, which the flow has as its state. */
static gboolean
find_inputs (TroupeFlow *flow, TroupeValue *inputs, TroupeValue **merged)
{
  *merged = troupe_run_crew_merge_inputs (troupe_flow_get_state_default (flow), inputs);
  return TRUE;
}

/* --- Outputs ---------------------------------------------------------------------------------- */

static TroupeValue *
choose_outputs (TroupeValue *methods, TroupeValue *tasks)
{
  TroupeMapBuilder none;

  if (tasks != NULL)
    return troupe_value_ref (tasks);
  troupe_map_builder_init (&none);
  return troupe_map_builder_end (&none);
}

static TroupeValue *
list_outputs (TroupeFlow *flow, const TroupeRunResult *result)
{
  TroupeValue *tasks =
      troupe_value_get_member_of (result->final, "tasks_output", TROUPE_VALUE_LIST);
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; tasks != NULL && i < troupe_value_list_get_length (tasks); i++)
    {
      TroupeValue *task = troupe_value_list_get (tasks, i);
      const char *name = troupe_value_get_member_text (task, "name");

      troupe_map_builder_add (&builder, name != NULL ? name : "", troupe_value_ref (task));
    }
  return troupe_map_builder_end (&builder);
}

static TroupeValue *
show_final (TroupeValue *final)
{
  return troupe_value_map_lookup_string (final, "raw", -1);
}

/* --- Checks of what the user gives ------------------------------------------------------------ */

static gboolean
check_part (TroupeRun *run, const char *name, GError **error)
{
  TroupePreparedCrew *prepared =
      troupe_prepared_crew_new (troupe_run_crew_get_action (troupe_run_get_flow (run)),
                                troupe_run_get_options (run)->folder);
  const gboolean is_found =
      prepared->crew != NULL && troupe_crew_find_task (prepared->crew, name) >= 0;

  g_assert (TROUPE_IS_RUN (run));

  troupe_prepared_crew_free (prepared);
  if (!is_found)
    g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
                 /* Translators: %s is the name or number of a task that the user entered */
                 _ ("The crew has no task “%s”: specify its name or number."), name);
  return is_found;
}

static gboolean
check_input (TroupeRun *run, const char *name, TroupeValue *value, GError **error)
{
  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
               _ ("The input of the task “%s” must be a string: the context of the task."), name);
  return FALSE;
}

static GError *
refuse (TroupeFlow *flow, const char *reasons)
{
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
      _ ("The crew “%s” cannot be run by this version of Troupe, and nothing was run:\n%s"),
      troupe_flow_get_name (flow), reasons);
}

static GError *
refuse_python (TroupeFlow *flow, const char *reasons)
{
  return g_error_new (
      TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_BUILD,
      _ ("The Python code of the crew “%s” cannot be used, and nothing was run:\n%s"),
      troupe_flow_get_name (flow), reasons);
}

/* --- Checks before the run -------------------------------------------------------------------- */

/* Returns the crew, unless it could not be loaded. (transfer none) (nullable) */
static TroupeCrew *
get_crew (TroupeRun *run, const TroupePreparedActions *made)
{
  const TroupePreparedCrew *prepared =
      g_hash_table_lookup (made->crews, troupe_run_crew_get_action (troupe_run_get_flow (run)));

  return prepared != NULL ? prepared->crew : NULL;
}

static gboolean
check_fields (TroupeValue *fields,
              const char *folder,
              const char *name,
              gboolean has_skills,
              GError **error)
{
  return has_skills ? troupe_run_check_skill_folders (fields, folder, name, error)
                    : troupe_memory_fields_check (fields, folder, error);
}

/* Checks either the skills or the memory and knowledge of the crew and its agents. */
static gboolean
check_all_fields (TroupeCrew *crew,
                  const char *folder,
                  gboolean has_skills,
                  GError **error,
                  char **path)
{
  if (!check_fields (crew->fields, folder, crew->name, has_skills, error))
    return FALSE;
  for (guint i = 0; i < crew->n_agents; i++)
    if (!check_fields (crew->agents[i].fields, folder, crew->agents[i].path, has_skills, error))
      {
        *path = g_strdup (crew->agents[i].path);
        return FALSE;
      }
  return TRUE;
}

/* As CrewAI, finds missing folders and files before anything runs. */
static gboolean
check_files (TroupeRun *run, const TroupePreparedActions *made, GError **error, char **path)
{
  const gboolean has_file = troupe_run_get_options (run)->path != NULL;
  g_autofree char *folder = has_file ? troupe_run_get_code_folder (run) : g_get_current_dir ();
  TroupeCrew *crew = get_crew (run, made);

  return crew == NULL || ((!has_file || check_all_fields (crew, folder, TRUE, error, path)) &&
                          check_all_fields (crew, folder, FALSE, error, path));
}

/* CrewAI creates clients of the Responses API when it loads a crew. */
static gboolean
check_clients (TroupeRun *run, const TroupePreparedActions *made, GError **error, char **path)
{
  g_autoptr (TroupeLlmClient) client = troupe_run_make_client (run);
  TroupeCrew *crew = get_crew (run, made);

  for (guint i = 0; crew != NULL && i < crew->n_agents; i++)
    {
      g_autoptr (GError) cause = NULL;
      TroupeAgentDefinition *agent = g_hash_table_lookup (made->agents, &crew->agents[i]);
      TroupeValue *settings = agent != NULL ? troupe_agent_definition_get_settings (agent) : NULL;
      const char *model = agent != NULL ? troupe_agent_definition_get_model (agent) : NULL;
      TroupeValue *api = settings != NULL && troupe_value_is (settings, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (settings, "api", -1)
                             : NULL;
      g_autofree char *usual = model == NULL ? troupe_llm_client_get_default_model (client) : NULL;

      if (agent == NULL || api == NULL || !troupe_value_is (api, TROUPE_VALUE_STRING) ||
          !g_str_equal (troupe_value_get_string (api, NULL), "responses"))
        continue;
      if (troupe_llm_client_check (client, model != NULL ? model : usual, settings, &cause))
        continue;
      *path = g_strdup (crew->agents[i].path);
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   /* Translators: the first %s is the name of an agent, the second one is the
                    * reason */
                   _ ("Could not load the agent “%s”: %s"), crew->agents[i].name, cause->message);
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_models (TroupeRun *run,
              const TroupePreparedActions *made,
              TroupeLlmClient *client,
              GError **error,
              char **path)
{
  TroupeCrew *crew = get_crew (run, made);

  return crew == NULL ||
         troupe_crew_inventory_check (crew, made->agents, client, TRUE, path, error);
}

const TroupeRunKind troupe_run_kind_crew = {
  .runner = &troupe_runner_of_crews,
  .part_scope = TROUPE_SCOPE_TASK,
  .part_started = TROUPE_EVENT_TASK_STARTED,
  .has_rounds = TRUE,
  .reads_lines = TRUE,
  .may_print = TRUE,
  .no_outcomes = N_ ("--happened is only for methods of flows. A crew is resumed after its last "
                     "completed task."),
  .name_method = name_method,
  .locate = locate,
  .locate_inner = locate_inner,
  .find_task = troupe_crew_find_task,
  .find_inputs = find_inputs,
  .choose_outputs = choose_outputs,
  .list_outputs = list_outputs,
  .show_final = show_final,
  .check_part = check_part,
  .check_input = check_input,
  .refuse = refuse,
  .refuse_python = refuse_python,
  .check_files = check_files,
  .check_clients = check_clients,
  .check_models = check_models,
  .set_up = troupe_run_set_up,
  .set_from = troupe_run_set_crew_from,
  .reuse = troupe_run_reuse_tasks,
  .forgive = troupe_run_forget_failure,
};
