/* troupe-mcp-loopback.h: where a sign-in in the browser comes back to
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeMcpLoopback:
 *
 * Listens on 127.0.0.1 for the one answer of a sign-in (RFC 8252 §7.3). It is known by a state that nobody can guess; what
 * comes with another one, or a second time, is refused and changes nothing. For one thread.
 */
typedef struct _TroupeMcpLoopback TroupeMcpLoopback;

/**
 * TroupeMcpLoopbackAnswer:
 * @code: (nullable): what tokens are got with
 * @issuer: (nullable): who it says that it is from (RFC 9207)
 * @error, @description: (nullable): that nobody signed in, and why, as they were sent
 */
typedef struct
{
  const char *code;
  const char *issuer;
  const char *error;
  const char *description;
} TroupeMcpLoopbackAnswer;

typedef void (*TroupeMcpLoopbackFunc) (const TroupeMcpLoopbackAnswer *answer, gpointer user_data);

/* @port: 0: any; @func: called once, in the main context that is the thread's default now. (transfer full) (nullable). Errors:
 * those of GIO, where the port is taken. */
TroupeMcpLoopback *troupe_mcp_loopback_new (guint port,
                                            TroupeMcpLoopbackFunc func,
                                            gpointer user_data,
                                            GError **error);
/* What the browser was told is shown all the same. */
void troupe_mcp_loopback_free (TroupeMcpLoopback *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMcpLoopback, troupe_mcp_loopback_free)

/* `http://127.0.0.1:PORT/callback` */
const char *troupe_mcp_loopback_get_redirect (TroupeMcpLoopback *self);
const char *troupe_mcp_loopback_get_state (TroupeMcpLoopback *self);

/* Letters and digits of @n_bytes that nobody can guess. (transfer full) */
char *troupe_mcp_random_text (gsize n_bytes);
/* @bytes in base64 for addresses, without an end (RFC 4648 §5). (transfer full) */
char *troupe_mcp_pack_bytes (const guint8 *bytes, gsize length);

G_END_DECLS
