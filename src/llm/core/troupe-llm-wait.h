/* troupe-llm-wait.h: delays before a call is sent, limited by its deadline
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm.h"

G_BEGIN_DECLS

/**
 * troupe_llm_wait_begin:
 * @request: its @on_wait is called for a wait of a second or more
 * @end_us: deadline of the call, in monotonic time; 0 for none
 * @service: (nullable): the name of the service that requests the delay
 * @wait_ms: the delay; 0 for none
 *
 * Checks whether the wait ends before the deadline (doc/llm-client.md §1).
 *
 * Returns: %FALSE with %TROUPE_LLM_ERROR_TIMEOUT if the wait would end after the deadline
 */
gboolean troupe_llm_wait_begin (const TroupeLlmRequest *request,
                                gint64 end_us,
                                const char *service,
                                gint64 wait_ms,
                                GError **error);

G_END_DECLS
