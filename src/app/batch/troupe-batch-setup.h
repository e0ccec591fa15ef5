/* troupe-batch-setup.h: what a batch needs before it begins
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeBatchSetup:
 *
 * Where a person chooses the inputs, the folder for results, how many are under way at once, and a budget. It looks
 * whether something was begun in the folder.
 *
 * Signals: `begun` (somebody wants it to begin), `changed` (what was chosen, or was found), `message` (text: for a toast).
 */
#define TROUPE_TYPE_BATCH_SETUP (troupe_batch_setup_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchSetup, troupe_batch_setup, TROUPE, BATCH_SETUP, GtkWidget)

/* How many at once, which stands elsewhere, too. */
void troupe_batch_setup_set_at_once (TroupeBatchSetup *self, GtkAdjustment *at_once);

/* Results go beside the file unless something else was chosen. */
void troupe_batch_setup_set_inputs (TroupeBatchSetup *self, const char *path);
void troupe_batch_setup_set_out (TroupeBatchSetup *self, const char *path);
const char *troupe_batch_setup_get_inputs (TroupeBatchSetup *self); /* (nullable) */
const char *troupe_batch_setup_get_out (TroupeBatchSetup *self);    /* (nullable) */
/* Where the state is kept, below the results. (transfer full) */
char *troupe_batch_setup_dup_state_folder (TroupeBatchSetup *self);

/* Takes what stands in the entry. FALSE where that is no sum. */
gboolean troupe_batch_setup_commit_budget (TroupeBatchSetup *self);
/* In millionths of a dollar, as it was taken last; 0: none */
gint64 troupe_batch_setup_get_budget (TroupeBatchSetup *self);

/* Whether something was begun in the folder, which is gone on with. */
gboolean troupe_batch_setup_get_resumes (TroupeBatchSetup *self);
/* From now on something was. */
void troupe_batch_setup_set_begun (TroupeBatchSetup *self);
/* @text: (nullable) */
void troupe_batch_setup_set_hint (TroupeBatchSetup *self, const char *text);
/* Whether it may be begun now, as far as the page knows. */
void troupe_batch_setup_set_ready (TroupeBatchSetup *self, gboolean is_ready);

G_END_DECLS
