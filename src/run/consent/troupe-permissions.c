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
#include "troupe-flow-runner-action.h"
#include "troupe-permissions-private.h"
#include "troupe-run-persister.h"
#include "troupe-run.h"

/* Keys of the lists in troupe_permissions_report() and their titles for the user.
 * troupe_flow_explain() finds most entries in the document, and the actions report the other
 * entries. */
static const struct
{
  const char *key;
  const char *title;
} permissions[TROUPE_PERMISSION_N] = {
  [TROUPE_PERMISSION_MODEL] = { "models", N_ ("Models") },
  [TROUPE_PERMISSION_HOST] = { "hosts", N_ ("Connects to") },
  [TROUPE_PERMISSION_PROGRAM] = { "programs", N_ ("Starts programs") },
  [TROUPE_PERMISSION_REFERENCE] = { "references", N_ ("References code") },
  [TROUPE_PERMISSION_FOLDER] = { "folders", N_ ("Reads and writes in") },
  [TROUPE_PERMISSION_ENVIRONMENT] = { "environment", N_ ("Reads from the environment") },
  [TROUPE_PERMISSION_KEYS] = { "keys", N_ ("Reads keys from") },
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

/* Adds the folder of the database to which a `persist` block refers. */
static void
add_persistence (TroupePermissionList *folders,
                 TroupeFlow *flow,
                 TroupeValue *block,
                 const char *work)
{
  TroupeValue *enabled = block != NULL && troupe_value_is (block, TROUPE_VALUE_MAP)
                             ? troupe_value_map_lookup_string (block, "enabled", -1)
                             : NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;

  if (enabled == NULL || !troupe_value_is (enabled, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (enabled))
    return;
  path = troupe_run_persister_name_path (flow, block, work);
  if (path == NULL)
    return;
  folder = g_path_get_dirname (path);
  troupe_permission_list_add (folders, TROUPE_PERMISSION_FOLDER, folder);
}

/* Lists the folders that a run writes to, as absolute paths, so that the user sees which folder
 * is meant. @told: the folders reported by the actions */
static TroupeValue *
make_folders (TroupeFlow *flow,
              TroupePermissionList *told,
              const char *project,
              const char *work,
              gboolean with_states)
{
  g_autoptr (TroupePermissionList) whole = troupe_permission_list_new ();
  g_autoptr (TroupeValue) names = troupe_permission_list_get_names (told, TROUPE_PERMISSION_FOLDER);

  if (troupe_permission_list_has_project_folder (told))
    troupe_permission_list_add (whole, TROUPE_PERMISSION_FOLDER, project);
  for (gsize i = 0; i < troupe_value_list_get_length (names); i++)
    {
      g_autofree char *path =
          g_canonicalize_filename (troupe_value_get_string (troupe_value_list_get (names, i), NULL),
                                   work);

      troupe_permission_list_add (whole, TROUPE_PERMISSION_FOLDER, path);
    }
  if (with_states)
    add_persistence (whole, flow, troupe_flow_get_persist (flow), work);
  for (guint i = 0; with_states && i < troupe_flow_get_n_methods (flow); i++)
    add_persistence (whole, flow, troupe_flow_get_method (flow, i)->persist, work);
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

/* Adds the `.env` file of the document's folder if models or tools need keys. The file is not
 * read here. */
static void
add_keys (TroupePermissionList *list, const char *project)
{
  g_autoptr (TroupeValue) variables =
      troupe_permission_list_get_names (list, TROUPE_PERMISSION_ENVIRONMENT);
  g_autofree char *path = g_build_filename (project, ".env", NULL);

  if (troupe_value_list_get_length (variables) > 0 && g_file_test (path, G_FILE_TEST_EXISTS))
    troupe_permission_list_add (list, TROUPE_PERMISSION_KEYS, path);
}

/* Creates the permission report of a flow. @project: the document's folder; @work: base of
 * relative paths in the document; @with_states: whether the flow's states are stored where the
 * document specifies */
TroupeValue *
troupe_permissions_report_in (TroupeFlow *flow,
                              const char *project,
                              const char *work,
                              gboolean with_states)
{
  g_autoptr (TroupePermissionList) list = troupe_permission_list_new ();
  TroupeValue *value = troupe_flow_explain (flow);

  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    troupe_permission_list_add_all (list, (TroupePermission) i,
                                    troupe_value_map_lookup_string (value, permissions[i].key, -1));
  troupe_permission_list_set_folder (list, project);
  troupe_permissions_ask (flow, list, TRUE);
  add_keys (list, project);
  for (guint i = 0; i < TROUPE_PERMISSION_N; i++)
    value = put (value, permissions[i].key,
                 i == TROUPE_PERMISSION_FOLDER
                     ? make_folders (flow, list, project, work, with_states)
                     : troupe_permission_list_get_names (list, (TroupePermission) i));
  return put (value, "python", troupe_permissions_show_python (flow, list));
}

TroupeValue *
troupe_permissions_report (TroupeFlow *flow, const char *folder)
{
  g_autofree char *work = g_get_current_dir ();

  g_return_val_if_fail (flow != NULL, NULL);

  return troupe_permissions_report_in (flow, folder != NULL ? folder : work, work, TRUE);
}

TroupeValue *
troupe_permissions_report_in_folder (TroupeFlow *flow, const char *folder)
{
  g_return_val_if_fail (flow != NULL && folder != NULL, NULL);

  return troupe_permissions_report_in (flow, folder, folder, TRUE);
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

/* --- Text for the user ------------------------------------------------------------------------ */

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

char *
troupe_permissions_get_shown (const char *key, TroupeValue *member)
{
  g_autofree char *text = NULL;

  g_return_val_if_fail (key != NULL && member != NULL, NULL);

  if (!troupe_value_is (member, TROUPE_VALUE_STRING))
    text = troupe_value_to_json (member, TROUPE_JSON_SPACED);
  else if (g_str_equal (key, "hosts") &&
           g_str_equal (troupe_value_get_string (member, NULL), TROUPE_PERMISSION_ANY_HOST))
    text = g_strdup (_ ("any public web address"));
  else if (g_str_equal (key, "folders") || g_str_equal (key, "keys"))
    text = troupe_path_for_display (troupe_value_get_string (member, NULL));
  else
    text = g_strdup (troupe_value_get_string (member, NULL));
  /* Quotes text with a comma so that one entry is not mistaken for two. */
  if (troupe_value_is (member, TROUPE_VALUE_STRING) && strstr (text, ", ") != NULL)
    {
      g_autofree char *quoted = g_strdup_printf ("“%s”", text);

      return troupe_text_to_line (quoted);
    }
  return troupe_text_to_line (text);
}

static void
append_right (GString *out, TroupeValue *permission_report, const char *key, const char *title)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, key, -1);

  if (list == NULL || !troupe_value_is (list, TROUPE_VALUE_LIST) ||
      troupe_value_list_get_length (list) == 0)
    return;
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autofree char *shown = troupe_permissions_get_shown (key, troupe_value_list_get (list, i));

      if (i == 0)
        g_string_append_printf (out, "%s: ", title);
      else
        g_string_append (out, ", ");
      g_string_append (out, shown);
    }
  g_string_append_c (out, '\n');
}

char *
troupe_permissions_describe (TroupeValue *permission_report)
{
  g_autofree char *python = NULL;
  GString *out = NULL;

  g_return_val_if_fail (permission_report != NULL, NULL);

  out = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (permissions); i++)
    append_right (out, permission_report, permissions[i].key, _ (permissions[i].title));
  if (troupe_permissions_describe_servers (permission_report) != NULL)
    g_string_append_printf (out, "%s\n", troupe_permissions_describe_servers (permission_report));
  python = troupe_permissions_describe_python (permission_report);
  if (python != NULL)
    g_string_append (out, python);
  return g_string_free (out, FALSE);
}

/* Returns TRUE if anything except Python requires consent. A model alone requires none unless a
 * host is contacted. */
gboolean
troupe_permissions_need_consent_beside_python (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (permissions); i++)
    {
      TroupeValue *list =
          troupe_value_map_lookup_string (permission_report, permissions[i].key, -1);

      if (i != TROUPE_PERMISSION_MODEL && list != NULL &&
          troupe_value_is (list, TROUPE_VALUE_LIST) && troupe_value_list_get_length (list) > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
troupe_permissions_need_consent (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, TRUE);

  return troupe_permissions_get_python (permission_report) != TROUPE_PYTHON_PERMIT_NOTHING ||
         troupe_permissions_need_consent_beside_python (permission_report);
}
