/* troupe-plot-room.c: spatial index of the occupied areas of a drawing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-room"

#include "config.h"

#include <math.h>

#include "troupe-plot-room.h"

#define CELL 256.0
#define N_HEADS 4096u /* a power of two */
#define NONE G_MAXUINT

/* A box in one of the cells that it intersects. */
typedef struct
{
  gint64 cell;
  guint next; /* of the next entry with the same head */
  TroupePlotBox box;
} Entry;

/* The index is created again for each added card; a fixed hash table avoids an allocation per
 * cell. */
struct _TroupePlotSpace
{
  GArray *entries; /* (element-type Entry) */
  guint heads[N_HEADS];
};

TroupePlotSpace *
troupe_plot_space_new (void)
{
  TroupePlotSpace *self = g_new (TroupePlotSpace, 1);

  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  for (guint i = 0; i < N_HEADS; i++)
    self->heads[i] = NONE;
  return self;
}

void
troupe_plot_space_free (TroupePlotSpace *self)
{
  g_array_unref (self->entries);
  g_free (self);
}

static gint64
make_cell (double x, double y)
{
  return (gint64) (((guint64) (guint32) (gint32) floor (x / CELL) << 32) |
                   (guint32) (gint32) floor (y / CELL));
}

static guint
find_head (gint64 cell)
{
  return (guint) (((guint64) cell * 0x9e3779b97f4a7c15u) >> 40) & (N_HEADS - 1);
}

void
troupe_plot_space_take (TroupePlotSpace *self, TroupePlotBox box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 cell = make_cell (x, y);
        guint *head = &self->heads[find_head (cell)];
        Entry entry = { cell, *head, box };

        *head = self->entries->len;
        g_array_append_val (self->entries, entry);
      }
}

double
troupe_plot_space_find_obstacle (TroupePlotSpace *self, TroupePlotBox box)
{
  for (double x = floor (box.x / CELL) * CELL; x < box.x + box.width; x += CELL)
    for (double y = floor (box.y / CELL) * CELL; y < box.y + box.height; y += CELL)
      {
        gint64 cell = make_cell (x, y);

        for (guint i = self->heads[find_head (cell)]; i != NONE;)
          {
            const Entry *entry = &g_array_index (self->entries, Entry, i);
            const TroupePlotBox *other = &entry->box;

            if (entry->cell == cell && box.x < other->x + other->width &&
                other->x < box.x + box.width && box.y < other->y + other->height &&
                other->y < box.y + box.height)
              return other->y + other->height;
            i = entry->next;
          }
      }
  return NAN;
}
