/* test-openai-reader.c: parsing of chat completions chunks, including unusual ones of real servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-private.h"
#include "troupe-openai-reader.h"
#include "troupe-sse-parser.h"

#define CALLS(text) "{\"choices\":[{\"delta\":{\"tool_calls\":[" text "]}}]}"
#define END(reason) "{\"choices\":[{\"delta\":{},\"finish_reason\":\"" reason "\"}]}"

/* @calls: the tool calls that @chunks contain, in the form `id name arguments`, with `*` for a
 *   generated id */
typedef struct
{
  const char *name;
  const char *chunks[6];
  const char *calls;
} Case;

static const Case cases[] = {
  { "usual",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\","
             "\"arguments\":\"\"}}"),
      CALLS ("{\"index\":0,\"function\":{\"arguments\":\"{\\\"x\\\"\"}}"),
      CALLS ("{\"index\":0,\"function\":{\"arguments\":\":1}\"}}"), END ("tool_calls") },
    "a f {\"x\":1};" },
  { "parallel",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}},{"
             "\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"[\"}}"),
      CALLS ("{\"index\":1,\"function\":{\"arguments\":\"]\"}},{\"index\":0,\"function\":{"
             "\"arguments\":\"}\"}}"),
      END ("tool_calls") },
    "a f {};b g [];" },
  { "no-index-ids",
    { CALLS ("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
      CALLS ("{\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"),
      CALLS ("{\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}"), END ("tool_calls") },
    "a f {};b g {};" },
  { "no-index-no-id",
    { CALLS ("{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},{\"function\":{\"name\":\"g\","
             "\"arguments\":\"{}\"}}"),
      END ("stop") },
    "* f {};* g {};" },
  { "no-index-no-id-later-call",
    { CALLS ("{\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
      CALLS ("{\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"), END ("stop") },
    "* f {};* g {};" },
  { "index-always-0",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
      CALLS ("{\"index\":0,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":\"{\"}}"),
      CALLS ("{\"index\":0,\"function\":{\"arguments\":\"}\"}}"), END ("tool_calls") },
    "a f {};b g {};" },
  { "id-empty-and-null",
    { CALLS ("{\"index\":0,\"id\":\"\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
      CALLS ("{\"index\":0,\"id\":null,\"function\":{\"name\":\"\",\"arguments\":\"}\"}}"),
      END ("tool_calls") },
    "* f {};" },
  { "name-repeated",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
      CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"}\"}}"),
      END ("tool_calls") },
    "a f {};" },
  { "arguments-null-and-object",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":null}}"),
      CALLS ("{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"g\",\"arguments\":{\"x\":[1]}}}"),
      END ("tool_calls") },
    "a f ;b g {\"x\":[1]};" },
  { "function-call",
    { "{\"choices\":[{\"delta\":{\"function_call\":{\"name\":\"f\",\"arguments\":\"\"}}}]}",
      "{\"choices\":[{\"delta\":{\"function_call\":{\"arguments\":\"{\\\"x\\\"\"}}}]}",
      "{\"choices\":[{\"delta\":{\"function_call\":{\"arguments\":\":1}\"}}}]}",
      END ("function_call") },
    "* f {\"x\":1};" },
  { "id-late",
    { CALLS ("{\"index\":0,\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
      CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"arguments\":\"}\"}}"), END ("tool_calls") },
    "a f {};" },
  { "same-id",
    { CALLS ("{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\\\":1}\"}},"
             "{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"x\\\":2}\"}}"),
      END ("tool_calls") },
    "a f {\"x\":1};* f {\"x\":2};" },
  { "same-id-and-index",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}},"
             "{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"g\",\"arguments\":\"{}\"}}"),
      END ("tool_calls") },
    "a f {};* g {};" },
  { "same-id-other-index",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}"),
      CALLS ("{\"index\":1,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}"),
      CALLS ("{\"index\":0,\"function\":{\"arguments\":\"}\"}}"), END ("tool_calls") },
    "a f {};* f {};" },
  { "one-call-in-two-items",
    { CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\"}},"
             "{\"index\":0,\"function\":{\"arguments\":\"}\"}}"),
      END ("tool_calls") },
    "a f {};" },
  { "nonsense",
    { CALLS ("null,3,{\"index\":\"x\"},{\"index\":7,\"function\":3}"), END ("tool_calls") },
    "*  ;*  ;" },
};

/* Output of chunk_cb(): text unchanged, and reasoning in brackets. Arguments of tool calls are
 * written only to this string. */
static GString *told;

static void
chunk_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  if (delta->type == TROUPE_LLM_PART_TOOL_CALL)
    {
      if (told != NULL)
        g_string_append_printf (told, "%u%.*s", delta->index, (int) delta->length, delta->text);
      return;
    }
  g_string_append (user_data, delta->type == TROUPE_LLM_PART_REASONING ? "[" : "");
  g_string_append_len (user_data, delta->text, (gssize) delta->length);
  g_string_append (user_data, delta->type == TROUPE_LLM_PART_REASONING ? "]" : "");
}

static TroupeLlmAnswer *
assemble (const char *const *chunks, GString *streamed, GError **error)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, chunk_cb, streamed);
  g_autoptr (TroupeOpenaiReader) reader = troupe_openai_reader_new (builder);

  for (guint i = 0; chunks[i] != NULL; i++)
    {
      g_autoptr (TroupeValue) chunk = troupe_value_from_json (chunks[i], -1, error);

      if (chunk == NULL || !troupe_openai_reader_take_chunk (reader, chunk, error))
        return NULL;
    }
  g_assert_true (troupe_llm_answer_builder_is_finished (builder));

  return troupe_llm_answer_builder_end (builder, NULL);
}

static const char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_map_lookup_string (map, key, -1);

  g_assert_nonnull (value);

  return troupe_value_get_string (value, NULL);
}

static void
test_calls (gconstpointer data)
{
  const Case *one = data;
  g_autoptr (GString) streamed = g_string_new (NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (TroupeLlmAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) said = NULL;
  TroupeValue *calls;

  answer = assemble (one->chunks, streamed, &error);
  g_assert_no_error (error);
  said = troupe_llm_message_to_value (answer->message);
  calls = troupe_value_map_lookup_string (said, "tool_calls", -1);
  g_assert_nonnull (calls);
  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_TOOL_CALLS);
  for (gsize i = 0; i < troupe_value_list_get_length (calls); i++)
    {
      TroupeValue *call = troupe_value_list_get (calls, i);
      TroupeValue *function = troupe_value_map_lookup_string (call, "function", -1);
      const char *id = get_text (call, "id");

      g_assert_cmpstr (get_text (call, "type"), ==, "function");
      g_string_append_printf (found, "%s %s %s;", g_str_has_prefix (id, "call_") ? "*" : id,
                              get_text (function, "name"), get_text (function, "arguments"));
    }
  g_assert_cmpstr (found->str, ==, one->calls);
  g_assert_cmpstr (answer->content, ==, "");
  g_assert_cmpuint (streamed->len, ==, 0);
}

static void
test_text (void)
{
  const char *const chunks[] = {
    "{\"model\":\"m\",\"choices\":[],\"prompt_filter_results\":[]}",
    "{\"model\":\"n\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}"
    "}]}",
    "{\"choices\":[{\"index\":1,\"delta\":{\"content\":\"other\"}}]}",
    "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hel\"}}],\"usage\":null}",
    "{\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"lo\"}]}}]}",
    "{\"choices\":[{\"index\":0,\"delta\":{\"content\":null,\"refusal\":\"no\"},\"finish_reason\":"
    "\"length\"}]}",
    "{\"choices\":[],\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":3}}",
    NULL,
  };
  g_autoptr (GString) streamed = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeLlmAnswer) answer = assemble (chunks, streamed, &error);
  g_autoptr (TroupeValue) said = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (answer->content, ==, "Hello");
  g_assert_cmpstr (streamed->str, ==, "Hello");
  g_assert_cmpstr (answer->finish_reason, ==, "length");
  g_assert_cmpstr (answer->model, ==, "m");
  said = troupe_llm_message_to_value (answer->message);
  g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_LENGTH);
  g_assert_cmpstr (get_text (said, "refusal"), ==, "no");
  g_assert_cmpint (answer->usage.total_tokens, ==, 5);
  g_assert_cmpint (answer->usage.requests, ==, 1);
}

static void
test_errors (void)
{
  static const struct
  {
    const char *chunk;
    int code;
    guint status;
  } errors[] = {
    { "{\"error\":{\"code\":429,\"message\":\"slow down\"}}", TROUPE_LLM_ERROR_RATE_LIMIT, 429 },
    { "{\"error\":{\"code\":\"502\",\"message\":\"bad\"},\"choices\":[{\"finish_reason\":\"error\"}"
      "]}",
      TROUPE_LLM_ERROR_SERVER, 502 },
    { "{\"error\":\"slow down\"}", TROUPE_LLM_ERROR_SERVER, 0 },
    { "{\"object\":\"error\",\"message\":\"slow down\",\"code\":400}", TROUPE_LLM_ERROR_REFUSED,
      400 },
    { "[]", TROUPE_LLM_ERROR_INVALID, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (errors); i++)
    {
      const char *const chunks[] = { errors[i].chunk, NULL };
      g_autoptr (GError) error = NULL;

      g_assert_null (assemble (chunks, NULL, &error));
      g_assert_error (error, TROUPE_LLM_ERROR, errors[i].code);
      g_assert_cmpuint (troupe_llm_error_get_status (error), ==, errors[i].status);
    }

  {
    const char *const chunks[] = {
      "{\"error\":null,\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}", NULL
    };
    g_autoptr (GError) error = NULL;
    g_autoptr (TroupeLlmAnswer) answer = assemble (chunks, NULL, &error);

    g_assert_no_error (error);
    g_assert_nonnull (answer);
  }
}

static void
test_stop (void)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  g_autoptr (TroupeOpenaiReader) reader = troupe_openai_reader_new (builder);
  g_autoptr (TroupeValue) whole =
      troupe_value_from_json ("{\"choices\":[{\"message\":{\"content\":\"one two three\"}}]}", -1,
                              NULL);
  g_autoptr (TroupeValue) stop = troupe_value_from_json ("[\"three\",\" two\"]", -1, NULL);
  g_autoptr (TroupeLlmAnswer) answer = NULL;

  g_assert_true (troupe_openai_reader_take_whole (reader, whole, NULL));
  answer = troupe_llm_answer_builder_end (builder, stop);
  g_assert_cmpstr (answer->content, ==, "one");
  g_assert_cmpstr (answer->finish_reason, ==, "stop");
}

static gboolean
event_cb (const char *type, const char *data, gsize length, gpointer user_data)
{
  g_autoptr (TroupeValue) chunk = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (data, "[DONE]"))
    return FALSE;
  chunk = troupe_value_from_json (data, (gssize) length, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_openai_reader_take_chunk (user_data, chunk, &error));
  g_assert_no_error (error);

  return TRUE;
}

/* Every recorded chat completions answer can be parsed. */
static void
test_recorded (void)
{
  g_autofree char *path =
      g_build_filename (g_getenv ("TROUPE_CONFORMANCE_DIR"), "provider-exchanges.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (TroupeValue) exchanges = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;
  guint n_read = 0;

  if (!g_file_get_contents (path, &text, &length, NULL))
    {
      g_test_skip ("No recordings");
      return;
    }
  exchanges = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);

  for (gsize i = 0; i < troupe_value_list_get_length (exchanges); i++)
    {
      TroupeValue *exchange = troupe_value_list_get (exchanges, i);
      TroupeValue *request = troupe_value_map_lookup_string (exchange, "request", -1);
      TroupeValue *response = troupe_value_map_lookup_string (exchange, "response", -1);
      g_autoptr (TroupeLlmAnswerBuilder) builder =
          troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
      g_autoptr (TroupeOpenaiReader) reader = troupe_openai_reader_new (builder);
      g_autoptr (TroupeLlmAnswer) answer = NULL;
      const char *body = get_text (response, "body");

      if (strstr (get_text (request, "url"), "chat/completions") == NULL ||
          troupe_value_get_integer (troupe_value_map_lookup_string (response, "status", -1)) != 200)
        continue;

      g_test_message ("%s", get_text (exchange, "name"));
      if (g_str_has_prefix (body, "data:"))
        {
          g_autoptr (TroupeSseParser) parser = troupe_sse_parser_new (event_cb, reader);

          g_assert_true (troupe_sse_parser_feed (parser, body, strlen (body), &error));
        }
      else
        {
          g_autoptr (TroupeValue) whole = troupe_value_from_json (body, -1, &error);

          g_assert_no_error (error);
          g_assert_true (troupe_openai_reader_take_whole (reader, whole, &error));
        }
      g_assert_no_error (error);
      g_assert_true (troupe_llm_answer_builder_is_finished (builder));
      answer = troupe_llm_answer_builder_end (builder, NULL);
      g_assert_true (*answer->content != '\0' || answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS);
      n_read++;
    }

  g_assert_cmpuint (n_read, >, 20);
}

/* Reasoning and tool calls are reported as they arrive, each with its own type. A key in the
 * reasoning or in a tool call is masked even if the key is split between chunks. */
static void
test_deltas (void)
{
  static const char *const keys[] = { "sk-canary-1", NULL };
  const char *const chunks[] = {
    "{\"choices\":[{\"delta\":{\"reasoning_content\":\"I think sk-can\"}}]}",
    "{\"choices\":[{\"delta\":{\"reasoning_content\":\"ary-1 so\"}}]}",
    "{\"choices\":[{\"delta\":{\"reasoning\":\"!\",\"reasoning_content\":null}}]}",
    CALLS ("{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"[1,\"}}"),
    CALLS ("{\"index\":0,\"function\":{\"arguments\":\"\\\"sk-cana\"}}"),
    CALLS ("{\"index\":0,\"function\":{\"arguments\":\"ry-1\\\"]\"}}"),
    END ("tool_calls"),
  };
  g_autoptr (TroupeSecret) secret = troupe_secret_new (keys);
  g_autoptr (GString) streamed = g_string_new (NULL);
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", secret, chunk_cb, streamed);
  g_autoptr (TroupeOpenaiReader) reader = troupe_openai_reader_new (builder);
  g_autoptr (TroupeLlmAnswer) answer = NULL;

  told = g_string_new (NULL);
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    {
      g_autoptr (TroupeValue) chunk = troupe_value_from_json (chunks[i], -1, NULL);

      g_assert_true (troupe_openai_reader_take_chunk (reader, chunk, NULL));
    }
  troupe_llm_answer_builder_flush (builder);
  answer = troupe_llm_answer_builder_end (builder, NULL);
  g_test_message ("%s | %s", streamed->str, told->str);
  g_assert_true (g_str_has_prefix (streamed->str, "[I think "));
  g_assert_null (strstr (streamed->str, "canary"));
  g_assert_null (strstr (told->str, "canary"));
  g_assert_nonnull (strchr (told->str, ']'));
  g_assert_true (troupe_llm_message_has (answer->message, TROUPE_LLM_PART_REASONING));
  g_assert_cmpstr (answer->content, ==, "");
  g_string_free (told, TRUE);
  told = NULL;
}

/* Parts that are sent back to an API without being parsed are also masked, including nested
 * values. */
static void
test_other_parts (void)
{
  static const char *const keys[] = { "sk-canary-123", NULL };
  g_autoptr (TroupeSecret) secret = troupe_secret_new (keys);
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", secret, NULL, NULL);
  g_autoptr (TroupeValue) item = troupe_value_from_json (
      "{\"type\":\"x\",\"inner\":[{\"said\":\"your key sk-canary-123 is odd\"}],\"n\":1}", -1,
      NULL);
  g_autoptr (TroupeValue) harmless = troupe_value_from_json ("{\"type\":\"y\"}", -1, NULL);
  g_autoptr (TroupeLlmAnswer) answer = NULL;
  g_autofree char *text = NULL;
  const TroupeLlmPart *part;

  troupe_llm_answer_builder_add_other (builder, item);
  troupe_llm_answer_builder_add_other (builder, harmless);
  answer = troupe_llm_answer_builder_end (builder, NULL);
  g_assert_cmpuint (answer->message->parts->len, ==, 3);
  part = g_ptr_array_index (answer->message->parts, 1);
  text = troupe_value_to_json (part->value, TROUPE_JSON_COMPACT);
  g_assert_null (strstr (text, "canary"));
  g_assert_nonnull (strstr (text, "\"n\":1"));
  part = g_ptr_array_index (answer->message->parts, 2);
  g_assert_true (part->value == harmless);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/openai-reader/calls/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_calls);
    }
  g_test_add_func ("/openai-reader/text", test_text);
  g_test_add_func ("/openai-reader/deltas", test_deltas);
  g_test_add_func ("/openai-reader/errors", test_errors);
  g_test_add_func ("/openai-reader/stop", test_stop);
  g_test_add_func ("/openai-reader/recorded", test_recorded);

  g_test_add_func ("/openai-reader/other-parts", test_other_parts);
  return g_test_run ();
}
