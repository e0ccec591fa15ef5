/* troupe-value-item.h: values as rows of a lazy tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* One entry of a map or list, or the value at the top. */
#define TROUPE_TYPE_VALUE_ITEM (troupe_value_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueItem, troupe_value_item, TROUPE, VALUE_ITEM, GObject)

/* @path: as an expression would say it: `outputs.fetch[0].title`. */
TroupeValueItem *troupe_value_item_new (const char *name, const char *path, TroupeValue *value);
const char *troupe_value_item_get_name (TroupeValueItem *self);
const char *troupe_value_item_get_path (TroupeValueItem *self);
TroupeValue *troupe_value_item_get_value (TroupeValueItem *self); /* (transfer none) */

/* The entries of a map or list; rows are made when they are looked at. NULL for scalars and for what
 * is empty. */
GListModel *troupe_value_item_list_children (TroupeValueItem *self);

G_END_DECLS
