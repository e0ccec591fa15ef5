/* troupe-llm-limiter.h: how fast the calls of one key may go out
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
 * What all calls with one key to one address share, whichever run they belong to (doc/llm-client.md §1): the
 * requests that the server's headers leave, one back-off after a 429 instead of one a call, and how many may
 * be under way. Belongs to its #TroupeLlmLimits, and to the thread that asks.
 */
typedef struct _TroupeLlmLimiter TroupeLlmLimiter;

/* @may_go: FALSE where the wait was cancelled; else the call holds a place until it gives it back */
typedef void (*TroupeLlmLimiterFunc) (gboolean may_go, gpointer user_data);

/* The limiter for @target. Only a digest of the key is kept. (transfer none) */
TroupeLlmLimiter *troupe_llm_limits_get (TroupeLlmLimits *self, const TroupeLlmTarget *target);

/* Asks for a place. @func is called at once where there is one, else when it is this call's turn, first come
 * first served, or in the next turn of the loop after @cancellable was cancelled. */
void troupe_llm_limiter_acquire (TroupeLlmLimiter *self,
                                 GCancellable *cancellable,
                                 TroupeLlmLimiterFunc func,
                                 gpointer user_data);

/* Gives the place back. @error: (nullable): what the call ended with. After a 429 every call of the key
 * waits: as long as the server asked for, else twice as long each time, beginning with @first_delay_ms. */
void
troupe_llm_limiter_release (TroupeLlmLimiter *self, const GError *error, double first_delay_ms);

/* What a server says of its limits with each answer: x-ratelimit-* and anthropic-ratelimit-*. */
void troupe_llm_limiter_take_headers (TroupeLlmLimiter *self, SoupMessageHeaders *headers);

/* How long the next call would wait, in ms; 0 where it could go. For tests and for what is shown. */
gint64 troupe_llm_limiter_get_wait (TroupeLlmLimiter *self);
guint troupe_llm_limiter_get_n_waiting (TroupeLlmLimiter *self);

/* A span as such headers have it: `1s`, `6m0s`, `120ms`, `1.5`, `2h3m`, or a moment of RFC 3339. In ms, -1 where
 * it is none. */
gint64 troupe_llm_limiter_parse_span (const char *text);

G_END_DECLS
