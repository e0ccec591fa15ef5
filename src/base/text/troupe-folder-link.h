/* troupe-folder-link.h: where the symbolic links of a folder lead
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_folder_link_leads_out:
 * @folder: an open folder
 * @name: a link in it
 * @path: absolute path of the link, without links in the folders above it
 * @roots: (array zero-terminated=1): the folders to which links may lead, absolute and without links
 * @hole: (nullable): an absolute path to which they may not lead although it is in one of them
 *
 * Examines a link that code has created. A program of the user that saves a file below such a link, or
 * under its name, writes elsewhere. Besides links that leave all of @roots, also through other links, this
 * is a link to a protected or hidden file or folder in them. Programs and libraries of the system that
 * the user cannot change, devices such as `/dev/null`, and the interpreter of a virtual environment are
 * allowed. Paths that mean something else in each process, such as `/proc/self/cwd`, are not.
 *
 * Blocks; may be called on any thread.
 *
 * Returns: %TRUE if the link leads to a place in which code must not write
 */
gboolean troupe_folder_link_leads_out (int folder,
                                       const char *name,
                                       const char *path,
                                       const char *const *roots,
                                       const char *hole);

G_END_DECLS
