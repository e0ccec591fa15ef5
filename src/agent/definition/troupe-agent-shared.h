/* troupe-agent-shared.h: what agents of one crew share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent.h"

G_BEGIN_DECLS

/* How fast requests go out. @most: in a minute, 0 is any number; @minute_us: when the minute began in which @n_sent
 * went out; 0: none has begun */
typedef struct
{
  guint most;
  gint64 minute_us;
  guint n_sent;
} TroupeAgentRateLimit;

/* Microseconds until the next request may go out. */
gint64 troupe_agent_rate_limit_get_wait (TroupeAgentRateLimit *self);

/* The crew's own, NULL where it has none. (transfer none) */
TroupeAgentRateLimit *troupe_agent_shared_get_pace (TroupeAgentShared *self);
gboolean troupe_agent_shared_has_cache (TroupeAgentShared *self);

/* What the tool gave when it was last called so. @owner: whose cache it is: of one agent, or "" of the crew.
 * (transfer none) (nullable) */
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
