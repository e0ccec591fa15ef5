/* troupe-timeline-draw.c: drawing the timeline
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
#include "troupe-timeline-private.h"

#define NAME_WIDTH TROUPE_TIMELINE_NAME_WIDTH
#define AXIS_HEIGHT TROUPE_TIMELINE_AXIS_HEIGHT
#define ROW_HEIGHT TROUPE_TIMELINE_ROW_HEIGHT
#define BAR_RADIUS 4
#define MIN_BAR_WIDTH 3
#define TASK_ALPHA 0.6
/* Bars of the same state with a smaller gap are merged. */
#define MERGE_GAP 1
#define GROWING_END 32
/* Half the width of the pill that shows the current time. */
#define PILL_ROOM 28

/* The parameters of a frame. */
typedef struct
{
  TroupeTimeline *timeline;
  GtkSnapshot *snapshot;
  const TroupeCanvasPalette *palette;
  double width;
  double top; /* of the visible part */
  double height;
  double scale;
  gint64 now; /* microseconds since the run began */
  gboolean running;
  gboolean any; /* whether there is a run to show */
} Frame;

static void
to_rgba (TroupeColor color, double alpha, GdkRGBA *rgba)
{
  rgba->red = (float) (((color >> 16) & 255) / 255.0);
  rgba->green = (float) (((color >> 8) & 255) / 255.0);
  rgba->blue = (float) ((color & 255) / 255.0);
  rgba->alpha = (float) alpha;
}

static double
time_to_x (const Frame *frame, double time)
{
  return NAME_WIDTH + (time - frame->timeline->offset) * frame->scale;
}

static void
fill (const Frame *frame,
      double x,
      double y,
      double width,
      double height,
      TroupeColor color,
      double alpha)
{
  GdkRGBA rgba;

  g_assert (frame != NULL);

  to_rgba (color, alpha, &rgba);
  gtk_snapshot_append_color (frame->snapshot, &rgba,
                             &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width,
                                                  (float) height));
}

static void
fill_rounded (const Frame *frame,
              double x,
              double y,
              double width,
              double height,
              TroupeColor color,
              double alpha)
{
  GskRoundedRect outline;
  const graphene_rect_t rect =
      GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
  const float half = (float) height / 2;
  const float widths[4] = { half, half, half, half };
  GdkRGBA rgba;

  g_assert (frame != NULL);

  to_rgba (color, alpha, &rgba);
  /* A border as wide as half the box fills it with a single render node, without a clip. */
  gsk_rounded_rect_init_from_rect (&outline, &rect, (float) MIN (BAR_RADIUS, width / 2));
  gtk_snapshot_append_border (frame->snapshot, &outline, widths,
                              (const GdkRGBA[4]){ rgba, rgba, rgba, rgba });
}

/* --- Text ------------------------------------------------------------------------------------- */

/* @width: 0 for unlimited */
static PangoLayout *
make_layout (const Frame *frame, const char *text, gboolean bold, int width)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (frame->timeline), text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  g_assert (frame != NULL);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_attr_list_insert (attributes, pango_attr_scale_new (0.85));
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
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
draw_layout (const Frame *frame, PangoLayout *layout, double x, double y, TroupeColor color)
{
  PangoRectangle extents, area;
  GdkRGBA rgba;

  g_assert (frame != NULL);

  to_rgba (color, 1, &rgba);
  /* Text that is read from right to left ends at the right edge of its layout, away from the arrow of its row. It
   * begins between two pixels there. */
  pango_layout_get_pixel_extents (layout, NULL, &area);
  pango_layout_get_extents (layout, NULL, &extents);
  gtk_snapshot_save (frame->snapshot);
  gtk_snapshot_translate (frame->snapshot,
                          &GRAPHENE_POINT_INIT ((float) (x - pango_units_to_double (extents.x)),
                                                (float) (y + (ROW_HEIGHT - area.height) / 2)));
  gtk_snapshot_append_layout (frame->snapshot, layout, &rgba);
  gtk_snapshot_restore (frame->snapshot);
}

/* --- The axis --------------------------------------------------------------------------------- */

/* Returns a step of 1, 2 or 5 times a power of ten that places ticks about 100 pixels apart. */
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

/* Draws the axis at the top of the visible part. */
static void
draw_axis (const Frame *frame)
{
  const double step = choose_step (frame->scale);
  const double first = ceil (frame->timeline->offset / step) * step;
  const char *rows = troupe_run_model_is_crew (frame->timeline->model) ? _ ("Task") : _ ("Method");
  g_autoptr (PangoLayout) title = make_layout (frame, rows, TRUE, NAME_WIDTH - 28);

  g_assert (frame != NULL);

  draw_layout (frame, title, 14, frame->top + 1, frame->palette->text);
  for (double time = first; frame->any && time_to_x (frame, time) < frame->width; time += step)
    {
      const double x = round (time_to_x (frame, time)) + 2;
      const double now_x = time_to_x (frame, (double) frame->now);
      g_autofree char *text = NULL;
      g_autoptr (PangoLayout) layout = NULL;
      int width;

      /* Whole seconds are written as `5 s` instead of `5.0 s`. */
      if (time < 1)
        text = g_strdup ("0");
      else if (step >= G_USEC_PER_SEC && time < 10 * G_USEC_PER_SEC)
        text = g_strdup_printf (_ ("%d s"), (int) round (time / G_USEC_PER_SEC));
      else
        text = troupe_span_to_text ((gint64) round (time));
      layout = make_layout (frame, text, FALSE, 0);

      pango_layout_get_pixel_size (layout, &width, NULL);
      if (x + width <= frame->width &&
          (!frame->running || x >= now_x + PILL_ROOM || x + width <= now_x - PILL_ROOM))
        draw_layout (frame, layout, x, frame->top + 1, frame->palette->dim);
    }
  fill (frame, 0, frame->top + AXIS_HEIGHT - 1, frame->width, 1, frame->palette->line, 1);
}

/* --- Bars ------------------------------------------------------------------------------------- */

static TroupeColor
get_bar_color (const Frame *frame, const TroupeRunRow *row, TroupeBarState state)
{
  g_assert (frame != NULL);

  /* Calls are drawn in the color of their kind, methods in the color of their state. */
  const gboolean call = row->kind == TROUPE_ROW_CALL || row->kind == TROUPE_ROW_TOOL;
  const TroupeColor own =
      row->kind == TROUPE_ROW_TOOL ? frame->palette->stale : frame->palette->listener;

  switch (state)
    {
    case TROUPE_BAR_FAILED:
      return frame->palette->failed;
    case TROUPE_BAR_WAITING:
    case TROUPE_BAR_CANCELLED:
      return frame->palette->waiting;
    case TROUPE_BAR_ASKING:
      return frame->palette->paused;
    case TROUPE_BAR_RUNNING:
      return call ? own : frame->palette->running;
    case TROUPE_BAR_DONE:
    default:
      return call ? own : frame->palette->done;
    }
}

static void
draw_stretch (const Frame *frame,
              const TroupeRunRow *row,
              double top,
              double x1,
              double x2,
              TroupeBarState state)
{
  const double height = row->kind == TROUPE_ROW_METHOD ? 14 : row->kind == TROUPE_ROW_TASK ? 11 : 8;
  const double y = top + (ROW_HEIGHT - height) / 2;
  /* Tasks have the color of their state, as their method does, but paler. */
  const double alpha = row->kind == TROUPE_ROW_TASK && state != TROUPE_BAR_FAILED ? TASK_ALPHA : 1;

  if (x2 - x1 > MIN_BAR_WIDTH)
    fill_rounded (frame, x1, y, x2 - x1, height, get_bar_color (frame, row, state), alpha);
  else
    fill (frame, x1, y, x2 - x1, height, get_bar_color (frame, row, state), alpha);
  if (state == TROUPE_BAR_RUNNING)
    {
      TroupeColor color = get_bar_color (frame, row, state);

      /* The end of a growing bar fades out in four steps. */
      for (int i = 0; i < 4; i++)
        fill (frame, x2 + 2 + 6 * i, y, 4, height, color, 0.75 - 0.18 * i);
    }
}

/* Draws the bars of one state, and merges bars with a gap below one pixel, so that a row has no
 * more render nodes than the window has columns. Returns the end of the last bar. */
static double
draw_state (const Frame *frame, const TroupeRunRow *row, double top, TroupeBarState state)
{
  double start = 0, end = 0;
  gboolean open = FALSE;

  g_assert (frame != NULL);

  for (guint i = 0; i < row->bars->len; i++)
    {
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, i);
      const double x1 = MAX (time_to_x (frame, (double) bar->start), NAME_WIDTH);
      double x2;

      /* Bars are sorted by start. */
      if (x1 > frame->width)
        break;
      if (bar->state != state)
        continue;
      x2 = time_to_x (frame, (double) (bar->end == 0 ? frame->now : bar->end));
      if (x2 < NAME_WIDTH)
        continue;
      x2 = CLAMP (x2, x1 + MIN_BAR_WIDTH, MAX (frame->width + BAR_RADIUS, x1 + MIN_BAR_WIDTH));
      if (open && x1 <= end + MERGE_GAP)
        {
          end = MAX (end, x2);
          continue;
        }
      if (open)
        draw_stretch (frame, row, top, start, end, state);
      start = x1;
      end = x2;
      open = TRUE;
    }
  if (open)
    draw_stretch (frame, row, top, start, end, state);
  return end;
}

static void
draw_bars (const Frame *frame, const TroupeRunRow *row, double top)
{
  g_assert (frame != NULL);

  /* Draw failed bars last, so that other bars never cover them. */
  static const TroupeBarState order[] = { TROUPE_BAR_DONE, TROUPE_BAR_CANCELLED, TROUPE_BAR_RUNNING,
                                          TROUPE_BAR_ASKING, TROUPE_BAR_FAILED };
  double end = NAME_WIDTH;
  TroupeColor color = frame->palette->dim;
  g_autofree char *text = troupe_run_row_dup_total (row, frame->now);
  g_autoptr (PangoLayout) layout = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    if (row->n_bars[order[i]] > 0)
      end = MAX (end, draw_state (frame, row, top, order[i]));
  if (row->n_open > 0)
    end += GROWING_END - 6;
  else if (row->n_bars[TROUPE_BAR_FAILED] > 0)
    color = frame->palette->failed;
  layout = make_layout (frame, text, FALSE, 0);
  draw_layout (frame, layout, end + 6, top, color);
}

/* Draws a frame around the displayed pass, unless it is the latest. */
static void
draw_chosen (const Frame *frame, const TroupeRunRow *row, double top)
{
  const float widths[4] = { 2, 2, 2, 2 };
  const guint pass = frame->timeline->pass;
  GskRoundedRect outline;
  GdkRGBA rgba;

  g_assert (frame != NULL);

  to_rgba (frame->palette->text, 1, &rgba);
  for (guint i = 0; i < row->bars->len; i++)
    {
      const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, i);
      const double x1 = time_to_x (frame, (double) bar->start);
      double x2;

      if (bar->pass > pass)
        break;
      if (bar->pass != pass)
        continue;
      x2 = MAX (time_to_x (frame, (double) (bar->end == 0 ? frame->now : bar->end)),
                x1 + MIN_BAR_WIDTH);
      gsk_rounded_rect_init_from_rect (&outline,
                                       &GRAPHENE_RECT_INIT ((float) x1 - 2, (float) top + 2,
                                                            (float) (x2 - x1) + 4, ROW_HEIGHT - 4),
                                       BAR_RADIUS + 1);
      gtk_snapshot_append_border (frame->snapshot, &outline, widths,
                                  (const GdkRGBA[4]){ rgba, rgba, rgba, rgba });
    }
}

/* --- Rows ------------------------------------------------------------------------------------- */

static void
draw_rows (const Frame *frame)
{
  const guint n_rows = troupe_run_model_get_n_rows (frame->timeline->model);
  const TroupeRunRow *highlighted = troupe_timeline_get_highlighted (frame->timeline);
  const guint first = (guint) CLAMP (floor (frame->top / ROW_HEIGHT), 0, n_rows);
  const guint last =
      (guint) CLAMP (ceil ((frame->top + frame->height - AXIS_HEIGHT) / ROW_HEIGHT), 0, n_rows);

  g_assert (frame != NULL);

  for (guint i = first; i < last; i++)
    {
      const TroupeRunRow *row = troupe_run_model_get_row (frame->timeline->model, i);
      const double top = AXIS_HEIGHT + ROW_HEIGHT * (double) i;
      const gboolean is_method = row->kind == TROUPE_ROW_METHOD;
      const gboolean is_call = row->kind == TROUPE_ROW_CALL || row->kind == TROUPE_ROW_TOOL;
      const int start = troupe_timeline_get_arrow_x (row) + TROUPE_TIMELINE_ARROW_WIDTH;
      g_autoptr (PangoLayout) name =
          make_layout (frame, row->label, row == highlighted, NAME_WIDTH - start - 8);

      if (row == highlighted)
        fill (frame, 0, top, frame->width, ROW_HEIGHT, frame->palette->selection, 0.12);
      if (row->children != NULL)
        {
          g_autoptr (PangoLayout) layout =
              make_layout (frame, row->is_folded ? "▸" : "▾", FALSE, 0);
          int width;

          /* Draws the arrow that folds a row. It points down if the rows below it are shown. */
          pango_layout_get_pixel_size (layout, &width, NULL);
          draw_layout (frame, layout,
                       troupe_timeline_get_arrow_x (row) +
                           (TROUPE_TIMELINE_ARROW_WIDTH - width) / 2.0,
                       top, frame->palette->dim);
        }
      draw_layout (frame, name, start, top, is_call ? frame->palette->dim : frame->palette->text);
      gtk_snapshot_push_clip (
          frame->snapshot, &GRAPHENE_RECT_INIT (NAME_WIDTH, (float) top,
                                                (float) (frame->width - NAME_WIDTH), ROW_HEIGHT));
      draw_bars (frame, row, top);
      if (is_method && frame->timeline->pass > 0 &&
          g_strcmp0 (row->method, frame->timeline->selected) == 0)
        draw_chosen (frame, row, top);
      gtk_snapshot_pop (frame->snapshot);
    }
}

void
troupe_timeline_draw (TroupeTimeline *self, GtkSnapshot *snapshot)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  Frame frame = {
    .timeline = self,
    .snapshot = snapshot,
    .palette = troupe_canvas_palette_get (adw_style_manager_get_dark (style),
                                          adw_style_manager_get_high_contrast (style)),
    .width = gtk_widget_get_width (GTK_WIDGET (self)),
    .scale = troupe_timeline_get_scale (self),
    .now = troupe_run_model_get_elapsed (self->model),
    .running = troupe_run_model_is_running (self->model),
    .any = troupe_run_model_has_run (self->model),
  };
  GtkWidget *widget;
  GskRoundedRect outline;
  const float widths[4] = { 2, 2, 2, 2 };
  GdkRGBA rgba;

  troupe_timeline_get_view (self, &frame.top, &frame.height);
  gtk_snapshot_push_clip (
      snapshot, &GRAPHENE_RECT_INIT (0, (float) frame.top + AXIS_HEIGHT, (float) frame.width,
                                     (float) MAX (frame.height - AXIS_HEIGHT, 0)));
  if (frame.any)
    {
      const double step = choose_step (frame.scale);
      const double first = ceil (frame.timeline->offset / step) * step;
      const double y = frame.top + AXIS_HEIGHT;

      for (double time = first; time_to_x (&frame, time) < frame.width; time += step)
        fill (&frame, round (time_to_x (&frame, time)), y, 1, frame.height - AXIS_HEIGHT,
              frame.palette->line, 1);
    }
  draw_rows (&frame);
  gtk_snapshot_pop (snapshot);
  draw_axis (&frame);
  if (frame.running)
    {
      const double x = round (time_to_x (&frame, (double) frame.now));
      g_autofree char *text = troupe_span_to_text (frame.now);
      g_autoptr (PangoLayout) layout = make_layout (&frame, text, TRUE, 0);
      int width;

      if (x >= NAME_WIDTH && x <= frame.width)
        {
          fill (&frame, x, frame.top + AXIS_HEIGHT, 2, frame.height - AXIS_HEIGHT,
                frame.palette->selection, 1);
          pango_layout_get_pixel_size (layout, &width, NULL);
          fill_rounded (&frame, x - width / 2.0 - 7, frame.top + 4, width + 14, 18,
                        frame.palette->selection, 1);
          draw_layout (&frame, layout, x - width / 2.0, frame.top + 1, 0xffffff);
        }
    }
  widget = GTK_WIDGET (frame.timeline);
  if (!gtk_widget_has_visible_focus (widget))
    return;
  to_rgba (frame.palette->selection, 0.6, &rgba);
  gsk_rounded_rect_init_from_rect (&outline,
                                   &GRAPHENE_RECT_INIT (1, (float) frame.top + 1,
                                                        (float) frame.width - 2,
                                                        (float) frame.height - 2),
                                   6);
  gtk_snapshot_append_border (frame.snapshot, &outline, widths,
                              (const GdkRGBA[4]){ rgba, rgba, rgba, rgba });
}
