/* troupe-python-reader.h: one end of a pipe that is read
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
  gsize searched; /* so much of the buffer has no newline */
} TroupePythonReader;

/* Adds what stands in the pipe now. FALSE at its end. */
gboolean troupe_python_reader_fill (TroupePythonReader *self);
/* The place of the next newline, or -1. */
gssize troupe_python_reader_find (TroupePythonReader *self);
void troupe_python_reader_drop (TroupePythonReader *self, gsize length);
/* Closes the pipe; what was read stays. */
void troupe_python_reader_clear (TroupePythonReader *self);

G_END_DECLS
