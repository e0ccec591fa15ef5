/* troupe-conversation-session.h: a conversation, turn by turn
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-conversation-flow.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeConversationSession:
 *
 * A conversation with a flow. Each turn is a run of its own; the session keeps what goes from one to the next: the id,
 * and the state with all messages. Where the flow is persistent the state is that of its database, so that CrewAI and
 * Troupe go on with each other's sessions by their id.
 */
#define TROUPE_TYPE_CONVERSATION_SESSION (troupe_conversation_session_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConversationSession,
                      troupe_conversation_session,
                      TROUPE,
                      CONVERSATION_SESSION,
                      GObject)

/* @id: (nullable): of a session that is gone on with; %NULL begins one. @name: what messages call the document. On the
 * document's thread, as all of these. */
TroupeConversationSession *
troupe_conversation_session_new (TroupeFlow *flow, const char *id, const char *name);

/* The document has been edited: turns from now on are of @flow. */
void troupe_conversation_session_set_flow (TroupeConversationSession *self, TroupeFlow *flow);
/* What the next turn goes on from: a state that was kept, or that of an earlier turn. %NULL is that of the flow's
 * database, or none. @state: (nullable): a map */
void troupe_conversation_session_set_state (TroupeConversationSession *self, TroupeValue *state);

/* (transfer none) */
const char *troupe_conversation_session_get_id (TroupeConversationSession *self);
/* What the turns so far have left: a map; NULL before the first one has ended. (transfer none) (nullable) */
TroupeValue *troupe_conversation_session_get_state (TroupeConversationSession *self);
/* Millionths of a dollar that its turns have cost, as far as prices are known. */
gint64 troupe_conversation_session_get_spent (TroupeConversationSession *self);

/* Makes the run of the next turn, whose store, rights and limits the caller sets; its @turn's state is not looked at.
 * @document: (out) (transfer full): what is to be kept as the run's document. Errors: %TROUPE_RUN_ERROR.
 * (transfer full) (nullable) */
TroupeRun *troupe_conversation_session_make_run (TroupeConversationSession *self,
                                                 const TroupeConversationTurn *turn,
                                                 TroupeFlowDocument **document,
                                                 GError **error);
/* The turn of the last run has ended with @result. */
void troupe_conversation_session_take_result (TroupeConversationSession *self,
                                              TroupeRun *run,
                                              const TroupeRunResult *result);
/* Whether CrewAI tells the begin and the end of the flow for each turn, and not once for the session (`trace_scope`). */
gboolean troupe_conversation_session_has_turn_scope (TroupeConversationSession *self);
/* What was said last by the assistant in the turn that has ended, NULL where nothing was. (transfer none) (nullable) */
const char *troupe_conversation_session_get_reply (TroupeConversationSession *self);

G_END_DECLS
