/* troupe-value-children.h: the entries of a value as a list model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value-item.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_VALUE_CHILDREN (troupe_value_children_get_type ())
G_DECLARE_FINAL_TYPE (TroupeValueChildren, troupe_value_children, TROUPE, VALUE_CHILDREN, GObject)

/* The @count entries of @value from @first on. @before: (nullable): what they are compared with. */
TroupeValueChildren *troupe_value_children_new (const char *path,
                                                TroupeValue *value,
                                                TroupeValue *before,
                                                gsize first,
                                                gsize count);

/* All entries of @value, a row each however many they are. */
TroupeValueChildren *troupe_value_children_new_flat (TroupeValue *value);

/* Entries of a map or list; 0 for everything else. */
gsize troupe_value_count (const TroupeValue *value);

/* An item that was compared already, or a stretch of @count entries from @first on. */
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
