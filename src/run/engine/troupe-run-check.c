/* troupe-run-check.c: checks before a run starts: document, consent, skills, memory, models
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-check"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-skills.h"
#include "troupe-agreed-texts.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-task-files.h"
#include "troupe-feedback-model.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-reach.h"
#include "troupe-flow-runner-action.h"
#include "troupe-consent.h"
#include "troupe-conversation.h"
#include "troupe-llm-environment.h"
#include "troupe-llm-target.h"
#include "troupe-permission-services.h"
#include "troupe-permissions-private.h"
#include "troupe-run-memory.h"
#include "troupe-run-check.h"
#include "troupe-run-needed-keys.h"
#include "troupe-run-kind.h"
#include "troupe-run-private.h"
#include "troupe-run-settings.h"
#include "troupe-prepared-crew.h"
#include "troupe-sanitize-text.h"

void
troupe_run_set_up (TroupeRun *self)
{
  self->conversation = troupe_conversation_new (self->flow);
  self->conversation_free = (GDestroyNotify) troupe_conversation_free;
  self->crews = g_hash_table_new_full (NULL, NULL, NULL, troupe_prepared_crew_free);
}

/* Prepares the action, and returns the reason if this version cannot run it. (transfer full)
 * (nullable) */
static char *
prepare (TroupeRun *self, const TroupeFlowAction *action)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);
  g_autofree char *folder = troupe_run_get_code_folder (self);
  const TroupePreparedActions made = troupe_run_get_made (self, folder);

  g_assert (TROUPE_IS_RUN (self));

  return kind->prepare != NULL ? kind->prepare (action, &made) : NULL;
}

char *
troupe_run_check_strip_stop (const char *text)
{
  static const char *const stops[] = { ".", "。" };

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    if (g_str_has_suffix (text, stops[i]))
      return g_strndup (text, strlen (text) - strlen (stops[i]));
  return g_strdup (text);
}

static void
add_reason (GString *reasons, const char *method, const char *step, const char *reason)
{
  g_autofree char *text = troupe_run_check_strip_stop (reason);

  g_assert (reasons != NULL);

  g_string_append (reasons, reasons->len > 0 ? "\n" : "");
  if (step != NULL)
    /* Translators: the first %s is the name of a method, the second one the name of a step in
     * it, the third one what it does */
    g_string_append_printf (reasons, _ ("• “%s”, step “%s”, %s."), method, step, text);
  else
    /* Translators: the first %s is the name of a method, the second one what it does */
    g_string_append_printf (reasons, _ ("• “%s” %s."), method, text);
}

/* Returns TRUE if the method has a custom feedback provider (doc/flow-semantics.md §10). */
static gboolean
has_provider (const TroupeFlowMethod *method)
{
  TroupeValue *provider =
      method->feedback != NULL && troupe_value_is (method->feedback, TROUPE_VALUE_MAP)
          ? troupe_value_map_lookup_string (method->feedback, "provider", -1)
          : NULL;

  g_assert (method != NULL);

  return provider != NULL && !troupe_value_is (provider, TROUPE_VALUE_NULL);
}

/* Adds a reason for each action, among @action and its steps, that this version cannot run.
 * @step: (nullable): the step that contains the action */
static void
check_action (TroupeRun *self,
              const TroupeFlowAction *action,
              const char *method,
              const char *step,
              GString *reasons)
{
  g_autofree char *missing = prepare (self, action);

  g_assert (TROUPE_IS_RUN (self));

  if (missing != NULL)
    add_reason (reasons, method, step, missing);
  for (guint i = 0; i < action->n_steps; i++)
    check_action (self, action->steps[i].action, method, action->steps[i].name, reasons);
}

gboolean
troupe_run_prepare (TroupeRun *self, GError **error)
{
  g_autoptr (GString) reasons = NULL;

  if (troupe_flow_has_errors (self->flow))
    {
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   _ ("The flow “%s” has errors and was not run. Fix them first."),
                   troupe_flow_get_name (self->flow) != NULL ? troupe_flow_get_name (self->flow)
                                                             : "");
      return FALSE;
    }
  reasons = g_string_new (NULL);
  g_assert (TROUPE_IS_RUN (self));
  if (troupe_flow_is_conversational (self->flow) && self->conversation == NULL)
    g_string_append (reasons, _ ("• The flow is conversational: use “troupectl chat”."));
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);
      g_autoptr (GError) cause = NULL;
      g_autofree char *text = NULL;
      TroupeAgentDefinition *model;

      check_action (self, method->action, method->name, NULL, reasons);
      /* Reads the model that interprets answers, and adds a reason if this version cannot call
       * it. */
      model = troupe_feedback_model_read (method, &cause);
      if (model != NULL)
        g_hash_table_replace (self->agents, (gpointer) method, model);
      if (cause != NULL || (model != NULL && troupe_agent_definition_is_model_made (model)))
        {
          text = cause != NULL
                     ? g_strdup_printf (
                           _ ("asks for human feedback with a model that is not available: %s"),
                           cause->message)
                     : g_strdup (_ (
                           "asks for human feedback with a model that is created in Python, which "
                           "this version does not support: name the model in its human_feedback"));
          add_reason (reasons, method->name, NULL, text);
        }
      if (has_provider (method))
        add_reason (
            reasons, method->name, NULL,
            _ ("asks for human feedback through a custom provider, which this version does not "
               "support: remove “provider” from its human_feedback"));
    }
  if (reasons->len == 0)
    return TRUE;
  g_propagate_error (error, self->kind->refuse (self->flow, reasons->str));
  return FALSE;
}

/* Returns TRUE if the code is still the code that the user allowed. This is the last check
 * before the helper loads the code. */
static gboolean
check_code (TroupeRun *self, TroupePermissionList *list, GError **error)
{
  g_autofree char *folder = troupe_run_get_code_folder (self);
  g_autoptr (TroupeValue) python = NULL;
  g_autoptr (TroupeProjectCode) code = NULL;

  g_assert (TROUPE_IS_RUN (self));

  g_clear_pointer (&self->texts, g_hash_table_unref);
  if (!self->options.has_agreed_code)
    return TRUE;
  if (self->options.permissions == TROUPE_PYTHON_PERMIT_NOTHING &&
      self->options.agreed_code == NULL && !troupe_permission_list_has_declarations (list))
    {
      /* Texts that appear during the run are not agreed. */
      self->texts = troupe_agreed_texts_new ();
      return TRUE;
    }
  python = troupe_permissions_show_python (self->flow, list);
  code = troupe_project_code_find (folder, python);
  g_free (self->hooks);
  self->hooks = troupe_project_code_describe_hooks (code->hooks);
  self->texts = g_hash_table_ref (code->texts);
  if (g_strcmp0 (code->digest, self->options.agreed_code) == 0)
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
               _ ("Files that the document uses from %s have changed since you allowed them. "
                  "Nothing was run."),
               folder);
  return FALSE;
}

/* Returns TRUE if all files that the document names for writing can be written. Otherwise a run would
 * call its models first and lose their answers at the end. */
static gboolean
check_written (TroupeRun *self, TroupePermissionList *list, GError **error)
{
  g_assert (TROUPE_IS_RUN (self));

  troupe_permissions_list_own_files (list, self->flow, self->options.folder,
                                     self->options.state_database == NULL);
  for (guint i = 0; i < troupe_permission_list_get_n_files (list); i++)
    {
      const TroupePermissionFile *file = troupe_permission_list_get_file (list, i);
      g_autofree char *path = g_canonicalize_filename (file->path, self->options.folder);
      const char *obstacle = troupe_permissions_find_obstacle (file, path);
      g_autofree char *shown = obstacle != NULL ? troupe_path_for_display (path) : NULL;

      if (obstacle == NULL)
        continue;
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FILE,
                   /* Translators: %s are a path and an error such as “Read-only file system” */
                   _ ("“%s” cannot be written: %s. Nothing was run. Choose another output file, or "
                      "save the document in a folder in which you may write."),
                   shown, obstacle);
      return FALSE;
    }
  return TRUE;
}

gboolean
troupe_run_check_consent (TroupeRun *self, GError **error, char **path)
{
  g_autoptr (TroupePermissionList) list = troupe_permission_list_new ();
  const TroupePermissionPython *forbidden = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *shown = NULL;

  g_assert (TROUPE_IS_RUN (self));

  if (self->options.is_refused)
    {
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
                           _ ("The permissions were granted to another version of this document. "
                              "Nothing was run. Run the document again to review its "
                              "permissions."));
      return FALSE;
    }
  folder = troupe_run_get_code_folder (self);
  troupe_permission_list_set_folder (list, folder);
  troupe_permission_list_set_work (list, self->options.is_unsaved ? NULL : self->options.folder);
  troupe_permission_list_set_offline (list, troupe_run_is_offline (self));
  /* What is compared with the consent is what the run executes. */
  troupe_permission_list_set_prepared (list, self->crews);
  troupe_permissions_ask (self->flow, list, FALSE);
  self->has_python =
      (troupe_permission_list_get_permissions (list) & ~TROUPE_PYTHON_PERMIT_MCP) != 0;
  for (guint i = 0; i < troupe_permission_list_get_n_python (list); i++)
    {
      const TroupePermissionPython *python = troupe_permission_list_get_python (list, i);

      if ((python->permission & ~self->options.permissions) != 0)
        {
          forbidden = python;
          break;
        }
    }
  if (forbidden == NULL)
    return check_code (self, list, error) && check_written (self, list, error);
  *path = g_strdup (forbidden->path);
  shown = troupe_text_to_line (forbidden->path);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT,
               forbidden->permission == TROUPE_PYTHON_PERMIT_SCRIPT
                   ? _ ("%s runs a Python script, which was not allowed. Nothing was run.")
               : forbidden->permission == TROUPE_PYTHON_PERMIT_CODE
                   ? _ ("%s calls a Python function, which was not allowed. Nothing was run.")
               : forbidden->permission == TROUPE_PYTHON_PERMIT_MCP
                   ? _ ("%s uses an MCP server, which was not allowed. Nothing was run.")
                   : _ ("%s runs a Python tool, which was not allowed. Nothing was run."),
               shown);
  return FALSE;
}

gboolean
troupe_run_check_ability (const TroupePreparedActions *made,
                          TroupeLlmClient *client,
                          const TroupeFlowAction *action,
                          const char *method,
                          GError **error)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);

  g_return_val_if_fail (made != NULL, FALSE);

  if (kind->check != NULL && !kind->check (action, made, client, method, error))
    return FALSE;
  for (guint i = 0; i < action->n_steps; i++)
    if (!troupe_run_check_ability (made, client, action->steps[i].action, method, error))
      return FALSE;
  return TRUE;
}

gboolean
troupe_run_may_execute (TroupeRun *self, const TroupeFlowMethod *method)
{
  const TroupeRunOptions *options;
  g_autoptr (TroupeFlowReach) reach = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && method != NULL, TRUE);

  /* Parts of a crew are its tasks. */
  if (self->kind->part_scope != TROUPE_SCOPE_METHOD)
    return TRUE;
  options = &self->options;
  if (options->only != NULL)
    return g_str_equal (options->only, method->name);
  if (!options->ignores_pins && (troupe_flow_get_pin (self->flow, method->name) != NULL ||
                                 troupe_flow_is_muted (self->flow, method->name)))
    return FALSE;
  /* What an earlier run has emitted may trigger any method. */
  if (self->goes_on || options->origin != NULL || options->fork_from != NULL ||
      options->restore_from != NULL)
    return TRUE;
  reach = troupe_flow_reach_new (self->flow);
  return !troupe_flow_reach_has_unconditional_start (reach) ||
         troupe_flow_reach_can_run (reach, method->index);
}

/* Returns TRUE if the model that interprets answers to the method can be called. The model is
 * optional if the document does not name one, because the user then chooses an outcome or enters
 * it literally. */
static gboolean
check_interpreter_ability (TroupeRun *self,
                           TroupeLlmClient *client,
                           const TroupeFlowMethod *method,
                           GError **error)
{
  TroupeAgentDefinition *model = g_hash_table_lookup (self->agents, method);
  GError *cause = NULL;

  g_assert (TROUPE_IS_RUN (self));

  if (model == NULL || troupe_feedback_model_check (model, client, &cause))
    return TRUE;
  if (troupe_agent_definition_get_model (model) == NULL &&
      !troupe_feedback_is_set (method, "learn"))
    {
      g_error_free (cause);
      return TRUE;
    }
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
               _ ("Could not call the model that interprets answers to “%s”: %s"), method->name,
               cause->message);
  g_error_free (cause);
  return FALSE;
}

TroupeLlmClient *
troupe_run_make_client (TroupeRun *self)
{
  TroupeLlmClient *client = troupe_llm_client_new ();
  TroupeLlmEnvironmentFunc environment_func;
  gpointer environment_data;

  g_assert (TROUPE_IS_RUN (self));

  troupe_run_get_environment (self, &environment_func, &environment_data);
  if (environment_func != NULL)
    troupe_llm_client_set_environment (client, environment_func, environment_data, NULL);
  troupe_llm_client_set_only_model (client, self->options.only_model);
  if (self->options.recorder != NULL)
    troupe_llm_client_set_recorder (client, self->options.recorder);
  if (self->options.granted_recipients != NULL)
    troupe_llm_client_set_recipients (client, self->options.granted_recipients);
  return client;
}

gboolean
troupe_run_check_skill_folders (TroupeValue *fields,
                                const char *folder,
                                const char *path,
                                GError **error)
{
  TroupeValue *entries = troupe_value_map_lookup_string (fields, "skills", -1);

  g_assert (folder != NULL);

  if (!troupe_agent_skills_are_named (entries))
    return TRUE;
  for (gsize i = 0; i < troupe_value_list_get_length (entries); i++)
    {
      TroupeValue *entry = troupe_value_list_get (entries, i);
      const char *name = troupe_value_is (entry, TROUPE_VALUE_STRING)
                             ? troupe_value_get_string (entry, NULL)
                             : "@";
      g_autofree char *place = g_canonicalize_filename (name, folder);

      if (*name == '@' || g_file_test (place, G_FILE_TEST_IS_DIR))
        continue;
      g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
                   /* Translators: the first %s is a path in the document, %u is an index from 0,
                    * the last %s is a folder */
                   _ ("%s: skills[%u] refers to the folder “%s”, which does not exist. Create it, "
                      "or remove the entry."),
                   path, (guint) i, name);
      return FALSE;
    }

  return TRUE;
}

/* Returns TRUE if the files of tasks can be passed to their models. */
static gboolean
check_task_files (TroupeRun *self, GError **error, char **path)
{
  g_autoptr (TroupeLlmClient) client = NULL;
  g_autofree char *folder = NULL;
  GHashTableIter iter;
  gpointer value;

  g_assert (TROUPE_IS_RUN (self));

  if (self->goes_on)
    return TRUE;
  folder = self->options.path != NULL ? troupe_run_get_code_folder (self) : g_get_current_dir ();
  client = troupe_run_make_client (self);
  g_hash_table_iter_init (&iter, self->crews);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      TroupeCrew *crew = ((TroupePreparedCrew *) value)->crew;
      g_autofree char *place = NULL;
      g_autofree char *refusal =
          crew != NULL
              ? troupe_crew_task_files_refuse (crew, folder,
                                               troupe_llm_client_get_environment (client), &place)
              : NULL;

      if (refusal == NULL)
        continue;
      *path = g_strdup (self->kind->locate_inner (place));
      g_set_error_literal (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT, refusal);
      return FALSE;
    }

  return TRUE;
}

gboolean
troupe_run_check_files (TroupeRun *self, GError **error, char **path)
{
  TroupePreparedActions made;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && path != NULL, FALSE);

  made = troupe_run_get_made (self, NULL);
  return self->kind->check_files (self, &made, error, path) &&
         check_task_files (self, error, path) &&
         self->kind->check_clients (self, &made, error, path);
}

/* Returns TRUE if the model that scores a test can be called. Otherwise all tasks would run before the first score fails. */
static gboolean
check_evaluator (TroupeRun *self, TroupeLlmClient *client, GError **error)
{
  const TroupeCrewRoundsPlan *rounds = &self->options.rounds;
  g_autofree char *usual = NULL;
  g_autoptr (GError) cause = NULL;
  g_autoptr (GString) reason = NULL;

  g_assert (TROUPE_IS_RUN (self));

  if (rounds->n == 0 || rounds->file != NULL)
    return TRUE;
  usual = rounds->model == NULL ? troupe_llm_client_get_default_model (client) : NULL;
  if (troupe_llm_client_check (client, usual != NULL ? usual : rounds->model, NULL, &cause))
    return TRUE;
  reason = g_string_new (cause->message);
  g_string_replace (reason, TROUPE_LLM_MODEL_WITHOUT_KEY, TROUPE_LLM_EVALUATOR_WITHOUT_KEY, 0);
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
               /* Translators: %s is the reason, a sentence about a model */
               _ ("The evaluator of the test cannot run: %s"), reason->str);
  return FALSE;
}

gboolean
troupe_run_check_models (TroupeRun *self, GError **error, char **path)
{
  TroupePreparedActions made;
  g_autoptr (TroupeLlmClient) client = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && path != NULL, FALSE);

  if (self->goes_on || g_hash_table_size (self->agents) == 0)
    return TRUE;
  client = troupe_run_make_client (self);
  made = troupe_run_get_made (self, NULL);
  return self->kind->check_models (self, &made, client, error, path) &&
         check_evaluator (self, client, error);
}

gboolean
troupe_run_interprets_answers (TroupeRun *self, const char *method)
{
  const TroupeFlowMethod *found = NULL;
  TroupeAgentDefinition *model = NULL;
  g_autoptr (TroupeLlmClient) client = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self) && method != NULL, FALSE);

  found = troupe_flow_find_method (self->flow, method);
  if (found == NULL || !troupe_run_prepare (self, NULL))
    return FALSE;
  model = g_hash_table_lookup (self->agents, found);
  client = troupe_run_make_client (self);
  return model != NULL && troupe_feedback_model_check (model, client, NULL);
}

/**
 * troupe_run_check:
 *
 * Performs all checks that are possible before anything runs. Finds load errors, actions that this
 * version does not support (all of them are listed with a remedy), and models without a provider or
 * key. Starts nothing. Must not be called while the run is in progress.
 *
 * Returns: %FALSE with a %TROUPE_RUN_ERROR
 */
gboolean
troupe_run_check (TroupeRun *self, GError **error)
{
  TroupePreparedActions made;
  g_autoptr (TroupeLlmClient) client = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  if (!troupe_run_check_parts (self, error))
    return FALSE;
  if (g_hash_table_size (self->agents) == 0 && self->conversation == NULL)
    return TRUE;
  client = troupe_run_make_client (self);
  made = troupe_run_get_made (self, NULL);
  if (self->conversation != NULL && !troupe_conversation_check (self->conversation, client, error))
    return FALSE;
  for (guint i = 0; i < troupe_flow_get_n_methods (self->flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (self->flow, i);

      g_autoptr (GError) cause = NULL;

      if ((troupe_run_check_ability (&made, client, method->action, method->name, &cause) &&
           check_interpreter_ability (self, client, method, &cause)) ||
          !troupe_run_may_execute (self, method))
        continue;
      g_propagate_error (error, g_steal_pointer (&cause));
      return FALSE;
    }
  return check_evaluator (self, client, error);
}

/* Returns the models that the user has named: the one that evaluates a crew, and the one that chooses the intent of a
 * message. (transfer full) */
static TroupeValue *
list_named_models (TroupeRun *run)
{
  const TroupeCrewRoundsPlan *rounds = &run->options.rounds;
  TroupeValue *intent =
      run->conversation != NULL ? troupe_conversation_get_given_llm (run->conversation) : NULL;
  TroupeValue *models[2];
  guint n_models = 0;

  if (rounds->n > 0 && rounds->file == NULL)
    models[n_models++] = rounds->model != NULL ? troupe_value_new_string (rounds->model, -1)
                                               : troupe_value_new_null ();
  if (intent != NULL)
    models[n_models++] = troupe_value_ref (intent);
  return troupe_value_new_list (models, n_models);
}

TroupeValue *
troupe_permissions_report_run (TroupeRun *run)
{
  g_autoptr (TroupeValue) models = NULL;
  g_autofree char *project = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  troupe_run_pin_folders (run);
  project = troupe_run_get_code_folder (run);
  models = list_named_models (run);
  return troupe_permissions_report_in (run->flow, troupe_run_get_settings (run), project,
                                       run->options.folder, run->options.is_unsaved,
                                       run->options.state_database == NULL,
                                       troupe_run_is_offline (run), run->options.only_model,
                                       models);
}

TroupeConsent *
troupe_consent_new_for_run (TroupeRun *run)
{
  g_autofree char *folder = NULL;
  g_autoptr (TroupeValue) permission_report = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (run), NULL);

  folder = troupe_run_get_code_folder (run);
  permission_report = troupe_permissions_report_run (run);
  return troupe_consent_new (
      troupe_flow_get_digest (run->flow), run->options.path, permission_report,
      troupe_project_code_find (folder,
                                troupe_value_map_lookup_string (permission_report, "python", -1)));
}
