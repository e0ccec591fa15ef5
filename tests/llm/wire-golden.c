/* wire-golden.c: compares a wire with recorded requests and answers of CrewAI
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-llm-error.h"
#include "troupe-wire-request.h"
#include "troupe-wire-value.h"
#include "wire-golden-read.h"
#include "wire-golden.h"

/* Exceptions for all APIs. In these cases, an agent sends requests in addition to the messages
 * of its task. */
static const WireGoldenNote usual_notes[] = {
  { "tool_text_beside", WIRE_GOLDEN_BESIDE, "the agent drops the text beside a call" },
  { "forced_answer", WIRE_GOLDEN_BODIES, "the demand for an answer is not kept" },
  { "output_json_tools", WIRE_GOLDEN_REST, "the conversion is not kept" },
  { "output_json_tools_no_call", WIRE_GOLDEN_REST, "the conversion is not kept" },
  { "output_pydantic_tools", WIRE_GOLDEN_REST, "the conversion is not kept" },
  { "guardrail", WIRE_GOLDEN_REST, "the judge is asked besides" },
  { "context_too_long", WIRE_GOLDEN_BODIES, "what was summarised is not kept" },
  { "planning", WIRE_GOLDEN_BODIES, "the plan is asked for besides" },
  { NULL, 0, NULL },
};

typedef struct
{
  TroupeValue *record;
  TroupeValue *expect;
  const WireGoldenNote *note; /* (nullable) */
  TroupeLlmEnvironment *environment;
  TroupeValue *settings;
  char *model;
  gboolean stream;
  GPtrArray *tools; /* (nullable) */
  TroupeLlmTarget *target;
  const TroupeLlmWire *wire;
  TroupeValue *requests;
  gsize at;
  TroupeLlmUsage usage;
  GHashTable *ids; /* saved id → parsed id */
} Case;

static gboolean
is_left (const Case *one, WireGoldenLeft what)
{
  return one->note != NULL && (one->note->left & what) != 0;
}

/* Returns TRUE if the wire itself makes schemas strict, so that the test passes it the original
 * schema. */
static gboolean
is_strict_itself (const Case *one)
{
  return one->wire == &troupe_anthropic_wire || one->wire == &troupe_bedrock_wire;
}

/* Ignores defaults of arguments, because only CrewAI sends them. For Anthropic, defaults are not
 * ignored, because its strict tools contain none. */
static gboolean
is_same (const Case *one, TroupeValue *a, TroupeValue *b)
{
  return wire_golden_same (a, b, one->wire == &troupe_anthropic_wire ? NULL : "default");
}

static char *
fill (const char *text)
{
  g_autofree char *host = wire_golden_replace (text, "$HOST", "127.0.0.1:1");

  return wire_golden_replace (host, "$PORT", "1");
}

/* Parses a recorded reply. (nullable) */
static TroupeLlmAnswer *
read_reply (Case *one, TroupeValue *reply, GError **error)
{
  return wire_golden_read_reply (one->wire, reply, one->settings, error);
}

/* --- Settings and messages of a case ---------------------------------------------------------- */

static char *
lookup_cb (const char *name, gpointer user_data)
{
  const char *value = troupe_llm_wire_get_text (user_data, name);

  return value != NULL ? fill (value) : NULL;
}

static TroupeValue *
read_file (Case *one, const char *name)
{
  const char *text = troupe_llm_wire_get_text (wire_golden_look (one->record, "files", NULL), name);
  g_autofree char *filled = text != NULL ? fill (text) : NULL;

  return filled != NULL ? troupe_value_from_json (filled, -1, NULL) : NULL;
}

static GPtrArray *
make_tools (Case *one, TroupeValue *names)
{
  GPtrArray *tools = NULL;

  for (gsize i = 0; i < wire_golden_count (names); i++)
    {
      TroupeValue *name = troupe_value_list_get (names, i);
      TroupeValue *stub =
          wire_golden_look (one->record, "stubs", troupe_value_get_string (name, NULL));
      g_autofree char *spoken = NULL;
      g_autoptr (TroupeValue) schema = NULL;
      /* For OpenAI's chat completions API, an agent makes the tools strict. */
      gboolean is_openai = one->wire == &troupe_openai_wire;
      TroupeLlmToolSpec *tool;

      g_assert_nonnull (stub);
      spoken = g_ascii_strdown (troupe_llm_wire_get_text (stub, "name"), -1);
      g_strdelimit (spoken, " ", '_');
      schema = wire_golden_look (stub, "parameters", NULL);
      schema = is_strict_itself (one) ? wire_golden_title (schema)
                                      : wire_golden_dress (schema, !is_openai);
      if (tools == NULL)
        tools = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);
      tool =
          troupe_llm_tool_spec_new (spoken, troupe_llm_wire_get_text (stub, "description"), schema);
      tool->is_strict = is_openai || is_strict_itself (one);
      g_ptr_array_add (tools, tool);
    }

  return tools;
}

/* Returns `response_format` of the first task. (transfer full) (nullable) */
static TroupeValue *
make_format (Case *one)
{
  g_autoptr (TroupeValue) crew = read_file (one, "crew.jsonc");
  TroupeValue *task = troupe_value_list_get (wire_golden_look (crew, "tasks", NULL), 0);
  TroupeValue *schema = wire_golden_look (task, "output_json", NULL);
  TroupeMapBuilder form, builder;

  if (schema == NULL)
    schema = wire_golden_look (task, "output_pydantic", NULL);
  if (schema == NULL)
    return NULL;

  troupe_map_builder_init (&form);
  troupe_wire_add_text (&form, "name", troupe_llm_wire_get_text (schema, "title"));
  troupe_map_builder_add (&form, "schema",
                          is_strict_itself (one) ? wire_golden_title (schema)
                                                 : wire_golden_dress (schema, TRUE));
  troupe_map_builder_add (&form, "strict", troupe_value_new_boolean (TRUE));
  troupe_map_builder_init (&builder);
  troupe_wire_add_text (&builder, "type", "json_schema");
  troupe_map_builder_add (&builder, "json_schema", troupe_map_builder_end (&form));

  return troupe_map_builder_end (&builder);
}

/* Returns the stop words of the document, preceded by the stop word that an agent adds. */
static TroupeValue *
make_stop (TroupeValue *settings)
{
  g_autoptr (TroupeValue) own = troupe_wire_list_stops (settings, TRUE);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  g_ptr_array_add (words, troupe_value_new_string ("\nObservation:", -1));
  for (gsize i = 0; i < wire_golden_count (own); i++)
    g_ptr_array_add (words, troupe_value_ref (troupe_value_list_get (own, i)));

  return troupe_wire_end_list (words);
}

/* Returns FALSE if the key is missing as expected. */
static gboolean
prepare (Case *one)
{
  g_autoptr (TroupeValue) agent = read_file (one, "agents/w.jsonc");
  TroupeValue *llm = wire_golden_look (agent, "llm", NULL);
  TroupeValue *names = wire_golden_look (agent, "tools", NULL);
  gboolean is_map = troupe_value_is (llm, TROUPE_VALUE_MAP);
  TroupeMapBuilder builder;
  g_autoptr (GError) error = NULL;

  one->model = g_strdup (is_map ? troupe_llm_wire_get_text (llm, "model")
                                : troupe_value_get_string (llm, NULL));
  troupe_map_builder_init (&builder);
  for (gsize i = 0; is_map && i < troupe_value_map_get_size (llm); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (llm, i), NULL);

      if (g_str_equal (key, "stream"))
        one->stream = troupe_value_get_boolean (troupe_value_map_get_value (llm, i));
      else if (!g_str_equal (key, "model") && !g_str_equal (key, "stop"))
        troupe_wire_add_setting (&builder, key, llm, key);
    }
  troupe_map_builder_add (&builder, "stop", make_stop (is_map ? llm : NULL));
  if (wire_golden_count (names) == 0)
    {
      TroupeValue *format = make_format (one);

      if (format != NULL)
        troupe_map_builder_add (&builder, "response_format", format);
    }
  one->settings = troupe_map_builder_end (&builder);
  one->environment =
      troupe_llm_environment_new (lookup_cb, wire_golden_look (one->record, "env", NULL), NULL);
  one->target = troupe_llm_target_new (one->model, one->settings, one->environment, &error);
  if (g_str_has_suffix (troupe_llm_wire_get_text (one->record, "name"), "_no_key") &&
      one->target == NULL)
    {
      g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
      return FALSE;
    }
  g_assert_no_error (error);
  one->wire = troupe_llm_wire_find (one->target->service->wire, one->settings);
  g_assert_nonnull (one->wire);
  if (!is_left (one, WIRE_GOLDEN_TOOLS))
    one->tools = make_tools (one, names);

  return TRUE;
}

/* --- Requests -------------------------------------------------------------------------------- */

/* Asserts that CrewAI sends every header that the wire sends. Also asserts that the wire sends
 * CrewAI's headers that contain the key or the version. */
static void
check_headers (Case *one, const TroupeLlmRequest *request, const char *url, TroupeValue *wanted)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) secret = troupe_llm_target_get_secret_headers (one->target, one->wire->is_bearer);
  g_auto (GStrv) headers = NULL;
  g_autoptr (GBytes) body = g_bytes_new_static ("{}", 2);

  g_strv_builder_addv (names, (const char **) secret);
  if (one->wire->add_headers != NULL)
    g_assert_true (one->wire->add_headers (names, request, one->target, url, body, NULL));
  headers = g_strv_builder_end (names);

  for (gsize i = 0; i < troupe_value_map_get_size (wanted); i++)
    {
      const char *name = troupe_value_get_string (troupe_value_map_get_key (wanted, i), NULL);
      const char *text = troupe_value_get_string (troupe_value_map_get_value (wanted, i), NULL);

      if (strstr (text, "$KEY") == NULL && !g_str_has_prefix (name, "anthropic-"))
        continue;
      g_test_message ("%s", name);
      g_assert_nonnull (wire_golden_find_header (headers, name));
    }
  for (guint i = 0; headers[i] != NULL; i += 2)
    {
      g_autofree char *name = g_ascii_strdown (headers[i], -1);
      const char *text = troupe_llm_wire_get_text (wanted, name);

      /* The recordings do not contain the time of the signature. */
      if (g_str_equal (name, "x-amz-date"))
        continue;
      g_test_message ("%s", name);
      g_assert_nonnull (text);
      g_assert_true (wire_golden_is_as (headers[i + 1], text, one->target->key));
    }
}

/* Removes explicit default values of chat completions that only Troupe or only CrewAI sends. */
static TroupeValue *
without_defaults (TroupeValue *body)
{
  TroupeValue *stream = wire_golden_look (body, "stream", NULL);
  g_autoptr (TroupeValue) rest = troupe_value_ref (body);

  if (stream != NULL && !troupe_value_get_boolean (stream))
    {
      g_autoptr (TroupeValue) old = g_steal_pointer (&rest);

      rest = troupe_value_map_without (old, "stream");
    }
  if (g_strcmp0 (troupe_llm_wire_get_text (rest, "tool_choice"), "auto") == 0)
    return troupe_value_map_without (rest, "tool_choice");

  return g_steal_pointer (&rest);
}

static void
check_request (Case *one, GPtrArray *messages, TroupeValue *recorded)
{
  g_autoptr (TroupeLlmRequest) request = troupe_llm_request_new (one->model, messages);
  g_autofree char *url = NULL;
  g_autofree char *host = NULL;
  g_autoptr (TroupeValue) body = NULL;
  g_autoptr (TroupeValue) ours = NULL;
  g_autoptr (TroupeValue) wanted = wire_golden_plain (wire_golden_look (recorded, "body", NULL));
  g_autoptr (GError) error = NULL;

  request->settings = troupe_value_ref (one->settings);
  request->stream = one->stream;
  request->tools = one->tools != NULL ? g_ptr_array_ref (one->tools) : NULL;
  url = one->wire->make_url (request, one->target);
  g_assert_cmpstr (strchr (strstr (url, "://") + 3, '/'), ==,
                   troupe_llm_wire_get_text (recorded, "path"));
  host = fill (troupe_llm_wire_get_text (recorded, "host") != NULL
                   ? troupe_llm_wire_get_text (recorded, "host")
                   : "$HOST");
  g_assert_true (g_str_has_prefix (strstr (url, "://") + 3, host));
  check_headers (one, request, url, wire_golden_look (recorded, "headers", NULL));

  body = one->wire->make_body (request, one->target, &error);
  g_assert_no_error (error);
  ours = wire_golden_plain (body);
  if (one->wire == &troupe_openai_wire)
    {
      g_autoptr (TroupeValue) a = g_steal_pointer (&ours);
      g_autoptr (TroupeValue) b = g_steal_pointer (&wanted);

      ours = without_defaults (a);
      wanted = without_defaults (b);
    }
  if (!is_same (one, ours, wanted))
    {
      g_autofree char *a = troupe_value_to_json (ours, TROUPE_JSON_SPACED);
      g_autofree char *b = troupe_value_to_json (wanted, TROUPE_JSON_SPACED);

      g_test_message ("ours: %s", a);
      g_test_message ("CrewAI's: %s", b);
    }
  g_assert_true (is_same (one, ours, wanted));
}

/* --- Answers --------------------------------------------------------------------------------- */

/* Compares JSON by value, because its format may differ. */
static void
assert_text (Case *one, const char *text, const char *wanted)
{
  g_autoptr (TroupeValue) a = *text == '{' ? troupe_value_from_json (text, -1, NULL) : NULL;
  g_autoptr (TroupeValue) b = *wanted == '{' ? troupe_value_from_json (wanted, -1, NULL) : NULL;

  if (a != NULL && b != NULL)
    g_assert_true (is_same (one, a, b));
  else
    g_assert_cmpstr (text, ==, wanted);
}

/* Compares the answer with the recording. @kept: (nullable): message saved by CrewAI; if it is
 * NULL, the output is compared */
static void
check_answer (Case *one, const TroupeLlmAnswer *answer, TroupeValue *kept)
{
  TroupeValue *calls = wire_golden_look (kept, "tool_calls", NULL);
  TroupeValue *text = kept != NULL ? wire_golden_look (kept, "content", NULL) : NULL;
  g_autofree char *wanted = NULL;
  g_autofree char *content = g_strstrip (g_strdup (answer->content));

  if (is_left (one, WIRE_GOLDEN_ANSWERS))
    return;
  if (kept == NULL && one->at == wire_golden_count (one->requests))
    text = wire_golden_look (one->expect, "output", "raw");
  for (gsize i = 0; i < wire_golden_count (calls); i++)
    {
      TroupeValue *call = troupe_value_list_get (calls, i);
      const TroupeLlmPart *part = wire_golden_get_call (answer->message, i);
      const char *id = troupe_llm_wire_get_text (call, "id");

      g_assert_nonnull (part);
      g_assert_cmpstr (part->name, ==,
                       troupe_llm_wire_get_text (wire_golden_look (call, "function", NULL),
                                                 "name"));
      g_assert_cmpstr (part->text, ==,
                       troupe_llm_wire_get_text (wire_golden_look (call, "function", NULL),
                                                 "arguments"));
      if (*id != '$')
        g_assert_cmpstr (part->id, ==, id);
      g_hash_table_insert (one->ids, g_strdup (id), g_strdup (part->id));
    }
  g_assert_null (wire_golden_get_call (answer->message, wire_golden_count (calls)));
  g_assert_true ((answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS) ==
                 (wire_golden_count (calls) > 0));

  if (is_left (one, wire_golden_count (calls) > 0 ? WIRE_GOLDEN_BESIDE : WIRE_GOLDEN_TEXT) ||
      text == NULL)
    return;
  wanted = troupe_value_is (text, TROUPE_VALUE_STRING)
               ? g_strstrip (g_strdup (troupe_value_get_string (text, NULL)))
               : g_strdup ("");
  assert_text (one, content, wanted);
}

/* Sends the conversation until an answer arrives. Returns NULL if no answer arrives. (nullable) */
static TroupeLlmAnswer *
exchange (Case *one, GPtrArray *history, TroupeValue *kept)
{
  TroupeValue *replies = wire_golden_look (one->record, "replies", NULL);

  while (one->at < wire_golden_count (one->requests))
    {
      TroupeValue *request = troupe_value_list_get (one->requests, one->at++);
      TroupeValue *place = wire_golden_look (request, "reply", NULL);
      TroupeLlmAnswer *answer;
      g_autoptr (GError) error = NULL;

      check_request (one, history, request);
      g_assert_true (troupe_value_is (place, TROUPE_VALUE_INTEGER));
      answer = read_reply (
          one, troupe_value_list_get (replies, (gsize) troupe_value_get_integer (place)), &error);
      if (answer == NULL)
        {
          g_assert_nonnull (error);
          continue;
        }
      troupe_llm_usage_add (&one->usage, &answer->usage);
      if (*answer->content == '\0' && wire_golden_get_call (answer->message, 0) == NULL &&
          !is_left (one, WIRE_GOLDEN_ANSWERS))
        {
          /* The agent asks again. */
          troupe_llm_answer_free (answer);
          continue;
        }
      check_answer (one, answer, kept);
      return answer;
    }

  return NULL;
}

/* Parses a saved message, with its ids replaced by those of the parsed answers. */
static TroupeLlmMessage *
make_message (Case *one, TroupeValue *kept)
{
  g_autoptr (TroupeValue) value = wire_golden_plain (kept);
  g_autofree char *text = troupe_value_to_json (value, TROUPE_JSON_COMPACT);
  g_autoptr (TroupeValue) named = NULL;
  GHashTableIter iter;
  gpointer id, read;

  g_hash_table_iter_init (&iter, one->ids);
  while (g_hash_table_iter_next (&iter, &id, &read))
    {
      g_autofree char *old = g_steal_pointer (&text);

      text = wire_golden_replace (old, id, read);
    }
  named = troupe_value_from_json (text, -1, NULL);

  return troupe_llm_message_from_value (named);
}

static gboolean
run_task (Case *one, TroupeValue *messages)
{
  g_autoptr (GPtrArray) history =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  gboolean is_answered = FALSE;

  for (gsize i = 0; i <= wire_golden_count (messages); i++)
    {
      TroupeValue *kept =
          i < wire_golden_count (messages) ? troupe_value_list_get (messages, i) : NULL;
      gboolean is_said =
          kept != NULL && g_strcmp0 (troupe_llm_wire_get_text (kept, "role"), "assistant") == 0;
      g_autoptr (TroupeLlmAnswer) answer = NULL;

      if (kept != NULL && !is_said)
        {
          g_ptr_array_add (history, make_message (one, kept));
          is_answered = FALSE;
          continue;
        }
      if (kept == NULL && is_answered)
        break;
      answer = exchange (one, history, kept);
      if (answer == NULL)
        return FALSE;
      is_answered = TRUE;
      g_ptr_array_add (history, is_left (one, WIRE_GOLDEN_BESIDE | WIRE_GOLDEN_ANSWERS)
                                    ? make_message (one, kept != NULL ? kept : messages)
                                    : troupe_llm_message_ref (answer->message));
    }

  return TRUE;
}

/* Parses the remaining replies without comparing the requests. */
static void
read_replies (Case *one)
{
  TroupeValue *replies = wire_golden_look (one->record, "replies", NULL);

  for (; one->at < wire_golden_count (one->requests); one->at++)
    {
      TroupeValue *request = troupe_value_list_get (one->requests, one->at);
      TroupeValue *place = wire_golden_look (request, "reply", NULL);
      TroupeValue *reply =
          troupe_value_list_get (replies, (gsize) troupe_value_get_integer (place));
      gint64 status = troupe_llm_wire_get_count (reply, "status");
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeLlmAnswer) answer = read_reply (one, reply, &error);

      g_assert_true ((answer != NULL) == (status == 0 || status == 200));
      if (answer != NULL)
        troupe_llm_usage_add (&one->usage, &answer->usage);
    }
}

static void
check_usage (Case *one)
{
  TroupeValue *usage = wire_golden_look (one->expect, "usage", NULL);

  if (usage == NULL || is_left (one, WIRE_GOLDEN_USAGE))
    return;
  g_assert_cmpint (one->usage.prompt_tokens, ==,
                   troupe_llm_wire_get_count (usage, "prompt_tokens"));
  g_assert_cmpint (one->usage.completion_tokens, ==,
                   troupe_llm_wire_get_count (usage, "completion_tokens"));
  g_assert_cmpint (one->usage.total_tokens, ==, troupe_llm_wire_get_count (usage, "total_tokens"));
  g_assert_cmpint (one->usage.cached_prompt_tokens, ==,
                   troupe_llm_wire_get_count (usage, "cached_prompt_tokens"));
  g_assert_cmpint (one->usage.reasoning_tokens, ==,
                   troupe_llm_wire_get_count (usage, "reasoning_tokens"));
}

static gboolean
is_counting (TroupeValue *request)
{
  const char *path = troupe_llm_wire_get_text (request, "path");

  return strstr (path, "countTokens") != NULL || strstr (path, "count_tokens") != NULL ||
         strstr (path, "count-tokens") != NULL;
}

/* Lists the requests, except for requests that only count tokens. */
static TroupeValue *
list_requests (TroupeValue *all)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (gsize i = 0; i < wire_golden_count (all); i++)
    if (!is_counting (troupe_value_list_get (all, i)))
      g_ptr_array_add (items, troupe_value_ref (troupe_value_list_get (all, i)));

  return troupe_wire_end_list (items);
}

static void
test_case (gconstpointer data)
{
  Case *one = (Case *) data;
  const char *name = troupe_llm_wire_get_text (one->record, "name");
  TroupeValue *tasks = wire_golden_look (one->expect, "task_messages", NULL);
  gboolean is_ok = g_strcmp0 (troupe_llm_wire_get_text (one->expect, "result"), "ok") == 0;
  gboolean is_cut = g_str_has_suffix (name, "_stream_cut");
  g_autoptr (TroupeValue) usual =
      troupe_value_from_json ("[{\"role\":\"system\",\"content\":\"" WIRE_GOLDEN_WORDS
                              "\"},{\"role\":\"user\",\"content\":\"" WIRE_GOLDEN_WORDS "\"}]",
                              -1, NULL);
  gboolean is_answered = TRUE;

  if (is_left (one, WIRE_GOLDEN_ALL))
    {
      g_test_skip (one->note->why);
      return;
    }
  if (!prepare (one))
    return;
  if (is_left (one, WIRE_GOLDEN_BODIES))
    {
      read_replies (one);
      check_usage (one);
      return;
    }
  /* CrewAI saves no messages of a failed case, so the usual two messages are used. */
  if (wire_golden_count (tasks) == 0)
    is_answered = run_task (one, usual);
  for (gsize i = 0; i < wire_golden_count (tasks) && is_answered; i++)
    is_answered = run_task (one, troupe_value_list_get (tasks, i));

  /* CrewAI accepts truncated answers, but Troupe does not. */
  g_assert_true ((is_answered == (is_ok && !is_cut)) == !is_left (one, WIRE_GOLDEN_RESULT));
  if (is_left (one, WIRE_GOLDEN_REST))
    read_replies (one);
  g_assert_cmpuint (one->at, ==, wire_golden_count (one->requests));
  if (is_answered)
    check_usage (one);
}

static void
case_free (gpointer data)
{
  Case *one = data;

  troupe_value_unref (one->record);
  troupe_value_unref (one->requests);
  g_clear_pointer (&one->environment, troupe_llm_environment_unref);
  g_clear_pointer (&one->settings, troupe_value_unref);
  g_clear_pointer (&one->tools, g_ptr_array_unref);
  g_clear_pointer (&one->target, troupe_llm_target_free);
  g_hash_table_unref (one->ids);
  g_free (one->model);
  g_free (one);
}

static const WireGoldenNote *
find_note (const WireGoldenNote *notes, const char *name)
{
  for (; notes->name != NULL; notes++)
    if (g_str_equal (notes->name, name))
      return notes;

  return NULL;
}

gboolean
wire_golden_add (const char *api, const WireGoldenNote *notes)
{
  g_autofree char *folder =
      g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "conformance", NULL);
  g_autoptr (TroupeValue) golden = wire_golden_load (folder, "provider-golden.json");
  TroupeValue *cases = wire_golden_look (golden, "cases", NULL);

  if (golden == NULL)
    return FALSE;
  for (gsize i = 0; i < wire_golden_count (cases); i++)
    {
      TroupeValue *record = troupe_value_list_get (cases, i);
      const char *name = troupe_llm_wire_get_text (record, "name");
      g_autofree char *path = NULL;
      Case *one;

      if (g_strcmp0 (troupe_llm_wire_get_text (record, "api"), api) != 0)
        continue;
      one = g_new0 (Case, 1);
      one->record = troupe_value_ref (record);
      one->expect = wire_golden_look (record, "expect", NULL);
      one->requests = list_requests (wire_golden_look (one->expect, "requests", NULL));
      one->note = find_note (notes, name + strlen (api) + 1);
      if (one->note == NULL)
        one->note = find_note (usual_notes, name + strlen (api) + 1);
      one->ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      path = g_strdup_printf ("/%s/golden/%s", api, name);
      g_test_add_data_func_full (path, one, test_case, case_free);
    }

  return TRUE;
}
