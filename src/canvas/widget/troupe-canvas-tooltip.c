/* troupe-canvas-tooltip.c: tooltips of the items under the pointer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-tooltip"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-canvas-parts.h"
#include "troupe-sanitize-text.h"
#include "troupe-text-list.h"

/* Space that is reserved for the tooltip of a wire, in widget pixels. */
#define TOOLTIP_WIDTH 300.0f
#define TOOLTIP_HEIGHT 96.0f
/* How far below the pointer the tooltip of a wire may be, and the steps in which a place is searched, in
 * widget pixels. */
#define TOOLTIP_REACH 160
#define TOOLTIP_STEP 8

static char *
make_gate_tooltip (const TroupeGateRecord *gate)
{
  g_autoptr (GString) come = g_string_new (NULL);
  g_autoptr (GString) missing = g_string_new (NULL);

  g_assert (gate != NULL);

  if (gate->arrived == NULL)
    return g_strdup (
        gate->gate.kind == TROUPE_CANVAS_GATE_AND
            ? _ ("Runs when all inputs have arrived. Click to change to “or”.")
            : _ ("Runs once, for the first input that arrives, and again only for an event of a "
                 "router. A method that is a router runs for each input. Click to "
                 "change to “and”."));

  for (guint i = 0; i < gate->n_inputs; i++)
    {
      troupe_text_list_append (gate->arrived[i] ? come : missing, gate->gate.inputs[i]);
    }
  if (missing->len == 0)
    return g_strdup_printf (_ ("Arrived: %s."), come->str);
  if (come->len == 0)
    return g_strdup_printf (_ ("Waiting for: %s."), missing->str);
  return g_strdup_printf (_ ("Arrived: %s. Waiting for: %s."), come->str, missing->str);
}

static char *
make_problem_tooltip (TroupeCanvas *self, const char *id, const TroupeCanvasNode *node)
{
  const guint n = node->n_errors > 0 ? node->n_errors : node->n_warnings;
  const char *problem = troupe_canvas_find_problem (self, id);
  g_autofree char *count = NULL;

  g_assert (TROUPE_IS_CANVAS (self));

  count = node->n_errors > 0
              ? g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u error. Click to show it.",
                                              "%u errors. Click to show the first one.", n),
                                 n)
              : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u warning. Click to show it.",
                                              "%u warnings. Click to show the first one.", n),
                                 n);
  return problem != NULL ? g_strdup_printf ("%s\n%s", problem, count) : g_steal_pointer (&count);
}

/* Returns TRUE if the tooltip of a wire at this point would cover a card. */
static gboolean
has_card_below (TroupeCanvas *self, int x, int y)
{
  graphene_rect_t place =
      GRAPHENE_RECT_INIT ((float) x - TOOLTIP_WIDTH / 2, (float) y, TOOLTIP_WIDTH, TOOLTIP_HEIGHT);
  const double scale = troupe_canvas_get_scale (self);
  guint n_boxes;
  const CanvasBox *boxes =
      troupe_canvas_geometry_get_boxes (troupe_canvas_get_geometry (self), &n_boxes);

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint i = 0; i < n_boxes; i++)
    {
      const CanvasBox *box = &boxes[i];
      graphene_point_t corner = troupe_canvas_to_widget (self, (double) box->x, (double) box->y);
      graphene_rect_t area =
          GRAPHENE_RECT_INIT (corner.x, corner.y, (float) ((double) box->width * scale),
                              (float) ((double) box->height * scale));

      if (graphene_rect_intersection (&area, &place, NULL))
        return TRUE;
    }

  return FALSE;
}

/* Puts the tooltip of a wire below the pointer where it covers no card. Returns FALSE if there is no such
 * place; the label of a hovered wire is shown on the wire, too. */
static gboolean
place_wire_tooltip (TroupeCanvas *self, GtkTooltip *tooltip, int x, int y)
{
  g_assert (TROUPE_IS_CANVAS (self));

  for (int below = 0; below <= TOOLTIP_REACH; below += TOOLTIP_STEP)
    if (!has_card_below (self, x, y + below))
      {
        gtk_tooltip_set_tip_area (tooltip, &(GdkRectangle){ x, y + below, 1, 1 });
        return TRUE;
      }
  return FALSE;
}

/* Says how a wire is changed, which its looks do not show. */
static char *
make_wire_tooltip (TroupeCanvas *self, const TroupeCanvasWire *wire, TroupeCanvasKind kind)
{
  const char *how;

  g_assert (TROUPE_IS_CANVAS (self));

  if (!troupe_canvas_input_get_editable (troupe_canvas_get_hand (self)))
    return g_strdup (wire->label);
  if (kind == TROUPE_CANVAS_KIND_WIRE_END)
    how = _ ("Drag to move this end, or to empty space to remove the wire.");
  else if (kind == TROUPE_CANVAS_KIND_BEND)
    how = _ ("Drag to move this bend.");
  else
    how = _ ("Right-click to change or remove the wire.");
  return wire->label != NULL && *wire->label != '\0' ? g_strdup_printf ("%s\n%s", wire->label, how)
                                                     : g_strdup (how);
}

/* Returns what a drag from the input of a card does if that moves a wire. (transfer full) (nullable) */
static char *
make_input_tooltip (TroupeCanvas *self, const char *id)
{
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  guint n = 0;

  g_assert (TROUPE_IS_CANVAS (self));

  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    if (g_strcmp0 (troupe_canvas_scene_get_nth_wire (scene, i)->to, id) == 0)
      n++;
  return n == 1 && troupe_canvas_input_get_editable (troupe_canvas_get_hand (self))
             ? g_strdup (_ ("Drag to move the end of this wire, with Shift to draw another one."))
             : NULL;
}

gboolean
troupe_canvas_query_tooltip (GtkWidget *widget,
                             int x,
                             int y,
                             gboolean keyboard,
                             GtkTooltip *tooltip)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;
  const TroupeRecord *record;
  TroupeCanvasScene *scene = troupe_canvas_get_scene (self);
  const char *id = troupe_canvas_get_focus_id (self), *port = NULL;
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_NODE;
  graphene_rect_t bounds;
  graphene_point_t corner;

  if (!keyboard)
    kind = troupe_canvas_hit (self, x, y, &id, &port);
  if (id == NULL || scene == NULL ||
      troupe_canvas_input_is_dragging (troupe_canvas_get_hand (self)))
    return FALSE;
  record = troupe_scene_find (scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;

  if (kind == TROUPE_CANVAS_KIND_OUTPUT && port != NULL)
    text = g_strdup (port);
  else if (kind == TROUPE_CANVAS_KIND_INPUT && (text = make_input_tooltip (self, id)) != NULL)
    ;
  else if (kind == TROUPE_CANVAS_KIND_PROBLEM_BADGE)
    text = make_problem_tooltip (self, id, &((const TroupeNodeRecord *) record)->node);
  else if (record->kind == TROUPE_CANVAS_KIND_NODE)
    {
      const TroupeCanvasNode *node = &((const TroupeNodeRecord *) record)->node;

      if (node->tooltip != NULL)
        text = g_strdup (node->tooltip);
      else if (node->summary != NULL)
        text = g_strdup_printf ("%s\n%s", node->title, node->summary);
      else
        text = g_strdup (node->title);
    }
  else if (record->kind == TROUPE_CANVAS_KIND_GATE)
    text = make_gate_tooltip ((const TroupeGateRecord *) record);
  else if (record->kind == TROUPE_CANVAS_KIND_WIRE)
    text = make_wire_tooltip (self, &((const TroupeWireRecord *) record)->wire, kind);
  if (text == NULL || (record->kind == TROUPE_CANVAS_KIND_WIRE && !keyboard &&
                       !place_wire_tooltip (self, tooltip, x, y)))
    return FALSE;

  shown = troupe_text_to_lines (text);
  gtk_tooltip_set_text (tooltip, shown);
  if (record->kind != TROUPE_CANVAS_KIND_WIRE && troupe_canvas_get_bounds (self, id, &bounds))
    {
      corner = troupe_canvas_to_widget (self, bounds.origin.x, bounds.origin.y);
      gtk_tooltip_set_tip_area (
          tooltip, &(GdkRectangle){ (int) corner.x, (int) corner.y,
                                    (int) (bounds.size.width * troupe_canvas_get_scale (self)),
                                    (int) (bounds.size.height * troupe_canvas_get_scale (self)) });
    }
  return TRUE;
}
