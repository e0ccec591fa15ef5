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
 * The last run of a document, where it was cut off or waits for an answer: found, offered, resumed, given up.
 * The store is read on another thread.
 *
 * Signals: `offered` (to be said beside the document; not while the window says it for all that came back),
 * `changed` (whether one is offered, or by whom), `read` (#TroupeRun, element-type TroupeEvent: it can be
 * resumed), `unreadable` (GError: it cannot), `failed` (text: it could not be given up).
 */
#define TROUPE_TYPE_PAGE_STORED_RUN (troupe_page_stored_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageStoredRun, troupe_page_stored_run, TROUPE, PAGE_STORED_RUN, GObject)

/* @run: while one is under way none is offered */
TroupePageStoredRun *troupe_page_stored_run_new (TroupePageRun *run);

/* Looks whether the last run of the file at @path can be resumed, and offers it. @document: (transfer full) */
void troupe_page_stored_run_look (TroupePageStoredRun *self,
                                  const char *path,
                                  TroupeStoredDocument *document);
/* The same for one run that has just ended: @id. */
void troupe_page_stored_run_look_at (TroupePageStoredRun *self,
                                     const char *id,
                                     TroupeStoredDocument *document);
/* While another run is about to begin, what is found is not offered. */
void troupe_page_stored_run_hold_back (TroupePageStoredRun *self, gboolean holds_back);
/* @kept: (transfer full) */
void troupe_page_stored_run_offer (TroupePageStoredRun *self, TroupeStoredRun *kept);
/* What is offered; NULL where nothing is, or a run is under way. (transfer none) (nullable) */
const TroupeStoredRun *troupe_page_stored_run_get (TroupePageStoredRun *self);
/* It is not offered any more on this page; the run stays as it is. */
void troupe_page_stored_run_drop (TroupePageStoredRun *self);

/* Reads what is offered, to be resumed: `read` or `unreadable` follows. */
void troupe_page_stored_run_resume (TroupePageStoredRun *self);
/* The same, where the method that was cut off did happen and gave @value. */
void troupe_page_stored_run_resume_happened (TroupePageStoredRun *self, TroupeValue *value);
/* Nobody wants to resume it: it is kept as cancelled. */
void troupe_page_stored_run_give_up (TroupePageStoredRun *self);

/* The page came back after a crash: the window offers for all pages, until it is told that this is over. */
void troupe_page_stored_run_set_restored (TroupePageStoredRun *self, gboolean restored);
gboolean troupe_page_stored_run_is_restored (TroupePageStoredRun *self);

G_END_DECLS
