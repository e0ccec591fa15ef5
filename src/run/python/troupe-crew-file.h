/* troupe-crew-file.h: output files of crew tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-crew.h"

G_BEGIN_DECLS

/* Returns the content of a task's output file. This is the object of the output, otherwise its
 * text (doc/crew-semantics.md §9). (transfer full) */
char *troupe_crew_file_make_text (TroupeValue *output);

/* Returns the path of an output file relative to the working folder, without links and `..`, or @path if it is
 * elsewhere. @folder: the working folder. (transfer full) */
char *troupe_crew_file_find_place (const char *folder, const char *path);

/* Returns TRUE if an output file is where something is developed, so that tools may take settings or sources from
 * it (troupe-folder-project.h). @folder: the working folder; @path: relative to it. Blocks. */
gboolean troupe_crew_file_is_in_project (const char *folder, const char *path);

/**
 * troupe_crew_file_check:
 * @folder: the working folder
 * @path: relative to @folder
 *
 * Returns FALSE with %TROUPE_RUN_ERROR_FILE if a document must not write the file, because it is
 * protected or hidden, or because the folder is shared (troupe-folder-policy.h). Blocks.
 */
gboolean troupe_crew_file_check (const char *folder, const char *path, GError **error);

/**
 * troupe_crew_file_write:
 * @folder: the file must be located inside it
 * @path: relative to it
 * @makes_folders: whether missing folders are created
 *
 * Replaces the file atomically, if troupe_crew_file_check() permits it. Blocks.
 */
gboolean troupe_crew_file_write (const char *folder,
                                 const char *path,
                                 gboolean makes_folders,
                                 const char *text,
                                 gsize length,
                                 GError **error);

/* Returns FALSE with an error of the policy if the file @name in the open folder @place must not
 * be written. This includes the case that @name is another name of a protected file. @path:
 * relative to @folder */
gboolean troupe_crew_file_check_at (const char *folder,
                                    const char *path,
                                    int place,
                                    const char *name,
                                    GError **error);

/* Same as troupe_crew_file_check_at(), for an open file, which has to be a regular file */
gboolean
troupe_crew_file_check_open (const char *folder, const char *path, int file, GError **error);

/* Appends JSON as Python's json module formats it with an indentation and without escaping
 * non-ASCII characters. */
void troupe_crew_file_append_json (TroupeValue *value, guint indent, guint level, GString *text);

G_END_DECLS
