/* troupe-llm-listing.h: which models a service has, to see whether it can be reached
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"
#include "troupe-provider-table.h"

G_BEGIN_DECLS

/* Whether the service can be asked for its models, which costs nothing. */
gboolean troupe_llm_listing_is_possible (const TroupeProvider *provider);

/**
 * troupe_llm_listing_async:
 * @provider: one for which troupe_llm_listing_is_possible()
 * @environment: (nullable): where its key and address come from, as of troupe_llm_client_set_environment()
 *
 * Asks the service once for the models that it has. Nothing is sent to another address than the service's own, and
 * nothing is asked again. Cancelling closes the socket.
 */
void troupe_llm_listing_async (const TroupeProvider *provider,
                               TroupeLlmEnvironmentFunc environment,
                               gpointer user_data,
                               GDestroyNotify destroy,
                               GCancellable *cancellable,
                               GAsyncReadyCallback callback,
                               gpointer callback_data);
/* Their names, as the service has them. Errors: %TROUPE_LLM_ERROR, with the service's own words where it has some, and
 * %G_IO_ERROR_CANCELLED. No message holds a key. (transfer full) (nullable) */
char **troupe_llm_listing_finish (GAsyncResult *result, GError **error);

G_END_DECLS
