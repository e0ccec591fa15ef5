/* troupe-agent-retry.h: classifies errors of an agent and decides about retries
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* Returns TRUE if a retry may help. It cannot help if the end was intended, or if no attempt can
 * fix the error. */
gboolean troupe_agent_retry_may_help (const GError *error);
/* Returns TRUE if a task is retried after the error (doc/crew-semantics.md §11). Other jobs of
 * an agent are never retried. The number of retries is not considered. */
gboolean troupe_agent_retry_is_worth_it (const TroupeAgentJob *job, const GError *error);
/* Returns the kind of error for events: tool, output or provider. */
const char *troupe_agent_retry_get_kind (const TroupeAgentJob *job, const GError *error);
/* Returns TRUE if the end was intended. For a task, an intended end is not a failure of the
 * agent itself. */
gboolean troupe_agent_retry_is_stop (const TroupeAgentJob *job, const GError *error);

G_END_DECLS
