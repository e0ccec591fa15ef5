/* troupe-recorder.h: recorded answers of one run: used instead of calls, and kept from calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-recording-writer.h"
#include "troupe-recording.h"
#include "troupe-redactor.h"

G_BEGIN_DECLS

/**
 * TROUPE_RECORDER_ERROR:
 *
 * A call has no recorded outcome. The message names the request, the most similar recorded one and
 * the first difference between them.
 */
#define TROUPE_RECORDER_ERROR (troupe_recorder_error_quark ())
GQuark troupe_recorder_error_quark (void);

/* Codes of %TROUPE_RECORDER_ERROR. */
typedef enum
{
  TROUPE_RECORDER_ERROR_MISSING,
} TroupeRecorderError;

/* What happens to a call that has no recorded outcome. */
typedef enum
{
  TROUPE_REPLAY_MISSING_FAILS, /* the run ends with an error */
  TROUPE_REPLAY_MISSING_ASKS,  /* the user decides */
  TROUPE_REPLAY_MISSING_CALLS, /* the service is called */
} TroupeReplayMissing;

/**
 * TroupeRecorder:
 *
 * Belongs to one run. It is asked before each call of a model, an embedder or a tool for a recorded
 * outcome, and told the outcome of each call that was made. An outcome is a map whose members are those
 * of a line of a recording (doc/tests.md §1). Equal requests are answered in the order in which they
 * were recorded, those of the same method, task and agent first; when all have been used, the last one
 * is repeated. Atomic reference count.
 * Threads: the setters before the run starts; everything else any thread.
 */
typedef struct _TroupeRecorder TroupeRecorder;

TroupeRecorder *troupe_recorder_new (void);
TroupeRecorder *troupe_recorder_ref (TroupeRecorder *self);
void troupe_recorder_unref (TroupeRecorder *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRecorder, troupe_recorder_unref)

/* Writes every outcome, replayed ones too. @writer: a reference is kept */
void troupe_recorder_set_writer (TroupeRecorder *self, TroupeRecordingWriter *writer);
/* Answers calls from @recording, of which a reference is kept. */
void troupe_recorder_set_recording (TroupeRecorder *self, TroupeRecording *recording);
/* Sets what happens to a call without a recorded outcome; by default it fails. */
void troupe_recorder_set_missing (TroupeRecorder *self, TroupeReplayMissing missing);
/* Begins the run, and with it the file of the writer. @redactor: redacts the keys of the run in requests and
 * outcomes, before the key of a request is made */
void troupe_recorder_begin (TroupeRecorder *self, TroupeRedactor *redactor);

/* Returns the outcome of a call, which takes precedence over the recording, or NULL. @caller: a map of
 * `method`, `task` and `agent`. (transfer full) (nullable) */
typedef TroupeValue *(*TroupeRecorderSourceFunc) (TroupeRecordKind kind,
                                                  TroupeValue *request,
                                                  TroupeValue *caller,
                                                  gpointer user_data);
/* Sets a source of outcomes beside the recording, for answers that a test contains. @destroy:
 * (nullable) */
void troupe_recorder_set_source (TroupeRecorder *self,
                                 TroupeRecorderSourceFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy);

/* Keeps the outcome of a call, whether it was made or replayed. @request: without keys. Called on any thread */
typedef void (*TroupeRecorderKeepFunc) (TroupeRecordKind kind,
                                        TroupeValue *request,
                                        TroupeValue *caller,
                                        TroupeValue *outcome,
                                        gpointer user_data);
/* Sets what keeps outcomes beside the writer, while no call is running. @func: (nullable); @destroy: (nullable) */
void troupe_recorder_set_keeper (TroupeRecorder *self,
                                 TroupeRecorderKeepFunc func,
                                 gpointer user_data,
                                 GDestroyNotify destroy);

/* Asks the user whether a service is called because a request has no recorded outcome. Called on a
 * thread of its own, which it may block. @message: what is missing */
typedef gboolean (*TroupeRecorderAskFunc) (const char *message, gpointer user_data);
/* Sets who is asked with %TROUPE_REPLAY_MISSING_ASKS. Without a function the call fails. */
void troupe_recorder_set_ask (TroupeRecorder *self, TroupeRecorderAskFunc func, gpointer user_data);

/* Returns TRUE if no service is ever called, so that neither keys nor hosts are needed. @self:
 * (nullable) */
gboolean troupe_recorder_is_offline (TroupeRecorder *self);

/**
 * TroupeRecorderFunc:
 * @outcome: (nullable) (transfer none): the recorded outcome
 * @error: (nullable) (transfer full): why the call fails: %TROUPE_RECORDER_ERROR, or
 *   %G_IO_ERROR_CANCELLED
 *
 * If both are %NULL, the call is made and its outcome passed to troupe_recorder_add().
 */
typedef void (*TroupeRecorderFunc) (TroupeValue *outcome, GError *error, gpointer func_data);

/**
 * troupe_recorder_find:
 * @request: a map that names the service, see troupe_record_request_get_name()
 * @scope: (nullable): the scope of the call
 * @func: called exactly once, immediately or later, in the thread-default context of the caller
 *
 * Looks up the outcome of a call that is about to be made.
 */
void troupe_recorder_find (TroupeRecorder *self,
                           TroupeRecordKind kind,
                           TroupeValue *request,
                           TroupeScope *scope,
                           GCancellable *cancellable,
                           TroupeRecorderFunc func,
                           gpointer func_data);
/* Holds recorded outcomes back until troupe_recorder_release(): the run waits for something else that an outcome has
 * caused, such as the store. Without it, the next outcome could overtake the effects of the last one. @self:
 * (nullable) */
void troupe_recorder_hold (TroupeRecorder *self);
void troupe_recorder_release (TroupeRecorder *self);
/* Keeps the outcome of a call that was made. @outcome: a map */
void troupe_recorder_add (TroupeRecorder *self,
                          TroupeRecordKind kind,
                          TroupeValue *request,
                          TroupeScope *scope,
                          TroupeValue *outcome);

/* Makes the outcome of a call that failed. @code: the code in the domain of the kind; @details:
 * (nullable): more members. (transfer full) */
TroupeValue *troupe_recorder_make_failure (int code, const char *message, TroupeValue *details);
/* Reads such an outcome. Returns FALSE if the call succeeded. @message: (out) (transfer none); @details:
 * (out) (optional) (transfer none): the map that contains both */
gboolean troupe_recorder_read_failure (TroupeValue *outcome,
                                       int *code,
                                       const char **message,
                                       TroupeValue **details);

/* Returns why the run has no valid result: the first call without a recorded outcome that was not made.
 * (transfer full) (nullable) */
GError *troupe_recorder_get_error (TroupeRecorder *self);
/* Returns TRUE if calls are recorded to a file, or answered from recorded ones, so that they have to be the same in each run. @self:
 * (nullable) */
gboolean troupe_recorder_is_strict (TroupeRecorder *self);
/* Returns how many calls were answered by recorded outcomes, and how many were not. */
void troupe_recorder_count_outcomes (TroupeRecorder *self, guint *n_replayed, guint *n_made);
/* Returns the number of calls so far: a map of `models` and `tools`, which contain a number for each
 * name, and `total`. (transfer full) */
TroupeValue *troupe_recorder_count_calls (TroupeRecorder *self);

G_END_DECLS
