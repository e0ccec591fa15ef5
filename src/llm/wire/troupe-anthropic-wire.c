/* troupe-anthropic-wire.c: Anthropic's Messages API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-anthropic-wire"

#include "config.h"

#include <string.h>

#include "troupe-anthropic-reader.h"
#include "troupe-llm-wire.h"
#include "troupe-wire-request.h"
#include "troupe-wire-schema.h"
#include "troupe-wire-value.h"

#define VERSION "2023-06-01"
/* Beta header for structured output. */
#define STRUCTURED_BETA "structured-outputs-2025-11-13"
#define COUNTING_BETA "token-counting-2024-11-01"
/* Maximum tokens of an answer that is a single tool call. */
#define CONVERSION_TOKENS 4096
#define MESSAGES "v1/messages"
#define COUNT_TOKENS "/count_tokens"
/* Messages with this role are sent as system messages. */
#define DEVELOPER "developer"

/* Maximum number of files with a cache marker. */
#define MARKED_FILES_MOST 2u

static gboolean
has_part (const char *name, const char *const *parts)
{
  for (guint i = 0; parts[i] != NULL; i++)
    if (strstr (name, parts[i]) != NULL)
      return TRUE;

  return FALSE;
}

/* Returns TRUE if the model supports structured output (doc/llm-client.md §6). */
static gboolean
is_native (const char *model)
{
  static const char *const families[] = {
    "fable-5", "opus-5", "sonnet-5", "opus-4-8", "-4-5", NULL
  };

  return has_part (model, families);
}

/* Returns the value for `max_tokens`. The API requires this value, but most documents do not set
 * it. */
static gint64
get_most_tokens (const char *model)
{
  static const char *const large[] = { "fable-5",  "opus-5",   "sonnet-5",   "opus-4-6",
                                       "opus-4-7", "opus-4-8", "sonnet-4-6", NULL };
  static const char *const medium[] = { "-4-5", NULL };

  if (has_part (model, large))
    return 128000;

  return has_part (model, medium) ? 64000 : 32000;
}

/* --- Messages -------------------------------------------------------------------------------- */

/* The messages being serialized. */
typedef struct
{
  GPtrArray *turns;   /* (element-type TroupeValue) */
  GPtrArray *results; /* (element-type TroupeValue): tool results, sent as one turn */
  gboolean is_marked; /* whether the cache marker has been set */
  gboolean is_conversion;
  guint n_calls; /* with @n_results: used to number calls and results without an id */
  guint n_results;
  guint n_marked_files;
} Turns;

static TroupeValue *
make_mark (void)
{
  return troupe_wire_new_map ("type", troupe_wire_new_text ("ephemeral"), NULL);
}

/* Creates a text block. @is_marked: whether to set a cache marker that covers everything up to
 * this block */
static TroupeValue *
make_text (const char *text, gboolean is_marked)
{
  return troupe_wire_new_map ("type", troupe_wire_new_text ("text"), "text",
                              troupe_wire_new_text (text), "cache_control",
                              is_marked ? make_mark () : NULL, NULL);
}

static TroupeValue *
make_result (Turns *turns, const TroupeLlmPart *part)
{
  g_autofree char *id = troupe_wire_get_call_id (part, &turns->n_results);

  g_assert (turns != NULL);

  return troupe_wire_new_map (
      "type", troupe_wire_new_text ("tool_result"), "tool_use_id", troupe_wire_new_text (id),
      "content", troupe_wire_new_text (part->text), "is_error",
      turns->is_conversion && part->is_error ? troupe_value_new_boolean (TRUE) : NULL, NULL);
}

static TroupeValue *
make_block (Turns *turns, const TroupeLlmPart *part, gboolean is_marked)
{
  switch (part->type)
    {
    case TROUPE_LLM_PART_TEXT:
      if (*part->text == '\0')
        return NULL;
      return part->value != NULL ? troupe_value_ref (part->value)
                                 : make_text (part->text, is_marked);

    case TROUPE_LLM_PART_FILE:
      {
        /* A request may contain four markers, two of which are those of the system and the first message.
         * Only files of tasks are marked, as in CrewAI. */
        const gboolean file = part->name != NULL && turns->n_marked_files++ < MARKED_FILES_MOST;
        g_autofree char *media_type = NULL;
        const char *data = troupe_wire_get_base64 (part, &media_type);
        gboolean is_document = g_strcmp0 (media_type, "application/pdf") == 0;
        TroupeValue *source;

        if (data != NULL)
          source = troupe_wire_new_map ("type", troupe_wire_new_text ("base64"), "media_type",
                                        troupe_wire_new_text (media_type), "data",
                                        troupe_wire_new_text (data), NULL);
        else
          source =
              troupe_wire_new_map ("type", troupe_wire_new_text ("url"), "url",
                                   troupe_wire_new_text (part->uri != NULL ? part->uri : ""), NULL);
        return troupe_wire_new_map ("type",
                                    troupe_wire_new_text (is_document ? "document" : "image"),
                                    "source", source, "cache_control", file ? make_mark () : NULL,
                                    NULL);
      }

    case TROUPE_LLM_PART_TOOL_CALL:
      {
        g_autofree char *id = troupe_wire_get_call_id (part, &turns->n_calls);

        return troupe_wire_new_map ("type", troupe_wire_new_text ("tool_use"), "id",
                                    troupe_wire_new_text (id), "name",
                                    troupe_wire_new_text (part->name != NULL ? part->name : ""),
                                    "input", troupe_wire_read_arguments (part), NULL);
      }

    case TROUPE_LLM_PART_TOOL_RESULT:
      return make_result (turns, part);

    case TROUPE_LLM_PART_REASONING:
      /* Converts a reasoning part. The part is only sent back if it has a signature. */
      if (part->signature == NULL)
        return NULL;

      return troupe_wire_new_map ("type", troupe_wire_new_text ("thinking"), "thinking",
                                  troupe_wire_new_text (part->text), "signature",
                                  troupe_wire_new_text (part->signature), NULL);

    case TROUPE_LLM_PART_OTHER:
      return part->value != NULL ? troupe_value_ref (part->value) : NULL;

    case TROUPE_LLM_PART_REFUSAL:
    default:
      return NULL;
    }
}

static gboolean
is_thought (const TroupeLlmPart *part)
{
  const char *type = troupe_llm_wire_get_text (part->value, "type");

  return part->type == TROUPE_LLM_PART_REASONING ||
         (part->type == TROUPE_LLM_PART_OTHER && type != NULL && strstr (type, "thinking") != NULL);
}

static void
add_turn (Turns *turns, const char *role, TroupeValue *content)
{
  g_ptr_array_add (turns->turns, troupe_wire_new_map ("role", troupe_wire_new_text (role),
                                                      "content", content, NULL));
}

static void
end_results (Turns *turns)
{
  if (turns->results->len > 0)
    add_turn (turns, "user", troupe_wire_end_list (turns->results));
}

static void
take_turn (Turns *turns, const TroupeLlmMessage *message)
{
  gboolean is_user = message->role != TROUPE_LLM_ROLE_ASSISTANT;
  gboolean is_marked = is_user && !turns->is_marked;
  g_autoptr (GPtrArray) blocks = NULL;
  const TroupeLlmPart *only;

  g_assert (turns != NULL);

  blocks = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < message->parts->len; i++)
      {
        const TroupeLlmPart *part = g_ptr_array_index (message->parts, i);
        TroupeValue *block;

        if (is_thought (part) != (pass == 0))
          continue;
        block = make_block (turns, part, is_marked && i + 1 == message->parts->len);
        if (block != NULL)
          g_ptr_array_add (blocks, block);
      }
  only = message->parts->len == 1 ? g_ptr_array_index (message->parts, 0) : NULL;
  if (blocks->len == 0 && !is_user)
    return;

  if (turns->turns->len == 0 && !is_user)
    /* The first turn must be the user's. */
    add_turn (turns, "user", troupe_wire_new_text ("Hello"));
  if (blocks->len == 0)
    add_turn (turns, "user", troupe_wire_new_text (""));
  else if (only != NULL && only->type == TROUPE_LLM_PART_TEXT && only->value == NULL && !is_marked)
    add_turn (turns, is_user ? "user" : "assistant", troupe_wire_new_text (only->text));
  else
    add_turn (turns, is_user ? "user" : "assistant", troupe_wire_end_list (blocks));
  turns->is_marked = turns->is_marked || is_user;
}

/* Returns TRUE if the document sets cache markers itself. In that case no other markers are
 * added, because the API allows only four. */
static gboolean
marks_itself (GPtrArray *messages)
{
  g_assert (messages != NULL);

  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);

      for (guint j = 0; j < message->parts->len; j++)
        {
          const TroupeLlmPart *part = g_ptr_array_index (message->parts, j);

          if (troupe_llm_wire_get_map (part->value, "cache_control") != NULL)
            return TRUE;
        }
    }

  return FALSE;
}

/* --- Tools and settings ----------------------------------------------------------------------- */

static TroupeValue *
make_answer_tool (TroupeValue *schema)
{
  return troupe_wire_new_map ("name", troupe_wire_new_text (TROUPE_WIRE_ANSWER_TOOL), "description",
                              troupe_wire_new_text ("Submits the answer in the required format."),
                              "input_schema", troupe_wire_make_strict (schema, 0), NULL);
}

static TroupeValue *
make_choice (const char *type, const char *name)
{
  return troupe_wire_new_map ("type", troupe_wire_new_text (type), "name",
                              troupe_wire_new_text (name), NULL);
}

/* Converts the setting `tool_choice`, which may be in OpenAI's format or that of the API.
 * (nullable) */
static TroupeValue *
translate_choice (TroupeValue *settings)
{
  TroupeValue *choice = troupe_llm_wire_get_map (settings, "tool_choice");
  const char *word = troupe_llm_wire_get_text (settings, "tool_choice");
  const char *name = troupe_wire_get_chosen_tool (choice);

  if (name != NULL)
    return make_choice ("tool", name);
  if (choice != NULL)
    return troupe_value_ref (choice);
  if (word == NULL)
    return NULL;

  return make_choice (g_str_equal (word, "required") ? "any" : word, NULL);
}

static gboolean
is_thinking (TroupeValue *settings)
{
  TroupeValue *thinking = troupe_llm_wire_get_map (settings, "thinking");

  return thinking != NULL &&
         g_strcmp0 (troupe_llm_wire_get_text (thinking, "type"), "disabled") != 0;
}

/* Adds the tools. @answer_schema: (nullable): set if the answer must be a tool call */
static void
add_tools (TroupeMapBuilder *body, const TroupeLlmRequest *request, TroupeValue *answer_schema)
{
  g_autoptr (GPtrArray) tools =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  TroupeValue *choice = NULL;

  for (guint i = 0; request->tools != NULL && i < request->tools->len; i++)
    {
      const TroupeLlmToolSpec *tool = g_ptr_array_index (request->tools, i);

      g_ptr_array_add (
          tools, troupe_wire_new_map (
                     "name", troupe_wire_new_text (tool->name), "description",
                     troupe_wire_new_text (tool->description), "input_schema",
                     tool->is_strict ? troupe_wire_make_strict (tool->schema,
                                                                TROUPE_WIRE_SCHEMA_BARE |
                                                                    TROUPE_WIRE_SCHEMA_ALL_REQUIRED)
                                     : troupe_value_ref (tool->schema),
                     "strict", tool->is_strict ? troupe_value_new_boolean (TRUE) : NULL, NULL));
    }

  if (answer_schema != NULL)
    {
      /* If reasoning is enabled, a tool call cannot be forced. */
      if (is_thinking (request->settings))
        choice = make_choice ("auto", NULL);
      else
        choice = tools->len > 0 ? make_choice ("any", NULL)
                                : make_choice ("tool", TROUPE_WIRE_ANSWER_TOOL);
      g_ptr_array_add (tools, make_answer_tool (answer_schema));
    }
  else if (tools->len > 0)
    {
      choice = translate_choice (request->settings);
    }
  if (tools->len > 0)
    troupe_map_builder_add (body, "tools", troupe_wire_end_list (tools));
  if (choice != NULL)
    troupe_map_builder_add (body, "tool_choice", choice);
}

static TroupeValue *
make_body (const TroupeLlmRequest *request, const TroupeLlmTarget *target, GError **error)
{
  TroupeValue *schema = troupe_wire_get_answer_schema (request->settings);
  gboolean is_told = schema != NULL && is_native (target->model);
  TroupeMapBuilder body;
  const char *model;
  static const char *const passed[] = { "max_tokens", "temperature", "top_p", "thinking" };
  TroupeValue *settings;
  TroupeValue *stops;
  GPtrArray *messages;
  gboolean is_conversion;
  g_autoptr (GPtrArray) all = NULL;
  g_autoptr (GPtrArray) results = NULL;
  g_autofree char *system = NULL;
  gboolean is_marked;
  Turns turns;

  g_assert (request != NULL);

  troupe_map_builder_init (&body);
  troupe_map_builder_add (&body, "model", troupe_wire_new_text (target->model));
  messages = request->messages;
  is_conversion = request->is_conversion;
  all = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  results = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  system = troupe_wire_join_system (NULL, messages, DEVELOPER);
  is_marked = is_conversion || marks_itself (messages);
  turns = (Turns){ all, results, is_marked, is_conversion, 0, 0 };
  for (guint i = 0; i < messages->len; i++)
    {
      const TroupeLlmMessage *message = g_ptr_array_index (messages, i);

      if (troupe_wire_is_system (message, DEVELOPER))
        continue;

      if (message->role == TROUPE_LLM_ROLE_TOOL)
        {
          for (guint j = 0; j < message->parts->len; j++)
            g_ptr_array_add (turns.results,
                             make_result (&turns, g_ptr_array_index (message->parts, j)));
          continue;
        }
      end_results (&turns);
      take_turn (&turns, message);
    }
  end_results (&turns);
  if (all->len == 0)
    add_turn (&turns, "user", troupe_wire_new_text ("Hello"));

  troupe_map_builder_add (&body, "messages", troupe_wire_end_list (all));
  if (system != NULL)
    {
      TroupeValue *block = make_text (system, !is_marked);

      troupe_map_builder_add (&body, "system", troupe_value_new_list (&block, 1));
    }
  model = target->model;
  settings = request->settings;
  stops = troupe_wire_list_stops (settings, FALSE);
  troupe_map_builder_add (&body, "max_tokens",
                          troupe_value_new_integer (request->is_conversion
                                                        ? CONVERSION_TOKENS
                                                        : get_most_tokens (model)));
  for (guint i = 0; i < G_N_ELEMENTS (passed); i++)
    troupe_wire_add_setting (&body, passed[i], settings, passed[i]);
  if (stops != NULL)
    troupe_map_builder_add (&body, "stop_sequences", stops);
  troupe_wire_add_entries (&body, troupe_llm_wire_get_map (settings, "additional_params"));
  add_tools (&body, request, is_told ? NULL : schema);
  if (is_told)
    troupe_map_builder_add (
        &body, "output_format",
        troupe_wire_new_map ("type", troupe_wire_new_text ("json_schema"), "schema",
                             troupe_wire_make_strict (schema, TROUPE_WIRE_SCHEMA_TELLING), NULL));
  if (request->stream || !request->is_conversion)
    troupe_map_builder_add (&body, "stream", troupe_value_new_boolean (request->stream));

  return troupe_map_builder_end (&body);
}

/* --- Body, headers and token counting --------------------------------------------------------- */

static gboolean
needs_beta (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  return troupe_wire_get_answer_schema (request->settings) != NULL && is_native (target->model);
}

static char *
make_url_of (const char *path, const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  g_autofree char *url = troupe_llm_wire_make_url (target, path);

  return needs_beta (request, target) ? troupe_llm_wire_add_query (url, "beta", "true")
                                      : g_steal_pointer (&url);
}

static char *
make_url (const TroupeLlmRequest *request, const TroupeLlmTarget *target)
{
  return make_url_of (MESSAGES, request, target);
}

/* Creates a request that counts the tokens of everything that the model would read. */
static TroupeValue *
make_count (const TroupeLlmRequest *request,
            const TroupeLlmTarget *target,
            char **url,
            GError **error)
{
  static const char *const counted[] = { "model",       "messages", "system",        "tools",
                                         "tool_choice", "thinking", "output_format", NULL };
  g_autoptr (TroupeValue) body = make_body (request, target, error);

  *url = make_url_of (MESSAGES COUNT_TOKENS, request, target);

  return troupe_wire_pick (body, counted);
}

static gboolean
add_headers (GStrvBuilder *headers,
             const TroupeLlmRequest *request,
             const TroupeLlmTarget *target,
             const char *url,
             GBytes *body,
             GError **error)
{
  g_strv_builder_add_many (headers, "anthropic-version", VERSION, NULL);
  if (needs_beta (request, target))
    g_strv_builder_add_many (headers, "anthropic-beta",
                             strstr (url, COUNT_TOKENS) != NULL ? STRUCTURED_BETA "," COUNTING_BETA
                                                                : STRUCTURED_BETA,
                             NULL);

  return TRUE;
}

static gpointer
reader_new (TroupeLlmAnswerBuilder *builder)
{
  return troupe_anthropic_reader_new (builder);
}

static void
reader_free (gpointer reader)
{
  troupe_anthropic_reader_free (reader);
}

static gboolean
take_event (gpointer reader, const char *type, TroupeValue *value, GError **error)
{
  return troupe_anthropic_reader_take_event (reader, type, value, error);
}

static gboolean
take_whole (gpointer reader, TroupeValue *value, GError **error)
{
  return troupe_anthropic_reader_take_whole (reader, value, error);
}

const TroupeLlmWire troupe_anthropic_wire = {
  .get_most_tokens = get_most_tokens,
  .framing = TROUPE_LLM_FRAMING_SSE,
  .make_url = make_url,
  .make_body = make_body,
  .add_headers = add_headers,
  .reader_new = reader_new,
  .reader_free = reader_free,
  .take_event = take_event,
  .take_whole = take_whole,
  .make_count = make_count,
  .count_key = "input_tokens",
};
