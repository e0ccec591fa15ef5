/* troupe-canvas.c: the widget that draws a node graph and lets people work on it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-canvas"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas-card.h"

G_DEFINE_FINAL_TYPE (TroupeCanvas, troupe_canvas, GTK_TYPE_WIDGET)

/* Everything drawn is drawn anew. */
void
_troupe_canvas_forget_drawn (TroupeCanvas *self)
{
  self->generation++;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static float
get_text_scale (TroupeCanvas *self)
{
  int dpi = -1;

  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? CLAMP ((float) dpi / 1024 / 96, 0.5f, 3.0f) : 1.0f;
}

/* All is shown by so much larger; what was in the middle stays there. */
static void
set_text_scale (TroupeCanvas *self, float unit)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double height = gtk_widget_get_height (GTK_WIDGET (self));
  double x = self->origin_x + width / self->scale / 2;
  double y = self->origin_y + height / self->scale / 2;

  if (self->unit == unit)
    return;

  _troupe_canvas_stop_view (self);
  self->unit = unit;
  self->scale = self->zoom * (double) unit;
  self->origin_x = x - width / self->scale / 2;
  self->origin_y = y - height / self->scale / 2;
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  g_signal_emit (self, _troupe_canvas_signals[SIGNAL_VIEW_CHANGED], 0);
}

/* Fonts, text scale or scheme have changed: measure and draw all anew. */
void
_troupe_canvas_restyle (TroupeCanvas *self)
{
  self->palette = troupe_canvas_palette_get (self->dark, self->high_contrast);
  set_text_scale (self, get_text_scale (self));
  _troupe_canvas_text_init (self);
  g_clear_object (&self->grid);
  g_clear_pointer (&self->grid_image, cairo_surface_destroy);
  g_hash_table_remove_all (self->icons);
  self->dirty_structure = TRUE;
  _troupe_canvas_forget_drawn (self);
}

static void
scene_changed_cb (TroupeCanvas *self)
{
  self->dirty_geometry = TRUE;
  _troupe_canvas_proxies_prepare (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
collect_pulses (TroupeCanvas *self)
{
  graphene_rect_t view;

  troupe_canvas_get_view (self, &view);
  for (guint i = 0; i < MIN (self->routes->len, self->scene->wires->len); i++)
    {
      CanvasRoute *route = &g_array_index (self->routes, CanvasRoute, i);
      const TroupeWireRecord *wire = troupe_scene_wire (self->scene, i);

      if (route->pulses == wire->pulses)
        continue;
      route->pulses = wire->pulses;
      if (route->n_segments > 0 &&
          _troupe_canvas_in_view (&view, route->x0, route->y0, route->x1, route->y1))
        _troupe_canvas_add_pulse (self, wire->wire.id);
    }
}

static void
scene_painted_cb (TroupeCanvas *self)
{
  /* A strip may have come or gone: heights are looked at before the next frame. */
  self->dirty_geometry = TRUE;
  if (!self->dirty_structure && self->structure == self->scene->structure)
    collect_pulses (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
troupe_canvas_set_scene (TroupeCanvas *self, TroupeCanvasScene *scene)
{
  g_return_if_fail (TROUPE_IS_CANVAS (self));
  g_return_if_fail (scene == NULL || TROUPE_IS_CANVAS_SCENE (scene));

  if (self->scene == scene)
    return;

  _troupe_canvas_drag_cancel (self);
  _troupe_canvas_drop_glide (self);
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_set_object (&self->scene, scene);
  _troupe_canvas_proxies_clear (self);
  g_hash_table_remove_all (self->cards);
  g_array_set_size (self->boxes, 0);
  g_array_set_size (self->group_boxes, 0);
  g_array_set_size (self->routes, 0);
  g_array_set_size (self->pulses, 0);
  g_clear_pointer (&self->focus_id, g_free);
  _troupe_canvas_set_hover (self, TROUPE_CANVAS_KIND_GROUND, NULL, NULL);
  self->dirty_structure = TRUE;
  if (scene != NULL)
    {
      g_signal_connect_object (scene, "changed", G_CALLBACK (scene_changed_cb), self,
                               G_CONNECT_SWAPPED);
      g_signal_connect_object (scene, "painted", G_CALLBACK (scene_painted_cb), self,
                               G_CONNECT_SWAPPED);
      _troupe_canvas_proxies_prepare (self);
    }
  troupe_canvas_select_none (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
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

  if (self->can_connect_destroy != NULL)
    self->can_connect_destroy (self->can_connect_data);
  self->can_connect = can_connect;
  self->can_connect_data = user_data;
  self->can_connect_destroy = destroy;
}

static void
troupe_canvas_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);

  _troupe_canvas_view_allocated (self, width, height);
  _troupe_canvas_proxies_update (self);
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

static char *
make_gate_tooltip (const TroupeGateRecord *gate)
{
  g_autoptr (GString) come = g_string_new (NULL);
  g_autoptr (GString) missing = g_string_new (NULL);

  if (gate->arrived == NULL)
    return g_strdup (gate->gate.kind == TROUPE_CANVAS_GATE_AND
                         ? _ ("Goes on when all have come. Click for “or”.")
                         : _ ("Goes on with each that comes. Click for “and”."));

  for (guint i = 0; i < gate->n_inputs; i++)
    {
      GString *list = gate->arrived[i] ? come : missing;

      g_string_append_printf (list, "%s%s", list->len > 0 ? C_ ("list separator", ", ") : "",
                              gate->gate.inputs[i]);
    }
  if (missing->len == 0)
    return g_strdup_printf (_ ("Has come: %s."), come->str);
  if (come->len == 0)
    return g_strdup_printf (_ ("Waits for: %s."), missing->str);
  return g_strdup_printf (_ ("Has come: %s. Waits for: %s."), come->str, missing->str);
}

static char *
make_node_tooltip (const TroupeCanvasNode *node)
{
  if (node->tooltip != NULL)
    return g_strdup (node->tooltip);
  if (node->summary != NULL)
    return g_strdup_printf ("%s\n%s", node->title, node->summary);

  return g_strdup (node->title);
}

static gboolean
troupe_canvas_query_tooltip (GtkWidget *widget,
                             int x,
                             int y,
                             gboolean keyboard,
                             GtkTooltip *tooltip)
{
  TroupeCanvas *self = TROUPE_CANVAS (widget);
  g_autofree char *text = NULL;
  const TroupeRecord *record;
  const char *id = self->focus_id, *port = NULL;
  TroupeCanvasKind kind = TROUPE_CANVAS_KIND_NODE;
  graphene_rect_t bounds;
  graphene_point_t corner;

  if (!keyboard)
    kind = troupe_canvas_hit (self, x, y, &id, &port);
  if (id == NULL || self->scene == NULL || self->drag != DRAG_NONE)
    return FALSE;
  record = _troupe_canvas_scene_lookup (self->scene, TROUPE_CANVAS_KIND_GROUND, id);
  if (record == NULL)
    return FALSE;

  if (kind == TROUPE_CANVAS_KIND_OUTPUT && port != NULL)
    text = g_strdup (port);
  else if (record->kind == TROUPE_CANVAS_KIND_NODE)
    text = make_node_tooltip (&((const TroupeNodeRecord *) record)->node);
  else if (record->kind == TROUPE_CANVAS_KIND_GATE)
    text = make_gate_tooltip ((const TroupeGateRecord *) record);
  else if (record->kind == TROUPE_CANVAS_KIND_WIRE)
    text = g_strdup (((const TroupeWireRecord *) record)->wire.label);
  if (text == NULL)
    return FALSE;

  gtk_tooltip_set_text (tooltip, text);
  if (record->kind != TROUPE_CANVAS_KIND_WIRE && troupe_canvas_get_bounds (self, id, &bounds))
    {
      corner = troupe_canvas_to_widget (self, bounds.origin.x, bounds.origin.y);
      gtk_tooltip_set_tip_area (tooltip,
                                &(GdkRectangle){ (int) corner.x, (int) corner.y,
                                                 (int) (bounds.size.width * self->scale),
                                                 (int) (bounds.size.height * self->scale) });
    }
  return TRUE;
}

static void
troupe_canvas_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (troupe_canvas_parent_class)->system_setting_changed (widget, setting);

  if (setting != GTK_SYSTEM_SETTING_DISPLAY)
    _troupe_canvas_restyle (TROUPE_CANVAS (widget));
}

static void
troupe_canvas_root (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (troupe_canvas_parent_class)->root (widget);
  _troupe_canvas_restyle (TROUPE_CANVAS (widget));
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
  if (self->scene != NULL)
    g_signal_handlers_disconnect_by_data (self->scene, self);
  g_clear_object (&self->scene);
  _troupe_canvas_proxies_clear (self);
  for (guint i = 0; i < self->proxies->len; i++)
    gtk_widget_unparent (self->proxies->pdata[i]);
  g_ptr_array_set_size (self->proxies, 0);
  troupe_canvas_set_can_connect (self, NULL, NULL, NULL);

  G_OBJECT_CLASS (troupe_canvas_parent_class)->dispose (object);
}

static void
troupe_canvas_finalize (GObject *object)
{
  TroupeCanvas *self = TROUPE_CANVAS (object);

  _troupe_canvas_text_clear (self);
  _troupe_canvas_drop_glide (self);
  g_clear_object (&self->grid);
  g_clear_pointer (&self->grid_image, cairo_surface_destroy);
  g_clear_pointer (&self->boxes, g_array_unref);
  g_clear_pointer (&self->group_boxes, g_array_unref);
  g_clear_pointer (&self->routes, g_array_unref);
  g_clear_pointer (&self->points, g_array_unref);
  g_clear_pointer (&self->moved, g_array_unref);
  g_clear_pointer (&self->pulses, g_array_unref);
  g_clear_pointer (&self->cards, g_hash_table_unref);
  g_clear_pointer (&self->labels, g_hash_table_unref);
  g_clear_pointer (&self->icons, g_hash_table_unref);
  g_clear_pointer (&self->selection, g_hash_table_unref);
  g_clear_pointer (&self->refusing, g_hash_table_unref);
  g_clear_pointer (&self->proxy_by_id, g_hash_table_unref);
  g_clear_pointer (&self->proxies, g_ptr_array_unref);
  g_clear_pointer (&self->hover_id, g_free);
  g_clear_pointer (&self->hover_port, g_free);
  g_clear_pointer (&self->focus_id, g_free);
  g_clear_pointer (&self->drag_id, g_free);
  g_clear_pointer (&self->drag_port, g_free);
  g_clear_pointer (&self->drag_wire, g_free);
  g_clear_pointer (&self->target_id, g_free);
  g_clear_pointer (&self->target_input, g_free);
  g_clear_pointer (&self->target_reason, g_free);
  g_clear_pointer (&self->insert_wire, g_free);

  G_OBJECT_CLASS (troupe_canvas_parent_class)->finalize (object);
}

static void
troupe_canvas_class_init (TroupeCanvasClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = troupe_canvas_dispose;
  object_class->finalize = troupe_canvas_finalize;
  widget_class->snapshot = _troupe_canvas_snapshot;
  widget_class->size_allocate = troupe_canvas_size_allocate;
  widget_class->measure = troupe_canvas_measure;
  widget_class->query_tooltip = troupe_canvas_query_tooltip;
  widget_class->system_setting_changed = troupe_canvas_system_setting_changed;
  widget_class->root = troupe_canvas_root;

  _troupe_canvas_install_properties (object_class);
  _troupe_canvas_install_signals (klass);
  _troupe_canvas_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "canvas");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LIST);
}

static void
clear_moved (gpointer data)
{
  g_free (((CanvasMoved *) data)->id);
}

static void
clear_pulse (gpointer data)
{
  g_free (((CanvasPulse *) data)->wire);
}

static void
add_icons (TroupeCanvas *self)
{
  static const char path[] = "/io/github/troupe_editor/Troupe/canvas/icons";
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (GTK_WIDGET (self)));
  g_auto (GStrv) known = gtk_icon_theme_get_resource_path (theme);

  if (known == NULL || !g_strv_contains ((const char *const *) known, path))
    gtk_icon_theme_add_resource_path (theme, path);
}

static void
troupe_canvas_init (TroupeCanvas *self)
{
  self->zoom = 1;
  self->unit = 1;
  self->scale = 1;
  self->snap = TRUE;
  self->editable = TRUE;
  self->palette_key = TRUE;
  self->ground = TRUE;
  self->dirty_structure = TRUE;
  self->snap_guide_x = self->snap_guide_y = NAN;
  self->boxes = g_array_new (FALSE, TRUE, sizeof (CanvasBox));
  self->group_boxes = g_array_new (FALSE, TRUE, sizeof (CanvasBox));
  self->routes = g_array_new (FALSE, TRUE, sizeof (CanvasRoute));
  self->points = g_array_new (FALSE, FALSE, sizeof (graphene_point_t));
  self->moved = g_array_new (FALSE, TRUE, sizeof (CanvasMoved));
  g_array_set_clear_func (self->moved, clear_moved);
  self->pulses = g_array_new (FALSE, TRUE, sizeof (CanvasPulse));
  g_array_set_clear_func (self->pulses, clear_pulse);
  self->cards = g_hash_table_new_full (NULL, NULL, NULL, _troupe_canvas_card_cache_free);
  self->labels = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->icons = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->selection = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->proxies = g_ptr_array_new ();
  self->proxy_by_id = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  add_icons (self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Graph of methods"), -1);
  _troupe_canvas_restyle (self);
  _troupe_canvas_add_controllers (self);
}

GtkWidget *
troupe_canvas_new (void)
{
  return g_object_new (TROUPE_TYPE_CANVAS, NULL);
}
