/* troupe-flow-runner-agent.c: flow methods that run an agent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-runner-agent"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-agent-remotes.h"
#include "troupe-agent-servers.h"
#include "troupe-agent-skills.h"
#include "troupe-base.h"
#include "troupe-crash-point.h"
#include "troupe-crew-hook-call.h"
#include "troupe-crew-inventory.h"
#include "troupe-crew.h"
#include "troupe-flow-runner-frames.h"
#include "troupe-flow-agent-memory.h"
#include "troupe-flow-agent-python.h"
#include "troupe-flow-runner-action.h"
#include "troupe-flow-runner-python.h"
#include "troupe-llm-environment.h"
#include "troupe-mcp-error.h"
#include "troupe-permission-difference.h"
#include "troupe-python-tool.h"
#include "troupe-run.h"
#include "troupe-sanitize-text.h"

/* JSON path of the tools below the action. */
#define TOOLS_PLACE ".with.tools"

/* --- Preparation ------------------------------------------------------------------------------ */

/* Creates the agent as CrewAI does: with validated and converted fields and the response format. */
static TroupeAgentDefinition *
make_definition (const TroupeFlowAction *action, GError **error)
{
  TroupeValue *form = NULL;
  g_autoptr (TroupeValue) plain = NULL;
  g_autoptr (TroupeValue) fields = NULL;
  g_autoptr (TroupeValue) whole = NULL;
  g_autoptr (GError) cause = NULL;

  g_assert (action != NULL);

  if (action->definition == NULL)
    {
      g_set_error (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                   _ ("The field “%s” is missing: expected %s."), "with", _ ("an object"));
      return NULL;
    }
  if (!troupe_value_is (action->definition, TROUPE_VALUE_MAP))
    return troupe_agent_definition_new (action->definition, error);
  form = troupe_value_map_lookup_string (action->definition, "response_format", -1);
  plain = troupe_value_map_without (action->definition, "response_format");
  fields = troupe_crew_read_lone_agent (plain, NULL, &cause);
  if (fields == NULL)
    {
      g_set_error_literal (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION,
                           cause->message);
      return NULL;
    }
  whole = form != NULL ? troupe_value_map_with (fields, "response_format", form)
                       : troupe_value_ref (fields);
  return troupe_agent_definition_new (whole, error);
}

/* Creates the definition, and returns a message if it contains something unsupported. */
static char *
agent_prepare (const TroupeFlowAction *action, const TroupePreparedActions *made)
{
  const char *tool = NULL;
  TroupeAgentDefinition *agent = make_definition (action, NULL);
  char *refused = NULL;

  g_assert (action != NULL);

  /* As in CrewAI, an invalid agent fails only when it is executed. */
  if (agent == NULL)
    return NULL;
  g_hash_table_replace (made->agents, (gpointer) action, agent);
  g_hash_table_replace (made->parts, (gpointer) action, troupe_flow_agent_python_list (agent));
  tool = troupe_agent_definition_get_unknown_tool (agent);
  if (tool != NULL)
    return g_strdup_printf (
        /* Translators: the reference of a tool */
        _ ("has an agent with the tool “%s”, which this version of Troupe does not support: use a "
           "class, “module:Class”, or “custom:NAME” for the file tools/NAME.py"),
        tool);
  refused = troupe_agent_definition_get_unsupported (agent);
  return refused != NULL ? refused
                         : troupe_crew_inventory_refuse (TROUPE_DECLARED_LONE_AGENT,
                                                         troupe_agent_definition_get_fields (agent),
                                                         "with", NULL);
}

static gboolean
check_model (TroupeAgentDefinition *agent, TroupeLlmClient *client, GError **error)
{
  const char *model = troupe_agent_definition_get_model (agent);
  g_autofree char *default_model =
      model == NULL ? troupe_llm_client_get_default_model (client) : NULL;

  if (troupe_agent_definition_is_model_made (agent))
    return TRUE;
  return troupe_llm_client_check (client, model != NULL ? model : default_model,
                                  troupe_agent_definition_get_settings (agent), error);
}

static gboolean
agent_check (const TroupeFlowAction *action,
             const TroupePreparedActions *made,
             TroupeLlmClient *client,
             const char *method,
             GError **error)
{
  TroupeAgentDefinition *agent = g_hash_table_lookup (made->agents, action);
  TroupeAgentDefinition *planner = NULL;
  GError *cause = NULL;

  if (agent == NULL)
    return TRUE;
  planner = troupe_agent_definition_get_planner (agent);
  if (check_model (agent, client, &cause) &&
      (planner == NULL || check_model (planner, client, &cause)))
    return TRUE;
  g_set_error (error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PROVIDER,
               _ ("The agent of “%s” cannot run: %s"), method, cause->message);
  g_error_free (cause);
  return FALSE;
}

static gboolean
agent_fill_python (const TroupeFlowAction *action,
                   const TroupePreparedActions *made,
                   guint index,
                   TroupePythonRequest *request)
{
  TroupeAgentDefinition *agent = g_hash_table_lookup (made->agents, action);
  const char *const *tools = NULL;
  guint n_tools;

  if (agent == NULL)
    return FALSE;
  tools = troupe_agent_definition_get_tools (agent);
  n_tools = g_strv_length ((GStrv) tools);
  if (index >= n_tools)
    {
      GPtrArray *parts = g_hash_table_lookup (made->parts, action);
      const TroupePythonRef *part = parts != NULL && index - n_tools < parts->len
                                       ? g_ptr_array_index (parts, index - n_tools)
                                       : NULL;

      if (part == NULL)
        return FALSE;
      request->kind = part->kind;
      request->source = part->source;
      request->path = part->path;
      return TRUE;
    }
  request->kind = TROUPE_PYTHON_KIND_TOOL;
  if (troupe_tool_is_python (tools[index]))
    request->source = tools[index];
  return TRUE;
}

static void
list_permissions (gpointer subject, TroupePermissionList *permissions)
{
  TroupeAgentDefinition *agent = subject;
  g_autoptr (GPtrArray) parts = troupe_flow_agent_python_list (agent);
  TroupeValue *fields = troupe_agent_definition_get_fields (agent);
  const char *const *tools;

  g_assert (permissions != NULL);

  troupe_agent_list_model_permissions (agent, permissions);
  if (troupe_agent_definition_get_planner (agent) != NULL)
    troupe_agent_list_model_permissions (troupe_agent_definition_get_planner (agent), permissions);
  /* A document with an unsupported tool cannot be run, but the permissions of the other tools
   * are listed anyway. */
  tools = troupe_agent_definition_get_tools (agent);
  for (guint i = 0; tools[i] != NULL; i++)
    {
      g_autoptr (TroupeTool) tool = troupe_tool_new_for_reference (tools[i], NULL);

      if (tool != NULL)
        troupe_tool_list_permissions (tool, permissions);
    }
  troupe_python_refs_list_permissions (parts, permissions);
  troupe_agent_servers_list_permissions (troupe_agent_definition_get_mcps (agent), permissions);
  troupe_agent_remotes_list_permissions (troupe_value_get_member (fields, "a2a"), permissions);
  troupe_agent_skills_list_permissions (troupe_agent_definition_get_skills (agent), permissions);
  troupe_memory_fields_list_permissions (fields, NULL, permissions);
}

static void
agent_list_permissions (const TroupeFlowAction *action, TroupePermissionList *permissions)
{
  g_autoptr (TroupeAgentDefinition) agent = make_definition (action, NULL);

  g_assert (action != NULL);

  if (agent != NULL)
    list_permissions (agent, permissions);
}

/* --- Execution -------------------------------------------------------------------------------- */

static gboolean
is_input (TroupeValue *input)
{
  if (troupe_value_is (input, TROUPE_VALUE_STRING))
    return TRUE;
  if (!troupe_value_is (input, TROUPE_VALUE_LIST))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (input); i++)
    {
      TroupeValue *message = troupe_value_list_get (input, i);

      /* The content of a message may be null, but not missing. */
      if (!troupe_value_is (message, TROUPE_VALUE_MAP) ||
          troupe_value_get_member (message, "content") == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
agent_begin (TroupeRunnerFrame *frame, const TroupeFlowAction *action)
{
  GError *error = NULL;
  g_autoptr (TroupeValue) input = troupe_runner_action_render_with (frame, action, &error);

  if (input != NULL && !is_input (input))
    {
      g_autofree char *json = troupe_value_to_json (input, TROUPE_JSON_SPACED);
      g_autofree char *found = troupe_text_shorten (json, 80);

      g_set_error (
          &error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT,
          _ ("The agent’s input must be a string or a list of messages with a content, but it is "
             "%s."),
          found);
    }
  if (error != NULL)
    troupe_runner_action_fail (frame, error, NULL);
  else
    troupe_runner_action_ready (frame, action, input);
  return FALSE;
}

static GError *
describe_error (GError *cause)
{
  TroupeRunError code = TROUPE_RUN_ERROR_PROVIDER;
  GError *error = NULL;

  g_assert (cause != NULL);

  if (cause->domain == TROUPE_RUN_ERROR)
    return cause;
  if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_DEFINITION))
    code = TROUPE_RUN_ERROR_DOCUMENT;
  else if (g_error_matches (cause, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_INVALID))
    code = TROUPE_RUN_ERROR_OUTPUT;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_INPUT))
    code = TROUPE_RUN_ERROR_INPUT;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_LIMIT))
    code = TROUPE_RUN_ERROR_LIMIT;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_REFUSED))
    code = TROUPE_RUN_ERROR_GUARDRAIL;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_CALL))
    code = TROUPE_RUN_ERROR_OUTPUT;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT))
    code = TROUPE_RUN_ERROR_PROVIDER;
  else if (g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_EMPTY))
    code = TROUPE_RUN_ERROR_PROVIDER;
  else if (g_error_matches (cause, TROUPE_TOOL_ERROR, TROUPE_TOOL_ERROR_NOT_PERMITTED))
    code = TROUPE_RUN_ERROR_CONSENT;
  else if (cause->domain == TROUPE_TOOL_ERROR ||
           g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_STUCK) ||
           g_error_matches (cause, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TOOL))
    code = TROUPE_RUN_ERROR_TOOL;
  else if (cause->domain == TROUPE_AGENT_ERROR)
    code = TROUPE_RUN_ERROR_BUILD;
  else if (cause->domain == TROUPE_MCP_ERROR)
    code = TROUPE_RUN_ERROR_MCP;
  error = g_error_new_literal (TROUPE_RUN_ERROR, (int) code, cause->message);
  g_error_free (cause);
  return error;
}

static gboolean
is_temporary (const GError *error)
{
  return troupe_llm_error_is_temporary (error) ||
         g_error_matches (error, TROUPE_AGENT_ERROR, TROUPE_AGENT_ERROR_TIMEOUT) ||
         g_error_matches (error, TROUPE_MCP_ERROR, TROUPE_MCP_ERROR_TIMEOUT);
}

/* An agent execution. @agent: (nullable): NULL until the agent is created; @python: Python parts
 * of the agent; @input: (nullable); @servers: (nullable): the agent's MCP servers; @answer,
 * @error: the result */
typedef struct
{
  TroupeRunnerFrame *frame;
  const TroupeFlowAction *action;
  TroupeAgentDefinition *agent;
  TroupeFlowAgentPython *python; /* (nullable) */
  TroupeValue *input;
  GPtrArray *tools;
  TroupeAgentServers *servers;
  TroupeFlowAgentMemory *memory; /* (nullable) */
  GCancellable *cancellable;
  TroupeValue *answer;
  GError *error;
} Work;

static void
work_free (Work *self)
{
  g_assert (self != NULL);

  g_clear_pointer (&self->agent, troupe_agent_definition_unref);
  g_clear_pointer (&self->input, troupe_value_unref);
  g_clear_pointer (&self->python, troupe_flow_agent_python_free);
  g_clear_pointer (&self->tools, g_ptr_array_unref);
  g_clear_pointer (&self->servers, troupe_agent_servers_free);
  g_clear_pointer (&self->memory, troupe_flow_agent_memory_free);
  g_clear_pointer (&self->answer, troupe_value_unref);
  g_clear_error (&self->error);
  g_free (self);
}

static void
end (gpointer user_data)
{
  Work *self = user_data;
  TroupeRunnerFrame *frame = self->frame;
  TroupeValue *answer = g_steal_pointer (&self->answer);
  GError *error = g_steal_pointer (&self->error);

  g_assert (self != NULL);

  work_free (self);
  troupe_runner_action_answered (frame);
  if (!troupe_runner_action_is_wanted (frame))
    {
      g_clear_pointer (&answer, troupe_value_unref);
      g_clear_error (&error);
    }
  else if (answer != NULL)
    {
      /* Ends the method. If it is a router, the text of the answer is its event
       * (doc/flow-semantics.md §8). */
      const char *text = troupe_runner_frame_get_method (frame)->router
                             ? troupe_value_get_member_text (answer, "raw")
                             : NULL;

      troupe_runner_python_end_action (frame, answer, text);
    }
  else if (is_temporary (error))
    troupe_runner_action_fail_for_now (frame, describe_error (error), NULL);
  else
    troupe_runner_action_fail (frame, describe_error (error), NULL);
}

/* Waits until the agent's concurrent Python calls have ended. */
static void
drain_python (gpointer user_data)
{
  Work *self = user_data;

  g_assert (self != NULL);

  troupe_flow_agent_python_drain (self->python, end, self);
}

static void
close_servers (gpointer user_data)
{
  Work *self = user_data;

  g_assert (self != NULL);

  if (self->servers != NULL)
    troupe_agent_servers_close (self->servers, drain_python, self);
  else
    drain_python (self);
}

static void
agent_ended_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->answer = troupe_agent_execution_finish (result, &self->error);
  if (g_error_matches (self->error, TROUPE_LLM_ERROR, TROUPE_LLM_ERROR_TIMEOUT))
    /* Translators: %s is the role of an agent; a sentence that mentions a model follows */
    g_prefix_error (&self->error, _ ("The agent “%s”: "),
                    troupe_agent_definition_get_role (self->agent));
  TROUPE_CRASH_POINT ("agent-ended");
  if (self->memory != NULL)
    troupe_flow_agent_memory_drain (self->memory, close_servers, self);
  else
    close_servers (self);
}

static void
report_cb (const char *level, const char *stream, const char *text, gpointer user_data)
{
  g_assert (user_data != NULL);

  troupe_runner_action_report (user_data, level, stream, text);
}

static void
fill_context (Work *self, const TroupeActionContext *action_context, TroupeToolContext *context)
{
  g_assert (self != NULL);

  *context = (TroupeToolContext){ .run = action_context->run,
                                  .owner = action_context->method,
                                  .scope = action_context->scope,
                                  .report = report_cb,
                                  .user_data = self->frame };
}

/* Starts the agent after its memory and knowledge have been loaded. */
static void
kick_off (Work *self)
{
  g_autofree char *path = troupe_runner_action_make_path (self->frame, self->action);
  GPtrArray *served = self->servers != NULL ? troupe_agent_servers_get_tools (self->servers) : NULL;
  TroupeActionContext action_context;
  TroupeToolContext context;
  TroupeAgentContext call = { 0 };

  g_assert (self != NULL);

  for (guint i = 0; served != NULL && i < served->len; i++)
    g_ptr_array_add (self->tools, g_object_ref (g_ptr_array_index (served, i)));
  troupe_runner_action_get_context (self->frame, &action_context);
  fill_context (self, &action_context, &context);
  call.run = action_context.run;
  call.scope = action_context.scope;
  call.path = path;
  call.usage = action_context.usage;
  call.tools = self->tools;
  call.tool_context = &context;
  if (self->memory != NULL)
    {
      call.memory = troupe_flow_agent_memory_get (self->memory);
      troupe_flow_agent_memory_add_tools (self->memory, self->tools);
    }
  troupe_flow_agent_python_fill_call (self->python, &call);
  TROUPE_CRASH_POINT ("agent-begun");
  troupe_agent_execution_async (self->agent, self->input, &call, self->cancellable, agent_ended_cb,
                                self);
}

static void
memory_loaded_cb (GError *error, gpointer user_data)
{
  Work *self = user_data;

  g_assert (self != NULL);

  if (error == NULL)
    {
      kick_off (self);
      return;
    }
  self->error = error;
  close_servers (self);
}

static void
load_memory (Work *self)
{
  TroupeFlowRunner *runner = troupe_runner_frame_get_runner (self->frame);
  TroupeValue *fields = troupe_agent_definition_get_fields (self->agent);
  TroupeActionContext action_context;

  if (!troupe_flow_agent_memory_is_wanted (fields))
    {
      kick_off (self);
      return;
    }
  troupe_runner_action_get_context (self->frame, &action_context);
  self->memory = troupe_flow_agent_memory_new (fields, self->agent, &action_context,
                                               troupe_flow_runner_get_options (runner),
                                               self->cancellable, &self->error);
  if (self->memory == NULL)
    close_servers (self);
  else
    troupe_flow_agent_memory_load (self->memory, memory_loaded_cb, self);
}

static void
servers_opened_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Work *self = user_data;
  guint index;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (troupe_agent_servers_open_finish (result, &index, &self->error))
    load_memory (self);
  else
    close_servers (self);
}

static void
open_servers (Work *self)
{
  TroupeValue *mcps = troupe_agent_definition_get_mcps (self->agent);
  TroupeActionContext action_context;
  TroupeToolContext context;
  guint index;

  if (!troupe_agent_servers_are_there (mcps))
    {
      load_memory (self);
      return;
    }
  self->servers = troupe_agent_servers_new (
      mcps, &troupe_flow_runner_get_options (troupe_runner_frame_get_runner (self->frame))->servers,
      &index, &self->error);
  if (self->servers == NULL)
    {
      end (self);
      return;
    }
  troupe_flow_agent_python_set_filter (self->python, self->servers);
  troupe_runner_action_get_context (self->frame, &action_context);
  fill_context (self, &action_context, &context);
  troupe_agent_servers_open_async (self->servers, &context, self->cancellable, servers_opened_cb,
                                   self);
}

static void
made_cb (TroupeAgentDefinition *agent, GError *error, gpointer user_data)
{
  Work *self = user_data;
  TroupeActionContext context;

  g_assert (self != NULL);

  troupe_runner_action_get_context (self->frame, &context);
  if (agent != NULL &&
      !troupe_permission_check_created (self->agent, agent, list_permissions, context.run->folder,
                                        troupe_run_context_get_environment (context.run), &error))
    g_clear_pointer (&agent, troupe_agent_definition_unref);
  if (agent == NULL)
    {
      self->error = error;
      end (self);
      return;
    }
  troupe_agent_definition_unref (self->agent);
  self->agent = agent;
  open_servers (self);
}

static gboolean
fail_at_once_cb (gpointer user_data)
{
  end (user_data);

  return G_SOURCE_REMOVE;
}

static void
agent_start (TroupeRunnerFrame *frame,
             const TroupeFlowAction *action,
             TroupeValue *input,
             TroupeValue *outputs)
{
  Work *self = g_new0 (Work, 1);
  TroupeActionContext action_context;
  TroupeRunnerPython *python = NULL;
  TroupeAgentDefinition *agent = NULL;
  g_autofree char *path = NULL;
  const char *const *references;
  GHashTable *kept;
  GListStore *store;
  GPtrArray *tools;

  troupe_runner_action_get_context (frame, &action_context);
  agent = g_hash_table_lookup (action_context.made->agents, action);
  self->frame = frame;
  self->action = action;
  self->cancellable = troupe_runner_action_wait (frame);
  if (agent == NULL)
    {
      g_autoptr (GSource) source = g_idle_source_new ();

      /* Parses the definition again to get the error. */
      self->agent = make_definition (action, &self->error);
      g_source_set_callback (source, fail_at_once_cb, self, NULL);
      g_source_attach (source, g_main_context_get_thread_default ());
      return;
    }
  self->agent = troupe_agent_definition_ref (agent);
  self->input = input != NULL ? troupe_value_ref (input) : NULL;
  references = troupe_agent_definition_get_tools (self->agent);
  kept = troupe_flow_runner_get_tools (troupe_runner_frame_get_runner (frame));
  store = g_hash_table_lookup (kept, action);
  tools = g_ptr_array_new_with_free_func (g_object_unref);
  if (store == NULL)
    {
      store = g_list_store_new (TROUPE_TYPE_TOOL);
      for (guint i = 0; references[i] != NULL; i++)
        {
          g_autoptr (TroupeTool) tool = NULL;
          const char *reference;
          TroupeFlowRunner *runner;
          g_autofree char *place = NULL;
          g_autofree char *tool_path = NULL;

          /* Creates the tool at @i of the agent. */
          reference = references[i];
          runner = troupe_runner_frame_get_runner (frame);
          tool = troupe_tool_new_for_reference (reference, NULL);
          place = troupe_runner_action_make_path (frame, action);
          tool_path = g_strdup_printf ("%s" TOOLS_PLACE "[%u]", place, i);
          g_assert (tool != NULL);
          /* The tool's code has no access to the run, because the tool is called by an agent instead of
           * a method. */
          if (TROUPE_IS_PYTHON_TOOL (tool))
            troupe_python_tool_connect (TROUPE_PYTHON_TOOL (tool),
                                        troupe_runner_python_get_helper (
                                            troupe_flow_runner_get_python (runner)),
                                        tool_path, NULL);
          g_list_store_append (store, tool);
        }
      g_hash_table_insert (kept, (gpointer) action, store);
    }
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (store)); i++)
    g_ptr_array_add (tools, g_list_model_get_item (G_LIST_MODEL (store), i));
  self->tools = tools;
  path = troupe_runner_action_make_path (frame, action);
  python = troupe_flow_runner_get_python (troupe_runner_frame_get_runner (frame));
  self->python = troupe_flow_agent_python_new (
      python != NULL ? troupe_runner_python_get_helper (python) : NULL, path, action_context.method,
      self->cancellable);
  troupe_flow_agent_python_make (self->python, self->agent, made_cb, self);
}

const TroupeRunnerAction troupe_runner_action_agent = {
  .begin = agent_begin,
  .start = agent_start,
  .prepare = agent_prepare,
  .check = agent_check,
  .list_permissions = agent_list_permissions,
  .fill_python = agent_fill_python,
  .python_place = TOOLS_PLACE,
};
