/* troupe-folder-project.h: folders in which something is developed, and what may be written in them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupeFolderProjects:
 *
 * Judges data by their place, because no list contains all names from which the tools of developers take settings and sources: `jasmine.json`,
 * `group_vars/all.json` and Markdown below `docs` are data by their names (troupe-folder-data.h). A folder is a project if it contains a marker at its top, which is
 * a file that is neither data nor usual in projects of CrewAI (troupe_folder_data_is_marker()). Everything below it belongs to the project.
 *
 * Remembers which folders are projects, also if their markers are deleted meanwhile. It is used on one thread.
 */
typedef struct _TroupeFolderProjects TroupeFolderProjects;

/* (transfer full) */
TroupeFolderProjects *troupe_folder_projects_new (void);
void troupe_folder_projects_free (TroupeFolderProjects *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderProjects, troupe_folder_projects_free)

/* Returns TRUE if the file with the relative path in the open folder @root is in a project. Folders on the way that do not exist are no projects; one that cannot be read is. @path: without links and `..`; @is_inside: whether
 * @root is in a project anyway (troupe_folder_project_is_around()) */
gboolean troupe_folder_projects_contain (TroupeFolderProjects *self,
                                         int root,
                                         gboolean is_inside,
                                         const char *path);

/* Returns TRUE if a folder above the absolute path contains at its top what is usual at the top of a project, such as `package.json`, or if it or the folder itself
 * is one of settings, such as `config`. The home folder, shared folders and what is above them do not count, because people keep single files of any kind there. */
gboolean troupe_folder_project_is_around (const char *folder);

/* Returns TRUE if the file must not be written without the permission to change programs because of its place: a program may take settings or sources from it
 * by its name (troupe_folder_data_is_inert()), and it is in a project. @root: the open folder of the document; @path: relative to it, without links */
gboolean troupe_folder_project_restricts (int root, const char *path);

G_END_DECLS
