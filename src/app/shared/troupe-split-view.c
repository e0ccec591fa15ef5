/* troupe-split-view.c: adaptive two-column layout
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-split-view"

#include "config.h"

#include "troupe-split-view.h"

struct _TroupeSplitView
{
  GtkWidget parent_instance;

  GtkWidget *all;
  GtkWidget *outer;
  GtkWidget *columns;
  GtkWidget *start;
  GtkWidget *end;
  int end_width;
  int narrow;
  gboolean is_narrow;
  guint fold_source;
};

enum
{
  PROP_NARROW = 1,
  N_PROPERTIES,
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (TroupeSplitView, troupe_split_view, GTK_TYPE_WIDGET)

static void
fold (TroupeSplitView *self)
{
  const GtkPolicyType inside = self->is_narrow ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC;
  const GtkPolicyType outside = self->is_narrow ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER;

  g_assert (TROUPE_IS_SPLIT_VIEW (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->columns), self->is_narrow
                                                                      ? GTK_ORIENTATION_VERTICAL
                                                                      : GTK_ORIENTATION_HORIZONTAL);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->outer), GTK_POLICY_NEVER, outside);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->start), GTK_POLICY_NEVER, inside);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->end), GTK_POLICY_NEVER, inside);
  gtk_widget_set_vexpand (self->start, !self->is_narrow);
  gtk_widget_set_size_request (self->end, self->is_narrow ? -1 : self->end_width, -1);
}

static gboolean
fold_cb (gpointer user_data)
{
  TroupeSplitView *self = TROUPE_SPLIT_VIEW (user_data);

  self->fold_source = 0;
  fold (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NARROW]);
  return G_SOURCE_REMOVE;
}

static void
troupe_split_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeSplitView *self = TROUPE_SPLIT_VIEW (widget);
  const gboolean is_narrow = width < self->narrow;

  /* The layout is changed later, because children must not be moved during allocation. */
  if (is_narrow != self->is_narrow && self->fold_source == 0)
    self->fold_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fold_cb, self, NULL);
  self->is_narrow = is_narrow;
  gtk_widget_allocate (self->all, width, height, baseline, NULL);
}

static void
troupe_split_view_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  TroupeSplitView *self = TROUPE_SPLIT_VIEW (widget);

  gtk_widget_measure (self->all, orientation, for_size, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    *minimum = 0;
  *minimum_baseline = *natural_baseline = -1;
}

static void
troupe_split_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TroupeSplitView *self = TROUPE_SPLIT_VIEW (object);

  switch (id)
    {
    case PROP_NARROW:
      g_value_set_boolean (value, self->is_narrow);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
troupe_split_view_dispose (GObject *object)
{
  TroupeSplitView *self = TROUPE_SPLIT_VIEW (object);

  g_clear_handle_id (&self->fold_source, g_source_remove);
  g_clear_pointer (&self->all, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_split_view_parent_class)->dispose (object);
}

static void
troupe_split_view_class_init (TroupeSplitViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_split_view_dispose;
  object_class->get_property = troupe_split_view_get_property;
  widget_class->size_allocate = troupe_split_view_size_allocate;
  widget_class->measure = troupe_split_view_measure;
  gtk_widget_class_set_css_name (widget_class, "two-columns");

  properties[PROP_NARROW] =
      g_param_spec_boolean ("narrow", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static void
troupe_split_view_init (TroupeSplitView *self)
{
  self->all = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->outer = gtk_scrolled_window_new ();
  self->columns = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
  self->start = gtk_scrolled_window_new ();
  self->end = gtk_scrolled_window_new ();
  gtk_widget_set_hexpand (self->start, TRUE);
  gtk_widget_set_vexpand (self->outer, TRUE);
  gtk_box_append (GTK_BOX (self->columns), self->start);
  gtk_box_append (GTK_BOX (self->columns), self->end);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->outer), self->columns);
  gtk_box_append (GTK_BOX (self->all), self->outer);
  gtk_widget_set_parent (self->all, GTK_WIDGET (self));
}

TroupeSplitView *
troupe_split_view_new (GtkWidget *head,
                       GtkWidget *start,
                       GtkWidget *end,
                       const char *end_class,
                       int end_width,
                       int narrow)
{
  TroupeSplitView *self;

  g_return_val_if_fail (GTK_IS_WIDGET (head) && GTK_IS_WIDGET (start) && GTK_IS_WIDGET (end), NULL);
  g_return_val_if_fail (end_class != NULL, NULL);

  self = g_object_new (TROUPE_TYPE_SPLIT_VIEW, NULL);
  self->end_width = end_width;
  self->narrow = narrow;
  gtk_box_prepend (GTK_BOX (self->all), head);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->start), start);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->end), end);
  gtk_widget_add_css_class (self->end, end_class);
  fold (self);
  return self;
}

gboolean
troupe_split_view_get_narrow (TroupeSplitView *self)
{
  g_return_val_if_fail (TROUPE_IS_SPLIT_VIEW (self), FALSE);

  return self->is_narrow;
}
