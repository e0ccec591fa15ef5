/* troupe-batch-bar.c: segmented progress bar of a batch
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-bar"

#include "config.h"

#include "troupe-batch-bar.h"

#define HEIGHT 12
#define N_PARTS 3
/* Minimum width of a part that is not empty. */
#define LEAST 2

struct _TroupeBatchBar
{
  GtkWidget parent_instance;

  GtkWidget *parts[N_PARTS];
  gint64 counts[N_PARTS];
  gint64 n_items;
};

G_DEFINE_FINAL_TYPE (TroupeBatchBar, troupe_batch_bar, GTK_TYPE_WIDGET)

static void
troupe_batch_bar_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  g_assert (TROUPE_IS_BATCH_BAR (widget));

  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 40;
}

static void
troupe_batch_bar_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeBatchBar *self = TROUPE_BATCH_BAR (widget);
  const gboolean is_right_to_left = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int x = 0;

  for (guint i = 0; i < N_PARTS; i++)
    {
      int part = self->n_items > 0
                     ? (int) ((double) width * (double) self->counts[i] / (double) self->n_items)
                     : 0;
      GtkAllocation place = { 0, 0, 0, height };

      if (self->counts[i] > 0)
        part = MAX (part, LEAST);
      place.width = MIN (part, width - x);
      place.x = is_right_to_left ? width - x - place.width : x;
      gtk_widget_set_child_visible (self->parts[i], place.width > 0);
      if (place.width > 0)
        gtk_widget_size_allocate (self->parts[i], &place, -1);
      x += place.width;
    }
}

void
troupe_batch_bar_set (TroupeBatchBar *self,
                      gint64 n_items,
                      gint64 n_ok,
                      gint64 n_failed,
                      gint64 n_running)
{
  g_return_if_fail (TROUPE_IS_BATCH_BAR (self));

  self->n_items = n_items;
  self->counts[0] = n_ok;
  self->counts[1] = n_failed;
  self->counts[2] = n_running;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_VALUE_MAX,
                                  (double) MAX (n_items, 1), GTK_ACCESSIBLE_PROPERTY_VALUE_NOW,
                                  (double) (n_ok + n_failed), -1);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
troupe_batch_bar_dispose (GObject *object)
{
  TroupeBatchBar *self = TROUPE_BATCH_BAR (object);

  for (guint i = 0; i < N_PARTS; i++)
    g_clear_pointer (&self->parts[i], gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_batch_bar_parent_class)->dispose (object);
}

static void
troupe_batch_bar_class_init (TroupeBatchBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_batch_bar_dispose;
  widget_class->measure = troupe_batch_bar_measure;
  widget_class->size_allocate = troupe_batch_bar_size_allocate;
  gtk_widget_class_set_css_name (widget_class, "batch-bar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PROGRESS_BAR);
}

static void
troupe_batch_bar_init (TroupeBatchBar *self)
{
  static const char *const styles[N_PARTS] = { "done", "failed", "running" };

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  for (guint i = 0; i < N_PARTS; i++)
    {
      self->parts[i] = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);
      gtk_widget_add_css_class (self->parts[i], styles[i]);
      gtk_widget_set_parent (self->parts[i], GTK_WIDGET (self));
    }
}

