/* troupe-provider-row.h: a provider in the preferences: its key, its address, and whether it answers
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
 * Keys go into the keyring when they are applied and are not shown again; the address goes into the settings. Test asks
 * the provider for its models, in the words of a person's own network and key.
 */
#define TROUPE_TYPE_PROVIDER_ROW (troupe_provider_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeProviderRow, troupe_provider_row, TROUPE, PROVIDER_ROW, AdwExpanderRow)

GtkWidget *troupe_provider_row_new (const TroupeProvider *provider,
                                    TroupeStoredKeys *keys,
                                    GSettings *settings);

const TroupeProvider *troupe_provider_row_get_provider (TroupeProviderRow *self);

G_END_DECLS
