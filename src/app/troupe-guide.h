/* troupe-guide.h: three hints for who runs a first flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-page.h"

G_BEGIN_DECLS

/**
 * TroupeGuide:
 *
 * Leads a person through a first run, DESIGN-UI §12: a small sheet beside the next place to click,
 * one after the other: run, read what a method gave, export the picture. Each can be left, which
 * ends the guide; it never takes the focus away. It ends with the page as well.
 */
#define TROUPE_TYPE_GUIDE (troupe_guide_get_type ())
G_DECLARE_FINAL_TYPE (TroupeGuide, troupe_guide, TROUPE, GUIDE, GObject)

/* Shows the first hint. The widgets are those that the hints point at: the button that runs, and the
 * one with the menu that exports. (transfer full) */
TroupeGuide *troupe_guide_new (TroupePage *page, GtkWidget *run_button, GtkWidget *menu_button);

/* Takes away what is shown; does nothing where it has ended. */
void troupe_guide_end (TroupeGuide *self);

G_END_DECLS
