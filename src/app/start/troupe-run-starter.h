/* troupe-run-starter.h: what is asked and read before a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "troupe-run-factory.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeFlowStarter:
 *
 * Makes the run of a document as it is when Run is pressed: asks for inputs, and finds where runs are kept.
 *
 * Signals: `ready` (#TroupeRun: it may begin once a person agreed to it), `asks` (the dialog for inputs is about to be
 * shown).
 */
#define TROUPE_TYPE_FLOW_STARTER (troupe_flow_starter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowStarter, troupe_flow_starter, TROUPE, FLOW_STARTER, GObject)

/* @over: what a dialog stands over */
TroupeFlowStarter *troupe_flow_starter_new (TroupeRunSource *source, GtkWidget *over);

/* Asks for inputs where @ask is set, or where the state wants something that it has no value for. */
void troupe_flow_starter_start (TroupeFlowStarter *self, gboolean ask);
/* The same for a run that is made already. @text: what is kept as its document. */
void troupe_flow_starter_start_run (TroupeFlowStarter *self, TroupeRun *run, const char *text);
/* Whether a person is asked, or the store of runs is being opened. */
gboolean troupe_flow_starter_is_busy (TroupeFlowStarter *self);
/* Nobody is asked any more. */
void troupe_flow_starter_close (TroupeFlowStarter *self);

/* What is offered, or taken where nobody is asked, as if the last run had had it. @inputs: (nullable) */
void troupe_flow_starter_set_last (TroupeFlowStarter *self, TroupeValue *inputs);
/* What the last run was given, for a person. (nullable) */
const char *troupe_flow_starter_get_told (TroupeFlowStarter *self);
/* Where it asks for inputs. (transfer none) (nullable) */
GtkWindow *troupe_flow_starter_get_dialog (TroupeFlowStarter *self);

/* Inputs in a line, shortened. @inputs: (nullable). (transfer full) (nullable) */
char *troupe_inputs_describe (TroupeValue *inputs);

G_END_DECLS
