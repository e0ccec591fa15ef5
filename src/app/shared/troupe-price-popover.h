/* troupe-price-popover.h: where a person says what a model costs
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
 * Four prices of a family of models, in dollars for a million tokens. What is no number marks its field.
 *
 * Signals: `given` (name, a pointer to a #TroupeLlmPrice that is good for the call), `removed` (name: the person's own
 * price goes).
 */
#define TROUPE_TYPE_PRICE_POPOVER (troupe_price_popover_get_type ())
G_DECLARE_FINAL_TYPE (TroupePricePopover, troupe_price_popover, TROUPE, PRICE_POPOVER, GtkPopover)

/* @row: (nullable): what it is of; %NULL: a new one, whose name is asked for, too */
GtkWidget *troupe_price_popover_new (const TroupeLlmPriceRow *row);

G_END_DECLS
