/* troupe-sandbox-system.h: what a sandbox shows of the system
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Adds the system folders of programs, but no user data: no projects in `/opt` and `/usr/local`, and no settings for all users with
 * keys. @arguments: of bubblewrap, see troupe-sandbox.h. Blocks. */
void troupe_sandbox_add_system (GPtrArray *arguments);
/* Makes @path readable if troupe_sandbox_may_show(). */
void troupe_sandbox_add_path (GPtrArray *arguments, const char *path);
/* Returns TRUE if all sandboxes show @path. */
gboolean troupe_sandbox_is_shown (const char *path);
/* Returns TRUE unless @path is already visible or would expose data of others. */
gboolean troupe_sandbox_may_show (const char *path);

G_END_DECLS
