/* troupe-provider-probe.h: one short question to a provider whose list of models tells nothing of the key
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-provider-table.h"

G_BEGIN_DECLS

/* The model that is asked: the one that is used where nothing is said, if it is of @provider, else the cheap one of the
 * table. (transfer full) (nullable): the list of models is asked for instead */
char *troupe_provider_probe_get_model (const TroupeProvider *provider);

/**
 * troupe_provider_probe_describe:
 * @model: of troupe_provider_probe_get_model()
 *
 * Reads the tables of prices, and so blocks.
 *
 * Returns: (transfer full): a sentence that says what is asked, and what it costs where the price is known
 */
char *troupe_provider_probe_describe (const char *model);

/**
 * troupe_provider_probe_async:
 * @environment: where the key and the address come from
 *
 * Asks @model once, for a few tokens, and nothing again. In the thread that has the default main context. Cancelling
 * closes the socket.
 */
void troupe_provider_probe_async (const char *model,
                                  TroupeLlmEnvironmentFunc environment,
                                  gpointer user_data,
                                  GDestroyNotify destroy,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer callback_data);
/* Whether it answered. Errors: %TROUPE_LLM_ERROR, with the service's own words where it has some, and
 * %G_IO_ERROR_CANCELLED. No message holds a key. */
gboolean troupe_provider_probe_finish (GAsyncResult *result, GError **error);

G_END_DECLS
