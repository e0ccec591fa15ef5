/* troupe-llm-count.h: a service counts what it would be asked
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "troupe-llm-wire.h"

G_BEGIN_DECLS

/* The wire that can ask the service to count, NULL where none can. */
const TroupeLlmWire *troupe_llm_count_find_wire (const TroupeLlmTarget *target,
                                                 const TroupeLlmRequest *request);

/* Asks once, and returns the number to @task; the estimate where there is none, for whatever reason.
 * @target: (transfer full); @wire: of troupe_llm_count_find_wire(); @task: (transfer full) */
void troupe_llm_count (SoupSession *session,
                       TroupeLlmTarget *target,
                       const TroupeLlmWire *wire,
                       const TroupeLlmRequest *request,
                       GTask *task);

G_END_DECLS
