/* troupe-plot-icon.h: our own icons
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What stands inside the file of an icon: elements of SVG with their own attributes and no colours; "" where there is
 * none of that name. (transfer full) */
char *troupe_plot_icon_load (const char *name);
/* The name as it is known inside a picture: `troupe-tool-symbolic` is `tool`. (transfer full) */
char *troupe_plot_icon_shorten (const char *name);

G_END_DECLS
