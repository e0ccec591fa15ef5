/* troupe-chat-export.h: exports a chat session as text or JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-chat-controller.h"

G_BEGIN_DECLS

/* Returns the session as plain text, “You: …” and “Answer: …” for each turn. (transfer full) */
char *troupe_chat_export_text (TroupeChatController *talk);
/* Returns the session as JSON lines. There is one object per turn, with the members session,
 * turn, message, route, methods, reply, error, seconds, cost_usd. (transfer full) */
char *troupe_chat_export_lines (TroupeChatController *talk);

/* @text: for a toast */
typedef void (*TroupeChatExported) (gpointer target, const char *text);

/* Opens a file chooser and writes the session as JSON lines if the file name ends in .jsonl, and
 * as text otherwise. API keys are redacted. @target: a GObject, referenced until @exported is
 * called. (transfer full): the dialog, to be released if the caller no longer waits for it */
GtkNativeDialog *troupe_chat_export_open (GtkWidget *over,
                                          TroupeChatController *talk,
                                          TroupeChatExported exported,
                                          gpointer target);

G_END_DECLS
