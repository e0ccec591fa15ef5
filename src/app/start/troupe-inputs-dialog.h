/* troupe-inputs-dialog.h: asks for the inputs of a run, a row for each field of the state
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
 * A row for each input by what it takes, or all as JSON (doc/interface.md §22). While one is missing or wrong, which
 * stands below its row, nothing can be run.
 *
 * Signal `given` (TroupeValue or NULL): the person wants to run with these inputs. Empty fields are
 * left out; with none at all the value is %NULL, which is not the empty map
 * (doc/flow-semantics.md §5.1). Signal `many`: the person has a file of inputs for many runs.
 */
#define TROUPE_TYPE_INPUTS_DIALOG (troupe_inputs_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInputsDialog, troupe_inputs_dialog, TROUPE, INPUTS_DIALOG, AdwWindow)

/* @asked: (nullable): the fields that a person is asked for, NULL-terminated; %NULL is all. What has to be given is
 * asked for in any case. @last: (nullable): what was given the last time, offered again. */
TroupeInputsDialog *
troupe_inputs_dialog_new (TroupeFlow *flow, const char *const *asked, TroupeValue *last);

/* What the run may cost, in words, at the foot; %NULL: nothing is said of it. */
void troupe_inputs_dialog_set_estimate (TroupeInputsDialog *self, const char *text);

/* What the fields say now. (transfer full) (nullable): NULL where no field is filled in, or with @error
 * where a text is not of its field's kind. For tests too. */
TroupeValue *troupe_inputs_dialog_read (TroupeInputsDialog *self, GError **error);

G_END_DECLS
