/* troupe-run-execute.h: execution of a run on the command line, from its start to its exit code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"
#include "troupe-command.h"
#include "troupe-run-report.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Reports that nothing was started, as the object of --json or as text. @message: (nullable):
 * NULL to use the problems of @loaded. */
TroupeExit troupe_run_refuse (TroupeCommandLine *line, TroupeLoaded *loaded, const char *result,
                              const char *kind, const char *message, const char *path);

/* Sets --memory-limit, --disk-limit and --budget-usd if they are given. Prints an error and
 * returns FALSE if an option is invalid. */
gboolean troupe_run_set_limits (TroupeCommandLine *line, TroupeRun *run);
/* Reads --timeout. Prints an error and returns FALSE if the option is invalid. */
gboolean troupe_run_find_timeout (TroupeCommandLine *line, gint64 *timeout_us);

/* Stores the run in the user's store, unless --no-store is given. If the store cannot be opened,
 * prints a warning and does not store the run. (transfer full) (nullable) */
TroupeStore *troupe_run_attach_store (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run);

/* Executes the run, prompts the user for feedback, ends it cleanly on Ctrl+C, and reports the
 * result. @store: (nullable) */
TroupeExit troupe_run_execute_and_report (TroupeCommandLine *line, TroupeLoaded *loaded,
                                          TroupeRunReport *report, TroupeRun *run,
                                          TroupeStore *store);
/* Like troupe_run_execute_and_report(), but returns the result instead of reporting it. @result:
 * (out) (transfer full) */
TroupeExit troupe_run_execute_followed (TroupeCommandLine *line, TroupeRunReport *report,
                                        TroupeRun *run, TroupeStore *store, TroupeAnswers *answers,
                                        TroupeRunResult **result);

/* Executes a run that is neither stored nor reported, and ends it cleanly on Ctrl+C. What its code
 * writes to standard error is printed there, unless --quiet is given. @result: (out) (transfer
 * full) */
TroupeExit
troupe_run_execute_alone (TroupeCommandLine *line, TroupeRun *run, TroupeRunResult **result);

/* Prints what a paused run waits for, and the command that resumes it. */
void troupe_run_print_way_on (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run,
                              TroupeStore *store, GPtrArray *unanswered);
/* Quotes @text as a word of a command that the user can copy. (transfer full) */
char *troupe_run_make_word (const char *text);

G_END_DECLS
