/* troupe-llm-wait.h: waits before a call goes out
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * troupe_llm_wait_begin:
 * @request: whose watcher is told of a wait of a second or more
 * @end_us: when the call has to end, by the monotonic clock; 0 where it need not
 * @service: (nullable): the name of the service that wants it
 * @wait_ms: how long; 0 where there is nothing to wait for
 *
 * A wait that would not end in time is not begun (doc/llm-client.md §1).
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_TIMEOUT then
 */
gboolean troupe_llm_wait_begin (const TroupeLlmRequest *request,
                                gint64 end_us,
                                const char *service,
                                gint64 wait_ms,
                                GError **error);

G_END_DECLS
