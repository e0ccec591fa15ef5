/* troupe-agent-kickoff.c: lets an agent answer once
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-kickoff"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-private.h"

#define FINAL_ANSWER "Final Answer:"
#define FENCE "```"

typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeLlmClient *client;
  TroupeEventBus *bus;   /* (nullable) */
  TroupeLlmUsage *usage; /* (nullable) */

  TroupeValue *input;
  TroupeValue *messages; /* as CrewAI keeps them */
  TroupeLlmRequest *request;
  char *model;
  TroupeScope *scope; /* of the agent */
  TroupeScope *call;  /* of the model's call */
} Kickoff;

static void
kickoff_free (gpointer data)
{
  Kickoff *kickoff = data;

  g_clear_pointer (&kickoff->agent, troupe_agent_definition_unref);
  g_clear_object (&kickoff->client);
  g_clear_pointer (&kickoff->bus, troupe_event_bus_unref);
  g_clear_pointer (&kickoff->input, troupe_value_unref);
  g_clear_pointer (&kickoff->messages, troupe_value_unref);
  troupe_llm_request_free (kickoff->request);
  g_clear_pointer (&kickoff->call, troupe_scope_unref);
  g_clear_pointer (&kickoff->scope, troupe_scope_unref);
  g_free (kickoff->model);
  g_free (kickoff);
}

/* --- Events ---------------------------------------------------------------------------------- */

static gboolean
is_watched (Kickoff *kickoff)
{
  return kickoff->bus != NULL && troupe_event_bus_is_watched (kickoff->bus);
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

/* Every event of an agent says whose it is (doc/cli.md). */
static void
begin_fields (Kickoff *kickoff, TroupeMapBuilder *builder)
{
  troupe_map_builder_init (builder);
  add_text (builder, "agent_role", kickoff->agent->role);
}

static void
emit (Kickoff *kickoff, TroupeEventType type, TroupeScope *scope, TroupeMapBuilder *builder)
{
  troupe_event_bus_emit (kickoff->bus,
                         troupe_event_new (type, scope, troupe_map_builder_end (builder)));
}

static TroupeValue *
describe_agent (TroupeAgentDefinition *agent)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "role", agent->role);
  add_text (&builder, "goal", agent->goal);
  add_text (&builder, "backstory", agent->backstory);

  return troupe_map_builder_end (&builder);
}

static void
emit_agent_started (Kickoff *kickoff)
{
  TroupeMapBuilder builder;

  if (!is_watched (kickoff))
    return;

  begin_fields (kickoff, &builder);
  troupe_map_builder_add (&builder, "agent_info", describe_agent (kickoff->agent));
  troupe_map_builder_add (&builder, "messages", troupe_value_ref (kickoff->input));
  troupe_map_builder_add (&builder, "tools", troupe_value_new_list (NULL, 0));
  emit (kickoff, TROUPE_EVENT_AGENT_STARTED, kickoff->scope, &builder);
}

static void
emit_call_started (Kickoff *kickoff)
{
  static const char *const settings[] = {
    "temperature", "top_p", "max_tokens", "seed", "frequency_penalty", "presence_penalty", "n"
  };
  TroupeMapBuilder builder;

  if (!is_watched (kickoff))
    return;

  begin_fields (kickoff, &builder);
  add_text (&builder, "model", kickoff->model);
  troupe_map_builder_add (&builder, "stream", troupe_value_new_boolean (kickoff->request->stream));
  troupe_map_builder_add (&builder, "messages", troupe_value_ref (kickoff->messages));
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    {
      TroupeValue *value = troupe_agent_get (kickoff->request->settings, settings[i]);

      if (value != NULL)
        troupe_map_builder_add (&builder, settings[i], troupe_value_ref (value));
    }
  emit (kickoff, TROUPE_EVENT_LLM_CALL_STARTED, kickoff->call, &builder);
}

static void
delta_cb (const TroupeLlmDelta *delta, gpointer user_data)
{
  Kickoff *kickoff = user_data;
  TroupeMapBuilder builder;

  gboolean is_call = delta->type == TROUPE_LLM_PART_TOOL_CALL;

  /* What the model thinks is no part of its answer, and CrewAI tells nobody of it. */
  if (!is_watched (kickoff) || (!is_call && delta->type != TROUPE_LLM_PART_TEXT))
    return;

  begin_fields (kickoff, &builder);
  add_text (&builder, "model", kickoff->model);
  add_text (&builder, "call_type", is_call ? "tool_call" : "llm_call");
  troupe_map_builder_add (&builder, "chunk",
                          troupe_value_new_string (delta->text, (gssize) delta->length));
  emit (kickoff, TROUPE_EVENT_LLM_STREAM_CHUNK, kickoff->call, &builder);
}

static TroupeValue *
describe_usage (const TroupeLlmUsage *usage)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "prompt_tokens",
                          troupe_value_new_integer (usage->prompt_tokens));
  troupe_map_builder_add (&builder, "completion_tokens",
                          troupe_value_new_integer (usage->completion_tokens));
  troupe_map_builder_add (&builder, "total_tokens", troupe_value_new_integer (usage->total_tokens));
  troupe_map_builder_add (&builder, "cached_prompt_tokens",
                          troupe_value_new_integer (usage->cached_prompt_tokens));
  troupe_map_builder_add (&builder, "reasoning_tokens",
                          troupe_value_new_integer (usage->reasoning_tokens));

  return troupe_map_builder_end (&builder);
}

static void
emit_call_finished (Kickoff *kickoff, const TroupeLlmAnswer *answer)
{
  TroupeMapBuilder builder;

  if (!is_watched (kickoff))
    return;

  begin_fields (kickoff, &builder);
  add_text (&builder, "model", kickoff->model);
  add_text (&builder, "call_type",
            answer->finish == TROUPE_LLM_FINISH_TOOL_CALLS ? "tool_call" : "llm_call");
  add_text (&builder, "finish_reason", answer->finish_reason);
  add_text (&builder, "response", answer->content);
  troupe_map_builder_add (&builder, "usage", describe_usage (&answer->usage));
  emit (kickoff, TROUPE_EVENT_LLM_CALL_FINISHED, kickoff->call, &builder);
}

static void
add_error (TroupeMapBuilder *builder, const char *kind, const GError *error)
{
  TroupeMapBuilder details;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    kind = "cancelled";

  troupe_map_builder_init (&details);
  add_text (&details, "kind", kind);
  add_text (&details, "message", error->message);
  troupe_map_builder_add (builder, "error", troupe_map_builder_end (&details));
}

static void
emit_call_failed (Kickoff *kickoff, const char *kind, const GError *error)
{
  TroupeMapBuilder builder;

  if (!is_watched (kickoff))
    return;

  begin_fields (kickoff, &builder);
  add_text (&builder, "model", kickoff->model);
  add_error (&builder, kind, error);
  emit (kickoff, TROUPE_EVENT_LLM_CALL_FAILED, kickoff->call, &builder);
}

static void
emit_agent_finished (Kickoff *kickoff, const char *output)
{
  TroupeMapBuilder builder;

  if (!is_watched (kickoff))
    return;

  begin_fields (kickoff, &builder);
  add_text (&builder, "output", output);
  emit (kickoff, TROUPE_EVENT_AGENT_FINISHED, kickoff->scope, &builder);
}

/* Ends the kickoff: every start in the log gets its end. @error: (transfer full) */
static void
fail (GTask *task, const char *kind, GError *error)
{
  Kickoff *kickoff = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (is_watched (kickoff))
    {
      TroupeMapBuilder builder;

      begin_fields (kickoff, &builder);
      add_error (&builder, kind, error);
      emit (kickoff, TROUPE_EVENT_AGENT_FAILED, kickoff->scope, &builder);
    }

  g_task_return_error (task, error);
}

/* --- The answer ------------------------------------------------------------------------------ */

/* What the agent says. Models that were trained on it still write "Final Answer:"; as CrewAI does, all
 * before its last occurrence is dropped, and a fence behind it that nothing opens
 * (doc/crew-semantics.md §11). */
static char *
get_output (const char *content)
{
  const char *final = g_strrstr (content, FINAL_ANSWER);
  g_autofree char *text = NULL;
  guint n_fences = 0;

  if (final == NULL)
    return g_strdup (content);

  text = g_strstrip (g_strdup (final + strlen (FINAL_ANSWER)));
  for (const char *at = strstr (text, FENCE); at != NULL; at = strstr (at + strlen (FENCE), FENCE))
    n_fences++;
  if (n_fences % 2 == 1 && g_str_has_suffix (text, FENCE))
    {
      text[strlen (text) - strlen (FENCE)] = '\0';
      g_strchomp (text);
    }

  return g_steal_pointer (&text);
}

/* The answer as the object that `response_format` asks for. It must be bare JSON, as with CrewAI, which takes
 * no fence and no words around it (doc/crew-semantics.md §9). */
static TroupeValue *
read_object (TroupeSchema *schema, const char *text, GError **error)
{
  g_autoptr (GError) cause = NULL;
  TroupeValue *object = troupe_schema_read_text (schema, text, &cause);

  if (object != NULL)
    return object;
  if (g_error_matches (cause, TROUPE_SCHEMA_ERROR, TROUPE_SCHEMA_ERROR_JSON))
    g_set_error_literal (
        error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
        _ ("The answer is not the JSON object that “response_format” asks for. Choose a "
           "model that can write JSON by a schema."));
  else
    /* Translators: %s lists what is wrong, as in “score: expected a whole number, found the text “many”.” */
    g_set_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                 _ ("The answer does not fit “response_format”: %s"), cause->message);

  return NULL;
}

static TroupeValue *
make_result (Kickoff *kickoff, const char *output, TroupeValue *object, const TroupeLlmUsage *usage)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  add_text (&builder, "raw", output);
  troupe_map_builder_add (&builder, "pydantic",
                          object != NULL ? troupe_value_ref (object) : troupe_value_new_null ());
  add_text (&builder, "agent_role", kickoff->agent->role);
  troupe_map_builder_add (&builder, "usage_metrics", troupe_llm_usage_to_value (usage));
  troupe_map_builder_add (&builder, "messages", troupe_value_ref (kickoff->messages));
  troupe_map_builder_add (&builder, "tool_failures", troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&builder, "plan", troupe_value_new_null ());
  troupe_map_builder_add (&builder, "todos", troupe_value_new_list (NULL, 0));
  troupe_map_builder_add (&builder, "replan_count", troupe_value_new_integer (0));
  troupe_map_builder_add (&builder, "last_replan_reason", troupe_value_new_null ());

  return troupe_map_builder_end (&builder);
}

static void
completed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Kickoff *kickoff = g_task_get_task_data (task);
  g_autoptr (TroupeLlmAnswer) answer = NULL;
  g_autoptr (TroupeValue) fields = NULL;
  g_autofree char *output = NULL;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  answer = troupe_llm_client_complete_finish (TROUPE_LLM_CLIENT (object), result, &error);
  if (answer == NULL)
    {
      emit_call_failed (kickoff, "provider", error);
      fail (task, "provider", error);
      return;
    }

  if (kickoff->usage != NULL)
    troupe_llm_usage_add (kickoff->usage, &answer->usage);
  /* A misfit fails the call, not only the agent, as with CrewAI. */
  if (kickoff->agent->response_rules != NULL && *answer->content != '\0' &&
      (fields = read_object (kickoff->agent->response_rules, answer->content, &error)) == NULL)
    {
      emit_call_failed (kickoff, "output", error);
      fail (task, "output", error);
      return;
    }
  emit_call_finished (kickoff, answer);

  output = fields != NULL ? troupe_value_to_json (fields, TROUPE_JSON_COMPACT)
                          : get_output (answer->content);
  if (*output == '\0')
    {
      fail (task, "provider",
            g_error_new (
                TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                /* Translators: a model and why it stopped, such as length. */
                _ ("The model “%s” gave an empty answer (%s). Ask for something else, or allow "
                   "a longer answer."),
                kickoff->model, answer->finish_reason != NULL ? answer->finish_reason : "?"));
      return;
    }

  emit_agent_finished (kickoff, output);
  g_task_return_pointer (task, make_result (kickoff, output, fields, &answer->usage),
                         (GDestroyNotify) troupe_value_unref);
}

/* --- The call -------------------------------------------------------------------------------- */

static TroupeValue *
wrap_schema (TroupeValue *schema)
{
  TroupeMapBuilder inner, outer;

  troupe_map_builder_init (&inner);
  add_text (&inner, "name", "answer");
  troupe_map_builder_add (&inner, "schema", troupe_value_ref (schema));

  troupe_map_builder_init (&outer);
  add_text (&outer, "type", "json_schema");
  troupe_map_builder_add (&outer, "json_schema", troupe_map_builder_end (&inner));

  return troupe_map_builder_end (&outer);
}

static gboolean
get_number (TroupeValue *value, double *number)
{
  if (value == NULL)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return FALSE;

  return *number > 0.0;
}

/* The model's settings, with what the agent itself says about time and form. (transfer full) */
static TroupeValue *
make_settings (TroupeAgentDefinition *agent)
{
  g_autoptr (TroupeValue) settings = NULL;
  double longest, timeout;

  if (agent->settings != NULL)
    {
      settings = troupe_value_ref (agent->settings);
    }
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      settings = troupe_map_builder_end (&builder);
    }

  if (get_number (troupe_agent_get (agent->fields, "max_execution_time"), &longest) &&
      (!get_number (troupe_agent_get (settings, "timeout"), &timeout) || timeout > longest))
    {
      g_autoptr (TroupeValue) limit = troupe_value_new_double (longest);
      g_autoptr (TroupeValue) old = g_steal_pointer (&settings);

      settings = troupe_value_map_with (old, "timeout", limit);
    }

  if (agent->response_schema != NULL)
    {
      g_autoptr (TroupeValue) format = wrap_schema (agent->response_schema);
      g_autoptr (TroupeValue) old = g_steal_pointer (&settings);

      settings = troupe_value_map_with (old, "response_format", format);
    }

  return g_steal_pointer (&settings);
}

static TroupeLlmRequest *
make_request (TroupeAgentDefinition *agent, TroupeValue *messages)
{
  g_autoptr (GPtrArray) said = troupe_llm_messages_from_value (messages);
  TroupeLlmRequest *request = troupe_llm_request_new (agent->model, said);
  TroupeValue *stream;

  request->settings = make_settings (agent);
  /* Text is shown as it comes, unless the document says otherwise. */
  stream = troupe_agent_get (request->settings, "stream");
  request->stream = stream == NULL || !troupe_value_is (stream, TROUPE_VALUE_BOOLEAN) ||
                    troupe_value_get_boolean (stream);

  return request;
}

void
troupe_agent_kickoff_async (TroupeAgentDefinition *self,
                            TroupeValue *input,
                            const TroupeAgentCall *call,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeValue) messages = NULL;
  g_autofree char *unsupported = NULL;
  GError *error = NULL;
  Kickoff *kickoff;

  g_return_if_fail (self != NULL);
  g_return_if_fail (input != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_kickoff_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  if ((unsupported = troupe_agent_definition_get_unsupported (self)) != NULL)
    {
      g_task_return_new_error (task, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_UNSUPPORTED, "%s",
                               unsupported);
      return;
    }
  if ((messages = troupe_agent_make_messages (self, input, &error)) == NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  kickoff = g_new0 (Kickoff, 1);
  g_task_set_task_data (task, kickoff, kickoff_free);
  kickoff->agent = troupe_agent_definition_ref (self);
  kickoff->client = g_object_ref (call->client);
  kickoff->bus = call->bus != NULL ? troupe_event_bus_ref (call->bus) : NULL;
  kickoff->usage = call->usage;
  kickoff->input = troupe_value_ref (input);
  kickoff->messages = troupe_value_ref (messages);
  kickoff->request = make_request (self, messages);
  kickoff->model = self->model != NULL ? g_strdup (self->model)
                                       : troupe_llm_client_get_default_model (call->client);
  kickoff->scope = troupe_scope_new (TROUPE_SCOPE_AGENT, call->scope, call->path, self->role);
  kickoff->call = troupe_scope_new (TROUPE_SCOPE_MODEL_CALL, kickoff->scope, NULL, kickoff->model);

  emit_agent_started (kickoff);
  emit_call_started (kickoff);
  troupe_llm_client_complete_async (kickoff->client, kickoff->request, delta_cb, kickoff,
                                    cancellable, completed_cb, g_steal_pointer (&task));
}

TroupeValue *
troupe_agent_kickoff_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
