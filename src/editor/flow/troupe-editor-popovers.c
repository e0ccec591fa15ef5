/* troupe-editor-popovers.c: popovers over the canvas: rename, connect, find, notes, menus
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-popovers"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-align-menu.h"
#include "troupe-canvas-sizes.h"
#include "troupe-breakpoint-form.h"
#include "troupe-editor-control.h"
#include "troupe-editor-popovers.h"
#include "troupe-chooser.h"
#include "troupe-editor-groups.h"
#include "troupe-editor-menus.h"
#include "troupe-editor-wiring.h"
#include "troupe-finder.h"
#include "troupe-palette.h"
#include "troupe-note-editor.h"
#include "troupe-rename-popover.h"
#include "troupe-popover-opening.h"
#include "troupe-sanitize-text.h"

#define HEAD_HEIGHT 52 /* maximum height of an object that a popover avoids */

struct _TroupeEditorPopovers
{
  GObject parent_instance;

  GtkWidget *page; /* (unowned) */
  GtkWidget *find_button;
  TroupeDrawing *drawing;
  TroupeCanvas *canvas;
  TroupeEditorView *view;

  GPtrArray *all;  /* children of the page */
  GtkWidget *note; /* (nullable): edits a note, child of the canvas's overlay */

  /* Created on first use; all are contained in @all. */
  GtkWidget *rename;
  GtkWidget *condition;
  GtkWidget *chooser;
  GtkWidget *wire_chooser;
  GtkWidget *finder;
  GtkWidget *menu;
  GtkWidget *align_keys; /* the list of keys after Alt+A */

  char *renamed_group; /* (nullable): NULL if a method is renamed */
  char *renamed_method;
  gboolean connect_and;
  graphene_point_t menu_place; /* where it was opened, canvas pixels */
  GtkWidget *anchored;         /* (nullable): the popover anchored to an object on the canvas */
  gboolean is_below;           /* it is below the whole object, not below its head */
  char *anchor;                /* (nullable): the id of that object */
};

enum
{
  FOUND,
  CREATE_AFTER,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeEditorPopovers, troupe_editor_popovers, G_TYPE_OBJECT)

/* --- All popovers ----------------------------------------------------------------------------- */

/* Disables the tooltips of the cards while the popover is open. */
static void
popover_mapped_cb (TroupeEditorPopovers *self, GtkWidget *popover)
{
  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), FALSE);
}

static void
popover_unmapped_cb (TroupeEditorPopovers *self, GtkWidget *popover)
{
  GtkRoot *root = gtk_widget_get_root (popover);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->canvas == NULL)
    return;
  gtk_widget_set_has_tooltip (GTK_WIDGET (self->canvas), TRUE);
  /* GTK would only move the focus after the next frame, and a key until then would be lost. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self->canvas)) &&
      (focus == NULL || gtk_widget_is_ancestor (focus, popover)))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
troupe_editor_popovers_add (TroupeEditorPopovers *self, GtkWidget *popover)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));
  g_return_if_fail (GTK_IS_POPOVER (popover));

  g_signal_connect_object (popover, "map", G_CALLBACK (popover_mapped_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (popover, "unmap", G_CALLBACK (popover_unmapped_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_set_parent (popover, self->page);
  g_ptr_array_add (self->all, popover);
}

void
troupe_editor_popovers_present (TroupeEditorPopovers *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  for (guint i = 0; i < self->all->len; i++)
    troupe_popover_follow (GTK_POPOVER (g_ptr_array_index (self->all, i)));
}

void
troupe_editor_popovers_close (TroupeEditorPopovers *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  for (guint i = 0; i < self->all->len; i++)
    {
      GtkWidget *popover = g_ptr_array_index (self->all, i);

      if (gtk_widget_get_visible (popover))
        gtk_popover_popdown (GTK_POPOVER (popover));
    }
  if (self->note != NULL)
    troupe_note_editor_end (TROUPE_NOTE_EDITOR (self->note));
}

void
troupe_editor_popovers_clear (TroupeEditorPopovers *self)
{
  g_autoptr (GPtrArray) all = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  self->rename = self->condition = self->chooser = self->finder = self->menu = NULL;
  self->wire_chooser = self->align_keys = self->anchored = NULL;
  all = g_steal_pointer (&self->all);
  self->all = g_ptr_array_new ();
  for (guint i = 0; i < all->len; i++)
    gtk_widget_unparent (g_ptr_array_index (all, i));
  if (self->note != NULL && gtk_widget_get_parent (self->note) != NULL)
    gtk_overlay_remove_overlay (GTK_OVERLAY (gtk_widget_get_parent (self->note)), self->note);
  g_clear_object (&self->note);
}

gboolean
troupe_editor_popovers_find_place (TroupeEditorPopovers *self,
                                   graphene_point_t point,
                                   graphene_point_t *place)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (self), FALSE);
  g_return_val_if_fail (place != NULL, FALSE);

  /* A popover cannot point outside of the view, and GDK would find no monitor for it. */
  point.x = CLAMP (point.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  point.y = CLAMP (point.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);

  return gtk_widget_compute_point (GTK_WIDGET (self->canvas), self->page, &point, place);
}

/* Moves the popover below the object to which it is anchored. */
static void
follow_anchor_cb (TroupeEditorPopovers *self)
{
  graphene_rect_t bounds;
  graphene_point_t corner;
  graphene_point_t end;
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->anchored == NULL || self->anchor == NULL ||
      !troupe_canvas_get_bounds (self->canvas, self->anchor, &bounds))
    return;

  corner = troupe_canvas_to_widget (self->canvas, bounds.origin.x, bounds.origin.y);
  corner.x = CLAMP (corner.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  corner.y = CLAMP (corner.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);
  end = troupe_canvas_to_widget (self->canvas, bounds.origin.x + bounds.size.width,
                                 bounds.origin.y + (self->is_below
                                                        ? bounds.size.height
                                                        : MIN (bounds.size.height, HEAD_HEIGHT)));
  if (troupe_editor_popovers_find_place (self, corner, &place))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->anchored),
                                 &(GdkRectangle){ (int) place.x, (int) place.y,
                                                  MAX (1, (int) (end.x - corner.x)),
                                                  MAX (1, (int) (end.y - corner.y)) });
}

/* Anchors @popover below the object with that id and scrolls to the object. The popover follows
 * the object when the view moves, because on a page that has just been opened nothing is
 * allocated yet. */
static void
point_at (TroupeEditorPopovers *self, GtkWidget *popover, const char *id, gboolean is_below)
{
  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));
  g_assert (GTK_IS_POPOVER (popover));

  troupe_editor_view_reveal (self->view, id, FALSE);
  self->anchored = popover;
  self->is_below = is_below;
  troupe_set_str (&self->anchor, id);
  follow_anchor_cb (self);
}

void
troupe_editor_popovers_open_at (TroupeEditorPopovers *self, GtkWidget *popover, const char *id)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));
  g_return_if_fail (GTK_IS_POPOVER (popover) && id != NULL);

  point_at (self, popover, id, TRUE);
  troupe_popover_open (GTK_POPOVER (popover));
}

/* --- Rename -------------------------------------------------------------------------------- */

/* Returns an error message for an invalid method name. Any group name is valid. */
static char *
check_name (const char *name, gpointer user_data)
{
  TroupeEditorPopovers *self = user_data;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  return self->renamed_method != NULL
             ? troupe_editor_context_check_name (troupe_drawing_get_context (self->drawing), name,
                                                 self->renamed_method)
             : NULL;
}

static void
named_cb (TroupeEditorPopovers *self, const char *name)
{
  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->renamed_group != NULL)
    troupe_editor_groups_rename (self->drawing, self->renamed_group, name);
  else if (g_strcmp0 (name, self->renamed_method) != 0)
    troupe_editor_context_rename (troupe_drawing_get_context (self->drawing), self->renamed_method,
                                  name);
  if (gtk_widget_get_mapped (GTK_WIDGET (self->canvas)))
    gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
troupe_editor_popovers_open_rename (TroupeEditorPopovers *self)
{
  g_auto (GStrv) groups = NULL;
  g_autofree char *method = NULL;
  g_autofree char *field = NULL;
  const TroupeCanvasGroup *group = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  groups = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_GROUP);
  method = troupe_drawing_dup_selected_method (self->drawing);
  if (method == NULL && groups[0] != NULL)
    group = troupe_canvas_scene_get_group (troupe_drawing_get_scene (self->drawing), groups[0]);
  if (method == NULL && group == NULL)
    return;

  if (self->rename == NULL)
    {
      self->rename = troupe_rename_popover_new (check_name, self);
      g_signal_connect_object (self->rename, "named", G_CALLBACK (named_cb), self,
                               G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self, self->rename);
    }
  troupe_set_str (&self->renamed_group, method == NULL ? groups[0] : NULL);
  troupe_set_str (&self->renamed_method, method);
  point_at (self, self->rename, method != NULL ? method : groups[0], FALSE);
  /* The name of a method is also a field of the inspector. */
  field = method != NULL ? g_strconcat ("methods.", method, ".name", NULL)
                         : g_strconcat ("groups.", groups[0], NULL);
  troupe_rename_popover_ask (TROUPE_RENAME_POPOVER (self->rename),
                             method != NULL ? _ ("Method name") : _ ("Group title"),
                             method != NULL ? method : group->title,
                             TROUPE_DOCUMENT (troupe_drawing_get_document (self->drawing)), field);
}

/* --- Condition of a breakpoint ------------------------------------------------------------------- */

static char *
check_condition (const char *text, gpointer user_data)
{
  return troupe_breakpoint_form_check (text);
}

static char *
describe_condition (const char *text, gpointer user_data)
{
  return g_strdup (*text == '\0' ? _ ("The run pauses before the method.")
                                 : _ ("The run pauses before the method if this is true."));
}

static void
condition_entered_cb (TroupeEditorPopovers *self, const char *condition)
{
  g_autofree char *method = troupe_drawing_dup_selected_method (self->drawing);

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  if (method != NULL)
    troupe_editor_control_set_condition (self->drawing, method, condition);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

void
troupe_editor_popovers_open_condition (TroupeEditorPopovers *self)
{
  g_autofree char *method = NULL;
  g_autofree char *condition = NULL;
  g_autofree char *field = NULL;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  method = troupe_drawing_dup_selected_method (self->drawing);
  if (method == NULL)
    return;
  if (self->condition == NULL)
    {
      self->condition = troupe_rename_popover_new (check_condition, self);
      troupe_rename_popover_set_text (TROUPE_RENAME_POPOVER (self->condition), _ ("Breakpoint If"),
                                      "state.pass > 1", describe_condition);
      g_signal_connect_object (self->condition, "named", G_CALLBACK (condition_entered_cb), self,
                               G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self, self->condition);
    }
  point_at (self, self->condition, method, FALSE);
  condition = troupe_editor_control_dup_condition (self->drawing, method);
  field = g_strconcat ("breakpoints.", method, NULL);
  troupe_rename_popover_ask (TROUPE_RENAME_POPOVER (self->condition), _ ("Condition"), condition,
                             TROUPE_DOCUMENT (troupe_drawing_get_document (self->drawing)), field);
}

/* --- Connect ------------------------------------------------------------------------------- */

static void
connect_chosen_cb (TroupeEditorPopovers *self, const char *target)
{
  g_autofree char *from = NULL;
  g_autofree char *port = NULL;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  from = troupe_drawing_dup_selected_method (self->drawing);
  if (from == NULL)
    return;

  port = g_strdup (troupe_chooser_get_port (TROUPE_CHOOSER (self->chooser)));
  if (g_strcmp0 (port, from) == 0)
    g_clear_pointer (&port, g_free);
  troupe_editor_wiring_connect (self->drawing, from, port, target, self->connect_and);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

static void
new_chosen_cb (TroupeEditorPopovers *self, int index)
{
  g_autofree char *from = NULL;
  g_autofree char *port = NULL;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  from = troupe_drawing_dup_selected_method (self->drawing);
  port = g_strdup (troupe_chooser_get_port (TROUPE_CHOOSER (self->chooser)));
  if (from != NULL)
    g_signal_emit (self, signals[CREATE_AFTER], 0, from, port, index);
}

static char **
list_targets (TroupeEditorPopovers *self, const char *from)
{
  TroupeFlow *flow = troupe_drawing_get_flow (self->drawing);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      if (from == NULL ||
          troupe_editor_wiring_can_connect (self->drawing, from, NULL, method->name, NULL))
        g_ptr_array_add (names, g_strdup (method->name));
    }
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&names), FALSE);
}

gboolean
troupe_editor_popovers_open_connect (TroupeEditorPopovers *self, gboolean with_and)
{
  g_auto (GStrv) names = NULL;
  g_autofree char *method = NULL;
  const TroupeCanvasNode *node;
  g_autoptr (GPtrArray) ports = NULL;

  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (self), FALSE);

  method = troupe_drawing_dup_selected_method (self->drawing);
  if (method == NULL)
    return TRUE;
  names = list_targets (self, method);
  if (names[0] == NULL)
    return FALSE;

  self->connect_and = with_and;
  if (self->chooser == NULL)
    {
      g_autoptr (GPtrArray) titles = NULL;

      self->chooser = troupe_chooser_new (_ ("Connect To"), _ ("Method name"));
      g_signal_connect_object (self->chooser, "chosen", G_CALLBACK (connect_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->chooser, "new-chosen", G_CALLBACK (new_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      /* Offers the kinds of methods that can be created in place of a method to connect to. The
       * list is in the order of the kinds, which begin with the methods. */
      titles = g_ptr_array_new_with_free_func (g_free);
      for (guint i = 0; i < TROUPE_PALETTE_AND; i++)
        /* Translators: %s is what can be created, such as “Router” or “Agent”. */
        g_ptr_array_add (titles, g_strdup_printf (_ ("New: %s"), troupe_palette_kind_get_title (
                                                                     (TroupePaletteKind) i)));
      g_ptr_array_add (titles, NULL);
      troupe_chooser_set_new (TROUPE_CHOOSER (self->chooser), (const char *const *) titles->pdata);
      troupe_editor_popovers_add (self, self->chooser);
    }
  troupe_chooser_set_names (TROUPE_CHOOSER (self->chooser), (const char *const *) names);
  /* Offers the ports of the method. The events of a router come first, because one of them is
   * usually wanted. */
  node = troupe_canvas_scene_get_node (troupe_drawing_get_scene (self->drawing), method);
  ports = g_ptr_array_new ();
  for (guint i = 0; node != NULL && node->events != NULL && node->events[i] != NULL; i++)
    g_ptr_array_add (ports, (gpointer) node->events[i]);
  g_ptr_array_add (ports, (gpointer) method);
  g_ptr_array_add (ports, NULL);
  troupe_chooser_set_ports (TROUPE_CHOOSER (self->chooser), (const char *const *) ports->pdata,
                            troupe_editor_wiring_find_port (self->drawing, method));
  point_at (self, self->chooser, method, FALSE);
  troupe_popover_open (GTK_POPOVER (self->chooser));
  return TRUE;
}

/* --- Moving the end of a wire -------------------------------------------------------------- */

/* Returns the id of the selected wire if it is the only one. (transfer full) (nullable) */
static char *
dup_wire (TroupeEditorPopovers *self)
{
  g_auto (GStrv) wires = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_WIRE);

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  return wires[0] != NULL && wires[1] == NULL ? g_strdup (wires[0]) : NULL;
}

static void
end_chosen_cb (TroupeEditorPopovers *self, const char *target)
{
  g_autofree char *wire = dup_wire (self);

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  if (wire != NULL)
    troupe_editor_wiring_reconnect (self->drawing, wire, target, FALSE);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
}

/* Returns the methods to which the end of @wire can be moved. (transfer full) */
static char **
list_ends (TroupeEditorPopovers *self, const TroupeCanvasWire *wire)
{
  TroupeFlow *flow = troupe_drawing_get_flow (self->drawing);
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  const char *port = g_strcmp0 (wire->from, wire->from_port) != 0 ? wire->from_port : NULL;

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    {
      const char *name = troupe_flow_get_method (flow, i)->name;

      if (g_strcmp0 (name, wire->to) != 0 &&
          troupe_editor_wiring_can_connect (self->drawing, wire->from, port, name, NULL))
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

void
troupe_editor_popovers_open_move_end (TroupeEditorPopovers *self)
{
  g_autofree char *id = NULL;
  g_autofree char *to = NULL;
  g_auto (GStrv) names = NULL;
  const TroupeCanvasWire *wire;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  id = dup_wire (self);
  wire = id != NULL ? troupe_canvas_scene_get_wire (troupe_drawing_get_scene (self->drawing), id)
                    : NULL;
  if (wire == NULL)
    return;
  names = list_ends (self, wire);
  if (names[0] == NULL)
    {
      troupe_editor_context_say (troupe_drawing_get_context (self->drawing),
                                 _ ("The wire cannot lead to another method of this flow."));
      return;
    }
  if (self->wire_chooser == NULL)
    {
      self->wire_chooser = troupe_chooser_new (_ ("Move End To"), _ ("Method name"));
      g_signal_connect_object (self->wire_chooser, "chosen", G_CALLBACK (end_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self, self->wire_chooser);
    }
  to = g_strdup (wire->to);
  troupe_chooser_set_names (TROUPE_CHOOSER (self->wire_chooser), (const char *const *) names);
  point_at (self, self->wire_chooser, to, FALSE);
  troupe_popover_open (GTK_POPOVER (self->wire_chooser));
}

/* --- Find ---------------------------------------------------------------------------------- */

/* Selects the found object and scrolls it into the free part of the view. */
static void
find_chosen_cb (TroupeEditorPopovers *self, TroupeFindHit *hit)
{
  g_autofree char *id = g_strdup (troupe_find_hit_get_id (hit));
  g_autofree char *path = g_strdup (troupe_find_hit_get_path (hit));
  const char *const ids[] = { id, NULL };

  g_assert (TROUPE_IS_EDITOR_POPOVERS (self));

  troupe_canvas_set_selection (self->canvas, ids);
  troupe_editor_view_center_on (self->view, id, TRUE);
  troupe_canvas_set_focus_id (self->canvas, id);
  gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
  g_signal_emit (self, signals[FOUND], 0, id, path);
}

void
troupe_editor_popovers_open_find (TroupeEditorPopovers *self, const char *used)
{
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->finder == NULL)
    {
      self->finder = troupe_finder_new (troupe_drawing_get_document (self->drawing));
      g_signal_connect_object (self->finder, "chosen", G_CALLBACK (find_chosen_cb), self,
                               G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self, self->finder);
    }
  troupe_finder_set_used (TROUPE_FINDER (self->finder), used);
  if (gtk_widget_compute_bounds (self->find_button, self->page, &bounds))
    gtk_popover_set_pointing_to (GTK_POPOVER (self->finder),
                                 &(GdkRectangle){ (int) bounds.origin.x, (int) bounds.origin.y,
                                                  (int) bounds.size.width,
                                                  (int) bounds.size.height });
  troupe_popover_open (GTK_POPOVER (self->finder));
}

void
troupe_editor_popovers_find_next (TroupeEditorPopovers *self, gboolean forward)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->finder == NULL || !troupe_finder_step (TROUPE_FINDER (self->finder), forward))
    troupe_editor_popovers_open_find (self, NULL);
}

/* --- Notes --------------------------------------------------------------------------------- */

gboolean
troupe_editor_popovers_drop_note (TroupeEditorPopovers *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (self), FALSE);

  return self->note != NULL && troupe_note_editor_drop (TROUPE_NOTE_EDITOR (self->note));
}

void
troupe_editor_popovers_edit_note (TroupeEditorPopovers *self, const char *id, gboolean is_new)
{
  GtkWidget *overlay;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));
  g_return_if_fail (id != NULL);

  if (self->note == NULL)
    {
      overlay = gtk_widget_get_parent (GTK_WIDGET (self->canvas));
      self->note = g_object_ref_sink (troupe_note_editor_new (self->drawing));
      gtk_overlay_add_overlay (GTK_OVERLAY (overlay), self->note);
    }
  troupe_editor_view_reveal (self->view, id, FALSE);
  troupe_note_editor_edit (TROUPE_NOTE_EDITOR (self->note), id, is_new);
}

/* --- Menus --------------------------------------------------------------------------------- */

void
troupe_editor_popovers_open_menu (TroupeEditorPopovers *self,
                                  TroupeCanvasKind kind,
                                  double x,
                                  double y)
{
  g_autoptr (GMenuModel) model = NULL;
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;
  const char *event;
  const char *id = NULL;
  TroupeCanvasKind event_kind;
  const TroupeCanvasNode *node;
  double half;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  model = troupe_editor_make_menu (kind);
  event_kind = troupe_canvas_hit (self->canvas, x, y, &id, NULL);
  node = event_kind == TROUPE_CANVAS_KIND_NODE || event_kind == TROUPE_CANVAS_KIND_OUTPUT
             ? troupe_canvas_scene_get_node (troupe_canvas_get_scene (self->canvas), id)
             : NULL;
  half = (double) CARD_EVENT_ROW / 2 * troupe_canvas_get_scale (self->canvas);
  event = NULL;
  for (guint i = 0; node != NULL && node->events != NULL && node->events[i] != NULL; i++)
    {
      graphene_point_t port;

      if (!troupe_canvas_get_port (self->canvas, id, FALSE, node->events[i], &port))
        continue;
      port = troupe_canvas_to_widget (self->canvas, (double) port.x, (double) port.y);
      if (fabs (y - (double) port.y) < half)
        {
          event = node->events[i];
          break;
        }
    }
  if (event != NULL)
    {
      g_autoptr (GMenuModel) inner = g_steal_pointer (&model);
      GMenu *menu = g_menu_new ();
      g_autoptr (GMenu) section = g_menu_new ();
      g_autofree char *line = troupe_text_to_line (event);
      g_autofree char *label = g_strdup_printf (_ ("Where “%s” Is Used"), line);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      /* Puts the uses of the event before the items of its method. */
      g_menu_item_set_action_and_target (item, "flow.find-words", "s", event);
      g_menu_append_item (section, item);
      g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
      g_menu_append_section (menu, NULL, inner);
      model = G_MENU_MODEL (menu);
    }
  /* In recent versions of GTK a menu that was shown before does not get higher for its new entries. */
  if (self->menu != NULL)
    {
      g_ptr_array_remove (self->all, self->menu);
      gtk_widget_unparent (self->menu);
    }
  self->menu = gtk_popover_menu_new_from_model (model);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->menu), FALSE);
  gtk_widget_set_halign (self->menu, GTK_ALIGN_START);
  troupe_editor_popovers_add (self, self->menu);
  if (!troupe_editor_popovers_find_place (self, GRAPHENE_POINT_INIT ((float) x, (float) y), &place))
    return;
  self->menu_place = troupe_canvas_to_canvas (self->canvas, x, y);
  troupe_popover_open_menu (GTK_POPOVER (self->menu), (double) place.x, (double) place.y);
  troupe_editor_explain_menu (self->menu);
}

const graphene_point_t *
troupe_editor_popovers_get_menu_place (TroupeEditorPopovers *self)
{
  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (self), NULL);

  return &self->menu_place;
}

void
troupe_editor_popovers_show_align_keys (TroupeEditorPopovers *self)
{
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  if (troupe_canvas_get_n_selected (self->canvas) < 2 ||
      !gtk_widget_compute_bounds (GTK_WIDGET (self->canvas), self->page, &bounds))
    return;

  if (self->align_keys == NULL)
    {
      self->align_keys = gtk_popover_new ();
      /* The canvas must still receive the keys. */
      gtk_popover_set_autohide (GTK_POPOVER (self->align_keys), FALSE);
      gtk_popover_set_has_arrow (GTK_POPOVER (self->align_keys), FALSE);
      gtk_popover_set_position (GTK_POPOVER (self->align_keys), GTK_POS_TOP);
      gtk_popover_set_child (GTK_POPOVER (self->align_keys), troupe_align_menu_make_keys ());
      troupe_editor_popovers_add (self, self->align_keys);
    }
  gtk_popover_set_pointing_to (
      GTK_POPOVER (self->align_keys),
      &(GdkRectangle){ (int) (bounds.origin.x + bounds.size.width / 2),
                       MAX (0, (int) (bounds.origin.y + bounds.size.height) - 24), 1, 1 });
  gtk_popover_popup (GTK_POPOVER (self->align_keys));
}

void
troupe_editor_popovers_hide_align_keys (TroupeEditorPopovers *self)
{
  g_return_if_fail (TROUPE_IS_EDITOR_POPOVERS (self));

  if (self->align_keys != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->align_keys));
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_popovers_dispose (GObject *object)
{
  TroupeEditorPopovers *self = TROUPE_EDITOR_POPOVERS (object);

  troupe_editor_popovers_clear (self);
  self->page = NULL;
  g_clear_pointer (&self->renamed_group, g_free);
  g_clear_pointer (&self->renamed_method, g_free);
  g_clear_pointer (&self->anchor, g_free);
  g_clear_object (&self->find_button);
  g_clear_object (&self->view);
  g_clear_object (&self->canvas);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_editor_popovers_parent_class)->dispose (object);
}

static void
troupe_editor_popovers_finalize (GObject *object)
{
  g_ptr_array_unref (TROUPE_EDITOR_POPOVERS (object)->all);

  G_OBJECT_CLASS (troupe_editor_popovers_parent_class)->finalize (object);
}

static void
troupe_editor_popovers_class_init (TroupeEditorPopoversClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = troupe_editor_popovers_dispose;
  object_class->finalize = troupe_editor_popovers_finalize;
  signals[CREATE_AFTER] =
      g_signal_new ("create-after", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 3, G_TYPE_STRING, G_TYPE_STRING, G_TYPE_INT);
  signals[FOUND] = g_signal_new ("found", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
troupe_editor_popovers_init (TroupeEditorPopovers *self)
{
  self->all = g_ptr_array_new ();
}

TroupeEditorPopovers *
troupe_editor_popovers_new (GtkWidget *page,
                            TroupeDrawing *drawing,
                            TroupeEditorView *view,
                            GtkWidget *find_button)
{
  TroupeEditorPopovers *self;

  g_return_val_if_fail (GTK_IS_WIDGET (page), NULL);
  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_VIEW (view), NULL);
  g_return_val_if_fail (GTK_IS_WIDGET (find_button), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_POPOVERS, NULL);
  self->page = page;
  self->drawing = g_object_ref (drawing);
  self->canvas = g_object_ref (troupe_drawing_get_canvas (drawing));
  self->view = g_object_ref (view);
  self->find_button = g_object_ref (find_button);
  g_signal_connect_object (view, "settled", G_CALLBACK (follow_anchor_cb), self, G_CONNECT_SWAPPED);

  return self;
}
