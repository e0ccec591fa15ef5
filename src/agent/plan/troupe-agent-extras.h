/* troupe-agent-extras.h: optional parts of an agent's execution: skills, artifacts, planning
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"
#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/**
 * TroupeAgentExtras:
 *
 * The optional parts of one execution of an agent, shared by all attempts of the execution. Used on
 * the run's thread. This object must not be freed while any of its operations is running.
 */
typedef struct _TroupeAgentExtras TroupeAgentExtras;

TroupeAgentExtras *troupe_agent_extras_new (TroupeAgentDefinition *agent, const TroupeAgentContext *call);
void troupe_agent_extras_free (TroupeAgentExtras *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentExtras, troupe_agent_extras_free)

/* Returns TRUE if something must be loaded before the first attempt. */
gboolean troupe_agent_extras_needs_loading (TroupeAgentExtras *self);
/* Loads the skills. @folder: (nullable): folder of the document; @texts: (nullable): see
 * troupe_agent_skills_load_async() */
void troupe_agent_extras_load_async (TroupeAgentExtras *self,
                                     const char *folder,
                                     GHashTable *texts,
                                     GCancellable *cancellable,
                                     GAsyncReadyCallback callback,
                                     gpointer user_data);
/* Emits the events of the skills. @bus: (nullable); @scope: (nullable): scope in which the agent
 * executes. If loading was cancelled, there are no skills. */
void troupe_agent_extras_load_finish (TroupeAgentExtras *self,
                                      GAsyncResult *result,
                                      TroupeEventBus *bus,
                                      TroupeScope *scope);
/* Appends the tool that loads skills to @tools, if there are skills. Must be called before the
 * first attempt. @tools: (inout) (nullable): tools of the agent */
void troupe_agent_extras_offer (TroupeAgentExtras *self, GPtrArray **tools);

/**
 * troupe_agent_extras_begin:
 * @tools: tools of the attempt, with descriptions
 *
 * Starts an attempt and discards the state of the previous attempt.
 *
 * Returns: (transfer full) (nullable): text about the skills that follows the agent's description
 */
char *troupe_agent_extras_begin (TroupeAgentExtras *self, TroupeAgentTools *tools);

/* Executes the attempt. The first attempt starts with a plan if planning is enabled. @setup:
 * setup without the fields that @self provides. Ends like troupe_agent_loop_run_async(). */
void troupe_agent_extras_run_async (TroupeAgentExtras *self,
                                    const TroupeAgentLoopSetup *setup,
                                    TroupeAgentJob *job,
                                    TroupeValue *input,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data);
/* Returns the outcome of the attempt. (transfer full) (nullable). Errors: as
 * troupe_agent_loop_run_finish(). */
TroupeAgentOutcome *
troupe_agent_extras_run_finish (TroupeAgentExtras *self, GAsyncResult *result, GError **error);

/* Returns TRUE if the messages of the attempt no longer begin with the initial messages. */
gboolean troupe_agent_extras_has_shortened (TroupeAgentExtras *self);
/* Adds the fields that describe the attempt's plan to a result. */
void troupe_agent_extras_add_result (TroupeAgentExtras *self, TroupeMapBuilder *fields);

G_END_DECLS
