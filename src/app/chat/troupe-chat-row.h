/* troupe-chat-row.h: widget for one turn of a chat session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-chat-entry.h"

G_BEGIN_DECLS

/**
 * TroupeChatRow:
 *
 * Shows one turn: the user message, the selected route, and the answer or the error. Text from
 * users and models is shown verbatim, never as markup.
 *
 * Signals: `chosen` (the user wants to see the run of the turn), `again` (the user wants to send
 * the message again), `resumed` (the user wants to answer the request for which the turn waits).
 */
#define TROUPE_TYPE_CHAT_ROW (troupe_chat_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatRow, troupe_chat_row, TROUPE, CHAT_ROW, GtkWidget)

GtkWidget *troupe_chat_row_new (TroupeChatEntry *entry);
TroupeChatEntry *troupe_chat_row_get_entry (TroupeChatRow *self); /* (transfer none) */
/* Sets whether this is the last turn. Only the message of the last turn can be sent again. */
void troupe_chat_row_set_last (TroupeChatRow *self, gboolean is_last);
/* Sets whether the canvas and the panels show the run of this turn. */
void troupe_chat_row_set_chosen (TroupeChatRow *self, gboolean is_chosen);
/* Updates the elapsed time of a running turn. */
void troupe_chat_row_tick (TroupeChatRow *self);

/* Creates a chat bubble around @child. @name: the accessible name. @is_own: whether the user
 * wrote it. (transfer floating) */
GtkWidget *troupe_chat_bubble_new (const char *name, gboolean is_own, GtkWidget *child);
/* Creates a label for the text of a bubble, which is shown without markup. (transfer floating) */
GtkWidget *troupe_chat_text_new (const char *text);

G_END_DECLS
