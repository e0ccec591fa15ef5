/* troupe-crew-models.h: available API keys and prices of models on this machine
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew-target.h"
#include "troupe-provider-table.h"

G_BEGIN_DECLS

/**
 * TroupeCrewModels:
 *
 * Looks up API keys in the environment immediately and in the keyring asynchronously, and reads the
 * prices on a thread. Keys are neither stored nor shown, only whether they exist.
 *
 * Signals: `changed` (more data is available).
 */
#define TROUPE_TYPE_CREW_MODELS (troupe_crew_models_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewModels, troupe_crew_models, TROUPE, CREW_MODELS, GObject)

/* Returns the instance that all rows and pages of @target share. The first call starts the
 * lookup. (transfer none) */
TroupeCrewModels *troupe_crew_models_get (TroupeCrewTarget *target);

/* Returns TRUE if @provider can be used, because it has a key or requires none. */
gboolean troupe_crew_models_has_key (TroupeCrewModels *self, const TroupeProvider *provider);
/* Returns TRUE if the provider runs on this computer. */
gboolean troupe_crew_models_is_local (const TroupeProvider *provider);

/* Returns the provider of a model string. (transfer none) */
const TroupeProvider *troupe_crew_models_find_provider (const char *model);
/* Returns a text such as `$2.50 in, $10.00 out per million · 231 k`, as far as the data is
 * known. (transfer full) */
char *troupe_crew_models_describe (TroupeCrewModels *self, const char *model);

G_END_DECLS
