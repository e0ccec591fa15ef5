/* troupe-template-preview.c: thumbnail of a flow or crew for template cards
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-template-preview"

#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "troupe-canvas-palette.h"
#include "troupe-plot.h"
#include "troupe-template-preview.h"

/* Sizes in flow pixels. The thumbnail is a simplified drawing, not a scaled copy. */
#define WIDTH 182
#define HEIGHT 114
#define MARGIN 14
#define SCALE_MAX 0.42

struct _TroupeTemplatePreview
{
  GtkWidget parent_instance;

  TroupeFlow *flow;       /* (nullable) */
  TroupePlotGraph *graph; /* (nullable) */
  gboolean is_crew;
};

/* Transformation from flow to widget coordinates: @x, @y map to the top left corner. */
typedef struct
{
  double scale;
  double x;
  double y;
} View;

G_DEFINE_FINAL_TYPE (TroupeTemplatePreview, troupe_template_preview, GTK_TYPE_WIDGET)

static void
set_color (cairo_t *cr, TroupeColor color)
{
  cairo_set_source_rgb (cr, ((color >> 16) & 255) / 255.0, ((color >> 8) & 255) / 255.0,
                        (color & 255) / 255.0);
}

static void
add_rounded (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

static double
get_port_y (const TroupePlotNode *node, const char *port)
{
  g_assert (node != NULL);

  if (node->is_gate)
    return node->y + node->height / 2;
  if (port != NULL && node->events != NULL)
    for (guint i = 0; node->events[i] != NULL; i++)
      if (g_str_equal (node->events[i], port))
        return node->y + 52 + 24 * i + 12;
  return node->y + 26;
}

static void
draw_wire (cairo_t *cr,
           const TroupeCanvasPalette *palette,
           TroupePlotGraph *graph,
           const TroupePlotWire *wire)
{
  const double dash[] = { 9, 6 };
  const TroupePlotNode *source = troupe_plot_graph_get_node (graph, wire->source);
  const TroupePlotNode *target = troupe_plot_graph_get_node (graph, wire->target);
  const double x1 = source->x + source->width;
  const double y1 = get_port_y (source, wire->port);
  const double x2 = target->x;
  const double y2 = get_port_y (target, NULL);

  set_color (cr, wire->is_and     ? palette->wire_and
                 : wire->is_event ? palette->wire_event
                                  : palette->wire_or);
  cairo_set_dash (cr, dash, wire->is_and ? 2 : 0, 0);
  cairo_move_to (cr, x1, y1);
  if (x2 > x1)
    {
      const double handle = MAX (24, MIN ((x2 - x1) / 2, 120));

      cairo_curve_to (cr, x1 + handle, y1, x2 - handle, y2, x2, y2);
    }
  else
    {
      const double below = MAX (source->y + source->height, target->y + target->height) + 40;

      cairo_line_to (cr, x1 + 24, y1);
      cairo_line_to (cr, x1 + 24, below);
      cairo_line_to (cr, x2 - 24, below);
      cairo_line_to (cr, x2 - 24, y2);
      cairo_line_to (cr, x2, y2);
    }
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
}

static void
draw_mark (cairo_t *cr, TroupeCanvasRole role, double x, double y)
{
  switch (role)
    {
    case TROUPE_CANVAS_ROLE_START:
      cairo_arc (cr, x, y, 18, 0, 2 * G_PI);
      break;
    case TROUPE_CANVAS_ROLE_ROUTER:
      cairo_move_to (cr, x, y - 20);
      cairo_line_to (cr, x + 20, y);
      cairo_line_to (cr, x, y + 20);
      cairo_line_to (cr, x - 20, y);
      cairo_close_path (cr);
      break;
    case TROUPE_CANVAS_ROLE_NEUTRAL:
    case TROUPE_CANVAS_ROLE_LISTENER:
    case TROUPE_CANVAS_ROLE_MANAGER:
    default:
      add_rounded (cr, x - 17, y - 17, 34, 34, 8);
      break;
    }
  cairo_fill (cr);
}

static void
draw_node (cairo_t *cr, const TroupeCanvasPalette *palette, const TroupePlotNode *node)
{
  TroupeCanvasRole role;

  if (node->is_gate)
    {
      cairo_arc (cr, node->x + node->width / 2, node->y + node->height / 2, 16, 0, 2 * G_PI);
      set_color (cr, palette->card);
      cairo_fill_preserve (cr);
      set_color (cr, node->gate_is_and ? palette->wire_and : palette->wire_or);
      cairo_stroke (cr);
      return;
    }
  if (node->role == TROUPE_PLOT_ROLE_ROUTER)
    role = TROUPE_CANVAS_ROLE_ROUTER;
  else
    role = node->role == TROUPE_PLOT_ROLE_START ? TROUPE_CANVAS_ROLE_START
                                                : TROUPE_CANVAS_ROLE_LISTENER;
  add_rounded (cr, node->x, node->y, node->width, node->height,
               role == TROUPE_CANVAS_ROLE_START ? 24 : 12);
  set_color (cr, palette->card);
  cairo_fill_preserve (cr);
  set_color (cr, troupe_canvas_palette_get_role (palette, role));
  cairo_stroke (cr);
  draw_mark (cr, role, node->x + node->width / 2, node->y + 26);
}

/* Cards have a fixed, narrow width, because their names would be unreadable at this size. */
static double
measure_narrow (const char *name,
                const char *summary,
                const char *const *events,
                gpointer user_data)
{
  return 84;
}

static void
get_extents (TroupePlotGraph *graph, graphene_rect_t *extents)
{
  graphene_rect_init (extents, 0, 0, 0, 0);
  for (guint i = 0; i < troupe_plot_graph_get_n_nodes (graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (graph, i);
      const graphene_rect_t box = GRAPHENE_RECT_INIT ((float) node->x, (float) node->y,
                                                      (float) node->width, (float) node->height);

      if (i == 0)
        *extents = box;
      else
        graphene_rect_union (extents, &box, extents);
    }
}

static void
draw_empty (cairo_t *cr, const TroupeCanvasPalette *palette, double width, double height)
{
  const double dash[] = { 5, 3.5 };

  set_color (cr, palette->dim);
  cairo_set_line_width (cr, 1.5);
  cairo_set_dash (cr, dash, 2, 0);
  add_rounded (cr, width / 2 - 42, height / 2 - 16, 84, 32, 16);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_move_to (cr, width / 2 - 7, height / 2);
  cairo_line_to (cr, width / 2 + 7, height / 2);
  cairo_move_to (cr, width / 2, height / 2 - 7);
  cairo_line_to (cr, width / 2, height / 2 + 7);
  cairo_stroke (cr);
}

/* Draws three tasks in a row, each with the badge of its agent. */
static void
draw_crew (cairo_t *cr, const TroupeCanvasPalette *palette, double width, double height)
{
  static const TroupeCanvasRole badges[] = { TROUPE_CANVAS_ROLE_ROUTER, TROUPE_CANVAS_ROLE_LISTENER,
                                             TROUPE_CANVAS_ROLE_START };
  const double card = 40;
  const double gap = 10;
  const double left = (width - 3 * card - 2 * gap) / 2;
  const double top = height / 2 - 20;

  cairo_set_line_width (cr, 1.5);
  for (guint i = 0; i < G_N_ELEMENTS (badges); i++)
    {
      const double x = left + i * (card + gap);

      set_color (cr, troupe_canvas_palette_get_role (palette, TROUPE_CANVAS_ROLE_LISTENER));
      if (i > 0)
        {
          cairo_move_to (cr, x - gap, top + 15);
          cairo_line_to (cr, x, top + 15);
          cairo_stroke (cr);
        }
      add_rounded (cr, x, top, card, 30, 5);
      set_color (cr, palette->card);
      cairo_fill_preserve (cr);
      set_color (cr, troupe_canvas_palette_get_role (palette, TROUPE_CANVAS_ROLE_LISTENER));
      cairo_stroke (cr);
      cairo_arc (cr, x + card / 2, top + 32, 9, 0, 2 * G_PI);
      set_color (cr, troupe_canvas_palette_get_role (palette, badges[i]));
      cairo_fill (cr);
    }
}

/* Draws the icon of the card's action in white on the colored shape of its role. */
static void
draw_icon (TroupeTemplatePreview *self,
           GtkSnapshot *snapshot,
           const TroupePlotNode *node,
           const View *view)
{
  static const GdkRGBA white = { 1, 1, 1, 1 };
  const double size = 20 * view->scale;
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon =
      gtk_icon_theme_lookup_icon (theme, node->icon_name, NULL, 16,
                                  gtk_widget_get_scale_factor (widget),
                                  gtk_widget_get_direction (widget), 0);

  g_assert (TROUPE_IS_TEMPLATE_PREVIEW (self));

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT ((float) ((node->x + node->width / 2 - view->x) * view->scale -
                                               size / 2),
                                      (float) ((node->y + 26 - view->y) * view->scale - size / 2)));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size,
                                            &white, 1);
  gtk_snapshot_restore (snapshot);
}

static void
draw_ground (cairo_t *cr, const TroupeCanvasPalette *palette, double width, double height)
{
  set_color (cr, palette->canvas);
  cairo_paint (cr);
  set_color (cr, palette->dot);
  for (double y = 8; y < height; y += 14)
    for (double x = 8; x < width; x += 14)
      cairo_rectangle (cr, x, y, 1, 1);
  cairo_fill (cr);
}

static void
troupe_template_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeTemplatePreview *self = TROUPE_TEMPLATE_PREVIEW (widget);
  AdwStyleManager *style = adw_style_manager_get_default ();
  const TroupeCanvasPalette *palette =
      troupe_canvas_palette_get (adw_style_manager_get_dark (style),
                                 adw_style_manager_get_high_contrast (style));
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);
  View view = { 1, 0, 0 };
  cairo_t *cr;

  g_assert (GTK_IS_WIDGET (widget));
  g_assert (TROUPE_IS_TEMPLATE_PREVIEW (self));

  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height));
  draw_ground (cr, palette, width, height);
  if (self->is_crew)
    draw_crew (cr, palette, width, height);
  else if (self->graph == NULL)
    draw_empty (cr, palette, width, height);
  else
    {
      double view_width = width;
      double view_height = height;
      graphene_rect_t extents;

      get_extents (self->graph, &extents);
      view.scale = MIN ((view_width - 2 * MARGIN) / MAX (extents.size.width, 1),
                        (view_height - 2 * MARGIN) / MAX (extents.size.height, 1));
      view.scale = MIN (view.scale, SCALE_MAX);
      view.x = extents.origin.x + extents.size.width / 2 - view_width / 2 / view.scale;
      view.y = extents.origin.y + extents.size.height / 2 - view_height / 2 / view.scale;
      cairo_scale (cr, view.scale, view.scale);
      cairo_translate (cr, -view.x, -view.y);
      cairo_set_line_width (cr, 1.5 / view.scale);
      for (guint i = 0; i < troupe_plot_graph_get_n_wires (self->graph); i++)
        draw_wire (cr, palette, self->graph, troupe_plot_graph_get_wire (self->graph, i));
      for (guint i = 0; i < troupe_plot_graph_get_n_nodes (self->graph); i++)
        draw_node (cr, palette, troupe_plot_graph_get_node (self->graph, i));
    }
  cairo_destroy (cr);

  for (guint i = 0; self->graph != NULL && i < troupe_plot_graph_get_n_nodes (self->graph); i++)
    {
      const TroupePlotNode *node = troupe_plot_graph_get_node (self->graph, i);

      if (!node->is_gate)
        draw_icon (self, snapshot, node, &view);
    }
}

static void
troupe_template_preview_measure (GtkWidget *widget,
                                 GtkOrientation orientation,
                                 int for_size,
                                 int *minimum,
                                 int *natural,
                                 int *minimum_baseline,
                                 int *natural_baseline)
{
  g_assert (GTK_IS_WIDGET (widget));

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 100 : HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
troupe_template_preview_finalize (GObject *object)
{
  TroupeTemplatePreview *self = TROUPE_TEMPLATE_PREVIEW (object);

  g_clear_pointer (&self->graph, troupe_plot_graph_unref);
  g_clear_pointer (&self->flow, troupe_flow_unref);
  G_OBJECT_CLASS (troupe_template_preview_parent_class)->finalize (object);
}

static void
troupe_template_preview_class_init (TroupeTemplatePreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_template_preview_finalize;
  widget_class->snapshot = troupe_template_preview_snapshot;
  widget_class->measure = troupe_template_preview_measure;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
troupe_template_preview_init (TroupeTemplatePreview *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_template_preview_new (TroupeFlowDocument *document)
{
  TroupeTemplatePreview *self = g_object_new (TROUPE_TYPE_TEMPLATE_PREVIEW, NULL);

  if (document != NULL)
    {
      self->flow = troupe_flow_ref (troupe_flow_document_get_flow (document));
      self->graph = troupe_plot_flow_new (self->flow, measure_narrow, NULL);
      troupe_plot_graph_arrange (self->graph, TRUE);
    }
  return GTK_WIDGET (self);
}

GtkWidget *
troupe_template_preview_new_crew (void)
{
  TroupeTemplatePreview *self = g_object_new (TROUPE_TYPE_TEMPLATE_PREVIEW, NULL);

  self->is_crew = TRUE;
  return GTK_WIDGET (self);
}
