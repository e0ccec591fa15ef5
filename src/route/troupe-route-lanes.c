/* troupe-route-lanes.c: positions of wires in columns and corridors
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-lanes"

#include "config.h"

#include <math.h>

#include "troupe-route-columns.h"

#define APART 12.0 /* distance between two wires, if there is space */
#define N_SWEEPS 8
#define BESIDE 9.0   /* from the edge of a column */
#define LEAD_IN 20.0 /* before the target of a wire */
#define TURN 8.0     /* between two turns */
#define LEAST_SWING 16.0
#define CORNER 12.0

/* Distances of a wire from boxes that are tried in turn, getting smaller. */
static const Margin margins[] = { { 10, 10, 10, 6, 16 },
                                  { 8, 6, 6, -100, 16 },
                                  { 3, 3, 3, -100, 8 } };
static const Margin least_margin = { 2, 2, 2, -100, 8 };

typedef TroupeRoutePoint Point;

/* --- Heights -------------------------------------------------------------------------------- */

typedef struct
{
  double sum;
  double weight;
  guint count;
} Block;

static double
get_edge (const TroupeRouteColumns *self, guint item, gboolean lower, const Margin *margin)
{
  const TroupeRouteBox *box = troupe_route_field_get_box (self->field, item);

  if (!lower)
    return box->y - margin->above;
  return box->y + MAX (box->height + margin->below, box->run_height + margin->run_below);
}

/* Sets the vertical bounds of the @n passes of one gap, beginning with @first. */
static void
find_bounds (TroupeRouteColumns *self, const GArray *items, guint first, guint n)
{
  double low = -INFINITY;
  double high = INFINITY;

  g_assert (self != NULL);

  for (guint m = 0; m < G_N_ELEMENTS (margins); m++)
    {
      low = first > 0 ? get_edge (self, g_array_index (items, guint, first - 1), TRUE, &margins[m])
                      : -INFINITY;
      high = first + n < items->len
                 ? get_edge (self, g_array_index (items, guint, first + n), FALSE, &margins[m])
                 : INFINITY;
      if (high - low >= APART / 2 * (n - 1))
        break;
    }
  if (high < low)
    low = high = (low + high) / 2;
  for (guint i = 0; i < n; i++)
    {
      TroupeRoutePass *pass =
          troupe_route_columns_get_pass (self,
                                         g_array_index (items, guint, first + i) - self->n_boxes);

      pass->low = low;
      pass->high = high;
    }
}

/* Returns the height at which a pass is level with the passes or ends next to it. */
static double
find_wish (const TroupeRouteColumns *self, guint index)
{
  const TroupeRoutePass *pass = troupe_route_columns_get_pass (self, index);
  const TroupeRoutePassing *passing = &self->passings[pass->wire];
  const TroupeRouteWire *wire = &self->ways[pass->wire]->wire;
  guint place = index - passing->first_pass;
  gboolean is_first = place == 0;
  gboolean is_last = place + 1 == passing->n_passes;
  double before = is_first ? wire->from.y : troupe_route_columns_get_pass (self, index - 1)->y;
  double behind = is_last ? wire->to.y : troupe_route_columns_get_pass (self, index + 1)->y;

  /* Prefer the height of the other neighbor, because at a turn the vertical distance causes no
   * additional bend. */
  if (passing->back && is_first && !is_last)
    return 0.2 * before + 0.8 * behind;
  if (passing->back && is_last && !is_first)
    return 0.8 * before + 0.2 * behind;
  return (before + behind) / 2;
}

/* Sets the heights of passes to the values nearest to their wishes that keep their order and
 * distance. */
static void
settle_gap (TroupeRouteColumns *self, const GArray *items, guint first, guint n, GArray *blocks)
{
  const TroupeRoutePass *any =
      troupe_route_columns_get_pass (self, g_array_index (items, guint, first) - self->n_boxes);
  double room = any->high - any->low;
  double step = n > 1 ? MIN (APART, room / (n - 1)) : 0;
  double low = any->low;
  double high = any->high - step * (n - 1);
  guint at = 0;

  g_assert (self != NULL);

  g_array_set_size (blocks, 0);
  for (guint i = 0; i < n; i++)
    {
      guint pass = g_array_index (items, guint, first + i) - self->n_boxes;
      Block block = { find_wish (self, pass) - i * step, 1, 1 };

      while (blocks->len > 0)
        {
          const Block *last = &g_array_index (blocks, Block, blocks->len - 1);

          if (last->sum / last->weight <= block.sum / block.weight)
            break;
          block.sum += last->sum;
          block.weight += last->weight;
          block.count += last->count;
          g_array_set_size (blocks, blocks->len - 1);
        }
      g_array_append_val (blocks, block);
    }
  for (guint i = 0; i < blocks->len; i++)
    {
      const Block *block = &g_array_index (blocks, Block, i);
      double y = MAX (MIN (block->sum / block->weight, high), low);

      for (guint k = 0; k < block->count; k++, at++)
        troupe_route_columns_get_pass (self,
                                       g_array_index (items, guint, first + at) - self->n_boxes)
            ->y = y + at * step;
    }
}

/* Processes each gap of a column that wires pass. Without @blocks, calls find_bounds(); with
 * @blocks, calls settle_gap(). */
static void
visit_gaps (TroupeRouteColumns *self, guint column, GArray *blocks)
{
  const GArray *items = troupe_route_columns_at (self, column)->items;

  for (guint i = 0; i < items->len; i++)
    {
      guint n = 0;

      while (i + n < items->len && g_array_index (items, guint, i + n) >= self->n_boxes)
        n++;
      if (n > 0 && blocks == NULL)
        find_bounds (self, items, i, n);
      else if (n > 0)
        settle_gap (self, items, i, n, blocks);
      i += n;
    }
}

/* --- Gate ends -------------------------------------------------------------------------------- */

/* A wire that arrives at a gate. @side: 0 if the wire turns from above, 1 if it is straight, 2
 * if it turns from below */
typedef struct
{
  guint wire;
  guint side;
  double key;
  Point to;
  double rank;
} Arrival;

static int
compare_arrivals (gconstpointer a, gconstpointer b)
{
  const Arrival *first = a;
  const Arrival *second = b;

  if (first->side != second->side)
    return first->side < second->side ? -1 : 1;
  if (first->key != second->key)
    return (first->key < second->key) == (first->side == 1) ? -1 : 1;
  return first->wire < second->wire ? -1 : first->wire > second->wire;
}

static int
compare_points (gconstpointer a, gconstpointer b)
{
  const Arrival *first = a;
  const Arrival *second = b;

  if (first->to.y != second->to.y)
    return first->to.y < second->to.y ? -1 : 1;
  return first->wire < second->wire ? -1 : first->wire > second->wire;
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  const Arrival *first = a;
  const Arrival *second = b;

  if (first->rank != second->rank)
    return first->rank < second->rank ? -1 : 1;
  return compare_points (a, b);
}

static Arrival
make_arrival (const TroupeRouteColumns *self, guint wire)
{
  const TroupeRoutePassing *passing = &self->passings[wire];
  Arrival arrival = { .wire = wire, .side = 1, .to = self->ways[wire]->to };
  double gate = self->places[passing->target];

  if (passing->n_passes == 0)
    arrival.key =
        self->places[passing->source] + troupe_route_columns_get_end_offset (self, wire, TRUE);
  else
    arrival.key =
        troupe_route_columns_get_pass_key (self, passing->first_pass + passing->n_passes - 1);
  if (passing->back)
    arrival.side = arrival.key < gate ? 0 : 2;
  return arrival;
}

static void
find_ends (TroupeRouteColumns *self)
{
  g_autoptr (GArray) arrivals = g_array_new (FALSE, FALSE, sizeof (Arrival));
  g_autofree gboolean *seen = g_new0 (gboolean, MAX (self->n_ways, 1));

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_ways; i++)
    {
      guint gate = self->ways[i] != NULL ? self->ways[i]->wire.gate : 0;
      g_autoptr (GArray) ends = NULL;
      Arrival *all;
      guint n;
      guint next = 0;

      if (gate == 0 || seen[i])
        continue;
      g_array_set_size (arrivals, 0);
      for (guint k = i; k < self->n_ways; k++)
        if (self->ways[k] != NULL && self->ways[k]->wire.gate == gate)
          {
            Arrival arrival = make_arrival (self, k);

            seen[k] = TRUE;
            g_array_append_val (arrivals, arrival);
          }
      /* Assigns the ends of a gate to inputs in the order in which their wires arrive. All wires
       * of one input share an end. */
      ends = g_array_new (FALSE, FALSE, sizeof (Point));
      all = (Arrival *) (gpointer) arrivals->data;
      n = arrivals->len;
      g_array_sort (arrivals, compare_arrivals);
      for (guint l = 0; l < n; l++)
        all[l].rank = l;
      g_array_sort (arrivals, compare_points);
      for (guint l = 0, k; l < n; l = k)
        {
          double sum = 0;

          for (k = l; k < n && fabs (all[k].to.y - all[l].to.y) < 0.5; k++)
            sum += all[k].rank;
          for (guint j = l; j < k; j++)
            all[j].rank = sum / (k - l) + l * 1e-6;
          g_array_append_val (ends, all[l].to);
        }
      g_array_sort (arrivals, compare_ranks);
      for (guint l = 0, k; l < n; l = k, next++)
        for (k = l; k < n && all[k].rank == all[l].rank; k++)
          self->ways[all[k].wire]->wire.to = g_array_index (ends, Point, MIN (next, ends->len - 1));
    }
}

/* --- Vertical segments ------------------------------------------------------------------------ */

/* The turn of a backward wire: vertical, next to a column. */
typedef struct
{
  guint wire;
  double low;
  double high;
  guint level; /* number of turns nested within it */
} Turn;

/* The range of x in which the wires of a corridor run vertically. */
typedef struct
{
  double x0;
  double x1;
} Corridor;

static int
compare_lengths (gconstpointer a, gconstpointer b)
{
  const Turn *first = a;
  const Turn *second = b;
  double shorter = first->high - first->low;
  double longer = second->high - second->low;

  if (shorter != longer)
    return shorter < longer ? -1 : 1;
  return first->wire < second->wire ? -1 : first->wire > second->wire;
}

static void
list_turns (const TroupeRouteColumns *self, guint corridor, gboolean left, GArray *turns)
{
  g_array_set_size (turns, 0);
  for (guint i = 0; i < self->n_ways; i++)
    {
      const TroupeRoutePassing *passing = &self->passings[i];
      double y0, y1;
      Turn turn = { .wire = i };

      if (!passing->back || corridor != (left ? passing->first_column + 1 : passing->last_column))
        continue;
      y0 = left ? self->ways[i]->wire.from.y : self->ways[i]->wire.to.y;
      y1 = troupe_route_columns_get_pass (self, left ? passing->first_pass
                                                     : passing->first_pass + passing->n_passes - 1)
               ->y;
      turn.low = MIN (y0, y1);
      turn.high = MAX (y0, y1);
      g_array_append_val (turns, turn);
    }
  g_array_sort (turns, compare_lengths);
}

/* Sets the levels of turns. A turn that overlaps a longer one gets a lower level and is placed
 * nearer to the column. Returns the number of levels. */
static guint
level_turns (GArray *turns)
{
  guint n_levels = 0;

  for (guint i = 0; i < turns->len; i++)
    {
      Turn *turn = &g_array_index (turns, Turn, i);

      for (guint k = 0; k < i; k++)
        {
          const Turn *within = &g_array_index (turns, Turn, k);

          if (within->low <= turn->high + 1 && turn->low <= within->high + 1)
            turn->level = MAX (turn->level, within->level + 1);
        }
      n_levels = MAX (n_levels, turn->level + 1);
    }
  return n_levels;
}

static void
add_run (GArray *runs, Run *run, double x1, double x0, double y, double low, double high)
{
  if (fabs (run->y - y) < 0.01 && (x1 - run->x0) * (x0 - x1) >= 0)
    {
      run->low = MAX (run->low, low);
      run->high = MIN (run->high, high);
      return;
    }
  run->x1 = x1;
  g_array_append_vals (runs, run, 1);
  *run = (Run){ .x0 = x0, .y = y, .low = low, .high = high };
}

static GArray *
make_runs (const TroupeRouteColumns *self,
           guint wire,
           const Corridor *corridors,
           double left_x,
           double right_x)
{
  const TroupeRoutePassing *passing = &self->passings[wire];
  const TroupeRouteWire *ends = &self->ways[wire]->wire;
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Run run = { .x0 = ends->from.x, .y = ends->from.y, .low = -INFINITY, .high = INFINITY };

  for (guint i = 0; i < passing->n_passes; i++)
    {
      const TroupeRoutePass *pass = troupe_route_columns_get_pass (self, passing->first_pass + i);
      const Corridor *corridor = &corridors[passing->back ? pass->column + 1 : pass->column];
      double x1 = passing->back ? corridor->x1 : corridor->x0;
      double x0 = passing->back ? corridor->x0 : corridor->x1;

      if (passing->back && i == 0)
        x0 = x1 = left_x;
      add_run (runs, &run, x1, x0, pass->y, pass->low, pass->high);
    }
  if (passing->back)
    add_run (runs, &run, right_x, right_x, ends->to.y, -INFINITY, INFINITY);
  else
    add_run (runs, &run, corridors[passing->last_column].x0, corridors[passing->last_column].x1,
             ends->to.y, -INFINITY, INFINITY);
  run.x1 = ends->to.x;
  g_array_append_val (runs, run);
  return runs;
}

gboolean
troupe_route_columns_draw (TroupeRouteColumns *self)
{
  guint n = self->columns->len + 1;
  g_autofree Corridor *corridors = g_new0 (Corridor, n);
  g_autofree double *left_x = g_new0 (double, MAX (self->n_ways, 1));
  g_autofree double *right_x = g_new0 (double, MAX (self->n_ways, 1));
  gboolean all = TRUE;
  g_autoptr (GArray) blocks = NULL;
  guint n_columns;

  find_ends (self);
  blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  n_columns = self->columns->len;
  for (guint i = 0; i < n_columns; i++)
    visit_gaps (self, i, NULL);
  for (guint sweep = 0; sweep < N_SWEEPS; sweep++)
    for (guint i = 0; i < n_columns; i++)
      visit_gaps (self, sweep % 2 == 0 ? i : n_columns - 1 - i, blocks);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GArray) left = g_array_new (FALSE, FALSE, sizeof (Turn));
      g_autoptr (GArray) right = g_array_new (FALSE, FALSE, sizeof (Turn));
      Corridor corridor;
      double step = TURN;
      guint n_left, n_right;

      /* Computes the corridor. */
      list_turns (self, i, TRUE, left);
      list_turns (self, i, FALSE, right);
      n_left = level_turns (left);
      n_right = level_turns (right);
      corridor.x0 = i > 0 ? troupe_route_columns_at (self, i - 1)->right + BESIDE : -INFINITY;
      corridor.x1 =
          i < self->columns->len ? troupe_route_columns_at (self, i)->left - LEAD_IN : INFINITY;
      if (i > 0 && i < self->columns->len && n_left + n_right > 0)
        step = CLAMP ((corridor.x1 - corridor.x0 - LEAST_SWING) / (n_left + n_right), 2, TURN);
      for (guint j = 0; j < left->len; j++)
        left_x[g_array_index (left, Turn, j).wire] =
            corridor.x0 + (g_array_index (left, Turn, j).level + 0.5) * step;
      for (guint j = 0; j < right->len; j++)
        right_x[g_array_index (right, Turn, j).wire] =
            corridor.x1 - (g_array_index (right, Turn, j).level + 0.5) * step;
      corridor.x0 += n_left * step;
      corridor.x1 -= n_right * step;
      /* Reserve space for rounded corners if possible. */
      step = MIN (CORNER, (corridor.x1 - corridor.x0 - LEAST_SWING) / 2);
      corridor.x0 += n_left > 0 ? MAX (step, 0) : 0;
      corridor.x1 -= n_right > 0 ? MAX (step, 0) : 0;
      corridors[i] = corridor;
    }
  for (guint i = 0; i < self->n_ways; i++)
    {
      TroupeRoutePath *way = self->ways[i];
      gboolean back;
      GArray *runs;
      g_autoptr (GArray) line = NULL;

      if (way == NULL)
        continue;
      back = way->back;
      runs = make_runs (self, i, corridors, left_x[i], right_x[i]);
      way->back = self->passings[i].back;
      line = troupe_route_make_line (way, runs);
      if (!troupe_route_field_meets (self->field, (const Point *) (gconstpointer) line->data,
                                     line->len, &least_margin))
        {
          g_clear_pointer (&way->runs, g_array_unref);
          way->runs = runs;
          continue;
        }
      way->back = back;
      g_array_unref (runs);
      all = FALSE;
    }
  return all;
}
