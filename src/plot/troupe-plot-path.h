/* troupe-plot-path.h: paths of SVG for cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

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
