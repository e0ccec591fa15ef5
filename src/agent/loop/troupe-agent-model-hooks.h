/* troupe-agent-model-hooks.h: calls of hooks before and after a request to a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-hooks.h"
#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * TroupeAgentModelHooks:
 * @hooks: its `about` is passed to the hooks
 * @bus: (nullable): receives `hook_dispatched`
 * @scope: (nullable): of the agent
 * @role: (nullable): of the agent, for the event
 * @model: name of the model
 * @iterations: number of requests that the loop of the agent has sent before; -1 if the request is not
 *   one of a loop, so that hooks receive neither a task nor a crew nor an executor
 *
 * What hooks receive about a request. Everything is borrowed until the hooks have been called.
 */
typedef struct
{
  TroupeAgentHooks hooks;
  TroupeEventBus *bus;
  TroupeScope *scope;
  const char *role;
  const char *model;
  gint64 iterations;
} TroupeAgentModelHooks;

/**
 * troupe_agent_model_hooks_call:
 * @messages: (element-type TroupeLlmMessage)
 * @response: (nullable): the answer, which calls the hooks for after a request; %NULL before it
 * @func: called once, perhaps immediately
 *
 * Calls the hooks for model calls, on the run's thread.
 */
void troupe_agent_model_hooks_call (const TroupeAgentModelHooks *self,
                                    GPtrArray *messages,
                                    const char *response,
                                    GCancellable *cancellable,
                                    TroupeAgentHookedFunc func,
                                    gpointer func_data);
/* Returns the messages as hooks have left them. Those that are unchanged keep their files. @hooked:
 * (nullable): the result of the hooks. (transfer full) (nullable): NULL if there are no other messages */
GPtrArray *troupe_agent_model_hooks_take_messages (TroupeValue *hooked, GPtrArray *messages);
/* Returns the error with which hooks end the request. @hooked: (nullable). (transfer full) (nullable).
 * Errors: %TROUPE_AGENT_ERROR_BLOCKED if a hook before the request returned False,
 * %TROUPE_AGENT_ERROR_DENIED if a hook raised HookAborted */
GError *troupe_agent_model_hooks_take_error (TroupeValue *hooked);

G_END_DECLS
