/* troupe-value-item.h: list model item of a lazy value tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-value.h"

G_BEGIN_DECLS

/* The result of comparing an entry with an older value. */
typedef enum
{
  TROUPE_VALUE_SAME,
  TROUPE_VALUE_ADDED,
  TROUPE_VALUE_REMOVED,
  TROUPE_VALUE_CHANGED, /* something inside it was added or removed */
} TroupeValueMark;

/* An entry of a map or list, the root value, or a range of a long list. */
#define TROUPE_TYPE_VALUE_ITEM (troupe_value_item_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueItem, troupe_value_item, TROUPE, VALUE_ITEM, GObject)

/**
 * troupe_value_item_new:
 * @path: the path as written in an expression, such as `outputs.fetch[0].title`; "" if the entries
 *   are roots
 * @before: (nullable): the value to compare with; %NULL for no comparison
 *
 * Creates an item for a value.
 */
TroupeValueItem *
troupe_value_item_new (const char *name, const char *path, TroupeValue *value, TroupeValue *before);
const char *troupe_value_item_get_name (TroupeValueItem *self);
const char *troupe_value_item_get_path (TroupeValueItem *self);
TroupeValue *troupe_value_item_get_value (TroupeValueItem *self); /* (transfer none) */
TroupeValueMark troupe_value_item_get_mark (TroupeValueItem *self);
/* Returns the number of entries, or the size of a range. */
gsize troupe_value_item_count (TroupeValueItem *self);
/* Returns TRUE if the item represents a range of a list, `0 … 9 999`, instead of a value. */
gboolean troupe_value_item_is_stretch (TroupeValueItem *self);

/* Returns the entries of a map or list, whose rows are created on demand. More than 10,000
 * entries are grouped into ranges. Returns NULL for scalars and empty values. */
GListModel *troupe_value_item_list_children (TroupeValueItem *self);

/* Formats a number with thin spaces as thousands separators. (transfer full) */
char *troupe_value_format_count (guint64 count);
/* Maximum size of a text whose characters are counted, in bytes. */
#define TROUPE_VALUE_COUNTED (1024 * 1024)
/* Formats the length of a text: the number of its characters, or the size of a text that is larger
 * than TROUPE_VALUE_COUNTED. @length: bytes. (transfer full) */
char *troupe_value_format_length (const char *text, gsize length);

G_END_DECLS
