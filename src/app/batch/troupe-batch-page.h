/* troupe-batch-page.h: tab page that runs one document over many inputs (batch)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-batch.h"
#include "troupe-run-consent.h"
#include "troupe-run-factory.h"

G_BEGIN_DECLS

/**
 * TroupeBatchPage:
 *
 * A batch of a document as the document was when the tab was opened. Shows first the setup view,
 * then the items and their progress (doc/interface.md §30). Nothing runs until the user has
 * consented to what the document may do.
 *
 * Signals: `changed` (title, subtitle or state), `message` (text: for a toast), `ended`
 * (#TroupeBatchOutcome; utf8 (nullable): why, unless that is obvious), `run-requested`
 * (utf8: the folder of a run store; utf8: the id of a run in this store that the user wants to
 * see; gint64: the number of its item; #TroupeValue (nullable): the inputs of the item).
 *
 * Class action: `batch.retry-item` (gint64: the number of the item).
 */
#define TROUPE_TYPE_BATCH_PAGE (troupe_batch_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchPage, troupe_batch_page, TROUPE, BATCH_PAGE, GtkWidget)

/* @consent: consent of the document's page; applies to the batch as well */
GtkWidget *troupe_batch_page_new (TroupeRunFactory *source, TroupeRunConsent *consent);

TroupeDocument *troupe_batch_page_get_document (TroupeBatchPage *self); /* (transfer none) */
char *troupe_batch_page_dup_title (TroupeBatchPage *self); /* “Batch of topics.csv” */
char *troupe_batch_page_dup_subtitle (TroupeBatchPage *self);

/* The following functions preset what the user can choose before the batch starts. @path: the
 * input file or the folder for results */
void troupe_batch_page_set_inputs (TroupeBatchPage *self, const char *path);
const char *
troupe_batch_page_get_inputs (TroupeBatchPage *self); /* (nullable): NULL if none is set */
const char *troupe_batch_page_get_out (TroupeBatchPage *self); /* (nullable): NULL if none is set */
void troupe_batch_page_set_out (TroupeBatchPage *self, const char *path);
/* After the user has consented, starts the batch, or resumes the batch in the selected folder. */
void troupe_batch_page_start (TroupeBatchPage *self);
/* Runs all items of the inputs, as they are now, in a new folder of results. */
void troupe_batch_page_start_new (TroupeBatchPage *self);
/* Writes the results of the finished items to @path. Also possible while the batch is running. */
void troupe_batch_page_export (TroupeBatchPage *self, const char *path);
void troupe_batch_page_retry_failed (TroupeBatchPage *self);
/* Retries a single item. */
void troupe_batch_page_retry_item (TroupeBatchPage *self, gint64 ordinal);

gboolean troupe_batch_page_is_running (TroupeBatchPage *self);
gboolean troupe_batch_page_is_stopping (TroupeBatchPage *self);
gboolean troupe_batch_page_is_paused (TroupeBatchPage *self);
/* Returns TRUE if a batch has been started on this page. */
gboolean troupe_batch_page_was_begun (TroupeBatchPage *self);
void troupe_batch_page_toggle_pause (TroupeBatchPage *self);
void troupe_batch_page_stop (TroupeBatchPage *self);
/* Called before the tab is closed: closes the consent dialog and stops the batch. */
void troupe_batch_page_leave (TroupeBatchPage *self);

/* (nullable) (transfer none) */
TroupeBatch *troupe_batch_page_get_batch (TroupeBatchPage *self);
void troupe_batch_page_set_narrow (TroupeBatchPage *self, gboolean narrow);
void troupe_batch_page_set_side_visible (TroupeBatchPage *self, gboolean visible);

G_END_DECLS
