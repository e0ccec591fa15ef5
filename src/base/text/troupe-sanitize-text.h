/* troupe-sanitize-text.h: makes untrusted text safe to display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_text_to_line:
 * @text: text from a document, a program or a server; need not be UTF-8
 *
 * Makes text safe to display on one line of a window or a terminal. Characters that break the line,
 * change its direction, control a terminal or are invisible are replaced with an escape, such as
 * `\n` or `\u202e`, and so are more than three marks on a letter and other parts of a character too many, because no line breaks within it. All other visible
 * characters are unchanged.
 *
 * Returns: (transfer full): a line of UTF-8
 * Threads: any thread, for all functions of this file.
 */
char *troupe_text_to_line (const char *text);

/**
 * troupe_text_first_line:
 * @text: as for troupe_text_to_line()
 *
 * Returns the first line with visible characters, with “…” if another one follows. For lists and
 * tables that show the beginning of a longer text, not for anything that the user agrees to. Tabs
 * become spaces; other characters are treated as in troupe_text_to_line().
 *
 * Returns: (transfer full): a line of UTF-8
 */
char *troupe_text_first_line (const char *text);

/* Like troupe_text_to_line(), but for text of several lines such as a script. Newlines and tabs
 * are preserved. (transfer full) */
char *troupe_text_to_lines (const char *text);

/* Returns the first @most characters of @text, with “…” if it has more. Invalid bytes become U+FFFD.
 * For a long value in a message. (transfer full) */
char *troupe_text_shorten (const char *text, gsize most);

/* Returns a name from a document for quotation marks in a sentence: one line of at most 60 characters that contains no
 * quotation marks, so that it cannot imitate the rest of the sentence. (transfer full) */
char *troupe_text_to_name (const char *text);

/* Drops the beginning of @text if it has more than @limit bytes, and the rest of the line or word
 * that this cuts, so that no part of a key is left that a redactor cannot recognize. */
void troupe_text_keep_end (GString *text, gsize limit);

/**
 * troupe_json_to_shown:
 * @json: the output of a JSON serializer
 *
 * Writes the unsafe characters of troupe_text_to_line() in JSON as `\uXXXX`. The parsed values
 * remain the same, and a terminal shows the actual content.
 *
 * Returns: (transfer full): the JSON
 */
char *troupe_json_to_shown (const char *json);

/* Formats the host, or host:port if the port is not the scheme's default, as it is used for
 * consent. Characters that no host contains are percent-encoded, so that a host does not look like
 * another host with a path. (transfer full) */
char *troupe_uri_describe_host (GUri *uri);
/* Returns TRUE if the address has a host whose characters can be part of a name or a number. Nothing
 * is sent to any other host. */
gboolean troupe_uri_has_plain_host (GUri *uri);
/* Returns TRUE if the address is this computer, as an IP address or as localhost. Other names
 * are not resolved. */
gboolean troupe_uri_is_here (GUri *uri);

/**
 * troupe_host_to_shown:
 * @host: a host, or `host:port`
 *
 * Converts a name with non-ASCII characters to the form in which it is looked up (`xn--…`), which
 * cannot be confused with another name.
 *
 * Returns: (transfer full): a line
 */
char *troupe_host_to_shown (const char *host);

G_END_DECLS
