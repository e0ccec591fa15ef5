/* troupe-chat-row.h: a turn in the chat
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
 * One turn: what the user said, the route that it took, what was answered or what went wrong. What anybody wrote is shown
 * as it is, never as markup.
 *
 * Signals: `chosen` (a person wants to see what happened in it), `again` (a person wants to send the message again),
 * `resumed` (a person wants to answer what it waits for).
 */
#define TROUPE_TYPE_CHAT_ROW (troupe_chat_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeChatRow, troupe_chat_row, TROUPE, CHAT_ROW, GtkWidget)

GtkWidget *troupe_chat_row_new (TroupeChatEntry *entry);
TroupeChatEntry *troupe_chat_row_get_entry (TroupeChatRow *self); /* (transfer none) */
/* The last turn can be sent again. */
void troupe_chat_row_set_last (TroupeChatRow *self, gboolean is_last);
/* Its run is what canvas and panels show. */
void troupe_chat_row_set_chosen (TroupeChatRow *self, gboolean is_chosen);
/* Says how long it has been running. */
void troupe_chat_row_tick (TroupeChatRow *self);

/* A bubble with the text in it, as one of a row. @name: by which assistive technology knows it. (transfer floating) */
GtkWidget *troupe_chat_bubble_new (const char *name, gboolean is_own, GtkWidget *child);
/* A text of anybody in a bubble. (transfer floating) */
GtkWidget *troupe_chat_text_new (const char *text);

G_END_DECLS
