/* troupe-route-spread.c: moves overlapping paths in a gap apart
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-spread"

#include "config.h"

#include <math.h>

#include "troupe-route-private.h"

#define AWAY 30.0    /* distance from boxes, beyond the minimum, if there is space */
#define APART 12.0   /* between two wires */
#define TOGETHER 8.0 /* wires that are nearer to each other are moved apart */
/* If there are more runs than this, they keep their positions. */
#define MAX_RUNS 4000

/* A run that can be moved. */
typedef struct
{
  guint way;
  guint run;
  double x0;
  double x1;
  double y;
  double low;
  double high;
  double pull; /* sum of the heights of the runs before and after it */
  guint group;
} Free;

static Run *
get_run (const TroupeRoutePath *way, guint index)
{
  return &g_array_index (way->runs, Run, index);
}

/* Returns the center of a narrow gap. In a wide gap, returns the height of the run, limited to a
 * distance from the nearer box. */
static double
centre (const Run *run)
{
  double room = run->high - run->low;

  if (isfinite (room) && room < 2 * AWAY)
    return (run->low + run->high) / 2;
  return CLAMP (run->y, run->low + AWAY, run->high - AWAY);
}

static GArray *
list_free (TroupeRoutePath *const *ways, guint n_ways)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (Free));

  for (guint i = 0; i < n_ways; i++)
    for (guint k = 1; ways[i] != NULL && ways[i]->runs != NULL && k + 1 < ways[i]->runs->len; k++)
      {
        const Run *run = get_run (ways[i], k);
        Free one = { .way = i,
                     .run = k,
                     .x0 = MIN (run->x0, run->x1),
                     .x1 = MAX (run->x0, run->x1),
                     .y = centre (run),
                     .low = run->low,
                     .high = run->high };

        one.pull = get_run (ways[i], k - 1)->y + get_run (ways[i], k + 1)->y;
        g_array_append_val (all, one);
      }
  return all;
}

static int
compare_heights (gconstpointer a, gconstpointer b)
{
  const Free *first = a;
  const Free *second = b;

  if (first->y != second->y)
    return first->y < second->y ? -1 : 1;
  if (first->way != second->way)
    return first->way < second->way ? -1 : 1;
  return first->run < second->run ? -1 : first->run > second->run;
}

static guint
find_root (GArray *all, guint index)
{
  while (g_array_index (all, Free, index).group != index)
    index = g_array_index (all, Free, index).group;
  return index;
}

static int
compare_pulls (gconstpointer a, gconstpointer b)
{
  const Free *first = *(const Free *const *) a;
  const Free *second = *(const Free *const *) b;

  if (first->pull != second->pull)
    return first->pull < second->pull ? -1 : 1;
  return compare_heights (first, second);
}

/* Places the members of a group next to each other in the space that is free for all of them.
 * They are ordered by the heights from which they come and to which they lead. */
static void
spread_group (GPtrArray *members)
{
  double low = -INFINITY;
  double high = INFINITY;
  double middle = 0;
  double step;

  if (members->len < 2)
    return;
  g_ptr_array_sort (members, compare_pulls);
  for (guint i = 0; i < members->len; i++)
    {
      const Free *one = members->pdata[i];

      low = MAX (low, one->low);
      high = MIN (high, one->high);
      middle += one->y / members->len;
    }
  if (high < low)
    return;
  step = MIN (APART, (high - low) / (members->len - 1));
  low += step * (members->len - 1) / 2;
  high -= step * (members->len - 1) / 2;
  middle = low < high ? CLAMP (middle, low, high) : (low + high) / 2;
  for (guint i = 0; i < members->len; i++)
    ((Free *) members->pdata[i])->y = middle + (i - (members->len - 1) / 2.0) * step;
}

static void
spread_levels (GArray *all)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new ();
  g_autofree guint *next = g_new (guint, all->len + 1);
  g_autofree guint *last = g_new (guint, all->len + 1);

  g_array_sort (all, compare_heights);
  /* Groups runs that overlap or nearly do so. */
  for (guint i = 0; i < all->len; i++)
    g_array_index (all, Free, i).group = i;
  for (guint i = 0; i < all->len; i++)
    {
      const Free *one = &g_array_index (all, Free, i);

      for (guint k = i + 1; k < all->len; k++)
        {
          const Free *other = &g_array_index (all, Free, k);
          guint first, second;

          if (other->y - one->y >= TOGETHER)
            break;
          if (other->x0 >= one->x1 || one->x0 >= other->x1)
            continue;
          first = find_root (all, i);
          second = find_root (all, k);
          g_array_index (all, Free, MAX (first, second)).group = MIN (first, second);
        }
    }
  for (guint i = 0; i < all->len; i++)
    {
      next[i] = all->len;
      last[i] = i;
    }
  for (guint i = 0; i < all->len; i++)
    {
      guint root = find_root (all, i);

      if (root != i)
        {
          next[last[root]] = i;
          last[root] = i;
        }
    }
  for (guint i = 0; i < all->len; i++)
    {
      if (find_root (all, i) != i)
        continue;
      g_ptr_array_set_size (members, 0);
      for (guint k = i; k < all->len; k = next[k])
        g_ptr_array_add (members, &g_array_index (all, Free, k));
      spread_group (members);
    }
}

/* --- Vertical segments ------------------------------------------------------------------------ */

/* The turn of a backward path next to its ends, where other paths may turn as well. */
typedef struct
{
  double x;
  double y0;
  double y1;
  double port_x;
  double port_y;
} Turn;

static void
spread_turn (GArray *turns, Run *run, Run *next, double port_x, double port_y, double direction)
{
  Turn turn = { run->x1, MIN (run->y, next->y), MAX (run->y, next->y), port_x, port_y };

  for (guint i = 0; i < turns->len; i++)
    {
      const Turn *other = &g_array_index (turns, Turn, i);

      if (fabs (other->x - turn.x) >= TOGETHER || other->y0 >= turn.y1 || turn.y0 >= other->y1 ||
          (other->port_x == port_x && other->port_y == port_y))
        continue;
      turn.x = other->x + direction * TOGETHER;
      i = G_MAXUINT; /* start again, because it may overlap a turn that was already checked */
    }
  /* Stay within the distance that wires keep from boxes. */
  if (fabs (turn.x - run->x1) <= 3 * TOGETHER)
    run->x1 = next->x0 = turn.x;
  g_array_append_val (turns, turn);
}

/* Moves overlapping segments apart, as far as the gap allows. */
void
troupe_route_spread (TroupeRoutePath *const *ways, guint n_ways)
{
  g_autoptr (GArray) all = list_free (ways, n_ways);
  g_autoptr (GArray) turns = NULL;

  if (all->len <= MAX_RUNS)
    spread_levels (all);
  for (guint i = 0; i < all->len; i++)
    {
      const Free *one = &g_array_index (all, Free, i);

      get_run (ways[one->way], one->run)->y = one->y;
    }
  turns = g_array_new (FALSE, FALSE, sizeof (Turn));
  for (guint i = 0; i < n_ways; i++)
    {
      guint n;

      if (ways[i] == NULL || ways[i]->runs == NULL || !ways[i]->back || turns->len > 1000)
        continue;
      n = ways[i]->runs->len;
      if (n < 2)
        continue;
      spread_turn (turns, get_run (ways[i], 0), get_run (ways[i], 1), ways[i]->wire.from.x,
                   ways[i]->wire.from.y, -1);
      if (n > 2)
        spread_turn (turns, get_run (ways[i], n - 2), get_run (ways[i], n - 1), ways[i]->wire.to.x,
                     ways[i]->wire.to.y, 1);
    }
}
