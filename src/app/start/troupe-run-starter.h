/* troupe-run-starter.h: prepares a run: prompts for inputs and opens the run store
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-factory.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeRunStarter:
 *
 * Creates a run of the document as the document is when the user starts the run. Prompts for inputs
 * and opens the run store.
 *
 * Signals: `ready` (#TroupeRun: the run may start after the user has consented), `asks` (the inputs
 * dialog is about to be shown).
 */
#define TROUPE_TYPE_RUN_STARTER (troupe_run_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunStarter, troupe_run_starter, TROUPE, RUN_STARTER, GObject)

/* @over: parent widget of the dialog */
TroupeRunStarter *troupe_run_starter_new (TroupeRunFactory *source, GtkWidget *over);

/* Prompts for inputs if @ask is set or a required state field has no value. */
void troupe_run_starter_start (TroupeRunStarter *self, gboolean ask);
/* Like troupe_run_starter_start(), but for an existing run. @text: the document text to store
 * with the run. */
void troupe_run_starter_start_run (TroupeRunStarter *self, TroupeRun *run, const char *text);
/* Returns TRUE while the dialog is open or the run store is being opened. */
gboolean troupe_run_starter_is_busy (TroupeRunStarter *self);
/* Closes the dialog. */
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
/* Returns the inputs dialog. (transfer none) (nullable) */
GtkWindow *troupe_run_starter_get_dialog (TroupeRunStarter *self);

/* Describes inputs in one line, abbreviated. @inputs: (nullable). (transfer full) (nullable) */
char *troupe_inputs_describe (TroupeValue *inputs);

G_END_DECLS
