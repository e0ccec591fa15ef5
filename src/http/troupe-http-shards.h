/* troupe-http-shards.h: distributes many connections over several sessions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* For each event, libsoup iterates over all connections and queued messages of a session. With a
 * thousand connections, this takes milliseconds per message. Therefore a session for many
 * connections has additional sessions, created on demand, each of which has only a few
 * connections. Every call must use the session that troupe_http_shards_take() returns. If there
 * are few calls, this is the original session itself. */

/* Creates a session with up to @connections, in total and to one host. (transfer full) */
SoupSession *troupe_http_shards_new (guint connections);

/* Returns the session that a call must use. (transfer full) */
SoupSession *troupe_http_shards_take (SoupSession *session);
/* Releases the session after a call. @taken: (transfer full) */
void troupe_http_shards_give (SoupSession *session, SoupSession *taken);

G_END_DECLS
