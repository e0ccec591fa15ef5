/* troupe-keyring.h: stores API keys and sign-ins in the desktop's keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The keys are stored by the name of the corresponding environment variable, such as
 * OPENAI_API_KEY. All calls may block until the user has unlocked the keyring. Therefore use the
 * asynchronous functions in threads with a main loop, and the other functions in separate
 * threads and on the command line. Errors are those of the keyring and of GIO, and never contain
 * a key. */

/* Returns TRUE if @name is a valid name of a variable: upper case letters, digits and
 * underscores. */
gboolean troupe_keyring_is_name (const char *name);

/* Looks up keys. Returns a table of those @names that exist and their keys, which are wiped when
 * the table is freed. (transfer full) (nullable) */
GHashTable *
troupe_keyring_lookup (const char *const *names, GCancellable *cancellable, GError **error);
void troupe_keyring_lookup_async (const char *const *names,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
GHashTable *troupe_keyring_lookup_finish (GAsyncResult *result, GError **error);

/* Stores @key as @name; replaces an existing one. */
gboolean
troupe_keyring_store (const char *name, const char *key, GCancellable *cancellable, GError **error);
void troupe_keyring_store_async (const char *name,
                                 const char *key,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
/* Emits TroupeKeyringWatch::changed if the key was stored, as troupe_keyring_remove_finish() does. Main
 * thread */
gboolean troupe_keyring_store_finish (GAsyncResult *result, GError **error);

/* Returns the names of all keys, sorted. Does not prompt the user to unlock the keyring.
 * (transfer full) (nullable) */
char **troupe_keyring_list (GCancellable *cancellable, GError **error);
void troupe_keyring_list_async (GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
char **troupe_keyring_list_finish (GAsyncResult *result, GError **error);

/* Removes a key. Fails with %G_IO_ERROR_NOT_FOUND if the key does not exist. */
gboolean troupe_keyring_remove (const char *name, GCancellable *cancellable, GError **error);
void troupe_keyring_remove_async (const char *name,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean troupe_keyring_remove_finish (GAsyncResult *result, GError **error);

/* --- Sign-ins to MCP servers, by server URL (troupe-mcp-grants.h), blocking ------------------- */

/* Returns the data stored for @server, which must be freed with troupe_keyring_free_sign_in().
 * (transfer full) (nullable): %NULL without an error if no data is stored */
char *troupe_keyring_lookup_sign_in (const char *server, GCancellable *cancellable, GError **error);
/* Wipes and frees the data. */
void troupe_keyring_free_sign_in (char *text);
/* Stores @text; replaces existing data. */
gboolean troupe_keyring_store_sign_in (const char *server,
                                       const char *text,
                                       GCancellable *cancellable,
                                       GError **error);
/* Returns the servers for which a sign-in is stored, sorted. Does not prompt the user to unlock
 * the keyring. (transfer full) (nullable) */
char **troupe_keyring_list_sign_ins (GCancellable *cancellable, GError **error);
/* Removes a sign-in. Fails with %G_IO_ERROR_NOT_FOUND if the sign-in does not exist. */
gboolean
troupe_keyring_remove_sign_in (const char *server, GCancellable *cancellable, GError **error);

G_END_DECLS
