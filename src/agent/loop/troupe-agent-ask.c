/* troupe-agent-ask.c: single request to an agent's model on behalf of Python code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-ask"

#include "config.h"

#include "troupe-agent-form.h"
#include "troupe-agent-message-list.h"
#include "troupe-agent-model.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-review.h"

/* @usage: (nullable): updated with @total at the end */
typedef struct
{
  TroupeAgentModel *model;
  TroupeLlmUsage *usage;
  TroupeLlmUsage total;
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_assert (question != NULL);

  g_clear_object (&question->model);
  g_free (question);
}

static void
asked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Question *question = g_task_get_task_data (task);
  TroupeValue *object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&object, troupe_value_unref);
  if (question->usage != NULL)
    troupe_llm_usage_add (question->usage, &question->total);
  if (answer == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_strdup (answer->content), g_free);
}

void
troupe_agent_ask_async (TroupeAgentDefinition *self,
                        TroupeValue *messages,
                        const TroupeAgentContext *call,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GPtrArray) said = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  TroupeAgentLoopSetup setup = { 0 };
  Question *question = NULL;

  g_return_if_fail (self != NULL && messages != NULL);
  g_return_if_fail (call != NULL && TROUPE_IS_LLM_CLIENT (call->run->client));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_ask_async);
  g_task_set_check_cancellable (task, FALSE);
  question = g_new0 (Question, 1);
  question->usage = call->usage;
  g_task_set_task_data (task, question, question_free);
  settings = troupe_agent_settings_without (troupe_agent_definition_get_settings (self),
                                            "response_format");
  setup.client = call->run->client;
  setup.bus = call->run->bus;
  setup.scope = call->scope;
  setup.model = (char *) troupe_agent_definition_get_model (self);
  setup.settings = settings;
  setup.max_rpm = troupe_agent_definition_get_max_rpm (self);
  setup.shared = call->shared;
  setup.hooks = call->hooks;
  setup.usage = &question->total;
  question->model = troupe_agent_model_new (&setup);
  said = troupe_llm_messages_from_value (messages);
  troupe_agent_model_ask_async (question->model, said, NULL, cancellable, asked_cb,
                                g_object_ref (task));
}

char *
troupe_agent_ask_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

char *
troupe_agent_describe_form (TroupeValue *schema)
{
  g_autoptr (TroupeValue) form = NULL;
  g_autofree char *shown = NULL;

  g_return_val_if_fail (schema != NULL, NULL);

  form = troupe_agent_form_make (schema, TROUPE_AGENT_FORM_ALL);
  shown = troupe_value_to_json (form, TROUPE_JSON_PRETTY);
  return troupe_prompt_fill (TROUPE_PROMPT_FORMATTED_TASK_INSTRUCTIONS, "output_format",
                             g_strchomp (shown), NULL);
}
