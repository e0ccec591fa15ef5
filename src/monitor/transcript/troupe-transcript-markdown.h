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
 * Renders Markdown as CommonMark defines it, with GitHub's tables, task lists, struck text and bare
 * addresses of web pages. Each line of the text is a line of its own, and lines of paragraphs keep
 * their indentation. HTML, images and links to schemes other than http, https and mailto remain
 * plain text. Clicking a link does not open it directly. Instead, a popover
 * shows the address and a button that opens it.
 *
 * Returns: (transfer floating)
 */
GtkWidget *troupe_transcript_markdown_new (const char *text);

G_END_DECLS
