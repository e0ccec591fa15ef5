/* troupe-sse-parser.h: server-sent events out of bytes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeSseParser:
 *
 * Takes a stream in pieces of any size and tells of each event when its blank line has come
 * (doc/llm-client.md §2). Lines end in CR, LF or CRLF. An event without data is dropped.
 */
typedef struct _TroupeSseParser TroupeSseParser;

/* @type: the event's name, "" where it has none. @data: its data lines joined by newlines, valid UTF-8
 * (what is none became U+FFFD), with a NUL behind it. Returning FALSE ends the parsing for good. */
typedef gboolean (*TroupeSseEventFunc) (const char *type,
                                        const char *data,
                                        gsize length,
                                        gpointer user_data);

TroupeSseParser *troupe_sse_parser_new (TroupeSseEventFunc func, gpointer user_data);
/* For streams in which each line that is not empty is an event without a name. */
TroupeSseParser *troupe_sse_parser_new_lines (TroupeSseEventFunc func, gpointer user_data);
void troupe_sse_parser_free (TroupeSseParser *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSseParser, troupe_sse_parser_free)

/* Smaller limits than TROUPE_LIMIT_SSE_LINE and TROUPE_LIMIT_SSE_EVENT, in bytes. */
void troupe_sse_parser_set_limits (TroupeSseParser *self, gsize line, gsize event);

/* FALSE with TROUPE_LLM_ERROR_LIMIT where a line or an event is too large. */
gboolean
troupe_sse_parser_feed (TroupeSseParser *self, const char *bytes, gsize length, GError **error);

/* Whether something was begun that no blank line has ended: at the end of a stream, that it was cut. */
gboolean troupe_sse_parser_is_inside (TroupeSseParser *self);

G_END_DECLS
