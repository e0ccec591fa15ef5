/* troupe-folder-lease.c: which runs use a folder at the same time, and what it contained before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-lease"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-lease.h"

/* Beginning of the names of files that are locked while a run begins, and of records that are not complete. */
#define GATE "gate-"
#define INCOMPLETE "new-"
/* Last text of a record. */
#define END "end"
/* How long to wait for other runs that begin, and how often they are looked at. A process that was stopped
 * does not unlock its files. */
#define LOCK_US (5 * G_USEC_PER_SEC)
#define LOCK_PAUSE_US (5 * 1000)
/* How often a record is created again that another process has removed before it was locked. */
#define N_ATTEMPTS 20u

/* A folder that another run uses. @hole: (nullable) */
typedef struct
{
  char *folder;
  char *hole;
} Area;

/* @n_users: how many runs of this process share it; @gates: descriptors of locked files, none after the
 * records were stored; @descriptor: of the own file, locked, or -1; @path: (nullable): of that file; @records: (nullable): what
 * the first run has stored */
struct _TroupeFolderLease
{
  guint n_users;
  char *folder;
  char *hole;
  char *top;
  char *path;
  GArray *gates;
  int descriptor;
  GPtrArray *areas;
  GHashTable *others;
  GHashTable *records;
};

/* The leases of this process, by folder. */
static GMutex shared_lock;
static GCond shared_cond;
static GHashTable *shared;

static void
area_free (gpointer data)
{
  Area *area = data;

  g_free (area->folder);
  g_free (area->hole);
  g_free (area);
}

static int
lock (int descriptor, int operation)
{
  int result = 0;

  do
    result = flock (descriptor, operation);
  while (result != 0 && errno == EINTR);
  return result;
}

/* --- Gates ------------------------------------------------------------------------------------ */

static void
close_gates (TroupeFolderLease *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->gates->len; i++)
    close (g_array_index (self->gates, int, i));
  g_array_set_size (self->gates, 0);
}

/* Locks the file that belongs to @folder. Returns FALSE with errno set. */
static gboolean
lock_gate (TroupeFolderLease *self, const char *folder, int operation, gint64 deadline_us)
{
  g_autofree char *hash = g_compute_checksum_for_string (G_CHECKSUM_SHA256, folder, -1);
  g_autofree char *name = g_strconcat (GATE, hash, NULL);
  g_autofree char *path = g_build_filename (self->top, name, NULL);
  int gate = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

  g_assert (self != NULL);

  while (gate >= 0 && lock (gate, operation | LOCK_NB) != 0)
    {
      if (errno != EWOULDBLOCK || g_get_monotonic_time () >= deadline_us)
        {
          close (gate);
          return FALSE;
        }
      g_usleep (LOCK_PAUSE_US);
    }
  if (gate >= 0)
    g_array_append_val (self->gates, gate);
  return gate >= 0;
}

/* Excludes other runs that begin in the folder, below and above it: the files of the folders above it have
 * shared locks, so that runs in different folders do not wait. Returns FALSE with errno set. */
static gboolean
lock_gates (TroupeFolderLease *self, gint64 deadline_us)
{
  g_assert (self != NULL);

  for (const char *end = strchr (self->folder + 1, '/'); end != NULL; end = strchr (end + 1, '/'))
    {
      g_autofree char *above = g_strndup (self->folder, (gsize) (end - self->folder));

      if (!lock_gate (self, above, LOCK_SH, deadline_us))
        return FALSE;
    }
  return lock_gate (self, self->folder, LOCK_EX, deadline_us);
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Returns the content of an open file: texts that each end with NUL. (transfer full) */
static GByteArray *
read_all (int descriptor)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 buffer[16384];
  gssize length = 0;

  while ((length = read (descriptor, buffer, sizeof buffer)) > 0)
    g_byte_array_append (bytes, buffer, (guint) length);
  /* The last text of an incomplete file ends, too. */
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  return bytes;
}

/* Returns the text at @place, and moves @place behind it. (transfer none) (nullable) */
static const char *
take_text (const GByteArray *bytes, gsize *place)
{
  const char *text = (const char *) bytes->data + *place;

  /* The NUL at the end was added by read_all(). */
  if (*place + 1 >= bytes->len)
    return NULL;
  *place += strlen (text) + 1;
  return text;
}

/* Returns TRUE if the last text is %END: the file was not truncated. read_all() has added one NUL. */
static gboolean
is_complete (const GByteArray *bytes)
{
  const gsize size = sizeof END;

  return bytes->len > size + 1 && memcmp (bytes->data + bytes->len - 1 - size, END, size) == 0 &&
         bytes->data[bytes->len - 2 - size] == '\0';
}

static void
read_other (TroupeFolderLease *self, int descriptor)
{
  g_autoptr (GByteArray) bytes = read_all (descriptor);
  gsize place = 0;
  const char *folder = take_text (bytes, &place);
  const char *hole = take_text (bytes, &place);
  const char *path = NULL;
  const char *data = NULL;
  Area *area = NULL;

  g_assert (self != NULL);

  if (!is_complete (bytes) || hole == NULL ||
      (!troupe_path_is_within (folder, self->folder) &&
       !troupe_path_is_within (self->folder, folder)))
    return;
  area = g_new0 (Area, 1);
  area->folder = g_strdup (folder);
  area->hole = *hole != '\0' ? g_strdup (hole) : NULL;
  g_ptr_array_add (self->areas, area);
  while ((path = take_text (bytes, &place)) != NULL && (data = take_text (bytes, &place)) != NULL)
    g_hash_table_replace (self->others, g_strdup (path), g_strdup (data));
}

/* Reads the records of runs that have not ended, and removes the files of processes that have ended
 * without doing so themselves. */
static void
read_others (TroupeFolderLease *self)
{
  g_autoptr (GDir) entries = g_dir_open (self->top, 0, NULL);
  const char *name = NULL;

  g_assert (self != NULL);

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (self->top, name, NULL);
      int descriptor = g_str_has_prefix (name, GATE)
                           ? -1
                           : open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

      if (descriptor < 0)
        continue;
      if (lock (descriptor, LOCK_SH | LOCK_NB) == 0)
        unlink (path);
      else if (!g_str_has_prefix (name, INCOMPLETE))
        read_other (self, descriptor);
      close (descriptor);
    }
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void
append_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

/* Returns the content of the own file. (transfer full) */
static GByteArray *
write_records (TroupeFolderLease *self)
{
  GByteArray *bytes = g_byte_array_new ();
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_assert (self != NULL);

  append_text (bytes, self->folder);
  append_text (bytes, self->hole != NULL ? self->hole : "");
  g_hash_table_iter_init (&iter, self->records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      append_text (bytes, path);
      append_text (bytes, data);
    }
  append_text (bytes, END);
  return bytes;
}

/* Creates a locked file. A process that removes files without a lock may remove it before it is locked.
 * Returns -1 with errno set. */
static int
create_locked (const char *path)
{
  for (guint i = 0; i < N_ATTEMPTS; i++)
    {
      int descriptor = open (path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
      struct stat status;

      if (descriptor < 0)
        return -1;
      if (lock (descriptor, LOCK_EX) == 0 && fstat (descriptor, &status) == 0 &&
          status.st_nlink > 0)
        return descriptor;
      close (descriptor);
    }
  errno = EBUSY;
  return -1;
}

/* Stores the records in a file that others see when it is complete. */
static void
store (TroupeFolderLease *self)
{
  g_autoptr (GByteArray) bytes = write_records (self);
  g_autofree char *name = g_uuid_string_random ();
  g_autofree char *new_name = g_strconcat (INCOMPLETE, name, NULL);
  g_autofree char *new_path = g_build_filename (self->top, new_name, NULL);

  g_assert (self != NULL);

  self->path = g_build_filename (self->top, name, NULL);
  self->descriptor = create_locked (new_path);
  if (self->descriptor >= 0 &&
      troupe_file_write_all (self->descriptor, (const char *) bytes->data, bytes->len) &&
      g_rename (new_path, self->path) == 0)
    return;
  g_debug ("Could not store %s: %s", self->path, g_strerror (errno));
  unlink (new_path);
  if (self->descriptor >= 0)
    close (self->descriptor);
  self->descriptor = -1;
  g_clear_pointer (&self->path, g_free);
}

/* --- The object ------------------------------------------------------------------------------- */

static void
free_lease (TroupeFolderLease *self)
{
  g_assert (self != NULL);

  if (self->path != NULL)
    unlink (self->path);
  if (self->descriptor >= 0)
    close (self->descriptor);
  close_gates (self);
  g_array_unref (self->gates);
  g_ptr_array_unref (self->areas);
  g_hash_table_unref (self->others);
  g_clear_pointer (&self->records, g_hash_table_unref);
  g_free (self->folder);
  g_free (self->hole);
  g_free (self->top);
  g_free (self);
}

/* Returns the lease of this process, after its first run has stored the records, or adds one.
 * @is_new: (out): whether the caller has to store them. (nullable): %NULL if that takes too long */
static TroupeFolderLease *
share (const char *folder, const char *hole, gint64 deadline_us, gboolean *is_new)
{
  TroupeFolderLease *self = NULL;
  gboolean is_late = FALSE;

  g_mutex_lock (&shared_lock);
  if (shared == NULL)
    shared = g_hash_table_new (g_str_hash, g_str_equal);
  while ((self = g_hash_table_lookup (shared, folder)) != NULL && self->records == NULL && !is_late)
    is_late = !g_cond_wait_until (&shared_cond, &shared_lock, deadline_us);
  *is_new = self == NULL;
  if (*is_new)
    {
      self = g_new0 (TroupeFolderLease, 1);
      self->folder = g_strdup (folder);
      self->hole = g_strdup (hole);
      self->top = g_build_filename (g_get_user_runtime_dir (), "troupe", "folders", NULL);
      self->gates = g_array_new (FALSE, FALSE, sizeof (int));
      self->descriptor = -1;
      self->areas = g_ptr_array_new_with_free_func (area_free);
      self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_hash_table_insert (shared, self->folder, self);
    }
  else if (self->records == NULL)
    self = NULL;
  if (self != NULL)
    self->n_users++;
  g_mutex_unlock (&shared_lock);
  return self;
}

TroupeFolderLease *
troupe_folder_lease_new (const char *folder, const char *hole)
{
  const gint64 deadline_us = g_get_monotonic_time () + LOCK_US;
  TroupeFolderLease *self = NULL;
  gboolean is_new = FALSE;

  g_return_val_if_fail (folder != NULL && g_path_is_absolute (folder), NULL);

  self = share (folder, hole, deadline_us, &is_new);
  if (self == NULL || !is_new)
    return self;
  g_mkdir_with_parents (self->top, 0700);
  if (!lock_gates (self, deadline_us))
    {
      g_debug ("Could not lock %s: %s", self->top, g_strerror (errno));
      close_gates (self);
    }
  read_others (self);
  return self;
}

void
troupe_folder_lease_free (TroupeFolderLease *self)
{
  if (self == NULL)
    return;
  g_mutex_lock (&shared_lock);
  self->n_users--;
  if (self->n_users == 0)
    {
      g_hash_table_remove (shared, self->folder);
      free_lease (self);
    }
  g_cond_broadcast (&shared_cond);
  g_mutex_unlock (&shared_lock);
}

gboolean
troupe_folder_lease_has_other (TroupeFolderLease *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (self->records != NULL)
    return self->hole == NULL || !troupe_path_is_within (path, self->hole);
  for (guint i = 0; i < self->areas->len; i++)
    {
      const Area *area = g_ptr_array_index (self->areas, i);

      if (troupe_path_is_within (path, area->folder) &&
          (area->hole == NULL || !troupe_path_is_within (path, area->hole)))
        return TRUE;
    }
  return FALSE;
}

GHashTable *
troupe_folder_lease_get_others (TroupeFolderLease *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->records != NULL ? self->records : self->others;
}

void
troupe_folder_lease_publish (TroupeFolderLease *self, GHashTable *records)
{
  g_return_if_fail (self != NULL && records != NULL);

  /* No other thread uses the lease before it has records. */
  if (self->records != NULL)
    return;
  g_mutex_lock (&shared_lock);
  self->records = g_hash_table_ref (records);
  g_cond_broadcast (&shared_cond);
  g_mutex_unlock (&shared_lock);
  store (self);
  close_gates (self);
}
