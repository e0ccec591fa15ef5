/* troupe-plot-svg.h: renders a drawing as SVG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-plot-style.h"

G_BEGIN_DECLS

/**
 * troupe_plot_to_svg:
 * @view: the visible area
 * @metadata: (nullable): XML element with the document to embed: see troupe_plot_carried_to_svg()
 *
 * Renders the drawing as a self-contained SVG that looks like the canvas. It contains no script and
 * no link. Every text of the document is escaped, and there are a title and a description for
 * screen readers. The same drawing always produces the same text.
 *
 * Returns: (transfer full): the text of the file
 */
char *troupe_plot_to_svg (TroupePlotDrawing *drawing,
                          TroupePlotBox view,
                          TroupePlotScheme scheme,
                          const char *metadata);

/* Renders the `svg` element of an HTML page as compactly as possible. The style sheet of the
 * page must define the styles and variables that are set in @used (out), and contain the rules
 * that are appended to @rules. In the element, cards have the class `.n`, gates `.g`, lines
 * `path.w`, `.wa` and `.wd`, in the order of the drawing. (transfer full) */
char *troupe_plot_to_page_svg (TroupePlotDrawing *drawing,
                               TroupePlotBox view,
                               TroupePlotUsed *used,
                               GString *rules);

G_END_DECLS
