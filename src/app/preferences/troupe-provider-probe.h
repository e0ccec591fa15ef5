/* troupe-provider-probe.h: checks an API key with a short model request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-provider-table.h"

G_BEGIN_DECLS

/* Returns the model to use. This is the default model if it belongs to @provider, otherwise the
 * provider's cheap model from the table. (transfer full) (nullable): NULL if the model list of
 * the provider is sufficient to check the key */
char *troupe_provider_probe_get_model (const TroupeProvider *provider);

/**
 * troupe_provider_probe_describe:
 * @model: model returned by troupe_provider_probe_get_model()
 *
 * Describes the request. Blocks, because the price tables are read.
 *
 * Returns: (transfer full): a sentence about the request, with its cost if the price is known
 */
char *troupe_provider_probe_describe (const char *model);

/**
 * troupe_provider_probe_async:
 * @environment: provides the API key and the address
 *
 * Sends one request to @model for a few tokens, without retries. Must be called on the thread of
 * the default main context. Cancelling closes the socket.
 */
void troupe_provider_probe_async (const char *model,
                                  TroupeLlmEnvironmentFunc environment,
                                  gpointer user_data,
                                  GDestroyNotify destroy,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer callback_data);
/* Returns TRUE if the model has answered. Errors: %TROUPE_LLM_ERROR, with the message of the
 * service if it returned a message, and %G_IO_ERROR_CANCELLED. Messages never contain an API
 * key. */
gboolean troupe_provider_probe_finish (GAsyncResult *result, GError **error);

G_END_DECLS
