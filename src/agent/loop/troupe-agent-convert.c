/* troupe-agent-convert.c: asks a model to convert an answer to structured output
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-convert"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-form.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-model.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"
#include "troupe-llm-models.h"

#define ATTEMPTS_MOST 3u
/* Maximum number of requests per attempt. Each further request asks the model to correct its
 * previous answer. */
#define ROUNDS_MOST 4u

/* @usage: (nullable): updated with @total at the end; @specs: (nullable): the only tool, which
 *   is named @tool;
 * @plain: (nullable): the model without a response format, which is asked after all attempts
 *   have failed
 * @validate_func: (nullable), with @validate_data; @answer: (nullable): the answer while its
 *   object is validated by a class;
 * @has_to_call: whether a model that answers with text instead of a tool call is asked to
 *   correct this; otherwise the attempt ends;
 * @n_first: number of messages at the start of an attempt */
typedef struct
{
  TroupeAgentModel *model;
  TroupeAgentModel *plain;
  TroupeSchema *rules;
  GPtrArray *messages;
  GPtrArray *specs;
  TroupeLlmUsage *usage;
  TroupeLlmUsage total;
  char *tool;
  TroupeAgentValidateFunc validate_func;
  gpointer validate_data;
  TroupeLlmAnswer *answer;
  gboolean has_to_call;
  guint n_first;
  guint n_attempts;
  guint n_rounds;
} Conversion;

static void
conversion_free (gpointer data)
{
  Conversion *conversion = data;

  g_clear_object (&conversion->model);
  g_clear_object (&conversion->plain);
  g_clear_pointer (&conversion->rules, troupe_schema_unref);
  g_clear_pointer (&conversion->messages, g_ptr_array_unref);
  g_clear_pointer (&conversion->specs, g_ptr_array_unref);
  g_clear_pointer (&conversion->answer, troupe_llm_answer_free);
  g_free (conversion->tool);
  g_free (conversion);
}

static void attempt (GTask *task);
static void ask (GTask *task);

/* --- Requests --------------------------------------------------------------------------------- */

static void
add_message (Conversion *conversion, TroupeLlmRole role, const char *text)
{
  g_ptr_array_add (conversion->messages, troupe_llm_message_new_text (role, text));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (troupe_value_get_string (*(TroupeValue *const *) a, NULL),
                 troupe_value_get_string (*(TroupeValue *const *) b, NULL));
}

/* Requests the object as the arguments of a single tool call. (transfer full): the value of
 * `tool_choice` */
static TroupeValue *
ask_by_tool (Conversion *conversion, const char *text, TroupeValue *schema, const char *name)
{
  g_autoptr (TroupeValue) parameters = NULL;
  const char *choice;
  TroupeMapBuilder inner, outer;
  gboolean is_whole;
  g_autoptr (TroupeValue) form = NULL;
  TroupeValue *required;
  g_autoptr (TroupeValue) bare = NULL;
  g_autoptr (TroupeValue) sorted = NULL;
  g_autoptr (GPtrArray) names = NULL;

  g_assert (conversion != NULL);

  /* Creates the parameters of the tool as CrewAI does. For OpenAI-like models the title is
   * omitted and the required properties are sorted alphabetically. */
  is_whole = conversion->has_to_call;
  form = troupe_agent_form_make (schema, TROUPE_AGENT_FORM_MODEL);
  required = troupe_value_get_member (form, "required");
  names = g_ptr_array_new ();
  if (is_whole)
    parameters = g_steal_pointer (&form);
  else
    {
      bare = troupe_value_map_without (form, "title");
      for (gsize i = 0; required != NULL && i < troupe_value_list_get_length (required); i++)
        g_ptr_array_add (names, troupe_value_ref (troupe_value_list_get (required, i)));
      g_ptr_array_sort (names, compare_texts);
      sorted = troupe_value_new_list ((TroupeValue **) names->pdata, names->len);
      parameters = troupe_value_map_with (bare, "required", sorted);
    }
  conversion->tool = troupe_agent_form_name (schema, name);
  conversion->specs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);
  g_ptr_array_add (conversion->specs,
                   troupe_llm_tool_spec_new (conversion->tool,
                                             troupe_prompt_get (TROUPE_PROMPT_CONVERT_TOOL),
                                             parameters));
  add_message (conversion, TROUPE_LLM_ROLE_USER, text);

  choice = conversion->tool;
  troupe_map_builder_init (&inner);
  troupe_map_builder_add (&inner, "name", troupe_value_new_string (choice, -1));
  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "type", troupe_value_new_string ("function", -1));
  troupe_map_builder_add (&outer, "function", troupe_map_builder_end (&inner));
  return troupe_map_builder_end (&outer);
}

/* Requests the object as the response format. (transfer full): the value of `response_format` */
static TroupeValue *
ask_by_form (Conversion *conversion,
             const char *text,
             TroupeValue *schema,
             const char *name,
             const char *model,
             TroupeValue *settings)
{
  g_autofree char *how = troupe_agent_describe_form (schema);

  add_message (conversion, TROUPE_LLM_ROLE_SYSTEM, how);
  add_message (conversion, TROUPE_LLM_ROLE_USER, text);

  return troupe_agent_form_wrap (schema, name, troupe_agent_form_find (model, settings));
}

/* --- Responses -------------------------------------------------------------------------------- */

static void
end (GTask *task, TroupeValue *object, GError *error)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (conversion->usage != NULL)
    troupe_llm_usage_add (conversion->usage, &conversion->total);
  if (object != NULL)
    g_task_return_pointer (task, object, (GDestroyNotify) troupe_value_unref);
  else
    g_task_return_error (task, error);
}

/* (transfer none) (nullable) */
static const TroupeLlmPart *
find_call (const TroupeLlmAnswer *answer)
{
  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL)
        return part;
    }

  return NULL;
}

/* Parses and validates the arguments of the tool call. As in CrewAI, text is never accepted,
 * whatever it contains. Returns NULL if there is no call, or if its arguments are invalid.
 * (transfer full) */
static TroupeValue *
read_call (Conversion *conversion, const TroupeLlmAnswer *answer, GError **error)
{
  const TroupeLlmPart *part = find_call (answer);

  g_assert (conversion != NULL);

  if (part != NULL)
    return troupe_agent_read_object (conversion->rules, part->text, TRUE, error);

  g_set_error (error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
               /* Translators: the name of a tool */
               _ ("The model did not call “%s”; it answered in plain text instead."),
               conversion->tool);

  return NULL;
}

/* Ends with the object, or asks again. @object: (transfer full) (nullable); @error: (transfer
 * full) (nullable); @answer: (nullable) */
static void
take_object (GTask *task, const TroupeLlmAnswer *answer, TroupeValue *object, GError *error)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (object != NULL || error->domain != TROUPE_LLM_ERROR)
    end (task, object, error);
  else if (conversion->specs != NULL && answer != NULL && conversion->n_rounds < ROUNDS_MOST &&
           (conversion->has_to_call || find_call (answer) != NULL))
    {
      g_autofree char *text =
          troupe_prompt_fill (find_call (answer) != NULL ? TROUPE_PROMPT_CONVERT_AGAIN
                                                         : TROUPE_PROMPT_CONVERT_NO_CALL,
                              "name", conversion->tool, "error", error->message, NULL);

      /* Appends the model's message and a description of the error. Each tool call gets a
       * result. */
      g_ptr_array_add (conversion->messages, troupe_llm_message_ref (answer->message));
      if (find_call (answer) == NULL)
        add_message (conversion, TROUPE_LLM_ROLE_USER, text);
      for (guint i = 0; i < answer->message->parts->len; i++)
        {
          const TroupeLlmPart *call = g_ptr_array_index (answer->message->parts, i);
          TroupeLlmMessage *message = NULL;
          TroupeLlmPart *part = NULL;

          if (call->type != TROUPE_LLM_PART_TOOL_CALL)
            continue;
          part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_RESULT, text);
          part->id = g_strdup (call->id);
          part->name = g_strdup (call->name);
          part->is_error = TRUE;
          message = troupe_llm_message_new (TROUPE_LLM_ROLE_TOOL);
          troupe_llm_message_add (message, part);
          g_ptr_array_add (conversion->messages, message);
        }
      g_error_free (error);
      ask (task);
    }
  else if (conversion->n_attempts < ATTEMPTS_MOST)
    {
      g_error_free (error);
      attempt (task);
    }
  else if (conversion->plain != NULL)
    {
      g_error_free (error);
      g_clear_object (&conversion->model);
      conversion->model = g_steal_pointer (&conversion->plain);
      attempt (task);
    }
  else
    {
      if (answer != NULL)
        troupe_agent_model_advise_misfit (conversion->model, error);
      end (task, NULL, error);
    }
}

static void
validated_cb (TroupeValue *object, GError *error, gpointer validated_data)
{
  g_autoptr (GTask) task = validated_data;
  Conversion *conversion = g_task_get_task_data (task);
  g_autoptr (TroupeLlmAnswer) answer = g_steal_pointer (&conversion->answer);

  g_assert (G_IS_TASK (task));

  take_object (task, answer, object, error);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Conversion *conversion = g_task_get_task_data (task);
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);
  const gboolean is_validated = object != NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer != NULL && object == NULL)
    object = conversion->specs != NULL
                 ? read_call (conversion, answer, &error)
                 : troupe_agent_read_object (conversion->rules, answer->content, TRUE, &error);
  if (object == NULL || is_validated || conversion->validate_func == NULL)
    {
      take_object (task, answer, g_steal_pointer (&object), error);
      return;
    }
  conversion->answer = g_steal_pointer (&answer);
  conversion->validate_func (object, g_task_get_cancellable (task), validated_cb,
                             g_object_ref (task), conversion->validate_data);
}

static void
ask (GTask *task)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  conversion->n_rounds++;
  troupe_agent_model_ask_async (conversion->model, conversion->messages, conversion->specs,
                                g_task_get_cancellable (task), answered_cb, g_object_ref (task));
}

static void
attempt (GTask *task)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  conversion->n_attempts++;
  conversion->n_rounds = 0;
  g_ptr_array_set_size (conversion->messages, (int) conversion->n_first);
  ask (task);
}

/* --- Settings -------------------------------------------------------------------------------- */

/* Copies only the settings of the connection. CrewAI's converter uses no other settings of the
 * agent's model, not even `api`. @settings: (nullable). (transfer full) */
static TroupeValue *
pick_connection (TroupeValue *settings)
{
  static const char *const names[] = {
    "base_url",        "endpoint",      "api_base",        "provider",
    "api_key",         "api_version",   "timeout",         "max_retries",
    "aws_region_name", "region_name",   "connect_timeout", "first_byte_timeout",
    "idle_timeout",    "total_timeout", "retry_delay_ms",  "word_delay_ms",
    "answers",
  };
  TroupeMapBuilder picked;

  troupe_map_builder_init (&picked);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      TroupeValue *value = troupe_value_get_member (settings, names[i]);

      if (value != NULL)
        troupe_map_builder_add (&picked, names[i], troupe_value_ref (value));
    }

  return troupe_map_builder_end (&picked);
}

/* Returns TRUE if CrewAI's converter can force the tool call at all (doc/crew-semantics.md §9). */
static gboolean
is_callable (const char *model)
{
  return !troupe_agent_form_is_of (model, TROUPE_WIRE_GEMINI) &&
         !troupe_agent_form_is_of (model, TROUPE_WIRE_AZURE);
}

static gboolean
wants_stream (TroupeValue *settings)
{
  TroupeValue *stream = troupe_value_get_member (settings, "stream");

  return stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (stream);
}

/* @at_last: whether the model is asked once more without a response format after all attempts
 *   have failed */
static void
convert (TroupeAgentDefinition *self,
         const char *text,
         TroupeValue *schema,
         const char *name,
         gboolean by_tool,
         gboolean at_last,
         const TroupeAgentContext *call,
         GCancellable *cancellable,
         GAsyncReadyCallback callback,
         gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  g_autofree char *model = NULL;
  g_autoptr (GError) cause = NULL;
  TroupeAgentLoopSetup setup = { 0 };
  Conversion *conversion = NULL;

  g_return_if_fail (self != NULL && text != NULL && schema != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, convert);
  g_task_set_check_cancellable (task, FALSE);
  conversion = g_new0 (Conversion, 1);
  conversion->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  g_task_set_task_data (task, conversion, conversion_free);
  conversion->rules = troupe_schema_new (schema, NULL, &cause);
  if (conversion->rules == NULL)
    {
      g_task_return_new_error (task, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID, "%s",
                               cause->message);
      return;
    }

  model = self->model != NULL ? g_strdup (self->model)
                              : troupe_llm_client_get_default_model (call->run->client);
  if (by_tool && !is_callable (model))
    {
      g_task_return_new_error (task, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID,
                               /* Translators: the name of a model */
                               _ ("The model “%s” cannot be forced to call a tool that returns the "
                                  "structured answer. Use “output_pydantic” instead."),
                               model);
      return;
    }
  conversion->has_to_call = troupe_agent_form_is_of (model, TROUPE_WIRE_ANTHROPIC) ||
                            troupe_agent_form_is_of (model, TROUPE_WIRE_BEDROCK);
  if (by_tool)
    {
      g_autoptr (TroupeValue) connection = pick_connection (self->settings);
      g_autoptr (TroupeValue) choice = ask_by_tool (conversion, text, schema, name);

      settings = troupe_agent_settings_with (connection, "tool_choice", choice);
    }
  else
    {
      g_autoptr (TroupeValue) form =
          ask_by_form (conversion, text, schema, name, model, self->settings);

      /* For a model without tools the schema is only described in the prompt, as in CrewAI. Mock
       * models make their answer from the schema. */
      settings = troupe_llm_client_takes_tools (call->run->client, self->model, self->settings) ||
                         troupe_agent_form_is_of (model, TROUPE_WIRE_MOCK)
                     ? troupe_agent_settings_with (self->settings, "response_format", form)
                     : troupe_agent_settings_without (self->settings, "response_format");
    }
  conversion->n_first = conversion->messages->len;
  conversion->validate_func = call->validate_func;
  conversion->validate_data = call->validate_data;
  setup.client = call->run->client;
  setup.model = self->model;
  setup.settings = settings;
  setup.max_rpm = self->max_rpm;
  setup.shared = call->shared;
  setup.scope = call->scope;
  setup.is_conversion = by_tool;
  setup.hooks = call->hooks;
  /* A conversion by tool bypasses CrewAI's LLM class: it emits no events and is not counted
   * (doc/crew-semantics.md §9). */
  if (!by_tool)
    {
      setup.bus = call->run->bus;
      if (troupe_value_get_member (settings, "response_format") != NULL)
        setup.answer_rules = conversion->rules;
      setup.validate_func = call->validate_func;
      setup.validate_data = call->validate_data;
      setup.stream = wants_stream (settings);
      setup.usage = &conversion->total;
      conversion->usage = call->usage;
    }
  conversion->model = troupe_agent_model_new (&setup);
  if (at_last)
    {
      setup.settings = self->settings;
      setup.answer_rules = NULL;
      conversion->plain = troupe_agent_model_new (&setup);
    }
  attempt (task);
}

void
troupe_agent_convert_async (TroupeAgentDefinition *self,
                            const char *text,
                            TroupeValue *schema,
                            const char *name,
                            gboolean by_tool,
                            const TroupeAgentContext *call,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  convert (self, text, schema, name, by_tool, FALSE, call, cancellable, callback, user_data);
}

void
troupe_agent_convert_at_last_async (TroupeAgentDefinition *self,
                                    const char *text,
                                    TroupeValue *schema,
                                    const char *name,
                                    const TroupeAgentContext *call,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  convert (self, text, schema, name, FALSE, TRUE, call, cancellable, callback, user_data);
}

TroupeValue *
troupe_agent_convert_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
