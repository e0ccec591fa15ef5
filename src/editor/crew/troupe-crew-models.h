/* troupe-crew-models.h: what this machine knows of models: keys and prices
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
 * Looks for keys in the environment at once and in the keyring beside the main thread, and reads the prices there as
 * well. No key is kept or shown: only whether there is one.
 *
 * Signals: `changed` (more is known).
 */
#define TROUPE_TYPE_CREW_MODELS (troupe_crew_models_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCrewModels, troupe_crew_models, TROUPE, CREW_MODELS, GObject)

/* The one that all rows and pages of @target share; looks when it is first asked for. (transfer none) */
TroupeCrewModels *troupe_crew_models_get (TroupeCrewTarget *target);

/* Whether @provider can be asked: it has a key, or needs none. */
gboolean troupe_crew_models_has_key (TroupeCrewModels *self, const TroupeProvider *provider);
/* Whether it answers on this computer. */
gboolean troupe_crew_models_is_local (const TroupeProvider *provider);
/* Looks for keys again: one was added. */
void troupe_crew_models_look (TroupeCrewModels *self);

/* The service of a model string. (transfer none) */
const TroupeProvider *troupe_crew_models_find_provider (const char *model);
/* `$2.50 in, $10.00 out per million · 231 k`, as far as it is known. (transfer full) */
char *troupe_crew_models_describe (TroupeCrewModels *self, const char *model);

G_END_DECLS
