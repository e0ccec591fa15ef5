/* troupe-agent-model.h: model client of an agent: requests, events, usage, rate limit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/**
 * TroupeAgentModel:
 *
 * Sends requests to an agent's model, emits the events of each call, counts tokens, and waits if
 * the rate limit is reached. Each object is used for one execution, on the run's thread.
 */
#define TROUPE_TYPE_AGENT_MODEL (troupe_agent_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentModel, troupe_agent_model, TROUPE, AGENT_MODEL, GObject)

/* @setup: copied, except for its usage, which must live as long as calls are running */
TroupeAgentModel *troupe_agent_model_new (const TroupeAgentLoopSetup *setup);

/* Returns the name for messages and events. (transfer none) */
const char *troupe_agent_model_get_name (TroupeAgentModel *self);
/* Returns the keys of the run that are known by now. (transfer full) (nullable) */
TroupeSecret *troupe_agent_model_get_secret (TroupeAgentModel *self);
/* Prefixes an error about an answer with the name of the model. */
void troupe_agent_model_name_error (TroupeAgentModel *self, GError *error);
/* Prefixes an error about an answer in the wrong format with the name of the model, and adds
 * advice. */
void troupe_agent_model_advise_misfit (TroupeAgentModel *self, GError *error);

/* Calls @hooks before and after each later request. A new object has the hooks of its setup. @hooks:
 * copied */
void troupe_agent_model_set_hooks (TroupeAgentModel *self, const TroupeAgentHooks *hooks);
/* Omits the agent and the task from all later events, as CrewAI does for a forced answer. */
void troupe_agent_model_forget_who (TroupeAgentModel *self);

/**
 * troupe_agent_model_ask_async:
 * @messages: (element-type TroupeLlmMessage)
 * @specs: (nullable) (element-type TroupeLlmToolSpec): the available tools
 */
void troupe_agent_model_ask_async (TroupeAgentModel *self,
                                   GPtrArray *messages,
                                   GPtrArray *specs,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* @object: (out): the answer validated by the rules of the setup; %NULL if the setup has no
 *   rules.
 * Errors: %TROUPE_LLM_ERROR (also for an invalid answer), %G_IO_ERROR_CANCELLED. (transfer full)
 * (nullable) */
TroupeLlmAnswer *troupe_agent_model_ask_finish (TroupeAgentModel *self,
                                                GAsyncResult *result,
                                                TroupeValue **object,
                                                GError **error);

/* Returns TRUE if the structured answer was empty, so that plain text was requested instead.
 * Must be called before troupe_agent_model_ask_finish(). */
gboolean troupe_agent_model_asked_plainly (TroupeAgentModel *self, GAsyncResult *result);

/* Returns TRUE if the server rejected tools for this model. */
gboolean troupe_agent_model_refuses_tools (const GError *error);

G_END_DECLS
