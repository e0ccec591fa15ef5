/* troupe-route-field.c: spatial index of the boxes of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-route-field"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-route-field.h"

#define COLUMN 256.0
#define MAX_COLUMNS 65536
/* Number of points of a line that are checked together. */
#define CHUNK 6
/* Maximum number of boxes that are checked for a section of a line. */
#define MAX_MET 1000u

/* Boxes are listed in each column of 256 pixels that they intersect, from top to bottom. */
struct _TroupeRouteField
{
  gatomicrefcount ref_count;
  TroupeRouteBox *boxes;
  guint n_boxes;
  double left;
  double column_width;
  guint n_columns;
  guint *start; /* n_columns + 1 indexes into @members */
  guint *members;
  double tallest;
};

static guint
find_column (const TroupeRouteField *self, double x)
{
  double column = floor ((x - self->left) / self->column_width);

  return (guint) CLAMP (column, 0, (double) self->n_columns - 1);
}

static int
compare_tops (gconstpointer a, gconstpointer b, gpointer data)
{
  const TroupeRouteField *self = data;
  guint first = *(const guint *) a;
  guint second = *(const guint *) b;

  g_assert (self != NULL);

  if (self->boxes[first].y != self->boxes[second].y)
    return self->boxes[first].y < self->boxes[second].y ? -1 : 1;
  return first < second ? -1 : first > second;
}

/* Creates an index. @boxes: copied */
TroupeRouteField *
troupe_route_field_new (const TroupeRouteBox *boxes, guint n_boxes)
{
  TroupeRouteField *self = g_new0 (TroupeRouteField, 1);
  g_autofree guint *place = NULL;
  double right;

  g_atomic_ref_count_init (&self->ref_count);
  g_return_val_if_fail (boxes != NULL || n_boxes == 0, self);

  self->boxes = g_memdup2 (boxes, n_boxes * sizeof *boxes);
  self->n_boxes = n_boxes;
  right = -G_MAXDOUBLE;
  self->left = G_MAXDOUBLE;
  for (guint i = 0; i < self->n_boxes; i++)
    {
      self->left = MIN (self->left, self->boxes[i].x);
      right = MAX (right, self->boxes[i].x + self->boxes[i].width);
      self->tallest = MAX (self->tallest, MAX (self->boxes[i].height, self->boxes[i].run_height));
    }
  self->column_width = COLUMN;
  self->n_columns = 1;
  if (self->n_boxes == 0)
    self->left = 0;
  else
    {
      self->column_width = MAX (COLUMN, (right - self->left) / MAX_COLUMNS);
      self->n_columns = (guint) floor ((right - self->left) / self->column_width) + 1;
    }
  self->start = g_new0 (guint, self->n_columns + 1);
  for (guint i = 0; i < n_boxes; i++)
    {
      guint last = find_column (self, boxes[i].x + boxes[i].width);

      for (guint k = find_column (self, boxes[i].x); k <= last; k++)
        self->start[k + 1]++;
    }
  for (guint i = 0; i < self->n_columns; i++)
    self->start[i + 1] += self->start[i];
  self->members = g_new (guint, self->start[self->n_columns] + 1);
  place = g_memdup2 (self->start, self->n_columns * sizeof *place);
  for (guint i = 0; i < n_boxes; i++)
    {
      guint last = find_column (self, boxes[i].x + boxes[i].width);

      for (guint k = find_column (self, boxes[i].x); k <= last; k++)
        self->members[place[k]++] = i;
    }
  for (guint i = 0; i < self->n_columns; i++)
    if (self->start[i + 1] - self->start[i] > 1)
      g_qsort_with_data (self->members + self->start[i],
                         (gint) (self->start[i + 1] - self->start[i]), sizeof (guint), compare_tops,
                         self);
  return self;
}

TroupeRouteField *
troupe_route_field_ref (TroupeRouteField *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_route_field_unref (TroupeRouteField *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->boxes);
  g_free (self->start);
  g_free (self->members);
  g_free (self);
}

guint
troupe_route_field_get_n_boxes (const TroupeRouteField *self)
{
  return self->n_boxes;
}

const TroupeRouteBox *
troupe_route_field_get_box (const TroupeRouteField *self, guint index)
{
  return &self->boxes[index];
}

/* Returns the first member of the column whose lower edge may reach @y. */
static guint
find_first (const TroupeRouteField *self, guint column, double y)
{
  guint low = self->start[column];
  guint high = self->start[column + 1];

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->boxes[self->members[middle]].y + self->tallest < y)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

void
troupe_route_field_list (const TroupeRouteField *self,
                         double x0,
                         double y0,
                         double x1,
                         double y1,
                         guint most,
                         GArray *found)
{
  guint first = find_column (self, x0);
  guint last = find_column (self, x1);

  g_array_set_size (found, 0);
  for (guint column = first; column <= last; column++)
    for (guint i = find_first (self, column, y0); i < self->start[column + 1]; i++)
      {
        const TroupeRouteBox *box = &self->boxes[self->members[i]];

        if (box->y > y1)
          break;
        if (box->x > x1 || box->x + box->width < x0 ||
            box->y + MAX (box->height, box->run_height) < y0)
          continue;
        /* Report a box only in the first column that it shares with the area. */
        if (column == MAX (first, find_column (self, box->x)))
          g_array_append_val (found, self->members[i]);
        if (found->len > most)
          return;
      }
}

/* --- Lines --------------------------------------------------------------------------------- */

typedef struct
{
  double x0;
  double y0;
  double x1;
  double y1;
} Area;

static gboolean
contains (const Area *area, TroupeRoutePoint point)
{
  return point.x > area->x0 && point.x < area->x1 && point.y > area->y0 && point.y < area->y1;
}

/* Returns TRUE if a point of the line from @a to @b is inside @area. */
static gboolean
enters (const Area *area, TroupeRoutePoint a, TroupeRoutePoint b)
{
  const double p[] = { a.x - b.x, b.x - a.x, a.y - b.y, b.y - a.y };
  const double q[] = { a.x - area->x0, area->x1 - a.x, a.y - area->y0, area->y1 - a.y };
  double t0 = 0;
  double t1 = 1;

  if (MAX (a.x, b.x) <= area->x0 || MIN (a.x, b.x) >= area->x1 || MAX (a.y, b.y) <= area->y0 ||
      MIN (a.y, b.y) >= area->y1)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (p); i++)
    {
      if (p[i] < 0)
        t0 = MAX (t0, q[i] / p[i]);
      else if (p[i] > 0)
        t1 = MIN (t1, q[i] / p[i]);
    }
  return t0 < t1;
}

static Area
get_area (const TroupeRouteBox *box, const Margin *margin)
{
  return (Area){ box->x - margin->side, box->y - margin->above, box->x + box->width + margin->side,
                 box->y + MAX (box->height + margin->below, box->run_height + margin->run_below) };
}

gboolean
troupe_route_field_meets (const TroupeRouteField *self,
                          const TroupeRoutePoint *points,
                          guint n_points,
                          const Margin *margin)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  double most = MAX (margin->side, MAX (margin->above, MAX (margin->below, margin->run_below)));

  for (guint i = 0; i + 1 < n_points; i += CHUNK)
    {
      guint end = MIN (i + CHUNK, n_points - 1);
      Area reach = { points[i].x, points[i].y, points[i].x, points[i].y };

      for (guint k = i + 1; k <= end; k++)
        {
          reach.x0 = MIN (reach.x0, points[k].x);
          reach.x1 = MAX (reach.x1, points[k].x);
          reach.y0 = MIN (reach.y0, points[k].y);
          reach.y1 = MAX (reach.y1, points[k].y);
        }
      troupe_route_field_list (self, reach.x0 - most, reach.y0 - most, reach.x1 + most,
                               reach.y1 + most, MAX_MET, found);
      /* Too many boxes: assume that the line meets one. */
      if (found->len > MAX_MET)
        return TRUE;
      for (guint n = 0; n < found->len; n++)
        {
          const TroupeRouteBox *box = &self->boxes[g_array_index (found, guint, n)];
          Area area = get_area (box, margin);

          /* A wire may touch the boxes at its ends but must not run into them. */
          if (contains (&area, points[0]) || contains (&area, points[n_points - 1]))
            area =
                (Area){ box->x + 1, box->y + 1, box->x + box->width - 1, box->y + box->height - 1 };
          for (guint k = i; k < end; k++)
            if (enters (&area, points[k], points[k + 1]))
              return TRUE;
        }
    }
  return FALSE;
}
