/* troupe-cost-side.c: side of the cost panel: estimate of the next run, its budget, and the month
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cost-side"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cost-side.h"
#include "troupe-money.h"

#define WIDTH 312
#define BAR_HEIGHT 8

struct _TroupeCostSide
{
  GtkWidget parent_instance;

  GtkWidget *scroller;
  GtkWidget *source;
  GtkWidget *range;
  GtkWidget *paths;
  GtkWidget *entry;
  GtkWidget *used_box;
  GtkWidget *used_bar;
  GtkWidget *used;
  GtkWidget *month_box;
  GtkWidget *month;
  GtkWidget *month_limit;
  gint64 limit;
  gint64 spent;
};

G_DEFINE_FINAL_TYPE (TroupeCostSide, troupe_cost_side, GTK_TYPE_WIDGET)

/* --- Updating --------------------------------------------------------------------------------- */

static GtkWidget *
make_bar (const char *label)
{
  GtkWidget *bar = gtk_level_bar_new ();

  /* The default colors would suggest that a low value is bad. */
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_LOW);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_HIGH);
  gtk_level_bar_remove_offset_value (GTK_LEVEL_BAR (bar), GTK_LEVEL_BAR_OFFSET_FULL);
  gtk_widget_add_css_class (bar, "cost-bar");
  gtk_widget_set_size_request (bar, -1, BAR_HEIGHT);
  gtk_widget_set_valign (bar, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (bar, TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  return bar;
}

static GtkWidget *
make_text (const char *text, float xalign)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), xalign);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (xalign == 0.0f)
    gtk_widget_set_hexpand (label, TRUE);
  else
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_NONE);
  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static GtkWidget *
make_line (GtkWidget *first, GtkWidget *second)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), second);
  return box;
}

void
troupe_cost_side_set_outlook (TroupeCostSide *self, const TroupeCostForecast *outlook)
{
  g_autofree char *range = NULL;
  g_autofree char *source = NULL;
  GtkWidget *child;

  g_return_if_fail (TROUPE_IS_COST_SIDE (self));

  while ((child = gtk_widget_get_first_child (self->paths)) != NULL)
    gtk_box_remove (GTK_BOX (self->paths), child);
  if (outlook != NULL && outlook->has_range)
    {
      range = troupe_cost_range_describe (&outlook->range);
      source = troupe_cost_forecast_describe_source (outlook);
    }
  for (guint i = 0; outlook != NULL && i < outlook->paths->len; i++)
    {
      const TroupeCostPath *path = g_ptr_array_index (outlook->paths, i);
      const double part = (double) path->n_runs / MAX (outlook->n_runs, 1);
      g_autofree char *path_range = troupe_cost_range_describe (&path->range);
      /* Translators: the share of the runs in percent. */
      g_autofree char *share = g_strdup_printf (_ ("%d%% of runs"), (int) (part * 100 + 0.5));
      GtkWidget *bar = make_bar (path->name);
      GtkWidget *label = make_text (share, 1.0f);

      gtk_level_bar_set_value (GTK_LEVEL_BAR (bar), CLAMP (part, 0.0, 1.0));
      gtk_widget_add_css_class (label, "dim-label");
      gtk_box_append (GTK_BOX (self->paths),
                      make_line (make_text (path->name, 0.0f), make_text (path_range, 1.0f)));
      gtk_box_append (GTK_BOX (self->paths), make_line (bar, label));
    }
  gtk_label_set_label (GTK_LABEL (self->range), range != NULL ? range : "");
  gtk_label_set_label (GTK_LABEL (self->source), source != NULL ? source : _ ("No data yet"));
  gtk_widget_set_visible (self->paths, gtk_widget_get_first_child (self->paths) != NULL);
}

/* The spent amount is bold, the limit is not. */
void
troupe_cost_side_set_month (TroupeCostSide *self, const TroupeCostMonth *month)
{
  g_autofree char *spent = NULL;
  g_autofree char *limit = NULL;
  g_autofree char *of = NULL;

  g_return_if_fail (TROUPE_IS_COST_SIDE (self));
  g_return_if_fail (month != NULL);

  spent = troupe_cost_month_describe_spent (month);
  limit = troupe_money_for_display (month->limit);
  /* Translators: %s is the limit; the text follows the amount of money that was spent. */
  of = g_strdup_printf (_ ("of %s"), limit);
  gtk_label_set_label (GTK_LABEL (self->month), spent);
  gtk_label_set_label (GTK_LABEL (self->month_limit), of);
  gtk_widget_set_visible (self->month_limit, month->limit > 0);
  if (troupe_cost_is_near (month->spent, month->limit))
    gtk_widget_add_css_class (self->month_box, "budget-near");
  else
    gtk_widget_remove_css_class (self->month_box, "budget-near");
}

static void
show_used (TroupeCostSide *self)
{
  const double part = self->limit > 0 ? (double) self->spent / (double) self->limit : 0.0;
  g_autofree char *sum = troupe_money_for_display (self->limit);
  /* Translators: %d is the used part of the budget in percent, %s is the budget. */
  g_autofree char *text =
      g_strdup_printf (_ ("%d%% used · pauses at %s"), (int) MIN (part * 100 + 0.5, 999.0), sum);

  g_assert (TROUPE_IS_COST_SIDE (self));

  gtk_widget_set_visible (self->used_box, self->limit > 0);
  gtk_level_bar_set_value (GTK_LEVEL_BAR (self->used_bar), CLAMP (part, 0.0, 1.0));
  gtk_label_set_label (GTK_LABEL (self->used), text);
  if (troupe_cost_is_near (self->spent, self->limit))
    gtk_widget_add_css_class (self->used_box, "budget-near");
  else
    gtk_widget_remove_css_class (self->used_box, "budget-near");
}

void
troupe_cost_side_set_limit (TroupeCostSide *self, gint64 limit)
{
  g_return_if_fail (TROUPE_IS_COST_SIDE (self));

  self->limit = limit;
  show_used (self);
}

void
troupe_cost_side_set_spent (TroupeCostSide *self, gint64 spent)
{
  g_return_if_fail (TROUPE_IS_COST_SIDE (self));

  self->spent = spent;
  show_used (self);
}

TroupeCostEntry *
troupe_cost_side_get_entry (TroupeCostSide *self)
{
  g_return_val_if_fail (TROUPE_IS_COST_SIDE (self), NULL);

  return TROUPE_COST_ENTRY (self->entry);
}

/* --- Creating the widgets --------------------------------------------------------------------- */

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_cost_side_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_COST_SIDE (object)->scroller, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_cost_side_parent_class)->dispose (object);
}

static void
troupe_cost_side_class_init (TroupeCostSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_cost_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
troupe_cost_side_init (TroupeCostSide *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *budget;
  GtkWidget *head;
  GtkWidget *texts;
  GtkWidget *title;

  g_assert (TROUPE_IS_COST_SIDE (self));

  self->scroller = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  self->paths = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);
  gtk_widget_add_css_class (self->paths, "cost-side-part");
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  title = make_text (_ ("Next Run"), 0.0f);
  gtk_widget_add_css_class (title, "heading");
  self->source = make_text ("", 0.0f);
  gtk_label_set_wrap (GTK_LABEL (self->source), TRUE);
  gtk_label_set_lines (GTK_LABEL (self->source), 2);
  gtk_widget_add_css_class (self->source, "caption");
  gtk_widget_add_css_class (self->source, "dim-label");
  self->range = make_text ("", 1.0f);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), self->source);
  gtk_box_append (GTK_BOX (head), gtk_image_new_from_icon_name ("troupe-budget-symbolic"));
  gtk_box_append (GTK_BOX (head), texts);
  gtk_box_append (GTK_BOX (head), self->range);
  gtk_widget_add_css_class (head, "cost-side-part");
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), self->paths);
  budget = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  self->entry = troupe_cost_entry_new (_ ("Run Budget"));
  gtk_box_append (GTK_BOX (budget), make_line (make_text (_ ("Run Budget"), 0.0f), self->entry));
  self->used_bar = make_bar (_ ("Run Budget"));
  self->used = make_text ("", 1.0f);
  gtk_widget_add_css_class (self->used, "dim-label");
  self->used_box = make_line (self->used_bar, self->used);
  gtk_box_append (GTK_BOX (budget), self->used_box);
  self->month = make_text ("$0", 1.0f);
  gtk_widget_add_css_class (self->month, "strong");
  self->month_limit = make_text ("", 1.0f);
  self->month_box = make_line (self->month, self->month_limit);
  gtk_box_set_spacing (GTK_BOX (self->month_box), 4);
  gtk_box_append (GTK_BOX (budget),
                  make_line (make_text (_ ("This Month"), 0.0f), self->month_box));
  gtk_widget_add_css_class (budget, "cost-side-part");
  gtk_box_append (GTK_BOX (box), budget);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scroller), box);
  gtk_widget_set_size_request (self->scroller, WIDTH, -1);
  gtk_widget_set_parent (self->scroller, GTK_WIDGET (self));
  gtk_widget_add_css_class (GTK_WIDGET (self), "cost-side");
  troupe_cost_side_set_outlook (self, NULL);
  troupe_cost_side_set_month (self, &(TroupeCostMonth){ .is_all = TRUE });
  show_used (self);
}

GtkWidget *
troupe_cost_side_new (void)
{
  return g_object_new (TROUPE_TYPE_COST_SIDE, NULL);
}
