/* troupe-llm-listing.h: lists the models of a service, to test the connection
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-provider-table.h"

G_BEGIN_DECLS

/* Returns TRUE if the service has a free API to list its models. */
gboolean troupe_llm_listing_is_possible (const TroupeProvider *provider);

/**
 * troupe_llm_listing_async:
 * @provider: a service for which troupe_llm_listing_is_possible() returns %TRUE
 * @environment: (nullable): source of the key and address of the service, as for
 *   troupe_llm_client_set_environment()
 *
 * Requests the list of models from the service. Nothing is sent to any other address, and there are
 * no retries. Cancelling closes the socket.
 */
void troupe_llm_listing_async (const TroupeProvider *provider,
                               TroupeLlmEnvironmentFunc environment,
                               gpointer user_data,
                               GDestroyNotify destroy,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer callback_data);
/* Returns the names of the models as used by the service. Errors: %TROUPE_LLM_ERROR, with the
 * service's own message if it sent one, and %G_IO_ERROR_CANCELLED. Messages never contain a key.
 * (transfer full) (nullable) */
char **troupe_llm_listing_finish (GAsyncResult *result, GError **error);

G_END_DECLS
