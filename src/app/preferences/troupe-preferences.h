/* troupe-preferences.h: the window of a person's preferences
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupePreferences:
 *
 * General, Running, Models with their keys, Prices (doc/interface.md). What is changed holds at once.
 */
#define TROUPE_TYPE_PREFERENCES (troupe_preferences_get_type ())
G_DECLARE_FINAL_TYPE (TroupePreferences,
                      troupe_preferences,
                      TROUPE,
                      PREFERENCES,
                      AdwPreferencesWindow)

GtkWidget *troupe_preferences_new (GSettings *settings);

/* @name: `general`, `running`, `models`, `prices` */
void troupe_preferences_show_page (TroupePreferences *self, const char *name);

G_END_DECLS
