/* troupe-conversation.h: conversational turn of a run: message, intent, routing, reply
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-feedback-model.h"
#include "troupe-flow-runner-parts.h"
#include "troupe-permission-list.h"

G_BEGIN_DECLS

/**
 * TroupeConversation:
 *
 * The data of a run that is one turn of a conversation (doc/flow-semantics.md §12): the message of
 * the user, its routing, and the earlier messages, which are part of the state. The document is
 * read once; all other data belongs to the run's thread.
 */
typedef struct _TroupeConversation TroupeConversation;

/* Creates the data of a turn. Returns NULL if @flow does not describe a turn. Call on the
 * document's thread. */
TroupeConversation *troupe_conversation_new (TroupeFlow *flow);
void troupe_conversation_free (TroupeConversation *self);

/* --- Before the run ------------------------------------------------------------------------------ */

/* Returns TRUE if the models of the conversation can be called. Errors:
 * %TROUPE_RUN_ERROR_PROVIDER. */
gboolean
troupe_conversation_check (TroupeConversation *self, TroupeLlmClient *client, GError **error);
/* Adds the permissions for the models of the conversation and for the Python class of its
 * router's answer. Call from any thread. */
void troupe_conversation_list_permissions (TroupeFlow *flow, TroupePermissionList *permissions);

/* --- Settings of the document and data of the turn -------------------------------------------- */

/* Returns the model that the turn names for its intent, or NULL. (transfer none) (nullable) */
TroupeValue *troupe_conversation_get_given_llm (TroupeConversation *self);

/* Returns a setting of the `conversational` block or of its router. Returns NULL if the setting
 * is missing or null. (transfer none) (nullable) */
TroupeValue *troupe_conversation_get_setting (TroupeConversation *self, const char *name);
TroupeValue *troupe_conversation_get_router_setting (TroupeConversation *self, const char *name);
/* Returns a setting that is a string. (transfer none) (nullable) */
const char *
troupe_conversation_get_text (TroupeConversation *self, const char *name, gboolean of_router);
/* Returns TRUE if this setting of the router is null, as opposed to missing. */
gboolean troupe_conversation_is_null (TroupeConversation *self, const char *name);
/* Returns the state after the previous turn. (transfer none) (nullable) */
TroupeValue *troupe_conversation_get_state (TroupeConversation *self);
/* Returns the intent to which the user's message was matched in this turn. (transfer none)
 * (nullable) */
const char *troupe_conversation_get_intent (TroupeConversation *self);

/* Returns the system prompt of the conversation; NULL if there is none. (nullable) (transfer
 * none) */
const char *troupe_conversation_get_system_prompt (TroupeConversation *self);
const char *troupe_conversation_get_history_prompt (TroupeConversation *self);

/* --- During the run --------------------------------------------------------------------------- */

/* Both functions push routines. begin_turn() adds the user's message to the state after
 * flow_started. end_turn() adds the output of the last method as the assistant's message before
 * flow_finished, unless a method has already added a message. */
void troupe_conversation_begin_turn (TroupeFlowRunner *runner);
void troupe_conversation_end_turn (TroupeFlowRunner *runner);
/* Called for a resumed run. Restores the intent that the interrupted run has stored in the
 * state. */
void troupe_conversation_begin_again (TroupeFlowRunner *runner);
/* Emit the events for the start of the turn and for its end. The end event depends on the run's
 * result. */
void troupe_conversation_tell_started (TroupeFlowRunner *runner);
void troupe_conversation_tell_ended (TroupeFlowRunner *runner);

/* Get the messages of the state as maps (transfer full), and append a message and emit its event
 * (transfer none). */
TroupeValue *troupe_conversation_get_messages (TroupeFlowRunner *runner);
void
troupe_conversation_add_message (TroupeFlowRunner *runner, const char *role, const char *content);
/* Returns the messages as `role: content` lines. (transfer full) */
char *troupe_conversation_format_messages (TroupeFlowRunner *runner);
/* Sets a field of the state. Takes ownership of @value. */
void troupe_conversation_set_field (TroupeFlowRunner *runner, const char *name, TroupeValue *value);
/* Returns a field of the state, NULL if it is not a string. (nullable) (transfer none) */
const char *troupe_conversation_get_field (TroupeFlowRunner *runner, const char *name);

/* Fills @call with the context of a model call. Returns FALSE with an error if @llm is not a
 * valid model. */
gboolean troupe_conversation_fill_call (TroupeFlowRunner *runner,
                                        TroupeValue *llm,
                                        TroupeScope *scope,
                                        TroupeFeedbackModelCall *call,
                                        GError **error);
/* Converts the error of a model call to an error of the run. @cause: (transfer full) */
GError *troupe_conversation_describe_error (GError *cause);

/* --- Routes: troupe-conversation-route.c --------------------------------------------------------- */

/* Returns the route labels that can be chosen, sorted; NULL-terminated. @routed: whether
 * `router.routes` is included. (transfer full) */
char **troupe_conversation_list_routes (TroupeConversation *self, gboolean routed);
/* Returns TRUE if there are routes in addition to the built-in ones of a conversation. */
gboolean troupe_conversation_has_custom_routes (TroupeConversation *self);
/* Returns TRUE if @text is a route label and therefore not a reply to the user. */
gboolean troupe_conversation_is_label (TroupeConversation *self, const char *text);
/* Returns the system prompt of the router's model. (transfer full) */
char *troupe_conversation_make_router_prompt (TroupeConversation *self);
char *troupe_conversation_make_router_question (TroupeFlowRunner *runner);
/* Returns the JSON schema of the router's answer. (transfer full) */
TroupeValue *troupe_conversation_make_router_form (TroupeConversation *self);
/* Returns the dotted path of the Python class that replaces the schema of the router's answer.
 * (transfer none) (nullable) */
const char *troupe_conversation_get_router_class (TroupeConversation *self);

G_END_DECLS
