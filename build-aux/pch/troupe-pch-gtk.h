/* troupe-pch-gtk.h: headers that nearly every file of the canvas includes, precompiled once (-Dpch=true)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gtk/gtk.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Each file defines its own. */
#undef G_LOG_DOMAIN
