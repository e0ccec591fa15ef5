/* troupe-welcome.h: the page of a window without documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeWelcome:
 *
 * Signals: `new-flow`, `template-chosen` (path of the template's file), `guide-chosen` (the same, and
 * the person wants to be led through it), `file-chosen` (GFile).
 */
#define TROUPE_TYPE_WELCOME (troupe_welcome_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWelcome, troupe_welcome, TROUPE, WELCOME, GtkWidget)

/* Reads the list of recent files and how their last runs ended again. */
void troupe_welcome_refresh (TroupeWelcome *self);
/* One column below the other where the window is narrow. */
void troupe_welcome_set_narrow (TroupeWelcome *self, gboolean narrow);

G_END_DECLS
