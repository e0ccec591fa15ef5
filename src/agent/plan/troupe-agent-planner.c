/* troupe-agent-planner.c: creates plans and evaluates their steps with a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-planner"

#include "config.h"

#include <string.h>

#include "troupe-agent-arguments.h"
#include "troupe-agent-reply.h"
#include "troupe-agent-retry.h"
#include "troupe-agent-form.h"
#include "troupe-agent-model.h"
#include "troupe-agent-plan-events.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-setup.h"
#include "troupe-agent-message-list.h"
#include "troupe-llm-models.h"

#define PLAN_TOOL "create_reasoning_plan"
/* Text with which a model declares its plan to be ready. */
#define READY "READY: I am ready to execute the task."

#define PLAN_SCHEMA                                                                                \
  "{\"type\":\"object\",\"properties\":{"                                                          \
  "\"plan\":{\"type\":\"string\",\"description\":\"Description of the plan\"},"                    \
  "\"steps\":{\"type\":\"array\",\"description\":\"Steps of the plan, may be empty\",\"items\":{"  \
  "\"type\":\"object\",\"properties\":{"                                                           \
  "\"step_number\":{\"type\":\"integer\",\"description\":\"Number of the step, from 1\"},"         \
  "\"description\":{\"type\":\"string\",\"description\":\"What to do in this step\"},"             \
  "\"tool_to_use\":{\"type\":[\"string\",\"null\"],\"description\":\"Tool to use, if any\"},"      \
  "\"depends_on\":{\"type\":\"array\",\"items\":{\"type\":\"integer\"},"                           \
  "\"description\":\"Numbers of the steps whose results this step needs\"}},"                      \
  "\"required\":[\"step_number\",\"description\",\"tool_to_use\",\"depends_on\"],"                 \
  "\"additionalProperties\":false}},"                                                              \
  "\"ready\":{\"type\":\"boolean\",\"description\":\"Whether the plan has no open questions\"}},"  \
  "\"required\":[\"plan\",\"steps\",\"ready\"],\"additionalProperties\":false}"

#define OBSERVATION_SCHEMA                                                                         \
  "{\"type\":\"object\",\"properties\":{"                                                          \
  "\"step_completed_successfully\":{\"type\":\"boolean\"},"                                        \
  "\"key_information_learned\":{\"type\":\"string\"},"                                             \
  "\"remaining_plan_still_valid\":{\"type\":\"boolean\"},"                                         \
  "\"suggested_refinements\":{\"type\":[\"array\",\"null\"],\"items\":{\"type\":\"object\","       \
  "\"properties\":{\"step_number\":{\"type\":\"integer\"},"                                        \
  "\"new_description\":{\"type\":\"string\"}},"                                                    \
  "\"required\":[\"step_number\",\"new_description\"],\"additionalProperties\":false}},"           \
  "\"needs_full_replan\":{\"type\":\"boolean\"},"                                                  \
  "\"replan_reason\":{\"type\":[\"string\",\"null\"]},"                                            \
  "\"goal_already_achieved\":{\"type\":\"boolean\"}},"                                             \
  "\"required\":[\"step_completed_successfully\",\"key_information_learned\","                     \
  "\"remaining_plan_still_valid\",\"suggested_refinements\",\"needs_full_replan\","                \
  "\"replan_reason\",\"goal_already_achieved\"],\"additionalProperties\":false}"

/* @setup: setup of the planning model; @model: model for plans; @watcher: model for evaluations;
 * @takes_tools: whether a plan is requested as a tool call; @is_lax: whether the tool for the
 *   plan is not strict */
struct _TroupeAgentPlanner
{
  GObject parent_instance;

  TroupeAgentLoopSetup *setup;
  const TroupeAgentPlanTask *task;
  TroupeAgentModel *model;
  TroupeAgentModel *watcher;
  gboolean takes_tools;
  gboolean is_lax;
};

G_DEFINE_FINAL_TYPE (TroupeAgentPlanner, troupe_agent_planner, G_TYPE_OBJECT)

TroupeAgentObservation *
troupe_agent_observation_new (gboolean is_done)
{
  TroupeAgentObservation *self = g_new0 (TroupeAgentObservation, 1);

  self->is_done = is_done;
  self->is_valid = TRUE;
  self->learned = g_strdup ("");
  self->wordings = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);

  return self;
}

void
troupe_agent_observation_free (TroupeAgentObservation *self)
{
  if (self == NULL)
    return;

  g_free (self->learned);
  g_free (self->reason);
  g_ptr_array_unref (self->wordings);
  g_free (self);
}

/* --- Plans ----------------------------------------------------------------------------------- */

/* @more: (nullable): appended to the request; @draft: (nullable): the latest plan; @is_in_words:
 *   whether this attempt requests the plan as text, because the tool call failed */
typedef struct
{
  char *more;
  guint n_attempts;
  TroupeAgentDraft *draft;
  gboolean is_in_words;
} Planning;

static void ask (GTask *task);
static void ask_for_plan (GTask *task);

static gboolean
is_by_tool (TroupeAgentPlanner *self, const Planning *planning)
{
  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  return self->takes_tools && !planning->is_in_words;
}

static void
planning_free (gpointer data)
{
  Planning *planning = data;

  g_assert (planning != NULL);

  g_free (planning->more);
  troupe_agent_draft_free (planning->draft);
  g_free (planning);
}

static const char *
or_else (const char *text, const char *otherwise)
{
  return text != NULL && *text != '\0' ? text : otherwise;
}

/* (transfer full) */
static char *
write_request (TroupeAgentPlanner *self, const Planning *planning)
{
  g_autofree char *names = troupe_agent_tools_list_names (self->setup->tools);
  g_autofree char *max_steps = g_strdup_printf ("%u", self->task->config->max_steps);
  g_autofree char *text = troupe_prompt_fill_text (
      or_else (self->task->config->plan_prompt, troupe_prompt_get (TROUPE_PROMPT_PLAN_CREATE)),
      "description", self->task->description, "expected_output",
      or_else (self->task->expected_output, troupe_prompt_get (TROUPE_PROMPT_PLAN_EXPECTED)),
      "tools", or_else (names, troupe_prompt_get (TROUPE_PROMPT_PLAN_NO_TOOLS)), "max_steps",
      max_steps, "role", self->task->role, "goal", self->task->goal, "backstory",
      self->task->backstory, NULL);

  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  return g_strconcat (
      text, planning->more != NULL ? planning->more : "",
      is_by_tool (self, planning) ? "" : troupe_prompt_get (TROUPE_PROMPT_PLAN_AS_TEXT), NULL);
}

/* Writes the request to refine the current plan. (transfer full) */
static char *
write_refinement (TroupeAgentPlanner *self, const Planning *planning)
{
  g_autofree char *max_steps = g_strdup_printf ("%u", self->task->config->max_steps);
  g_autofree char *text = troupe_prompt_fill_text (
      or_else (self->task->config->refine_prompt, troupe_prompt_get (TROUPE_PROMPT_PLAN_REFINE)),
      "current_plan", planning->draft->text, "max_steps", max_steps, "role", self->task->role,
      "goal", self->task->goal, "backstory", self->task->backstory, NULL);

  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  return g_strconcat (
      text, is_by_tool (self, planning) ? "" : troupe_prompt_get (TROUPE_PROMPT_PLAN_AS_TEXT),
      NULL);
}

/* Parses the plan from the tool call, or from an object in the text, or uses the text itself. */
static TroupeAgentDraft *
read_draft (TroupeAgentPlanner *self, const TroupeLlmAnswer *answer)
{
  g_autoptr (TroupeValue) written = NULL;
  TroupeAgentDraft *draft = NULL;

  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  for (guint i = 0; i < answer->message->parts->len && written == NULL; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_TOOL_CALL && g_strcmp0 (part->name, PLAN_TOOL) == 0)
        written = troupe_agent_arguments_read_loose (part->text);
    }
  if (written == NULL)
    written = troupe_agent_arguments_read_loose (answer->content);
  if (troupe_value_get_member (written, "plan") != NULL ||
      troupe_value_get_member (written, "steps") != NULL)
    return troupe_agent_draft_new (written, self->task->config->max_steps);

  draft = troupe_agent_draft_new_text (answer->content);
  draft->is_ready = strstr (answer->content, READY) != NULL;
  return draft;
}

/* Emits the end events. As in CrewAI, the event for the end of the first attempt follows the
 * event for the end of the last attempt. @error: (nullable) */
static void
tell_end (TroupeAgentPlanner *self, Planning *planning, const GError *error)
{
  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  if (planning->n_attempts > 1)
    troupe_agent_plan_tell_reasoning (self->setup, planning->n_attempts, planning->draft, error);
  if (planning->draft != NULL && planning->n_attempts > 1)
    troupe_agent_plan_tell_reasoning (self->setup, 1, planning->draft, NULL);
  else
    troupe_agent_plan_tell_reasoning (self->setup, 1, planning->draft, error);
}

/* Returns the last draft, even if it is not ready. If there is no draft, fails with @error.
 * @error: (transfer full) */
static void
fail_to_plan (GTask *task, GError *error)
{
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  Planning *planning = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  tell_end (self, planning, error);
  if (planning->draft == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  g_error_free (error);
  g_task_return_pointer (task, g_steal_pointer (&planning->draft),
                         (GDestroyNotify) troupe_agent_draft_free);
}

static void
take_draft (GTask *task, TroupeAgentDraft *draft)
{
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  Planning *planning = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_agent_draft_free (planning->draft);
  planning->draft = draft;
  if (!draft->is_ready && planning->n_attempts < (self->task->config->max_attempts > 0
                                                      ? self->task->config->max_attempts
                                                      : MAX (1, self->setup->max_iterations)))
    {
      if (planning->n_attempts > 1)
        troupe_agent_plan_tell_reasoning (self->setup, planning->n_attempts, draft, NULL);
      ask_for_plan (task);
      return;
    }
  tell_end (self, planning, NULL);
  g_task_return_pointer (task, g_steal_pointer (&planning->draft),
                         (GDestroyNotify) troupe_agent_draft_free);
}

static void
planned_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  Planning *planning = g_task_get_task_data (task);
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);
  TroupeAgentDraft *draft = answer != NULL ? read_draft (self, answer) : NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (draft != NULL)
    take_draft (task, draft);
  else if (is_by_tool (self, planning) && troupe_agent_retry_may_help (error))
    {
      self->takes_tools = !troupe_llm_error_refuses_tools (error);
      planning->is_in_words = TRUE;
      g_error_free (error);
      ask (task);
    }
  else
    fail_to_plan (task, error);
}

static void
ask (GTask *task)
{
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  Planning *planning = g_task_get_task_data (task);
  g_autofree char *user =
      planning->draft != NULL ? write_refinement (self, planning) : write_request (self, planning);
  g_autoptr (GPtrArray) messages = NULL;
  g_autoptr (GPtrArray) specs = NULL;

  g_assert (G_IS_TASK (task));

  g_assert (TROUPE_IS_AGENT_PLANNER (self));
  if (is_by_tool (self, planning))
    {
      g_autoptr (TroupeValue) schema = NULL;
      TroupeLlmToolSpec *spec;

      specs = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_tool_spec_free);
      schema = troupe_value_from_json (PLAN_SCHEMA, -1, NULL);
      spec =
          troupe_llm_tool_spec_new (PLAN_TOOL, troupe_prompt_get (TROUPE_PROMPT_PLAN_TOOL), schema);
      spec->is_strict = !self->is_lax;
      g_ptr_array_add (specs, spec);
    }
  messages = troupe_agent_message_list_new (or_else (self->task->config->system_prompt,
                                                     troupe_prompt_get (TROUPE_PROMPT_PLAN_SYSTEM)),
                                            user);
  troupe_agent_model_ask_async (self->model, messages, specs, g_task_get_cancellable (task),
                                planned_cb, g_object_ref (task));
}

/* Asks with the tool if the model supports tools. If this fails, asks once more with text
 * (doc/crew-semantics.md §11.2). */
static void
ask_for_plan (GTask *task)
{
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  Planning *planning = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  planning->n_attempts++;
  planning->is_in_words = FALSE;
  troupe_agent_plan_tell_reasoning (self->setup, planning->n_attempts, NULL, NULL);
  ask (task);
}

void
troupe_agent_planner_plan_async (TroupeAgentPlanner *self,
                                 const char *reason,
                                 const char *results,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Planning *planning = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_PLANNER (self));
  g_return_if_fail (reason == NULL || results != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_planner_plan_async);
  g_task_set_check_cancellable (task, FALSE);
  planning = g_new0 (Planning, 1);
  if (reason != NULL)
    planning->more =
        troupe_prompt_fill (TROUPE_PROMPT_PLAN_ANEW, "reason", reason, "results", results, NULL);
  g_task_set_task_data (task, planning, planning_free);
  ask_for_plan (task);
}

TroupeAgentDraft *
troupe_agent_planner_plan_finish (TroupeAgentPlanner *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_PLANNER (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Observations ---------------------------------------------------------------------------- */

static gboolean
get_flag (TroupeValue *map, const char *key, gboolean otherwise)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_BOOLEAN)
             ? troupe_value_get_boolean (value)
             : otherwise;
}

static char *
get_text (TroupeValue *map, const char *key)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
             ? g_strdup (troupe_value_get_string (value, NULL))
             : NULL;
}

static void
add_wording (TroupeAgentObservation *self, TroupeValue *wording)
{
  TroupeValue *number = troupe_value_get_member (wording, "step_number");
  TroupeValue *text = troupe_value_get_member (wording, "new_description");

  g_assert (self != NULL);

  if (number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER) && text != NULL &&
      troupe_value_is (text, TROUPE_VALUE_STRING) && *troupe_value_get_string (text, NULL) != '\0')
    g_ptr_array_add (self->wordings, troupe_value_ref (wording));
}

static void
observed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeAgentPlanner *self = g_task_get_source_object (task);
  const TroupeAgentTodo *todo = g_task_get_task_data (task);
  g_autoptr (TroupeValue) object = NULL;
  GError *error = NULL;
  g_autoptr (TroupeLlmAnswer) answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);
  TroupeAgentObservation *observation = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer != NULL)
    {
      const char *text = answer->content;
      g_autoptr (TroupeValue) map = NULL;
      TroupeValue *wordings;

      /* A response that is not an observation means that the step failed, as in CrewAI. */
      map = troupe_agent_arguments_read_loose (text);
      wordings = troupe_value_get_member (map, "suggested_refinements");
      observation =
          troupe_agent_observation_new (get_flag (map, "step_completed_successfully", FALSE));
      if (troupe_value_get_member (map, "step_completed_successfully") == NULL)
        {
          g_free (observation->learned);
          observation->learned = g_strdup (text);
          observation->is_valid = FALSE;
        }
      else
        {
          g_free (observation->learned);
          observation->learned = get_text (map, "key_information_learned");
          observation->is_valid = get_flag (map, "remaining_plan_still_valid", TRUE);
          observation->needs_plan = get_flag (map, "needs_full_replan", FALSE);
          observation->reason = get_text (map, "replan_reason");
          observation->is_achieved = get_flag (map, "goal_already_achieved", FALSE);
          if (wordings != NULL && troupe_value_is (wordings, TROUPE_VALUE_MAP))
            add_wording (observation, wordings);
          else if (wordings != NULL && troupe_value_is (wordings, TROUPE_VALUE_LIST))
            for (gsize i = 0; i < troupe_value_list_get_length (wordings); i++)
              add_wording (observation, troupe_value_list_get (wordings, i));
        }
    }
  troupe_agent_plan_tell_observation (self->setup, todo, observation, error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_error (&error);
  if (observation == NULL)
    observation = troupe_agent_observation_new (TRUE);
  g_task_return_pointer (task, observation, (GDestroyNotify) troupe_agent_observation_free);
}

void
troupe_agent_planner_observe_async (TroupeAgentPlanner *self,
                                    const TroupeAgentTodo *todo,
                                    const char *done,
                                    const char *left,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autofree char *number = NULL;
  g_autofree char *user = NULL;
  g_autoptr (GPtrArray) messages = NULL;

  g_return_if_fail (TROUPE_IS_AGENT_PLANNER (self) && todo != NULL);
  g_return_if_fail (done != NULL && left != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_agent_planner_observe_async);
  g_task_set_check_cancellable (task, FALSE);
  /* The step lives as long as the plan, which waits for this task. */
  g_task_set_task_data (task, (gpointer) todo, NULL);
  number = g_strdup_printf ("%" G_GINT64_FORMAT, todo->number);
  user = troupe_prompt_fill (TROUPE_PROMPT_OBSERVATION_USER, "description", self->task->description,
                             "number", number, "step", todo->description, "result",
                             todo->result != NULL ? todo->result : "", "done", done, "left", left,
                             NULL);
  messages =
      troupe_agent_message_list_new (troupe_prompt_get (TROUPE_PROMPT_OBSERVATION_SYSTEM), user);
  troupe_agent_plan_tell_observation (self->setup, todo, NULL, NULL);
  troupe_agent_model_ask_async (self->watcher, messages, NULL, cancellable, observed_cb,
                                g_object_ref (task));
}

TroupeAgentObservation *
troupe_agent_planner_observe_finish (TroupeAgentPlanner *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_AGENT_PLANNER (self) && g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Construction ----------------------------------------------------------------------------- */

TroupeAgentPlanner *
troupe_agent_planner_new (const TroupeAgentLoopSetup *setup, const TroupeAgentPlanTask *task)
{
  TroupeAgentPlanner *self = NULL;
  TroupeAgentLoopSetup plain;
  g_autofree char *default_model = NULL;
  g_autoptr (TroupeValue) settings = NULL;
  g_autoptr (TroupeValue) schema = NULL;
  g_autoptr (TroupeValue) form = NULL;
  g_autoptr (TroupeValue) watching = NULL;
  g_autoptr (TroupeValue) planning = NULL;
  TroupeValue *stream = NULL;
  const char *model = NULL;

  g_return_val_if_fail (setup != NULL && task != NULL && task->config != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_AGENT_PLANNER, NULL);
  self->setup = troupe_agent_loop_setup_copy (setup);
  self->task = task;
  /* Creates the models for planning. Their answers are text, and are not streamed unless the
   * document specifies streaming. */
  plain = *self->setup;
  settings = troupe_agent_settings_without (self->setup->settings, "response_format");
  schema = troupe_value_from_json (OBSERVATION_SCHEMA, -1, NULL);
  if (self->task->config->planner != NULL)
    {
      plain.model = troupe_agent_definition_get_model (self->task->config->planner);
      g_clear_pointer (&settings, troupe_value_unref);
      if (troupe_agent_definition_get_settings (self->task->config->planner) != NULL)
        settings =
            troupe_value_ref (troupe_agent_definition_get_settings (self->task->config->planner));
    }
  if (plain.model == NULL)
    default_model = troupe_llm_client_get_default_model (plain.client);
  model = plain.model != NULL ? plain.model : default_model;
  form =
      troupe_agent_form_wrap (schema, "StepObservation", troupe_agent_form_find (model, settings));
  watching = troupe_agent_settings_with (settings, "response_format", form);
  plain.answer_rules = NULL;
  stream = troupe_value_get_member (settings, "stream");
  plain.stream = stream != NULL && troupe_value_is (stream, TROUPE_VALUE_BOOLEAN) &&
                 troupe_value_get_boolean (stream);
  plain.settings = settings;
  self->takes_tools = troupe_llm_client_takes_tools (plain.client, plain.model, settings);
  self->is_lax = troupe_agent_form_is_of (model, TROUPE_WIRE_ANTHROPIC);
  if (self->is_lax)
    {
      g_autoptr (TroupeValue) word = troupe_value_new_string ("auto", -1);

      /* Lets the model decide whether to call the tool. */
      planning = troupe_agent_settings_with (settings, "tool_choice", word);
    }
  plain.settings = planning != NULL ? planning : settings;
  plain.taking_tool = PLAN_TOOL;
  self->model = troupe_agent_model_new (&plain);
  plain.taking_tool = NULL;
  plain.settings = watching;
  self->watcher = troupe_agent_model_new (&plain);

  return self;
}

static void
troupe_agent_planner_finalize (GObject *object)
{
  TroupeAgentPlanner *self = TROUPE_AGENT_PLANNER (object);

  g_assert (TROUPE_IS_AGENT_PLANNER (self));

  g_clear_pointer (&self->setup, troupe_agent_loop_setup_free);
  g_clear_object (&self->model);
  g_clear_object (&self->watcher);

  G_OBJECT_CLASS (troupe_agent_planner_parent_class)->finalize (object);
}

static void
troupe_agent_planner_class_init (TroupeAgentPlannerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_agent_planner_finalize;
}

static void
troupe_agent_planner_init (TroupeAgentPlanner *self)
{
  g_assert (TROUPE_IS_AGENT_PLANNER (self));
}
