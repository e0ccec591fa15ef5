/* troupe-conversation.h: a turn of a conversation, in its run
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
 * What a run knows that is one turn of a conversation (doc/flow-semantics.md §12): what the user says, how it is routed,
 * and what was said before, which stands in the state. Read from the document once; the rest is of the run's thread.
 */
typedef struct _TroupeConversation TroupeConversation;

/* NULL where @flow is not the document of a turn. On the document's thread. */
TroupeConversation *troupe_conversation_new (TroupeFlow *flow);
void troupe_conversation_free (TroupeConversation *self);

/* --- Before the run ------------------------------------------------------------------------------ */

/* Whether its models could be asked. Errors: %TROUPE_RUN_ERROR_PROVIDER. */
gboolean
troupe_conversation_check (TroupeConversation *self, TroupeLlmClient *client, GError **error);
/* Says which models a conversation asks, and which class of Python its router's answer is of. From any thread. */
void troupe_conversation_list_permissions (TroupeFlow *flow, TroupePermissionList *permissions);

/* --- What the document and the turn say ---------------------------------------------------------- */

/* A setting of the block, or of its router; NULL where it is missing or null. (transfer none) (nullable) */
TroupeValue *troupe_conversation_get_setting (TroupeConversation *self, const char *name);
TroupeValue *troupe_conversation_get_router_setting (TroupeConversation *self, const char *name);
/* The same as a text. (transfer none) (nullable) */
const char *
troupe_conversation_get_text (TroupeConversation *self, const char *name, gboolean of_router);
/* Whether the router has this as null, which is not the same as being without it. */
gboolean troupe_conversation_is_null (TroupeConversation *self, const char *name);
/* What the turn before left. (transfer none) (nullable) */
TroupeValue *troupe_conversation_get_state (TroupeConversation *self);
/* What the user's message was found to mean in this turn. (transfer none) (nullable) */
const char *troupe_conversation_get_intent (TroupeConversation *self);
gboolean troupe_conversation_has_message (TroupeConversation *self);

/* What models are told. (nullable): nothing. (transfer none) */
const char *troupe_conversation_get_system_prompt (TroupeConversation *self);
const char *troupe_conversation_get_history_prompt (TroupeConversation *self);

/* --- In the run ---------------------------------------------------------------------------------- */

/* Both call routines. The user's message goes into the state, behind flow_started; and before flow_finished what the
 * last method gave becomes the assistant's message where none was added. */
void troupe_conversation_begin_turn (TroupeFlowRunner *runner);
void troupe_conversation_end_turn (TroupeFlowRunner *runner);
/* Of a run that is resumed: what the interrupted one had found stands in the state. */
void troupe_conversation_begin_again (TroupeFlowRunner *runner);
/* Tells of the turn's begin, and of its end by the run's result. */
void troupe_conversation_tell_started (TroupeFlowRunner *runner);
void troupe_conversation_tell_ended (TroupeFlowRunner *runner);

/* The messages of the state as maps; a new one behind them, which is told. (transfer full), (transfer none) */
TroupeValue *troupe_conversation_get_messages (TroupeFlowRunner *runner);
void
troupe_conversation_add_message (TroupeFlowRunner *runner, const char *role, const char *content);
/* `role: content` lines. (transfer full) */
char *troupe_conversation_format_messages (TroupeFlowRunner *runner);
/* A field of the state becomes @value, which is taken over. */
void troupe_conversation_set_field (TroupeFlowRunner *runner, const char *name, TroupeValue *value);
/* (nullable): NULL where it is no text. (transfer none) */
const char *troupe_conversation_get_field (TroupeFlowRunner *runner, const char *name);

/* Fills in the surroundings. FALSE with an error where @llm is none. */
gboolean troupe_conversation_fill_call (TroupeFlowRunner *runner,
                                        TroupeValue *llm,
                                        TroupeScope *scope,
                                        TroupeFeedbackModelCall *call,
                                        GError **error);
/* An error of a model as one of the run. @cause: (transfer full) */
GError *troupe_conversation_describe_error (GError *cause);

/* --- Routes: troupe-conversation-route.c --------------------------------------------------------- */

/* The labels that can be chosen, sorted; NULL-terminated. @routed: whether `router.routes` counts. (transfer full) */
char **troupe_conversation_list_routes (TroupeConversation *self, gboolean routed);
/* Whether there are routes but for those that a conversation brings. */
gboolean troupe_conversation_has_custom_routes (TroupeConversation *self);
/* Whether @text is a route and nothing to say. */
gboolean troupe_conversation_is_label (TroupeConversation *self, const char *text);
TroupeFlow *troupe_conversation_get_flow (TroupeConversation *self);
/* What the router's model is told. (transfer full) */
char *troupe_conversation_make_router_prompt (TroupeConversation *self);
char *troupe_conversation_make_router_question (TroupeFlowRunner *runner);
/* The form of its answer. (transfer full) */
TroupeValue *troupe_conversation_make_router_form (TroupeConversation *self);
/* The class of Python that has that form in its place, a dotted path. (transfer none) (nullable) */
const char *troupe_conversation_get_router_class (TroupeConversation *self);

G_END_DECLS
