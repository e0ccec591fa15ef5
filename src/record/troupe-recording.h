/* troupe-recording.h: recording that is read: an index of its lines by request
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-record-key.h"

G_BEGIN_DECLS

/**
 * TroupeRecording:
 *
 * A recording (doc/tests.md §1). Opening it reads the file once as a stream and keeps an index of 48
 * bytes a line, so that a file of any size takes little memory. Lines are read when they are needed.
 * Immutable; atomic reference count, so that any number of runs can share it.
 * Threads: any thread.
 */
typedef struct _TroupeRecording TroupeRecording;

/* The version of the format. */
#define TROUPE_RECORDING_VERSION 1
/* The member of the first line that contains the version. */
#define TROUPE_RECORDING_MARK "troupe_recording"

/**
 * troupe_recording_open:
 *
 * Opens and indexes a recording. The members of a line that were edited by hand are used as they are.
 * If the last line is incomplete, it is left out, with a warning. Blocks.
 *
 * Returns: (transfer full) (nullable): the recording, or %NULL with %G_IO_ERROR: the file cannot be
 *   read, is no recording or one of a later version, or a line is invalid, which the message names
 */
TroupeRecording *troupe_recording_open (const char *path, GError **error);
/* Like troupe_recording_open(), for a file that is open already. @fd: taken; @path: for messages */
TroupeRecording *troupe_recording_open_file (int fd, const char *path, GError **error);
TroupeRecording *troupe_recording_ref (TroupeRecording *self);
void troupe_recording_unref (TroupeRecording *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRecording, troupe_recording_unref)

/* Returns the path with which the recording was opened. (transfer none) */
const char *troupe_recording_get_path (TroupeRecording *self);
/* Returns the first line. (transfer none) */
TroupeValue *troupe_recording_get_header (TroupeRecording *self);
/* Returns what is unusual about the file, such as an incomplete last line. (transfer none)
 * (nullable) */
const char *troupe_recording_get_warning (TroupeRecording *self);

/**
 * troupe_recording_find:
 * @key: of troupe_record_make_key()
 * @first: (out): the number of the first call with this key
 *
 * Returns: the number of recorded calls with the key, whose numbers follow each other in the order in
 *   which they were recorded
 */
guint troupe_recording_find (TroupeRecording *self, const guint8 *key, guint *first);
/* Returns TRUE if the call was recorded for this caller. @caller: as the recorder makes it */
gboolean troupe_recording_is_by (TroupeRecording *self, guint number, TroupeValue *caller);
/* Returns where the line of a call is in the file, in bytes: calls are in the order in which they ended. */
goffset troupe_recording_get_position (TroupeRecording *self, guint number);
/* Reads the line of a call. Blocks. (transfer full) (nullable). Errors: %G_IO_ERROR, if the file was
 * changed since. */
TroupeValue *troupe_recording_read (TroupeRecording *self, guint number, GError **error);
/* Returns the line whose request is most similar, among the first ten thousand of the kind. Blocks.
 * (transfer full) (nullable): NULL if there is none of the kind */
TroupeValue *
troupe_recording_find_similar (TroupeRecording *self, TroupeRecordKind kind, TroupeValue *request);

G_END_DECLS
