/* troupe-python-reader.c: buffered line reader for a pipe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-reader"

#include "config.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "troupe-python-reader.h"

#define READ_SIZE (64 * 1024)

void
troupe_python_reader_clear (TroupePythonReader *self)
{
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
  if (self->fd >= 0)
    close (self->fd);
  self->fd = -1;
}

gboolean
troupe_python_reader_fill (TroupePythonReader *self)
{
  guint before = self->buffer->len;
  gssize n = 0;

  g_byte_array_set_size (self->buffer, before + READ_SIZE);
  do
    n = read (self->fd, self->buffer->data + before, READ_SIZE);
  while (n < 0 && errno == EINTR);
  g_byte_array_set_size (self->buffer, before + (guint) MAX (n, 0));
  return n > 0 || (n < 0 && errno == EAGAIN);
}

gssize
troupe_python_reader_find (TroupePythonReader *self)
{
  const guint8 *found = NULL;

  if (self->buffer->len > self->searched)
    found = memchr (self->buffer->data + self->searched, '\n', self->buffer->len - self->searched);
  if (found == NULL)
    self->searched = self->buffer->len;
  return found != NULL ? found - self->buffer->data : -1;
}

void
troupe_python_reader_drop (TroupePythonReader *self, gsize length)
{
  g_byte_array_remove_range (self->buffer, 0, (guint) MIN (length, self->buffer->len));
  self->searched = 0;
}
