/* troupe-flow-content.h: page content for flow documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-flow-chat.h"
#include "troupe-flow-crews.h"
#include "troupe-flow-inner.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-page.h"
#include "troupe-run-notice.h"
#include "troupe-run-starter.h"

G_BEGIN_DECLS

/**
 * TroupeFlowContent:
 *
 * Connects the editor and the monitor of a flow document, and runs the flow. A run executes the
 * flow as it was when the run started, so the document may be edited in the meantime.
 */
#define TROUPE_TYPE_FLOW_CONTENT (troupe_flow_content_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFlowContent,
                      troupe_flow_content,
                      TROUPE,
                      FLOW_CONTENT,
                      TroupePageContent)

GtkWidget *troupe_flow_content_new (TroupeFlowDocument *document);

/* Returns the content of a page, for code that handles flows only; %NULL if its document is not
 * a flow. (transfer none) (nullable) */
TroupeFlowContent *troupe_flow_content_of (TroupePage *page);

TroupeEditor *troupe_flow_content_get_editor (TroupeFlowContent *self);
TroupeMonitor *troupe_flow_content_get_monitor (TroupeFlowContent *self);
TroupeRunNotice *troupe_flow_content_get_notice (TroupeFlowContent *self);
TroupeRunStarter *troupe_flow_content_get_starter (TroupeFlowContent *self);

/* (transfer none) */
TroupeFlowCrews *troupe_flow_content_get_crews (TroupeFlowContent *self);
/* These functions return the chat of a conversational flow, and the embedded crew that is shown
 * instead of the flow. (transfer none) */
TroupeFlowChat *troupe_flow_content_get_chat (TroupeFlowContent *self);
TroupeFlowInner *troupe_flow_content_get_inner (TroupeFlowContent *self);

G_END_DECLS
