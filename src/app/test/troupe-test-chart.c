/* troupe-test-chart.c: line chart of the average scores of a crew's tests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-chart"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-stored-tests.h"
#include "troupe-test-chart.h"
#include "troupe-time-text.h"

#define HEIGHT 150
/* Margins in pixels. The score labels are placed to the left of the plot, and the date and
 * change labels below the plot. */
#define LEFT 26.0
#define RIGHT 12.0
#define TOP 10.0
#define BOTTOM 24.0
#define RADIUS 4.5
/* Distance at which the pointer hits a point, and minimum distance between labels, in pixels. */
#define REACH 14.0
#define APART 12.0

typedef struct
{
  double average;
  char *day;
  char *change; /* (nullable) */
  char *spoken;
} Point;

struct _TroupeTestChart
{
  GtkWidget parent_instance;

  GArray *points; /* (element-type Point) */
  double low;
  double high;
};

G_DEFINE_FINAL_TYPE (TroupeTestChart, troupe_test_chart, GTK_TYPE_WIDGET)

static void
point_clear (gpointer data)
{
  Point *point = data;

  g_free (point->day);
  g_free (point->change);
  g_free (point->spoken);
}

/* --- Coordinates ------------------------------------------------------------------------------ */

static double
get_x (TroupeTestChart *self, guint index)
{
  const double width = gtk_widget_get_width (GTK_WIDGET (self)) - LEFT - RIGHT - 2 * RADIUS;

  g_assert (TROUPE_IS_TEST_CHART (self));

  return self->points->len < 2 ? LEFT + RADIUS + width
                               : LEFT + RADIUS + width * index / (double) (self->points->len - 1);
}

static double
get_y (TroupeTestChart *self, double mark)
{
  const double height = gtk_widget_get_height (GTK_WIDGET (self)) - TOP - BOTTOM;

  g_assert (TROUPE_IS_TEST_CHART (self));

  return TOP + height * (self->high - mark) / (self->high - self->low);
}

/* --- Drawing ---------------------------------------------------------------------------------------- */

static void
draw_text (TroupeTestChart *self,
           GtkSnapshot *snapshot,
           const char *text,
           double x,
           double y,
           const GdkRGBA *colour)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);

  g_assert (TROUPE_IS_TEST_CHART (self));

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_restore (snapshot);
}

static int
measure_text (TroupeTestChart *self, const char *text)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  int width = 0;

  g_assert (TROUPE_IS_TEST_CHART (self));

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

/* Draws the line and the points; the last point is filled. */
static void
draw_line (TroupeTestChart *self, cairo_t *cr, const GdkRGBA *accent, const GdkRGBA *background)
{
  g_assert (TROUPE_IS_TEST_CHART (self));

  gdk_cairo_set_source_rgba (cr, accent);
  cairo_set_line_width (cr, 2);
  for (guint i = 0; i < self->points->len; i++)
    cairo_line_to (cr, get_x (self, i),
                   get_y (self, g_array_index (self->points, Point, i).average));
  cairo_stroke (cr);
  for (guint i = 0; i < self->points->len; i++)
    {
      cairo_arc (cr, get_x (self, i), get_y (self, g_array_index (self->points, Point, i).average),
                 RADIUS, 0, 2 * G_PI);
      gdk_cairo_set_source_rgba (cr, i + 1 == self->points->len ? accent : background);
      cairo_fill_preserve (cr);
      gdk_cairo_set_source_rgba (cr, accent);
      cairo_stroke (cr);
    }
}

/* Draws the labels below the plot. These are the first and the last date, and between them the
 * changes for which there is space. */
static void
draw_names (TroupeTestChart *self, GtkSnapshot *snapshot, const GdkRGBA *dim)
{
  const double y = gtk_widget_get_height (GTK_WIDGET (self)) - BOTTOM + 6;
  const Point *last = &g_array_index (self->points, Point, self->points->len - 1);
  const double width = gtk_widget_get_width (GTK_WIDGET (self));
  const double last_x = width - RIGHT - measure_text (self, last->day);
  double from = 0;

  g_assert (TROUPE_IS_TEST_CHART (self));

  draw_text (self, snapshot, last->day, last_x, y, dim);
  if (self->points->len < 2)
    return;
  draw_text (self, snapshot, g_array_index (self->points, Point, 0).day, LEFT, y, dim);
  from = LEFT + measure_text (self, g_array_index (self->points, Point, 0).day) + APART;
  for (guint i = 1; i < self->points->len; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);
      double name_width, x;

      if (point->change == NULL)
        continue;
      name_width = measure_text (self, point->change);
      x = MAX (get_x (self, i) - name_width / 2, from);
      x = MIN (x, last_x - APART - name_width);
      if (x < from)
        continue;
      draw_text (self, snapshot, point->change, x, y, dim);
      from = x + name_width + APART;
    }
}

static void
troupe_test_chart_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TroupeTestChart *self = TROUPE_TEST_CHART (widget);
  GtkStyleContext *style = gtk_widget_get_style_context (widget);
  GdkRGBA text, dim, line, accent = { 0 }, background = { 0 };
  cairo_t *cr;
  double width;

  if (self->points->len == 0)
    return;
  gtk_style_context_get_color (style, &text);
  dim = line = text;
  dim.alpha *= 0.65f;
  line.alpha *= 0.15f;
  if (!gtk_style_context_lookup_color (style, "accent_color", &accent))
    accent = text;
  if (!gtk_style_context_lookup_color (style, "card_bg_color", &background) || background.alpha < 1)
    gtk_style_context_lookup_color (style, "view_bg_color", &background);
  width = gtk_widget_get_width (GTK_WIDGET (self)) - LEFT - RIGHT;
  for (double mark = self->low; mark <= self->high; mark++)
    {
      g_autofree char *marks = g_strdup_printf ("%.0f", mark);
      const double y = floor (get_y (self, mark));

      gtk_snapshot_append_color (snapshot, &line,
                                 &GRAPHENE_RECT_INIT ((float) LEFT, (float) y,
                                                      (float) MAX (width, 0), 1));
      draw_text (self, snapshot, marks, LEFT - 10 - measure_text (self, marks), y - 9, &dim);
    }
  cr = gtk_snapshot_append_cairo (snapshot,
                                  &GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                                       (float) gtk_widget_get_height (widget)));
  draw_line (self, cr, &accent, &background);
  cairo_destroy (cr);
  draw_names (self, snapshot, &dim);
}

static void
troupe_test_chart_measure (GtkWidget *widget,
                           GtkOrientation orientation,
                           int for_size,
                           int *minimum,
                           int *natural,
                           int *minimum_baseline,
                           int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 160;
  *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 480;
  *minimum_baseline = *natural_baseline = -1;
}

static gboolean
query_tooltip_cb (TroupeTestChart *self, int x, int y, gboolean by_keyboard, GtkTooltip *tooltip)
{
  g_assert (TROUPE_IS_TEST_CHART (self));

  if (by_keyboard)
    return FALSE;
  for (guint i = 0; i < self->points->len; i++)
    {
      const Point *point = &g_array_index (self->points, Point, i);

      if (hypot (x - get_x (self, i), y - get_y (self, point->average)) > REACH)
        continue;
      gtk_tooltip_set_text (tooltip, point->spoken);
      return TRUE;
    }
  return FALSE;
}

/* --- Data ------------------------------------------------------------------------------------- */

static char *
speak (const TroupeStoredTest *test)
{
  g_autofree char *mark = troupe_test_mark_to_text (test->average);
  g_autofree char *time = troupe_time_for_display (test->started_us);

  if (test->change != NULL)
    /* Translators: a time; a score; a description of the change, such as: gather: guardrail
     * added */
    return g_strdup_printf (_ ("%s: %s after %s"), time, mark, test->change);
  /* Translators: a time; a score */
  return g_strdup_printf (_ ("%s: %s"), time, mark);
}

void
troupe_test_chart_set_tests (TroupeTestChart *self, GPtrArray *tests)
{
  g_autoptr (GString) all = g_string_new (NULL);
  gboolean is_one_day;
  g_autoptr (GPtrArray) scored = g_ptr_array_new ();
  const TroupeStoredTest *first;
  const TroupeStoredTest *last;
  g_autofree char *first_day = NULL;
  g_autofree char *last_day = NULL;

  g_return_if_fail (TROUPE_IS_TEST_CHART (self));
  g_return_if_fail (tests != NULL);

  g_array_set_size (self->points, 0);
  for (guint i = 0; i < tests->len; i++)
    if (!isnan (((TroupeStoredTest *) g_ptr_array_index (tests, i))->average))
      g_ptr_array_add (scored, g_ptr_array_index (tests, i));
  first = scored->len > 1 ? g_ptr_array_index (scored, 0) : NULL;
  last = scored->len > 1 ? g_ptr_array_index (scored, scored->len - 1) : NULL;
  first_day = first != NULL ? troupe_day_for_display (first->started_us) : NULL;
  last_day = last != NULL ? troupe_day_for_display (last->started_us) : NULL;
  is_one_day = first_day != NULL && g_str_equal (first_day, last_day);
  for (guint i = 0; i < scored->len; i++)
    {
      const TroupeStoredTest *test = g_ptr_array_index (scored, i);
      Point point = { .average = test->average, .change = g_strdup (test->change) };

      point.day = is_one_day ? troupe_hour_for_display (test->started_us)
                             : troupe_day_for_display (test->started_us);
      point.spoken = speak (test);
      g_string_append_printf (all, "%s%s", i > 0 ? "\n" : "", point.spoken);
      g_array_append_val (self->points, point);
    }
  if (scored->len > 0)
    {
      /* Determines the range of integer scores that contains all points, with a minimum size of
       * three. */
      self->low = 10;
      self->high = 0;
      for (guint i = 0; i < self->points->len; i++)
        {
          self->low = MIN (self->low, floor (g_array_index (self->points, Point, i).average));
          self->high = MAX (self->high, ceil (g_array_index (self->points, Point, i).average));
        }
      while (self->high - self->low < 3)
        {
          if (self->high < 10)
            self->high++;
          if (self->high - self->low < 3 && self->low > 0)
            self->low--;
        }
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Average of Each Test"), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  all->str, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
troupe_test_chart_finalize (GObject *object)
{
  g_array_unref (TROUPE_TEST_CHART (object)->points);
  G_OBJECT_CLASS (troupe_test_chart_parent_class)->finalize (object);
}

static void
troupe_test_chart_class_init (TroupeTestChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_test_chart_finalize;
  widget_class->snapshot = troupe_test_chart_snapshot;
  widget_class->measure = troupe_test_chart_measure;
  gtk_widget_class_set_css_name (widget_class, "test-chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
troupe_test_chart_init (TroupeTestChart *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (Point));
  g_array_set_clear_func (self->points, point_clear);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
}

GtkWidget *
troupe_test_chart_new (void)
{
  return g_object_new (TROUPE_TYPE_TEST_CHART, NULL);
}
