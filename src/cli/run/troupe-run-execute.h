/* troupe-run-execute.h: a run on the command line, from its start to its exit code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-answers.h"
#include "troupe-command.h"
#include "troupe-run-report.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/* Tells that nothing was started, as the object of --json or in words. @message: (nullable): NULL: what
 * the problems say. */
TroupeExit troupe_run_refuse (TroupeCommandLine *line, TroupeLoaded *loaded, const char *result,
                              const char *kind, const char *message, const char *path);

/* Gives the run the --memory-limit and the --budget-usd, where there are some. FALSE: one is wrong, which was said. */
gboolean troupe_run_set_limits (TroupeCommandLine *line, TroupeRun *run);
/* Reads --timeout. FALSE where it is wrong, which it has printed. */
gboolean troupe_run_find_timeout (TroupeCommandLine *line, gint64 *timeout_us);

/* Keeps the run in the user's store, unless --no-store; where that cannot be had the run goes on all the
 * same, with a word about it. (transfer full) (nullable) */
TroupeStore *troupe_run_attach_store (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run);

/* Runs, asks whoever is at the terminal what methods ask, lets Ctrl+C end it in order, and reports. @store: (nullable) */
TroupeExit troupe_run_execute_and_report (TroupeCommandLine *line, TroupeLoaded *loaded,
                                          TroupeRunReport *report, TroupeRun *run,
                                          TroupeStore *store);
/* The same without a word at the end. @result: (out) (transfer full) */
TroupeExit troupe_run_execute_followed (TroupeCommandLine *line, TroupeRunReport *report,
                                        TroupeRun *run, TroupeStore *store, TroupeAnswers *answers,
                                        TroupeRunResult **result);

/* Says what the run, which is paused, waits for, and how it is resumed. */
void troupe_run_print_way_on (TroupeCommandLine *line, TroupeLoaded *loaded, TroupeRun *run,
                              TroupeStore *store, GPtrArray *unanswered);
/* @text as a word of a command that is shown to be copied. (transfer full) */
char *troupe_run_make_word (const char *text);

G_END_DECLS
