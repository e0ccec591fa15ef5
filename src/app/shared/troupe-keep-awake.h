/* troupe-keep-awake.h: keeps the computer awake while something runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The key of the settings: whether the computer does not suspend while a document runs. */
#define TROUPE_KEEP_AWAKE "keep-awake"

/* Asks the desktop not to suspend, if the user wants that. @settings: (nullable). Returns a number for
 * troupe_keep_awake_end(); 0 if the computer may suspend. */
guint troupe_keep_awake_begin (GSettings *settings);
/* @number: of troupe_keep_awake_begin(), may be 0 */
void troupe_keep_awake_end (guint number);

G_END_DECLS
