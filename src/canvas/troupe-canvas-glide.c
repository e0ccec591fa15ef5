/* troupe-canvas-glide.c: things go to their new places instead of jumping
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-glide"

#include "config.h"

#include "troupe-canvas-private.h"

#define GLIDE_LENGTH (250 * G_TIME_SPAN_MILLISECOND)
#define GLIDES_MAX 1000 /* more would not be drawn sixty times a second */

typedef struct
{
  double x, y;
} Place;

typedef struct
{
  char *id;
  Place from;
  Place to;
  Place last; /* where the last step has put it */
} Glide;

static void
glide_clear (gpointer data)
{
  g_free (((Glide *) data)->id);
}

/* Calls @visit for everything that has a place. */
static void
for_each_placed (TroupeCanvas *self,
                 void (*visit) (TroupeCanvas *self, const char *id, Place place))
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,
                                            TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP };

  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      GPtrArray *array = _troupe_canvas_scene_get_array (self->scene, kinds[k]);

      for (guint i = 0; i < array->len; i++)
        {
          TroupeRecord *record = array->pdata[i];
          double *x, *y;

          if (record != NULL && troupe_record_get_place (record, &x, &y))
            visit (self, troupe_record_get_id (record), (Place){ *x, *y });
        }
    }
}

static void
remember (TroupeCanvas *self, const char *id, Place place)
{
  Place *kept = g_new (Place, 1);

  *kept = place;
  g_hash_table_insert (self->glide_before, g_strdup (id), kept);
}

static void
compare (TroupeCanvas *self, const char *id, Place place)
{
  const Place *before = g_hash_table_lookup (self->glide_before, id);
  Glide glide;

  if (before == NULL || (before->x == place.x && before->y == place.y))
    return;

  glide = (Glide){ g_strdup (id), *before, place, *before };
  g_array_append_val (self->glides, glide);
}

/* Puts everything at @t of its way. What somebody else has moved since, or taken away, is left. */
static void
put_all (TroupeCanvas *self, double t)
{
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
troupe_canvas_finish_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (self->glides == NULL || self->glides->len == 0)
    return;

  put_all (self, 1);
  g_array_set_size (self->glides, 0);
}

void
troupe_canvas_begin_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_finish_glide (self);
  g_clear_pointer (&self->glide_before, g_hash_table_unref);
  if (self->scene == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)) ||
      !_troupe_canvas_motion_wanted (self))
    return;

  self->glide_before = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for_each_placed (self, remember);
}

void
troupe_canvas_end_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (self->glide_before == NULL)
    return;

  if (self->glides == NULL)
    {
      self->glides = g_array_new (FALSE, FALSE, sizeof (Glide));
      g_array_set_clear_func (self->glides, glide_clear);
    }
  for_each_placed (self, compare);
  g_clear_pointer (&self->glide_before, g_hash_table_unref);
  if (self->glides->len > GLIDES_MAX)
    {
      g_array_set_size (self->glides, 0);
      return;
    }

  /* The scene has the new places already: back to where each was seen last. */
  troupe_canvas_scene_begin_update (self->scene);
  for (guint i = 0; i < self->glides->len; i++)
    {
      const Glide *glide = &g_array_index (self->glides, Glide, i);

      troupe_canvas_scene_set_position (self->scene, glide->id, glide->from.x, glide->from.y);
    }
  troupe_canvas_scene_end_update (self->scene);
  self->glide_start = _troupe_canvas_frame_time (self);
  if (self->glides->len > 0)
    _troupe_canvas_ensure_tick (self);
}

gboolean
_troupe_canvas_step_glide (TroupeCanvas *self, gint64 now)
{
  double t = (double) (now - self->glide_start) / (double) GLIDE_LENGTH;
  double rest;

  if (self->glides == NULL || self->glides->len == 0)
    return FALSE;

  t = CLAMP (t, 0, 1);
  rest = 2 - 2 * t;
  put_all (self, t < 0.5 ? 4 * t * t * t : 1 - rest * rest * rest / 2);
  if (t >= 1)
    g_array_set_size (self->glides, 0);

  return self->glides->len > 0;
}

void
_troupe_canvas_drop_glide (TroupeCanvas *self)
{
  g_clear_pointer (&self->glide_before, g_hash_table_unref);
  g_clear_pointer (&self->glides, g_array_unref);
}
