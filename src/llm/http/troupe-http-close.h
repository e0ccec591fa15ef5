/* troupe-http-close.h: streams of answers that are let go of
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/**
 * troupe_http_close:
 * @session: (transfer full): that the call was made with
 * @message: (transfer full) (nullable): of the call
 * @stream: (transfer full) (nullable): its answer
 * @cancellable: (nullable): already cancelled where nothing more of the stream is wanted, which ends the connection
 *
 * Lets go of all three in turns of the thread's main context: libsoup reaches into the session and the message when
 * a stream that was broken off is closed, and at the latest when it is freed, and must not be freed out of its own
 * callbacks.
 */
void troupe_http_close (SoupSession *session,
                        SoupMessage *message,
                        GInputStream *stream,
                        GCancellable *cancellable);

G_END_DECLS
