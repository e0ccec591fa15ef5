/* troupe-agent-model.h: the model of an agent, as it is asked in one execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/**
 * TroupeAgentModel:
 *
 * Asks the model of an agent, tells events of each call, counts tokens, and waits where the agent may ask only so
 * often in a minute. On the thread of the run.
 */
#define TROUPE_TYPE_AGENT_MODEL (troupe_agent_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentModel, troupe_agent_model, TROUPE, AGENT_MODEL, GObject)

/* @setup: copied, but for its usage, which has to live as long as calls are under way */
TroupeAgentModel *troupe_agent_model_new (const TroupeAgentLoopSetup *setup);

/* For messages and events. (transfer none) */
const char *troupe_agent_model_get_name (TroupeAgentModel *self);
/* Says in front of what is wrong with an answer whose it was. */
void troupe_agent_model_name_error (TroupeAgentModel *self, GError *error);
/* The same of an answer that is not what was asked for, with what to do. */
void troupe_agent_model_advise_misfit (TroupeAgentModel *self, GError *error);

/* From now on its events say neither the agent nor the task, as CrewAI's do of an answer that is forced. */
void troupe_agent_model_forget_who (TroupeAgentModel *self);

/**
 * troupe_agent_model_ask_async:
 * @messages: (element-type TroupeLlmMessage)
 * @specs: (nullable) (element-type TroupeLlmToolSpec): what it may call
 */
void troupe_agent_model_ask_async (TroupeAgentModel *self,
                                   GPtrArray *messages,
                                   GPtrArray *specs,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* @object: (out): the answer as the rules of the setup have it, %NULL where there are none. Errors:
 * %TROUPE_LLM_ERROR, of a misfit too, %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
TroupeLlmAnswer *troupe_agent_model_ask_finish (TroupeAgentModel *self,
                                                GAsyncResult *result,
                                                TroupeValue **object,
                                                GError **error);

/* Whether the form that was asked for came empty, so that the answer is a text; before it is finished. */
gboolean troupe_agent_model_asked_plainly (TroupeAgentModel *self, GAsyncResult *result);

/* Whether the server said that this model cannot be offered tools at all. */
gboolean troupe_agent_model_refuses_tools (const GError *error);

G_END_DECLS
