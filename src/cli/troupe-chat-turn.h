/* troupe-chat-turn.h: one turn of a conversation on the command line
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
 * @session: (nullable): before the first turn
 * @store: (nullable): where turns are kept
 * @is_agreed: whether a person has agreed to what the document can do
 * @final_event: (nullable): the end of the flow that is told when the session ends
 * @n_turns: how many have been begun
 * @timeout_us: for each turn; 0: none
 * @budget: millionths of a dollar for the whole session; 0: any
 *
 * A conversation while it is held.
 */
typedef struct
{
  TroupeCommandLine *line;
  TroupeLoaded *loaded;
  TroupeRunReport *report;
  TroupeConversationSession *session;
  TroupeStore *store;
  gboolean is_agreed;
  guint n_turns;
  gint64 timeout_us;
  gint64 budget;
  TroupeValue *last; /* (nullable): the object of the last turn */
} TroupeChat;

/* Holds one turn and prints what came of it. @answers: (nullable): of people to what methods ask. */
TroupeExit troupe_chat_take_turn (TroupeChat *self,
                                  const TroupeConversationTurn *turn,
                                  const char *const *answers);

G_END_DECLS
