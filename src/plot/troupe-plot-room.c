/* troupe-plot-room.c: which places of a drawing are taken
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-room"

#include "config.h"

#include <math.h>

#include "troupe-plot-room.h"

#define CELL 128.0

struct _TroupePlotRoom
{
  GHashTable *cells; /* cell to GArray of TroupePlotBox */
};

TroupePlotRoom *
troupe_plot_room_new (void)
{
  TroupePlotRoom *self = g_new0 (TroupePlotRoom, 1);

  self->cells =
      g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, (GDestroyNotify) g_array_unref);
  return self;
}

void
troupe_plot_room_free (TroupePlotRoom *self)
{
  g_hash_table_unref (self->cells);
  g_free (self);
}

static gint64
make_cell (double x, double y)
{
  return (gint64) (((guint64) (guint32) (gint32) floor (x / CELL) << 32) |
                   (guint32) (gint32) floor (y / CELL));
}

void
troupe_plot_room_take (TroupePlotRoom *self, TroupePlotBox box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 key = make_cell (x, y);
        GArray *list = g_hash_table_lookup (self->cells, &key);

        if (list == NULL)
          {
            list = g_array_new (FALSE, FALSE, sizeof (TroupePlotBox));
            g_hash_table_insert (self->cells, g_memdup2 (&key, sizeof key), list);
          }
        g_array_append_val (list, box);
      }
}

double
troupe_plot_room_find_obstacle (TroupePlotRoom *self, TroupePlotBox box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 key = make_cell (x, y);
        GArray *list = g_hash_table_lookup (self->cells, &key);

        for (guint i = 0; list != NULL && i < list->len; i++)
          {
            const TroupePlotBox *other = &g_array_index (list, TroupePlotBox, i);

            if (box.x < other->x + other->width && other->x < box.x + box.width &&
                box.y < other->y + other->height && other->y < box.y + box.height)
              return other->y + other->height;
          }
      }
  return NAN;
}
