/* troupe-preferences-models.h: preferences page for models, providers and API keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: `message` (text: for a toast). */
#define TROUPE_TYPE_PREFERENCES_MODELS (troupe_preferences_models_get_type ())
G_DECLARE_FINAL_TYPE (TroupePreferencesModels,
                      troupe_preferences_models,
                      TROUPE,
                      PREFERENCES_MODELS,
                      AdwPreferencesPage)

/* Must be called once. */
void troupe_preferences_models_set_settings (TroupePreferencesModels *self, GSettings *settings);
/* Adds the rows of the providers when the main loop is idle. They are added at once when the page is
 * shown. */
void troupe_preferences_models_fill (TroupePreferencesModels *self);

/* Opens the row of the provider whose key is in @variable, for entering it. */
void troupe_preferences_models_enter_key (TroupePreferencesModels *self, const char *variable);

G_END_DECLS
