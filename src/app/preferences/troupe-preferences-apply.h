/* troupe-preferences-apply.h: applies the settings of the user to runs and model requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-engine.h"

G_BEGIN_DECLS

/* Keys of the GSettings schema. */
#define TROUPE_PREFERENCES_ADDRESSES "provider-addresses"
#define TROUPE_PREFERENCES_MODEL "default-model"
#define TROUPE_PREFERENCES_CALLS "parallel-calls"
#define TROUPE_PREFERENCES_BUDGET "run-budget"

/* Returns the custom addresses of providers, by the name of the environment variable that they
 * replace. (transfer full) */
GHashTable *troupe_preferences_read_addresses (GSettings *settings);
/* @address: "" restores the built-in address */
void
troupe_preferences_set_address (GSettings *settings, const char *variable, const char *address);

/* Applies @settings to the LLM defaults and the engine. This includes the addresses, the default
 * model and the maximum number of parallel calls.
 * @engine: (nullable): NULL if there was no run yet */
void troupe_preferences_apply (GSettings *settings, TroupeEngine *engine);

G_END_DECLS
