/* troupe-store-exposed.h: SQLite databases that other programs may change at any time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <sqlite3.h>

#include "troupe-store-folder.h"

G_BEGIN_DECLS

/**
 * troupe_store_exposed_open:
 * @folder, @path, @flags, @base: as for troupe_store_folder_connect()
 * @busy_ms: how long each statement waits for other programs, in milliseconds
 *
 * Opens a database that is in the folder of a document, so that code of documents may write it. No part of such a file is mapped
 * into memory, because a process that reads a mapped file after it was truncated is ended by SIGBUS. The index of a WAL is such
 * a file (`-shm`), so that the database is given a rollback journal: several processes can still use it at the same time, and
 * each transaction is durable. What the database itself contains, such as triggers, is not executed.
 *
 * CrewAI gives the database a WAL again whenever it opens it. troupe_store_exposed_run() and troupe_store_exposed_step() notice
 * this.
 *
 * Returns: (transfer full) (nullable): the connection, or %NULL with a %G_IO_ERROR as for troupe_store_folder_connect(). Errors
 * of the database itself are those of the first statement. Blocks. Thread: any; the connection belongs to one thread at a time.
 */
sqlite3 *troupe_store_exposed_open (TroupeStoreFolder *folder,
                                    const char *path,
                                    int flags,
                                    const char *base,
                                    guint busy_ms,
                                    GError **error);

/* Runs statements without parameters and results outside of a transaction. Waits for other programs also where SQLite does not,
 * at most for the time of troupe_store_exposed_open(). Returns an SQLite result code. @busy_ms: as there */
int troupe_store_exposed_run (sqlite3 *handle, guint busy_ms, const char *sql);

/* Like sqlite3_step(), for the first row of a statement. @busy_ms: as for troupe_store_exposed_open() */
int troupe_store_exposed_step (sqlite3_stmt *statement, guint busy_ms);

G_END_DECLS
