/* troupe-price-popover.h: popover to edit the prices of a model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-llm-price-rows.h"

G_BEGIN_DECLS

/**
 * TroupePricePopover:
 *
 * Edits four prices of a model family, in dollars per million tokens. Invalid entries are
 * highlighted.
 *
 * Signals: `given` (name, a pointer to a #TroupeLlmPrice that is valid during the emission),
 * `removed` (name: the custom price is to be removed).
 */
#define TROUPE_TYPE_PRICE_POPOVER (troupe_price_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupePricePopover, troupe_price_popover, TROUPE, PRICE_POPOVER, GtkPopover)

/* @row: (nullable): the price to edit; %NULL for a new price, which has an entry for its name */
GtkWidget *troupe_price_popover_new (const TroupeLlmPriceRow *row);

G_END_DECLS
