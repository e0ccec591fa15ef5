/* troupe-plot-path.h: paths as SVG writes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

/* @format with a number in the place of each `#`, whatever the locale. (transfer full) */
char *troupe_plot_path_write (const char *format, const double *numbers);

/* Adds the `d` of a path of SVG, with all its commands, to the path of @cr. Ends where it no longer can be read. */
void troupe_plot_path_add (cairo_t *cr, const char *d);
/* A rectangle with round corners. */
void troupe_plot_path_add_box (cairo_t *cr,
                               double x,
                               double y,
                               double width,
                               double height,
                               double radius);

G_END_DECLS
