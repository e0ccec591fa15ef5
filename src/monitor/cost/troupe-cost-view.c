/* troupe-cost-view.c: cost panel: tokens, time and money of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cost-view"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-canvas.h"
#include "troupe-clock.h"
#include "troupe-column-titles.h"
#include "troupe-cost-item.h"
#include "troupe-cost-view.h"
#include "troupe-money.h"
#include "troupe-plot.h"
#include "troupe-row-name.h"
#include "troupe-value-tree.h"

/* Delay of updates during a run, in milliseconds. */
#define PAUSE 1000
/* The size of a face in pixels. */
#define FACE 20
/* With these widths, all columns fit next to an open inspector in a window of 1440 px. */
#define BAR_WIDTH 80
#define NUMBER_WIDTH 72
#define CACHED_WIDTH 84 /* fits its title, which is the longest */
/* Columns are hidden below these widths. */
#define ALL_COLUMNS_WIDTH 660
#define MOST_COLUMNS_WIDTH 440

typedef enum
{
  COLUMN_NAME,
  COLUMN_CALLS,
  COLUMN_IN,
  COLUMN_CACHED,
  COLUMN_OUT,
  COLUMN_TIME,
  COLUMN_COST,
  COLUMN_SHARE,
  N_COLUMNS,
} Column;

struct _TroupeCostView
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *buttons[TROUPE_COST_N_KINDS];
  GtkWidget *stack;
  GtkWidget *empty; /* explains why the table is empty */
  GtkWidget *table;
  GtkColumnViewColumn *first;
  GtkWidget *sum;
  GtkWidget *money;
  GtkWidget *saved;
  GtkWidget *side;
  TroupeFlow *flow; /* (nullable): for the icons of methods */
  TroupeTrace *trace;
  GListStore *items;
  TroupeTraceCost whole;
  TroupeCostKind kind;
  GtkAdjustment *across; /* of the table */
  guint timeout;
  guint fold_id;
  gboolean is_stale;
};

enum
{
  SHOWN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCostView, troupe_cost_view, GTK_TYPE_WIDGET)

static const char *const kind_titles[TROUPE_COST_N_KINDS] = {
  [TROUPE_COST_METHOD] = NC_ ("cost", "Method"),
  [TROUPE_COST_AGENT] = NC_ ("cost", "Agent"),
  [TROUPE_COST_MODEL] = NC_ ("cost", "Model"),
  [TROUPE_COST_TOOL] = NC_ ("cost", "Tool"),
};

static const char *const column_titles[N_COLUMNS] = {
  [COLUMN_NAME] = "",
  [COLUMN_CALLS] = NC_ ("cost", "Calls"),
  [COLUMN_IN] = NC_ ("cost", "Input"),
  [COLUMN_CACHED] = NC_ ("cost", "Cached"),
  [COLUMN_OUT] = NC_ ("cost", "Output"),
  [COLUMN_TIME] = NC_ ("cost", "Time"),
  [COLUMN_COST] = NC_ ("cost", "Cost"),
  [COLUMN_SHARE] = NC_ ("cost", "Share"),
};

static const char *
get_title (const char *title)
{
  return *title != '\0' ? g_dpgettext2 (GETTEXT_PACKAGE, "cost", title) : "";
}

/* --- Cells ------------------------------------------------------------------------------------ */

/* (transfer full) */
static char *
describe_cell (TroupeCostItem *item, Column column)
{
  const TroupeTraceCost *cost = troupe_cost_item_get (item);

  g_assert (TROUPE_IS_COST_ITEM (item));

  switch (column)
    {
    case COLUMN_NAME:
      return troupe_cost_item_describe_name (item);
    case COLUMN_CALLS:
      return troupe_value_format_count (cost->n_calls);
    case COLUMN_IN:
      return troupe_value_format_count ((guint64) MAX (cost->prompt_tokens, 0));
    case COLUMN_CACHED:
      return troupe_value_format_count ((guint64) MAX (cost->cached_prompt_tokens, 0));
    case COLUMN_OUT:
      return troupe_value_format_count ((guint64) MAX (cost->completion_tokens, 0));
    case COLUMN_TIME:
      return cost->time_us > 0 ? troupe_span_to_text (cost->time_us) : g_strdup ("");
    case COLUMN_COST:
      return troupe_cost_item_describe_cost (item);
    case COLUMN_SHARE:
      /* Translators: the share of the total in percent. */
      return g_strdup_printf (_ ("%d%%"), (int) (troupe_cost_item_get_share (item) * 100 + 0.5));
    case N_COLUMNS:
    default:
      g_assert_not_reached ();
    }
}

static void
show_cell (TroupeCostItem *item, GtkListItem *list_item)
{
  const Column column =
      GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (list_item), "troupe-column"));
  GtkWidget *label = g_object_get_data (G_OBJECT (list_item), "troupe-label");
  GtkWidget *bar = g_object_get_data (G_OBJECT (list_item), "troupe-bar");
  g_autofree char *text = describe_cell (item, column);

  g_assert (TROUPE_IS_COST_ITEM (item));
  g_assert (GTK_IS_LABEL (label));

  gtk_label_set_label (GTK_LABEL (label), text);
  if (bar != NULL)
    gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), troupe_cost_item_get_share (item));
}

static void
set_class (GtkWidget *widget, const char *name, gboolean is_set)
{
  if (is_set)
    gtk_widget_add_css_class (widget, name);
  else
    gtk_widget_remove_css_class (widget, name);
}

/* Shows an icon for the kind of the row, or the face of an agent. Also shows whether the row is
 * a part of another row. */
static void
show_kind (TroupeCostView *self, TroupeCostItem *item, GtkListItem *list_item, gboolean is_part)
{
  const TroupeCostKind kind = troupe_cost_item_get (item)->kind;
  GtkWidget *label = g_object_get_data (G_OBJECT (list_item), "troupe-label");
  GtkWidget *bar = g_object_get_data (G_OBJECT (list_item), "troupe-bar");
  GtkWidget *face = g_object_get_data (G_OBJECT (list_item), "troupe-face");
  GtkWidget *icon = g_object_get_data (G_OBJECT (list_item), "troupe-icon");
  g_autofree char *name = troupe_cost_item_describe_name (item);
  const TroupeTraceCost *cost;
  const TroupeFlowMethod *method;
  GtkWidget *mark;
  GtkWidget *picture;
  GtkWidget *number;
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_COST_ITEM (item));

  if (bar != NULL)
    set_class (bar, "of-part", is_part);
  if (face == NULL)
    return;
  troupe_list_item_set_row_name (list_item, name);
  /* The mark of a method or a task looks as on its card. */
  cost = troupe_cost_item_get (item);
  method = self->flow != NULL && cost->kind == TROUPE_COST_METHOD && cost->task_number == 0
               ? troupe_flow_find_method (self->flow, cost->name)
               : NULL;
  mark = g_object_get_data (G_OBJECT (list_item), "troupe-mark");
  picture = gtk_stack_get_child_by_name (GTK_STACK (mark), "icon");
  number = gtk_stack_get_child_by_name (GTK_STACK (mark), "number");
  text = g_strdup_printf ("%u", cost->task_number);
  gtk_widget_set_visible (mark, method != NULL || cost->task_number > 0);
  gtk_label_set_label (GTK_LABEL (number), cost->task_number > 0 ? text : "");
  if (method != NULL)
    gtk_image_set_from_icon_name (GTK_IMAGE (picture), troupe_plot_get_icon_name (method));
  gtk_stack_set_visible_child (GTK_STACK (mark), method != NULL ? picture : number);
  set_class (mark, "start", method != NULL && method->start);
  set_class (mark, "router", method != NULL && method->router && !method->start);
  set_class (label, "strong", !is_part);
  gtk_widget_set_visible (face, kind == TROUPE_COST_AGENT);
  adw_avatar_set_text (ADW_AVATAR (face), name);
  gtk_widget_set_visible (icon, kind == TROUPE_COST_MODEL || kind == TROUPE_COST_TOOL);
  gtk_image_set_from_icon_name (GTK_IMAGE (icon), kind == TROUPE_COST_TOOL
                                                      ? "troupe-tool-symbolic"
                                                      : "troupe-agent-symbolic");
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *list_item, gpointer user_data)
{
  GtkTreeListRow *row = gtk_list_item_get_item (list_item);
  g_autoptr (TroupeCostItem) item = gtk_tree_list_row_get_item (row);
  GtkWidget *child = gtk_list_item_get_child (list_item);

  g_assert (GTK_IS_LIST_ITEM (list_item));

  if (GTK_IS_TREE_EXPANDER (child))
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), row);
  g_signal_connect (item, "changed", G_CALLBACK (show_cell), list_item);
  /* Keep a reference, because a row that was removed from the model no longer has an item. */
  g_object_set_data_full (G_OBJECT (list_item), "troupe-item", g_object_ref (item), g_object_unref);
  show_kind (user_data, item, list_item, gtk_tree_list_row_get_depth (row) > 0);
  show_cell (item, list_item);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *list_item)
{
  TroupeCostItem *item = g_object_get_data (G_OBJECT (list_item), "troupe-item");
  GtkWidget *child = gtk_list_item_get_child (list_item);

  g_assert (GTK_IS_LIST_ITEM (list_item));

  g_signal_handlers_disconnect_by_func (item, show_cell, list_item);
  g_object_set_data (G_OBJECT (list_item), "troupe-item", NULL);
  if (GTK_IS_TREE_EXPANDER (child))
    gtk_tree_expander_set_list_row (GTK_TREE_EXPANDER (child), NULL);
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *list_item)
{
  const Column column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "troupe-column"));
  GtkWidget *label = gtk_label_new (NULL);
  GtkWidget *child;

  g_assert (GTK_IS_LIST_ITEM (list_item));

  gtk_label_set_xalign (GTK_LABEL (label), column == COLUMN_NAME ? 0.0f : 1.0f);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (column == COLUMN_NAME)
    {
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_label_set_width_chars (GTK_LABEL (label), 8);
      troupe_value_label_tell_cut (label);
    }
  else
    gtk_widget_add_css_class (label, "numeric");
  if (column == COLUMN_COST)
    gtk_widget_add_css_class (label, "strong");
  if (column == COLUMN_CACHED || column == COLUMN_TIME || column == COLUMN_SHARE)
    gtk_widget_add_css_class (label, "dim-label");
  child = label;

  if (column == COLUMN_NAME)
    {
      GtkWidget *box;
      GtkWidget *face;
      GtkWidget *icon;
      GtkWidget *mark;

      child = gtk_tree_expander_new ();
      box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      face = adw_avatar_new (FACE, NULL, TRUE);
      icon = gtk_image_new ();
      mark = gtk_stack_new ();
      gtk_stack_add_named (GTK_STACK (mark), gtk_image_new (), "icon");
      gtk_stack_add_named (GTK_STACK (mark), gtk_label_new (NULL), "number");
      gtk_widget_add_css_class (mark, "cost-mark");
      gtk_widget_set_valign (mark, GTK_ALIGN_CENTER);
      gtk_widget_set_valign (face, GTK_ALIGN_CENTER);
      gtk_widget_add_css_class (icon, "dim-label");
      gtk_box_append (GTK_BOX (box), mark);
      gtk_box_append (GTK_BOX (box), face);
      gtk_box_append (GTK_BOX (box), icon);
      gtk_box_append (GTK_BOX (box), label);
      g_object_set_data (G_OBJECT (list_item), "troupe-mark", mark);
      g_object_set_data (G_OBJECT (list_item), "troupe-face", face);
      g_object_set_data (G_OBJECT (list_item), "troupe-icon", icon);
      gtk_tree_expander_set_child (GTK_TREE_EXPANDER (child), box);
    }
  else if (column == COLUMN_SHARE)
    {
      GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      GtkWidget *bar = gtk_level_bar_new ();

      /* The default colors would suggest that a low value is bad. */
      gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
      gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
      gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
      gtk_widget_add_css_class (bar, "cost-bar");
      gtk_widget_set_size_request (bar, BAR_WIDTH, 8);
      gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      get_title (column_titles[COLUMN_SHARE]), -1);
      gtk_label_set_width_chars (GTK_LABEL (label), 5);
      gtk_box_append (GTK_BOX (box), bar);
      gtk_box_append (GTK_BOX (box), label);
      g_object_set_data (G_OBJECT (list_item), "troupe-bar", bar);
      child = box;
    }
  g_object_set_data (G_OBJECT (list_item), "troupe-column", GUINT_TO_POINTER (column));
  g_object_set_data (G_OBJECT (list_item), "troupe-label", label);
  gtk_list_item_set_child (list_item, child);
}

/* --- Table ------------------------------------------------------------------------------------ */

static GListModel *
list_parts_cb (gpointer item, gpointer user_data)
{
  GListModel *parts = troupe_cost_item_get_parts (item);

  return g_list_model_get_n_items (parts) > 0 ? g_object_ref (parts) : NULL;
}

/* --- Hiding columns --------------------------------------------------------------------------- */

/* Returns TRUE if @column is shown at @width. A narrow panel hides columns that the total below
 * contains or that follow from the other columns. */
static gboolean
has_room_for (Column column, double width)
{
  switch (column)
    {
    case COLUMN_IN:
    case COLUMN_CACHED:
    case COLUMN_TIME:
      return width >= ALL_COLUMNS_WIDTH;
    case COLUMN_CALLS:
    case COLUMN_OUT:
      return width >= MOST_COLUMNS_WIDTH;
    case COLUMN_NAME:
    case COLUMN_COST:
    case COLUMN_SHARE:
    case N_COLUMNS:
    default:
      return TRUE;
    }
}

static gboolean
fold_columns_cb (gpointer data)
{
  TroupeCostView *self = data;
  const double width = gtk_adjustment_get_page_size (self->across);
  const double scale = (double) troupe_canvas_read_text_scale (GTK_WIDGET (self));
  GListModel *columns = gtk_column_view_get_columns (GTK_COLUMN_VIEW (self->table));

  g_assert (TROUPE_IS_COST_VIEW (self));

  self->fold_id = 0;
  if (width <= 1)
    return G_SOURCE_REMOVE;
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);

      gtk_column_view_column_set_visible (column, has_room_for (i, width / scale));
      if (i != COLUMN_NAME && i != COLUMN_SHARE)
        gtk_column_view_column_set_fixed_width (
            column, (int) (scale * (i == COLUMN_CACHED ? CACHED_WIDTH : NUMBER_WIDTH)));
    }
  return G_SOURCE_REMOVE;
}

/* The update is delayed, because columns must not change during the allocation. */
static void
width_changed_cb (TroupeCostView *self)
{
  g_assert (TROUPE_IS_COST_VIEW (self));

  if (self->fold_id == 0)
    self->fold_id = g_idle_add_full (GDK_PRIORITY_REDRAW - 10, fold_columns_cb, self, NULL);
}

/* All columns except the name and the share contain numbers. */
static gboolean
is_number_cb (GtkColumnViewColumn *column, gpointer user_data)
{
  const Column kind = GPOINTER_TO_UINT (
      g_object_get_data (G_OBJECT (gtk_column_view_column_get_factory (column)), "troupe-column"));

  return kind != COLUMN_NAME && kind != COLUMN_SHARE;
}

static GtkWidget *
make_table (TroupeCostView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkSingleSelection *selection;
  GtkTreeListModel *tree;

  g_assert (TROUPE_IS_COST_VIEW (self));

  self->items = g_list_store_new (TROUPE_TYPE_COST_ITEM);
  tree = gtk_tree_list_model_new (G_LIST_MODEL (g_object_ref (self->items)), FALSE, FALSE,
                                  list_parts_cb, NULL, NULL);
  selection = gtk_single_selection_new (NULL);
  /* No row is selected until the user selects one. */
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  gtk_single_selection_set_model (selection, G_LIST_MODEL (tree));
  g_object_unref (tree);
  self->table = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  gtk_widget_add_css_class (self->table, "cost-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Run Cost"), -1);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      Column column = i;
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) made = NULL;

      g_object_set_data (G_OBJECT (factory), "troupe-column", GUINT_TO_POINTER (column));
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
      g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
      made = gtk_column_view_column_new (get_title (column_titles[column]), factory);
      if (column == COLUMN_NAME)
        {
          gtk_column_view_column_set_expand (made, TRUE);
          self->first = made;
        }
      else if (column != COLUMN_SHARE)
        gtk_column_view_column_set_fixed_width (made, column == COLUMN_CACHED ? CACHED_WIDTH
                                                                              : NUMBER_WIDTH);
      gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), made);
    }
  troupe_column_view_align_titles (GTK_COLUMN_VIEW (self->table), is_number_cb, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->table);
  gtk_widget_set_vexpand (scroller, TRUE);
  self->across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_connect_object (self->across, "notify::page-size", G_CALLBACK (width_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return scroller;
}

/* --- Following the run ------------------------------------------------------------------------ */

static void
show_sum (TroupeCostView *self)
{
  g_autofree char *in = troupe_value_format_count ((guint64) MAX (self->whole.prompt_tokens, 0));
  g_autofree char *cached =
      troupe_value_format_count ((guint64) MAX (self->whole.cached_prompt_tokens, 0));
  g_autofree char *out =
      troupe_value_format_count ((guint64) MAX (self->whole.completion_tokens, 0));
  g_autofree char *calls =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u call", "%u calls", self->whole.n_calls),
                       self->whole.n_calls);
  g_autofree char *money =
      troupe_money_describe_sum (self->whole.micro_dollars, self->whole.n_unpriced == 0);
  /* Translators: the total of a run. First %s is “28 calls”; the others are numbers of tokens. */
  g_autofree char *text =
      g_strdup_printf (_ ("%s · %s in, %s from cache · %s out"), calls, in, cached, out);

  g_autofree char *amount = troupe_money_for_display (MAX (self->whole.saved_micro_dollars, 0));
  /* Translators: %s is an amount of money that was saved by the cache of a model provider. */
  g_autofree char *saved = g_strdup_printf (_ ("%s saved by the cache"), amount);

  g_assert (TROUPE_IS_COST_VIEW (self));

  gtk_label_set_label (GTK_LABEL (self->saved), saved);
  gtk_widget_set_visible (self->saved, self->whole.saved_micro_dollars > 0);
  gtk_label_set_label (GTK_LABEL (self->sum), text);
  gtk_label_set_label (GTK_LABEL (self->money), money != NULL ? money : "");
  troupe_cost_side_set_spent (TROUPE_COST_SIDE (self->side), self->whole.micro_dollars);
}

/* Returns the title of @kind. For a standalone crew, tasks replace methods, so the title
 * differs. (transfer none) */
static const char *
get_kind_title (TroupeCostView *self, TroupeCostKind kind)
{
  TroupeSpan *run = troupe_trace_get_run (self->trace);

  g_assert (TROUPE_IS_COST_VIEW (self));

  if (kind == TROUPE_COST_METHOD && troupe_trace_get_n_methods (self->trace) == 0 &&
      run->children != NULL && run->children->len > 0)
    return C_ ("cost", "Task");

  return get_title (kind_titles[kind]);
}

static void
update (TroupeCostView *self)
{
  g_autoptr (GPtrArray) rows = NULL;
  g_autoptr (GPtrArray) methods = NULL;
  TroupeTraceCost *whole;

  g_assert (TROUPE_IS_COST_VIEW (self));

  self->is_stale = FALSE;
  gtk_button_set_label (GTK_BUTTON (self->buttons[TROUPE_COST_METHOD]),
                        get_kind_title (self, TROUPE_COST_METHOD));
  gtk_column_view_column_set_title (self->first, get_kind_title (self, self->kind));
  /* The total is computed from the methods, because each model call belongs to exactly one
   * method. If grouped by tool, a call can belong to two rows. */
  methods = troupe_trace_list_costs (self->trace, TROUPE_COST_METHOD);
  whole = &self->whole;
  *whole = (TroupeTraceCost){ 0 };
  for (guint i = 0; i < methods->len; i++)
    {
      const TroupeTraceCost *row = g_ptr_array_index (methods, i);

      whole->n_calls += row->n_calls;
      whole->prompt_tokens += row->prompt_tokens;
      whole->cached_prompt_tokens += row->cached_prompt_tokens;
      whole->completion_tokens += row->completion_tokens;
      whole->micro_dollars += row->micro_dollars;
      whole->n_unpriced += row->n_unpriced;
      whole->saved_micro_dollars += row->saved_micro_dollars;
    }
  rows = self->kind == TROUPE_COST_METHOD ? g_ptr_array_ref (methods)
                                          : troupe_trace_list_costs (self->trace, self->kind);
  troupe_cost_items_update (self->items, rows, &self->whole);
  gtk_label_set_label (GTK_LABEL (self->empty),
                       methods->len == 0                ? _ ("Press Run (F5) to see the cost here.")
                       : self->kind == TROUPE_COST_TOOL ? _ ("No tools were called.")
                                                        : _ ("No models were called."));
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack), rows->len > 0 ? "table" : "empty");
  show_sum (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    {
      g_autoptr (GHashTable) texts =
          g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_autoptr (GListStore) items = g_list_store_new (TROUPE_TYPE_COST_ITEM);

      /* Emits the costs, so that cards can show them. */
      troupe_cost_items_update (items, methods, &self->whole);
      for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (items)); i++)
        {
          g_autoptr (TroupeCostItem) item = g_list_model_get_item (G_LIST_MODEL (items), i);
          const char *name = troupe_cost_item_get (item)->name;

          if (name != NULL)
            g_hash_table_insert (texts, g_strdup (name), troupe_cost_item_describe_cost (item));
        }
      g_signal_emit (self, signals[SHOWN], 0, texts);
    }
}

static gboolean
pause_over_cb (gpointer user_data)
{
  TroupeCostView *self = user_data;

  g_assert (TROUPE_IS_COST_VIEW (self));

  self->timeout = 0;
  if (self->is_stale && gtk_widget_get_mapped (GTK_WIDGET (self)))
    update (self);

  return G_SOURCE_REMOVE;
}

static void
trace_changed_cb (TroupeCostView *self)
{
  g_assert (TROUPE_IS_COST_VIEW (self));

  self->is_stale = TRUE;
  if (self->timeout == 0 && gtk_widget_get_mapped (GTK_WIDGET (self)))
    self->timeout =
        g_timeout_add (troupe_trace_is_under_way (self->trace) ? PAUSE : 0, pause_over_cb, self);
}

static void
troupe_cost_view_map (GtkWidget *widget)
{
  TroupeCostView *self = TROUPE_COST_VIEW (widget);

  GTK_WIDGET_CLASS (troupe_cost_view_parent_class)->map (widget);
  update (self);
}

static void
troupe_cost_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_cost_view_parent_class)->unmap (widget);
  g_signal_emit (widget, signals[SHOWN], 0, NULL);
}

/* --- Header ----------------------------------------------------------------------------------- */

static void
kind_toggled_cb (TroupeCostView *self, GtkToggleButton *button)
{
  g_assert (TROUPE_IS_COST_VIEW (self));
  g_assert (GTK_IS_TOGGLE_BUTTON (button));

  if (!gtk_toggle_button_get_active (button))
    return;
  for (guint i = 0; i < TROUPE_COST_N_KINDS; i++)
    if (self->buttons[i] == GTK_WIDGET (button))
      troupe_cost_view_set_kind (self, i);
}

static void
copy_cb (TroupeCostView *self)
{
  g_autofree char *text = troupe_cost_view_to_csv (self);

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), text);
}

static GtkWidget *
make_head (TroupeCostView *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  /* Translators: the text before “Method”, “Agent”, “Model”, “Tool”, by which the rows of the
   * table are grouped. */
  GtkWidget *by = gtk_label_new (C_ ("cost", "Group by"));
  GtkWidget *switches = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 2);
  GtkWidget *copy = gtk_button_new_with_label (_ ("Copy as CSV"));
  GtkWidget *prices;

  g_assert (TROUPE_IS_COST_VIEW (self));

  gtk_widget_add_css_class (by, "dim-label");
  gtk_box_append (GTK_BOX (head), by);
  for (guint i = 0; i < TROUPE_COST_N_KINDS; i++)
    {
      GtkWidget *button = gtk_toggle_button_new_with_label (get_title (kind_titles[i]));

      gtk_widget_add_css_class (button, "flat");
      if (i > 0)
        gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button),
                                     GTK_TOGGLE_BUTTON (self->buttons[0]));
      self->buttons[i] = button;
      gtk_box_append (GTK_BOX (switches), button);
    }
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[0]), TRUE);
  for (guint i = 0; i < TROUPE_COST_N_KINDS; i++)
    g_signal_connect_object (self->buttons[i], "toggled", G_CALLBACK (kind_toggled_cb), self,
                             G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), switches);
  gtk_widget_add_css_class (copy, "flat");
  gtk_widget_set_hexpand (copy, TRUE);
  gtk_widget_set_halign (copy, GTK_ALIGN_END);
  g_signal_connect_object (copy, "clicked", G_CALLBACK (copy_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (head), copy);
  prices = gtk_button_new_with_label (_ ("Prices…"));
  gtk_widget_add_css_class (prices, "flat");
  gtk_actionable_set_action_name (GTK_ACTIONABLE (prices), "app.preferences-page");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (prices), "s", "prices");
  gtk_box_append (GTK_BOX (head), prices);
  gtk_widget_add_css_class (head, "cost-head");

  /* In a narrow window, the rest of the header is reached by dragging or keyboard navigation. */
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_EXTERNAL,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), head);

  return scroller;
}

/* --- Actions ---------------------------------------------------------------------------------- */

TroupeCostKind
troupe_cost_view_get_kind (TroupeCostView *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_VIEW (self), TROUPE_COST_METHOD);

  return self->kind;
}

void
troupe_cost_view_set_kind (TroupeCostView *self, TroupeCostKind kind)
{
  g_return_if_fail (TROUPE_IS_COST_VIEW (self));
  g_return_if_fail (kind < TROUPE_COST_N_KINDS);

  if (self->kind == kind)
    return;
  self->kind = kind;
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->buttons[kind]), TRUE);
  update (self);
}

TroupeCostSide *
troupe_cost_view_get_side (TroupeCostView *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_VIEW (self), NULL);

  return TROUPE_COST_SIDE (self->side);
}

void
troupe_cost_view_set_flow (TroupeCostView *self, TroupeFlow *flow)
{
  g_return_if_fail (TROUPE_IS_COST_VIEW (self));
  g_return_if_fail (flow != NULL);

  troupe_flow_ref (flow);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  self->flow = flow;
}

/* Appends a string, quoted so that spreadsheets neither split it into two cells nor interpret it
 * as a formula. */
static void
append_csv_text (GString *csv, const char *text)
{
  g_assert (csv != NULL);

  g_string_append_c (csv, '"');
  if (*text != '\0' && strchr ("=+-@\t\r", *text) != NULL)
    g_string_append_c (csv, '\'');
  for (const char *letter = text; *letter != '\0'; letter++)
    {
      if (*letter == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *letter);
    }
  g_string_append_c (csv, '"');
}

static void
append_csv_rows (GString *csv, GListModel *items, const char *around)
{
  g_assert (csv != NULL);

  for (guint i = 0; i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (TroupeCostItem) item = g_list_model_get_item (items, i);
      const TroupeTraceCost *cost = troupe_cost_item_get (item);
      g_autofree char *name = troupe_cost_item_describe_name (item);
      char dollars[G_ASCII_DTOSTR_BUF_SIZE] = "";

      append_csv_text (csv, around != NULL ? around : name);
      g_string_append_c (csv, ',');
      append_csv_text (csv, around != NULL ? name : "");
      if (cost->n_unpriced == 0)
        g_ascii_formatd (dollars, sizeof dollars, "%.6f", (double) cost->micro_dollars / 1e6);
      g_string_append_printf (csv,
                              ",%u,%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ".%03d,%s\r\n",
                              cost->n_calls, cost->prompt_tokens, cost->cached_prompt_tokens,
                              cost->completion_tokens, cost->time_us / G_USEC_PER_SEC,
                              (int) (cost->time_us % G_USEC_PER_SEC / 1000), dollars);
      append_csv_rows (csv, troupe_cost_item_get_parts (item), around != NULL ? around : name);
    }
}

char *
troupe_cost_view_to_csv (TroupeCostView *self)
{
  GString *csv;

  g_return_val_if_fail (TROUPE_IS_COST_VIEW (self), NULL);

  if (self->is_stale)
    update (self);
  csv = g_string_new ("name,part,calls,in,from_cache,out,seconds,dollars\r\n");
  append_csv_rows (csv, G_LIST_MODEL (self->items), NULL);

  return g_string_free (csv, FALSE);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_cost_view_dispose (GObject *object)
{
  TroupeCostView *self = TROUPE_COST_VIEW (object);

  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_handle_id (&self->fold_id, g_source_remove);
  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->items);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->flow, troupe_flow_unref);

  G_OBJECT_CLASS (troupe_cost_view_parent_class)->dispose (object);
}

static void
troupe_cost_view_class_init (TroupeCostViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_cost_view_dispose;
  GTK_WIDGET_CLASS (klass)->map = troupe_cost_view_map;
  GTK_WIDGET_CLASS (klass)->unmap = troupe_cost_view_unmap;

  signals[SHOWN] = g_signal_new ("shown", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, G_TYPE_HASH_TABLE);

  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_cost_view_init (TroupeCostView *self)
{
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *foot;
  GtkWidget *title;

  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->side = troupe_cost_side_new ();
  self->stack = gtk_stack_new ();
  self->empty = gtk_label_new (_ ("Press Run (F5) to see the cost here."));
  gtk_label_set_wrap (GTK_LABEL (self->empty), TRUE);
  gtk_widget_add_css_class (self->empty, "dim-label");
  gtk_widget_set_hexpand (column, TRUE);
  gtk_box_append (GTK_BOX (column), make_head (self));
  gtk_stack_add_named (GTK_STACK (self->stack), self->empty, "empty");
  gtk_stack_add_named (GTK_STACK (self->stack), make_table (self), "table");
  gtk_column_view_column_set_title (self->first, get_title (kind_titles[TROUPE_COST_METHOD]));
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_box_append (GTK_BOX (column), self->stack);
  foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  title = gtk_label_new (_ ("Total"));
  self->sum = gtk_label_new (NULL);
  self->money = gtk_label_new (NULL);
  gtk_label_set_ellipsize (GTK_LABEL (self->sum), PANGO_ELLIPSIZE_START);
  gtk_widget_set_hexpand (self->sum, TRUE);
  gtk_widget_set_halign (self->sum, GTK_ALIGN_END);
  gtk_widget_add_css_class (title, "strong");
  gtk_widget_add_css_class (self->sum, "numeric");
  gtk_widget_add_css_class (self->money, "strong");
  gtk_widget_add_css_class (self->money, "numeric");
  gtk_box_append (GTK_BOX (foot), title);
  gtk_box_append (GTK_BOX (foot), self->sum);
  gtk_box_append (GTK_BOX (foot), self->money);
  self->saved = gtk_label_new (NULL);
  gtk_widget_add_css_class (self->saved, "dim-label");
  gtk_widget_add_css_class (self->saved, "numeric");
  gtk_widget_set_visible (self->saved, FALSE);
  gtk_box_append (GTK_BOX (foot), self->saved);
  gtk_widget_add_css_class (foot, "cost-foot");
  gtk_box_append (GTK_BOX (column), foot);
  gtk_box_append (GTK_BOX (self->box), column);
  gtk_box_append (GTK_BOX (self->box), self->side);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_cost_view_new (TroupeTrace *trace)
{
  TroupeCostView *self;

  g_return_val_if_fail (TROUPE_IS_TRACE (trace), NULL);

  self = g_object_new (TROUPE_TYPE_COST_VIEW, NULL);
  self->trace = g_object_ref (trace);
  g_signal_connect_object (trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (trace, "run-changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}
