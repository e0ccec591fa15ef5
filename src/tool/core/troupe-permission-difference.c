/* troupe-permission-difference.c: permissions that code requires in addition to the granted ones
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-permission-difference"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-key-recipients.h"
#include "troupe-permission-difference.h"
#include "troupe-provider-table.h"
#include "troupe-sanitize-text.h"
#include "troupe-tool.h"

/* --- Addresses of providers --------------------------------------------------------------------- */

/* Returns TRUE if the host is a provider's own address and receives no other keys than those of this
 * provider. */
static gboolean
is_own_address (const TroupePermissionRecipient *recipient)
{
  const TroupeProvider *provider =
      recipient->is_program || recipient->is_plain || recipient->user != NULL
          ? NULL
          : troupe_key_recipient_find_provider (recipient->name);

  if (provider == NULL)
    return FALSE;
  for (guint i = 0; i < recipient->variables->len; i++)
    if (!troupe_key_recipient_has_key (provider, recipient->variables->pdata[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_provider_variable (const char *name)
{
  guint n_providers = 0;
  const TroupeProvider *providers = troupe_provider_get_all (&n_providers);

  for (guint i = 0; i < n_providers; i++)
    if (g_strv_contains (providers[i].key_variables, name) ||
        g_strv_contains (providers[i].url_variables, name) ||
        g_strv_contains (providers[i].other_variables, name))
      return TRUE;
  return FALSE;
}

/* --- Comparison --------------------------------------------------------------------------------- */

static gboolean
includes (const TroupePermissionRecipient *granted, const TroupePermissionRecipient *wanted)
{
  if (granted->is_program != wanted->is_program || granted->is_plain != wanted->is_plain ||
      !g_str_equal (granted->name, wanted->name) ||
      g_strcmp0 (granted->program, wanted->program) != 0 ||
      (wanted->user != NULL && g_strcmp0 (granted->user, wanted->user) != 0) ||
      (wanted->sources & ~granted->sources & TROUPE_KEY_OF_SIGN_IN) != 0)
    return FALSE;
  for (guint i = 0; i < wanted->variables->len; i++)
    if (!g_ptr_array_find_with_equal_func (granted->variables, wanted->variables->pdata[i],
                                           g_str_equal, NULL))
      return FALSE;
  return TRUE;
}

static char *
find_new_file (TroupePermissionList *self, TroupePermissionList *granted)
{
  for (guint i = 0; i < troupe_permission_list_get_n_files (self); i++)
    {
      const TroupePermissionFile *wanted = troupe_permission_list_get_file (self, i);
      TroupeFileUse missing = wanted->use & ~TROUPE_FILE_IF_EXISTS;

      /* The code itself may read the files of the project. */
      if ((wanted->use & TROUPE_FILE_IN_PROJECT) != 0)
        missing &= ~(TROUPE_FILE_IN_PROJECT | TROUPE_FILE_READ | TROUPE_FILE_FOLDER);

      for (guint k = 0; k < troupe_permission_list_get_n_files (granted); k++)
        {
          const TroupePermissionFile *file = troupe_permission_list_get_file (granted, k);

          if (g_str_equal (file->path, wanted->path) &&
              (file->use & TROUPE_FILE_IN_PROJECT) == (wanted->use & TROUPE_FILE_IN_PROJECT))
            missing &= ~file->use;
        }
      if ((missing & (TROUPE_FILE_REPLACE | TROUPE_FILE_EXTEND)) != 0)
        return g_strdup_printf (_ ("to write “%s”"), wanted->path);
      if (missing != 0)
        return g_strdup_printf (_ ("to read “%s”"), wanted->path);
    }
  return NULL;
}

/* Compares names of one kind. */
static char *
find_new_name (TroupePermissionList *self, TroupePermissionList *granted, TroupePermission kind)
{
  const gboolean has_any_model = troupe_permission_list_has_any_model (granted);
  g_autoptr (TroupeValue) wanted = troupe_permission_list_get_names (self, kind);

  for (gsize i = 0; i < troupe_value_list_get_length (wanted); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_list_get (wanted, i), NULL);

      if (troupe_permission_list_has (granted, kind, name) ||
          (has_any_model && kind == TROUPE_PERMISSION_MODEL) ||
          (has_any_model && kind == TROUPE_PERMISSION_HOST &&
           troupe_key_recipient_find_provider (name) != NULL) ||
          (has_any_model && kind == TROUPE_PERMISSION_ENVIRONMENT && is_provider_variable (name)))
        continue;
      switch (kind)
        {
        case TROUPE_PERMISSION_HOST:
          return g_str_equal (name, TROUPE_PERMISSION_ANY_HOST)
                     ? g_strdup (_ ("to connect to any public web address"))
                     : g_strdup_printf (_ ("to connect to “%s”"), name);
        case TROUPE_PERMISSION_PROGRAM:
          return g_strdup_printf (_ ("to start “%s”"), name);
        case TROUPE_PERMISSION_FOLDER:
          return g_strdup_printf (_ ("to use the folder “%s”"), name);
        case TROUPE_PERMISSION_MODEL:
          return g_strdup_printf (_ ("to call the model “%s”"), name);
        case TROUPE_PERMISSION_REFERENCE:
        case TROUPE_PERMISSION_ENVIRONMENT:
        case TROUPE_PERMISSION_KEYS:
        case TROUPE_PERMISSION_N:
        default:
          return g_strdup_printf (_ ("to read “%s”"), name);
        }
    }
  return NULL;
}

/* Returns the permissions of @subject. (transfer full) */
static TroupePermissionList *
list_of (gpointer subject,
         TroupePermissionListFunc list,
         const char *folder,
         TroupeLlmEnvironment *environment)
{
  TroupePermissionList *permissions = troupe_permission_list_new ();

  troupe_permission_list_set_folder (permissions, folder);
  troupe_permission_list_set_environment (permissions, environment);
  list (subject, permissions);
  return permissions;
}

gboolean
troupe_permission_check_created (gpointer declared,
                                 gpointer created,
                                 TroupePermissionListFunc list,
                                 const char *folder,
                                 TroupeLlmEnvironment *environment,
                                 GError **error)
{
  g_autoptr (TroupePermissionList) granted = NULL;
  g_autoptr (TroupePermissionList) self = NULL;
  g_autofree char *found = NULL;
  gboolean has_any_model;

  g_return_val_if_fail (declared != NULL && created != NULL && list != NULL, FALSE);

  granted = list_of (declared, list, folder, environment);
  self = list_of (created, list, folder, environment);
  has_any_model = troupe_permission_list_has_any_model (granted);
  for (guint i = 0; i < troupe_permission_list_get_n_recipients (self); i++)
    {
      const TroupePermissionRecipient *wanted = troupe_permission_list_get_recipient (self, i);
      gboolean is_granted = has_any_model && is_own_address (wanted);
      g_autoptr (GString) variables = g_string_new (NULL);

      for (guint k = 0; k < troupe_permission_list_get_n_recipients (granted) && !is_granted; k++)
        is_granted = includes (troupe_permission_list_get_recipient (granted, k), wanted);
      if (is_granted)
        continue;
      if (wanted->is_program)
        {
          found = g_strdup_printf (_ ("to start “%s”"), wanted->name);
          break;
        }
      if (wanted->variables->len == 0)
        {
          found = g_strdup_printf (_ ("to connect to “%s”"), wanted->name);
          break;
        }
      for (guint k = 0; k < wanted->variables->len; k++)
        g_string_append_printf (variables, "%s%s", k > 0 ? ", " : "",
                                (const char *) wanted->variables->pdata[k]);
      found = g_strdup_printf (
          /* Translators: the first %s is a host, the second one names of variables such as
           * OPENAI_API_KEY */
          _ ("to send the keys of “%s” to “%s”"), variables->str, wanted->name);
      break;
    }
  for (guint kind = 0; kind < TROUPE_PERMISSION_N && found == NULL; kind++)
    found = find_new_name (self, granted, kind);
  if (found == NULL)
    found = find_new_file (self, granted);
  if (found == NULL && troupe_permission_list_has_project_folder (self) &&
      !troupe_permission_list_has_project_folder (granted))
    found = g_strdup (_ ("to use the document’s folder"));
  if (found == NULL && troupe_permission_list_may_write (self) &&
      !troupe_permission_list_may_write (granted))
    found = g_strdup (_ ("to write files in the document’s folder"));
  if (found == NULL)
    return TRUE;
  g_set_error (error, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED,
               /* Translators: %s is a permission such as “to connect to “example.com”” */
               _ ("The Python code created something that requires a permission that was not shown "
                  "before the run: %s. Declare it in the document instead, or set the address of a "
                  "model’s server in the environment, such as OPENAI_BASE_URL."),
               found);
  return FALSE;
}
