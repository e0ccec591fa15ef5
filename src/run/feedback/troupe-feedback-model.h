/* troupe-feedback-model.h: model calls of a method with human feedback
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-flow.h"
#include "troupe-permission-list.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* Returns a setting of the method's `human_feedback` block, NULL if it is missing or null.
 * (transfer none) (nullable) */
TroupeValue *troupe_feedback_get_setting (const TroupeFlowMethod *method, const char *name);
gboolean troupe_feedback_is_set (const TroupeFlowMethod *method, const char *name);

/* --- Before a run ----------------------------------------------------------------------------------- */

/**
 * troupe_feedback_model_read:
 *
 * Parses `human_feedback.llm` like the `llm` of an agent (doc/flow-semantics.md §10). A method that
 * neither chooses an outcome nor learns calls no model.
 *
 * Returns: (transfer full) (nullable): a definition that has a model and settings. %NULL with
 * @error if the block has no valid model; %NULL without @error if no model is called
 */
TroupeAgentDefinition *troupe_feedback_model_read (const TroupeFlowMethod *method, GError **error);

/* Creates the definition from a setting that names a model. NULL selects the default model. */
TroupeAgentDefinition *troupe_feedback_model_new (TroupeValue *llm, GError **error);

/* Returns TRUE if the model can be called. Errors: %TROUPE_LLM_ERROR. */
gboolean
troupe_feedback_model_check (TroupeAgentDefinition *model, TroupeLlmClient *client, GError **error);

/* Adds the permissions for the server of the method's model and for the environment variables
 * that are read for this model. Call from any thread. */
void troupe_feedback_model_list_permissions (const TroupeFlowMethod *method,
                                             TroupePermissionList *permissions);

void troupe_feedback_model_tell (TroupeAgentDefinition *model, TroupePermissionList *permissions);

/* --- During a run ----------------------------------------------------------------------------- */

/**
 * TroupeFeedbackModelCall:
 * @model: the result of troupe_feedback_model_read()
 * @client: the LLM client of the run
 * @bus: (nullable): the bus for emitted events
 * @scope: (nullable): the scope of the method
 * @usage: incremented; must outlive the call
 * @streams: whether the answer is streamed if the model's settings do not specify this
 * @form: (nullable): the JSON schema of the answer; its `title` is the name of the schema
 * @takes_words: whether a plain string is accepted instead of @form
 * @hooks: called before and after the request, without an agent
 *
 * One model call and its context.
 */
typedef struct
{
  TroupeAgentDefinition *model;
  TroupeLlmClient *client;
  TroupeEventBus *bus;
  TroupeScope *scope;
  TroupeLlmUsage *usage;
  gboolean streams;
  TroupeValue *form;
  gboolean takes_words;
  TroupeAgentHooks hooks;
} TroupeFeedbackModelCall;

/* Copies a call. The copy has its own references, which the clear function releases. */
TroupeFeedbackModelCall troupe_feedback_model_call_copy (const TroupeFeedbackModelCall *call);
void troupe_feedback_model_call_clear (TroupeFeedbackModelCall *call);

/* Returns TRUE if the model supports structured output (doc/crew-semantics.md §13). */
gboolean troupe_feedback_model_takes_form (const TroupeFeedbackModelCall *call);

/**
 * troupe_feedback_model_ask_async:
 * @call: copied
 * @system: (nullable): the first message
 * @user: the message that follows @system
 *
 * Sends one request to the model. Call on the run's thread.
 */
void troupe_feedback_model_ask_async (const TroupeFeedbackModelCall *call,
                                      const char *system,
                                      const char *user,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* Same as troupe_feedback_model_ask_async() with a list of messages (element-type
 * TroupeLlmMessage), which must not be changed until the call has finished. */
void troupe_feedback_model_send_async (const TroupeFeedbackModelCall *call,
                                       GPtrArray *messages,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* Returns the text of the answer. @object: (out) (optional): the structured answer, NULL if
 * there is none. An empty answer is an error if structured output was requested. Errors:
 * %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
char *troupe_feedback_model_ask_finish (GAsyncResult *result, TroupeValue **object, GError **error);

G_END_DECLS
