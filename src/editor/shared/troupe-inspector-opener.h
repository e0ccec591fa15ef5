/* troupe-inspector-opener.h: opens the inspector over the canvas when a card is clicked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/* Opens the inspector of @frame whenever a card is clicked while the inspector is shown over the canvas
 * instead of next to it. Arrow keys do not open it, but Enter does. The card is scrolled out from below
 * the inspector. Must be called once. */
void troupe_inspector_opener_attach (TroupeEditorFrame *frame);

G_END_DECLS
