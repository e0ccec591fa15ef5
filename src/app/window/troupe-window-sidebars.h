/* troupe-window-sidebars.h: outline and inspector of a window, by its width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "troupe-editor-frame.h"

G_BEGIN_DECLS

/**
 * TroupeWindowSidebars:
 *
 * Whether outline and inspector are open in all tabs of a window. Where there is room beside the canvas, that is as a
 * person left it; where there is none, they lie over the canvas, come only when they are asked for and are closed
 * again by the next change of the width. In a tiny window each takes the whole width, so that one closes the other.
 *
 * Properties: `show-inspector`, `show-outline` (gboolean): what is seen.
 *
 * Signals: `width-changed`: the window is of another width class, and its tabs have been told.
 */
#define TROUPE_TYPE_WINDOW_SIDEBARS (troupe_window_sidebars_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindowSidebars,
                      troupe_window_sidebars,
                      TROUPE,
                      WINDOW_SIDEBARS,
                      GObject)

/* Both as a new person finds them: the inspector open, the outline closed. (transfer full) */
TroupeWindowSidebars *troupe_window_sidebars_new (void);

/* What is beside the canvas, where there is room for it. */
void troupe_window_sidebars_load (TroupeWindowSidebars *self, GSettings *settings);
void troupe_window_sidebars_save (TroupeWindowSidebars *self, GSettings *settings);

/* Once, before any of them is there: every tab is told which sides are open and how wide the window is, and what a
 * person opens and closes inside of one goes for all. */
void troupe_window_sidebars_set_tabs (TroupeWindowSidebars *self, AdwTabView *tabs);

/* @width: of the window, in pixels. What it changes is changed before the next frame. */
void troupe_window_sidebars_set_width (TroupeWindowSidebars *self, int width);
TroupeEditorWidth troupe_window_sidebars_get_width_class (TroupeWindowSidebars *self);

gboolean troupe_window_sidebars_shows_inspector (TroupeWindowSidebars *self);
gboolean troupe_window_sidebars_shows_outline (TroupeWindowSidebars *self);

G_END_DECLS
