/* troupe-window-sidebars.h: visibility of outline and inspector depending on the window width
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
 * Controls whether outline and inspector are open in all tabs of a window. If there is space next
 * to the canvas, they are open or closed as set by the user. Otherwise they overlay the canvas,
 * open only on request, and close when the width class changes. In a tiny window, each takes the
 * complete width, so opening one closes the other.
 *
 * Properties: `show-inspector`, `show-outline` (gboolean): whether the pane is visible.
 *
 * Signals: `width-changed`: the width class of the window has changed and was applied to its tabs.
 */
#define TROUPE_TYPE_WINDOW_SIDEBARS (troupe_window_sidebars_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWindowSidebars,
                      troupe_window_sidebars,
                      TROUPE,
                      WINDOW_SIDEBARS,
                      GObject)

/* Creates the object with the defaults: the inspector is open, the outline is closed. (transfer
 * full) */
TroupeWindowSidebars *troupe_window_sidebars_new (void);

/* Loads the visibility next to the canvas from the settings. */
void troupe_window_sidebars_load (TroupeWindowSidebars *self, GSettings *settings);
void troupe_window_sidebars_save (TroupeWindowSidebars *self, GSettings *settings);

/* Must be called once, before the first tab is added. Applies the visibility and the width class
 * to every tab. If the user changes the visibility in one tab, applies the change to all tabs. */
void troupe_window_sidebars_set_tabs (TroupeWindowSidebars *self, AdwTabView *tabs);

/* @width: width of the window, in pixels. Changes are applied before the next frame. */
void troupe_window_sidebars_set_width (TroupeWindowSidebars *self, int width);
TroupeEditorWidth troupe_window_sidebars_get_width_class (TroupeWindowSidebars *self);

gboolean troupe_window_sidebars_shows_inspector (TroupeWindowSidebars *self);
gboolean troupe_window_sidebars_shows_outline (TroupeWindowSidebars *self);

G_END_DECLS
