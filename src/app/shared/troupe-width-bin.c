/* troupe-width-bin.c: container without a minimum width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-width-bin"

#include "config.h"

#include "troupe-width-bin.h"

struct _TroupeWidthBin
{
  GtkWidget parent_instance;

  GtkWidget *child;
};

enum
{
  PROP_0,
  PROP_CHILD,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeWidthBin, troupe_width_bin, GTK_TYPE_WIDGET)

static int
get_minimum (TroupeWidthBin *self, GtkOrientation orientation, int for_size)
{
  int minimum = 0;

  g_assert (TROUPE_IS_WIDTH_BIN (self));

  gtk_widget_measure (self->child, orientation, for_size, &minimum, NULL, NULL, NULL);
  return minimum;
}

static void
troupe_width_bin_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  TroupeWidthBin *self = TROUPE_WIDTH_BIN (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WIDTH_BIN (self));

  *minimum = *natural = 0;
  if (self->child == NULL)
    return;
  if (orientation == GTK_ORIENTATION_VERTICAL && for_size >= 0)
    for_size = MAX (for_size, get_minimum (self, GTK_ORIENTATION_HORIZONTAL, -1));
  /* Supports only height-for-width, so the width never depends on the height. */
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    for_size = -1;
  gtk_widget_measure (self->child, orientation, for_size, minimum, natural, NULL, NULL);
  *minimum = 0;
}

static void
troupe_width_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeWidthBin *self = TROUPE_WIDTH_BIN (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_WIDTH_BIN (self));

  if (self->child == NULL)
    return;
  width = MAX (width, get_minimum (self, GTK_ORIENTATION_HORIZONTAL, -1));
  height = MAX (height, get_minimum (self, GTK_ORIENTATION_VERTICAL, width));
  gtk_widget_allocate (self->child, width, height, baseline, NULL);
}

GtkWidget *
troupe_width_bin_get_child (TroupeWidthBin *self)
{
  g_return_val_if_fail (TROUPE_IS_WIDTH_BIN (self), NULL);

  return self->child;
}

void
troupe_width_bin_set_child (TroupeWidthBin *self, GtkWidget *child)
{
  g_return_if_fail (TROUPE_IS_WIDTH_BIN (self));
  g_return_if_fail (child == NULL || GTK_IS_WIDGET (child));

  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}

static void
troupe_width_bin_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHILD:
      g_value_set_object (value, TROUPE_WIDTH_BIN (object)->child);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_width_bin_set_property (GObject *object,
                               guint prop_id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CHILD:
      troupe_width_bin_set_child (TROUPE_WIDTH_BIN (object), g_value_get_object (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_width_bin_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_WIDTH_BIN (object)->child, gtk_widget_unparent);
  G_OBJECT_CLASS (troupe_width_bin_parent_class)->dispose (object);
}

static void
troupe_width_bin_class_init (TroupeWidthBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = troupe_width_bin_get_property;
  object_class->set_property = troupe_width_bin_set_property;
  object_class->dispose = troupe_width_bin_dispose;
  widget_class->measure = troupe_width_bin_measure;
  widget_class->size_allocate = troupe_width_bin_size_allocate;

  properties[PROP_CHILD] =
      g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                           G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
troupe_width_bin_init (TroupeWidthBin *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}
