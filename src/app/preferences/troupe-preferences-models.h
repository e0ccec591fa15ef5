/* troupe-preferences-models.h: the page of models, providers and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: `message` (what to tell the person in passing). */
#define TROUPE_TYPE_PREFERENCES_MODELS (troupe_preferences_models_get_type ())
G_DECLARE_FINAL_TYPE (TroupePreferencesModels,
                      troupe_preferences_models,
                      TROUPE,
                      PREFERENCES_MODELS,
                      AdwPreferencesPage)

/* Once. */
void troupe_preferences_models_set_settings (TroupePreferencesModels *self, GSettings *settings);

G_END_DECLS
