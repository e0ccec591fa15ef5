/* troupe-guide.h: interactive tutorial for drawing and running a first flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeGuide:
 *
 * Guides the user through a first flow on an empty page: a start method, a router that listens to
 * it, a method for one of the router's events, a run, its results, and the export; and then through a
 * first crew: an agent, a task and a run. A hint points at the next widget to click. The guide continues
 * when a step is done, in whatever manner, and returns to a step that was undone. It can be closed at any
 * time and never grabs the focus. While another tab is shown it waits, and it ends when its page is closed.
 *
 * Signals: `crew-requested` (): the flow is done and a page with a crew is to be followed.
 */
#define TROUPE_TYPE_GUIDE (troupe_guide_get_type ())
G_DECLARE_FINAL_TYPE (TroupeGuide, troupe_guide, TROUPE, GUIDE, GObject)

/* Shows the first hint. @run_button, @menu_button: the widgets outside of the page to which
 * hints point. (transfer full) */
TroupeGuide *troupe_guide_new (TroupePage *page, GtkWidget *run_button, GtkWidget *menu_button);

/* Continues with @page, which contains a flow or a crew. */
void troupe_guide_follow (TroupeGuide *self, TroupePage *page);

/* Ends the guide and removes the hint. Does nothing if the guide has already ended. */
void troupe_guide_end (TroupeGuide *self);

/* Creates the initial document of the guide, which is a flow without methods. (transfer full) */
TroupeFlowDocument *troupe_guide_make_document (void);

G_END_DECLS
