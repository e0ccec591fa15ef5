/* troupe-git-hooks.h: finds the folders and files to which the configuration of a repository of Git or Mercurial leads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_git_hooks_collect:
 * @root: the folder of a document, absolute and without links
 * @top: the folder of the repository to which its paths are relative, absolute
 * @git: the data of the repository, or a file that leads to them, such as `.git` or `.hg` in @top; equal to @top for
 *   a bare repository
 * @paths: (element-type utf8): receives paths relative to @root, which need not exist
 *
 * Adds what Git runs or reads because of `core.hooksPath`, `include.path`, `includeIf.*.path`, and the commands of
 * drivers, filters, monitors and aliases in the configuration of the repository and its work trees, and the files that the scripts
 * of its hooks name, as far as they are in @root. A hook folder that is
 * @root itself is represented by the names of Git's hooks. If a path leads through links, its target is added
 * as well. The configuration of the user and of the system, also in variables of the environment, is read for this repository,
 * because its relative paths mean something in each. Blocks.
 * Threads: any, for all functions of this file.
 *
 * Returns: 0, or an errno if a configuration could not be read that Git can read, so that paths may be missing
 */
int
troupe_git_hooks_collect (const char *root, const char *top, const char *git, GHashTable *paths);

/* Same, for the repositories whose work tree contains @root. What the configuration of the user, also that of Mercurial, means in @root
 * is added even if it is in no repository. */
int troupe_git_hooks_collect_above (const char *root, GHashTable *paths);

/* Returns TRUE if a repository that contains @path, which is absolute, runs or reads it as a hook or as a
 * part of its configuration, or if that could not be determined. Blocks. */
gboolean troupe_git_hooks_is_used (const char *path);

G_END_DECLS
