/* troupe-run-area.c: the part of the canvas in which a run takes place
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-area"

#include "config.h"

#include "troupe-run-area.h"

/* @any: whether @all has an area already */
static void
join (graphene_rect_t *all, gboolean *any, const graphene_rect_t *bounds)
{
  if (*any)
    graphene_rect_union (all, bounds, all);
  else
    *all = *bounds;
  *any = TRUE;
}

static gboolean
fits (gboolean any, const graphene_rect_t *area, double width, double height)
{
  return any && (double) area->size.width <= width && (double) area->size.height <= height;
}

gboolean
troupe_run_area_find (TroupeCanvas *canvas, double width, double height, graphene_rect_t *area)
{
  TroupeCanvasScene *scene = NULL;
  graphene_rect_t now = GRAPHENE_RECT_INIT (0, 0, 0, 0);
  graphene_rect_t last =
      GRAPHENE_RECT_INIT (-G_MAXFLOAT, 0, 0, 0); /* drawings go from left to right */
  gboolean has_area = FALSE;
  gboolean has_now = FALSE;

  g_return_val_if_fail (TROUPE_IS_CANVAS (canvas), FALSE);
  g_return_val_if_fail (area != NULL, FALSE);

  scene = troupe_canvas_get_scene (canvas);
  for (guint i = 0; scene != NULL && i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_node (scene, i)->id;
      const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (scene, id);
      graphene_rect_t bounds;

      if (run == NULL || run->state == TROUPE_CANVAS_STATE_IDLE ||
          run->state == TROUPE_CANVAS_STATE_WAITING || run->state == TROUPE_CANVAS_STATE_SKIPPED ||
          !troupe_canvas_get_bounds (canvas, id, &bounds))
        continue;
      join (area, &has_area, &bounds);
      if (run->state != TROUPE_CANVAS_STATE_DONE && run->state != TROUPE_CANVAS_STATE_STALE)
        join (&now, &has_now, &bounds);
      else if (bounds.origin.x >= last.origin.x)
        last = bounds;
    }
  if (!fits (has_area, area, width, height))
    *area = has_now ? now : last;
  return fits (has_area, area, width, height);
}
