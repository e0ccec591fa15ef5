/* troupe-sse-parser.h: parser for server-sent events (SSE)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeSseParser:
 *
 * Accepts a stream in chunks of any size and calls back for each event when its blank line has
 * arrived (doc/llm-client.md §2). Lines end in CR, LF or CRLF. An event without data is dropped.
 */
typedef struct _TroupeSseParser TroupeSseParser;

/* Called for each event. @type: the event's name; "" if the event has no name. @data: the data
 * lines of the event, joined with newlines; valid UTF-8 (invalid bytes are replaced with
 * U+FFFD), NUL-terminated. Return FALSE to stop the parser permanently. */
typedef gboolean (*TroupeSseEventFunc) (const char *type,
                                        const char *data,
                                        gsize length,
                                        gpointer user_data);

TroupeSseParser *troupe_sse_parser_new (TroupeSseEventFunc func, gpointer user_data);
/* Creates a parser for streams in which each non-empty line is an unnamed event. */
TroupeSseParser *troupe_sse_parser_new_lines (TroupeSseEventFunc func, gpointer user_data);
void troupe_sse_parser_free (TroupeSseParser *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSseParser, troupe_sse_parser_free)

/* Reduces the limits TROUPE_LIMIT_SSE_LINE and TROUPE_LIMIT_SSE_EVENT, in bytes. */
void troupe_sse_parser_set_limits (TroupeSseParser *self, gsize line, gsize event);

/* Parses a chunk of the stream. Returns FALSE with TROUPE_HTTP_ERROR_TOO_LARGE if a line or an
 * event is too large. */
gboolean
troupe_sse_parser_feed (TroupeSseParser *self, const char *bytes, gsize length, GError **error);

/* Returns TRUE if the current event is incomplete. At the end of a stream, this means that the
 * stream was truncated. */
gboolean troupe_sse_parser_is_inside (TroupeSseParser *self);

G_END_DECLS
