/* troupe-page-run.h: the run of a page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-run.h"

G_BEGIN_DECLS

/**
 * TroupePageRun:
 *
 * The run that is under way on a page, if there is one, and how a person holds and ends it. It lives until
 * the run has ended, also where the page is gone.
 *
 * Signals: `begins` (#TroupeRun: nothing of it has happened yet), `events` (element-type TroupeEvent: at most
 * once a frame; what was kept of a resumed run comes first), `resumed` (gint64, now, in microseconds since
 * 1970: what was kept has come), `ended` (#TroupeRun and #TroupeRunResult: after the last event, and no run is
 * under way any more), `changed` (whether one is under way, held or being stopped).
 */
#define TROUPE_TYPE_PAGE_RUN (troupe_page_run_get_type ())
G_DECLARE_FINAL_TYPE (TroupePageRun, troupe_page_run, TROUPE, PAGE_RUN, GObject)

TroupePageRun *troupe_page_run_new (void);

/* Begins @run, which has been agreed to, while none is under way. @inputs: (nullable): what it was given, for
 * a person. @kept: (nullable) (element-type TroupeEvent): what was kept of it, shown before it goes on. */
void
troupe_page_run_begin (TroupePageRun *self, TroupeRun *run, const char *inputs, GPtrArray *kept);
/* Does nothing where none is under way. */
void troupe_page_run_stop (TroupePageRun *self);
/* A person's pause: nothing new begins; and on again. */
void troupe_page_run_toggle_hold (TroupePageRun *self);
/* The run was held, or let go on, by what it may spend. */
void troupe_page_run_note_held (TroupePageRun *self, gboolean is_held);
/* One more step, while it is held. */
void troupe_page_run_step (TroupePageRun *self);
/* Nobody will answer what it asks: it ends by itself and is kept as paused. */
void troupe_page_run_keep (TroupePageRun *self);
/* Nobody looks any more: what is not kept is stopped, and what has not gone on yet does not. */
void troupe_page_run_leave (TroupePageRun *self);

gboolean troupe_page_run_is_under_way (TroupePageRun *self);
gboolean troupe_page_run_is_stopping (TroupePageRun *self);
gboolean troupe_page_run_is_held (TroupePageRun *self);
/* Whether what comes now was kept, and happened before. */
gboolean troupe_page_run_is_catching_up (TroupePageRun *self);
/* The one that is under way. (transfer none) (nullable) */
TroupeRun *troupe_page_run_get_run (TroupePageRun *self);
/* When it was begun or resumed here, and when it first began; microseconds since 1970. */
gint64 troupe_page_run_get_started (TroupePageRun *self);
gint64 troupe_page_run_get_first_started (TroupePageRun *self);
/* What the last one was given, for a person. (nullable) */
const char *troupe_page_run_get_inputs (TroupePageRun *self);

G_END_DECLS
