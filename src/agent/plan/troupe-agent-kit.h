/* troupe-agent-kit.h: what an agent's work has beyond rounds of asking: skills, long results, a plan
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"
#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/**
 * TroupeAgentKit:
 *
 * For one work of an agent, with all of its attempts, on the thread of the run. It is not to be freed while anything
 * of it is under way.
 */
typedef struct _TroupeAgentKit TroupeAgentKit;

TroupeAgentKit *troupe_agent_kit_new (TroupeAgentDefinition *agent, const TroupeAgentContext *call);
void troupe_agent_kit_free (TroupeAgentKit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentKit, troupe_agent_kit_free)

/* Whether there is anything to be loaded before the first attempt. */
gboolean troupe_agent_kit_needs_loading (TroupeAgentKit *self);
/* Reads the skills. @folder: (nullable): of the document */
void troupe_agent_kit_load_async (TroupeAgentKit *self,
                                  const char *folder,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Tells of them. @bus: (nullable); @scope: (nullable): for what the agent works. Where it was cancelled there are none. */
void troupe_agent_kit_load_finish (TroupeAgentKit *self,
                                   GAsyncResult *result,
                                   TroupeEventBus *bus,
                                   TroupeScope *scope);
/* Before the first attempt. @tools: (inout) (nullable): of the agent: with a tool that reads skills behind them, where
 * there are some */
void troupe_agent_kit_offer (TroupeAgentKit *self, GPtrArray **tools);

/**
 * troupe_agent_kit_begin:
 * @tools: of the attempt, described
 *
 * An attempt begins: nothing is left of the one before.
 *
 * Returns: (transfer full) (nullable): what is said of skills behind who the agent is
 */
char *troupe_agent_kit_begin (TroupeAgentKit *self, TroupeAgentTools *tools);

/* Lets the agent answer in the attempt, the first time by a plan where it plans. @setup: without what the kit sees to.
 * Ends as troupe_agent_loop_run_async() does. */
void troupe_agent_kit_run_async (TroupeAgentKit *self,
                                 const TroupeAgentLoopSetup *setup,
                                 TroupeAgentJob *job,
                                 TroupeValue *input,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* (transfer full) (nullable). Errors: as troupe_agent_loop_run_finish(). */
TroupeAgentOutcome *
troupe_agent_kit_run_finish (TroupeAgentKit *self, GAsyncResult *result, GError **error);

/* Whether what was said in the attempt does not begin with its first messages any more. */
gboolean troupe_agent_kit_has_shortened (TroupeAgentKit *self);
/* The fields of a result that tell of the attempt's plan. */
void troupe_agent_kit_add_result (TroupeAgentKit *self, TroupeMapBuilder *fields);

G_END_DECLS
