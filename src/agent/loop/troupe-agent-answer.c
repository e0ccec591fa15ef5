/* troupe-agent-answer.c: final answer of an agent: text, structured object, messages
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-answer"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-answer.h"
#include "troupe-agent-events.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-form.h"
#include "troupe-agent-review.h"

/* @output: text for the result; @object: (nullable) */
struct _TroupeAgentAnswer
{
  TroupeAgentOutcome *outcome;
  char *output;
  TroupeValue *object;
};

void
troupe_agent_answer_free (TroupeAgentAnswer *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->outcome, troupe_agent_outcome_free);
  g_clear_pointer (&self->object, troupe_value_unref);
  g_free (self->output);
  g_free (self);
}

static void
give (GTask *task, TroupeAgentAnswer *self)
{
  g_assert (G_IS_TASK (task));

  g_task_return_pointer (task, self, (GDestroyNotify) troupe_agent_answer_free);
}

/* State while the answer is converted. The task owns the answer until the task returns it. */
typedef struct
{
  TroupeAgentAnswer *answer;
  TroupeAgentDefinition *agent;
  TroupeValue *form;
  char *name;
  TroupeAgentContext call;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_assert (reading != NULL);

  troupe_agent_answer_free (reading->answer);
  troupe_agent_definition_unref (reading->agent);
  troupe_value_unref (reading->form);
  g_free (reading->name);
  g_free (reading);
}

static void
converted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeValue *object = troupe_agent_convert_finish (result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (object == NULL && error->domain != TROUPE_LLM_ERROR)
    {
      g_task_return_error (task, error);
      return;
    }
  /* If the conversion failed, the text is still the answer, as in CrewAI. */
  g_clear_error (&error);
  reading->answer->object = object;
  give (task, g_steal_pointer (&reading->answer));
}

/* Asks the model to convert the answer. Takes ownership of @task. */
static void
convert (GTask *task)
{
  Reading *reading = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_agent_convert_async (reading->agent, reading->answer->outcome->text, reading->form,
                              reading->name, FALSE, &reading->call, g_task_get_cancellable (task),
                              converted_cb, task);
}

static void
validated_cb (TroupeValue *object, GError *error, gpointer validated_data)
{
  GTask *task = validated_data;
  Reading *reading = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (object == NULL && error->domain == TROUPE_LLM_ERROR)
    {
      g_error_free (error);
      convert (task);
      return;
    }
  reading->answer->object = object;
  if (error != NULL)
    g_task_return_error (task, error);
  else
    give (task, g_steal_pointer (&reading->answer));
  g_object_unref (task);
}

/* Takes ownership of @task. */
static void
find_object (GTask *task,
             TroupeAgentAnswer *self,
             TroupeAgentDefinition *agent,
             const TroupeAgentJob *job,
             const TroupeAgentContext *call)
{
  g_autoptr (GTask) owned = task;
  g_autoptr (TroupeValue) raw = NULL;
  Reading *reading = NULL;

  g_assert (self != NULL);

  if (call->validate_func == NULL)
    self->object = troupe_schema_read_text (job->rules, self->outcome->text, NULL);
  else
    raw = troupe_value_from_json (self->outcome->text, -1, NULL);
  if (self->object != NULL)
    {
      give (task, self);
      return;
    }
  reading = g_new0 (Reading, 1);
  reading->answer = self;
  reading->agent = troupe_agent_definition_ref (agent);
  reading->form = troupe_value_ref (job->form);
  reading->name = g_strdup (job->name);
  reading->call = *call;
  g_task_set_task_data (task, reading, reading_free);
  if (raw != NULL)
    call->validate_func (raw, g_task_get_cancellable (task), validated_cb, g_steal_pointer (&owned),
                         call->validate_data);
  else
    convert (g_steal_pointer (&owned));
}

void
troupe_agent_answer_read_async (TroupeAgentOutcome *outcome,
                                TroupeAgentDefinition *agent,
                                const TroupeAgentJob *job,
                                const TroupeAgentContext *call,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  TroupeAgentAnswer *self = NULL;
  g_autoptr (TroupeValue) step = NULL;
  TroupeMapBuilder fields;

  g_return_if_fail (outcome != NULL && agent != NULL && job != NULL && call != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_answer_read_async);
  g_task_set_check_cancellable (task, FALSE);
  self = g_new0 (TroupeAgentAnswer, 1);
  self->outcome = outcome;
  if (*outcome->text == '\0')
    {
      troupe_agent_answer_free (self);
      g_task_return_new_error (
          task, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY,
          /* Translators: the role of an agent */
          _ ("The agent “%s” returned an empty answer. Change the task, or choose another model."),
          troupe_agent_definition_get_role (agent));
      return;
    }

  /* The text of a structured answer of a Bedrock model is kept unchanged. */
  self->output = outcome->object != NULL && !job->keeps_text &&
                         !troupe_agent_form_is_of (troupe_agent_definition_get_model (agent),
                                                   TROUPE_WIRE_BEDROCK)
                     ? troupe_value_to_json (outcome->object, TROUPE_JSON_COMPACT)
                     : g_strdup (outcome->text);
  /* Like CrewAI, only reports the answer of a model that could have called tools. */
  if (call->step_func != NULL && self->outcome->is_offered)
    {
      troupe_map_builder_init (&fields);
      troupe_agent_events_add_text (&fields, "output", self->output);
      troupe_agent_events_add_text (&fields, "text", self->outcome->text);
      step = troupe_map_builder_end (&fields);
      call->step_func (step, call->step_data);
    }
  /* For an agent without tools, the server was asked for the object, and the loop has parsed it. */
  if (outcome->object != NULL)
    self->object = troupe_value_ref (outcome->object);
  /* With tools the answer of a task is plain text, which the caller parses. */
  if (self->object == NULL && !job->is_task && job->rules != NULL)
    find_object (g_steal_pointer (&task), self, agent, job, call);
  else
    give (task, self);
}

TroupeAgentAnswer *
troupe_agent_answer_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

const char *
troupe_agent_answer_get_output (TroupeAgentAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->output;
}

void
troupe_agent_answer_replace (TroupeAgentAnswer *self, TroupeValue *with)
{
  g_return_if_fail (self != NULL && with != NULL);

  if (troupe_value_is (with, TROUPE_VALUE_STRING))
    {
      g_free (self->output);
      self->output = g_strdup (troupe_value_get_string (with, NULL));
    }
  else if (troupe_value_is (with, TROUPE_VALUE_MAP))
    {
      g_clear_pointer (&self->object, troupe_value_unref);
      self->object = troupe_value_ref (with);
    }
}

GPtrArray *
troupe_agent_answer_get_messages (TroupeAgentAnswer *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->outcome->messages;
}

void
troupe_agent_answer_begin_result (TroupeAgentAnswer *self,
                                  TroupeMapBuilder *fields,
                                  TroupeAgentDefinition *agent,
                                  const TroupeLlmUsage *usage,
                                  TroupeValue *first)
{
  gsize n_first;
  GPtrArray *said;
  g_autofree TroupeValue **items = NULL;

  g_return_if_fail (self != NULL && fields != NULL && agent != NULL && usage != NULL);

  troupe_map_builder_init (fields);
  troupe_agent_events_add_text (fields, "raw", self->output);
  troupe_map_builder_add (fields, "pydantic",
                          self->object != NULL ? troupe_value_ref (self->object)
                                               : troupe_value_new_null ());
  troupe_agent_events_add_text (fields, "agent_role", troupe_agent_definition_get_role (agent));
  troupe_map_builder_add (fields, "usage_metrics", troupe_llm_usage_to_value (usage));
  /* All messages: the initial messages as they were created, and then the messages that
   * followed. */
  n_first = first != NULL ? troupe_value_list_get_length (first) : 0;
  said = self->outcome->messages;
  items = g_new (TroupeValue *, said->len + 1);
  for (guint i = 0; i < said->len; i++)
    items[i] = i < n_first ? troupe_value_ref (troupe_value_list_get (first, i))
                           : troupe_llm_message_describe (g_ptr_array_index (said, i));
  troupe_map_builder_add (fields, "messages", troupe_value_new_list (items, said->len));
}
