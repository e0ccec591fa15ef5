/* troupe-flow-chat.h: the conversation with a flow on its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-pane.h"
#include "troupe-editor.h"
#include "troupe-run-controller.h"

G_BEGIN_DECLS

/**
 * TroupeFlowChat:
 *
 * Joins the chat with the editor, the monitor and the runs of a page, as long as its flow is a conversation: a message
 * becomes a run, a turn that is chosen is what canvas and panels show (doc/interface.md §32).
 */
#define TROUPE_TYPE_FLOW_CHAT (troupe_flow_chat_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowChat, troupe_flow_chat, TROUPE, FLOW_CHAT, GObject)

/* @content, @editor, @running: outlive this. */
TroupeFlowChat *troupe_flow_chat_new (TroupePageContent *content,
                                      TroupeEditor *editor,
                                      TroupeRunController *running);

/* Whether the flow is a conversation, whose runs are turns. */
gboolean troupe_flow_chat_is_active (TroupeFlowChat *self);
/* Shows the chat and goes to its field. */
void troupe_flow_chat_focus (TroupeFlowChat *self);
void troupe_flow_chat_set_width_class (TroupeFlowChat *self, TroupeEditorWidth width);

/* (transfer none) (nullable): where the flow has been no conversation yet */
TroupeChatPane *troupe_flow_chat_get_pane (TroupeFlowChat *self);
TroupeChatController *troupe_flow_chat_get_talk (TroupeFlowChat *self);

G_END_DECLS
