/* troupe-chat-pane.h: the chat beside the graph
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-chat-controller.h"

G_BEGIN_DECLS

/**
 * TroupeChatPane:
 *
 * What was said in a conversation and the field for what is said next (doc/interface.md §32).
 *
 * Signals: `sent` (text: a person says it; the field is empty then), `chosen` (#TroupeChatEntry: its run is to be shown),
 * `again` (the last message is to be sent once more), `resumed` (what the last turn waits for is to be answered).
 *
 * Its actions are those of the group `chat` that a parent has: `chat.take-back`, `chat.new`, `chat.copy`, `chat.export`,
 * `chat.sessions`, `chat.inspector`, `chat.canvas`. gtk_widget_grab_focus() on it focuses the field.
 */
#define TROUPE_TYPE_CHAT_PANE (troupe_chat_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatPane, troupe_chat_pane, TROUPE, CHAT_PANE, GtkWidget)

GtkWidget *troupe_chat_pane_new (TroupeChatController *talk);

/* What stands in the field. (transfer full) */
char *troupe_chat_pane_get_text (TroupeChatPane *self);
void troupe_chat_pane_set_text (TroupeChatPane *self, const char *text);
/* Whether something can be sent now: no other run is under way or being started. */
void troupe_chat_pane_set_ready (TroupeChatPane *self, gboolean is_ready);
/* Whose run canvas and panels show. @entry: (nullable) */
void troupe_chat_pane_set_chosen (TroupeChatPane *self, TroupeChatEntry *entry);
/* Where a question to a person stands: behind the last turn. (transfer none) */
AdwBin *troupe_chat_pane_get_question_place (TroupeChatPane *self);
/* There is a button to the inspector of what is selected. */
void troupe_chat_pane_set_selected (TroupeChatPane *self, gboolean is_selected);
/* There is a button to the canvas, which it covers. */
void troupe_chat_pane_set_narrow (TroupeChatPane *self, gboolean is_narrow);

G_END_DECLS
