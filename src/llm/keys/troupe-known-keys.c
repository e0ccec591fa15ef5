/* troupe-known-keys.c: collects the user's API keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-known-keys"

#include "config.h"

#include <string.h>

#include "troupe-env-file.h"
#include "troupe-keyring.h"
#include "troupe-known-keys.h"
#include "troupe-project-file.h"

/* Returns FALSE for paths and numbers, regardless of the name of the variable. */
static gboolean
is_key (const char *value)
{
  return value != NULL && *value != '\0' && *value != '/' && *value != '~' &&
         strspn (value, "0123456789") < strlen (value);
}

static void
add_environment (TroupeKnownKeyFunc func, gpointer user_data)
{
  g_auto (GStrv) variables = g_get_environ ();

  for (guint i = 0; variables[i] != NULL; i++)
    {
      char *equals = strchr (variables[i], '=');

      if (equals == NULL)
        continue;
      *equals = '\0';
      if (troupe_key_finder_is_key_name (variables[i]) && is_key (equals + 1))
        func (variables[i], equals + 1, user_data);
    }
}

static void
add_table (GHashTable *found, TroupeKnownKeyFunc func, gpointer user_data)
{
  GHashTableIter iter;
  gpointer name, value;

  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &name, &value))
    if (is_key (value))
      func (name, value, user_data);
}

static void
add_long (const char *name, const char *key, gpointer keys)
{
  if (strlen (key) >= TROUPE_SECRET_LONG)
    g_ptr_array_add (keys, g_strdup (key));
}

TroupeSecret *
troupe_known_keys_find_environment (void)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  add_environment (add_long, keys);
  g_ptr_array_add (keys, NULL);
  return troupe_secret_new ((const char *const *) keys->pdata);
}

void
troupe_known_keys_visit_file (const char *folder, TroupeKnownKeyFunc func, gpointer user_data)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) of_file = NULL;
  g_auto (GStrv) wanted = NULL;
  g_autofree gpointer *keys = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_return_if_fail (folder != NULL);
  g_return_if_fail (func != NULL);

  /* Adds the names in the file that look like those of keys. */
  text = troupe_project_file_read_any (folder, TROUPE_ENV_FILE_NAME, TROUPE_ENV_FILE_LIMIT, NULL,
                                       NULL);
  lines = text != NULL ? g_strsplit (text, "\n", -1) : NULL;
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      char *equals = strchr (lines[i], '=');
      char *name = lines[i];

      if (equals == NULL)
        continue;
      *equals = '\0';
      name = g_strstrip (g_str_has_prefix (name, "export ") ? name + strlen ("export ") : name);
      if (troupe_key_finder_is_key_name (name))
        g_hash_table_add (names, g_strdup (name));
    }
  keys = g_hash_table_get_keys_as_array (names, NULL);
  wanted = g_strdupv ((char **) keys);
  of_file = troupe_env_file_read (folder, (const char *const *) wanted, NULL, NULL);
  if (of_file != NULL)
    add_table (of_file, func, user_data);
}

static void
add_to_finder (const char *name, const char *key, gpointer finder)
{
  troupe_key_finder_add (finder, name, key);
}

void
troupe_known_keys_gather_environment (TroupeKeyFinder *finder, const char *folder)
{
  g_return_if_fail (finder != NULL);

  add_environment (add_to_finder, finder);
  if (folder != NULL)
    troupe_known_keys_visit_file (folder, add_to_finder, finder);
}

void
troupe_known_keys_gather (TroupeKeyFinder *finder, const char *folder, GCancellable *cancellable)
{
  g_auto (GStrv) in_keyring = NULL;
  g_autoptr (GHashTable) of_keyring = NULL;

  g_return_if_fail (finder != NULL);

  troupe_known_keys_gather_environment (finder, folder);
  in_keyring = troupe_keyring_list (cancellable, NULL);
  if (in_keyring == NULL || in_keyring[0] == NULL)
    return;
  of_keyring = troupe_keyring_lookup ((const char *const *) in_keyring, cancellable, NULL);
  if (of_keyring != NULL)
    add_table (of_keyring, add_to_finder, finder);
}
