/* troupe-conversation-flow.h: the flow that a turn of a conversation is run as
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeConversationTurn:
 * @message: (nullable): what the user says; %NULL: a kickoff without a message
 * @intents: (nullable): what it may mean, %NULL-terminated, in place of `default_intents`
 * @intent_llm: (nullable): the model that is asked which one, in place of the document's
 * @state: (nullable): what the turn before left
 *
 * A turn that is to come. All is borrowed.
 */
typedef struct
{
  const char *message;
  const char *const *intents;
  TroupeValue *intent_llm;
  TroupeValue *state;
} TroupeConversationTurn;

/**
 * troupe_conversation_make_flow:
 * @flow: a conversational one
 * @name: what messages call the document
 *
 * Makes the document of one turn: the flow with the methods and the fields of the state that a conversation brings
 * (doc/flow-semantics.md §12), and the turn itself under `x-troupe`. It is what is kept of the run, so that a turn that
 * was interrupted can be resumed by what is kept alone; its digest is the same for all turns. On the document's thread.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %TROUPE_RUN_ERROR
 */
TroupeFlowDocument *troupe_conversation_make_flow (TroupeFlow *flow,
                                                   const TroupeConversationTurn *turn,
                                                   const char *name,
                                                   GError **error);

/* What is to come in such a document: a map, NULL where @flow is no such one. On the document's thread. (transfer full)
 * (nullable) */
TroupeValue *troupe_conversation_read_turn (TroupeFlow *flow);

G_END_DECLS
