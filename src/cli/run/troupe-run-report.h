/* troupe-run-report.h: what a run says while it goes on, and at its end
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-command-line.h"
#include "troupe-command.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* The file of `--events`, and the lines on a terminal. */
typedef struct _TroupeRunReport TroupeRunReport;

/* Opens and empties the file of `--events`. (transfer full) (nullable): NULL where it cannot be
 * opened, which it has printed */
TroupeRunReport *troupe_run_report_new (TroupeCommandLine *line);
/* FALSE where an event could not be written, which it has printed. */
gboolean troupe_run_report_close (TroupeRunReport *self);
void troupe_run_report_free (TroupeRunReport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunReport, troupe_run_report_free)

/* Listens to @run, before it starts. */
void troupe_run_report_follow (TroupeRunReport *self, TroupeRun *run);

/* Writes the events of a bus that is no run's, under an id of their own. */
void troupe_run_report_follow_bus (TroupeRunReport *self, TroupeEventBus *bus);

/* Says nothing of methods on the way. */
void troupe_run_report_hide_progress (TroupeRunReport *self);
/* Which events are written to the file of `--events`: those for which @func, called in the run's thread, says TRUE. */
typedef gboolean (*TroupeRunReportFilter) (TroupeEvent *event, gpointer user_data);
void troupe_run_report_set_filter (TroupeRunReport *self, TroupeRunReportFilter func,
                                   gpointer user_data);
/* Writes an event of the run that was followed last. */
void troupe_run_report_write (TroupeRunReport *self, TroupeEvent *event);

/* The object of `run --json` of a run that has ended, with the error's place. (transfer full) */
TroupeValue *troupe_run_report_make_value (TroupeLoaded *loaded, TroupeRun *run,
                                           const TroupeRunResult *result);
/* The error with its place, on standard error. */
void troupe_run_report_print_error (TroupeLoaded *loaded, const TroupeRunResult *result);

/* The object of `run --json` for a document that did not load, or that may not run: @kind, @message.
 * (transfer full) */
TroupeValue *troupe_run_report_make_refusal (TroupeLoaded *loaded, const char *result,
                                             const char *kind, const char *message,
                                             const char *path);

/* Prints how a run ended: the object of `run --json`, or the result, or the error with its place. */
void troupe_run_report_print (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run,
                              const TroupeRunResult *result);

G_END_DECLS
