/* troupe-llm-defaults.c: defaults from the preferences for unset environment variables
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-llm-defaults"

#include "config.h"

#include "troupe-llm-defaults.h"

/* The defaults are global like the environment, and are read by all code without an environment
 * of its own. They are not stored in the process environment, because changing it while other
 * threads read it is not safe. */
static GMutex lock;
static GHashTable *defaults; /* (nullable) */

void
troupe_llm_defaults_set (GHashTable *values)
{
  GHashTable *copy = NULL;
  GHashTable *old;
  GHashTableIter iter;
  gpointer name, value;

  if (values != NULL)
    {
      copy = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_hash_table_iter_init (&iter, values);
      while (g_hash_table_iter_next (&iter, &name, &value))
        g_hash_table_insert (copy, g_strdup (name), g_strdup (value));
    }
  g_mutex_lock (&lock);
  old = g_steal_pointer (&defaults);
  defaults = copy;
  g_mutex_unlock (&lock);
  g_clear_pointer (&old, g_hash_table_unref);
}

char *
troupe_llm_defaults_lookup (const char *name)
{
  char *value = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  g_mutex_lock (&lock);
  if (defaults != NULL)
    value = g_strdup (g_hash_table_lookup (defaults, name));
  g_mutex_unlock (&lock);
  return value;
}
