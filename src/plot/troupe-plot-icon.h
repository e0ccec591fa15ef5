/* troupe-plot-icon.h: loads the symbolic icons of the application as SVG elements
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the content of an icon file, which consists of SVG elements with their attributes but
 * without colors. Returns "" if there is no icon of that name. (transfer full) */
char *troupe_plot_icon_load (const char *name);
/* Returns the name that is used inside a drawing, for example `tool` for `troupe-tool-symbolic`.
 * (transfer full) */
char *troupe_plot_icon_shorten (const char *name);

G_END_DECLS
