/* troupe-plot-cairo.h: renders a drawing as PNG or PDF with cairo
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/* Maximum width or height of a PNG in pixels, and maximum number of its pixels. */
#define TROUPE_PLOT_PNG_SIDE 30000
#define TROUPE_PLOT_PNG_PIXELS 200000000.0

/**
 * troupe_plot_to_png:
 * @view: the visible part of @drawing
 * @scale: pixels per unit of the drawing, above 0
 *
 * Renders @drawing as PNG. May be called on any thread; slow. Text is rendered with the font
 * options for print, so that the pixels do not depend on the settings of the desktop, except for
 * its fonts. The same drawing always produces the same bytes.
 *
 * Returns: (transfer full) (nullable): the file, or %NULL with %G_IO_ERROR_NO_SPACE if the image
 * would exceed %TROUPE_PLOT_PNG_SIDE or %TROUPE_PLOT_PNG_PIXELS
 */
GBytes *troupe_plot_to_png (TroupePlotDrawing *drawing,
                            TroupePlotBox view,
                            TroupePlotScheme scheme,
                            double scale,
                            GError **error);

/* Renders @drawing as a PDF that has one page of the size of @view. Lines are vectors, and text
 * is selectable. The file contains no creation time and no data about the machine. */
GBytes *troupe_plot_to_pdf (TroupePlotDrawing *drawing,
                            TroupePlotBox view,
                            TroupePlotScheme scheme,
                            GError **error);

G_END_DECLS
