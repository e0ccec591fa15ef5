/* troupe-agent-hooks.h: calls of the hooks of `crewai.hooks`, and their event
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-event.h"

G_BEGIN_DECLS

/* Returns TRUE if code has registered hooks. Without any, nothing else of this header is needed. */
gboolean troupe_agent_hooks_exist (const TroupeAgentHooks *self);

/* Initializes @call, (out), with the point and with what all hooks receive. @point: CrewAI's name, such
 * as `pre_tool_call` */
void
troupe_agent_hooks_begin (const TroupeAgentHooks *self, const char *point, TroupeMapBuilder *call);
/**
 * troupe_agent_hooks_call:
 * @self: copied
 * @call: (transfer full): from troupe_agent_hooks_begin()
 * @bus: (nullable): receives `hook_dispatched`; must live until @func is called, like @scope
 * @scope: (nullable): of the agent
 * @role: role of the agent
 * @func: called once, perhaps immediately
 *
 * Calls the hooks, on the run's thread.
 */
void troupe_agent_hooks_call (const TroupeAgentHooks *self,
                              TroupeMapBuilder *call,
                              TroupeEventBus *bus,
                              TroupeScope *scope,
                              const char *role,
                              GCancellable *cancellable,
                              TroupeAgentHookedFunc func,
                              gpointer func_data);
/* Returns the reason for which a hook aborted the call. @result: (nullable). (transfer none)
 * (nullable) */
const char *troupe_agent_hooks_get_abort (TroupeValue *result);
/* Returns a text that the hooks may have changed. @result: (nullable). (transfer none) (nullable) */
const char *troupe_agent_hooks_get_text (TroupeValue *result, const char *key);

G_END_DECLS
