/* troupe-python-reader.h: buffered line reader for a pipe
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  int fd;
  GSource *source;
  GByteArray *buffer;
  gsize searched; /* length already searched for a newline */
} TroupePythonReader;

/* Reads the available data. Returns FALSE at the end of the pipe. */
gboolean troupe_python_reader_fill (TroupePythonReader *self);
/* Returns the position of the next newline, or -1. */
gssize troupe_python_reader_find (TroupePythonReader *self);
void troupe_python_reader_drop (TroupePythonReader *self, gsize length);
/* Closes the pipe, but does not discard the buffer. */
void troupe_python_reader_clear (TroupePythonReader *self);

G_END_DECLS
