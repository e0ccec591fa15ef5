/* troupe-plot-html.h: renders a drawing as an interactive HTML page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-plot-drawing.h"

G_BEGIN_DECLS

/**
 * troupe_plot_to_html:
 * @view: the area that is visible at first
 * @scheme: TROUPE_PLOT_BOTH follows the browser; the user can switch in any case
 * @carried: (nullable): the document to embed: see troupe_plot_carried_to_text()
 *
 * Renders a single file that does not access the network. A Content-Security-Policy enforces this,
 * and allows no script except the embedded one. The drawing is complete without the script. With
 * the script, the user can zoom, search, inspect each card and replay the run of the drawing. Texts
 * of the document and of the run are always escaped. The same drawing always produces the same
 * text.
 *
 * Returns: (transfer full): the text of the file
 */
char *troupe_plot_to_html (TroupePlotDrawing *drawing,
                           TroupePlotBox view,
                           TroupePlotScheme scheme,
                           const char *carried);

G_END_DECLS
