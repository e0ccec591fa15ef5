/* troupe-recent-files.h: the documents that a person had open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeRecentFile:
 * @name: as a list shows it: the file's name without its ending, and of a crew's project that of its folder
 * @folder: where it is, as it is shown
 * @icon: of its kind, by its name
 */
typedef struct
{
  char *uri;
  char *path;
  char *name;
  char *folder;
  const char *icon;
} TroupeRecentFile;

/* Those that are still there, the last one first. What was exported is none: the chooser in which its place was chosen
 * remembers that as well. (transfer full) (element-type TroupeRecentFile) */
GPtrArray *troupe_recent_files_list (void);

G_END_DECLS
