/* troupe-canvas-gestures.c: event controllers of the canvas: drag, click, pan, zoom and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-gestures"

#include "config.h"

#include <math.h>

#include "troupe-canvas-input-private.h"

#define WHEEL_STEP 60.0 /* widget pixels per wheel click */
#define LIST_KEYS_MS 400
#define ZOOM_STEP 0.05 /* text is rendered again at each step, but not for each pixel of a pinch */

static GdkModifierType
get_modifiers (gpointer controller)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
}

static gboolean
is_touch (GtkGesture *gesture)
{
  GdkDevice *device =
      gtk_event_controller_get_current_event_device (GTK_EVENT_CONTROLLER (gesture));

  return device != NULL && gdk_device_get_source (device) == GDK_SOURCE_TOUCHSCREEN;
}

static void
drag_begin_cb (TroupeCanvasInput *self, double x, double y, GtkGestureDrag *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  self->press_x = x;
  self->press_y = y;
  self->dragged = FALSE;
  troupe_canvas_input_forget_first_key (self);
  if (!self->preview_only)
    troupe_canvas_input_press (self, x, y, is_touch (GTK_GESTURE (gesture)));
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
drag_update_cb (TroupeCanvasInput *self, double dx, double dy, GtkGestureDrag *gesture)
{
  double x = self->press_x + dx, y = self->press_y + dy;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (!self->dragged)
    {
      if (self->preview_only ||
          !gtk_drag_check_threshold (GTK_WIDGET (self->canvas), (int) self->press_x,
                                     (int) self->press_y, (int) x, (int) y))
        return;
      self->dragged = TRUE;
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
      troupe_canvas_input_begin_drag (self, self->press_x, self->press_y,
                                      gtk_gesture_single_get_current_button (
                                         GTK_GESTURE_SINGLE (gesture)),
                                      get_modifiers (gesture), is_touch (GTK_GESTURE (gesture)));
    }
  if (self->drag != DRAG_NONE)
    troupe_canvas_input_update_drag (self, x, y, get_modifiers (gesture));
}

static void
drag_end_cb (TroupeCanvasInput *self, double dx, double dy, GtkGestureDrag *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_forget_press (self);
  if (self->dragged && self->drag != DRAG_NONE && !self->preview_only)
    troupe_canvas_input_end_drag (self, get_modifiers (gesture));
}

static void
drag_cancel_cb (TroupeCanvasInput *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_forget_press (self);
  if (!self->preview_only)
    troupe_canvas_input_cancel_drag (self);
}

static void
released_cb (TroupeCanvasInput *self, int n_press, double x, double y, GtkGestureClick *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (self->dragged)
    return;
  troupe_canvas_input_click (self, x, y,
                             gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)),
                             n_press, get_modifiers (gesture));
}

static void
long_press_cb (TroupeCanvasInput *self, double x, double y, GtkGesture *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (!self->dragged)
    {
      gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
      troupe_canvas_input_click (self, x, y, GDK_BUTTON_SECONDARY, 1, 0);
    }
}

static void
motion_cb (TroupeCanvasInput *self, double x, double y, GtkEventControllerMotion *controller)
{
  const char *id, *port;
  TroupeCanvasKind kind;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  troupe_canvas_input_set_pointer (self, x, y);
  if (self->preview_only)
    troupe_canvas_input_update_drag (self, x, y, get_modifiers (controller));
  if (self->drag != DRAG_NONE)
    return;
  kind = troupe_canvas_hit (self->canvas, x, y, &id, &port);
  troupe_canvas_input_set_hover (self, kind, id, port);
}

static void
leave_cb (TroupeCanvasInput *self, GtkEventControllerMotion *controller)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  self->pointer_inside = FALSE;
  troupe_canvas_input_set_hover (self, TROUPE_CANVAS_KIND_GROUND, NULL, NULL);
}

static void
zoom_to_exact (TroupeCanvasInput *self, double exact, double x, double y)
{
  double stepped;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  exact = CLAMP (exact, TROUPE_CANVAS_ZOOM_MIN, TROUPE_CANVAS_ZOOM_MAX);
  self->zoom_exact = exact;
  /* The zoom is limited, because the minimum zoom is less than half a step and would be rounded
   * to 0. */
  stepped = MAX (round (exact / ZOOM_STEP) * ZOOM_STEP, TROUPE_CANVAS_ZOOM_MIN);
  if (fabs (stepped - troupe_canvas_viewport_get_zoom (self->viewport)) > 1e-6)
    {
      troupe_canvas_zoom_at (self->canvas, stepped, x, y, FALSE);
      self->zoom_exact = exact;
    }
}

void
troupe_canvas_input_scroll (TroupeCanvasInput *self,
                            double dx,
                            double dy,
                            gboolean smooth,
                            GdkModifierType modifiers)
{
  double step = smooth ? 1 : WHEEL_STEP;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    {
      if (dy != 0)
        {
          double x = self->pointer_inside ? self->pointer_x
                                          : gtk_widget_get_width (GTK_WIDGET (self->canvas)) / 2.0;
          double y = self->pointer_inside ? self->pointer_y
                                          : gtk_widget_get_height (GTK_WIDGET (self->canvas)) / 2.0;
          double exact = fabs (self->zoom_exact -
                               troupe_canvas_viewport_get_zoom (self->viewport)) <= ZOOM_STEP
                             ? self->zoom_exact
                             : troupe_canvas_viewport_get_zoom (self->viewport);

          if (smooth)
            exact *= pow (1.005, -dy);
          else
            /* A wheel click always has a visible effect, however small the zoom is. */
            exact = dy < 0 ? MAX (exact * pow (1.15, -dy),
                                  troupe_canvas_viewport_get_zoom (self->viewport) + ZOOM_STEP)
                           : MIN (exact * pow (1.15, -dy),
                                  troupe_canvas_viewport_get_zoom (self->viewport) - ZOOM_STEP);
          zoom_to_exact (self, exact, x, y);
        }
      return;
    }
  if ((modifiers & GDK_SHIFT_MASK) != 0 && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  troupe_canvas_pan (self->canvas, dx * step, dy * step);
}

static gboolean
scroll_cb (TroupeCanvasInput *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  gboolean smooth = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;

  troupe_canvas_input_scroll (self, dx, dy, smooth, get_modifiers (controller));
  return GDK_EVENT_STOP;
}

static void
zoom_begin_cb (TroupeCanvasInput *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  self->zoom_start = troupe_canvas_viewport_get_zoom (self->viewport);
  if (!self->preview_only)
    troupe_canvas_input_cancel_drag (self);
}

static void
zoom_scale_cb (TroupeCanvasInput *self, double scale, GtkGesture *gesture)
{
  double x, y;

  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (gtk_gesture_get_bounding_box_center (gesture, &x, &y))
    zoom_to_exact (self, self->zoom_start * scale, x, y);
}

static gboolean
list_keys_cb (gpointer data)
{
  TroupeCanvasInput *self = data;

  g_assert (self != NULL);

  self->align_id = 0;
  troupe_canvas_command (self->canvas, "canvas.list-align-keys");

  return G_SOURCE_REMOVE;
}

void
troupe_canvas_input_forget_first_key (TroupeCanvasInput *self)
{
  if (!self->align_pending)
    return;

  self->align_pending = FALSE;
  if (self->align_id == 0)
    troupe_canvas_command (self->canvas, "canvas.hide-align-keys");
  g_clear_handle_id (&self->align_id, g_source_remove);
}

static gboolean
key_pressed_cb (TroupeCanvasInput *self,
                guint key,
                guint code,
                GdkModifierType modifiers,
                GtkEventControllerKey *controller)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  /* The second key may be pressed with Alt still pressed, or with Shift. */
  if (self->align_pending && (key < GDK_KEY_Shift_L || key > GDK_KEY_Hyper_R))
    {
      troupe_canvas_input_forget_first_key (self);
      if (key == GDK_KEY_Escape)
        return GDK_EVENT_STOP;
      if (strchr ("lcrtmbhvs", (int) (gdk_keyval_to_lower (key) & 0xff)) != NULL && key < 0x80)
        {
          troupe_canvas_input_arrange (self, (char) gdk_keyval_to_upper (key));
          return GDK_EVENT_STOP;
        }
    }
  if (key == GDK_KEY_a && (modifiers & gtk_accelerator_get_default_mod_mask ()) == GDK_ALT_MASK)
    {
      troupe_canvas_input_forget_first_key (self);
      self->align_pending = TRUE;
      self->align_id = g_timeout_add (LIST_KEYS_MS, list_keys_cb, self);
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_space && (modifiers & gtk_accelerator_get_default_mod_mask ()) == 0)
    {
      self->space_held = TRUE;
      gtk_widget_set_cursor_from_name (GTK_WIDGET (self->canvas), "grab");
      return GDK_EVENT_STOP;
    }
  if (key == GDK_KEY_Escape && self->drag != DRAG_NONE)
    {
      troupe_canvas_input_cancel_drag (self);
      return GDK_EVENT_STOP;
    }

  return GDK_EVENT_PROPAGATE;
}

static void
key_released_cb (TroupeCanvasInput *self,
                 guint key,
                 guint code,
                 GdkModifierType modifiers,
                 GtkEventControllerKey *controller)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  if (key == GDK_KEY_space && self->space_held)
    {
      self->space_held = FALSE;
      gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
    }
}

static void
focus_left_cb (TroupeCanvasInput *self, GtkEventControllerFocus *controller)
{
  g_assert (TROUPE_IS_CANVAS_INPUT (self));

  self->space_held = FALSE;
  troupe_canvas_input_forget_first_key (self);
  gtk_widget_set_cursor (GTK_WIDGET (self->canvas), NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self->canvas));
}

void
troupe_canvas_add_controllers (TroupeCanvas *canvas)
{
  TroupeCanvasInput *self = troupe_canvas_get_hand (canvas);
  GtkWidget *widget = GTK_WIDGET (self->canvas);
  GtkEventController *controller;
  GtkWidget *target = GTK_WIDGET (self->canvas);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *press = gtk_gesture_long_press_new ();

  self->drag_gesture = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->drag_gesture), 0);
  g_signal_connect_swapped (self->drag_gesture, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (self->drag_gesture, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (self->drag_gesture, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect_swapped (self->drag_gesture, "cancel", G_CALLBACK (drag_cancel_cb), self);
  gtk_widget_add_controller (target, GTK_EVENT_CONTROLLER (self->drag_gesture));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (target, GTK_EVENT_CONTROLLER (click));
  gtk_gesture_group (click, self->drag_gesture);

  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (press), TRUE);
  g_signal_connect_swapped (press, "pressed", G_CALLBACK (long_press_cb), self);
  gtk_widget_add_controller (target, GTK_EVENT_CONTROLLER (press));

  self->zoom_gesture = gtk_gesture_zoom_new ();
  g_signal_connect_swapped (self->zoom_gesture, "begin", G_CALLBACK (zoom_begin_cb), self);
  g_signal_connect_swapped (self->zoom_gesture, "scale-changed", G_CALLBACK (zoom_scale_cb), self);
  gtk_widget_add_controller (target, GTK_EVENT_CONTROLLER (self->zoom_gesture));

  controller = gtk_event_controller_motion_new ();
  g_signal_connect_swapped (controller, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (controller, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect_swapped (controller, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (widget, controller);

  /* This handler is called before the class bindings, because Esc ends a drag first, and the
   * second key after Alt+A takes precedence over all other keys. */
  controller = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect_swapped (controller, "key-released", G_CALLBACK (key_released_cb), self);
  gtk_widget_add_controller (widget, controller);

  controller = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (controller, "leave", G_CALLBACK (focus_left_cb), self);
  gtk_widget_add_controller (widget, controller);
}
