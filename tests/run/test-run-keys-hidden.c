/* test-run-keys-hidden.c: redaction of the keys of a run in everything that is stored or shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../test-time.h"
#include "run-test.h"
#include "troupe-permissions.h"
#include "troupe-run-result.h"
#include "troupe-run-secret.h"
#include "troupe-secret.h"

#define KEY "sk-canary-7f3a91c2/xyzQ"
#define OF_FILE "file-canary-0123456789"
#define OF_DOCUMENT "doc-canary-0123456789"

typedef struct
{
  char *folder;
  char *document;
  TroupeStore *store;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  g_autofree char *env = NULL;
  g_autoptr (GError) error = NULL;

  self->folder = g_dir_make_tmp ("troupe-hidden-XXXXXX", NULL);
  self->document = g_build_filename (self->folder, "flow.json", NULL);
  env = g_build_filename (self->folder, ".env", NULL);
  self->store = troupe_store_open (self->folder, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_set_contents (env, "OTHER_TOKEN=" OF_FILE "\nMODEL=gpt-4o-mini\n", -1,
                                      &error));
}

/* Fails if a file of the folder contains @key. */
static void
check_files (Fixture *self, const char *key)
{
  g_autoptr (GDir) dir = g_dir_open (self->folder, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);
      g_autofree char *text = NULL;
      gsize length = 0;

      if (g_str_equal (name, ".env") || !g_file_get_contents (path, &text, &length, NULL))
        continue;
      if (g_strstr_len (text, (gssize) length, key) != NULL)
        g_error ("%s contains %s", name, key);
    }
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert_finalize_object (self->store);
  dir = g_dir_open (self->folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->folder, name, NULL);

      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->document);
}

/* Returns all events of the run as lines. */
static char *
list_events (RunTest *test)
{
  GString *lines = g_string_new (NULL);

  for (guint i = 0; i < test->events->len; i++)
    {
      g_autofree char *line = troupe_event_to_json (g_ptr_array_index (test->events, i), NULL,
                                                    TROUPE_EVENT_JSON_STATE);

      g_string_append (lines, line);
      g_string_append_c (lines, '\n');
    }
  return g_string_free (lines, FALSE);
}

static RunTest *
execute (Fixture *self, const char *document)
{
  RunTest *test = run_test_new_document (document);
  g_autofree char *states = g_build_filename (self->folder, "states.db", NULL);
  g_autofree char *text = g_strdelimit (g_strdup (document), "'", '"');

  troupe_run_set_folder (test->run, self->folder);
  troupe_run_set_state_database (test->run, states);
  troupe_run_set_store (test->run, self->store, self->document, text);
  run_test_execute (test);
  return test;
}

/* @key: must not occur anywhere; @is_said: whether the result contains a mask instead of it */
static void
check (Fixture *self, RunTest *test, const char *key, gboolean is_said)
{
  g_autofree char *events = list_events (test);
  g_autoptr (TroupeValue) result =
      troupe_run_result_to_value (test->result, test->run, NULL, NULL);
  g_autofree char *shown = troupe_value_to_json (result, TROUPE_JSON_FLOAT_OBJECTS);
  g_autofree char *message =
      g_strdup (test->result->error != NULL ? test->result->error->message : "");

  g_assert_null (strstr (events, key));
  g_assert_null (strstr (shown, key));
  g_assert_null (strstr (message, key));
  g_assert_true ((strstr (shown, TROUPE_SECRET_MASK) != NULL) == is_said);
  check_files (self, key);
}

static char *
make_flow (const char *expression)
{
  return g_strdup_printf ("{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': "
                          "'expression', 'expr': '%s'}}}}",
                          expression);
}

/* In every spelling, of the environment and of the file. */
static void
test_spellings (Fixture *self, gconstpointer data)
{
  g_autofree char *base64 = g_base64_encode ((const guchar *) "xx" KEY "yy", strlen (KEY) + 4);
  g_autofree char *safe = g_strdelimit (g_strdup (base64), "/", '_');
  g_autofree char *percent = g_uri_escape_string (KEY, NULL, FALSE);
  const char *const spellings[] = { KEY, base64, safe, percent, "SK-Canary-7F3A91C2/XYZQ",
                                    OF_FILE };

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    {
      g_autofree char *expression = g_strdup_printf ("`it is %s!`", spellings[i]);
      g_autofree char *document = make_flow (expression);
      g_autoptr (RunTest) test = run_test_new_document (document);

      troupe_run_set_folder (test->run, self->folder);
      troupe_run_set_store (test->run, self->store, self->document, NULL);
      run_test_execute (test);
      g_assert_no_error (test->result->error);
      check (self, test, spellings[i], TRUE);
    }
}

/* What is no key is left alone: a setting in `.env`, short values, paths and numbers. */
static void
test_others (Fixture *self, gconstpointer data)
{
  g_autofree char *document = make_flow ("`gpt-4o-mini short12 /usr/lib/keys 12345678`");
  g_autoptr (RunTest) test = execute (self, document);

  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "'gpt-4o-mini short12 /usr/lib/keys 12345678'");
}

/* In a name, in a list, and joined from pieces: the run itself computes with the key. */
static void
test_values (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = execute (
      self, "{'name': 'F', 'state': {'type': 'dict', 'default': {'half': 'sk-canary-7f3a', 'n': 0}},"
            " 'persist': {'enabled': true}, 'methods': {"
            "'a': {'start': true, 'do': {'call': 'expression', 'expr': "
            "'{state.half + `91c2/xyzQ`: [state.half + `91c2/xyzQ`]}'}},"
            "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': "
            "'outputs.a[state.half + `91c2/xyzQ`][0].size()'}}}}");

  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "23");
  check (self, test, KEY, TRUE);
}

/* What was given as input, and the state that begins with it and is saved. */
static void
test_state (Fixture *self, gconstpointer data)
{
  static const char document[] =
      "{'name': 'F', 'state': {'type': 'dict', 'default': {'said': ''}}, "
      "'persist': {'enabled': true}, 'methods': {'a': {'start': true, 'do': {'call': "
      "'expression', 'expr': 'state.said.size()'}}}}";
  g_autoptr (RunTest) test = run_test_new_document (document);
  g_autoptr (TroupeValue) inputs =
      troupe_value_from_json ("{\"said\": \"" KEY "\"}", -1, NULL);
  g_autofree char *states = g_build_filename (self->folder, "states.db", NULL);

  troupe_run_set_inputs (test->run, inputs);
  troupe_run_set_folder (test->run, self->folder);
  troupe_run_set_state_database (test->run, states);
  troupe_run_set_store (test->run, self->store, self->document, NULL);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  run_test_assert_value (test->result->final, "23");
  g_assert_true (g_file_test (states, G_FILE_TEST_EXISTS));
  check (self, test, KEY, TRUE);
}

static void
test_error (Fixture *self, gconstpointer data)
{
  g_autofree char *document = make_flow ("int(`" KEY "`)");
  g_autoptr (RunTest) test = execute (self, document);

  g_assert_nonnull (test->result->error);
  check (self, test, KEY, strstr (test->result->error->message, TROUPE_SECRET_MASK) != NULL);
}

/* A model is sent, and says, what remains without it; also in pieces. */
static void
test_model (Fixture *self, gconstpointer data)
{
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r',"
      " 'goal': 'g', 'backstory': 'b', 'input': 'it is " KEY " and more', 'llm': {'model': "
      "'mock/echo', 'stream': true}}}}}}");

  troupe_run_set_streams (test->run, TRUE);
  troupe_run_set_store (test->run, self->store, self->document, NULL);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  check (self, test, KEY, TRUE);
}

/* Keys written in the document: of a model, and in the env and headers of a tool server. */
static void
test_document (Fixture *self, gconstpointer data)
{
  static const char *const documents[] = {
    "'llm': {'model': 'mock/echo', 'api_key': '" OF_DOCUMENT "'}",
    "'llm': {'model': 'mock/echo', 'aws_secret_access_key': '" OF_DOCUMENT "'}",
    "'llm': 'mock/echo', 'embedder': {'provider': 'openai', 'config': {'api_key': '" OF_DOCUMENT
    "'}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *document = g_strdup_printf (
          "{'name': 'F', 'methods': {'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': "
          "'r', 'goal': 'g', 'backstory': 'b', 'input': 'say " OF_DOCUMENT "', %s}}}}}",
          documents[i]);
      g_autoptr (RunTest) test = execute (self, document);

      g_assert_no_error (test->result->error);
      check (self, test, OF_DOCUMENT, TRUE);
    }
}

/* Runs of a batch know the same keys. */
static void
test_like (Fixture *self, gconstpointer data)
{
  g_autofree char *document = make_flow ("`" KEY " " OF_FILE "`");
  g_autoptr (RunTest) like = run_test_new_document (document);
  g_autoptr (RunTest) test = run_test_new_document (document);

  troupe_run_set_store (test->run, self->store, self->document, NULL);
  g_assert_true (troupe_run_set_like (test->run, like->run));
  run_test_execute (test);
  check (self, test, KEY, TRUE);
  check (self, test, OF_FILE, TRUE);
}

/* Permissions that were granted to one document are not used for another one. */
static void
test_like_other (Fixture *self, gconstpointer data)
{
  g_autofree char *document = make_flow ("1");
  g_autofree char *changed = make_flow ("2");
  g_autoptr (RunTest) like = run_test_new_document (document);
  g_autoptr (RunTest) test = run_test_new_document (changed);
  g_autoptr (RunTest) granted = run_test_new_document (changed);
  g_autoptr (RunTest) same = run_test_new_document (document);
  g_autoptr (TroupeValue) report = troupe_permissions_report (like->flow, NULL);
  const char *digest = troupe_flow_get_digest (like->flow);

  g_assert_false (troupe_run_set_like (test->run, like->run));
  run_test_execute (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_false (troupe_run_set_granted (granted->run, digest, report));
  run_test_execute (granted);
  g_assert_error (granted->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_CONSENT);
  g_assert_true (troupe_run_set_granted (same->run, digest, report));
  run_test_execute (same);
  g_assert_no_error (same->result->error);
}

/* A document with very many keys does not keep the run from beginning. The first ones are hidden. */
static void
test_many (Fixture *self, gconstpointer data)
{
  const guint n_keys = 20000;
  g_autoptr (GString) text = g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", "
                                           "\"methods\": {}, \"x-list\": [\"\"");
  g_autoptr (TroupeSecret) secret = NULL;
  g_autofree char *hidden = NULL;
  const gint64 begun_us = test_time_get_own ();

  for (guint i = 0; i < n_keys; i++)
    g_string_append_printf (text, ", \"https://user:password-%06u@host.test/\"", i);
  g_string_append (text, "]}");
  secret = troupe_run_find_secret (text->str, self->document);
  g_assert_nonnull (secret);
  /* The run hides the keys in its own document first. */
  hidden = troupe_secret_hide (secret, text->str, -1);
  g_assert_null (strstr (hidden, "password-000000"));
  g_assert_cmpint (test_time_get_own () - begun_us, <, TEST_WAIT_US / 5);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_setenv ("CANARY_API_KEY", KEY, TRUE);
  g_setenv ("SHORT_TOKEN", "short12", TRUE);
  g_setenv ("KEYS_FOLDER", "/usr/lib/keys", TRUE);
  g_setenv ("TOKEN_LIMIT", "12345678", TRUE);

#define ADD(name, function)                                                                        \
  g_test_add ("/run-keys-hidden/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("spellings", test_spellings);
  ADD ("others", test_others);
  ADD ("values", test_values);
  ADD ("state", test_state);
  ADD ("error", test_error);
  ADD ("model", test_model);
  ADD ("document", test_document);
  ADD ("like", test_like);
  ADD ("like-other", test_like_other);
  ADD ("many", test_many);
#undef ADD
  return g_test_run ();
}
