/* troupe-plot-loops.c: finds the wires that close a loop (backward wires)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-loops"

#include "config.h"

#include "troupe-plot-graph-private.h"
#include "troupe-plot-layers.h"

/* Maximum number of passes over all cards that try to reduce the number of backward wires. */
#define N_PASSES 8

/* Returns the card to which a gate belongs, or the card itself. */
static guint
get_card (TroupePlotGraph *graph, guint node)
{
  return g_array_index (graph->nodes, TroupePlotNode, node).owner;
}

typedef struct
{
  guint card;
  guint next; /* index in the list of wires */
} Visit;

enum
{
  UNSEEN,
  UNDER_WAY,
  DONE
};

/* Depth-first search. Appends the cards that can be reached from @root to @finished in
 * postorder. Except for wires that close a loop, each card is appended after all cards to which
 * it leads. */
static void
visit (TroupePlotGraph *graph,
       guint root,
       const guint *start,
       const guint *wires,
       guint8 *colour,
       GArray *finished)
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
      const TroupePlotWire *wire = NULL;
      guint target = 0;

      if (top->next == start[top->card + 1])
        {
          colour[top->card] = DONE;
          g_array_append_val (finished, top->card);
          g_array_set_size (stack, stack->len - 1);
          continue;
        }
      wire = &g_array_index (graph->wires, TroupePlotWire, wires[top->next++]);
      target = get_card (graph, wire->target);
      if (colour[target] == UNSEEN)
        {
          Visit deeper = { target, start[target] };

          colour[target] = UNDER_WAY;
          g_array_append_val (stack, deeper);
        }
    }
}

/* --- Reducing the number of backward wires ---------------------------------------------------- */

/* The change in the number of backward wires of a card when the card moves past @position. */
typedef struct
{
  guint position;
  int change;
} Step;

static int
compare_steps (gconstpointer a, gconstpointer b)
{
  const Step *first = a;
  const Step *second = b;

  return first->position < second->position ? -1 : first->position > second->position;
}

/* Appends a step for each wire that connects the card to another one. */
static void
list_steps (TroupePlotGraph *graph,
            guint card,
            const guint *wires,
            guint n_wires,
            const guint *position,
            gboolean out,
            GArray *steps)
{
  g_assert (graph != NULL);

  for (guint i = 0; i < n_wires; i++)
    {
      const TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, wires[i]);
      guint other = out ? get_card (graph, wire->target) : wire->source;

      if (other != card)
        {
          Step step = { position[other], out ? 1 : -1 };

          g_array_append_val (steps, step);
        }
    }
}

/* Returns TRUE if the step is the last one at its position in that direction. */
static gboolean
is_last_there (GArray *steps, guint index, int direction)
{
  guint next = index + (guint) direction;

  return next >= steps->len ||
         g_array_index (steps, Step, next).position != g_array_index (steps, Step, index).position;
}

/* Returns the position with the fewest backward wires of the card. If several positions have
 * equally few, returns the one nearest to the present position, or the present position itself. */
static guint
find_place (GArray *steps, guint home)
{
  guint best = home;
  int least = 0;
  int sum = 0;
  guint from = 0;

  g_array_sort (steps, compare_steps);
  while (from < steps->len && g_array_index (steps, Step, from).position < home)
    from++;
  for (guint i = from; i < steps->len; i++)
    {
      sum += g_array_index (steps, Step, i).change;
      if (sum < least && is_last_there (steps, i, 1))
        {
          least = sum;
          best = g_array_index (steps, Step, i).position;
        }
    }
  sum = 0;
  for (guint i = from; i-- > 0;)
    {
      sum -= g_array_index (steps, Step, i).change;
      if (sum < least && is_last_there (steps, i, -1))
        {
          least = sum;
          best = g_array_index (steps, Step, i).position;
        }
    }
  return best;
}

/* Moves cards in the sequence as long as this reduces the number of backward wires. Start
 * methods are not moved, because a run begins there. */
static void
straighten (TroupePlotGraph *graph,
            const guint *start,
            const guint *wires,
            guint *sequence,
            guint *position)
{
  guint n = graph->n_cards;
  g_autofree guint *targets = g_new (guint, MAX (graph->wires->len, 1));
  g_autofree guint *in_start = NULL;
  g_autofree guint *in = NULL;
  g_autoptr (GArray) steps = g_array_new (FALSE, FALSE, sizeof (Step));
  gboolean moved = TRUE;

  g_assert (graph != NULL);

  for (guint i = 0; i < graph->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, i);

      targets[i] = wire->source >= n ? n : get_card (graph, wire->target);
    }
  in = troupe_plot_list_by_vertex (targets, graph->wires->len, n + 1, &in_start);
  for (guint pass = 0; pass < N_PASSES && moved; pass++)
    {
      moved = FALSE;
      for (guint card = 0; card < n; card++)
        {
          const TroupePlotNode *node = troupe_plot_node_at (graph, card);
          guint place;
          guint from;

          if (node->is_root || node->is_start)
            continue;
          g_array_set_size (steps, 0);
          list_steps (graph, card, wires + start[card], start[card + 1] - start[card], position,
                      TRUE, steps);
          list_steps (graph, card, in + in_start[card], in_start[card + 1] - in_start[card],
                      position, FALSE, steps);
          place = find_place (steps, position[card]);
          if (place == position[card])
            continue;
          from = position[card];
          for (guint i = from; i < place; i++)
            sequence[i] = sequence[i + 1];
          for (guint i = from; i > place; i--)
            sequence[i] = sequence[i - 1];
          sequence[place] = card;
          for (guint i = MIN (from, place); i <= MAX (from, place); i++)
            position[sequence[i]] = i;
          moved = TRUE;
        }
    }
}

/* Sets `backwards` of each wire. Returns TRUE if any wire leads back in the sequence. */
static gboolean
mark (TroupePlotGraph *graph, const guint *position)
{
  gboolean any = FALSE;

  g_assert (graph != NULL);

  for (guint i = 0; i < graph->wires->len; i++)
    {
      TroupePlotWire *wire = &g_array_index (graph->wires, TroupePlotWire, i);

      if (wire->source >= graph->n_cards)
        continue;
      wire->backwards = position[get_card (graph, wire->target)] <= position[wire->source];
      any = any || wire->backwards;
    }
  return any;
}

/**
 * troupe_plot_graph_mark_loops:
 *
 * Finds a small set of wires that close all loops. Must be called after all wires were added. The
 * search begins at the start methods, so that a wire that leads back to one of them is the one that
 * closes the loop.
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
  g_autofree guint *position = g_new (guint, MAX (n, 1));
  g_autoptr (GArray) finished = g_array_new (FALSE, FALSE, sizeof (guint));
  guint *sequence;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      gboolean inside = wire->source >= n;

      /* A wire from a gate stays within the block of its card; it is listed after all cards. */
      sources[i] = inside ? n : wire->source;
      if (!inside)
        reached[get_card (self, wire->target)] = TRUE;
    }
  wires = troupe_plot_list_by_vertex (sources, self->wires->len, n + 1, &start);

  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_root)
      visit (self, i, start, wires, colour, finished);
  for (guint i = 0; i < n; i++)
    if (!reached[i])
      visit (self, i, start, wires, colour, finished);
  for (guint i = 0; i < n; i++)
    if (troupe_plot_node_at (self, i)->is_start)
      visit (self, i, start, wires, colour, finished);
  for (guint i = 0; i < n; i++)
    visit (self, i, start, wires, colour, finished);

  sequence = (guint *) (gpointer) finished->data;
  for (guint i = 0; i < n / 2; i++)
    {
      guint last = sequence[n - 1 - i];

      sequence[n - 1 - i] = sequence[i];
      sequence[i] = last;
    }
  for (guint i = 0; i < n; i++)
    position[sequence[i]] = i;
  if (mark (self, position))
    {
      straighten (self, start, wires, sequence, position);
      mark (self, position);
    }
}
