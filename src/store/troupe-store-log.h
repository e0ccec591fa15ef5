/* troupe-store-log.h: the log of a database, written in large pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The name of a way to files for sqlite3_open_v2(): the system's, but that what SQLite appends to the log of a
 * database in two writes a page is one write when it is made durable. From any thread. (nullable): NULL is the
 * system's own. */
const char *troupe_store_log_get_vfs (void);

G_END_DECLS
