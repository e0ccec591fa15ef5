/* troupe-run-recorder.c: options of a command that record a run or replay a recording
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-recorder"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdio.h>

#include "troupe-run-recorder.h"
#include "troupe-run-recording.h"
#include "troupe-terminal.h"

struct _TroupeRunRecorder
{
  TroupeRecorder *recorder;
  TroupeRecording *replayed;     /* (nullable) */
  TroupeRecordingWriter *writer; /* (nullable) */
};

/* Called on a thread of its own. */
static gboolean
ask_cb (const char *message, gpointer user_data)
{
  troupe_terminal_print_error ("%s", message);
  return troupe_terminal_ask (_ ("Call the service? [y/N] "));
}

/* Reads --replay-missing. Returns FALSE if it is invalid, which is printed. */
static gboolean
set_missing (TroupeCommandLine *line, TroupeRecorder *recorder)
{
  const char *word = troupe_command_line_get (line, "replay-missing");

  if (word != NULL && !troupe_command_line_has (line, "replay"))
    {
      troupe_terminal_print_error (_ ("--replay-missing requires --replay FILE."));
      return FALSE;
    }
  if (word == NULL || g_str_equal (word, "error"))
    return TRUE;
  if (g_str_equal (word, "live"))
    troupe_recorder_set_missing (recorder, TROUPE_REPLAY_MISSING_CALLS);
  else if (!g_str_equal (word, "ask"))
    {
      troupe_terminal_print_error (_ ("--replay-missing must be error, ask or live, not “%s”."),
                                   word);
      return FALSE;
    }
  else if (troupe_terminal_is (stdin) && troupe_terminal_is (stderr))
    {
      troupe_recorder_set_missing (recorder, TROUPE_REPLAY_MISSING_ASKS);
      troupe_recorder_set_ask (recorder, ask_cb, NULL);
    }
  else
    {
      troupe_terminal_print_error (
          _ ("--replay-missing ask requires a terminal. Use error or live without one."));
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_same_file (const char *a, const char *b)
{
  GStatBuf first, second;

  return g_stat (a, &first) == 0 && g_stat (b, &second) == 0 && first.st_dev == second.st_dev &&
         first.st_ino == second.st_ino;
}

static gboolean
begin_replay (TroupeCommandLine *line, TroupeRun *run, TroupeRunRecorder *self, TroupeValue *parts)
{
  const char *path = troupe_command_line_get (line, "replay");
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeRecording) recording = NULL;
  g_autofree char *difference = NULL;

  if (path == NULL)
    return TRUE;
  recording = troupe_recording_open (path, &error);
  if (recording == NULL)
    {
      troupe_terminal_print_error ("%s", error->message);
      return FALSE;
    }
  difference = troupe_run_recording_compare (recording, run, parts);
  if (troupe_recording_get_warning (recording) != NULL)
    troupe_terminal_print_error ("%s", troupe_recording_get_warning (recording));
  if (difference != NULL)
    troupe_terminal_print_error ("%s", difference);
  troupe_recorder_set_recording (self->recorder, recording);
  troupe_run_recording_apply (run, recording);
  self->replayed = g_steal_pointer (&recording);
  return TRUE;
}

static gboolean
begin_record (TroupeCommandLine *line,
              const char *name,
              TroupeRun *run,
              TroupeRunRecorder *self,
              TroupeValue *parts)
{
  const char *path = troupe_command_line_get (line, "record");
  const char *replay = troupe_command_line_get (line, "replay");
  g_autoptr (GError) error = NULL;

  if (path == NULL)
    return TRUE;
  if (replay != NULL && is_same_file (path, replay))
    {
      troupe_terminal_print_error (_ ("--record and --replay name the same file, which would be "
                                      "lost. Record to another file."));
      return FALSE;
    }
  self->writer = troupe_run_recording_begin (run, self->recorder, self->replayed, -1, path, name,
                                             parts, &error);
  if (self->writer == NULL)
    troupe_terminal_print_error ("%s", error->message);
  return self->writer != NULL;
}

static void
free_recorder (TroupeRunRecorder *self)
{
  g_clear_pointer (&self->replayed, troupe_recording_unref);
  g_clear_pointer (&self->writer, troupe_recording_writer_unref);
  troupe_recorder_unref (self->recorder);
  g_free (self);
}

TroupeRunRecorder *
troupe_run_recorder_new (TroupeCommandLine *line,
                         TroupeLoaded *loaded,
                         TroupeRun *run,
                         gboolean *is_valid)
{
  TroupeDocument *document =
      loaded->crew != NULL ? TROUPE_DOCUMENT (loaded->crew) : TROUPE_DOCUMENT (loaded->document);
  g_autofree char *text = troupe_document_to_text (document, NULL);
  g_autofree char *name = g_path_get_basename (loaded->name);
  g_autoptr (TroupeValue) parts = troupe_run_recording_list_parts (text);
  TroupeRunRecorder *self = NULL;

  *is_valid = TRUE;
  if (!troupe_command_line_has (line, "record") && !troupe_command_line_has (line, "replay") &&
      !troupe_command_line_has (line, "replay-missing"))
    return NULL;
  self = g_new0 (TroupeRunRecorder, 1);
  self->recorder = troupe_recorder_new ();
  *is_valid = set_missing (line, self->recorder) && begin_replay (line, run, self, parts) &&
              begin_record (line, name, run, self, parts);
  if (!*is_valid)
    {
      free_recorder (self);
      return NULL;
    }
  troupe_run_set_recorder (run, self->recorder);
  return self;
}

gboolean
troupe_run_recorder_end (TroupeRunRecorder *self)
{
  g_autoptr (GError) error = NULL;

  if (self == NULL)
    return TRUE;
  if (self->writer != NULL && !troupe_recording_writer_close (self->writer, &error))
    troupe_terminal_print_error ("%s", error->message);
  free_recorder (self);
  return error == NULL;
}
