/* troupe-editor-layout.c: what goes where on the page, by its width and height
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-layout"

#include "config.h"

#include <math.h>

#include "troupe-editor-private.h"

#define BOTTOM_MIN 200

static gboolean
update_zoom_idle_cb (gpointer data)
{
  TroupeEditor *self = data;
  g_autofree char *text =
      g_strdup_printf ("%d %%", (int) lround (troupe_canvas_get_zoom (self->canvas) * 100));

  self->zoom_id = 0;
  gtk_label_set_label (self->zoom_label, text);
  _troupe_editor_follow_anchor (self);

  return G_SOURCE_REMOVE;
}

void
_troupe_editor_update_zoom (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  /* The view also changes while sizes are given out, when no label may ask for another. */
  if (self->zoom_id == 0)
    self->zoom_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, update_zoom_idle_cb, self, NULL);
}

void
_troupe_editor_update_map (TroupeEditor *self)
{
  gboolean wanted = self->map_pinned || (self->width == TROUPE_EDITOR_WIDE &&
                                         troupe_canvas_minimap_get_wanted (self->minimap));

  gtk_widget_set_visible (self->map_frame, wanted);
}

static void
put_inspector (TroupeEditor *self, gboolean over)
{
  GtkWidget *revealer = GTK_WIDGET (self->inspector_revealer);

  if (self->inspector_over == over)
    return;

  self->inspector_over = over;
  g_object_ref (revealer);
  if (over)
    {
      gtk_box_remove (self->row, revealer);
      gtk_widget_set_halign (revealer, GTK_ALIGN_END);
      gtk_widget_add_css_class (revealer, "over-canvas");
      gtk_overlay_add_overlay (self->overlay, revealer);
    }
  else
    {
      gtk_overlay_remove_overlay (self->overlay, revealer);
      gtk_widget_set_halign (revealer, GTK_ALIGN_FILL);
      gtk_widget_remove_css_class (revealer, "over-canvas");
      gtk_box_append (self->row, revealer);
    }
  g_object_unref (revealer);
}

void
troupe_editor_set_width_class (TroupeEditor *self, TroupeEditorWidth width)
{
  gboolean narrow;

  g_return_if_fail (TROUPE_IS_EDITOR (self));

  narrow = width >= TROUPE_EDITOR_NARROW;
  self->width = width;
  gtk_widget_set_visible (self->add_label, !narrow);
  gtk_widget_set_visible (self->zoom_tools, !narrow);
  put_inspector (self, narrow);
  gtk_widget_set_halign (GTK_WIDGET (self->inspector_revealer), width == TROUPE_EDITOR_TINY
                                                                    ? GTK_ALIGN_FILL
                                                                : narrow ? GTK_ALIGN_END
                                                                         : GTK_ALIGN_FILL);
  gtk_widget_set_hexpand (GTK_WIDGET (self->pane), width == TROUPE_EDITOR_TINY);
  _troupe_editor_update_map (self);
  g_object_notify (G_OBJECT (self), "width-class");
}

/* The pane's handle works only while the panel is open. */
static void
update_handle (TroupeEditor *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->paned)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (child != gtk_paned_get_start_child (self->paned) &&
        child != gtk_paned_get_end_child (self->paned))
      {
        gtk_widget_set_sensitive (child, self->bottom_open);
        gtk_widget_set_can_target (child, self->bottom_open);
      }
}

static void
apply_bottom (TroupeEditor *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));

  update_handle (self);
  if (!self->bottom_open)
    gtk_paned_set_position (self->paned, G_MAXINT / 2);
  else if (height > 0)
    gtk_paned_set_position (self->paned,
                            MAX (height - MAX (self->bottom_height, BOTTOM_MIN), height / 4));
}

void
_troupe_editor_position_changed (TroupeEditor *self)
{
  int height = gtk_widget_get_height (GTK_WIDGET (self->paned));
  int bottom = height - gtk_paned_get_position (self->paned);

  g_assert (TROUPE_IS_EDITOR (self));

  if (!self->bottom_open || height <= 0 || bottom < BOTTOM_MIN || bottom == self->bottom_height)
    return;

  self->bottom_height = bottom;
  g_object_notify (G_OBJECT (self), "bottom-height");
}

void
troupe_editor_set_bottom (TroupeEditor *self, GtkWidget *bottom)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  gtk_paned_set_end_child (self->paned, bottom);
  apply_bottom (self);
}

void
troupe_editor_set_bottom_open (TroupeEditor *self, gboolean open)
{
  g_return_if_fail (TROUPE_IS_EDITOR (self));

  if (self->bottom_open == open)
    return;

  self->bottom_open = open;
  apply_bottom (self);
  g_object_notify (G_OBJECT (self), "bottom-open");
}

static gboolean
choose_view_idle_cb (gpointer data)
{
  TroupeEditor *self = data;

  self->view_id = 0;
  _troupe_editor_choose_view (self);

  return G_SOURCE_REMOVE;
}

void
_troupe_editor_allocate (TroupeEditor *self, int width, int height, int baseline)
{
  GtkWidget *popovers[] = { self->palette, self->chooser,      self->finder,
                            self->menu,    self->note_popover, self->rename_popover };

  gtk_widget_allocate (self->root, width, height, baseline, NULL);
  if (!self->has_view && width > 0)
    {
      self->has_view = TRUE;
      self->view_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, choose_view_idle_cb, self, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (popovers); i++)
    if (popovers[i] != NULL)
      gtk_popover_present (GTK_POPOVER (popovers[i]));
}
