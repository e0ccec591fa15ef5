/* troupe-run-report.h: progress, events and result of a run on the command line
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Writes the file of `--events`, and prints progress to a terminal. */
typedef struct _TroupeRunReport TroupeRunReport;

/* Opens and truncates the file of `--events`. If the file cannot be opened, prints an error and
 * returns NULL. (transfer full) (nullable) */
TroupeRunReport *troupe_run_report_new (TroupeCommandLine *line);
/* Waits until the events of a run that has ended are written. A run with `--timeout`, and one that was
 * stopped, does not wait for a reader that reads nothing for two seconds. */
void troupe_run_report_flush (TroupeRunReport *self, const TroupeRunResult *result);

/* Closes the file of `--events`, and waits for its reader as above. If an event could not be written, prints an error and returns
 * FALSE. */
gboolean troupe_run_report_close (TroupeRunReport *self);
void troupe_run_report_free (TroupeRunReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunReport, troupe_run_report_free)

/* Connects to @run. Call before it starts. */
void troupe_run_report_follow (TroupeRunReport *self, TroupeRun *run);

/* Writes the events of a bus that does not belong to a run, under a new id. */
void troupe_run_report_follow_bus (TroupeRunReport *self, TroupeEventBus *bus);

/* Disables the progress of methods. */
void troupe_run_report_hide_progress (TroupeRunReport *self);
/* Selects the events that are written to the file of `--events`. An event is written if @func
 * returns TRUE. Called on the run's thread. */
typedef gboolean (*TroupeRunReportFilter) (TroupeEvent *event, gpointer user_data);
void troupe_run_report_set_filter (TroupeRunReport *self, TroupeRunReportFilter func,
                                   gpointer user_data);
/* Writes an event of the run that was connected last. */
void troupe_run_report_write (TroupeRunReport *self, TroupeEvent *event);

/* Creates the object of `run --json` for a run that has ended, including the location of an
 * error. (transfer full) */
TroupeValue *troupe_run_report_make_value (TroupeLoaded *loaded, TroupeRun *run,
                                           const TroupeRunResult *result);
/* Prints the error with its location to standard error. */
void troupe_run_report_print_error (TroupeLoaded *loaded, const TroupeRunResult *result);

/* Creates the object of `run --json` for a document that could not be loaded or may not be run.
 * @kind, @message: the error. (transfer full) */
TroupeValue *troupe_run_report_make_refusal (TroupeLoaded *loaded, const char *result,
                                             const char *kind, const char *message,
                                             const char *path);

/* Prints the result of a run: the object of `run --json`, or the value, or the error and its
 * location. */
void troupe_run_report_print (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run,
                              const TroupeRunResult *result);

G_END_DECLS
