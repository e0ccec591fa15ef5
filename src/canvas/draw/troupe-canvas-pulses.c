/* troupe-canvas-pulses.c: pulses that move along wires when they fire
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-pulses"

#include "config.h"

#include "troupe-canvas-pulses.h"

#define PULSE_LENGTH (600 * G_TIME_SPAN_MILLISECOND)
#define PULSES_MAX 60

struct _TroupeCanvasPulses
{
  GObject parent_instance;

  GArray *pulses;  /* CanvasPulse */
  GArray *counts;  /* guint per wire: how often it had fired */
  guint structure; /* structure counter of the scene for which @counts is valid */
};

G_DEFINE_FINAL_TYPE (TroupeCanvasPulses, troupe_canvas_pulses, G_TYPE_OBJECT)

static void
clear_pulse (gpointer data)
{
  g_free (((CanvasPulse *) data)->wire);
}

static void
troupe_canvas_pulses_finalize (GObject *object)
{
  TroupeCanvasPulses *self = TROUPE_CANVAS_PULSES (object);

  g_clear_pointer (&self->pulses, g_array_unref);
  g_clear_pointer (&self->counts, g_array_unref);

  G_OBJECT_CLASS (troupe_canvas_pulses_parent_class)->finalize (object);
}

static void
troupe_canvas_pulses_class_init (TroupeCanvasPulsesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_canvas_pulses_finalize;
}

static void
troupe_canvas_pulses_init (TroupeCanvasPulses *self)
{
  self->pulses = g_array_new (FALSE, TRUE, sizeof (CanvasPulse));
  g_array_set_clear_func (self->pulses, clear_pulse);
  self->counts = g_array_new (FALSE, TRUE, sizeof (guint));
}

TroupeCanvasPulses *
troupe_canvas_pulses_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS_PULSES, NULL);
}

void
troupe_canvas_pulses_clear (TroupeCanvasPulses *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS_PULSES (self));

  g_array_set_size (self->pulses, 0);
  g_array_set_size (self->counts, 0);
}

gboolean
troupe_canvas_pulses_follow (TroupeCanvasPulses *self,
                             TroupeCanvasScene *scene,
                             TroupeCanvasRouter *router,
                             const graphene_rect_t *view,
                             gint64 now,
                             gboolean motion)
{
  guint n_wires, n_routes, before;
  const CanvasRoute *routes;
  gboolean same;

  g_return_val_if_fail (TROUPE_IS_CANVAS_PULSES (self), FALSE);

  routes = troupe_canvas_router_get_routes (router, &n_routes);
  before = self->pulses->len;
  n_wires = troupe_scene_count (scene, TROUPE_CANVAS_KIND_WIRE);
  /* Counts cannot be compared if wires were added, removed or replaced. */
  same = self->counts->len == n_wires && n_routes == n_wires &&
         self->structure == troupe_scene_get_structure (scene);
  g_array_set_size (self->counts, n_wires);
  self->structure = troupe_scene_get_structure (scene);
  for (guint i = 0; i < n_wires; i++)
    {
      const TroupeWireRecord *wire = troupe_scene_wire (scene, i);
      guint *count = &g_array_index (self->counts, guint, i);

      if (same && motion && *count != wire->pulses && routes[i].n_segments > 0 &&
          troupe_canvas_in_view (view, routes[i].x0, routes[i].y0, routes[i].x1, routes[i].y1))
        {
          const char *pulse_wire = wire->wire.id;
          CanvasPulse pulse = { NULL, now };

          if (self->pulses->len < PULSES_MAX)
            {
              pulse.wire = g_strdup (pulse_wire);
              g_array_append_val (self->pulses, pulse);
            }
        }
      *count = wire->pulses;
    }

  return self->pulses->len > before;
}

gboolean
troupe_canvas_pulses_step (TroupeCanvasPulses *self, gint64 now)
{
  gboolean any;

  g_return_val_if_fail (TROUPE_IS_CANVAS_PULSES (self), FALSE);

  any = self->pulses->len > 0;
  for (guint i = self->pulses->len; i-- > 0;)
    if (now - g_array_index (self->pulses, CanvasPulse, i).start > PULSE_LENGTH)
      g_array_remove_index (self->pulses, i);

  return any;
}

guint
troupe_canvas_pulses_count (TroupeCanvasPulses *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PULSES (self), 0);

  return self->pulses->len;
}

const CanvasPulse *
troupe_canvas_pulses_nth (TroupeCanvasPulses *self, guint index)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_PULSES (self), NULL);

  return &g_array_index (self->pulses, CanvasPulse, index);
}

double
troupe_canvas_pulse_get_part (const CanvasPulse *pulse, gint64 now)
{
  return (double) (now - pulse->start) / (double) PULSE_LENGTH;
}
