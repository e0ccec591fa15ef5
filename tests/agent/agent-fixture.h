/* agent-fixture.h: fixture for agent tests: scripted tools and a fake model server
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "fake-server.h"
#include "troupe-agent.h"

G_BEGIN_DECLS

typedef enum
{
  TEST_TOOL_SAYS,  /* returns `said ARGUMENTS` */
  TEST_TOOL_WAITS, /* the same, 50 ms later */
  TEST_TOOL_FAILS,
  TEST_TOOL_FORBIDDEN,
  TEST_TOOL_HANGS,
  TEST_TOOL_LARGE, /* returns more than 16 MB */
  TEST_TOOL_REPORTS, /* reports a failure */
} TestToolDeed;

#define TEST_TYPE_TOOL (test_tool_get_type ())
G_DECLARE_FINAL_TYPE (TestTool, test_tool, TEST, TOOL, TroupeTool)

/* @schema: JSON */
TestTool *test_tool_new (const char *name, TestToolDeed deed, const char *schema);
guint test_tool_get_n_calls (TestTool *self);
/* Returns the highest number of calls that were in progress at the same time. */
guint test_tool_get_widest (TestTool *self);

/**
 * AgentTest:
 * @server: the fake model server with the scripted answers
 * @tools: the tools of the agent
 * @events: all events that were emitted
 * @client, @bus: set once an agent was created
 * @recorder: (nullable): borrowed; of models and tools
 * @task: (nullable): the task to execute; if NULL, the agent is kicked off
 * @shared, @policy, @step_func, @step_data, @streams: fields of the agent's context
 * @result, @error: the outcome of the kickoff
 */
typedef struct
{
  FakeServer *server;
  GPtrArray *tools;
  GPtrArray *events;
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeRecorder *recorder;
  TroupeRunContext *run;
  TroupeToolContext tool_context; /* used if @recorder is set */
  const TroupeAgentTask *task;
  TroupeAgentShared *shared;
  TroupeAgentPolicy policy;
  TroupeAgentStepFunc step_func;
  gpointer step_data;
  gboolean streams;
  TroupeLlmUsage usage;
  TroupeValue *result;
  GError *error;
  gboolean is_done;
  GCancellable *cancellable;
} AgentTest;

AgentTest *agent_test_new (void);
void agent_test_free (AgentTest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (AgentTest, agent_test_free)

/* Takes ownership of @tool. */
TestTool *agent_test_add_tool (AgentTest *self, TestTool *tool);
/* Queues a text answer of the model. */
void agent_test_say (AgentTest *self, const char *text);
/* Queues an answer of the model that calls tools: name, arguments, …, NULL. */
void agent_test_call (AgentTest *self, const char *name, ...) G_GNUC_NULL_TERMINATED;

/* Queues a server response with this error status. */
void agent_test_refuse (AgentTest *self, const char *status);

/* Creates the agent definition; for the parameters see agent_test_begin(). (transfer full) */
TroupeAgentDefinition *agent_test_make_agent (AgentTest *self, const char *model, const char *more);
TroupeAgentContext agent_test_make_call (AgentTest *self);
/* Iterates the main context until @is_done is set. */
void agent_test_wait_for (gboolean *is_done);

/* Starts the agent. @more: further fields of the definition besides role, goal, backstory and
 * @model; begins with a comma or is empty */
void agent_test_begin (AgentTest *self, const char *model, const char *more);
void agent_test_wait (AgentTest *self);
void agent_test_run (AgentTest *self, const char *more);

/* Returns field @key of the result as JSON, with ' instead of ". (transfer full) */
char *agent_test_get (AgentTest *self, const char *key);
/* Returns the message at @index as `role: content`; a negative @index counts from the end.
 * (transfer full) */
char *agent_test_get_message (AgentTest *self, int index);
/* Returns the parsed body of a request. (transfer full) */
TroupeValue *agent_test_get_request (AgentTest *self, guint index);
/* Returns field @key of the body of a request as JSON, with ' instead of ", or "-" if it is
 * missing. (transfer full) */
char *agent_test_get_sent (AgentTest *self, guint index, const char *key);
/* Returns the names of all events, separated by spaces; `name!` for events without agent_role.
 * (transfer full) */
char *agent_test_list_events (AgentTest *self);
/* Returns the tool events as `name(tool)`, separated by spaces, without the prefix `tool_`.
 * (transfer full) */
char *agent_test_list_tool_events (AgentTest *self);

G_END_DECLS
