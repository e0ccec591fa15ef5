/* troupe-fork-dialog.h: beginning of a new run that takes over what a past run had done until a step
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-history-work.h"
#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupeForkDialog:
 *
 * Shows the state and the outputs with which the new run begins, which can be changed, and asks whether it executes the
 * document as it was then or as it is now. Follows the rules of `troupectl history fork` (troupe-run-fork.h). The document
 * as it is now is preselected if the run failed and the method before which the new run begins has changed since, or if the
 * user has asked to change the document first.
 *
 * Signals: `chosen` (TroupeRun, text of its document): the user wants the run; `edit-requested`: the user wants to change the
 * document first. Then the dialog closes itself.
 */
#define TROUPE_TYPE_FORK_DIALOG (troupe_fork_dialog_get_type ())
G_DECLARE_FINAL_TYPE (TroupeForkDialog, troupe_fork_dialog, TROUPE, FORK_DIALOG, AdwWindow)

/**
 * troupe_fork_dialog_new:
 * @find: returns the store
 * @run_id: the past run
 * @at: as @name of troupe_run_set_from()
 * @moment: the day and the time of the past run, for display
 * @now: (nullable): a run of the document as it is now, which has not started; %NULL if it cannot run
 * @text: (nullable): the text of the document as it is now, also if it cannot run
 * @prefers_now: whether the user comes from changing the document for this run
 */
GtkWidget *troupe_fork_dialog_new (TroupeHistoryStoreFunc find,
                                   const char *run_id,
                                   const char *at,
                                   const char *moment,
                                   TroupeRun *now,
                                   const char *text,
                                   gboolean prefers_now);

G_END_DECLS
