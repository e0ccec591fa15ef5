/* troupe-report-list.c: table of an import report
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-report-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-report-list.h"
#include "troupe-row-name.h"

typedef enum
{
  COLUMN_KIND,
  COLUMN_PLACE,
  COLUMN_WHAT,
  COLUMN_WHY,
  COLUMN_REPAIR,
  N_COLUMNS
} Column;

struct _TroupeReportList
{
  GtkWidget parent_instance;

  GtkWidget *box;
  GtkWidget *head;
  GtkWidget *stack;
  GtkWidget *table;
  GtkWidget *everything;
  GtkWidget *to_look_at;
  GtkWidget *problems;
  GtkFilterListModel *shown;
  GtkCustomFilter *filter;
  GtkSingleSelection *selection;
  char *text;
};

enum
{
  PROBLEM_ACTIVATED,
  FIX_REQUESTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeReportList, troupe_report_list, GTK_TYPE_WIDGET)

static const struct
{
  const char *title;
  int width; /* 0 for the remaining width, -1 for that of the content */
} columns[N_COLUMNS] = {
  { "", 116 }, { N_ ("Location"), 120 }, { N_ ("Original"), 190 }, { N_ ("Result"), 0 }, { "", -1 },
};

static const struct
{
  const char *word;
  const char *icon;
  const char *css_class;
} kinds[] = {
  [TROUPE_REPORT_LEFT_OUT] = { N_ ("Skipped"), "troupe-cross-symbolic", "error" },
  [TROUPE_REPORT_CHANGED] = { N_ ("Changed"), "dialog-warning-symbolic", "warning" },
  [TROUPE_REPORT_CARRIED] = { N_ ("Imported"), "troupe-check-symbolic", "success" },
};

/* --- Cells ------------------------------------------------------------------------------------- */

static void
fix_clicked_cb (GtkButton *button, gpointer user_data)
{
  GtkListItem *cell = g_object_get_data (G_OBJECT (button), "troupe-list-item");
  TroupeReportItem *item = gtk_list_item_get_item (cell);

  g_assert (TROUPE_IS_REPORT_LIST (user_data));

  if (item != NULL)
    g_signal_emit (user_data, signals[FIX_REQUESTED], 0, troupe_report_item_get_problem (item));
}

static GtkWidget *
make_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);
  return label;
}

static void
setup_cb (GtkListItemFactory *factory, GtkListItem *cell, gpointer user_data)
{
  const Column column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (factory), "troupe-column"));
  GtkWidget *child;

  g_assert (GTK_IS_LIST_ITEM (cell));

  if (column == COLUMN_KIND)
    {
      child = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
      gtk_box_append (GTK_BOX (child), gtk_image_new ());
      gtk_box_append (GTK_BOX (child), make_label ("strong"));
    }
  else if (column == COLUMN_REPAIR)
    {
      child = gtk_button_new ();
      gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
      g_object_set_data (G_OBJECT (child), "troupe-list-item", cell);
      g_signal_connect_object (child, "clicked", G_CALLBACK (fix_clicked_cb), user_data, 0);
    }
  else
    {
      child = make_label (column == COLUMN_WHAT ? "monospace" : NULL);
      /* What became of an entry has to be read to its end. */
      gtk_label_set_wrap (GTK_LABEL (child), column != COLUMN_PLACE);
      gtk_label_set_wrap_mode (GTK_LABEL (child), PANGO_WRAP_WORD_CHAR);
      gtk_label_set_ellipsize (GTK_LABEL (child),
                               column == COLUMN_WHY ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
      gtk_label_set_lines (GTK_LABEL (child), column == COLUMN_WHAT ? 3 : -1);
    }
  g_object_set_data (G_OBJECT (cell), "troupe-column", GUINT_TO_POINTER (column));
  gtk_list_item_set_child (cell, child);
}

static void
show_cell (TroupeReportItem *item, GParamSpec *pspec, GtkListItem *cell)
{
  const Column column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (cell), "troupe-column"));
  GtkWidget *child = gtk_list_item_get_child (cell);
  g_autofree char *place = NULL;
  const char *text;

  g_assert (TROUPE_IS_REPORT_ITEM (item));

  if (column == COLUMN_KIND)
    {
      const TroupeReportKind kind = troupe_report_item_get_kind (item);
      GtkWidget *icon = gtk_widget_get_first_child (child);
      const char *classes[] = { kinds[kind].css_class, NULL };

      gtk_image_set_from_icon_name (GTK_IMAGE (icon), kinds[kind].icon);
      gtk_widget_set_css_classes (icon, classes);
      gtk_label_set_label (GTK_LABEL (gtk_widget_get_next_sibling (icon)), _ (kinds[kind].word));
    }
  else if (column == COLUMN_REPAIR)
    {
      const TroupeProblem *problem = troupe_report_item_get_problem (item);

      gtk_widget_set_visible (child,
                              problem->fix_action != NULL && !troupe_report_item_is_settled (item));
      troupe_button_set_row_label (
          GTK_BUTTON (child), problem->fix_label != NULL ? problem->fix_label : _ ("Fix"), NULL);
    }
  else
    {
      place = column == COLUMN_PLACE ? troupe_report_item_describe_place (item) : NULL;
      text = place != NULL           ? place
             : column == COLUMN_WHAT ? troupe_report_item_get_what (item)
                                     : troupe_report_item_get_problem (item)->message;
      gtk_label_set_label (GTK_LABEL (child), text);
      gtk_widget_set_tooltip_text (child, text);
      if (column == COLUMN_WHAT)
        troupe_list_item_set_row_name (cell, text);
      if (column == COLUMN_WHY && troupe_report_item_is_settled (item))
        gtk_widget_add_css_class (child, "dim-label");
      else
        gtk_widget_remove_css_class (child, "dim-label");
    }
}

static void
bind_cb (GtkListItemFactory *factory, GtkListItem *cell)
{
  TroupeReportItem *item = gtk_list_item_get_item (cell);

  g_assert (GTK_IS_LIST_ITEM (cell));

  g_signal_connect (item, "notify::settled", G_CALLBACK (show_cell), cell);
  g_object_set_data_full (G_OBJECT (cell), "troupe-item", g_object_ref (item), g_object_unref);
  show_cell (item, NULL, cell);
}

static void
unbind_cb (GtkListItemFactory *factory, GtkListItem *cell)
{
  TroupeReportItem *item = g_object_get_data (G_OBJECT (cell), "troupe-item");

  g_assert (GTK_IS_LIST_ITEM (cell));

  g_signal_handlers_disconnect_by_func (item, show_cell, cell);
  g_object_set_data (G_OBJECT (cell), "troupe-item", NULL);
}

static void
add_column (TroupeReportList *self, Column column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  const char *title = columns[column].title;
  g_autoptr (GtkColumnViewColumn) made = NULL;

  g_assert (TROUPE_IS_REPORT_LIST (self));

  g_object_set_data (G_OBJECT (factory), "troupe-column", GUINT_TO_POINTER (column));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), NULL);
  made = gtk_column_view_column_new (*title != '\0' ? _ (title) : NULL, factory);
  if (columns[column].width > 0)
    gtk_column_view_column_set_fixed_width (made, columns[column].width);
  gtk_column_view_column_set_expand (made, columns[column].width == 0);
  gtk_column_view_append_column (GTK_COLUMN_VIEW (self->table), made);
}

/* --- Filtering -------------------------------------------------------------------------------- */

static gboolean
needs_a_look (gpointer item)
{
  return troupe_report_item_get_kind (item) != TROUPE_REPORT_CARRIED;
}

static gboolean
is_shown (gpointer item, gpointer user_data)
{
  TroupeReportList *self = user_data;

  g_assert (TROUPE_IS_REPORT_LIST (self));

  return !gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (self->to_look_at)) ||
         needs_a_look (item);
}

static void
show_page (TroupeReportList *self)
{
  const gboolean has_report = gtk_filter_list_model_get_model (self->shown) != NULL;

  g_assert (TROUPE_IS_REPORT_LIST (self));

  gtk_widget_set_visible (self->head, has_report);
  gtk_stack_set_visible_child_name (GTK_STACK (self->stack),
                                    has_report && !gtk_toggle_button_get_active (
                                                      GTK_TOGGLE_BUTTON (self->problems))
                                        ? "report"
                                        : "problems");
}

static void
filter_toggled_cb (TroupeReportList *self)
{
  g_assert (TROUPE_IS_REPORT_LIST (self));

  show_page (self);
  gtk_filter_changed (GTK_FILTER (self->filter), GTK_FILTER_CHANGE_DIFFERENT);
}

static void
activated_cb (TroupeReportList *self, guint position)
{
  g_autoptr (TroupeReportItem) item = g_list_model_get_item (G_LIST_MODEL (self->shown), position);

  g_assert (TROUPE_IS_REPORT_LIST (self));

  if (item != NULL && troupe_report_item_get_problem (item)->path != NULL)
    g_signal_emit (self, signals[PROBLEM_ACTIVATED], 0, troupe_report_item_get_problem (item));
}

static void
copy_cb (TroupeReportList *self)
{
  g_assert (TROUPE_IS_REPORT_LIST (self));

  if (self->text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text);
}

void
troupe_report_list_set_items (TroupeReportList *self, GListModel *items, const char *text)
{
  guint n_to_look_at = 0;
  g_autofree char *label = NULL;

  g_return_if_fail (TROUPE_IS_REPORT_LIST (self));
  g_return_if_fail (items == NULL || G_IS_LIST_MODEL (items));

  for (guint i = 0; items != NULL && i < g_list_model_get_n_items (items); i++)
    {
      g_autoptr (TroupeReportItem) item = g_list_model_get_item (items, i);

      n_to_look_at += needs_a_look (item);
    }
  label =
      g_strdup_printf (ngettext ("%u changed or skipped", "%u changed or skipped", n_to_look_at),
                       n_to_look_at);
  gtk_button_set_label (GTK_BUTTON (self->to_look_at), label);
  gtk_widget_set_sensitive (self->to_look_at, n_to_look_at > 0);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->everything), TRUE);
  gtk_filter_list_model_set_model (self->shown, items);
  g_free (self->text);
  self->text = g_strdup (text);
  show_page (self);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_report_list_dispose (GObject *object)
{
  TroupeReportList *self = TROUPE_REPORT_LIST (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->selection);
  g_clear_object (&self->shown);
  g_clear_object (&self->filter);
  g_clear_pointer (&self->text, g_free);
  G_OBJECT_CLASS (troupe_report_list_parent_class)->dispose (object);
}

static void
troupe_report_list_class_init (TroupeReportListClass *klass)
{
  static const char *const names[N_SIGNALS] = { "problem-activated", "fix-requested" };

  G_OBJECT_CLASS (klass)->dispose = troupe_report_list_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 1, TROUPE_TYPE_PROBLEM);
}

static void
troupe_report_list_init (TroupeReportList *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *head;
  GtkWidget *title;
  GtkWidget *copy;

  g_assert (TROUPE_IS_REPORT_LIST (self));
  g_assert (self != NULL);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  title = gtk_label_new (_ ("Report"));
  copy = gtk_button_new_with_label (_ ("Copy Report"));
  self->everything = gtk_toggle_button_new_with_label (_ ("Everything"));
  self->to_look_at = gtk_toggle_button_new ();
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->to_look_at),
                               GTK_TOGGLE_BUTTON (self->everything));
  self->problems = gtk_toggle_button_new_with_label (_ ("Problems"));
  gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (self->problems),
                               GTK_TOGGLE_BUTTON (self->everything));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (self->everything), TRUE);
  g_signal_connect_object (self->to_look_at, "toggled", G_CALLBACK (filter_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->problems, "toggled", G_CALLBACK (filter_toggled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (copy, "clicked", G_CALLBACK (copy_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_css_class (title, "heading");
  gtk_widget_add_css_class (head, "cost-head");
  gtk_widget_set_hexpand (copy, TRUE);
  gtk_widget_set_halign (copy, GTK_ALIGN_END);
  gtk_box_append (GTK_BOX (head), title);
  for (guint i = 0; i < 4; i++)
    {
      GtkWidget *const buttons[] = { self->everything, self->to_look_at, self->problems, copy };

      gtk_widget_add_css_class (buttons[i], "flat");
      gtk_box_append (GTK_BOX (head), buttons[i]);
    }
  self->head = head;
  gtk_box_append (GTK_BOX (self->box), self->head);
  self->filter = gtk_custom_filter_new (is_shown, self, NULL);
  self->shown = gtk_filter_list_model_new (NULL, g_object_ref (GTK_FILTER (self->filter)));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (self->shown));
  self->table = gtk_column_view_new (GTK_SELECTION_MODEL (g_object_ref (self->selection)));
  gtk_column_view_set_single_click_activate (GTK_COLUMN_VIEW (self->table), TRUE);
  gtk_widget_add_css_class (self->table, "cost-table");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->table), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Report"), -1);
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  g_signal_connect_object (self->table, "activate", G_CALLBACK (activated_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->table);
  self->stack = gtk_stack_new ();
  gtk_widget_set_vexpand (self->stack, TRUE);
  gtk_stack_add_named (GTK_STACK (self->stack), scroller, "report");
  gtk_box_append (GTK_BOX (self->box), self->stack);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
troupe_report_list_new (GtkWidget *problems)
{
  TroupeReportList *self;

  g_return_val_if_fail (GTK_IS_WIDGET (problems), NULL);

  self = g_object_new (TROUPE_TYPE_REPORT_LIST, NULL);
  gtk_stack_add_named (GTK_STACK (self->stack), problems, "problems");
  show_page (self);
  return GTK_WIDGET (self);
}
