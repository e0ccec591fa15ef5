/* troupe-editor-layout.c: what goes where on the page, by its width and height
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-layout"

#include "config.h"

#include "troupe-editor-private.h"

#define BOTTOM_MIN 200

void
troupe_editor_update_map (TroupeEditor *self)
{
  gboolean wanted = self->map_pinned || (self->width == TROUPE_EDITOR_WIDE &&
                                         troupe_canvas_minimap_get_wanted (self->minimap));

  gtk_widget_set_visible (self->map_frame, wanted);
}

/* (element-type GtkScrolledWindow): those with a frame clock. */
static void
collect_realized (GtkWidget *widget, GPtrArray *scrollers)
{
  g_assert (GTK_IS_WIDGET (widget));

  if (GTK_IS_SCROLLED_WINDOW (widget) && gtk_widget_get_realized (widget))
    g_ptr_array_add (scrollers, g_object_ref (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    collect_realized (child, scrollers);
}

/* @is_over: which side it is on now */
static void
put_pane (TroupeEditor *self, GtkRevealer *pane, gboolean *is_over, gboolean over)
{
  GtkWidget *revealer = GTK_WIDGET (pane);
  g_autoptr (GPtrArray) scrollers = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  if (*is_over == over)
    return;

  *is_over = over;
  scrollers = g_ptr_array_new_with_free_func (g_object_unref);
  collect_realized (revealer, scrollers);
  g_object_ref (revealer);
  if (over)
    {
      gtk_box_remove (self->row, revealer);
      gtk_widget_add_css_class (revealer, "over-canvas");
      gtk_overlay_add_overlay (self->overlay, revealer);
    }
  else
    {
      gtk_overlay_remove_overlay (self->overlay, revealer);
      gtk_widget_remove_css_class (revealer, "over-canvas");
      if (pane == self->outline_revealer)
        gtk_box_prepend (self->row, revealer);
      else
        gtk_box_append (self->row, revealer);
    }
  /* GTK 4.8 asks for the frame clock of what was scrolled beyond its end 50 ms later. It has lost that by being
   * moved, and would get it back only when it is shown. A field that loses the focus may build its form anew. */
  for (guint i = 0; i < scrollers->len; i++)
    if (gtk_widget_is_ancestor (scrollers->pdata[i], revealer) &&
        gtk_widget_get_realized (GTK_WIDGET (self->row)))
      gtk_widget_realize (scrollers->pdata[i]);
  g_object_unref (revealer);
}

gboolean
troupe_editor_hide_pane_over (TroupeEditor *self)
{
  if (self->outline_over && gtk_revealer_get_reveal_child (self->outline_revealer))
    g_object_set (self, "outline-visible", FALSE, NULL);
  else if (self->inspector_over && gtk_revealer_get_reveal_child (self->inspector_revealer))
    g_object_set (self, "inspector-visible", FALSE, NULL);
  else
    return FALSE;

  return TRUE;
}

/* A revealer that slides lays out a child that fills the window many times too wide; what is opened from a
 * row of it then lies on no screen. */
static void
set_transition (GtkRevealer *revealer, gboolean fills, GtkRevealerTransitionType slide)
{
  gtk_revealer_set_transition_type (revealer,
                                    fills ? GTK_REVEALER_TRANSITION_TYPE_CROSSFADE : slide);
  /* One that has faded away would slide in as nothing. */
  if (!fills)
    gtk_widget_set_opacity (GTK_WIDGET (revealer), 1);
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
  put_pane (self, self->inspector_revealer, &self->inspector_over, narrow);
  put_pane (self, self->outline_revealer, &self->outline_over, width == TROUPE_EDITOR_TINY);
  gtk_widget_set_halign (GTK_WIDGET (self->inspector_revealer), width == TROUPE_EDITOR_TINY
                                                                    ? GTK_ALIGN_FILL
                                                                : narrow ? GTK_ALIGN_END
                                                                         : GTK_ALIGN_FILL);
  set_transition (self->inspector_revealer, width == TROUPE_EDITOR_TINY,
                  GTK_REVEALER_TRANSITION_TYPE_SLIDE_LEFT);
  set_transition (self->outline_revealer, width == TROUPE_EDITOR_TINY,
                  GTK_REVEALER_TRANSITION_TYPE_SLIDE_RIGHT);
  gtk_widget_set_hexpand (GTK_WIDGET (self->pane), width == TROUPE_EDITOR_TINY);
  troupe_editor_update_map (self);
  g_object_notify (G_OBJECT (self), "width-class");
}

/* The pane's handle works only while the panel is open. */
static void
update_handle (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

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

  g_assert (TROUPE_IS_EDITOR (self));

  update_handle (self);
  if (!self->bottom_open)
    gtk_paned_set_position (self->paned, G_MAXINT / 2);
  else if (height > 0)
    gtk_paned_set_position (self->paned,
                            MAX (height - MAX (self->bottom_height, BOTTOM_MIN), height / 4));
}

void
troupe_editor_position_changed (TroupeEditor *self)
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
