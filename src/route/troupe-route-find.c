/* troupe-route-find.c: finds the path of one wire through the gaps between boxes
 *
 * The left and right edges of the boxes that obstruct the wire divide the plane into slabs. The
 * upper and lower edges of these boxes are the heights at which the wire may run in the slabs. The
 * search finds the path with the least vertical movement, in one pass over the slabs in the
 * direction of the wire. A backward wire is searched from right to left in mirrored coordinates; it
 * may turn in any slab next to its ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-find"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-route-private.h"

#define LEAD_OUT 8.0  /* horizontal at the port */
#define STEP_OUT 26.0 /* space of a backward path next to its end, for the corner and the arrow */
#define TURN_ROOM 320.0
#define SLIGHT_BACK 96.0 /* a target at most this far to the left is reached by a curve if its
                            height allows */
#define LEAST_ROOM 16.0  /* for vertical movement */
#define MAX_BLOCKS 400
#define TOUCH 9.0 /* maximum distance of an arrow from its target */

/* Cost of a change of height in addition to its length. It keeps the number of changes low. */
#define TURN_COST 12.0
#define TIGHT_TURN_COST 24.0
#define TIGHT 40.0
#define UNWANTED 2000.0

typedef TroupeRoutePoint Point;

/* Distances from boxes that are tried in turn, getting smaller. The last one allows a wire to
 * change its height even between two gates of one card. */
static const Margin margins[] = { { 10, 10, 10, 6, 16 },
                                  { 8, 6, 6, -100, 16 },
                                  { 3, 3, 3, -100, 16 },
                                  { 3, 3, 3, -100, 8 } };
static const Margin plain_margin = { 3, 5, 5, 2, 16 };
/* Distances above and below the ends that are searched. */
static const double radii[] = { 160, 700, 6000 };

/* A box in the coordinates of the search. */
typedef struct
{
  double left;
  double right;
  double top;
  double bottom;
  guint low; /* its range of heights, by index */
  guint high;
  guint first; /* the slabs that it covers */
  guint last;
} Block;

typedef struct
{
  gboolean mirrored;
  Point from;
  Point to;
  double left; /* left edge of the area, mirrored if @mirrored */
  double right;
  double lead_in;
  GArray *blocks;  /* Block */
  GArray *heights; /* double */
  GArray *edges;   /* (element-type double): a slab is between two consecutive ones */
  guint start_height;
  guint end_height;
  guint16 *came_from; /* for each slab and height: height at which the path entered the slab */
  gboolean *begins;   /* for each slab: whether the path begins there */
  Preference preference;
  guint last_slab; /* slab where the path ends */
} Search;

/* --- Slabs and heights ------------------------------------------------------------------------ */

static int
compare_doubles (gconstpointer a, gconstpointer b)
{
  double first = *(const double *) a;
  double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

static void
sort_unique (GArray *values)
{
  double *data = (double *) (gpointer) values->data;
  guint n = 0;

  g_array_sort (values, compare_doubles);
  for (guint i = 0; i < values->len; i++)
    if (n == 0 || data[i] - data[n - 1] > 1e-6)
      data[n++] = data[i];
  g_array_set_size (values, n);
}

/* Returns the index of the last value that is not above @value. */
static guint
find_index (const GArray *values, double value)
{
  const double *data = (const double *) (gconstpointer) values->data;
  guint low = 0;
  guint high = values->len;

  while (low + 1 < high)
    {
      guint middle = low + (high - low) / 2;

      if (data[middle] <= value + 1e-6)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
add_value (GArray *values, double value, double low, double high)
{
  if (value >= low && value <= high)
    g_array_append_val (values, value);
}

/* Returns TRUE if the wire ends at the box. */
static gboolean
touches (const TroupeRouteBox *box, Point end)
{
  return end.x > box->x - TOUCH && end.x < box->x + box->width + TOUCH &&
         end.y > box->y - TOUCH / 2 && end.y < box->y + box->height + TOUCH / 2;
}

static gboolean
collect_blocks (Search *search,
                const TroupeRouteField *field,
                const Margin *margin,
                double top,
                double bottom)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  double x0 = search->mirrored ? -search->right : search->left;
  double x1 = search->mirrored ? -search->left : search->right;

  g_assert (search != NULL);

  troupe_route_field_list (field, x0 - margin->side, top - margin->below, x1 + margin->side,
                           bottom + margin->above, MAX_BLOCKS, found);
  if (found->len > MAX_BLOCKS)
    return FALSE;
  for (guint i = 0; i < found->len; i++)
    {
      const TroupeRouteBox *box =
          troupe_route_field_get_box (field, g_array_index (found, guint, i));
      Block block = { .left = search->mirrored ? -(box->x + box->width) : box->x,
                      .right = search->mirrored ? -box->x : box->x + box->width,
                      .top = box->y - margin->above,
                      .bottom = box->y + MAX (box->height + margin->below,
                                              box->run_height + margin->run_below) };

      /* The boxes at the ends of a wire are obstacles only for a backward wire. */
      if (!search->mirrored && (touches (box, search->from) || touches (box, search->to)))
        continue;
      block.left -= margin->side;
      block.right += margin->side;
      if (block.right > search->left && block.left < search->right)
        g_array_append_val (search->blocks, block);
    }
  return TRUE;
}

static void
cut_ground (Search *search, double top, double bottom)
{
  g_assert (search != NULL);

  g_array_append_val (search->heights, search->from.y);
  g_array_append_val (search->heights, search->to.y);
  g_array_append_val (search->edges, search->left);
  g_array_append_val (search->edges, search->right);
  if (!search->mirrored && search->right - search->left > LEAD_OUT + search->lead_in + LEAST_ROOM)
    {
      add_value (search->edges, search->left + LEAD_OUT, search->left, search->right);
      add_value (search->edges, search->right - search->lead_in, search->left, search->right);
    }
  if (search->mirrored)
    {
      g_array_append_val (search->edges, search->from.x);
      g_array_append_val (search->edges, search->to.x);
    }
  for (guint i = 0; i < search->blocks->len; i++)
    {
      const Block *block = &g_array_index (search->blocks, Block, i);

      add_value (search->heights, block->top, top, bottom);
      add_value (search->heights, block->bottom, top, bottom);
      add_value (search->edges, block->left, search->left, search->right);
      add_value (search->edges, block->right, search->left, search->right);
    }
  sort_unique (search->heights);
  sort_unique (search->edges);
  search->start_height = find_index (search->heights, search->from.y);
  search->end_height = find_index (search->heights, search->to.y);
  for (guint i = 0; i < search->blocks->len; i++)
    {
      Block *block = &g_array_index (search->blocks, Block, i);

      block->first = block->left <= search->left ? 0 : find_index (search->edges, block->left);
      block->last = block->right >= search->right ? search->edges->len - 1
                                                  : find_index (search->edges, block->right);
      /* The heights from low to high are inside of the block or on its edges. */
      block->low = block->top < g_array_index (search->heights, double, 0)
                       ? 0
                       : find_index (search->heights, block->top);
      block->high = block->bottom < g_array_index (search->heights, double, 0)
                        ? 0
                        : find_index (search->heights, block->bottom);
    }
}

/* --- Sweep over the slabs --------------------------------------------------------------------- */

typedef struct
{
  guint n;
  double *cost;
  double *moved;
  guint16 *from;
  gint *under; /* number of boxes that cover a height, by differences */
  gint *links; /* the same between a height and the next */
} Sweep;

static void
mark_slab (Sweep *sweep, const Search *search, guint slab)
{
  g_assert (sweep != NULL);

  memset (sweep->under, 0, (sweep->n + 2) * sizeof *sweep->under);
  memset (sweep->links, 0, (sweep->n + 2) * sizeof *sweep->links);
  for (guint i = 0; i < search->blocks->len; i++)
    {
      const Block *block = &g_array_index (search->blocks, Block, i);
      const double *heights = (const double *) (gconstpointer) search->heights->data;
      guint low = block->low;
      guint high = block->high;

      if (block->first > slab || block->last <= slab)
        continue;
      if (block->bottom <= heights[0] || block->top >= heights[sweep->n - 1] || low >= high)
        continue;
      /* A block that extends beyond the searched area also covers the outermost height. */
      sweep->under[block->top < heights[0] ? 0 : low + 1]++;
      sweep->under[block->bottom > heights[sweep->n - 1] ? sweep->n : high]--;
      sweep->links[low]++;
      sweep->links[high]--;
    }
  for (guint i = 1; i <= sweep->n; i++)
    {
      sweep->under[i] += sweep->under[i - 1];
      sweep->links[i] += sweep->links[i - 1];
    }
}

/* Returns the cost of leaving the start height in the direction that is not preferred. */
static double
get_start_cost (const Search *search, guint height, gboolean down)
{
  if (height != search->start_height || search->preference == PREFER_NONE)
    return 0;
  return (search->preference == PREFER_DOWN) == down ? 0 : UNWANTED;
}

/* Updates the costs for vertical movement within one slab. */
static void
move_in_slab (Sweep *sweep, const Search *search, double width)
{
  const double *heights = (const double *) (gconstpointer) search->heights->data;
  double weight = 1 + 24 / width;
  double turn = TURN_COST + (width < TIGHT ? TIGHT_TURN_COST : 0);
  double best = INFINITY;
  guint source = 0;

  g_assert (sweep != NULL);

  for (guint i = 0; i < sweep->n; i++)
    {
      if (sweep->under[i] > 0)
        sweep->cost[i] = INFINITY;
      sweep->moved[i] = sweep->cost[i];
      sweep->from[i] = (guint16) i;
    }
  if (width < LEAST_ROOM)
    return;
  for (guint i = 0; i < sweep->n; i++)
    {
      if (sweep->under[i] > 0 || (i > 0 && sweep->links[i - 1] > 0))
        best = INFINITY;
      else if (i > 0)
        best += weight * (heights[i] - heights[i - 1]);
      if (best + turn < sweep->moved[i] && sweep->under[i] <= 0)
        {
          sweep->moved[i] = best + turn;
          sweep->from[i] = (guint16) source;
        }
      if (sweep->cost[i] + get_start_cost (search, i, TRUE) < best)
        {
          best = sweep->cost[i] + get_start_cost (search, i, TRUE);
          source = i;
        }
    }
  best = INFINITY;
  for (guint i = sweep->n; i-- > 0;)
    {
      if (sweep->under[i] > 0 || sweep->links[i] > 0)
        best = INFINITY;
      else if (i + 1 < sweep->n)
        best += weight * (heights[i + 1] - heights[i]);
      if (best + turn < sweep->moved[i] && sweep->under[i] <= 0)
        {
          sweep->moved[i] = best + turn;
          sweep->from[i] = (guint16) source;
        }
      if (sweep->cost[i] + get_start_cost (search, i, FALSE) < best)
        {
          best = sweep->cost[i] + get_start_cost (search, i, FALSE);
          source = i;
        }
    }
}

/* Returns TRUE if there is no obstacle between @end and @x at the height of @end. */
static gboolean
is_level (const Search *search, Point end, double x)
{
  double low = MIN (end.x, x);
  double high = MAX (end.x, x);

  for (guint i = 0; i < search->blocks->len; i++)
    {
      const Block *block = &g_array_index (search->blocks, Block, i);
      /* The margin of the box at the end of the wire may cover the end. This does not count as
       * an obstacle. */
      gboolean own = block->left < end.x && block->right > end.x;

      if (!own && block->top < end.y && block->bottom > end.y && block->left < high &&
          block->right > low)
        return FALSE;
    }
  return TRUE;
}

static gboolean
sweep_slabs (Search *search)
{
  const double *edges = (const double *) (gconstpointer) search->edges->data;
  guint n_slabs = search->edges->len - 1;
  guint n = search->heights->len;
  double least = INFINITY;
  Sweep sweep;

  g_assert (search != NULL);

  sweep.n = n;
  sweep.cost = g_new (double, n);
  sweep.moved = g_new (double, n);
  sweep.from = g_new (guint16, n);
  sweep.under = g_new (gint, n + 2);
  sweep.links = g_new (gint, n + 2);
  for (guint i = 0; i < n; i++)
    sweep.cost[i] = INFINITY;
  search->came_from = g_new (guint16, (gsize) n_slabs * n);
  search->begins = g_new0 (gboolean, n_slabs);
  if (!search->mirrored)
    sweep.cost[search->start_height] = 0;
  for (guint slab = 0; slab < n_slabs; slab++)
    {
      double middle = (edges[slab] + edges[slab + 1]) / 2;
      gboolean lead = !search->mirrored && (edges[slab] < search->left + LEAD_OUT - 1 ||
                                            edges[slab + 1] > search->right - search->lead_in + 1);

      mark_slab (&sweep, search, slab);
      if (search->mirrored && edges[slab + 1] <= search->from.x + 1e-6 &&
          sweep.under[search->start_height] <= 0 &&
          is_level (search, search->from, edges[slab + 1]))
        {
          double cost = (search->from.x - edges[slab + 1]) * 0.7;

          if (cost < sweep.cost[search->start_height])
            {
              sweep.cost[search->start_height] = cost;
              search->begins[slab] = TRUE;
            }
        }
      move_in_slab (&sweep, search,
                    lead && search->right - search->left > LEAD_OUT + search->lead_in + LEAST_ROOM
                        ? 0.01
                        : edges[slab + 1] - edges[slab]);
      memcpy (search->came_from + (gsize) slab * n, sweep.from, n * sizeof (guint16));
      memcpy (sweep.cost, sweep.moved, n * sizeof (double));
      if (search->mirrored && middle > search->to.x && is_level (search, search->to, edges[slab]))
        {
          double cost = sweep.cost[search->end_height] + (edges[slab] - search->to.x) * 0.7;

          if (cost < least)
            {
              least = cost;
              search->last_slab = slab;
            }
        }
    }
  if (!search->mirrored)
    {
      least = sweep.cost[search->end_height];
      search->last_slab = n_slabs - 1;
    }
  g_free (sweep.cost);
  g_free (sweep.moved);
  g_free (sweep.from);
  g_free (sweep.under);
  g_free (sweep.links);
  return isfinite (least);
}

/* --- Path reconstruction ---------------------------------------------------------------------- */

typedef struct
{
  guint slab;
  guint from;
  guint to;
} Move;

/* Finds how far a change of height can be extended to both sides. The limits are the boxes
 * between both heights. */
static void
find_reach (const Search *search, const Move *move, double *x0, double *x1)
{
  const double *heights = (const double *) (gconstpointer) search->heights->data;
  const double *edges = (const double *) (gconstpointer) search->edges->data;
  double top = MIN (heights[move->from], heights[move->to]);
  double bottom = MAX (heights[move->from], heights[move->to]);

  *x0 = search->left + (search->mirrored ? 0 : LEAD_OUT);
  *x1 = search->right - (search->mirrored ? 0 : search->lead_in);
  for (guint i = 0; i < search->blocks->len; i++)
    {
      const Block *block = &g_array_index (search->blocks, Block, i);

      if (block->bottom <= top + 1e-6 || block->top >= bottom - 1e-6)
        continue;
      if (block->right <= edges[move->slab] + 1e-6)
        *x0 = MAX (*x0, block->right);
      if (block->left >= edges[move->slab + 1] - 1e-6)
        *x1 = MIN (*x1, block->left);
    }
  *x0 = MIN (*x0, edges[move->slab]);
  *x1 = MAX (*x1, edges[move->slab + 1]);
}

/* Finds the range of heights in which a segment can be moved. */
static void
find_corridor (const Search *search, Run *run)
{
  run->low = -INFINITY;
  run->high = INFINITY;
  for (guint i = 0; i < search->blocks->len; i++)
    {
      const Block *block = &g_array_index (search->blocks, Block, i);

      if (block->right <= MIN (run->x0, run->x1) || block->left >= MAX (run->x0, run->x1))
        continue;
      if (block->bottom <= run->y + 1e-6)
        run->low = MAX (run->low, block->bottom);
      if (block->top >= run->y - 1e-6)
        run->high = MIN (run->high, block->top);
    }
}

static GArray *
make_runs (const Search *search, GArray *moves)
{
  const double *heights = (const double *) (gconstpointer) search->heights->data;
  const double *edges = (const double *) (gconstpointer) search->edges->data;
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  Run run = { .x0 = search->from.x, .y = search->from.y };

  for (guint i = 0; i < moves->len; i++)
    {
      const Move *move = &g_array_index (moves, Move, i);
      double x0, x1;

      find_reach (search, move, &x0, &x1);
      /* Two neighboring changes of height share the space between them equally. */
      if (i > 0)
        x0 = MAX (x0, (edges[g_array_index (moves, Move, i - 1).slab + 1] + edges[move->slab]) / 2);
      if (i + 1 < moves->len)
        x1 = MIN (x1, (edges[move->slab + 1] + edges[g_array_index (moves, Move, i + 1).slab]) / 2);
      if (search->mirrored)
        {
          const double *corner_edges = (const double *) (gconstpointer) search->edges->data;
          double corner_x0 = corner_edges[move->slab];
          double corner_x1 = corner_edges[move->slab + 1];
          double corner;

          if (i == 0)
            corner = CLAMP (search->from.x - STEP_OUT, corner_x0, corner_x1);
          else if (i + 1 == moves->len)
            corner = CLAMP (search->to.x + STEP_OUT, corner_x0, corner_x1);
          else
            corner = (corner_x0 + corner_x1) / 2;
          x0 = x1 = corner;
        }
      run.x1 = x0;
      find_corridor (search, &run);
      g_array_append_val (runs, run);
      run = (Run){ .x0 = x1, .y = heights[move->to] };
    }
  run.x1 = search->to.x;
  find_corridor (search, &run);
  g_array_append_val (runs, run);
  for (guint i = 0; search->mirrored && i < runs->len; i++)
    {
      Run *mirrored = &g_array_index (runs, Run, i);

      mirrored->x0 = -mirrored->x0;
      mirrored->x1 = -mirrored->x1;
    }
  return runs;
}

/* Searches with one margin and radius. (nullable): NULL if there is no path or if too much would
 * have to be checked. */
static GArray *
search_runs (const TroupeRouteField *field,
             const TroupeRouteWire *wire,
             gboolean back,
             const Margin *margin,
             double radius,
             Preference preference,
             guint64 *budget)
{
  double top = MIN (wire->from.y, wire->to.y) - radius;
  double bottom = MAX (wire->from.y, wire->to.y) + radius;
  double sign = back ? -1 : 1;
  Search search = { .mirrored = back,
                    .preference = preference,
                    .lead_in = margin->lead_in,
                    .from = { sign * wire->from.x, wire->from.y },
                    .to = { sign * wire->to.x, wire->to.y } };
  GArray *runs = NULL;
  guint64 effort;
  Search *spent;

  search.left = search.from.x - (back ? TURN_ROOM : 0);
  search.right = search.to.x + (back ? TURN_ROOM : 0);
  search.blocks = g_array_new (FALSE, FALSE, sizeof (Block));
  search.heights = g_array_new (FALSE, FALSE, sizeof (double));
  search.edges = g_array_new (FALSE, FALSE, sizeof (double));
  if (collect_blocks (&search, field, margin, top, bottom))
    {
      cut_ground (&search, top, bottom);
      effort = (guint64) search.edges->len * (search.heights->len + search.blocks->len);
      if (effort <= *budget && sweep_slabs (&search))
        {
          g_autoptr (GArray) moves = NULL;
          guint n;
          guint height;

          moves = g_array_new (FALSE, FALSE, sizeof (Move));
          n = search.heights->len;
          height = search.end_height;
          for (guint slab = search.last_slab + 1; slab-- > 0;)
            {
              guint from = search.came_from[(gsize) slab * n + height];

              if (from != height)
                {
                  Move move = { slab, from, height };

                  g_array_prepend_val (moves, move);
                  height = from;
                }
              if (search.mirrored && height == search.start_height && search.begins[slab])
                break;
            }
          runs = make_runs (&search, moves);
        }
      *budget -= MIN (effort, *budget);
    }
  spent = &search;
  g_clear_pointer (&spent->blocks, g_array_unref);
  g_clear_pointer (&spent->heights, g_array_unref);
  g_clear_pointer (&spent->edges, g_array_unref);
  g_clear_pointer (&spent->came_from, g_free);
  g_clear_pointer (&spent->begins, g_free);
  return runs;
}

/* --- Public functions ------------------------------------------------------------------------- */

gboolean
troupe_route_is_free (const TroupeRouteField *field, const TroupeRoutePath *way, const GArray *runs)
{
  g_autoptr (GArray) cubics = g_array_new (FALSE, FALSE, sizeof (Point));
  g_autoptr (GArray) line = g_array_new (FALSE, FALSE, sizeof (Point));

  troupe_route_draw_runs (way, runs, cubics);
  troupe_route_flatten ((const Point *) (gconstpointer) cubics->data, cubics->len / 3, line);
  return !troupe_route_field_meets (field, (const Point *) (gconstpointer) line->data, line->len,
                                    &plain_margin);
}

GArray *
troupe_route_search (const TroupeRouteField *field,
                     const TroupeRouteWire *wire,
                     gboolean back,
                     Preference preference,
                     guint64 *budget)
{
  for (guint m = 0; m < G_N_ELEMENTS (margins); m++)
    for (guint r = 0; r < G_N_ELEMENTS (radii); r++)
      {
        GArray *runs = search_runs (field, wire, back, &margins[m], radii[r], preference, budget);

        if (runs != NULL)
          return runs;
      }
  return NULL;
}

/**
 * troupe_route_find:
 * @budget: remaining effort for all wires of a drawing; is reduced. Once it is used up, wires are
 *   plain curves regardless of obstacles
 *
 * Finds the path of one wire, which depends on the boxes and on its ends but not on other wires. If
 * there is no obstacle, the path is one curve. Otherwise it consists of horizontal segments through
 * the gaps between boxes; for a backward wire, they lead around the boxes. If possible, the path
 * avoids the space that a run adds to boxes. If there is no path between the boxes, it is a plain
 * curve. troupe_route_settle() coordinates the paths of a drawing.
 *
 * Returns: (transfer full)
 */
TroupeRoutePath *
troupe_route_find (const TroupeRouteField *field, const TroupeRouteWire *wire, guint64 *budget)
{
  TroupeRoutePath *way = troupe_route_path_new_plain (wire);

  g_return_val_if_fail (field != NULL && budget != NULL, way);

  troupe_route_find_again (field, way, budget);
  way->runs = way->found != NULL ? g_array_copy (way->found) : NULL;
  return way;
}

/* Finds the path again after boxes have moved but the ends of the wire have not. The drawn path
 * changes with the next troupe_route_settle(). */
void
troupe_route_find_again (const TroupeRouteField *field, TroupeRoutePath *way, guint64 *budget)
{
  gboolean back;

  g_return_if_fail (field != NULL && way != NULL && budget != NULL);

  g_clear_pointer (&way->found, g_array_unref);
  /* The drawn path may end at an exchanged end, which must be reset. */
  if (memcmp (&way->wire.to, &way->to, sizeof way->to) != 0)
    way->serial++;
  way->wire.to = way->to;
  way->back = FALSE;
  way->found_back = FALSE;
  if (way->wire.to.x >= way->wire.from.x)
    back = way->wire.loops && way->wire.to.x < way->wire.from.x + 2 * STEP_OUT;
  else
    back = way->wire.loops || way->wire.from.x - way->wire.to.x >= SLIGHT_BACK ||
           fabs (way->wire.to.y - way->wire.from.y) <= 40;
  if (*budget == 0 || (!back && troupe_route_is_free (field, way, NULL)))
    return;
  back = back || way->wire.to.x < way->wire.from.x;
  way->found = troupe_route_search (field, &way->wire, back, PREFER_NONE, budget);
  way->found_back = back && way->found != NULL;
  way->back = way->found_back;
}
