/* test-keyring.c: API keys in the keyring, and selection of the keys that are looked up
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "../test-remove.h"
#include "../test-time.h"
#include "troupe-keyring.h"
#include "troupe-llm.h"

#define KEY "sk-canary-7f3a91c2"

/* File of libsecret's file backend, which replaces the desktop keyring. There is one file per
 * process, because libsecret opens it only once. */
static char *keyring_file;

static void
store (const char *name, const char *key)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_keyring_store (name, key, NULL, &error));
  g_assert_no_error (error);
}

static char *
list (void)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) names = troupe_keyring_list (NULL, &error);

  g_assert_no_error (error);
  return g_strjoinv (" ", names);
}

static char *
look_up (const char *name)
{
  const char *const names[] = { "NOT_THERE", name, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) keys = troupe_keyring_lookup (names, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (g_hash_table_contains (keys, "NOT_THERE"));
  return g_strdup (g_hash_table_lookup (keys, name));
}

/* --- The keyring -------------------------------------------------------------------------------- */

static void
test_keep (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *none = list ();
  g_autofree char *two = NULL, *found = NULL, *one = NULL, *text = NULL;
  gsize length;

  g_assert_cmpstr (none, ==, "");
  store ("OPENAI_API_KEY", "the first");
  store ("ANTHROPIC_API_KEY", "another");
  store ("OPENAI_API_KEY", KEY);
  two = list ();
  g_assert_cmpstr (two, ==, "ANTHROPIC_API_KEY OPENAI_API_KEY");
  found = look_up ("OPENAI_API_KEY");
  g_assert_cmpstr (found, ==, KEY);

  g_assert_true (g_file_get_contents (keyring_file, &text, &length, NULL));
  g_assert_null (g_strstr_len (text, (gssize) length, KEY));

  g_assert_true (troupe_keyring_remove ("ANTHROPIC_API_KEY", NULL, &error));
  g_assert_no_error (error);
  one = list ();
  g_assert_cmpstr (one, ==, "OPENAI_API_KEY");
  g_assert_false (troupe_keyring_remove ("ANTHROPIC_API_KEY", NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "ANTHROPIC_API_KEY"));
  g_clear_error (&error);
  g_assert_true (troupe_keyring_remove ("OPENAI_API_KEY", NULL, &error));
  g_assert_no_error (error);
}

static void
test_names (void)
{
  static const char *const bad[] = { "", "openai", "1A", "_A", "A-B", "A B", "A=B", "Ä" };

  g_assert_true (troupe_keyring_is_name ("A"));
  g_assert_true (troupe_keyring_is_name ("OPENAI_API_KEY_2"));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (troupe_keyring_is_name (bad[i]));
}

/* A damaged keyring file results in an error, not in a key. This test runs in its own process. */
static void
test_broken (void)
{
  static const char *const names[] = { "OPENAI_API_KEY", NULL };
  g_autoptr (GError) error = NULL;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  g_assert_true (g_file_set_contents (keyring_file, "no keyring at all", -1, NULL));
  g_assert_null (troupe_keyring_lookup (names, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  g_assert_null (troupe_keyring_list (NULL, &error));
  g_assert_nonnull (error);
  /* libsecret leaks memory if a file is damaged, which a leak sanitizer would report at exit. */
  _exit (0);
}

static void
test_no_service (void)
{
  static const char *const names[] = { "OPENAI_API_KEY", NULL };
  g_autofree char *bus = g_strdup (g_getenv ("DBUS_SESSION_BUS_ADDRESS"));
  g_autofree char *socket = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);
  g_autoptr (GError) error = NULL;

  if (g_file_test (socket, G_FILE_TEST_EXISTS))
    {
      g_test_skip ("there is a bus");
      return;
    }
  g_unsetenv ("SECRET_BACKEND");
  g_unsetenv ("DBUS_SESSION_BUS_ADDRESS");
  g_assert_null (troupe_keyring_lookup (names, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED);
  g_clear_error (&error);
  g_assert_false (troupe_keyring_store (names[0], KEY, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_CONNECTED);
  g_assert_null (strstr (error->message, KEY));
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  if (bus != NULL)
    g_setenv ("DBUS_SESSION_BUS_ADDRESS", bus, TRUE);
}

/* --- Asynchronous lookups --------------------------------------------------------------------- */

static void
done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  const gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;

  while (*result == NULL)
    {
      g_main_context_iteration (NULL, FALSE);
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
    }
  return *result;
}

static void
test_async (void)
{
  static const char *const names[] = { "OPENAI_API_KEY", NULL };
  g_autoptr (GAsyncResult) stored = NULL, listed = NULL, found = NULL, removed = NULL, gone = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GHashTable) keys = NULL;
  g_auto (GStrv) all = NULL;

  troupe_keyring_store_async (names[0], KEY, NULL, done_cb, &stored);
  g_assert_true (troupe_keyring_store_finish (wait_for (&stored), &error));
  g_assert_no_error (error);
  troupe_keyring_list_async (NULL, done_cb, &listed);
  all = troupe_keyring_list_finish (wait_for (&listed), &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (all, names);
  troupe_keyring_lookup_async (names, NULL, done_cb, &found);
  keys = troupe_keyring_lookup_finish (wait_for (&found), &error);
  g_assert_no_error (error);
  g_assert_cmpstr (g_hash_table_lookup (keys, names[0]), ==, KEY);
  troupe_keyring_remove_async (names[0], NULL, done_cb, &removed);
  g_assert_true (troupe_keyring_remove_finish (wait_for (&removed), &error));
  g_assert_no_error (error);
  troupe_keyring_remove_async (names[0], NULL, done_cb, &gone);
  g_assert_false (troupe_keyring_remove_finish (wait_for (&gone), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

static void
test_cancelled (void)
{
  static const char *const names[] = { "OPENAI_API_KEY", NULL };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  troupe_keyring_lookup_async (names, cancellable, done_cb, &result);
  g_assert_null (troupe_keyring_lookup_finish (wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* --- Which keys are looked up ----------------------------------------------------------------- */

typedef struct
{
  const char *model;
  const char *settings;
  const char *environment; /* NAME=VALUE, separated by | */
  const char *missing;
} Wanted;

static const Wanted wanted[] = {
  { "gpt-4o", NULL, "", "OPENAI_API_KEY" },
  { NULL, NULL, "", "OPENAI_API_KEY" },
  { NULL, NULL, "MODEL=claude-sonnet-4-6", "ANTHROPIC_API_KEY" },
  { "gpt-4o", NULL, "OPENAI_API_KEY=k", "" },
  { "gpt-4o", NULL, "OPENAI_API_KEY= ", "OPENAI_API_KEY" },
  { "gpt-4o", "{\"api_key\": \"k\"}", "", "" },
  { "gpt-4o", "{\"api_key\": \"•••\"}", "", "OPENAI_API_KEY" },
  /* A key in the environment takes precedence over the keyring, even if its variable has a lower
   * priority. */
  { "gemini-2.5-flash", NULL, "", "GOOGLE_API_KEY GEMINI_API_KEY" },
  { "gemini-2.5-flash", NULL, "GEMINI_API_KEY=k", "" },
  { "ollama/llama3.2", NULL, "", "OLLAMA_API_KEY" },
  { "mock/echo", NULL, "", "" },
  { "no/such/model", NULL, "", "" },
  { "bedrock/x", "{\"api_key\": \"k\"}", "",
    "AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN" },
  { "bedrock/x", NULL, "AWS_ACCESS_KEY_ID=a", "AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN" },
  { "bedrock/x", NULL, "AWS_ACCESS_KEY_ID=a|AWS_SECRET_ACCESS_KEY=b", "" },
  { "bedrock/x", NULL, "AWS_ACCESS_KEY_ID=a|AWS_SESSION_TOKEN=c", "AWS_SECRET_ACCESS_KEY" },
};

static void
test_missing (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      const Wanted *row = &wanted[i];
      g_auto (GStrv) variables = g_strsplit (row->environment, "|", -1);
      g_autoptr (TroupeValue) settings =
          row->settings != NULL ? troupe_value_from_json (row->settings, -1, NULL) : NULL;
      g_auto (GStrv) names = NULL;
      g_autofree char *missing = NULL;

      for (guint j = 0; variables[j] != NULL; j++)
        {
          g_auto (GStrv) pair = g_strsplit (variables[j], "=", 2);

          g_setenv (pair[0], pair[1], TRUE);
        }
      names = troupe_llm_model_list_missing_keys (row->model, settings);
      missing = g_strjoinv (" ", names);
      g_test_message ("%s with “%s”", row->model, row->environment);
      g_assert_cmpstr (missing, ==, row->missing);
      for (guint j = 0; variables[j] != NULL; j++)
        {
          g_auto (GStrv) pair = g_strsplit (variables[j], "=", 2);

          g_unsetenv (pair[0]);
        }
    }
}

int
main (int argc, char **argv)
{
  static const char *const variables[] = { "OPENAI_API_KEY",
                                           "ANTHROPIC_API_KEY",
                                           "GOOGLE_API_KEY",
                                           "GEMINI_API_KEY",
                                           "OLLAMA_API_KEY",
                                           "AWS_ACCESS_KEY_ID",
                                           "AWS_SESSION_TOKEN",
                                           "AWS_SECRET_ACCESS_KEY",
                                           "OPENAI_BASE_URL",
                                           "OPENAI_API_BASE",
                                           "MODEL",
                                           "MODEL_NAME",
                                           "OPENAI_MODEL_NAME" };
  g_autofree char *folder = NULL;
  int result;

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    g_unsetenv (variables[i]);
  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);
  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("test-keyring-XXXXXX", NULL);
  g_assert_nonnull (folder);
  keyring_file = g_build_filename (folder, "keys", NULL);
  g_setenv ("SECRET_FILE_TEST_PATH", keyring_file, TRUE);

  g_test_add_func ("/keyring/keep", test_keep);
  g_test_add_func ("/keyring/names", test_names);
  g_test_add_func ("/keyring/broken", test_broken);
  g_test_add_func ("/keyring/no-service", test_no_service);
  g_test_add_func ("/keyring/async", test_async);
  g_test_add_func ("/keyring/cancelled", test_cancelled);
  g_test_add_func ("/keyring/missing", test_missing);

  result = g_test_run ();
  remove_all (folder);
  g_free (keyring_file);
  return result;
}
