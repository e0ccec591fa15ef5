/* troupe-batch-setup.h: setup view of a batch: inputs, results folder, concurrency, budget
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeBatchSetup:
 *
 * Lets the user choose the inputs, the folder for results, the concurrency and a budget. Checks
 * whether the folder contains a batch that can be resumed.
 *
 * Signals: `begun` (the user wants to start the batch), `changed` (a choice has changed, or the
 * folder was checked), `message` (text: for a toast).
 */
#define TROUPE_TYPE_BATCH_SETUP (troupe_batch_setup_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchSetup, troupe_batch_setup, TROUPE, BATCH_SETUP, GtkWidget)

/* Sets the adjustment for the concurrency, which is shared with other widgets. */
void troupe_batch_setup_set_at_once (TroupeBatchSetup *self, GtkAdjustment *at_once);

/* Sets the input file. Results are written next to the input file unless the user has chosen
 * another folder. */
void troupe_batch_setup_set_inputs (TroupeBatchSetup *self, const char *path);
/* Sets the folder of the document, in which the choosers of files begin. @folder: (nullable) */
void troupe_batch_setup_set_folder (TroupeBatchSetup *self, const char *folder);
void troupe_batch_setup_set_out (TroupeBatchSetup *self, const char *path);
/* Sets a folder that does not exist for another batch, after one was begun. */
void troupe_batch_setup_set_new_out (TroupeBatchSetup *self, const char *path);
const char *troupe_batch_setup_get_inputs (TroupeBatchSetup *self); /* (nullable) */
const char *troupe_batch_setup_get_out (TroupeBatchSetup *self);    /* (nullable) */
/* Returns the folder of the batch state, a subfolder of the results folder. (transfer full) */
char *troupe_batch_setup_dup_state_folder (TroupeBatchSetup *self);

/* Commits the text of the budget entry. Returns FALSE if the text is not a valid amount. */
gboolean troupe_batch_setup_commit_budget (TroupeBatchSetup *self);
/* Returns the last committed budget in millionths of a dollar, 0 for none. */
gint64 troupe_batch_setup_get_budget (TroupeBatchSetup *self);

/* Returns TRUE while the folder is read, which uses the database of a batch that it contains. The
 * signal `changed` reports the end. */
gboolean troupe_batch_setup_is_looking (TroupeBatchSetup *self);
/* Returns TRUE if the folder contains a batch. In this case the batch is resumed. */
gboolean troupe_batch_setup_get_resumes (TroupeBatchSetup *self);
/* Marks the batch as started, so that it is resumed from now on. */
void troupe_batch_setup_set_begun (TroupeBatchSetup *self);
/* @text: (nullable): NULL hides the hint */
void troupe_batch_setup_set_hint (TroupeBatchSetup *self, const char *text);
/* Sets the inputs of the document, with which the file is compared. @expected: (element-type
 * TroupeSchemaField) (transfer full) */
void troupe_batch_setup_set_expected (TroupeBatchSetup *self, GPtrArray *expected);
/* @is_ready: whether the page allows the batch to start now */
void troupe_batch_setup_set_ready (TroupeBatchSetup *self, gboolean is_ready);

G_END_DECLS
