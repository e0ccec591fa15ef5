/* troupe-editor-creation.c: creating methods and notes, directly or with the palette
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-creation"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-editor-creation.h"
#include "troupe-condition-tree.h"
#include "troupe-editor-places.h"
#include "troupe-editor-spacing.h"
#include "troupe-editor-wiring.h"
#include "troupe-feedback-form.h"
#include "troupe-flow-first-input.h"
#include "troupe-flow-names.h"
#include "troupe-popover-opening.h"
#include "troupe-text-list.h"

#define PALETTE_GAP 14 /* between a point and the palette next to it */
#define NARROW_PAGE 700 /* narrower pages have no space beside a point for the palette */
#define NEXT_GAP 80.0  /* between a card and the method that is created after it */
#define NOTE_WIDTH 240
#define NOTE_HEIGHT 88

struct _TroupeEditorCreation
{
  GObject parent_instance;

  TroupeDrawing *drawing;
  TroupeFlowDocument *document;
  TroupeCanvas *canvas;
  TroupeEditorView *view;
  TroupeEditorPopovers *popovers;

  GtkWidget *palette; /* (nullable): created on first use; a weak pointer */

  /* The target for which the palette was opened. */
  double drop_x;
  double drop_y;
  gboolean has_drop; /* whether drop_x, drop_y are the wanted position of a port */
  gboolean is_dropped; /* the user has dropped a wire there */
  char *wire_event;  /* (nullable) */
  char *wire_from;
  gboolean wire_backward;
  char *insert_wire; /* (nullable): the wire into which the method is inserted */
};

G_DEFINE_FINAL_TYPE (TroupeEditorCreation, troupe_editor_creation, G_TYPE_OBJECT)

static void
forget (TroupeEditorCreation *self)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  g_clear_pointer (&self->wire_event, g_free);
  g_clear_pointer (&self->wire_from, g_free);
  g_clear_pointer (&self->insert_wire, g_free);
  self->wire_backward = FALSE;
  self->has_drop = FALSE;
  self->is_dropped = FALSE;
  troupe_canvas_hide_preview (self->canvas);
}

static void
want_place (TroupeEditorCreation *self, double x, double y)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  self->drop_x = x;
  self->drop_y = y;
  self->has_drop = TRUE;
}

static void
set_node (TroupeEditorCreation *self,
          const char *name,
          const char *key,
          const char *inner,
          JsonNode *value)
{
  const char *path[] = { "methods", name, key, inner, NULL };
  g_autoptr (JsonNode) owned = value;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  troupe_editor_context_set (troupe_drawing_get_context (self->drawing), path, owned,
                             _ ("Add Method"), NULL);
}

static void
make_router (TroupeEditorCreation *self, const char *name)
{
  static const char *const wanted[] = { "yes", "no", NULL };
  g_auto (GStrv) events =
      troupe_flow_names_find_free (troupe_drawing_get_flow (self->drawing), wanted);
  g_autofree char *expression = g_strdup_printf ("true ? '%s' : '%s'", events[0], events[1]);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  set_node (self, name, "do", "expr", troupe_json_node_new_string (expression));
  if (!troupe_flow_document_set_router (self->document, name, TRUE, &error) ||
      !troupe_flow_document_set_emit (self->document, name, (const char *const *) events, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
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
    case TROUPE_PALETTE_START:
    case TROUPE_PALETTE_NOTE:
    case TROUPE_PALETTE_N_KINDS:
    default:
      return TROUPE_ACTION_EXPRESSION;
    }
}

/* Returns the initial name of the method. NULL means the name of its action. */
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
    case TROUPE_PALETTE_START:
      return "begin";
    default:
      return NULL;
    }
}

/* Makes the method wait for all of @names if @with_and, or else run after each of them. A gate with one
 * input, to which others are dragged later, is kept as it is. */
static void
join_methods (TroupeEditorCreation *self,
              const char *name,
              const char *const *names,
              gboolean with_and)
{
  TroupeConditionTree *gate = troupe_condition_tree_new_gate (with_and);
  g_autoptr (TroupeConditionTree) tidy = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  for (guint i = 0; names[i] != NULL; i++)
    troupe_condition_tree_add (gate, troupe_condition_tree_new_event (names[i]));
  if (names[0] != NULL && names[1] == NULL)
    tidy = gate;
  else
    tidy = troupe_condition_tree_tidy (gate);
  if (tidy == NULL)
    return;
  node = troupe_condition_tree_to_node (tidy);
  if (!troupe_flow_document_set_condition (self->document, name, node, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
}

static void
place (TroupeEditorCreation *self, const char *name, const TroupeWireSpace *room)
{
  TroupePosition position = { name, self->drop_x, self->drop_y };

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (room->next != NULL)
    {
      troupe_editor_spacing_place_on_wire (
          self->drawing, name, room,
          &GRAPHENE_POINT_INIT ((float) self->drop_x, (float) self->drop_y), FALSE);
      return;
    }
  if (self->has_drop)
    {
      position.y -= TROUPE_CARD_PORT_Y;
      troupe_editor_places_find_free (self->drawing, name, FALSE, &position.x, &position.y);
    }
  else
    {
      troupe_editor_places_find_room (self->drawing, self->view, name, &position.x, &position.y);
    }
  troupe_editor_places_store (self->drawing, &position, _ ("Add Method"));
}

/* Returns the events that a new gate joins: that of the dragged wire and the selected methods. A single one is not
 * joined with a wire, because it may only be the one that was created last. @n: (out): their number.
 * (transfer container): names owned by @selected and @self; NULL-terminated */
static const char **
list_joined (TroupeEditorCreation *self, char **selected, guint *n)
{
  const guint n_selected = g_strv_length (selected);
  const char **joined = g_new0 (const char *, n_selected + 2);

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  *n = 0;
  if (self->wire_event != NULL && !self->wire_backward)
    joined[(*n)++] = self->wire_event;
  for (guint i = 0; (n_selected > 1 || *n == 0) && selected[i] != NULL && !self->wire_backward; i++)
    if (g_strcmp0 (selected[i], self->wire_from) != 0)
      joined[(*n)++] = selected[i];

  return joined;
}

static void
wire_up (TroupeEditorCreation *self, const char *name, char **selected, TroupePaletteKind kind)
{
  g_autofree char *event = g_strdup (self->wire_event);
  gboolean is_gate = kind == TROUPE_PALETTE_AND || kind == TROUPE_PALETTE_OR;
  guint n_joined;
  g_autofree const char **joined = list_joined (self, selected, &n_joined);
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (kind == TROUPE_PALETTE_START &&
      !troupe_flow_document_set_start (self->document, name, TRUE, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
  if (self->insert_wire != NULL)
    troupe_editor_wiring_put_on_wire (self->drawing, name, self->insert_wire);
  else if (event != NULL && self->wire_backward)
    troupe_editor_wiring_connect (self->drawing, name, NULL, self->wire_from, FALSE);
  else if (is_gate)
    join_methods (self, name, joined, kind == TROUPE_PALETTE_AND);
  else if (event != NULL && self->wire_from != NULL)
    troupe_editor_wiring_connect (self->drawing, self->wire_from,
                                  g_strcmp0 (event, self->wire_from) == 0 ? NULL : event, name,
                                  FALSE);
  else if (kind != TROUPE_PALETTE_START &&
           troupe_flow_get_n_methods (troupe_drawing_get_flow (self->drawing)) == 1 &&
           !troupe_flow_document_set_start (self->document, name, TRUE, &error))
    troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
}

/* Lets an agent or a question that was put after a method be about its output. */
static void
use_output (TroupeEditorCreation *self, const char *name, TroupePaletteKind kind)
{
  const char *const input[] = { "methods", name, "do", "with", "input", NULL };
  g_autofree char *output = NULL;
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) value = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (kind != TROUPE_PALETTE_AGENT && kind != TROUPE_PALETTE_PERSON)
    return;
  output = troupe_flow_find_output_before (troupe_drawing_get_flow (self->drawing), name);
  if (output == NULL)
    return;
  if (kind == TROUPE_PALETTE_PERSON)
    {
      set_node (self, name, "do", "expr", troupe_json_node_new_string (output));
      return;
    }
  text = g_strdup_printf ("${%s}", output);
  value = troupe_json_node_new_string (text);
  troupe_editor_context_set (troupe_drawing_get_context (self->drawing), input, value,
                             _ ("Add Method"), NULL);
}

static void
create_note (TroupeEditorCreation *self)
{
  double x = self->drop_x;
  double y = self->drop_y;
  g_autofree char *id = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (!self->has_drop)
    troupe_editor_places_find_room (self->drawing, self->view, NULL, &x, &y);
  troupe_editor_places_find_free_area (self->drawing, NOTE_WIDTH, NOTE_HEIGHT, &x, &y);

  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document), _ ("Add Note"));
  id = troupe_document_add_note (TROUPE_DOCUMENT (self->document), "", x, y);
  if (id != NULL)
    troupe_document_set_note (TROUPE_DOCUMENT (self->document), id, "", x, y, NOTE_WIDTH,
                              NOTE_HEIGHT);
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  forget (self);

  if (id != NULL)
    {
      const char *const ids[] = { id, NULL };

      troupe_canvas_set_selection (self->canvas, ids);
      troupe_editor_view_reveal (self->view, id, FALSE);
      troupe_editor_popovers_edit_note (self->popovers, id, TRUE);
    }
}

/* Returns TRUE if at least half of the card is in view, so that the view need not move for it. */
static gboolean
is_mostly_in_view (TroupeEditorCreation *self, const char *name)
{
  graphene_rect_t view, bounds, part;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  troupe_canvas_get_view (self->canvas, &view);
  return troupe_canvas_get_bounds (self->canvas, name, &bounds) &&
         graphene_rect_intersection (&view, &bounds, &part) &&
         part.size.width * part.size.height >= bounds.size.width * bounds.size.height / 2;
}

static void
create (TroupeEditorCreation *self, TroupePaletteKind kind)
{
  /* The user has chosen the place in the view, and may go on with the next wire. */
  const gboolean is_dropped = self->is_dropped;
  gboolean keeps_view = FALSE;
  double x, y;
  g_autofree char *name = NULL;
  g_auto (GStrv) selected = NULL;
  TroupeWireSpace room = { 0 };
  g_autoptr (GError) error = NULL;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (kind == TROUPE_PALETTE_NOTE)
    {
      create_note (self);
      return;
    }

  selected = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  /* What starts the flow runs after nothing. */
  if (kind == TROUPE_PALETTE_START)
    g_clear_pointer (&self->insert_wire, g_free);
  if (kind == TROUPE_PALETTE_START && !self->wire_backward)
    {
      g_clear_pointer (&self->wire_event, g_free);
      g_clear_pointer (&self->wire_from, g_free);
    }
  if (self->insert_wire != NULL)
    troupe_editor_spacing_measure_wire (self->drawing, self->insert_wire, &room);
  troupe_document_begin_edit (TROUPE_DOCUMENT (self->document),
                              room.next != NULL ? _ ("Insert Method") : _ ("Add Method"));
  name = troupe_flow_document_add_method (self->document, get_name (kind), get_action_type (kind),
                                          &error);
  if (name != NULL)
    {
      /* Adds the properties that a method of that kind has in addition to its action. */
      if (kind == TROUPE_PALETTE_ROUTER)
        make_router (self, name);
      else if (kind == TROUPE_PALETTE_PERSON)
        set_node (self, name, "human_feedback", NULL,
                  troupe_feedback_make_block (troupe_drawing_get_flow (self->drawing)));
      wire_up (self, name, selected, kind);
      use_output (self, name, kind);
      place (self, name, &room);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (self->document));
  troupe_wire_space_clear (&room);
  forget (self);

  if (name != NULL)
    {
      const char *const ids[] = { name, NULL };

      troupe_canvas_set_selection (self->canvas, ids);
      keeps_view = is_dropped && is_mostly_in_view (self, name);
      troupe_canvas_get_origin (self->canvas, &x, &y);
      if (!keeps_view)
        troupe_editor_view_reveal (self->view, name, TRUE);
      /* The new card gets the keyboard focus. */
      gtk_widget_grab_focus (GTK_WIDGET (self->canvas));
      troupe_canvas_set_focus_id (self->canvas, name);
      /* Letters that are typed now are meant as its name: on the canvas they would be commands. */
      troupe_editor_popovers_open_rename (self->popovers);
      /* What gets the focus or is renamed is revealed, too. */
      if (keeps_view)
        troupe_canvas_set_origin (self->canvas, x, y);
    }
  else
    {
      troupe_editor_context_report (troupe_drawing_get_context (self->drawing), error);
    }
}

/* --- Palette ---------------------------------------------------------------------------------- */

/* Makes the port the end of a wire whose other end is the method to create. */
static void
begin_wire (TroupeEditorCreation *self,
            const char *from,
            const char *port,
            gboolean backward,
            double x,
            double y)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  troupe_set_str (&self->wire_from, from);
  /* The output of a gate has no name of its own, so the gate's id is used. */
  troupe_set_str (&self->wire_event, port == NULL || strchr (from, '/') != NULL ? from : port);
  self->wire_backward = backward;
  want_place (self, x, y);
}

/* Makes the method the one after which the next one is created, at the right of its card. @port: (nullable) */
static gboolean
begin_after (TroupeEditorCreation *self, const char *method, const char *port)
{
  graphene_rect_t bounds;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (!troupe_canvas_get_bounds (self->canvas, method, &bounds))
    return FALSE;

  begin_wire (self, method, port, FALSE,
              (double) bounds.origin.x + (double) bounds.size.width + NEXT_GAP,
              (double) bounds.origin.y + TROUPE_CARD_PORT_Y);
  return TRUE;
}

/* A new method was chosen in place of one to connect to. */
static void
create_after_cb (TroupeEditorCreation *self, const char *method, const char *port, int kind)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (begin_after (self, method, port))
    create (self, (TroupePaletteKind) kind);
}

static void
create_cb (TroupeEditorCreation *self, int kind)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  create (self, (TroupePaletteKind) kind);
}

static void
connect_to_cb (TroupeEditorCreation *self, const char *target)
{
  g_autofree char *event = g_strdup (self->wire_event);
  g_autofree char *from = g_strdup (self->wire_from);

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  if (event != NULL && from != NULL)
    troupe_editor_wiring_connect (self->drawing, from, g_strcmp0 (event, from) == 0 ? NULL : event,
                                  target, FALSE);
}

static gboolean
closed_idle_cb (gpointer data)
{
  TroupeEditorCreation *self = data;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (self->canvas != NULL && self->palette != NULL && !gtk_widget_get_visible (self->palette))
    troupe_canvas_hide_preview (self->canvas);

  return G_SOURCE_REMOVE;
}

static void
closed_cb (TroupeEditorCreation *self)
{
  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  /* The palette emits the choice after it has closed. This priority is above that of frames,
   * which are drawn continuously during a run. */
  g_idle_add_full (G_PRIORITY_HIGH_IDLE, closed_idle_cb, g_object_ref (self), g_object_unref);
}

/* Returns the names of the methods that a gate would join. (transfer full) (nullable): NULL if there is
 * nothing to join */
static char *
describe_joined (TroupeEditorCreation *self, char **selected)
{
  guint n_joined;
  g_autofree const char **joined = list_joined (self, selected, &n_joined);
  g_autoptr (GString) names = g_string_new (NULL);

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  /* The output of a gate is no event. */
  if (n_joined == 0 || self->insert_wire != NULL || strchr (joined[0], '/') != NULL)
    return NULL;
  for (guint i = 0; i < n_joined; i++)
    troupe_text_list_append (names, joined[i]);

  return g_string_free (g_steal_pointer (&names), FALSE);
}

static void
open_palette (TroupeEditorCreation *self, double x, double y)
{
  g_auto (GStrv) selected = troupe_drawing_list_selected (self->drawing, TROUPE_CANVAS_KIND_NODE);
  graphene_point_t point = troupe_canvas_to_widget (self->canvas, x, y);
  graphene_point_t place = GRAPHENE_POINT_INIT_ZERO;
  g_autofree char *joined = describe_joined (self, selected);
  GtkWidget *page;
  gboolean is_narrow;

  g_assert (TROUPE_IS_EDITOR_CREATION (self));

  if (self->palette == NULL)
    {
      GtkWidget *palette = troupe_palette_new ();

      g_set_weak_pointer (&self->palette, palette);
      /* The palette is opened next to the point, so that the dropped wire remains visible. The
       * window system flips the popover to the other side and slides it up if there is not enough
       * space. */
      gtk_popover_set_position (GTK_POPOVER (palette), GTK_POS_RIGHT);
      gtk_widget_set_valign (palette, GTK_ALIGN_START);
      g_signal_connect_object (palette, "create", G_CALLBACK (create_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (palette, "connect-to", G_CALLBACK (connect_to_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (palette, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
      troupe_editor_popovers_add (self->popovers, palette);
    }
  page = gtk_widget_get_parent (self->palette);
  troupe_palette_set_max_height (TROUPE_PALETTE (self->palette),
                                 gtk_widget_get_height (page) * 6 / 10);
  troupe_palette_set_source (TROUPE_PALETTE (self->palette),
                             troupe_drawing_get_flow (self->drawing), self->wire_event,
                             self->wire_from, self->wire_backward, joined);
  if (!troupe_editor_popovers_find_place (self->popovers, point, &place))
    return;
  /* Beside the point there is no space for it in a narrow page, and it would hang over the edge of the window. */
  is_narrow = gtk_widget_get_width (page) < NARROW_PAGE;
  gtk_popover_set_position (GTK_POPOVER (self->palette),
                            is_narrow ? GTK_POS_BOTTOM : GTK_POS_RIGHT);
  if (is_narrow)
    {
      place.x = (float) gtk_widget_get_width (page) / 2;
      place.y = MIN (place.y, (float) gtk_widget_get_height (page) / 4);
    }
  gtk_popover_set_pointing_to (GTK_POPOVER (self->palette),
                               &(GdkRectangle){ (int) place.x - PALETTE_GAP,
                                                (int) place.y + PALETTE_GAP / 2, 2 * PALETTE_GAP,
                                                1 });
  troupe_popover_open (GTK_POPOVER (self->palette));
}

/* --- Opening the palette ---------------------------------------------------------------------- */

void
troupe_editor_creation_add (TroupeEditorCreation *self, TroupePaletteKind kind)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  create (self, kind);
}

void
troupe_editor_creation_add_note (TroupeEditorCreation *self, const graphene_point_t *place)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  if (place != NULL)
    want_place (self, (double) place->x, (double) place->y);
  create_note (self);
}

void
troupe_editor_creation_ask (TroupeEditorCreation *self)
{
  double x = 0;
  double y = 0;

  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  troupe_editor_places_find_room (self->drawing, self->view, NULL, &x, &y);
  open_palette (self, x, y);
}

void
troupe_editor_creation_ask_at (TroupeEditorCreation *self, double x, double y)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));

  forget (self);
  want_place (self, x, y);
  open_palette (self, x, y);
}

void
troupe_editor_creation_ask_for_wire (TroupeEditorCreation *self,
                                     const char *from,
                                     const char *port,
                                     double x,
                                     double y,
                                     gboolean backward)
{
  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));
  g_return_if_fail (from != NULL);

  begin_wire (self, from, port, backward, x, y);
  self->is_dropped = TRUE;
  if (!backward)
    troupe_canvas_show_preview (self->canvas, self->wire_from, port, x, y);
  open_palette (self, x, y);
}

void
troupe_editor_creation_ask_after (TroupeEditorCreation *self, const char *method)
{
  const char *port;

  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));
  g_return_if_fail (method != NULL);

  port = troupe_editor_wiring_find_port (self->drawing, method);
  if (!begin_after (self, method, port))
    return;

  troupe_canvas_show_preview (self->canvas, self->wire_from, port, self->drop_x, self->drop_y);
  open_palette (self, self->drop_x, self->drop_y);
}

void
troupe_editor_creation_ask_for_insert (TroupeEditorCreation *self, const char *wire)
{
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_EDITOR_CREATION (self));
  g_return_if_fail (wire != NULL);

  if (!troupe_canvas_get_bounds (self->canvas, wire, &bounds))
    return;

  forget (self);
  self->insert_wire = g_strdup (wire);
  want_place (self, (double) bounds.origin.x + (double) bounds.size.width / 2 - 80,
              (double) bounds.origin.y + (double) bounds.size.height / 2);
  open_palette (self, self->drop_x, self->drop_y);
}

/* --- Constructing and disposing --------------------------------------------------------------- */

static void
troupe_editor_creation_dispose (GObject *object)
{
  TroupeEditorCreation *self = TROUPE_EDITOR_CREATION (object);

  g_clear_weak_pointer (&self->palette);
  g_clear_pointer (&self->wire_event, g_free);
  g_clear_pointer (&self->wire_from, g_free);
  g_clear_pointer (&self->insert_wire, g_free);
  g_clear_object (&self->popovers);
  g_clear_object (&self->view);
  g_clear_object (&self->document);
  g_clear_object (&self->canvas);
  g_clear_object (&self->drawing);

  G_OBJECT_CLASS (troupe_editor_creation_parent_class)->dispose (object);
}

static void
troupe_editor_creation_class_init (TroupeEditorCreationClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_editor_creation_dispose;
}

static void
troupe_editor_creation_init (TroupeEditorCreation *self)
{
}

TroupeEditorCreation *
troupe_editor_creation_new (TroupeDrawing *drawing,
                            TroupeEditorView *view,
                            TroupeEditorPopovers *popovers)
{
  TroupeEditorCreation *self;

  g_return_val_if_fail (TROUPE_IS_DRAWING (drawing), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_VIEW (view), NULL);
  g_return_val_if_fail (TROUPE_IS_EDITOR_POPOVERS (popovers), NULL);

  self = g_object_new (TROUPE_TYPE_EDITOR_CREATION, NULL);
  self->drawing = g_object_ref (drawing);
  self->canvas = g_object_ref (troupe_drawing_get_canvas (drawing));
  self->document = g_object_ref (troupe_drawing_get_document (drawing));
  self->view = g_object_ref (view);
  self->popovers = g_object_ref (popovers);
  g_signal_connect_object (popovers, "create-after", G_CALLBACK (create_after_cb), self,
                           G_CONNECT_SWAPPED);

  return self;
}
