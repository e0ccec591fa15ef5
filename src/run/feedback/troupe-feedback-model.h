/* troupe-feedback-model.h: the model that a method with feedback asks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"
#include "troupe-flow.h"
#include "troupe-permission-list.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

/* What a method's block of feedback has, NULL where that is missing or null. (transfer none) (nullable) */
TroupeValue *troupe_feedback_get_setting (const TroupeFlowMethod *method, const char *name);
gboolean troupe_feedback_is_set (const TroupeFlowMethod *method, const char *name);

/* --- Before a run ----------------------------------------------------------------------------------- */

/**
 * troupe_feedback_model_read:
 *
 * Reads `human_feedback.llm` as an agent's `llm` is read (doc/flow-semantics.md §10). A method that neither chooses
 * among outcomes nor learns asks no model.
 *
 * Returns: (transfer full) (nullable): a definition that has a model and settings, or %NULL: with @error where the
 *   block has none that could be read, without where no model is asked
 */
TroupeAgentDefinition *troupe_feedback_model_read (const TroupeFlowMethod *method, GError **error);

/* The same of a setting that names a model, NULL where it is the default one. */
TroupeAgentDefinition *troupe_feedback_model_new (TroupeValue *llm, GError **error);

/* Whether the model could be asked. Errors: %TROUPE_LLM_ERROR. */
gboolean
troupe_feedback_model_check (TroupeAgentDefinition *model, TroupeLlmClient *client, GError **error);

/* Says which server the method's model is asked at, and which variables are read for it. From any thread. */
void troupe_feedback_model_list_permissions (const TroupeFlowMethod *method,
                                             TroupePermissionList *permissions);

void troupe_feedback_model_tell (TroupeAgentDefinition *model, TroupePermissionList *permissions);

/* --- In a run --------------------------------------------------------------------------------------- */

/**
 * TroupeFeedbackModelCall:
 * @model: of troupe_feedback_model_read()
 * @client: the models of the run
 * @bus: (nullable): where events go
 * @scope: (nullable): of the method
 * @usage: counted up; has to live as long as the call
 * @streams: whether the answer comes in pieces where the model's settings do not say
 * @form: (nullable): the JSON schema that the answer is to have, which `title` names
 * @takes_words: whether a text will do where it comes in the place of @form
 *
 * One question to the model, and in what surroundings it is asked.
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
} TroupeFeedbackModelCall;

/* A copy with references of its own, and letting go of these. */
TroupeFeedbackModelCall troupe_feedback_model_call_copy (const TroupeFeedbackModelCall *call);
void troupe_feedback_model_call_clear (TroupeFeedbackModelCall *call);

/* Whether the model is known to answer in a form (doc/crew-semantics.md §13). */
gboolean troupe_feedback_model_takes_form (const TroupeFeedbackModelCall *call);

/**
 * troupe_feedback_model_ask_async:
 * @call: copied
 * @system: (nullable): the first message
 * @user: the one behind it
 *
 * Asks once. On the thread of the run.
 */
void troupe_feedback_model_ask_async (const TroupeFeedbackModelCall *call,
                                      const char *system,
                                      const char *user,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer user_data);
/* The same of messages (element-type TroupeLlmMessage), which are not changed until it has ended. */
void troupe_feedback_model_send_async (const TroupeFeedbackModelCall *call,
                                       GPtrArray *messages,
                                       GCancellable *cancellable,
                                       GAsyncReadyCallback callback,
                                       gpointer user_data);
/* @object: (out) (optional): the answer by the form, NULL where there is none. An empty answer where a form was asked
 * for is an error. Errors: %TROUPE_LLM_ERROR, %G_IO_ERROR_CANCELLED. (transfer full) (nullable) */
char *troupe_feedback_model_ask_finish (GAsyncResult *result, TroupeValue **object, GError **error);

G_END_DECLS
