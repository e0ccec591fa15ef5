/* troupe-plot-svg.h: a drawing as SVG
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"
#include "troupe-plot-style.h"

G_BEGIN_DECLS

/**
 * troupe_plot_to_svg:
 * @view: what is seen of it
 * @metadata: (nullable): what is carried inside of it, as it stands in an element of XML: see
 *   troupe_plot_carry_to_svg()
 *
 * The drawing as one self-contained SVG that looks like the canvas: no script, no link, every text of the document
 * escaped; title and description for readers that speak. The same text for the same drawing.
 *
 * Returns: (transfer full): the text of the file
 */
char *troupe_plot_to_svg (TroupePlotDrawing *drawing,
                          TroupePlotBox view,
                          TroupePlotScheme scheme,
                          const char *metadata);

/* The `svg` element of a page, whose style sheet has the variables and the rules of what is @used, (out), and @rules, which are
 * appended: as little text
 * as can be. The cards stand in it as `.n`, the gates as `.g`, the lines as `path.w`, `.wa` and `.wd`, in the order of the
 * drawing. (transfer full) */
char *troupe_plot_to_page_svg (TroupePlotDrawing *drawing,
                               TroupePlotBox view,
                               TroupePlotUsed *used,
                               GString *rules);

G_END_DECLS
