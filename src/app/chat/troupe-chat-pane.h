/* troupe-chat-pane.h: chat pane next to the graph
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
 * The turns of a chat session and the entry for the next message (doc/interface.md §32).
 *
 * Signals: `sent` (text: the user sends a message; the entry is cleared), `chosen`
 * (#TroupeChatEntry: the turn whose run is to be shown), `refused` (text for the user: why Enter did not send
 * the message), `again` (the last message is to be sent again), `resumed` (the user wants to answer the request for which the last turn waits).
 *
 * Its actions belong to the group `chat` of a parent widget: `chat.take-back`, `chat.new`,
 * `chat.copy`, `chat.export`, `chat.sessions`, `chat.inspector`, `chat.canvas`.
 * gtk_widget_grab_focus() focuses the message entry.
 */
#define TROUPE_TYPE_CHAT_PANE (troupe_chat_pane_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatPane, troupe_chat_pane, TROUPE, CHAT_PANE, GtkWidget)

GtkWidget *troupe_chat_pane_new (TroupeChatController *talk);

/* Returns the text of the message entry. (transfer full) */
char *troupe_chat_pane_get_text (TroupeChatPane *self);
void troupe_chat_pane_set_text (TroupeChatPane *self, const char *text);
/* @is_ready: whether a message can be sent, because no other run is running or starting */
void troupe_chat_pane_set_ready (TroupeChatPane *self, gboolean is_ready);
/* Sets the turn whose run is shown by the canvas and the panels. @entry: (nullable) */
void troupe_chat_pane_set_chosen (TroupeChatPane *self, TroupeChatEntry *entry);
/* Returns the container for feedback requests, located after the last turn. (transfer none) */
AdwBin *troupe_chat_pane_get_question_place (TroupeChatPane *self);
/* Shows the button that opens the inspector if @is_selected is TRUE, which means that something
 * is selected. */
void troupe_chat_pane_set_selected (TroupeChatPane *self, gboolean is_selected);
/* Offers to continue the last conversation, as long as there is none. @message: (nullable): its first
 * message; %NULL offers nothing. The action is `chat.continue-last`. */
void troupe_chat_pane_offer_last (TroupeChatPane *self, const char *message);
/* If @is_continued is TRUE, the turns are those of the last conversation, which the user did not
 * ask for, so that a button that begins another one is shown below them. The next message
 * removes it. */
void troupe_chat_pane_set_continued (TroupeChatPane *self, gboolean is_continued);
/* If @is_narrow is TRUE, the chat covers the canvas, and a button for returning to the canvas is
 * shown. */
void troupe_chat_pane_set_narrow (TroupeChatPane *self, gboolean is_narrow);

G_END_DECLS
