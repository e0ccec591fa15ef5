/* troupe-editor-wiring.c: mapping wire and gate ids to places in conditions
 *
 * The edits of conditions themselves are documented in flow/ (troupe-flow-wires.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-editor-wiring"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-editor-wiring.h"
#include "troupe-editor-spacing.h"
#include "troupe-flow-wires.h"
#include "troupe-plot.h"

/* A place in a condition that owns its strings. */
typedef struct
{
  char *method;
  char *path;
} Place;

static void
place_clear (Place *place)
{
  g_clear_pointer (&place->method, g_free);
  g_clear_pointer (&place->path, g_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Place, place_clear)

static TroupeConditionPlace
get_place (const Place *place)
{
  return (TroupeConditionPlace){ place->method, place->path };
}

char *
troupe_editor_wiring_split_gate (const char *gate, const char **path)
{
  const char *slash = strchr (gate, '/');

  if (slash == NULL)
    return NULL;

  *path = slash + 1;

  return g_strndup (gate, (gsize) (slash - gate));
}

/* Returns the place of a method or a gate. */
static Place
place_from_id (const char *id)
{
  const char *path = NULL;
  char *method = troupe_editor_wiring_split_gate (id, &path);

  if (method == NULL)
    return (Place){ g_strdup (id), NULL };

  return (Place){ method, g_strdup (path) };
}

/* Finds the part of a condition that the wire represents. Returns FALSE if the wire does not
 * exist. */
static gboolean
find_wire_end (TroupeDrawing *self, const char *id, Place *place)
{
  TroupeSceneBuilder *builder = troupe_drawing_get_builder (self);
  const TroupePlotWire *wire = troupe_scene_builder_find_wire (builder, id);
  const TroupePlotNode *target;

  g_assert (TROUPE_IS_DRAWING (self));

  if (wire == NULL)
    return FALSE;

  target = troupe_plot_graph_get_node (troupe_scene_builder_get_graph (builder), wire->target);
  *place = place_from_id (target->id);
  if (target->is_gate)
    {
      g_autofree char *gate = g_steal_pointer (&place->path);

      place->path = g_strdup_printf ("%s%s%u", gate, *gate != '\0' ? "." : "", wire->input);
    }
  else
    {
      /* The second input of a card is its start condition. */
      place->path = g_strdup (wire->input > 0 ? "start" : "");
    }

  return TRUE;
}

static void
report (TroupeDrawing *self, const GError *error)
{
  g_assert (TROUPE_IS_DRAWING (self));

  troupe_editor_context_report (troupe_drawing_get_context (self), error);
}

/* --- Connecting ------------------------------------------------------------------------------- */

gboolean
troupe_editor_wiring_can_connect (TroupeDrawing *self,
                                  const char *from,
                                  const char *port,
                                  const char *to,
                                  char **reason)
{
  g_auto (Place) source = place_from_id (from);
  g_auto (Place) target = place_from_id (to);
  const TroupeConditionPlace ends[] = { get_place (&source), get_place (&target) };
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  if (troupe_flow_document_can_connect (troupe_drawing_get_document (self), &ends[0], port,
                                        &ends[1], &error))
    return TRUE;

  if (reason != NULL)
    *reason = g_strdup (error->message);

  return FALSE;
}

/* Keeps a card that was pushed, and what is after it, where the user sees it, because the next wire often begins there.
 * What is before it moves instead, unless it would leave the view. */
static void
follow_pushed (TroupeDrawing *self, double distance)
{
  TroupeCanvas *canvas = troupe_drawing_get_canvas (self);
  graphene_rect_t all;
  double x, y;

  g_assert (TROUPE_IS_DRAWING (self));

  if (distance <= 0 || !troupe_canvas_get_all_bounds (canvas, &all))
    return;
  troupe_canvas_get_origin (canvas, &x, &y);
  if ((double) all.origin.x < x || (double) all.origin.x > x + distance)
    troupe_canvas_set_origin (canvas, x + distance, y);
}

gboolean
troupe_editor_wiring_connect (TroupeDrawing *self,
                              const char *from,
                              const char *port,
                              const char *to,
                              gboolean with_and)
{
  g_auto (Place) source = place_from_id (from);
  g_auto (Place) target = place_from_id (to);
  const TroupeConditionPlace ends[] = { get_place (&source), get_place (&target) };
  g_autofree char *label = g_strdup_printf (_ ("Connect %s"), target.method);
  g_autoptr (GError) error = NULL;
  TroupeFlowDocument *document;
  gboolean connected;
  double pushed = 0;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), FALSE);

  document = troupe_drawing_get_document (self);
  troupe_document_begin_edit (TROUPE_DOCUMENT (document), label);
  connected =
      troupe_flow_document_connect_place (document, &ends[0], port, &ends[1], with_and, &error);
  if (connected)
    pushed = troupe_editor_spacing_settle_gates (self, target.method, label);
  troupe_document_end_edit (TROUPE_DOCUMENT (document));
  follow_pushed (self, pushed);
  report (self, error);

  return connected;
}

const char *
troupe_editor_wiring_find_port (TroupeDrawing *self, const char *method)
{
  const TroupeCanvasNode *node;
  TroupeFlow *flow;

  g_return_val_if_fail (TROUPE_IS_DRAWING (self), NULL);
  g_return_val_if_fail (method != NULL, NULL);

  node = troupe_canvas_scene_get_node (troupe_drawing_get_scene (self), method);
  flow = troupe_drawing_get_flow (self);
  for (guint i = 0; node != NULL && node->events != NULL && node->events[i] != NULL; i++)
    if (!troupe_flow_has_listener (flow, node->events[i]))
      return node->events[i];
  return node != NULL && node->events != NULL ? node->events[0] : NULL;
}

/* --- Removing and moving ---------------------------------------------------------------------- */

void
troupe_editor_wiring_remove (TroupeDrawing *self, const char *const *ids)
{
  g_autoptr (GArray) own = g_array_new (FALSE, FALSE, sizeof (Place));
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (TroupeConditionPlace));
  g_autofree char *label = NULL;
  g_autoptr (GError) error = NULL;
  TroupeDocument *document;

  g_return_if_fail (TROUPE_IS_DRAWING (self));
  g_return_if_fail (ids != NULL);

  g_array_set_clear_func (own, (GDestroyNotify) place_clear);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      Place place;

      if (find_wire_end (self, ids[i], &place))
        g_array_append_val (own, place);
    }
  for (guint i = 0; i < own->len; i++)
    {
      TroupeConditionPlace place = get_place (&g_array_index (own, Place, i));

      g_array_append_val (places, place);
    }
  document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  label =
      g_strdup_printf (ngettext ("Remove %u Wire", "Remove %u Wires", places->len), places->len);
  troupe_document_begin_edit (document, label);
  if (troupe_flow_document_cut (troupe_drawing_get_document (self),
                                (const TroupeConditionPlace *) places->data, places->len, &error))
    for (guint i = 0; i < own->len; i++)
      troupe_editor_spacing_settle_gates (self, g_array_index (own, Place, i).method, label);
  troupe_document_end_edit (document);
  report (self, error);
}

void
troupe_editor_wiring_reconnect (TroupeDrawing *self,
                                const char *id,
                                const char *to,
                                gboolean with_and)
{
  const TroupePlotWire *wire;
  TroupeDocument *document;
  const char *const ids[] = { id, NULL };
  g_autofree char *from = NULL;
  g_autofree char *port = NULL;
  g_autofree char *reason = NULL;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  wire = troupe_scene_builder_find_wire (troupe_drawing_get_builder (self), id);
  if (wire == NULL)
    return;

  from = g_strdup (
      troupe_plot_graph_get_node (
          troupe_scene_builder_get_graph (troupe_drawing_get_builder (self)), wire->source)
          ->id);
  port = g_strdup (wire->port);
  if (!troupe_editor_wiring_can_connect (self, from, port, to, &reason))
    {
      troupe_editor_context_say (troupe_drawing_get_context (self), reason);
      return;
    }

  document = TROUPE_DOCUMENT (troupe_drawing_get_document (self));
  troupe_document_begin_edit (document, _ ("Move Wire"));
  /* Removing the old end may change the path of a gate, so the new end is connected first. */
  troupe_editor_wiring_connect (self, from, port, to, with_and);
  troupe_editor_wiring_remove (self, ids);
  troupe_document_end_edit (document);
}

/* --- Inserting and removing methods ----------------------------------------------------------- */

void
troupe_editor_wiring_put_on_wire (TroupeDrawing *self, const char *name, const char *id)
{
  g_auto (Place) end = { NULL, NULL };
  TroupeConditionPlace place;
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  if (!find_wire_end (self, id, &end))
    return;

  place = get_place (&end);
  troupe_flow_document_insert_at (troupe_drawing_get_document (self), name, &place, &error);
  report (self, error);
}

void
troupe_editor_wiring_take_out (TroupeDrawing *self, const char *name)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  troupe_flow_document_take_out (troupe_drawing_get_document (self), name, &error);
  report (self, error);
}

void
troupe_editor_wiring_toggle_gate (TroupeDrawing *self, const char *gate)
{
  g_auto (Place) place = place_from_id (gate);

  g_return_if_fail (TROUPE_IS_DRAWING (self));

  /* A card may have no gate in front of it, which is not an error. */
  if (place.path != NULL)
    troupe_flow_document_toggle_gate (troupe_drawing_get_document (self), place.method, place.path,
                                      NULL);
}
