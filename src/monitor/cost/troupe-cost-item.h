/* troupe-cost-item.h: a line of the cost panel
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
 * What a list shows of a #TroupeTraceCost. It stays the same object while a run goes on, so that what is folded out
 * stays so. Signal: `changed`.
 */
#define TROUPE_TYPE_COST_ITEM (troupe_cost_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCostItem, troupe_cost_item, TROUPE, COST_ITEM, GObject)

/* Makes @items (element-type TroupeCostItem) like @rows (element-type TroupeTraceCost): those of the same name stay.
 * @whole: of all lines together, for their shares */
void troupe_cost_items_update (GListStore *items, GPtrArray *rows, const TroupeTraceCost *whole);

/* Good until the next update; its parts are those of troupe_cost_item_get_parts(). */
const TroupeTraceCost *troupe_cost_item_get (TroupeCostItem *self);
/* (element-type TroupeCostItem) (transfer none) */
GListModel *troupe_cost_item_get_parts (TroupeCostItem *self);

/* What is shown of it. (transfer full) */
char *troupe_cost_item_describe_name (TroupeCostItem *self);
char *troupe_cost_item_describe_cost (TroupeCostItem *self);
/* Of the money where anything cost some, else of the tokens: 0 to 1. */
double troupe_cost_item_get_share (TroupeCostItem *self);

G_END_DECLS
