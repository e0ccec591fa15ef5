/* troupe-folder-record.h: what a watched file or folder was before code ran
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <sys/stat.h>

G_BEGIN_DECLS

/**
 * TroupeFolderRecord:
 * @type: kind of the file, as in `st_mode`
 * @birth_ns: when it was created; 0 if the file system does not store it
 * @change_ns: when its inode was changed, which no program can set
 * @is_locked: whether the user may not open the folder
 * @target: (nullable): of a link
 *
 * Identity of an entry of a folder. Not thread-safe; never blocks for long.
 */
typedef struct
{
  mode_t type;
  ino_t inode;
  gint64 birth_ns;
  gint64 change_ns;
  gboolean is_locked;
  char *target;
} TroupeFolderRecord;

/* Records the entry @name of the open folder @folder. @status: of the entry itself. (transfer full) */
TroupeFolderRecord *
troupe_folder_record_new (int folder, const char *name, const struct stat *status);
void troupe_folder_record_free (TroupeFolderRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeFolderRecord, troupe_folder_record_free)

/* Returns when the entry @name of the open folder @folder was created, in nanoseconds since 1970, which no
 * program can set; 0 if the file system does not store it. */
gint64 troupe_folder_record_read_birth (int folder, const char *name);

/* Return the record as a text without NUL, and from such a text; %NULL if it is malformed. (transfer full)
 * (nullable) */
char *troupe_folder_record_write (const TroupeFolderRecord *self);
TroupeFolderRecord *troupe_folder_record_read (const char *text);

/* Returns TRUE if both are of the same kind, and are the same folder or a link to the same target. */
gboolean troupe_folder_record_is_same_kind (const TroupeFolderRecord *self,
                                            const TroupeFolderRecord *other);
/* Returns TRUE if both are the same file, whose content may have changed. The number of a file that was
 * removed may be used again. */
gboolean troupe_folder_record_is_same_file (const TroupeFolderRecord *self,
                                            const TroupeFolderRecord *other);

G_END_DECLS
