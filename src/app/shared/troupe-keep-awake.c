/* troupe-keep-awake.c: keeps the computer awake while something runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-keep-awake"

#include "config.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

#include "troupe-keep-awake.h"

/* @cookie: of gtk_application_inhibit(), 0 while the computer may suspend */
struct _TroupeKeepAwake
{
  GtkApplication *application;
  GSettings *settings;
  gulong changed_id;
  guint cookie;
};

static void
update (TroupeKeepAwake *self)
{
  const gboolean is_wanted = g_settings_get_boolean (self->settings, TROUPE_KEEP_AWAKE);

  if (is_wanted && self->cookie == 0)
    self->cookie =
        gtk_application_inhibit (self->application, NULL, GTK_APPLICATION_INHIBIT_SUSPEND,
                                 _ ("A document is running."));
  else if (!is_wanted && self->cookie != 0)
    {
      gtk_application_uninhibit (self->application, self->cookie);
      self->cookie = 0;
    }
}

TroupeKeepAwake *
troupe_keep_awake_begin (GSettings *settings)
{
  GApplication *application = g_application_get_default ();
  TroupeKeepAwake *self = NULL;

  if (settings == NULL || application == NULL || !GTK_IS_APPLICATION (application) ||
      !g_application_get_is_registered (application))
    return NULL;
  self = g_new0 (TroupeKeepAwake, 1);
  self->application = g_object_ref (GTK_APPLICATION (application));
  self->settings = g_object_ref (settings);
  self->changed_id =
      g_signal_connect_swapped (settings, "changed::" TROUPE_KEEP_AWAKE, G_CALLBACK (update), self);
  update (self);
  return self;
}

void
troupe_keep_awake_end (TroupeKeepAwake *self)
{
  if (self == NULL)
    return;
  g_signal_handler_disconnect (self->settings, self->changed_id);
  if (self->cookie != 0)
    gtk_application_uninhibit (self->application, self->cookie);
  g_object_unref (self->settings);
  g_object_unref (self->application);
  g_free (self);
}
