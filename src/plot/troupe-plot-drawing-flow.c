/* troupe-plot-drawing-flow.c: creates the drawing of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-drawing-flow"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-plot-drawing-flow.h"
#include "troupe-plot-graph-private.h"
#include "troupe-plot-route.h"

/* Minimum length of a wire that is labeled with its event. */
#define LABEL_LENGTH 200

/* --- The graph -------------------------------------------------------------------------------- */

static void
add_card (TroupePlotDrawing *self, const TroupePlotNode *node, gboolean with_strips)
{
  static const TroupePlotInk inks[] = { TROUPE_PLOT_INK_START, TROUPE_PLOT_INK_LISTENER,
                                        TROUPE_PLOT_INK_ROUTER };
  static const TroupePlotMark marks[] = { TROUPE_PLOT_MARK_CIRCLE, TROUPE_PLOT_MARK_SQUARE,
                                          TROUPE_PLOT_MARK_DIAMOND };
  TroupePlotPiece piece = { .kind = TROUPE_PLOT_PIECE_METHOD,
                            .id = g_strdup (node->id),
                            .title = g_strdup (node->id),
                            .summary = g_strdup (node->summary),
                            .description = g_strdup (node->description),
                            .x = node->x,
                            .y = node->y,
                            .width = node->width,
                            .height = node->height,
                            .radius = node->role == TROUPE_PLOT_ROLE_START ? 24 : 12,
                            .role = inks[node->role],
                            .mark = marks[node->role],
                            .icon = node->icon_name,
                            .events = g_strdupv (node->events),
                            .strip_y = node->height };

  if (with_strips)
    {
      piece.height += TROUPE_PLOT_STRIP;
      piece.state = TROUPE_PLOT_STATE_WAITING;
    }
  if (node->has_input)
    troupe_plot_piece_add_port (&piece, 0, TROUPE_PLOT_PORT_Y, TROUPE_PLOT_INK_WIRE);
  troupe_plot_piece_add_port (&piece, node->width, TROUPE_PLOT_PORT_Y, TROUPE_PLOT_INK_WIRE);
  for (guint i = 0; node->events != NULL && node->events[i] != NULL; i++)
    troupe_plot_piece_add_port (&piece, node->width,
                                TROUPE_PLOT_CARD_HEAD + TROUPE_PLOT_CARD_ROW * (i + 0.5),
                                TROUPE_PLOT_INK_EVENT);
  troupe_plot_drawing_add_piece (self, &piece);
}

static void
add_group (TroupePlotDrawing *self, const TroupePlotGroup *group)
{
  TroupePlotGround ground = { .kind = TROUPE_PLOT_GROUND_GROUP,
                              .ink = troupe_plot_ink_find_hue (group->colour) };
  double left = G_MAXDOUBLE, top = G_MAXDOUBLE, right = -G_MAXDOUBLE, bottom = -G_MAXDOUBLE;

  for (guint i = 0; group->members[i] != NULL; i++)
    {
      const int index = troupe_plot_drawing_find (self, group->members[i]);
      const TroupePlotPiece *piece;

      if (index < 0)
        continue;
      piece = troupe_plot_piece_at (self, (guint) index);
      left = MIN (left, piece->x);
      top = MIN (top, piece->y);
      right = MAX (right, piece->x + piece->width);
      bottom = MAX (bottom, piece->y + piece->height);
    }
  if (left > right)
    return;
  ground.title = g_strdup (group->title);
  ground.x = left - 24;
  ground.y = top - 40;
  ground.width = right - left + 48;
  ground.height = bottom - top + 64;
  troupe_plot_drawing_add_ground (self, &ground);
}

TroupePlotDrawing *
troupe_plot_drawing_new_graph (TroupePlotGraph *graph, gboolean with_strips)
{
  TroupePlotDrawing *self;
  TroupePlotRoute *routes;

  g_return_val_if_fail (graph != NULL, NULL);

  self = troupe_plot_drawing_new ();
  self->title = g_strdup (graph->title);
  self->description = g_strdup (graph->description);
  for (guint i = 0; i < graph->nodes->len; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (graph, i);

      if (node->is_gate)
        {
          TroupePlotPiece piece = { .kind = TROUPE_PLOT_PIECE_GATE,
                                    .id = g_strdup (node->id),
                                    .title = g_strdup (node->gate_is_and ? _ ("and") : _ ("or")),
                                    .x = node->x,
                                    .y = node->y,
                                    .width = node->width,
                                    .height = node->height,
                                    .role = node->gate_is_and ? TROUPE_PLOT_INK_AND
                                                              : TROUPE_PLOT_INK_WIRE,
                                    .is_and = node->gate_is_and };

          troupe_plot_drawing_add_piece (self, &piece);
        }
      else
        add_card (self, node, with_strips);
    }
  routes = troupe_plot_graph_route (graph);
  for (guint i = 0; i < graph->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, i);
      const TroupePlotPiece *source = troupe_plot_piece_at (self, wire->source);
      TroupePlotLine line = { .kind = wire->is_and ? TROUPE_PLOT_LINE_AND : TROUPE_PLOT_LINE_PLAIN,
                              .ink = wire->is_and     ? TROUPE_PLOT_INK_AND
                                     : wire->is_event ? TROUPE_PLOT_INK_EVENT
                                                      : TROUPE_PLOT_INK_WIRE,
                              .path = g_strdup (routes[i].path),
                              .source = wire->source,
                              .target = wire->target,
                              .event = wire->is_event ? g_strdup (wire->port) : NULL,
                              .label_x = routes[i].middle_x,
                              .label_y = routes[i].middle_y,
                              .tip_x = routes[i].tip_x,
                              .tip_y = routes[i].tip_y,
                              .left = MIN (routes[i].tip_x, source->x),
                              .right = MAX (routes[i].tip_x, source->x + source->width),
                              .high = routes[i].high,
                              .low = routes[i].low };

      if (wire->is_event && routes[i].length >= LABEL_LENGTH)
        line.label = g_strdup (wire->port);
      troupe_plot_drawing_add_line (self, &line);
    }
  troupe_plot_routes_free (routes, graph->wires->len);
  for (guint i = 0; i < graph->groups->len; i++)
    add_group (self, &g_array_index (graph->groups, TroupePlotGroup, i));
  for (guint i = 0; i < graph->notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (graph->notes, TroupePlotSheet, i);
      TroupePlotGround ground = { .kind = TROUPE_PLOT_GROUND_NOTE,
                                  .ink = TROUPE_PLOT_INK_NONE,
                                  .id = g_strdup (note->id),
                                  .title = g_strdup (note->title),
                                  .text = g_strdup (note->text),
                                  .x = note->x,
                                  .y = note->y,
                                  .width = note->width,
                                  .height = note->height };

      troupe_plot_drawing_add_ground (self, &ground);
    }
  return self;
}

/* --- Details for the HTML page ---------------------------------------------------------------- */

static void
add_text_of (TroupePlotPiece *piece, const char *label, TroupeValue *map, const char *key)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, key, -1)
                           : NULL;

  if (value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING))
    troupe_plot_piece_add_detail (piece, label, troupe_value_get_string (value, NULL), FALSE);
}

static void
add_legend (TroupePlotDrawing *self)
{
  TroupePlotLegend lines[] = {
    { TROUPE_PLOT_LEGEND_MARK, TROUPE_PLOT_MARK_CIRCLE, 0, TROUPE_PLOT_INK_START, NULL,
      g_strdup (_ ("starts the flow")) },
    { TROUPE_PLOT_LEGEND_MARK, TROUPE_PLOT_MARK_SQUARE, 0, TROUPE_PLOT_INK_LISTENER, NULL,
      g_strdup (_ ("runs after others")) },
    { TROUPE_PLOT_LEGEND_MARK, TROUPE_PLOT_MARK_DIAMOND, 0, TROUPE_PLOT_INK_ROUTER, NULL,
      g_strdup (_ ("router")) },
    { TROUPE_PLOT_LEGEND_LINE, 0, TROUPE_PLOT_LINE_PLAIN, TROUPE_PLOT_INK_WIRE, NULL,
      g_strdup (_ ("any of them")) },
    { TROUPE_PLOT_LEGEND_LINE, 0, TROUPE_PLOT_LINE_AND, TROUPE_PLOT_INK_AND, NULL,
      g_strdup (_ ("all of them")) },
    { TROUPE_PLOT_LEGEND_LINE, 0, TROUPE_PLOT_LINE_PLAIN, TROUPE_PLOT_INK_EVENT, NULL,
      g_strdup (_ ("event")) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    troupe_plot_drawing_add_legend (self, &lines[i]);
}

void
troupe_plot_drawing_describe_flow (TroupePlotDrawing *self, TroupeFlow *flow)
{
  g_return_if_fail (self != NULL);
  g_return_if_fail (flow != NULL);

  for (guint i = 0; i < self->pieces->len; i++)
    {
      TroupePlotPiece *piece = troupe_plot_piece_at (self, i);
      const TroupeFlowMethod *method = piece->kind == TROUPE_PLOT_PIECE_METHOD
                                           ? troupe_flow_find_method (flow, piece->id)
                                           : NULL;

      if (method != NULL)
        {
          const TroupeCondition *condition =
              method->listen != NULL ? method->listen : method->start_condition;
          g_autofree char *when = condition != NULL ? troupe_condition_to_text (condition) : NULL;
          const TroupeFlowAction *action;

          piece->kind_words = g_strdup (method->router  ? _ ("Router")
                                        : method->start ? _ ("Start Method")
                                                        : _ ("Listener"));
          troupe_plot_piece_add_detail (piece, _ ("Runs After"), when, FALSE);
          action = method->action;
          if (action->expression != NULL && action->expression->program != NULL)
            troupe_plot_piece_add_detail (piece, _ ("Expression"),
                                          troupe_cel_program_get_text (action->expression->program),
                                          TRUE);
          if (action->type == TROUPE_ACTION_AGENT)
            {
              add_text_of (piece, _ ("Role"), action->definition, "role");
              add_text_of (piece, _ ("Goal"), action->definition, "goal");
              add_text_of (piece, _ ("Model"), action->definition, "llm");
            }
          troupe_plot_piece_add_detail (piece, _ ("References"), action->reference, TRUE);
          troupe_plot_piece_add_detail (piece, _ ("Code"), action->code, TRUE);
          add_text_of (piece, _ ("Question"), method->feedback, "message");
        }
    }
  add_legend (self);
}
