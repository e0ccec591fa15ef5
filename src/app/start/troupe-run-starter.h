/* troupe-run-starter.h: starts a run of a page: inputs, run store, prices, consent
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-page-budget.h"
#include "troupe-run-consent.h"

G_BEGIN_DECLS

/**
 * TroupeRunStarter:
 *
 * Creates a run of the document as the document is when the user starts the run. Prompts for inputs
 * and opens the run store. With troupe_run_starter_set_checks(), also asks about unknown prices, and
 * for the consent to the run; a start that waits for consent ends when another one begins.
 *
 * Signals: `ready` (#TroupeRun, element-type TroupeEvent or NULL: the run may start; the events are
 * those of troupe_run_starter_resume()), `asks` (the inputs dialog is about to be shown),
 * `refused` (text: see troupe_run_starter_set_reuse()). `ready` is
 * not emitted if the user declines; the signals of #TroupeRunConsent say so.
 */
#define TROUPE_TYPE_RUN_STARTER (troupe_run_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunStarter, troupe_run_starter, TROUPE, RUN_STARTER, GObject)

/* @over: parent widget of the dialog */
TroupeRunStarter *troupe_run_starter_new (TroupeRunFactory *source, GtkWidget *over);
/* Sets what a run has to pass before `ready` is emitted. Without it, the caller asks for consent. May
 * be called once. @run: while this run is running, no other one may start */
void troupe_run_starter_set_checks (TroupeRunStarter *self,
                                    TroupePageRun *run,
                                    TroupeRunConsent *consent,
                                    TroupePageBudget *budget);

/* Sets the title and the button of the inputs dialog, if the run is a training or a test. */
void troupe_run_starter_set_purpose (TroupeRunStarter *self, const char *title, const char *button);
/* Prompts for inputs if @ask is set or a required state field has no value. */
void troupe_run_starter_start (TroupeRunStarter *self, gboolean ask);
/* Like troupe_run_starter_start(), but for an existing run. @text: the document text to store
 * with the run. */
void troupe_run_starter_start_run (TroupeRunStarter *self, TroupeRun *run, const char *text);
/* Like troupe_run_starter_start(), but for a stored run. Does nothing while another start is busy.
 * @events: (nullable) (element-type TroupeEvent): its stored events */
void troupe_run_starter_resume (TroupeRunStarter *self, TroupeRun *run, GPtrArray *events);
/**
 * troupe_run_starter_set_reuse:
 * @reuses: whether the runs that troupe_run_starter_start() creates reuse the results of an earlier run
 * @run_id: (nullable): that run; %NULL: the newest saved run of the document
 * @kept: (nullable): methods or tasks whose results are reused in spite of changes, NULL-terminated
 * @is_required: whether `refused` is emitted (with a text) instead of starting a run that cannot reuse anything
 */
void troupe_run_starter_set_reuse (TroupeRunStarter *self,
                                   gboolean reuses,
                                   const char *run_id,
                                   const char *const *kept,
                                   gboolean is_required);
/* Returns TRUE while the dialog is open, the run store is being opened or read, or the user is asked about
 * prices. See also troupe_run_consent_is_busy(). */
gboolean troupe_run_starter_is_busy (TroupeRunStarter *self);
/* Closes the dialog and drops the start. */
void troupe_run_starter_close (TroupeRunStarter *self);

/* Sets the inputs of the last run. They are the initial values of the dialog, and are used
 * directly if no dialog is shown. @inputs: (nullable) */
void troupe_run_starter_set_last (TroupeRunStarter *self, TroupeValue *inputs);
/* Returns the inputs of the last run. (transfer none) (nullable) */
TroupeValue *troupe_run_starter_get_last (TroupeRunStarter *self);
/* Sets and returns the file with the inputs of the last batch. @path: (nullable). (transfer none)
 * (nullable) */
void troupe_run_starter_set_last_file (TroupeRunStarter *self, const char *path);
const char *troupe_run_starter_get_last_file (TroupeRunStarter *self);
/* Returns a description of the inputs of the last run for display. (nullable) */
const char *troupe_run_starter_get_error_text (TroupeRunStarter *self);
/* Returns the id of the newest stored run of a document that has no file yet. (transfer none)
 * (nullable) */
const char *troupe_run_starter_get_unsaved_run (TroupeRunStarter *self);
/* Returns the ids of all stored runs of a document that has no file yet. (transfer full) */
GStrv troupe_run_starter_list_unsaved_runs (TroupeRunStarter *self);
/* Returns the inputs dialog. (transfer none) (nullable) */
GtkWindow *troupe_run_starter_get_dialog (TroupeRunStarter *self);

/* Describes inputs in one line, abbreviated. @inputs: (nullable). (transfer full) (nullable) */
char *troupe_inputs_describe (TroupeValue *inputs);

G_END_DECLS
