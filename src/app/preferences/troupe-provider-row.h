/* troupe-provider-row.h: preferences row of a provider: API key, address and connection test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-provider-table.h"
#include "troupe-stored-keys.h"

G_BEGIN_DECLS

/**
 * TroupeProviderRow:
 *
 * Shows and edits the API key and the address of a provider. Keys are stored in the keyring when
 * they are applied, and are not shown again. The address is stored in the settings. Test sends a
 * request to the provider, using the network and the key of the user.
 */
#define TROUPE_TYPE_PROVIDER_ROW (troupe_provider_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProviderRow, troupe_provider_row, TROUPE, PROVIDER_ROW, AdwExpanderRow)

GtkWidget *troupe_provider_row_new (const TroupeProvider *provider,
                                    TroupeStoredKeys *keys,
                                    GSettings *settings);

/* Expands the row and moves the focus to its first key. */
void troupe_provider_row_enter_key (TroupeProviderRow *self);
const TroupeProvider *troupe_provider_row_get_provider (TroupeProviderRow *self);

G_END_DECLS
