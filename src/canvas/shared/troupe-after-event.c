/* troupe-after-event.c: what is done to a widget once the current event is handled
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-after-event"

#include "config.h"

#include "troupe-after-event.h"

typedef struct
{
  GtkWidget *widget;
  TroupeAfterEventFunc func;
} Call;

static void
call_free (gpointer data)
{
  Call *call = data;

  g_object_unref (call->widget);
  g_free (call);
}

static gboolean
call_cb (gpointer data)
{
  Call *call = data;

  if (gtk_widget_get_root (call->widget) != NULL)
    call->func (call->widget);
  return G_SOURCE_REMOVE;
}

void
troupe_after_event (GtkWidget *widget, TroupeAfterEventFunc func)
{
  Call *call = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (func != NULL);

  call = g_new (Call, 1);
  call->widget = g_object_ref (widget);
  call->func = func;
  g_idle_add_full (G_PRIORITY_HIGH, call_cb, call, call_free);
}

static void
focus (GtkWidget *widget)
{
  gtk_widget_grab_focus (widget);
}

void
troupe_after_event_focus (GtkWidget *widget)
{
  troupe_after_event (widget, focus);
}
