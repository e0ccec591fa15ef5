/* troupe-conversation-session.h: session of a conversation with a flow, turn by turn
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
 * A conversation with a flow. Each turn is a separate run. The session stores what is passed from
 * one turn to the next, which is the id, and the state with all messages. If the flow is
 * persistent, the state is the one in the flow's database, so that CrewAI and Troupe can continue
 * each other's sessions by their id.
 */
#define TROUPE_TYPE_CONVERSATION_SESSION (troupe_conversation_session_get_type ())
G_DECLARE_FINAL_TYPE (TroupeConversationSession,
                      troupe_conversation_session,
                      TROUPE,
                      CONVERSATION_SESSION,
                      GObject)

/* @id: (nullable): id of the session to continue; %NULL starts a new one. @name: name of the
 *   document in messages. All of these functions are called on the document's thread. */
TroupeConversationSession *
troupe_conversation_session_new (TroupeFlow *flow, const char *id, const char *name);

/* Replaces the flow after the document was edited: later turns use @flow. */
void troupe_conversation_session_set_flow (TroupeConversationSession *self, TroupeFlow *flow);
/* Sets the state from which the next turn continues. This is a stored state, or the state of an
 * earlier turn. %NULL selects the state in the flow's database, if there is one. @state:
 * (nullable): a map */
void troupe_conversation_session_set_state (TroupeConversationSession *self, TroupeValue *state);

/* (transfer none) */
const char *troupe_conversation_session_get_id (TroupeConversationSession *self);
/* Returns the state after the last turn, which is a map. Returns NULL before the first turn has
 * ended. (transfer none) (nullable) */
TroupeValue *troupe_conversation_session_get_state (TroupeConversationSession *self);
/* Returns the cost of all turns in millionths of a dollar, as far as prices are known. */
gint64 troupe_conversation_session_get_spent (TroupeConversationSession *self);

/* Creates the run of the next turn. The caller sets the store, permissions and limits of the
 * run. The state of @turn is ignored.
 * @document: (out) (transfer full): the document to store with the run. Errors:
 *   %TROUPE_RUN_ERROR. (transfer full) (nullable) */
TroupeRun *troupe_conversation_session_make_run (TroupeConversationSession *self,
                                                 const TroupeConversationTurn *turn,
                                                 TroupeFlowDocument **document,
                                                 GError **error);
/* Takes the @result of the last turn's run. */
void troupe_conversation_session_take_result (TroupeConversationSession *self,
                                              TroupeRun *run,
                                              const TroupeRunResult *result);
/* Returns TRUE if CrewAI reports the start and end of the flow for each turn, not once for the
 * session (`trace_scope`). */
gboolean troupe_conversation_session_has_turn_scope (TroupeConversationSession *self);
/* Returns the last message of the assistant in the finished turn, or NULL if the turn has none.
 * (transfer none) (nullable) */
const char *troupe_conversation_session_get_reply (TroupeConversationSession *self);

G_END_DECLS
