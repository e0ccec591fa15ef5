/* troupe-page-stored-run.h: the stored run of a page that can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-run.h"
#include "troupe-stored-run.h"

G_BEGIN_DECLS

/**
 * TroupePageStoredRun:
 *
 * The last stored run of a document, if it was interrupted, has failed or waits for an answer. This
 * object finds the run, offers to resume it, and reads or abandons it. The store is read on another
 * thread.
 *
 * Signals: `offered` (the offer is to be shown next to the document; not emitted while the window
 * makes the offer for all restored pages), `changed` (whether a run is offered, or whether the
 * window offers it), `read` (#TroupeRun, element-type TroupeEvent: the run can be resumed),
 * `unreadable` (GError: the run cannot be resumed), `failed` (text: the run could not be
 * abandoned).
 */
#define TROUPE_TYPE_PAGE_STORED_RUN (troupe_page_stored_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageStoredRun, troupe_page_stored_run, TROUPE, PAGE_STORED_RUN, GObject)

/* @run: while this run is running, no stored run is offered */
TroupePageStoredRun *troupe_page_stored_run_new (TroupePageRun *run);

/* Checks whether the last run of the file at @path can be resumed, and offers it. @document:
 * (transfer full) */
void troupe_page_stored_run_look (TroupePageStoredRun *self,
                                  const char *path,
                                  TroupeStoredDocument *document);
/* Like troupe_page_stored_run_look(), for the run @id, which has just ended. */
void troupe_page_stored_run_look_at (TroupePageStoredRun *self,
                                     const char *id,
                                     TroupeStoredDocument *document);
/* If @holds_back is TRUE, stored runs that are found are not offered, because another run is
 * about to start. */
void troupe_page_stored_run_hold_back (TroupePageStoredRun *self, gboolean holds_back);
/* @kept: (transfer full) */
void troupe_page_stored_run_offer (TroupePageStoredRun *self, TroupeStoredRun *kept);
/* Returns the offered run; NULL if no run is offered or a run is running. (transfer none)
 * (nullable) */
const TroupeStoredRun *troupe_page_stored_run_get (TroupePageStoredRun *self);
/* Withdraws the offer on this page; the stored run is unchanged. */
void troupe_page_stored_run_drop (TroupePageStoredRun *self);

/* Reads the offered run to resume it; emits `read` or `unreadable`. */
void troupe_page_stored_run_resume (TroupePageStoredRun *self);
/* Like troupe_page_stored_run_resume(), but the interrupted method is considered finished with
 * the result @value. */
void troupe_page_stored_run_resume_happened (TroupePageStoredRun *self, TroupeValue *value);
/* Abandons the offered run by storing it as cancelled. */
void troupe_page_stored_run_give_up (TroupePageStoredRun *self);

/* Sets whether the page was restored after a crash. While it is set, the window makes the offer
 * for all pages. */
void troupe_page_stored_run_set_restored (TroupePageStoredRun *self, gboolean restored);
gboolean troupe_page_stored_run_is_restored (TroupePageStoredRun *self);

G_END_DECLS
