/* troupe-crew-agents.c: creates the agents of a crew and their tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-agents"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-crew-executor.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew-runner-private.h"
#include "troupe-delegation-tool.h"
#include "troupe-python-tool.h"

/* --- Agents ----------------------------------------------------------------------------------- */

/* Returns the fields with which an agent is created. If the crew streams, all its agents except
 * for the manager stream as well. (transfer full) */
static TroupeValue *
make_fields (TroupeCrewRunner *self, TroupeValue *fields)
{
  TroupeValue *llm = troupe_value_map_lookup_string (fields, "llm", -1);
  g_autoptr (TroupeValue) yes = NULL;
  g_autoptr (TroupeValue) streaming = NULL;

  g_assert (self != NULL);

  if (!troupe_crew_get_flag (self->crew->fields, "stream"))
    return troupe_value_ref (fields);
  yes = troupe_value_new_boolean (TRUE);
  if (llm != NULL && troupe_value_is (llm, TROUPE_VALUE_MAP))
    streaming = troupe_value_map_with (llm, "stream", yes);
  else
    {
      TroupeMapBuilder builder;

      troupe_map_builder_init (&builder);
      if (llm != NULL && troupe_value_is (llm, TROUPE_VALUE_STRING))
        troupe_map_builder_add (&builder, "model", troupe_value_ref (llm));
      troupe_map_builder_add (&builder, "stream", troupe_value_ref (yes));
      streaming = troupe_map_builder_end (&builder);
    }
  return troupe_value_map_with (fields, "llm", streaming);
}

static TroupeAgentDefinition *
make_agent (TroupeValue *fields, const char *path, char **where, GError **error)
{
  TroupeAgentDefinition *agent = troupe_agent_definition_new (fields, error);

  if (agent == NULL)
    *where = g_strdup (path);
  return agent;
}

static gboolean
has_tools (const TroupeCrewAgent *agent)
{
  TroupeValue *tools = troupe_value_map_lookup_string (agent->fields, "tools", -1);

  return tools != NULL && troupe_value_is (tools, TROUPE_VALUE_LIST) &&
         troupe_value_list_get_length (tools) > 0;
}

static gboolean
cast_manager (TroupeCrewRunner *self, char **where, GError **error)
{
  const TroupeCrewAgent *manager = self->crew->manager;
  g_autoptr (TroupeValue) fields = NULL;

  g_assert (self != NULL);

  if (manager != NULL && has_tools (manager))
    {
      *where = g_strdup (manager->path);
      g_set_error (
          error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_DOCUMENT,
          /* Translators: the name of an agent */
          _ ("The manager agent “%s” must not have tools: only the other agents can have them."),
          manager->name);
      return FALSE;
    }
  fields = manager != NULL
               ? troupe_value_ref (manager->fields)
               : troupe_crew_inventory_make_manager (self->crew, self->around.run->folder,
                                                     self->around.run->texts);
  self->manager =
      make_agent (fields, manager != NULL ? manager->path : "manager_llm", where, error);
  return self->manager != NULL;
}

gboolean
troupe_crew_runner_create_agents (TroupeCrewRunner *self, char **where, GError **error)
{
  TroupeCrew *crew = self->crew;
  TroupeValue *max_rpm = troupe_value_map_lookup_string (crew->fields, "max_rpm", -1);

  self->shared = troupe_agent_shared_new (
      max_rpm != NULL && troupe_value_is (max_rpm, TROUPE_VALUE_INTEGER)
          ? (guint) CLAMP (troupe_value_get_integer (max_rpm), 0, G_MAXUINT)
          : 0,
      troupe_crew_get_flag (crew->fields, "cache"));
  self->agents = g_new0 (TroupeAgentDefinition *, crew->n_agents + 1);
  self->steps = g_new0 (TroupeCrewStep, crew->n_agents + 1);
  for (guint i = 0; i < crew->n_agents; i++)
    {
      g_autoptr (TroupeValue) fields = make_fields (self, crew->agents[i].fields);

      self->agents[i] = make_agent (fields, crew->agents[i].path, where, error);
      if (self->agents[i] == NULL)
        return FALSE;
    }
  return crew->process != TROUPE_CREW_HIERARCHICAL || cast_manager (self, where, error);
}

void
troupe_crew_runner_fill_call (TroupeCrewRunner *self,
                              TroupeScope *scope,
                              TroupeLlmUsage *usage,
                              const char *owner,
                              TroupeToolContext *context,
                              TroupeAgentContext *call)
{
  TroupeValue *declared;
  TroupeAgentPolicy policy = TROUPE_AGENT_POLICY_WARN;

  *context = (TroupeToolContext){ .run = self->around.run,
                                  .owner = owner,
                                  .scope = scope,
                                  .report = self->around.report,
                                  .user_data = self->around.user_data };
  declared = troupe_value_map_lookup_string (self->crew->fields, "tool_failure_policy", -1);
  if (declared != NULL && troupe_value_is (declared, TROUPE_VALUE_STRING))
    troupe_agent_policy_from_text (troupe_value_get_string (declared, NULL), &policy);
  *call = (TroupeAgentContext){ .run = self->around.run,
                                .scope = scope,
                                .usage = usage,
                                .tool_context = context,
                                .shared = self->shared,
                                .policy = policy,
                                .hooks = troupe_crew_hook_list_registered (&self->around) };
}

/* --- Steps ------------------------------------------------------------------------------------ */

static void
step_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_crew_hook_call_finish (result, &error);

  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_debug ("A step callback failed: %s %d", g_quark_to_string (error->domain), error->code);
  troupe_crew_tasks_release (((TroupeCrewRunner *) user_data)->tasks);
}

/* Calls the step callback. Only the end of the crew waits for it. */
static void
step_cb (TroupeValue *step, gpointer user_data)
{
  TroupeCrewStep *watched = user_data;
  TroupeCrewRunner *runner = watched->runner;

  g_assert (runner != NULL);

  troupe_crew_tasks_hold (runner->tasks);
  troupe_crew_hook_call_async (&runner->around, watched->hook, TROUPE_HOOK_STEP, step,
                               watched->role, runner->cancellable, step_done_cb, runner);
}

void
troupe_crew_runner_watch_steps (TroupeCrewRunner *self, int agent, TroupeAgentContext *call)
{
  const TroupeCrew *crew = self->crew;
  const TroupeCrewAgent *declared = agent >= 0 ? &crew->agents[agent] : crew->manager;
  TroupeCrewStep *step = &self->steps[agent >= 0 ? (guint) agent : crew->n_agents];

  if (declared == NULL)
    return;
  /* The crew's callback applies to its agents without one, but not to the manager. */
  *step = (TroupeCrewStep){ self, declared->step_callback, declared->role };
  if (step->hook == NULL && agent >= 0)
    step->hook = crew->step_callback;
  if (step->hook == NULL)
    return;
  call->step_func = step_cb;
  call->step_data = step;
}

/* --- Tools ------------------------------------------------------------------------------------ */

/* Creates the tools of a list. @place: JSON path of the list, such as `agents.w.tools` */
static GPtrArray *
make_tools (TroupeCrewRunner *self, TroupeValue *references, const char *place, GError **error)
{
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert (self != NULL);

  for (gsize i = 0; references != NULL && troupe_value_is (references, TROUPE_VALUE_LIST) &&
                    i < troupe_value_list_get_length (references);
       i++)
    {
      TroupeValue *item = troupe_value_list_get (references, i);
      const char *text =
          troupe_value_is (item, TROUPE_VALUE_STRING) ? troupe_value_get_string (item, NULL) : "";
      g_autofree char *inner = g_strdup_printf ("%s[%u]", place, (guint) i);
      g_autofree char *path = troupe_crew_runner_make_path (self, inner);
      g_autofree char *reference = NULL;
      TroupeTool *tool = NULL;

      if (*text == '\0')
        continue;
      reference = troupe_tool_find_for_agent (text, error);
      tool = reference != NULL ? troupe_tool_new_for_reference (reference, error) : NULL;
      if (tool == NULL)
        return NULL;
      if (TROUPE_IS_PYTHON_TOOL (tool))
        troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool), self->around.python, path, NULL);
      g_ptr_array_add (tools, tool);
    }
  return g_steal_pointer (&tools);
}

static GPtrArray *
get_tools (TroupeCrewRunner *self,
           gconstpointer owner,
           TroupeValue *references,
           const char *path,
           GError **error)
{
  GPtrArray *tools = g_hash_table_lookup (self->tools, owner);
  g_autofree char *place = NULL;

  g_assert (self != NULL);

  if (tools != NULL)
    return tools;
  place = g_strconcat (path, ".tools", NULL);
  tools = make_tools (self, references, place, error);
  if (tools != NULL)
    g_hash_table_insert (self->tools, (gpointer) owner, tools);
  return tools;
}

GPtrArray *
troupe_crew_runner_get_agent_tools (TroupeCrewRunner *self,
                                    const TroupeCrewAgent *agent,
                                    GError **error)
{
  return get_tools (self, agent, troupe_value_map_lookup_string (agent->fields, "tools", -1),
                    agent->path, error);
}

/* --- Coworkers -------------------------------------------------------------------------------- */

/* @members: (element-type guint): indexes of agents; @task: task whose agent may delegate to
 *   them */
typedef struct
{
  TroupeCrewRunner *runner;
  GArray *members;
  guint task;
} Team;

static void
team_free (gpointer data)
{
  Team *team = data;

  g_array_unref (team->members);
  g_free (team);
}

/* Work delegated to a coworker. @task: the task for which the work is done */
typedef struct
{
  TroupeCrewRunner *runner;
  TroupeToolCall *call;
  guint task;
  char *role;
  TroupeLlmUsage usage;
} Delegation;

static void
delegation_done_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Delegation *delegation = user_data;
  TroupeCrewRunner *self = delegation->runner;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) answer = troupe_crew_executor_execute_finish (result, &error);

  /* Add the usage before the call ends, because its caller continues immediately. */
  troupe_crew_task_run_add_usage (self, delegation->task, &delegation->usage);
  if (answer != NULL)
    troupe_tool_call_end (delegation->call,
                          troupe_value_ref (troupe_value_map_lookup_string (answer, "raw", -1)));
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) ||
           g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_KEPT))
    troupe_tool_call_fail (delegation->call, g_steal_pointer (&error));
  else
    troupe_tool_call_end (delegation->call,
                          troupe_value_take_string (
                              troupe_agent_format_coworker_failed (delegation->role, error->message),
                              -1));
  troupe_tool_call_unref (delegation->call);
  g_free (delegation->role);
  g_free (delegation);
  troupe_crew_tasks_release (self->tasks);
}

static void
delegate_cb (TroupeToolCall *call,
             guint coworker,
             const char *text,
             const char *context,
             gpointer user_data)
{
  Team *team = user_data;
  TroupeCrewRunner *self = team->runner;
  const guint index = g_array_index (team->members, guint, coworker);
  const TroupeCrewAgent *agent = &self->crew->agents[index];
  const TroupeToolContext *of_call = troupe_tool_call_get_context (call);
  g_autofree char *path = troupe_crew_runner_make_path (self, agent->path);
  GError *error = NULL;
  GPtrArray *tools = troupe_crew_runner_get_agent_tools (self, agent, &error);
  TroupeAgentTask task = { .title = text,
                           .description = text,
                           .expected_output = troupe_agent_get_manager_request (),
                           .context = context };
  const TroupeCrewExecution work = { self, (int) index, team->task, FALSE };
  TroupeToolContext tool_context;
  TroupeAgentContext agent_call;
  Delegation *delegation = NULL;

  g_assert (call != NULL);

  if (tools == NULL)
    {
      troupe_tool_call_fail (call, error);
      return;
    }
  delegation = g_new0 (Delegation, 1);
  delegation->runner = self;
  delegation->call = troupe_tool_call_ref (call);
  delegation->task = team->task;
  delegation->role = troupe_delegation_tool_normalise (agent->role);
  troupe_crew_tasks_hold (self->tasks);
  troupe_crew_runner_fill_call (self, of_call != NULL ? of_call->scope : self->scope,
                                &delegation->usage, agent->role, &tool_context, &agent_call);
  agent_call.path = path;
  agent_call.tools = tools;
  agent_call.skills = troupe_crew_runner_get_skills (self, (int) index);
  agent_call.memory = troupe_crew_runner_get_memory (self, (int) index);
  troupe_crew_runner_watch_steps (self, (int) index, &agent_call);
  troupe_crew_executor_execute_async (&work, &task, &agent_call,
                                      troupe_tool_call_get_cancellable (call), delegation_done_cb,
                                      delegation);
}

/* Returns the agents to which the agent of the task may delegate. (transfer full) (element-type
 * guint) (nullable): NULL if there are none */
static GArray *
list_team (TroupeCrewRunner *self, guint index)
{
  TroupeCrew *crew = self->crew;
  const TroupeCrewTask *task = &crew->tasks[index];
  const gboolean is_managed = crew->process == TROUPE_CREW_HIERARCHICAL;
  GArray *members = NULL;

  g_assert (self != NULL);

  if (!is_managed && self->around.round != NULL && self->around.round->answered != NULL)
    return NULL;
  if (!is_managed && (task->agent < 0 || crew->n_agents < 2 ||
                      !troupe_crew_get_flag (crew->agents[task->agent].fields, "allow_delegation")))
    return NULL;
  members = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < crew->n_agents; i++)
    {
      const gboolean is_own = task->agent == (int) i;

      if (is_managed ? task->agent < 0 || is_own : !is_own)
        g_array_append_val (members, i);
    }
  return members;
}

/* Adds @tool, replacing a tool of the same name. @tool: (transfer full) */
static void
merge_tool (GPtrArray *tools, TroupeTool *tool)
{
  g_assert (tools != NULL);

  for (guint i = 0; i < tools->len; i++)
    if (g_strcmp0 (troupe_tool_get_name (g_ptr_array_index (tools, i)),
                   troupe_tool_get_name (tool)) == 0)
      {
        g_ptr_array_remove_index (tools, i);
        break;
      }
  g_ptr_array_add (tools, tool);
}

GPtrArray *
troupe_crew_runner_get_task_tools (TroupeCrewRunner *self, guint index, GError **error)
{
  const TroupeCrewTask *task = &self->crew->tasks[index];

  if (task->tools != NULL)
    return get_tools (self, task, task->tools, task->path, error);
  return task->agent >= 0
             ? troupe_crew_runner_get_agent_tools (self, &self->crew->agents[task->agent], error)
             : NULL;
}

GPtrArray *
troupe_crew_runner_list_tools (TroupeCrewRunner *self, guint index, GError **error)
{
  const TroupeCrewTask *task = &self->crew->tasks[index];
  g_autoptr (GPtrArray) tools = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GArray) team = NULL;
  g_autoptr (GPtrArray) remembering = NULL;
  GPtrArray *own = NULL;
  GPtrArray *served = NULL;

  own = troupe_crew_runner_get_task_tools (self, index, error);
  if (own == NULL && (task->tools != NULL || task->agent >= 0))
    return NULL;
  for (guint i = 0; own != NULL && i < own->len; i++)
    g_ptr_array_add (tools, g_object_ref (g_ptr_array_index (own, i)));
  team = list_team (self, index);
  if (team != NULL)
    {
      g_autofree const char **roles = g_new0 (const char *, team->len + 1);

      for (guint i = 0; i < team->len; i++)
        roles[i] = self->crew->agents[g_array_index (team, guint, i)].role;
      for (guint kind = TROUPE_DELEGATION_WORK; kind <= TROUPE_DELEGATION_QUESTION; kind++)
        {
          Team *delegation = g_new0 (Team, 1);
          TroupeTool *tool = troupe_delegation_tool_new ((TroupeDelegationKind) kind, roles,
                                                         delegate_cb, delegation);

          delegation->runner = self;
          delegation->members = g_array_ref (team);
          delegation->task = index;
          g_object_set_data_full (G_OBJECT (tool), "troupe-team", delegation, team_free);
          merge_tool (tools, tool);
        }
    }
  remembering = troupe_crew_runner_make_memory_tools (self, index);
  for (guint i = 0; remembering != NULL && i < remembering->len; i++)
    merge_tool (tools, g_object_ref (g_ptr_array_index (remembering, i)));
  served = troupe_crew_runner_get_server_tools (self, index);
  for (guint i = 0; served != NULL && i < served->len; i++)
    merge_tool (tools, g_object_ref (g_ptr_array_index (served, i)));
  return g_steal_pointer (&tools);
}

GPtrArray *
troupe_crew_runner_list_own_tools (TroupeCrewRunner *self, guint index, GPtrArray *tools)
{
  TroupeCrew *crew = self->crew;
  const TroupeCrewAgent *agent =
      self->manager == NULL ? &crew->agents[crew->tasks[index].agent] : crew->manager;
  GPtrArray *own = NULL;
  GPtrArray *delegation = NULL;

  if (agent != NULL)
    {
      own = troupe_crew_runner_get_agent_tools (self, agent, NULL);
      return own != NULL ? g_ptr_array_ref (own) : NULL;
    }
  /* The automatic manager is created with the delegation tools. */
  delegation = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < tools->len; i++)
    if (TROUPE_IS_DELEGATION_TOOL (g_ptr_array_index (tools, i)))
      g_ptr_array_add (delegation, g_object_ref (g_ptr_array_index (tools, i)));
  return delegation;
}
