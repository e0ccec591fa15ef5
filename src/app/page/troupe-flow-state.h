/* troupe-flow-state.h: the window with a flow's state, and the runs that are kept of the flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page-content.h"
#include "troupe-state-editor.h"

G_BEGIN_DECLS

/* Ties @window, which is not shown yet, to @content's page: it gets what the last runs of the file left, and what it
 * asks for is done. */
void troupe_flow_state_join (TroupePageContent *content, TroupeStateEditor *window);

G_END_DECLS
