/* troupe-http-close.h: safe asynchronous closing of response streams
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/**
 * troupe_http_close:
 * @session: (transfer full): session of the call
 * @message: (transfer full) (nullable): message of the call
 * @stream: (transfer full) (nullable): response to the message
 * @cancellable: (nullable): already cancelled if the rest of the stream is not needed, which closes
 *   the connection
 *
 * Releases the session, the message and the stream from the thread's main context. This is
 * necessary because libsoup accesses the session and the message when an unfinished stream is
 * closed or freed, and these must not be freed in libsoup's own callbacks.
 */
void troupe_http_close (SoupSession *session,
                        SoupMessage *message,
                        GInputStream *stream,
                        GCancellable *cancellable);

G_END_DECLS
