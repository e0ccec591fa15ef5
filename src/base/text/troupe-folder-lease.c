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

/* The file that is locked while a run begins. Names of the others are random. */
#define GATE "lock"
/* A process may be suspended, or search a slow disk, while it holds the lock. */
#define PATIENCE_US (3 * G_USEC_PER_SEC)
#define PAUSE_US 10000

/* A folder that another run uses. @hole: (nullable) */
typedef struct
{
  char *folder;
  char *hole;
} Area;

/* @gate: descriptor of the locked file %GATE; -1 after the records were stored; @descriptor: of the own
 * file, locked */
struct _TroupeFolderLease
{
  char *folder;
  char *hole;
  char *top;
  char *path;
  int gate;
  int descriptor;
  GPtrArray *areas;
  GHashTable *others;
};

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

/* Waits for the lock for a limited time. Returns FALSE with errno set. */
static gboolean
lock_gate (int descriptor)
{
  const gint64 deadline = g_get_monotonic_time () + PATIENCE_US;

  while (lock (descriptor, LOCK_EX | LOCK_NB) != 0)
    {
      if (errno != EWOULDBLOCK || g_get_monotonic_time () > deadline)
        return FALSE;
      g_usleep (PAUSE_US);
    }
  return TRUE;
}

static void
close_gate (TroupeFolderLease *self)
{
  g_assert (self != NULL);

  if (self->gate >= 0)
    close (self->gate);
  self->gate = -1;
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

/* The last text of a complete record is empty. */
static gboolean
ends_with_mark (const GByteArray *bytes)
{
  return bytes->len >= 3 && bytes->data[bytes->len - 2] == '\0' &&
         bytes->data[bytes->len - 3] == '\0';
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

  /* Without its end, a record does not say that something was not there. */
  if (hole == NULL || !ends_with_mark (bytes) ||
      (!troupe_path_is_within (folder, self->folder) &&
       !troupe_path_is_within (self->folder, folder)))
    return;
  area = g_new0 (Area, 1);
  area->folder = g_strdup (folder);
  area->hole = *hole != '\0' ? g_strdup (hole) : NULL;
  g_ptr_array_add (self->areas, area);
  while ((path = take_text (bytes, &place)) != NULL && *path != '\0' &&
         (data = take_text (bytes, &place)) != NULL)
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
      int descriptor = g_str_equal (name, GATE)
                           ? -1
                           : open (path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

      if (descriptor < 0)
        continue;
      if (lock (descriptor, LOCK_SH | LOCK_NB) == 0)
        unlink (path);
      else
        read_other (self, descriptor);
      close (descriptor);
    }
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeFolderLease *
troupe_folder_lease_new (const char *folder, const char *hole)
{
  TroupeFolderLease *self = NULL;
  g_autofree char *gate = NULL;

  g_return_val_if_fail (folder != NULL && g_path_is_absolute (folder), NULL);

  self = g_new0 (TroupeFolderLease, 1);
  self->folder = g_strdup (folder);
  self->hole = g_strdup (hole);
  self->top = g_build_filename (g_get_user_runtime_dir (), "troupe", "folders", NULL);
  self->descriptor = -1;
  self->areas = g_ptr_array_new_with_free_func (area_free);
  self->others = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  gate = g_build_filename (self->top, GATE, NULL);
  g_mkdir_with_parents (self->top, 0700);
  self->gate = open (gate, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->gate < 0)
    {
      g_debug ("Could not open %s: %s", gate, g_strerror (errno));
      troupe_folder_lease_free (self);
      return NULL;
    }
  if (!lock_gate (self->gate))
    g_debug ("Could not lock %s: %s", gate, g_strerror (errno));
  read_others (self);
  return self;
}

void
troupe_folder_lease_free (TroupeFolderLease *self)
{
  if (self == NULL)
    return;
  if (self->path != NULL)
    unlink (self->path);
  if (self->descriptor >= 0)
    close (self->descriptor);
  close_gate (self);
  g_ptr_array_unref (self->areas);
  g_hash_table_unref (self->others);
  g_free (self->folder);
  g_free (self->hole);
  g_free (self->top);
  g_free (self->path);
  g_free (self);
}

gboolean
troupe_folder_lease_has_other (TroupeFolderLease *self, const char *path)
{
  g_return_val_if_fail (self != NULL && path != NULL, FALSE);

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

  return self->others;
}

static void
append_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

void
troupe_folder_lease_publish (TroupeFolderLease *self, GHashTable *records)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *name = g_uuid_string_random ();
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_return_if_fail (self != NULL && self->path == NULL && records != NULL);

  append_text (bytes, self->folder);
  append_text (bytes, self->hole != NULL ? self->hole : "");
  g_hash_table_iter_init (&iter, records);
  while (g_hash_table_iter_next (&iter, &path, &data))
    {
      append_text (bytes, path);
      append_text (bytes, data);
    }
  append_text (bytes, "");
  self->path = g_build_filename (self->top, name, NULL);
  self->descriptor = open (self->path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (self->descriptor < 0 || lock (self->descriptor, LOCK_EX | LOCK_NB) != 0 ||
      !troupe_file_write_all (self->descriptor, (const char *) bytes->data, bytes->len))
    {
      g_debug ("Could not store %s: %s", self->path, g_strerror (errno));
      unlink (self->path);
      g_clear_pointer (&self->path, g_free);
    }
  close_gate (self);
}
