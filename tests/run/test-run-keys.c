/* test-run-keys.c: API keys from the .env file next to the document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "run-test.h"
#include "troupe-consent.h"
#include "troupe-run-keys.h"
#include "troupe-run-needed-keys.h"

#define AGENT(model)                                                                               \
  "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': "  \
  "'b', 'input': 'x', 'llm': '" model "'}}}"

static char *folder;
static char *document;

static void
write_file (const char *text)
{
  g_autofree char *path = g_build_filename (folder, ".env", NULL);
  g_autoptr (GError) error = NULL;

  if (text == NULL)
    g_unlink (path);
  else
    g_assert_true (g_file_set_contents (path, text, -1, &error));
}

/* Returns the run's value of @name after the keys were looked up. (transfer full) (nullable) */
static char *
ask_for (RunTest *test, const char *name)
{
  TroupeLlmEnvironmentFunc func;
  gpointer data;

  g_assert_true (troupe_run_wants_keyring (test->run));
  troupe_run_ask_keyring (test->run);
  g_assert_false (troupe_run_lacks_keys (test->run));
  troupe_run_get_environment (test->run, &func, &data);
  g_assert_nonnull (func);
  return func (name, data);
}

static RunTest *
make_run (const char *methods)
{
  RunTest *test = run_test_new (methods);

  troupe_run_set_store (test->run, NULL, document, NULL);
  return test;
}

static void
test_found (void)
{
  g_autoptr (RunTest) test = make_run (AGENT ("openai/gpt-x"));
  g_autofree char *key = NULL;
  g_autoptr (GError) error = NULL;

  write_file ("export OPENAI_API_KEY='sk-file' # mine\n");
  key = ask_for (test, "OPENAI_API_KEY");
  g_assert_cmpstr (key, ==, "sk-file");
  g_assert_null (g_getenv ("OPENAI_API_KEY"));
  troupe_run_check (test->run, &error);
  g_assert_no_error (error);
}

static char *
look_up (RunTest *test, const char *name)
{
  TroupeLlmEnvironmentFunc func;
  gpointer data;

  troupe_run_get_environment (test->run, &func, &data);
  return func (name, data);
}

/* Of the file, a run uses the keys that it needs, and the settings of models, which take precedence
 * over the environment as in `crewai run`. */
static void
test_settings (void)
{
  static const char *const others[] = { "PATH_X", "ANTHROPIC_API_KEY" };
  g_autoptr (RunTest) test = make_run (AGENT ("openai/gpt-x"));
  g_autofree char *key = NULL;
  g_autofree char *address = NULL;
  g_autofree char *model = NULL;

  g_setenv ("MODEL", "openai/of-environment", TRUE);
  write_file ("OPENAI_BASE_URL=\"http://elsewhere/v1\"\r\nexport MODEL=mock/echo\r\nPATH_X=/\n"
              "ANTHROPIC_API_KEY=sk-other\nOPENAI_API_KEY=sk-file\n");
  key = ask_for (test, "OPENAI_API_KEY");
  g_assert_cmpstr (key, ==, "sk-file");
  address = look_up (test, "OPENAI_BASE_URL");
  g_assert_cmpstr (address, ==, "http://elsewhere/v1");
  model = look_up (test, "MODEL");
  g_assert_cmpstr (model, ==, "mock/echo");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *other = look_up (test, others[i]);

      g_assert_null (other);
    }
  g_unsetenv ("MODEL");
}

/* The consent shows where the file lets the run connect, and is bound to it. The run uses what was
 * shown, even if the file changes afterwards. */
static void
test_settings_in_consent (void)
{
  g_autoptr (RunTest) first = make_run (AGENT ("openai/gpt-x"));
  g_autoptr (RunTest) second = make_run (AGENT ("openai/gpt-x"));
  g_autoptr (TroupeConsent) before = NULL;
  g_autoptr (TroupeConsent) after = NULL;
  g_autofree char *text = NULL;
  g_autofree char *address = NULL;

  write_file ("OPENAI_BASE_URL=http://one.example/v1\nOPENAI_API_KEY=sk-file\n");
  before = troupe_consent_new_for_run (first->run);
  text = troupe_consent_describe (before);
  g_assert_nonnull (strstr (text, "one.example/v1 (receives OPENAI_API_KEY"));
  g_assert_nonnull (strstr (text, "OPENAI_BASE_URL=http://one.example/v1"));
  g_assert_null (strstr (text, "api.openai.com"));
  write_file ("OPENAI_BASE_URL=http://one.example/v2\nOPENAI_API_KEY=sk-file\n");
  after = troupe_consent_new_for_run (second->run);
  g_assert_cmpstr (troupe_consent_get_digest (before), !=, troupe_consent_get_digest (after));
  address = look_up (first, "OPENAI_BASE_URL");
  g_assert_cmpstr (address, ==, "http://one.example/v1");
}

static void
test_environment_first (void)
{
  g_autoptr (RunTest) test = make_run (AGENT ("bedrock/anthropic.x"));
  TroupeLlmEnvironmentFunc func;
  gpointer data;
  g_autofree char *id = NULL;
  g_autofree char *secret = NULL;

  g_setenv ("AWS_ACCESS_KEY_ID", "id-here", TRUE);
  write_file ("AWS_ACCESS_KEY_ID=id-file\nAWS_SECRET_ACCESS_KEY=secret-file\n");
  secret = ask_for (test, "AWS_SECRET_ACCESS_KEY");
  troupe_run_get_environment (test->run, &func, &data);
  id = func ("AWS_ACCESS_KEY_ID", data);
  g_assert_cmpstr (secret, ==, "secret-file");
  g_assert_cmpstr (id, ==, "id-here");
  g_unsetenv ("AWS_ACCESS_KEY_ID");
}

/* An invalid line or a missing file is not an error. */
static void
test_unreadable (void)
{
  g_autoptr (RunTest) broken = make_run (AGENT ("openai/gpt-x"));
  g_autoptr (RunTest) missing = make_run (AGENT ("openai/gpt-x"));
  g_autofree char *key = NULL;
  g_autofree char *none = NULL;

  write_file ("= nothing\nOPENAI_API_KEY=sk-file\n");
  g_test_expect_message ("troupe-run-keys", G_LOG_LEVEL_MESSAGE, "Could not read line 1 of .env.*");
  key = ask_for (broken, "OPENAI_API_KEY");
  g_test_assert_expected_messages ();
  g_assert_cmpstr (key, ==, "sk-file");
  write_file (NULL);
  none = ask_for (missing, "OPENAI_API_KEY");
  g_assert_null (none);
}

/* Tools also get their keys from the file. If only the file contains a key for a web search, the
 * search uses the service of this key. */
static void
test_tools (void)
{
  static const char *const methods[] = {
    "'a': {'start': true, 'do': {'call': 'tool', 'ref': 'SerperDevTool', 'with': {}}}",
    "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': "
    "'b', 'input': 'x', 'llm': 'mock/echo', 'tools': ['web_search']}}}",
    "'a': {'start': true, 'do': {'call': 'crew', 'with': {'name': 'c', 'agents': {'w': {'role': "
    "'r', 'goal': 'g', 'backstory': 'b', 'llm': 'mock/echo'}}, 'tasks': [{'name': 't', "
    "'description': 'd', 'expected_output': 'e', 'agent': 'w', 'tools': ['web_search']}]}}}",
    "'a': {'start': true, 'do': {'call': 'each', 'in': '[1]', 'do': [{'name': 's', 'action': "
    "{'call': 'tool', 'ref': 'web_search', 'with': {}}}]}}",
  };

  write_file ("SERPER_API_KEY=key-file\nSEARXNG_URL=http://elsewhere\nOPENAI_API_KEY=sk\n");
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autoptr (RunTest) test = make_run (methods[i]);
      TroupeLlmEnvironmentFunc func;
      gpointer data;
      g_autofree char *key = NULL;
      g_autofree char *address = NULL;
      g_autofree char *other = NULL;

      g_test_message ("%s", methods[i]);
      key = ask_for (test, "SERPER_API_KEY");
      troupe_run_get_environment (test->run, &func, &data);
      address = func ("SEARXNG_URL", data);
      other = func ("OPENAI_API_KEY", data);
      g_assert_cmpstr (key, ==, "key-file");
      g_assert_null (address);
      g_assert_null (other);
    }
}

/* The permissions mention the file before it is read. */
static void
test_told (void)
{
  g_autoptr (RunTest) test = make_run (AGENT ("openai/gpt-x"));
  g_autoptr (RunTest) none = make_run (AGENT ("mock/echo"));
  g_autoptr (TroupeValue) permission_report = NULL;
  g_autoptr (TroupeValue) without = NULL;
  g_autoptr (TroupeValue) mock = NULL;
  g_autoptr (TroupeConsent) consent = NULL;
  g_autofree char *text = NULL;

  write_file ("OPENAI_API_KEY=sk-file\n");
  permission_report = troupe_permissions_report_run (test->run);
  mock = troupe_permissions_report_run (none->run);
  consent = troupe_consent_new_for_run (test->run);
  text = troupe_consent_describe (consent);
  g_assert_nonnull (strstr (text, "Reads API keys from 1 file:"));
  g_assert_nonnull (strstr (text, "/.env"));
  g_assert_null (strstr (text, "sk-file"));
  g_assert_cmpuint (
      troupe_value_list_get_length (troupe_value_map_lookup_string (mock, "keys", -1)), ==, 0);
  write_file (NULL);
  without = troupe_permissions_report_run (test->run);
  g_assert_cmpuint (
      troupe_value_list_get_length (troupe_value_map_lookup_string (without, "keys", -1)), ==, 0);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  /* Disables the keyring. */
  g_setenv ("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent", TRUE);
  g_unsetenv ("OPENAI_API_KEY");
  g_unsetenv ("OPENAI_BASE_URL");
  g_unsetenv ("SERPER_API_KEY");
  g_unsetenv ("SEARXNG_URL");
  folder = g_dir_make_tmp ("keys-XXXXXX", &error);
  g_assert_no_error (error);
  document = g_build_filename (folder, "flow.json", NULL);

  g_test_add_func ("/run-keys/found", test_found);
  g_test_add_func ("/run-keys/settings", test_settings);
  g_test_add_func ("/run-keys/settings-in-consent", test_settings_in_consent);
  g_test_add_func ("/run-keys/environment-first", test_environment_first);
  g_test_add_func ("/run-keys/unreadable", test_unreadable);
  g_test_add_func ("/run-keys/tools", test_tools);
  g_test_add_func ("/run-keys/told", test_told);
  status = g_test_run ();

  write_file (NULL);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  g_free (document);
  g_free (folder);
  return status;
}
