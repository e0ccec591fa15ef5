/* troupe-agent-shared.h: state shared by the agents of a crew: tool cache, rate limit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* Rate limit for requests. @most: requests per minute, 0 for no limit; @minute_us: start of the
 * minute in which @n_sent requests were sent; 0 if no request was sent yet */
typedef struct
{
  guint most;
  gint64 minute_us;
  guint n_sent;
} TroupeAgentRateLimit;

/* Returns the microseconds until the next request may be sent. */
gint64 troupe_agent_rate_limit_get_wait (TroupeAgentRateLimit *self);

/* Returns the crew's rate limit, or NULL if the crew has none. (transfer none) */
TroupeAgentRateLimit *troupe_agent_shared_get_pace (TroupeAgentShared *self);
gboolean troupe_agent_shared_has_cache (TroupeAgentShared *self);

/* Looks up the result of an identical tool call. @owner: owner of the cache: an agent, or "" for
 * the crew. (transfer none) (nullable) */
TroupeValue *troupe_agent_shared_look_up (TroupeAgentShared *self,
                                          const char *owner,
                                          const char *tool,
                                          TroupeValue *arguments);
void troupe_agent_shared_keep (TroupeAgentShared *self,
                               const char *owner,
                               const char *tool,
                               TroupeValue *arguments,
                               TroupeValue *value);

G_END_DECLS
