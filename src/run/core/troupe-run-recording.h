/* troupe-run-recording.h: recording a run, and running a document with a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/* Returns the digest of each method, agent and task of a document, by its name. @text: (nullable): the document;
 * %NULL, or a text that is not JSON, has no parts. (transfer full) */
TroupeValue *troupe_run_recording_list_parts (const char *text);

/**
 * troupe_run_recording_begin:
 * @replayed: (nullable): the recording that the run replays, whose time and ID of the state are kept
 * @folder: the open folder of the file, or -1 for any path (troupe_recording_writer_new())
 * @path: the file, which is replaced when the run begins
 * @name: (nullable): the name of the document
 * @parts: of troupe_run_recording_list_parts()
 *
 * Writes the calls of a run that has not started to a recording, with the time and the ID of the state
 * that make a replay the same.
 *
 * Returns: (transfer full) (nullable): the writer, to be closed after the run, or %NULL with %G_IO_ERROR
 */
TroupeRecordingWriter *troupe_run_recording_begin (TroupeRun *run,
                                                   TroupeRecorder *recorder,
                                                   TroupeRecording *replayed,
                                                   int folder,
                                                   const char *path,
                                                   const char *name,
                                                   TroupeValue *parts,
                                                   GError **error);

/* Lets the run use the time and the ID of the state of a recording. */
void troupe_run_recording_apply (TroupeRun *run, TroupeRecording *recording);
/* Describes how the document differs from the one that was recorded. (transfer full) (nullable): NULL if it is
 * the same */
char *troupe_run_recording_compare (TroupeRecording *recording, TroupeRun *run, TroupeValue *parts);

G_END_DECLS
