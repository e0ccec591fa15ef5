/* test-run-reuse.c: reusing the answers of a run after random edits of random flows and crews
 *
 * The model is a server in this process, whose answer is a digest of the messages. A run of the edited
 * document that reuses the answers of the run before has to send exactly the requests that the edit has changed, and
 * to end like a run that reuses nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <stdlib.h>

#include "../test-remove.h"
#include "run-test.h"
#include "troupe-run-crew.h"
#include "troupe-run-reuse.h"

/* Edited documents, unless TROUPE_REUSE_ROUNDS is another number; 2,000 is the complete test. */
#define N_ROUNDS 30
#define MOST_METHODS 6
#define MOST_TASKS 3

/* --- The server ---------------------------------------------------------------------------------- */

/* @requests: (element-type utf8): the bodies since the last run */
typedef struct
{
  SoupServer *soup;
  char *url;
  GPtrArray *requests;
} Server;

static void
asked_cb (SoupServer *soup,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer user_data)
{
  Server *self = user_data;
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (TroupeValue) request = troupe_value_from_json (body->data, body->length, NULL);
  g_autofree char *text =
      troupe_value_to_json (troupe_value_get_member (request, "messages"), TROUPE_JSON_COMPACT);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);
  g_autofree char *answer = g_strdup_printf (
      "{\"id\":\"1\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,"
      "\"message\":{\"role\":\"assistant\",\"content\":\"Answer "
      "%.12s\"},\"finish_reason\":\"stop\"}],"
      "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}",
      digest);

  g_ptr_array_add (self->requests, g_strndup (body->data, body->length));
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, answer,
                                    strlen (answer));
}

static void
server_init (Server *self)
{
  g_autoptr (GError) error = NULL;
  GSList *uris = NULL;

  self->requests = g_ptr_array_new_with_free_func (g_free);
  self->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->soup, NULL, asked_cb, self, NULL);
  soup_server_listen_local (self->soup, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->soup);
  self->url = g_strdup_printf ("http://127.0.0.1:%d/v1", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
}

static void
server_clear (Server *self)
{
  g_clear_object (&self->soup);
  g_ptr_array_unref (self->requests);
  g_free (self->url);
}

/* (transfer full) (element-type utf8) */
static GPtrArray *
take_requests (Server *self)
{
  GPtrArray *requests = g_steal_pointer (&self->requests);

  self->requests = g_ptr_array_new_with_free_func (g_free);
  return requests;
}

/* --- Random documents ---------------------------------------------------------------------------- */

typedef enum
{
  KIND_EXPRESSION,
  KIND_AGENT,
  KIND_CREW,
  N_KINDS,
} Kind;

/* @after: the method that it listens to, -1 for a start method; @version: is part of its texts */
typedef struct
{
  Kind kind;
  int after;
  guint version;
  guint n_tasks;
  guint tasks[MOST_TASKS];
} Method;

/* @is_crew: a standalone crew, which is the only method */
typedef struct
{
  Method methods[MOST_METHODS];
  guint n_methods;
  gboolean is_crew;
} Document;

static void
add_random (Document *self, GRand *random)
{
  Method *method = &self->methods[self->n_methods];

  method->kind = (Kind) g_rand_int_range (random, 0, N_KINDS);
  method->after = g_rand_int_range (random, -1, (int) self->n_methods);
  method->version = g_rand_int_range (random, 0, 3);
  method->n_tasks = g_rand_int_range (random, 1, MOST_TASKS + 1);
  for (guint i = 0; i < MOST_TASKS; i++)
    method->tasks[i] = g_rand_int_range (random, 0, 3);
  self->n_methods++;
}

/* A crew has other tasks or texts than before. */
static void
edit_crew (Method *self, GRand *random)
{
  switch (g_rand_int_range (random, 0, 5))
    {
    case 0:
      self->version += 10;
      break;

    case 1:
      self->tasks[g_rand_int_range (random, 0, (int) self->n_tasks)] += 10;
      break;

    case 2:
      self->n_tasks = MIN (self->n_tasks + 1, MOST_TASKS);
      break;

    case 3:
      self->n_tasks = MAX (self->n_tasks - 1, 1);
      break;

    default:
      break;
    }
}

static void
edit (Document *self, GRand *random)
{
  Method *method = &self->methods[g_rand_int_range (random, 0, (int) self->n_methods)];

  if (self->is_crew)
    {
      edit_crew (method, random);
      return;
    }
  switch (g_rand_int_range (random, 0, 5))
    {
    case 0:
      method->version += 10;
      break;

    case 1:
      method->tasks[g_rand_int_range (random, 0, (int) method->n_tasks)] += 10;
      break;

    case 2:
      if (self->n_methods < MOST_METHODS)
        add_random (self, random);
      break;

    case 3:
      if (self->n_methods > 1)
        self->n_methods--;
      break;

    default:
      break;
    }
}

/* Writes the expression for the text of the method before. */
static char *
make_before (const Document *self, const Method *method)
{
  if (method->after < 0)
    return g_strdup ("'nothing'");
  return self->methods[method->after].kind == KIND_EXPRESSION
             ? g_strdup_printf ("outputs.m%d", method->after)
             : g_strdup_printf ("outputs.m%d.raw", method->after);
}

static void
append_agent (GString *text, const char *url, guint version)
{
  g_string_append_printf (
      text,
      "\"role\": \"Role\", \"goal\": \"Goal %u\", \"backstory\": \"b\", \"llm\": "
      "{\"model\": \"openai/m\", \"api_key\": \"secret-key-123\", \"max_retries\": 0, "
      "\"base_url\": \"%s\"}",
      version, url);
}

/* @before: (nullable): the expression for its input; NULL for a standalone crew, whose tasks with even texts are given no output */
static void
append_crew (GString *text, const Method *method, const char *url, const char *before)
{
  g_string_append (text, "{\"call\": \"crew\", \"with\": {\"agents\": {\"w\": {");
  append_agent (text, url, method->version);
  g_string_append (text, "}}, \"tasks\": [");
  for (guint i = 0; i < method->n_tasks; i++)
    g_string_append_printf (text,
                            "%s{\"name\": \"t%u\", \"description\": \"Do %u with %s\", "
                            "\"expected_output\": \"e\", \"agent\": \"w\"%s}",
                            i > 0 ? ", " : "", i, method->tasks[i],
                            before != NULL ? "{topic}" : "care",
                            before == NULL && method->tasks[i] % 2 == 0 ? ", \"context\": []" : "");
  if (before != NULL)
    g_string_append_printf (text, "]}, \"inputs\": {\"topic\": \"${%s}\"}}", before);
  else
    g_string_append (text, "]}}");
}

static char *
write_crew (const Document *self, const char *url)
{
  GString *text = g_string_new ("{\"name\": \"F\", \"x-troupe\": {\"crew\": true}, \"methods\": "
                                "{\"" TROUPE_RUN_CREW_METHOD "\": {\"start\": true, \"do\": ");

  append_crew (text, &self->methods[0], url, NULL);
  g_string_append (text, "}}}");
  return g_string_free (text, FALSE);
}

static char *
write_document (const Document *self, const char *url)
{
  GString *text = NULL;

  if (self->is_crew)
    return write_crew (self, url);
  text = g_string_new ("{\"name\": \"F\", \"methods\": {");
  for (guint i = 0; i < self->n_methods; i++)
    {
      const Method *method = &self->methods[i];
      g_autofree char *before = make_before (self, method);

      g_string_append_printf (text, "%s\"m%u\": {", i > 0 ? ", " : "", i);
      if (method->after < 0)
        g_string_append (text, "\"start\": true, \"do\": ");
      else
        g_string_append_printf (text, "\"listen\": \"m%d\", \"do\": ", method->after);
      if (method->kind == KIND_EXPRESSION)
        g_string_append_printf (text, "{\"call\": \"expression\", \"expr\": \"%s + ' %u'\"}",
                                before, method->version);
      else if (method->kind == KIND_AGENT)
        {
          g_string_append (text, "{\"call\": \"agent\", \"with\": {");
          append_agent (text, url, method->version);
          g_string_append_printf (text, ", \"input\": \"Do it with ${%s}\"}}", before);
        }
      else
        append_crew (text, method, url, before);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "}}");
  return g_string_free (text, FALSE);
}

/* --- The test ------------------------------------------------------------------------------------ */

/* Returns the outputs by method, because the order of methods that run at the same time may differ. (transfer full) */
static TroupeValue *
collect_outputs (RunTest *test)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; i < troupe_flow_get_n_methods (test->flow); i++)
    for (guint k = 0; k < test->result->outputs->len; k++)
      {
        const TroupeRunOutput *output = &g_array_index (test->result->outputs, TroupeRunOutput, k);

        /* The tokens of a crew are those of its own calls. */
        if (output->method == i)
          troupe_map_builder_add (&builder, troupe_flow_get_method (test->flow, i)->name,
                                  troupe_value_is (output->value, TROUPE_VALUE_MAP)
                                      ? troupe_value_map_without (output->value, "token_usage")
                                      : troupe_value_ref (output->value));
      }
  return troupe_map_builder_end (&builder);
}

/* Executes the document. @store: (nullable): stores the run; @reused: (nullable): the run whose answers are
 * reused, in @from. (transfer full) */
static RunTest *
execute (const char *text, TroupeStore *store, TroupeStore *from, const char *reused)
{
  RunTest *test = run_test_new_text (text);
  g_autoptr (GError) error = NULL;

  troupe_run_set_id (test->run, store != NULL ? "11111111-0000-0000-0000-000000000000"
                                              : "22222222-0000-0000-0000-000000000000");
  troupe_run_set_state_id (test->run, "state");
  if (store != NULL)
    troupe_run_set_store (test->run, store, "/f.json", text);
  if (reused != NULL)
    g_assert_true (troupe_run_set_reuse (test->run, from, reused, NULL, &error));
  g_assert_no_error (error);
  run_test_start (test);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  if (store != NULL)
    g_assert_true (troupe_store_flush (store, NULL));
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  return test;
}

/* Removes each of the requests once. Returns the number of those that remain. */
static guint
count_new (GPtrArray *all, GPtrArray *old)
{
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();
  guint n_new = 0;

  for (guint i = 0; i < old->len; i++)
    g_ptr_array_add (rest, g_ptr_array_index (old, i));
  for (guint i = 0; i < all->len; i++)
    {
      guint index = 0;

      if (g_ptr_array_find_with_equal_func (rest, g_ptr_array_index (all, i), g_str_equal, &index))
        g_ptr_array_remove_index_fast (rest, index);
      else
        n_new++;
    }
  return n_new;
}

static void
check_round (Server *server, GRand *random)
{
  Document document = { .n_methods = 0 };
  const gboolean is_crew = g_rand_int_range (random, 0, 4) == 0;
  const guint n_methods = is_crew ? 1 : g_rand_int_range (random, 1, MOST_METHODS + 1);
  g_autofree char *folder = g_dir_make_tmp ("troupe-reuse-XXXXXX", NULL);
  TroupeStore *store = troupe_store_open (folder, NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (RunTest) first = NULL;
  g_autoptr (RunTest) whole = NULL;
  g_autoptr (RunTest) reusing = NULL;
  g_autoptr (GPtrArray) old = NULL;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) made = NULL;
  g_autoptr (TroupeValue) expected = NULL;
  g_autoptr (TroupeValue) found = NULL;
  guint n_reused = 0, n_made = 0;

  while (document.n_methods < n_methods)
    add_random (&document, random);
  document.is_crew = is_crew;
  if (is_crew)
    document.methods[0].kind = KIND_CREW;
  before = write_document (&document, server->url);
  first = execute (before, store, NULL, NULL);
  old = take_requests (server);
  edit (&document, random);
  after = write_document (&document, server->url);
  whole = execute (after, NULL, NULL, NULL);
  all = take_requests (server);
  reusing = execute (after, NULL, store, troupe_run_get_id (first->run));
  made = take_requests (server);
  expected = collect_outputs (whole);
  found = collect_outputs (reusing);
  if (!troupe_value_equal (expected, found) || made->len != count_new (all, old))
    g_test_message ("%s\n%s", before, after);
  g_assert_true (troupe_value_equal (expected, found));
  g_assert_true (troupe_value_equal (whole->result->state, reusing->result->state));
  g_assert_cmpuint (made->len, ==, count_new (all, old));
  troupe_run_count_reused (reusing->run, &n_reused, &n_made);
  g_assert_cmpuint (n_made, ==, made->len);
  g_assert_cmpuint (n_reused, ==, all->len - made->len);
  g_assert_finalize_object (store);
  remove_all (folder);
}

static void
test_edits (void)
{
  const char *wanted = g_getenv ("TROUPE_REUSE_ROUNDS");
  const guint n_rounds = wanted != NULL ? (guint) atoi (wanted) : N_ROUNDS;
  Server server = { NULL, NULL, NULL };

  server_init (&server);
  for (guint i = 0; i < n_rounds; i++)
    {
      const guint32 seed = (guint32) g_test_rand_int ();
      GRand *random = g_rand_new_with_seed (seed);

      g_test_message ("round %u: seed %u", i, seed);
      check_round (&server, random);
      g_rand_free (random);
    }
  server_clear (&server);
}

/* --- Results -------------------------------------------------------------------------------------- */

/* Runs the document in a store, with its run reusing another one, and returns it. @reused: (nullable) */
static RunTest *
run_again (const char *text, const char *id, TroupeStore *store, const char *reused)
{
  RunTest *test = run_test_new_text (text);
  g_autoptr (GError) error = NULL;

  troupe_run_set_id (test->run, id);
  troupe_run_set_store (test->run, store, "/f.json", text);
  if (reused != NULL)
    g_assert_true (troupe_run_set_reuse (test->run, store, reused, NULL, &error));
  g_assert_no_error (error);
  run_test_start (test);
  run_test_wait (test);
  g_assert_no_error (test->result->error);
  g_assert_true (troupe_store_flush (store, NULL));
  troupe_run_set_store (test->run, NULL, NULL, NULL);
  return test;
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  g_assert_nonnull (parts[1]);
  return g_strjoinv (to, parts);
}

static void
check_counts (RunTest *test, guint n_results, guint n_reused, guint n_made)
{
  guint reused = 0, made = 0;

  troupe_run_count_reused (test->run, &reused, &made);
  g_assert_cmpuint (troupe_run_count_reused_results (test->run, NULL), ==, n_results);
  g_assert_cmpuint (reused, ==, n_reused);
  g_assert_cmpuint (made, ==, n_made);
}

static const char *const ids[] = { "11111111-0000-0000-0000-000000000001",
                                   "11111111-0000-0000-0000-000000000002",
                                   "11111111-0000-0000-0000-000000000003",
                                   "11111111-0000-0000-0000-000000000004" };

/* A method that would be given the same is not executed again. If what has changed gives the same result as before, what hangs on it is not executed
 * either. The third run finds the calls that the second one has not made. */
static void
test_results (void)
{
  Server server = { NULL, NULL, NULL };
  g_autofree char *folder = g_dir_make_tmp ("troupe-reuse-XXXXXX", NULL);
  TroupeStore *store = troupe_store_open (folder, NULL);
  g_autofree char *text = NULL;
  g_autofree char *same = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *back = NULL;
  g_autoptr (RunTest) first = NULL;
  g_autoptr (RunTest) second = NULL;
  g_autoptr (RunTest) third = NULL;
  g_autoptr (RunTest) fourth = NULL;

  server_init (&server);
  text = g_strdup_printf (
      "{\"name\": \"F\", \"state\": {\"type\": \"dict\", \"default\": {\"n\": 1}}, \"methods\": "
      "{\"a\": {\"start\": true, "
      "\"do\": {\"call\": \"expression\", \"expr\": \"'x'\"}}, \"b\": {\"listen\": \"a\", \"do\": "
      "{\"call\": \"agent\", \"with\": "
      "{\"role\": \"Role\", \"goal\": \"One\", \"backstory\": \"b\", \"llm\": {\"model\": "
      "\"openai/m\", \"api_key\": \"secret-key-123\", \"max_retries\": 0, \"base_url\": \"%s\"}, "
      "\"input\": \"Do ${outputs.a}\"}}}, \"c\": {\"listen\": \"b\", \"do\": {\"call\": "
      "\"expression\", \"expr\": \"outputs.b.raw + string(state.n)\"}}}}",
      server.url);
  first = run_again (text, ids[0], store, NULL);
  g_assert_cmpuint (server.requests->len, ==, 1);
  /* The changed expression has the same result. */
  same = replace (text, "\"'x'\"", "\"'' + 'x'\"");
  second = run_again (same, ids[1], store, ids[0]);
  g_assert_cmpuint (server.requests->len, ==, 1);
  check_counts (second, 2, 1, 0);
  changed = replace (same, "'' + 'x'", "'y'");
  third = run_again (changed, ids[2], store, ids[1]);
  g_assert_cmpuint (server.requests->len, ==, 2);
  check_counts (third, 0, 0, 1);
  back = replace (changed, "\"One\"", "\"Two\"");
  fourth = run_again (back, ids[3], store, ids[2]);
  g_assert_cmpuint (server.requests->len, ==, 3);
  check_counts (fourth, 1, 0, 1);
  server_clear (&server);
  g_assert_finalize_object (store);
  remove_all (folder);
}

/* A result that the user keeps is used in spite of a change. */
static void
test_keep (void)
{
  static const char text[] =
      "{\"name\": \"F\", \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", "
      "\"expr\": \"1\"}}, \"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": "
      "\"outputs.a\"}}}}";
  static const char *const kept[] = { "a", NULL };
  g_autofree char *folder = g_dir_make_tmp ("troupe-reuse-XXXXXX", NULL);
  TroupeStore *store = troupe_store_open (folder, NULL);
  g_autofree char *changed = replace (text, "\"1\"", "\"2\"");
  g_autoptr (RunTest) first = run_again (text, ids[0], store, NULL);
  g_autoptr (RunTest) second = run_test_new_text (changed);
  g_autoptr (GError) error = NULL;

  troupe_run_keep_results (second->run, kept);
  g_assert_true (troupe_run_set_reuse (second->run, store, ids[0], NULL, &error));
  run_test_start (second);
  run_test_wait (second);
  g_assert_no_error (second->result->error);
  g_assert_cmpint (troupe_value_get_integer (second->result->final), ==, 1);
  g_assert_cmpuint (troupe_run_count_reused_results (second->run, NULL), ==, 2);
  g_assert_finalize_object (store);
  remove_all (folder);
}

/* A run that is recorded cannot reuse another one, and there must be answers. */
static void
test_refused (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-reuse-XXXXXX", NULL);
  TroupeStore *store = troupe_store_open (folder, NULL);
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}}");
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (troupe_run_set_reuse (test->run, store, NULL, "/f.json", &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_clear_error (&error);
  g_assert_false (troupe_run_set_reuse (test->run, store, "gone", NULL, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE);
  g_clear_error (&error);
  troupe_run_set_recorder (test->run, recorder);
  g_assert_false (troupe_run_set_reuse (test->run, store, "gone", NULL, &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT);
  g_assert_finalize_object (store);
  remove_all (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/run-reuse/edits", test_edits);
  g_test_add_func ("/run-reuse/results", test_results);
  g_test_add_func ("/run-reuse/keep", test_keep);
  g_test_add_func ("/run-reuse/refused", test_refused);
  return g_test_run ();
}
