/* troupe-web-page.h: pages of the web as text that can be read
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * troupe_web_page_decode:
 * @bytes: of a server
 * @charset: (nullable): as it says itself
 * @is_html: whether a `meta` in them may say
 *
 * Makes UTF-8 of a page, of whatever it consists: by its byte order mark, by @charset, by what it says of itself;
 * else it is UTF-8, or Windows-1252 where it is none. Bytes that mean nothing become U+FFFD.
 *
 * Returns: (transfer full): without U+0000
 */
char *
troupe_web_page_decode (const char *bytes, gsize length, const char *charset, gboolean is_html);

/**
 * troupe_web_page_clean:
 * @text: UTF-8
 * @limit: bytes of the result
 * @is_cut: (out): whether there was more
 *
 * Takes control characters and those that turn the direction of writing out of a text.
 *
 * Returns: (transfer full): UTF-8, where newline and tab are the only control characters
 */
char *troupe_web_page_clean (const char *text, gsize limit, gboolean *is_cut);

/**
 * troupe_web_page_read_html:
 * @html: UTF-8, of any quality
 * @uri: (nullable): what its links are relative to
 * @limit: bytes of the result
 * @is_cut: (out): whether there was more
 *
 * The text of a page as a person would read it: its title first, headings with as many `#` as their level has,
 * lists with `-`, cells with `|`, links as “text (address)” where they lead to the web. Scripts, styles and drawings
 * are left out. Takes time in proportion to its length and calls nobody, in any thread.
 *
 * Returns: (transfer full): as troupe_web_page_clean()
 */
char *troupe_web_page_read_html (const char *html, GUri *uri, gsize limit, gboolean *is_cut);

G_END_DECLS
