/* troupe-conversation-flow.h: conversion of a conversational turn to a flow document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"

G_BEGIN_DECLS

/**
 * TroupeConversationTurn:
 * @message: (nullable): the message of the user; %NULL for a kickoff without a message
 * @intents: (nullable): possible intents, %NULL-terminated; they replace `default_intents`
 * @intent_llm: (nullable): the model that chooses the intent; it replaces the model of the document
 * @state: (nullable): the state after the previous turn
 *
 * The parameters of a turn. All are borrowed.
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
 * @flow: a conversational flow
 * @name: the name of the document in messages
 *
 * Creates the document of one turn. It contains the flow with the built-in methods and state fields
 * of a conversation (doc/flow-semantics.md §12), and the turn itself in `x-troupe`. The document is
 * stored with the run, so that an interrupted turn can be resumed from the stored data alone. Its
 * digest is the same for all turns. Call on the document's thread.
 *
 * Returns: (transfer full) (nullable): the document, or %NULL with a %TROUPE_RUN_ERROR
 */
TroupeFlowDocument *troupe_conversation_make_flow (TroupeFlow *flow,
                                                   const TroupeConversationTurn *turn,
                                                   const char *name,
                                                   GError **error);

/* Reads the turn, a map, from a document created by troupe_conversation_make_flow(). Returns
 * NULL if @flow is not such a document. Call on the document's thread. (transfer full)
 * (nullable) */
TroupeValue *troupe_conversation_read_turn (TroupeFlow *flow);

G_END_DECLS
