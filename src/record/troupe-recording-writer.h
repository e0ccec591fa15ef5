/* troupe-recording-writer.h: recording that is written
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeRecordingWriter:
 *
 * Writes a recording, a line for each call as soon as it has ended, so that an interrupted run leaves
 * what was paid for. Atomic reference count.
 * Threads: any thread.
 */
typedef struct _TroupeRecordingWriter TroupeRecordingWriter;

/* Opens the file, which only the user can read if it is new. A new file is removed again if the run does not
 * begin. Only an existing recording is replaced, and no symbolic link is followed.
 * @folder: the open folder of the file, in which the last name of @path is used, or -1; @header: the first line, of
 * troupe_recording_make_header(). Blocks. (transfer full) (nullable). Errors: %G_IO_ERROR; %G_IO_ERROR_EXISTS
 * for another file. */
TroupeRecordingWriter *
troupe_recording_writer_new (int folder, const char *path, TroupeValue *header, GError **error);
TroupeRecordingWriter *troupe_recording_writer_ref (TroupeRecordingWriter *self);
void troupe_recording_writer_unref (TroupeRecordingWriter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRecordingWriter, troupe_recording_writer_unref)

/* Replaces the content of the file by the first line. Does nothing if it was called before, so that a run
 * that is refused keeps an earlier recording. */
void troupe_recording_writer_begin (TroupeRecordingWriter *self);
/* Appends a line. If it cannot be written, nothing more is written, and _close() returns the error. */
void troupe_recording_writer_add (TroupeRecordingWriter *self, TroupeValue *line);
/* Ends writing. Returns FALSE if a line could not be written. Errors: %G_IO_ERROR. */
gboolean troupe_recording_writer_close (TroupeRecordingWriter *self, GError **error);

/**
 * troupe_recording_make_header:
 * @document: the digest of the document
 * @name: (nullable): its name, for the user
 * @parts: (nullable): the digest of each of its methods, agents and tasks
 * @time: the value of now() in the run, as RFC 3339
 * @state_id: (nullable): the ID of the state of the run
 *
 * Returns: (transfer full): the first line of a recording
 */
TroupeValue *troupe_recording_make_header (const char *document,
                                           const char *name,
                                           TroupeValue *parts,
                                           const char *time,
                                           const char *state_id);

G_END_DECLS
