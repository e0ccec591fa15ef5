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
#include "troupe-folder-lease-file.h"
#include "troupe-folder-lease.h"

/* How long to wait for other runs that begin, and how often they are looked at. A process that was stopped
 * does not unlock its files. */
#define LOCK_US (5 * G_USEC_PER_SEC)
#define LOCK_PAUSE_US (5 * 1000)
/* How often a record is created again that another process has removed before it was locked. */
#define N_ATTEMPTS 20u
/* How long the sandboxes of a process that was killed need to end, after the locks of its files have ended. */
#define KILLED_US (300 * 1000)
/* Age after which the record of a folder that does not exist any more is removed, in seconds. */
#define MOST_AGE_S (G_GINT64_CONSTANT (90) * 24 * 60 * 60)

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* A folder that another run uses. @hole: (nullable); @since_ns: when its records were stored, after which its code was
 * started */
typedef struct
{
  char *folder;
  char *hole;
  gint64 since_ns;
} Area;

/* The record of a process that has not ended its run. @descriptor: locked */
typedef struct
{
  char *path;
  int descriptor;
} Left;

/* @tops: (array zero-terminated=1): folders with records, of which the first one outlives the session; @left: (element-type Left): what
 * processes that were killed have recorded; @n_users: how many runs of this process share it; @gates: descriptors of locked files, none after the
 * records were stored; @descriptor: of the own file, locked, or -1; @path: (nullable): of that file; @records: (nullable): what
 * the first run has stored */
struct _TroupeFolderLease
{
  guint n_users;
  char *folder;
  char *hole;
  char **granted;
  char *gate_top;
  char **tops;
  char *path;
  GArray *gates;
  int descriptor;
  gboolean is_too_large; /* for a file */
  gboolean is_unclean;   /* the last sweep was not complete */
  GPtrArray *areas;
  GPtrArray *left;
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

static void
left_free (gpointer data)
{
  Left *left = data;

  close (left->descriptor);
  g_free (left->path);
  g_free (left);
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
  g_autofree char *name = g_strconcat (TROUPE_FOLDER_LEASE_GATE, hash, NULL);
  g_autofree char *path = g_build_filename (self->gate_top, name, NULL);
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

static gboolean
overlaps (TroupeFolderLease *self, const char *folder)
{
  g_assert (self != NULL);

  return troupe_path_is_within (folder, self->folder) ||
         troupe_path_is_within (self->folder, folder);
}

/* Takes what another run has recorded into account. */
static void
read_other (TroupeFolderLease *self, int descriptor)
{
  g_autoptr (TroupeFolderLeaseFile) file = troupe_folder_lease_file_read (descriptor);
  GHashTableIter iter;
  gpointer path;
  gpointer data;
  Area *area = NULL;
  struct stat status;

  g_assert (self != NULL);

  if (file == NULL || !overlaps (self, file->folder))
    return;
  area = g_new0 (Area, 1);
  if (fstat (descriptor, &status) == 0)
    area->since_ns = status.st_mtim.tv_sec * NS_PER_S + status.st_mtim.tv_nsec;
  area->folder = g_strdup (file->folder);
  area->hole = g_strdup (file->hole);
  g_ptr_array_add (self->areas, area);
  g_hash_table_iter_init (&iter, file->records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    g_hash_table_replace (self->others, g_strdup (path), g_strdup (data));
}

/* Returns TRUE if no run will need the record of a folder any more. */
static gboolean
is_outdated (const char *folder, int descriptor)
{
  struct stat status;

  return !g_file_test (folder, G_FILE_TEST_EXISTS) && fstat (descriptor, &status) == 0 &&
         g_get_real_time () / G_USEC_PER_SEC - status.st_mtim.tv_sec > MOST_AGE_S;
}

/* Adds the record of a process that was killed if it is of this folder, one above or below it. Returns
 * FALSE if the caller has to close @descriptor. */
static gboolean
add_left (TroupeFolderLease *self, int descriptor, const char *path)
{
  gboolean is_foreign = FALSE;
  g_autofree char *folder = troupe_folder_lease_file_read_folder (descriptor, &is_foreign);
  Left *left = NULL;

  g_assert (self != NULL);

  if (folder == NULL || is_outdated (folder, descriptor))
    {
      if (!is_foreign)
        unlink (path);
      return FALSE;
    }
  if (!overlaps (self, folder))
    return FALSE;
  left = g_new0 (Left, 1);
  left->descriptor = descriptor;
  left->path = g_strdup (path);
  g_ptr_array_add (self->left, left);
  return TRUE;
}

/* Reads one file of @top. */
static void
read_entry (TroupeFolderLease *self, const char *top, const char *name)
{
  g_autofree char *path = g_build_filename (top, name, NULL);
  const TroupeFolderLeaseKind kind = troupe_folder_lease_file_get_kind (name);
  const gboolean is_incomplete = kind == TROUPE_FOLDER_LEASE_KIND_INCOMPLETE;
  int descriptor = -1;

  g_assert (self != NULL);

  if (!is_incomplete && kind != TROUPE_FOLDER_LEASE_KIND_RECORDS)
    return;
  descriptor = open (path, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0)
    return;
  if (lock (descriptor, LOCK_EX | LOCK_NB) != 0)
    {
      if (!is_incomplete)
        read_other (self, descriptor);
    }
  else if (is_incomplete)
    unlink (path);
  else if (add_left (self, descriptor, path))
    return;
  close (descriptor);
}

/* --- Writing ---------------------------------------------------------------------------------- */

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

/* --- The object ------------------------------------------------------------------------------- */

static void
free_lease (TroupeFolderLease *self)
{
  g_assert (self != NULL);

  /* The next run finds it as that of a process that was killed. */
  if (self->path != NULL && !self->is_unclean)
    unlink (self->path);
  g_free (self->path);
  if (self->descriptor >= 0)
    close (self->descriptor);
  close_gates (self);
  g_array_unref (self->gates);
  g_ptr_array_unref (self->areas);
  g_ptr_array_unref (self->left);
  g_hash_table_unref (self->others);
  g_clear_pointer (&self->records, g_hash_table_unref);
  g_free (self->folder);
  g_free (self->hole);
  g_strfreev (self->granted);
  g_free (self->gate_top);
  g_strfreev (self->tops);
  g_free (self);
}

TroupeFolderLease *
troupe_folder_lease_new (const char *folder, const char *hole)
{
  const gint64 deadline_us = g_get_monotonic_time () + LOCK_US;
  TroupeFolderLease *self = NULL;
  gboolean is_new = FALSE;
  gboolean is_late = FALSE;

  g_return_val_if_fail (folder != NULL && g_path_is_absolute (folder), NULL);

  g_mutex_lock (&shared_lock);
  if (shared == NULL)
    shared = g_hash_table_new (g_str_hash, g_str_equal);
  while ((self = g_hash_table_lookup (shared, folder)) != NULL && self->records == NULL && !is_late)
    is_late = !g_cond_wait_until (&shared_cond, &shared_lock, deadline_us);
  is_new = self == NULL;
  if (is_new)
    {
      self = g_new0 (TroupeFolderLease, 1);
      self->folder = g_strdup (folder);
      self->hole = g_strdup (hole);
      self->gate_top = g_build_filename (g_get_user_runtime_dir (), "troupe", "folders", NULL);
      self->tops = troupe_folder_lease_file_list_tops (folder);
      self->gates = g_array_new (FALSE, FALSE, sizeof (int));
      self->descriptor = -1;
      self->left = g_ptr_array_new_with_free_func (left_free);
      self->areas = g_ptr_array_new_with_free_func (area_free);
      self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
      g_hash_table_insert (shared, self->folder, self);
    }
  else if (self->records == NULL)
    self = NULL;
  if (self != NULL)
    self->n_users++;
  g_mutex_unlock (&shared_lock);
  if (self == NULL || !is_new)
    return self;
  g_mkdir_with_parents (self->gate_top, 0700);
  for (guint i = 0; self->tops[i] != NULL; i++)
    g_mkdir_with_parents (self->tops[i], 0700);
  if (!lock_gates (self, deadline_us))
    {
      g_debug ("Could not lock %s: %s", self->gate_top, g_strerror (errno));
      close_gates (self);
    }
  /* Reads the records of runs that have not ended, and of those whose process was killed. While
   * code of another run may write in the folder, the latter are treated as if their runs went
   * on: that run would lose what it has created. */
  for (guint i = 0; self->tops[i] != NULL; i++)
    {
      g_autoptr (GDir) entries = g_dir_open (self->tops[i], 0, NULL);
      const char *name = NULL;

      while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
        read_entry (self, self->tops[i], name);
    }
  if (self->areas->len != 0)
    {
      for (guint i = 0; i < self->left->len; i++)
        read_other (self, ((const Left *) self->left->pdata[i])->descriptor);
      g_ptr_array_set_size (self->left, 0);
    }
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

static gboolean
is_in_area (const Area *area, const char *path)
{
  return troupe_path_is_within (path, area->folder) &&
         (area->hole == NULL || !troupe_path_is_within (path, area->hole));
}

gboolean
troupe_folder_lease_has_other (TroupeFolderLease *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

  if (self->records != NULL)
    return self->hole == NULL || !troupe_path_is_within (path, self->hole);
  for (guint i = 0; i < self->areas->len; i++)
    if (is_in_area (self->areas->pdata[i], path))
      return TRUE;
  return FALSE;
}

gboolean
troupe_folder_lease_has_same (TroupeFolderLease *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->areas->len; i++)
    if (g_str_equal (((const Area *) self->areas->pdata[i])->folder, self->folder))
      return TRUE;
  return self->records != NULL;
}

gint64
troupe_folder_lease_get_since (TroupeFolderLease *self, const char *path)
{
  gint64 since_ns = G_MAXINT64;

  g_return_val_if_fail (self != NULL && path != NULL, 0);

  for (guint i = 0; i < self->areas->len; i++)
    {
      const Area *area = g_ptr_array_index (self->areas, i);

      if (is_in_area (area, path))
        since_ns = MIN (since_ns, area->since_ns);
    }
  return since_ns;
}

void
troupe_folder_lease_set_clean (TroupeFolderLease *self, gboolean is_clean)
{
  g_return_if_fail (self != NULL);

  g_mutex_lock (&shared_lock);
  self->is_unclean = !is_clean;
  g_mutex_unlock (&shared_lock);
}

GHashTable *
troupe_folder_lease_get_others (TroupeFolderLease *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->records != NULL ? self->records : self->others;
}

gboolean
troupe_folder_lease_has_records (void)
{
  g_auto (GStrv) tops = troupe_folder_lease_file_list_tops (NULL);

  for (guint i = 0; tops[i] != NULL; i++)
    {
      g_autoptr (GDir) entries = g_dir_open (tops[i], 0, NULL);
      const char *name = NULL;

      while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
        if (troupe_folder_lease_file_get_kind (name) == TROUPE_FOLDER_LEASE_KIND_RECORDS)
          return TRUE;
    }
  return FALSE;
}

void
troupe_folder_lease_recover (TroupeFolderLease *self,
                             TroupeFolderLeaseFunc func,
                             gpointer user_data)
{
  g_return_if_fail (self != NULL && func != NULL);

  /* No other thread uses the lease before it has records. */
  if (self->records != NULL || self->left->len == 0)
    return;
  g_usleep (KILLED_US);
  for (guint i = 0; i < self->left->len; i++)
    {
      const Left *left = g_ptr_array_index (self->left, i);
      g_autoptr (TroupeFolderLeaseFile) file = troupe_folder_lease_file_read (left->descriptor);

      if (file == NULL || !troupe_folder_lease_file_is_comparable (file) || func (file, user_data))
        unlink (left->path);
    }
  g_ptr_array_set_size (self->left, 0);
}

gboolean
troupe_folder_lease_publish (TroupeFolderLease *self,
                             GHashTable *records,
                             const char *const *granted)
{
  g_autoptr (TroupeFolderLeaseFile) file = NULL;
  g_autoptr (GByteArray) bytes = NULL;

  g_return_val_if_fail (self != NULL && records != NULL, FALSE);

  /* No other thread uses the lease before it has records. */
  if (self->records != NULL)
    return !self->is_too_large;
  g_mutex_lock (&shared_lock);
  self->records = g_hash_table_ref (records);
  self->granted = g_strdupv ((char **) granted);
  g_cond_broadcast (&shared_cond);
  g_mutex_unlock (&shared_lock);
  file = troupe_folder_lease_file_new (self->folder, self->hole,
                                       (const char *const *) self->granted, self->records);
  bytes = troupe_folder_lease_file_write (file);
  self->is_too_large = bytes == NULL;
  for (guint i = 0; bytes != NULL && self->tops[i] != NULL; i++)
    {
      const char *top = self->tops[i];
      g_autofree char *name = g_uuid_string_random ();
      g_autofree char *new_name = g_strconcat (TROUPE_FOLDER_LEASE_INCOMPLETE, name, NULL);
      g_autofree char *new_path = g_build_filename (top, new_name, NULL);
      g_autofree char *path = g_build_filename (top, name, NULL);
      const int descriptor = create_locked (new_path);

      /* Stores the records in a file of @top that others see when it is complete and durable. */
      if (descriptor >= 0 &&
          troupe_file_write_all (descriptor, (const char *) bytes->data, bytes->len) &&
          fsync (descriptor) == 0 && g_rename (new_path, path) == 0)
        {
          const int folder = open (top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

          if (folder >= 0)
            {
              fsync (folder);
              close (folder);
            }
          self->descriptor = descriptor;
          self->path = g_steal_pointer (&path);
          break;
        }
      g_debug ("Could not store %s: %s", path, g_strerror (errno));
      unlink (new_path);
      if (descriptor >= 0)
        close (descriptor);
    }
  close_gates (self);
  return !self->is_too_large;
}
