/* troupe-value-table.c: table view of a list of maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-table"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"
#include "troupe-value-children.h"
#include "troupe-value-table.h"
#include "troupe-value-tree.h"

#define MAX_ROWS 10000
#define MAX_COLUMNS 12
/* Number of entries whose keys determine the columns. */
#define LOOK_AHEAD 50

struct _TroupeValueTable
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *view;
};

G_DEFINE_FINAL_TYPE (TroupeValueTable, troupe_value_table, GTK_TYPE_WIDGET)

gboolean
troupe_value_table_fits (const TroupeValue *value)
{
  gsize length;

  if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_LIST))
    return FALSE;
  length = troupe_value_list_get_length (value);
  if (length == 0 || length > MAX_ROWS)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!troupe_value_is (troupe_value_list_get (value, i), TROUPE_VALUE_MAP))
      return FALSE;
  return troupe_value_map_get_size (troupe_value_list_get (value, 0)) > 0;
}

/* --- Cells ------------------------------------------------------------------------------------ */

static void
setup_cell_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  gtk_label_set_width_chars (GTK_LABEL (label), 8);
  troupe_value_label_tell_cut (label);
  gtk_list_item_set_child (item, label);
}

static void
bind_cell (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const char *key = g_object_get_data (G_OBJECT (factory), "troupe-key");
  TroupeValue *row = troupe_value_item_get_value (gtk_list_item_get_item (item));
  TroupeValue *value = troupe_value_map_lookup_string (row, key, -1);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *described = value != NULL ? troupe_value_describe_line (value) : NULL;
  g_autofree char *text = described != NULL ? troupe_text_to_line (described) : g_strdup ("");
  const char *const classes[] = { "monospace",
                                  value != NULL ? troupe_value_get_css_class (value) : NULL, NULL };

  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_css_classes (label, (const char **) classes);
}

static void
bind_number (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       troupe_value_item_get_name (gtk_list_item_get_item (item)));
  gtk_widget_add_css_class (gtk_list_item_get_child (item), "dim-label");
  troupe_list_item_set_row_name (item, troupe_value_item_get_name (gtk_list_item_get_item (item)));
}

static void
add_column (TroupeValueTable *self, const char *key)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) column = NULL;
  g_autofree char *title = troupe_text_to_line (key != NULL ? key : "#");

  g_assert (TROUPE_IS_VALUE_TABLE (self));

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (key != NULL ? bind_cell : bind_number), NULL);
  g_object_set_data_full (G_OBJECT (factory), "troupe-key", g_strdup (key), g_free);
  column = gtk_column_view_column_new (title, factory);
  gtk_column_view_column_set_resizable (column, TRUE);
  gtk_column_view_column_set_expand (column, key != NULL);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), column);
}

/* --- Setting the value ------------------------------------------------------------------------ */

void
troupe_value_table_set_value (TroupeValueTable *self, TroupeValue *value)
{
  GListModel *columns;
  g_autoptr (GPtrArray) keys = NULL;
  g_autoptr (GtkNoSelection) selection = NULL;
  gsize n_rows;

  g_return_if_fail (TROUPE_IS_VALUE_TABLE (self));
  g_return_if_fail (value == NULL || troupe_value_table_fits (value));

  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), NULL);
  columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->view));
  for (guint i = g_list_model_get_n_items (columns); i > 0; i--)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i - 1);

      gtk_column_view_remove_column (GTK_COLUMN_VIEW (self->view), column);
    }
  if (value == NULL)
    return;
  n_rows = MIN (troupe_value_list_get_length (value), LOOK_AHEAD);
  keys = g_ptr_array_new ();
  for (gsize i = 0; i < n_rows; i++)
    {
      TroupeValue *map = troupe_value_list_get (value, i);

      for (gsize j = 0; j < troupe_value_map_get_size (map) && keys->len < MAX_COLUMNS; j++)
        {
          TroupeValue *key = troupe_value_map_get_key (map, j);
          const char *name;

          if (!troupe_value_is (key, TROUPE_VALUE_STRING))
            continue;
          name = troupe_value_get_string (key, NULL);
          if (!g_ptr_array_find_with_equal_func (keys, name, g_str_equal, NULL))
            g_ptr_array_add (keys, (gpointer) name);
        }
    }
  add_column (self, NULL);
  for (guint i = 0; i < keys->len; i++)
    add_column (self, g_ptr_array_index (keys, i));
  selection = gtk_no_selection_new (G_LIST_MODEL (troupe_value_children_new_flat (value)));
  gtk_column_view_set_model (GTK_COLUMN_VIEW (self->view), GTK_SELECTION_MODEL (selection));
}

static void
troupe_value_table_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_VALUE_TABLE (object)->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_value_table_parent_class)->dispose (object);
}

static void
troupe_value_table_class_init (TroupeValueTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_value_table_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_value_table_init (TroupeValueTable *self)
{
  g_assert (self != NULL);

  self->view = gtk_column_view_new (NULL);
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_widget_add_css_class (self->view, "value-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Value as Table"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
troupe_value_table_new (void)
{
  return g_object_new (TROUPE_TYPE_VALUE_TABLE, NULL);
}
