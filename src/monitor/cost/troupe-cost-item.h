/* troupe-cost-item.h: list model item for a row of the cost panel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-trace-cost.h"

G_BEGIN_DECLS

/**
 * TroupeCostItem:
 *
 * Represents a #TroupeTraceCost in a list. The object is preserved while the run continues, so that
 * expanded rows stay expanded. Signal: `changed`.
 */
#define TROUPE_TYPE_COST_ITEM (troupe_cost_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostItem, troupe_cost_item, TROUPE, COST_ITEM, GObject)

/* Updates @items (element-type TroupeCostItem) from @rows (element-type TroupeTraceCost). An
 * item is preserved if there is a row with the same name.
 * @whole: the total, from which the shares are computed */
void troupe_cost_items_update (GListStore *items, GPtrArray *rows, const TroupeTraceCost *whole);

/* Returns the cost, which is valid until the next update. For the parts of the cost, use
 * troupe_cost_item_get_parts(). */
const TroupeTraceCost *troupe_cost_item_get (TroupeCostItem *self);
/* Returns the parts of the row. (transfer none) (element-type TroupeCostItem) */
GListModel *troupe_cost_item_get_parts (TroupeCostItem *self);

/* Returns the displayed name. (transfer full) */
char *troupe_cost_item_describe_name (TroupeCostItem *self);
char *troupe_cost_item_describe_cost (TroupeCostItem *self);
/* Returns the share, from 0 to 1. If there are any costs, it is the share of the money,
 * otherwise of the tokens. */
double troupe_cost_item_get_share (TroupeCostItem *self);

G_END_DECLS
