/* troupe-git-command.h: asks Git about the objects of a repository
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_git_command_run:
 * @git: an open folder: the data of a repository
 * @index: (nullable): the content of an index, instead of the one of the repository
 * @words: (array zero-terminated=1): a command and its arguments
 * @input: (nullable): its standard input
 *
 * Runs a plumbing command of Git outside of a sandbox. Code of a document may have written objects and references, but not
 * the configuration, and Git starts no other program for such a command: hooks, monitors and transports are
 * disabled, and neither grafts, replaced objects nor the caches of commits are used. Blocks, at most for some seconds.
 * Threads: any.
 *
 * Returns: (transfer full) (nullable): what Git prints, or %NULL if it is not installed or has failed
 */
GBytes *troupe_git_command_run (int git, GBytes *index, const char *const *words, GBytes *input);

G_END_DECLS
