/* troupe-canvas.c: widget that shows a node graph and lets the user edit it
 *
 * The widget owns the helper objects and connects them. It forwards their signals to the other
 * helpers and emits the public signals.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-canvas-animation.h"
#include "troupe-canvas-drawing.h"
#include "troupe-canvas-parts.h"

/* Interval at which rotating and fading items are redrawn, which is 30 times a second. */
#define RING_PERIOD (G_TIME_SPAN_SECOND / 30)
/* Line of the frame that shows the keyboard focus if no card does, in pixels. */
#define FOCUS_FRAME 2

struct _TroupeCanvas
{
  GtkWidget parent_instance;

  TroupeCanvasProblemFunc problem_func; /* (nullable) */
  gpointer problem_data;
  TroupeCanvasFitFunc fit_func; /* (nullable) */
  gpointer fit_data;

  TroupeCanvasScene *scene; /* (nullable) */
  TroupeCanvasText *text;
  TroupeCanvasGeometry *geometry;
  TroupeCanvasRouter *router;
  TroupeCanvasViewport *viewport;
  TroupeCanvasSelection *selection;
  TroupeCanvasPulses *pulses;
  TroupeCanvasPainter *painter;
  TroupeCanvasAccessibleNodes *proxies;
  TroupeCanvasAnimation *glide;
  TroupeCanvasInput *hand;

  CanvasPendingFit pending_fit;
  gboolean fits_again;    /* fit again once the wires are settled */
  graphene_rect_t fitted; /* the view after that fit; if it has changed, it is not fitted again */
  gboolean palette_key;
  gboolean ground;

  guint tick;
  gint64 ring_frame;
  gboolean walking;
  gboolean gliding;
  gboolean in_motion; /* the last frame contained an animation */
};

G_DEFINE_FINAL_TYPE (TroupeCanvas, troupe_canvas, GTK_TYPE_WIDGET)

#define DEFINE_PART(Type, name)                                                                    \
  Type *troupe_canvas_get_##name (TroupeCanvas *self) { return self->name; }

DEFINE_PART (TroupeCanvasText, text)
DEFINE_PART (TroupeCanvasGeometry, geometry)
DEFINE_PART (TroupeCanvasRouter, router)
DEFINE_PART (TroupeCanvasViewport, viewport)
DEFINE_PART (TroupeCanvasSelection, selection)
DEFINE_PART (TroupeCanvasPainter, painter)
DEFINE_PART (TroupeCanvasAccessibleNodes, proxies)
DEFINE_PART (TroupeCanvasInput, hand)

void
troupe_canvas_refresh (TroupeCanvas *self)
{
  troupe_canvas_router_refresh (self->router);
}

gboolean
troupe_canvas_motion_wanted (TroupeCanvas *self)
{
  gboolean wanted = TRUE;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &wanted,
                NULL);
  return wanted;
}

gint64
troupe_canvas_frame_time (TroupeCanvas *self)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (self));

  return clock != NULL ? gdk_frame_clock_get_frame_time (clock) : g_get_monotonic_time ();
}

/* Large numbers of wires are settled after the animation has finished. */
static void
set_gliding (TroupeCanvas *self, gboolean gliding)
{
  g_assert (TROUPE_IS_CANVAS (self));

  if (self->gliding == gliding)
    return;
  self->gliding = gliding;
  troupe_canvas_router_set_moving (self->router, gliding);
}

static gboolean
tick_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  gboolean glides = troupe_canvas_animation_step (self->glide, now);
  gboolean pans = troupe_canvas_input_step_autoscroll (self->hand, now);
  gboolean moves = troupe_canvas_viewport_step (self->viewport, now);

  set_gliding (self, glides);
  if (troupe_canvas_pulses_step (self->pulses, now))
    gtk_widget_queue_draw (widget);
  if (self->in_motion && now - self->ring_frame >= RING_PERIOD)
    {
      self->ring_frame = now;
      gtk_widget_queue_draw (widget);
    }

  if (glides || pans || moves || self->in_motion || troupe_canvas_pulses_count (self->pulses) > 0)
    return G_SOURCE_CONTINUE;

  self->tick = 0;
  return G_SOURCE_REMOVE;
}

void
troupe_canvas_ensure_tick (TroupeCanvas *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), tick_cb, NULL, NULL);
}

void
troupe_canvas_forget_drawn (TroupeCanvas *self)
{
  troupe_canvas_painter_forget_cards (self->painter);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
troupe_canvas_get_ground (TroupeCanvas *self)
{
  return self->ground;
}

void
troupe_canvas_set_ground (TroupeCanvas *self, gboolean ground)
{
  self->ground = ground;
}

gboolean
troupe_canvas_get_palette_key (TroupeCanvas *self)
{
  return self->palette_key;
}

void
troupe_canvas_set_palette_key (TroupeCanvas *self, gboolean palette_key)
{
  self->palette_key = palette_key;
}

void
troupe_canvas_set_pending_fit (TroupeCanvas *self, CanvasPendingFit fit)
{
  self->pending_fit = MAX (self->pending_fit, fit);
}

void
troupe_canvas_note_fit (TroupeCanvas *self)
{
  self->fits_again = !troupe_canvas_router_is_settled (self->router);
  troupe_canvas_viewport_get_view (self->viewport, &self->fitted);
}

float
troupe_canvas_read_text_scale (GtkWidget *widget)
{
  int dpi = -1;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), 1.0f);

  g_object_get (gtk_widget_get_settings (widget), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP ((float) dpi / 1024 / 96, 0.5f, 3.0f) : 1.0f;
}

static void
queue_all (TroupeCanvas *self)
{
  g_assert (TROUPE_IS_CANVAS (self));

  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
settled_cb (TroupeCanvas *self)
{
  graphene_rect_t view;

  g_assert (TROUPE_IS_CANVAS (self));

  troupe_canvas_viewport_get_view (self->viewport, &view);
  if (self->fits_again && graphene_rect_equal (&view, &self->fitted))
    troupe_canvas_fit_all (self, FALSE);
  self->fits_again = FALSE;
  queue_all (self);
}

/* Measures and draws everything again because fonts, text scale or color scheme have changed. */
static void
restyle (TroupeCanvas *self)
{
  g_assert (TROUPE_IS_CANVAS (self));

  troupe_canvas_viewport_set_unit (self->viewport,
                                   troupe_canvas_read_text_scale (GTK_WIDGET (self)));
  troupe_canvas_text_restyle (self->text);
  troupe_canvas_geometry_forget_sizes (self->geometry);
  troupe_canvas_painter_forget_all (self->painter);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
scene_changed_cb (TroupeCanvas *self)
{
  g_assert (TROUPE_IS_CANVAS (self));

  troupe_canvas_accessible_nodes_prepare (self->proxies);
  queue_all (self);
}

static void
scene_painted_cb (TroupeCanvas *self)
{
  graphene_rect_t view;
  gboolean motion;
  guint serial;

  g_assert (TROUPE_IS_CANVAS (self));

  motion = gtk_widget_get_mapped (GTK_WIDGET (self)) && troupe_canvas_motion_wanted (self);
  troupe_canvas_viewport_get_view (self->viewport, &view);
  if (troupe_canvas_pulses_follow (self->pulses, self->scene, self->router, &view,
                                   troupe_canvas_frame_time (self), motion))
    troupe_canvas_ensure_tick (self);
  /* If a strip was added or removed, the proxy over the card must change its height as well. */
  serial = troupe_canvas_geometry_get_serial (self->geometry);
  troupe_canvas_refresh (self);
  if (serial != troupe_canvas_geometry_get_serial (self->geometry))
    gtk_widget_queue_allocate (GTK_WIDGET (self));
  /* A hidden canvas is not allocated. */
  troupe_canvas_accessible_nodes_describe (self->proxies);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
view_changed_cb (TroupeCanvas *self, gboolean zoomed)
{
  g_assert (TROUPE_IS_CANVAS (self));

  queue_all (self);
  if (zoomed)
    g_object_notify (G_OBJECT (self), "zoom");
  g_signal_emit (self, troupe_canvas_signals[SIGNAL_VIEW_CHANGED], 0);
}

static void
selection_changed_cb (TroupeCanvas *self)
{
  g_assert (TROUPE_IS_CANVAS (self));

  queue_all (self);
  g_signal_emit (self, troupe_canvas_signals[SIGNAL_SELECTION_CHANGED], 0);
}

static void
focus_changed_cb (TroupeCanvas *self)
{
  const char *id;

  g_assert (TROUPE_IS_CANVAS (self));

  id = troupe_canvas_selection_get_focus (self->selection);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (id != NULL)
    {
      troupe_canvas_reveal (self, id, TRUE);
      troupe_canvas_accessible_nodes_focus (self->proxies, id);
    }
  g_signal_emit (self, troupe_canvas_signals[SIGNAL_FOCUS_CHANGED], 0);
}

void
troupe_canvas_set_scene (TroupeCanvas *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (scene == NULL || TROUPE_IS_CANVAS_SCENE (scene));

  if (self->scene == scene)
    return;

  troupe_canvas_input_set_scene (self->hand, scene);
  troupe_canvas_animation_set_scene (self->glide, scene);
  set_gliding (self, FALSE);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_set_object (&self->scene, scene);
  troupe_canvas_accessible_nodes_clear (self->proxies);
  troupe_canvas_painter_forget_scene (self->painter);
  troupe_canvas_geometry_set_scene (self->geometry, scene);
  troupe_canvas_router_reset (self->router);
  troupe_canvas_pulses_clear (self->pulses);
  troupe_canvas_selection_set_scene (self->selection, scene);
  troupe_canvas_selection_set_focus (self->selection, NULL);
  troupe_canvas_input_set_hover (self->hand, TROUPE_CANVAS_KIND_GROUND, NULL, NULL);
  if (scene != NULL)
    {
      /* The geometry was connected first, so it is already invalidated when these handlers are
       * called. */
      g_signal_connect_object (self->scene, "changed", G_CALLBACK (scene_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (self->scene, "painted", G_CALLBACK (scene_painted_cb), self,
                               G_CONNECT_SWAPPED);
      troupe_canvas_accessible_nodes_prepare (self->proxies);
    }
  troupe_canvas_select_none (self);
  queue_all (self);
  g_object_notify (G_OBJECT (self), "scene");
}

TroupeCanvasScene *
troupe_canvas_get_scene (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);

  return self->scene;
}

void
troupe_canvas_set_can_connect (TroupeCanvas *self,
                               TroupeCanvasCanConnect can_connect,
                               gpointer user_data,
                               GDestroyNotify destroy)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_input_set_can_connect (self->hand, can_connect, user_data, destroy);
}

void
troupe_canvas_set_problem_func (TroupeCanvas *self,
                                TroupeCanvasProblemFunc func,
                                gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  self->problem_func = func;
  self->problem_data = user_data;
}

void
troupe_canvas_set_fit_func (TroupeCanvas *self, TroupeCanvasFitFunc func, gpointer user_data)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  self->fit_func = func;
  self->fit_data = user_data;
}

gboolean
troupe_canvas_choose_fit (TroupeCanvas *self,
                          const graphene_rect_t *area,
                          double *zoom,
                          double *x,
                          double *y)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return self->fit_func != NULL && self->fit_func (area, zoom, x, y, self->fit_data);
}

const char *
troupe_canvas_find_problem (TroupeCanvas *self, const char *node)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);
  g_return_val_if_fail (node != NULL, NULL);

  return self->problem_func != NULL ? self->problem_func (node, self->problem_data) : NULL;
}

void
troupe_canvas_show_preview (TroupeCanvas *self,
                            const char *from,
                            const char *port,
                            double x,
                            double y)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (from != NULL);

  troupe_canvas_input_show_preview (self->hand, from, port, x, y);
}

void
troupe_canvas_hide_preview (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_input_hide_preview (self->hand);
}

void
troupe_canvas_begin_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_animation_begin (self->glide, gtk_widget_get_mapped (GTK_WIDGET (self)) &&
                                              troupe_canvas_motion_wanted (self));
}

void
troupe_canvas_end_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  if (troupe_canvas_animation_end (self->glide, troupe_canvas_frame_time (self)))
    troupe_canvas_ensure_tick (self);
}

void
troupe_canvas_finish_glide (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_animation_finish (self->glide);
  set_gliding (self, FALSE);
}

const char **
troupe_canvas_list_selected (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);

  return troupe_canvas_selection_list (self->selection);
}

guint
troupe_canvas_get_n_selected (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), 0);

  return troupe_canvas_selection_count (self->selection);
}

gboolean
troupe_canvas_is_selected (TroupeCanvas *self, const char *id)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return troupe_canvas_selection_contains (self->selection, id);
}

void
troupe_canvas_set_selection (TroupeCanvas *self, const char *const *ids)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_selection_set (self->selection, ids);
}

void
troupe_canvas_select_only (TroupeCanvas *self, const char *id)
{
  const char *ids[] = { id, NULL };

  troupe_canvas_set_selection (self, ids);
}

void
troupe_canvas_select_none (TroupeCanvas *self)
{
  troupe_canvas_set_selection (self, NULL);
}

void
troupe_canvas_select_all (TroupeCanvas *self)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_selection_set_all (self->selection);
}

gboolean
troupe_canvas_is_walking (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return self->walking;
}

void
troupe_canvas_set_walking (TroupeCanvas *self, gboolean walking)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  self->walking = walking;
}

gboolean
troupe_canvas_is_dragging (TroupeCanvas *self)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return troupe_canvas_input_is_dragging (self->hand);
}

const char *
troupe_canvas_get_focus_id (TroupeCanvas *self)
{
  const char *focus;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), NULL);

  focus = troupe_canvas_selection_get_focus (self->selection);
  /* The item may have been renamed or removed. */
  return focus != NULL && self->scene != NULL &&
                 troupe_canvas_scene_get_kind (self->scene, focus) != TROUPE_CANVAS_KIND_GROUND
             ? focus
             : NULL;
}

void
troupe_canvas_set_focus_id (TroupeCanvas *self, const char *id)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));

  troupe_canvas_selection_set_focus (self->selection, id);
}

gboolean
troupe_canvas_get_bounds (TroupeCanvas *self, const char *id, graphene_rect_t *bounds)
{
  const TroupeRecord *record;
  CanvasBox box;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (bounds != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  troupe_canvas_refresh (self);
  record = troupe_scene_find (self->scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;
  if (record->kind == TROUPE_CANVAS_KIND_WIRE)
    troupe_canvas_router_show (self->router, record->index);
  if (!troupe_canvas_router_get_box (self->router, record, &box))
    return FALSE;

  *bounds = GRAPHENE_RECT_INIT (box.x, box.y, box.width, box.height);
  return TRUE;
}

void
troupe_canvas_list_wire_areas (TroupeCanvas *self, GArray *areas)
{
  const CanvasRoute *routes;
  guint n_routes;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (areas != NULL);

  if (self->scene == NULL)
    return;
  troupe_canvas_refresh (self);
  routes = troupe_canvas_router_get_routes (self->router, &n_routes);
  for (guint i = 0; i < n_routes; i++)
    if (routes[i].n_segments > 0)
      troupe_canvas_router_list_areas (self->router, &routes[i], areas);
}

gboolean
troupe_canvas_get_all_bounds (TroupeCanvas *self, graphene_rect_t *bounds)
{
  static const TroupeCanvasKind kinds[] = { TROUPE_CANVAS_KIND_NODE, TROUPE_CANVAS_KIND_GATE,
                                            TROUPE_CANVAS_KIND_NOTE, TROUPE_CANVAS_KIND_GROUP,
                                            TROUPE_CANVAS_KIND_WIRE };
  float x0 = G_MAXFLOAT, y0 = G_MAXFLOAT, x1 = -G_MAXFLOAT, y1 = -G_MAXFLOAT;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (bounds != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  troupe_canvas_refresh (self);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    {
      guint n = troupe_scene_count (self->scene, kinds[k]);

      for (guint i = 0; i < n; i++)
        {
          CanvasBox box;

          if (!troupe_canvas_router_get_box (self->router,
                                             troupe_scene_nth (self->scene, kinds[k], i), &box))
            continue;
          x0 = MIN (x0, box.x);
          y0 = MIN (y0, box.y);
          x1 = MAX (x1, box.x + box.width);
          y1 = MAX (y1, box.y + box.height);
        }
    }
  if (x0 > x1)
    return FALSE;

  *bounds = GRAPHENE_RECT_INIT (x0, y0, x1 - x0, y1 - y0);
  return TRUE;
}

gboolean
troupe_canvas_get_port (TroupeCanvas *self,
                        const char *id,
                        gboolean input,
                        const char *port,
                        graphene_point_t *point)
{
  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);
  g_return_val_if_fail (point != NULL, FALSE);

  if (self->scene == NULL)
    return FALSE;
  troupe_canvas_refresh (self);
  return troupe_canvas_geometry_get_port (self->geometry, id, input, port, point);
}

void
troupe_canvas_measure_node (TroupeCanvas *self,
                            const TroupeCanvasNode *node,
                            double *width,
                            double *height)
{
  float own_width, own_height;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (node != NULL);

  troupe_canvas_geometry_measure (self->geometry, node, &own_width, &own_height);
  if (width != NULL)
    *width = own_width;
  if (height != NULL)
    *height = own_height;
}

gboolean
troupe_canvas_has_focus (TroupeCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return focus != NULL &&
         (focus == GTK_WIDGET (self) || gtk_widget_is_ancestor (focus, GTK_WIDGET (self)));
}

gboolean
troupe_canvas_shows_focus (TroupeCanvas *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  g_return_val_if_fail (TROUPE_IS_CANVAS (self), FALSE);

  return GTK_IS_WINDOW (root) && gtk_window_get_focus_visible (GTK_WINDOW (root)) &&
         troupe_canvas_has_focus (self);
}

static gboolean
draws_with_cairo (TroupeCanvas *self)
{
  GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
  GskRenderer *renderer = native != NULL ? gtk_native_get_renderer (native) : NULL;

  g_assert (TROUPE_IS_CANVAS (self));

  return renderer != NULL && GSK_IS_CAIRO_RENDERER (renderer);
}

/* Fills @frame with the current state of the widget. */
static void
init_frame (TroupeCanvas *self, CanvasFrame *frame)
{
  g_assert (TROUPE_IS_CANVAS (self));

  *frame = (CanvasFrame){
    .scene = self->scene,
    .geometry = self->geometry,
    .router = self->router,
    .selection = self->selection,
    .pulses = self->pulses,
    .focus = troupe_canvas_shows_focus (self) ? troupe_canvas_selection_get_focus (self->selection)
                                              : NULL,
    .scale = troupe_canvas_viewport_get_scale (self->viewport),
    .device_scale = gtk_widget_get_scale_factor (GTK_WIDGET (self)),
    .time = troupe_canvas_frame_time (self),
    .motion = troupe_canvas_motion_wanted (self),
    .zooming = troupe_canvas_viewport_is_moving (self->viewport),
    .cairo = draws_with_cairo (self),
  };
  troupe_canvas_viewport_get_origin (self->viewport, &frame->origin_x, &frame->origin_y);
  troupe_canvas_viewport_get_view (self->viewport, &frame->view);
  troupe_canvas_input_get_grip (self->hand, &frame->grip);
}

static void
troupe_canvas_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  int width = gtk_widget_get_width (widget);
  int height = gtk_widget_get_height (widget);
  CanvasFrame frame;

  if (width <= 0 || height <= 0)
    return;

  troupe_canvas_refresh (self);
  init_frame (self, &frame);
  gtk_snapshot_push_clip (snapshot, &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  if (self->ground)
    troupe_canvas_painter_draw_grid (self->painter, snapshot, &frame, width, height);
  self->in_motion =
      self->scene != NULL && troupe_canvas_painter_draw (self->painter, snapshot, &frame);
  if (self->in_motion)
    troupe_canvas_ensure_tick (self);
  /* The frame shows the focus if no card does. */
  if (frame.focus == NULL && troupe_canvas_shows_focus (self))
    troupe_canvas_stroke_rounded (snapshot, 1, 1, (float) width - 2, (float) height - 2, 0,
                                  FOCUS_FRAME,
                                  troupe_canvas_painter_get_palette (self->painter)->selection, 1);
  gtk_snapshot_pop (snapshot);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_snapshot_child (widget, child, snapshot);
}

void
troupe_canvas_snapshot_area (TroupeCanvas *self,
                             GtkSnapshot *snapshot,
                             const graphene_rect_t *area,
                             double scale)
{
  CanvasFrame frame;
  GdkRGBA ground;
  graphene_rect_t bounds;

  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (snapshot != NULL);
  g_return_if_fail (area != NULL && scale > 0);

  troupe_canvas_router_settle (self->router);
  init_frame (self, &frame);
  frame.view = *area;
  frame.scale = scale;
  frame.origin_x = (double) area->origin.x;
  frame.origin_y = (double) area->origin.y;
  frame.no_marks = TRUE;
  /* The cached cards are dropped, because the export must not use the cached cards of the
   * window, and the window must not use those of the export. */
  troupe_canvas_painter_forget_cards (self->painter);

  ground = troupe_color_to_rgba (troupe_canvas_painter_get_palette (self->painter)->canvas, 1);
  bounds = GRAPHENE_RECT_INIT (0, 0, area->size.width * (float) scale,
                               area->size.height * (float) scale);
  gtk_snapshot_push_clip (snapshot, &bounds);
  gtk_snapshot_append_color (snapshot, &ground, &bounds);
  if (self->scene != NULL)
    troupe_canvas_painter_draw (self->painter, snapshot, &frame);
  gtk_snapshot_pop (snapshot);
  troupe_canvas_painter_forget_cards (self->painter);
}

static void
troupe_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  CanvasPendingFit fit = self->pending_fit;

  troupe_canvas_viewport_set_size (self->viewport, width, height);
  if (fit != PENDING_NONE && width > 0 && height > 0)
    {
      self->pending_fit = PENDING_NONE;
      if (fit == PENDING_SELECTION)
        troupe_canvas_fit_selection (self, FALSE);
      else
        troupe_canvas_fit_all (self, FALSE);
    }
  troupe_canvas_accessible_nodes_update (self->proxies);
}

static void
troupe_canvas_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  *minimum = 64;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 640 : 400;
}

static void
troupe_canvas_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (troupe_canvas_parent_class)->system_setting_changed (widget, setting);

  if (setting != GTK_SYSTEM_SETTING_DISPLAY)
    restyle (TROUPE_CANVAS (widget));
}

static void
troupe_canvas_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_canvas_parent_class)->root (widget);
  restyle (TROUPE_CANVAS (widget));
}

static void
troupe_canvas_dispose (GObject *object)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  if (self->tick != 0)
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  troupe_canvas_input_close (self->hand);
  troupe_canvas_animation_set_scene (self->glide, NULL);
  troupe_canvas_accessible_nodes_close (self->proxies);
  troupe_canvas_geometry_set_scene (self->geometry, NULL);
  troupe_canvas_router_reset (self->router);
  troupe_canvas_selection_set_scene (self->selection, NULL);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_clear_object (&self->scene);

  G_OBJECT_CLASS (troupe_canvas_parent_class)->dispose (object);
}

static void
troupe_canvas_finalize (GObject *object)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  g_clear_object (&self->hand);
  g_clear_object (&self->glide);
  g_clear_object (&self->proxies);
  g_clear_object (&self->painter);
  g_clear_object (&self->pulses);
  g_clear_object (&self->selection);
  g_clear_object (&self->viewport);
  g_clear_object (&self->router);
  g_clear_object (&self->geometry);
  g_clear_object (&self->text);

  G_OBJECT_CLASS (troupe_canvas_parent_class)->finalize (object);
}

static void
troupe_canvas_class_init (TroupeCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_canvas_dispose;
  object_class->finalize = troupe_canvas_finalize;
  widget_class->snapshot = troupe_canvas_snapshot;
  widget_class->size_allocate = troupe_canvas_size_allocate;
  widget_class->measure = troupe_canvas_measure;
  widget_class->query_tooltip = troupe_canvas_query_tooltip;
  widget_class->system_setting_changed = troupe_canvas_system_setting_changed;
  widget_class->root = troupe_canvas_root;

  troupe_canvas_install_properties (object_class);
  troupe_canvas_install_signals (klass);
  troupe_canvas_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
troupe_canvas_init (TroupeCanvas *self)
{
  GtkEventController *focus;
  static const char path[] = "/io/github/troupe_editor/Troupe/canvas/icons";
  GtkIconTheme *theme;
  g_auto (GStrv) known = NULL;

  g_assert (TROUPE_IS_CANVAS (self));

  self->palette_key = TRUE;
  self->ground = TRUE;
  self->text = troupe_canvas_text_new (GTK_WIDGET (self));
  self->geometry = troupe_canvas_geometry_new (self->text);
  self->router = troupe_canvas_router_new (self->geometry);
  self->viewport = troupe_canvas_viewport_new ();
  self->selection = troupe_canvas_selection_new ();
  self->pulses = troupe_canvas_pulses_new ();
  self->painter = troupe_canvas_painter_new (self->text);
  self->proxies = troupe_canvas_accessible_nodes_new (self);
  self->glide = troupe_canvas_animation_new ();
  self->hand = troupe_canvas_input_new (self);
  g_signal_connect_object (self->router, "settled", G_CALLBACK (settled_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->viewport, "changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (selection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "focus-changed", G_CALLBACK (focus_changed_cb), self,
                           G_CONNECT_SWAPPED);
  /* The focus is drawn by the canvas, and not by the style sheet. */
  focus = gtk_event_controller_focus_new ();
  g_signal_connect_object (focus, "notify::contains-focus", G_CALLBACK (gtk_widget_queue_draw),
                           self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);

  theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
  known = gtk_icon_theme_get_resource_path (theme);
  if (known == NULL || !g_strv_contains ((const char *const *) known, path))
    gtk_icon_theme_add_resource_path (theme, path);
  /* A graph is read along its wires, from left to right in every language. Its texts begin beside their
   * icons, unless they are written from right to left themselves. */
  gtk_widget_set_direction (GTK_WIDGET (self), GTK_TEXT_DIR_LTR);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Method graph"), -1);
  restyle (self);
  troupe_canvas_add_controllers (self);
}

GtkWidget *
troupe_canvas_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS, NULL);
}
