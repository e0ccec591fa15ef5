/* troupe-preferences-prices.h: preferences page for model prices
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Signal: `message` (text: for a toast). */
#define TROUPE_TYPE_PREFERENCES_PRICES (troupe_preferences_prices_get_type ())
G_DECLARE_FINAL_TYPE (TroupePreferencesPrices,
                      troupe_preferences_prices,
                      TROUPE,
                      PREFERENCES_PRICES,
                      AdwPreferencesPage)

/* Reads the prices, and adds their rows when the main loop is idle. Called when the page is shown. */
void troupe_preferences_prices_fill (TroupePreferencesPrices *self);

G_END_DECLS
