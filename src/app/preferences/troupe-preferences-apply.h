/* troupe-preferences-apply.h: settings of a person, as runs use them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-engine.h"

G_BEGIN_DECLS

/* Keys of the schema. */
#define TROUPE_PREFERENCES_ADDRESSES "provider-addresses"
#define TROUPE_PREFERENCES_MODEL "default-model"
#define TROUPE_PREFERENCES_CALLS "parallel-calls"
#define TROUPE_PREFERENCES_BUDGET "run-budget"

/* Addresses of providers, by the name of the variable for which they stand. (transfer full) */
GHashTable *troupe_preferences_read_addresses (GSettings *settings);
/* @address: "": that of the table */
void
troupe_preferences_set_address (GSettings *settings, const char *variable, const char *address);

/* Tells whoever asks models what @settings say now: addresses, the default model, and how many calls may be under way.
 * @engine: (nullable): there was no run yet */
void troupe_preferences_apply (GSettings *settings, TroupeEngine *engine);

G_END_DECLS
