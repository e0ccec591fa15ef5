/* troupe-timeline.c: the run as bars over time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-timeline"

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "troupe-canvas-palette.h"
#include "troupe-clock.h"
#include "troupe-timeline.h"

/* Measures of design/DESIGN-UI.md §10, in pixels. */
#define NAME_WIDTH 190
#define AXIS_HEIGHT 26
#define ROW_HEIGHT 24
#define BAR_RADIUS 4
#define TIME_ROOM 72               /* for the words behind the last bar */
#define FRAME_INTERVAL (33 * 1000) /* microseconds between two frames of a growing bar */
#define MIN_SPAN (10 * 1000)       /* microseconds that the axis shows at least */

struct _TroupeTimeline
{
  GtkWidget parent_instance;

  TroupeRunModel *model;
  char *selected;
  double zoom;    /* 1: all of the run fits */
  double offset;  /* microseconds at the left edge */
  double pointer; /* x of the pointer */
  guint tick;
  gint64 last_frame;
};

enum
{
  METHOD_SELECTED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTimeline, troupe_timeline, GTK_TYPE_WIDGET)

static void
to_rgba (TroupeColor color, double alpha, GdkRGBA *rgba)
{
  rgba->red = (float) (((color >> 16) & 255) / 255.0);
  rgba->green = (float) (((color >> 8) & 255) / 255.0);
  rgba->blue = (float) ((color & 255) / 255.0);
  rgba->alpha = (float) alpha;
}

static const TroupeCanvasPalette *
get_palette (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();

  return troupe_canvas_palette_get (adw_style_manager_get_dark (style),
                                    adw_style_manager_get_high_contrast (style));
}

/* --- Time and place --------------------------------------------------------------------------- */

static double
get_span (TroupeTimeline *self)
{
  return (double) MAX (troupe_run_model_get_elapsed (self->model), MIN_SPAN);
}

static double
get_scale (TroupeTimeline *self)
{
  const double room = gtk_widget_get_width (GTK_WIDGET (self)) - NAME_WIDTH - TIME_ROOM;

  return MAX (room, 50) / get_span (self) * self->zoom;
}

static double
time_to_x (TroupeTimeline *self, double time)
{
  return NAME_WIDTH + (time - self->offset) * get_scale (self);
}

static void
clamp_offset (TroupeTimeline *self)
{
  self->offset = CLAMP (self->offset, 0, get_span (self) * (1 - 1 / self->zoom));
}

/* 1, 2 or 5 times a power of ten, so that marks are some 100 pixels apart. */
static double
choose_step (double scale)
{
  const double wanted = 100 / scale;
  const double power = pow (10, floor (log10 (wanted)));

  if (wanted <= power)
    return power;
  if (wanted <= 2 * power)
    return 2 * power;
  return wanted <= 5 * power ? 5 * power : 10 * power;
}

/* --- Drawing ---------------------------------------------------------------------------------- */

static PangoLayout *
make_layout (TroupeTimeline *self, const char *text, gboolean bold, int width)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (0.85));
  if (bold)
    pango_attr_list_insert (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  pango_layout_set_attributes (layout, attributes);
  if (width > 0)
    {
      pango_layout_set_width (layout, width * PANGO_SCALE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_MIDDLE);
    }
  return layout;
}

static void
draw_text (TroupeTimeline *self,
           GtkSnapshot *snapshot,
           const char *text,
           double x,
           double y,
           int width,
           gboolean bold,
           TroupeColor color)
{
  g_autoptr (PangoLayout) layout = make_layout (self, text, bold, width);
  int height;
  GdkRGBA rgba;

  to_rgba (color, 1, &rgba);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x,
                                                          (float) (y + (ROW_HEIGHT - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &rgba);
  gtk_snapshot_restore (snapshot);
}

static void
draw_axis (TroupeTimeline *self, GtkSnapshot *snapshot, const TroupeCanvasPalette *palette)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double height = gtk_widget_get_height (GTK_WIDGET (self));
  const double step = choose_step (get_scale (self));
  GdkRGBA line;

  to_rgba (palette->line, 1, &line);
  draw_text (self, snapshot, _ ("Method"), 14, 1, NAME_WIDTH - 28, TRUE, palette->text);
  for (double time = ceil (self->offset / step) * step; time_to_x (self, time) < width;
       time += step)
    {
      const double x = round (time_to_x (self, time));
      g_autofree char *text = NULL;

      text = time < 1 ? g_strdup ("0") : troupe_span_to_text ((gint64) time);
      gtk_snapshot_append_color (snapshot, &line,
                                 &GRAPHENE_RECT_INIT ((float) x, AXIS_HEIGHT, 1,
                                                      (float) (height - AXIS_HEIGHT)));
      draw_text (self, snapshot, text, x + 2, 1, 0, FALSE, palette->dim);
    }
  gtk_snapshot_append_color (snapshot, &line,
                             &GRAPHENE_RECT_INIT (0, AXIS_HEIGHT - 1, (float) width, 1));
}

static TroupeColor
get_bar_color (const TroupeCanvasPalette *palette, const TroupeRunRow *row, const TroupeBar *bar)
{
  switch (bar->state)
    {
    case TROUPE_BAR_FAILED:
      return palette->failed;
    case TROUPE_BAR_CANCELLED:
      return palette->waiting;
    case TROUPE_BAR_RUNNING:
      return row->kind == TROUPE_ROW_CALL ? palette->listener : palette->running;
    case TROUPE_BAR_DONE:
    default:
      return row->kind == TROUPE_ROW_CALL ? palette->listener : palette->done;
    }
}

static void
draw_box (GtkSnapshot *snapshot,
          double x,
          double y,
          double width,
          double height,
          const GdkRGBA *color)
{
  GskRoundedRect outline;
  const graphene_rect_t rect =
      GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
  const float half = (float) height / 2;
  const float widths[4] = { half, half, half, half };
  const GdkRGBA colors[4] = { *color, *color, *color, *color };

  /* A border as wide as half the box fills it in one node, without a clip. */
  gsk_rounded_rect_init_from_rect (&outline, &rect, (float) MIN (BAR_RADIUS, width / 2));
  gtk_snapshot_append_border (snapshot, &outline, widths, colors);
}

/* The growing end fades in four steps. */
static void
draw_growing_end (GtkSnapshot *snapshot, double x, double y, double height, TroupeColor color)
{
  for (int i = 0; i < 4; i++)
    {
      GdkRGBA rgba;

      to_rgba (color, 0.75 - 0.18 * i, &rgba);
      gtk_snapshot_append_color (snapshot, &rgba,
                                 &GRAPHENE_RECT_INIT ((float) (x + 2 + 6 * i), (float) y, 4,
                                                      (float) height));
    }
}

static void
draw_bars (TroupeTimeline *self,
           GtkSnapshot *snapshot,
           const TroupeCanvasPalette *palette,
           const TroupeRunRow *row,
           double top)
{
  const double height = row->kind == TROUPE_ROW_METHOD ? 14 : 8;
  const double y = top + (ROW_HEIGHT - height) / 2;
  const double right = gtk_widget_get_width (GTK_WIDGET (self));
  const gint64 now = troupe_run_model_get_elapsed (self->model);
  double end_x = NAME_WIDTH;
  gint64 total = 0;
  gboolean growing = FALSE;

  for (guint i = 0; i < row->bars->len; i++)
    {
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, i);
      const gint64 end = bar->state == TROUPE_BAR_RUNNING ? now : bar->end;
      const double x1 = MAX (time_to_x (self, (double) bar->start), NAME_WIDTH);
      const double x2 = time_to_x (self, (double) end);
      const TroupeColor color = get_bar_color (palette, row, bar);
      GdkRGBA rgba;

      total += end - bar->start;
      growing = growing || bar->state == TROUPE_BAR_RUNNING;
      /* Bars within the same pixel as the one before would not show. */
      if (x2 < NAME_WIDTH || x1 > right || (x2 <= end_x && i + 1 < row->bars->len))
        continue;
      to_rgba (color, 1, &rgba);
      end_x = MAX (x2, x1 + 3);
      draw_box (snapshot, x1, y, end_x - x1, height, &rgba);
      if (bar->state == TROUPE_BAR_RUNNING)
        draw_growing_end (snapshot, end_x, y, height, color);
    }
  if (row->bars->len > 0)
    {
      g_autofree char *text = troupe_span_to_text (total);

      draw_text (self, snapshot, text, end_x + (growing ? 32 : 6), top, 0, FALSE, palette->dim);
    }
}

static void
draw_row (TroupeTimeline *self,
          GtkSnapshot *snapshot,
          const TroupeCanvasPalette *palette,
          guint index)
{
  const TroupeRunRow *row = troupe_run_model_get_row (self->model, index);
  const double top = AXIS_HEIGHT + ROW_HEIGHT * index;
  const gboolean selected = g_strcmp0 (row->method, self->selected) == 0;
  const int indent = row->kind == TROUPE_ROW_METHOD ? 14 : 40;
  GdkRGBA tint;

  if (selected)
    {
      to_rgba (palette->selection, 0.12, &tint);
      gtk_snapshot_append_color (
          snapshot, &tint,
          &GRAPHENE_RECT_INIT (0, (float) top, (float) gtk_widget_get_width (GTK_WIDGET (self)),
                               ROW_HEIGHT));
    }
  draw_text (self, snapshot, row->label, indent, top, NAME_WIDTH - indent - 8,
             selected && row->kind == TROUPE_ROW_METHOD,
             row->kind == TROUPE_ROW_METHOD ? palette->text : palette->dim);
  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT (NAME_WIDTH, (float) top,
                                     (float) gtk_widget_get_width (GTK_WIDGET (self)), ROW_HEIGHT));
  draw_bars (self, snapshot, palette, row, top);
  gtk_snapshot_pop (snapshot);
}

static void
draw_now (TroupeTimeline *self, GtkSnapshot *snapshot, const TroupeCanvasPalette *palette)
{
  const gint64 now = troupe_run_model_get_elapsed (self->model);
  const double x = round (time_to_x (self, (double) now));
  g_autofree char *text = troupe_span_to_text (now);
  g_autoptr (PangoLayout) layout = make_layout (self, text, TRUE, 0);
  int width;
  GdkRGBA accent;

  if (x < NAME_WIDTH)
    return;
  to_rgba (palette->selection, 1, &accent);
  gtk_snapshot_append_color (
      snapshot, &accent,
      &GRAPHENE_RECT_INIT ((float) x, AXIS_HEIGHT, 2,
                           (float) gtk_widget_get_height (GTK_WIDGET (self))));
  pango_layout_get_pixel_size (layout, &width, NULL);
  draw_box (snapshot, x - width / 2.0 - 7, 4, width + 14, 18, &accent);
  draw_text (self, snapshot, text, x - width / 2.0, 1, 0, TRUE, 0xffffff);
}

/* Only the rows that the scrolled window shows are drawn. */
static void
get_visible_rows (TroupeTimeline *self, guint *first, guint *last)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_SCROLLED_WINDOW);
  const guint n_rows = troupe_run_model_get_n_rows (self->model);
  graphene_rect_t bounds;
  double top, bottom;

  *first = 0;
  *last = n_rows;
  if (viewport == NULL || !gtk_widget_compute_bounds (viewport, GTK_WIDGET (self), &bounds))
    return;
  top = bounds.origin.y - AXIS_HEIGHT;
  bottom = top + bounds.size.height;
  *first = (guint) CLAMP (floor (top / ROW_HEIGHT), 0, n_rows);
  *last = (guint) CLAMP (ceil (bottom / ROW_HEIGHT) + 1, 0, n_rows);
}

static void
troupe_timeline_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const TroupeCanvasPalette *palette = get_palette ();
  guint first, last;

  draw_axis (self, snapshot, palette);
  get_visible_rows (self, &first, &last);
  for (guint i = first; i < last; i++)
    draw_row (self, snapshot, palette, i);
  if (troupe_run_model_is_running (self->model))
    draw_now (self, snapshot, palette);
}

/* --- Following the run ------------------------------------------------------------------------ */

static gboolean
grow (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);

  if (!troupe_run_model_is_running (self->model))
    {
      self->tick = 0;
      gtk_widget_queue_draw (widget);
      return G_SOURCE_REMOVE;
    }
  if (now - self->last_frame >= FRAME_INTERVAL)
    {
      self->last_frame = now;
      gtk_widget_queue_draw (widget);
    }
  return G_SOURCE_CONTINUE;
}

static void
model_changed (TroupeTimeline *self)
{
  if (troupe_run_model_is_running (self->model) && self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), grow, NULL, NULL);
  clamp_offset (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
troupe_timeline_measure (GtkWidget *widget,
                         GtkOrientation orientation,
                         int for_size,
                         int *minimum,
                         int *natural,
                         int *minimum_baseline,
                         int *natural_baseline)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 320;
      *natural = 700;
      return;
    }
  *minimum = *natural =
      AXIS_HEIGHT + ROW_HEIGHT * (int) troupe_run_model_get_n_rows (self->model) + 8;
}

/* --- Hands on --------------------------------------------------------------------------------- */

static void
select_row (TroupeTimeline *self, int index)
{
  const int n_rows = (int) troupe_run_model_get_n_rows (self->model);

  if (index >= 0 && index < n_rows)
    g_signal_emit (self, signals[METHOD_SELECTED], 0,
                   troupe_run_model_get_row (self->model, (guint) index)->method);
}

static void
clicked (GtkGestureClick *gesture, int n_press, double x, double y, gpointer user_data)
{
  gtk_widget_grab_focus (GTK_WIDGET (user_data));
  if (y >= AXIS_HEIGHT)
    select_row (TROUPE_TIMELINE (user_data), (int) ((y - AXIS_HEIGHT) / ROW_HEIGHT));
}

static int
find_selected (TroupeTimeline *self)
{
  for (guint i = 0; i < troupe_run_model_get_n_rows (self->model); i++)
    if (g_strcmp0 (troupe_run_model_get_row (self->model, i)->method, self->selected) == 0)
      return (int) i;
  return -1;
}

static void
walk (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTimeline *self = TROUPE_TIMELINE (widget);
  const int step = g_str_equal (name, "timeline.next") ? 1 : -1;
  const int n_rows = (int) troupe_run_model_get_n_rows (self->model);
  int index = find_selected (self);

  /* Rows of calls belong to the method that is selected already. */
  do
    index += step;
  while (index >= 0 && index < n_rows &&
         g_strcmp0 (troupe_run_model_get_row (self->model, (guint) index)->method,
                    self->selected) == 0);
  select_row (self, index);
}

static void
moved (GtkEventControllerMotion *motion, double x, double y, gpointer user_data)
{
  TROUPE_TIMELINE (user_data)->pointer = x;
}

static gboolean
scrolled (GtkEventControllerScroll *scroll, double dx, double dy, gpointer user_data)
{
  TroupeTimeline *self = TROUPE_TIMELINE (user_data);
  const GdkModifierType state =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (scroll));
  const double time = self->offset + (self->pointer - NAME_WIDTH) / get_scale (self);

  if (state & GDK_CONTROL_MASK)
    {
      self->zoom = CLAMP (self->zoom * pow (1.2, -dy), 1, 1000);
      self->offset = time - (self->pointer - NAME_WIDTH) / get_scale (self);
    }
  else if (state & GDK_SHIFT_MASK)
    self->offset += 60 * (dx + dy) / get_scale (self);
  else
    return GDK_EVENT_PROPAGATE;
  clamp_offset (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
add_controllers (TroupeTimeline *self)
{
  GtkGesture *click = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);

  g_signal_connect_object (click, "pressed", G_CALLBACK (clicked), self, 0);
  g_signal_connect_object (motion, "motion", G_CALLBACK (moved), self, 0);
  g_signal_connect_object (scroll, "scroll", G_CALLBACK (scrolled), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
}

static void
troupe_timeline_dispose (GObject *object)
{
  TroupeTimeline *self = TROUPE_TIMELINE (object);

  g_clear_object (&self->model);
  g_clear_pointer (&self->selected, g_free);
  G_OBJECT_CLASS (troupe_timeline_parent_class)->dispose (object);
}

static void
troupe_timeline_class_init (TroupeTimelineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_timeline_dispose;
  widget_class->snapshot = troupe_timeline_snapshot;
  widget_class->measure = troupe_timeline_measure;
  signals[METHOD_SELECTED] =
      g_signal_new ("method-selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                    NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gtk_widget_class_install_action (widget_class, "timeline.next", NULL, walk);
  gtk_widget_class_install_action (widget_class, "timeline.previous", NULL, walk);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, 0, "timeline.next", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, 0, "timeline.previous", NULL);
}

static void
troupe_timeline_init (TroupeTimeline *self)
{
  self->zoom = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
  add_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
troupe_timeline_new (TroupeRunModel *model)
{
  TroupeTimeline *self;

  g_return_val_if_fail (TROUPE_IS_RUN_MODEL (model), NULL);

  self = g_object_new (TROUPE_TYPE_TIMELINE, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "changed", G_CALLBACK (model_changed), self, G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}

void
troupe_timeline_set_selected (TroupeTimeline *self, const char *name)
{
  g_return_if_fail (TROUPE_IS_TIMELINE (self));

  if (troupe_set_str (&self->selected, name))
    gtk_widget_queue_draw (GTK_WIDGET (self));
}
