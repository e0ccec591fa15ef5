/* troupe-toast.c: shows a toast that may be dismissed at any time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-toast"

#include "config.h"

#include "troupe-toast.h"

/* How long a toast appears at most, in microseconds: libadwaita needs 500 ms if it replaces another one. */
#define APPEARING_US (600 * 1000)

/* @begin: when the toast began to appear, in frame time; 0: not yet. @is_dismissed: whether it disappears when it has appeared */
typedef struct
{
  AdwToast *toast;
  gint64 begin;
  gboolean is_dismissed;
} Guard;

static void
guard_free (gpointer data)
{
  Guard *self = data;

  g_signal_handlers_disconnect_by_data (self->toast, self);
  g_object_unref (self->toast);
  g_free (self);
}

/* Returns TRUE if the overlay shows the toast; it may also wait until others have disappeared. */
static gboolean
is_shown (GtkWidget *overlay, AdwToast *toast)
{
  gboolean is_found = FALSE;

  for (GtkWidget *child = gtk_widget_get_first_child (overlay); child != NULL && !is_found;
       child = gtk_widget_get_next_sibling (child))
    {
      g_autoptr (AdwToast) shown = NULL;

      if (g_object_class_find_property (G_OBJECT_GET_CLASS (child), "toast") != NULL)
        g_object_get (child, "toast", &shown, NULL);
      is_found = shown == toast;
    }
  return is_found;
}

static gboolean
tick_cb (GtkWidget *overlay, GdkFrameClock *clock, gpointer user_data)
{
  Guard *self = user_data;
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  g_autoptr (AdwToast) toast = g_object_ref (self->toast);

  if (self->begin == 0 && is_shown (overlay, toast))
    self->begin = now;
  if (self->begin == 0 ? !self->is_dismissed : now - self->begin < APPEARING_US)
    return G_SOURCE_CONTINUE;
  g_signal_handlers_disconnect_by_data (toast, self);
  /* A toast emits the signal once, and that emission was stopped. */
  if (self->is_dismissed)
    g_signal_emit_by_name (toast, "dismissed");
  return G_SOURCE_REMOVE;
}

static void
dismissed_cb (AdwToast *toast, gpointer user_data)
{
  Guard *self = user_data;

  self->is_dismissed = TRUE;
  g_signal_stop_emission_by_name (toast, "dismissed");
}

void
troupe_toast_show (AdwToastOverlay *overlay, AdwToast *toast)
{
  g_return_if_fail (ADW_IS_TOAST_OVERLAY (overlay));
  g_return_if_fail (ADW_IS_TOAST (toast));

  if (adw_get_major_version () == 1 && adw_get_minor_version () < 3)
    {
      Guard *guard = g_new0 (Guard, 1);

      guard->toast = g_object_ref (toast);
      /* Both are connected before the overlay connects its own: the signal is handled here first, and callbacks of the clock are called
       * in reverse order. */
      g_signal_connect (toast, "dismissed", G_CALLBACK (dismissed_cb), guard);
      gtk_widget_add_tick_callback (GTK_WIDGET (overlay), tick_cb, guard, guard_free);
    }
  adw_toast_overlay_add_toast (overlay, toast);
}
