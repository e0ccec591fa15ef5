/* troupe-value-unfold.h: expanded rows of a tree of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns a key for each expanded row of a tree of #TroupeValueItem. @model: (nullable): a GtkTreeListModel.
 * (transfer full) (element-type utf8) */
GHashTable *troupe_value_unfold_collect (GListModel *model);
/* Expands the first row, the rows that were expanded before, and the first rows that contain changes. @keys: of
 * troupe_value_unfold_collect() */
void troupe_value_unfold_restore (GListModel *model, GHashTable *keys);

G_END_DECLS
