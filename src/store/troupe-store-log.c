/* troupe-store-log.c: the log of a database, written in large pieces
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-log"

#include "config.h"

#include <sqlite3.h>
#include <string.h>

#include "troupe-store-log.h"

#define NAME "troupe"

/* What is held back at most, in bytes. SQLite's own files take no more than 128 KiB at once, as it never writes more
 * than a page. */
#define HELD (64 * 1024)

/* The log of one connection. What is held back lies behind one another in the file. Nobody else reads of a
 * transaction before it is committed, and with `synchronous=FULL` a commit makes the log durable before it is told
 * to others: until then it is ours alone. A process that ends loses no more than one that is not done writing. */
typedef struct
{
  sqlite3_file base;
  sqlite3_file *file; /* the system's */
  guint8 *held;       /* (nullable) */
  int n_held;
  sqlite3_int64 offset; /* of the first byte held */
} Log;

static sqlite3_vfs *system_vfs;

/* --- The log ---------------------------------------------------------------------------------- */

/* What could not be written is of a transaction that fails by that. */
static int
write_held (Log *self)
{
  int n_held = self->n_held;

  self->n_held = 0;
  return n_held > 0 ? self->file->pMethods->xWrite (self->file, self->held, n_held, self->offset)
                    : SQLITE_OK;
}

static int
close_log (sqlite3_file *file)
{
  Log *self = (Log *) file;
  int code = write_held (self);
  int close_code = self->file->pMethods->xClose (self->file);

  g_clear_pointer (&self->held, g_free);
  return code != SQLITE_OK ? code : close_code;
}

static int
read_log (sqlite3_file *file, void *bytes, int n_bytes, sqlite3_int64 offset)
{
  Log *self = (Log *) file;
  int code = write_held (self);

  return code == SQLITE_OK ? self->file->pMethods->xRead (self->file, bytes, n_bytes, offset)
                           : code;
}

static int
write_log (sqlite3_file *file, const void *bytes, int n_bytes, sqlite3_int64 offset)
{
  Log *self = (Log *) file;
  int code = SQLITE_OK;

  if (offset != self->offset + self->n_held || n_bytes > HELD - self->n_held)
    code = write_held (self);
  if (code != SQLITE_OK)
    return code;
  if (n_bytes > HELD)
    return self->file->pMethods->xWrite (self->file, bytes, n_bytes, offset);
  if (self->held == NULL)
    self->held = g_malloc (HELD);
  if (self->n_held == 0)
    self->offset = offset;
  memcpy (self->held + self->n_held, bytes, (gsize) n_bytes);
  self->n_held += n_bytes;
  return SQLITE_OK;
}

static int
truncate_log (sqlite3_file *file, sqlite3_int64 size)
{
  Log *self = (Log *) file;
  int code = write_held (self);

  return code == SQLITE_OK ? self->file->pMethods->xTruncate (self->file, size) : code;
}

static int
sync_log (sqlite3_file *file, int flags)
{
  Log *self = (Log *) file;
  int code = write_held (self);

  return code == SQLITE_OK ? self->file->pMethods->xSync (self->file, flags) : code;
}

static int
get_log_size (sqlite3_file *file, sqlite3_int64 *size)
{
  Log *self = (Log *) file;
  int code = write_held (self);

  return code == SQLITE_OK ? self->file->pMethods->xFileSize (self->file, size) : code;
}

static int
lock_log (sqlite3_file *file, int level)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xLock (self->file, level);
}

static int
unlock_log (sqlite3_file *file, int level)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xUnlock (self->file, level);
}

static int
check_lock (sqlite3_file *file, int *is_locked)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xCheckReservedLock (self->file, is_locked);
}

static int
control_log (sqlite3_file *file, int what, void *argument)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xFileControl (self->file, what, argument);
}

static int
get_sector_size (sqlite3_file *file)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xSectorSize (self->file);
}

static int
get_characteristics (sqlite3_file *file)
{
  Log *self = (Log *) file;

  return self->file->pMethods->xDeviceCharacteristics (self->file);
}

static const sqlite3_io_methods log_methods = {
  .iVersion = 1,
  .xClose = close_log,
  .xRead = read_log,
  .xWrite = write_log,
  .xTruncate = truncate_log,
  .xSync = sync_log,
  .xFileSize = get_log_size,
  .xLock = lock_log,
  .xUnlock = unlock_log,
  .xCheckReservedLock = check_lock,
  .xFileControl = control_log,
  .xSectorSize = get_sector_size,
  .xDeviceCharacteristics = get_characteristics,
};

/* --- Files ------------------------------------------------------------------------------------ */

/* All files but the log are the system's own. */
static int
open_file (sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *flags_there)
{
  Log *self = (Log *) file;
  int code;

  if ((flags & SQLITE_OPEN_WAL) == 0)
    return system_vfs->xOpen (system_vfs, name, file, flags, flags_there);
  memset (self, 0, sizeof *self);
  self->file = (sqlite3_file *) (self + 1);
  code = system_vfs->xOpen (system_vfs, name, self->file, flags, flags_there);
  /* Where there are no methods nothing is closed either. */
  if (self->file->pMethods != NULL)
    self->base.pMethods = &log_methods;
  return code;
}

static gpointer
register_vfs (gpointer data)
{
  static sqlite3_vfs vfs;

  system_vfs = sqlite3_vfs_find (NULL);
  if (system_vfs == NULL)
    return NULL;
  /* What opens no file is the system's own, which finds in this one all that it has in its own. */
  vfs = *system_vfs;
  vfs.szOsFile = (int) sizeof (Log) + system_vfs->szOsFile;
  vfs.pNext = NULL;
  vfs.zName = NAME;
  vfs.xOpen = open_file;
  return sqlite3_vfs_register (&vfs, 0) == SQLITE_OK ? (gpointer) NAME : NULL;
}

const char *
troupe_store_log_get_vfs (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, register_vfs, NULL);
}
