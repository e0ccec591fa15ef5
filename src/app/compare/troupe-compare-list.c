/* troupe-compare-list.c: list of the methods that differ in two runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-compare-list"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-compare-list.h"
#include "troupe-compare-text.h"
#include "troupe-sanitize-text.h"

struct _TroupeCompareList
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkListBox *list;
  GPtrArray *shown; /* (element-type TroupeComparedMethod): of the rows, not owned */
  const TroupeCompareFacts *facts; /* not owned: outlives the list */
};

enum
{
  SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCompareList, troupe_compare_list, GTK_TYPE_WIDGET)

const TroupeComparedMethod *
troupe_compare_list_get_selected (TroupeCompareList *self)
{
  GtkListBoxRow *row;

  g_return_val_if_fail (TROUPE_IS_COMPARE_LIST (self), NULL);

  row = gtk_list_box_get_selected_row (self->list);
  return row != NULL ? g_ptr_array_index (self->shown, (guint) gtk_list_box_row_get_index (row))
                     : NULL;
}

gboolean
troupe_compare_list_select (TroupeCompareList *self, const char *name)
{
  g_return_val_if_fail (TROUPE_IS_COMPARE_LIST (self), FALSE);

  for (guint i = 0; i < self->shown->len; i++)
    {
      const TroupeComparedMethod *method = g_ptr_array_index (self->shown, i);

      if (name != NULL && g_strcmp0 (method->name, name) != 0)
        continue;
      gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, (int) i));
      return TRUE;
    }
  return FALSE;
}

guint
troupe_compare_list_get_n (TroupeCompareList *self)
{
  g_return_val_if_fail (TROUPE_IS_COMPARE_LIST (self), 0);

  return self->shown->len;
}

static GtkWidget *
make_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  return label;
}

static void
add_row (TroupeCompareList *self, const TroupeComparedMethod *method)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *row = gtk_list_box_row_new ();
  gboolean is_less = FALSE;
  g_autofree char *name = troupe_text_to_line (method->name);
  g_autofree char *what =
      troupe_compare_text_describe (method,
                                    troupe_compare_facts_is_changed (self->facts, method->name),
                                    troupe_compare_facts_get_new_name (self->facts, method->name));
  g_autofree char *delta = troupe_compare_text_get_delta (method, &is_less);
  g_autofree char *words = g_strjoin (", ", name, what, *delta != '\0' ? delta : NULL, NULL);
  GtkWidget *change = make_label (delta, is_less ? "success" : "error");

  g_assert (TROUPE_IS_COMPARE_LIST (self));

  gtk_box_append (GTK_BOX (lines), make_label (name, "heading"));
  gtk_box_append (GTK_BOX (lines), make_label (what, "dim-label"));
  gtk_widget_set_hexpand (lines, TRUE);
  gtk_widget_add_css_class (change, "numeric");
  gtk_label_set_ellipsize (GTK_LABEL (change), PANGO_ELLIPSIZE_NONE);
  gtk_box_append (GTK_BOX (box), lines);
  gtk_box_append (GTK_BOX (box), change);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_add_css_class (row, "history-row");
  gtk_widget_set_tooltip_text (row, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_list_box_append (self->list, row);
  g_ptr_array_add (self->shown, (gpointer) method);
}

static void
selected_cb (TroupeCompareList *self)
{
  g_assert (TROUPE_IS_COMPARE_LIST (self));

  g_signal_emit (self, signals[SELECTED], 0);
}

static gboolean
troupe_compare_list_grab_focus (GtkWidget *widget)
{
  TroupeCompareList *self = TROUPE_COMPARE_LIST (widget);
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return gtk_widget_grab_focus (row != NULL ? GTK_WIDGET (row) : GTK_WIDGET (self->list));
}

static void
troupe_compare_list_dispose (GObject *object)
{
  TroupeCompareList *self = TROUPE_COMPARE_LIST (object);

  g_clear_pointer (&self->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_compare_list_parent_class)->dispose (object);
}

static void
troupe_compare_list_finalize (GObject *object)
{
  TroupeCompareList *self = TROUPE_COMPARE_LIST (object);

  g_ptr_array_unref (self->shown);
  G_OBJECT_CLASS (troupe_compare_list_parent_class)->finalize (object);
}

static void
troupe_compare_list_class_init (TroupeCompareListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_compare_list_dispose;
  object_class->finalize = troupe_compare_list_finalize;
  widget_class->grab_focus = troupe_compare_list_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                    NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_compare_list_init (TroupeCompareList *self)
{
  self->shown = g_ptr_array_new ();
  self->list = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_widget_add_css_class (GTK_WIDGET (self->list), "history-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Differences"), -1);
  gtk_list_box_set_placeholder (self->list,
                                make_label (_ ("The two runs are the same."), "dim-label"));
  g_signal_connect_object (self->list, "row-selected", G_CALLBACK (selected_cb), self,
                           G_CONNECT_SWAPPED);
  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), GTK_WIDGET (self->list));
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
}

GtkWidget *
troupe_compare_list_new (const TroupeCompareFacts *facts)
{
  TroupeCompareList *self;

  g_return_val_if_fail (facts != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_COMPARE_LIST, NULL);
  self->facts = facts;
  for (guint i = 0; i < facts->methods->len; i++)
    {
      const TroupeComparedMethod *method = g_ptr_array_index (facts->methods, i);

      if (method->difference != TROUPE_DIFFERENCE_NONE ||
          troupe_compare_facts_get_new_name (facts, method->name) != NULL)
        add_row (self, method);
    }
  return GTK_WIDGET (self);
}
