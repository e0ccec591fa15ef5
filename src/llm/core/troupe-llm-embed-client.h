/* troupe-llm-embed-client.h: private API of the LLM client for embeddings
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-prices.h"

G_BEGIN_DECLS

/* Returns the connections and limits of the client, which creates them if necessary. Both are
 * (transfer full). */
void troupe_llm_client_get_connections (TroupeLlmClient *self,
                                        SoupSession **session,
                                        TroupeLlmLimits **limits);
/* (transfer full) (nullable) */
TroupeLlmPrices *troupe_llm_client_get_prices (TroupeLlmClient *self);

/* Returns what redacts the keys of the run. (transfer none) (nullable) */
TroupeRedactor *troupe_llm_client_get_redactor (TroupeLlmClient *self);

/* Returns the recorder of the run. (transfer none) (nullable) */
TroupeRecorder *troupe_llm_client_get_recorder (TroupeLlmClient *self);

/* Calls @func in the thread-default main context after the delay or when the cancellable is
 * cancelled, whichever occurs first. Does not use GIO's cancellable source, because that leaks
 * if it is unreffed while another thread cancels. */
void troupe_llm_delay (guint milliseconds,
                       GCancellable *cancellable,
                       GSourceFunc func,
                       gpointer user_data);

G_END_DECLS
