/* troupe-value-editor.c: table of values that are edited in their place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-editor"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-after-event.h"
#include "troupe-clock.h"
#include "troupe-row-name.h"
#include "troupe-run-edits.h"
#include "troupe-sanitize-text.h"
#include "troupe-typed-value.h"
#include "troupe-value-cell.h"
#include "troupe-value-editor.h"
#include "troupe-value-item.h"
#include "troupe-value-place.h"
#include "troupe-value-tree.h"
#include "troupe-value-unfold.h"

/* Widths of the columns in pixels; the value has the rest. */
#define FIELD_WIDTH 196
#define TYPE_WIDTH 84
/* Maximum number of rows among which the selected one is looked for after a change. */
#define MOST_ROWS 2000

struct _TroupeValueEditor
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *view;
  GtkSingleSelection *selection;
  GHashTable *bound;  /* (element-type GtkListItem Column): those that show a row */
  TroupeValue *roots; /* (nullable) */
  TroupeValue *edits; /* (nullable) */
  guint focus_id;     /* tick callback that focuses the selected row */
  guint activated;    /* position of the row that was activated last */
  GHashTable *fixed;  /* path of values that cannot be changed → why */
};

enum
{
  EDIT,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeValueEditor, troupe_value_editor, GTK_TYPE_WIDGET)

typedef struct
{
  const char *title;
  int width; /* 0 for the remaining space */
  GtkWidget *(*set_up) (GtkListItem *item);
  void (*update) (TroupeValueEditor *self, GtkListItem *item, TroupeValueItem *entry);
} Column;

/* --- Values ----------------------------------------------------------------------------------- */

/* Returns the present value of the place. (transfer none) (nullable) */
static TroupeValue *
find_value (TroupeValueEditor *self, const char *path)
{
  g_auto (GStrv) keys = troupe_value_place_split (path, NULL);

  for (gsize i = 0; keys != NULL && i < troupe_value_map_get_size (self->roots); i++)
    {
      const char *root = troupe_value_get_string (troupe_value_map_get_key (self->roots, i), NULL);
      g_auto (GStrv) root_keys = troupe_value_place_split (root, NULL);
      guint n = 0;

      while (root_keys[n] != NULL && g_strcmp0 (root_keys[n], keys[n]) == 0)
        n++;
      if (root_keys[n] == NULL)
        return troupe_value_place_get (troupe_value_map_get_value (self->roots, i),
                                       (const char *const *) keys + n);
    }
  return NULL;
}

/* Returns the value of a row. A range of a list has no place of its own. (transfer none) */
static TroupeValue *
get_value (TroupeValueEditor *self, TroupeValueItem *entry)
{
  TroupeValue *value = troupe_value_item_is_stretch (entry)
                           ? NULL
                           : find_value (self, troupe_value_item_get_path (entry));

  return value != NULL ? value : troupe_value_item_get_value (entry);
}

/* Returns the path of the values that cannot be changed at or around @path. (transfer none) (nullable) */
static const char *
find_fixed (TroupeValueEditor *self, const char *path)
{
  GHashTableIter iter;
  gpointer fixed;

  g_assert (TROUPE_IS_VALUE_EDITOR (self));

  g_hash_table_iter_init (&iter, self->fixed);
  while (g_hash_table_iter_next (&iter, &fixed, NULL))
    {
      const gsize length = strlen (fixed);

      if (strncmp (path, fixed, length) == 0 &&
          (path[length] == '\0' || path[length] == '.' || path[length] == '['))
        return fixed;
    }
  return NULL;
}

/* The ID of a state is fixed, and an output of a method cannot be added. */
static gboolean
is_fixed (TroupeValueEditor *self, TroupeValueItem *entry)
{
  const char *path = troupe_value_item_get_path (entry);

  return troupe_value_item_is_stretch (entry) || g_str_equal (path, "state.id") ||
         g_str_equal (path, "outputs") || find_fixed (self, path) != NULL;
}

/* Returns why the value cannot be changed. (nullable): NULL if it can, or if that is obvious */
static const char *
find_reason (TroupeValueEditor *self, TroupeValueItem *entry)
{
  const char *path = troupe_value_item_get_path (entry);
  const char *fixed = find_fixed (self, path);

  if (!is_fixed (self, entry) || troupe_value_item_is_stretch (entry))
    return NULL;
  if (fixed != NULL)
    return g_str_equal (path, fixed) ? g_hash_table_lookup (self->fixed, fixed) : _ ("Fixed");
  return g_str_equal (path, "outputs") ? _ ("Each output is changed in its own row.")
                                       : _ ("The ID of a state is fixed.");
}

/* Returns TRUE if both values have the same rows. */
static gboolean
has_same_rows (TroupeValue *a, TroupeValue *b)
{
  const gboolean is_map = troupe_value_is (a, TROUPE_VALUE_MAP);

  if (a == b)
    return TRUE;
  if (is_map != troupe_value_is (b, TROUPE_VALUE_MAP) ||
      troupe_value_is (a, TROUPE_VALUE_LIST) != troupe_value_is (b, TROUPE_VALUE_LIST))
    return FALSE;
  if (is_map)
    {
      if (troupe_value_map_get_size (a) != troupe_value_map_get_size (b))
        return FALSE;
      for (gsize i = 0; i < troupe_value_map_get_size (a); i++)
        if (!troupe_value_equal (troupe_value_map_get_key (a, i),
                                 troupe_value_map_get_key (b, i)) ||
            !has_same_rows (troupe_value_map_get_value (a, i), troupe_value_map_get_value (b, i)))
          return FALSE;
      return TRUE;
    }
  if (!troupe_value_is (a, TROUPE_VALUE_LIST))
    return TRUE;
  if (troupe_value_list_get_length (a) != troupe_value_list_get_length (b))
    return FALSE;
  for (gsize i = 0; i < troupe_value_list_get_length (a); i++)
    if (!has_same_rows (troupe_value_list_get (a, i), troupe_value_list_get (b, i)))
      return FALSE;
  return TRUE;
}

/* --- Cells ------------------------------------------------------------------------------------ */

static TroupeValueEditor *
get_editor (gpointer widget)
{
  return TROUPE_VALUE_EDITOR (gtk_widget_get_ancestor (widget, TROUPE_TYPE_VALUE_EDITOR));
}

/* (transfer full) */
static TroupeValueItem *
get_entry (GtkListItem *item)
{
  return gtk_tree_list_row_get_item (gtk_list_item_get_item (item));
}

static GtkWidget *
set_up_field (GtkListItem *item)
{
  GtkWidget *expander = gtk_tree_expander_new ();
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  troupe_value_label_tell_cut (label);
  gtk_tree_expander_set_child (GTK_TREE_EXPANDER (expander), label);
  return expander;
}

static void
update_field (TroupeValueEditor *self, GtkListItem *item, TroupeValueItem *entry)
{
  GtkTreeListRow *row = gtk_list_item_get_item (item);
  GtkTreeExpander *expander = GTK_TREE_EXPANDER (gtk_list_item_get_child (item));
  GtkWidget *label = gtk_tree_expander_get_child (expander);
  g_autofree char *key = troupe_text_to_line (troupe_value_item_get_name (entry));
  const char *const classes[] = { gtk_tree_list_row_is_expandable (row) ? "value-branch"
                                                                        : "value-name",
                                  NULL };
  TroupeValue *value;
  g_autoptr (TroupeValue) before = NULL;
  g_autofree char *described = NULL;
  g_autofree char *text = NULL;
  g_autofree char *old = NULL;
  g_autofree char *old_line = NULL;
  g_autofree char *was = NULL;
  g_autofree char *name = NULL;

  gtk_tree_expander_set_list_row (expander, row);
  gtk_label_set_label (GTK_LABEL (label), key);
  gtk_widget_set_css_classes (label, (const char **) classes);
  /* Describes the row to assistive technology. */
  value = get_value (self, entry);
  before =
      troupe_run_edits_find_before (self->edits, troupe_value_item_get_path (entry), value, NULL);
  described = troupe_value_describe_line (value);
  text = troupe_text_to_line (described);
  old = before != NULL ? troupe_value_describe_line (before) : NULL;
  old_line = old != NULL ? troupe_text_to_line (old) : NULL;
  /* Translators: %s is the value before it was changed */
  was = old_line != NULL ? g_strdup_printf (_ ("was %s"), old_line) : NULL;
  name = was != NULL ? g_strdup_printf ("%s: %s, %s", key, text, was)
                     : g_strdup_printf ("%s: %s", key, text);
  troupe_list_item_set_row_name (item, name);
}

static GtkWidget *
set_up_type (GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, "dim-label");
  return label;
}

static void
update_type (TroupeValueEditor *self, GtkListItem *item, TroupeValueItem *entry)
{
  gtk_label_set_label (GTK_LABEL (gtk_list_item_get_child (item)),
                       troupe_typed_value_get_type (get_value (self, entry)));
}

static void
edited_cb (GtkWidget *cell, TroupeValue *value)
{
  g_autofree char *path = g_strdup (troupe_value_cell_get_path (TROUPE_VALUE_CELL (cell)));

  g_signal_emit (get_editor (cell), signals[EDIT], 0, path, value);
}

static void
reverted_cb (GtkWidget *cell)
{
  TroupeValueEditor *self = get_editor (cell);
  g_autofree char *path = g_strdup (troupe_value_cell_get_path (TROUPE_VALUE_CELL (cell)));
  TroupeValue *value = path != NULL ? find_value (self, path) : NULL;
  g_autoptr (TroupeValue) before =
      value != NULL ? troupe_run_edits_find_before (self->edits, path, value, NULL) : NULL;

  if (before != NULL)
    g_signal_emit (self, signals[EDIT], 0, path, before);
}

static GtkWidget *
set_up_value (GtkListItem *item)
{
  GtkWidget *cell = troupe_value_cell_new ();

  g_signal_connect (cell, "edited", G_CALLBACK (edited_cb), NULL);
  g_signal_connect (cell, "reverted", G_CALLBACK (reverted_cb), NULL);
  return cell;
}

static void
update_value (TroupeValueEditor *self, GtkListItem *item, TroupeValueItem *entry)
{
  TroupeValueCell *cell = TROUPE_VALUE_CELL (gtk_list_item_get_child (item));
  TroupeValue *value = get_value (self, entry);
  const char *path = troupe_value_item_get_path (entry);
  const char *by = NULL;
  g_autoptr (TroupeValue) before =
      is_fixed (self, entry) ? NULL : troupe_run_edits_find_before (self->edits, path, value, &by);

  troupe_value_cell_set (cell, path, value, before, by);
  troupe_value_cell_set_editable (cell, !is_fixed (self, entry), find_reason (self, entry));
}

static const Column columns[] = {
  { N_ ("Field"), FIELD_WIDTH, set_up_field, update_field },
  { N_ ("Type"), TYPE_WIDTH, set_up_type, update_type },
  { N_ ("Value"), 0, set_up_value, update_value },
};

static void
set_up_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const Column *column = user_data;

  gtk_list_item_set_child (item, column->set_up (item));
}

static void
bind_cb (TroupeValueEditor *self, GtkListItem *item, GtkListItemFactory *factory)
{
  const Column *column = g_object_get_data (G_OBJECT (factory), "troupe-column");
  g_autoptr (TroupeValueItem) entry = get_entry (item);

  g_hash_table_insert (self->bound, item, (gpointer) column);
  column->update (self, item, entry);
}

static void
unbind_cb (TroupeValueEditor *self, GtkListItem *item, GtkListItemFactory *factory)
{
  GtkWidget *child = gtk_list_item_get_child (item);

  g_hash_table_remove (self->bound, item);
  if (TROUPE_IS_VALUE_CELL (child))
    troupe_value_cell_clear (TROUPE_VALUE_CELL (child));
  else if (GTK_IS_TREE_EXPANDER (child))
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), NULL);
}

/* Returns the cell of the value at @path. (transfer none) (nullable): NULL if it has no row */
static TroupeValueCell *
find_cell (TroupeValueEditor *self, const char *path)
{
  GHashTableIter iter;
  gpointer item;

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    {
      GtkWidget *child = gtk_list_item_get_child (item);

      if (TROUPE_IS_VALUE_CELL (child) &&
          g_strcmp0 (troupe_value_cell_get_path (TROUPE_VALUE_CELL (child)), path) == 0)
        return TROUPE_VALUE_CELL (child);
    }
  return NULL;
}

/* --- Editing ---------------------------------------------------------------------------------- */

gboolean
troupe_value_editor_commit (TroupeValueEditor *self)
{
  g_autoptr (GPtrArray) cells = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer item;
  gboolean is_valid = TRUE;

  g_return_val_if_fail (TROUPE_IS_VALUE_EDITOR (self), FALSE);

  g_hash_table_iter_init (&iter, self->bound);
  while (g_hash_table_iter_next (&iter, &item, NULL))
    if (TROUPE_IS_VALUE_CELL (gtk_list_item_get_child (item)))
      g_ptr_array_add (cells, gtk_list_item_get_child (item));
  /* A change can replace the rows. */
  g_ptr_array_foreach (cells, (GFunc) (void (*) (void)) g_object_ref, NULL);
  for (guint i = 0; i < cells->len; i++)
    {
      is_valid &= troupe_value_cell_commit (cells->pdata[i]);
      g_object_unref (cells->pdata[i]);
    }
  return is_valid;
}

void
troupe_value_editor_finish (TroupeValueEditor *self, const char *path, const char *error)
{
  TroupeValueCell *cell = NULL;

  g_return_if_fail (TROUPE_IS_VALUE_EDITOR (self));
  g_return_if_fail (path != NULL);

  cell = find_cell (self, path);
  if (cell != NULL)
    troupe_value_cell_finish (cell, error);
}

/* (transfer full) (nullable) */
static GtkTreeListRow *
dup_row (TroupeValueEditor *self, guint position)
{
  GListModel *model = gtk_single_selection_get_model (self->selection);

  return model != NULL ? g_list_model_get_item (model, position) : NULL;
}

/* @is_whole: whether an object or a list is edited, instead of being expanded */
static void
open (TroupeValueEditor *self, guint position, gboolean is_whole)
{
  g_autoptr (GtkTreeListRow) row = dup_row (self, position);
  g_autoptr (TroupeValueItem) entry = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  g_assert (TROUPE_IS_VALUE_EDITOR (self));

  if (entry == NULL)
    return;
  if (gtk_tree_list_row_is_expandable (row) && !is_whole)
    gtk_tree_list_row_set_expanded (row, !gtk_tree_list_row_get_expanded (row));
  else if (!is_fixed (self, entry))
    {
      TroupeValueCell *cell = find_cell (self, troupe_value_item_get_path (entry));

      /* Edits the value of path if its row is visible. */
      if (cell != NULL)
        troupe_value_cell_edit (cell);
    }
}

static void
open_activated (GtkWidget *widget)
{
  TroupeValueEditor *self = TROUPE_VALUE_EDITOR (widget);

  open (self, self->activated, FALSE);
}

static void
activated_cb (TroupeValueEditor *self, guint position)
{
  g_assert (TROUPE_IS_VALUE_EDITOR (self));

  self->activated = position;
  troupe_after_event (GTK_WIDGET (self), open_activated);
}

static gboolean
edit_key_cb (GtkWidget *widget, GVariant *arguments, gpointer user_data)
{
  TroupeValueEditor *self = TROUPE_VALUE_EDITOR (widget);

  open (self, gtk_single_selection_get_selected (self->selection), TRUE);
  return GDK_EVENT_STOP;
}

/* --- Setting the values ----------------------------------------------------------------------- */

static gboolean
focus_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeValueEditor *self = TROUPE_VALUE_EDITOR (widget);
  GtkWidget *row = NULL;
  GtkWidget *list;

  list = gtk_widget_get_last_child (self->view);
  for (GtkWidget *widget_row = gtk_widget_get_first_child (list); widget_row != NULL;
       widget_row = gtk_widget_get_next_sibling (widget_row))
    if (gtk_widget_get_child_visible (widget_row) &&
        (gtk_widget_get_state_flags (widget_row) & GTK_STATE_FLAG_SELECTED) != 0)
      {
        row = widget_row;
        break;
      }
  self->focus_id = 0;
  if (row != NULL)
    gtk_widget_grab_focus (row);
  return G_SOURCE_REMOVE;
}

static char *
dup_selected_path (TroupeValueEditor *self)
{
  g_autoptr (GtkTreeListRow) row =
      dup_row (self, gtk_single_selection_get_selected (self->selection));
  g_autoptr (TroupeValueItem) entry = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

  return entry != NULL ? g_strdup (troupe_value_item_get_path (entry)) : NULL;
}

static GListModel *
list_children (gpointer item, gpointer user_data)
{
  return troupe_value_item_list_children (TROUPE_VALUE_ITEM (item));
}

static void
rebuild (TroupeValueEditor *self)
{
  g_autoptr (GHashTable) unfolded =
      troupe_value_unfold_collect (gtk_single_selection_get_model (self->selection));
  g_autofree char *selected = dup_selected_path (self);
  const gboolean had_focus = gtk_widget_get_focus_child (self->view) != NULL;
  GtkAdjustment *adjustment =
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (self->scroller));
  const double place = gtk_adjustment_get_value (adjustment);
  GListStore *store = g_list_store_new (TROUPE_TYPE_VALUE_ITEM);
  g_autoptr (GtkTreeListModel) model = NULL;

  g_assert (TROUPE_IS_VALUE_EDITOR (self));

  for (gsize i = 0; i < troupe_value_map_get_size (self->roots); i++)
    {
      const char *path = troupe_value_get_string (troupe_value_map_get_key (self->roots, i), NULL);
      g_autoptr (TroupeValueItem) root =
          troupe_value_item_new (path, path, troupe_value_map_get_value (self->roots, i), NULL);

      g_list_store_append (store, root);
    }
  model = gtk_tree_list_model_new (G_LIST_MODEL (store), FALSE, FALSE, list_children, NULL, NULL);
  troupe_value_unfold_restore (G_LIST_MODEL (model), unfolded);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (model));
  gtk_adjustment_set_value (adjustment, place);
  if (selected != NULL)
    {
      /* Selects the row of @selected again. */
      for (guint i = 0; i < MOST_ROWS; i++)
        {
          g_autoptr (GtkTreeListRow) row = dup_row (self, i);
          g_autoptr (TroupeValueItem) entry = row != NULL ? gtk_tree_list_row_get_item (row) : NULL;

          if (entry == NULL)
            return;
          if (g_strcmp0 (troupe_value_item_get_path (entry), selected) != 0)
            continue;
          gtk_single_selection_set_selected (self->selection, i);
          if (had_focus && self->focus_id == 0)
            self->focus_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), focus_cb, NULL, NULL);
          return;
        }
    }
}

void
troupe_value_editor_set (TroupeValueEditor *self, TroupeValue *roots, TroupeValue *edits)
{
  g_autoptr (TroupeValue) before = NULL;

  g_return_if_fail (TROUPE_IS_VALUE_EDITOR (self));
  g_return_if_fail (roots != NULL && troupe_value_is (roots, TROUPE_VALUE_MAP));

  before = g_steal_pointer (&self->roots);
  self->roots = troupe_value_ref (roots);
  g_clear_pointer (&self->edits, troupe_value_unref);
  self->edits = edits != NULL ? troupe_value_ref (edits) : NULL;
  if (before == NULL || !has_same_rows (before, roots))
    rebuild (self);
  else
    {
      GHashTableIter iter;
      gpointer item;
      gpointer column;

      /* Shows the present values in the rows that exist. */
      g_hash_table_iter_init (&iter, self->bound);
      while (g_hash_table_iter_next (&iter, &item, &column))
        {
          g_autoptr (TroupeValueItem) entry = get_entry (item);

          ((const Column *) column)->update (self, item, entry);
        }
    }
}

void
troupe_value_editor_set_fixed (TroupeValueEditor *self, const char *path, const char *reason)
{
  g_return_if_fail (TROUPE_IS_VALUE_EDITOR (self));
  g_return_if_fail (path != NULL);

  if (reason != NULL)
    g_hash_table_replace (self->fixed, g_strdup (path), g_strdup (reason));
  else
    g_hash_table_remove (self->fixed, path);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_value_editor_dispose (GObject *object)
{
  TroupeValueEditor *self = TROUPE_VALUE_EDITOR (object);

  if (self->focus_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->focus_id);
  self->focus_id = 0;
  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_pointer (&self->roots, troupe_value_unref);
  g_clear_pointer (&self->edits, troupe_value_unref);
  G_OBJECT_CLASS (troupe_value_editor_parent_class)->dispose (object);
}

static void
troupe_value_editor_finalize (GObject *object)
{
  g_hash_table_unref (TROUPE_VALUE_EDITOR (object)->bound);
  g_hash_table_unref (TROUPE_VALUE_EDITOR (object)->fixed);
  G_OBJECT_CLASS (troupe_value_editor_parent_class)->finalize (object);
}

static gboolean
troupe_value_editor_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (TROUPE_VALUE_EDITOR (widget)->view);
}

static void
troupe_value_editor_class_init (TroupeValueEditorClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_value_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_value_editor_finalize;
  widget_class->grab_focus = troupe_value_editor_grab_focus;
  signals[EDIT] = g_signal_new ("edit", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_POINTER);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_F2, 0, edit_key_cb, NULL);
}

static void
troupe_value_editor_init (TroupeValueEditor *self)
{
  self->bound = g_hash_table_new (NULL, NULL);
  self->fixed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->selection = gtk_single_selection_new (NULL);
  self->view = gtk_column_view_new (GTK_SELECTION_MODEL (self->selection));
  gtk_widget_add_css_class (self->view, "data-table");
  gtk_widget_add_css_class (self->view, "value-table");
  gtk_widget_add_css_class (self->view, "value-editor");
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      const Column *column = &columns[i];
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) made =
          gtk_column_view_column_new (_ (column->title), factory);

      g_object_set_data (G_OBJECT (factory), "troupe-column", (gpointer) column);
      g_signal_connect (factory, "setup", G_CALLBACK (set_up_cb), (gpointer) column);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, G_CONNECT_SWAPPED);
      if (column->width > 0)
        gtk_column_view_column_set_fixed_width (made, column->width);
      else
        gtk_column_view_column_set_expand (made, TRUE);
      gtk_column_view_column_set_resizable (made, column->width > 0);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->view), made);
    }
  g_signal_connect_object (self->view, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  self->scroller = gtk_scrolled_window_new ();
  /* A narrow dialog with margins is narrower than the columns. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), self->view);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
troupe_value_editor_new (const char *name)
{
  TroupeValueEditor *self = NULL;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_VALUE_EDITOR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                  -1);
  return GTK_WIDGET (self);
}
