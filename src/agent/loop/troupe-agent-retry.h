/* troupe-agent-retry.h: what an error of an agent is, and whether another attempt may mend it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* Whether another attempt may go better: not where it was meant to end, and where no attempt can mend it. */
gboolean troupe_agent_retry_may_help (const GError *error);
/* Whether a task is begun anew after it (doc/crew-semantics.md §11); other work of an agent never is. How often it was is not looked at. */
gboolean troupe_agent_retry_is_worth_it (const TroupeAgentJob *job, const GError *error);
/* What it is of, for events: tool, output or provider. */
const char *troupe_agent_retry_get_kind (const TroupeAgentJob *job, const GError *error);
/* Whether it ended because it was told to: of a task that is no failure of the agent's own. */
gboolean troupe_agent_retry_is_stop (const TroupeAgentJob *job, const GError *error);

G_END_DECLS
