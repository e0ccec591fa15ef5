/* troupe-welcome.h: welcome page of a window without documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/**
 * TroupeWelcome:
 *
 * Empty documents are created by the actions of the window. Signals: `template-chosen` (path of the
 * template file), `guide-chosen` (the user wants the tutorial), `file-chosen` (GFile).
 */
#define TROUPE_TYPE_WELCOME (troupe_welcome_get_type ())
G_DECLARE_FINAL_TYPE (TroupeWelcome, troupe_welcome, TROUPE, WELCOME, GtkWidget)

/* Reads the recent files and the results of their last runs again. */
void troupe_welcome_refresh (TroupeWelcome *self);
/* If @narrow is TRUE, the columns are placed one below the other. */
void troupe_welcome_set_narrow (TroupeWelcome *self, gboolean narrow);

G_END_DECLS
