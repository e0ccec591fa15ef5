/* troupe-agent-kit.h: optional parts of an agent's execution: skills, artifacts, planning
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
 * Belongs to one execution of an agent, with all of its attempts, on the run's thread. It must not
 * be freed while any of its operations is running.
 */
typedef struct _TroupeAgentKit TroupeAgentKit;

TroupeAgentKit *troupe_agent_kit_new (TroupeAgentDefinition *agent, const TroupeAgentContext *call);
void troupe_agent_kit_free (TroupeAgentKit *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentKit, troupe_agent_kit_free)

/* Returns TRUE if something must be loaded before the first attempt. */
gboolean troupe_agent_kit_needs_loading (TroupeAgentKit *self);
/* Loads the skills. @folder: (nullable): folder of the document */
void troupe_agent_kit_load_async (TroupeAgentKit *self,
                                  const char *folder,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
/* Emits the events of the skills. @bus: (nullable); @scope: (nullable): scope in which the agent
 * executes. If it was cancelled, there are no skills. */
void troupe_agent_kit_load_finish (TroupeAgentKit *self,
                                   GAsyncResult *result,
                                   TroupeEventBus *bus,
                                   TroupeScope *scope);
/* Must be called before the first attempt. @tools: (inout) (nullable): of the agent; a tool that
 * loads skills is appended if there are skills */
void troupe_agent_kit_offer (TroupeAgentKit *self, GPtrArray **tools);

/**
 * troupe_agent_kit_begin:
 * @tools: of the attempt, with descriptions
 *
 * Starts an attempt and discards the state of the previous one.
 *
 * Returns: (transfer full) (nullable): text about the skills that follows the agent's description
 */
char *troupe_agent_kit_begin (TroupeAgentKit *self, TroupeAgentTools *tools);

/* Executes the attempt; the first time with a plan if planning is enabled. @setup: without the
 * parts that the kit provides. Ends like troupe_agent_loop_run_async(). */
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

/* Returns TRUE if the messages of the attempt do not begin with the initial ones any more. */
gboolean troupe_agent_kit_has_shortened (TroupeAgentKit *self);
/* Adds the fields of a result about the attempt's plan. */
void troupe_agent_kit_add_result (TroupeAgentKit *self, TroupeMapBuilder *fields);

G_END_DECLS
