/* troupe-env-file.h: reads environment variables from a .env file next to a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The name of the file with keys in the folder of a document. */
#define TROUPE_ENV_FILE_NAME ".env"
/* The maximum size of a file of variables, in bytes. */
#define TROUPE_ENV_FILE_LIMIT (256u * 1024)

/**
 * troupe_env_file_read:
 * @folder: folder of the file, which is not read if it is a link to another folder
 * @names: the requested names, NULL-terminated
 * @problems: (nullable) (element-type utf8): receives a sentence for each invalid line, with its
 *   number but without its content
 *
 * Parses the file `.env` like python-dotenv: `NAME=value`, `export`, comments, quotes with escapes
 * and across lines, and `${NAME}` or `${NAME:-value}` in a value. Blocks.
 *
 * Does not set any variable; values of other names are wiped before this function returns. A
 * reference in a value is replaced with the value from an earlier line of the file, but never with a variable of
 * the process's environment, which a file of another person could move into an address, for example. A name whose
 * value is nothing but a reference to itself is left to the environment if that sets it.
 *
 * Returns: (transfer full) (nullable): names and values, which the table wipes when it is freed;
 * %NULL with a %G_IO_ERROR if the file cannot be read, %G_IO_ERROR_NOT_FOUND if it does not exist
 */
GHashTable *troupe_env_file_read (const char *folder,
                                  const char *const *names,
                                  GPtrArray *problems,
                                  GError **error);

/* Returns the files with keys that variables such as `GOOGLE_APPLICATION_CREDENTIALS` name, in the environment or in the file
 * `.env` of @folder: absolute paths without links, also of files that do not exist. Blocks. (transfer full) */
char **troupe_env_file_list_key_files (const char *folder);

/* Creates a table that wipes its values when it is freed. (transfer full) (element-type utf8
 * utf8) */
GHashTable *troupe_env_table_new (void);

G_END_DECLS
