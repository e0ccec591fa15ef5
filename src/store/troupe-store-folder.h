/* troupe-store-folder.h: open folders of SQLite databases
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeStoreFolder:
 *
 * An open folder with databases. SQLite opens the databases and their additional files (`-wal`,
 * `-shm`, `-journal`) in this folder without following symbolic links, regardless of what happens to
 * its path. All objects for the same folder share a descriptor, because the connections of a process
 * share the files. Reference-counted; any thread.
 */
typedef struct _TroupeStoreFolder TroupeStoreFolder;

/* @descriptor: (transfer full): of an open folder. (transfer full) (nullable): NULL with a
 * %G_IO_ERROR */
TroupeStoreFolder *troupe_store_folder_new (int descriptor, GError **error);
/* Opens a folder that the user has chosen, which may therefore be reached through symbolic links.
 * @make: creates it if it is missing, accessible to its owner only. (transfer full) (nullable): NULL
 * with a %G_IO_ERROR */
TroupeStoreFolder *troupe_store_folder_open (const char *path, gboolean make, GError **error);
TroupeStoreFolder *troupe_store_folder_ref (TroupeStoreFolder *self);
void troupe_store_folder_unref (TroupeStoreFolder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreFolder, troupe_store_folder_unref)

/* Returns the descriptor of the folder, which is open as long as the object exists. */
int troupe_store_folder_get_descriptor (TroupeStoreFolder *self);

/**
 * troupe_store_folder_connect:
 * @path: a path for messages, whose last component is the name of the database in the folder
 * @flags: flags of sqlite3_open_v2()
 * @base: (nullable): the folder of the document that names the database, whose protected files are
 *   refused under other names (hard links)
 *
 * Opens a connection. The object has to exist until the connection is closed.
 *
 * Returns: (transfer full) (nullable): the connection, or %NULL with a %G_IO_ERROR:
 * %G_IO_ERROR_PERMISSION_DENIED if one of the files is a symbolic link or protected,
 * %G_IO_ERROR_NOT_FOUND if the database does not exist and is not created
 */
struct sqlite3 *troupe_store_folder_connect (TroupeStoreFolder *self,
                                             const char *path,
                                             int flags,
                                             const char *base,
                                             GError **error);

/* Same, for troupe_store_exposed_open(): the connection maps no files into memory, so that it reads a database with a WAL only
 * while it is the only one (`PRAGMA locking_mode = EXCLUSIVE`); other statements fail with SQLITE_CANTOPEN. */
struct sqlite3 *troupe_store_folder_connect_unmapped (TroupeStoreFolder *self,
                                                      const char *path,
                                                      int flags,
                                                      const char *base,
                                                      GError **error);

/* Returns TRUE if the permissions of the database let this process write to it. @path: as for
 * troupe_store_folder_connect() */
gboolean troupe_store_folder_may_write (TroupeStoreFolder *self, const char *path);

/* Makes a database accessible to its owner only. @path: as for troupe_store_folder_connect() */
void troupe_store_folder_make_private (TroupeStoreFolder *self, const char *path);

G_END_DECLS
