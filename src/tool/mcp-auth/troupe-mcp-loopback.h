/* troupe-mcp-loopback.h: loopback server for the redirect of a sign-in in the browser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeMcpLoopback:
 *
 * Listens on 127.0.0.1 for the single response of a sign-in (RFC 8252 §7.3). The response is
 * identified by an unguessable state. Repeated requests and requests with another state are refused
 * and have no effect. For one thread.
 */
typedef struct _TroupeMcpLoopback TroupeMcpLoopback;

/**
 * TroupeMcpLoopbackAnswer:
 * @code: (nullable): the authorization code
 * @issuer: (nullable): the issuer (RFC 9207)
 * @error, @description: (nullable): why the sign-in failed, as they were received
 */
typedef struct
{
  const char *code;
  const char *issuer;
  const char *error;
  const char *description;
} TroupeMcpLoopbackAnswer;

typedef void (*TroupeMcpLoopbackFunc) (const TroupeMcpLoopbackAnswer *answer, gpointer user_data);

/* Starts listening. @port: 0 for any free port; @func: called once, in the current
 * thread-default main context. (transfer full) (nullable). Errors: those of GIO, for example if
 * the port is in use. */
TroupeMcpLoopback *troupe_mcp_loopback_new (guint port,
                                            TroupeMcpLoopbackFunc func,
                                            gpointer user_data,
                                            GError **error);
/* Frees the server after a response that is being sent to the browser is complete. */
void troupe_mcp_loopback_free (TroupeMcpLoopback *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpLoopback, troupe_mcp_loopback_free)

/* `http://127.0.0.1:PORT/callback` */
const char *troupe_mcp_loopback_get_redirect (TroupeMcpLoopback *self);
const char *troupe_mcp_loopback_get_state (TroupeMcpLoopback *self);

/* Returns @n_bytes of random data, encoded as letters and digits. (transfer full) */
char *troupe_mcp_random_text (gsize n_bytes);
/* Returns @bytes in base64url without padding (RFC 4648 §5). (transfer full) */
char *troupe_mcp_pack_bytes (const guint8 *bytes, gsize length);

G_END_DECLS
