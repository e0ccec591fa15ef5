/* troupe-run-presenter.h: feeds the events of a run into the trace that editor and monitor show
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-monitor.h"
#include "troupe-page-run.h"
#include "troupe-run-notice.h"

G_BEGIN_DECLS

/**
 * TroupeRunPresenter:
 *
 * Reads the events of a page's run into the one trace that editors and monitor show, tells the monitor, and says what
 * failed and how the run ended. A crew that is run by itself is a flow here, too.
 *
 * One that is over can be looked at in the place of the page's run, which goes on meanwhile: the turns of a conversation.
 *
 * Signals, for who shows the run on a canvas: `begins` (#TroupeRun: the trace has begun), `resumed`, `ended` (the trace
 * has ended); `message` (text: for a toast).
 */
#define TROUPE_TYPE_RUN_PRESENTER (troupe_run_presenter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunPresenter, troupe_run_presenter, TROUPE, RUN_PRESENTER, GObject)

/* @monitor shows @trace, and outlives this. */
TroupeRunPresenter *troupe_run_presenter_new (TroupePageRun *run,
                                              TroupeTrace *trace,
                                              TroupeMonitor *monitor,
                                              TroupeRunNotice *notice);

/* Shows a run that is over in the place of the page's own. @flow: what ran; @events: (element-type TroupeEvent); @type: how
 * it ended */
void troupe_run_presenter_show_past (TroupeRunPresenter *self,
                                     TroupeFlow *flow,
                                     GPtrArray *events,
                                     TroupeRunResultType type,
                                     gint64 started_us,
                                     gint64 elapsed_us);
/* The same of a run of many events, which come a few at a time; each does nothing once a run of the page has begun. */
void
troupe_run_presenter_begin_past (TroupeRunPresenter *self, TroupeFlow *flow, gint64 started_us);
void troupe_run_presenter_add_past (TroupeRunPresenter *self, GPtrArray *events);
void troupe_run_presenter_end_past (TroupeRunPresenter *self,
                                    TroupeRunResultType type,
                                    gint64 elapsed_us);
/* Back to the page's run. @events: all that has come of it so far */
void troupe_run_presenter_show_own (TroupeRunPresenter *self, GPtrArray *events);
/* A run that ends well is not told of: somebody shows its result. */
void troupe_run_presenter_set_quiet (TroupeRunPresenter *self, gboolean is_quiet);
/* A run that begins leaves the panels closed where they are: there is no room for them. */
void troupe_run_presenter_set_keeps_panel (TroupeRunPresenter *self, gboolean keeps_panel);

G_END_DECLS
