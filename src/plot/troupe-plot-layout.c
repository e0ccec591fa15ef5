/* troupe-plot-layout.c: where cards and gates stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-layout"

#include "config.h"

#include <math.h>

#include "troupe-plot-private.h"

#define COLUMN_GAP 80.0
#define ROW_GAP 44.0 /* a plain card and its gap are 96, which keeps columns of them even */
#define BEND_GAP 24.0
#define GATE_COLUMN 64.0 /* from a card, or a gate, to the gate in front of it */
#define GATE_ROW 48.0
#define MARGIN 40.0
#define N_SWEEPS 6

/* Cards make way for a long wire sooner than it for them, so that it runs straight between them. */
#define BEND_WEIGHT 8.0

/* More cards than this that have no place are put below the others as a whole. */
#define MAX_SINGLE 2000

/* A card and its gates, as the layout sees them. Heights count from the port in the card's head. */
typedef struct
{
  double above;
  double below;
  guint depth; /* of the gates in front of the card */
} Block;

static TroupePlotNode *
get_node (TroupePlotGraph *self, guint index)
{
  return &g_array_index (self->nodes, TroupePlotNode, index);
}

static double
snap (double value)
{
  return round (value / TROUPE_PLOT_GRID) * TROUPE_PLOT_GRID;
}

/* --- Gates -------------------------------------------------------------------------------- */

typedef struct
{
  guint node;
  guint depth;   /* 1 stands just before the card */
  double offset; /* of its middle, below the card's port */
} Gate;

/* The gates of all cards, outer ones before inner ones, as they were made. */
static GArray *
collect_gates (TroupePlotGraph *self)
{
  GArray *gates = g_array_new (FALSE, TRUE, sizeof (Gate));

  g_array_set_size (gates, self->nodes->len - self->n_cards);
  for (guint i = 0; i < gates->len; i++)
    g_array_index (gates, Gate, i).node = self->n_cards + i;
  for (guint i = 0; i < self->wires->len; i++)
    {
      const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
      Gate *gate = NULL;

      if (wire->source < self->n_cards)
        continue;
      gate = &g_array_index (gates, Gate, wire->source - self->n_cards);
      gate->depth = 1;
      gate->offset = 0;
      if (wire->target >= self->n_cards)
        {
          const Gate *outer = &g_array_index (gates, Gate, wire->target - self->n_cards);
          guint n_inputs = g_array_index (self->gate_inputs, guint, wire->target - self->n_cards);

          gate->depth = outer->depth + 1;
          gate->offset = outer->offset + (wire->input - (n_inputs - 1) / 2.0) * GATE_ROW;
        }
    }
  return gates;
}

/* Moves the gates of one card and one depth apart where they stand too close. */
static void
spread_gates (TroupePlotGraph *self, GArray *gates)
{
  g_autoptr (GHashTable) lowest =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);

  for (guint i = 0; i < gates->len; i++)
    {
      Gate *gate = &g_array_index (gates, Gate, i);
      gint64 key = ((gint64) get_node (self, gate->node)->method->index << 16) | gate->depth;
      double *last = g_hash_table_lookup (lowest, &key);

      if (last == NULL)
        {
          last = g_new (double, 1);
          g_hash_table_insert (lowest, g_memdup2 (&key, sizeof key), last);
        }
      else
        {
          gate->offset = MAX (gate->offset, *last + GATE_ROW);
        }
      *last = gate->offset;
    }
}

static Block *
measure_blocks (TroupePlotGraph *self, GArray *gates)
{
  Block *blocks = g_new0 (Block, MAX (self->n_cards, 1));

  for (guint i = 0; i < self->n_cards; i++)
    {
      blocks[i].above = TROUPE_PLOT_PORT_Y;
      blocks[i].below = get_node (self, i)->height - TROUPE_PLOT_PORT_Y;
    }
  for (guint i = 0; i < gates->len; i++)
    {
      const Gate *gate = &g_array_index (gates, Gate, i);
      Block *block = &blocks[get_node (self, gate->node)->method->index];

      block->depth = MAX (block->depth, gate->depth);
      block->above = MAX (block->above, TROUPE_PLOT_GATE / 2 - gate->offset);
      block->below = MAX (block->below, TROUPE_PLOT_GATE / 2 + gate->offset);
    }
  return blocks;
}

/* Puts each gate that is not where the document says before its card. */
static void
place_gates (TroupePlotGraph *self, GArray *gates, gboolean all)
{
  for (guint i = 0; i < gates->len; i++)
    {
      const Gate *gate = &g_array_index (gates, Gate, i);
      TroupePlotNode *node = get_node (self, gate->node);
      const TroupePlotNode *card = get_node (self, node->method->index);

      if (node->placed && !all)
        continue;
      node->x = card->x - gate->depth * GATE_COLUMN;
      node->y = card->y + TROUPE_PLOT_PORT_Y + gate->offset - TROUPE_PLOT_GATE / 2;
    }
}

/* --- Heights ------------------------------------------------------------------------------ */

typedef struct
{
  double sum; /* of wishes, each as often as it weighs */
  double weight;
  guint count;
} Run;

/* Gives the vertices of a layer the heights nearest to those they wish for (least squares) that keep
 * their order and distances: neighbours that want the same place are moved together. */
static void
settle_layer (TroupePlotLayers *layers,
              guint layer,
              const Block *blocks,
              const double *wishes,
              double *heights,
              GArray *runs)
{
  guint first = layers->layer_start[layer];
  guint count = layers->layer_start[layer + 1] - first;
  g_autofree double *shift = g_new0 (double, MAX (count, 1));
  guint at = 0;

  g_array_set_size (runs, 0);
  for (guint i = 0; i < count; i++)
    {
      guint vertex = layers->sequence[first + i];
      Run run = { 0, vertex < layers->n_cards ? 1 : BEND_WEIGHT, 1 };

      if (i > 0)
        {
          guint before = layers->sequence[first + i - 1];
          gboolean cards = before < layers->n_cards && vertex < layers->n_cards;

          shift[i] = shift[i - 1] + (cards ? ROW_GAP : BEND_GAP);
          shift[i] += before < layers->n_cards ? blocks[before].below : 0;
          shift[i] += vertex < layers->n_cards ? blocks[vertex].above : 0;
        }
      run.sum = (wishes[vertex] - shift[i]) * run.weight;
      while (runs->len > 0)
        {
          const Run *last = &g_array_index (runs, Run, runs->len - 1);

          if (last->sum / last->weight <= run.sum / run.weight)
            break;
          run.sum += last->sum;
          run.weight += last->weight;
          run.count += last->count;
          g_array_set_size (runs, runs->len - 1);
        }
      g_array_append_val (runs, run);
    }
  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);

      for (guint k = 0; k < run->count; k++, at++)
        heights[layers->sequence[first + at]] = run->sum / run->weight + shift[at];
    }
}

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* A way over several layers counts more than one to the next: it has cards beside it that it would
 * run under if it were not straight. */
static void
add_key (TroupePlotLayers *layers, const TroupePlotEdge *edge, double key, GArray *keys)
{
  gboolean is_long = edge->from >= layers->n_cards || edge->to >= layers->n_cards;

  for (guint i = 0; i < (is_long ? 3 : 1); i++)
    g_array_append_val (keys, key);
}

/* Where a vertex would make the ways on the given sides straight; its own height where it has none. */
static double
find_wish (TroupePlotLayers *layers,
           guint vertex,
           gboolean before,
           gboolean behind,
           const double *heights,
           GArray *keys)
{
  g_array_set_size (keys, 0);
  for (guint i = layers->in_start[vertex]; before && i < layers->in_start[vertex + 1]; i++)
    {
      const TroupePlotEdge *edge =
          &g_array_index (layers->edges, TroupePlotEdge, layers->in_edges[i]);

      add_key (layers, edge, heights[edge->from] + edge->from_offset - edge->to_offset, keys);
    }
  for (guint i = layers->out_start[vertex]; behind && i < layers->out_start[vertex + 1]; i++)
    {
      const TroupePlotEdge *edge =
          &g_array_index (layers->edges, TroupePlotEdge, layers->out_edges[i]);

      add_key (layers, edge, heights[edge->to] + edge->to_offset - edge->from_offset, keys);
    }
  if (keys->len == 0)
    return heights[vertex];
  g_array_sort (keys, compare_doubles);
  return (g_array_index (keys, double, (keys->len - 1) / 2) +
          g_array_index (keys, double, keys->len / 2)) /
         2;
}

static double *
find_heights (TroupePlotLayers *layers, const Block *blocks)
{
  double *heights = g_new0 (double, MAX (layers->n_vertices, 1));
  g_autofree double *wishes = g_new0 (double, MAX (layers->n_vertices, 1));
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_autoptr (GArray) keys = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint sweep = 0; sweep < N_SWEEPS; sweep++)
    {
      gboolean forward = sweep % 2 == 0;
      gboolean both = sweep + 2 >= N_SWEEPS;

      for (guint i = 0; i < layers->n_layers; i++)
        {
          guint layer = forward ? i : layers->n_layers - 1 - i;

          for (guint k = layers->layer_start[layer]; k < layers->layer_start[layer + 1]; k++)
            {
              guint vertex = layers->sequence[k];

              wishes[vertex] =
                  find_wish (layers, vertex, forward || both, !forward || both, heights, keys);
            }
          settle_layer (layers, layer, blocks, wishes, heights, runs);
        }
    }
  return heights;
}

/* --- Columns ------------------------------------------------------------------------------ */

static double *
find_columns (TroupePlotGraph *self, TroupePlotLayers *layers, const Block *blocks)
{
  double *columns = g_new0 (double, layers->n_layers + 1);
  g_autofree double *widths = g_new0 (double, layers->n_layers + 1);
  g_autofree guint *depths = g_new0 (guint, layers->n_layers + 1);
  double x = 0;

  for (guint i = 0; i < self->n_cards; i++)
    {
      guint layer = layers->layer[i];

      widths[layer] = MAX (widths[layer], get_node (self, i)->width);
      depths[layer] = MAX (depths[layer], blocks[i].depth);
    }
  for (guint i = 0; i < layers->n_layers; i++)
    {
      x += depths[i] * GATE_COLUMN;
      columns[i] = snap (x);
      x = columns[i] + widths[i] + COLUMN_GAP;
    }
  return columns;
}

typedef struct
{
  double x;
  double y;
} Spot;

/* Where every card would stand if none had a place yet; the least x and y are 0. */
static Spot *
lay_out (TroupePlotGraph *self, GArray *gates, const Block *blocks)
{
  g_autofree double *offsets = g_new0 (double, MAX (self->nodes->len, 1));
  g_autoptr (TroupePlotLayers) layers = NULL;
  g_autofree double *heights = NULL;
  g_autofree double *columns = NULL;
  Spot *spots = g_new0 (Spot, MAX (self->n_cards, 1));
  double top = G_MAXDOUBLE;

  for (guint i = 0; i < gates->len; i++)
    offsets[g_array_index (gates, Gate, i).node] = g_array_index (gates, Gate, i).offset;
  layers = troupe_plot_layers_new (self, offsets);
  heights = find_heights (layers, blocks);
  columns = find_columns (self, layers, blocks);
  for (guint i = 0; i < self->n_cards; i++)
    top = MIN (top, heights[i] - blocks[i].above);
  for (guint i = 0; i < self->n_cards; i++)
    {
      spots[i].x = columns[layers->layer[i]];
      spots[i].y = snap (heights[i] - TROUPE_PLOT_PORT_Y - top);
    }
  return spots;
}

/* --- Finding room beside what has a place -------------------------------------------------- */

/* Boxes by the cells that they touch, so that whether a place is free is known at once. */
#define CELL 128.0

typedef struct
{
  double x;
  double y;
  double width;
  double height;
} Box;

typedef struct
{
  GHashTable *cells; /* cell to GArray of Box */
} Room;

static gint64
make_cell (double x, double y)
{
  return ((gint64) (gint32) floor (x / CELL) << 32) | (guint32) (gint32) floor (y / CELL);
}

static void
room_take (Room *room, Box box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 key = make_cell (x, y);
        GArray *list = g_hash_table_lookup (room->cells, &key);

        if (list == NULL)
          {
            list = g_array_new (FALSE, FALSE, sizeof (Box));
            g_hash_table_insert (room->cells, g_memdup2 (&key, sizeof key), list);
          }
        g_array_append_val (list, box);
      }
}

/* The lower edge of something that is in the way; NAN where nothing is. */
static double
room_find_obstacle (Room *room, Box box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 key = make_cell (x, y);
        GArray *list = g_hash_table_lookup (room->cells, &key);

        for (guint i = 0; list != NULL && i < list->len; i++)
          {
            const Box *other = &g_array_index (list, Box, i);

            if (box.x < other->x + other->width && other->x < box.x + box.width &&
                box.y < other->y + other->height && other->y < box.y + box.height)
              return other->y + other->height;
          }
      }
  return NAN;
}

/* The room that a card and its gates take, with the distance that others keep. */
static Box
get_block_box (TroupePlotGraph *self, guint card, const Block *block)
{
  const TroupePlotNode *node = get_node (self, card);
  double port = node->y + TROUPE_PLOT_PORT_Y;
  Box box = { node->x - block->depth * GATE_COLUMN, port - block->above, 0, 0 };

  box.width = node->x + node->width - box.x + ROW_GAP / 2;
  box.height = block->above + block->below + ROW_GAP / 2;
  return box;
}

/* How far the cards that have a place and stand next to @card are from where the layout had them. */
static gboolean
find_shift (TroupePlotGraph *self,
            const guint *neighbours,
            guint n_neighbours,
            const Spot *spots,
            Spot *shift)
{
  guint found = 0;
  Spot sum = { 0, 0 };

  for (guint i = 0; i < n_neighbours; i++)
    {
      const TroupePlotNode *node = get_node (self, neighbours[i]);

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

/* For each card the cards it has wires from and to: places in @start, cards in the result. */
static guint *
list_neighbours (TroupePlotGraph *self, guint **start)
{
  guint *places = g_new0 (guint, self->n_cards + 2);
  guint *list = g_new0 (guint, 2 * (gsize) self->wires->len + 1);

  for (guint pass = 0; pass < 2; pass++)
    {
      for (guint i = 0; i < self->wires->len; i++)
        {
          const TroupePlotWire *wire = &g_array_index (self->wires, TroupePlotWire, i);
          guint target = get_node (self, wire->target)->method->index;

          if (wire->source >= self->n_cards)
            continue;
          if (pass == 0)
            {
              places[wire->source + 2]++;
              places[target + 2]++;
              continue;
            }
          list[places[wire->source + 1]++] = target;
          list[places[target + 1]++] = wire->source;
        }
      for (guint i = 2; pass == 0 && i < self->n_cards + 2; i++)
        places[i] += places[i - 1];
    }
  *start = places;
  return list;
}

/* Keeps clear of notes and of what has a place, by going down from where the card would like to be. */
static void
find_room (TroupePlotGraph *self, Room *room, guint card, const Block *block)
{
  TroupePlotNode *node = get_node (self, card);

  node->x = snap (node->x);
  node->y = snap (node->y);
  for (;;)
    {
      Box box = get_block_box (self, card, block);
      double edge = room_find_obstacle (room, box);

      if (isnan (edge))
        {
          room_take (room, box);
          return;
        }
      node->y += MAX (ceil ((edge - box.y) / TROUPE_PLOT_GRID), 1) * TROUPE_PLOT_GRID;
    }
}

static Room
make_room (TroupePlotGraph *self, const Block *blocks)
{
  Room room = { g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free,
                                       (GDestroyNotify) g_array_unref) };

  for (guint i = 0; i < self->notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (self->notes, TroupePlotSheet, i);

      room_take (&room, (Box){ note->x, note->y, note->width, note->height + ROW_GAP / 2 });
    }
  for (guint i = 0; i < self->n_cards; i++)
    if (get_node (self, i)->placed)
      room_take (&room, get_block_box (self, i, &blocks[i]));
  return room;
}

/* The lower edge of everything that has a place, or where a drawing begins. */
static double
find_bottom (TroupePlotGraph *self)
{
  double bottom = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    if (get_node (self, i)->placed)
      bottom = MAX (bottom, get_node (self, i)->y + get_node (self, i)->height);
  for (guint i = 0; i < self->notes->len; i++)
    {
      const TroupePlotSheet *note = &g_array_index (self->notes, TroupePlotSheet, i);
      bottom = MAX (bottom, note->y + note->height);
    }
  return snap (bottom + MARGIN);
}

/* Cards without a place follow the neighbours that have one; the others go below everything, as the
 * layout has them. */
static void
place_missing (TroupePlotGraph *self, const Spot *spots, const Block *blocks, guint n_missing)
{
  g_autofree guint *start = NULL;
  g_autofree guint *neighbours = list_neighbours (self, &start);
  g_autofree Spot *found = g_new0 (Spot, self->n_cards);
  g_autofree gboolean *follows = g_new0 (gboolean, self->n_cards);
  double bottom = find_bottom (self);
  Room room = make_room (self, blocks);

  for (guint i = 0; i < self->n_cards && n_missing <= MAX_SINGLE; i++)
    if (!get_node (self, i)->placed)
      follows[i] =
          find_shift (self, neighbours + start[i], start[i + 1] - start[i], spots, &found[i]);
  for (guint i = 0; i < self->n_cards; i++)
    {
      TroupePlotNode *node = get_node (self, i);

      if (node->placed)
        continue;
      node->x = spots[i].x + (follows[i] ? found[i].x : MARGIN);
      node->y = spots[i].y + (follows[i] ? found[i].y : bottom);
      if (n_missing <= MAX_SINGLE)
        find_room (self, &room, i, &blocks[i]);
    }
  g_hash_table_unref (room.cells);
}

/* --- Public ------------------------------------------------------------------------------- */

/* The corner at which a whole layout begins: where the drawing was, or below the notes. */
static Spot
find_origin (TroupePlotGraph *self, guint n_placed)
{
  Spot origin = { MARGIN, MARGIN };

  if (n_placed == 0)
    {
      if (self->notes->len > 0)
        origin.y = find_bottom (self);
      return origin;
    }
  origin.x = origin.y = G_MAXDOUBLE;
  for (guint i = 0; i < self->n_cards; i++)
    {
      const TroupePlotNode *node = get_node (self, i);

      if (!node->placed)
        continue;
      origin.x = MIN (origin.x, node->x);
      origin.y = MIN (origin.y, node->y);
    }
  origin.x = snap (origin.x);
  origin.y = snap (origin.y);
  return origin;
}

void
troupe_plot_graph_arrange (TroupePlotGraph *self, gboolean all)
{
  g_autoptr (GArray) gates = NULL;
  g_autofree Block *blocks = NULL;
  g_autofree Spot *spots = NULL;
  guint n_placed = 0;

  g_return_if_fail (self != NULL);

  gates = collect_gates (self);
  spread_gates (self, gates);
  blocks = measure_blocks (self, gates);
  for (guint i = 0; i < self->n_cards; i++)
    n_placed += get_node (self, i)->placed;

  if (all || n_placed < self->n_cards)
    spots = lay_out (self, gates, blocks);
  if (all || n_placed == 0)
    {
      Spot origin = find_origin (self, n_placed);

      for (guint i = 0; i < self->n_cards; i++)
        {
          get_node (self, i)->x = spots[i].x + origin.x;
          get_node (self, i)->y = spots[i].y + origin.y;
        }
    }
  else if (n_placed < self->n_cards)
    {
      place_missing (self, spots, blocks, self->n_cards - n_placed);
    }
  place_gates (self, gates, all || n_placed == 0);
}
