/* troupe-inputs-dialog.h: inputs dialog of a run, with a row for each state field
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-flow.h"

G_BEGIN_DECLS

/**
 * TroupeInputsDialog:
 *
 * Shows a row for each input according to its type, or all inputs as JSON (doc/interface.md §22).
 * Errors are shown below the rows. The run cannot be started while an input is missing or invalid.
 *
 * Signal `given` (TroupeValue or NULL): the user wants to run with these inputs. Empty fields are
 * omitted; if all fields are empty, the value is %NULL, which differs from an empty map
 * (doc/flow-semantics.md §5.1). Signal `many`: the user wants to use a file with inputs for many
 * runs.
 */
#define TROUPE_TYPE_INPUTS_DIALOG (troupe_inputs_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInputsDialog, troupe_inputs_dialog, TROUPE, INPUTS_DIALOG, AdwWindow)

/* @asked: (nullable): the fields for which the user is prompted, NULL-terminated; %NULL for all
 *   fields. Required fields without a value are always included. @last: (nullable): the inputs
 *   of the last run, used as initial values. */
TroupeInputsDialog *
troupe_inputs_dialog_new (TroupeFlow *flow, const char *const *asked, TroupeValue *last);

/* Shows the expected cost of the run at the bottom. @text: %NULL hides the cost */
void troupe_inputs_dialog_set_estimate (TroupeInputsDialog *self, const char *text);

/* Returns the current inputs. (transfer full) (nullable): NULL if all fields are empty, or with
 * @error if a text does not match the type of its field. Also used by tests. */
TroupeValue *troupe_inputs_dialog_read (TroupeInputsDialog *self, GError **error);

/* Shows the name of the document, because the flow around a crew has another one. */
void troupe_inputs_dialog_set_subject (TroupeInputsDialog *self, const char *name);
/* Shows that the inputs are for something other than a run, such as a training, which has no batches.
 * @button: with a mnemonic */
void
troupe_inputs_dialog_set_purpose (TroupeInputsDialog *self, const char *title, const char *button);

G_END_DECLS
