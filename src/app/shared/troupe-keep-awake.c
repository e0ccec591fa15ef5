/* troupe-keep-awake.c: keeps the computer awake while something runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-keep-awake"

#include "config.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#include "troupe-keep-awake.h"

guint
troupe_keep_awake_begin (GSettings *settings)
{
  GApplication *application = g_application_get_default ();

  if (settings == NULL || application == NULL || !GTK_IS_APPLICATION (application) ||
      !g_application_get_is_registered (application) ||
      !g_settings_get_boolean (settings, TROUPE_KEEP_AWAKE))
    return 0;
  return gtk_application_inhibit (GTK_APPLICATION (application), NULL,
                                  GTK_APPLICATION_INHIBIT_SUSPEND, _ ("A document is running."));
}

void
troupe_keep_awake_end (guint number)
{
  GApplication *application = g_application_get_default ();

  if (number != 0 && application != NULL && GTK_IS_APPLICATION (application))
    gtk_application_uninhibit (GTK_APPLICATION (application), number);
}
