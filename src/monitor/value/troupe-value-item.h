/* troupe-value-item.h: values as rows of a lazy tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* What an entry is against the value that it is compared with. */
typedef enum
{
  TROUPE_VALUE_SAME,
  TROUPE_VALUE_ADDED,
  TROUPE_VALUE_REMOVED,
  TROUPE_VALUE_CHANGED, /* something inside it was added or removed */
} TroupeValueMark;

/* One entry of a map or list, the value at the top, or a stretch of a long list. */
#define TROUPE_TYPE_VALUE_ITEM (troupe_value_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueItem, troupe_value_item, TROUPE, VALUE_ITEM, GObject)

/**
 * troupe_value_item_new:
 * @path: as an expression would say it: `outputs.fetch[0].title`; "" where entries are roots
 * @before: (nullable): what the value is compared with; %NULL marks nothing
 */
TroupeValueItem *
troupe_value_item_new (const char *name, const char *path, TroupeValue *value, TroupeValue *before);
const char *troupe_value_item_get_name (TroupeValueItem *self);
const char *troupe_value_item_get_path (TroupeValueItem *self);
TroupeValue *troupe_value_item_get_value (TroupeValueItem *self); /* (transfer none) */
TroupeValueMark troupe_value_item_get_mark (TroupeValueItem *self);
/* How many entries there are; of a stretch: how many stand in it. */
gsize troupe_value_item_count (TroupeValueItem *self);
/* Whether it is a stretch of a list, `0 … 9 999`, and not a value of its own. */
gboolean troupe_value_item_is_stretch (TroupeValueItem *self);

/* The entries of a map or list; rows are made when they are looked at, and what has more than 10,000
 * entries has them in stretches. NULL for scalars and for what is empty. */
GListModel *troupe_value_item_list_children (TroupeValueItem *self);

/* With thin spaces between thousands. (transfer full) */
char *troupe_value_format_count (guint64 count);

G_END_DECLS
