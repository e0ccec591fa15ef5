/* troupe-plot-loops.c: which wires close a loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-loops"

#include "config.h"

#include "troupe-plot-graph-private.h"
#include "troupe-plot-layers.h"

/* The card to which a gate belongs, or the card itself. */
static guint
get_card (TroupePlotGraph *graph, guint node)
{
  return g_array_index (graph->nodes, TroupePlotNode, node).owner;
}

typedef struct
{
  guint card;
  guint next; /* place in the list of wires */
} Visit;

enum
{
  UNSEEN,
  UNDER_WAY,
  DONE
};

static void
visit (TroupePlotGraph *graph, guint root, const guint *start, const guint *wires, guint8 *colour)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Visit));
  Visit first = { root, start[root] };

  g_assert (graph != NULL);

  if (colour[root] != UNSEEN)
    return;
  colour[root] = UNDER_WAY;
  g_array_append_val (stack, first);
  while (stack->len > 0)
    {
      Visit *top = &g_array_index (stack, Visit, stack->len - 1);
      TroupePlotWire *wire = NULL;
      guint target = 0;

      if (top->next == start[top->card + 1])
        {
          colour[top->card] = DONE;
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      wire = &g_array_index (graph->wires, TroupePlotWire, wires[top->next++]);
      target = get_card (graph, wire->target);
      if (colour[target] == UNDER_WAY)
        {
          wire->backwards = TRUE;
        }
      else if (colour[target] == UNSEEN)
        {
          Visit deeper = { target, start[target] };

          colour[target] = UNDER_WAY;
          g_array_append_val (stack, deeper);
        }
    }
}

/**
 * troupe_plot_graph_mark_loops:
 *
 * Finds the wires that close a loop, when all are there. Begins where a run begins, so that what leads
 * back to its beginning is what closes the loop.
 */
void
troupe_plot_graph_mark_loops (TroupePlotGraph *self)
{
  guint n = self->n_cards;
  g_autofree guint *sources = g_new (guint, MAX (self->wires->len, 1));
  g_autofree guint8 *colour = g_new0 (guint8, MAX (n, 1));
  g_autofree gboolean *reached = g_new0 (gboolean, MAX (n, 1));
  g_autofree guint *start = NULL;
  g_autofree guint *wires = NULL;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      gboolean inside = wire->source >= n;

      /* What leads from a gate stays inside one card's block; listed behind all cards. */
      sources[i] = inside ? n : wire->source;
      if (!inside)
        reached[get_card (self, wire->target)] = TRUE;
    }
  wires = troupe_plot_list_by_vertex (sources, self->wires->len, n + 1, &start);

  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_root)
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    if (!reached[i])
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_start)
      visit (self, i, start, wires, colour);
  for (guint i = 0; i < n; i++)
    visit (self, i, start, wires, colour);
}
