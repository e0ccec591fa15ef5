/* troupe-run-keys.c: keys that a run has from the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-keys"

#include "config.h"

#include "troupe-agent.h"
#include "troupe-keyring.h"
#include "troupe-run-check.h"
#include "troupe-run-keys.h"
#include "troupe-run-private.h"

/* The names of the variables, each once. (transfer full) */
static GPtrArray *
list_missing (TroupeRun *self)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);
  GHashTableIter iter;
  gpointer agent;

  g_assert (TROUPE_IS_RUN (self));

  g_hash_table_iter_init (&iter, self->agents);
  while (g_hash_table_iter_next (&iter, NULL, &agent))
    {
      g_auto (GStrv) missing =
          troupe_llm_model_list_missing_keys (troupe_agent_definition_get_model (agent),
                                              troupe_agent_definition_get_settings (agent));

      for (guint i = 0; missing[i] != NULL; i++)
        if (!g_ptr_array_find_with_equal_func (names, missing[i], g_str_equal, NULL))
          g_ptr_array_add (names, g_strdup (missing[i]));
    }
  return names;
}

gboolean
troupe_run_lacks_keys (TroupeRun *self)
{
  g_autoptr (GPtrArray) names = NULL;

  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  /* Who brings an environment has said all that there is. */
  if (self->keys != NULL || self->options.environment_func != NULL)
    return FALSE;
  names = list_missing (self);
  return names->len > 0;
}

/**
 * troupe_run_wants_keyring:
 *
 * Returns: whether the run is to be given to troupe_run_ask_keyring() before troupe_run_check() can say that
 *   a key is missing
 */
gboolean
troupe_run_wants_keyring (TroupeRun *self)
{
  g_return_val_if_fail (TROUPE_IS_RUN (self), FALSE);

  return troupe_run_prepare (self, NULL) && troupe_run_lacks_keys (self);
}

/**
 * troupe_run_ask_keyring:
 *
 * Looks for the keys in the keyring that the run's models want and the environment has not. May wait until a
 * person has unlocked it: to be called on a thread that nobody waits for, while no other uses the run. A run
 * that was not given to it asks by itself when it begins. A keyring that is not there or refuses is one
 * without keys.
 */
void
troupe_run_ask_keyring (TroupeRun *self)
{
  g_autoptr (GPtrArray) names = NULL;

  g_return_if_fail (TROUPE_IS_RUN (self));

  if (!troupe_run_lacks_keys (self))
    return;
  names = list_missing (self);
  g_ptr_array_add (names, NULL);
  self->keys = troupe_keyring_lookup ((const char *const *) names->pdata, self->cancellable, NULL);
  if (self->keys == NULL)
    self->keys = g_hash_table_new (g_str_hash, g_str_equal);
}

static gboolean
is_blank (const char *value)
{
  while (value != NULL && g_ascii_isspace (*value))
    value++;
  return value == NULL || *value == '\0';
}

/* The environment goes before the keyring. */
static char *
lookup_cb (const char *name, gpointer user_data)
{
  const char *value = g_getenv (name);

  if (is_blank (value))
    value = g_hash_table_lookup (user_data, name);
  return g_strdup (value);
}

void
troupe_run_get_environment (TroupeRun *self, TroupeLlmEnvironmentFunc *func, gpointer *user_data)
{
  g_return_if_fail (TROUPE_IS_RUN (self));

  *func = self->options.environment_func;
  *user_data = self->options.environment_data;
  if (*func != NULL || self->keys == NULL)
    return;
  *func = lookup_cb;
  *user_data = self->keys;
}
