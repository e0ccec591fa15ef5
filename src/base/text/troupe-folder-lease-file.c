/* troupe-folder-lease-file.c: the stored record of a run that uses a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-lease-file"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#include "troupe-file.h"
#include "troupe-folder-lease-file.h"
#include "troupe-folder-record.h"

/* First text of a file of any version, and of this one. */
#define MAGIC "troupe-folder "
#define VERSION MAGIC "3"
/* Maximum size of a file, in bytes. The record of 100,000 folders takes about 12 MB. */
#define MOST_BYTES (256u * 1024 * 1024)
/* Number of bytes that contain the first two texts. */
#define N_FIRST 8192u
/* Length of a SHA-256 in hex. */
#define N_DIGEST 64u
#define NS_PER_S G_GINT64_CONSTANT (1000000000)
/* How far the clock may have been adjusted since the system was started. */
#define CLOCK_NS (120 * NS_PER_S)

/* Texts that each end with NUL. */
typedef struct
{
  const char *place;
  const char *end;
} Texts;

/* --- Names ------------------------------------------------------------------------------------- */

TroupeFolderLeaseKind
troupe_folder_lease_file_get_kind (const char *name)
{
  g_return_val_if_fail (name != NULL, TROUPE_FOLDER_LEASE_KIND_INCOMPLETE);

  if (g_str_has_prefix (name, TROUPE_FOLDER_LEASE_GATE))
    return TROUPE_FOLDER_LEASE_KIND_GATE;
  if (g_str_has_prefix (name, TROUPE_FOLDER_LEASE_INCOMPLETE))
    return TROUPE_FOLDER_LEASE_KIND_INCOMPLETE;
  if (g_str_has_prefix (name, TROUPE_FOLDER_LEASE_GRANTS))
    return TROUPE_FOLDER_LEASE_KIND_GRANTS;
  return TROUPE_FOLDER_LEASE_KIND_RECORDS;
}

char **
troupe_folder_lease_file_list_tops (const char *folder)
{
  const char *const above[] = { g_get_user_state_dir (), g_get_user_runtime_dir () };
  g_autoptr (GStrvBuilder) tops = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (above); i++)
    {
      g_autofree char *top = g_build_filename (above[i], "troupe", "folders", NULL);
      g_autofree char *real = troupe_path_resolve_existing (top);

      if (folder == NULL || !troupe_path_is_within (real, folder))
        g_strv_builder_add (tops, top);
    }
  return g_strv_builder_end (tops);
}

/* --- Identity --------------------------------------------------------------------------------- */

static char *
read_boot (void)
{
  g_autofree char *text = NULL;

  if (!g_file_get_contents ("/proc/sys/kernel/random/boot_id", &text, NULL, NULL))
    return NULL;
  return g_strdup (g_strstrip (text));
}

static void
read_identity (const char *folder, gint64 *inode, gint64 *birth_ns)
{
  struct stat status;

  *inode = lstat (folder, &status) == 0 ? (gint64) status.st_ino : -1;
  *birth_ns = troupe_folder_record_read_birth (AT_FDCWD, folder);
}

TroupeFolderLeaseFile *
troupe_folder_lease_file_new (const char *folder,
                              const char *hole,
                              const char *const *granted,
                              GHashTable *records)
{
  static const char *const none[] = { NULL };
  TroupeFolderLeaseFile *self = NULL;

  g_return_val_if_fail (folder != NULL && records != NULL, NULL);

  self = g_new0 (TroupeFolderLeaseFile, 1);
  self->folder = g_strdup (folder);
  self->hole = g_strdup (hole);
  self->granted = g_strdupv ((char **) (granted != NULL ? granted : none));
  self->records = g_hash_table_ref (records);
  self->boot = read_boot ();
  read_identity (folder, &self->inode, &self->birth_ns);
  return self;
}

void
troupe_folder_lease_file_free (TroupeFolderLeaseFile *self)
{
  if (self == NULL)
    return;
  g_free (self->folder);
  g_free (self->hole);
  g_strfreev (self->granted);
  g_clear_pointer (&self->records, g_hash_table_unref);
  g_free (self->boot);
  g_free (self);
}

gboolean
troupe_folder_lease_file_is_comparable (const TroupeFolderLeaseFile *self)
{
  /* linux/magic.h has not all of them. exFAT, NTFS, CIFS and SMB2. */
  static const guint32 others[] = { 0x2011bab0, 0x7366746e, 0x5346544e, 0xff534d42, 0xfe534d42 };
  struct statfs system;
  gint64 inode;
  gint64 birth_ns;

  g_return_val_if_fail (self != NULL, FALSE);

  if (statfs (self->folder, &system) != 0)
    return FALSE;
  if ((guint32) system.f_type == MSDOS_SUPER_MAGIC || (guint32) system.f_type == FUSE_SUPER_MAGIC ||
      (guint32) system.f_type == V9FS_MAGIC)
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if ((guint32) system.f_type == others[i])
      return FALSE;
  read_identity (self->folder, &inode, &birth_ns);
  return inode == self->inode && birth_ns == self->birth_ns;
}

gint64
troupe_folder_lease_file_get_limit (const TroupeFolderLeaseFile *self)
{
  g_autofree char *boot = read_boot ();
  struct timespec now;
  struct timespec since;

  g_return_val_if_fail (self != NULL, 0);

  if (boot == NULL || self->boot == NULL || g_str_equal (boot, self->boot) ||
      clock_gettime (CLOCK_REALTIME, &now) != 0 || clock_gettime (CLOCK_BOOTTIME, &since) != 0)
    return 0;
  return (now.tv_sec - since.tv_sec) * NS_PER_S + now.tv_nsec - since.tv_nsec + CLOCK_NS;
}

/* --- Writing ---------------------------------------------------------------------------------- */

static void
append_text (GByteArray *bytes, const char *text)
{
  g_byte_array_append (bytes, (const guint8 *) text, (guint) strlen (text) + 1);
}

static void
append_number (GByteArray *bytes, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  append_text (bytes, text);
}

GByteArray *
troupe_folder_lease_file_write (const TroupeFolderLeaseFile *self)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *digest = NULL;
  GHashTableIter iter;
  gpointer path;
  gpointer data;

  g_return_val_if_fail (self != NULL, NULL);

  append_text (bytes, VERSION);
  append_text (bytes, self->folder);
  append_text (bytes, self->hole != NULL ? self->hole : "");
  append_text (bytes, self->boot != NULL ? self->boot : "");
  append_number (bytes, self->inode);
  append_number (bytes, self->birth_ns);
  append_number (bytes, g_strv_length (self->granted));
  for (guint i = 0; self->granted[i] != NULL; i++)
    append_text (bytes, self->granted[i]);
  append_number (bytes, g_hash_table_size (self->records));
  g_hash_table_iter_init (&iter, self->records);
  while (bytes->len < MOST_BYTES && g_hash_table_iter_next (&iter, &path, &data))
    {
      append_text (bytes, path);
      append_text (bytes, data);
    }
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes->data, bytes->len);
  append_text (bytes, digest);
  return bytes->len <= MOST_BYTES ? g_steal_pointer (&bytes) : NULL;
}

/* --- Reading ---------------------------------------------------------------------------------- */

/* Returns TRUE if only this user has written the file. */
static gboolean
is_own (int descriptor, struct stat *status)
{
  return fstat (descriptor, status) == 0 && S_ISREG (status->st_mode) &&
         status->st_uid == geteuid () && (status->st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
         status->st_nlink == 1;
}

/* Reads @length bytes at the beginning. Returns %NULL if the file is shorter. (transfer full) */
static GByteArray *
read_bytes (int descriptor, gsize length)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_byte_array_set_size (bytes, (guint) length);
  for (gsize done = 0; done < length;)
    {
      const gssize part = pread (descriptor, bytes->data + done, length - done, (off_t) done);

      if (part < 0 && errno == EINTR)
        continue;
      if (part <= 0)
        return NULL;
      done += (gsize) part;
    }
  return g_steal_pointer (&bytes);
}

/* Returns the next text. (transfer none) (nullable): %NULL if there is none that ends */
static const char *
take_text (Texts *texts)
{
  const char *text = texts->place;
  const char *end = text < texts->end ? memchr (text, '\0', (gsize) (texts->end - text)) : NULL;

  if (end == NULL)
    return NULL;
  texts->place = end + 1;
  return text;
}

static gboolean
take_number (Texts *texts, gint64 *number)
{
  const char *text = take_text (texts);
  char *end = NULL;

  if (text == NULL || (!g_ascii_isdigit (*text) && *text != '-'))
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoll (text, &end, 10);
  return errno == 0 && *end == '\0';
}

/* Returns TRUE for a path without links and empty names, as far as that can be seen. */
static gboolean
is_exact (const char *path)
{
  g_autofree char *same = path != NULL && *path == '/' ? g_canonicalize_filename (path, "/") : NULL;

  return same != NULL && g_str_equal (same, path);
}

/* Reads what precedes the records. */
static gboolean
read_head (TroupeFolderLeaseFile *self, Texts *texts)
{
  g_autoptr (GStrvBuilder) granted = g_strv_builder_new ();
  const char *version = take_text (texts);
  const char *folder = take_text (texts);
  const char *hole = take_text (texts);
  const char *boot = take_text (texts);
  gint64 n_granted = 0;

  if (boot == NULL || !g_str_equal (version, VERSION) || !is_exact (folder) ||
      (*hole != '\0' && (!is_exact (hole) || !troupe_path_is_within (hole, folder))) ||
      !take_number (texts, &self->inode) || !take_number (texts, &self->birth_ns) ||
      !take_number (texts, &n_granted))
    return FALSE;
  self->folder = g_strdup (folder);
  self->hole = *hole != '\0' ? g_strdup (hole) : NULL;
  self->boot = *boot != '\0' ? g_strdup (boot) : NULL;
  for (gint64 i = 0; i < n_granted; i++)
    {
      const char *path = take_text (texts);

      if (!is_exact (path))
        return FALSE;
      g_strv_builder_add (granted, path);
    }
  self->granted = g_strv_builder_end (granted);
  return TRUE;
}

static gboolean
read_records (TroupeFolderLeaseFile *self, Texts *texts)
{
  gint64 n_records = 0;

  self->records = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!take_number (texts, &n_records))
    return FALSE;
  for (gint64 i = 0; i < n_records; i++)
    {
      const char *path = take_text (texts);
      const char *data = take_text (texts);
      g_autoptr (TroupeFolderRecord) record =
          data != NULL ? troupe_folder_record_read (data) : NULL;

      if (record == NULL || !is_exact (path))
        return FALSE;
      g_hash_table_replace (self->records, g_strdup (path), g_strdup (data));
    }
  return texts->place == texts->end;
}

TroupeFolderLeaseFile *
troupe_folder_lease_file_read (int descriptor)
{
  g_autoptr (TroupeFolderLeaseFile) self = g_new0 (TroupeFolderLeaseFile, 1);
  g_autoptr (GByteArray) bytes = NULL;
  g_autofree char *digest = NULL;
  Texts texts;
  struct stat status;
  gsize length;

  if (!is_own (descriptor, &status) || status.st_size <= (off_t) N_DIGEST + 1 ||
      status.st_size > (off_t) MOST_BYTES)
    return NULL;
  bytes = read_bytes (descriptor, (gsize) status.st_size);
  if (bytes == NULL)
    return NULL;
  length = bytes->len - N_DIGEST - 1;
  digest = g_compute_checksum_for_data (G_CHECKSUM_SHA256, bytes->data, length);
  if (memcmp (digest, bytes->data + length, N_DIGEST + 1) != 0)
    return NULL;
  texts = (Texts){ (const char *) bytes->data, (const char *) bytes->data + length };
  return read_head (self, &texts) && read_records (self, &texts) ? g_steal_pointer (&self) : NULL;
}

char *
troupe_folder_lease_file_read_folder (int descriptor, gboolean *is_foreign)
{
  g_autoptr (GByteArray) bytes = NULL;
  const char *version = NULL;
  const char *folder = NULL;
  struct stat status;
  Texts texts;

  g_return_val_if_fail (is_foreign != NULL, NULL);

  *is_foreign = !is_own (descriptor, &status);
  if (*is_foreign || status.st_size == 0)
    return NULL;
  bytes = read_bytes (descriptor, MIN ((gsize) status.st_size, N_FIRST));
  if (bytes == NULL)
    return NULL;
  texts = (Texts){ (const char *) bytes->data, (const char *) bytes->data + bytes->len };
  version = take_text (&texts);
  folder = take_text (&texts);
  *is_foreign =
      version != NULL && g_str_has_prefix (version, MAGIC) && !g_str_equal (version, VERSION);
  if (folder == NULL || !g_str_equal (version, VERSION) || !is_exact (folder))
    return NULL;
  return g_strdup (folder);
}
