/* troupe-event-writer.h: writes lines to a file or a pipe without waiting for its reader
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Maximum size of the lines that wait for a slow reader, in bytes. */
#define TROUPE_EVENT_WRITER_LIMIT (64u * 1024 * 1024)

/**
 * TroupeEventWriter:
 *
 * A program may stop reading a pipe without closing it. A run whose thread waited for it could not be
 * cancelled and would not end at its deadline. What the pipe does not accept at once is therefore kept, and
 * written by a thread. If more than %TROUPE_EVENT_WRITER_LIMIT bytes wait, nothing more is written.
 */
typedef struct _TroupeEventWriter TroupeEventWriter;

/* @descriptor: a file, pipe or device that was opened with O_NONBLOCK, and that the writer closes, or
 * STDOUT_FILENO or STDERR_FILENO. (transfer full) */
TroupeEventWriter *troupe_event_writer_new (int descriptor);

/* Writes @text, or keeps it. Does not block. The order of calls is kept. After an error, nothing is
 * written. Threads: any */
void troupe_event_writer_write (TroupeEventWriter *self, const char *text, gsize length);

/* Lets troupe_event_writer_write() wait if more than the limit would be kept, until the reader has read what is kept, or has read
 * nothing for @wait_us; -1 for ever; 0, the default, for an error. Threads: any */
void troupe_event_writer_set_wait (TroupeEventWriter *self, gint64 wait_us);

/**
 * troupe_event_writer_flush:
 * @patience_us: how long the reader may read nothing, in microseconds; -1 for any time
 *
 * Waits until everything is written. If the reader reads nothing for too long, the rest is dropped, and
 * the error is ETIMEDOUT. Blocks.
 *
 * Returns: 0, or the errno of the first error since the writer was created
 */
int troupe_event_writer_flush (TroupeEventWriter *self, gint64 patience_us);

/* Drops what was not written, and closes the file. Returns 0 or the errno of the first error. */
int troupe_event_writer_close (TroupeEventWriter *self);

G_END_DECLS
