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
#define TOOLTIP_WIDTH 160.0f
#define TOOLTIP_HEIGHT 64.0f

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

/* Returns TRUE if the tooltip of a wire at this point would cover a card. In this case the
 * tooltip can be omitted, because the label of a hovered wire is also shown on the wire. */
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
    text = g_strdup (((const TroupeWireRecord *) record)->wire.label);
  if (text == NULL || (record->kind == TROUPE_CANVAS_KIND_WIRE && has_card_below (self, x, y)))
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
