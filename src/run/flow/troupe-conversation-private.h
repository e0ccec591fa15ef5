/* troupe-conversation-private.h: what the files of a conversation share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-conversation.h"
#include "troupe-feedback-outcome.h"
#include "troupe-flow-runner.h"

G_BEGIN_DECLS

/* @block: as the document has it; @turn: what is to come; @intent: (nullable): what the message was found to mean */
struct _TroupeConversation
{
  TroupeFlow *flow;
  TroupeValue *block;
  TroupeValue *turn;
  char *intent;
};

/* Where the class of the router's answer stands. */
#define TROUPE_CONVERSATION_ROUTER_PLACE "conversational.router"
#define TROUPE_CONVERSATION_FORM_PLACE "response_format"

/* troupe-conversation-save.c */
/* Calls a routine that saves the state once more under @method, where that is persistent. */
void troupe_conversation_save_reply (TroupeFlowRunner *runner, const TroupeFlowMethod *method);

G_END_DECLS
