/* troupe-plot-cairo.h: a drawing as PNG and PDF
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/* The most that a PNG may be wide or high, in pixels, and all of its pixels. */
#define TROUPE_PLOT_PNG_SIDE 30000
#define TROUPE_PLOT_PNG_PIXELS 200000000.0

/**
 * troupe_plot_to_png:
 * @view: what is seen of it
 * @scale: pixels for each of the drawing, above 0
 *
 * Works on any thread, and takes its time. Letters are set as on paper, so that the pixels do not depend on the
 * desktop's settings, but for its fonts. The same bytes for the same drawing.
 *
 * Returns: (transfer full) (nullable): the file, or %NULL with %G_IO_ERROR_NO_SPACE where it would be larger than what
 *   stands above
 */
GBytes *troupe_plot_to_png (TroupePlotDrawing *drawing,
                            TroupePlotBox view,
                            TroupePlotScheme scheme,
                            double scale,
                            GError **error);

/* The same as a page of paper as large as the view, where lines stay lines and texts can be selected. Nothing in it
 * says when or on which machine it was made. */
GBytes *troupe_plot_to_pdf (TroupePlotDrawing *drawing,
                            TroupePlotBox view,
                            TroupePlotScheme scheme,
                            GError **error);

G_END_DECLS
