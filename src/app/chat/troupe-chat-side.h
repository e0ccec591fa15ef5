/* troupe-chat-side.h: side pane that switches between chat and inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-chat-pane.h"
#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/* Width of the chat, in pixels. */
#define TROUPE_CHAT_WIDTH 452

/**
 * TroupeChatSide:
 *
 * Replaces the inspector of a frame if the document is a conversation. Shows the chat, and the
 * inspector as a second page. The pane has a separate width for each of the two pages.
 *
 * Property: `chat-seen` (boolean, read only): whether the chat is visible.
 */
#define TROUPE_TYPE_CHAT_SIDE (troupe_chat_side_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatSide, troupe_chat_side, TROUPE, CHAT_SIDE, GtkWidget)

/* Creates the side pane and inserts it into @frame, which owns it, around the existing
 * inspector. (transfer none) */
TroupeChatSide *troupe_chat_side_new (TroupeEditorFrame *frame, TroupeChatPane *pane);

/* Shows the chat or the inspector; opens the pane if it is closed. */
void troupe_chat_side_show_chat (TroupeChatSide *self);
void troupe_chat_side_show_inspector (TroupeChatSide *self);
/* @is_enabled: whether the document is a conversation; otherwise only the inspector is available */
void troupe_chat_side_set_enabled (TroupeChatSide *self, gboolean is_enabled);
gboolean troupe_chat_side_is_chat_seen (TroupeChatSide *self);

G_END_DECLS
