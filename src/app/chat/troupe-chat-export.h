/* troupe-chat-export.h: a conversation as a text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-chat-controller.h"

G_BEGIN_DECLS

/* “You: …” and “Answer: …”, turn by turn. (transfer full) */
char *troupe_chat_export_text (TroupeChatController *talk);
/* An object a line for each turn: session, turn, message, route, methods, reply, error, seconds, cost_usd.
 * (transfer full) */
char *troupe_chat_export_lines (TroupeChatController *talk);

/* @text: for a toast */
typedef void (*TroupeChatExported) (gpointer target, const char *text);

/* Asks where to, and writes it: JSON lines into a .jsonl, else text. What looks like a key is not written. @target: an
 * object, kept until then. (transfer full): the dialog, to be let go of where nobody waits any more */
GtkNativeDialog *troupe_chat_export_open (GtkWidget *over,
                                          TroupeChatController *talk,
                                          TroupeChatExported exported,
                                          gpointer target);

G_END_DECLS
