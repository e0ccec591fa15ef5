/* troupe-batch-columns.c: column setup of the batch table (GtkColumnView)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-columns"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>

#include "troupe-batch-columns.h"
#include "troupe-clock.h"
#include "troupe-column-titles.h"
#include "troupe-money.h"
#include "troupe-row-name.h"
#include "troupe-sanitize-text.h"

/* Number of input columns that are visible initially. */
#define N_SHOWN 2
#define BUTTON_WIDTH 52

typedef void (*FillFunc) (GtkWidget *cell, TroupeBatchRow *row, const char *name);

/* Context of a column's item factory. @fill: sets the content of a cell; @name: (nullable): name
 * of the input for an input column */
typedef struct
{
  TroupeBatchRows *rows;
  FillFunc fill;
  char *name;
  gboolean is_end; /* numbers are right-aligned */
} Column;

static void
column_free (gpointer data, GClosure *closure)
{
  Column *column = data;

  g_free (column->name);
  g_free (column);
}

/* --- Cell content ----------------------------------------------------------------------------- */

static void
set_text (GtkWidget *cell, const char *text)
{
  g_autofree char *line = troupe_text_first_line (text);

  gtk_label_set_text (GTK_LABEL (cell), line);
}

static void
set_style (GtkWidget *cell, const char *name)
{
  static const char *const names[] = { "done", "failed", "running", "waiting" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_equal (names[i], name))
      gtk_widget_add_css_class (cell, names[i]);
    else
      gtk_widget_remove_css_class (cell, names[i]);
}

static void
fill_number (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, troupe_batch_row_get_ordinal (row));

  gtk_widget_add_css_class (cell, "dim-label");
  set_text (cell, text);
}

static void
fill_input (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  const TroupeBatchFacts *facts = troupe_batch_row_get_facts (row);
  g_autofree char *text =
      facts != NULL ? troupe_batch_facts_show_input (facts, name) : g_strdup ("");

  set_text (cell, text);
}

/* The first input identifies the item for the user, so it is emphasized by a style class. */
static void
fill_first_input (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  gtk_widget_add_css_class (cell, "first");
  fill_input (cell, row, name);
}

static void
fill_state (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  static const struct
  {
    const char *state, *icon;
  } icons[] = { { "done", "✓" }, { "failed", "✕" }, { "running", "◔" }, { "waiting", "◷" } };
  const TroupeBatchPlace *place = troupe_batch_row_get_place (row);
  const char *state = troupe_batch_row_get_state_name (row);
  g_autofree char *text = NULL;
  const char *icon = "";

  if (troupe_batch_row_get_facts (row) == NULL && place == NULL)
    {
      gtk_label_set_text (GTK_LABEL (cell), "");
      return;
    }
  for (guint i = 0; i < G_N_ELEMENTS (icons); i++)
    if (g_str_equal (icons[i].state, state))
      icon = icons[i].icon;
  text = place != NULL && place->method != NULL
             ? g_strdup_printf ("%s  %s  %s", icon, troupe_batch_row_get_state_word (row),
                                place->method)
             : g_strdup_printf ("%s  %s", icon, troupe_batch_row_get_state_word (row));
  gtk_widget_add_css_class (cell, "state");
  set_style (cell, state);
  set_text (cell, text);
}

static void
fill_time (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  const TroupeBatchFacts *facts = troupe_batch_row_get_facts (row);
  const TroupeBatchPlace *place = troupe_batch_row_get_place (row);
  g_autofree char *text = NULL;

  if (place != NULL)
    text = troupe_span_to_text (g_get_monotonic_time () - place->begun_us);
  else if (facts != NULL && facts->state != TROUPE_BATCH_ITEM_WAITING)
    text = troupe_span_to_text ((gint64) (facts->seconds * G_USEC_PER_SEC));
  gtk_label_set_text (GTK_LABEL (cell), text != NULL ? text : "");
}

static void
fill_cost (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  const TroupeBatchFacts *facts = troupe_batch_row_get_facts (row);
  const TroupeBatchPlace *place = troupe_batch_row_get_place (row);
  gint64 cost = facts != NULL ? facts->micro_dollars : 0;
  g_autofree char *text = NULL;

  cost += place != NULL ? place->micro_dollars : 0;
  text = cost > 0 ? troupe_money_for_display (cost) : g_strdup ("");
  gtk_label_set_text (GTK_LABEL (cell), text);
}

static void
fill_result (GtkWidget *cell, TroupeBatchRow *row, const char *name)
{
  const TroupeBatchFacts *facts = troupe_batch_row_get_facts (row);
  g_autofree char *text = NULL;

  if (facts == NULL || facts->state == TROUPE_BATCH_ITEM_WAITING)
    text = g_strdup ("");
  else if (facts->state == TROUPE_BATCH_ITEM_OK)
    text = g_strdup (facts->result);
  else if (facts->method != NULL)
    text = g_strdup_printf ("%s: %s", facts->method, facts->message);
  else
    text = g_strdup (facts->message != NULL ? facts->message : "");
  gtk_widget_add_css_class (cell, "result");
  set_style (cell, troupe_batch_row_get_state_name (row));
  set_text (cell, text);
}

/* --- Cell factories --------------------------------------------------------------------------- */

static void
fill_cb (TroupeBatchRow *row, GtkListItem *item)
{
  const Column *column = g_object_get_data (G_OBJECT (item), "troupe-column");

  g_assert (TROUPE_IS_BATCH_ROW (row));

  column->fill (gtk_list_item_get_child (item), row, column->name);
  if (column->fill == fill_number)
    troupe_list_item_set_row_name (item, gtk_label_get_label (
                                             GTK_LABEL (gtk_list_item_get_child (item))));
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const Column *column = user_data;
  GtkWidget *label = gtk_label_new (NULL);

  g_assert (GTK_IS_LIST_ITEM (item));

  gtk_label_set_xalign (GTK_LABEL (label), column->is_end ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (column->is_end)
    gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (item), "troupe-column", (gpointer) column);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  const Column *column = user_data;
  TroupeBatchRow *row = TROUPE_BATCH_ROW (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  troupe_batch_row_watch (row);
  g_signal_connect (row, "changed", G_CALLBACK (fill_cb), item);
  fill_cb (row, item);
  troupe_batch_rows_read_soon (column->rows);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *item, gpointer user_data)
{
  TroupeBatchRow *row = TROUPE_BATCH_ROW (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_handlers_disconnect_by_func (row, fill_cb, item);
  troupe_batch_row_unwatch (row);
}

static GtkColumnViewColumn *
make_column (TroupeBatchRows *rows, const char *title, FillFunc fill, const char *name, int width)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *own;
  Column *column = g_new0 (Column, 1);

  g_assert (TROUPE_IS_BATCH_ROWS (rows));

  column->rows = rows;
  column->fill = fill;
  column->name = g_strdup (name);
  column->is_end = fill == fill_number || fill == fill_time || fill == fill_cost;
  g_signal_connect_data (factory, "setup", G_CALLBACK (setup_cb), column, column_free, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), column);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), column);
  own = gtk_column_view_column_new (title, factory);
  g_object_set_data (G_OBJECT (own), "troupe-is-end", GINT_TO_POINTER (column->is_end));
  gtk_column_view_column_set_resizable (own, TRUE);
  if (width > 0)
    gtk_column_view_column_set_fixed_width (own, width);
  else
    gtk_column_view_column_set_expand (own, TRUE);
  return own;
}

/* --- Retry button of failed items ------------------------------------------------------------- */

static void
show_button (TroupeBatchRow *row, GtkListItem *item)
{
  const TroupeBatchFacts *facts = troupe_batch_row_get_facts (row);
  GtkWidget *button = gtk_list_item_get_child (item);
  const gint64 ordinal = troupe_batch_row_get_ordinal (row);
  const gboolean may_again =
      facts != NULL && troupe_batch_row_get_place (row) == NULL &&
      (facts->state == TROUPE_BATCH_ITEM_FAILED || facts->state == TROUPE_BATCH_ITEM_TEMPORARY);
  /* Translators: accessible label of the retry button; the placeholder is the number of the
   * item. */
  g_autofree char *words = g_strdup_printf (_ ("Run Item %" PRId64 " Again"), ordinal);

  g_assert (TROUPE_IS_BATCH_ROW (row));

  gtk_widget_set_visible (button, may_again);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", ordinal);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  -1);
}

static void
setup_button_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("view-refresh-symbolic");

  g_assert (GTK_IS_LIST_ITEM (item));

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "batch-again");
  gtk_widget_set_tooltip_text (button, _ ("Run Again"));
  /* Sets a target of the right type first, because otherwise the target would not match the
   * parameter type of the action. */
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "x", (gint64) 0);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "batch.retry-item");
  gtk_widget_set_visible (button, FALSE);
  gtk_list_item_set_child (item, button);
}

static void
bind_button_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  TroupeBatchRow *row = TROUPE_BATCH_ROW (gtk_list_item_get_item (item));

  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_connect (row, "changed", G_CALLBACK (show_button), item);
  show_button (row, item);
}

static void
unbind_button_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  g_assert (GTK_IS_LIST_ITEM (item));

  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), show_button, item);
}

static GtkColumnViewColumn *
make_button_column (void)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkColumnViewColumn *column;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_button_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_button_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_button_cb), NULL);
  column = gtk_column_view_column_new (NULL, factory);
  gtk_column_view_column_set_fixed_width (column, BUTTON_WIDTH);
  return column;
}

static gboolean
is_end_cb (GtkColumnViewColumn *column, gpointer user_data)
{
  return GPOINTER_TO_INT (g_object_get_data (G_OBJECT (column), "troupe-is-end"));
}

void
troupe_batch_columns_add (GtkColumnView *view, TroupeBatchRows *rows)
{
  g_autoptr (GtkColumnViewColumn) buttons = make_button_column ();
  const struct
  {
    const char *title;
    FillFunc fill;
    int width;
  } columns[] = {
    { "#", fill_number, 56 },      { _ ("State"), fill_state, 120 }, { _ ("Time"), fill_time, 72 },
    { _ ("Cost"), fill_cost, 76 }, { _ ("Result"), fill_result, 0 },
  };

  g_return_if_fail (GTK_IS_COLUMN_VIEW (view));

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column =
          make_column (rows, columns[i].title, columns[i].fill, NULL, columns[i].width);

      gtk_column_view_append_column (view, column);
    }
  gtk_column_view_append_column (view, buttons);
  troupe_column_view_align_titles (view, is_end_cb, NULL);
}

/* GTK 4.8 reserves space for a column with a fixed width even if the column is hidden. */
static void
visible_cb (GtkColumnViewColumn *column, GParamSpec *pspec, gpointer user_data)
{
  g_assert (GTK_IS_COLUMN_VIEW_COLUMN (column));

  gtk_column_view_column_set_fixed_width (
      column, gtk_column_view_column_get_visible (column) ? GPOINTER_TO_INT (user_data) : -1);
}

GMenuModel *
troupe_batch_columns_add_inputs (GtkColumnView *view,
                                 TroupeBatchRows *rows,
                                 GSimpleActionGroup *actions)
{
  const char *const *names = troupe_batch_rows_get_names (rows);
  GMenu *menu = g_menu_new ();

  g_return_val_if_fail (GTK_IS_COLUMN_VIEW (view), G_MENU_MODEL (menu));
  g_return_val_if_fail (names != NULL, G_MENU_MODEL (menu));

  for (guint i = 0; names[i] != NULL; i++)
    {
      const int width = i == 0 ? 140 : 120;
      g_autofree char *title = troupe_text_to_line (names[i]);
      g_autofree char *action_name = g_strdup_printf ("%u", i);
      g_autofree char *detailed = g_strdup_printf ("columns.%u", i);
      g_autoptr (GtkColumnViewColumn) column =
          make_column (rows, title, i == 0 ? fill_first_input : fill_input, names[i], width);
      g_autoptr (GPropertyAction) action = NULL;

      g_signal_connect (column, "notify::visible", G_CALLBACK (visible_cb),
                        GINT_TO_POINTER (width));
      gtk_column_view_column_set_visible (column, i < N_SHOWN);
      gtk_column_view_insert_column (view, i + 1, column);
      action = g_property_action_new (action_name, column, "visible");
      g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (action));
      g_menu_append (menu, title, detailed);
    }
  return G_MENU_MODEL (menu);
}

void
troupe_batch_columns_set_narrow (GtkColumnView *view, gboolean narrow)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  const guint n_columns = g_list_model_get_n_items (columns);

  g_return_if_fail (n_columns >= 6);

  /* Selects time and cost, because the last five columns are state, time, cost, result and
   * button. */
  for (guint i = n_columns - 4; i < n_columns - 2; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_visible (column, !narrow);
    }
}
