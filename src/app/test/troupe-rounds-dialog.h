/* troupe-rounds-dialog.h: dialog with the options of a test or training of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-crew-subject.h"
#include "troupe-rounds-starter.h"

G_BEGIN_DECLS

/**
 * TroupeRoundsDialog:
 *
 * Prompts for the number of rounds. For a test, also prompts for the model that scores the outputs,
 * and for a second model to compare with. For a training, also shows the output file.
 *
 * Signal: `chosen` (the user wants to start with the options of
 * troupe_rounds_dialog_get_options()).
 */
#define TROUPE_TYPE_ROUNDS_DIALOG (troupe_rounds_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRoundsDialog, troupe_rounds_dialog, TROUPE, ROUNDS_DIALOG, AdwWindow)

/* @options: initial values; if it has a file, the dialog is for a training. (transfer none) */
TroupeRoundsDialog *troupe_rounds_dialog_new (TroupeCrewSubject *subject,
                                              const TroupeRoundsOptions *options);

/* Returns the current options. @options: (out): to be cleared by the caller */
void troupe_rounds_dialog_get_options (TroupeRoundsDialog *self, TroupeRoundsOptions *options);
/* Also used by tests. */
void troupe_rounds_dialog_set_rounds (TroupeRoundsDialog *self, guint n);
void
troupe_rounds_dialog_set_models (TroupeRoundsDialog *self, const char *judge, const char *other);
void troupe_rounds_dialog_begin (TroupeRoundsDialog *self);
/* Moves the focus to the model that scores the outputs, if the dialog is for a test. */
void troupe_rounds_dialog_focus_evaluator (TroupeRoundsDialog *self);

G_END_DECLS
