/* troupe-agent-remote.c: agent that delegates to remote agents (A2A)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-agent-remote"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-job.h"
#include "troupe-agent-remote-events.h"
#include "troupe-agent-remote.h"
#include "troupe-agent-skills.h"
#include "troupe-agent-memory.h"

/**
 * Work:
 * @task, @description, @suggestions: of a task, copied; @input: of a kickoff
 * @call, @context: copied, with references to their contents
 * @prompt: (nullable): text that is appended to the task in the current execution
 * @answer: (nullable): answer of the last execution
 * @tool: (nullable): the remote agent being contacted
 * @message: the next message to the remote agent; @context_id, @task_id: (nullable): the remote
 *   agent's ids of the conversation and the task
 * @references: (element-type utf8): ids of the remote agent's finished tasks
 * @history: (nullable): all messages so far; @turn: number of the turn, from 0
 * @scope: (nullable): scope of the current turn
 */
typedef struct
{
  TroupeAgentDefinition *agent;
  TroupeAgentRemotes *remotes;
  gboolean is_task;
  TroupeAgentTask task;
  char *title;
  char *description;
  char *expected_output;
  char *task_context;
  char *memory;
  char *knowledge;
  char *policy;
  char **suggestions;
  TroupeValue *shown_schema;
  TroupeValue *schema;
  char *schema_name;
  TroupeValue *input;
  TroupeAgentContext call;
  TroupeToolContext context;

  char *prompt;
  TroupeValue *answer;
  TroupeA2aTool *tool;
  char *message;
  char *context_id;
  char *task_id;
  GPtrArray *references;
  TroupeValue *history;
  gint64 turn;
  TroupeScope *scope;
} Work;

static void execute (GTask *task);
static void speak (GTask *task);

/* --- Copies ----------------------------------------------------------------------------------- */

static void
work_free (gpointer data)
{
  Work *work = data;

  g_assert (work != NULL);
  g_clear_pointer (&work->call.run, troupe_run_context_unref);
  g_clear_pointer (&work->call.scope, troupe_scope_unref);
  g_free ((char *) work->call.path);
  g_clear_pointer (&work->call.tools, g_ptr_array_unref);
  g_clear_pointer (&work->call.own_tools, g_ptr_array_unref);
  g_clear_pointer (&work->call.shared, troupe_agent_shared_unref);
  g_clear_pointer (&work->call.skills, troupe_agent_skills_unref);
  g_clear_pointer (&work->call.memory, troupe_agent_memory_unref);
  g_free ((char *) work->context.owner);
  troupe_agent_definition_unref (work->agent);
  troupe_agent_remotes_free (work->remotes);
  g_free (work->title);
  g_free (work->description);
  g_free (work->expected_output);
  g_free (work->task_context);
  g_free (work->memory);
  g_free (work->knowledge);
  g_free (work->policy);
  g_strfreev (work->suggestions);
  g_clear_pointer (&work->shown_schema, troupe_value_unref);
  g_clear_pointer (&work->schema, troupe_value_unref);
  g_free (work->schema_name);
  g_clear_pointer (&work->input, troupe_value_unref);
  g_free (work->prompt);
  g_clear_pointer (&work->answer, troupe_value_unref);
  g_free (work->message);
  g_free (work->context_id);
  g_free (work->task_id);
  g_ptr_array_unref (work->references);
  g_clear_pointer (&work->history, troupe_value_unref);
  g_clear_pointer (&work->scope, troupe_scope_unref);
  g_free (work);
}

/* --- Ending ----------------------------------------------------------------------------------- */

static TroupeAgentRemoteReporter
make_news (Work *work, const char *message)
{
  return (TroupeAgentRemoteReporter){ .bus = work->call.run->bus,
                                      .scope = work->scope != NULL ? work->scope : work->call.scope,
                                      .tool = work->tool,
                                      .role = troupe_agent_definition_get_role (work->agent),
                                      .title = work->title,
                                      .context_id = work->context_id,
                                      .turn = work->turn + 1,
                                      .message = message };
}

/* Returns the last answer with its text replaced by @text. */
static void
end (GTask *task, const char *text)
{
  Work *work = g_task_get_task_data (task);
  g_autoptr (TroupeValue) raw = troupe_value_new_string (text, -1);
  g_autoptr (TroupeValue) none = troupe_value_new_null ();
  g_autoptr (TroupeValue) plain = NULL;

  g_assert (G_IS_TASK (task));

  if (work->tool != NULL)
    {
      const TroupeAgentRemoteReporter news = make_news (work, text);

      troupe_agent_remote_events_tell_over (&news, NULL);
    }
  plain = troupe_value_map_with (work->answer, "pydantic", none);
  g_task_return_pointer (task, troupe_value_map_with (plain, "raw", raw),
                         (GDestroyNotify) troupe_value_unref);
}

/* Returns the last message of the remote agent. (transfer full) (nullable) */
static char *
find_last_words (TroupeValue *history)
{
  g_autoptr (GString) words = g_string_new (NULL);

  for (gsize i = history != NULL ? troupe_value_list_get_length (history) : 0; i > 0; i--)
    {
      TroupeValue *message = troupe_value_list_get (history, i - 1);
      TroupeValue *parts = troupe_value_get_member (message, "parts");

      if (g_strcmp0 (troupe_value_get_member_text (message, "role"), "agent") != 0)
        continue;
      for (gsize j = 0; parts != NULL && j < troupe_value_list_get_length (parts); j++)
        {
          const char *text =
              troupe_value_get_member_text (troupe_value_list_get (parts, j), "text");

          if (text != NULL)
            g_string_append_printf (words, "%s%s", words->len > 0 ? " " : "", text);
        }
      return g_string_free (g_steal_pointer (&words), FALSE);
    }
  return NULL;
}

/* --- Contacting the remote agent -------------------------------------------------------------- */

static void
take_outcome (GTask *task, TroupeValue *outcome)
{
  Work *work = g_task_get_task_data (task);
  const TroupeA2aConfig *config = troupe_a2a_tool_get_config (work->tool);
  const char *status = troupe_value_get_member_text (outcome, "status");
  const char *result = troupe_value_get_member_text (outcome, "result");
  const gboolean is_done = g_strcmp0 (status, "completed") == 0;
  gsize n;
  TroupeValue *last;
  const char *task_id;
  const char *context_id;

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&work->history, troupe_value_unref);
  work->history = troupe_value_ref (troupe_value_get_member (outcome, "history"));
  n = troupe_value_list_get_length (work->history);
  last = n > 0 ? troupe_value_list_get (work->history, n - 1) : NULL;
  task_id = last != NULL ? troupe_value_get_member_text (last, "taskId") : NULL;
  context_id = last != NULL ? troupe_value_get_member_text (last, "contextId") : NULL;
  if (task_id != NULL)
    {
      g_free (work->task_id);
      work->task_id = g_strdup (task_id);
    }
  if (context_id != NULL)
    {
      g_free (work->context_id);
      work->context_id = g_strdup (context_id);
    }
  if (is_done)
    {
      gboolean is_there = FALSE;

      /* Called when a task of the remote agent has ended. A later message starts a new task
       * that may refer to the ended task. */
      for (guint i = 0; work->task_id != NULL && i < work->references->len && !is_there; i++)
        is_there = g_str_equal (work->references->pdata[i], work->task_id);
      if (work->task_id != NULL && !is_there)
        g_ptr_array_add (work->references, g_strdup (work->task_id));
      g_clear_pointer (&work->task_id, g_free);
    }
  if (is_done && config->trusts_completion)
    {
      end (task, result != NULL ? result : "");
      return;
    }
  g_free (work->prompt);
  work->prompt = troupe_agent_remotes_write_prompt (work->remotes, work->history, work->turn,
                                                    config->max_turns, is_done);
  execute (task);
}

static void
answered_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) outcome = troupe_tool_call_finish (TROUPE_TOOL (object), result, &error);
  const TroupeAgentRemoteReporter news = make_news (work, work->message);

  g_assert (TROUPE_IS_A2A_TOOL (object));

  troupe_agent_remote_events_tell_ended (&news, outcome, error);
  g_clear_pointer (&work->scope, troupe_scope_unref);
  if (outcome == NULL)
    g_task_return_error (task, error);
  else
    take_outcome (task, outcome);
}

static void
add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  troupe_map_builder_add (
      builder, key, text != NULL ? troupe_value_new_string (text, -1) : troupe_value_new_null ());
}

static void
speak (GTask *task)
{
  Work *work = g_task_get_task_data (task);
  const TroupeA2aConfig *config = troupe_a2a_tool_get_config (work->tool);
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeToolContext context = work->context;
  TroupeAgentRemoteReporter news;
  g_autofree TroupeValue **ids = NULL;
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  if (work->turn >= config->max_turns)
    {
      const guint n_turns =
          (guint) CLAMP (troupe_a2a_tool_get_config (work->tool)->max_turns, 0, G_MAXINT);
      g_autofree char *words = find_last_words (work->history);
      g_autoptr (GError) error = NULL;

      /* As in CrewAI, the last message of the remote agent is the answer. */
      work->turn = MAX (work->turn - 1, 0);
      if (words != NULL)
        end (task, words);
      else
        {
          error = g_error_new (
              TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REMOTE,
              /* Translators: a number, and an address */
              ngettext ("The %u turn allowed by “max_turns” was used up, but the agent at "
                        "%s did not return an answer.",
                        "The %u turns allowed by “max_turns” were used up, but the agent "
                        "at %s did not return an answer.",
                        n_turns),
              n_turns, troupe_a2a_tool_get_config (work->tool)->endpoint);
          {
            const TroupeAgentRemoteReporter turns = make_news (work, work->message);

            troupe_agent_remote_events_tell_over (&turns, error);
          }
          g_task_return_error (task, g_steal_pointer (&error));
        }
      return;
    }
  work->scope = troupe_scope_new (TROUPE_SCOPE_TOOL_CALL, work->call.scope, NULL,
                                  troupe_a2a_tool_get_card (work->tool)->name);
  context.scope = work->scope;
  news = make_news (work, work->message);
  troupe_agent_remote_events_tell_started (&news);
  ids = g_new0 (TroupeValue *, work->references->len + 1);
  for (guint i = 0; i < work->references->len; i++)
    ids[i] = troupe_value_new_string (work->references->pdata[i], -1);
  troupe_map_builder_init (&builder);
  add_text (&builder, "message", work->message);
  add_text (&builder, "context_id", work->context_id);
  add_text (&builder, "task_id", work->task_id);
  troupe_map_builder_add (&builder, "reference_task_ids",
                          troupe_value_new_list (ids, work->references->len));
  troupe_map_builder_add (&builder, "history",
                          work->history != NULL ? troupe_value_ref (work->history)
                                                : troupe_value_new_list (NULL, 0));
  arguments = troupe_map_builder_end (&builder);
  troupe_tool_call_async (TROUPE_TOOL (work->tool), arguments, &context,
                          g_task_get_cancellable (task), answered_cb, g_object_ref (task));
}

/* --- Executing the agent ---------------------------------------------------------------------- */

static void
executed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeValue *answer = troupe_agent_work_finish (result, &error);
  const char *raw = NULL;
  g_autofree char *message = NULL;
  TroupeA2aTool *tool = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (answer == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_clear_pointer (&work->answer, troupe_value_unref);
  work->answer = answer;
  raw = troupe_value_get_member_text (answer, "raw");
  /* Without remote agents, the answer is returned unchanged. */
  if (raw == NULL || troupe_agent_remotes_are_gone (work->remotes))
    g_task_return_pointer (task, troupe_value_ref (answer), (GDestroyNotify) troupe_value_unref);
  else if (!troupe_agent_remotes_read_answer (work->remotes, raw, &message, &tool))
    end (task, raw);
  else if (tool == NULL)
    end (task, message);
  else
    {
      g_free (work->message);
      work->message = g_steal_pointer (&message);
      if (work->tool != NULL)
        work->turn++;
      else
        work->tool = tool;
      speak (task);
    }
}

/* @agent: the original agent, or a copy with the response format in which it says whether it
 *   delegates */
static void
begin_work (GTask *task, TroupeAgentDefinition *agent, TroupeValue *input, TroupeAgentJob *job)
{
  Work *work = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  troupe_agent_work_async (agent, input, job, &work->call, g_task_get_cancellable (task),
                           executed_cb, g_object_ref (task));
}

/* The response format is sent only if the agent has no tools; otherwise the text is parsed. */
static void
execute (GTask *task)
{
  Work *work = g_task_get_task_data (task);
  const gboolean has_form = !troupe_agent_remotes_are_gone (work->remotes) &&
                            (work->call.tools == NULL || work->call.tools->len == 0);

  g_assert (G_IS_TASK (task));

  if (work->is_task)
    {
      g_autofree char *description = g_strconcat (work->description, work->prompt, NULL);
      g_autoptr (TroupeValue) input = NULL;
      TroupeAgentTask what = work->task;
      TroupeAgentJob *job;
      GError *error = NULL;

      what.description = description;
      if (has_form)
        {
          what.schema = troupe_agent_remotes_get_form (work->remotes);
          what.schema_name = "AgentResponse";
        }
      else if (troupe_agent_remotes_are_gone (work->remotes))
        {
          what.shown_schema = work->shown_schema;
          what.schema = work->schema;
          what.schema_name = work->schema_name;
        }
      job = troupe_agent_job_new_task (&what, &work->call, &error);
      if (job == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      input = troupe_value_take_string (troupe_agent_job_write_prompt (&what), -1);
      begin_work (task, work->agent, input, job);
    }
  else
    {
      Work *own = g_task_get_task_data (task);
      g_autoptr (TroupeAgentDefinition) agent = NULL;
      g_autoptr (TroupeAgentJob) job = NULL;
      g_autoptr (TroupeValue) input = NULL;
      GError *error = NULL;

      agent = has_form ? troupe_agent_definition_new_with_form (
                             own->agent, troupe_agent_remotes_get_form (own->remotes), &error)
                       : troupe_agent_definition_ref (own->agent);
      if (agent == NULL)
        {
          g_task_return_error (task, error);
          return;
        }
      job = troupe_agent_job_new_kickoff (agent);
      input = troupe_agent_job_add_known (job, own->input, own->prompt);
      begin_work (task, agent, input, g_steal_pointer (&job));
    }
}

static void
cards_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (!troupe_agent_remotes_read_cards_finish (result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  work->prompt = troupe_agent_remotes_write_prompt (work->remotes, NULL, 0, 0, FALSE);
  execute (task);
}

void
troupe_agent_remote_work_async (TroupeAgentDefinition *agent,
                                TroupeAgentRemotes *remotes,
                                const TroupeAgentTask *task,
                                TroupeValue *input,
                                const TroupeAgentContext *call,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) result = NULL;
  Work *work;

  g_return_if_fail (agent != NULL && remotes != NULL);
  g_return_if_fail ((task != NULL) != (input != NULL) && call != NULL);

  result = g_task_new (NULL, cancellable, callback, user_data);
  work = g_new0 (Work, 1);
  g_task_set_source_tag (result, troupe_agent_remote_work_async);
  work->agent = troupe_agent_definition_ref (agent);
  work->remotes = remotes;
  work->references = g_ptr_array_new_with_free_func (g_free);
  if (task != NULL)
    {
      work->is_task = TRUE;
      work->task = *task;
      work->task.title = work->title = g_strdup (task->title);
      work->description = g_strdup (task->description);
      work->task.expected_output = work->expected_output = g_strdup (task->expected_output);
      work->task.context = work->task_context = g_strdup (task->context);
      work->task.memory = work->memory = g_strdup (task->memory);
      work->task.knowledge = work->knowledge = g_strdup (task->knowledge);
      work->task.policy = work->policy = g_strdup (task->policy);
      work->suggestions = g_strdupv ((char **) task->suggestions);
      work->task.suggestions = (const char *const *) work->suggestions;
      /* The task's own schema is stored and removed from the task, because the agent must answer in
       * the format that specifies whether it delegates. */
      work->shown_schema =
          task->shown_schema != NULL ? troupe_value_ref (task->shown_schema) : NULL;
      work->schema = task->schema != NULL ? troupe_value_ref (task->schema) : NULL;
      work->schema_name = g_strdup (task->schema_name);
      work->task.shown_schema = NULL;
      work->task.schema = NULL;
      work->task.schema_name = NULL;
    }
  else
    work->input = troupe_value_ref (input);
  work->call = *call;
  work->call.run = troupe_run_context_ref (call->run);
  if (call->scope != NULL)
    troupe_scope_ref (call->scope);
  work->call.path = g_strdup (call->path);
  if (call->tools != NULL)
    g_ptr_array_ref (call->tools);
  if (call->own_tools != NULL)
    g_ptr_array_ref (call->own_tools);
  if (call->shared != NULL)
    troupe_agent_shared_ref (call->shared);
  if (call->skills != NULL)
    troupe_agent_skills_ref (call->skills);
  if (call->memory != NULL)
    troupe_agent_memory_ref (call->memory);
  if (call->tool_context != NULL)
    work->context = *call->tool_context;
  work->context.owner = g_strdup (work->context.owner);
  work->context.run = work->call.run;
  work->context.scope = work->call.scope;
  work->call.tool_context = &work->context;
  g_task_set_task_data (result, work, work_free);
  troupe_agent_remotes_read_cards_async (remotes, &work->context, cancellable, cards_cb,
                                         g_object_ref (result));
}
