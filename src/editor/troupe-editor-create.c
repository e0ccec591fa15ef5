/* troupe-editor-create.c: new methods and notes, and the palette that asks for them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-create"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-editor-places.h"
#include "troupe-editor-private.h"
#include "troupe-feedback-form.h"

#define PALETTE_GAP 14 /* between a point and the palette beside it */
#define NOTE_WIDTH 240
#define NOTE_HEIGHT 88

static void
set_node (TroupeEditor *self, const char *name, const char *key, const char *inner, JsonNode *value)
{
  const char *path[] = { "methods", name, key, inner, NULL };
  g_autoptr (JsonNode) owned = value;

  troupe_editor_context_set (self->context, path, owned, _ ("Add a Method"), NULL);
}

static void
make_router (TroupeEditor *self, const char *name)
{
  static const char *const events[] = { "yes", "no", NULL };
  g_autoptr (GError) error = NULL;

  set_node (self, name, "do", "expr", troupe_json_node_new_string ("true ? 'yes' : 'no'"));
  if (!troupe_flow_document_set_router (self->document, name, TRUE, &error) ||
      !troupe_flow_document_set_emit (self->document, name, events, &error))
    _troupe_editor_report (self, error);
}

/* What a method of that kind has besides its action. */
static void
equip (TroupeEditor *self, const char *name, TroupePaletteKind kind)
{
  if (kind == TROUPE_PALETTE_ROUTER)
    make_router (self, name);
  else if (kind == TROUPE_PALETTE_PERSON)
    set_node (self, name, "human_feedback", NULL, troupe_feedback_make_block ());
}

static TroupeActionType
get_action_type (TroupePaletteKind kind)
{
  switch (kind)
    {
    case TROUPE_PALETTE_AGENT:
      return TROUPE_ACTION_AGENT;
    case TROUPE_PALETTE_CREW:
      return TROUPE_ACTION_CREW;
    case TROUPE_PALETTE_TOOL:
      return TROUPE_ACTION_TOOL;
    case TROUPE_PALETTE_EACH:
      return TROUPE_ACTION_EACH;
    case TROUPE_PALETTE_PYTHON:
      return TROUPE_ACTION_SCRIPT;
    case TROUPE_PALETTE_EXPRESSION:
    case TROUPE_PALETTE_PERSON:
    case TROUPE_PALETTE_ROUTER:
    case TROUPE_PALETTE_AND:
    case TROUPE_PALETTE_OR:
    case TROUPE_PALETTE_NOTE:
    case TROUPE_PALETTE_N_KINDS:
    default:
      return TROUPE_ACTION_EXPRESSION;
    }
}

/* What it is called until somebody knows better; NULL: as its action. */
static const char *
get_name (TroupePaletteKind kind)
{
  switch ((int) kind)
    {
    case TROUPE_PALETTE_ROUTER:
      return "router";
    case TROUPE_PALETTE_PERSON:
      return "ask";
    case TROUPE_PALETTE_AND:
    case TROUPE_PALETTE_OR:
      return "join";
    default:
      return NULL;
    }
}

/* Waits for all of @names, or runs after each. */
static void
join_methods (TroupeEditor *self, const char *name, const char *const *names, gboolean with_and)
{
  TroupeConditionTree *gate = troupe_condition_tree_new_gate (with_and);
  const char *path[] = { "methods", name, "listen", NULL };
  g_autoptr (TroupeConditionTree) tidy = NULL;
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; names[i] != NULL; i++)
    g_ptr_array_add (gate->children, troupe_condition_tree_new_event (names[i]));
  tidy = troupe_condition_tree_tidy (gate);
  if (tidy == NULL)
    return;
  node = troupe_condition_tree_to_node (tidy);
  troupe_editor_context_set (self->context, path, node, _ ("Add a Method"), NULL);
}

static void
place (TroupeEditor *self, const char *name, const TroupeWireRoom *room)
{
  TroupePosition position = { name, self->drop_x, self->drop_y };

  if (room->next != NULL)
    {
      _troupe_editor_place_on_wire (self, name, room, NULL);
      return;
    }
  if (self->has_drop)
    {
      position.y -= TROUPE_CARD_PORT_Y;
      _troupe_editor_find_free (self, name, &position.x, &position.y);
    }
  else
    {
      _troupe_editor_find_room (self, name, &position.x, &position.y);
    }
  troupe_document_set_positions (TROUPE_DOCUMENT (self->document), &position, 1,
                                 _ ("Add a Method"));
}

static void
wire_up (TroupeEditor *self, const char *name, char **selected, TroupePaletteKind kind)
{
  g_autofree char *event = g_strdup (self->wire_event);
  gboolean is_gate = kind == TROUPE_PALETTE_AND || kind == TROUPE_PALETTE_OR;
  g_autoptr (GError) error = NULL;

  if (self->insert_wire != NULL)
    _troupe_editor_put_on_wire (self, name, self->insert_wire);
  else if (event != NULL && self->wire_backward)
    _troupe_editor_connect (self, name, NULL, self->wire_from, FALSE);
  else if (event != NULL && self->wire_from != NULL)
    _troupe_editor_connect (self, self->wire_from,
                            g_strcmp0 (event, self->wire_from) == 0 ? NULL : event, name, FALSE);
  else if (is_gate)
    join_methods (self, name, (const char *const *) selected, kind == TROUPE_PALETTE_AND);
  else if (troupe_flow_get_n_methods (troupe_flow_document_get_flow (self->document)) == 1 &&
           !troupe_flow_document_set_start (self->document, name, TRUE, &error))
    _troupe_editor_report (self, error);
}

void
_troupe_editor_create (TroupeEditor *self, TroupePaletteKind kind)
{
  g_autofree char *name = NULL;
  g_auto (GStrv) selected = NULL;
  TroupeWireRoom room = { 0 };
  g_autoptr (GError) error = NULL;

  if (kind == TROUPE_PALETTE_NOTE)
    {
      _troupe_editor_add_note (self);
      return;
    }

  selected = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  if (self->insert_wire != NULL)
    _troupe_editor_measure_wire (self, self->insert_wire, &room);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document),
                              room.next != NULL ? _ ("Insert Method") : _ ("Add a Method"));
  name = troupe_flow_document_add_method (self->document, get_name (kind), get_action_type (kind),
                                          &error);
  if (name != NULL)
    {
      equip (self, name, kind);
      wire_up (self, name, selected, kind);
      place (self, name, &room);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  _troupe_wire_room_clear (&room);
  _troupe_editor_forget_wire (self);

  if (name != NULL)
    {
      const char *const ids[] = { name, NULL };

      _troupe_editor_select (self, ids);
      _troupe_editor_reveal (self, name, TRUE);
    }
  else
    {
      _troupe_editor_report (self, error);
    }
}

void
_troupe_editor_add_note (TroupeEditor *self)
{
  double x = self->drop_x;
  double y = self->drop_y;
  g_autofree char *id = NULL;

  if (!self->has_drop)
    _troupe_editor_find_room (self, NULL, &x, &y);
  _troupe_editor_find_free_area (self, NOTE_WIDTH, NOTE_HEIGHT, &x, &y);

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), _ ("Add a Note"));
  id = troupe_document_add_note (TROUPE_DOCUMENT (self->document), _ ("Note"), x, y);
  if (id != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, _ ("Note"), x, y, NOTE_WIDTH,
                              NOTE_HEIGHT);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  _troupe_editor_forget_wire (self);

  if (id != NULL)
    {
      const char *const ids[] = { id, NULL };
      GtkTextIter start, end;

      _troupe_editor_select (self, ids);
      _troupe_editor_reveal (self, id, FALSE);
      _troupe_editor_open_note (self, id);
      if (self->note_buffer == NULL)
        return;
      /* What is typed takes the place of the word that only says what it is. */
      gtk_text_buffer_get_bounds (self->note_buffer, &start, &end);
      gtk_text_buffer_select_range (self->note_buffer, &start, &end);
    }
}

/* --- The palette --------------------------------------------------------------------------- */

void
_troupe_editor_forget_wire (TroupeEditor *self)
{
  g_clear_pointer (&self->wire_event, g_free);
  g_clear_pointer (&self->wire_from, g_free);
  g_clear_pointer (&self->insert_wire, g_free);
  self->wire_backward = FALSE;
  self->has_drop = FALSE;
  troupe_canvas_hide_preview (self->canvas);
}

static void
create_cb (TroupeEditor *self, int kind)
{
  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_create (self, (TroupePaletteKind) kind);
}

static void
connect_to_cb (TroupeEditor *self, const char *target)
{
  g_autofree char *event = g_strdup (self->wire_event);
  g_autofree char *from = g_strdup (self->wire_from);

  g_assert (TROUPE_IS_EDITOR (self));

  _troupe_editor_forget_wire (self);
  if (event != NULL && from != NULL)
    _troupe_editor_connect (self, from, g_strcmp0 (event, from) == 0 ? NULL : event, target, FALSE);
}

static gboolean
closed_idle_cb (gpointer data)
{
  TroupeEditor *self = data;

  if (self->palette != NULL && !gtk_widget_get_visible (self->palette))
    troupe_canvas_hide_preview (self->canvas);

  return G_SOURCE_REMOVE;
}

static void
closed_cb (TroupeEditor *self)
{
  g_assert (TROUPE_IS_EDITOR (self));

  /* A choice is told of after the palette has closed. Frames, which never end during a run, go on after
   * this. */
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, closed_idle_cb, g_object_ref (self), g_object_unref);
}

void
_troupe_editor_open_palette (TroupeEditor *self, double x, double y)
{
  g_auto (GStrv) selected = _troupe_editor_list_selected (self, TROUPE_CANVAS_KIND_NODE);
  graphene_point_t point = troupe_canvas_to_widget (self->canvas, x, y);
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;

  if (self->palette == NULL)
    {
      self->palette = troupe_palette_new ();
      /* Beside the point: what was dropped there stays in view. The window system puts it to the
       * other side where there is no room, and moves it up along the point. */
      gtk_popover_set_position (GTK_POPOVER (self->palette), GTK_POS_RIGHT);
      gtk_widget_set_valign (self->palette, GTK_ALIGN_START);
      g_signal_connect_object (self->palette, "create", G_CALLBACK (create_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->palette, "connect-to", G_CALLBACK (connect_to_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->palette, "closed", G_CALLBACK (closed_cb), self,
                               G_CONNECT_SWAPPED);
      _troupe_editor_add_popover (self, self->palette);
    }

  troupe_palette_set_max_height (TROUPE_PALETTE (self->palette),
                                 gtk_widget_get_height (GTK_WIDGET (self)) * 6 / 10);
  troupe_palette_set_source (TROUPE_PALETTE (self->palette),
                             troupe_flow_document_get_flow (self->document), self->wire_event,
                             self->wire_from, self->wire_backward,
                             self->wire_event == NULL && g_strv_length (selected) > 1);
  /* What is out of view cannot be pointed at; GDK finds no monitor for it either. */
  point.x = CLAMP (point.x, 0, (float) gtk_widget_get_width (GTK_WIDGET (self->canvas)) - 1);
  point.y = CLAMP (point.y, 0, (float) gtk_widget_get_height (GTK_WIDGET (self->canvas)) - 1);
  if (!gtk_widget_compute_point (GTK_WIDGET (self->canvas), GTK_WIDGET (self), &point, &place))
    return;
  gtk_popover_set_pointing_to (GTK_POPOVER (self->palette),
                               &(GdkRectangle){ (int) place.x - PALETTE_GAP,
                                                (int) place.y + PALETTE_GAP / 2, 2 * PALETTE_GAP,
                                                1 });
  gtk_popover_popup (GTK_POPOVER (self->palette));
}

void
_troupe_editor_open_palette_at_selection (TroupeEditor *self)
{
  double x = 0;
  double y = 0;

  _troupe_editor_forget_wire (self);
  _troupe_editor_find_room (self, NULL, &x, &y);
  _troupe_editor_open_palette (self, x, y);
}
