/* troupe-folder-lease.h: which runs use a folder at the same time, and what it contained before
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-folder-lease-file.h"

G_BEGIN_DECLS

/**
 * TroupeFolderLease:
 *
 * Code of several runs may write in a folder at the same time, also in different processes and in
 * overlapping folders. What the folder contains when the second run begins was possibly created by the
 * first one. Therefore the second run uses what the first one has recorded before its code was started.
 * The records are files in `troupe/folders` of the user's state folder, which sandboxes do not contain, or of
 * the runtime folder if that one is in the folder of the run or cannot be written. The lock of
 * a file ends with its process, so that the record of a process that was killed is recognized. All runs of a process in the same folder share one lease, so that each of them uses
 * what the first one has recorded. Blocks; thread-safe.
 */
typedef struct _TroupeFolderLease TroupeFolderLease;

/**
 * troupe_folder_lease_new:
 * @folder: an absolute path without symbolic links
 * @hole: (nullable): an absolute path below it that is not used
 *
 * Reads what other runs have recorded. Until troupe_folder_lease_publish() other runs in this folder, above and
 * below it wait in this function, so that none of them starts code in the meantime. They wait for at most five
 * seconds, because a process may be stopped; then they go on with what is recorded.
 *
 * Returns: (transfer full) (nullable): %NULL if another run of this process takes too long
 */
TroupeFolderLease *troupe_folder_lease_new (const char *folder, const char *hole);
/* Notes whether the folder was searched completely since the code of a run has ended. If the last run did not do so, its
 * records stay, as if the process had been killed. */
void troupe_folder_lease_set_clean (TroupeFolderLease *self, gboolean is_clean);
/* Ends the lease: later runs do not take its records into account, unless the folder is not clean. */
void troupe_folder_lease_free (TroupeFolderLease *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderLease, troupe_folder_lease_free)

/* Returns TRUE if another run has recorded what the folder @path contains. */
gboolean troupe_folder_lease_has_other (TroupeFolderLease *self, const char *path);
/* Returns TRUE if another run has recorded what exactly this folder contains. */
gboolean troupe_folder_lease_has_same (TroupeFolderLease *self);
/* Returns the time in nanoseconds since 1970 before which no code of the runs was started that have recorded what @path
 * contains. */
gint64 troupe_folder_lease_get_since (TroupeFolderLease *self, const char *path);
/* Returns the records of all other runs: absolute paths and what was stored for them. (transfer none)
 * (element-type filename utf8) */
GHashTable *troupe_folder_lease_get_others (TroupeFolderLease *self);

/* @file: what the run had recorded whose process was killed. Returns TRUE if it is not needed any more. */
typedef gboolean (*TroupeFolderLeaseFunc) (const TroupeFolderLeaseFile *file, gpointer user_data);

/* Calls @func before troupe_folder_lease_publish() for each record in this folder, above and below it whose process
 * has ended without ending its runs, and removes those that are not needed. It is not called while another
 * process runs code there, nor for a record that has an error or is of another folder. Waits until the
 * sandboxes of a process that was just killed have ended. */
void troupe_folder_lease_recover (TroupeFolderLease *self,
                                  TroupeFolderLeaseFunc func,
                                  gpointer user_data);
/* Returns TRUE if there are records of any folder. Takes microseconds. */
gboolean troupe_folder_lease_has_records (void);

/* Stores the records, unless another run of this process has done so. If that fails, on a full disk for example, other processes
 * do not see them. @records: (element-type filename utf8): with absolute paths; @granted: absolute paths that
 * the user has granted. Returns FALSE if the records are too large for a file, so that no code may run. */
gboolean troupe_folder_lease_publish (TroupeFolderLease *self,
                                      GHashTable *records,
                                      const char *const *granted);

G_END_DECLS
