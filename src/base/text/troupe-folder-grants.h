/* troupe-folder-grants.h: what the user has granted to runs that use a folder at the same time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A hidden file or folder that the user has granted to one run looks like one that code has left to another run that
 * was not granted it. Therefore each run stores what it was granted, in files beside the records of the
 * leases (troupe-folder-lease.h). A file remains after its run until no record is left that a run or the recovery of a
 * killed one will compare a folder around the granted paths with. All functions block and may be called on any
 * thread. */

/* Stores what was granted to a run, before its code starts. The record of the run must have been stored. Without a place
 * that can be written nothing is stored. @folder: of the run; @granted: (array zero-terminated=1): absolute paths */
void troupe_folder_grants_store (const char *folder, const char *const *granted);

/* Returns the granted paths in the folder @folder. (transfer full) (element-type filename) */
GPtrArray *troupe_folder_grants_list (const char *folder);

/* Removes the files that no run needs. To be called after the record of a run was removed. */
void troupe_folder_grants_clean (void);

G_END_DECLS
