/* troupe-chat-side.h: the chat and the inspector in one place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-pane.h"
#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/* How wide the chat is. */
#define TROUPE_CHAT_WIDTH 452

/**
 * TroupeChatSide:
 *
 * What a frame has in the place of its inspector where the document is a conversation: the chat, and the inspector behind
 * it. The place is as wide as the chat wants to be, and as wide as it was for the inspector.
 *
 * Property: `chat-seen` (boolean, read only): whether the chat is what can be seen.
 */
#define TROUPE_TYPE_CHAT_SIDE (troupe_chat_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatSide, troupe_chat_side, TROUPE, CHAT_SIDE, GtkWidget)

/* Puts itself into @frame, which owns it, with the inspector that is there. (transfer none) */
TroupeChatSide *troupe_chat_side_new (TroupeEditorFrame *frame, TroupeChatPane *pane);

/* The chat, or the inspector; either is shown where the place was closed. */
void troupe_chat_side_show_chat (TroupeChatSide *self);
void troupe_chat_side_show_inspector (TroupeChatSide *self);
/* Whether there is a conversation at all: without one only the inspector is there. */
void troupe_chat_side_set_enabled (TroupeChatSide *self, gboolean is_enabled);
gboolean troupe_chat_side_is_chat_seen (TroupeChatSide *self);

G_END_DECLS
