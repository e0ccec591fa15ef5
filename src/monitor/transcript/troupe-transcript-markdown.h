/* troupe-transcript-markdown.h: an answer in Markdown as widgets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * troupe_transcript_markdown_new:
 * @text: of a model, fit to be shown (troupe_transcript_write())
 *
 * Shows headings, bold, italic, lists, code, quotes, tables and links to http, https and mailto. HTML and images stay
 * the text that they are. A link opens nothing by itself: what shows is a popover with its address, and a button that
 * opens it.
 *
 * Returns: (transfer floating)
 */
GtkWidget *troupe_transcript_markdown_new (const char *text);

/* What stands in lines of text, as Pango's markup: everything but what is named above is escaped. (transfer full) */
char *troupe_transcript_markdown_to_markup (const char *text);

G_END_DECLS
