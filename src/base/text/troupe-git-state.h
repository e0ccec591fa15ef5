/* troupe-git-state.h: what is committed and staged in the repositories of a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-folder-baseline.h"

G_BEGIN_DECLS

/* The files of a repository that name commits, and its index, are part of the known paths of a baseline, as records
 * with their content, so that runs that use the folder at the same time share them and the next run finds them after a
 * kill. All functions block and run on any thread. */

/* Adds the records of the repositories in @base, which were found by their `HEAD`. Returns FALSE with a %G_IO_ERROR if
 * one could not be read. */
gboolean troupe_git_state_record (TroupeFolderBaseline *base, GError **error);

/* Returns the recorded paths of the data of repositories, work trees and submodules. (transfer full) (element-type utf8) */
GPtrArray *troupe_git_state_list (TroupeFolderBaseline *base);

/* Returns what is recorded about one of them: the paths below it, with their contents. (transfer full) (element-type utf8
 * GBytes) */
GHashTable *troupe_git_state_get (TroupeFolderBaseline *base, const char *git);

/* Reads the same files as they are now. A file that cannot be read, and a link, have an empty content. (transfer full)
 * (element-type utf8 GBytes) */
GHashTable *troupe_git_state_read (TroupeFolderBaseline *base, const char *git);

/* Returns the references in such files, also those in `packed-refs`: names and what they contain, a number or `ref: NAME`.
 * (transfer full) (element-type utf8 utf8) */
GHashTable *troupe_git_state_list_refs (GHashTable *files);

/* Returns TRUE if the text begins with the number of an object, and not with a part of a longer word. @length: (out)
 * (optional) */
gboolean troupe_git_state_is_number (const char *text, gsize *length);

/* Restores the content of a file, or removes it. Waits for a lock of Git, for at most two seconds. @content: (nullable): %NULL
 * to remove it. Returns FALSE if that failed. */
gboolean troupe_git_state_put (TroupeFolderBaseline *base,
                               const char *git,
                               const char *name,
                               GBytes *content);

/* Sets a reference to what it contained, or removes it, also from `packed-refs`. @text: (nullable): as in
 * troupe_git_state_list_refs(); %NULL to remove it; @files: what there is now, which is updated. Returns FALSE if that failed. */
gboolean troupe_git_state_put_ref (TroupeFolderBaseline *base,
                                   const char *git,
                                   const char *name,
                                   const char *text,
                                   GHashTable *files);

G_END_DECLS
