/* troupe-value-unfold.c: expanded rows of a tree of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-unfold"

#include "config.h"

#include "troupe-value-item.h"
#include "troupe-value-unfold.h"

/* Maximum number of rows that are checked for expansion. */
#define UNFOLD_LIMIT 2000
#define UNFOLD_CHANGED_LIMIT 100

/* Ranges have the same path as their list, so the key includes the name. */
static char *
get_row_key (GtkTreeListRow *row)
{
  g_autoptr (TroupeValueItem) item = gtk_tree_list_row_get_item (row);

  return g_strdup_printf ("%s\n%s", troupe_value_item_get_path (item),
                          troupe_value_item_get_name (item));
}

GHashTable *
troupe_value_unfold_collect (GListModel *model)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const guint n_rows = model != NULL ? MIN (g_list_model_get_n_items (model), UNFOLD_LIMIT) : 0;

  for (guint i = 0; i < n_rows; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);

      if (gtk_tree_list_row_get_expanded (row))
        g_hash_table_add (keys, get_row_key (row));
    }
  return keys;
}

static gboolean
is_changed (GtkTreeListRow *row)
{
  g_autoptr (TroupeValueItem) item = gtk_tree_list_row_get_item (row);

  return troupe_value_item_get_mark (item) == TROUPE_VALUE_CHANGED;
}

void
troupe_value_unfold_restore (GListModel *model, GHashTable *keys)
{
  g_return_if_fail (G_IS_LIST_MODEL (model));
  g_return_if_fail (keys != NULL);

  for (guint i = 0; i < UNFOLD_LIMIT; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (model, i);
      g_autofree char *key = NULL;

      if (row == NULL)
        break;
      key = get_row_key (row);
      if (i == 0 || g_hash_table_contains (keys, key) ||
          (i < UNFOLD_CHANGED_LIMIT && is_changed (row)))
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}
