/* troupe-plot-path.c: writes SVG path data and adds it to cairo paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-plot-path"

#include "config.h"

#include <math.h>

#include "troupe-plot-path.h"

char *
troupe_plot_path_write (const char *format, const double *numbers)
{
  GString *out = g_string_new (NULL);
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  for (; *format != '\0'; format++)
    if (*format == '#')
      g_string_append (out, g_ascii_formatd (buffer, sizeof buffer, "%.8g", *numbers++));
    else
      g_string_append_c (out, *format);
  return g_string_free (out, FALSE);
}

/* @x, @y: the current point; @control_x, @control_y: the last control point, for smooth curves */
typedef struct
{
  cairo_t *cr;
  const char *at;
  double x;
  double y;
  double start_x;
  double start_y;
  double control_x;
  double control_y;
  char last;
} Reader;

static void
skip_blanks (Reader *self)
{
  while (g_ascii_isspace (*self->at) || *self->at == ',')
    self->at++;
}

/* Parses a number. A flag of an arc is a single digit, which the next number may follow without
 * a separator. */
static gboolean
read_number (Reader *self, gboolean is_flag, double *number)
{
  char *end = NULL;

  skip_blanks (self);
  if (is_flag && (*self->at == '0' || *self->at == '1'))
    {
      *number = *self->at++ - '0';
      return TRUE;
    }
  *number = g_ascii_strtod (self->at, &end);
  if (end == self->at || !isfinite (*number))
    return FALSE;
  self->at = end;
  return TRUE;
}

static double
get_angle (double x, double y)
{
  return atan2 (y, x);
}

/* Adds an arc: converts its endpoints to its center as in appendix B.2.4 of SVG 2. */
static void
add_arc (Reader *self, const double *n, double to_x, double to_y)
{
  double rx = fabs (n[0]), ry = fabs (n[1]);
  const double turn = n[2] * G_PI / 180;
  const double dx = (self->x - to_x) / 2, dy = (self->y - to_y) / 2;
  const double x1 = cos (turn) * dx + sin (turn) * dy;
  const double y1 = -sin (turn) * dx + cos (turn) * dy;
  double excess, root, cx, cy, from, to;

  if (rx < 1e-6 || ry < 1e-6 || (fabs (dx) < 1e-9 && fabs (dy) < 1e-9))
    {
      cairo_line_to (self->cr, to_x, to_y);
      return;
    }
  excess = x1 * x1 / (rx * rx) + y1 * y1 / (ry * ry);
  if (excess > 1)
    {
      rx *= sqrt (excess);
      ry *= sqrt (excess);
    }
  root = (rx * rx * ry * ry - rx * rx * y1 * y1 - ry * ry * x1 * x1) /
         (rx * rx * y1 * y1 + ry * ry * x1 * x1);
  root = sqrt (MAX (root, 0)) * ((n[3] != 0) == (n[4] != 0) ? -1 : 1);
  cx = root * rx * y1 / ry;
  cy = -root * ry * x1 / rx;
  from = get_angle ((x1 - cx) / rx, (y1 - cy) / ry);
  to = get_angle ((-x1 - cx) / rx, (-y1 - cy) / ry);
  cairo_save (self->cr);
  cairo_translate (self->cr, cos (turn) * cx - sin (turn) * cy + (self->x + to_x) / 2,
                   sin (turn) * cx + cos (turn) * cy + (self->y + to_y) / 2);
  cairo_rotate (self->cr, turn);
  cairo_scale (self->cr, rx, ry);
  if (n[4] != 0)
    cairo_arc (self->cr, 0, 0, 1, from, to);
  else
    cairo_arc_negative (self->cr, 0, 0, 1, from, to);
  cairo_restore (self->cr);
}

static void
add_cubic (Reader *self, double x1, double y1, double x2, double y2, double x, double y)
{
  cairo_curve_to (self->cr, x1, y1, x2, y2, x, y);
  self->control_x = x2;
  self->control_y = y2;
}

static void
add_quadratic (Reader *self, double cx, double cy, double x, double y)
{
  cairo_curve_to (self->cr, self->x + (cx - self->x) * 2 / 3, self->y + (cy - self->y) * 2 / 3,
                  x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3, x, y);
  self->control_x = cx;
  self->control_y = cy;
}

/* Returns the first control point of a smooth curve. If the previous command was one of @kinds,
 * this is its last control point, mirrored. Otherwise it is the current point. */
static void
mirror (const Reader *self, const char *kinds, double *x, double *y)
{
  const gboolean goes_on = self->last != '\0' && strchr (kinds, self->last) != NULL;

  *x = goes_on ? 2 * self->x - self->control_x : self->x;
  *y = goes_on ? 2 * self->y - self->control_y : self->y;
}

/* Executes a command. @n: its numbers; @dx, @dy: offset that makes them absolute */
static void
do_command (Reader *self, char kind, const double *n, double dx, double dy)
{
  double x = self->x, y = self->y, mx, my;

  switch (kind)
    {
    case 'M':
      x = n[0] + dx, y = n[1] + dy;
      cairo_move_to (self->cr, x, y);
      self->start_x = x, self->start_y = y;
      break;
    case 'L':
      x = n[0] + dx, y = n[1] + dy;
      cairo_line_to (self->cr, x, y);
      break;
    case 'H':
      x = n[0] + dx;
      cairo_line_to (self->cr, x, y);
      break;
    case 'V':
      y = n[0] + dy;
      cairo_line_to (self->cr, x, y);
      break;
    case 'C':
      x = n[4] + dx, y = n[5] + dy;
      add_cubic (self, n[0] + dx, n[1] + dy, n[2] + dx, n[3] + dy, x, y);
      break;
    case 'S':
      mirror (self, "CS", &mx, &my);
      x = n[2] + dx, y = n[3] + dy;
      add_cubic (self, mx, my, n[0] + dx, n[1] + dy, x, y);
      break;
    case 'Q':
      x = n[2] + dx, y = n[3] + dy;
      add_quadratic (self, n[0] + dx, n[1] + dy, x, y);
      break;
    case 'T':
      mirror (self, "QT", &mx, &my);
      x = n[0] + dx, y = n[1] + dy;
      add_quadratic (self, mx, my, x, y);
      break;
    case 'A':
      x = n[5] + dx, y = n[6] + dy;
      add_arc (self, n, x, y);
      break;
    case 'Z':
    default:
      cairo_close_path (self->cr);
      x = self->start_x, y = self->start_y;
      break;
    }
  self->x = x;
  self->y = y;
  self->last = kind;
}

static int
count_numbers (char kind)
{
  static const struct
  {
    char kind;
    int n;
  } kinds[] = { { 'M', 2 }, { 'L', 2 }, { 'H', 1 }, { 'V', 1 }, { 'C', 6 },
                { 'S', 4 }, { 'Q', 4 }, { 'T', 2 }, { 'A', 7 }, { 'Z', 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (kinds[i].kind == kind)
      return kinds[i].n;
  return -1;
}

void
troupe_plot_path_add (cairo_t *cr, const char *d)
{
  Reader self = { .cr = cr, .at = d };
  char command = '\0';

  g_return_if_fail (cr != NULL && d != NULL);

  while (TRUE)
    {
      double n[7];
      gboolean is_relative;
      char kind;
      int n_numbers;

      skip_blanks (&self);
      if (*self.at == '\0')
        return;
      if (g_ascii_isalpha (*self.at))
        command = *self.at++;
      else if (command == 'M' || command == 'm')
        command = command == 'M' ? 'L' : 'l'; /* more points after a moveto are lines */
      else if (command == '\0' || command == 'Z' || command == 'z')
        return;
      kind = g_ascii_toupper (command);
      is_relative = command != kind;
      n_numbers = count_numbers (kind);
      if (n_numbers < 0)
        return;
      for (int i = 0; i < n_numbers; i++)
        if (!read_number (&self, kind == 'A' && (i == 3 || i == 4), &n[i]))
          return;
      do_command (&self, kind, n, is_relative ? self.x : 0, is_relative ? self.y : 0);
    }
}

void
troupe_plot_path_add_box (cairo_t *cr,
                          double x,
                          double y,
                          double width,
                          double height,
                          double radius)
{
  const double r = MIN (radius, MIN (width, height) / 2);

  g_return_if_fail (cr != NULL);

  if (r <= 0)
    {
      cairo_rectangle (cr, x, y, width, height);
      return;
    }
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - r, y + r, r, -G_PI / 2, 0);
  cairo_arc (cr, x + width - r, y + height - r, r, 0, G_PI / 2);
  cairo_arc (cr, x + r, y + height - r, r, G_PI / 2, G_PI);
  cairo_arc (cr, x + r, y + r, r, G_PI, 3 * G_PI / 2);
  cairo_close_path (cr);
}
