/* troupe-permissions-python.c: Python code that a document runs, and the stored consent to it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permissions-python"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-flow-runner-action.h"
#include "troupe-folder-policy.h"
#include "troupe-permissions-private.h"

static const struct
{
  TroupePythonPermissions permission;
  const char *word;
} words[] = {
  { TROUPE_PYTHON_PERMIT_SCRIPT, "script" }, { TROUPE_PYTHON_PERMIT_CODE, "code" },
  { TROUPE_PYTHON_PERMIT_TOOL, "tool" },     { TROUPE_PYTHON_PERMIT_NETWORK, "network" },
  { TROUPE_PYTHON_PERMIT_WRITE, "write" },   { TROUPE_PYTHON_PERMIT_UNCONFINED, "unconfined" },
  { TROUPE_PYTHON_PERMIT_MCP, "mcp" },       { TROUPE_PYTHON_PERMIT_PROGRAMS, "programs" },
};

/**
 * troupe_permissions_get_python_kind:
 *
 * Returns: the permission that @action reports for itself, without its steps;
 * %TROUPE_PYTHON_PERMIT_NOTHING if it is not Python. A tool without a class is one of CrewAI's
 * application actions
 */
TroupePythonPermissions
troupe_permissions_get_python_kind (const TroupeFlowAction *action)
{
  g_autoptr (TroupePermissionList) list = NULL;
  const TroupeRunnerAction *kind = NULL;

  g_return_val_if_fail (action != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  kind = troupe_runner_action_find (action);
  if (kind->list_permissions == NULL)
    return TROUPE_PYTHON_PERMIT_NOTHING;
  list = troupe_permission_list_new ();
  kind->list_permissions (action, list);
  return troupe_permission_list_get_permissions (list);
}

static gboolean
is_python (const TroupeFlowAction *action)
{
  g_assert (action != NULL);

  if ((troupe_permissions_get_python_kind (action) & ~TROUPE_PYTHON_PERMIT_MCP) != 0)
    return TRUE;
  for (guint i = 0; i < action->n_steps; i++)
    if (is_python (action->steps[i].action))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if any action of the flow is Python. */
gboolean
troupe_permissions_have_python (TroupeFlow *flow)
{
  g_return_val_if_fail (flow != NULL, FALSE);

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    if (is_python (troupe_flow_get_method (flow, i)->action))
      return TRUE;
  return FALSE;
}

const char *
troupe_permissions_get_python_word (TroupePythonPermissions permission)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].permission == permission)
      return words[i].word;
  return NULL;
}

/* --- Listing the code ------------------------------------------------------------------------- */

static TroupeValue *
text_or_null (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ();
}

static TroupeValue *
show (const TroupePermissionPython *python, const char *kind)
{
  TroupeMapBuilder builder;

  g_assert (python != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "kind", troupe_value_new_string (kind, -1));
  troupe_map_builder_add (&builder, "method", text_or_null (python->method));
  troupe_map_builder_add (&builder, "step", text_or_null (python->step));
  troupe_map_builder_add (&builder, "path", text_or_null (python->path));
  troupe_map_builder_add (&builder, "text", troupe_value_new_string (python->text, -1));
  troupe_map_builder_add (&builder, "with",
                          python->arguments != NULL ? troupe_value_ref (python->arguments)
                                                    : troupe_value_new_null ());
  if (python->files != NULL)
    {
      char **files = python->files;
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      /* Lists the paths of files, whose names may be invalid UTF-8. */
      for (guint i = 0; files[i] != NULL; i++)
        g_ptr_array_add (items,
                         g_utf8_validate (files[i], -1, NULL)
                             ? troupe_value_new_string (files[i], -1)
                             : troupe_value_take_string (g_filename_display_name (files[i]), -1));
      troupe_map_builder_add (&builder, "files",
                              troupe_value_new_list ((TroupeValue **) items->pdata, items->len));
    }
  return troupe_map_builder_end (&builder);
}

/* @reference: (nullable) */
static void
add_reference (GPtrArray *entries, const char *reference, const char *path, const char *word)
{
  const TroupePermissionPython python = {
    .permission = TROUPE_PYTHON_PERMIT_CODE,
    .text = (char *) reference,
    .path = (char *) path,
  };

  if (reference != NULL)
    g_ptr_array_add (entries, show (&python, word));
}

TroupeValue *
troupe_permissions_show_python (TroupeFlow *flow, TroupePermissionList *list)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  g_autoptr (TroupeValue) declarations = NULL;

  add_reference (entries, troupe_flow_get_state_reference (flow), "state.ref", "class");
  /* Only code can ask. */
  if (troupe_permission_list_get_n_python (list) > 0)
    add_reference (entries, troupe_flow_get_input_provider (flow), "config.input_provider",
                   troupe_permissions_get_python_word (TROUPE_PYTHON_PERMIT_CODE));
  for (guint i = 0; i < troupe_permission_list_get_n_python (list); i++)
    {
      const TroupePermissionPython *python = troupe_permission_list_get_python (list, i);

      g_ptr_array_add (entries,
                       show (python, troupe_permissions_get_python_word (python->permission)));
    }
  /* Crews and texts in separate files are listed, too, because the consent covers them like
   * imported modules. */
  declarations = troupe_permission_list_get_declarations (list);
  for (gsize i = 0; i < troupe_value_list_get_length (declarations); i++)
    {
      TroupeValue *declaration = troupe_value_list_get (declarations, i);
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "kind",
                              troupe_value_ref (
                                  troupe_value_map_lookup_string (declaration, "kind", -1)));
      troupe_map_builder_add (&builder, "text",
                              troupe_value_ref (
                                  troupe_value_map_lookup_string (declaration, "name", -1)));
      troupe_map_builder_add (&builder, "digest",
                              troupe_value_ref (
                                  troupe_value_map_lookup_string (declaration, "digest", -1)));
      g_ptr_array_add (entries, troupe_map_builder_end (&builder));
    }
  return troupe_value_new_list ((TroupeValue **) entries->pdata, entries->len);
}

static TroupePythonPermissions
read_word (const char *word)
{
  /* The state's class is imported like the module of a function. */
  if (g_strcmp0 (word, "class") == 0)
    return TROUPE_PYTHON_PERMIT_CODE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (words[i].word, word) == 0)
      return words[i].permission;
  return TROUPE_PYTHON_PERMIT_NOTHING;
}

/* Returns the kinds of Python code that the report lists, without what the code can reach. */
static TroupePythonPermissions
get_kinds (TroupeValue *permission_report)
{
  TroupeValue *list = troupe_value_map_lookup_string (permission_report, "python", -1);
  TroupeValue *entries = list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST) ? list : NULL;
  TroupePythonPermissions kinds = TROUPE_PYTHON_PERMIT_NOTHING;

  for (gsize i = 0; entries != NULL && i < troupe_value_list_get_length (entries); i++)
    kinds |= read_word (troupe_value_get_member_text (troupe_value_list_get (entries, i), "kind"));
  return kinds;
}

gboolean
troupe_permissions_have_code (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, FALSE);

  return (get_kinds (permission_report) & ~TROUPE_PYTHON_PERMIT_MCP) != 0;
}

TroupeValue *
troupe_permissions_add_code (TroupeValue *permission_report, const TroupeProjectCode *code)
{
  static const TroupePythonPermissions reached[] = { TROUPE_PYTHON_PERMIT_NETWORK,
                                                     TROUPE_PYTHON_PERMIT_WRITE };
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (GPtrArray) reach = g_ptr_array_new ();
  g_autoptr (TroupeValue) modules = NULL;
  g_autoptr (TroupeValue) list = NULL;
  g_autoptr (TroupeValue) half = NULL;

  g_return_val_if_fail (permission_report != NULL && code != NULL, NULL);

  for (guint i = 0; i < code->files->len; i++)
    {
      g_autofree char *shown = g_filename_display_name (g_ptr_array_index (code->files, i));

      g_ptr_array_add (files, troupe_value_new_string (shown, -1));
    }
  for (guint i = 0; i < G_N_ELEMENTS (reached); i++)
    if ((code->permissions & reached[i]) != 0)
      g_ptr_array_add (
          reach, troupe_value_new_string (troupe_permissions_get_python_word (reached[i]), -1));
  modules = troupe_value_new_list ((TroupeValue **) files->pdata, files->len);
  list = troupe_value_new_list ((TroupeValue **) reach->pdata, reach->len);
  half = troupe_value_map_with (permission_report, "modules", modules);
  return troupe_value_map_with (half, "reach", list);
}

/* Returns the permissions in `reach`. If the code was not examined, returns all of them. */
static TroupePythonPermissions
get_reach (TroupeValue *permission_report)
{
  TroupeValue *reach = troupe_value_map_lookup_string (permission_report, "reach", -1);
  TroupePythonPermissions permissions = TROUPE_PYTHON_PERMIT_NOTHING;

  if (reach == NULL || !troupe_value_is (reach, TROUPE_VALUE_LIST))
    return TROUPE_PYTHON_PERMIT_NETWORK | TROUPE_PYTHON_PERMIT_WRITE;
  for (gsize i = 0; i < troupe_value_list_get_length (reach); i++)
    permissions |= read_word (troupe_value_get_string (troupe_value_list_get (reach, i), NULL));
  return permissions;
}

/* Returns TRUE if MCP servers are started. Nothing else starts programs. */
static gboolean
starts_servers (TroupeValue *permission_report)
{
  TroupeValue *programs = troupe_value_map_lookup_string (permission_report, "programs", -1);

  return programs != NULL && troupe_value_is (programs, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (programs) > 0;
}

/**
 * troupe_permissions_get_python:
 * @permission_report: of troupe_permissions_report(), with troupe_permissions_add_code() if the
 *   code was examined
 *
 * Returns: the permissions that the flow's Python code requires, with the network and writing in
 * the document's folder only if the code is found to use them
 */
TroupePythonPermissions
troupe_permissions_get_python (TroupeValue *permission_report)
{
  TroupePythonPermissions needed;
  gboolean is_python;

  g_return_val_if_fail (permission_report != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  needed = get_kinds (permission_report);
  is_python = (needed & ~TROUPE_PYTHON_PERMIT_MCP) != 0;
  if (starts_servers (permission_report) && !troupe_python_has_sandbox ())
    needed |= TROUPE_PYTHON_PERMIT_UNCONFINED;
  if (is_python)
    needed |= get_reach (permission_report);
  /* Running without a sandbox requires a separate consent, because a user who agreed to a
   * sandbox has not agreed to run without it. */
  if (is_python && !troupe_python_has_sandbox ())
    needed |= TROUPE_PYTHON_PERMIT_UNCONFINED;
  return needed;
}

/* --- Text for the user ------------------------------------------------------------------------ */

const char *
troupe_permissions_describe_sandbox (TroupeValue *permission_report)
{
  TroupePythonPermissions reach;

  g_return_val_if_fail (permission_report != NULL, NULL);

  reach = get_reach (permission_report);
  if (!troupe_python_has_sandbox ())
    return _ ("There is no sandbox, because bubblewrap is not installed or does not work. The code "
              "can do everything that you can do.");
  if ((reach & TROUPE_PYTHON_PERMIT_NETWORK) != 0)
    return (reach & TROUPE_PYTHON_PERMIT_WRITE) != 0
               ? _ ("The code runs in a sandbox without your home folder. It can use the network, "
                    "also services on this computer and in your network, read the folder of the "
                    "document, and write what is listed under “folders”.")
               : _ ("The code runs in a sandbox without your home folder. It can use the network, "
                    "also services on this computer and in your network, and read in the folder of "
                    "the document.");
  return (reach & TROUPE_PYTHON_PERMIT_WRITE) != 0
             ? _ ("The code runs in a sandbox without your home folder and without a network. It "
                  "can read the folder of the document, and write what is listed under “folders”.")
             : _ ("The code runs in a sandbox without your home folder and without a network. It "
                  "can read in the folder of the document.");
}

const char *
troupe_permissions_describe_code_folder (TroupeValue *permission_report)
{
  const char *folder;

  g_return_val_if_fail (permission_report != NULL, NULL);

  folder = troupe_value_get_member_text (permission_report, "code_folder");
  if (folder == NULL || !troupe_python_has_sandbox ())
    return NULL;
  if (troupe_folder_policy_is_shared (folder))
    return _ ("only its Python modules are read");
  return (get_reach (permission_report) & TROUPE_PYTHON_PERMIT_WRITE) == 0 ? _ ("only reads")
                                                                           : NULL;
}

gboolean
troupe_permissions_code_may_write (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, TRUE);

  return troupe_permissions_have_code (permission_report) &&
         (get_reach (permission_report) & TROUPE_PYTHON_PERMIT_WRITE) != 0;
}

gboolean
troupe_permissions_write_folders (TroupeValue *permission_report)
{
  TroupeValue *written;

  g_return_val_if_fail (permission_report != NULL, TRUE);

  written = troupe_value_get_member (permission_report, "folders_written");
  return troupe_permissions_code_may_write (permission_report) ||
         (written != NULL && troupe_value_is (written, TROUPE_VALUE_BOOLEAN) &&
          troupe_value_get_boolean (written));
}

gboolean
troupe_permissions_write_data_only (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, FALSE);

  return troupe_python_has_sandbox () ||
         (!troupe_permissions_have_code (permission_report) && !starts_servers (permission_report));
}

const char *
troupe_permissions_describe_servers (TroupeValue *permission_report)
{
  g_return_val_if_fail (permission_report != NULL, NULL);

  if (!starts_servers (permission_report))
    return NULL;
  return troupe_python_has_sandbox ()
             ? _ ("The programs run in a sandbox without your home folder. They can use the "
                  "network, also services on this computer and in your network, read the folders "
                  "listed here, and write in them as listed.")
             : _ ("There is no sandbox for the programs, because bubblewrap is not installed or "
                  "does not work. They can do everything that you can do.");
}

/* --- Consent --------------------------------------------------------------------------------- */

/**
 * troupe_permissions_get_granted_python:
 * @folder: the data folder
 * @digest: of troupe_consent_get_digest()
 *
 * Returns: the Python permissions that the user granted for exactly this content
 */
TroupePythonPermissions
troupe_permissions_get_granted_python (const char *folder, const char *digest)
{
  TroupePythonPermissions granted = TROUPE_PYTHON_PERMIT_NOTHING;
  g_autofree char *text = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, TROUPE_PYTHON_PERMIT_NOTHING);

  text = troupe_permissions_read_consents (folder);
  for (const char *at = text; at != NULL && *at != '\0';)
    {
      const char *end = strchrnul (at, '\n');

      if (g_str_has_prefix (at, digest))
        {
          g_autofree char *line = g_strndup (at, (gsize) (end - at));
          g_auto (GStrv) parts = g_strsplit (line, " ", -1);
          TroupePythonPermissions grant = TROUPE_PYTHON_PERMIT_NOTHING;

          if (parts[0] != NULL && g_str_equal (parts[0], digest))
            {
              for (guint i = 1; parts[i] != NULL; i++)
                grant |= read_word (parts[i]);
            }
          granted |= grant;
        }
      at = *end != '\0' ? end + 1 : end;
    }
  return granted;
}

/**
 * troupe_permissions_grant_python:
 *
 * Stores that the user granted @permissions for this content, in addition to earlier ones.
 *
 * Returns: %FALSE with %G_IO_ERROR if they cannot be stored
 */
gboolean
troupe_permissions_grant_python (const char *folder,
                                 const char *digest,
                                 TroupePythonPermissions permissions,
                                 GError **error)
{
  g_autoptr (GString) line = NULL;

  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  if ((permissions & ~troupe_permissions_get_granted_python (folder, digest)) == 0)
    return TRUE;
  line = g_string_new (digest);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if ((permissions & words[i].permission) != 0)
      g_string_append_printf (line, " %s", words[i].word);
  return troupe_permissions_add_consent (folder, line->str, error);
}

gboolean
troupe_permissions_revoke_programs (const char *folder, const char *digest, GError **error)
{
  g_return_val_if_fail (folder != NULL && digest != NULL, FALSE);

  return (troupe_permissions_get_granted_python (folder, digest) & TROUPE_PYTHON_PERMIT_PROGRAMS) ==
             0 ||
         troupe_permissions_remove_consent (
             folder, digest, troupe_permissions_get_python_word (TROUPE_PYTHON_PERMIT_PROGRAMS),
             error);
}
