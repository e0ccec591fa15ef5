/* troupe-keyring.h: keys in the desktop's keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* Keys by the name of the environment variable that they stand for, such as OPENAI_API_KEY. What waits for the
 * keyring may wait for a person, who is asked to unlock it: whoever has a main loop takes the asynchronous
 * functions, the others are for threads of their own and the command line. Errors are those of the keyring and
 * of GIO, and never tell a key. */

/* Whether it could be the name of a variable: capitals, digits and underscores. */
gboolean troupe_keyring_is_name (const char *name);

/* Those of @names that are there: a table of names and keys, which it wipes when it is freed.
 * (transfer full) (nullable) */
GHashTable *
troupe_keyring_lookup (const char *const *names, GCancellable *cancellable, GError **error);
void troupe_keyring_lookup_async (const char *const *names,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
GHashTable *troupe_keyring_lookup_finish (GAsyncResult *result, GError **error);

/* Keeps @key under @name, in the place of one that is there. */
gboolean
troupe_keyring_store (const char *name, const char *key, GCancellable *cancellable, GError **error);
void troupe_keyring_store_async (const char *name,
                                 const char *key,
                                 GCancellable *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer user_data);
gboolean troupe_keyring_store_finish (GAsyncResult *result, GError **error);

/* The names of all keys, sorted. Asks nobody to unlock anything. (transfer full) (nullable) */
char **troupe_keyring_list (GCancellable *cancellable, GError **error);
void troupe_keyring_list_async (GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer user_data);
char **troupe_keyring_list_finish (GAsyncResult *result, GError **error);

/* Where there is none it is %G_IO_ERROR_NOT_FOUND. */
gboolean troupe_keyring_remove (const char *name, GCancellable *cancellable, GError **error);
void troupe_keyring_remove_async (const char *name,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data);
gboolean troupe_keyring_remove_finish (GAsyncResult *result, GError **error);

/* --- Sign-ins to MCP servers, by the server's address (troupe-mcp-grants.h). They block. -------------- */

/* What is kept of @server, for troupe_keyring_free_sign_in(). (transfer full) (nullable): %NULL without an error where there
 * is nothing */
char *troupe_keyring_lookup_sign_in (const char *server, GCancellable *cancellable, GError **error);
/* Wipes it. */
void troupe_keyring_free_sign_in (char *text);
/* Keeps @text in the place of what there was. */
gboolean troupe_keyring_store_sign_in (const char *server,
                                       const char *text,
                                       GCancellable *cancellable,
                                       GError **error);
/* Their servers, sorted. Asks nobody to unlock anything. (transfer full) (nullable) */
char **troupe_keyring_list_sign_ins (GCancellable *cancellable, GError **error);
/* Where there is none it is %G_IO_ERROR_NOT_FOUND. */
gboolean
troupe_keyring_remove_sign_in (const char *server, GCancellable *cancellable, GError **error);

G_END_DECLS
