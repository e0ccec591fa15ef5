/* troupe-crew-executor.c: executes a task with an agent, natively or with a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-executor"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-review.h"
#include "troupe-crew-executor.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-method.h"
#include "troupe-python-objects.h"

/* @what, @call: with owned strings and scopes; @given: (nullable): prompt written by the task's
 *   class
 * @answer: (nullable): last answer of the default execution; @asking: (nullable): the Python
 *   method that waits for an answer
 * @invoker: agent whose custom executor is active
 * @is_answer: whether the worker only answers one request */
typedef struct
{
  TroupeCrewExecution work;
  TroupeAgentTask what;
  TroupeAgentContext call;
  TroupeToolContext context;
  char **suggestions;
  char *given;
  TroupeValue *answer;
  TroupePythonObjectCall *asking;
  int invoker;
  gboolean is_answer;
} Worker;

static void
worker_free (gpointer data)
{
  Worker *worker = data;

  g_free ((char *) worker->what.title);
  g_free ((char *) worker->what.description);
  g_free ((char *) worker->what.expected_output);
  g_free ((char *) worker->what.context);
  g_free ((char *) worker->what.schema_name);
  g_free ((char *) worker->what.policy);
  g_clear_pointer (&worker->what.shown_schema, troupe_value_unref);
  g_clear_pointer (&worker->what.schema, troupe_value_unref);
  g_strfreev (worker->suggestions);
  g_free ((char *) worker->call.path);
  g_clear_pointer (&worker->call.scope, troupe_scope_unref);
  g_clear_pointer (&worker->call.tools, g_ptr_array_unref);
  g_clear_pointer (&worker->call.own_tools, g_ptr_array_unref);
  g_free (worker->given);
  g_clear_pointer (&worker->answer, troupe_value_unref);
  g_free (worker);
}

static TroupeValue *
ref_or_null (TroupeValue *value)
{
  return value != NULL ? troupe_value_ref (value) : NULL;
}

static Worker *
worker_new (const TroupeCrewExecution *work,
            const TroupeAgentTask *what,
            const TroupeAgentContext *call)
{
  Worker *self = g_new0 (Worker, 1);

  g_assert (call->tool_context != NULL);

  self->work = *work;
  self->what = *what;
  self->what.title = g_strdup (what->title);
  self->what.description = g_strdup (what->description);
  self->what.expected_output = g_strdup (what->expected_output);
  self->what.context = g_strdup (what->context);
  self->what.schema_name = g_strdup (what->schema_name);
  self->what.policy = g_strdup (what->policy);
  self->what.shown_schema = ref_or_null (what->shown_schema);
  self->what.schema = ref_or_null (what->schema);
  self->suggestions = g_strdupv ((char **) what->suggestions);
  self->what.suggestions = (const char *const *) self->suggestions;
  self->call = *call;
  self->context = *call->tool_context;
  self->call.tool_context = &self->context;
  self->call.path = g_strdup (call->path);
  self->call.scope = call->scope != NULL ? troupe_scope_ref (call->scope) : NULL;
  self->context.scope = self->call.scope;
  self->call.tools = call->tools != NULL ? g_ptr_array_ref (call->tools) : NULL;
  self->call.own_tools = call->own_tools != NULL ? g_ptr_array_ref (call->own_tools) : NULL;
  return self;
}

/* Answers the waiting method with @answer (transfer full) (nullable), or @error (transfer full)
 * (nullable). */
static void
answer_asking (GTask *task, TroupeValue *answer, GError *error)
{
  Worker *worker = g_task_get_task_data (task);

  g_assert (worker->asking != NULL);

  troupe_python_object_call_answer (g_steal_pointer (&worker->asking), answer, error);
  if (worker->is_answer)
    g_task_return_boolean (task, TRUE);
}

/* --- Default execution ------------------------------------------------------------------------ */

/* Returns the agent to which the request refers. Unless the request specifies another agent,
 * this is the agent of the method. */
static int
find_agent (const Worker *worker, TroupeValue *asks)
{
  TroupeValue *number = troupe_value_get_member (asks, "agent");
  int agent = worker->work.agent;

  if (number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER))
    (void) troupe_python_objects_find_agent (troupe_crew_runner_get_objects (worker->work.runner),
                                             troupe_value_get_integer (number), &agent);
  return agent;
}

/* Returns the agent's definition with the current texts of its object. (transfer full)
 * (nullable) */
static TroupeAgentDefinition *
make_definition (const Worker *worker, int agent, TroupeValue *texts, GError **error)
{
  static const char *const texts_of_agent[] = { "role", "goal", "backstory", NULL };
  TroupeAgentDefinition *before = troupe_crew_runner_get_definition (worker->work.runner, agent);
  g_autoptr (TroupeValue) fields = NULL;
  gboolean is_same = TRUE;

  g_assert (before != NULL);

  fields = troupe_value_ref (troupe_agent_definition_get_fields (before));
  for (gsize i = 0; texts != NULL && i < troupe_value_map_get_size (texts); i++)
    {
      const char *key = troupe_value_get_string (troupe_value_map_get_key (texts, i), NULL);
      TroupeValue *text = troupe_value_map_get_value (texts, i);
      g_autoptr (TroupeValue) under = NULL;

      /* Other fields require permissions that the user was shown. */
      if (!g_strv_contains (texts_of_agent, key) || !troupe_value_is (text, TROUPE_VALUE_STRING))
        continue;
      under = fields;
      is_same = is_same && g_strcmp0 (troupe_value_get_member_text (under, key),
                                      troupe_value_get_string (text, NULL)) == 0;
      fields = troupe_value_map_with (under, key, text);
    }
  return is_same ? troupe_agent_definition_ref (before)
                 : troupe_agent_definition_new (fields, error);
}

/* Describes the default answer for the agent's method. (transfer full) */
static TroupeValue *
describe_answer (const Worker *worker, TroupeValue *answer)
{
  TroupeValue *object = troupe_value_get_member (answer, "pydantic");
  TroupeMapBuilder builder;

  g_assert (answer != NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (
      &builder, "text", troupe_crew_method_new_text (troupe_value_get_member_text (answer, "raw")));
  if (object != NULL && troupe_value_is (object, TROUPE_VALUE_MAP) && worker->what.schema != NULL)
    {
      troupe_map_builder_add (&builder, "object", troupe_value_ref (object));
      troupe_map_builder_add (&builder, "schema", troupe_value_ref (worker->what.schema));
    }
  return troupe_map_builder_end (&builder);
}

static void
executed_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Worker *worker = g_task_get_task_data (task);
  GError *error = NULL;
  TroupeValue *answer = troupe_agent_execute_finish (result, &error);

  g_assert (G_IS_TASK (task));

  g_clear_pointer (&worker->answer, troupe_value_unref);
  worker->answer = answer;
  if (worker->asking == NULL)
    {
      if (answer != NULL)
        g_task_return_pointer (task, g_steal_pointer (&worker->answer),
                               (GDestroyNotify) troupe_value_unref);
      else
        g_task_return_error (task, error);
    }
  else
    answer_asking (task, answer != NULL ? describe_answer (worker, answer) : NULL, error);
}

/* --- Custom executor -------------------------------------------------------------------------- */

static void ask_cb (TroupeValue *asks, TroupePythonObjectCall *call, gpointer user_data);

/* An attempt of the custom executor. */
typedef struct
{
  GTask *task;
  TroupeAgentWorkedFunc func;
  gpointer func_data;
} Attempt;

static void
invoked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autofree Attempt *attempt = user_data;
  g_autoptr (GTask) task = attempt->task;
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);
  const char *text = troupe_value_get_member_text (said, "text");

  g_assert (G_IS_TASK (task));

  attempt->func (said != NULL ? g_strdup (text != NULL ? text : "") : NULL, error,
                 attempt->func_data);
}

static void
invoke_cb (const char *prompt,
           gboolean asks_person,
           GCancellable *cancellable,
           TroupeAgentWorkedFunc func,
           gpointer func_data,
           gpointer user_data)
{
  GTask *task = user_data;
  Worker *worker = g_task_get_task_data (task);
  const TroupeCrewAgent *agent =
      troupe_crew_runner_get_declared_agent (worker->work.runner, worker->invoker);
  Attempt *attempt = g_new0 (Attempt, 1);
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeMapBuilder builder, inputs;

  g_assert (agent != NULL);

  attempt->task = g_object_ref (task);
  attempt->func = func;
  attempt->func_data = func_data;
  troupe_map_builder_init (&inputs);
  troupe_map_builder_add (&inputs, "input", troupe_crew_method_new_text (prompt));
  troupe_map_builder_add (&inputs, "tool_names",
                          troupe_crew_method_describe_tools (worker->call.tools, FALSE));
  troupe_map_builder_add (&inputs, "tools",
                          troupe_crew_method_describe_tools (worker->call.tools, TRUE));
  troupe_map_builder_add (&inputs, "ask_for_human_input", troupe_value_new_boolean (asks_person));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "inputs", troupe_map_builder_end (&inputs));
  troupe_map_builder_add (&builder, "agent_fields", troupe_value_ref (agent->fields));
  arguments = troupe_map_builder_end (&builder);
  troupe_python_objects_call_async (troupe_crew_runner_get_objects (worker->work.runner),
                                    TROUPE_DECLARED_AGENT, worker->invoker, "invoke", arguments,
                                    ask_cb, task, cancellable, invoked_cb, attempt);
}

/* Sets the custom executor of the agent in @call, if the agent has one. */
static void
join_executor (GTask *task, int agent, TroupeAgentContext *call)
{
  Worker *worker = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  if (!troupe_python_objects_have (troupe_crew_runner_get_objects (worker->work.runner),
                                   TROUPE_DECLARED_AGENT, agent, TROUPE_PYTHON_OVERRIDE_INVOKE))
    return;
  worker->invoker = agent;
  call->work_func = invoke_cb;
  call->work_data = task;
}

static void
execute_asked (GTask *task, TroupeValue *asks)
{
  Worker *worker = g_task_get_task_data (task);
  TroupeCrewRunner *runner = worker->work.runner;
  const int agent = find_agent (worker, asks);
  const char *context = troupe_value_get_member_text (asks, "context");
  g_autoptr (GPtrArray) tools =
      troupe_crew_method_pick_tools (worker->call.tools, troupe_value_get_member (asks, "tools"));
  TroupeAgentTask what = worker->what;
  TroupeAgentContext call = worker->call;
  GError *error = NULL;
  g_autoptr (TroupeAgentDefinition) definition =
      make_definition (worker, agent, troupe_value_get_member (asks, "texts"), &error);
  TroupeValue *facts;
  const char *description;
  const char *expected;
  const char *declared;
  TroupeValue *markdown;
  TroupeValue *number;

  g_assert (G_IS_TASK (task));

  if (definition == NULL)
    {
      answer_asking (task, NULL, error);
      return;
    }
  /* Takes the task as passed by the method. */
  facts = troupe_value_get_member (asks, "task");
  description = troupe_value_get_member_text (facts, "description");
  expected = troupe_value_get_member_text (facts, "expected_output");
  declared = troupe_crew_runner_get_description (worker->work.runner, worker->work.task);
  markdown = troupe_value_get_member (facts, "markdown");
  number = troupe_value_get_member (facts, "number");
  what.prompt = troupe_value_get_member_text (facts, "prompt");
  if (description != NULL && g_strcmp0 (description, declared) != 0)
    {
      what.description = description;
      /* Only a change to the crew's own task is stored, because other tasks do not belong to the
       * crew. */
      if (worker->work.is_own && number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER))
        troupe_crew_runner_set_description (worker->work.runner, worker->work.task, description);
    }
  if (expected != NULL)
    what.expected_output = expected;
  if (markdown != NULL && troupe_value_is (markdown, TROUPE_VALUE_BOOLEAN))
    what.markdown = troupe_value_get_boolean (markdown);
  what.context = context != NULL && *context != '\0' ? context : NULL;
  call.tools = tools;
  if (agent != worker->work.agent)
    {
      call.own_tools = NULL;
      call.skills = troupe_crew_runner_get_skills (runner, agent);
      call.memory = troupe_crew_runner_get_memory (runner, agent);
    }
  join_executor (task, agent, &call);
  troupe_agent_execute_async (definition, &what, &call, g_task_get_cancellable (task), executed_cb,
                              g_object_ref (task));
}

static void
asked_model_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autofree char *text = troupe_agent_ask_finish (result, &error);
  TroupeMapBuilder builder;

  g_assert (G_IS_TASK (task));

  if (text == NULL)
    {
      answer_asking (task, NULL, error);
      return;
    }
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "text", troupe_crew_method_new_text (text));
  answer_asking (task, troupe_map_builder_end (&builder), NULL);
}

/* Handles requests of an agent's method or of the method that writes a task's prompt. */
static void
ask_cb (TroupeValue *asks, TroupePythonObjectCall *call, gpointer user_data)
{
  GTask *task = user_data;
  Worker *worker = g_task_get_task_data (task);
  const char *what = troupe_value_get_member_text (asks, "what");
  TroupeValue *messages = troupe_value_get_member (asks, "messages");

  if (worker->asking != NULL)
    {
      /* A custom executor sends requests while the request of an agent's method is being
       * processed. */
      troupe_crew_executor_answer (&worker->work, &worker->what, &worker->call, asks, call,
                                   g_task_get_cancellable (task));
      return;
    }
  worker->asking = call;
  if (g_strcmp0 (what, "execute_task") == 0)
    execute_asked (task, asks);
  else if (g_strcmp0 (what, "model") == 0 && messages != NULL)
    troupe_agent_ask_async (troupe_crew_runner_get_definition (worker->work.runner,
                                                               find_agent (worker, asks)),
                            messages, &worker->call, g_task_get_cancellable (task), asked_model_cb,
                            g_object_ref (task));
  else if (g_strcmp0 (what, "prompt") == 0)
    answer_asking (task, troupe_crew_method_write_prompt (troupe_value_get_member (asks, "facts")),
                   NULL);
  else
    answer_asking (task, NULL,
                   g_error_new_literal (TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_SCRIPT,
                                        _ ("This is not possible while an agent is running.")));
}

void
troupe_crew_executor_answer (const TroupeCrewExecution *work,
                             const TroupeAgentTask *what,
                             const TroupeAgentContext *call,
                             TroupeValue *asks,
                             TroupePythonObjectCall *asking,
                             GCancellable *cancellable)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, NULL, NULL);
  Worker *worker = worker_new (work, what, call);

  g_task_set_source_tag (task, troupe_crew_executor_answer);
  worker->is_answer = TRUE;
  g_task_set_task_data (task, worker, worker_free);
  ask_cb (asks, asking, task);
}

/* --- Overridden methods ----------------------------------------------------------------------- */

/* Takes ownership of @task. */
static void
execute_plainly (GTask *task)
{
  Worker *worker = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  worker->what.prompt = worker->given;
  join_executor (task, worker->work.agent, &worker->call);
  troupe_agent_execute_async (
      troupe_crew_runner_get_definition (worker->work.runner, worker->work.agent), &worker->what,
      &worker->call, g_task_get_cancellable (task), executed_cb, task);
}

static void
called_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Worker *worker = g_task_get_task_data (task);
  const TroupeCrewAgent *agent =
      troupe_crew_runner_get_declared_agent (worker->work.runner, worker->work.agent);
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    g_task_return_error (task, error);
  else if (troupe_value_get_member (said, "object") == NULL &&
           troupe_value_get_member_text (said, "text") == NULL)
    g_task_return_new_error (
        task, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_OUTPUT,
        /* Translators: the name of an agent */
        _ ("execute_task() of the agent “%s” must return the agent’s answer as a string."),
        agent != NULL ? agent->name : "manager");
  else
    {
      TroupeValue *object = troupe_value_get_member (said, "object");
      const char *text = troupe_value_get_member_text (said, "text");
      g_autofree char *written =
          object != NULL ? troupe_value_to_json (object, TROUPE_JSON_COMPACT) : NULL;
      g_autoptr (TroupeValue) before = NULL, raw = NULL, with_raw = NULL, pydantic = NULL;
      TroupeValue *answer;

      g_assert (object != NULL || text != NULL);
      if (worker->answer != NULL && object == NULL &&
          g_strcmp0 (text, troupe_value_get_member_text (worker->answer, "raw")) == 0)
        answer = troupe_value_ref (worker->answer);
      else
        {
          before =
              worker->answer != NULL
                  ? troupe_value_ref (worker->answer)
                  : troupe_value_from_json ("{\"messages\":[],\"tool_failures\":[]}", -1, NULL);
          raw = troupe_value_new_string (object != NULL ? written : text, -1);
          with_raw = troupe_value_map_with (before, "raw", raw);
          pydantic = object != NULL ? troupe_value_ref (object) : troupe_value_new_null ();
          answer = troupe_value_map_with (with_raw, "pydantic", pydantic);
        }
      g_task_return_pointer (task, answer, (GDestroyNotify) troupe_value_unref);
    }
}

/* (transfer full) */
static TroupeValue *
describe_task (const Worker *worker)
{
  TroupeCrewRunner *runner = worker->work.runner;
  const gint64 number =
      worker->work.is_own
          ? troupe_python_objects_get_number (troupe_crew_runner_get_objects (runner),
                                              TROUPE_DECLARED_TASK, (int) worker->work.task)
          : 0;
  TroupeMapBuilder builder;

  g_assert (worker != NULL);

  troupe_map_builder_init (&builder);
  if (number > 0)
    troupe_map_builder_add (&builder, "number", troupe_value_new_integer (number));
  troupe_map_builder_add (&builder, "description",
                          troupe_crew_method_new_text (
                              worker->work.is_own
                                  ? troupe_crew_runner_get_description (runner, worker->work.task)
                                  : worker->what.description));
  troupe_map_builder_add (&builder, "expected_output",
                          troupe_crew_method_new_text (worker->what.expected_output != NULL
                                                           ? worker->what.expected_output
                                                           : ""));
  return troupe_map_builder_end (&builder);
}

/* Takes ownership of @task. */
static void
call_agent (GTask *task)
{
  Worker *worker = g_task_get_task_data (task);
  g_autoptr (TroupeValue) arguments = NULL;
  TroupeMapBuilder builder;
  const TroupeCrewAgent *agent;
  TroupeMapBuilder agent_builder;

  g_assert (G_IS_TASK (task));

  troupe_map_builder_init (&builder);
  agent = troupe_crew_runner_get_declared_agent (worker->work.runner, worker->work.agent);
  troupe_map_builder_init (&agent_builder);
  troupe_map_builder_add (&agent_builder, "role", troupe_crew_method_new_text (agent->role));
  troupe_map_builder_add (&agent_builder, "goal", troupe_crew_method_new_text (agent->goal));
  troupe_map_builder_add (&agent_builder, "backstory",
                          troupe_crew_method_new_text (agent->backstory));
  troupe_map_builder_add (&builder, "texts", troupe_map_builder_end (&agent_builder));
  troupe_map_builder_add (&builder, "task", describe_task (worker));
  troupe_map_builder_add (&builder, "context",
                          troupe_crew_method_new_text (
                              worker->what.context != NULL ? worker->what.context : ""));
  troupe_map_builder_add (&builder, "tools", troupe_crew_method_list_tools (worker->call.tools));
  arguments = troupe_map_builder_end (&builder);
  troupe_python_objects_call_async (troupe_crew_runner_get_objects (worker->work.runner),
                                    TROUPE_DECLARED_AGENT, worker->work.agent, "execute_task",
                                    arguments, ask_cb, task, g_task_get_cancellable (task),
                                    called_cb, task);
}

static void
prompted_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  GTask *task = user_data;
  Worker *worker = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (TroupeValue) said = troupe_python_objects_call_finish (result, &error);

  g_assert (G_IS_TASK (task));

  if (said == NULL)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  worker->given = g_strdup (troupe_value_get_member_text (said, "text"));
  execute_plainly (task);
}

void
troupe_crew_executor_execute_async (const TroupeCrewExecution *work,
                                    const TroupeAgentTask *what,
                                    const TroupeAgentContext *call,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  TroupePythonObjects *objects = troupe_crew_runner_get_objects (work->runner);
  GTask *task = NULL;

  if (objects == NULL)
    {
      troupe_agent_execute_async (troupe_crew_runner_get_definition (work->runner, work->agent),
                                  what, call, cancellable, callback, user_data);
      return;
    }
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_crew_executor_execute_async);
  g_task_set_task_data (task, worker_new (work, what, call), worker_free);
  if (troupe_python_objects_have (objects, TROUPE_DECLARED_AGENT, work->agent,
                                  TROUPE_PYTHON_OVERRIDE_EXECUTE))
    call_agent (task);
  else if (work->is_own &&
           troupe_python_objects_have (objects, TROUPE_DECLARED_TASK, (int) work->task,
                                       TROUPE_PYTHON_OVERRIDE_PROMPT))
    {
      Worker *worker = g_task_get_task_data (task);
      g_autoptr (TroupeValue) texts = describe_task (worker);
      g_autoptr (TroupeValue) arguments = NULL;
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      troupe_map_builder_add (&builder, "texts", troupe_value_map_without (texts, "number"));
      arguments = troupe_map_builder_end (&builder);
      troupe_python_objects_call_async (troupe_crew_runner_get_objects (worker->work.runner),
                                        TROUPE_DECLARED_TASK, (int) worker->work.task, "prompt",
                                        arguments, ask_cb, task, g_task_get_cancellable (task),
                                        prompted_cb, task);
    }
  else
    execute_plainly (task);
}

TroupeValue *
troupe_crew_executor_execute_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_ASYNC_RESULT (result), NULL);

  if (!g_async_result_is_tagged (result, troupe_crew_executor_execute_async))
    return troupe_agent_execute_finish (result, error);
  return g_task_propagate_pointer (G_TASK (result), error);
}
