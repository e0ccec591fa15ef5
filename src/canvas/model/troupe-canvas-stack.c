/* troupe-canvas-stack.c: stacking order of cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-stack"

#include "config.h"

#include "troupe-canvas-scene-private.h"
#include "troupe-canvas-stack.h"
#include "troupe-canvas-state.h"

typedef struct
{
  guint index;
  guint rank;
  float y;
} Place;

static int
compare (gconstpointer a, gconstpointer b)
{
  const Place *left = a;
  const Place *right = b;

  if (left->rank != right->rank)
    return left->rank < right->rank ? -1 : 1;
  if (left->rank > 0 && left->y != right->y)
    return left->y > right->y ? -1 : 1;
  return left->index < right->index ? -1 : 1;
}

void
troupe_canvas_stack_sort (TroupeCanvasScene *scene,
                          const CanvasBox *boxes,
                          TroupeCanvasSelection *selection,
                          GArray *cards)
{
  g_autofree Place *places = NULL;
  guint first = 0;

  g_return_if_fail (TROUPE_IS_CANVAS_SCENE (scene));
  g_return_if_fail (cards != NULL);

  while (first < cards->len &&
         troupe_scene_node (scene, g_array_index (cards, guint, first))->run.state ==
             TROUPE_CANVAS_STATE_IDLE)
    first++;
  if (first == cards->len)
    return;

  places = g_new (Place, cards->len);
  for (guint n = 0; n < cards->len; n++)
    {
      const guint i = g_array_index (cards, guint, n);
      const TroupeNodeRecord *node = troupe_scene_node (scene, i);
      guint rank;

      if (node->run.state != TROUPE_CANVAS_STATE_IDLE && selection != NULL &&
          troupe_canvas_selection_contains (selection, node->node.id))
        rank = G_MAXUINT8;
      else
        rank = troupe_canvas_state_get_look (node->run.state)->rank;
      places[n] = (Place){ i, rank, boxes[i].y };
    }
  qsort (places, cards->len, sizeof (Place), compare);
  for (guint n = 0; n < cards->len; n++)
    g_array_index (cards, guint, n) = places[n].index;
}
