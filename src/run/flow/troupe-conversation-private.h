/* troupe-conversation-private.h: private declarations of the conversation modules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-conversation.h"
#include "troupe-feedback-outcome.h"
#include "troupe-flow-runner.h"

G_BEGIN_DECLS

/* @block: the `conversational` block of the document; @turn: the turn to execute; @intent:
 *   (nullable): the intent to which the message was matched */
struct _TroupeConversation
{
  TroupeFlow *flow;
  TroupeValue *block;
  TroupeValue *turn;
  char *intent;
};

/* JSON path of the class of the router's answer. */
#define TROUPE_CONVERSATION_ROUTER_PLACE "conversational.router"
#define TROUPE_CONVERSATION_FORM_PLACE "response_format"

/* Defined in troupe-conversation-save.c. */
/* Pushes a routine that saves the state once more under @method if that method is persistent. */
void troupe_conversation_save_reply (TroupeFlowRunner *runner, const TroupeFlowMethod *method);

G_END_DECLS
