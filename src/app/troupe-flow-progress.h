/* troupe-flow-progress.h: the run of a flow, as editor and monitor show it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-notice.h"
#include "troupe-monitor.h"
#include "troupe-page-run.h"

G_BEGIN_DECLS

/**
 * TroupeFlowProgress:
 *
 * Reads the events of a page's run into the one trace that editor and monitor show, and says what failed and
 * how the run ended.
 *
 * Signal: `message` (text: for a toast).
 */
#define TROUPE_TYPE_FLOW_PROGRESS (troupe_flow_progress_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowProgress, troupe_flow_progress, TROUPE, FLOW_PROGRESS, GObject)

/* @editor and @monitor show the same trace; both outlive this. */
TroupeFlowProgress *troupe_flow_progress_new (TroupePageRun *run,
                                              TroupeEditor *editor,
                                              TroupeMonitor *monitor,
                                              TroupeFlowNotice *notice);

G_END_DECLS
