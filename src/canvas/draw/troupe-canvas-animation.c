/* troupe-canvas-animation.c: animates cards to new positions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-animation"

#include "config.h"

#include "troupe-canvas-animation.h"

#include "troupe-canvas-scene-records.h"

#define GLIDE_LENGTH (250 * G_TIME_SPAN_MILLISECOND)
#define GLIDES_MAX 1000 /* more cannot be drawn 60 times a second */

typedef struct
{
  double x, y;
} Place;

typedef struct
{
  char *id;
  Place from;
  Place to;
  Place last; /* position set by the last step */
} Glide;

struct _TroupeCanvasAnimation
{
  GObject parent_instance;

  TroupeCanvasScene *scene;
  GHashTable *before; /* (nullable): old positions, by id */
  GArray *glides;     /* Glide: the items that are moving */
  gint64 start;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasAnimation, troupe_canvas_animation, G_TYPE_OBJECT)

static void
glide_clear (gpointer data)
{
  g_free (((Glide *) data)->id);
}

static void
troupe_canvas_animation_finalize (GObject *object)
{
  TroupeCanvasAnimation *self = TROUPE_CANVAS_ANIMATION (object);

  g_clear_object (&self->scene);
  g_clear_pointer (&self->before, g_hash_table_unref);
  g_clear_pointer (&self->glides, g_array_unref);

  G_OBJECT_CLASS (troupe_canvas_animation_parent_class)->finalize (object);
}

static void
troupe_canvas_animation_class_init (TroupeCanvasAnimationClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_animation_finalize;
}

static void
troupe_canvas_animation_init (TroupeCanvasAnimation *self)
{
  self->glides = g_array_new (FALSE, FALSE, sizeof (Glide));
  g_array_set_clear_func (self->glides, glide_clear);
}

TroupeCanvasAnimation *
troupe_canvas_animation_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS_ANIMATION, NULL);
}

void
troupe_canvas_animation_set_scene (TroupeCanvasAnimation *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ANIMATION (self));

  g_clear_pointer (&self->before, g_hash_table_unref);
  g_array_set_size (self->glides, 0);
  g_set_object (&self->scene, scene);
}

/* Calls @visit for every item that has a position. */
static void
for_each_placed (TroupeCanvasAnimation *self,
                 void (*visit) (TroupeCanvasAnimation *self, const char *id, Place place))
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,
                                            TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP };

  g_assert (TROUPE_IS_CANVAS_ANIMATION (self));

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (self->scene, kinds[k]);

      for (guint i = 0; i < n; i++)
        {
          const TroupeRecord *record = troupe_scene_nth (self->scene, kinds[k], i);
          Place place;

          if (record != NULL && troupe_record_read_place (record, &place.x, &place.y))
            visit (self, troupe_record_get_id (record), place);
        }
    }
}

static void
remember (TroupeCanvasAnimation *self, const char *id, Place place)
{
  Place *kept = g_new (Place, 1);

  g_assert (TROUPE_IS_CANVAS_ANIMATION (self));

  *kept = place;
  g_hash_table_insert (self->before, g_strdup (id), kept);
}

static void
compare (TroupeCanvasAnimation *self, const char *id, Place place)
{
  const Place *before = g_hash_table_lookup (self->before, id);
  Glide glide;

  g_assert (TROUPE_IS_CANVAS_ANIMATION (self));

  if (before == NULL || (before->x == place.x && before->y == place.y))
    return;

  glide = (Glide){ g_strdup (id), *before, place, *before };
  g_array_append_val (self->glides, glide);
}

/* Moves all items to their position at @t, 0 to 1. Items that were moved or removed by other
 * code in the meantime are no longer animated. */
static void
put_all (TroupeCanvasAnimation *self, double t)
{
  g_assert (TROUPE_IS_CANVAS_ANIMATION (self));

  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = self->glides->len; i-- > 0;)
    {
      Glide *glide = &g_array_index (self->glides, Glide, i);
      Place now;

      if (!troupe_canvas_scene_get_position (self->scene, glide->id, &now.x, &now.y) ||
          now.x != glide->last.x || now.y != glide->last.y)
        {
          g_array_remove_index_fast (self->glides, i);
          continue;
        }
      glide->last = t >= 1 ? glide->to
                           : (Place){ glide->from.x + (glide->to.x - glide->from.x) * t,
                                      glide->from.y + (glide->to.y - glide->from.y) * t };
      troupe_canvas_scene_set_position (self->scene, glide->id, glide->last.x, glide->last.y);
    }
  troupe_canvas_scene_end_update (self->scene);
}

void
troupe_canvas_animation_finish (TroupeCanvasAnimation *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ANIMATION (self));

  if (self->glides->len == 0)
    return;

  put_all (self, 1);
  g_array_set_size (self->glides, 0);
}

void
troupe_canvas_animation_begin (TroupeCanvasAnimation *self, gboolean wanted)
{
  g_return_if_fail (TROUPE_IS_CANVAS_ANIMATION (self));

  troupe_canvas_animation_finish (self);
  g_clear_pointer (&self->before, g_hash_table_unref);
  if (self->scene == NULL || !wanted)
    return;

  self->before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for_each_placed (self, remember);
}

gboolean
troupe_canvas_animation_end (TroupeCanvasAnimation *self, gint64 now)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_ANIMATION (self), FALSE);

  if (self->before == NULL)
    return FALSE;

  for_each_placed (self, compare);
  g_clear_pointer (&self->before, g_hash_table_unref);
  if (self->glides->len > GLIDES_MAX)
    {
      g_array_set_size (self->glides, 0);
      return FALSE;
    }

  /* The scene already has the new positions, so the items are moved back to the positions at
   * which they were seen last. */
  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < self->glides->len; i++)
    {
      const Glide *glide = &g_array_index (self->glides, Glide, i);

      troupe_canvas_scene_set_position (self->scene, glide->id, glide->from.x, glide->from.y);
    }
  troupe_canvas_scene_end_update (self->scene);
  self->start = now;
  return self->glides->len > 0;
}

gboolean
troupe_canvas_animation_step (TroupeCanvasAnimation *self, gint64 now)
{
  double t, rest;

  g_return_val_if_fail (TROUPE_IS_CANVAS_ANIMATION (self), FALSE);

  if (self->glides->len == 0)
    return FALSE;

  t = (double) (now - self->start) / (double) GLIDE_LENGTH;
  t = CLAMP (t, 0, 1);
  rest = 2 - 2 * t;
  put_all (self, t < 0.5 ? 4 * t * t * t : 1 - rest * rest * rest / 2);
  if (t >= 1)
    g_array_set_size (self->glides, 0);

  return self->glides->len > 0;
}
