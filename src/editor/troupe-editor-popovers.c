/* troupe-editor-popovers.c: what opens over the canvas: rename, connect, find, notes, menus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-popovers"

#include "config.h"

#include <glib/gi18n.h>
#include <gtksourceview/gtksource.h>

#include "troupe-editor-private.h"
#include "troupe-scene-notes.h"

/* Puts @popover below the thing of that id, which is brought into view. */
static void
point_at (TroupeEditor *self, GtkWidget *popover, const char *id)
{
  graphene_rect_t bounds;
  graphene_point_t corner;
  graphene_point_t end;
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;

  troupe_canvas_reveal (self->canvas, id, FALSE);
  if (!troupe_canvas_get_bounds (self->canvas, id, &bounds))
    return;

  corner = troupe_canvas_to_widget (self->canvas, bounds.origin.x, bounds.origin.y);
  corner.x = CLAMP (corner.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  corner.y = CLAMP (corner.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);
  end = troupe_canvas_to_widget (self->canvas, bounds.origin.x + bounds.size.width,
                                 bounds.origin.y + MIN (bounds.size.height, 52));
  if (gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &corner, &place))
    gtk_popover_set_pointing_to (GTK_POPOVER (popover),
                                 &(GdkRectangle){ (int) place.x, (int) place.y,
                                                  MAX (1, (int) (end.x - corner.x)),
                                                  MAX (1, (int) (end.y - corner.y)) });
}

/* --- Rename -------------------------------------------------------------------------------- */

static void
rename_changed_cb (TroupeEditor *self)
{
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

  if (self->selected == NULL)
    return;

  error = troupe_editor_context_check_name (
      self->context, gtk_editable_get_text (GTK_EDITABLE (self->rename_entry)), self->selected);
  gtk_label_set_label (GTK_LABEL (self->rename_error), error != NULL ? error : "");
  gtk_widget_set_visible (self->rename_error, error != NULL);
  if (error != NULL)
    gtk_widget_add_css_class (self->rename_entry, "error");
  else
    gtk_widget_remove_css_class (self->rename_entry, "error");
}

static void
rename_activate_cb (TroupeEditor *self)
{
  g_autofree char *name = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->rename_entry)));
  g_autofree char *old = g_strdup (self->selected);
  g_autofree char *error = NULL;

  g_assert (TROUPE_IS_EDITOR (self));

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
build_rename (TroupeEditor *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->rename_popover = gtk_popover_new ();
  self->rename_entry = gtk_entry_new ();
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rename_entry),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Name of the method"), -1);
  self->rename_error = gtk_label_new (NULL);
  gtk_label_set_wrap (GTK_LABEL (self->rename_error), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (self->rename_error), 28);
  gtk_widget_add_css_class (self->rename_error, "error");
  gtk_widget_add_css_class (self->rename_error, "caption");
  gtk_box_append (GTK_BOX (box), self->rename_entry);
  gtk_box_append (GTK_BOX (box), self->rename_error);
  gtk_popover_set_child (GTK_POPOVER (self->rename_popover), box);
  gtk_widget_set_parent (self->rename_popover, GTK_WIDGET (self));
  g_signal_connect_object (self->rename_entry, "changed", G_CALLBACK (rename_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->rename_entry, "activate", G_CALLBACK (rename_activate_cb), self,
                           G_CONNECT_SWAPPED);
}

void
_troupe_editor_open_rename (TroupeEditor *self)
{
  if (self->selected == NULL)
    return;

  if (self->rename_popover == NULL)
    build_rename (self);
  gtk_editable_set_text (GTK_EDITABLE (self->rename_entry), self->selected);
  rename_changed_cb (self);
  point_at (self, self->rename_popover, self->selected);
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
      gtk_widget_set_parent (self->chooser, GTK_WIDGET (self));
    }
  names = list_targets (self, self->selected);
  troupe_chooser_set_names (TROUPE_CHOOSER (self->chooser), (const char *const *) names);
  set_ports (self, self->selected);
  point_at (self, self->chooser, self->selected);
  gtk_popover_popup (GTK_POPOVER (self->chooser));
}

static void
find_chosen_cb (TroupeEditor *self, const char *name)
{
  g_autofree char *copy = g_strdup (name);
  const char *const ids[] = { copy, NULL };

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_select (self, ids);
  troupe_canvas_center_on (self->canvas, copy, TRUE);
  troupe_canvas_set_focus_id (self->canvas, copy);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
_troupe_editor_open_find (TroupeEditor *self)
{
  g_auto (GStrv) names = list_targets (self, NULL);
  graphene_rect_t bounds;

  if (self->finder == NULL)
    {
      self->finder = troupe_chooser_new (NULL, _ ("Find a method"));
      g_signal_connect_object (self->finder, "chosen", G_CALLBACK (find_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_widget_set_parent (self->finder, GTK_WIDGET (self));
    }
  troupe_chooser_set_names (TROUPE_CHOOSER (self->finder), (const char *const *) names);
  if (gtk_widget_compute_bounds (self->find_button, GTK_WIDGET (self), &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->finder),
                                 &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y,
                                                  (int) bounds.size.width,
                                                  (int) bounds.size.height });
  gtk_popover_popup (GTK_POPOVER (self->finder));
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
    troupe_flow_document_set_note (self->document, id, text, note->x, note->y, note->width,
                                   note->height);
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
  gtk_widget_set_parent (self->note_popover, GTK_WIDGET (self));
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

/* --- Menus --------------------------------------------------------------------------------- */

typedef struct
{
  const char *label; /* NULL begins a section */
  const char *action;
} MenuItem;

static const MenuItem method_items[] = {
  { N_ ("Edit"), "flow.edit" },
  { N_ ("Rename"), "flow.rename" },
  { N_ ("Start or Not"), "flow.toggle-start" },
  { NULL, NULL },
  { N_ ("Connect to…"), "flow.connect" },
  { NULL, NULL },
  { N_ ("Cut"), "flow.cut" },
  { N_ ("Copy"), "flow.copy" },
  { N_ ("Duplicate"), "flow.duplicate" },
  { N_ ("Delete"), "flow.delete" },
  { N_ ("Delete and Reconnect"), "flow.delete-reconnect" },
};

static const MenuItem wire_items[] = {
  { N_ ("Insert…"), "flow.insert" },
  { N_ ("Delete"), "flow.delete" },
};

static const MenuItem gate_items[] = {
  { N_ ("Toggle and/or"), "flow.toggle-gate" },
  { N_ ("Delete"), "flow.delete" },
};

static const MenuItem note_items[] = {
  { N_ ("Edit"), "flow.edit" },
  { N_ ("Delete"), "flow.delete" },
};

static const MenuItem ground_items[] = {
  { N_ ("Add…"), "flow.add" },    { N_ ("Add Note"), "flow.add-note" },
  { N_ ("Paste"), "flow.paste" }, { NULL, NULL },
  { N_ ("Tidy"), "flow.tidy" },   { N_ ("Select All"), "flow.select-all" },
  { N_ ("Fit"), "flow.fit" },
};

static GMenuModel *
make_menu (const MenuItem *items, guint n_items)
{
  GMenu *menu = g_menu_new ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < n_items; i++)
    {
      if (items[i].label != NULL)
        {
          g_menu_append (section, _ (items[i].label), items[i].action);
          continue;
        }
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
      g_object_unref (section);
      section = g_menu_new ();
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));

  return G_MENU_MODEL (menu);
}

static GMenuModel *
get_menu (TroupeCanvasKind kind)
{
  switch ((int) kind)
    {
    case TROUPE_CANVAS_KIND_NODE:
    case TROUPE_CANVAS_KIND_INPUT:
    case TROUPE_CANVAS_KIND_OUTPUT:
    case TROUPE_CANVAS_KIND_PROBLEM_BADGE:
      return make_menu (method_items, G_N_ELEMENTS (method_items));
    case TROUPE_CANVAS_KIND_WIRE:
    case TROUPE_CANVAS_KIND_WIRE_END:
      return make_menu (wire_items, G_N_ELEMENTS (wire_items));
    case TROUPE_CANVAS_KIND_GATE:
      return make_menu (gate_items, G_N_ELEMENTS (gate_items));
    case TROUPE_CANVAS_KIND_NOTE:
      return make_menu (note_items, G_N_ELEMENTS (note_items));
    default:
      return make_menu (ground_items, G_N_ELEMENTS (ground_items));
    }
}

void
_troupe_editor_open_menu (TroupeEditor *self, TroupeCanvasKind kind, double x, double y)
{
  g_autoptr (GMenuModel) model = get_menu (kind);
  graphene_point_t point = GRAPHENE_POINT_INIT ((float) x, (float) y);
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;

  if (self->menu == NULL)
    {
      self->menu = gtk_popover_menu_new_from_model (model);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
      gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
      gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
    }
  else
    {
      gtk_popover_menu_set_menu_model (GTK_POPOVER_MENU (self->menu), model);
    }
  if (!gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &point, &place))
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu),
                               &(GdkRectangle){ (int) place.x, (int) place.y, 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

void
_troupe_editor_clear_popovers (TroupeEditor *self)
{
  g_clear_pointer (&self->note_id, g_free);
  g_clear_pointer (&self->palette, gtk_widget_unparent);
  g_clear_pointer (&self->chooser, gtk_widget_unparent);
  g_clear_pointer (&self->finder, gtk_widget_unparent);
  g_clear_pointer (&self->rename_popover, gtk_widget_unparent);
  g_clear_pointer (&self->note_popover, gtk_widget_unparent);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
}
