/* troupe-folder-record.c: what a watched file or folder was before code ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-folder-record"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder-record.h"

#define NS_PER_S G_GINT64_CONSTANT (1000000000)

/* Longer targets are recorded by their checksum, which bounds the length of a record. */
#define LONGEST_TARGET 100

gint64
troupe_folder_record_read_birth (int folder, const char *name)
{
  struct statx extended;

  g_return_val_if_fail (name != NULL, 0);

  if (statx (folder, name, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &extended) != 0 ||
      (extended.stx_mask & STATX_BTIME) == 0)
    return 0;
  return extended.stx_btime.tv_sec * NS_PER_S + extended.stx_btime.tv_nsec;
}

TroupeFolderRecord *
troupe_folder_record_new (int folder, const char *name, const struct stat *status)
{
  TroupeFolderRecord *self = NULL;
  char target[4096];
  gssize length;

  g_return_val_if_fail (name != NULL && status != NULL, NULL);

  self = g_new0 (TroupeFolderRecord, 1);
  self->type = status->st_mode & S_IFMT;
  self->inode = status->st_ino;
  self->change_ns = status->st_ctim.tv_sec * NS_PER_S + status->st_ctim.tv_nsec;
  self->birth_ns = S_ISREG (status->st_mode) ? troupe_folder_record_read_birth (folder, name) : 0;
  length = S_ISLNK (status->st_mode) ? readlinkat (folder, name, target, sizeof target) : -1;
  if (length > LONGEST_TARGET)
    self->target =
        g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) target, (gsize) length);
  else
    self->target = length >= 0 ? g_strndup (target, (gsize) length) : NULL;
  return self;
}

void
troupe_folder_record_free (TroupeFolderRecord *self)
{
  if (self == NULL)
    return;
  g_free (self->target);
  g_free (self);
}

char *
troupe_folder_record_write (const TroupeFolderRecord *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %" G_GINT64_FORMAT
                          " %" G_GINT64_FORMAT " %d%s%s",
                          (gint64) self->type, (gint64) self->inode, self->birth_ns,
                          self->change_ns, self->is_locked, self->target != NULL ? "\n" : "",
                          self->target != NULL ? self->target : "");
}

/* Reads a number and the character behind it. */
static gboolean
read_number (const char **text, char end, gint64 *number)
{
  char *rest = NULL;

  if (!g_ascii_isdigit (**text) && **text != '-')
    return FALSE;
  errno = 0;
  *number = g_ascii_strtoll (*text, &rest, 10);
  if (errno != 0 || rest == *text || *rest != end)
    return FALSE;
  *text = *rest != '\0' ? rest + 1 : rest;
  return TRUE;
}

TroupeFolderRecord *
troupe_folder_record_read (const char *text)
{
  const char *place = text;
  const char *target = NULL;
  TroupeFolderRecord *self = NULL;
  gint64 numbers[5];

  g_return_val_if_fail (text != NULL, NULL);

  target = strchr (text, '\n');
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (!read_number (&place,
                      i + 1 < G_N_ELEMENTS (numbers) ? ' '
                      : target != NULL               ? '\n'
                                                     : '\0',
                      &numbers[i]))
      return NULL;
  self = g_new0 (TroupeFolderRecord, 1);
  self->type = (mode_t) numbers[0];
  self->inode = (ino_t) numbers[1];
  self->birth_ns = numbers[2];
  self->change_ns = numbers[3];
  self->is_locked = numbers[4] != 0;
  self->target = target != NULL ? g_strdup (target + 1) : NULL;
  return self;
}

gboolean
troupe_folder_record_is_same_kind (const TroupeFolderRecord *self, const TroupeFolderRecord *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  return self->type == other->type && (S_ISREG (self->type) || self->inode == other->inode) &&
         g_strcmp0 (self->target, other->target) == 0;
}

gboolean
troupe_folder_record_is_same_file (const TroupeFolderRecord *self, const TroupeFolderRecord *other)
{
  g_return_val_if_fail (self != NULL && other != NULL, FALSE);

  return troupe_folder_record_is_same_kind (self, other) && self->inode == other->inode &&
         self->birth_ns == other->birth_ns;
}
