/* troupe-draft-writer.c: writer thread for drafts
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-draft-writer"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "troupe-draft-writer.h"
#include "troupe-file.h"

/* Maximum delay of fsync for appended data, in microseconds. A program that is killed loses
 * nothing. */
#define SYNC_AFTER (G_USEC_PER_SEC / 2)

struct _TroupeDraftFile
{
  gatomicrefcount ref_count;
  char *path;
  int fd; /* used on the writer thread only */
  gboolean is_dirty;
  gint has_failed; /* atomic */
};

typedef enum
{
  ORDER_REPLACE,
  ORDER_RESUME,
  ORDER_APPEND,
  ORDER_REMOVE,
  ORDER_FLUSH,
  ORDER_END,
} OrderType;

typedef struct
{
  OrderType type;
  TroupeDraftFile *file; /* (nullable) */
  GBytes *bytes;         /* (nullable) */
  char *path;            /* (nullable): of another file that is written first */
  gsize length;          /* of the data to keep */
  GAsyncQueue *done;     /* (nullable): receives the end of a flush */
} Order;

struct _TroupeDraftWriter
{
  GThread *thread;
  GAsyncQueue *orders; /* (element-type Order) */
  TroupeDraftWriterFunc func;
  gpointer user_data;
  GPtrArray *dirty; /* (element-type TroupeDraftFile): used by the writer thread */
  gboolean is_told; /* used by the writer thread: an error has been reported */
};

/* --- Files ----------------------------------------------------------------------------------- */

TroupeDraftFile *
troupe_draft_file_new (const char *path)
{
  TroupeDraftFile *self = g_new0 (TroupeDraftFile, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->path = g_strdup (path);
  self->fd = -1;
  return self;
}

static TroupeDraftFile *
file_ref (TroupeDraftFile *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
file_unref (gpointer data)
{
  TroupeDraftFile *self = data;

  g_assert (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self);
}

void
troupe_draft_file_free (TroupeDraftFile *self)
{
  file_unref (self);
}

gboolean
troupe_draft_file_has_failed (TroupeDraftFile *self)
{
  return g_atomic_int_get (&self->has_failed);
}

/* --- Writer thread ---------------------------------------------------------------------------- */

static gboolean
set_errno (GError **error, const char *path, int saved)
{
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (saved),
               _ ("Could not write the draft %s: %s"), path, g_strerror (saved));
  return FALSE;
}

static gboolean
write_bytes (int fd, GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return troupe_file_write_all (fd, data, length);
}

/* Replaces the file atomically, so that a complete draft, either old or new, exists at every
 * moment. */
static gboolean
replace (TroupeDraftFile *file, GBytes *bytes, GError **error)
{
  g_autofree char *new_path = g_strconcat (file->path, ".new", NULL);
  int fd = g_open (new_path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
  g_autofree char *folder = NULL;
  int folder_fd;
  gboolean is_done;
  int folder_saved;

  g_assert (file != NULL);

  if (fd < 0)
    return set_errno (error, file->path, errno);
  if (!write_bytes (fd, bytes) || fdatasync (fd) != 0 || g_rename (new_path, file->path) != 0)
    {
      int saved = errno;

      close (fd);
      g_unlink (new_path);
      return set_errno (error, file->path, saved);
    }
  if (file->fd >= 0)
    close (file->fd);
  file->fd = fd;
  /* Makes the names in the folder of file->path durable. Some file systems cannot do this. */
  folder = g_path_get_dirname (file->path);
  folder_fd = g_open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  is_done = folder_fd >= 0 && (fsync (folder_fd) == 0 || errno == EINVAL || errno == ENOTSUP);
  folder_saved = errno;
  if (folder_fd >= 0)
    close (folder_fd);
  errno = folder_saved;
  if (!is_done)
    return set_errno (error, file->path, errno);
  g_atomic_int_set (&file->has_failed, FALSE);
  return TRUE;
}

static gboolean
resume (TroupeDraftFile *file, gsize length, GError **error)
{
  int fd = g_open (file->path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);

  g_assert (file != NULL);

  if (fd < 0)
    return set_errno (error, file->path, errno);
  if (ftruncate (fd, (off_t) length) != 0)
    {
      int saved = errno;

      close (fd);
      return set_errno (error, file->path, saved);
    }
  file->fd = fd;
  return TRUE;
}

static gboolean
append (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes, GError **error)
{
  off_t before;
  int saved;

  g_assert (self != NULL);

  if (file->fd < 0 || troupe_draft_file_has_failed (file))
    return TRUE;
  before = lseek (file->fd, 0, SEEK_END);
  if (write_bytes (file->fd, bytes))
    {
      if (!file->is_dirty)
        g_ptr_array_add (self->dirty, file_ref (file));
      file->is_dirty = TRUE;
      return TRUE;
    }
  saved = errno;
  /* Removes the truncated record, which would hide the records after it. */
  if (before < 0 || ftruncate (file->fd, before) != 0)
    g_debug ("The draft %s ends with a truncated record", file->path);
  return set_errno (error, file->path, saved);
}

/* Writes a file beside the draft, or deletes it if @bytes is NULL. Returns FALSE if it cannot be
 * written. */
static gboolean
write_beside (const char *path, GBytes *bytes)
{
  g_autofree char *folder = NULL;
  g_autoptr (GError) error = NULL;
  const char *data;
  gsize length;

  if (bytes == NULL)
    {
      g_unlink (path);
      return TRUE;
    }
  folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0700);
  data = g_bytes_get_data (bytes, &length);
  if (g_file_set_contents_full (path, data, (gssize) length, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                &error))
    return TRUE;
  g_message ("Could not write the typed text: %s", error->message);
  return FALSE;
}

static void
sync_files (TroupeDraftWriter *self)
{
  g_assert (self != NULL);

  for (guint i = 0; i < self->dirty->len; i++)
    {
      TroupeDraftFile *file = g_ptr_array_index (self->dirty, i);

      if (file->fd >= 0)
        fdatasync (file->fd);
      file->is_dirty = FALSE;
    }
  g_ptr_array_set_size (self->dirty, 0);
}

/* Reports an error once until writing works again. */
static void
tell (TroupeDraftWriter *self, TroupeDraftFile *file, const GError *error)
{
  g_assert (self != NULL);

  if (error != NULL)
    g_atomic_int_set (&file->has_failed, TRUE);
  if (self->is_told == (error != NULL))
    return;
  self->is_told = error != NULL;
  self->func (error, self->user_data);
}

/* Executes an order. Returns FALSE if it was the last order. */
static gboolean
carry_out (TroupeDraftWriter *self, Order *order)
{
  g_autoptr (GError) error = NULL;

  switch (order->type)
    {
    case ORDER_REPLACE:
      replace (order->file, order->bytes, &error);
      tell (self, order->file, error);
      return TRUE;

    case ORDER_RESUME:
      if (!resume (order->file, order->length, &error))
        tell (self, order->file, error);
      return TRUE;

    case ORDER_APPEND:
      if (!append (self, order->file, order->bytes, &error))
        tell (self, order->file, error);
      return TRUE;

    case ORDER_REMOVE:
      g_assert (order->file != NULL);
      if (order->path == NULL || write_beside (order->path, order->bytes))
        {
          if (order->file->fd >= 0)
            close (order->file->fd);
          order->file->fd = -1;
          g_unlink (order->file->path);
        }
      return TRUE;

    case ORDER_FLUSH:
      sync_files (self);
      g_async_queue_push (order->done, self);
      return TRUE;

    case ORDER_END:
    default:
      sync_files (self);
      return FALSE;
    }
}

static gpointer
writer_thread (gpointer data)
{
  TroupeDraftWriter *self = data;
  gboolean goes_on = TRUE;

  g_assert (self != NULL);

  while (goes_on)
    {
      Order *order = self->dirty->len > 0 ? g_async_queue_timeout_pop (self->orders, SYNC_AFTER)
                                          : g_async_queue_pop (self->orders);
      Order *done;

      if (order == NULL)
        {
          sync_files (self);
          continue;
        }
      goes_on = carry_out (self, order);
      done = order;
      g_clear_pointer (&done->file, file_unref);
      g_clear_pointer (&done->bytes, g_bytes_unref);
      g_free (done->path);
      g_free (done);
    }
  return NULL;
}

/* --- Queuing operations ----------------------------------------------------------------------- */

/* Queues an operation. @path: (nullable); @bytes: (transfer full) (nullable) */
static void
push_with_path (TroupeDraftWriter *self,
                OrderType type,
                TroupeDraftFile *file,
                const char *path,
                GBytes *bytes,
                gsize length,
                GAsyncQueue *done)
{
  Order *order = g_new0 (Order, 1);

  g_assert (self != NULL);

  order->type = type;
  order->file = file != NULL ? file_ref (file) : NULL;
  order->path = g_strdup (path);
  order->bytes = bytes;
  order->length = length;
  order->done = done;
  g_async_queue_push (self->orders, order);
}

static void
push (TroupeDraftWriter *self,
      OrderType type,
      TroupeDraftFile *file,
      GBytes *bytes,
      gsize length,
      GAsyncQueue *done)
{
  push_with_path (self, type, file, NULL, bytes, length, done);
}

TroupeDraftWriter *
troupe_draft_writer_new (TroupeDraftWriterFunc func, gpointer user_data)
{
  TroupeDraftWriter *self = g_new0 (TroupeDraftWriter, 1);

  self->func = func;
  self->user_data = user_data;
  self->orders = g_async_queue_new ();
  self->dirty = g_ptr_array_new_with_free_func (file_unref);
  self->thread = g_thread_new ("troupe-drafts", writer_thread, self);
  return self;
}

void
troupe_draft_writer_free (TroupeDraftWriter *self)
{
  push (self, ORDER_END, NULL, NULL, 0, NULL);
  g_thread_join (self->thread);
  g_async_queue_unref (self->orders);
  g_ptr_array_unref (self->dirty);
  g_free (self);
}

void
troupe_draft_writer_flush (TroupeDraftWriter *self)
{
  g_autoptr (GAsyncQueue) done = g_async_queue_new ();

  push (self, ORDER_FLUSH, NULL, NULL, 0, done);
  g_async_queue_pop (done);
}

void
troupe_draft_writer_replace (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes)
{
  push (self, ORDER_REPLACE, file, bytes, 0, NULL);
}

void
troupe_draft_writer_resume (TroupeDraftWriter *self, TroupeDraftFile *file, gsize length)
{
  push (self, ORDER_RESUME, file, NULL, length, NULL);
}

void
troupe_draft_writer_append (TroupeDraftWriter *self, TroupeDraftFile *file, GBytes *bytes)
{
  push (self, ORDER_APPEND, file, bytes, 0, NULL);
}

void
troupe_draft_writer_remove (TroupeDraftWriter *self,
                            TroupeDraftFile *file,
                            const char *path,
                            GBytes *bytes)
{
  push_with_path (self, ORDER_REMOVE, file, path, bytes, 0, NULL);
}
