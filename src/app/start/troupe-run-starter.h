/* troupe-run-starter.h: inputs and store of a run before it starts
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
 * Makes the run of a document as it is when Run is pressed: asks for inputs, and finds where runs are kept.
 *
 * Signals: `ready` (#TroupeRun: it may begin once a person agreed to it), `asks` (the dialog for inputs is about to be
 * shown).
 */
#define TROUPE_TYPE_RUN_STARTER (troupe_run_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunStarter, troupe_run_starter, TROUPE, RUN_STARTER, GObject)

/* @over: what a dialog stands over */
TroupeRunStarter *troupe_run_starter_new (TroupeRunFactory *source, GtkWidget *over);

/* Asks for inputs where @ask is set, or where the state wants something that it has no value for. */
void troupe_run_starter_start (TroupeRunStarter *self, gboolean ask);
/* The same for a run that is made already. @text: what is kept as its document. */
void troupe_run_starter_start_run (TroupeRunStarter *self, TroupeRun *run, const char *text);
/* Whether a person is asked, or the store of runs is being opened. */
gboolean troupe_run_starter_is_busy (TroupeRunStarter *self);
/* Nobody is asked any more. */
void troupe_run_starter_close (TroupeRunStarter *self);

/* What is offered, or taken where nobody is asked, as if the last run had had it. @inputs: (nullable) */
void troupe_run_starter_set_last (TroupeRunStarter *self, TroupeValue *inputs);
/* What the last run was given, for a person. (nullable) */
const char *troupe_run_starter_get_told (TroupeRunStarter *self);
/* Where it asks for inputs. (transfer none) (nullable) */
GtkWindow *troupe_run_starter_get_dialog (TroupeRunStarter *self);

/* Inputs in a line, shortened. @inputs: (nullable). (transfer full) (nullable) */
char *troupe_inputs_describe (TroupeValue *inputs);

G_END_DECLS
