/* troupe-route-columns.c: columns of boxes, and the positions where wires pass them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-columns"

#include "config.h"

#include <math.h>

#include "troupe-route-columns.h"

/* Minimum distance between two columns for wires to run vertically between them. */
#define LEAST_CORRIDOR 28.0
#define TOUCH 9.0

typedef TroupeRoutePoint Point;

static int
compare_lefts (gconstpointer a, gconstpointer b, gpointer data)
{
  const TroupeRouteField *field = data;
  const TroupeRouteBox *first = troupe_route_field_get_box (field, *(const guint *) a);
  const TroupeRouteBox *second = troupe_route_field_get_box (field, *(const guint *) b);

  if (first->x != second->x)
    return first->x < second->x ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

static int
compare_middles (gconstpointer a, gconstpointer b, gpointer data)
{
  const TroupeRouteField *field = data;
  const TroupeRouteBox *first = troupe_route_field_get_box (field, *(const guint *) a);
  const TroupeRouteBox *second = troupe_route_field_get_box (field, *(const guint *) b);
  double above = first->y + first->height / 2;
  double below = second->y + second->height / 2;

  if (above != below)
    return above < below ? -1 : 1;
  return *(const guint *) a < *(const guint *) b ? -1 : 1;
}

static void
column_clear (gpointer data)
{
  TroupeRouteColumn *column = data;

  g_array_unref (column->items);
}

static void
list_columns (TroupeRouteColumns *self)
{
  g_autofree guint *order = g_new (guint, MAX (self->n_boxes, 1));

  g_assert (self != NULL);

  for (guint i = 0; i < self->n_boxes; i++)
    order[i] = i;
  if (self->n_boxes > 1)
    g_qsort_with_data (order, (gint) self->n_boxes, sizeof *order, compare_lefts,
                       (gpointer) self->field);
  for (guint i = 0; i < self->n_boxes; i++)
    {
      const TroupeRouteBox *box = troupe_route_field_get_box (self->field, order[i]);
      TroupeRouteColumn *last =
          self->columns->len > 0 ? troupe_route_columns_at (self, self->columns->len - 1) : NULL;

      if (last == NULL || box->x > last->right + LEAST_CORRIDOR)
        {
          TroupeRouteColumn column = { box->x, box->x + box->width,
                                       g_array_new (FALSE, FALSE, sizeof (guint)) };

          g_array_append_val (self->columns, column);
          last = troupe_route_columns_at (self, self->columns->len - 1);
        }
      last->right = MAX (last->right, box->x + box->width);
      self->box_columns[order[i]] = self->columns->len - 1;
      g_array_append_val (last->items, order[i]);
    }
  for (guint i = 0; i < self->columns->len; i++)
    g_array_sort_with_data (troupe_route_columns_at (self, i)->items, compare_middles,
                            (gpointer) self->field);
}

/* Returns the box that the wire leaves (@right) or leads to, or G_MAXUINT if its end touches no
 * box. */
static guint
find_box (const TroupeRouteColumns *self, Point end, gboolean right)
{
  for (guint i = 0; i < self->n_boxes; i++)
    {
      const TroupeRouteBox *box = troupe_route_field_get_box (self->field, i);
      double edge = right ? box->x + box->width : box->x;

      /* On the arc of a gate the end is inside of the box. */
      if (end.y > box->y - TOUCH && end.y < box->y + box->height + TOUCH &&
          end.x > edge - (right ? TOUCH : 2 * TOUCH) && end.x < edge + 2 * TOUCH)
        return i;
    }
  return G_MAXUINT;
}

/* Returns the y at which the line passes @x for the last time. */
static double
find_height (const GArray *line, double x, double otherwise)
{
  for (guint i = line->len - 1; i > 0; i--)
    {
      Point a = g_array_index (line, Point, i - 1);
      Point b = g_array_index (line, Point, i);

      if (MIN (a.x, b.x) <= x && MAX (a.x, b.x) >= x && a.x != b.x)
        return a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
    }
  return otherwise;
}

static double
get_item_height (const TroupeRouteColumns *self, guint item)
{
  const TroupeRouteBox *box;

  if (item >= self->n_boxes)
    return troupe_route_columns_get_pass (self, item - self->n_boxes)->y;
  box = troupe_route_field_get_box (self->field, item);
  return box->y + box->height / 2;
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const TroupeRouteColumns *self = data;
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;
  double above = get_item_height (self, first);
  double below = get_item_height (self, second);

  if (above != below)
    return above < below ? -1 : 1;
  return first < second ? -1 : first > second;
}

/**
 * troupe_route_columns_new:
 * @lines: the drawn lines of the paths, which determine the position at which each wire passes a
 *   column
 *
 * Returns: (transfer full) (nullable): the columns; %NULL if the boxes do not form columns, or if
 * the ends of wires touch no box
 */
TroupeRouteColumns *
troupe_route_columns_new (const TroupeRouteField *field,
                          TroupeRoutePath *const *ways,
                          guint n_ways,
                          const TroupeRouteLines *lines)
{
  g_autoptr (TroupeRouteColumns) self = g_new0 (TroupeRouteColumns, 1);

  self->field = field;
  self->ways = ways;
  self->n_ways = n_ways;
  self->n_boxes = troupe_route_field_get_n_boxes (field);
  self->columns = g_array_new (FALSE, FALSE, sizeof (TroupeRouteColumn));
  g_array_set_clear_func (self->columns, column_clear);
  self->passes = g_array_new (FALSE, FALSE, sizeof (TroupeRoutePass));
  self->passings = g_new0 (TroupeRoutePassing, MAX (n_ways, 1));
  self->box_columns = g_new0 (guint, MAX (self->n_boxes, 1));
  list_columns (self);
  for (guint i = 0; i < self->n_ways; i++)
    {
      const TroupeRoutePath *way = self->ways[i];
      TroupeRoutePassing *passing = &self->passings[i];
      const GArray *line;
      TroupeRoutePassing *pass_passing;
      guint from;
      guint n;

      /* A wire without a path was bent by the user and is ignored. */
      if (way == NULL)
        continue;
      if (way->wire.square)
        return NULL;
      passing->source = find_box (self, way->wire.from, TRUE);
      passing->target = find_box (self, way->wire.to, FALSE);
      if (passing->source == G_MAXUINT || passing->target == G_MAXUINT)
        return NULL;
      passing->first_column = self->box_columns[passing->source];
      passing->last_column = self->box_columns[passing->target];
      passing->back = passing->last_column <= passing->first_column;
      /* Adds the passes of a wire from source to target, one in each column. */
      line = troupe_route_lines_get (lines, i);
      pass_passing = &self->passings[i];
      from = pass_passing->back ? pass_passing->first_column : pass_passing->first_column + 1;
      n = pass_passing->back ? pass_passing->first_column - pass_passing->last_column + 1
                             : pass_passing->last_column - pass_passing->first_column - 1;
      pass_passing->first_pass = self->passes->len;
      pass_passing->n_passes = n;
      for (guint j = 0; j < n; j++)
        {
          TroupeRoutePass pass = { .wire = i, .column = pass_passing->back ? from - j : from + j };
          const TroupeRouteColumn *column = troupe_route_columns_at (self, pass.column);

          pass.y =
              find_height (line, (column->left + column->right) / 2, self->ways[i]->wire.from.y);
          g_array_append_val (self->passes, pass);
        }
    }
  for (guint i = 0; i < self->passes->len; i++)
    {
      guint item = self->n_boxes + i;

      g_array_append_val (
          troupe_route_columns_at (self, troupe_route_columns_get_pass (self, i)->column)->items,
          item);
    }
  self->places = g_new0 (guint, self->n_boxes + self->passes->len + 1);
  for (guint i = 0; i < self->columns->len; i++)
    {
      GArray *items = troupe_route_columns_at (self, i)->items;

      g_array_sort_with_data (items, compare_items, self);
      for (guint k = 0; k < items->len; k++)
        self->places[g_array_index (items, guint, k)] = k;
    }
  return g_steal_pointer (&self);
}

void
troupe_route_columns_free (TroupeRouteColumns *self)
{
  g_clear_pointer (&self->columns, g_array_unref);
  g_clear_pointer (&self->passes, g_array_unref);
  g_free (self->passings);
  g_free (self->box_columns);
  g_free (self->places);
  g_free (self);
}

double
troupe_route_columns_get_end_offset (const TroupeRouteColumns *self, guint way, gboolean source)
{
  const TroupeRouteWire *wire = &self->ways[way]->wire;
  guint index = source ? self->passings[way].source : self->passings[way].target;
  const TroupeRouteBox *box = troupe_route_field_get_box (self->field, index);
  double part = ((source ? wire->from.y : wire->to.y) - box->y) / MAX (box->height, 1) - 0.5;

  return !source && wire->gate != 0 ? 0 : 0.8 * CLAMP (part, -0.5, 0.5);
}
