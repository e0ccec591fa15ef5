/* test-tooltip.h: tolerates GTK's warnings about the tooltip of a closed window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

static inline gboolean
test_tooltip_is_fatal (const char *domain,
                       GLogLevelFlags level,
                       const char *message,
                       gpointer user_data)
{
  return strstr (message, "gdk_surface_get_device_position: assertion 'GDK_IS_SURFACE") == NULL &&
         strstr (message, "_gtk_widget_find_at_coords: assertion 'GDK_IS_SURFACE") == NULL;
}

static inline void
test_tooltip_log (const char *domain, GLogLevelFlags level, const char *message, gpointer user_data)
{
  if (test_tooltip_is_fatal (domain, level, message, user_data))
    g_log_default_handler (domain, level, message, user_data);
}

/* Prevents GTK's warnings about a tooltip from failing the current test. GTK 4.8 queries the
 * pointer of a closed window if a tooltip was about to be shown. Whether this occurs depends on
 * where the window opens on a test display, and on how long the test takes. */
static inline void
test_tooltip_tolerate (void)
{
  static const char *const domains[] = { "Gdk", "Gtk" };
  static gboolean has_handlers = FALSE;

  /* The handler of GLib's tests would write “Bail out!” even if the message is not fatal. */
  for (guint i = 0; i < G_N_ELEMENTS (domains) && !has_handlers; i++)
    g_log_set_handler (domains[i], G_LOG_LEVEL_CRITICAL | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
                       test_tooltip_log, NULL);
  has_handlers = TRUE;
  g_test_log_set_fatal_handler (test_tooltip_is_fatal, NULL);
}

G_END_DECLS
