/* troupe-user-name.h: login name of the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_user_get_name:
 *
 * Returns the login name of the user: that of the environment, or else that of `/etc/passwd`. Unlike g_get_user_name(), it
 * connects to a name service only if neither of them has one.
 *
 * Returns: (transfer none): a name in UTF-8
 * Threads: any thread.
 */
const char *troupe_user_get_name (void);

G_END_DECLS
