/* troupe-transcript-markdown.h: rendering Markdown answers as widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_transcript_markdown_new:
 * @text: the answer of a model, made printable by troupe_transcript_write()
 *
 * Renders headings, bold, italic, lists, code, quotes, tables and links to http, https and mailto.
 * HTML and images remain plain text. Clicking a link does not open it directly. Instead, a popover
 * shows the address and a button that opens it.
 *
 * Returns: (transfer floating)
 */
GtkWidget *troupe_transcript_markdown_new (const char *text);

/* Converts inline Markdown to Pango markup. Everything except the elements that
 * troupe_transcript_markdown_new() supports is escaped. (transfer full) */
char *troupe_transcript_markdown_to_markup (const char *text);

G_END_DECLS
