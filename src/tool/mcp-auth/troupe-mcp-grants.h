/* troupe-mcp-grants.h: the sign-ins to MCP servers that this person has
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-mcp-grant.h"

G_BEGIN_DECLS

/* Sign-ins by the server that they are for (troupe_mcp_resource_name()): of this process, and in the keyring. The process
 * asks the keyring for one when a server refuses, and never before. All functions are for any thread; callbacks come in the
 * main context that was the thread's default. */

/* The token that is sent to @server now, if there is one. @generation: (out): another one for each token, never 0 where
 * there is one. (transfer full) (nullable) */
char *troupe_mcp_grants_peek (const char *server, guint *generation);
/* @text without any token and secret of the process, as a server may say them. (transfer full) */
char *troupe_mcp_grants_hide (const char *text);

/* What there is of @server, also in the keyring, which may ask a person to unlock it. */
void troupe_mcp_grants_load_async (const char *server,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* (transfer full) (nullable): %NULL without an error: nothing. @generation: (out): of its token. Errors:
 * %G_IO_ERROR_CANCELLED; a keyring that cannot be asked has nothing. */
TroupeMcpGrant *
troupe_mcp_grants_load_finish (GAsyncResult *result, guint *generation, GError **error);

/* Keeps it in the place of what there was, in the process at once. @is_signed_in: whether somebody signed in for it just
 * now */
void troupe_mcp_grants_keep_async (TroupeMcpGrant *grant,
                                   gboolean is_signed_in,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* %FALSE with the error of the keyring where it holds for this process alone. */
gboolean troupe_mcp_grants_keep_finish (GAsyncResult *result, GError **error);

/* Something was answered to that token. */
void troupe_mcp_grants_note_use (const char *server, guint generation);
/* Whether somebody signed in for the present token and it was never of use: another one would not be, either. */
gboolean troupe_mcp_grants_is_useless (const char *server);

/* Forgets it, in the keyring too. Blocks. %FALSE with %G_IO_ERROR_NOT_FOUND where there was none. */
gboolean troupe_mcp_grants_remove (const char *server, GError **error);
/* The servers of all that the keyring has, sorted. Blocks. (transfer full) (nullable) */
char **troupe_mcp_grants_list (GError **error);

/**
 * troupe_mcp_grants_lock_async:
 *
 * Waits until nobody else renews the sign-in to @server, so that a person is asked once and no token is used twice.
 */
void troupe_mcp_grants_lock_async (const char *server,
                                   GCancellable *cancellable,
                                   GAsyncReadyCallback callback,
                                   gpointer user_data);
/* %FALSE with %G_IO_ERROR_CANCELLED. */
gboolean troupe_mcp_grants_lock_finish (GAsyncResult *result, GError **error);
void troupe_mcp_grants_unlock (const char *server);

/* For tests and the probe: that the process has none, and whether there is a keyring. */
void troupe_mcp_grants_forget (void);
void troupe_mcp_grants_set_keyring (gboolean has_keyring);

G_END_DECLS
