/* troupe-canvas-minimap.c: minimap of a canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas-minimap"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-canvas-minimap.h"
#include "troupe-canvas-drawing.h"
#include "troupe-canvas-parts.h"

#define MAP_WIDTH 188
#define MAP_HEIGHT 116
#define WIRES_MAX 2000 /* more would not be legible */
#define LINGER 1       /* seconds it stays visible after everything fits */

struct _TroupeCanvasMinimap
{
  GtkWidget parent_instance;

  TroupeCanvas *canvas;
  TroupeCanvasScene *scene;
  gboolean pinned;
  gboolean wanted;
  guint linger;
  double drag_x, drag_y;
};

G_DEFINE_FINAL_TYPE (TroupeCanvasMinimap, troupe_canvas_minimap, GTK_TYPE_WIDGET)

enum
{
  PROP_0,
  PROP_CANVAS,
  PROP_PINNED,
  PROP_WANTED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_wanted (TroupeCanvasMinimap *self, gboolean wanted)
{
  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  if (self->wanted == wanted)
    return;
  self->wanted = wanted;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WANTED]);
}

static gboolean
linger_cb (gpointer user_data)
{
  TroupeCanvasMinimap *self = user_data;

  g_assert (self != NULL);

  self->linger = 0;
  set_wanted (self, self->pinned);
  return G_SOURCE_REMOVE;
}

static void
update_wanted (TroupeCanvasMinimap *self)
{
  graphene_rect_t all, view;
  gboolean outside = FALSE;

  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  if (self->canvas != NULL && gtk_widget_get_width (GTK_WIDGET (self->canvas)) > 0 &&
      troupe_canvas_get_all_bounds (self->canvas, &all))
    {
      troupe_canvas_get_view (self->canvas, &view);
      outside = !troupe_canvas_rect_contains (&view, &all);
    }

  if (outside || self->pinned)
    {
      g_clear_handle_id (&self->linger, g_source_remove);
      set_wanted (self, TRUE);
    }
  else if (self->wanted && self->linger == 0)
    self->linger = g_timeout_add_seconds (LINGER, linger_cb, self);
}

static void
view_changed_cb (TroupeCanvasMinimap *self)
{
  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  update_wanted (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
follow_scene (TroupeCanvasMinimap *self)
{
  TroupeCanvasScene *scene = self->canvas != NULL ? troupe_canvas_get_scene (self->canvas) : NULL;

  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_func (self->scene, view_changed_cb, self);
  g_set_object (&self->scene, scene);
  if (scene != NULL)
    {
      g_signal_connect_object (scene, "changed", G_CALLBACK (view_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (scene, "painted", G_CALLBACK (view_changed_cb), self,
                               G_CONNECT_SWAPPED);
    }
  view_changed_cb (self);
}

static void
scene_set_cb (TroupeCanvasMinimap *self)
{
  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  follow_scene (self);
}

void
troupe_canvas_minimap_set_canvas (TroupeCanvasMinimap *self, TroupeCanvas *canvas)
{
  g_return_if_fail (TROUPE_IS_CANVAS_MINIMAP (self));
  g_return_if_fail (canvas == NULL || TROUPE_IS_CANVAS (canvas));

  if (self->canvas == canvas)
    return;
  if (self->canvas != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->canvas, self);
      g_signal_handlers_disconnect_by_data (troupe_canvas_get_router (self->canvas), self);
    }
  g_set_object (&self->canvas, canvas);
  if (canvas != NULL)
    {
      g_signal_connect_object (canvas, "view-changed", G_CALLBACK (view_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (canvas, "notify::scene", G_CALLBACK (scene_set_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (canvas, "notify::dark", G_CALLBACK (view_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (troupe_canvas_get_router (canvas), "settled",
                               G_CALLBACK (view_changed_cb), self, G_CONNECT_SWAPPED);
    }
  follow_scene (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CANVAS]);
}

gboolean
troupe_canvas_minimap_get_wanted (TroupeCanvasMinimap *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS_MINIMAP (self), FALSE);

  return self->wanted;
}

void
troupe_canvas_minimap_set_pinned (TroupeCanvasMinimap *self, gboolean pinned)
{
  g_return_if_fail (TROUPE_IS_CANVAS_MINIMAP (self));

  if (self->pinned == !!pinned)
    return;
  self->pinned = !!pinned;
  update_wanted (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PINNED]);
}

/* Computes the mapping that shows everything and the view as large as possible: canvas = (map -
 * offset) / scale. */
static gboolean
get_mapping (TroupeCanvasMinimap *self, double *scale, double *x, double *y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  graphene_rect_t all, view;

  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  if (self->canvas == NULL || !troupe_canvas_get_all_bounds (self->canvas, &all))
    return FALSE;
  troupe_canvas_get_view (self->canvas, &view);
  graphene_rect_union (&all, &view, &all);
  graphene_rect_inset (&all, -24, -24);
  *scale = MIN (width / all.size.width, height / all.size.height);
  *x = (width - all.size.width * *scale) / 2 - all.origin.x * *scale;
  *y = (height - all.size.height * *scale) / 2 - all.origin.y * *scale;
  return TRUE;
}

static void
draw_boxes (TroupeCanvas *canvas, cairo_t *cr)
{
  const TroupeCanvasPalette *palette =
      troupe_canvas_painter_get_palette (troupe_canvas_get_painter (canvas));
  TroupeCanvasGeometry *geometry = troupe_canvas_get_geometry (canvas);
  TroupeCanvasScene *scene = troupe_canvas_get_scene (canvas);
  guint n_boxes, n_groups;
  const CanvasBox *boxes = troupe_canvas_geometry_get_boxes (geometry, &n_boxes);
  const CanvasBox *groups = troupe_canvas_geometry_get_group_boxes (geometry, &n_groups);

  g_assert (TROUPE_IS_CANVAS (canvas));

  for (guint i = 0; i < n_groups; i++)
    {
      cairo_rectangle (cr, groups[i].x, groups[i].y, groups[i].width, groups[i].height);
      troupe_canvas_set_source (cr, palette->hues[troupe_scene_group (scene, i)->group.hue], 0.15);
      cairo_fill (cr);
    }
  for (guint i = 0; i < troupe_scene_count (scene, TROUPE_CANVAS_KIND_NOTE); i++)
    {
      CanvasBox box;

      troupe_canvas_geometry_get_box (geometry, &troupe_scene_note (scene, i)->record, &box);
      cairo_rectangle (cr, box.x, box.y, box.width, box.height);
    }
  troupe_canvas_set_source (cr, palette->note_line, 1);
  cairo_fill (cr);
  for (guint i = 0; i < n_boxes; i++)
    {
      cairo_rectangle (cr, boxes[i].x, boxes[i].y, boxes[i].width, boxes[i].height);
      troupe_canvas_set_source (
          cr, troupe_canvas_get_card_color (palette, troupe_scene_node (scene, i)), 1);
      cairo_fill (cr);
    }
}

static void
troupe_canvas_minimap_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeCanvasMinimap *self = TROUPE_CANVAS_MINIMAP (widget);
  double scale, x, y;
  graphene_rect_t view;
  cairo_t *cr;
  TroupeColor accent;
  TroupeCanvasRouter *router;
  guint n_routes;
  const CanvasRoute *routes;

  if (!get_mapping (self, &scale, &x, &y))
    return;

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                       (float) gtk_widget_get_height (widget)));
  cairo_translate (cr, x, y);
  cairo_scale (cr, scale, scale);
  router = troupe_canvas_get_router (self->canvas);
  routes = troupe_canvas_router_get_routes (router, &n_routes);
  g_assert (TROUPE_IS_CANVAS (self->canvas));
  if (n_routes <= WIRES_MAX)
    {
      for (guint i = 0; i < n_routes; i++)
        {
          const graphene_point_t *points;

          if (routes[i].n_segments == 0)
            continue;
          points = troupe_canvas_router_get_points (router, &routes[i]);
          cairo_move_to (cr, points[0].x, points[0].y);
          for (guint s = 1; s <= routes[i].n_segments; s++)
            cairo_line_to (cr, points[3 * s].x, points[3 * s].y);
        }
      cairo_set_line_width (cr, 1 / scale);
      troupe_canvas_set_source (
          cr, troupe_canvas_painter_get_palette (troupe_canvas_get_painter (self->canvas))->wire_or,
          0.6);
      cairo_stroke (cr);
    }
  draw_boxes (self->canvas, cr);

  troupe_canvas_get_view (self->canvas, &view);
  accent = troupe_canvas_painter_get_palette (troupe_canvas_get_painter (self->canvas))->selection;
  cairo_rectangle (cr, view.origin.x, view.origin.y, view.size.width, view.size.height);
  troupe_canvas_set_source (cr, accent, 0.08);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 2 / scale);
  troupe_canvas_set_source (cr, accent, 1);
  cairo_stroke (cr);
  cairo_destroy (cr);
}

static void
troupe_canvas_minimap_measure (GtkWidget *widget,
                               GtkOrientation orientation,
                               int for_size,
                               int *minimum,
                               int *natural,
                               int *minimum_baseline,
                               int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? MAP_WIDTH : MAP_HEIGHT;
}

static void
go_to (TroupeCanvasMinimap *self, double map_x, double map_y)
{
  double scale, x, y;
  graphene_rect_t view;

  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  if (!get_mapping (self, &scale, &x, &y))
    return;
  troupe_canvas_get_view (self->canvas, &view);
  troupe_canvas_set_origin (self->canvas, (map_x - x) / scale - view.size.width / 2,
                            (map_y - y) / scale - view.size.height / 2);
}

static void
drag_begin_cb (TroupeCanvasMinimap *self, double x, double y, GtkGestureDrag *gesture)
{
  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  self->drag_x = x;
  self->drag_y = y;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  go_to (self, x, y);
}

static void
drag_update_cb (TroupeCanvasMinimap *self, double dx, double dy, GtkGestureDrag *gesture)
{
  g_assert (TROUPE_IS_CANVAS_MINIMAP (self));

  go_to (self, self->drag_x + dx, self->drag_y + dy);
}

static void
troupe_canvas_minimap_dispose (GObject *object)
{
  TroupeCanvasMinimap *self = TROUPE_CANVAS_MINIMAP (object);

  g_clear_handle_id (&self->linger, g_source_remove);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_func (self->scene, view_changed_cb, self);
  g_clear_object (&self->scene);
  if (self->canvas != NULL)
    g_signal_handlers_disconnect_by_data (self->canvas, self);
  g_clear_object (&self->canvas);

  G_OBJECT_CLASS (troupe_canvas_minimap_parent_class)->dispose (object);
}

static void
troupe_canvas_minimap_get_property (GObject *object,
                                    guint prop_id,
                                    GValue *value,
                                    GParamSpec *pspec)
{
  TroupeCanvasMinimap *self = TROUPE_CANVAS_MINIMAP (object);

  switch (prop_id)
    {
    case PROP_CANVAS:
      g_value_set_object (value, self->canvas);
      break;
    case PROP_PINNED:
      g_value_set_boolean (value, self->pinned);
      break;
    case PROP_WANTED:
      g_value_set_boolean (value, self->wanted);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_canvas_minimap_set_property (GObject *object,
                                    guint prop_id,
                                    const GValue *value,
                                    GParamSpec *pspec)
{
  TroupeCanvasMinimap *self = TROUPE_CANVAS_MINIMAP (object);

  switch (prop_id)
    {
    case PROP_CANVAS:
      troupe_canvas_minimap_set_canvas (self, g_value_get_object (value));
      break;
    case PROP_PINNED:
      troupe_canvas_minimap_set_pinned (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
troupe_canvas_minimap_class_init (TroupeCanvasMinimapClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = troupe_canvas_minimap_dispose;
  object_class->get_property = troupe_canvas_minimap_get_property;
  object_class->set_property = troupe_canvas_minimap_set_property;
  widget_class->snapshot = troupe_canvas_minimap_snapshot;
  widget_class->measure = troupe_canvas_minimap_measure;

  properties[PROP_CANVAS] = g_param_spec_object ("canvas", NULL, NULL, TROUPE_TYPE_CANVAS, flags);
  properties[PROP_PINNED] = g_param_spec_boolean ("pinned", NULL, NULL, FALSE, flags);
  properties[PROP_WANTED] =
      g_param_spec_boolean ("wanted", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  gtk_widget_class_set_css_name (widget_class, "minimap");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
troupe_canvas_minimap_init (TroupeCanvasMinimap *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Minimap"), -1);
}

GtkWidget *
troupe_canvas_minimap_new (TroupeCanvas *canvas)
{
  return g_object_new (TROUPE_TYPE_CANVAS_MINIMAP, "canvas", canvas, NULL);
}
