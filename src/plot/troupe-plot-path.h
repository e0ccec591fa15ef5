/* troupe-plot-path.h: writes SVG path data and adds it to cairo paths
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* Returns @format with each `#` replaced by a number, independent of the locale. (transfer full) */
char *troupe_plot_path_write (const char *format, const double *numbers);

/* Adds SVG path data (the `d` attribute, with all its commands) to the path of @cr. Stops at the
 * first syntax error. */
void troupe_plot_path_add (cairo_t *cr, const char *d);
/* Adds a rectangle with rounded corners. */
void troupe_plot_path_add_box (cairo_t *cr,
                               double x,
                               double y,
                               double width,
                               double height,
                               double radius);

G_END_DECLS
