/* troupe-plot-graph.h: graph model of a drawing: cards, gates and the wires between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* When a card runs. This determines shape and color of the card's mark. */
typedef enum
{
  TROUPE_PLOT_ROLE_START,
  TROUPE_PLOT_ROLE_LISTENER,
  TROUPE_PLOT_ROLE_ROUTER,
} TroupePlotRole;

/**
 * TroupePlotNode:
 * @id: the name of a card; `CARD/PATH` for a gate
 * @owner: index of the card that a gate belongs to; of a card its own index
 * @x, @y: the upper left corner, of cards and gates alike
 * @placed: whether the document stores its position; if not, the layout computes it
 * @events: (nullable): of a card: the events that have their own row, NULL-terminated
 * @is_root: of a card: whether it runs at the start, even if it also waits for events
 * @is_start: of a card: whether it is a start method, with or without a condition
 * @has_input: of a card: whether any wire can lead to it
 * @summary, @description: (nullable): of a card: its second line, and the description that the
 *   author wrote
 * @icon_name: of a card: the icon of its mark
 * @may_stream: of a card: whether a run may show streamed text on it
 *
 * Sizes are those of doc/interface.md §2.
 */
typedef struct
{
  char *id;
  gboolean is_gate;
  gboolean gate_is_and;
  guint owner;
  double x;
  double y;
  double width;
  double height;
  gboolean placed;
  char **events;
  TroupePlotRole role;
  gboolean is_root;
  gboolean is_start;
  gboolean has_input;
  char *summary;
  char *description;
  const char *icon_name;
  gboolean may_stream;
} TroupePlotNode;

/**
 * TroupePlotWire:
 * @id: `EVENT>TARGET#INPUT`, followed by `@ROUTER` if it comes from a router's event; not changed
 *   by edits of other elements
 * @source, @target: indexes of cards or gates
 * @port: (nullable): the router's event; %NULL for the port of the card's own name or of a gate
 * @row: the row of the source's events that it leaves from, if any
 * @input: which input of a gate, in the order of the file
 * @place: index on the arc of a gate, from the top; determined by the positions, not by the file
 * @is_and: leads into an and gate
 * @is_event: comes from a router's event
 * @backwards: closes a loop
 * @bends: (nullable) (array length=n_bends): pairs of x and y: the points that the user routed it
 *   through
 */
typedef struct
{
  char *id;
  guint source;
  char *port;
  guint row;
  guint target;
  guint input;
  guint place;
  gboolean is_and;
  gboolean is_event;
  gboolean backwards;
  double *bends;
  guint n_bends;
} TroupePlotWire;

/**
 * TroupePlotGraph:
 *
 * A graph of cards and gates, with notes and groups, of any type of document. Both the canvas of
 * the editor and exported images use it. It does not depend on flows: troupe_plot_flow_new()
 * creates the graph of a flow.
 */
typedef struct _TroupePlotGraph TroupePlotGraph;

TroupePlotGraph *troupe_plot_graph_new (void);
void troupe_plot_graph_unref (TroupePlotGraph *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotGraph, troupe_plot_graph_unref)

/* --- Building a graph ------------------------------------------------------------------------- */

guint troupe_plot_graph_add_card (TroupePlotGraph *self, const TroupePlotNode *card);
guint troupe_plot_graph_add_gate (TroupePlotGraph *self,
                                  guint owner,
                                  const char *id,
                                  gboolean is_and,
                                  guint n_inputs);
void
troupe_plot_graph_add_wire (TroupePlotGraph *self, const TroupePlotWire *wire, const char *event);
void troupe_plot_graph_set_bends (TroupePlotGraph *self,
                                  guint wire,
                                  const double *bends,
                                  guint n_bends);
void troupe_plot_graph_order_inputs (TroupePlotGraph *self);
void troupe_plot_graph_mark_loops (TroupePlotGraph *self);
void
troupe_plot_graph_set_texts (TroupePlotGraph *self, const char *title, const char *description);
void troupe_plot_graph_clear_extras (TroupePlotGraph *self);
void troupe_plot_graph_add_note (TroupePlotGraph *self,
                                 const char *id,
                                 const char *title,
                                 const char *text,
                                 double x,
                                 double y,
                                 double width,
                                 double height);
void troupe_plot_graph_add_group (TroupePlotGraph *self,
                                  const char *title,
                                  const char *colour,
                                  const char *const *members);

/* --- Accessors -------------------------------------------------------------------------------- */

guint troupe_plot_graph_get_n_nodes (TroupePlotGraph *self);
TroupePlotNode *troupe_plot_graph_get_node (TroupePlotGraph *self, guint index);
/* Returns the maximum height of a card. A run adds a strip below the card, which is larger for
 * cards that stream. For a gate, returns the height of the gate. */
double troupe_plot_node_get_run_height (const TroupePlotNode *node);
/* Returns the card to which a gate belongs. For a card, returns the card itself. */
TroupePlotNode *troupe_plot_graph_get_owner (TroupePlotGraph *self, const TroupePlotNode *node);
guint troupe_plot_graph_get_n_wires (TroupePlotGraph *self);
const TroupePlotWire *troupe_plot_graph_get_wire (TroupePlotGraph *self, guint index);
int troupe_plot_graph_find_node (TroupePlotGraph *self, const char *id);

G_END_DECLS
