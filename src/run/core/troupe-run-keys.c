/* troupe-run-keys.c: finding keys in the environment, the .env file and the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-keys"

#include "config.h"

#include "troupe-env-file.h"
#include "troupe-keyring.h"
#include "troupe-llm-defaults.h"
#include "troupe-run-keys.h"
#include "troupe-run-settings.h"

gboolean
troupe_run_keys_is_blank (const char *value)
{
  while (value != NULL && g_ascii_isspace (*value))
    value++;
  return value == NULL || *value == '\0';
}

char *
troupe_run_keys_find_value (const char *name, GHashTable *settings, GHashTable *keys)
{
  const char *value = settings != NULL ? troupe_run_settings_get (settings, name) : g_getenv (name);

  if (troupe_run_keys_is_blank (value) && keys != NULL)
    value = g_hash_table_lookup (keys, name);
  if (!troupe_run_keys_is_blank (value))
    return g_strdup (value);
  return settings != NULL ? troupe_run_settings_get_default (settings, name)
                          : troupe_llm_defaults_lookup (name);
}

char *
troupe_run_keys_lookup (const char *name, gpointer keys)
{
  return troupe_run_keys_find_value (name, NULL, keys);
}

void
troupe_run_keys_add_from_file (const char *folder, GHashTable *keys, const char *const *names)
{
  g_autoptr (GPtrArray) problems = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) found = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (keys != NULL);

  found = troupe_env_file_read (folder, names, problems, &error);
  for (guint i = 0; i < problems->len; i++)
    g_message ("%s", (const char *) g_ptr_array_index (problems, i));
  if (found == NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_message ("%s", error->message);
  for (guint i = 0; found != NULL && names[i] != NULL; i++)
    {
      const char *value = g_hash_table_lookup (found, names[i]);

      if (!troupe_run_keys_is_blank (value))
        g_hash_table_insert (keys, g_strdup (names[i]), g_strdup (value));
    }
}

void
troupe_run_keys_add_from_keyring (GHashTable *keys,
                                  const char *const *names,
                                  GCancellable *cancellable)
{
  g_autoptr (GHashTable) found = troupe_keyring_lookup (names, cancellable, NULL);
  GHashTableIter iter;
  gpointer name, value;

  g_assert (keys != NULL);

  if (found == NULL)
    return;
  g_hash_table_iter_init (&iter, found);
  while (g_hash_table_iter_next (&iter, &name, &value))
    g_hash_table_insert (keys, g_strdup (name), g_strdup (value));
}

char **
troupe_run_keys_list_unknown (const char *const *names, GHashTable *keys)
{
  g_autoptr (GStrvBuilder) left = g_strv_builder_new ();

  g_assert (names != NULL);

  for (guint i = 0; names[i] != NULL; i++)
    if (troupe_run_keys_is_blank (g_getenv (names[i])) &&
        troupe_run_keys_is_blank (g_hash_table_lookup (keys, names[i])))
      g_strv_builder_add (left, names[i]);

  return g_strv_builder_end (left);
}

GHashTable *
troupe_run_keys_find (const char *folder, const char *const *names, GCancellable *cancellable)
{
  GHashTable *keys = troupe_env_table_new ();
  g_auto (GStrv) missing = NULL;
  g_auto (GStrv) left = NULL;

  g_return_val_if_fail (names != NULL, keys);

  missing = troupe_run_keys_list_unknown (names, keys);
  if (folder != NULL && missing[0] != NULL)
    troupe_run_keys_add_from_file (folder, keys, (const char *const *) missing);
  left = troupe_run_keys_list_unknown (names, keys);
  /* One of the names is sufficient, for example if a service accepts a key under either name. */
  if (left[0] != NULL && g_strv_length (left) == g_strv_length ((char **) names))
    troupe_run_keys_add_from_keyring (keys, (const char *const *) left, cancellable);

  return keys;
}
