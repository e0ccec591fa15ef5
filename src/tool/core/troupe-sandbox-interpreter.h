/* troupe-sandbox-interpreter.h: the installation of a Python interpreter in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Makes an interpreter visible, including all links to it, with the programs and libraries of its installation. A folder that
 * contains an installation may also be a project of the user: an environment that was created in its root, or a folder with
 * a link to an interpreter. Nothing else of it is visible. Blocks. */
void troupe_sandbox_add_interpreter (GPtrArray *arguments, const char *interpreter);

G_END_DECLS
