/* troupe-route-improve.c: crossing reduction for wires that pass columns of boxes
 *
 * Wires cross only between columns. Two wires cross there if they pass the columns in different
 * orders, or if one wire turns there around the end of the other. In turn, each wire is removed and
 * routed through the columns again so that it crosses the fewest other wires. The new route is
 * computed for all columns together, in one pass (dynamic programming). The algorithm ends when no
 * single wire can be improved.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-improve"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-route-columns.h"

#define N_ROUNDS 12
/* Limit of checked pairs of slots, some milliseconds, because the canvas waits for the result. */
#define EFFORT 4000000
/* Vertical detour in pixels that is equivalent to one crossing. */
#define DETOUR 1500.0
/* Minimum space of a wire in a gap, and cost of a gap without space for one more wire. */
#define LEAST_ROOM 5.0
#define CROWDED 3.0

/* A connection between two columns. It leads from one column to the other, or is a turn with
 * both ends on one side. */
typedef enum
{
  PASSES,
  TURNS_LEFT,
  TURNS_RIGHT
} Kind;

/* An end of a piece: a pass, or a position on a box. */
typedef struct
{
  guint item;
  double offset;
} End;

typedef struct
{
  guint wire;
  Kind kind;
  End first;
  End second;
  double a; /* the left or upper end */
  double b;
} Piece;

typedef struct
{
  TroupeRouteColumns *columns;
  GPtrArray *corridors; /* (element-type GArray) of Piece; the first is left of the first column */
  GArray *table;        /* (element-type int) */
  GArray *costs;        /* (element-type double) */
  GArray *origins;      /* (element-type guint) */
  guint64 effort;
} Improve;

/* --- Connections between columns -------------------------------------------------------------- */

static void
add_piece (Improve *self, guint corridor, guint wire, Kind kind, End first, End second)
{
  Piece piece = { .wire = wire, .kind = kind, .first = first, .second = second };

  g_array_append_val ((GArray *) self->corridors->pdata[corridor], piece);
}

static void
add_pieces (Improve *self, guint wire)
{
  const TroupeRouteColumns *columns = self->columns;
  const TroupeRoutePassing *passing = &columns->passings[wire];
  End before = { passing->source, troupe_route_columns_get_end_offset (columns, wire, TRUE) };
  End end = { passing->target, troupe_route_columns_get_end_offset (columns, wire, FALSE) };

  g_assert (self != NULL);

  for (guint i = 0; i < passing->n_passes; i++)
    {
      guint column = troupe_route_columns_get_pass (columns, passing->first_pass + i)->column;
      End here = { columns->n_boxes + passing->first_pass + i, 0 };

      if (!passing->back)
        add_piece (self, column, wire, PASSES, before, here);
      else if (i == 0)
        add_piece (self, column + 1, wire, TURNS_LEFT, before, here);
      else
        add_piece (self, column + 1, wire, PASSES, here, before);
      before = here;
    }
  add_piece (self, passing->last_column, wire, passing->back ? TURNS_RIGHT : PASSES, before, end);
}

/* Returns the range of corridors that the wire uses. */
static void
get_corridors (const Improve *self, guint wire, guint *first, guint *last)
{
  const TroupeRoutePassing *passing = &self->columns->passings[wire];

  *first = passing->back ? passing->last_column : passing->first_column + 1;
  *last = passing->back ? passing->first_column + 1 : passing->last_column;
}

/* Updates the positions of all pieces in the corridors of the wire. */
static void
find_all_keys (Improve *self, guint wire)
{
  guint first, last;

  g_assert (self != NULL);

  get_corridors (self, wire, &first, &last);
  for (guint i = first; i <= last; i++)
    {
      GArray *pieces = self->corridors->pdata[i];

      for (guint k = 0; k < pieces->len; k++)
        {
          Piece *piece = &g_array_index (pieces, Piece, k);
          double one = self->columns->places[piece->first.item] + piece->first.offset;
          double other = self->columns->places[piece->second.item] + piece->second.offset;

          piece->a = piece->kind == PASSES ? one : MIN (one, other);
          piece->b = piece->kind == PASSES ? other : MAX (one, other);
        }
    }
}

static gboolean
cross (const Piece *first, const Piece *second)
{
  if (first->kind == PASSES && second->kind == PASSES)
    return (first->a - second->a) * (first->b - second->b) < 0;
  if (first->kind == PASSES)
    {
      double key = second->kind == TURNS_LEFT ? first->a : first->b;

      return key > second->a && key < second->b;
    }
  if (second->kind == PASSES)
    return cross (second, first);
  if (first->kind != second->kind)
    return FALSE;
  return (first->a < second->a && second->a < first->b && first->b < second->b) ||
         (second->a < first->a && first->a < second->b && second->b < first->b);
}

static guint
count_piece (const Improve *self, guint corridor, const Piece *piece)
{
  const GArray *pieces = self->corridors->pdata[corridor];
  guint n = 0;

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *other = &g_array_index (pieces, Piece, i);

      n += other->wire != piece->wire && cross (piece, other);
    }
  return n;
}

/* Returns the number of crossings of the wire. */
static guint
count_wire (const Improve *self, guint wire)
{
  guint first, last;
  guint n = 0;

  get_corridors (self, wire, &first, &last);
  for (guint i = first; i <= last; i++)
    {
      const GArray *pieces = self->corridors->pdata[i];

      for (guint k = 0; k < pieces->len; k++)
        if (g_array_index (pieces, Piece, k).wire == wire)
          n += count_piece (self, i, &g_array_index (pieces, Piece, k));
    }
  return n;
}

/* --- Routing one wire ------------------------------------------------------------------------- */

static GArray *
get_items (const Improve *self, guint column)
{
  return troupe_route_columns_at (self->columns, column)->items;
}

static void
renumber (Improve *self, guint column)
{
  const GArray *items = get_items (self, column);

  for (guint i = 0; i < items->len; i++)
    self->columns->places[g_array_index (items, guint, i)] = i;
}

/* Returns the edges of the boxes above and below a slot of a column, and the number of wires
 * between them. */
static void
find_gap (const Improve *self, guint column, guint slot, double *low, double *high, guint *n)
{
  const TroupeRouteColumns *columns = self->columns;
  const GArray *items = get_items (self, column);

  *low = -INFINITY;
  *high = INFINITY;
  *n = 0;
  for (guint i = slot; i-- > 0;)
    {
      guint item = g_array_index (items, guint, i);

      if (item < columns->n_boxes)
        {
          const TroupeRouteBox *box = troupe_route_field_get_box (columns->field, item);

          *low = box->y + box->height;
          break;
        }
      (*n)++;
    }
  for (guint i = slot; i < items->len; i++)
    {
      guint item = g_array_index (items, guint, i);

      if (item < columns->n_boxes)
        {
          *high = troupe_route_field_get_box (columns->field, item)->y;
          break;
        }
      (*n)++;
    }
}

/* Returns the number of slots above an end. */
static guint
count_above (double key, guint n_slots)
{
  return (guint) CLAMP (floor (key + 0.5) + 1, 0, n_slots);
}

/* Returns a table with the number of crossings of a piece from slot p on the left to slot q on
 * the right. */
static const int *
fill_table (Improve *self, guint wire, guint corridor, guint n_left, guint n_right)
{
  const GArray *pieces = self->corridors->pdata[corridor];
  guint width = n_right + 1;
  int *table;
  g_autofree int *sums = g_new0 (int, (gsize) (n_left + 1) * width);

  g_assert (self != NULL);

  self->effort -= MIN (self->effort, (guint64) n_left * n_right);
  g_array_set_size (self->table, n_left * n_right);
  table = (int *) (gpointer) self->table->data;
  memset (table, 0, sizeof (int) * n_left * n_right);
  /* sums[i][j]: number of passing pieces with at most i slots above their left end and at most j
   * above their right end. */
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      if (piece->kind == PASSES && piece->wire != wire)
        sums[count_above (piece->a, n_left) * width + count_above (piece->b, n_right)]++;
    }
  for (guint i = 0; i <= n_left; i++)
    for (guint k = 1; k < width; k++)
      sums[i * width + k] += sums[i * width + k - 1];
  for (guint i = 1; i <= n_left; i++)
    for (guint k = 0; k < width; k++)
      sums[i * width + k] += sums[(i - 1) * width + k];
  for (guint p = 0; p < n_left; p++)
    for (guint q = 0; q < n_right; q++)
      table[p * n_right + q] =
          sums[p * width + n_right] + sums[n_left * width + q] - 2 * sums[p * width + q];
  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      gboolean left = piece->kind == TURNS_LEFT;
      guint n = left ? n_left : n_right;

      if (piece->kind == PASSES || piece->wire == wire)
        continue;
      for (guint s = count_above (piece->a, n); s < count_above (piece->b, n); s++)
        for (guint k = 0; k < (left ? n_right : n_left); k++)
          table[left ? s * n_right + k : k * n_right + s]++;
    }
  return table;
}

static Piece
make_end_piece (const Improve *self, guint wire, gboolean source, guint slot)
{
  const TroupeRoutePassing *passing = &self->columns->passings[wire];
  double key = self->columns->places[source ? passing->source : passing->target] +
               troupe_route_columns_get_end_offset (self->columns, wire, source);
  double other = slot - 0.5;
  Piece piece = { .wire = wire, .kind = PASSES };

  piece.a = source ? key : other;
  piece.b = source ? other : key;
  if (passing->back)
    {
      piece.kind = source ? TURNS_LEFT : TURNS_RIGHT;
      piece.a = MIN (key, other);
      piece.b = MAX (key, other);
    }
  return piece;
}

/* Returns the @index-th column that the wire passes. */
static guint
get_column (const Improve *self, guint wire, guint index)
{
  return troupe_route_columns_get_pass (self->columns,
                                        self->columns->passings[wire].first_pass + index)
      ->column;
}

/* Appends the total cost of each slot of a column, which includes all columns before it.
 * @n_before, @offset: number of slots of the previous column, and index of their costs */
static void
add_costs (Improve *self, guint wire, guint index, guint n_before, guint offset)
{
  const TroupeRoutePassing *passing = &self->columns->passings[wire];
  guint column = get_column (self, wire, index);
  guint n = get_items (self, column)->len + 1;
  const int *table = NULL;

  g_assert (self != NULL);

  if (index > 0)
    table = passing->back ? fill_table (self, wire, column + 1, n, n_before)
                          : fill_table (self, wire, column, n_before, n);
  for (guint q = 0; q < n; q++)
    {
      double cost = INFINITY;
      guint origin = 0;
      const TroupeRouteWire *ends;
      const TroupeRouteColumn *where;
      double part;
      double y;
      double low, high, off;
      guint cost_n;

      if (index == 0)
        {
          Piece piece = make_end_piece (self, wire, TRUE, q);

          cost = count_piece (self, passing->first_column + 1, &piece);
        }
      for (guint p = 0; index > 0 && p < n_before; p++)
        {
          int n_crossed = passing->back ? table[q * n_before + p] : table[p * n + q];
          double sum = g_array_index (self->costs, double, offset + p) + n_crossed;

          if (sum < cost)
            {
              cost = sum;
              origin = p;
            }
        }
      /* It consists of the vertical detour, and of the cost of insufficient space. */
      ends = &self->columns->ways[wire]->wire;
      where = troupe_route_columns_at (self->columns, column);
      part = CLAMP (((where->left + where->right) / 2 - ends->from.x) /
                        (fabs (ends->to.x - ends->from.x) > 1 ? ends->to.x - ends->from.x : 1),
                    0, 1);
      y = ends->from.y + (ends->to.y - ends->from.y) * part;
      find_gap (self, column, q, &low, &high, &cost_n);
      off = MAX (MAX (low + LEAST_ROOM - y, y - high + LEAST_ROOM), 0);
      cost += (off / DETOUR + (high - low < (cost_n + 2) * LEAST_ROOM ? CROWDED : 0));
      g_array_append_val (self->costs, cost);
      g_array_append_val (self->origins, origin);
    }
}

/* Returns the slot of the last column with the lowest total cost, including the end of the wire. */
static guint
find_last_slot (const Improve *self, guint wire, guint n_slots, guint offset)
{
  guint best = 0;
  double least = INFINITY;

  for (guint p = 0; p < n_slots; p++)
    {
      Piece piece = make_end_piece (self, wire, FALSE, p);
      double cost = g_array_index (self->costs, double, offset + p) +
                    count_piece (self, self->columns->passings[wire].last_column, &piece);

      if (cost < least)
        {
          least = cost;
          best = p;
        }
    }
  return best;
}

/* Routes a wire again. Returns TRUE if it has fewer crossings after that. */
static gboolean
improve_wire (Improve *self, guint wire, gboolean only_crossed)
{
  const TroupeRoutePassing *passing = &self->columns->passings[wire];
  g_autofree guint *slots = g_new (guint, MAX (passing->n_passes, 1));
  guint before;
  const TroupeRoutePassing *from;
  const TroupeRoutePassing *into;
  guint n_passes;
  guint n_before = 0;
  guint offset = 0;
  guint end;

  g_assert (self != NULL);

  if (passing->n_passes == 0)
    return FALSE;
  find_all_keys (self, wire);
  before = count_wire (self, wire);
  if (only_crossed && before == 0)
    return FALSE;
  /* Removes the wire from its columns. */
  from = &self->columns->passings[wire];
  for (guint i = 0; i < from->n_passes; i++)
    {
      guint pass = from->first_pass + i;
      guint column = troupe_route_columns_get_pass (self->columns, pass)->column;

      g_array_remove_index (get_items (self, column),
                            self->columns->places[self->columns->n_boxes + pass]);
      renumber (self, column);
    }
  find_all_keys (self, wire);
  /* The slots with the lowest cost for the wire that was removed. */
  n_passes = self->columns->passings[wire].n_passes;
  g_array_set_size (self->costs, 0);
  g_array_set_size (self->origins, 0);
  for (guint i = 0; i < n_passes; i++)
    {
      guint here = self->costs->len;

      add_costs (self, wire, i, n_before, offset);
      offset = here;
      n_before = self->costs->len - here;
    }
  slots[n_passes - 1] = find_last_slot (self, wire, n_before, offset);
  end = self->costs->len;
  for (guint i = n_passes - 1; i > 0; i--)
    {
      end -= get_items (self, get_column (self, wire, i))->len + 1;
      slots[i - 1] = g_array_index (self->origins, guint, end + slots[i]);
    }
  into = &self->columns->passings[wire];
  for (guint i = 0; i < into->n_passes; i++)
    {
      guint item = self->columns->n_boxes + into->first_pass + i;
      guint column = troupe_route_columns_get_pass (self->columns, into->first_pass + i)->column;

      g_array_insert_val (get_items (self, column), slots[i], item);
      renumber (self, column);
    }
  find_all_keys (self, wire);
  return count_wire (self, wire) < before;
}

void
troupe_route_columns_improve (TroupeRouteColumns *columns)
{
  g_autoptr (GPtrArray) corridors = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  g_autoptr (GArray) table = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GArray) costs = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) origins = g_array_new (FALSE, FALSE, sizeof (guint));
  Improve self = { columns, corridors, table, costs, origins, EFFORT };
  gboolean improved = TRUE;

  for (guint i = 0; i <= columns->columns->len; i++)
    g_ptr_array_add (corridors, g_array_new (FALSE, FALSE, sizeof (Piece)));
  for (guint i = 0; i < columns->n_ways; i++)
    if (columns->ways[i] != NULL)
      add_pieces (&self, i);
  for (guint round = 0; round < N_ROUNDS && improved && self.effort > 0; round++)
    {
      improved = FALSE;
      for (guint i = 0; i < columns->n_ways && self.effort > 0; i++)
        improved |= improve_wire (&self, i, round > 0);
    }
}
