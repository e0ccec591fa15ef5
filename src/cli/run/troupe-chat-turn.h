/* troupe-chat-turn.h: the turns of a conversation on the command line
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
 * A conversation while it is held: a session of a document, with what is told and kept of its turns.
 */
typedef struct _TroupeChat TroupeChat;

/* @report: borrowed; @timeout_us: of each turn; 0: none */
TroupeChat *troupe_chat_new (TroupeCommandLine *line,
                             TroupeLoaded *loaded,
                             TroupeRunReport *report,
                             gint64 timeout_us);
void troupe_chat_free (TroupeChat *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeChat, troupe_chat_free)

/* A session of its own, @id or, where that is NULL, a new one: what was said is said no more. */
void troupe_chat_begin_session (TroupeChat *self, const char *id);
const char *troupe_chat_get_session_id (TroupeChat *self);

/* Asks whether the conversation may be held, before its first message. */
TroupeExit troupe_chat_ask_consent (TroupeChat *self);

/* Holds one turn and prints what came of it; without a message a kickoff with @inputs (nullable). @answers: (nullable): of
 * people to what methods ask, in place of a person at the terminal. @ends: (out): whether no other turn can follow. */
TroupeExit troupe_chat_take_turn (TroupeChat *self,
                                  const TroupeConversationTurn *turn,
                                  TroupeValue *inputs,
                                  const char *const *answers,
                                  gboolean *ends);

/* Tells that the session has ended, where that is told once for all turns. With --json a line says so where @is_asked. */
void troupe_chat_finish (TroupeChat *self, gboolean is_asked);

G_END_DECLS
