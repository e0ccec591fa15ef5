/* test-agent.c: agent definitions of documents and their kickoff
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gio/gio.h>
#include <string.h>

#include "../test-time.h"
#include "fake-server.h"
#include "troupe-agent-reply.h"
#include "troupe-agent.h"

#define WHO "\"role\":\"Editor\",\"goal\":\"good texts\",\"backstory\":\"ten years of papers\""

static TroupeAgentDefinition *
read_agent (const char *text, GError **error)
{
  g_autoptr (TroupeValue) fields = troupe_value_from_json (text, -1, NULL);

  g_assert_nonnull (fields);

  return troupe_agent_definition_new (fields, error);
}

static void
test_definition (void)
{
  g_autoptr (TroupeAgentDefinition) plain = read_agent ("{" WHO "}", NULL);
  g_autoptr (TroupeAgentDefinition) named = read_agent ("{" WHO ",\"llm\":\"mock/echo\"}", NULL);
  g_autoptr (TroupeAgentDefinition) mapped =
      read_agent ("{" WHO ",\"llm\":{\"model_name\":\"openai/x\",\"temperature\":0.5}}", NULL);
  g_autofree char *settings = NULL;

  g_assert_cmpstr (troupe_agent_definition_get_role (plain), ==, "Editor");
  g_assert_null (troupe_agent_definition_get_model (plain));
  g_assert_null (troupe_agent_definition_get_settings (plain));
  g_assert_null (troupe_agent_definition_get_unsupported (plain));
  g_assert_cmpstr (troupe_agent_definition_get_model (named), ==, "mock/echo");
  g_assert_cmpstr (troupe_agent_definition_get_model (mapped), ==, "openai/x");
  settings = troupe_value_to_json (troupe_agent_definition_get_settings (mapped), 0);
  g_assert_cmpstr (settings, ==, "{\"temperature\":0.5}");
}

static void
test_definition_refused (void)
{
  static const struct
  {
    const char *text;
    const char *key;
  } cases[] = {
    { "[]", "with:" },
    { "{\"goal\":\"g\",\"backstory\":\"b\"}", "role:" },
    { "{\"role\":\"r\",\"goal\":3,\"backstory\":\"b\"}", "goal:" },
    { "{\"role\":\"r\",\"goal\":\"g\",\"backstory\":null}", "backstory:" },
    { "{" WHO ",\"llm\":3}", "llm:" },
    { "{" WHO ",\"llm\":\"\"}", "llm:" },
    { "{" WHO ",\"llm\":{\"temperature\":1}}", "llm:" },
    { "{" WHO ",\"llm\":{\"model\":1}}", "llm.model:" },
    { "{" WHO ",\"max_iter\":-1}", "max_iter:" },
    { "{" WHO ",\"max_retry_limit\":-1}", "max_retry_limit:" },
    { "{" WHO ",\"max_rpm\":\"fast\"}", "max_rpm:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_agent (cases[i].text, &error));
      g_assert_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION);
      g_assert_true (g_str_has_prefix (error->message, cases[i].key));
    }
}

static void
test_unsupported (void)
{
  g_autoptr (TroupeAgentDefinition) some = read_agent (
      "{" WHO ",\"tools\":[\"x\"],\"from_repository\":\"x\",\"mcps\":[],\"reasoning\":true,\"guardrail\":\"\","
      "\"response_format\":{\"a\":\"b\"},\"llm\":{\"python\":\"a.c\"}}",
      NULL);
  g_autofree char *sentence = troupe_agent_definition_get_unsupported (some);

  g_assert_nonnull (strstr (sentence, "“Editor” uses tools, from_repository, response_format, which"));
}

/* --- Kickoff --------------------------------------------------------------------------------- */

typedef struct
{
  TroupeValue *result;
  GError *error;
  gboolean is_done;
} Done;

static void
done_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  Done *done = user_data;

  done->result = troupe_agent_execution_finish (result, &done->error);
  done->is_done = TRUE;
}

static void
note_cb (TroupeEvent *event, gpointer user_data)
{
  g_ptr_array_add (user_data, troupe_event_ref (event));
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static void
wait_for (Done *done)
{
  gint64 deadline = g_get_monotonic_time () + TEST_WAIT_US;
  guint tick = g_timeout_add (5, tick_cb, NULL);

  while (!done->is_done)
    {
      g_assert_cmpint (g_get_monotonic_time (), <, deadline);
      g_main_context_iteration (NULL, TRUE);
    }
  g_source_remove (tick);
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  if (g_str_equal (name, "OPENAI_API_KEY"))
    return g_strdup ("sk-canary-1234");
  if (g_str_equal (name, "OPENAI_BASE_URL"))
    return g_strdup (user_data);
  if (g_str_equal (name, "MODEL"))
    return g_strdup ("mock/say:the default");

  return NULL;
}

/* Kicks off the agent of @text; @events contains the emitted events afterwards. */
static void
kick_off (Done *done,
          const char *text,
          const char *input_text,
          const char *url,
          GPtrArray *events,
          TroupeLlmUsage *usage,
          GCancellable *cancellable)
{
  g_autoptr (TroupeAgentDefinition) agent = read_agent (text, NULL);
  g_autoptr (TroupeValue) input = troupe_value_from_json (input_text, -1, NULL);
  g_autoptr (TroupeLlmClient) client = troupe_llm_client_new ();
  g_autoptr (TroupeEventBus) bus = troupe_event_bus_new ();
  g_autoptr (TroupeScope) scope =
      troupe_scope_new_stored (TROUPE_SCOPE_METHOD, 41, NULL, "methods.ask", "ask");
  g_autoptr (TroupeRunContext) run =
      troupe_run_context_new (&(TroupeRunContext){ .client = client, .bus = bus });
  TroupeAgentContext call = { run, scope, "methods.ask.do", usage, NULL, NULL };

  troupe_llm_client_set_streams (client, TRUE);
  g_assert_nonnull (agent);
  g_assert_nonnull (input);
  troupe_llm_client_set_environment (client, lookup_cb, g_strdup (url), g_free);
  if (events != NULL)
    troupe_event_bus_add_sink (bus, note_cb, events, NULL);
  *done = (Done){ 0 };
  troupe_agent_execution_async (agent, input, &call, cancellable, done_cb, done);
  wait_for (done);
}

static void
done_clear (Done *done)
{
  g_clear_pointer (&done->result, troupe_value_unref);
  g_clear_error (&done->error);
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  g_assert_nonnull (value);

  return troupe_value_get_string (value, NULL);
}

static char *
describe (GPtrArray *events)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (events, i);

      g_assert_cmpstr (troupe_event_get_method (event), ==, "ask");
      g_assert_cmpstr (get_text (event->fields, "agent_role"), ==, "Editor");
      g_string_append_printf (out, "%s %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT "\n",
                              troupe_event_type_get_name (event->type),
                              troupe_event_get_parent (event), troupe_event_get_started (event));
    }

  return g_string_free (out, FALSE);
}

static void
test_answer (void)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autofree char *order = NULL;
  g_autofree char *metrics = NULL;
  TroupeLlmUsage usage = { 0 };
  TroupeValue *messages;
  Done done;

  kick_off (&done, "{" WHO ",\"llm\":{\"model\":\"mock/echo\",\"temperature\":0.5}}",
            "\"Hello you\"", NULL, events, &usage, NULL);
  g_assert_no_error (done.error);
  g_assert_cmpstr (get_text (done.result, "raw"), ==, "Hello you");
  g_assert_cmpstr (get_text (done.result, "agent_role"), ==, "Editor");
  for (guint i = 0; i < 3; i++)
    g_assert_nonnull (troupe_value_map_lookup_string (
        done.result, ((const char *[]){ "pydantic", "todos", "last_replan_reason" })[i], -1));
  messages = troupe_value_map_lookup_string (done.result, "messages", -1);
  g_assert_cmpuint (troupe_value_list_get_length (messages), ==, 2);
  g_assert_nonnull (
      strstr (get_text (troupe_value_list_get (messages, 0), "content"), "ten years"));
  g_assert_cmpint (usage.requests, ==, 1);
  g_assert_cmpint (usage.completion_tokens, ==, 2);

  order = describe (events);
  g_assert_cmpstr (order, ==,
                   "lite_agent_execution_started 41 0\n"
                   "llm_call_started 1 0\n"
                   "llm_stream_chunk 2 0\n"
                   "llm_stream_chunk 2 0\n"
                   "llm_call_completed 1 2\n"
                   "lite_agent_execution_completed 41 1\n");
  {
    TroupeEvent *started = g_ptr_array_index (events, 1);
    TroupeEvent *finished = g_ptr_array_index (events, 4);

    g_assert_cmpstr (get_text (started->fields, "model"), ==, "mock/echo");
    g_assert_cmpfloat (troupe_value_get_double (troupe_event_get_field (started, "temperature")),
                       ==, 0.5);
    g_assert_true (troupe_value_get_boolean (troupe_event_get_field (started, "stream")));
    g_assert_cmpstr (get_text (finished->fields, "response"), ==, "Hello you");
    g_assert_cmpstr (get_text (finished->fields, "call_type"), ==, "llm_call");
    g_assert_cmpstr (get_text (finished->fields, "finish_reason"), ==, "stop");
    g_assert_cmpstr (get_text (((TroupeEvent *) g_ptr_array_index (events, 5))->fields, "output"),
                     ==, "Hello you");
  }
  done_clear (&done);
}

/* An agent without a model uses the model of the environment; it also runs without an event bus
 * and a usage counter. */
static void
test_default_model (void)
{
  Done done;

  kick_off (&done, "{" WHO "}", "\"x\"", NULL, NULL, NULL, NULL);
  g_assert_no_error (done.error);
  g_assert_cmpstr (get_text (done.result, "raw"), ==, "the default");
  done_clear (&done);
}

static void
test_final_answer (void)
{
  static const char *const answers[][2] = {
    { "Thought: x\\nFinal Answer: no Final Answer:  yes \\n```", "yes" },
    { "Final Answer: ```a```", "```a```" },
    { "just words", "just words" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *text =
          g_strdup_printf ("{" WHO ",\"llm\":{\"model\":\"mock/script\",\"answers\":[\"%s\"]}}",
                           answers[i][0]);
      Done done;

      kick_off (&done, text, "\"x\"", NULL, NULL, NULL, NULL);
      g_assert_no_error (done.error);
      g_assert_cmpstr (get_text (done.result, "raw"), ==, answers[i][1]);
      done_clear (&done);
    }
}

static void
assert_messages (const char *agent, const char *input, const char *expected_text)
{
  g_autoptr (TroupeValue) expected = troupe_value_from_json (expected_text, -1, NULL);
  TroupeValue *messages;
  g_autofree char *found = NULL;
  Done done;

  kick_off (&done, agent, input, NULL, NULL, NULL, NULL);
  g_assert_no_error (done.error);
  messages = troupe_value_map_lookup_string (done.result, "messages", -1);
  g_assert_cmpuint (troupe_value_list_get_length (messages), ==,
                    troupe_value_list_get_length (expected) + 1);
  for (gsize i = 0; i < troupe_value_list_get_length (expected); i++)
    {
      g_autofree char *text = troupe_value_to_json (troupe_value_list_get (messages, i + 1), 0);

      g_test_message ("%s", text);
      g_assert_true (troupe_value_equal (troupe_value_list_get (messages, i + 1),
                                         troupe_value_list_get (expected, i)));
    }
  done_clear (&done);
}

static void
test_conversation (void)
{
  const char *agent = "{" WHO ",\"llm\":\"mock/say:ok\"}";

  assert_messages (agent, "\"Hi  \\n\"", "[{\"role\":\"user\",\"content\":\"Hi\"}]");
  assert_messages (
      agent,
      "[{\"role\":\"user\",\"content\":\"first\",\"metadata\":{},\"name\":null},"
      "{\"role\":\"assistant\",\"content\":\"reply\"},{\"role\":\"user\",\"content\":null},"
      "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"se\"},{\"text\":\"cond\"}]},"
      "{\"role\":\"assistant\",\"content\":\"after\"}]",
      "[{\"role\":\"user\",\"content\":\"first\"},{\"role\":\"assistant\",\"content\":\"reply\"},"
      "{\"role\":\"user\",\"content\":\"se "
      "cond\"},{\"role\":\"assistant\",\"content\":\"after\"}]");
  assert_messages (agent, "[{\"role\":\"assistant\",\"content\":\"only\"}]",
                   "[{\"role\":\"user\",\"content\":\"only\"}]");
}

static void
test_without_system (void)
{
  TroupeValue *messages;
  const char *content;
  Done done;

  kick_off (&done,
            "{" WHO ",\"use_system_prompt\":false,\"inject_date\":true,\"llm\":\"mock/say:ok\"}",
            "\"the question\"", NULL, NULL, NULL, NULL);
  messages = troupe_value_map_lookup_string (done.result, "messages", -1);
  g_assert_cmpuint (troupe_value_list_get_length (messages), ==, 1);
  content = get_text (troupe_value_list_get (messages, 0), "content");
  g_assert_nonnull (strstr (content, "ten years"));
  /* The date is the last part of the prompt. */
  g_assert_nonnull (strstr (content, "\n\nthe question\n\nToday's date: 20"));
  done_clear (&done);
}

static void
test_input_refused (void)
{
  static const char *const inputs[][2] = {
    { "3", "of type int." },        { "null", "of type NoneType." }, { "{}", "of type dict." },
    { "[\"x\"]", "of type list." }, { "true", "of type bool." },     { "1.5", "of type float." },
  };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GPtrArray) events =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
      Done done;

      kick_off (&done, "{" WHO ",\"llm\":\"mock/echo\"}", inputs[i][0], NULL, events, NULL, NULL);
      g_assert_error (done.error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_INPUT);
      g_assert_nonnull (strstr (done.error->message, inputs[i][1]));
      g_assert_cmpuint (events->len, ==, 0);
      done_clear (&done);
    }
}

/* A conversation without any content is rejected as an empty request, as in CrewAI. */
static void
test_input_empty (void)
{
  static const char *const inputs[] = {
    "[]",
    "[{\"role\":\"user\",\"content\":null}]",
    "[{\"role\":\"assistant\",\"content\":\"\"}]",
    "[{\"role\":\"user\",\"content\":[],\"tool_calls\":[],\"files\":{}}]",
  };

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      g_autoptr (GPtrArray) events =
          g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
      TroupeValue *messages, *request;
      Done done;

      kick_off (&done, "{" WHO ",\"llm\":{\"model\":\"mock/script\",\"answers\":[\"x\"]}}",
                inputs[i], NULL, events, NULL, NULL);
      g_assert_no_error (done.error);
      messages = troupe_value_map_lookup_string (done.result, "messages", -1);
      g_assert_cmpuint (troupe_value_list_get_length (messages), ==, 2);
      request = troupe_value_list_get (messages, 1);
      g_assert_cmpstr (
          troupe_value_get_string (troupe_value_map_lookup_string (request, "content", -1), NULL),
          ==, "");
      done_clear (&done);
    }
}

static void
assert_failure (const char *agent,
                GQuark domain,
                int code,
                const char *kind,
                const char *order,
                const char *url)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autofree char *found = NULL;
  TroupeEvent *last;
  TroupeValue *error;
  Done done;

  kick_off (&done, agent, "\"x\"", url, events, NULL, NULL);
  g_assert_null (done.result);
  g_assert_error (done.error, domain, code);
  g_test_message ("%s", done.error->message);
  found = describe (events);
  g_assert_cmpstr (found, ==, order);
  last = g_ptr_array_index (events, events->len - 1);
  error = troupe_event_get_field (last, "error");
  g_assert_cmpstr (get_text (error, "kind"), ==, kind);
  g_assert_cmpstr (get_text (error, "message"), ==, done.error->message);
  done_clear (&done);
}

static void
test_failures (void)
{
  g_autoptr (FakeServer) server = fake_server_new ();
  const char *failed_call = "lite_agent_execution_started 41 0\nllm_call_started 1 0\n"
                            "llm_call_failed 1 2\nlite_agent_execution_error 41 1\n";
  const char *failed_answer = "lite_agent_execution_started 41 0\nllm_call_started 1 0\n"
                              "llm_call_completed 1 2\nlite_agent_execution_error 41 1\n";
  Done done;

  fake_server_add (server,
                   fake_reply ("401 No", "application/json", NULL, "{\"error\":\"wrong key\"}"), 0,
                   0, FAKE_END_CLOSE);
  assert_failure ("{" WHO ",\"llm\":\"openai/gpt-x\"}", TROUPE_LLM_ERROR,
                  TROUPE_LLM_ERROR_UNAUTHORIZED, "provider", failed_call,
                  fake_server_get_url (server));
  assert_failure ("{" WHO ",\"llm\":\"nobody/x\"}", TROUPE_LLM_ERROR,
                  TROUPE_LLM_ERROR_UNKNOWN_MODEL, "provider", failed_call, NULL);
  assert_failure ("{" WHO ",\"max_retry_limit\":0,\"llm\":\"mock/say:\"}", TROUPE_AGENT_ERROR,
                  TROUPE_AGENT_ERROR_EMPTY, "provider", failed_answer, NULL);
  assert_failure ("{" WHO ",\"llm\":{\"model\":\"mock/slow\",\"word_delay_ms\":600000},"
                  "\"max_execution_time\":0.05}",
                  TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT, "provider", failed_call, NULL);

  kick_off (&done, "{" WHO ",\"llm\":\"mock/echo\",\"tools\":[\"t\"]}", "\"x\"", NULL, NULL, NULL,
            NULL);
  g_assert_error (done.error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED);
  done_clear (&done);
}

#define THREE "{\"n\":3,\"x\":null,\"id\":null,\"kind\":null,\"parts\":null}"

/* Returns an agent with a response format and one scripted answer. @answer: the text of the
 * answer, escaped for JSON. (transfer full) */
static char *
make_structured (const char *answer)
{
  return g_strconcat (
      "{" WHO ",\"max_retry_limit\":0,\"llm\":{\"model\":\"mock/script\",\"stream\":false,"
      "\"answers\":[\"",
      answer,
      "\"]},\"response_format\":{\"type\":\"object\",\"properties\":{"
      "\"n\":{\"type\":\"integer\",\"minimum\":1},\"x\":{\"type\":\"number\"},"
      "\"id\":{\"type\":\"string\"},"
      "\"kind\":{\"enum\":[\"a\",\"b\"]},\"parts\":{\"type\":\"array\",\"items\":"
      "{\"type\":\"object\",\"properties\":{\"when\":{\"type\":\"string\",\"format\":\"date\"}},"
      "\"required\":[\"when\"]}}},\"required\":[\"n\"]}}",
      NULL);
}

static void
test_response_format (void)
{
  static const struct
  {
    const char *answer;
    const char *raw;
  } good[] = {
    { "{\\\"n\\\":3}", THREE },
    /* Values are converted, missing fields get their defaults, and the fields have the order of
     * the schema. */
    { "{\\\"parts\\\":[{\\\"when\\\":\\\"2026-11-22\\\"}],\\\"x\\\":2,\\\"id\\\":\\\"i\\\","
      "\\\"kind\\\":\\\"b\\\",\\\"n\\\":\\\"4\\\"}",
      "{\"n\":4,\"x\":2.0,\"id\":\"i\",\"kind\":\"b\",\"parts\":[{\"when\":\"2026-11-22\"}]}" },
    /* A server that does not enforce the schema may put the object into a fence, behind thoughts or
     * between words. The last object that matches is the answer. */
    { "```json\\n{\\\"n\\\":3}\\n```", THREE },
    { "Final Answer: {\\\"n\\\":3}. Done {really}.", THREE },
    { "<think>{\\\"n\\\":1} or {\\\"n\\\":2}?</think>{\\\"n\\\":3}", THREE },
    { "For example {\\\"n\\\":1}, so {\\\"n\\\":3} {\\\"n\\\":0}", THREE },
    { "A brace { and \\\"a quote: {\\\"n\\\":3}", THREE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autofree char *agent = make_structured (good[i].answer);
      g_autoptr (TroupeValue) raw = troupe_value_from_json (good[i].raw, -1, NULL);
      TroupeValue *object;
      Done done;

      kick_off (&done, agent, "\"x\"", NULL, NULL, NULL, NULL);
      g_assert_no_error (done.error);
      object = troupe_value_map_lookup_string (done.result, "pydantic", -1);
      g_assert_true (troupe_value_equal (object, raw));
      g_assert_cmpstr (get_text (done.result, "raw"), ==, good[i].raw);
      done_clear (&done);
    }
}

/* Every rule of the schema is validated, not only the required fields, and each error names the
 * path. */
static void
test_response_format_refused (void)
{
  static const struct
  {
    const char *answer;
    const char *place;
  } bad[] = {
    { "three", "JSON" },
    { "```json\\n{\\\"n\\\":3\\n```", "JSON" },
    { "[3]", "an object" },
    { "{}", "n: " },
    { "{\\\"n\\\":\\\"many\\\"}", "n: " },
    { "{\\\"n\\\":0}", "n: " },
    { "{\\\"n\\\":1,\\\"other\\\":1}", "other: " },
    { "{\\\"n\\\":1,\\\"kind\\\":\\\"c\\\"}", "kind: " },
    { "{\\\"n\\\":1,\\\"parts\\\":[{\\\"when\\\":\\\"soon\\\"}]}", "parts[0].when: " },
  };
  const char *failed = "lite_agent_execution_started 41 0\nllm_call_started 1 0\n"
                       "llm_call_failed 1 2\nlite_agent_execution_error 41 1\n";
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *agent = make_structured (bad[i].answer);
      Done done;

      assert_failure (agent, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID, "output", failed, NULL);
      kick_off (&done, agent, "\"x\"", NULL, NULL, NULL, NULL);
      g_assert_nonnull (strstr (done.error->message, bad[i].place));
      done_clear (&done);
    }

  /* A schema that CrewAI cannot convert to a model is rejected when the document is read. */
  g_assert_null (read_agent ("{" WHO ",\"response_format\":{\"type\":\"object\",\"properties\":"
                             "{\"a\":{\"type\":\"date\"}}}}",
                             &error));
  g_assert_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION);
  g_assert_true (g_str_has_prefix (error->message, "response_format: "));
}

/* With OpenAI's Responses API an answer that does not match is kept as the text, and the model
 * is asked to convert it to an object. */
static void
test_response_format_converted (void)
{
  const char *agent = "{" WHO ",\"llm\":{\"model\":\"mock/script\",\"stream\":false,"
                      "\"api\":\"responses\",\"answers\":[\"three\",\"{\\\"n\\\":3}\"]},"
                      "\"response_format\":{\"type\":\"object\",\"properties\":{"
                      "\"n\":{\"type\":\"integer\"}},\"required\":[\"n\"]}}";
  g_autofree char *object = NULL;
  Done done;

  kick_off (&done, agent, "\"x\"", NULL, NULL, NULL, NULL);
  g_assert_no_error (done.error);
  g_assert_cmpstr (get_text (done.result, "raw"), ==, "three");
  object = troupe_value_to_json (troupe_value_map_lookup_string (done.result, "pydantic", -1),
                                 TROUPE_JSON_COMPACT);
  g_assert_cmpstr (object, ==, "{\"n\":3}");
  done_clear (&done);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);

  return G_SOURCE_REMOVE;
}

static void
test_cancel (void)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *order = NULL;
  gint64 start = g_get_monotonic_time ();
  Done done;

  g_idle_add (cancel_cb, cancellable);
  kick_off (&done, "{" WHO ",\"llm\":{\"model\":\"mock/slow\",\"word_delay_ms\":600000}}",
            "\"a b\"", NULL, events, NULL, cancellable);
  g_assert_error (done.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (g_get_monotonic_time () - start, <, TEST_WAIT_US);
  order = describe (events);
  g_assert_cmpstr (order, ==,
                   "lite_agent_execution_started 41 0\nllm_call_started 1 0\n"
                   "llm_call_failed 1 2\nlite_agent_execution_error 41 1\n");
  done_clear (&done);
}

/* An answer that is not the object is quoted by its first line. */
static void
test_misfit (void)
{
  g_autoptr (TroupeValue) form =
      troupe_value_from_json ("{\"type\": \"object\", \"properties\": {}}", -1, NULL);
  g_autoptr (TroupeSchema) schema = troupe_schema_new (form, NULL, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (troupe_agent_read_object (schema, "First line\n\nSecond line", TRUE, &error));
  g_assert_cmpstr (error->message, ==,
                   "The answer is not the requested JSON object: “First line…”.");
}

int
main (int argc, char **argv)
{
  g_setenv ("GIO_USE_PROXY_RESOLVER", "dummy", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/agent/definition", test_definition);
  g_test_add_func ("/agent/definition-refused", test_definition_refused);
  g_test_add_func ("/agent/unsupported", test_unsupported);
  g_test_add_func ("/agent/answer", test_answer);
  g_test_add_func ("/agent/default-model", test_default_model);
  g_test_add_func ("/agent/final-answer", test_final_answer);
  g_test_add_func ("/agent/conversation", test_conversation);
  g_test_add_func ("/agent/without-system", test_without_system);
  g_test_add_func ("/agent/input-refused", test_input_refused);
  g_test_add_func ("/agent/input-empty", test_input_empty);
  g_test_add_func ("/agent/failures", test_failures);
  g_test_add_func ("/agent/response-format", test_response_format);
  g_test_add_func ("/agent/response-format-refused", test_response_format_refused);
  g_test_add_func ("/agent/response-format-converted", test_response_format_converted);
  g_test_add_func ("/agent/cancel", test_cancel);
  g_test_add_func ("/agent/misfit", test_misfit);

  return g_test_run ();
}
