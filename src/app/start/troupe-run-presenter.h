/* troupe-run-presenter.h: the run of a flow, as it is shown
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-monitor.h"
#include "troupe-page-run.h"
#include "troupe-run-notice.h"

G_BEGIN_DECLS

/**
 * TroupeFlowProgress:
 *
 * Reads the events of a page's run into the one trace that editors and monitor show, tells the monitor, and says what
 * failed and how the run ended. A crew that is run by itself is a flow here, too.
 *
 * One that is over can be looked at in the place of the page's run, which goes on meanwhile: the turns of a conversation.
 *
 * Signals, for who shows the run on a canvas: `begins` (#TroupeRun: the trace has begun), `resumed`, `ended` (the trace
 * has ended); `message` (text: for a toast).
 */
#define TROUPE_TYPE_FLOW_PROGRESS (troupe_flow_progress_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowProgress, troupe_flow_progress, TROUPE, FLOW_PROGRESS, GObject)

/* @monitor shows @trace, and outlives this. */
TroupeFlowProgress *troupe_flow_progress_new (TroupePageRun *run,
                                              TroupeTrace *trace,
                                              TroupeMonitor *monitor,
                                              TroupeFlowNotice *notice);

/* Shows a run that is over in the place of the page's own. @flow: what ran; @events: (element-type TroupeEvent); @type: how
 * it ended */
void troupe_flow_progress_show_past (TroupeFlowProgress *self,
                                     TroupeFlow *flow,
                                     GPtrArray *events,
                                     TroupeRunResultType type,
                                     gint64 started_us,
                                     gint64 elapsed_us);
/* The same of a run of many events, which come a few at a time; each does nothing once a run of the page has begun. */
void
troupe_flow_progress_begin_past (TroupeFlowProgress *self, TroupeFlow *flow, gint64 started_us);
void troupe_flow_progress_add_past (TroupeFlowProgress *self, GPtrArray *events);
void troupe_flow_progress_end_past (TroupeFlowProgress *self,
                                    TroupeRunResultType type,
                                    gint64 elapsed_us);
/* Back to the page's run. @events: all that has come of it so far */
void troupe_flow_progress_show_own (TroupeFlowProgress *self, GPtrArray *events);
/* A run that ends well is not told of: somebody shows its result. */
void troupe_flow_progress_set_quiet (TroupeFlowProgress *self, gboolean is_quiet);
/* A run that begins leaves the panels closed where they are: there is no room for them. */
void troupe_flow_progress_set_keeps_panel (TroupeFlowProgress *self, gboolean keeps_panel);

G_END_DECLS
