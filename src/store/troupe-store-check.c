/* troupe-store-check.c: integrity check and replacement of the run history database
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-store-check"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "troupe-crash-point.h"
#include "troupe-store-check.h"
#include "troupe-store-database.h"
#include "troupe-store-signature.h"
#include "troupe-store-summary.h"

/* Time limit of the page check at startup, in microseconds. If damage is detected later, the
 * database is marked, and all of its pages are checked when it is opened again. */
#define LOOK_US (20 * 1000)
/* Interval between two interrupts, in microseconds. Interrupts are repeated because SQLite
 * ignores an interrupt before the statement has begun. */
#define LOOK_AGAIN_US (5 * 1000)

/* The file that marks a damaged database. */
#define SUFFIX_MARK ".damaged"

/* How long to wait for another process to replace a damaged database, in microseconds. */
#define LOCK_US (10 * G_USEC_PER_SEC)
#define LOCK_PAUSE_US (20 * 1000)

/* Each table with its columns and their positions in the primary key. */
static const struct
{
  const char *name;
  const char *columns;
} tables[] = {
  { "runs", "number:1 id:0 name:0 path:0 digest:0 status:0 started_us:0 ended_us:0 elapsed_us:0 "
            "owner_process:0 owner_start:0 owner_boot:0 document:0 error:0 options:0 inputs:0 "
            "result:0" },
  { "documents", "digest:1 text:0" },
  { "events", "key:1 line:0" },
  { "steps", "key:1 method:0 launch:0 at_once:0 value:0 error:0 state:0 feedback:0" },
  { "requests", "run:1 id:2 flow:0 method:0 launch:0 behind:0 question:0 state:0 asked_us:0 "
                "states_path:0 n_rows:0 is_open:0" },
  { "task_outputs", "run:1 place:2 part:3 task_key:0 value:0" },
  { "answers", "run:1 place:2 ordinal:3 request:0 value:0" },
  { "calls", "run:1 ordinal:2 place:0 request:0 value:0" },
  { "bookmarks", "run:1 time_us:2" },
  { "summaries", "number:1 is_kept:0 micro_dollars:0 n_calls:0 n_unpriced:0 title:0 subject:0 "
                 "models:0 place:0 is_edited:0 answered_by:0 answered_us:0" },
  { "run_texts", "number:1 text:0" },
  { "run_signatures", "number:1 signature:0" },
};

/* Indexes and triggers, which can be created again. */
static const char indexes[] =
    "CREATE INDEX IF NOT EXISTS runs_by_start ON runs (started_us, id);"
    "CREATE INDEX IF NOT EXISTS runs_by_path ON runs (path, started_us, id);"
    "CREATE INDEX IF NOT EXISTS runs_by_document ON runs (document);"
    "CREATE INDEX IF NOT EXISTS requests_by_opening ON requests (is_open, "
    "asked_us);" TROUPE_STORE_DOCUMENT_TRIGGER TROUPE_STORE_ROWS_TRIGGER
        TROUPE_STORE_SUMMARY_TRIGGER TROUPE_STORE_SIGNATURE_TRIGGER;

/* --- Checks ----------------------------------------------------------------------------------- */

/* Runs a statement that returns a single string. (transfer full) (nullable) */
static char *
ask (TroupeDatabase *self, const char *sql, const char *parameter, GError **error)
{
  sqlite3_stmt *statement = troupe_database_prepare (self, sql, error);
  char *answer = NULL;
  int code;

  if (statement == NULL)
    return NULL;
  if (parameter != NULL)
    troupe_statement_bind_text (statement, 1, parameter);
  code = sqlite3_step (statement);
  if (code == SQLITE_ROW)
    answer = g_strdup ((const char *) sqlite3_column_text (statement, 0));
  if (code != SQLITE_ROW)
    troupe_database_take_error (self, code, error);
  else if (answer == NULL)
    answer = g_strdup ("");
  sqlite3_finalize (statement);
  return answer;
}

/* @what: describes the damage in English, like the messages of SQLite */
static gboolean
fail (TroupeDatabase *self, const char *what, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
               _ ("The run history in “%s” could not be used: %s."), self->path, what);
  return FALSE;
}

static gboolean
check_tables (TroupeDatabase *self, GError **error)
{
  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_autofree char *columns =
          ask (self, "SELECT group_concat (name || ':' || pk, ' ') FROM pragma_table_info (?1)",
               tables[i].name, error);
      g_autofree char *what = NULL;

      if (columns == NULL)
        return FALSE;
      if (g_str_equal (columns, tables[i].columns))
        continue;
      what = g_strdup_printf ("its table %s is %s", tables[i].name,
                              *columns == '\0' ? "missing" : "not the expected one");
      return fail (self, what, error);
    }
  return TRUE;
}

/* State of a page check with a time limit. */
typedef struct
{
  TroupeDatabase *database;
  GMutex mutex;
  GCond cond;
  gboolean is_done;
  gboolean is_cut; /* interrupted before it was complete */
} Look;

/* Runs on its own thread, because older versions of SQLite do not call the progress handler
 * while they scan a table. */
static gpointer
watch_look (gpointer data)
{
  Look *look = data;
  gint64 deadline_us = g_get_monotonic_time () + LOOK_US;

  g_assert (look != NULL);

  g_mutex_lock (&look->mutex);
  while (!look->is_done)
    {
      if (g_cond_wait_until (&look->cond, &look->mutex, deadline_us))
        continue;
      look->is_cut = TRUE;
      sqlite3_interrupt (look->database->handle);
      deadline_us = g_get_monotonic_time () + LOOK_AGAIN_US;
    }
  g_mutex_unlock (&look->mutex);

  return NULL;
}

/* @is_thorough: whether all pages are checked without a time limit, including the consistency of
 *   indexes */
static gboolean
check_pages (TroupeDatabase *self, gboolean is_thorough, GError **error)
{
  g_autofree char *answer = NULL;
  gboolean is_cut = FALSE;
  GError *cause = NULL;

  g_assert (self != NULL);

  if (is_thorough)
    answer = ask (self, "PRAGMA integrity_check (1)", NULL, &cause);
  else
    {
      Look look = { .database = self };
      GThread *thread;
      char *quickly_answer;

      /* In that case the result is useless, because pages not visited yet are reported as lost. */
      g_mutex_init (&look.mutex);
      g_cond_init (&look.cond);
      thread = g_thread_new ("store-look", watch_look, &look);
      quickly_answer = ask (self, "PRAGMA quick_check (1)", NULL, &cause);
      g_mutex_lock (&look.mutex);
      look.is_done = TRUE;
      g_cond_signal (&look.cond);
      g_mutex_unlock (&look.mutex);
      g_thread_join (thread);
      is_cut = look.is_cut;
      g_mutex_clear (&look.mutex);
      g_cond_clear (&look.cond);
      answer = quickly_answer;
    }
  if (answer != NULL)
    return is_cut || g_str_equal (answer, "ok") ||
           fail (self, g_strdelimit (answer, "\n", ' '), error);
  /* Other errors prevent the check, but do not mean that the database is damaged. */
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_clear_error (&cause);
  return TRUE;
}

gboolean
troupe_database_check (TroupeDatabase *self, gboolean is_thorough, GError **error)
{
  GError *cause = NULL;

  if ((sqlite3_db_readonly (self->handle, "main") == 1 &&
       troupe_store_folder_may_write (self->folder, self->path) &&
       !fail (self, "its header is damaged", error)) ||
      !check_tables (self, error) || !check_pages (self, is_thorough, error))
    return FALSE;
  if (troupe_database_run (self, indexes, &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
    {
      g_propagate_error (error, cause);
      return FALSE;
    }
  g_debug ("The indexes could not be created: %s", cause->message);
  g_clear_error (&cause);
  return TRUE;
}

/* --- Damage marker ---------------------------------------------------------------------------- */

/* (transfer full): the name of another file of the database */
static char *
get_name (const char *path, const char *suffix)
{
  g_autofree char *name = g_path_get_basename (path);

  return g_strconcat (name, suffix, NULL);
}

void
troupe_database_mark (TroupeStoreFolder *folder, const char *path)
{
  g_autofree char *name = get_name (path, SUFFIX_MARK);
  int file = openat (troupe_store_folder_get_descriptor (folder), name,
                     O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

  if (file >= 0)
    close (file);
}

gboolean
troupe_database_is_marked (TroupeStoreFolder *folder, const char *path)
{
  g_autofree char *name = get_name (path, SUFFIX_MARK);

  return faccessat (troupe_store_folder_get_descriptor (folder), name, F_OK, 0) == 0;
}

void
troupe_database_unmark (TroupeStoreFolder *folder, const char *path)
{
  g_autofree char *name = get_name (path, SUFFIX_MARK);

  unlinkat (troupe_store_folder_get_descriptor (folder), name, 0);
}

/* --- Replacing a damaged database ------------------------------------------------------------- */

int
troupe_database_lock_replacing (TroupeStoreFolder *folder, const char *path)
{
  g_autofree char *name = get_name (path, ".lock");
  gint64 deadline_us = g_get_monotonic_time () + LOCK_US;
  int file = openat (troupe_store_folder_get_descriptor (folder), name,
                     O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

  while (file >= 0 && flock (file, LOCK_EX | LOCK_NB) != 0)
    {
      if ((errno != EWOULDBLOCK && errno != EINTR) || g_get_monotonic_time () >= deadline_us)
        {
          close (file);
          return -1;
        }
      g_usleep (LOCK_PAUSE_US);
    }
  return file;
}

/* Returns an unused path in the folder. (transfer full) */
static char *
choose_path (int folder, const char *path)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  char *chosen = g_strdup_printf ("%s.broken-%" G_GINT64_FORMAT, path, now);

  for (guint i = 2;; i++)
    {
      g_autofree char *name = g_path_get_basename (chosen);

      if (faccessat (folder, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0)
        return chosen;
      g_free (chosen);
      chosen = g_strdup_printf ("%s.broken-%" G_GINT64_FORMAT "-%u", path, now, i);
    }
}

/* Renames a file of the database. Returns FALSE with errno set. */
static gboolean
move_aside (int folder, const char *path, const char *aside, const char *suffix)
{
  g_autofree char *from = get_name (path, suffix);
  g_autofree char *to = get_name (aside, suffix);

  return renameat (folder, from, folder, to) == 0;
}

char *
troupe_database_set_aside (TroupeStoreFolder *folder, const char *path, GError **error)
{
  static const char *const suffixes[] = { "-wal", "-shm" };
  int descriptor = troupe_store_folder_get_descriptor (folder);
  g_autofree char *aside = choose_path (descriptor, path);

  TROUPE_CRASH_POINT ("store-before-aside");
  if (!move_aside (descriptor, path, aside, ""))
    {
      g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno),
                   _ ("“%s” is damaged and could not be moved aside: %s."), path,
                   g_strerror (errno));
      return NULL;
    }
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (!move_aside (descriptor, path, aside, suffixes[i]) && errno != ENOENT)
        g_debug ("%s%s stays: %s", path, suffixes[i], g_strerror (errno));
    }
  troupe_database_unmark (folder, path);
  TROUPE_CRASH_POINT ("store-aside");
  return g_steal_pointer (&aside);
}

static TroupeDatabase *
open_once (TroupeStoreFolder *folder, const char *path, gboolean is_thorough, GError **error)
{
  g_autoptr (TroupeDatabase) self =
      troupe_database_open (folder, path, &troupe_database_runs, error);

  if (self == NULL || !troupe_database_migrate (self, error) ||
      !troupe_database_check (self, is_thorough, error))
    return NULL;
  return g_steal_pointer (&self);
}

static TroupeDatabase *
replace (TroupeStoreFolder *folder,
         const char *path,
         const char *why,
         char **notice,
         GError **error)
{
  g_autofree char *aside = troupe_database_set_aside (folder, path, error);
  TroupeDatabase *self;

  if (aside == NULL)
    return NULL;
  self = open_once (folder, path, FALSE, error);
  if (self != NULL)
    *notice = g_strdup_printf (
        /* Translators: the first %s is a sentence that describes what is wrong; the second and
         * third are file names. */
        _ ("%s The damaged file was moved to “%s”, and new runs are saved in “%s”."), why, aside,
        path);
  return self;
}

/**
 * troupe_database_open_sound:
 * @notice: (out) (transfer full) (nullable): a message for the user if a damaged database was moved
 *   aside and replaced
 *
 * Opens the database for the writer thread, with the schema of this program. Only a file that is
 * itself damaged is moved aside. Errors because of locks, permissions or full disks leave the file
 * unchanged.
 */
TroupeDatabase *
troupe_database_open_sound (TroupeStoreFolder *folder,
                            const char *path,
                            char **notice,
                            GError **error)
{
  gboolean is_marked = troupe_database_is_marked (folder, path);
  TroupeDatabase *self;
  GError *cause = NULL;
  int lock;

  *notice = NULL;
  self = open_once (folder, path, is_marked, &cause);
  if (self != NULL && is_marked)
    troupe_database_unmark (folder, path);
  if (self == NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) &&
      (lock = troupe_database_lock_replacing (folder, path)) >= 0)
    {
      g_clear_error (&cause);
      /* The process that held the lock may have replaced the database. */
      self = open_once (folder, path, is_marked, &cause);
      if (self == NULL && g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_INVALID_DATA))
        {
          g_autoptr (GError) damage = g_steal_pointer (&cause);

          self = replace (folder, path, damage->message, notice, &cause);
        }
      close (lock);
    }
  if (cause != NULL)
    g_propagate_error (error, cause);
  return self;
}
