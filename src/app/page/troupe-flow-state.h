/* troupe-flow-state.h: connects the state window of a flow with its stored runs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-state-editor.h"

G_BEGIN_DECLS

/* Connects @window, which is not shown yet, with the page of @content. Fills the window with the
 * final states of the last stored runs of the file, and handles its signals. */
void troupe_flow_state_join (TroupePageContent *content, TroupeStateEditor *window);

G_END_DECLS
