/* troupe-permissions.c: permissions that a document needs, and whether they were granted
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permissions"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-conversation.h"
#include "troupe-feedback-model.h"
#include "troupe-flow-pins.h"
#include "troupe-flow-runner-action.h"
#include "troupe-key-recipients.h"
#include "troupe-llm-environment.h"
#include "troupe-permission-services.h"
#include "troupe-permissions-private.h"
#include "troupe-run-persister.h"
#include "troupe-run-settings.h"
#include "troupe-run.h"

/* Keys of the lists in troupe_permissions_report(). troupe_flow_explain() finds most entries in the
 * document, and the actions report the other entries. */
static const char *const keys[TROUPE_PERMISSION_N] = {
  [TROUPE_PERMISSION_MODEL] = "models",     [TROUPE_PERMISSION_HOST] = "hosts",
  [TROUPE_PERMISSION_PROGRAM] = "programs", [TROUPE_PERMISSION_REFERENCE] = "references",
  [TROUPE_PERMISSION_FOLDER] = "folders",   [TROUPE_PERMISSION_ENVIRONMENT] = "environment",
  [TROUPE_PERMISSION_KEYS] = "keys",
};

/* --- Permissions of the actions --------------------------------------------------------------- */

/* Lists the permissions of @action and its steps.
 * @step: (nullable): the name of the step to which the action belongs; @path: its JSON path;
 * @with_arguments: whether the arguments may be read, which is allowed only on the document's
 *   thread */
static void
ask_action (TroupePermissionList *list,
            const TroupeFlowAction *action,
            const char *method,
            const char *step,
            const char *path,
            gboolean with_arguments)
{
  const TroupeRunnerAction *kind = troupe_runner_action_find (action);

  if (kind->list_permissions != NULL)
    {
      g_autoptr (TroupeValue) arguments =
          with_arguments ? troupe_flow_action_get_arguments (action) : NULL;
      const TroupePermissionPlace place = { method, step, path, arguments };

      troupe_permission_list_set_place (list, &place);
      kind->list_permissions (action, list);
      troupe_permission_list_set_place (list, NULL);
    }
  for (guint i = 0; i < action->n_steps; i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s.do[%u].action", path, i);

      ask_action (list, action->steps[i].action, method, action->steps[i].name, inner,
                  with_arguments);
    }
}

void
troupe_permissions_ask (TroupeFlow *flow, TroupePermissionList *list, gboolean with_arguments)
{
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);
      g_autofree char *path = g_strdup_printf ("methods.%s.do", method->name);

      ask_action (list, method->action, method->name, NULL, path, with_arguments);
      troupe_feedback_model_list_permissions (method, list);
    }
  troupe_conversation_list_permissions (flow, list);
}

/* --- Folders --------------------------------------------------------------------------------- */

/* Adds the database to which a `persist` block refers. */
static void
add_persistence (TroupePermissionList *list, TroupeFlow *flow, TroupeValue *block, const char *work)
{
  TroupeValue *enabled = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (block, "enabled", -1)
                             : NULL;
  g_autofree char *path = NULL;

  if (enabled == NULL || !troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (enabled))
    return;
  path = troupe_run_persister_name_path (flow, block, work);
  troupe_permission_list_add_file (list, path, TROUPE_FILE_READ | TROUPE_FILE_EXTEND);
}

void
troupe_permissions_list_own_files (TroupePermissionList *list,
                                   TroupeFlow *flow,
                                   const char *work,
                                   gboolean with_states)
{
  gboolean in_database;
  g_autofree char *checkpoints = troupe_flow_get_checkpoint_location (flow, &in_database);

  if (with_states)
    add_persistence (list, flow, troupe_flow_get_persist (flow), work);
  for (guint i = 0; with_states && i < troupe_flow_get_n_methods (flow); i++)
    add_persistence (list, flow, troupe_flow_get_method (flow, i)->persist, work);
  /* Old checkpoints are deleted. */
  troupe_permission_list_add_file (list, checkpoints,
                                   in_database ? TROUPE_FILE_EXTEND
                                               : TROUPE_FILE_REPLACE | TROUPE_FILE_FOLDER);
}

/* Lists the folders that tools and programs may use as a whole, as absolute paths, so that the user
 * sees which folder is meant. @listed: the folders reported by the actions; @code_folder: (nullable):
 * the folder that the sandbox of Python code contains. If nothing else uses it, it is the last one. */
static TroupeValue *
make_folders (TroupePermissionList *listed,
              const char *project,
              const char *work,
              const char *code_folder)
{
  g_autoptr (TroupePermissionList) whole = troupe_permission_list_new ();
  g_autoptr (TroupeValue) names =
      troupe_permission_list_get_names (listed, TROUPE_PERMISSION_FOLDER);

  if (troupe_permission_list_has_project_folder (listed))
    troupe_permission_list_add (whole, TROUPE_PERMISSION_FOLDER, project);
  for (gsize i = 0; i < troupe_value_list_get_length (names); i++)
    {
      g_autofree char *path =
          g_canonicalize_filename (troupe_value_get_string (troupe_value_list_get (names, i), NULL),
                                   work);

      troupe_permission_list_add (whole, TROUPE_PERMISSION_FOLDER, path);
    }
  troupe_permission_list_add (whole, TROUPE_PERMISSION_FOLDER, code_folder);
  return troupe_permission_list_get_names (whole, TROUPE_PERMISSION_FOLDER);
}

/* Replaces the value of @key. Takes ownership of both values. */
static TroupeValue *
put (TroupeValue *map, const char *key, TroupeValue *value)
{
  TroupeValue *result = troupe_value_map_with (map, key, value);

  troupe_value_unref (map);
  troupe_value_unref (value);
  return result;
}

/* Adds the folders. The same code in another folder works with other files, so that the folder of
 * Python code is a part of the consent. Takes ownership of @value, which contains `python`. */
static TroupeValue *
put_folders (TroupeValue *value, TroupePermissionList *list, const char *project, const char *work)
{
  const gboolean has_code = troupe_permissions_have_code (value);
  g_autoptr (TroupeValue) others = make_folders (list, project, work, NULL);
  TroupeValue *folders = make_folders (list, project, work, has_code ? project : NULL);
  const gboolean is_added =
      troupe_value_list_get_length (folders) > troupe_value_list_get_length (others);
  g_autoptr (GPtrArray) items = NULL;

  value = put (value, keys[TROUPE_PERMISSION_FOLDER], folders);
  /* The location of each folder if links lead elsewhere, otherwise null. */
  items = g_ptr_array_new ();
  for (gsize i = 0; i < troupe_value_list_get_length (folders); i++)
    g_ptr_array_add (items, troupe_permissions_resolve (troupe_value_get_string (
                                troupe_value_list_get (folders, i), NULL)));
  value = put (value, "folder_targets",
               troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
  value = put (value, "folders_written",
               troupe_value_new_boolean (troupe_permission_list_may_write (list)));
  return put (value, "code_folder",
              is_added ? troupe_value_new_string (project, -1) : troupe_value_new_null ());
}

static gboolean
has_entries (TroupeValue *permission_report, const char *key)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);

  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (list) > 0;
}

/* Returns TRUE if the document names a file. Files that are used without being named are a part of
 * what the actions do anyway. */
static gboolean
has_named_file (TroupeValue *permission_report)
{
  TroupeValue *files = troupe_value_map_lookup_string (permission_report, "files", -1);

  for (gsize i = 0; files != NULL && i < troupe_value_list_get_length (files); i++)
    {
      TroupeValue *optional =
          troupe_value_map_lookup_string (troupe_value_list_get (files, i), "optional", -1);

      if (optional == NULL || !troupe_value_get_boolean (optional))
        return TRUE;
    }
  return FALSE;
}

/* Lists the models that the user has named. The file `.env` beside the document may lead them elsewhere. @models:
 * (nullable) */
static void
add_models (TroupePermissionList *list, TroupeValue *models)
{
  for (gsize i = 0; models != NULL && i < troupe_value_list_get_length (models); i++)
    {
      TroupeValue *llm = troupe_value_list_get (models, i);
      g_autoptr (TroupeAgentDefinition) model =
          troupe_value_is (llm, TROUPE_VALUE_NULL) ? NULL : troupe_feedback_model_new (llm, NULL);

      if (troupe_value_is (llm, TROUPE_VALUE_NULL))
        troupe_permission_list_add_model (list, NULL, NULL);
      else if (model != NULL)
        troupe_feedback_model_tell (model, list);
    }
}

/* Returns TRUE if the host was found in the document only, where the actions connect to an address with a path. */
static gboolean
has_paths_only (TroupePermissionList *list, const char *name)
{
  gboolean result = FALSE;

  for (guint i = 0; i < troupe_permission_list_get_n_recipients (list); i++)
    {
      const char *other = troupe_permission_list_get_recipient (list, i)->name;
      g_autofree char *host = troupe_key_recipient_get_host (other);

      if (g_str_equal (other, name))
        return FALSE;
      result = result || g_str_equal (host, name);
    }
  return result;
}

/* Returns the hosts, each with its path if that selects the recipient. (transfer full) */
static TroupeValue *
list_hosts (TroupePermissionList *list)
{
  g_autoptr (TroupeValue) names = troupe_permission_list_get_names (list, TROUPE_PERMISSION_HOST);
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (gsize i = 0; i < troupe_value_list_get_length (names); i++)
    {
      TroupeValue *name = troupe_value_list_get (names, i);

      if (!has_paths_only (list, troupe_value_get_string (name, NULL)))
        g_ptr_array_add (items, troupe_value_ref (name));
    }
  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

/* Creates the permission report of a flow. @project: the document's folder; @work: base of
 * relative paths in the document; @is_unsaved: see troupe_run_set_unsaved(); @with_states: whether the flow's states are stored where the
 * document specifies; @is_offline: whether no service is called;
 * @only_model: (nullable): called instead of every model; @models: (nullable): those that the user has named */
TroupeValue *
troupe_permissions_report_in (TroupeFlow *flow,
                              GHashTable *settings,
                              const char *project,
                              const char *work,
                              gboolean is_unsaved,
                              gboolean with_states,
                              gboolean is_offline,
                              const char *only_model,
                              TroupeValue *models)
{
  g_autoptr (TroupePermissionList) list = troupe_permission_list_new ();
  TroupeValue *value = troupe_flow_explain (flow);
  g_autoptr (TroupeLlmEnvironment) environment = NULL;
  g_autoptr (TroupeValue) variables = NULL;
  g_autofree char *path = NULL;

  troupe_permission_list_set_offline (list, is_offline);
  troupe_permission_list_set_only_model (list, only_model);
  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    if (only_model == NULL || i != TROUPE_PERMISSION_MODEL)
      troupe_permission_list_add_all (list, (TroupePermission) i,
                                      troupe_value_map_lookup_string (value, keys[i], -1));
  troupe_permission_list_set_folder (list, project);
  troupe_permission_list_set_work (list, is_unsaved ? NULL : work);
  /* Lets the settings of the file `.env` determine models and addresses. */
  if (settings != NULL)
    {
      environment =
          troupe_llm_environment_new (troupe_run_settings_lookup, g_hash_table_ref (settings),
                                      (GDestroyNotify) g_hash_table_unref);
      troupe_permission_list_set_environment (list, environment);
    }
  troupe_permissions_ask (flow, list, TRUE);
  add_models (list, models);
  troupe_permissions_list_own_files (list, flow, work, with_states);
  /* Adds the `.env` file of the document's folder if models or tools need keys. The file is not
   * read here. */
  variables = troupe_permission_list_get_names (list, TROUPE_PERMISSION_ENVIRONMENT);
  path = g_build_filename (project, ".env", NULL);
  if (troupe_value_list_get_length (variables) > 0 && g_file_test (path, G_FILE_TEST_EXISTS))
    troupe_permission_list_add (list, TROUPE_PERMISSION_KEYS, path);
  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    if (i != TROUPE_PERMISSION_FOLDER)
      value = put (value, keys[i],
                   i == TROUPE_PERMISSION_HOST
                       ? list_hosts (list)
                       : troupe_permission_list_get_names (list, (TroupePermission) i));
  value = put (value, "python", troupe_permissions_show_python (flow, list));
  value = put_folders (value, list, project, work);
  value = put (value, "read_folders",
               troupe_permissions_show_read_folders (troupe_permissions_have_code (value)));
  value = put (value, "files", troupe_permissions_show_files (list, project, work));
  value = put (value, "recipients", troupe_permissions_show_recipients (list, project));
  value = put (value, "any_model",
               troupe_value_new_boolean (troupe_permission_list_has_any_model (list)));
  value = put (value, "pins", troupe_flow_list_bypassed (flow));
  value = put (value, "settings",
               troupe_permissions_show_settings (
                   has_entries (value, "hosts"),
                   troupe_permissions_have_python (flow) ||
                       troupe_flow_get_state_reference (flow) != NULL,
                   troupe_value_map_lookup_string (value, "environment", -1), settings));
  value = put (value, "default_model",
               troupe_permissions_show_default_model (
                   troupe_value_map_lookup_string (value, "environment", -1), settings));
  return put (value, "interpreter", troupe_permissions_show_interpreter (project));
}

TroupeValue *
troupe_permissions_report (TroupeFlow *flow, const char *folder)
{
  g_autofree char *work = g_get_current_dir ();
  g_autoptr (GHashTable) settings = NULL;

  g_return_val_if_fail (flow != NULL, NULL);

  settings = troupe_run_settings_read (folder != NULL ? folder : work);
  return troupe_permissions_report_in (flow, settings, folder != NULL ? folder : work, work, FALSE,
                                       TRUE, FALSE, NULL, NULL);
}

TroupeValue *
troupe_permissions_report_in_folder (TroupeFlow *flow, const char *folder)
{
  g_autoptr (GHashTable) settings = NULL;

  g_return_val_if_fail (flow != NULL && folder != NULL, NULL);

  settings = troupe_run_settings_read (folder);
  return troupe_permissions_report_in (flow, settings, folder, folder, FALSE, TRUE, FALSE, NULL,
                                       NULL);
}

char **
troupe_permissions_find_servers (TroupeFlow *flow, const char *folder)
{
  g_autoptr (TroupePermissionList) list = troupe_permission_list_new ();
  g_autofree char *work = g_get_current_dir ();

  g_return_val_if_fail (flow != NULL, NULL);

  troupe_permission_list_set_folder (list, folder != NULL ? folder : work);
  troupe_permissions_ask (flow, list, FALSE);
  return troupe_permission_list_get_servers (list);
}

/* --- Questions -------------------------------------------------------------------------------- */

gboolean
troupe_permissions_have_any_host (TroupeValue *permission_report)
{
  TroupeValue *hosts;

  g_return_val_if_fail (permission_report != NULL, FALSE);

  hosts = troupe_value_map_lookup_string (permission_report, "hosts", -1);
  for (gsize i = 0; hosts != NULL && i < troupe_value_list_get_length (hosts); i++)
    if (g_str_equal (troupe_value_get_string (troupe_value_list_get (hosts, i), NULL),
                     TROUPE_PERMISSION_ANY_HOST))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if a folder is used by something else than Python code. */
static gboolean
has_other_folder (TroupeValue *permission_report)
{
  TroupeValue *folders =
      troupe_value_get_member_of (permission_report, keys[TROUPE_PERMISSION_FOLDER],
                                  TROUPE_VALUE_LIST);
  const gsize n_of_code =
      troupe_value_get_member_text (permission_report, "code_folder") != NULL ? 1 : 0;

  return folders != NULL && troupe_value_list_get_length (folders) > n_of_code;
}

/* Returns TRUE if anything except Python requires consent. A model alone requires none unless a
 * host is contacted. */
gboolean
troupe_permissions_need_consent_beside_python (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (i != TROUPE_PERMISSION_MODEL && i != TROUPE_PERMISSION_FOLDER &&
        has_entries (permission_report, keys[i]))
      return TRUE;
  return has_other_folder (permission_report) || has_named_file (permission_report);
}

gboolean
troupe_permissions_need_consent (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, TRUE);

  return troupe_permissions_get_python (permission_report) != TROUPE_PYTHON_PERMIT_NOTHING ||
         troupe_permissions_need_consent_beside_python (permission_report);
}
