/* troupe-editor-popovers.c: what opens over the canvas: rename, connect, find, notes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-popovers"

#include "config.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "troupe-editor-private.h"
#include "troupe-finder.h"
#include "troupe-scene-notes.h"

/* While it is open no tooltip of the card below it may come up. */
static void
popover_mapped_cb (TroupeEditor *self, GtkWidget *popover)
{
  g_assert (TROUPE_IS_EDITOR (self));

  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), FALSE);
}

static void
popover_unmapped_cb (TroupeEditor *self, GtkWidget *popover)
{
  g_assert (TROUPE_IS_EDITOR (self));

  if (self->canvas != NULL)
    gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
}

void
_troupe_editor_add_popover (TroupeEditor *self, GtkWidget *popover)
{
  g_signal_connect_object (popover, "map", G_CALLBACK (popover_mapped_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (popover, "unmap", G_CALLBACK (popover_unmapped_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (popover, GTK_WIDGET (self));
}

/* Puts the popover below the thing that it belongs to. */
void
_troupe_editor_follow_anchor (TroupeEditor *self)
{
  graphene_rect_t bounds;
  graphene_point_t corner;
  graphene_point_t end;
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;

  if (self->anchored == NULL || self->anchor == NULL ||
      !troupe_canvas_get_bounds (self->canvas, self->anchor, &bounds))
    return;

  corner = troupe_canvas_to_widget (self->canvas, bounds.origin.x, bounds.origin.y);
  corner.x = CLAMP (corner.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  corner.y = CLAMP (corner.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);
  end = troupe_canvas_to_widget (self->canvas, bounds.origin.x + bounds.size.width,
                                 bounds.origin.y + MIN (bounds.size.height, 52));
  if (gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &corner, &place))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->anchored),
                                 &(GdkRectangle){ (int) place.x, (int) place.y,
                                                  MAX (1, (int) (end.x - corner.x)),
                                                  MAX (1, (int) (end.y - corner.y)) });
}

/* Puts @popover below the thing of that id, which is brought into view, and keeps it there when the view
 * moves: of a page that has just been opened all is yet to be given its place. */
static void
point_at (TroupeEditor *self, GtkWidget *popover, const char *id)
{
  _troupe_editor_reveal (self, id, FALSE);
  self->anchored = popover;
  troupe_set_str (&self->anchor, id);
  _troupe_editor_follow_anchor (self);
}

/* --- Rename -------------------------------------------------------------------------------- */

static void
show_rename_error (TroupeEditor *self, const char *error)
{
  gtk_label_set_label (GTK_LABEL (self->rename_error), error != NULL ? error : "");
  gtk_widget_set_visible (self->rename_error, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (self->rename_entry, "error");
  else
    gtk_widget_remove_css_class (self->rename_entry, "error");
}

static void
rename_changed_cb (TroupeEditor *self)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  /* A group may be called anything. */
  if (self->rename_group == NULL && self->selected != NULL)
    error = troupe_editor_context_check_name (
        self->context, gtk_editable_get_text (GTK_EDITABLE (self->rename_entry)), self->selected);
  show_rename_error (self, error);
}

static void
rename_method (TroupeEditor *self, const char *name)
{
  g_autofree char *old = g_strdup (self->selected);
  g_autofree char *error = NULL;

  if (old == NULL)
    return;

  error = troupe_editor_context_check_name (self->context, name, old);
  if (error != NULL)
    return;

  gtk_popover_popdown (GTK_POPOVER (self->rename_popover));
  if (!g_str_equal (name, old))
    troupe_editor_context_rename (self->context, old, name);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
rename_activate_cb (TroupeEditor *self)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->rename_entry)));

  g_assert (TROUPE_IS_EDITOR (self));

  if (self->rename_group == NULL)
    {
      rename_method (self, name);
      return;
    }

  gtk_popover_popdown (GTK_POPOVER (self->rename_popover));
  _troupe_editor_rename_group (self, self->rename_group, name);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
build_rename (TroupeEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->rename_popover = gtk_popover_new ();
  self->rename_entry = gtk_entry_new ();
  self->rename_error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->rename_error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->rename_error), 28);
  gtk_widget_add_css_class (self->rename_error, "error");
  gtk_widget_add_css_class (self->rename_error, "caption");
  gtk_box_append (GTK_BOX (box), self->rename_entry);
  gtk_box_append (GTK_BOX (box), self->rename_error);
  gtk_popover_set_child (GTK_POPOVER (self->rename_popover), box);
  _troupe_editor_add_popover (self, self->rename_popover);
  g_signal_connect_object (self->rename_entry, "changed", G_CALLBACK (rename_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rename_entry, "activate", G_CALLBACK (rename_activate_cb), self,
                           G_CONNECT_SWAPPED);
}

void
_troupe_editor_open_rename (TroupeEditor *self)
{
  g_auto (GStrv) groups = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_GROUP);
  const TroupeCanvasGroup *group = self->selected == NULL && groups[0] != NULL
                                       ? troupe_canvas_scene_get_group (self->scene, groups[0])
                                       : NULL;
  const char *name = group != NULL ? group->title : self->selected;

  if (self->selected == NULL && group == NULL)
    return;

  if (self->rename_popover == NULL)
    build_rename (self);
  g_free (self->rename_group);
  self->rename_group = g_strdup (group != NULL ? groups[0] : NULL);
  gtk_accessible_update_property (
      GTK_ACCESSIBLE (self->rename_entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
      group != NULL ? _ ("Title of the group") : _ ("Name of the method"), -1);
  gtk_editable_set_text (GTK_EDITABLE (self->rename_entry), name != NULL ? name : "");
  rename_changed_cb (self);
  point_at (self, self->rename_popover, group != NULL ? groups[0] : self->selected);
  gtk_popover_popup (GTK_POPOVER (self->rename_popover));
  gtk_widget_grab_focus (self->rename_entry);
  gtk_editable_select_region (GTK_EDITABLE (self->rename_entry), 0, -1);
}

/* --- Connect and find ---------------------------------------------------------------------- */

static void
connect_chosen_cb (TroupeEditor *self, const char *target)
{
  g_autofree char *from = g_strdup (self->selected);
  g_autofree char *port = g_strdup (troupe_chooser_get_port (TROUPE_CHOOSER (self->chooser)));

  g_assert (TROUPE_IS_EDITOR (self));

  if (from == NULL)
    return;

  if (g_strcmp0 (port, from) == 0)
    g_clear_pointer (&port, g_free);
  _troupe_editor_connect (self, from, port, target, self->connect_and);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static char **
list_targets (TroupeEditor *self, const char *from)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (self->document);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (from == NULL || _troupe_editor_can_connect (self, from, NULL, method->name, NULL))
        g_ptr_array_add (names, g_strdup (method->name));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

/* A router is most often meant by one of its events. */
static void
set_ports (TroupeEditor *self, const char *name)
{
  const TroupeCanvasNode *node = troupe_canvas_scene_get_node (self->scene, name);
  g_autoptr (GPtrArray) ports = g_ptr_array_new ();

  for (guint i = 0; node != NULL && node->events != NULL && node->events[i] != NULL; i++)
    g_ptr_array_add (ports, (gpointer) node->events[i]);
  g_ptr_array_add (ports, (gpointer) name);
  g_ptr_array_add (ports, NULL);
  troupe_chooser_set_ports (TROUPE_CHOOSER (self->chooser), (const char *const *) ports->pdata);
}

void
_troupe_editor_open_connect (TroupeEditor *self, gboolean with_and)
{
  g_auto (GStrv) names = NULL;

  if (self->selected == NULL)
    return;

  self->connect_and = with_and;
  if (self->chooser == NULL)
    {
      self->chooser = troupe_chooser_new (_ ("Connect to"), _ ("Name of a method"));
      g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (connect_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      _troupe_editor_add_popover (self, self->chooser);
    }
  names = list_targets (self, self->selected);
  troupe_chooser_set_names (TROUPE_CHOOSER (self->chooser), (const char *const *) names);
  set_ports (self, self->selected);
  point_at (self, self->chooser, self->selected);
  gtk_popover_popup (GTK_POPOVER (self->chooser));
}

/* The thing itself in the free part of the view, and the field of it where its form is seen anyway. */
static void
find_chosen_cb (TroupeEditor *self, TroupeFindHit *hit)
{
  g_autofree char *id = g_strdup (troupe_find_hit_get_id (hit));
  const char *path = troupe_find_hit_get_path (hit);
  const char *const ids[] = { id, NULL };

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_select (self, ids);
  _troupe_editor_center_on (self, id, TRUE);
  troupe_canvas_set_focus_id (self->canvas, id);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  if (path != NULL && !self->inspector_over &&
      gtk_revealer_get_reveal_child (self->inspector_revealer))
    troupe_inspector_go_to (self->inspector, path, 0, 0);
}

static void
make_finder (TroupeEditor *self)
{
  if (self->finder != NULL)
    return;

  self->finder = troupe_finder_new (self->document);
  g_signal_connect_object (self->finder, "chosen", G_CALLBACK (find_chosen_cb), self,
                           G_CONNECT_SWAPPED);
  _troupe_editor_add_popover (self, self->finder);
}

void
_troupe_editor_open_find (TroupeEditor *self)
{
  graphene_rect_t bounds;

  make_finder (self);
  if (gtk_widget_compute_bounds (self->find_button, GTK_WIDGET (self), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->finder),
                                 &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y,
                                                  (int) bounds.size.width,
                                                  (int) bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->finder));
}

void
_troupe_editor_find_next (TroupeEditor *self, gboolean forward)
{
  if (self->finder == NULL || !troupe_finder_step (TROUPE_FINDER (self->finder), forward))
    _troupe_editor_open_find (self);
}

/* --- Notes --------------------------------------------------------------------------------- */

static void
note_closed_cb (TroupeEditor *self)
{
  const TroupeCanvasNote *note;
  g_autofree char *id = g_steal_pointer (&self->note_id);
  g_autofree char *text = NULL;
  GtkTextIter start;
  GtkTextIter end;

  g_assert (TROUPE_IS_EDITOR (self));

  note = id != NULL ? troupe_canvas_scene_get_note (self->scene, id) : NULL;
  if (note == NULL)
    return;

  gtk_text_buffer_get_bounds (self->note_buffer, &start, &end);
  text = gtk_text_buffer_get_text (self->note_buffer, &start, &end, TRUE);
  if (g_strcmp0 (text, troupe_document_get_note_text (self->document, id)) != 0)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, text, note->x, note->y,
                              note->width, note->height);
}

static void
build_note (TroupeEditor *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *view = gtk_text_view_new ();

  self->note_popover = gtk_popover_new ();
  self->note_buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (view));
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_accepts_tab (GTK_TEXT_VIEW (view), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Text of the note"), -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_widget_set_size_request (scroller, 300, 140);
  gtk_popover_set_child (GTK_POPOVER (self->note_popover), scroller);
  _troupe_editor_add_popover (self, self->note_popover);
  g_signal_connect_object (self->note_popover, "closed", G_CALLBACK (note_closed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
_troupe_editor_open_note (TroupeEditor *self, const char *id)
{
  const char *text = troupe_document_get_note_text (self->document, id);

  if (text == NULL)
    return;

  if (self->note_popover == NULL)
    build_note (self);
  gtk_text_buffer_set_text (self->note_buffer, text, -1);
  g_free (self->note_id);
  self->note_id = g_strdup (id);
  point_at (self, self->note_popover, id);
  gtk_popover_popup (GTK_POPOVER (self->note_popover));
}

/* One that is still open when its window goes is never let go of by GTK 4.8. */
void
_troupe_editor_close_popovers (TroupeEditor *self)
{
  GtkWidget *popovers[] = { self->palette, self->chooser,      self->finder,
                            self->menu,    self->note_popover, self->rename_popover };

  for (guint i = 0; i < G_N_ELEMENTS (popovers); i++)
    if (popovers[i] != NULL && gtk_widget_get_visible (popovers[i]))
      gtk_popover_popdown (GTK_POPOVER (popovers[i]));
}

void
_troupe_editor_clear_popovers (TroupeEditor *self)
{
  g_clear_pointer (&self->note_id, g_free);
  g_clear_pointer (&self->rename_group, g_free);
  g_clear_pointer (&self->anchor, g_free);
  self->anchored = NULL;
  g_clear_pointer (&self->palette, gtk_widget_unparent);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_pointer (&self->finder, gtk_widget_unparent);
  g_clear_pointer (&self->rename_popover, gtk_widget_unparent);
  g_clear_pointer (&self->note_popover, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}
