/* troupe-agent-loop.c: agent loop: asks the model and calls tools until there is an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-loop"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-agent-loop.h"
#include "troupe-agent-model-hooks.h"
#include "troupe-agent-model.h"
#include "troupe-agent-prompts.h"
#include "troupe-agent-text.h"
#include "troupe-agent-window.h"
#include "troupe-agent.h"
#include "troupe-steps.h"

/* Maximum number of concurrent calls of one answer. */
#define CALLS_MOST 8u

/* @answer: (nullable): answer of the model until it is processed, with its @object (nullable);
 * @calls: (nullable) (element-type TroupeLlmPart): its tool calls, owned by its message;
 *   @results: of each call, %NULL until it has ended; @n_begun: number of started calls; @width:
 *   maximum number of concurrent calls; @text: (nullable): last text of a model in text mode;
 *   @wanted: (nullable): the call in that text; @result: (nullable): last tool result; @error:
 *   (nullable): error with which the execution ends after all calls have ended */
typedef struct
{
  GTask *task; /* owns this struct */
  TroupeSteps *steps;
  TroupeAgentModel *model;
  TroupeAgentWindow *window;
  TroupeAgentTools *tools;
  TroupeAgentArtifacts *artifacts;
  GPtrArray *specs;
  GPtrArray *messages;
  gboolean is_native;
  TroupeSchema *answer_rules; /* (nullable) */
  gboolean is_forced;
  gboolean is_step;
  guint max_iterations;
  guint n_rounds;
  TroupeLlmAnswer *answer;
  TroupeValue *object;
  GPtrArray *calls;
  TroupeAgentToolResult **results;
  guint n_begun;
  guint n_waiting;
  guint width;
  char *text;
  TroupeAgentStep *wanted;
  char *result;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
  TroupeAgentHooks hooks;
  TroupeEventBus *bus;
  TroupeScope *scope;
  char *role;
  GError *error;
} Loop;

/* A running call of an answer. */
typedef struct
{
  Loop *loop;
  guint index;
} Wanted;

static TroupeStepResult begin_round (gpointer data);

static void
forget_calls (Loop *loop)
{
  g_assert (loop != NULL);

  for (guint i = 0; loop->calls != NULL && i < loop->calls->len; i++)
    g_clear_pointer (&loop->results[i], troupe_agent_tool_result_free);
  g_clear_pointer (&loop->results, g_free);
  g_clear_pointer (&loop->calls, g_ptr_array_unref);
  loop->n_begun = 0;
}

static void
loop_free (gpointer data)
{
  Loop *loop = data;

  g_assert (loop != NULL);

  troupe_steps_free (loop->steps);
  forget_calls (loop);
  g_object_unref (loop->window);
  g_object_unref (loop->model);
  g_object_unref (loop->tools);
  g_clear_object (&loop->artifacts);
  g_free (loop->result);
  g_clear_pointer (&loop->bus, troupe_event_bus_unref);
  g_clear_pointer (&loop->scope, troupe_scope_unref);
  g_free (loop->role);
  g_ptr_array_unref (loop->specs);
  g_ptr_array_unref (loop->messages);
  g_clear_pointer (&loop->answer, troupe_llm_answer_free);
  g_clear_pointer (&loop->object, troupe_value_unref);
  g_clear_pointer (&loop->answer_rules, troupe_schema_unref);
  g_clear_error (&loop->error);
  g_clear_pointer (&loop->wanted, troupe_agent_step_free);
  g_free (loop->text);
  g_free (loop);
}

void
troupe_agent_outcome_free (TroupeAgentOutcome *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_clear_pointer (&self->object, troupe_value_unref);
  g_clear_pointer (&self->messages, g_ptr_array_unref);
  g_clear_pointer (&self->plan, troupe_value_unref);
  g_free (self);
}

/* --- Messages and results --------------------------------------------------------------------- */

static void
say (Loop *loop, TroupeLlmRole role, const char *text)
{
  g_ptr_array_add (loop->messages, troupe_llm_message_new_text (role, text));
}

/* Ends with @outcome or @error. @outcome, @error: (nullable) (transfer full) */
static TroupeStepResult
end (Loop *loop, TroupeAgentOutcome *outcome, GError *error)
{
  GTask *task = loop->task;

  g_assert ((outcome != NULL) != (error != NULL));

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, outcome, (GDestroyNotify) troupe_agent_outcome_free);
  g_object_unref (task);
  return TROUPE_STEP_END;
}

/* @object: (nullable); @is_offered: whether the model answered a request that offered tools */
static TroupeStepResult
finish (Loop *loop, const char *text, TroupeValue *object, gboolean is_offered)
{
  TroupeAgentOutcome *outcome = g_new0 (TroupeAgentOutcome, 1);

  g_assert (loop != NULL);

  outcome->text = g_strdup (text);
  outcome->object = object != NULL ? troupe_value_ref (object) : NULL;
  outcome->messages = g_ptr_array_ref (loop->messages);
  outcome->is_offered = is_offered;
  outcome->is_shortened = troupe_agent_window_has_shortened (loop->window);
  return end (loop, outcome, NULL);
}

/* Returns the reason for the empty answer, in the service's own words if it gave any. */
static const char *
find_reason (const TroupeLlmAnswer *answer)
{
  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_REFUSAL && *part->text != '\0')
        return part->text;
    }

  return answer->finish_reason != NULL ? answer->finish_reason : "?";
}

/* Returns TRUE if an answer without text contains thoughts, which happens if a reasoning model uses
 * up the length of the answer for them. */
static gboolean
has_thoughts (const TroupeLlmAnswer *answer)
{
  gboolean has_found = answer->usage.reasoning_tokens > 0 || *answer->content != '\0';

  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);

      if (part->type == TROUPE_LLM_PART_REFUSAL && *part->text != '\0')
        return FALSE;
      has_found |= part->type == TROUPE_LLM_PART_REASONING && *part->text != '\0';
    }

  return has_found;
}

/* Returns TRUE if the text contains only the thoughts of a model whose server does not separate
 * them. */
static gboolean
is_only_thoughts (const char *text)
{
  const char *end = g_strrstr (text, "</think>");

  while (g_ascii_isspace (*text))
    text++;
  if (!g_str_has_prefix (text, "<think>"))
    return FALSE;
  if (end == NULL)
    return TRUE;
  end += strlen ("</think>");
  while (g_ascii_isspace (*end))
    end++;

  return *end == '\0';
}

static GError *
make_empty_error (Loop *loop, const TroupeLlmAnswer *answer)
{
  GError *error = NULL;

  g_assert (loop != NULL);

  if (has_thoughts (answer))
    error = g_error_new (TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY,
                         /* Translators: why the model stopped, such as “length” */
                         _ ("The model returned only its reasoning and no answer (%s). Increase "
                            "“max_tokens”, reduce "
                            "the reasoning effort, or choose another model."),
                         find_reason (answer));
  else
    error = g_error_new (
        TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY,
        /* Translators: why the model stopped, such as “length”, or a sentence of the service */
        _ ("The model returned an empty answer (%s). Change the prompt, or allow a longer answer."),
        find_reason (answer));
  troupe_agent_model_name_error (loop->model, error);
  return error;
}

/* Returns the text up to the stop sequence at which the model should have stopped, stripped. The
 * model invented everything after that stop sequence (doc/crew-semantics.md §10). */
static char *
cut (const char *text)
{
  const char *end = strstr (text, troupe_prompt_get (TROUPE_PROMPT_OBSERVATION));

  return end != NULL ? g_strstrip (g_strndup (text, (gsize) (end - text))) : g_strdup (text);
}

static void
note_result (Loop *loop, const TroupeAgentToolResult *result)
{
  g_free (loop->result);
  loop->result = g_strdup (result->text);
}

/* --- Hooks ------------------------------------------------------------------------------------ */

/* @response: (nullable): set after a request */
static void
call_hooks (Loop *loop, const char *response, TroupeAgentHookedFunc func)
{
  const TroupeAgentModelHooks hooks = { .hooks = loop->hooks,
                                        .bus = loop->bus,
                                        .scope = loop->scope,
                                        .role = loop->role,
                                        .model = troupe_agent_model_get_name (loop->model),
                                        .iterations = loop->n_rounds - 1 };

  g_assert (loop != NULL);

  troupe_agent_model_hooks_call (&hooks, loop->messages, response,
                                 g_task_get_cancellable (loop->task), func, loop);
}

/* Returns TRUE if the loop continues after hooks. @error: (nullable) (transfer full) */
static gboolean
takes_hooks (Loop *loop, TroupeValue *hooked, GError *error)
{
  GPtrArray *messages = NULL;

  g_assert (loop != NULL);

  if (error == NULL)
    error = troupe_agent_model_hooks_take_error (hooked);
  if (error != NULL)
    {
      end (loop, NULL, error);
      return FALSE;
    }
  messages = troupe_agent_model_hooks_take_messages (hooked, loop->messages);
  if (messages != NULL)
    {
      g_ptr_array_unref (loop->messages);
      loop->messages = messages;
    }
  return TRUE;
}

static void
before_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  Loop *loop = user_data;

  if (takes_hooks (loop, hooked, error))
    troupe_steps_continue (loop->steps);
}

/* A forced request is not one of the loop: its model calls the hooks. */
static TroupeStepResult
call_hooks_before (gpointer data)
{
  Loop *loop = data;

  if (loop->is_forced || !troupe_agent_hooks_exist (&loop->hooks))
    return TROUPE_STEP_DONE;
  call_hooks (loop, NULL, before_hooked_cb);
  return TROUPE_STEP_PENDING;
}

/* --- Request ---------------------------------------------------------------------------------- */

/* Switches to text mode if the server does not support tools for this model. Returns TRUE if the
 * mode was switched. */
static gboolean
goes_on_as_text (Loop *loop, const GError *error)
{
  g_autofree char *tools = NULL;
  g_autofree char *names = NULL;
  g_autofree char *prompt = NULL;

  g_assert (loop != NULL);

  if (!loop->is_native || loop->is_forced || !troupe_agent_model_refuses_tools (error))
    return FALSE;
  loop->is_native = FALSE;
  tools = troupe_agent_tools_describe_as_text (loop->tools);
  names = troupe_agent_tools_list_names (loop->tools);
  prompt = troupe_prompt_fill (TROUPE_PROMPT_TOOLS, "tools", tools, "tool_names", names, NULL);
  say (loop, TROUPE_LLM_ROLE_USER, g_strstrip (prompt));

  return TRUE;
}

/* @answer, @object: (nullable) (transfer full); @error: (nullable) (transfer full): set if there is
 * no answer */
static void
answered (Loop *loop, TroupeLlmAnswer *answer, TroupeValue *object, GError *error)
{
  g_assert ((answer != NULL) != (error != NULL));

  loop->answer = answer;
  loop->object = object;
  if (answer != NULL)
    troupe_steps_continue (loop->steps);
  else if (goes_on_as_text (loop, error))
    {
      g_error_free (error);
      /* The failed request does not count. */
      troupe_steps_repeat (loop->steps);
    }
  else
    end (loop, NULL, error);
}

static void
answered_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeValue *object = NULL;
  GError *error = NULL;
  TroupeLlmAnswer *answer =
      troupe_agent_window_ask_finish (TROUPE_AGENT_WINDOW (source), result, &object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  answered (user_data, answer, object, error);
}

static void
forced_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupeValue *object = NULL;
  GError *error = NULL;
  TroupeLlmAnswer *answer =
      troupe_agent_model_ask_finish (TROUPE_AGENT_MODEL (source), result, &object, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  answered (user_data, answer, object, error);
}

/* Requests the forced answer in a separate conversation, which is not kept, as in CrewAI. */
static void
force (Loop *loop)
{
  g_autoptr (GPtrArray) messages =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);

  g_assert (loop != NULL);

  for (guint i = 0; i < loop->messages->len; i++)
    g_ptr_array_add (messages, troupe_llm_message_ref (g_ptr_array_index (loop->messages, i)));
  g_ptr_array_add (
      messages, troupe_llm_message_new_text (TROUPE_LLM_ROLE_USER,
                                             troupe_prompt_get (TROUPE_PROMPT_FORCE_FINAL_ANSWER)));
  troupe_agent_model_forget_who (loop->model);
  troupe_agent_model_set_hooks (loop->model, &loop->hooks);
  troupe_agent_model_ask_async (loop->model, messages, NULL, g_task_get_cancellable (loop->task),
                                forced_cb, loop);
}

/* Decides whether there is another request, or the forced one. */
static TroupeStepResult
begin_round (gpointer data)
{
  Loop *loop = data;
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (g_task_get_cancellable (loop->task), &error))
    return end (loop, NULL, error);
  loop->is_forced = loop->n_rounds >= loop->max_iterations;
  if (loop->is_forced && loop->is_step && loop->result != NULL)
    return finish (loop, loop->result, NULL, FALSE);
  if (!loop->is_forced)
    {
      loop->n_rounds++;
      /* There may be a tool for reading a result that was stored as an artifact. */
      if (loop->specs->len != troupe_agent_tools_get_n (loop->tools))
        {
          g_ptr_array_unref (loop->specs);
          loop->specs = troupe_agent_tools_make_specs (loop->tools);
        }
    }
  return TROUPE_STEP_DONE;
}

/* Sends one request, with or without tools. */
static TroupeStepResult
ask_model (gpointer data)
{
  Loop *loop = data;
  GCancellable *cancellable = g_task_get_cancellable (loop->task);
  GError *error = NULL;

  if (g_cancellable_set_error_if_cancelled (cancellable, &error))
    return end (loop, NULL, error);
  if (loop->is_forced)
    {
      force (loop);
      return TROUPE_STEP_PENDING;
    }
  troupe_agent_window_ask_async (loop->window, loop->messages, loop->is_native ? loop->specs : NULL,
                                 cancellable, answered_cb, loop);
  return TROUPE_STEP_PENDING;
}

/* --- Answer ----------------------------------------------------------------------------------- */

/* Prepares the calls of an answer. */
static void
take_calls (Loop *loop, const TroupeLlmAnswer *answer)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  TroupeLlmMessage *message = troupe_llm_message_new (TROUPE_LLM_ROLE_ASSISTANT);

  g_assert (loop != NULL);

  /* The message has the model's calls but not its text, which CrewAI drops. A call without an id
   * gets an id, because its result refers to the id. */
  loop->calls = g_ptr_array_new ();
  for (guint i = 0; i < answer->message->parts->len; i++)
    {
      const TroupeLlmPart *part = g_ptr_array_index (answer->message->parts, i);
      TroupeLlmPart *copy = NULL;

      if (part->type == TROUPE_LLM_PART_TEXT)
        continue;
      copy = troupe_llm_part_copy (part);
      troupe_llm_message_add (message, copy);
      if (copy->type != TROUPE_LLM_PART_TOOL_CALL)
        continue;
      if (copy->id == NULL)
        copy->id = g_strdup_printf ("call_%u_%u", loop->n_rounds, loop->calls->len);
      g_ptr_array_add (loop->calls, copy);
    }
  message->more = answer->message->more != NULL ? troupe_value_ref (answer->message->more) : NULL;
  g_ptr_array_add (loop->messages, message);
  loop->results = g_new0 (TroupeAgentToolResult *, loop->calls->len);
  for (guint i = 0; i < loop->calls->len; i++)
    {
      const TroupeLlmPart *call = g_ptr_array_index (loop->calls, i);

      g_ptr_array_add (names, call->name != NULL ? call->name : (char *) "");
    }
  g_ptr_array_add (names, NULL);
  loop->width = troupe_agent_tools_are_sequential (loop->tools, (const char *const *) names->pdata)
                    ? 1
                    : CALLS_MOST;
}

/* Reads the answer or the call from the text of a model in text mode. @text: (transfer full) */
static TroupeStepResult
take_text (Loop *loop, char *text)
{
  g_autoptr (TroupeAgentStep) wanted = troupe_agent_text_read (text);

  g_assert (loop != NULL);

  g_free (loop->text);
  loop->text = text;
  if (wanted->is_final)
    return finish (loop, wanted->output, NULL, FALSE);
  /* The model has no requests left, so everything that it wrote is the answer. */
  if (loop->is_forced)
    return finish (loop, text, NULL, FALSE);
  g_clear_pointer (&loop->wanted, troupe_agent_step_free);
  loop->wanted = g_steal_pointer (&wanted);
  return TROUPE_STEP_DONE;
}

/* Takes the answer that hooks have changed. As in CrewAI, a structured answer stays as it is if it is no
 * object of the form any more. */
static void
change_answer (Loop *loop, const char *text)
{
  TroupeLlmAnswer *answer = loop->answer;
  g_autoptr (TroupeValue) object = NULL;

  g_assert (loop != NULL);

  if (loop->object != NULL)
    {
      g_autofree char *given = troupe_value_to_json (loop->object, TROUPE_JSON_COMPACT);

      object = g_str_equal (text, given) ? NULL
                                         : troupe_schema_read_text (loop->answer_rules, text, NULL);
      if (object == NULL)
        return;
      g_clear_pointer (&loop->object, troupe_value_unref);
      loop->object = g_steal_pointer (&object);
    }
  g_free (answer->content);
  answer->content = g_strdup (text);
}

static void
after_hooked_cb (TroupeValue *hooked, GError *error, gpointer user_data)
{
  Loop *loop = user_data;
  const char *text = troupe_agent_hooks_get_text (hooked, "response");

  if (!takes_hooks (loop, hooked, error))
    return;
  if (text != NULL)
    change_answer (loop, text);
  troupe_steps_continue (loop->steps);
}

/* As in CrewAI, an answer with tool calls is not passed to hooks, and neither is an empty one. */
static TroupeStepResult
call_hooks_after (gpointer data)
{
  Loop *loop = data;
  g_autofree char *text = NULL;

  if (loop->is_forced || !troupe_agent_hooks_exist (&loop->hooks) ||
      troupe_llm_message_has (loop->answer->message, TROUPE_LLM_PART_TOOL_CALL))
    return TROUPE_STEP_DONE;
  text = loop->object != NULL ? troupe_value_to_json (loop->object, TROUPE_JSON_COMPACT)
                              : cut (loop->answer->content);
  if (*text == '\0' || is_only_thoughts (text))
    return TROUPE_STEP_DONE;
  call_hooks (loop, text, after_hooked_cb);
  return TROUPE_STEP_PENDING;
}

/* Ends the loop with the answer, or prepares the calls that it contains. */
static TroupeStepResult
take_answer (gpointer data)
{
  Loop *loop = data;
  g_autoptr (TroupeLlmAnswer) answer = g_steal_pointer (&loop->answer);
  g_autoptr (TroupeValue) object = g_steal_pointer (&loop->object);
  gboolean has_calls = troupe_llm_message_has (answer->message, TROUPE_LLM_PART_TOOL_CALL);
  gboolean is_offered = loop->is_native && !loop->is_forced;
  g_autofree char *text =
      loop->answer_rules != NULL ? g_strdup (answer->content) : cut (answer->content);

  if (is_only_thoughts (text))
    *text = '\0';

  if (has_calls && !is_offered)
    return end (
        loop, NULL,
        g_error_new (
            TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL,
            /* Translators: the name of a model */
            _ ("The model “%s” called a tool although none was available. Choose another model."),
            troupe_agent_model_get_name (loop->model)));
  if (has_calls)
    {
      take_calls (loop, answer);
      return TROUPE_STEP_DONE;
    }
  if (*text == '\0' && loop->is_step && loop->result != NULL)
    return finish (loop, loop->result, NULL, FALSE);
  if (*text == '\0')
    return end (loop, NULL, make_empty_error (loop, answer));
  if (loop->answer_rules != NULL)
    return finish (loop, text, object, FALSE);
  if (!is_offered)
    return take_text (loop, g_steal_pointer (&text));
  say (loop, TROUPE_LLM_ROLE_ASSISTANT, text);
  return finish (loop, text, NULL, TRUE);
}

/* --- Calls in text mode ----------------------------------------------------------------------- */

/* @text: the call with its result */
static void
tell_step (Loop *loop, const TroupeAgentToolResult *result, const char *text)
{
  g_autofree char *thought = NULL;
  g_autoptr (TroupeValue) step = NULL;
  TroupeMapBuilder fields;
  const char *end;
  g_autofree char *before = NULL;
  g_auto (GStrv) parts = NULL;

  g_assert (loop != NULL);

  if (loop->step_func == NULL)
    return;
  /* The text before the call. */
  end = strstr (loop->text, "\nAction");
  before = end != NULL ? g_strndup (loop->text, (gsize) (end - loop->text)) : g_strdup ("");
  parts = g_strsplit (before, "```", -1);
  thought = g_strstrip (g_strjoinv ("", parts));
  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "tool", troupe_value_new_string (loop->wanted->tool, -1));
  troupe_map_builder_add (&fields, "tool_input", troupe_value_new_string (loop->wanted->input, -1));
  troupe_map_builder_add (&fields, "result", troupe_value_new_string (result->text, -1));
  troupe_map_builder_add (&fields, "thought", troupe_value_new_string (thought, -1));
  troupe_map_builder_add (&fields, "text", troupe_value_new_string (text, -1));
  troupe_map_builder_add (&fields, "is_answer", troupe_value_new_boolean (result->is_answer));
  step = troupe_map_builder_end (&fields);
  loop->step_func (step, loop->step_data);
}

static void
text_called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  Loop *loop = user_data;
  g_autofree char *message = NULL;
  GError *error = NULL;
  g_autoptr (TroupeAgentToolResult) result =
      troupe_agent_tools_call_finish (TROUPE_AGENT_TOOLS (source), async_result, &error);

  g_assert (G_IS_ASYNC_RESULT (async_result));

  if (result == NULL)
    {
      end (loop, NULL, error);
      return;
    }
  note_result (loop, result);
  message = g_strconcat (g_strchomp (loop->text), troupe_prompt_get (TROUPE_PROMPT_OBSERVATION),
                         " ", result->text, NULL);
  say (loop, TROUPE_LLM_ROLE_ASSISTANT, message);
  if (result->is_fatal || result->failure == TROUPE_AGENT_FAILURE_REPEATED_CALL)
    {
      end (loop, NULL, g_steal_pointer (&result->error));
      return;
    }
  tell_step (loop, result, message);
  if (result->is_answer)
    {
      finish (loop, result->text, NULL, FALSE);
      return;
    }
  say (loop, TROUPE_LLM_ROLE_USER, troupe_prompt_get (TROUPE_PROMPT_POST_TOOL_REASONING));
  g_clear_pointer (&loop->wanted, troupe_agent_step_free);
  troupe_steps_return_to (loop->steps, begin_round);
}

static TroupeStepResult
call_tool_of_text (gpointer data)
{
  Loop *loop = data;

  if (loop->wanted == NULL)
    return TROUPE_STEP_DONE;
  troupe_agent_tools_call_text_async (loop->tools, loop->wanted->tool, loop->wanted->input,
                                      g_task_get_cancellable (loop->task), text_called_cb, loop);
  return TROUPE_STEP_PENDING;
}

/* --- Native calls ----------------------------------------------------------------------------- */

static void
called_cb (GObject *source, GAsyncResult *async_result, gpointer user_data)
{
  g_autofree Wanted *wanted = user_data;
  Loop *loop = wanted->loop;
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (async_result));

  loop->n_waiting--;
  loop->results[wanted->index] = troupe_agent_artifacts_call_finish (async_result, &error);
  if (error != NULL && loop->error == NULL)
    loop->error = error;
  else
    g_clear_error (&error);
  troupe_steps_repeat (loop->steps);
}

/* Returns the first result that ends the execution, successfully or not; NULL if the execution
 * continues. */
static TroupeAgentToolResult *
find_end (Loop *loop)
{
  g_assert (loop != NULL);

  for (guint i = 0; i < loop->calls->len; i++)
    {
      TroupeAgentToolResult *result = loop->results[i];

      if (result != NULL && (result->is_fatal || result->is_answer ||
                             result->failure == TROUPE_AGENT_FAILURE_REPEATED_CALL))
        return result;
    }

  return NULL;
}

/* Starts as many calls as allowed, and continues once all have ended. */
static TroupeStepResult
call_tools (gpointer data)
{
  Loop *loop = data;

  while (loop->n_begun < loop->calls->len && loop->n_waiting < loop->width && loop->error == NULL &&
         find_end (loop) == NULL)
    {
      Wanted *wanted = g_new0 (Wanted, 1);
      const TroupeLlmPart *call = g_ptr_array_index (loop->calls, loop->n_begun);

      wanted->loop = loop;
      wanted->index = loop->n_begun++;
      loop->n_waiting++;
      troupe_agent_artifacts_call_async (loop->artifacts, loop->tools, call->id,
                                         call->name != NULL ? call->name : "", call->text,
                                         g_task_get_cancellable (loop->task), called_cb, wanted);
    }
  return loop->n_waiting == 0 ? TROUPE_STEP_DONE : TROUPE_STEP_PENDING;
}

static TroupeStepResult
end_calls (gpointer data)
{
  Loop *loop = data;
  TroupeAgentToolResult *last = find_end (loop);

  if (loop->error != NULL)
    return end (loop, NULL, g_steal_pointer (&loop->error));
  for (guint i = 0; i < loop->calls->len; i++)
    {
      const TroupeLlmPart *call = g_ptr_array_index (loop->calls, i);
      const TroupeAgentToolResult *result = loop->results[i];
      TroupeLlmMessage *message = NULL;
      TroupeLlmPart *part = NULL;

      if (result == NULL)
        continue;
      note_result (loop, result);
      part = troupe_llm_part_new (TROUPE_LLM_PART_TOOL_RESULT, result->text);
      part->id = g_strdup (call->id);
      part->name = g_strdup (call->name);
      part->is_error = result->failure != TROUPE_AGENT_FAILURE_NONE;
      message = troupe_llm_message_new (TROUPE_LLM_ROLE_TOOL);
      troupe_llm_message_add (message, part);
      g_ptr_array_add (loop->messages, message);
    }
  if (last != NULL)
    return last->is_answer ? finish (loop, last->text, NULL, FALSE)
                           : end (loop, NULL, g_steal_pointer (&last->error));
  forget_calls (loop);
  troupe_steps_return_to (loop->steps, begin_round);
  return TROUPE_STEP_PENDING;
}

/* --- Loop ------------------------------------------------------------------------------------- */

static const TroupeStep steps[] = {
  { "begin round", begin_round },
  { "call hooks before", call_hooks_before },
  { "ask model", ask_model },
  { "call hooks after", call_hooks_after },
  { "take answer", take_answer },             /* ends here unless there are calls */
  { "call tool of text", call_tool_of_text }, /* returns to “begin round”, in text mode */
  { "call tools", call_tools },
  { "end calls", end_calls }, /* returns to “begin round” */
  { NULL, NULL },
};

void
troupe_agent_loop_run_async (const TroupeAgentLoopSetup *setup,
                             GCancellable *cancellable,
                             GAsyncReadyCallback callback,
                             gpointer user_data)
{
  TroupeAgentLoopSetup own;
  Loop *loop = NULL;

  g_return_if_fail (setup != NULL && TROUPE_IS_AGENT_TOOLS (setup->tools));
  g_return_if_fail (setup->messages != NULL);

  own = *setup;
  loop = g_new0 (Loop, 1);
  loop->task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (loop->task, troupe_agent_loop_run_async);
  g_task_set_check_cancellable (loop->task, FALSE);
  g_task_set_task_data (loop->task, loop, loop_free);
  loop->steps = troupe_steps_new (steps, loop);
  /* The loop itself calls the hooks for its requests. */
  own.hooks = (TroupeAgentHooks){ 0 };
  loop->model = troupe_agent_model_new (&own);
  loop->window = troupe_agent_window_new (setup, loop->model);
  loop->tools = g_object_ref (setup->tools);
  loop->artifacts = setup->artifacts != NULL ? g_object_ref (setup->artifacts) : NULL;
  loop->is_step = setup->is_step;
  loop->specs = troupe_agent_tools_make_specs (setup->tools);
  loop->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_llm_message_unref);
  for (guint i = 0; i < setup->messages->len; i++)
    g_ptr_array_add (loop->messages,
                     troupe_llm_message_ref (g_ptr_array_index (setup->messages, i)));
  loop->is_native = setup->is_native && loop->specs->len > 0;
  if (setup->answer_rules != NULL)
    loop->answer_rules = troupe_schema_ref (setup->answer_rules);
  loop->max_iterations = setup->max_iterations;
  loop->step_func = setup->step_func;
  loop->step_data = setup->step_data;
  loop->hooks = setup->hooks;
  loop->bus = setup->bus != NULL ? troupe_event_bus_ref (setup->bus) : NULL;
  loop->scope = setup->scope != NULL ? troupe_scope_ref (setup->scope) : NULL;
  loop->role = g_strdup (setup->role);
  troupe_steps_start (loop->steps);
}

TroupeAgentOutcome *
troupe_agent_loop_run_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
