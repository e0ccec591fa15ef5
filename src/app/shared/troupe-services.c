/* troupe-services.c: interface of the objects that all windows share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-services"

#include "config.h"

#include "troupe-services.h"

G_DEFINE_INTERFACE (TroupeServices, troupe_services, GTK_TYPE_APPLICATION)

static void
troupe_services_default_init (TroupeServicesInterface *iface)
{
  g_signal_new ("run-left", G_TYPE_FROM_INTERFACE (iface), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

TroupeServices *
troupe_services_get (void)
{
  GApplication *application = g_application_get_default ();

  return TROUPE_IS_SERVICES (application) ? TROUPE_SERVICES (application) : NULL;
}

TroupeStore *
troupe_services_get_store (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_store (self);
}

gboolean
troupe_services_peek_store (TroupeServices *self, TroupeStore **store)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), FALSE);
  g_return_val_if_fail (store != NULL, FALSE);

  return TROUPE_SERVICES_GET_IFACE (self)->peek_store (self, store);
}

TroupeStore *
troupe_services_find_store (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->find_store (self);
}

TroupeDrafts *
troupe_services_get_drafts (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_drafts (self);
}

TroupeEngine *
troupe_services_get_engine (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_engine (self);
}

TroupeRunSpans *
troupe_services_get_spans (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_spans (self);
}

TroupeMonthBudget *
troupe_services_get_month (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_month (self);
}

char *
troupe_services_get_trouble (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_trouble (self);
}

void
troupe_services_note_left_run (TroupeServices *self, const char *path)
{
  g_return_if_fail (TROUPE_IS_SERVICES (self));

  TROUPE_SERVICES_GET_IFACE (self)->note_left_run (self, path);
}

GSettings *
troupe_services_get_settings (TroupeServices *self)
{
  g_return_val_if_fail (TROUPE_IS_SERVICES (self), NULL);

  return TROUPE_SERVICES_GET_IFACE (self)->get_settings (self);
}
