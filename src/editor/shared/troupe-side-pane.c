/* troupe-side-pane.c: side pane with a draggable edge
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-side-pane"

#include "config.h"

#include "troupe-side-pane.h"

/* Distance from the edge in which it can be dragged. */
#define EDGE 6

struct _TroupeSidePane
{
  GtkWidget parent_instance;

  GtkWidget *child;
  int width;
};

enum
{
  PROP_0,
  PROP_WIDTH,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TroupeSidePane, troupe_side_pane, GTK_TYPE_WIDGET)

static gboolean
is_at_edge (TroupeSidePane *self, double x)
{
  g_assert (TROUPE_IS_SIDE_PANE (self));

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x;

  return x >= 0 && x < EDGE;
}

static void
drag_begin_cb (TroupeSidePane *self, double x, double y, GtkGestureDrag *drag)
{
  g_assert (TROUPE_IS_SIDE_PANE (self));

  if (!is_at_edge (self, x))
    {
      gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }

  gtk_gesture_set_state (GTK_GESTURE (drag), GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
drag_update_cb (TroupeSidePane *self, double x, double y, GtkGestureDrag *drag)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double start_x = 0;
  double now_x = 0;

  g_assert (TROUPE_IS_SIDE_PANE (self));

  /* The widget moves under the pointer while it grows, so the current position of the pointer is
   * used. */
  gtk_gesture_drag_get_start_point (drag, &start_x, NULL);
  now_x = start_x + x;
  troupe_side_pane_set_width (self, mirrored ? (int) now_x
                                             : self->width - (int) (now_x - MIN (start_x, EDGE)));
}

static void
motion_cb (TroupeSidePane *self, double x, double y)
{
  g_assert (TROUPE_IS_SIDE_PANE (self));

  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), is_at_edge (self, x) ? "col-resize" : NULL);
}

static void
troupe_side_pane_measure (GtkWidget *widget,
                          GtkOrientation orientation,
                          int for_size,
                          int *minimum,
                          int *natural,
                          int *minimum_baseline,
                          int *natural_baseline)
{
  TroupeSidePane *self = TROUPE_SIDE_PANE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_SIDE_PANE (self));

  if (self->child == NULL)
    return;

  gtk_widget_measure (self->child, orientation,
                      orientation == GTK_ORIENTATION_VERTICAL && for_size > 0 ? for_size : -1,
                      minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *natural = MAX (*minimum, self->width);
      *minimum = MAX (*minimum, TROUPE_SIDE_PANE_MIN);
      *minimum = MIN (*minimum, *natural);
    }
}

static void
troupe_side_pane_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeSidePane *self = TROUPE_SIDE_PANE (widget);

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_SIDE_PANE (self));

  if (self->child != NULL)
    gtk_widget_allocate (self->child, width, height, baseline, NULL);
}

static void
troupe_side_pane_get_property (GObject *object, guint prop_id, GValue *value, GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_WIDTH:
      g_value_set_int (value, TROUPE_SIDE_PANE (object)->width);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_side_pane_set_property (GObject *object,
                               guint prop_id,
                               const GValue *value,
                               GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_WIDTH:
      troupe_side_pane_set_width (TROUPE_SIDE_PANE (object), g_value_get_int (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_side_pane_dispose (GObject *object)
{
  g_clear_pointer (&TROUPE_SIDE_PANE (object)->child, gtk_widget_unparent);

  G_OBJECT_CLASS (troupe_side_pane_parent_class)->dispose (object);
}

static void
troupe_side_pane_class_init (TroupeSidePaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_side_pane_dispose;
  object_class->get_property = troupe_side_pane_get_property;
  object_class->set_property = troupe_side_pane_set_property;
  widget_class->measure = troupe_side_pane_measure;
  widget_class->size_allocate = troupe_side_pane_size_allocate;

  properties[PROP_WIDTH] =
      g_param_spec_int ("width", NULL, NULL, TROUPE_SIDE_PANE_MIN, TROUPE_SIDE_PANE_MAX,
                        TROUPE_SIDE_PANE_WIDTH,
                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "sidepane");
}

static void
troupe_side_pane_init (TroupeSidePane *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();

  g_assert (self != NULL);

  self->width = TROUPE_SIDE_PANE_WIDTH;
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (drag), GTK_PHASE_CAPTURE);
  g_signal_connect_object (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (drag, "drag-update", G_CALLBACK (drag_update_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_object (motion, "motion", G_CALLBACK (motion_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

void
troupe_side_pane_set_child (TroupeSidePane *self, GtkWidget *child)
{
  g_return_if_fail (TROUPE_IS_SIDE_PANE (self));

  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

void
troupe_side_pane_set_width (TroupeSidePane *self, int width)
{
  g_return_if_fail (TROUPE_IS_SIDE_PANE (self));

  width = CLAMP (width, TROUPE_SIDE_PANE_MIN, TROUPE_SIDE_PANE_MAX);
  if (width == self->width)
    return;

  self->width = width;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH]);
}

int
troupe_side_pane_get_width (TroupeSidePane *self)
{
  g_return_val_if_fail (TROUPE_IS_SIDE_PANE (self), 0);

  return self->width;
}
