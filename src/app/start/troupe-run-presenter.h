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
 * Adds the events of a page's run to the trace that the editors and the monitor show, updates the
 * monitor, and shows failures and the result of the run. A crew that runs standalone is presented
 * as a flow as well.
 *
 * A finished run can be shown instead of the run of the page, which continues during this time.
 * This is used for the turns of a conversation.
 *
 * Signals, for editors that show the run on a canvas: `begins` (#TroupeRun: the trace has started),
 * `resumed`, `ended` (the trace has ended); `message` (text: for a toast).
 */
#define TROUPE_TYPE_RUN_PRESENTER (troupe_run_presenter_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunPresenter, troupe_run_presenter, TROUPE, RUN_PRESENTER, GObject)

/* @monitor: shows @trace and must outlive this object. */
TroupeRunPresenter *troupe_run_presenter_new (TroupePageRun *run,
                                              TroupeTrace *trace,
                                              TroupeMonitor *monitor,
                                              TroupeRunNotice *notice);

/* Shows a finished run instead of the run of the page. @flow: the flow that was executed;
 * @events: (element-type TroupeEvent): events of the run; @type: type of the run's result */
void troupe_run_presenter_show_past (TroupeRunPresenter *self,
                                     TroupeFlow *flow,
                                     GPtrArray *events,
                                     TroupeRunResultType type,
                                     gint64 started_us,
                                     gint64 elapsed_us);
/* Like troupe_run_presenter_show_past(), but for a run with many events, which are added in
 * several steps. The functions do nothing once a run of the page has started. @error: (nullable): why the run failed, which
 * the notice shows */
void
troupe_run_presenter_begin_past (TroupeRunPresenter *self, TroupeFlow *flow, gint64 started_us);
void troupe_run_presenter_add_past (TroupeRunPresenter *self, GPtrArray *events);
void troupe_run_presenter_end_past (TroupeRunPresenter *self,
                                    TroupeRunResultType type,
                                    const char *error,
                                    gint64 elapsed_us);
/* Returns whether a finished run is shown instead of the run of the page. */
gboolean troupe_run_presenter_shows_past (TroupeRunPresenter *self);
/* Shows the run of the page again. @events: all events of the run so far */
void troupe_run_presenter_show_own (TroupeRunPresenter *self, GPtrArray *events);
/* If @is_quiet is TRUE, no message is shown for a successful run, because its result is visible
 * elsewhere. */
void troupe_run_presenter_set_quiet (TroupeRunPresenter *self, gboolean is_quiet);
/* If @keeps_panel is TRUE, closed panels are not opened when a run starts, because there is no
 * space for them. */
void troupe_run_presenter_set_keeps_panel (TroupeRunPresenter *self, gboolean keeps_panel);

G_END_DECLS
