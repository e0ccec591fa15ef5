/* troupe-git-identity.h: the name and email of the user for commits in a sandbox
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_git_identity_make_config:
 * @top: a folder in which Git works, without links
 *
 * Makes a configuration for a sandbox that hides those of the repository and of the user, because they contain addresses
 * with passwords and programs. It has nothing but `user.name` and `user.email`, as Git finds them for this
 * folder: those of the repository have priority over those of the user, and conditional includes are followed. Git,
 * which is that of the system (troupe_search_paths_find_system()), starts no other program for that. Blocks, usually for some milliseconds, and for at most a second.
 *
 * Returns: (transfer full) (nullable): the text of the configuration; %NULL if neither is known
 */
char *troupe_git_identity_make_config (const char *top);

G_END_DECLS
