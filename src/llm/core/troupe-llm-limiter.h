/* troupe-llm-limiter.h: rate limiter for the calls with one API key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-target.h"

G_BEGIN_DECLS

/**
 * TroupeLlmLimiter:
 *
 * Shared by all calls of all runs that use the same key at the same address (doc/llm-client.md §1).
 * It tracks the remaining requests according to the server's headers and the number of concurrent
 * calls. After a 429 or 529 all calls share a common backoff instead of one for each call. Owned by
 * its #TroupeLlmLimits, and used in the thread that makes the calls.
 */
typedef struct _TroupeLlmLimiter TroupeLlmLimiter;

/* Called when the wait has ended. @may_go: FALSE if the wait was cancelled; otherwise the call
 * occupies a slot until that is released */
typedef void (*TroupeLlmLimiterFunc) (gboolean may_go, gpointer user_data);

/* Returns the limiter for @target. Only a digest of the key is stored. (transfer none) */
TroupeLlmLimiter *troupe_llm_limits_get (TroupeLlmLimits *self, const TroupeLlmTarget *target);

/* Requests a slot. If a slot is free, @func is called immediately. Otherwise it is called when
 * this call is the first in the queue and a slot is free, or from an idle source after
 * @cancellable was cancelled. */
void troupe_llm_limiter_acquire (TroupeLlmLimiter *self,
                                 GCancellable *cancellable,
                                 TroupeLlmLimiterFunc func,
                                 gpointer user_data);

/* Releases the slot. @error: (nullable): the error of the call. After a 429 or 529, all calls with
 * the key wait for the time requested by the server. If the server requested none, they use
 * exponential backoff, starting at @first_delay_ms. After the second rejection in a row, one call at
 * a time is sent until one is answered. */
void
troupe_llm_limiter_release (TroupeLlmLimiter *self, const GError *error, double first_delay_ms);

/* Processes the rate limit headers of a response: x-ratelimit-* and anthropic-ratelimit-*. */
void troupe_llm_limiter_take_headers (TroupeLlmLimiter *self, SoupMessageHeaders *headers);

/* Returns how long the next call would wait, in ms; 0 if it could start now. For tests and for
 * display. */
gint64 troupe_llm_limiter_get_wait (TroupeLlmLimiter *self);
guint troupe_llm_limiter_get_n_waiting (TroupeLlmLimiter *self);

/* Parses a duration in a rate limit header: `1s`, `6m0s`, `120ms`, `1.5`, `2h3m`, or a time of
 * RFC 3339. Returns ms, or -1 if it is invalid. */
gint64 troupe_llm_limiter_parse_span (const char *text);

G_END_DECLS
