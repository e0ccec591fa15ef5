/* troupe-llm-status.h: error messages for HTTP statuses and error responses of servers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/* Returns the server's message in an error body, at most 500 characters long. If the body has
 * none of the formats of doc/llm-client.md §5, returns its text without tags. Returns "" if
 * there is none. (transfer full) */
char *troupe_llm_detail_from_value (TroupeValue *body);
char *troupe_llm_detail_from_text (const char *text, gsize length);

/* Appends the server's request id to the message, for support requests. @request: (nullable).
 * (transfer full) */
char *troupe_llm_detail_with_request (const char *detail, const char *request);
/* Returns the request id in the headers. (transfer none) (nullable) */
const char *troupe_llm_headers_get_request (SoupMessageHeaders *headers);

/* Returns the HTTP status that corresponds to the name of an AWS exception, ignoring case, or 0
 * if no status corresponds to it.
 * @name: (nullable): may also be a header value, in which a URL follows the name */
guint troupe_llm_status_from_exception (const char *name);

/* Creates the error for an HTTP status, or for the code in an error object that the server sent
 * with the status 200. Sets whether the call may be retried. @target: (nullable): provides the
 * model and the key to be named. */
GError *troupe_llm_error_from_status (guint status,
                                      const char *host,
                                      const char *detail,
                                      const TroupeLlmTarget *target);

/* Returns the delay in seconds that the headers request, or NAN if they request none. The caller
 * decides whether the delay is too long. */
double troupe_llm_headers_get_wait (SoupMessageHeaders *headers);
/* Applies the retry headers of the server, which override the default of the status. */
void troupe_llm_error_apply_headers (GError *error, SoupMessageHeaders *headers);

/* If the body of an error says that the account has no credit left, changes the error to
 * %TROUPE_LLM_ERROR_QUOTA, which is never retried. @body: (nullable) */
void troupe_llm_error_take_quota (GError *error,
                                  TroupeValue *body,
                                  const char *host,
                                  const char *detail);

/* Returns the error object in a response with status 200, or NULL if there is none. */
GError *troupe_llm_error_from_answer (TroupeValue *answer, const char *host);

G_END_DECLS
