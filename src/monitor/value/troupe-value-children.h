/* troupe-value-children.h: list model of the entries of a list or map value
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value-item.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_VALUE_CHILDREN (troupe_value_children_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueChildren, troupe_value_children, TROUPE, VALUE_CHILDREN, GObject)

/* Creates a model of @count entries of @value, beginning with entry @first. @before: (nullable):
 * the value to compare with. */
TroupeValueChildren *troupe_value_children_new (const char *path,
                                                TroupeValue *value,
                                                TroupeValue *before,
                                                gsize first,
                                                gsize count);

/* Creates a model of all entries of @value, with one row for each entry, without ranges. */
TroupeValueChildren *troupe_value_children_new_flat (TroupeValue *value);

/* Returns the number of entries of a map or list; 0 for other values. */
gsize troupe_value_count (const TroupeValue *value);

/* Creates an item with the result of a comparison, or for a range of @count entries from @first
 * on. */
TroupeValueItem *troupe_value_item_new_marked (const char *name,
                                               const char *path,
                                               TroupeValue *value,
                                               TroupeValue *before,
                                               TroupeValueMark mark);
TroupeValueItem *troupe_value_item_new_stretch (const char *name,
                                                const char *path,
                                                TroupeValue *value,
                                                gsize first,
                                                gsize count);

G_END_DECLS
