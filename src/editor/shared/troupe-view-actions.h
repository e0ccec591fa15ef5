/* troupe-view-actions.h: actions and shortcuts of the visible part of the canvas
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/* Adds the actions `view.fit`, `view.fit-selection`, `view.zoom-in`, `view.zoom-out`, `view.zoom-normal`,
 * `view.zoom` (d), `view.select-all` and `view.select-none` to the class of #TroupeEditorFrame, and the
 * shortcuts that work regardless of the focus on the page. The canvas has its own shortcuts. */
void troupe_view_actions_install (TroupeEditorFrameClass *klass);

G_END_DECLS
