/* troupe-popover-clicks.c: reliable clicks in popovers that do not hide automatically
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-popover-clicks"

#include "config.h"

#include "troupe-popover-clicks.h"

/* @pressed: (nullable): weak: the widget on which a button that GTK would deliver elsewhere was
 * pressed. @root, @controller: (nullable): weak: the window while the popover is mapped */
typedef struct
{
  GtkWidget *popover; /* borrowed */
  GtkWidget *pressed;
  GtkWidget *root;
  GtkEventController *controller;
} Clicks;

static void
unmap_cb (Clicks *self)
{
  g_assert (self != NULL);

  if (self->root != NULL && self->controller != NULL)
    gtk_widget_remove_controller (self->root, self->controller);
  g_clear_weak_pointer (&self->controller);
  g_clear_weak_pointer (&self->root);
  g_clear_weak_pointer (&self->pressed);
}

static void
clicks_free (gpointer data)
{
  unmap_cb (data);
  g_free (data);
}

/* Returns the widget of the popover at the position of the event. (transfer none) (nullable) */
static GtkWidget *
pick (Clicks *self, GdkEvent *event)
{
  double x, y, left, top;

  g_assert (self != NULL);

  if (!gdk_event_get_position (event, &x, &y))
    return NULL;
  gtk_native_get_surface_transform (GTK_NATIVE (self->popover), &left, &top);
  return gtk_widget_pick (self->popover, x - left, y - top, GTK_PICK_DEFAULT);
}

static gboolean
event_cb (GtkEventControllerLegacy *controller, GdkEvent *event, gpointer user_data)
{
  Clicks *self = user_data;
  const GdkEventType type = gdk_event_get_event_type (event);
  g_autoptr (GtkWidget) pressed = NULL;

  g_assert (GTK_IS_EVENT_CONTROLLER_LEGACY (controller));

  if ((type != GDK_BUTTON_PRESS && type != GDK_BUTTON_RELEASE) ||
      gdk_button_event_get_button (event) != GDK_BUTTON_PRIMARY ||
      gdk_event_get_surface (event) != gtk_native_get_surface (GTK_NATIVE (self->popover)))
    return GDK_EVENT_PROPAGATE;
  if (type == GDK_BUTTON_PRESS)
    {
      GtkWidget *widget = pick (self, event);

      g_clear_weak_pointer (&self->pressed);
      /* If GTK knows that the pointer is on the widget, it delivers the event to it. */
      if (widget == NULL || widget == self->popover ||
          (gtk_widget_get_state_flags (widget) & GTK_STATE_FLAG_PRELIGHT) != 0)
        return GDK_EVENT_PROPAGATE;
      g_set_weak_pointer (&self->pressed, widget);
      return GDK_EVENT_STOP;
    }
  if (self->pressed == NULL)
    return GDK_EVENT_PROPAGATE;
  pressed = g_object_ref (self->pressed);
  g_clear_weak_pointer (&self->pressed);
  if (pick (self, event) == pressed)
    {
      GtkWidget *widget = pressed;

      /* Activates @widget or the innermost widget around it that can be activated.
       * gtk_widget_activate() would show a button as pressed for a while first. */
      for (; widget != NULL && widget != self->popover; widget = gtk_widget_get_parent (widget))
        if (GTK_IS_BUTTON (widget) && gtk_widget_is_sensitive (widget))
          {
            g_signal_emit_by_name (widget, "clicked");
            break;
          }
        else if (gtk_widget_activate (widget))
          break;
    }
  return GDK_EVENT_STOP;
}

static void
map_cb (Clicks *self)
{
  GtkRoot *root = gtk_widget_get_root (self->popover);
  GtkEventController *controller;

  g_assert (self != NULL);

  unmap_cb (self);
  if (root == NULL)
    return;
  controller = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect (controller, "event", G_CALLBACK (event_cb), self);
  g_set_weak_pointer (&self->root, GTK_WIDGET (root));
  g_set_weak_pointer (&self->controller, controller);
  gtk_widget_add_controller (GTK_WIDGET (root), controller);
}

void
troupe_popover_direct_clicks (GtkPopover *popover)
{
  Clicks *self;

  g_return_if_fail (GTK_IS_POPOVER (popover));

  self = g_new0 (Clicks, 1);
  self->popover = GTK_WIDGET (popover);
  g_object_set_data_full (G_OBJECT (popover), "troupe-clicks", self, clicks_free);
  g_signal_connect_swapped (popover, "map", G_CALLBACK (map_cb), self);
  g_signal_connect_swapped (popover, "unmap", G_CALLBACK (unmap_cb), self);
}
