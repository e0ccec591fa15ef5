/* troupe-plot-crew-place.c: where the cards of a crew stand
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-crew-place"

#include "config.h"

#include "troupe-plot-crew-place.h"

#define PITCH 336.0
#define AGENTS_BELOW 120.0
#define MANAGER_ABOVE 132.0

void
troupe_plot_crew_places_free (TroupePlotCrewPlaces *self)
{
  g_free (self->tasks);
  g_free (self->agents);
  g_free (self);
}

/* The first free column from @wanted on, to the right and then to the left of it. */
static guint
find_column (const gboolean *taken, guint n_columns, guint wanted)
{
  for (guint i = wanted; i < n_columns; i++)
    if (!taken[i])
      return i;
  for (guint i = wanted; i > 0; i--)
    if (!taken[i - 1])
      return i - 1;
  return n_columns;
}

TroupePlotCrewPlaces *
troupe_plot_crew_place (TroupeCrew *crew, double strip)
{
  TroupePlotCrewPlaces *self;
  guint n_columns;
  g_autofree gboolean *taken = NULL;
  double agents_y;

  g_return_val_if_fail (crew != NULL, NULL);

  self = g_new0 (TroupePlotCrewPlaces, 1);
  n_columns = MAX (crew->n_tasks, crew->n_agents);
  taken = g_new0 (gboolean, n_columns + 1);
  agents_y = TROUPE_PLOT_TASK_HEIGHT + strip + AGENTS_BELOW;
  self->tasks = g_new0 (TroupePlotSpot, crew->n_tasks + 1);
  self->agents = g_new0 (TroupePlotSpot, crew->n_agents + 1);
  for (guint i = 0; i < crew->n_tasks; i++)
    self->tasks[i] = (TroupePlotSpot){ i * PITCH, 0 };
  for (guint i = 0; i < crew->n_agents; i++)
    {
      guint wanted = i;

      for (guint k = crew->n_tasks; k > 0; k--)
        if (crew->tasks[k - 1].agent == (int) i)
          wanted = k - 1;
      wanted = find_column (taken, n_columns, wanted);
      taken[MIN (wanted, n_columns)] = TRUE;
      self->agents[i] = (TroupePlotSpot){ wanted * PITCH, agents_y };
    }
  self->manager.x = (crew->n_tasks > 0 ? crew->n_tasks - 1 : 0) * PITCH / 2;
  self->manager.y = -MANAGER_ABOVE - TROUPE_PLOT_AGENT_HEIGHT - strip;
  return self;
}
