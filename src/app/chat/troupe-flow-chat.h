/* troupe-flow-chat.h: connects the chat with the page of a flow
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
 * Connects the chat with the editor, the monitor and the runs of a page while its flow is
 * conversational: a message starts a run, and selecting a turn shows its run in the canvas and the
 * panels (doc/interface.md §32).
 */
#define TROUPE_TYPE_FLOW_CHAT (troupe_flow_chat_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowChat, troupe_flow_chat, TROUPE, FLOW_CHAT, GObject)

/* @content, @editor, @running: must outlive this object. */
TroupeFlowChat *troupe_flow_chat_new (TroupePageContent *content,
                                      TroupeEditor *editor,
                                      TroupeRunController *running);

/* Returns TRUE if the flow is conversational. In this case its runs are turns. */
gboolean troupe_flow_chat_is_active (TroupeFlowChat *self);
/* Shows the chat and focuses its message entry. */
void troupe_flow_chat_focus (TroupeFlowChat *self);
void troupe_flow_chat_set_width_class (TroupeFlowChat *self, TroupeEditorWidth width);

/* (transfer none) (nullable): %NULL if the flow has never been conversational */
TroupeChatPane *troupe_flow_chat_get_pane (TroupeFlowChat *self);
TroupeChatController *troupe_flow_chat_get_talk (TroupeFlowChat *self);

G_END_DECLS
