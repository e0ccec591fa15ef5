/* troupe-plot-missing.c: positions of cards for which the document stores none
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-missing"

#include "config.h"

#include <math.h>

#include "troupe-plot-graph-private.h"
#include "troupe-plot-missing.h"
#include "troupe-plot-room.h"

/* If there are more cards than this without a position, they are placed below the others as a
 * whole. */
#define MAX_SINGLE 2000

/* Returns the space that a card and its gates take, including the minimum distance to others. */
static TroupePlotBox
get_block_box (TroupePlotGraph *self, guint card, const TroupePlotBlock *block)
{
  const TroupePlotNode *node = troupe_plot_node_at (self, card);
  double port = node->y + TROUPE_PLOT_PORT_Y;
  TroupePlotBox box = { node->x - block->depth * TROUPE_PLOT_GATE_COLUMN, port - block->above, 0,
                        0 };

  box.width = node->x + node->width - box.x + TROUPE_PLOT_ROW_GAP / 2;
  box.height = block->above + block->run_below + TROUPE_PLOT_CLEAR;
  return box;
}

/* Computes the mean distance of the placed neighbors of a card from their positions in the
 * layout. Returns FALSE if the card has no placed neighbors. */
static gboolean
find_shift (TroupePlotGraph *self,
            const guint *neighbours,
            guint n_neighbours,
            const TroupePlotSpot *spots,
            TroupePlotSpot *shift)
{
  guint found = 0;
  TroupePlotSpot sum = { 0, 0 };

  for (guint i = 0; i < n_neighbours; i++)
    {
      const TroupePlotNode *node = troupe_plot_node_at (self, neighbours[i]);

      if (!node->placed)
        continue;
      sum.x += node->x - spots[neighbours[i]].x;
      sum.y += node->y - spots[neighbours[i]].y;
      found++;
    }
  if (found == 0)
    return FALSE;
  shift->x = sum.x / found;
  shift->y = sum.y / found;
  return TRUE;
}

/* Moves the card down from its preferred position until it overlaps neither notes nor placed
 * cards. */
static void
find_room (TroupePlotGraph *self, TroupePlotSpace *room, guint card, const TroupePlotBlock *block)
{
  TroupePlotNode *node = troupe_plot_node_at (self, card);

  node->x = troupe_plot_snap (node->x);
  node->y = troupe_plot_snap (node->y);
  for (;;)
    {
      TroupePlotBox box = get_block_box (self, card, block);
      double edge = troupe_plot_space_find_obstacle (room, box);

      if (isnan (edge))
        {
          troupe_plot_space_take (room, box);
          return;
        }
      node->y += MAX (ceil ((edge - box.y) / TROUPE_PLOT_GRID), 1) * TROUPE_PLOT_GRID;
    }
}

void
troupe_plot_graph_place_missing (TroupePlotGraph *self,
                                 const TroupePlotSpot *spots,
                                 const TroupePlotBlock *blocks,
                                 guint n_missing,
                                 double bottom)
{
  g_autofree guint *start = NULL;
  g_autofree guint *neighbours = NULL;
  g_autofree TroupePlotSpot *found = NULL;
  g_autofree gboolean *follows = NULL;
  g_autoptr (TroupePlotSpace) room = NULL;
  guint *places;

  places = g_new0 (guint, self->n_cards + 2);
  neighbours = g_new0 (guint, 2 * (gsize) self->wires->len + 1);
  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < self->wires->len; i++)
        {
          const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
          guint target = troupe_plot_node_at (self, wire->target)->owner;

          if (wire->source >= self->n_cards)
            continue;
          if (pass == 0)
            {
              places[wire->source + 2]++;
              places[target + 2]++;
              continue;
            }
          neighbours[places[wire->source + 1]++] = target;
          neighbours[places[target + 1]++] = wire->source;
        }
      for (guint i = 2; pass == 0 && i < self->n_cards + 2; i++)
        places[i] += places[i - 1];
    }
  start = places;
  found = g_new0 (TroupePlotSpot, self->n_cards);
  follows = g_new0 (gboolean, self->n_cards);
  room = troupe_plot_space_new ();
  for (guint i = 0; i < self->notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (self->notes, TroupePlotSheet, i);

      troupe_plot_space_take (room, (TroupePlotBox){ note->x, note->y, note->width,
                                                    note->height + TROUPE_PLOT_ROW_GAP / 2 });
    }
  for (guint i = 0; i < self->n_cards; i++)
    if (troupe_plot_node_at (self, i)->placed)
      troupe_plot_space_take (room, get_block_box (self, i, &blocks[i]));
  for (guint i = 0; i < self->n_cards && n_missing <= MAX_SINGLE; i++)
    if (!troupe_plot_node_at (self, i)->placed)
      follows[i] =
          find_shift (self, neighbours + start[i], start[i + 1] - start[i], spots, &found[i]);
  for (guint i = 0; i < self->n_cards; i++)
    {
      TroupePlotNode *node = troupe_plot_node_at (self, i);

      if (node->placed)
        continue;
      node->x = spots[i].x + (follows[i] ? found[i].x : TROUPE_PLOT_MARGIN);
      node->y = spots[i].y + (follows[i] ? found[i].y : bottom);
      if (n_missing <= MAX_SINGLE)
        find_room (self, room, i, &blocks[i]);
    }
}
