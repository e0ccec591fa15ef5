/* troupe-batch-page.h: a tab with one document over many inputs
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
 * A batch of a document as it was when the tab was opened: first what is needed to begin, then the items as they go on
 * (doc/interface.md §30). Nothing begins before a person has agreed to what the document may do.
 *
 * Signals: `changed` (title, subtitle or state), `message` (text: for a toast), `run-requested` (utf8: the folder of a store of
 * runs; utf8: the id of one there, that a person wants to see).
 *
 * Class action: `batch.retry-item` (gint64: its number).
 */
#define TROUPE_TYPE_BATCH_PAGE (troupe_batch_page_get_type ())
G_DECLARE_FINAL_TYPE (TroupeBatchPage, troupe_batch_page, TROUPE, BATCH_PAGE, GtkWidget)

/* @consent: of the page of the document: what was agreed to there goes here too */
GtkWidget *troupe_batch_page_new (TroupeRunFactory *source, TroupeRunConsent *consent);

TroupeDocument *troupe_batch_page_get_document (TroupeBatchPage *self); /* (transfer none) */
char *troupe_batch_page_dup_title (TroupeBatchPage *self); /* “Batch of topics.csv” */
char *troupe_batch_page_dup_subtitle (TroupeBatchPage *self);

/* What a person chooses before it begins. @path: of a file; a folder */
void troupe_batch_page_set_inputs (TroupeBatchPage *self, const char *path);
void troupe_batch_page_set_out (TroupeBatchPage *self, const char *path);
/* Begins, or goes on with what was begun in the folder, once a person has agreed. */
void troupe_batch_page_start (TroupeBatchPage *self);
/* Writes the table of what has ended, also while it runs. */
void troupe_batch_page_export (TroupeBatchPage *self, const char *path);
void troupe_batch_page_retry_failed (TroupeBatchPage *self);
/* The same of one item. */
void troupe_batch_page_retry_item (TroupeBatchPage *self, gint64 ordinal);

gboolean troupe_batch_page_is_running (TroupeBatchPage *self);
gboolean troupe_batch_page_is_stopping (TroupeBatchPage *self);
gboolean troupe_batch_page_is_paused (TroupeBatchPage *self);
/* Whether it was begun here. */
gboolean troupe_batch_page_was_begun (TroupeBatchPage *self);
void troupe_batch_page_toggle_pause (TroupeBatchPage *self);
void troupe_batch_page_stop (TroupeBatchPage *self);
/* The tab is about to go. */
void troupe_batch_page_leave (TroupeBatchPage *self);

/* (nullable) (transfer none) */
TroupeBatch *troupe_batch_page_get_batch (TroupeBatchPage *self);
void troupe_batch_page_set_narrow (TroupeBatchPage *self, gboolean narrow);
void troupe_batch_page_set_side_visible (TroupeBatchPage *self, gboolean visible);

G_END_DECLS
