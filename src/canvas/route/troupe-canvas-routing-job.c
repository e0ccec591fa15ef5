/* troupe-canvas-routing-job.c: routes all wires on a thread
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-routing-job"

#include "config.h"

#include "troupe-canvas-routing-job.h"

/* Limits for finding paths and for coordinating them, about a tenth of a second each. */
#define BUDGET 20000000

/* Maximum number of wires that are settled immediately. This takes three milliseconds, however
 * much the wires cross. One and a half times as many wires may take eight milliseconds. */
#define QUICK_WIRES 32

struct _CanvasSettling
{
  TroupeRouteField *field;
  GArray *wires; /* CanvasWanted */
};

static void
wanted_clear (gpointer data)
{
  CanvasWanted *wanted = data;

  g_clear_pointer (&wanted->way, troupe_route_path_free);
}

CanvasSettling *
troupe_canvas_routing_job_new (TroupeRouteField *field, guint n_wires)
{
  CanvasSettling *self = g_new0 (CanvasSettling, 1);

  self->field = troupe_route_field_ref (field);
  self->wires = g_array_new (FALSE, TRUE, sizeof (CanvasWanted));
  g_array_set_clear_func (self->wires, wanted_clear);
  g_array_set_size (self->wires, n_wires);
  return self;
}

void
troupe_canvas_routing_job_free (CanvasSettling *self)
{
  g_array_unref (self->wires);
  troupe_route_field_unref (self->field);
  g_free (self);
}

CanvasWanted *
troupe_canvas_routing_job_get (CanvasSettling *self, guint index)
{
  return &g_array_index (self->wires, CanvasWanted, index);
}

/* Returns TRUE if this number of paths can be settled between two frames. The result depends
 * only on the drawing, so that the drawing is the same on a busy machine. */
gboolean
troupe_canvas_routing_job_is_quick (guint n_ways)
{
  return n_ways <= QUICK_WIRES;
}

/* Finds the requested paths and coordinates all of them. If the job was cancelled, the results
 * are unusable. */
void
troupe_canvas_routing_job_run (CanvasSettling *self, GCancellable *cancellable)
{
  g_autofree TroupeRoutePath **ways = g_new0 (TroupeRoutePath *, self->wires->len + 1);
  guint64 to_find = BUDGET;
  guint64 to_settle = BUDGET;

  for (guint i = 0; i < self->wires->len; i++)
    {
      const CanvasWanted *wanted = &g_array_index (self->wires, CanvasWanted, i);

      ways[i] = wanted->way;
      if (wanted->way == NULL || wanted->need < CANVAS_WAY_AGAIN)
        continue;
      troupe_route_find_again (self->field, wanted->way, &to_find);
      if (g_cancellable_is_cancelled (cancellable))
        return;
    }
  troupe_route_settle (self->field, ways, self->wires->len, FALSE, &to_settle);
}
