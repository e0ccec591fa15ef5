/* troupe-chat-turn.h: turns of a conversation in troupectl chat
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-conversation-session.h"
#include "troupe-run-report.h"

G_BEGIN_DECLS

/**
 * TroupeChat:
 *
 * A running conversation. It consists of a session of a document, and reports and stores the turns
 * of the session.
 */
typedef struct _TroupeChat TroupeChat;

/* Creates a conversation. @report: borrowed; @timeout_us: time limit of each turn; 0 for none */
TroupeChat *troupe_chat_new (TroupeCommandLine *line,
                             TroupeLoaded *loaded,
                             TroupeRunReport *report,
                             gint64 timeout_us);
void troupe_chat_free (TroupeChat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeChat, troupe_chat_free)

/* Starts another session with @id, or with a new id if @id is NULL. Earlier messages are
 * dropped. */
void troupe_chat_begin_session (TroupeChat *self, const char *id);
const char *troupe_chat_get_session_id (TroupeChat *self);

/* Requests consent for the conversation, before its first message. */
TroupeExit troupe_chat_ask_consent (TroupeChat *self);

/* Executes one turn and prints its result. A turn without a message is a kickoff with @inputs
 * (nullable). @answers: (nullable): answers to feedback requests, which are used instead of
 * prompting the user.
 * @ends: (out): whether no further turn is possible. */
TroupeExit troupe_chat_take_turn (TroupeChat *self,
                                  const TroupeConversationTurn *turn,
                                  TroupeValue *inputs,
                                  const char *const *answers,
                                  gboolean *ends);

/* Reports the end of the session if it is reported once for all turns. With --json, also prints
 * a line if @is_asked. */
void troupe_chat_finish (TroupeChat *self, gboolean is_asked);

G_END_DECLS
