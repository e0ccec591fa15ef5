/* test-provider-state.c: the state and settings of a provider, and their origin
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "troupe-provider-state.h"

static const char *const variables[] = {
  "OPENAI_API_KEY",
  "OPENAI_BASE_URL",
  "OPENAI_API_BASE",
  "GOOGLE_API_KEY",
  "GEMINI_API_KEY",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "OLLAMA_API_KEY",
  "OLLAMA_HOST",
  "MODEL",
  "MODEL_NAME",
  "OPENAI_MODEL_NAME",
};

static const TroupeProvider *
get (const char *prefix)
{
  return troupe_provider_find_by_prefix (prefix, -1);
}

/* Asserts the state of the provider with @prefix. @kept: (nullable): names of the keys in the
 * keyring, separated by spaces */
static void
assert_state (const char *prefix, const char *kept, TroupeProviderKey key, const char *description)
{
  g_auto (GStrv) names = kept != NULL ? g_strsplit (kept, " ", -1) : NULL;
  g_auto (TroupeProviderState) state = { 0 };
  g_autofree char *text = NULL;

  troupe_provider_state_init (&state, get (prefix), (const char *const *) names, NULL);
  text = troupe_provider_state_describe (&state, get (prefix));
  g_assert_cmpint (state.key, ==, key);
  g_assert_cmpstr (text, ==, description);
}

static void
test_keys (void)
{
  assert_state ("openai", NULL, TROUPE_PROVIDER_KEY_UNKNOWN, "No key");
  assert_state ("openai", "OTHER", TROUPE_PROVIDER_KEY_MISSING, "No key");
  assert_state ("openai", "OTHER OPENAI_API_KEY", TROUPE_PROVIDER_KEY_KEYRING,
                "Key in the keyring");
  g_setenv ("OPENAI_API_KEY", "  ", TRUE);
  assert_state ("openai", "OTHER", TROUPE_PROVIDER_KEY_MISSING, "No key");
  g_setenv ("OPENAI_API_KEY", "sk", TRUE);
  assert_state ("openai", "OPENAI_API_KEY", TROUPE_PROVIDER_KEY_ENVIRONMENT,
                "Key from OPENAI_API_KEY");
  g_unsetenv ("OPENAI_API_KEY");
  /* One of several keys is sufficient. */
  assert_state ("gemini", "GEMINI_API_KEY", TROUPE_PROVIDER_KEY_KEYRING, "Key in the keyring");
  g_setenv ("GEMINI_API_KEY", "k", TRUE);
  assert_state ("gemini", "", TROUPE_PROVIDER_KEY_ENVIRONMENT, "Key from GEMINI_API_KEY");
  g_unsetenv ("GEMINI_API_KEY");
  /* Both keys are required. */
  assert_state ("bedrock", "AWS_ACCESS_KEY_ID", TROUPE_PROVIDER_KEY_MISSING, "No key");
  assert_state ("bedrock", "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY", TROUPE_PROVIDER_KEY_KEYRING,
                "Key in the keyring");
  assert_state ("ollama", "", TROUPE_PROVIDER_KEY_NOT_NEEDED, "http://localhost:11434/v1");
  assert_state ("mock", "", TROUPE_PROVIDER_KEY_NOT_NEEDED, "Answers offline");
}

static void
test_addresses (void)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  g_auto (TroupeProviderState) mine = { 0 };
  g_auto (TroupeProviderState) theirs = { 0 };

  g_hash_table_insert (own, (gpointer) "OPENAI_BASE_URL", (gpointer) "http://localhost:1/v1");
  troupe_provider_state_init (&mine, get ("openai"), NULL, own);
  g_assert_cmpstr (mine.address, ==, "http://localhost:1/v1");
  g_assert_true (mine.is_own_address);
  g_assert_null (mine.address_variable);
  g_setenv ("OPENAI_API_BASE", "http://localhost:2/v1", TRUE);
  troupe_provider_state_init (&theirs, get ("openai"), NULL, own);
  g_assert_cmpstr (theirs.address, ==, "http://localhost:2/v1");
  g_assert_cmpstr (theirs.address_variable, ==, "OPENAI_API_BASE");
  g_unsetenv ("OPENAI_API_BASE");
}

static void
test_check (void)
{
  static const char *const good[] = { "https://api.example.org/v1", "http://localhost:11434" };
  static const char *const bad[] = { "",           "example.org",        "file:///etc/passwd",
                                     "https://",   "ftp://example.org/", "http://me:secret@host/",
                                     "http://a b/" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (troupe_provider_check_address (good[i], NULL));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", bad[i]);
      g_assert_false (troupe_provider_check_address (bad[i], &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT);
      g_assert_null (strstr (error->message, "secret"));
    }
}

/* Variables of the environment take precedence, regardless of which of their names is used. */
static void
test_defaults (void)
{
  g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) all = NULL;
  g_autoptr (GHashTable) left = NULL;

  g_hash_table_insert (own, (gpointer) "OPENAI_BASE_URL", (gpointer) "http://localhost:1/v1");
  g_hash_table_insert (own, (gpointer) "ANTHROPIC_BASE_URL", (gpointer) "no address");
  g_hash_table_insert (own, (gpointer) "PATH", (gpointer) "http://localhost/");
  all = troupe_provider_make_defaults (own, "mock/echo");
  g_assert_cmpuint (g_hash_table_size (all), ==, 2);
  g_assert_cmpstr (g_hash_table_lookup (all, "OPENAI_BASE_URL"), ==, "http://localhost:1/v1");
  g_assert_cmpstr (g_hash_table_lookup (all, "MODEL"), ==, "mock/echo");
  g_setenv ("OPENAI_API_BASE", "http://localhost:2/v1", TRUE);
  g_setenv ("OPENAI_MODEL_NAME", "gpt-4.1", TRUE);
  left = troupe_provider_make_defaults (own, "mock/echo");
  g_assert_cmpuint (g_hash_table_size (left), ==, 0);
  g_assert_cmpstr (troupe_provider_find_model_variable (), ==, "OPENAI_MODEL_NAME");
  g_unsetenv ("OPENAI_API_BASE");
  g_unsetenv ("OPENAI_MODEL_NAME");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_unsetenv (variables[i]);

  g_test_add_func ("/provider-state/keys", test_keys);
  g_test_add_func ("/provider-state/addresses", test_addresses);
  g_test_add_func ("/provider-state/check", test_check);
  g_test_add_func ("/provider-state/defaults", test_defaults);

  return g_test_run ();
}
