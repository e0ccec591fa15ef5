/* troupe-llm-status.h: sentences for what servers answer instead of an answer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* The server's own words out of an error body, at most 500 characters: the shapes of
 * doc/llm-client.md §5, else the text without its tags. "" where there are none. (transfer full) */
char *troupe_llm_detail_from_value (TroupeValue *body);
char *troupe_llm_detail_from_text (const char *text, gsize length);

/* The words with the number under which the server keeps the call, for who asks its makers. @request:
 * (nullable). (transfer full) */
char *troupe_llm_detail_with_request (const char *detail, const char *request);
/* That number out of the headers. (transfer none) (nullable) */
const char *troupe_llm_headers_get_request (SoupMessageHeaders *headers);

/* The status that AWS means by the name of an exception, whatever its case; 0 where it has none of its own.
 * @name: (nullable): also as a header has it, with an address behind */
guint troupe_llm_status_from_exception (const char *name);

/* The error for an HTTP status (or for the number in an error object that came with 200). Statuses
 * after which another attempt makes sense are marked so. @target: (nullable): names model and key. */
GError *troupe_llm_error_from_status (guint status,
                                      const char *host,
                                      const char *detail,
                                      const TroupeLlmTarget *target);

/* Seconds to wait as the headers say, NAN where they say nothing. Whoever asks decides what is too long. */
double troupe_llm_headers_get_wait (SoupMessageHeaders *headers);
/* What the server's headers say about another attempt; overrides what the status said. */
void troupe_llm_error_apply_headers (GError *error, SoupMessageHeaders *headers);

/* The error object inside an answer of status 200, NULL where there is none. */
GError *troupe_llm_error_from_answer (TroupeValue *answer, const char *host);

G_END_DECLS
