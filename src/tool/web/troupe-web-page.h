/* troupe-web-page.h: converts web pages to readable text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_web_page_decode:
 * @bytes: the response body
 * @charset: (nullable): as declared by the server
 * @is_html: whether a `meta` element may declare the charset
 *
 * Converts a page to UTF-8: according to its byte order mark, @charset, or its own declaration;
 * otherwise it is UTF-8 if valid, or Windows-1252. Invalid bytes become U+FFFD.
 *
 * Returns: (transfer full): without U+0000
 */
char *
troupe_web_page_decode (const char *bytes, gsize length, const char *charset, gboolean is_html);

/**
 * troupe_web_page_clean:
 * @text: UTF-8
 * @limit: maximum size of the result in bytes
 * @is_cut: (out): whether the text was truncated
 *
 * Removes control characters and bidirectional controls.
 *
 * Returns: (transfer full): UTF-8, where newline and tab are the only control characters
 */
char *troupe_web_page_clean (const char *text, gsize limit, gboolean *is_cut);

/**
 * troupe_web_page_read_html:
 * @html: UTF-8; need not be valid HTML
 * @uri: (nullable): the base of relative links
 * @limit: maximum size of the result in bytes
 * @is_cut: (out): whether the text was truncated
 *
 * Converts a page to readable text: its title first, headings with one `#` per level, lists with
 * `-`, cells with `|`, links as “text (address)” if they lead to the web. Scripts, styles and
 * drawings are omitted. Runs in linear time, without callbacks, on any thread.
 *
 * Returns: (transfer full): as troupe_web_page_clean()
 */
char *troupe_web_page_read_html (const char *html, GUri *uri, gsize limit, gboolean *is_cut);

G_END_DECLS
