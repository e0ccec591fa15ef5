/* troupe-plot-graph-private.h: private structs of TroupePlotGraph: notes, groups, nodes and wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-graph.h"
#include "troupe-plot-measures.h"

G_BEGIN_DECLS

/* A note, as stored in x-troupe. */
typedef struct
{
  char *id;    /* (nullable) */
  char *title; /* (nullable) */
  char *text;
  double x;
  double y;
  double width;
  double height;
} TroupePlotSheet;

typedef struct
{
  char *title;  /* (nullable) */
  char *colour; /* (nullable) */
  char **members;
} TroupePlotGroup;

struct _TroupePlotGraph
{
  gatomicrefcount ref_count;
  GArray *nodes; /* (element-type TroupePlotNode): the cards, then the gates */
  GArray *wires; /* (element-type TroupePlotWire) */
  guint n_cards;
  GArray *gate_inputs; /* (element-type guint): number of inputs of each gate */
  GHashTable *indexes; /* id to index + 1 */
  GArray *notes;       /* (element-type TroupePlotSheet) */
  GArray *groups;      /* (element-type TroupePlotGroup) */
  char *title;         /* (nullable): of the whole graph */
  char *description;   /* (nullable): for screen readers */
};

/* Returns the point where a wire leaves or enters its node, relative to the upper left corner of
 * the node. */
void troupe_plot_graph_get_source_port (TroupePlotGraph *self,
                                        const TroupePlotWire *wire,
                                        double *x,
                                        double *y);
void troupe_plot_graph_get_target_port (TroupePlotGraph *self,
                                        const TroupePlotWire *wire,
                                        double *x,
                                        double *y);

static inline TroupePlotNode *
troupe_plot_node_at (TroupePlotGraph *self, guint index)
{
  return &g_array_index (self->nodes, TroupePlotNode, index);
}

G_END_DECLS
