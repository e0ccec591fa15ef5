/* troupe-a2a-tool.h: a remote agent as what is called
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-a2a-client.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_A2A_TOOL (troupe_a2a_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeA2aTool, troupe_a2a_tool, TROUPE, A2A_TOOL, TroupeTool)

/**
 * troupe_a2a_tool_new:
 *
 * A tool that is called with what is said to the agent, and gives what came of it: so that a run keeps its answers as
 * those of any tool, and none is asked for twice. Describing it reads the card. A call takes a map of `message`, a
 * text, `history`, a list of messages, and `context_id`, `task_id` and `reference_task_ids`, which may be null, and
 * gives a map as troupe_a2a_task_end() has it. It is given to no model.
 *
 * Returns: (transfer full): the tool
 */
TroupeTool *troupe_a2a_tool_new (TroupeA2aConfig *config);
const TroupeA2aConfig *troupe_a2a_tool_get_config (TroupeA2aTool *self);
/* Of a tool that was described. (transfer none) (nullable) */
const TroupeA2aCard *troupe_a2a_tool_get_card (TroupeA2aTool *self);

G_END_DECLS
