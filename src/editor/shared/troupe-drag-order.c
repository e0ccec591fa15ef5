/* troupe-drag-order.c: reordering rows by drag and drop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-drag-order"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-drag-order.h"

/* The dragged content. It has a separate type, so that no other widget accepts it as text or
 * number. */
typedef struct
{
  gpointer group;
  guint index;
} Place;

static gpointer
place_copy (gpointer boxed)
{
  return g_memdup2 (boxed, sizeof (Place));
}

#define PLACE_TYPE (place_get_type ())
static GType place_get_type (void);
G_DEFINE_BOXED_TYPE (Place, place, place_copy, g_free)

static guint
get_index (gpointer row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "troupe-drag-index"));
}

void
troupe_drag_order_set_index (GtkWidget *row, guint index)
{
  g_return_if_fail (GTK_IS_WIDGET (row));

  g_object_set_data (G_OBJECT (row), "troupe-drag-index", GUINT_TO_POINTER (index));
}

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, GtkWidget *row)
{
  Place place = { g_object_get_data (G_OBJECT (row), "troupe-drag-group"), get_index (row) };

  g_assert (GTK_IS_WIDGET (row));

  return gdk_content_provider_new_typed (PLACE_TYPE, &place);
}

/* Uses the row itself as drag icon. */
static void
begin_cb (GtkDragSource *source, GdkDrag *drag, GtkWidget *row)
{
  GdkPaintable *icon = gtk_widget_paintable_new (row);

  g_assert (GTK_IS_WIDGET (row));

  gtk_drag_source_set_icon (source, icon, 0, 0);
  g_object_unref (icon);
}

static gboolean
drop_cb (GtkDropTarget *target, const GValue *value, double x, double y, gpointer user_data)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (target));
  TroupeDragOrderFunc move = (TroupeDragOrderFunc) user_data;
  const Place *place = g_value_get_boxed (value);

  g_assert (GTK_IS_WIDGET (row));

  if (place == NULL || place->group != g_object_get_data (G_OBJECT (row), "troupe-drag-group"))
    return FALSE;
  if (place->index != get_index (row))
    move (row, place->index, get_index (row));
  return TRUE;
}

GtkWidget *
troupe_drag_order_handle_new (void)
{
  GtkWidget *handle = gtk_image_new_from_icon_name ("list-drag-handle-symbolic");

  gtk_widget_set_tooltip_text (handle, _ ("Drag to reorder, or press Alt+↑ or Alt+↓"));
  gtk_widget_add_css_class (handle, "dim-label");
  gtk_widget_set_cursor_from_name (handle, "grab");
  return handle;
}

void
troupe_drag_order_add (GtkWidget *row, GtkWidget *handle, gpointer group, TroupeDragOrderFunc move)
{
  GtkDropTarget *target;

  g_return_if_fail (GTK_IS_WIDGET (row));
  g_return_if_fail (move != NULL);

  g_object_set_data (G_OBJECT (row), "troupe-drag-group", group);
  gtk_widget_add_css_class (row, "drag-row");
  if (handle != NULL)
    {
      GtkDragSource *source = gtk_drag_source_new ();

      gtk_drag_source_set_actions (source, GDK_ACTION_MOVE);
      g_signal_connect_object (source, "prepare", G_CALLBACK (prepare_cb), row, 0);
      g_signal_connect_object (source, "drag-begin", G_CALLBACK (begin_cb), row, 0);
      gtk_widget_add_controller (handle, GTK_EVENT_CONTROLLER (source));
    }
  target = gtk_drop_target_new (PLACE_TYPE, GDK_ACTION_MOVE);
  g_signal_connect (target, "drop", G_CALLBACK (drop_cb), (gpointer) move);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (target));
}
