/* troupe-llm-embed-client.h: what asks servers beside the client has of it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-prices.h"

G_BEGIN_DECLS

/* Connections and limits, which the client makes now where it has none. Both are (transfer full). */
void troupe_llm_client_get_connections (TroupeLlmClient *self,
                                        SoupSession **session,
                                        TroupeLlmLimits **limits);
/* (transfer full) (nullable) */
TroupeLlmPrices *troupe_llm_client_get_prices (TroupeLlmClient *self);

/* Calls @func in the thread-default main context when the time is over or the cancellable is
 * cancelled, whichever is first. No source of GIO's: one that is let go of while another thread
 * cancels is never freed. */
void troupe_llm_delay (guint milliseconds,
                       GCancellable *cancellable,
                       GSourceFunc func,
                       gpointer user_data);

G_END_DECLS
