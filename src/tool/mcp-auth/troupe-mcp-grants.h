/* troupe-mcp-grants.h: store of the user's sign-ins to MCP servers, in memory and in the keyring
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* The user's sign-ins in this process and in the keyring, identified by their MCP server
 * (troupe_mcp_resource_name()). The keyring is queried only after a server has refused a
 * request. All functions can be called from any thread; callbacks are called in the main context
 * that was the thread default. */

/* Returns the token that is currently sent to @server. @generation: (out): a unique number of
 * the token, never 0 if there is a token. (transfer full) (nullable) */
char *troupe_mcp_grants_peek (const char *server, guint *generation);
/* Redacts all tokens and secrets of the process in @text, because a server may repeat them.
 * (transfer full) */
char *troupe_mcp_grants_hide (const char *text);

/* Loads the grant of @server. If necessary, it is loaded from the keyring, which may prompt the
 * user to unlock it. */
void troupe_mcp_grants_load_async (const char *server,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns the grant. (transfer full) (nullable): %NULL without an error if there is no grant.
 * @generation: (out): generation of its token. Errors: %G_IO_ERROR_CANCELLED; an unavailable
 * keyring is treated as empty. */
TroupeMcpGrant *
troupe_mcp_grants_load_finish (GAsyncResult *result, guint *generation, GError **error);

/* Replaces the grant of its server. The grant in the process is replaced immediately, the one in
 * the keyring asynchronously. @is_signed_in: whether the user has just signed in to obtain the
 * grant */
void troupe_mcp_grants_keep_async (TroupeMcpGrant *grant,
                                   gboolean is_signed_in,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns %FALSE with the error of the keyring if the grant is stored in this process only. */
gboolean troupe_mcp_grants_keep_finish (GAsyncResult *result, GError **error);

/* Records that the server accepted the token. */
void troupe_mcp_grants_note_use (const char *server, guint generation);
/* Returns TRUE if the user signed in for the current token and it was never accepted, so that
 * another sign-in would not help. */
gboolean troupe_mcp_grants_is_useless (const char *server);

/* Removes the grant from the process and from the keyring. Blocks. Returns %FALSE with
 * %G_IO_ERROR_NOT_FOUND if there was no grant. */
gboolean troupe_mcp_grants_remove (const char *server, GError **error);
/* Returns the servers of all sign-ins in the keyring, sorted. Blocks. (transfer full) (nullable) */
char **troupe_mcp_grants_list (GError **error);

/**
 * troupe_mcp_grants_lock_async:
 *
 * Waits until no other caller renews the sign-in to @server, so that the user is prompted once and
 * no refresh token is used twice.
 */
void troupe_mcp_grants_lock_async (const char *server,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* Returns %FALSE with %G_IO_ERROR_CANCELLED if it was cancelled. */
gboolean troupe_mcp_grants_lock_finish (GAsyncResult *result, GError **error);
void troupe_mcp_grants_unlock (const char *server);

/* For tests and the probe: clears the grants of the process, and sets whether a keyring is
 * available. */
void troupe_mcp_grants_forget (void);
void troupe_mcp_grants_set_keyring (gboolean has_keyring);

G_END_DECLS
