/* troupe-sanitize-text.h: makes untrusted text safe to display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_text_to_line:
 * @text: of a document, a program or a server; need not be UTF-8
 *
 * Makes a text safe to stand in one line of a window or a terminal: what breaks the line, turns its
 * direction, is obeyed by a terminal or is drawn as nothing is written as an escape, `\n` or `\u202e`.
 * Everything that a person can see stays as it is.
 *
 * Returns: (transfer full): a line of UTF-8
 */
char *troupe_text_to_line (const char *text);

/* The same for a text of several lines, a script: newlines and tabs stay. (transfer full) */
char *troupe_text_to_lines (const char *text);

/**
 * troupe_json_to_shown:
 * @json: what a JSON writer gave
 *
 * The same JSON with those letters as `\uXXXX`: whoever reads it gets the same values, and on a terminal it
 * shows what it is.
 *
 * Returns: (transfer full)
 */
char *troupe_json_to_shown (const char *json);

/* host, or host:port where the port is not the scheme's own, as consent is given to it. (transfer full) */
char *troupe_uri_describe_host (GUri *uri);
/* Whether it is this computer, by a number or as localhost: what other names lead to is not known here. */
gboolean troupe_uri_is_here (GUri *uri);

/**
 * troupe_host_to_shown:
 * @host: a host, or `host:port`
 *
 * A name with letters beyond ASCII in the form in which it is looked up (`xn--…`), which cannot be taken for
 * another one.
 *
 * Returns: (transfer full): a line
 */
char *troupe_host_to_shown (const char *host);

G_END_DECLS
