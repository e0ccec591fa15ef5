/* troupe-key-address.h: whether a host is an address of the provider whose key it receives
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-provider-table.h"

G_BEGIN_DECLS

/**
 * troupe_key_address_find_foreign:
 * @name: an environment variable
 * @host: a host as it is shown for consent
 *
 * Compares @host with the addresses of all chat and embedding services whose key can be in @name, also with the addresses at
 * which they exchange keys for tokens.
 *
 * Returns: (transfer none) (nullable): one of these services if @host is an address of none of them. %NULL as well if @host
 *   is this computer, if @name is no key of such a service, and for services such as Azure that have an address for each
 *   customer
 * Threads: any thread, for both functions.
 */
const TroupeProvider *troupe_key_address_find_foreign (const char *name, const char *host);

/* Returns TRUE if @host, as it is shown for consent, is an address of a chat or embedding service, or this computer. */
gboolean troupe_key_address_is_known (const char *host);

G_END_DECLS
