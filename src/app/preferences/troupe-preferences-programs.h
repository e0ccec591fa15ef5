/* troupe-preferences-programs.h: which programs runs would use, and whether they are there
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Says in @row which interpreter code of documents runs in, and its version once it has told; @state: whether it can be
 * used. Asks nothing of it but its version. */
void troupe_preferences_show_python (AdwActionRow *row, GtkLabel *state, GCancellable *cancellable);
/* Says what confines programs that documents start. */
void troupe_preferences_show_sandbox (AdwActionRow *row, GtkLabel *state);

G_END_DECLS
