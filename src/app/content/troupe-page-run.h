/* troupe-page-run.h: the running run of a page: start, pause, step, stop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupePageRun:
 *
 * The running run of a page, if any, and its control by the user. This object stays alive until the
 * run has ended, even if the page is closed earlier.
 *
 * Signals: `begins` (#TroupeRun: no event has been emitted yet), `events` (element-type
 * TroupeEvent: at most once per frame; the stored events of a resumed run come first), `resumed`
 * (gint64: now, in microseconds since 1970; all stored events have been emitted), `ended`
 * (#TroupeRun and #TroupeRunResult: after the last event; no run is running any more), `changed`
 * (whether a run is running, paused or being stopped).
 */
#define TROUPE_TYPE_PAGE_RUN (troupe_page_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageRun, troupe_page_run, TROUPE, PAGE_RUN, GObject)

TroupePageRun *troupe_page_run_new (void);

/* Starts @run, which has the user's consent, unless a run is already running. @inputs:
 * (nullable): description of the run's inputs for display. @kept: (nullable) (element-type
 * TroupeEvent): stored events of the run, which are emitted before the run resumes. */
void
troupe_page_run_begin (TroupePageRun *self, TroupeRun *run, const char *inputs, GPtrArray *kept);
/* Does nothing if no run is running. */
void troupe_page_run_stop (TroupePageRun *self);
/* Pauses or resumes the run on behalf of the user. While the run is paused, no new method or
 * call starts. */
void troupe_page_run_toggle_hold (TroupePageRun *self);
/* Called when the run was paused or resumed by its budget. */
void troupe_page_run_note_held (TroupePageRun *self, gboolean is_held);
/* Executes a single step if the run is paused. */
void troupe_page_run_step (TroupePageRun *self);
/* Called if the pending feedback requests of the run will not be answered. The run then ends on
 * its own and is stored as paused. */
void troupe_page_run_keep (TroupePageRun *self);
/* Called when the page is closed. Cancels the run unless it is to be stored as paused, and
 * discards a run that has not resumed yet. */
void troupe_page_run_leave (TroupePageRun *self);

gboolean troupe_page_run_is_under_way (TroupePageRun *self);
gboolean troupe_page_run_is_stopping (TroupePageRun *self);
gboolean troupe_page_run_is_held (TroupePageRun *self);
/* Returns the disk limit with which the run @id continues if it was the last run and has reached its
 * limit: twice that limit, in bytes; 0 if it was not. */
gsize troupe_page_run_get_raised_disk_limit (TroupePageRun *self, const char *id);
/* Returns TRUE while stored events of a resumed run are being emitted. */
gboolean troupe_page_run_is_catching_up (TroupePageRun *self);
/* Returns the running run. (transfer none) (nullable) */
TroupeRun *troupe_page_run_get_run (TroupePageRun *self);
/* These functions return the time at which this process started or resumed the run, and the time
 * of the first start of the run, in microseconds since 1970. */
gint64 troupe_page_run_get_started (TroupePageRun *self);
gint64 troupe_page_run_get_first_started (TroupePageRun *self);
/* Returns a description of the inputs of the last run for display. (nullable) */
const char *troupe_page_run_get_inputs (TroupePageRun *self);

/* Return what all pages of the application share: the engine, and the store of runs if runs have been stored before.
 * (transfer none) (nullable) */
TroupeEngine *troupe_page_run_get_engine (void);
TroupeStore *troupe_page_run_find_store (void);

G_END_DECLS
