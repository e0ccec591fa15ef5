/* troupe-folder-lease-file.h: the stored record of a run that uses a folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Beginning of the names of the files beside the records of runs: locked while a run begins; records that are not
 * complete; what was granted to a run (troupe-folder-grants.h). */
#define TROUPE_FOLDER_LEASE_GATE "gate-"
#define TROUPE_FOLDER_LEASE_INCOMPLETE "new-"
#define TROUPE_FOLDER_LEASE_GRANTS "granted-"

/* What a file contains, by its name. */
typedef enum
{
  TROUPE_FOLDER_LEASE_KIND_RECORDS,
  TROUPE_FOLDER_LEASE_KIND_GATE,
  TROUPE_FOLDER_LEASE_KIND_INCOMPLETE,
  TROUPE_FOLDER_LEASE_KIND_GRANTS,
} TroupeFolderLeaseKind;

TroupeFolderLeaseKind troupe_folder_lease_file_get_kind (const char *name);

/* Returns the folders with such files that code in @folder cannot read, of which the first one outlives the
 * session. @folder: (nullable). (transfer full) */
char **troupe_folder_lease_file_list_tops (const char *folder);

/**
 * TroupeFolderLeaseFile:
 * @folder: absolute path without links
 * @hole: (nullable): an absolute path below it that is not used
 * @granted: absolute paths of what the user has granted to the run
 * @records: (element-type filename utf8): absolute paths of what existed, and records of them
 * @boot: (nullable): identifies the start of the system before which the run began
 * @inode: of the folder
 * @birth_ns: when the folder was created; 0 if the file system does not store it
 *
 * What a lease stores in a file. The file has a checksum, and is read completely or not at all, because a
 * part of it would make files of the user look new. Not thread-safe; blocks.
 */
typedef struct
{
  char *folder;
  char *hole;
  char **granted;
  GHashTable *records;
  char *boot;
  gint64 inode;
  gint64 birth_ns;
} TroupeFolderLeaseFile;

/* Reads the identity of the folder. @granted: (nullable). (transfer full) */
TroupeFolderLeaseFile *troupe_folder_lease_file_new (const char *folder,
                                                     const char *hole,
                                                     const char *const *granted,
                                                     GHashTable *records);
void troupe_folder_lease_file_free (TroupeFolderLeaseFile *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderLeaseFile, troupe_folder_lease_file_free)

/* Returns the content of the file, or %NULL if it would be too large to be read. (transfer full)
 * (nullable) */
GByteArray *troupe_folder_lease_file_write (const TroupeFolderLeaseFile *self);

/* Reads an open file from its beginning. Returns %NULL if it is not whole, has an error, is not a regular
 * file of the user that only the user can write, or is too large. (transfer full) (nullable) */
TroupeFolderLeaseFile *troupe_folder_lease_file_read (int descriptor);

/* Reads only the path of the folder. Returns %NULL as above. @is_foreign: (out): whether the file is not
 * from this version of the program, or of another user, so that it must stay. (transfer full) (nullable) */
char *troupe_folder_lease_file_read_folder (int descriptor, gboolean *is_foreign);

/* Returns TRUE if the folder is still the same one, and its file system keeps the numbers of files when it is
 * mounted again, so that the records can be compared with it after the end of the process. */
gboolean troupe_folder_lease_file_is_comparable (const TroupeFolderLeaseFile *self);

/* Returns the time in nanoseconds since 1970 after which code of the run cannot have created a file, because
 * the system was started since; 0 if that is not known. */
gint64 troupe_folder_lease_file_get_limit (const TroupeFolderLeaseFile *self);

G_END_DECLS
