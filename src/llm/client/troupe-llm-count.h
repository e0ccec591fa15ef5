/* troupe-llm-count.h: counts the tokens of a request with the service's API
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* Returns the wire that can count with the service's API, or NULL if there is none. */
const TroupeLlmWire *troupe_llm_count_find_wire (const TroupeLlmTarget *target,
                                                 const TroupeLlmRequest *request);

/* Sends a single request and returns the number of tokens in @task. If the request fails for any
 * reason, returns the estimate.
 * @target: (transfer full); @wire: from troupe_llm_count_find_wire(); @task: (transfer full) */
void troupe_llm_count (SoupSession *session,
                       TroupeLlmTarget *target,
                       const TroupeLlmWire *wire,
                       const TroupeLlmRequest *request,
                       GTask *task);

G_END_DECLS
