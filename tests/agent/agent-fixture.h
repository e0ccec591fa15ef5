/* agent-fixture.h: agents with tools that are made here, and a server that calls them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "fake-server.h"
#include "troupe-agent.h"

G_BEGIN_DECLS

typedef enum
{
  TEST_TOOL_SAYS,  /* `said ARGUMENTS` */
  TEST_TOOL_WAITS, /* the same, 50 ms later */
  TEST_TOOL_FAILS,
  TEST_TOOL_FORBIDDEN,
  TEST_TOOL_HANGS,
  TEST_TOOL_LARGE, /* more than 16 MB */
  TEST_TOOL_REPORTS, /* that it did not do it */
} TestToolDeed;

#define TEST_TYPE_TOOL (test_tool_get_type ())
G_DECLARE_FINAL_TYPE (TestTool, test_tool, TEST, TOOL, TroupeTool)

/* @schema: JSON */
TestTool *test_tool_new (const char *name, TestToolDeed deed, const char *schema);
guint test_tool_get_n_calls (TestTool *self);
/* The most calls that were under way at once. */
guint test_tool_get_widest (TestTool *self);

/**
 * AgentTest:
 * @server: what the model says
 * @tools: those of the agent
 * @events: all of them
 * @client, @bus: once an agent was made
 * @task: (nullable): what it is to do; else it is kicked off
 * @shared, @policy, @step_func, @step_data, @streams: of its call
 * @result, @error: of the kickoff
 */
typedef struct
{
  FakeServer *server;
  GPtrArray *tools;
  GPtrArray *events;
  TroupeLlmClient *client;
  TroupeEventBus *bus;
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

/* Takes @tool. */
TestTool *agent_test_add_tool (AgentTest *self, TestTool *tool);
/* What the model says next. */
void agent_test_say (AgentTest *self, const char *text);
/* It calls tools: name, arguments, …, NULL. */
void agent_test_call (AgentTest *self, const char *name, ...) G_GNUC_NULL_TERMINATED;

/* The server refuses with this status line. */
void agent_test_refuse (AgentTest *self, const char *status);

/* As below. (transfer full) */
TroupeAgentDefinition *agent_test_make_agent (AgentTest *self, const char *model, const char *more);
TroupeAgentContext agent_test_make_call (AgentTest *self);
/* The main context turns until @is_done. */
void agent_test_wait_for (gboolean *is_done);

/* @more: what stands in the definition besides who it is and its model, which is @model; begins with a comma or is
 * empty */
void agent_test_begin (AgentTest *self, const char *model, const char *more);
void agent_test_wait (AgentTest *self);
void agent_test_run (AgentTest *self, const char *more);

/* A part of the result as JSON with ' for ". (transfer full) */
char *agent_test_get (AgentTest *self, const char *key);
/* The message at @index, `role: content`. (transfer full) */
char *agent_test_get_message (AgentTest *self, int index);
/* The body of a request. (transfer full) */
TroupeValue *agent_test_get_request (AgentTest *self, guint index);
/* A part of it as JSON with ' for "; "-" where it is not there. (transfer full) */
char *agent_test_get_sent (AgentTest *self, guint index, const char *key);
/* The names of all events, in a line; `name!` of those that have no agent_role. (transfer full) */
char *agent_test_list_events (AgentTest *self);
/* `name state`, of the events of tools, in a line. (transfer full) */
char *agent_test_list_tool_events (AgentTest *self);

G_END_DECLS
