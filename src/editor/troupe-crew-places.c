/* troupe-crew-places.c: where the cards of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>

#include "troupe-crew-places.h"

#define PITCH 336.0 /* of tasks: a card, and room for two wires that turn */
#define TASK_HEIGHT 132.0
#define AGENTS_BELOW 120.0    /* below the tasks: room for a strip with words, and for a lane */
#define MANAGER_ABOVE 224.0   /* from the manager's upper edge to the tasks' */
#define LANE_STEP 14.0        /* between two lanes */
#define FIRST_LANE_BELOW 60.0 /* below the tasks: a strip with words is 48 */
#define FIRST_LANE_ABOVE 24.0 /* above them */
#define FRAME_ABOVE 53.0      /* above a frame, which reaches 38 above the tasks */

struct _TroupeCrewPlaces
{
  guint n_tasks;
  gboolean is_led;
  gboolean has_frames;
  GArray *columns; /* guint: of each agent */
  GArray *ends;    /* guint: of each lane, where the last wire on it ends */
  GArray *starts;  /* guint: where that wire starts */
};

/* The column of the first task that it does, or the next one that is free. */
static void
place_agents (TroupeCrewPlaces *self, guint n_agents, const int *first_tasks)
{
  g_autoptr (GHashTable) taken = g_hash_table_new (NULL, NULL);

  g_assert (self != NULL);

  /* Those that do a task stand below it, whoever comes first in the document. */
  for (guint i = 0; i < n_agents; i++)
    if (first_tasks[i] >= 0 && g_hash_table_add (taken, GUINT_TO_POINTER (first_tasks[i] + 1)))
      g_array_index (self->columns, guint, i) = (guint) first_tasks[i] + 1;
  for (guint i = 0; i < n_agents; i++)
    {
      guint column = first_tasks[i] >= 0 ? (guint) first_tasks[i] + 1 : 1;

      if (g_array_index (self->columns, guint, i) != 0)
        continue;
      while (!g_hash_table_add (taken, GUINT_TO_POINTER (column)))
        column++;
      g_array_index (self->columns, guint, i) = column;
    }
}

TroupeCrewPlaces *
troupe_crew_places_new (guint n_tasks, guint n_agents, const int *first_tasks, gboolean is_led)
{
  TroupeCrewPlaces *self;

  g_return_val_if_fail (n_agents == 0 || first_tasks != NULL, NULL);

  self = g_new0 (TroupeCrewPlaces, 1);
  self->n_tasks = n_tasks;
  self->is_led = is_led;
  self->columns = g_array_new (FALSE, TRUE, sizeof (guint));
  self->starts = g_array_new (FALSE, TRUE, sizeof (guint));
  self->ends = g_array_new (FALSE, TRUE, sizeof (guint));
  g_array_set_size (self->columns, n_agents);
  place_agents (self, n_agents, first_tasks);
  return self;
}

void
troupe_crew_places_free (TroupeCrewPlaces *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->columns);
  g_array_unref (self->starts);
  g_array_unref (self->ends);
  g_free (self);
}

void
troupe_crew_places_set_has_frames (TroupeCrewPlaces *self, gboolean has_frames)
{
  g_return_if_fail (self != NULL);

  self->has_frames = has_frames;
}

/* Where a manager stands above, its lines come down there: the lanes run below. */
static double
get_lane_y (TroupeCrewPlaces *self, guint lane)
{
  g_assert (self != NULL);

  if (self->is_led)
    return TASK_HEIGHT + FIRST_LANE_BELOW + LANE_STEP * lane;
  return -(self->has_frames ? FRAME_ABOVE : FIRST_LANE_ABOVE) - LANE_STEP * lane;
}

gboolean
troupe_crew_places_add_lane (TroupeCrewPlaces *self, guint from, guint to, double *y)
{
  guint lane = 0;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (y != NULL, FALSE);

  if (to <= from + 1)
    return FALSE;
  /* Wires of one source share a lane, and wires that do not meet. */
  while (lane < self->ends->len && g_array_index (self->ends, guint, lane) > from &&
         g_array_index (self->starts, guint, lane) != from)
    lane++;
  if (lane == self->ends->len)
    {
      g_array_set_size (self->ends, lane + 1);
      g_array_set_size (self->starts, lane + 1);
    }
  g_array_index (self->starts, guint, lane) = from;
  g_array_index (self->ends, guint, lane) = MAX (g_array_index (self->ends, guint, lane), to);
  *y = get_lane_y (self, lane);
  return TRUE;
}

void
troupe_crew_places_get_task (TroupeCrewPlaces *self, guint index, double *x, double *y)
{
  g_return_if_fail (self != NULL);

  *x = PITCH * index;
  *y = 0;
}

void
troupe_crew_places_get_agent (TroupeCrewPlaces *self, guint index, double *x, double *y)
{
  guint n_lanes_below;

  g_return_if_fail (self != NULL);
  g_return_if_fail (index < self->columns->len);

  n_lanes_below = self->is_led && self->ends->len > 1 ? self->ends->len - 1 : 0;
  *x = PITCH * (g_array_index (self->columns, guint, index) - 1);
  *y = TASK_HEIGHT + AGENTS_BELOW + LANE_STEP * n_lanes_below;
}

void
troupe_crew_places_get_manager (TroupeCrewPlaces *self, double *x, double *y)
{
  g_return_if_fail (self != NULL);

  *x = PITCH * (MAX (self->n_tasks, 1) - 1) / 2;
  *y = -MANAGER_ABOVE;
}

guint
troupe_crew_places_find_index (guint n_tasks, double x)
{
  double place = round (x / PITCH);

  if (n_tasks == 0 || place <= 0)
    return 0;
  return place >= n_tasks ? n_tasks - 1 : (guint) place;
}
