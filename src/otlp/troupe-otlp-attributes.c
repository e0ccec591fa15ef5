/* troupe-otlp-attributes.c: names and attributes of OpenTelemetry spans
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-otlp-attributes"

#include "config.h"

#include <string.h>

#include "troupe-llm-target.h"
#include "troupe-money.h"
#include "troupe-otlp-attributes.h"
#include "troupe-otlp-content.h"

/* Maximum length of a span's name in characters. Users search for spans by name. */
#define NAME_LENGTH 200

/* The data of one span. @name: (nullable): is appended to the operation in the span's name */
typedef struct
{
  const TroupeSpan *span;
  gboolean has_content;
  TroupeMapBuilder fields;
  const char *operation; /* (nullable): as defined by the conventions */
  char *title;           /* used in the name if there is no operation */
  char *name;
  TroupeOtlpKind kind;
} Made;

/* --- Event values ----------------------------------------------------------------------------- */

static void
add_text (Made *made, const char *key, const char *text)
{
  g_assert (made != NULL);

  if (text != NULL && *text != '\0')
    troupe_map_builder_add (&made->fields, key, troupe_value_new_string (text, -1));
}

static void
add_number (Made *made, const char *key, TroupeValue *value)
{
  g_assert (made != NULL);

  if (value != NULL && (troupe_value_is (value, TROUPE_VALUE_INTEGER) ||
                        troupe_value_is (value, TROUPE_VALUE_DOUBLE)))
    troupe_map_builder_add (&made->fields, key, troupe_value_ref (value));
}

/* Adds a double that may have been written without a decimal point. */
static void
add_double (Made *made, const char *key, TroupeValue *value)
{
  g_assert (made != NULL);

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
    troupe_map_builder_add (&made->fields, key,
                            troupe_value_new_double ((double) troupe_value_get_integer (value)));
  else
    add_number (made, key, value);
}

static void
add_list (Made *made, const char *key, TroupeValue *value)
{
  g_assert (made != NULL);

  if (value == NULL)
    return;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    troupe_map_builder_add (&made->fields, key, troupe_value_ref (value));
  else if (troupe_value_is (value, TROUPE_VALUE_STRING))
    troupe_map_builder_add (&made->fields, key,
                            troupe_value_new_list ((TroupeValue *[]){ troupe_value_ref (value) },
                                                   1));
}

/* --- Names --------------------------------------------------------------------------------------- */

/* Returns TRUE if the text is an identifier, not a sentence. */
static gboolean
is_word (const char *text)
{
  for (const char *at = text; *at != '\0'; at++)
    if (!g_ascii_isalnum (*at) && strchr ("_.-", *at) == NULL)
      return FALSE;
  return *text != '\0' && strlen (text) <= 80;
}

/* --- Attributes by kind ----------------------------------------------------------------------- */

static void
describe_workflow (Made *made)
{
  const char *name;

  made->operation = "invoke_workflow";
  /* A standalone crew is reported as a flow. */
  name = troupe_span_get_name (made->span);
  if (name == NULL)
    name = troupe_value_get_member_text (
        made->span->given != NULL ? made->span->given : made->span->outcome, "crew_name");
  if (name == NULL)
    name = troupe_value_get_member_text (made->span->outcome, "flow_name");
  made->name = g_strdup (name);
  add_text (made, "gen_ai.workflow.name", made->name);
}

static void
describe_method (Made *made)
{
  made->title = g_strdup ("method");
  made->name = g_strdup (troupe_span_get_method (made->span));
  add_text (made, "troupe.method.name", made->name);
  if (made->span->nth > 0)
    troupe_map_builder_add (&made->fields, "troupe.method.pass",
                            troupe_value_new_integer (made->span->nth));
}

static void
describe_task (Made *made)
{
  const char *name;

  made->title = g_strdup ("task");
  /* If the task has no name, its description is used as name, which may contain inputs; it is
   * replaced by its path. */
  name = troupe_span_get_name (made->span);
  if (name != NULL && (made->has_content || is_word (name)))
    made->name = g_strdup (name);
  else
    made->name = g_strdup (troupe_span_get_path (made->span));
  add_text (made, "troupe.task.name", made->name);
}

static void
describe_agent (Made *made)
{
  const char *path;
  const char *key;

  made->operation = "invoke_agent";
  /* The name of an agent in the document, for example `researcher` for `agents.researcher`. An
   * agent defined in a method has the name of the method. */
  path = troupe_span_get_path (made->span);
  key = path != NULL ? strrchr (path, '.') : NULL;
  if (made->has_content)
    made->name = g_strdup (troupe_span_get_name (made->span));
  else if (key != NULL && key >= path + strlen ("agents") &&
           strncmp (key - strlen ("agents"), "agents", strlen ("agents")) == 0)
    made->name = g_strdup (key + 1);
  else
    made->name = g_strdup (troupe_span_get_method (made->span));
  add_text (made, "gen_ai.agent.name", made->name);
  add_text (made, "gen_ai.agent.id", troupe_span_get_path (made->span));
}

static void
describe_usage (Made *made)
{
  static const struct
  {
    const char *count;
    const char *key;
    gboolean is_always;
  } counts[] = {
    { "prompt_tokens", "gen_ai.usage.input_tokens", TRUE },
    { "completion_tokens", "gen_ai.usage.output_tokens", TRUE },
    { "cached_prompt_tokens", "gen_ai.usage.cache_read.input_tokens", FALSE },
    { "reasoning_tokens", "gen_ai.usage.reasoning.output_tokens", FALSE },
  };
  gint64 micro_dollars = 0;

  g_assert (made != NULL);

  for (guint i = 0; troupe_span_get_usage (made->span) != NULL && i < G_N_ELEMENTS (counts); i++)
    {
      const gint64 n = troupe_span_get_tokens (made->span, counts[i].count);

      if (n > 0 || counts[i].is_always)
        troupe_map_builder_add (&made->fields, counts[i].key, troupe_value_new_integer (n));
    }
  if (troupe_span_get_cost (made->span, &micro_dollars))
    troupe_map_builder_add (&made->fields, "troupe.cost.usd",
                            troupe_value_new_double ((double) micro_dollars / 1e6));
}

static void
describe_request (Made *made, TroupeValue *given)
{
  TroupeValue *stream = troupe_value_get_member (given, "stream");
  TroupeValue *n = troupe_value_get_member (given, "n");

  g_assert (made != NULL);

  add_double (made, "gen_ai.request.temperature", troupe_value_get_member (given, "temperature"));
  add_double (made, "gen_ai.request.top_p", troupe_value_get_member (given, "top_p"));
  add_double (made, "gen_ai.request.frequency_penalty",
              troupe_value_get_member (given, "frequency_penalty"));
  add_double (made, "gen_ai.request.presence_penalty",
              troupe_value_get_member (given, "presence_penalty"));
  add_number (made, "gen_ai.request.max_tokens", troupe_value_get_member (given, "max_tokens"));
  add_number (made, "gen_ai.request.seed", troupe_value_get_member (given, "seed"));
  add_list (made, "gen_ai.request.stop_sequences",
            troupe_value_get_member (given, "stop_sequences"));
  if (n != NULL && troupe_value_is (n, TROUPE_VALUE_INTEGER) && troupe_value_get_integer (n) != 1)
    add_number (made, "gen_ai.request.choice.count", n);
  if (stream == NULL || !troupe_value_is (stream, TROUPE_VALUE_BOOLEAN) ||
      !troupe_value_get_boolean (stream))
    return;
  troupe_map_builder_add (&made->fields, "gen_ai.request.stream", troupe_value_new_boolean (TRUE));
  if (made->span->first > 0)
    troupe_map_builder_add (&made->fields, "gen_ai.response.time_to_first_chunk",
                            troupe_value_new_double (
                                (double) (made->span->first - made->span->start) / G_USEC_PER_SEC));
}

static void
describe_call (Made *made)
{
  const char *model = troupe_span_get_name (made->span);
  const char *name = model;
  const TroupeProvider *provider =
      model != NULL ? troupe_llm_service_find (model, NULL, NULL, &name, NULL) : NULL;

  made->operation = "chat";
  made->kind = TROUPE_OTLP_CLIENT;
  made->name = g_strdup (name);
  if (provider != NULL)
    {
      add_text (made, "gen_ai.provider.name",
                provider->trace_name != NULL ? provider->trace_name : provider->prefixes[0]);
      if (provider->wire == TROUPE_WIRE_MOCK)
        made->kind = TROUPE_OTLP_INTERNAL;
    }
  add_text (made, "gen_ai.request.model", name);
  describe_request (made, made->span->given);
  add_text (made, "gen_ai.response.model",
            troupe_value_get_member_text (made->span->outcome, "response_model"));
  add_list (made, "gen_ai.response.finish_reasons",
            troupe_value_get_member (made->span->outcome, "finish_reason"));
  describe_usage (made);
  if (troupe_value_get_member (made->span->outcome, "restored") != NULL)
    troupe_map_builder_add (&made->fields, "troupe.restored", troupe_value_new_boolean (TRUE));
}

static void
describe_tool (Made *made)
{
  TroupeValue *cached = troupe_value_get_member (made->span->outcome, "from_cache");

  made->operation = "execute_tool";
  made->name = g_strdup (troupe_span_get_name (made->span));
  add_text (made, "gen_ai.tool.name", made->name);
  add_text (made, "gen_ai.tool.call.id",
            troupe_value_get_member_text (made->span->given, "tool_call_id"));
  troupe_map_builder_add (&made->fields, "gen_ai.tool.type",
                          troupe_value_new_string ("function", -1));
  if (cached != NULL && troupe_value_is (cached, TROUPE_VALUE_BOOLEAN) &&
      troupe_value_get_boolean (cached))
    troupe_map_builder_add (&made->fields, "troupe.tool.from_cache",
                            troupe_value_new_boolean (TRUE));
}

static void
describe_memory (Made *made)
{
  const gboolean saves = troupe_value_get_member (made->span->given, "value") != NULL;

  made->operation = saves ? "upsert_memory" : "search_memory";
  add_number (made, "gen_ai.memory.record.count",
              troupe_value_get_member (made->span->outcome, saves ? "saved" : "results"));
}

static void
describe_knowledge (Made *made)
{
  if (troupe_value_get_member (made->span->given, "collection") != NULL)
    made->title = g_strdup ("load_knowledge");
  else
    made->operation = "retrieval";
}

static void
describe_guardrail (Made *made)
{
  TroupeValue *success = troupe_value_get_member (made->span->outcome, "success");

  made->title = g_strdup ("guardrail");
  add_text (made, "troupe.guardrail.type",
            troupe_value_get_member_text (made->span->given, "guardrail_type"));
  if (success != NULL && troupe_value_is (success, TROUPE_VALUE_BOOLEAN))
    troupe_map_builder_add (&made->fields, "troupe.guardrail.success", troupe_value_ref (success));
}

static void
describe_question (Made *made)
{
  made->title = g_strdup ("human_feedback");
  made->name = g_strdup (troupe_span_get_method (made->span));
}

/* Kinds without an entry are not exported as spans. These are checkpoints, and scopes that are
 * only reported. */
static void (*const describers[TROUPE_SCOPE_N_KINDS]) (Made *made) = {
  [TROUPE_SCOPE_FLOW] = describe_workflow,       [TROUPE_SCOPE_METHOD] = describe_method,
  [TROUPE_SCOPE_CREW] = describe_workflow,       [TROUPE_SCOPE_TASK] = describe_task,
  [TROUPE_SCOPE_AGENT] = describe_agent,         [TROUPE_SCOPE_MODEL_CALL] = describe_call,
  [TROUPE_SCOPE_TOOL_CALL] = describe_tool,      [TROUPE_SCOPE_MEMORY] = describe_memory,
  [TROUPE_SCOPE_KNOWLEDGE] = describe_knowledge, [TROUPE_SCOPE_GUARDRAIL] = describe_guardrail,
  [TROUPE_SCOPE_QUESTION] = describe_question,
};

/* --- Entry point ------------------------------------------------------------------------------ */

gboolean
troupe_otlp_attributes_describe (const TroupeSpan *span,
                                 const char *conversation,
                                 gboolean has_content,
                                 TroupeOtlpSpan *self)
{
  Made made = { .span = span, .has_content = has_content, .kind = TROUPE_OTLP_INTERNAL };
  const char *first;
  g_autofree char *whole = NULL;
  const char *kind;

  g_return_val_if_fail (span != NULL, FALSE);
  g_return_val_if_fail (self != NULL, FALSE);

  if (describers[span->kind] == NULL)
    return FALSE;
  troupe_map_builder_init (&made.fields);
  describers[span->kind](&made);
  add_text (&made, "gen_ai.operation.name", made.operation);
  add_text (&made, "gen_ai.conversation.id", conversation);
  add_text (&made, "troupe.path", troupe_span_get_path (span));
  kind = troupe_span_get_error_kind (made.span);
  self->has_failed = made.span->state == TROUPE_SCOPE_FAILED;
  if (self->has_failed)
    add_text (&made, "error.type", kind != NULL && is_word (kind) ? kind : "_OTHER");
  if (self->has_failed && made.has_content)
    self->error = troupe_span_dup_error (made.span);
  if (made.span->state == TROUPE_SCOPE_CANCELLED)
    add_text (&made, "troupe.state", "cancelled");
  else if (made.span->state == TROUPE_SCOPE_PAUSED || made.span->state == TROUPE_SCOPE_WAITING)
    add_text (&made, "troupe.state", "paused");
  self->kind = made.kind;
  first = made.operation != NULL ? made.operation : made.title;
  whole = made.name != NULL && *made.name != '\0' ? g_strconcat (first, " ", made.name, NULL)
                                                  : g_strdup (first);
  self->name = g_utf8_strlen (whole, -1) > NAME_LENGTH ? g_utf8_substring (whole, 0, NAME_LENGTH)
                                                       : g_steal_pointer (&whole);
  self->started_us = span->started_us;
  self->ended_us = span->ended_us;
  self->attributes = troupe_map_builder_end (&made.fields);
  self->content =
      has_content ? troupe_otlp_content_new (span->kind, span->given, span->outcome) : NULL;
  g_free (made.title);
  g_free (made.name);
  return TRUE;
}
