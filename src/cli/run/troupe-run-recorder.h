/* troupe-run-recorder.h: options of a command that record a run or replay a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* The options --record, --replay and --replay-missing. */
#define TROUPE_RUN_RECORDER_OPTIONS                                                                \
  { "record", 0, "FILE", N_ ("Record the answers of models, tools and embedders to a file") },     \
      { "replay", 0, "FILE", N_ ("Use the answers of a recording instead of calling services") },  \
  {                                                                                                \
    "replay-missing", 0, "WORD",                                                                   \
        N_ ("What to do without a recorded answer: error (default), ask or live")                  \
  }

/* What a command does with a recording. */
typedef struct _TroupeRunRecorder TroupeRunRecorder;

/* Opens the files of the options and prepares the run, before its permissions are asked for. Prints warnings
 * about the recording. If an option or a file is invalid, prints an error and sets @is_valid to FALSE.
 * (transfer full) (nullable): NULL if no option is given */
TroupeRunRecorder *troupe_run_recorder_new (TroupeCommandLine *line,
                                            TroupeLoaded *loaded,
                                            TroupeRun *run,
                                            gboolean *is_valid);
/* Ends the recording. Prints an error and returns FALSE if it is incomplete. @self: (nullable) (transfer
 * full) */
gboolean troupe_run_recorder_end (TroupeRunRecorder *self);

G_END_DECLS
