/* troupe-pch-glib.h: headers that nearly every file of the engine includes, precompiled once (-Dpch=true)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <gio/gio.h>
#include <json-glib/json-glib.h>
#include <string.h>

/* Each file defines its own. */
#undef G_LOG_DOMAIN
