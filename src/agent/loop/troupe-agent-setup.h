/* troupe-agent-setup.h: copies the setup of an agent loop
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-loop.h"

G_BEGIN_DECLS

/* Returns a copy that owns its contents, except for the usage. (transfer full) */
TroupeAgentLoopSetup *troupe_agent_loop_setup_copy (const TroupeAgentLoopSetup *setup);
void troupe_agent_loop_setup_free (TroupeAgentLoopSetup *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentLoopSetup, troupe_agent_loop_setup_free)

G_END_DECLS
