/* troupe-page-stored-run.h: a run of a page's document that was kept and can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-run.h"
#include "troupe-stored-run.h"

G_BEGIN_DECLS

/**
 * TroupePageKept:
 *
 * The last run of a document, where it was cut off or waits for an answer: found, offered, resumed, given up.
 * The store is read on another thread.
 *
 * Signals: `offered` (to be said beside the document; not while the window says it for all that came back),
 * `changed` (whether one is offered, or by whom), `read` (#TroupeRun, element-type TroupeEvent: it can be
 * resumed), `unreadable` (GError: it cannot), `failed` (text: it could not be given up).
 */
#define TROUPE_TYPE_PAGE_KEPT (troupe_page_kept_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageKept, troupe_page_kept, TROUPE, PAGE_KEPT, GObject)

/* @run: while one is under way none is offered */
TroupePageKept *troupe_page_kept_new (TroupePageRun *run);

/* Looks whether the last run of the file at @path can be resumed, and offers it. @document: (transfer full) */
void troupe_page_kept_look (TroupePageKept *self, const char *path, TroupeKeptDocument *document);
/* The same for one run that has just ended: @id. */
void troupe_page_kept_look_at (TroupePageKept *self, const char *id, TroupeKeptDocument *document);
/* While another run is about to begin, what is found is not offered. */
void troupe_page_kept_hold_back (TroupePageKept *self, gboolean holds_back);
/* @kept: (transfer full) */
void troupe_page_kept_offer (TroupePageKept *self, TroupeKeptRun *kept);
/* What is offered; NULL where nothing is, or a run is under way. (transfer none) (nullable) */
const TroupeKeptRun *troupe_page_kept_get (TroupePageKept *self);
/* It is not offered any more on this page; the run stays as it is. */
void troupe_page_kept_drop (TroupePageKept *self);

/* Reads what is offered, to be resumed: `read` or `unreadable` follows. */
void troupe_page_kept_resume (TroupePageKept *self);
/* The same, where the method that was cut off did happen and gave @value. */
void troupe_page_kept_resume_happened (TroupePageKept *self, TroupeValue *value);
/* Nobody wants to resume it: it is kept as cancelled. */
void troupe_page_kept_give_up (TroupePageKept *self);

/* The page came back after a crash: the window offers for all pages, until it is told that this is over. */
void troupe_page_kept_set_restored (TroupePageKept *self, gboolean restored);
gboolean troupe_page_kept_is_restored (TroupePageKept *self);

G_END_DECLS
