/* troupe-http-shards.h: many connections, a few to each session
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* A session of libsoup looks at all of its connections and at all messages that wait with whatever happens to
 * one of them, so that a thousand connections take it milliseconds a message. Hence a session that is to have
 * many has others beside it, made when they are needed, with a few connections each; calls ask it which one
 * they are to use. While there are few calls that is the session itself. */

/* A session with up to @connections, in all and to one host. (transfer full) */
SoupSession *troupe_http_shards_new (guint connections);

/* The one that a call is to use. (transfer full) */
SoupSession *troupe_http_shards_take (SoupSession *session);
/* The call has ended. @taken: (transfer full) */
void troupe_http_shards_give (SoupSession *session, SoupSession *taken);

G_END_DECLS
