/* troupe-case-table.c: table of the cases of a file of tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-table"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-case-table.h"
#include "troupe-clock.h"
#include "troupe-column-titles.h"
#include "troupe-money.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

struct _TroupeCaseTable
{
  GtkWidget parent_instance;

  TroupeCaseWork *work;
  GtkWidget *scroller;
  GtkColumnView *view;
  GListStore *items;
  GtkSingleSelection *selection;
  gboolean is_narrow;
};

static guint selected_signal;

G_DEFINE_FINAL_TYPE (TroupeCaseTable, troupe_case_table, GTK_TYPE_WIDGET)

typedef void (*FillFunc) (GtkWidget *cell, TroupeCaseItem *item, guint column);

/* @column: of the results */
typedef struct
{
  FillFunc fill;
  guint column;
  gboolean is_end; /* numbers are right-aligned */
} Column;

/* --- Cells ------------------------------------------------------------------------------------ */

static void
fill_name (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  g_autofree char *line = troupe_text_first_line (troupe_case_item_get_test (item)->name);

  gtk_widget_add_css_class (cell, "first");
  gtk_label_set_text (GTK_LABEL (cell), line);
}

static void
set_style (GtkWidget *cell, TroupeCaseState state)
{
  static const char *const names[] = { "", "waiting", "done", "failed" };

  gtk_widget_add_css_class (cell, "state");
  for (guint i = 1; i < G_N_ELEMENTS (names); i++)
    if (i == state)
      gtk_widget_add_css_class (cell, names[i]);
    else
      gtk_widget_remove_css_class (cell, names[i]);
}

static void
fill_state (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseState state = troupe_case_item_get_state (item, column);
  g_autofree char *text = g_strdup_printf ("%s  %s", troupe_case_state_get_sign (state),
                                           troupe_case_state_get_word (state));

  set_style (cell, state);
  gtk_label_set_text (GTK_LABEL (cell), text);
}

/* Returns the result if it is final. (nullable) */
static const TroupeCaseResult *
get_final (TroupeCaseItem *item, guint column)
{
  const TroupeCaseResult *result = troupe_case_item_get_result (item, column);

  return result != NULL && result->has_ended ? result : NULL;
}

static void
fill_score (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseResult *result = get_final (item, column);
  g_autofree char *text = NULL;
  double score = 0;

  if (result != NULL && troupe_case_result_get_score (result, &score))
    text = g_strdup_printf ("%.2f", score);
  gtk_label_set_text (GTK_LABEL (cell), text != NULL ? text : "");
}

static void
fill_calls (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseResult *result = get_final (item, column);
  g_autofree char *text = result != NULL ? g_strdup_printf ("%u", result->n_calls) : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (cell), text);
}

static void
fill_time (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseResult *result = get_final (item, column);
  g_autofree char *text = result != NULL
                              ? troupe_span_to_text ((gint64) (result->seconds * G_USEC_PER_SEC))
                              : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (cell), text);
}

static void
fill_cost (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseResult *result = get_final (item, column);
  g_autofree char *text = result != NULL && result->micro_dollars > 0
                              ? troupe_money_for_display (result->micro_dollars)
                              : g_strdup ("");

  gtk_label_set_text (GTK_LABEL (cell), text);
}

/* All of one model. */
static void
fill_model (GtkWidget *cell, TroupeCaseItem *item, guint column)
{
  const TroupeCaseState state = troupe_case_item_get_state (item, column);
  const TroupeCaseResult *result = get_final (item, column);
  g_autoptr (GString) text = g_string_new (NULL);
  double score = 0;

  g_string_append_printf (text, "%s  %s", troupe_case_state_get_sign (state),
                          troupe_case_state_get_word (state));
  if (result != NULL && troupe_case_result_get_score (result, &score))
    g_string_append_printf (text, "  %.2f", score);
  if (result != NULL)
    {
      g_autofree char *time = troupe_span_to_text ((gint64) (result->seconds * G_USEC_PER_SEC));
      g_autofree char *cost = troupe_money_for_display (result->micro_dollars);

      g_string_append_printf (text, "  %s", time);
      if (result->micro_dollars > 0)
        g_string_append_printf (text, "  %s", cost);
    }
  set_style (cell, state);
  gtk_label_set_text (GTK_LABEL (cell), text->str);
}

/* --- Columns ---------------------------------------------------------------------------------- */

static void
fill_cb (TroupeCaseItem *item, GtkListItem *cell)
{
  const Column *column = g_object_get_data (G_OBJECT (cell), "troupe-column");

  g_assert (TROUPE_IS_CASE_ITEM (item));

  column->fill (gtk_list_item_get_child (cell), item, column->column);
  if (column->fill == fill_name)
    troupe_list_item_set_row_name (cell, troupe_case_item_get_test (item)->name);
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  const Column *column = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), column->is_end ? 1 : 0);
  /* The names of tests made from runs differ only in their end. */
  gtk_label_set_ellipsize (GTK_LABEL (label), column->fill == fill_name ? PANGO_ELLIPSIZE_MIDDLE
                                                                        : PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (column->is_end)
    gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (cell), "troupe-column", (gpointer) column);
  gtk_list_item_set_child (cell, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  TroupeCaseItem *item = TROUPE_CASE_ITEM (gtk_list_item_get_item (cell));

  g_signal_connect (item, "changed", G_CALLBACK (fill_cb), cell);
  fill_cb (item, cell);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (cell), fill_cb, cell);
}

static void
free_column (gpointer data, GClosure *closure)
{
  g_free (data);
}

static void
add_column (TroupeCaseTable *self, const char *title, FillFunc fill, guint number, int width)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) own = NULL;
  Column *column = g_new0 (Column, 1);

  g_assert (TROUPE_IS_CASE_TABLE (self));

  column->fill = fill;
  column->column = number;
  column->is_end =
      fill == fill_score || fill == fill_calls || fill == fill_time || fill == fill_cost;
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), column, free_column, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  own = gtk_column_view_column_new (title, factory);
  g_object_set_data (G_OBJECT (own), "troupe-is-end", GINT_TO_POINTER (column->is_end));
  gtk_column_view_column_set_resizable (own, TRUE);
  if (width > 0)
    gtk_column_view_column_set_fixed_width (own, width);
  else
    gtk_column_view_column_set_expand (own, TRUE);
  gtk_column_view_append_column (self->view, own);
}

static gboolean
is_end_cb (GtkColumnViewColumn *column, gpointer user_data)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "troupe-is-end"));
}

/* Hides the columns of numbers that a narrow table has no space for. */
static void
update_visible (TroupeCaseTable *self)
{
  static const gboolean are_narrow[] = { TRUE, TRUE, FALSE, FALSE, TRUE, FALSE };
  GListModel *columns = gtk_column_view_get_columns (self->view);
  const gboolean has_models = troupe_case_work_get_n_columns (self->work) > 1;

  g_assert (TROUPE_IS_CASE_TABLE (self));

  for (guint i = 0; i < MIN (g_list_model_get_n_items (columns), G_N_ELEMENTS (are_narrow)); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_visible (column, has_models || !self->is_narrow || are_narrow[i]);
    }
}

void
troupe_case_table_set_narrow (TroupeCaseTable *self, gboolean is_narrow)
{
  g_return_if_fail (TROUPE_IS_CASE_TABLE (self));

  if (self->is_narrow == is_narrow)
    return;
  self->is_narrow = is_narrow;
  update_visible (self);
  gtk_widget_queue_resize (GTK_WIDGET (self->view));
}

/* Makes the columns again if their number has changed. */
static void
update_columns (TroupeCaseTable *self)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  const guint n_models = troupe_case_work_get_n_columns (self->work) - 1;
  const guint n = n_models > 0 ? n_models + 1 : 6;
  gboolean is_same = g_list_model_get_n_items (columns) == n;

  g_assert (TROUPE_IS_CASE_TABLE (self));

  for (guint i = 1; i <= n_models && is_same; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      is_same = g_strcmp0 (gtk_column_view_column_get_title (column),
                           troupe_case_work_get_model (self->work, i)) == 0;
    }
  if (is_same)
    return;
  while (g_list_model_get_n_items (columns) > 0)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, 0);

      gtk_column_view_remove_column (self->view, column);
    }
  add_column (self, _ ("Case"), fill_name, 0, 0);
  for (guint i = 1; i <= n_models; i++)
    add_column (self, troupe_case_work_get_model (self->work, i), fill_model, i, 0);
  if (n_models == 0)
    {
      add_column (self, _ ("State"), fill_state, 0, 112);
      add_column (self, _ ("Score"), fill_score, 0, 72);
      add_column (self, _ ("Calls"), fill_calls, 0, 72);
      add_column (self, _ ("Time"), fill_time, 0, 84);
      add_column (self, _ ("Cost"), fill_cost, 0, 84);
    }
  troupe_column_view_align_titles (self->view, is_end_cb, NULL);
  update_visible (self);
}

/* --- Changes ---------------------------------------------------------------------------------- */

static void
loaded_cb (TroupeCaseTable *self)
{
  TroupeTestFile *file = troupe_case_work_get_file (self->work);
  const guint selected = gtk_single_selection_get_selected (self->selection);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  g_assert (TROUPE_IS_CASE_TABLE (self));

  for (guint i = 0; file != NULL && i < file->cases->len; i++)
    g_ptr_array_add (items, troupe_case_item_new (self->work, i));
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, items->len);
  if (selected < items->len)
    gtk_single_selection_set_selected (self->selection, selected);
  g_signal_emit (self, selected_signal, 0);
}

static void
case_changed_cb (TroupeCaseTable *self, guint index)
{
  g_autoptr (TroupeCaseItem) item = g_list_model_get_item (G_LIST_MODEL (self->items), index);

  g_assert (TROUPE_IS_CASE_TABLE (self));

  if (item != NULL)
    troupe_case_item_note_changed (item);
}

/* When nothing runs any more, cases that did not end have not been run. */
static void
changed_cb (TroupeCaseTable *self)
{
  g_assert (TROUPE_IS_CASE_TABLE (self));

  update_columns (self);
  for (guint i = 0; !troupe_case_work_is_running (self->work) &&
                    i < g_list_model_get_n_items (G_LIST_MODEL (self->items));
       i++)
    case_changed_cb (self, i);
}

static void
selected_cb (TroupeCaseTable *self)
{
  g_assert (TROUPE_IS_CASE_TABLE (self));

  g_signal_emit (self, selected_signal, 0);
}

TroupeCaseItem *
troupe_case_table_get_selected (TroupeCaseTable *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_TABLE (self), NULL);

  return gtk_single_selection_get_selected_item (self->selection);
}

GListModel *
troupe_case_table_get_items (TroupeCaseTable *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_TABLE (self), NULL);

  return G_LIST_MODEL (self->items);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static gboolean
troupe_case_table_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (TROUPE_CASE_TABLE (widget)->view));
}

static void
troupe_case_table_dispose (GObject *object)
{
  TroupeCaseTable *self = TROUPE_CASE_TABLE (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  g_clear_object (&self->items);
  g_clear_object (&self->selection);
  g_clear_object (&self->work);

  G_OBJECT_CLASS (troupe_case_table_parent_class)->dispose (object);
}

static void
troupe_case_table_class_init (TroupeCaseTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_case_table_dispose;
  widget_class->grab_focus = troupe_case_table_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "case-table");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  selected_signal = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_case_table_init (TroupeCaseTable *self)
{
  self->items = g_list_store_new (TROUPE_TYPE_CASE_ITEM);
  self->selection = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->items)));
  self->view =
      GTK_COLUMN_VIEW (gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection))));
  gtk_widget_add_css_class (GTK_WIDGET (self->view), "batch-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Test Cases"), -1);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->view));
  gtk_scrolled_window_set_min_content_height (GTK_SCROLLED_WINDOW (self->scroller), 160);
  gtk_widget_set_vexpand (self->scroller, TRUE);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  g_signal_connect_object (self->selection, "notify::selected-item", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
}

TroupeCaseTable *
troupe_case_table_new (TroupeCaseWork *work)
{
  TroupeCaseTable *self;

  g_return_val_if_fail (TROUPE_IS_CASE_WORK (work), NULL);

  self = g_object_new (TROUPE_TYPE_CASE_TABLE, NULL);
  self->work = g_object_ref (work);
  g_signal_connect_object (work, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (work, "case-changed", G_CALLBACK (case_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (work, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  update_columns (self);
  return self;
}
