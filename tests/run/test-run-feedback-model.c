/* test-run-feedback-model.c: human feedback interpreted by a model, and lessons learned from it
 *
 * The model is a server in this process, which returns the next answer of its script.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <libsoup/soup.h>
#include <string.h>

#include "../test-remove.h"
#include "../test-wait.h"
#include "lessons-test.h"
#include "run-test.h"
#include "troupe-permissions.h"
#include "troupe-trace.h"

#define KEY "sk-canary-1"
#define ASK(more)                                                                                  \
  "'draft': {'start': true, 'do': {'call': 'expression', 'expr': '`the draft`'}, "                 \
  "'human_feedback': {'message': 'Good?'" more "}}"
#define CHOICE ", 'emit': ['ok', 'not ok']"
#define MODEL ", 'llm': {'model': 'openai/m', 'max_retries': 0}"
#define AFTER                                                                                      \
  ", 'yes': {'listen': 'ok', 'do': {'call': 'expression', 'expr': '`yes`'}}"                       \
  ", 'no': {'listen': 'not ok', 'do': {'call': 'expression', 'expr': '`no ` + "                    \
  "outputs.draft.feedback'}}"

/* --- The server ---------------------------------------------------------------------------------- */

/* @script: the answers. Each answer is a text, `!400` or a similar code for a failed request, or
 *   `...` for no reply until the call is cancelled */
typedef struct
{
  SoupServer *soup;
  char *url;
  const char *const *script;
  guint next;
  GPtrArray *requests; /* (element-type TroupeValue): bodies */
  SoupServerMessage *held;
  const char *key; /* (nullable): API key in the environment */
} Server;

static TroupeValue *
get (TroupeValue *value, const char *key)
{
  TroupeValue *found = troupe_value_map_lookup_string (value, key, -1);

  g_assert_nonnull (found);
  return found;
}

static char *
make_answer (const char *text)
{
  g_autoptr (TroupeValue) said = troupe_value_new_string (text, -1);
  g_autofree char *quoted = troupe_value_to_json (said, TROUPE_JSON_COMPACT);

  return g_strdup_printf (
      "{\"id\":\"1\",\"object\":\"chat.completion\",\"model\":\"m\",\"choices\":[{\"index\":0,"
      "\"message\":{\"role\":\"assistant\",\"content\":%s},\"finish_reason\":\"stop\"}],"
      "\"usage\":{\"prompt_tokens\":10,\"completion_tokens\":5,\"total_tokens\":15}}",
      quoted);
}

#define DIMENSION 16u

/* Returns a vector for each text, based on its letters, so that different texts have different
 * vectors. */
static char *
make_vectors (TroupeValue *request)
{
  TroupeValue *texts = get (request, "input");
  const gsize n =
      troupe_value_is (texts, TROUPE_VALUE_LIST) ? troupe_value_list_get_length (texts) : 1;
  GString *out = g_string_new ("{\"object\":\"list\",\"model\":\"e\",\"data\":[");

  for (gsize i = 0; i < n; i++)
    {
      TroupeValue *item =
          troupe_value_is (texts, TROUPE_VALUE_LIST) ? troupe_value_list_get (texts, i) : texts;
      const char *text = troupe_value_get_string (item, NULL);
      guint counts[DIMENSION] = { 0 };

      for (guint k = 0; text[k] != '\0'; k++)
        counts[(guchar) text[k] % DIMENSION]++;
      g_string_append_printf (out, "%s{\"object\":\"embedding\",\"index\":%u,\"embedding\":[",
                              i > 0 ? "," : "", (guint) i);
      for (guint k = 0; k < DIMENSION; k++)
        g_string_append_printf (out, "%s%u.0", k > 0 ? "," : "", counts[k]);
      g_string_append (out, "]}");
    }
  g_string_append (out, "],\"usage\":{\"prompt_tokens\":1,\"total_tokens\":1}}");

  return g_string_free (out, FALSE);
}

/* Returns the answer to a request of the memory, because these requests are not scripted. The
 * answer contains vectors, or is an empty answer of a model. (nullable) */
static char *
answer_memory (const char *path, TroupeValue *request)
{
  TroupeValue *model = get (request, "model");

  if (g_str_has_suffix (path, "/embeddings"))
    return make_vectors (request);

  return g_str_equal (troupe_value_get_string (model, NULL), "gpt-5.4-mini") ? make_answer ("{}")
                                                                             : NULL;
}

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
  g_autofree char *answer = answer_memory (path, request);
  const char *line = self->script[self->next];
  guint status = SOUP_STATUS_OK;

  g_assert_true (SOUP_IS_SERVER (soup));
  if (answer != NULL)
    {
      soup_server_message_set_status (message, status, NULL);
      soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, answer,
                                        strlen (answer));
      return;
    }
  g_assert_nonnull (line);
  self->next++;
  g_ptr_array_add (self->requests, g_steal_pointer (&request));
  if (g_str_equal (line, "..."))
    {
      self->held = g_object_ref (message);
      soup_server_message_pause (message);
      return;
    }
  if (*line == '!')
    {
      status = (guint) g_ascii_strtoull (line + 1, NULL, 10);
      answer = g_strdup ("{\"error\":{\"message\":\"rather not\"}}");
    }
  else
    answer = make_answer (line);
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, answer,
                                    strlen (answer));
}

static Server *
server_new (const char *const *script)
{
  Server *self = g_new0 (Server, 1);
  g_autoptr (GError) error = NULL;
  GSList *uris = NULL;

  self->script = script;
  self->key = KEY;
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  self->soup = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->soup, NULL, asked_cb, self, NULL);
  soup_server_listen_local (self->soup, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error);
  g_assert_no_error (error);
  uris = soup_server_get_uris (self->soup);
  self->url = g_uri_to_string (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  return self;
}

static void
server_free (Server *self)
{
  g_clear_object (&self->held);
  soup_server_disconnect (self->soup);
  g_object_unref (self->soup);
  g_ptr_array_unref (self->requests);
  g_free (self->url);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Server, server_free)

static char *
environment_cb (const char *name, gpointer user_data)
{
  Server *self = user_data;

  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup (self->key);
  return g_str_equal (name, "OPENAI_BASE_URL") ? g_strdup (self->url) : NULL;
}

/* --- Runs ---------------------------------------------------------------------------------------- */

static TroupeFeedbackReply
answer_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  g_assert_true (TROUPE_IS_RUN (run));

  if (user_data == NULL || g_str_equal (request->message, "Nobody?"))
    return TROUPE_FEEDBACK_PAUSES;
  *answer = g_strdup (user_data);
  return TROUPE_FEEDBACK_ANSWERED;
}

static TroupeFeedbackReply
wait_cb (TroupeRun *run, TroupeFeedbackRequest *request, char **answer, gpointer user_data)
{
  g_assert_true (TROUPE_IS_RUN (run));

  return TROUPE_FEEDBACK_WAITS;
}

/* @answer: (nullable): the user's answer; NULL if the user is absent */
static RunTest *
begin (Server *server, const char *methods, const char *answer)
{
  RunTest *test = run_test_new (methods);

  troupe_run_set_environment (test->run, environment_cb, server, NULL);
  troupe_run_set_feedback_func (test->run, answer_cb, (gpointer) answer, NULL);
  return test;
}

static void
end (RunTest *test)
{
  run_test_start (test);
  run_test_wait (test);
}

static void
run (RunTest *test)
{
  g_autoptr (GError) error = NULL;

  troupe_run_check (test->run, &error);
  g_assert_no_error (error);
  end (test);
}

/* Runs the main context until the server has received @n_requests requests. */
static void
wait_for_requests (Server *server, guint n_requests)
{
  test_wait_until (server->requests->len >= n_requests);
}

static gboolean
has_form (Server *server, guint index)
{
  return troupe_value_map_lookup_string (g_ptr_array_index (server->requests, index),
                                         "response_format", -1) != NULL;
}

/* Returns the text of the last message of the request. @index: number of the request */
static const char *
get_prompt (Server *server, guint index)
{
  TroupeValue *messages = get (g_ptr_array_index (server->requests, index), "messages");
  gsize n_messages = troupe_value_list_get_length (messages);

  return troupe_value_get_string (get (troupe_value_list_get (messages, n_messages - 1), "content"),
                                  NULL);
}

/* Returns the names of the events, starting at the first feedback request and without log
 * events. */
static char *
list_events (RunTest *test)
{
  g_autoptr (GString) list = g_string_new (NULL);
  gboolean has_begun = FALSE;

  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      has_begun = has_begun || event->type == TROUPE_EVENT_FEEDBACK_REQUESTED;
      if (has_begun && event->type != TROUPE_EVENT_LOG)
        g_string_append_printf (list, "%s%s", list->len > 0 ? " " : "",
                                troupe_event_type_get_name (event->type));
    }
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* --- Outcomes ------------------------------------------------------------------------------------ */

static void
test_request (void)
{
  static const char *const script[] = { "{\"outcome\": \"not ok\"}", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, " too long ");
  g_autofree char *events = NULL;
  TroupeValue *request = NULL;

  run (test);
  run_test_assert_value (test->result->final, "'no too long'");
  g_assert_cmpuint (server->requests->len, ==, 1);
  request = g_ptr_array_index (server->requests, 0);
  run_test_assert_value (
      get (request, "response_format"),
      "{'type':'json_schema','json_schema':{'name':'FeedbackOutcome','strict':true,'schema':"
      "{'properties':{'outcome':{'enum':['ok','not ok'],'title':'Outcome','type':'string'}},"
      "'required':['outcome'],'title':'FeedbackOutcome','type':'object','additionalProperties':"
      "false}}}");
  g_assert_cmpuint (troupe_value_list_get_length (get (request, "messages")), ==, 1);
  g_assert_nonnull (strstr (get_prompt (server, 0), "\n\ntoo long\n\n"));
  g_assert_nonnull (strstr (get_prompt (server, 0), "ok, not ok"));
  events = list_events (test);
  g_assert_cmpstr (events, ==,
                   "human_feedback_requested human_feedback_received llm_call_started "
                   "llm_call_completed method_execution_finished method_execution_started "
                   "method_execution_finished flow_finished");
  g_assert_cmpint (test->result->usage.total_tokens, ==, 15);
  g_assert_cmpint (test->result->usage.requests, ==, 1);
  /* The price of `m` is unknown. */
  g_assert_cmpint (test->result->usage.unpriced, ==, 1);
  g_assert_cmpint (test->result->usage.micro_dollars, ==, 0);
}

/* The cost of a call is part of its event, the run's spans and the run's result. */
static void
test_cost (void)
{
  static const char *const script[] = { "{\"outcome\": \"ok\"}", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test =
      begin (server, ASK (CHOICE ", 'llm': {'model': 'openai/gpt-4.1', 'max_retries': 0}") AFTER,
             "fine");
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (TroupeValue) value = NULL;

  run (test);
  /* 10 input tokens at $2 and 5 output tokens at $8 per million. */
  g_assert_cmpint (test->result->usage.unpriced, ==, 0);
  g_assert_cmpint (test->result->usage.micro_dollars, ==, 60);
  value = troupe_run_result_to_value (test->result, test->run, NULL, NULL);
  run_test_assert_value (get (get (value, "usage"), "cost"), "6e-05");
  troupe_trace_begin (trace, 0);
  troupe_trace_add_events (trace, test->events);
  g_assert_cmpint (troupe_trace_get_usage (trace)->micro_dollars, ==, 60);
  g_assert_cmpuint (troupe_trace_get_usage (trace)->n_calls, ==, 1);
  g_assert_cmpuint (troupe_trace_get_usage (trace)->n_unpriced, ==, 0);
}

/* Answers of the model, first to a request with a schema and then as text, and the expected
 * results. */
static void
test_replies (void)
{
  static const struct
  {
    const char *script[3];
    const char *final; /* (nullable): NULL if the run fails */
    TroupeRunError code;
    const char *message;
  } cases[] = {
    { { "{\"outcome\": \"ok\"}" }, "'yes'", 0, NULL },
    { { "{\"outcome\": \"OK\"}", " Ok\n" }, "'yes'", 0, NULL },
    { { "", "ok" }, "'yes'", 0, NULL },
    { { "no json", "{\"outcome\": \"Not OK\"}" }, "'no hm'", 0, NULL },
    { { "no json", "{\"outcome\": \"ok\", \"and\": \"not ok\"}" }, "'yes'", 0, NULL },
    { { "no json", "{\"outcome\": 7, \"why\": \"ok\"}" }, "'yes'", 0, NULL },
    { { "{\"outcome\": \"x\"}", "It is NOT OK at all" }, "'no hm'", 0, NULL },
    { { "!400", "ok" }, "'yes'", 0, NULL },
    { { "{\"outcome\": \"x\"}", "no idea" }, NULL, TROUPE_RUN_ERROR_FEEDBACK, "no idea" },
    { { "!400", "!400" }, NULL, TROUPE_RUN_ERROR_PROVIDER, "rather not" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (Server) server = server_new (cases[i].script);
      g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, "hm");
      const guint n_requests = cases[i].script[1] != NULL ? 2 : 1;

      g_test_message ("case %u", i);
      run (test);
      g_assert_cmpuint (server->requests->len, ==, n_requests);
      g_assert_true (has_form (server, 0));
      g_assert_false (n_requests > 1 && has_form (server, 1));
      if (cases[i].final != NULL)
        {
          g_assert_no_error (test->result->error);
          run_test_assert_value (test->result->final, cases[i].final);
          continue;
        }
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (test->result->error->message, cases[i].message));
      g_assert_null (strstr (test->result->error->message, KEY));
      g_assert_cmpstr (test->result->error_path, ==, "methods.draft.human_feedback");
      g_assert_false (test->result->temporary);
      run_test_assert_trace (test, "draft> draft!");
    }
}

/* A temporary failure is reported as such. */
static void
test_temporary (void)
{
  static const char *const script[] = { "!503", "!503", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, "hm");

  run (test);
  g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
  g_assert_true (test->result->temporary);
}

/* Neither an outcome nor an empty text is interpreted by the model. Case matters: a model may know
 * better what was meant. */
static void
test_typed (void)
{
  static const char *const script[] = { "{\"outcome\": \"not ok\"}", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) exact = begin (server, ASK (CHOICE MODEL) AFTER, " ok ");
  g_autoptr (RunTest) typed = begin (server, ASK (CHOICE MODEL) AFTER, "OK");
  g_autoptr (RunTest) blank = begin (server, ASK (CHOICE MODEL) AFTER, "  ");
  g_autoptr (RunTest) other =
      begin (server, ASK (CHOICE MODEL ", 'default_outcome': 'not ok'") AFTER, "");

  run (exact);
  run_test_assert_value (exact->result->final, "'yes'");
  g_assert_cmpuint (server->requests->len, ==, 0);
  run (typed);
  run_test_assert_value (typed->result->final, "'no OK'");
  run (blank);
  run_test_assert_value (blank->result->final, "'yes'");
  run (other);
  run_test_assert_value (other->result->final, "'no '");
  g_assert_cmpuint (server->requests->len, ==, 1);
}

/* Waits for a feedback request and returns its id. (transfer full) */
static char *
wait_for_question (RunTest *test)
{
  g_autoptr (GPtrArray) requests = troupe_run_list_requests (test->run);

  while (requests->len == 0)
    {
      g_assert_null (test->result);
      g_main_context_iteration (NULL, FALSE);
      g_ptr_array_unref (requests);
      requests = troupe_run_list_requests (test->run);
    }
  return g_strdup (((TroupeFeedbackRequest *) g_ptr_array_index (requests, 0))->id);
}

/* If the outcome was chosen with a button, no model is called, and any text can be added. */
static void
test_chosen (void)
{
  static const char *const script[] = { NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *id = NULL;

  troupe_run_set_feedback_func (test->run, wait_cb, NULL, NULL);
  run_test_start (test);
  id = wait_for_question (test);
  g_assert_false (troupe_run_answer (test->run, id, "words", "neither", &error));
  g_assert_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK);
  g_assert_true (troupe_run_answer (test->run, id, "words", "not ok", NULL));
  run_test_wait (test);
  run_test_assert_value (test->result->final, "'no words'");
}

static void
test_answered_later (void)
{
  static const char *const script[] = { "{\"outcome\": \"ok\"}", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, NULL);
  g_autofree char *id = NULL;

  troupe_run_set_feedback_func (test->run, wait_cb, NULL, NULL);
  run_test_start (test);
  id = wait_for_question (test);
  g_assert_true (troupe_run_answer (test->run, id, "any words", NULL, NULL));
  run_test_wait (test);
  run_test_assert_value (test->result->final, "'yes'");
}

/* A cancelled run does not wait for the model. */
static void
test_cancelled (void)
{
  static const char *const script[] = { "...", NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) test = begin (server, ASK (CHOICE MODEL) AFTER, "hm");

  run_test_start (test);
  wait_for_requests (server, 1);
  troupe_run_cancel (test->run);
  run_test_wait (test);
  g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_CANCELLED);
  run_test_assert_trace (test, "draft> draftx");
}

/* --- Stored runs ------------------------------------------------------------------------------ */

static char *folder;

/* @path: (nullable): path of the document */
static void
keep (RunTest *test, TroupeStore *store, const char *path, const char *methods)
{
  g_autofree char *quoted = g_strdup_printf ("{'name': 'Test', 'methods': {%s}}", methods);
  g_autofree char *states = g_build_filename (folder, "states.db", NULL);

  g_strdelimit (g_strdelimit (quoted, "'", '"'), "`", '\'');
  troupe_run_set_store (test->run, store, path, quoted);
  troupe_run_set_state_database (test->run, states);
}

static TroupeStore *
open_store (void)
{
  g_autoptr (GError) error = NULL;
  TroupeStore *store = NULL;

  folder = g_dir_make_tmp ("troupe-feedback-XXXXXX", &error);
  g_assert_no_error (error);
  store = troupe_store_open (folder, &error);
  g_assert_no_error (error);
  return store;
}

static void
close_store (TroupeStore *store)
{
  g_assert_finalize_object (store);
  remove_all (folder);
  g_clear_pointer (&folder, g_free);
}

static RunTest *
go_on (TroupeStore *store, const char *id, Server *server, const char *answer)
{
  RunTest *test = g_new0 (RunTest, 1);
  g_autoptr (GError) error = NULL;

  test->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_mutex_init (&test->mutex);
  test->run = troupe_run_new_from_interrupted (store, id, NULL, &error);
  g_assert_no_error (error);
  test->flow = troupe_flow_ref (troupe_run_get_flow (test->run));
  troupe_run_set_environment (test->run, environment_cb, server, NULL);
  troupe_run_set_feedback_func (test->run, answer_cb, (gpointer) answer, NULL);
  end (test);
  return test;
}

/* The model is called once, in the process that receives the answer, and the outcome is stored
 * together with the answer. In this test, a second request then pauses the run again. */
static void
test_resumed (void)
{
  static const char *const script[] = { "{\"outcome\": \"not ok\"}", NULL };
  static const char methods[] =
      ASK (CHOICE MODEL) ", 'again': {'listen': 'not ok', 'do': {'call': 'expression', 'expr': "
                         "'outputs.draft.outcome'}, 'human_feedback': {'message': 'And?'}}";
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);
    g_autoptr (RunTest) test = begin (server, methods, NULL);
    g_autofree char *id = g_strdup (troupe_run_get_id (test->run));
    g_autoptr (RunTest) second = NULL, third = NULL;

    keep (test, store, NULL, methods);
    end (test);
    g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
    g_assert_cmpuint (server->requests->len, ==, 0);
    second = go_on (store, id, server, NULL);
    g_assert_cmpint (second->result->type, ==, TROUPE_RESULT_PAUSED);
    g_assert_cmpuint (server->requests->len, ==, 0);
    third = go_on (store, id, server, "hm");
    g_assert_no_error (third->result->error);
    g_assert_cmpuint (server->requests->len, ==, 1);
    run_test_assert_value (get (third->result->final, "output"), "'not ok'");
  }
  close_store (store);
}

/* Resumes a flow from CrewAI's table. In this case, too, the model is called once. After an
 * error, the request remains open. */
static void
test_from_pending (void)
{
  static const char *const script[] = { "!400", "no idea", "{\"outcome\": \"not ok\"}", NULL };
  static const char methods[] = ASK (CHOICE MODEL) AFTER;
  static const int ends[] = { TROUPE_RESULT_RUN_ERROR, TROUPE_RESULT_OK };
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);
    g_autoptr (RunTest) test = begin (server, methods, NULL);
    g_autofree char *states = g_build_filename (folder, "states.db", NULL);

    keep (test, store, NULL, methods);
    end (test);
    for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
      {
        g_autoptr (RunTest) more = g_new0 (RunTest, 1);
        g_autoptr (GError) error = NULL;

        more->events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
        g_mutex_init (&more->mutex);
        more->flow = troupe_flow_ref (test->flow);
        more->run =
            troupe_run_new_from_pending (test->flow, states, troupe_run_get_id (test->run), &error);
        g_assert_no_error (error);
        troupe_run_set_environment (more->run, environment_cb, server, NULL);
        troupe_run_set_feedback_func (more->run, answer_cb, (gpointer) " hm", NULL);
        end (more);
        g_assert_cmpint (more->result->type, ==, ends[i]);
        if (ends[i] == TROUPE_RESULT_OK)
          run_test_assert_value (more->result->final, "'no  hm'");
      }
    g_assert_cmpuint (server->requests->len, ==, 3);
    /* If a flow is resumed from CrewAI's table, the text is not trimmed (§10.1). */
    g_assert_nonnull (strstr (get_prompt (server, 2), "\n\n hm\n\n"));
  }
  close_store (store);
}

/* --- Checks before the run -------------------------------------------------------------------- */

static void
test_check (void)
{
  static const struct
  {
    const char *methods;
    const char *message; /* (nullable): NULL if it can be run */
  } cases[] = {
    { ASK (CHOICE MODEL), "OPENAI_API_KEY" },
    { ASK (CHOICE ", 'llm': 'anthropic/claude-x'"), "ANTHROPIC_API_KEY" },
    { ASK (CHOICE ", 'llm': 'mock/nonesuch'"), "mock/nonesuch" },
    { ASK (CHOICE ", 'llm': {'temperature': 1}"), "model" },
    { ASK (CHOICE ", 'llm': {'python': 'a:b'}"), "Python" },
    { ASK (", 'learn': true"), "OPENAI_API_KEY" },
    /* Buttons and literally typed outcomes need no model. */
    { ASK (CHOICE), NULL },
    /* Without outcomes no model is called. */
    { ASK (MODEL), NULL },
    { ASK (CHOICE ", 'llm': 'mock/echo'"), NULL },
  };
  static const char *const script[] = { NULL };
  g_autoptr (Server) server = server_new (script);

  server->key = NULL;
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RunTest) test = begin (server, cases[i].methods, NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("case %u", i);
      g_assert_true (troupe_run_check (test->run, &error) == (cases[i].message == NULL));
      if (cases[i].message == NULL)
        continue;
      g_assert_nonnull (strstr (error->message, cases[i].message));
      g_assert_nonnull (strstr (error->message, "draft"));
    }
}

/* If there is no key for the default model, the user must type an outcome literally. */
static void
test_no_model (void)
{
  static const char *const script[] = { NULL };
  g_autoptr (Server) server = server_new (script);
  g_autoptr (RunTest) fits = begin (server, ASK (CHOICE) AFTER, " OK");
  g_autoptr (RunTest) unfit = begin (server, ASK (CHOICE) AFTER, "hm");

  server->key = NULL;
  run (fits);
  run_test_assert_value (fits->result->final, "'yes'");
  run (unfit);
  g_assert_error (unfit->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_FEEDBACK);
  g_assert_nonnull (strstr (unfit->result->error->message, "OPENAI_API_KEY"));
}

static void
test_permissions (void)
{
  static const struct
  {
    const char *methods;
    const char *models;
    const char *hosts;
  } cases[] = {
    { ASK (CHOICE ", 'llm': 'openai/m'"), "['openai/m']", "['api.openai.com']" },
    { ASK (CHOICE), "['gpt-4.1-mini']", "['api.openai.com']" },
    { ASK (", 'learn': true"), "['gpt-4.1-mini','text-embedding-3-large','gpt-5.4-mini']",
      "['api.openai.com']" },
    { ASK (CHOICE ", 'llm': {'model': 'openai/m', 'base_url': 'http://here.example:81/v1'}"),
      "['openai/m']", "['here.example:81/v1']" },
    { ASK (""), "[]", "[]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (RunTest) test = run_test_new (cases[i].methods);
      g_autoptr (TroupeValue) permissions = troupe_permissions_report (test->flow, NULL);
      g_autofree char *names = run_test_text (get (permissions, "environment"));

      g_test_message ("case %u", i);
      run_test_assert_value (get (permissions, "models"), cases[i].models);
      run_test_assert_value (get (permissions, "hosts"), cases[i].hosts);
      g_assert_true ((strstr (names, "OPENAI_API_KEY") != NULL) ==
                     !g_str_equal (cases[i].hosts, "[]"));
      g_assert_true (troupe_permissions_need_consent (permissions) ==
                     !g_str_equal (cases[i].hosts, "[]"));
    }
}

/* --- Learning ------------------------------------------------------------------------------------ */

#define LEARN ", 'learn': true" MODEL

/* @final: (nullable) */
static void
learn (Server *server,
       TroupeStore *store,
       const char *methods,
       const char *answer,
       const char *final,
       guint n_warnings)
{
  g_autoptr (RunTest) test = begin (server, methods, answer);

  if (store != NULL)
    keep (test, store, "/some/flow.json", methods);
  run (test);
  if (final == NULL)
    {
      g_assert_error (test->result->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER);
      g_assert_cmpstr (test->result->error_path, ==, "methods.draft.human_feedback");
    }
  else
    {
      g_assert_no_error (test->result->error);
      run_test_assert_value (get (test->result->final, "output"), final);
    }
  g_assert_cmpuint (run_test_count (test, TROUPE_EVENT_LOG, NULL), ==, n_warnings);
}

static void
test_learn (void)
{
  static const char *const script[] = { "{\"lessons\": [\"Be brief.\", \" \", \"No jokes.\"]}",
                                        "{\"improved_output\": \"better\"}",
                                        "{\"lessons\": []}",
                                        "!400",
                                        "{\"improved_output\": \"\"}",
                                        NULL };
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);

    learn (server, store, ASK (LEARN), "shorter, please", "'the draft'", 0);
    g_assert_cmpuint (server->requests->len, ==, 1);
    run_test_assert_value (
        get (get (get (g_ptr_array_index (server->requests, 0), "response_format"), "json_schema"),
             "schema"),
        "{'properties':{'lessons':{'items':{'type':'string'},'title':'Lessons','type':'array'}},"
        "'required':['lessons'],'title':'DistilledLessons','type':'object',"
        "'additionalProperties':false}");
    g_assert_nonnull (strstr (get_prompt (server, 0), "the draft"));
    g_assert_nonnull (strstr (get_prompt (server, 0), "shorter, please"));

    /* The user sees the improved output, and lessons are learned from the feedback on it. */
    learn (server, store, ASK (LEARN), "fine", "'better'", 0);
    g_assert_cmpuint (server->requests->len, ==, 3);
    g_assert_nonnull (strstr (get_prompt (server, 1), "- No jokes."));
    g_assert_nonnull (strstr (get_prompt (server, 1), "- Be brief."));
    g_assert_nonnull (strstr (get_prompt (server, 2), "better"));

    /* A review that fails or is empty leaves the output unchanged. */
    learn (server, store, ASK (LEARN), "", "'the draft'", 1);
    learn (server, store, ASK (LEARN), "", "'the draft'", 0);
    g_assert_cmpuint (server->requests->len, ==, 5);

    /* Lessons do not apply to another source or method. */
    learn (server, store, ASK (LEARN ", 'learn_source': 'other'"), "", "'the draft'", 0);
    g_assert_cmpuint (server->requests->len, ==, 5);
  }
  close_store (store);
}

static void
test_learn_strictly (void)
{
  static const char *const script[] = { "!400", "!400", "{\"lessons\": [\"a\"]}", "!400", NULL };
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);

    learn (server, store, ASK (LEARN), "hm", "'the draft'", 1);
    learn (server, store, ASK (LEARN ", 'learn_strict': true"), "hm", NULL, 0);
    learn (server, store, ASK (LEARN ", 'learn_strict': true"), "hm", "'the draft'", 0);
    learn (server, store, ASK (LEARN ", 'learn_strict': true"), "hm", NULL, 0);
  }
  close_store (store);
}

/* A model that is known not to support schemas returns lessons as lines of text. An output that
 * is not a string is not improved. */
static void
test_learn_in_words (void)
{
  static const char *const script[] = { "- One.\n\nTwo.\n", " NONE ", "better", NULL };
  static const char model[] = ASK (", 'learn': true, 'llm': 'o1-mini'");
  static const char list[] =
      "'draft': {'start': true, 'do': {'call': 'expression', 'expr': '[1]'}, 'human_feedback': "
      "{'message': 'Good?', 'learn': true, 'llm': 'o1-mini'}}";
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);

    learn (server, store, model, "hm", "'the draft'", 0);
    learn (server, store, list, "hm", "[1]", 0);
    learn (server, store, model, "", "'better'", 0);
    g_assert_nonnull (strstr (get_prompt (server, 1), "[1]"));
    g_assert_nonnull (strstr (get_prompt (server, 2), "- Two."));
    g_assert_nonnull (strstr (get_prompt (server, 2), "- One."));
    g_assert_null (strstr (get_prompt (server, 2), "NONE"));
    for (guint i = 0; i < 3; i++)
      g_assert_false (has_form (server, i));
  }
  close_store (store);
}

/* A method that has lost a race does not wait for its lessons, and its request is closed. Only a
 * method without outcomes can race, because a method with outcomes is a router. */
static void
test_race (void)
{
  static const char *const script[] = { "...", NULL };
  static const char methods[] =
      "'s': {'start': true, 'do': {'call': 'expression', 'expr': '0'}}, 'a': {'listen': 's', 'do': "
      "{'call': 'expression', 'expr': '1'}, 'human_feedback': {'message': 'm'" LEARN "}}, 'b': "
      "{'listen': 's', 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', 'backstory': "
      "'b', 'input': 'x y z', 'llm': {'model': 'mock/echo', 'word_delay_ms': 150}}}}, 'c': "
      "{'listen': {'or': ['a', 'b']}, 'do': {'call': 'expression', 'expr': '3'}, 'human_feedback': "
      "{'message': 'Nobody?'}}";
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);
    g_autoptr (RunTest) test = begin (server, methods, "hm");
    g_autoptr (GPtrArray) requests = NULL;

    keep (test, store, NULL, methods);
    end (test);
    g_assert_cmpint (test->result->type, ==, TROUPE_RESULT_PAUSED);
    run_test_assert_trace (test, "s> s< a> b> ax b< c>");
    g_assert_cmpuint (server->requests->len, ==, 1);
    requests = troupe_store_list_requests (store, NULL, NULL);
    g_assert_cmpuint (requests->len, ==, 1);
    g_assert_cmpstr (((TroupeRunRequest *) g_ptr_array_index (requests, 0))->method, ==, "c");
  }
  close_store (store);
}

/* A run without a store learns nothing and logs a warning. */
static void
test_learn_nowhere (void)
{
  static const char *const script[] = { NULL };
  g_autoptr (Server) server = server_new (script);

  learn (server, NULL, ASK (LEARN), "hm", "'the draft'", 1);
}

/* --- Lessons in files ---------------------------------------------------------------------------- */

/* Lessons in files of earlier versions are imported into the memory at the first lookup. */
static void
test_old_file (void)
{
  static const char *const script[] = { "{\"improved_output\": \"better\"}",
                                        "{\"improved_output\": \"best\"}", NULL };
  static const char *const texts[] = { "Old one.", "Quite another thing 77.", NULL };
  TroupeStore *store = open_store ();

  {
    g_autoptr (Server) server = server_new (script);
    g_autoptr (TroupeLessons) old = troupe_lessons_file_new (folder, NULL);
    g_autoptr (RunTest) named = begin (server, ASK (LEARN), "");
    const char *flow = troupe_flow_get_name (troupe_run_get_flow (named->run));
    const TroupeLessonsPlace place = { "/some/flow.json", flow, "draft", "hitl", NULL };

    keep_lessons (old, &place, texts);
    learn (server, store, ASK (LEARN), "", "'better'", 0);
    g_assert_nonnull (strstr (get_prompt (server, 0), "- Old one."));
    g_assert_nonnull (strstr (get_prompt (server, 0), "- Quite another thing 77."));
    /* The lessons were imported, so they are available without the file. */
    assert_recalled (old, &place, 10, "");
    learn (server, store, ASK (LEARN), "", "'best'", 0);
    g_assert_nonnull (strstr (get_prompt (server, 1), "- Old one."));
  }
  close_store (store);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_unsetenv ("MODEL");
  g_unsetenv ("MODEL_NAME");
  g_unsetenv ("OPENAI_MODEL_NAME");
  g_unsetenv ("OPENAI_API_KEY");

  g_test_add_func ("/run-feedback-model/request", test_request);
  g_test_add_func ("/run-feedback-model/cost", test_cost);
  g_test_add_func ("/run-feedback-model/replies", test_replies);
  g_test_add_func ("/run-feedback-model/temporary", test_temporary);
  g_test_add_func ("/run-feedback-model/typed", test_typed);
  g_test_add_func ("/run-feedback-model/chosen", test_chosen);
  g_test_add_func ("/run-feedback-model/answered-later", test_answered_later);
  g_test_add_func ("/run-feedback-model/cancelled", test_cancelled);
  g_test_add_func ("/run-feedback-model/resumed", test_resumed);
  g_test_add_func ("/run-feedback-model/from-pending", test_from_pending);
  g_test_add_func ("/run-feedback-model/check", test_check);
  g_test_add_func ("/run-feedback-model/no-model", test_no_model);
  g_test_add_func ("/run-feedback-model/rights", test_permissions);
  g_test_add_func ("/run-feedback-model/learn", test_learn);
  g_test_add_func ("/run-feedback-model/learn-strictly", test_learn_strictly);
  g_test_add_func ("/run-feedback-model/learn-in-words", test_learn_in_words);
  g_test_add_func ("/run-feedback-model/race", test_race);
  g_test_add_func ("/run-feedback-model/learn-nowhere", test_learn_nowhere);
  g_test_add_func ("/run-feedback-model/old-file", test_old_file);

  return g_test_run ();
}
