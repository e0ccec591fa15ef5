/* troupe-recording-writer.c: recording that is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-recording-writer"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "troupe-recording-writer.h"
#include "troupe-recording.h"

struct _TroupeRecordingWriter
{
  gatomicrefcount ref_count;
  char *path;
  int folder;      /* of the file, or AT_FDCWD */
  char *name;      /* of the file in @folder */
  gboolean is_new; /* whether the file did not exist before */
  GMutex lock; /* protects the following */
  int fd;
  TroupeValue *header; /* (nullable): until it is written */
  GError *error;       /* (nullable) */
};

/* Call with the lock. */
static void
write_line (TroupeRecordingWriter *self, TroupeValue *line)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize n_written = 0;

  g_assert (self != NULL);

  troupe_value_append_json (line, TROUPE_JSON_SPACED | TROUPE_JSON_FLOAT_OBJECTS, text);
  g_string_append_c (text, '\n');
  while (self->error == NULL && n_written < text->len)
    {
      const ssize_t n = write (self->fd, text->str + n_written, text->len - n_written);

      if (n >= 0)
        n_written += (gsize) n;
      else if (errno != EINTR)
        g_set_error (&self->error, G_IO_ERROR, (gint) g_io_error_from_errno (errno),
                     /* Translators: the first %s is a file, the second one the reason */
                     _ ("Could not write the recording “%s”: %s."), self->path, g_strerror (errno));
    }
}

TroupeRecordingWriter *
troupe_recording_writer_new (int folder, const char *path, TroupeValue *header, GError **error)
{
  g_autoptr (TroupeRecordingWriter) self = NULL;
  const char *obstacle = NULL;

  g_return_val_if_fail (path != NULL && header != NULL, NULL);

  self = g_new0 (TroupeRecordingWriter, 1);
  g_atomic_ref_count_init (&self->ref_count);
  g_mutex_init (&self->lock);
  self->path = g_filename_display_name (path);
  self->folder = folder >= 0 ? fcntl (folder, F_DUPFD_CLOEXEC, 0) : AT_FDCWD;
  self->name = folder >= 0 ? g_path_get_basename (path) : g_strdup (path);
  self->fd =
      openat (self->folder, self->name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  self->is_new = self->fd >= 0;
  if (self->fd < 0 && errno == EEXIST)
    {
      self->fd = openat (self->folder, self->name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
      if (self->fd >= 0)
        {
          int fd = self->fd;
          char start[64] = "";
          struct stat status;

          /* The author of the folder may have put a link, a pipe or another name of a file of
           * the user under the name. */
          if (fstat (fd, &status) != 0 || !S_ISREG (status.st_mode))
            obstacle = _ ("it is not a regular file");
          else if (status.st_size > 0 && (pread (fd, start, sizeof start - 1, 0) <= 0 ||
                                          strstr (start, "\"" TROUPE_RECORDING_MARK "\"") == NULL))
            obstacle = _ ("the file exists and is not a recording");
        }
      else if (errno == ELOOP)
        obstacle = _ ("it is a symbolic link");
    }
  if (self->fd < 0 || obstacle != NULL)
    {
      g_set_error (error, G_IO_ERROR,
                   obstacle != NULL ? G_IO_ERROR_EXISTS : (gint) g_io_error_from_errno (errno),
                   _ ("Could not write the recording “%s”: %s."), self->path,
                   obstacle != NULL ? obstacle : g_strerror (errno));
      return NULL;
    }
  self->header = troupe_value_ref (header);
  return g_steal_pointer (&self);
}

TroupeRecordingWriter *
troupe_recording_writer_ref (TroupeRecordingWriter *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
troupe_recording_writer_unref (TroupeRecordingWriter *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  if (self->is_new && self->header != NULL)
    unlinkat (self->folder, self->name, 0);
  if (self->folder >= 0)
    close (self->folder);
  g_free (self->name);
  g_clear_pointer (&self->header, troupe_value_unref);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_free (self->path);
  g_free (self);
}

void
troupe_recording_writer_begin (TroupeRecordingWriter *self)
{
  g_autoptr (TroupeValue) header = NULL;

  g_return_if_fail (self != NULL);

  g_mutex_lock (&self->lock);
  header = g_steal_pointer (&self->header);
  if (header != NULL && self->fd >= 0 && ftruncate (self->fd, 0) == 0)
    write_line (self, header);
  g_mutex_unlock (&self->lock);
}

void
troupe_recording_writer_add (TroupeRecordingWriter *self, TroupeValue *line)
{
  g_return_if_fail (self != NULL && line != NULL);

  g_mutex_lock (&self->lock);
  if (self->fd >= 0)
    write_line (self, line);
  g_mutex_unlock (&self->lock);
}

gboolean
troupe_recording_writer_close (TroupeRecordingWriter *self, GError **error)
{
  gboolean is_written = TRUE;

  g_return_val_if_fail (self != NULL, FALSE);

  g_mutex_lock (&self->lock);
  if (self->fd >= 0 && close (self->fd) != 0 && self->error == NULL)
    g_set_error (&self->error, G_IO_ERROR, (gint) g_io_error_from_errno (errno),
                 _ ("Could not write the recording “%s”: %s."), self->path, g_strerror (errno));
  self->fd = -1;
  is_written = self->error == NULL;
  if (!is_written)
    g_propagate_error (error, g_error_copy (self->error));
  g_mutex_unlock (&self->lock);
  return is_written;
}

TroupeValue *
troupe_recording_make_header (const char *document,
                              const char *name,
                              TroupeValue *parts,
                              const char *time,
                              const char *state_id)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (document != NULL && time != NULL, NULL);

  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, TROUPE_RECORDING_MARK,
                          troupe_value_new_integer (TROUPE_RECORDING_VERSION));
  if (name != NULL)
    troupe_map_builder_add (&builder, "name", troupe_value_new_string (name, -1));
  troupe_map_builder_add (&builder, "document", troupe_value_new_string (document, -1));
  troupe_map_builder_add (&builder, "time", troupe_value_new_string (time, -1));
  if (state_id != NULL)
    troupe_map_builder_add (&builder, "state_id", troupe_value_new_string (state_id, -1));
  if (parts != NULL)
    troupe_map_builder_add (&builder, "parts", troupe_value_ref (parts));
  return troupe_map_builder_end (&builder);
}
