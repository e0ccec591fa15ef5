/* test-store-folder.c: databases are opened in an open folder, without following links
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../test-remove.h"
#include "troupe-flow-states.h"
#include "troupe-store-database.h"
#include "troupe-store.h"

#define FLAGS (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
#define N_ROUNDS 300

/* A folder, and another one that nothing may be written to. */
typedef struct
{
  char *root;
  char *in;
  char *out;
  char *path; /* of a database in the folder */
  TroupeStoreFolder *folder;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->root = g_dir_make_tmp ("troupe-store-folder-XXXXXX", NULL);
  self->in = g_build_filename (self->root, "in", NULL);
  self->out = g_build_filename (self->root, "out", NULL);
  self->path = g_build_filename (self->in, "x.db", NULL);
  g_assert_cmpint (g_mkdir (self->in, 0700), ==, 0);
  g_assert_cmpint (g_mkdir (self->out, 0700), ==, 0);
  self->folder = troupe_store_folder_open (self->in, FALSE, NULL);
  g_assert_nonnull (self->folder);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_clear_pointer (&self->folder, troupe_store_folder_unref);
  remove_all (self->root);
  g_free (self->root);
  g_free (self->in);
  g_free (self->out);
  g_free (self->path);
}

static guint
count (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n_names = 0;

  while (g_dir_read_name (dir) != NULL)
    n_names++;
  return n_names;
}

static void
execute (sqlite3 *database, const char *sql)
{
  char *message = NULL;

  sqlite3_exec (database, sql, NULL, NULL, &message);
  g_assert_cmpstr (message, ==, NULL);
}

/* The additional files of a database lie beside it, and are deleted with the last connection, also if
 * the folder has been renamed and another folder has its name. */
static void
test_renamed (Fixture *self, gconstpointer data)
{
  g_autofree char *moved = g_build_filename (self->root, "moved", NULL);
  g_autofree char *wal = g_build_filename (moved, "x.db-wal", NULL);
  g_autoptr (GError) error = NULL;
  sqlite3 *first = troupe_store_folder_connect (self->folder, self->path, FLAGS, NULL, &error);
  sqlite3 *second;

  g_assert_no_error (error);
  g_assert_cmpint (g_rename (self->in, moved), ==, 0);
  g_assert_cmpint (g_mkdir (self->in, 0700), ==, 0);
  execute (first, "PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES (1)");
  g_assert_true (g_file_test (wal, G_FILE_TEST_EXISTS));
  second = troupe_store_folder_connect (self->folder, self->path, FLAGS, NULL, &error);
  g_assert_no_error (error);
  execute (second, "INSERT INTO t VALUES (2)");
  sqlite3_close (first);
  execute (second, "INSERT INTO t VALUES (3)");
  sqlite3_close (second);
  g_assert_cmpuint (count (moved), ==, 1);
  g_assert_cmpuint (count (self->in), ==, 0);
}

/* All objects for a folder share a descriptor, which is open as long as one of them exists. */
static void
test_shared (Fixture *self, gconstpointer data)
{
  g_autofree char *link = g_build_filename (self->root, "link", NULL);
  TroupeStoreFolder *second, *other;
  int descriptor;

  g_assert_cmpint (symlink ("in", link), ==, 0);
  second = troupe_store_folder_open (link, FALSE, NULL);
  other = troupe_store_folder_open (self->out, FALSE, NULL);
  descriptor = troupe_store_folder_get_descriptor (second);
  g_assert_cmpint (descriptor, ==, troupe_store_folder_get_descriptor (self->folder));
  g_assert_cmpint (descriptor, !=, troupe_store_folder_get_descriptor (other));
  g_clear_pointer (&self->folder, troupe_store_folder_unref);
  g_assert_cmpint (fcntl (descriptor, F_GETFD), !=, -1);
  troupe_store_folder_unref (second);
  g_assert_cmpint (fcntl (descriptor, F_GETFD), ==, -1);
  troupe_store_folder_unref (other);
}

/* A link, a pipe or a folder in the place of any file of the database is refused. */
static void
test_refused (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "x.db", "x.db-wal", "x.db-shm", "x.db-journal" };
  g_autofree char *target = g_build_filename (self->out, "new.db", NULL);
  sqlite3 *database;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->in, names[i], NULL);

      for (guint way = 0; way < 3; way++)
        {
          g_autoptr (GError) error = NULL;

          g_test_message ("%s, %u", names[i], way);
          g_assert_cmpint (way == 0   ? symlink (target, path)
                           : way == 1 ? mkfifo (path, 0600)
                                      : g_mkdir (path, 0700),
                           ==, 0);
          database = troupe_store_folder_connect (self->folder, self->path, FLAGS, NULL, &error);
          g_assert_null (database);
          g_assert_nonnull (error);
          g_assert_cmpint (g_remove (path), ==, 0);
        }
    }
  g_assert_cmpuint (count (self->out), ==, 0);
  database = troupe_store_folder_connect (self->folder, self->path, FLAGS, NULL, NULL);
  g_assert_nonnull (database);
  sqlite3_close (database);
}

/* Other names of a protected file in the folder of a document are refused. */
static void
test_other_names (Fixture *self, gconstpointer data)
{
  static const char *const names[] = { "x.db", "x.db-wal", "x.db-shm" };
  g_autofree char *env = g_build_filename (self->root, ".env", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (env, "", 0, NULL));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (self->in, names[i], NULL);
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", names[i]);
      g_assert_cmpint (link (env, path), ==, 0);
      g_assert_null (
          troupe_store_folder_connect (self->folder, self->path, FLAGS, self->root, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED);
      g_assert_cmpint (g_remove (path), ==, 0);
    }
  g_assert_true (g_file_get_contents (env, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "");
}

/* A database that does not exist is created only on request. */
static void
test_missing (Fixture *self, gconstpointer data)
{
  g_autofree char *deep = g_build_filename (self->in, "new", "x.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (
      troupe_store_folder_connect (self->folder, self->path, SQLITE_OPEN_READWRITE, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (troupe_flow_states_open (self->path, NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (troupe_flow_states_open (deep, NULL, FALSE, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_cmpuint (count (self->in), ==, 0);
}

/* Exchanges a file or folder with a link, as another process can do. */
typedef struct
{
  char *path;
  char *link;
  gint is_ended; /* atomic */
  guint n_rounds;
} Exchange;

static gpointer
exchange (gpointer data)
{
  Exchange *self = data;

  while (!g_atomic_int_get (&self->is_ended))
    {
      g_assert_cmpint (renameat2 (AT_FDCWD, self->path, AT_FDCWD, self->link, RENAME_EXCHANGE), ==,
                       0);
      self->n_rounds++;
    }
  return NULL;
}

/* Flow states are saved in their folder, or not at all, while the folder or the database is exchanged
 * with a link all the time. */
static void
test_exchanged (Fixture *self, gconstpointer data)
{
  const gboolean is_folder = GPOINTER_TO_INT (data);
  g_autofree char *inner = g_build_filename (self->in, "d", NULL);
  g_autofree char *path = g_build_filename (is_folder ? inner : self->in, "x.db", NULL);
  g_autofree char *link = g_build_filename (self->in, "link", NULL);
  g_autofree char *secret = g_build_filename (self->out, "secret", NULL);
  g_autofree char *text = NULL;
  Exchange self_exchange = { is_folder ? inner : path, link };
  g_autoptr (GThread) thread = NULL;
  guint n_open = 0;

  if (is_folder)
    g_assert_cmpint (g_mkdir (inner, 0700), ==, 0);
  else
    g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_true (g_file_set_contents (secret, "", 0, NULL));
  g_assert_cmpint (symlink (is_folder ? self->out : secret, link), ==, 0);
  thread = g_thread_new ("exchange", exchange, &self_exchange);
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      g_autoptr (TroupeFlowStates) states = troupe_flow_states_open (path, self->in, TRUE, NULL);

      n_open += states != NULL;
    }
  g_atomic_int_set (&self_exchange.is_ended, TRUE);
  g_thread_join (g_steal_pointer (&thread));
  g_test_message ("%u of %d opened, exchanged %u times", n_open, N_ROUNDS, self_exchange.n_rounds);
  g_assert_cmpuint (self_exchange.n_rounds, >, 0);
  g_assert_cmpuint (count (self->out), ==, 1);
  g_assert_true (g_file_get_contents (secret, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "");
}

/* The database of another program is neither changed nor moved aside. A database without tables, and one
 * of an older version, without an application ID, are used. */
static void
test_foreign (Fixture *self, gconstpointer data)
{
  g_autofree char *path = g_build_filename (self->in, "runs.db", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = NULL;
  gsize size_before, size_after;
  sqlite3 *database = NULL;

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  execute (database, "CREATE TABLE mail (subject); CREATE TABLE runs (x); PRAGMA user_version = 8");
  sqlite3_close (database);
  g_assert_true (g_file_get_contents (path, &before, &size_before, NULL));
  g_assert_null (troupe_store_open (self->in, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_EXISTS);
  g_clear_error (&error);
  g_assert_true (g_file_get_contents (path, &after, &size_after, NULL));
  g_assert_cmpmem (before, size_before, after, size_after);
  g_assert_cmpuint (count (self->in), ==, 1);

  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  execute (database, "DROP TABLE mail; DROP TABLE runs; PRAGMA user_version = 0");
  sqlite3_close (database);
  store = troupe_store_open (self->in, &error);
  g_assert_no_error (error);
  g_clear_object (&store);
  g_assert_cmpint (sqlite3_open (path, &database), ==, SQLITE_OK);
  execute (database, "PRAGMA application_id = 0");
  sqlite3_close (database);
  store = troupe_store_open (self->in, &error);
  g_assert_no_error (error);
}

static void
append_number (GByteArray *out, guint32 number)
{
  const guint32 bytes = GUINT32_TO_BE (number);

  g_byte_array_append (out, (const guint8 *) &bytes, 4);
}

/* Writes a journal without pages that SQLite rolls back, and that names @super as its super-journal (the file format of
 * SQLite, section “The Rollback Journal”). */
static void
write_journal (const char *database, const char *super)
{
  static const guint8 magic[] = { 0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7 };
  static const guint8 zeros[512];
  const guint32 page_size = 4096;
  g_autofree char *path = g_strconcat (database, "-journal", NULL);
  g_autoptr (GByteArray) out = g_byte_array_new ();
  guint32 sum = 0;

  g_byte_array_append (out, magic, sizeof magic);
  append_number (out, 0);
  append_number (out, 1);
  append_number (out, 2);
  append_number (out, sizeof zeros);
  append_number (out, page_size);
  g_byte_array_append (out, zeros, sizeof zeros - out->len);
  append_number (out, 0x40000000 / page_size + 1);
  g_byte_array_append (out, (const guint8 *) super, (guint) strlen (super));
  for (const char *at = super; *at != '\0'; at++)
    sum += (guint32) (gint32) (signed char) *at;
  append_number (out, (guint32) strlen (super));
  append_number (out, sum);
  g_byte_array_append (out, magic, sizeof magic);
  g_assert_true (g_file_set_contents (path, (const char *) out->data, (gssize) out->len, NULL));
}

/* The journal of a database does not make SQLite read or delete another file, wherever it is. */
static void
test_super_journal (Fixture *self, gconstpointer data)
{
  g_autofree char *victim = g_build_filename (self->out, "victim-journal", NULL);
  g_autofree char *beside = g_build_filename (self->in, "beside-journal", NULL);
  g_autofree char *pipe = g_build_filename (self->out, "pipe", NULL);
  g_autoptr (TroupeStoreFolder) other = troupe_store_folder_open (self->out, FALSE, NULL);
  g_autofree char *open = g_strdup_printf ("/proc/self/fd/%d/victim-journal",
                                           troupe_store_folder_get_descriptor (other));
  g_autofree char *up = g_strdup_printf ("/proc/self/fd/%d/../out/victim-journal",
                                         troupe_store_folder_get_descriptor (self->folder));
  g_autofree char *own = g_strdup_printf ("/proc/self/fd/%d/beside-journal",
                                          troupe_store_folder_get_descriptor (self->folder));
  g_autofree char *current = g_get_current_dir ();
  g_autofree char *relative = NULL;
  GString *steps = g_string_new (NULL);

  for (const char *at = current; *at != '\0'; at++)
    if (*at == '/')
      g_string_append (steps, "../");
  g_string_append (steps, victim + 1);
  relative = g_string_free (steps, FALSE);
  g_assert_true (g_file_set_contents (victim, "of the user", -1, NULL));
  g_assert_true (g_file_set_contents (beside, "of the user", -1, NULL));
  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  for (guint i = 0; i < 6; i++)
    {
      const char *const supers[] = { victim, relative, open, up, own, pipe };
      g_autofree char *path = g_strdup_printf ("%s/%u.db", self->in, i);
      g_autoptr (GError) error = NULL;
      sqlite3 *database = troupe_store_folder_connect (self->folder, path, FLAGS, NULL, &error);

      g_test_message ("%s", supers[i]);
      g_assert_no_error (error);
      execute (database, "CREATE TABLE t (a); INSERT INTO t VALUES (1)");
      sqlite3_close (database);
      write_journal (path, supers[i]);
      database = troupe_store_folder_connect (self->folder, path, FLAGS, NULL, &error);
      /* Whether the database can be used does not matter. */
      if (database != NULL)
        sqlite3_exec (database, "SELECT * FROM t", NULL, NULL, NULL);
      sqlite3_close (database);
      g_assert_true (g_file_test (victim, G_FILE_TEST_IS_REGULAR));
      g_assert_true (g_file_test (beside, G_FILE_TEST_IS_REGULAR));
    }
}

int
main (int argc, char *argv[])
{
#define ADD(name, function) g_test_add (name, Fixture, NULL, set_up, function, tear_down)
  g_test_init (&argc, &argv, NULL);
  ADD ("/store/folder/renamed", test_renamed);
  ADD ("/store/folder/shared", test_shared);
  ADD ("/store/folder/refused", test_refused);
  ADD ("/store/folder/missing", test_missing);
  ADD ("/store/folder/other-names", test_other_names);
  ADD ("/store/folder/foreign", test_foreign);
  ADD ("/store/folder/super-journal", test_super_journal);
  g_test_add ("/store/folder/exchanged-file", Fixture, GINT_TO_POINTER (FALSE), set_up,
              test_exchanged, tear_down);
  g_test_add ("/store/folder/exchanged-folder", Fixture, GINT_TO_POINTER (TRUE), set_up,
              test_exchanged, tear_down);

  return g_test_run ();
}
