/* troupe-guide.h: hints that lead a person through drawing and running a first flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeGuide:
 *
 * Leads through a first flow on an empty page: a start, a decision behind it, a method for one of its
 * events, a run, what it gave, the picture. A hint stands beside the next place to click. It goes on when
 * the step is done, however it was done, and back where it was undone. It can be left at any time, never
 * takes the focus away, and ends with the page as well.
 */
#define TROUPE_TYPE_GUIDE (troupe_guide_get_type ())
G_DECLARE_FINAL_TYPE (TroupeGuide, troupe_guide, TROUPE, GUIDE, GObject)

/* Shows the first hint. The widgets are those that the hints point at outside of the page: the button
 * that runs, and the one with the menu that exports. (transfer full) */
TroupeGuide *troupe_guide_new (TroupePage *page, GtkWidget *run_button, GtkWidget *menu_button);

/* Takes away what is shown; does nothing where it has ended. */
void troupe_guide_end (TroupeGuide *self);

/* The document that the guide begins with: a flow without methods. (transfer full) */
TroupeFlowDocument *troupe_guide_make_document (void);

G_END_DECLS
