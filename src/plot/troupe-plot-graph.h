/* troupe-plot-graph.h: what is drawn: cards, gates and the wires between them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Shape and colour of a card's mark: when it runs. */
typedef enum
{
  TROUPE_PLOT_ROLE_START,
  TROUPE_PLOT_ROLE_LISTENER,
  TROUPE_PLOT_ROLE_ROUTER,
} TroupePlotRole;

/**
 * TroupePlotNode:
 * @id: of a card its name; of a gate `CARD/PATH`
 * @owner: index of the card that a gate stands before; of a card its own
 * @x, @y: the upper left corner, of cards and gates alike
 * @placed: whether the document says where it is; else the layout does
 * @events: (nullable): of a card: the events that have a row of their own, NULL-terminated
 * @is_root: of a card: whether it runs at the start whatever else it waits for
 * @is_start: of a card: whether it is a start, with a condition or without one
 * @has_input: of a card: whether anything can lead to it
 * @summary, @description: (nullable): of a card: its second line, and what somebody wrote about it
 * @icon_name: of a card: the icon of its mark
 * @may_stream: of a card: whether a run may show text on it as it comes
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
 * @id: `EVENT>TARGET#INPUT`, with `@ROUTER` behind it where it comes from a router's event; stable
 *   between edits that do not concern it
 * @source, @target: indexes of cards or gates
 * @port: (nullable): the router's event; %NULL is the port of its own name, or a gate's
 * @row: of the source's rows of events, where it leaves from one
 * @input: which input of a gate, in the order of the file
 * @place: on a gate's arc, from the top; where things stand decides, and not the file
 * @is_and: leads into an and gate
 * @is_event: comes from a router's event
 * @backwards: closes a loop
 * @bends: (nullable) (array length=n_bends): pairs of x and y: the points that a person leads it through
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
 * A graph of cards and gates, with the notes and groups around them, of whatever kind of document.
 * The editor's canvas and the exported pictures are made from the same graph. It knows nothing of
 * flows: troupe_plot_flow_new() makes one of a flow.
 */
typedef struct _TroupePlotGraph TroupePlotGraph;

TroupePlotGraph *troupe_plot_graph_new (void);
TroupePlotGraph *troupe_plot_graph_ref (TroupePlotGraph *self);
void troupe_plot_graph_unref (TroupePlotGraph *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotGraph, troupe_plot_graph_unref)

/* --- Making one ---------------------------------------------------------------------------- */

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

/* --- Reading it ---------------------------------------------------------------------------- */

guint troupe_plot_graph_get_n_nodes (TroupePlotGraph *self);
TroupePlotNode *troupe_plot_graph_get_node (TroupePlotGraph *self, guint index);
/* How high a card can become: a run adds a strip below it, for what is streamed a larger one. Of a gate
 * its own height. */
double troupe_plot_node_get_run_height (const TroupePlotNode *node);
/* The card that a gate stands before, or the card itself. */
TroupePlotNode *troupe_plot_graph_get_owner (TroupePlotGraph *self, const TroupePlotNode *node);
guint troupe_plot_graph_get_n_wires (TroupePlotGraph *self);
const TroupePlotWire *troupe_plot_graph_get_wire (TroupePlotGraph *self, guint index);
int troupe_plot_graph_find_node (TroupePlotGraph *self, const char *id);

G_END_DECLS
