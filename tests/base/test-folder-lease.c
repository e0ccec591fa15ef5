/* test-folder-lease.c: tests of what runs of a folder record for each other
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include "troupe-folder-lease.h"

static char *top;

static guint
count_records (void)
{
  g_autoptr (GDir) entries = g_dir_open (top, 0, NULL);
  const char *name = NULL;
  guint n_records = 0;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    n_records += !g_str_equal (name, "lock");
  return n_records;
}

static void
publish (TroupeFolderLease *lease, guint n_paths)
{
  g_autoptr (GHashTable) records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < n_paths; i++)
    g_hash_table_insert (records, g_strdup_printf ("/p/file-%u", i), g_strdup ("was there"));
  troupe_folder_lease_publish (lease, records);
}

/* A later run of the folder, of one above it or below it uses the records, another folder does not. */
static void
test_records (void)
{
  static const struct
  {
    const char *folder;
    gboolean is_shared;
  } folders[] = { { "/p", TRUE }, { "/", TRUE }, { "/p/sub", TRUE }, { "/other", FALSE } };
  TroupeFolderLease *first = troupe_folder_lease_new ("/p", "/p/hole");

  g_assert_nonnull (first);
  publish (first, 3);
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autoptr (TroupeFolderLease) lease = troupe_folder_lease_new (folders[i].folder, NULL);

      g_assert_cmpuint (g_hash_table_size (troupe_folder_lease_get_others (lease)), ==,
                        folders[i].is_shared ? 3 : 0);
      g_assert_true (troupe_folder_lease_has_other (lease, "/p/x") == folders[i].is_shared);
      g_assert_false (troupe_folder_lease_has_other (lease, "/p/hole/x"));
    }
  g_assert_cmpuint (count_records (), ==, 1);
  troupe_folder_lease_free (first);
  g_assert_cmpuint (count_records (), ==, 0);
}

/* A folder in which nothing was found is known as well. */
static void
test_empty (void)
{
  g_autoptr (TroupeFolderLease) first = troupe_folder_lease_new ("/p", NULL);
  g_autoptr (TroupeFolderLease) second = NULL;

  publish (first, 0);
  second = troupe_folder_lease_new ("/p", NULL);
  g_assert_true (troupe_folder_lease_has_other (second, "/p/x"));
  g_assert_cmpuint (g_hash_table_size (troupe_folder_lease_get_others (second)), ==, 0);
}

/* A record that could not be written completely would say of files of the user that they were not there,
 * so that they would be renamed. */
static void
test_incomplete (void)
{
  const struct rlimit small = { 200, RLIM_INFINITY };
  const struct rlimit unlimited = { RLIM_INFINITY, RLIM_INFINITY };
  g_autofree char *path = g_build_filename (top, "half", NULL);
  g_autoptr (TroupeFolderLease) first = troupe_folder_lease_new ("/p", NULL);
  g_autoptr (TroupeFolderLease) second = NULL;
  int descriptor = -1;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &small), ==, 0);
  publish (first, 100);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &unlimited), ==, 0);
  g_assert_cmpuint (count_records (), ==, 0);

  /* Of a process that was killed while it wrote, and that another one has replaced. */
  descriptor = open (path, O_RDWR | O_CREAT, 0600);
  g_assert_cmpint (write (descriptor, "/p\0\0/p/file-1\0was there", 24), ==, 24);
  g_assert_cmpint (flock (descriptor, LOCK_EX), ==, 0);
  second = troupe_folder_lease_new ("/p", NULL);
  g_assert_false (troupe_folder_lease_has_other (second, "/p/x"));
  g_assert_cmpuint (g_hash_table_size (troupe_folder_lease_get_others (second)), ==, 0);
  close (descriptor);
}

/* A process that is suspended while it holds the lock delays others, and does not stop them. */
static void
test_held (void)
{
  g_autofree char *path = g_build_filename (top, "lock", NULL);
  g_autoptr (TroupeFolderLease) lease = NULL;
  const gint64 begin = g_get_monotonic_time ();
  int descriptor = open (path, O_RDWR | O_CREAT, 0600);

  g_assert_cmpint (flock (descriptor, LOCK_EX), ==, 0);
  lease = troupe_folder_lease_new ("/p", NULL);
  g_assert_nonnull (lease);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 60 * G_USEC_PER_SEC);
  publish (lease, 1);
  g_assert_cmpuint (count_records (), ==, 1);
  close (descriptor);
}

int
main (int argc, char **argv)
{
  g_autofree char *runtime = g_dir_make_tmp ("folder-lease-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (runtime, "troupe", NULL);
  int status;

  g_setenv ("XDG_RUNTIME_DIR", runtime, TRUE);
  g_test_init (&argc, &argv, NULL);
  top = g_build_filename (folder, "folders", NULL);
  g_assert_cmpint (g_mkdir_with_parents (top, 0700), ==, 0);
  g_test_add_func ("/folder-lease/records", test_records);
  g_test_add_func ("/folder-lease/empty", test_empty);
  g_test_add_func ("/folder-lease/incomplete", test_incomplete);
  g_test_add_func ("/folder-lease/held", test_held);
  status = g_test_run ();
  {
    g_autofree char *gate = g_build_filename (top, "lock", NULL);
    g_autofree char *half = g_build_filename (top, "half", NULL);

    unlink (gate);
    unlink (half);
    rmdir (top);
    rmdir (folder);
    rmdir (runtime);
  }
  g_free (top);
  return status;
}
