/* troupe-env-file.h: variables that a file beside a document sets
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The largest file of variables that is read, in bytes. */
#define TROUPE_ENV_FILE_LIMIT (256u * 1024)

/**
 * troupe_env_file_read:
 * @folder: in which the file is; one that is a link to another folder is not read
 * @names: what is wanted, NULL-terminated
 * @problems: (nullable) (element-type utf8): gets a sentence for each line that cannot be read, with its number and
 *   nothing of what stands there
 *
 * Reads the file `.env` as python-dotenv does: `NAME=value`, `export`, comments, quotes with escapes and over several
 * lines, and `${NAME}` or `${NAME:-value}` in a value. Blocks.
 *
 * Nothing is set, and values of other names are wiped before this returns. In a value a name is what the process's
 * environment has, but only for a name that is wanted: nobody gets at the others by way of a file; else what the file
 * says above.
 *
 * Returns: (transfer full) (nullable): names and values, which the table wipes when it is freed; %NULL with a %G_IO_ERROR
 *   where the file cannot be read, %G_IO_ERROR_NOT_FOUND where there is none
 */
GHashTable *troupe_env_file_read (const char *folder,
                                  const char *const *names,
                                  GPtrArray *problems,
                                  GError **error);

/* A table that wipes its values when it is freed. (transfer full) (element-type utf8 utf8) */
GHashTable *troupe_env_table_new (void);

G_END_DECLS
