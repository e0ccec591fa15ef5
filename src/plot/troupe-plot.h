/* troupe-plot.h: flows as pictures: the drawn graph, its layout, SVG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-document.h"
#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupePlotGraph:
 *
 * What is drawn of a flow: a card for each method, a gate for each and/or with at least two inputs,
 * a wire for each way from a port to a card or gate. The editor's canvas and the exported pictures are
 * made from the same graph.
 *
 * Ids: a method's name; a gate is `METHOD/PATH` with the path of child indexes inside its condition,
 * `review/` at the top, `review/1.0` further in; of a method that listens and has a condition to start
 * by as well, the gates of the latter are `review/start` and `review/start.0`. Sizes are those of
 * design/DESIGN-UI.md §2.
 *
 * @x, @y: the upper left corner, of cards and gates alike
 * @events: (nullable): of a card: the events that have a row of their own, NULL-terminated
 */
typedef struct {
  char *id;
  gboolean is_gate;
  gboolean gate_is_and;
  const TroupeFlowMethod *method; /* of a card, and of the gate's owner */
  double x;
  double y;
  double width;
  double height;
  gboolean placed; /* the document says where; else the layout does */
  char **events;
} TroupePlotNode;

typedef struct {
  char *id;         /* `EVENT>TARGET#INPUT`, with `@ROUTER` behind it where it comes from a router's
                     * event; stable between edits that do not concern it */
  guint source;     /* index of a card or gate */
  char *port;       /* (nullable): the router's event; NULL is the port of its own name, or a gate's */
  guint target;     /* index of a card or gate */
  guint input;      /* which input of a gate, in the order of the file */
  gboolean is_and;  /* leads into an and gate */
  gboolean is_event;/* comes from a router's event */
  gboolean backwards; /* closes a loop */
} TroupePlotWire;

typedef struct _TroupePlotGraph TroupePlotGraph;
TroupePlotGraph *troupe_plot_graph_ref (TroupePlotGraph *self);
void troupe_plot_graph_unref (TroupePlotGraph *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotGraph, troupe_plot_graph_unref)

/* How wide a card is for a name, a summary and the events that have a row (nullable); NULL estimates from
 * the letters. */
typedef double (*TroupePlotMeasureFunc) (const char *name,
                                         const char *summary,
                                         const char *const *events,
                                         gpointer user_data);

/**
 * troupe_plot_graph_new:
 * @flow: what to draw; may have errors
 *
 * An event that nobody emits has no wire. Linear in the size of the flow.
 */
TroupePlotGraph *troupe_plot_graph_new (TroupeFlow *flow, TroupePlotMeasureFunc measure,
                                        gpointer user_data);

guint troupe_plot_graph_get_n_nodes (TroupePlotGraph *self);
TroupePlotNode *troupe_plot_graph_get_node (TroupePlotGraph *self, guint index);
guint troupe_plot_graph_get_n_wires (TroupePlotGraph *self);
const TroupePlotWire *troupe_plot_graph_get_wire (TroupePlotGraph *self, guint index);
/* -1 where there is none. */
int troupe_plot_graph_find_node (TroupePlotGraph *self, const char *id);

/* The second line of a card: what the method does, in a few words («For each claim · 2 steps»).
 * (transfer full), translated. */
char *troupe_plot_get_summary (const TroupeFlowMethod *method);
/* `troupe-expression-symbolic` … for the method's action. */
const char *troupe_plot_get_icon_name (const TroupeFlowMethod *method);

/* Takes the places that the document has; the nodes that have none keep `placed` FALSE. */
void troupe_plot_graph_place_from_document (TroupePlotGraph *self, TroupeFlowDocument *document);

/**
 * troupe_plot_graph_arrange:
 * @all: whether nodes that are placed move too (Tidy), or only the others find room
 *
 * Layered layout from left to right: loops are turned round, layers by longest path, crossings
 * reduced by sweeps of medians, rows straightened; places snap to 8. 1,000 methods in less than
 * 100 ms. Gates stand just before the method that they belong to. Always the same result for the same
 * graph.
 */
void troupe_plot_graph_arrange (TroupePlotGraph *self, gboolean all);

/* The room that a card takes with its gates: how far it reaches to the left of the card's own edge, and
 * above and below its port. */
void troupe_plot_graph_get_block (TroupePlotGraph *self,
                                  guint card,
                                  double *before,
                                  double *above,
                                  double *below);

/* --- Pictures --------------------------------------------------------------------------------- */

typedef enum {
  TROUPE_PLOT_LIGHT,
  TROUPE_PLOT_DARK,
} TroupePlotScheme;

/**
 * troupe_plot_to_svg:
 *
 * The graph as one self-contained SVG that looks like the canvas: no script, no link, every text of
 * the document escaped; title and description for readers that speak. (transfer full)
 */
char *troupe_plot_to_svg (TroupePlotGraph *self, TroupePlotScheme scheme);

G_END_DECLS
