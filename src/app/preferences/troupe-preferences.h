/* troupe-preferences.h: preferences window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupePreferences:
 *
 * The pages General, Running, Models with API keys, and Prices (doc/interface.md). Changes are
 * applied immediately.
 */
#define TROUPE_TYPE_PREFERENCES (troupe_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TroupePreferences,
                      troupe_preferences,
                      TROUPE,
                      PREFERENCES,
                      AdwPreferencesWindow)

GtkWidget *troupe_preferences_new (GSettings *settings);

/* @name: `general`, `running`, `models`, `prices`; or `models/VARIABLE` to enter the key of that variable */
void troupe_preferences_show_page (TroupePreferences *self, const char *name);

G_END_DECLS
