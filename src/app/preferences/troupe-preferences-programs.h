/* troupe-preferences-programs.h: shows the Python interpreter and the sandbox that runs use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Shows in @row the Python interpreter that executes code of documents, and its version as soon
 * as the version is known. Runs the interpreter only to get its version. @state: shows whether
 * the interpreter is usable */
void troupe_preferences_show_python (AdwActionRow *row, GtkLabel *state, GCancellable *cancellable);
/* Shows the sandbox for programs that documents start. */
void troupe_preferences_show_sandbox (AdwActionRow *row, GtkLabel *state);

G_END_DECLS
