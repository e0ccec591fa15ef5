/* troupe-plot-private.h: what the files of the room plot/ share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot.h"

G_BEGIN_DECLS

/* Measures of design/DESIGN-UI.md §2, in pixels at 100 %. */
#define TROUPE_PLOT_CARD_HEAD 52.0
#define TROUPE_PLOT_CARD_ROW 24.0
#define TROUPE_PLOT_CARD_FOOT 6.0
#define TROUPE_PLOT_CARD_MIN 136.0
#define TROUPE_PLOT_CARD_MAX 256.0
#define TROUPE_PLOT_PORT_Y 26.0
#define TROUPE_PLOT_GATE 32.0
#define TROUPE_PLOT_GRID 8.0

/* Distances of the layout. */
#define TROUPE_PLOT_MARGIN 40.0
#define TROUPE_PLOT_ROW_GAP                                                                        \
  44.0 /* a plain card and its gap are 96, which keeps columns of them even */
#define TROUPE_PLOT_GATE_COLUMN 64.0 /* from a card, or a gate, to the gate in front of it */

/* More wires than this are not drawn: a thousand routers that all emit one event which a thousand
 * methods hear would be a million. */
#define TROUPE_PLOT_MAX_WIRES 200000

/* A sheet of paper, as x-troupe has it. */
typedef struct
{
  char *title;
  char *text;
  double x;
  double y;
  double width;
  double height;
} TroupePlotSheet;

struct _TroupePlotGraph
{
  gatomicrefcount ref_count;
  TroupeFlow *flow;
  GArray *nodes; /* (element-type TroupePlotNode): a card for each method, then the gates */
  GArray *wires; /* (element-type TroupePlotWire) */
  guint n_cards;
  GArray *gate_inputs; /* (element-type guint): how many inputs each gate has */
  GArray *wire_rows;   /* (element-type guint): the row of each wire that comes from an event */
  GHashTable *indexes; /* id to index + 1 */
  GArray *notes;       /* (element-type TroupePlotSheet) */
  JsonNode *groups;    /* (nullable): the list of x-troupe */
};

/* Where a wire leaves or enters, relative to the upper left corner of its node. */
void troupe_plot_graph_get_source_port (TroupePlotGraph *self,
                                        const TroupePlotWire *wire,
                                        double *x,
                                        double *y);
void troupe_plot_graph_get_target_port (TroupePlotGraph *self,
                                        const TroupePlotWire *wire,
                                        double *x,
                                        double *y);

/* Sets TroupePlotWire.backwards of the wires that close a loop. */
void troupe_plot_graph_find_loops (TroupePlotGraph *self);

/* --- Layout -------------------------------------------------------------------------------- */

/* A way from one vertex to a vertex of the next layer. The offsets say how far its ends lie below
 * the height at which the vertices are aligned. */
typedef struct
{
  guint from;
  guint to;
  double from_offset;
  double to_offset;
} TroupePlotEdge;

/* Vertices are the cards, each with its gates, and behind them the bends of long edges. */
typedef struct
{
  guint n_cards;
  guint n_vertices;
  guint n_layers;
  guint *layer;       /* of each vertex */
  guint *order;       /* its place in the layer */
  guint *sequence;    /* the vertices, layer by layer */
  guint *layer_start; /* n_layers + 1 places in the sequence */
  GArray *edges;      /* (element-type TroupePlotEdge) */
  guint *in_start;    /* n_vertices + 1 places in in_edges */
  guint *in_edges;
  guint *out_start;
  guint *out_edges;
} TroupePlotLayers;

TroupePlotLayers *troupe_plot_layers_new (TroupePlotGraph *graph, const double *gate_offsets);
void troupe_plot_layers_free (TroupePlotLayers *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotLayers, troupe_plot_layers_free)

/* A card and its gates, as the layout sees them. Heights count from the port in the card's head. */
typedef struct
{
  double above;
  double below;
  guint depth; /* of the gates in front of the card */
} TroupePlotBlock;

typedef struct
{
  guint node;
  guint depth;   /* 1 stands just before the card */
  double offset; /* of its middle, below the card's port */
} TroupePlotGate;

typedef struct
{
  double x;
  double y;
} TroupePlotSpot;

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} TroupePlotBox;

static inline TroupePlotNode *
troupe_plot_node_at (TroupePlotGraph *self, guint index)
{
  return &g_array_index (self->nodes, TroupePlotNode, index);
}

double troupe_plot_snap (double value);

/* What is taken, by cells, so that whether a place is free is known at once. */
typedef struct _TroupePlotRoom TroupePlotRoom;

TroupePlotRoom *troupe_plot_room_new (void);
void troupe_plot_room_free (TroupePlotRoom *self);
void troupe_plot_room_take (TroupePlotRoom *self, TroupePlotBox box);
/* The lower edge of something that is in the way; NAN where nothing is. */
double troupe_plot_room_find_obstacle (TroupePlotRoom *self, TroupePlotBox box);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePlotRoom, troupe_plot_room_free)

/* (transfer full) (element-type TroupePlotGate): the gates of all cards, outer ones before inner ones. */
GArray *troupe_plot_gates_new (TroupePlotGraph *graph);
/* (transfer full) (array length=number of cards) */
TroupePlotBlock *troupe_plot_blocks_new (TroupePlotGraph *graph, GArray *gates);
/* Gives the gates their places when the cards have theirs. With @all, or where the document has no
 * place for a gate, it stands before its card; in a drawing that a person made, beside what is there. */
void troupe_plot_gates_place (TroupePlotGraph *graph, GArray *gates, gboolean all);

/* Cards without a place follow the neighbours that have one, else stand below everything, from
 * @bottom on, as the layout has them. */
void troupe_plot_graph_place_missing (TroupePlotGraph *graph,
                                      const TroupePlotSpot *spots,
                                      const TroupePlotBlock *blocks,
                                      guint n_missing,
                                      double bottom);

/* --- Texts --------------------------------------------------------------------------------- */

/* How wide a text is in the system's font, estimated; bold letters are a little wider. */
double troupe_plot_text_width (const char *text, double size, gboolean bold);
/* Cut to a width with one ellipsis; in the middle, three fifths of the kept letters in front, or at
 * the end. (transfer full) */
char *
troupe_plot_text_cut (const char *text, double size, gboolean bold, double width, gboolean middle);
/* Broken into lines at blanks. (transfer full): NULL-terminated */
char **troupe_plot_text_wrap (const char *text, double size, double width, guint max_lines);
/* One line without control characters. (transfer full) */
char *troupe_plot_text_clean (const char *text);
/* Escaped for XML; what XML cannot hold is left out. */
void troupe_plot_append_escaped (GString *out, const char *text);

/* --- Pictures ------------------------------------------------------------------------------ */

/* The colours of design/DESIGN-UI.md §4, as `#rrggbb`. */
typedef struct
{
  const char *canvas;
  const char *dot;
  const char *card;
  const char *text;
  const char *dim;
  const char *edge;
  const char *line;
  const char *start;
  const char *listener;
  const char *router;
  const char *wire;
  const char *wire_event;
  const char *wire_and;
  const char *note;
  const char *note_line;
  double foot_opacity;
  double group_opacity;
} TroupePlotPalette;

const TroupePlotPalette *troupe_plot_palette_get (TroupePlotScheme scheme);
/* The colour of a group by its word in the document, else grey. */
const char *troupe_plot_hue_get (const char *name);

/* One wire as it is drawn. */
typedef struct
{
  char *path;      /* the `d` of an SVG path */
  double middle_x; /* where the word goes */
  double middle_y;
  double length; /* from end to end, sideways */
  double tip_x;  /* where the arrow points, always to the right */
  double tip_y;
  double low; /* how far down and up the wire reaches */
  double high;
} TroupePlotRoute;

/* (transfer full) (array length=number of wires) */
TroupePlotRoute *troupe_plot_graph_route (TroupePlotGraph *self);
void troupe_plot_routes_free (TroupePlotRoute *routes, guint n_routes);

G_END_DECLS
