/* troupe-folder-stores.h: what repositories have stored of the files in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

#include "troupe-folder-name.h"

G_BEGIN_DECLS

/* Returns TRUE for a folder in a repository, or a file that is a repository, that contains what was stored of the
 * files in its work tree, such as `.git/objects`, `.svn/pristine` and `project.fossil`. @trail: of the path before the
 * name; @name: folded */
gboolean troupe_folder_stores_is_name (const TroupeFolderTrail *trail, const char *name);

/* Follows the links among the paths, adds the folders in which Git looks for more objects
 * (`objects/info/alternates`), and removes what is not in the folder, is below another path of the list or of @hidden, or
 * is one of @hidden. @root: of the folder, absolute and without links; @found, @hidden: (element-type utf8): relative
 * to it. (transfer full) (element-type utf8): relative to @root, sorted */
GPtrArray *troupe_folder_stores_settle (const char *root, GPtrArray *found, GPtrArray *hidden);

/* Returns TRUE if the path is one of the list or below one. @list: (nullable) */
gboolean troupe_folder_stores_contain (GPtrArray *list, const char *path);

G_END_DECLS
