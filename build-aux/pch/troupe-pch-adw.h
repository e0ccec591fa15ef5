/* troupe-pch-adw.h: what nearly every file of the window includes, precompiled once for each folder (-Dpch=true)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <adwaita.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Each file has its own. */
#undef G_LOG_DOMAIN
