/* test-store-look.c: opening a large run database takes no longer than opening a small one
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sqlite3.h>

#include "../test-remove.h"
#include "troupe-store-check.h"

/* Number of pages of stored data, and the time that a slow device needs to read one page.
 * Reading all pages would take too long. */
#define N_PAGES 3000
#define PAGE_US 1000

/* A VFS that wraps the default VFS of SQLite and slows down reads during the measurement. */
static sqlite3_vfs device;
static sqlite3_vfs *real_device;
static sqlite3_io_methods slow;
static const sqlite3_io_methods *real;
static int is_slow;
static int n_reads;

static int
read_slowly_cb (sqlite3_file *file, void *bytes, int n_bytes, sqlite3_int64 at)
{
  if (g_atomic_int_get (&is_slow))
    {
      g_atomic_int_inc (&n_reads);
      g_usleep (PAGE_US);
    }
  return real->xRead (file, bytes, n_bytes, at);
}

static int
open_cb (sqlite3_vfs *vfs G_GNUC_UNUSED, const char *name, sqlite3_file *file, int flags, int *out)
{
  const int code = real_device->xOpen (real_device, name, file, flags, out);

  if (code != SQLITE_OK || file->pMethods == NULL || (flags & SQLITE_OPEN_MAIN_DB) == 0)
    return code;
  if (real == NULL)
    {
      real = file->pMethods;
      slow = *real;
      slow.iVersion = MIN (slow.iVersion, 2);
      slow.xRead = read_slowly_cb;
    }
  file->pMethods = &slow;
  return code;
}

static void
fill (TroupeDatabase *database)
{
  g_autofree char *sql = g_strdup_printf (
      "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
      " INSERT INTO documents SELECT 'd' || i, hex (randomblob (1900)) FROM n",
      N_PAGES);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_database_run (database, sql, &error));
  g_assert_no_error (error);
}

static void
test_large (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-look-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "runs.db", NULL);
  g_autofree char *notice = NULL;
  g_autoptr (GError) error = NULL;
  TroupeStoreFolder *place = troupe_store_folder_open (folder, FALSE, &error);
  TroupeDatabase *database = troupe_database_open_sound (place, path, &notice, &error);

  g_assert_no_error (error);
  fill (database);
  troupe_database_close (database);
  g_atomic_int_set (&is_slow, TRUE);
  database = troupe_database_open_sound (place, path, &notice, &error);
  g_atomic_int_set (&is_slow, FALSE);
  g_assert_no_error (error);
  g_assert_null (notice);
  g_test_message ("%d pages of %d were read", n_reads, N_PAGES);
  g_assert_cmpint (n_reads, >, 0);
  g_assert_cmpint (n_reads, <, N_PAGES / 3);

  /* The database is unchanged and usable, because an interrupted check does not count as damage. */
  g_assert_true (troupe_database_check (database, TRUE, &error));
  g_assert_true (troupe_database_run (database, "DELETE FROM documents", &error));
  troupe_database_close (database);
  troupe_store_folder_unref (place);
  remove_all (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  real_device = sqlite3_vfs_find (NULL);
  device = *real_device;
  device.zName = "troupe-slow";
  device.xOpen = open_cb;
  g_assert_cmpint (sqlite3_vfs_register (&device, TRUE), ==, SQLITE_OK);
  g_test_add_func ("/store/look/large", test_large);

  return g_test_run ();
}
