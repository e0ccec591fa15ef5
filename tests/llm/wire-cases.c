/* wire-cases.c: recorded crews of one API: what is sent, and what is made of the answers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "wire-cases.h"

#include <string.h>

#define TEXT "TEXT"

typedef struct
{
  const WireApi *api;
  TroupeValue *one; /* the case */
  const char *name;
  TroupeLlmTarget *target;
  TroupeValue *settings;
  GPtrArray *tools;
  guint n_requests, n_answers; /* compared */
  TroupeLlmUsage usage;
} Case;

#define get troupe_llm_wire_get

static const char *
get_text (TroupeValue *map, const char *key)
{
  return troupe_llm_wire_get_text (map, key);
}

static gsize
get_length (TroupeValue *list)
{
  return list != NULL && troupe_value_is (list, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (list)
             : 0;
}

static const char *
find_skip (const Case *self, char what)
{
  for (const WireSkip *skip = self->api->skips; skip->name != NULL; skip++)
    if (g_str_equal (skip->name, self->name) && strchr (skip->what, what) != NULL)
      return skip->why;

  return NULL;
}

/* The value with one text for every text of CrewAI's own wording. @dropped: (nullable): a key that goes */
static TroupeValue *
even_out (TroupeValue *value, const char *dropped)
{
  TroupeMapBuilder builder;

  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < get_length (value); i++)
        g_ptr_array_add (items, even_out (troupe_value_list_get (value, i), dropped));
      return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
    }
  /* JSON knows one kind of number. */
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    return troupe_value_new_double ((double) troupe_value_get_integer (value));
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  if (get (value, "$text") != NULL)
    return troupe_value_new_string (TEXT, -1);

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (value, i), NULL);

      if (g_strcmp0 (key, dropped) == 0)
        continue;
      if (g_str_equal (key, "description") &&
          g_strcmp0 (get_text (value, "name"), "structured_output") == 0)
        troupe_map_builder_add (&builder, key, troupe_value_new_string (TEXT, -1));
      else
        troupe_map_builder_add (&builder, key,
                                even_out (troupe_value_map_get_value (value, i), dropped));
    }

  return troupe_map_builder_end (&builder);
}

/* The schema with the titles that pydantic gives to properties. */
static TroupeValue *
add_titles (TroupeValue *schema)
{
  TroupeValue *properties = get (schema, "properties");
  g_autoptr (TroupeValue) titled = NULL;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (properties); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (properties, i), NULL);
      g_autofree char *title = g_strdup (key);
      g_autoptr (TroupeValue) text = NULL;

      title[0] = g_ascii_toupper (title[0]);
      text = troupe_value_new_string (title, -1);
      troupe_map_builder_add (&builder, key,
                              troupe_value_map_with (troupe_value_map_get_value (properties, i),
                                                     "title", text));
    }
  titled = troupe_map_builder_end (&builder);

  return troupe_value_map_with (schema, "properties", titled);
}

/* --- The case's request ---------------------------------------------------------------------- */

static TroupeValue *
read_file (const Case *self, const char *name)
{
  const char *text = get_text (get (self->one, "files"), name);
  g_autofree char *local = NULL;
  g_auto (GStrv) parts = g_strsplit (text, "$HOST", -1);
  TroupeValue *value;

  local = g_strjoinv ("127.0.0.1:9", parts);
  value = troupe_value_from_json (local, -1, NULL);
  g_assert_nonnull (value);

  return value;
}

static char *
lookup_cb (const char *name, gpointer user_data)
{
  const Case *self = user_data;
  const char *text = get_text (get (self->one, "env"), name);
  g_auto (GStrv) parts = g_strsplit (text != NULL ? text : "", "$HOST", -1);

  return text != NULL ? g_strjoinv ("127.0.0.1:9", parts) : NULL;
}

/* The settings that an agent gives to its model: those of the document, and its stop word. */
static TroupeValue *
make_settings (TroupeValue *llm, TroupeValue *schema)
{
  g_autoptr (TroupeValue) base =
      troupe_value_from_json ("{\"stop\":[\"\\nObservation:\"]}", -1, NULL);
  g_autoptr (GPtrArray) stops = g_ptr_array_new ();
  TroupeValue *own = get (llm, "stop");
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; troupe_value_is (llm, TROUPE_VALUE_MAP) && i < troupe_value_map_get_size (llm);
       i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (llm, i)),
                                troupe_value_ref (troupe_value_map_get_value (llm, i)));
  g_ptr_array_add (stops, troupe_value_new_string ("\nObservation:", -1));
  if (own != NULL && troupe_value_is (own, TROUPE_VALUE_STRING))
    g_ptr_array_add (stops, troupe_value_ref (own));
  for (gsize i = 0; i < get_length (own); i++)
    g_ptr_array_add (stops, troupe_value_ref (troupe_value_list_get (own, i)));
  troupe_map_builder_add (&builder, "stop",
                          troupe_value_new_list ((TroupeValue **) stops->pdata, stops->len));
  if (schema != NULL)
    {
      g_autoptr (TroupeValue) titled = add_titles (schema);
      g_autofree char *json = troupe_value_to_json (titled, TROUPE_JSON_COMPACT);
      g_autofree char *format =
          g_strdup_printf ("{\"type\":\"json_schema\",\"json_schema\":{\"name\":\"Verdict\","
                           "\"strict\":true,\"schema\":%s}}",
                           json);

      troupe_map_builder_add (&builder, "response_format",
                              troupe_value_from_json (format, -1, NULL));
    }

  return troupe_map_builder_end (&builder);
}

static GPtrArray *
make_tools (const Case *self, TroupeValue *names)
{
  GPtrArray *tools = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);

  for (gsize i = 0; i < get_length (names); i++)
    {
      TroupeValue *stub = get (get (self->one, "stubs"),
                               troupe_value_get_string (troupe_value_list_get (names, i), NULL));
      g_autofree char *name =
          g_strdelimit (g_ascii_strdown (get_text (stub, "name"), -1), " ", '_');
      g_autoptr (TroupeValue) schema = add_titles (get (stub, "parameters"));
      TroupeLlmToolSpec *tool =
          troupe_llm_tool_spec_new (name, get_text (stub, "description"), schema);

      tool->is_strict = TRUE;
      g_ptr_array_add (tools, tool);
    }

  return tools;
}

/* FALSE where the case has no key. */
static gboolean
open_case (Case *self)
{
  g_autoptr (TroupeValue) crew = read_file (self, "crew.jsonc");
  g_autoptr (TroupeValue) agent = read_file (self, "agents/w.jsonc");
  g_autoptr (TroupeLlmEnvironment) environment = troupe_llm_environment_new (lookup_cb, self, NULL);
  TroupeValue *llm = get (agent, "llm");
  TroupeValue *task = troupe_value_list_get (get (crew, "tasks"), 0);
  TroupeValue *schema = get (task, "output_pydantic") != NULL ? get (task, "output_pydantic")
                                                              : get (task, "output_json");
  const char *model = troupe_value_is (llm, TROUPE_VALUE_STRING)
                          ? troupe_value_get_string (llm, NULL)
                          : get_text (llm, "model");
  g_autoptr (GError) error = NULL;

  self->tools = make_tools (self, get (agent, "tools"));
  self->settings = make_settings (llm, self->tools->len == 0 ? schema : NULL);
  self->target = troupe_llm_target_new (model, self->settings, environment, &error);
  if (self->target == NULL)
    {
      g_assert_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_NO_KEY);
      g_assert_cmpuint (get_length (get (get (self->one, "expect"), "requests")), ==, 0);
      g_test_message ("%s: %s", self->name, error->message);
    }

  return self->target != NULL;
}

static void
assert_same (const Case *self, TroupeValue *found, TroupeValue *recorded)
{
  if (!troupe_value_equal (found, recorded))
    {
      g_autofree char *a = troupe_value_to_json (found, TROUPE_JSON_COMPACT);
      g_autofree char *b = troupe_value_to_json (recorded, TROUPE_JSON_COMPACT);

      g_test_message ("%s\nours:     %s\nrecorded: %s", self->name, a, b);
      g_assert_not_reached ();
    }
}

static void
compare_headers (const Case *self,
                 const TroupeLlmRequest *request,
                 const char *url,
                 TroupeValue *recorded)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GBytes) body = g_bytes_new_static ("{}", 2);
  g_auto (GStrv) secret = troupe_llm_target_get_secret_headers (self->target);
  g_auto (GStrv) headers = NULL;
  g_autoptr (GError) error = NULL;

  g_strv_builder_addv (builder, (const char **) secret);
  g_assert_true (self->api->wire->add_headers (builder, request, self->target, url, body, &error));
  g_assert_no_error (error);
  headers = g_strv_builder_end (builder);
  for (guint i = 0; headers[i] != NULL; i += 2)
    {
      g_autofree char *name = g_ascii_strdown (headers[i], -1);
      const char *value = get_text (recorded, name);
      g_autofree char *start = NULL;

      if (g_str_equal (name, "x-amz-date"))
        continue;
      g_assert_nonnull (value);
      if (strchr (value, '$') == NULL)
        g_assert_cmpstr (headers[i + 1], ==, value);
      start = g_strndup (value, strcspn (value, "$"));
      g_assert_true (g_str_has_prefix (headers[i + 1], start));
    }
  if (get_text (recorded, "anthropic-beta") != NULL)
    g_assert_true (g_strv_contains ((const char *const *) headers, "anthropic-beta"));
}

/* @messages: as CrewAI keeps them, of which the first @n_messages had been said */
static void
compare_request (Case *self, TroupeValue *messages, gsize n_messages, TroupeValue *recorded)
{
  g_autoptr (GPtrArray) said =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_autoptr (TroupeLlmRequest) request = NULL;
  g_autoptr (TroupeValue) body = NULL;
  g_autoptr (TroupeValue) ours = NULL;
  g_autoptr (TroupeValue) theirs = NULL;
  g_autofree char *url = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *stream = get (self->settings, "stream");

  for (gsize i = 0; i < n_messages; i++)
    {
      g_autoptr (TroupeValue) even = even_out (troupe_value_list_get (messages, i), NULL);

      g_ptr_array_add (said, troupe_llm_message_from_value (even));
    }
  request = troupe_llm_request_new (NULL, said);
  request->settings = troupe_value_ref (self->settings);
  request->tools = g_ptr_array_ref (self->tools);
  request->stream = stream != NULL && troupe_value_get_boolean (stream);

  body = self->api->wire->make_body (request, self->target, &error);
  g_assert_no_error (error);
  ours = even_out (body, self->api->dropped_key);
  theirs = even_out (get (recorded, "body"), self->api->dropped_key);
  assert_same (self, ours, theirs);

  url = self->api->wire->make_url (request, self->target);
  g_assert_true (g_str_has_prefix (url, "http://127.0.0.1:9"));
  g_assert_cmpstr (url + strlen ("http://127.0.0.1:9"), ==, get_text (recorded, "path"));
  compare_headers (self, request, url, get (recorded, "headers"));
  self->n_requests++;
}

/* --- The case's answers ---------------------------------------------------------------------- */

/* (nullable): where it is an error or was cut */
static TroupeLlmAnswer *
read_reply (const Case *self, TroupeValue *reply, gsize piece)
{
  g_autoptr (TroupeLlmAnswerBuilder) builder =
      troupe_llm_answer_builder_new ("host", NULL, NULL, NULL);
  gpointer reader = self->api->wire->reader_new (builder);
  TroupeValue *events =
      get (reply, "sse") != NULL ? get (reply, "sse") : get (reply, "eventstream");
  TroupeLlmAnswer *answer = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_read;

  if (events != NULL)
    {
      g_autoptr (GByteArray) bytes = self->api->encode (events);

      is_read =
          self->api->feed (reader, bytes->data, bytes->len, piece > 0 ? piece : bytes->len, &error);
    }
  else
    {
      is_read = self->api->wire->take_whole (reader, get (reply, "body"), &error);
    }
  g_assert_true (is_read || error != NULL);
  if (is_read && troupe_llm_answer_builder_is_finished (builder))
    answer = troupe_llm_answer_builder_end (builder, get (self->settings, "stop"));
  self->api->wire->reader_free (reader);

  return answer;
}

static void
assert_text (const Case *self, const char *found, const char *recorded)
{
  g_autoptr (TroupeValue) a = troupe_value_from_json (found, -1, NULL);
  g_autoptr (TroupeValue) b = troupe_value_from_json (recorded, -1, NULL);

  if (a != NULL && b != NULL)
    assert_same (self, a, b);
  else
    {
      /* Agents take the blanks away. */
      g_autofree char *bare = g_strstrip (g_strdup (found));

      g_assert_cmpstr (bare, ==, recorded);
    }
}

/* @said: (nullable): the assistant's message, else @raw is the answer */
static void
compare_answer (Case *self, TroupeValue *reply, TroupeValue *said, const char *raw)
{
  static const gsize pieces[] = { 0, 1, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (TroupeLlmAnswer) answer = read_reply (self, reply, pieces[i]);
      g_autoptr (TroupeValue) message = NULL;

      g_assert_nonnull (answer);
      message = troupe_llm_message_to_value (answer->message);
      if (said != NULL && get (said, "tool_calls") != NULL)
        {
          assert_same (self, get (message, "tool_calls"), get (said, "tool_calls"));
          g_assert_cmpint (answer->finish, ==, TROUPE_LLM_FINISH_TOOL_CALLS);
        }
      else
        {
          assert_text (self, answer->content, said != NULL ? get_text (said, "content") : raw);
          g_assert_null (get (message, "tool_calls"));
        }
    }
  self->n_answers++;
}

static void
add_usage (Case *self, TroupeValue *reply)
{
  g_autoptr (TroupeLlmAnswer) answer = NULL;

  if (get (reply, "status") != NULL || get (reply, "text") != NULL)
    return;
  answer = read_reply (self, reply, 0);
  if (answer != NULL)
    troupe_llm_usage_add (&self->usage, &answer->usage);
}

/* --- All of them ----------------------------------------------------------------------------- */

/* The requests but for those that count, each with the index of its reply; one that was sent again is one. */
static GPtrArray *
list_requests (const Case *self)
{
  TroupeValue *all = get (get (self->one, "expect"), "requests");
  GPtrArray *requests = g_ptr_array_new ();

  for (gsize i = 0; i < get_length (all); i++)
    {
      TroupeValue *request = troupe_value_list_get (all, i);

      if (strstr (get_text (request, "path"), self->api->count_path) != NULL)
        continue;
      if (requests->len > 0 &&
          troupe_value_equal (get (request, "body"),
                              get (g_ptr_array_index (requests, requests->len - 1), "body")))
        g_ptr_array_index (requests, requests->len - 1) = request;
      else
        g_ptr_array_add (requests, request);
    }

  return requests;
}

static TroupeValue *
get_reply (const Case *self, TroupeValue *request)
{
  TroupeValue *index = get (request, "reply");

  if (index == NULL || !troupe_value_is (index, TROUPE_VALUE_INTEGER))
    return NULL;

  return troupe_value_list_get (get (self->one, "replies"),
                                (gsize) troupe_value_get_integer (index));
}

static void
compare_turn (Case *self, TroupeValue *messages, gsize at, TroupeValue *request, gboolean is_last)
{
  TroupeValue *said = at < get_length (messages) ? troupe_value_list_get (messages, at) : NULL;
  const char *raw = is_last ? get_text (get (get (self->one, "expect"), "output"), "raw") : NULL;
  TroupeValue *reply = get_reply (self, request);
  const char *why = find_skip (self, 'r');

  if (why != NULL)
    g_test_message ("%s: requests not compared: %s", self->name, why);
  else
    compare_request (self, messages, at, request);

  if ((why = find_skip (self, 'a')) != NULL)
    g_test_message ("%s: answers not compared: %s", self->name, why);
  else if (reply != NULL && get (reply, "status") == NULL && get (reply, "text") == NULL &&
           (said != NULL || raw != NULL))
    compare_answer (self, reply, said, raw);
}

/* One request before each word of the assistant's, and one for the answer where that is not among the words. */
static void
compare_task (Case *self,
              TroupeValue *messages,
              GPtrArray *requests,
              guint *next,
              gboolean is_last_task)
{
  gsize n_messages = get_length (messages);

  for (gsize i = 0; i <= n_messages; i++)
    {
      gboolean is_said =
          i < n_messages &&
          g_strcmp0 (get_text (troupe_value_list_get (messages, i), "role"), "assistant") == 0;
      gboolean is_last =
          i == n_messages &&
          g_strcmp0 (get_text (troupe_value_list_get (messages, i - 1), "role"), "assistant") != 0;

      if ((is_said || is_last) && *next < requests->len)
        compare_turn (self, messages, i, g_ptr_array_index (requests, (*next)++), is_last_task);
    }
}

static void
compare_usage (Case *self)
{
  TroupeValue *usage = get (get (self->one, "expect"), "usage");
  const char *why = find_skip (self, 'u');

  if (why != NULL || usage == NULL || !troupe_value_is (usage, TROUPE_VALUE_MAP))
    {
      if (why != NULL)
        g_test_message ("%s: usage not compared: %s", self->name, why);
      return;
    }

  g_test_message ("%s: usage", self->name);
  g_assert_cmpint (self->usage.prompt_tokens, ==,
                   troupe_llm_wire_get_count (usage, "prompt_tokens"));
  g_assert_cmpint (self->usage.completion_tokens, ==,
                   troupe_llm_wire_get_count (usage, "completion_tokens"));
  g_assert_cmpint (self->usage.total_tokens, ==, troupe_llm_wire_get_count (usage, "total_tokens"));
  g_assert_cmpint (self->usage.cached_prompt_tokens, ==,
                   troupe_llm_wire_get_count (usage, "cached_prompt_tokens"));
}

static void
compare_case (Case *self)
{
  g_autoptr (TroupeValue) usual =
      troupe_value_from_json ("[[{\"role\":\"system\",\"content\":\"" TEXT
                              "\"},{\"role\":\"user\",\"content\":\"" TEXT "\"}]]",
                              -1, NULL);
  g_autoptr (GPtrArray) requests = list_requests (self);
  TroupeValue *tasks = get (get (self->one, "expect"), "task_messages");
  guint next = 0;

  if (get_length (tasks) == 0)
    tasks = usual;
  for (gsize i = 0; i < get_length (tasks); i++)
    compare_task (self, troupe_value_list_get (tasks, i), requests, &next,
                  i + 1 == get_length (tasks));
  for (guint i = 0; i < requests->len; i++)
    {
      TroupeValue *reply = get_reply (self, g_ptr_array_index (requests, i));

      if (reply != NULL)
        add_usage (self, reply);
    }
  compare_usage (self);
}

TroupeValue *
wire_cases_load (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("TROUPE_SOURCE_DIR"), "tests", "conformance",
                                            "provider-golden.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TroupeValue *golden;
  gsize length;

  g_file_get_contents (path, &text, &length, &error);
  g_assert_no_error (error);
  golden = troupe_value_from_json (text, (gssize) length, &error);
  g_assert_no_error (error);

  return golden;
}

void
wire_cases_run (const WireApi *api, guint n_requests, guint n_answers)
{
  g_autoptr (TroupeValue) golden = wire_cases_load ();
  TroupeValue *cases = get (golden, "cases");
  guint all_requests = 0, all_answers = 0;

  for (gsize i = 0; i < get_length (cases); i++)
    {
      Case self = { .api = api, .one = troupe_value_list_get (cases, i) };

      if (g_strcmp0 (get_text (self.one, "api"), api->api) != 0)
        continue;
      self.name = get_text (self.one, "name");
      g_test_message ("%s", self.name);
      if (open_case (&self))
        compare_case (&self);
      all_requests += self.n_requests;
      all_answers += self.n_answers;
      g_clear_pointer (&self.target, troupe_llm_target_free);
      troupe_value_unref (self.settings);
      g_ptr_array_unref (self.tools);
    }
  g_test_message ("%u requests, %u answers", all_requests, all_answers);
  g_assert_cmpuint (all_requests, >=, n_requests);
  g_assert_cmpuint (all_answers, >=, n_answers);
}
