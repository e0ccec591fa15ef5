/* troupe-recent-files.h: recently used documents
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TroupeRecentFile:
 * @name: name for display, which is the file name without its extension, or the folder name of a
 *   crew project
 * @folder: location of the file for display
 * @icon: icon name of the document type
 */
typedef struct
{
  char *uri;
  char *path;
  char *name;
  char *folder;
  const char *icon;
} TroupeRecentFile;

/* Lists the recently used documents that still exist, the latest first. Exported files, which
 * the file chooser remembers as well, are skipped. (transfer full) (element-type
 * TroupeRecentFile) */
GPtrArray *troupe_recent_files_list (void);

G_END_DECLS
