/* troupe-agent-convert.c: lets a model make an object of an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-convert"

#include "config.h"

#include <string.h>

#include "troupe-agent-form.h"
#include "troupe-agent-model.h"
#include "troupe-agent-private.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"

#define ATTEMPTS_MOST 3u

/* @usage: (nullable): where @total is added in the end; @specs: (nullable): the one tool */
typedef struct
{
  TroupeAgentModel *model;
  TroupeSchema *rules;
  GPtrArray *messages;
  GPtrArray *specs;
  TroupeLlmUsage *usage;
  TroupeLlmUsage total;
  guint n_attempts;
} Conversion;

static void
conversion_free (gpointer data)
{
  Conversion *conversion = data;

  g_clear_object (&conversion->model);
  g_clear_pointer (&conversion->rules, troupe_schema_unref);
  g_clear_pointer (&conversion->messages, g_ptr_array_unref);
  g_clear_pointer (&conversion->specs, g_ptr_array_unref);
  g_free (conversion);
}

static void attempt (GTask *task);

/* --- What is asked --------------------------------------------------------------------------- */

static void
add_message (Conversion *conversion, TroupeLlmRole role, const char *text)
{
  TroupeLlmMessage *message = troupe_llm_message_new (role);

  troupe_llm_message_add (message, troupe_llm_part_new (TROUPE_LLM_PART_TEXT, text));
  g_ptr_array_add (conversion->messages, message);
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  return strcmp (troupe_value_get_string (*(TroupeValue *const *) a, NULL),
                 troupe_value_get_string (*(TroupeValue *const *) b, NULL));
}

/* The schema as CrewAI gives it to the one tool: without its title, what is needed in the order of the alphabet. */
static TroupeValue *
make_parameters (TroupeValue *form)
{
  TroupeValue *required = troupe_agent_get (form, "required");
  g_autoptr (TroupeValue) bare = troupe_value_map_without (form, "title");
  g_autoptr (TroupeValue) sorted = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (gsize i = 0; required != NULL && i < troupe_value_list_get_length (required); i++)
    g_ptr_array_add (names, troupe_value_ref (troupe_value_list_get (required, i)));
  g_ptr_array_sort (names, compare_texts);
  sorted = troupe_value_new_list ((TroupeValue **) names->pdata, names->len);

  return troupe_value_map_with (bare, "required", sorted);
}

static TroupeValue *
make_choice (const char *name)
{
  TroupeMapBuilder inner, outer;

  troupe_map_builder_init (&inner);
  troupe_map_builder_add (&inner, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_init (&outer);
  troupe_map_builder_add (&outer, "type", troupe_value_new_string ("function", -1));
  troupe_map_builder_add (&outer, "function", troupe_map_builder_end (&inner));

  return troupe_map_builder_end (&outer);
}

/* As the one call of a tool, whose arguments are the object. (transfer full): what goes into `tool_choice` */
static TroupeValue *
ask_by_tool (Conversion *conversion, const char *text, TroupeValue *schema, const char *name)
{
  g_autofree char *tool = troupe_agent_form_name (schema, name);
  g_autoptr (TroupeValue) form = troupe_agent_form_make (schema, TRUE);
  g_autoptr (TroupeValue) parameters = make_parameters (form);

  g_assert (conversion != NULL);

  conversion->specs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);
  g_ptr_array_add (conversion->specs,
                   troupe_llm_tool_spec_new (tool, troupe_prompt_get (TROUPE_PROMPT_CONVERT_TOOL),
                                             parameters));
  add_message (conversion, TROUPE_LLM_ROLE_USER, text);

  return make_choice (tool);
}

/* As the form of the answer. (transfer full): what goes into `response_format` */
static TroupeValue *
ask_by_form (Conversion *conversion,
             const char *text,
             TroupeValue *schema,
             const char *name,
             const char *model)
{
  g_autoptr (TroupeValue) form = troupe_agent_form_make (schema, TRUE);
  g_autofree char *shown = troupe_value_to_json (form, TROUPE_JSON_PRETTY);
  g_autofree char *how = troupe_prompt_fill (TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS,
                                             "output_format", g_strchomp (shown), NULL);

  add_message (conversion, TROUPE_LLM_ROLE_SYSTEM, how);
  add_message (conversion, TROUPE_LLM_ROLE_USER, text);

  return troupe_agent_form_wrap (schema, name, troupe_agent_form_needs_all (model));
}

/* --- What comes of it ------------------------------------------------------------------------ */

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

/* The arguments of the one call, by the rules; NULL where there is none, or it does not fit. (transfer full) */
static TroupeValue *
read_call (Conversion *conversion, const TroupeLlmAnswer *answer, GError **error)
{
  g_assert (conversion != NULL);

  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL)
        return troupe_agent_read_object (conversion->rules, part->text, TRUE, error);
    }

  return troupe_agent_read_object (conversion->rules, answer->content, TRUE, error);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Conversion *conversion = g_task_get_task_data (task);
  TroupeValue *object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer != NULL && object == NULL)
    object = read_call (conversion, answer, &error);
  if (object == NULL && error->domain == TROUPE_LLM_ERROR && conversion->n_attempts < ATTEMPTS_MOST)
    {
      g_error_free (error);
      attempt (task);
      return;
    }
  end (task, object, error);
}

static void
attempt (GTask *task)
{
  Conversion *conversion = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  conversion->n_attempts++;
  troupe_agent_model_ask_async (conversion->model, conversion->messages, conversion->specs,
                                g_task_get_cancellable (task), answered_cb, g_object_ref (task));
}

/* @format: (transfer full): under @key of the settings */
static TroupeValue *
add_setting (TroupeAgentDefinition *agent, const char *key, TroupeValue *format)
{
  g_autoptr (TroupeValue) owned = format;
  g_autoptr (TroupeValue) base = NULL;
  TroupeMapBuilder empty;

  g_assert (agent != NULL);

  if (agent->settings != NULL)
    return troupe_value_map_with (agent->settings, key, owned);
  troupe_map_builder_init (&empty);
  base = troupe_map_builder_end (&empty);

  return troupe_value_map_with (base, key, owned);
}

static gboolean
wants_stream (TroupeValue *settings)
{
  TroupeValue *stream = troupe_agent_get (settings, "stream");

  return stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN) &&
         troupe_value_get_boolean (stream);
}

void
troupe_agent_convert_async (TroupeAgentDefinition *self,
                            const char *text,
                            TroupeValue *schema,
                            const char *name,
                            gboolean by_tool,
                            const TroupeAgentCall *call,
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
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_convert_async);
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
                              : troupe_llm_client_get_default_model (call->client);
  settings = by_tool
                 ? add_setting (self, "tool_choice", ask_by_tool (conversion, text, schema, name))
                 : add_setting (self, "response_format",
                                ask_by_form (conversion, text, schema, name, model));
  setup.client = call->client;
  setup.model = self->model;
  setup.settings = settings;
  setup.max_rpm = self->max_rpm;
  setup.shared = call->shared;
  setup.scope = call->scope;
  /* By tool it goes past CrewAI's own model: neither told nor counted (doc/crew-semantics.md §9). */
  if (!by_tool)
    {
      setup.bus = call->bus;
      setup.answer_rules = conversion->rules;
      setup.stream = wants_stream (settings);
      setup.usage = &conversion->total;
      conversion->usage = call->usage;
    }
  conversion->model = troupe_agent_model_new (&setup);
  attempt (task);
}

TroupeValue *
troupe_agent_convert_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
