/* troupe-folder-findings.h: what code of a document has left in a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Appended to the names of files that code in a sandbox has created and that may start programs. */
#define TROUPE_FOLDER_BLOCKED ".blocked"

/**
 * TroupeFolderFindings:
 * @blocked: were created since the watch started, and were renamed
 * @left: were created and could not be renamed, on a full or read-only file system for example
 * @replaced: files that another program has replaced, so that the sandbox did not protect them any more
 * @returned: folders that code has moved, with a link in their place, and that were put back
 * @linked: folders that code has replaced by a link, which was renamed; the folder was not found
 * @kept: repositories that are new, but that code cannot have created
 * @outward: links that code has created and that lead elsewhere, and that were renamed
 * @unseen: what could not be searched or examined, so that new files may be in it
 * @reason: (nullable): why the first of @unseen could not be searched
 * @moved: (nullable): the absolute path of the folder if it was moved or replaced; what was found is in the folder that was
 *   there before
 * @is_late: whether the run ended without a complete search, because its process was killed for example, so that the
 *   user may have created them since
 *
 * What a watch has found. All are paths relative to the folder, before they were renamed. Must be
 * zero-initialized.
 */
typedef struct
{
  char **blocked;
  char **left;
  char **replaced;
  char **returned;
  char **linked;
  char **kept;
  char **outward;
  char **unseen;
  char *reason;
  char *moved;
  gboolean is_late;
} TroupeFolderFindings;

/* Frees the paths. */
void troupe_folder_findings_clear (TroupeFolderFindings *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TroupeFolderFindings, troupe_folder_findings_clear)

/* Adds a message for the user for each path to @messages (element-type utf8). @folder: (nullable): is put in
 * front of the paths */
void troupe_folder_findings_describe (const TroupeFolderFindings *self,
                                      const char *folder,
                                      GPtrArray *messages);

G_END_DECLS
