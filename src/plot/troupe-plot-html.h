/* troupe-plot-html.h: a drawing as a page for a browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/**
 * troupe_plot_to_html:
 * @view: what is seen of it at first
 * @scheme: BOTH follows the browser; a person can switch in any case
 * @carried: (nullable): what is carried inside of it: see troupe_plot_carry_to_text()
 *
 * One file that asks nothing of any network, and says so by a policy of its own, in which nothing may run but the one
 * script of ours. The picture is complete without it; with it one can zoom, search, look at each card, and play the run
 * that the drawing has. Texts of the document and the run are never markup. The same text for the same drawing.
 *
 * Returns: (transfer full): the text of the file
 */
char *troupe_plot_to_html (TroupePlotDrawing *drawing,
                           TroupePlotBox view,
                           TroupePlotScheme scheme,
                           const char *carried);

G_END_DECLS
