/* troupe-compare-cost.c: table of calls, tokens, time and cost of two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-cost"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-clock.h"
#include "troupe-column-titles.h"
#include "troupe-compare-cost.h"
#include "troupe-money.h"
#include "troupe-sanitize-text.h"
#include "troupe-trace-cost.h"
#include "troupe-value-item.h"

#define NUMBER_WIDTH 104

/* --- Rows ------------------------------------------------------------------------------------- */

/* The numbers of one run. @is_known: whether the run has such a row */
typedef struct
{
  gboolean is_known;
  guint n_calls;
  guint n_unpriced;
  gint64 n_tokens;
  gint64 time_us;
  gint64 micro_dollars;
} Numbers;

#define TROUPE_TYPE_COMPARE_COST_ROW (troupe_compare_cost_row_get_type ())
G_DECLARE_FINAL_TYPE (TroupeCompareCostRow,
                      troupe_compare_cost_row,
                      TROUPE,
                      COMPARE_COST_ROW,
                      GObject)

struct _TroupeCompareCostRow
{
  GObject parent_instance;

  char *name;
  Numbers sides[2];
};

G_DEFINE_FINAL_TYPE (TroupeCompareCostRow, troupe_compare_cost_row, G_TYPE_OBJECT)

static void
troupe_compare_cost_row_finalize (GObject *object)
{
  g_free (TROUPE_COMPARE_COST_ROW (object)->name);
  G_OBJECT_CLASS (troupe_compare_cost_row_parent_class)->finalize (object);
}

static void
troupe_compare_cost_row_class_init (TroupeCompareCostRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_compare_cost_row_finalize;
}

static void
troupe_compare_cost_row_init (TroupeCompareCostRow *self)
{
}

static void
add_numbers (Numbers *self, const TroupeTraceCost *cost)
{
  self->is_known = TRUE;
  self->n_calls += cost->n_calls;
  self->n_unpriced += cost->n_unpriced;
  self->n_tokens += cost->prompt_tokens + cost->completion_tokens;
  self->time_us += cost->time_us;
  self->micro_dollars += cost->micro_dollars;
}

/* --- Cells ------------------------------------------------------------------------------------ */

typedef enum
{
  COLUMN_NAME,
  COLUMN_CALLS,
  COLUMN_TOKENS,
  COLUMN_TIME,
  COLUMN_COST,
  COLUMN_CHANGE,
} Column;

/* The columns in their order. @side: 0 for A, 1 for B, -1 for a column of both */
static const struct
{
  const char *title;
  Column column;
  int side;
} columns[] = {
  { N_ ("Name"), COLUMN_NAME, -1 },      { N_ ("Calls A"), COLUMN_CALLS, 0 },
  { N_ ("Calls B"), COLUMN_CALLS, 1 },   { N_ ("Tokens A"), COLUMN_TOKENS, 0 },
  { N_ ("Tokens B"), COLUMN_TOKENS, 1 }, { N_ ("Time A"), COLUMN_TIME, 0 },
  { N_ ("Time B"), COLUMN_TIME, 1 },     { N_ ("Cost A"), COLUMN_COST, 0 },
  { N_ ("Cost B"), COLUMN_COST, 1 },     { N_ ("Change"), COLUMN_CHANGE, -1 },
};

struct _TroupeCompareCost
{
  GtkWidget parent_instance;

  const TroupeCompareFacts *facts; /* not owned: outlives the widget */
  GtkWidget *box;
  GtkWidget *kinds;
  GtkWidget *table;
  GListStore *rows;
};

G_DEFINE_FINAL_TYPE (TroupeCompareCost, troupe_compare_cost, GTK_TYPE_WIDGET)

/* (transfer full) */
static char *
describe_cell (const TroupeCompareCostRow *row, guint index)
{
  const Numbers *numbers = columns[index].side >= 0 ? &row->sides[columns[index].side] : NULL;

  if (numbers != NULL && !numbers->is_known)
    return g_strdup ("–");
  switch (columns[index].column)
    {
    case COLUMN_CALLS:
      return troupe_value_format_count (numbers->n_calls);
    case COLUMN_TOKENS:
      return troupe_value_format_count ((guint64) MAX (numbers->n_tokens, 0));
    case COLUMN_TIME:
      return troupe_span_to_text (numbers->time_us);
    case COLUMN_COST:
      return troupe_money_describe_cost (numbers->micro_dollars, numbers->n_unpriced == 0);
    case COLUMN_CHANGE:
      {
        const gint64 change = row->sides[1].micro_dollars - row->sides[0].micro_dollars;
        g_autofree char *sum = troupe_money_for_display (ABS (change));

        return change != 0 ? g_strconcat (change < 0 ? "−" : "+", sum, NULL) : g_strdup ("");
      }
    case COLUMN_NAME:
    default:
      return g_strdup (row->name);
    }
}

static void
set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "troupe-column"));
  GtkWidget *label = gtk_label_new (NULL);
  const gboolean is_name = columns[index].column == COLUMN_NAME;

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           is_name ? PANGO_ELLIPSIZE_MIDDLE : PANGO_ELLIPSIZE_END);
  if (!is_name)
    gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *item)
{
  const guint index = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "troupe-column"));
  const TroupeCompareCostRow *row = gtk_list_item_get_item (item);
  GtkWidget *label = gtk_list_item_get_child (item);
  const gint64 change = row->sides[1].micro_dollars - row->sides[0].micro_dollars;
  g_autofree char *text = describe_cell (row, index);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (columns[index].column != COLUMN_CHANGE)
    return;
  set_class (label, "success", change < 0);
  set_class (label, "error", change > 0);
}

/* --- Table ------------------------------------------------------------------------------------ */

static void
show_rows (TroupeCompareCost *self)
{
  const guint kind = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->kinds));
  g_autoptr (GHashTable) by_name = g_hash_table_new (g_str_hash, g_str_equal);

  g_assert (TROUPE_IS_COMPARE_COST (self));

  if (kind >= TROUPE_COST_N_KINDS)
    return;
  g_list_store_remove_all (self->rows);
  for (guint side = 0; side < G_N_ELEMENTS (self->facts->traces); side++)
    {
      g_autoptr (GPtrArray) costs =
          troupe_trace_list_costs (self->facts->traces[side], (TroupeCostKind) kind);

      for (guint i = 0; i < costs->len; i++)
        {
          const TroupeTraceCost *cost = costs->pdata[i];
          g_autofree char *name = cost->name != NULL ? troupe_text_to_line (cost->name)
                                                     : g_strdup (_ ("Without an agent"));
          TroupeCompareCostRow *row = g_hash_table_lookup (by_name, name);

          if (row == NULL)
            {
              row = g_object_new (TROUPE_TYPE_COMPARE_COST_ROW, NULL);
              row->name = g_steal_pointer (&name);
              g_hash_table_insert (by_name, row->name, row);
              g_list_store_append (self->rows, row);
              /* The store keeps it. */
              g_object_unref (row);
            }
          add_numbers (&row->sides[side], costs->pdata[i]);
        }
    }
}

static gboolean
is_number_cb (GtkColumnViewColumn *column, gpointer user_data)
{
  const guint index = GPOINTER_TO_UINT (
      g_object_get_data (G_OBJECT (gtk_column_view_column_get_factory (column)), "troupe-column"));

  return columns[index].column != COLUMN_NAME;
}

void
troupe_compare_cost_show_only (TroupeCompareCost *self, int side)
{
  GListModel *all;

  g_return_if_fail (TROUPE_IS_COMPARE_COST (self));

  all = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table));
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (all, i);

      gtk_column_view_column_set_visible (column, side < 0 || columns[i].side < 0 ||
                                                      columns[i].side == side);
    }
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_compare_cost_dispose (GObject *object)
{
  TroupeCompareCost *self = TROUPE_COMPARE_COST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->rows);
  G_OBJECT_CLASS (troupe_compare_cost_parent_class)->dispose (object);
}

static void
troupe_compare_cost_class_init (TroupeCompareCostClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_compare_cost_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_compare_cost_init (TroupeCompareCost *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkNoSelection *selection = NULL;

  g_assert (TROUPE_IS_COMPARE_COST (self));

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
  self->rows = g_list_store_new (TROUPE_TYPE_COMPARE_COST_ROW);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (self->rows)));
  self->table = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  gtk_widget_add_css_class (self->table, "cost-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Cost of Both Runs"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) column = NULL;

      g_object_set_data (G_OBJECT (factory), "troupe-column", GUINT_TO_POINTER (i));
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
      column = gtk_column_view_column_new (_ (columns[i].title), factory);
      if (columns[i].column == COLUMN_NAME)
        gtk_column_view_column_set_expand (column, TRUE);
      else
        gtk_column_view_column_set_fixed_width (column, NUMBER_WIDTH);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), column);
    }
  troupe_column_view_align_titles (GTK_COLUMN_VIEW (self->table), is_number_cb, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->table);
  gtk_widget_set_vexpand (scroller, TRUE);
  gtk_box_append (GTK_BOX (self->box), scroller);
}

GtkWidget *
troupe_compare_cost_new (const TroupeCompareFacts *facts)
{
  const char *names[] = { _ ("By Method"), _ ("By Agent"), _ ("By Model"), _ ("By Tool"), NULL };
  TroupeCompareCost *self;

  g_return_val_if_fail (facts != NULL, NULL);

  /* The parts of a crew are its tasks. */
  if (troupe_trace_get_n_methods (facts->traces[0]) == 0 &&
      troupe_trace_get_n_methods (facts->traces[1]) == 0)
    names[0] = _ ("By Task");
  self = g_object_new (TROUPE_TYPE_COMPARE_COST, NULL);
  self->facts = facts;
  self->kinds = gtk_drop_down_new_from_strings (names);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->kinds), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Rows"), -1);
  gtk_widget_set_halign (self->kinds, GTK_ALIGN_START);
  gtk_widget_add_css_class (self->kinds, "compare-kinds");
  gtk_box_prepend (GTK_BOX (self->box), self->kinds);
  g_signal_connect_object (self->kinds, "notify::selected", G_CALLBACK (show_rows), self,
                           G_CONNECT_SWAPPED);
  show_rows (self);
  return GTK_WIDGET (self);
}
