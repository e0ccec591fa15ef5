/* troupe-a2a-tool.h: remote A2A agent as a tool
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
 * Creates a tool that sends a message to a remote agent and returns the outcome. Because it is a
 * tool, a run records its results like those of any other tool and does not repeat a call. When the
 * tool is described, it reads the agent card. The arguments are a map of `message`, a string,
 * `history`, a list of messages, and `context_id`, `task_id` and `reference_task_ids`, which may be
 * null. The result is the map that troupe_a2a_task_end() returns. The tool is never offered to a
 * model.
 *
 * Returns: (transfer full): the tool
 */
TroupeTool *troupe_a2a_tool_new (TroupeA2aConfig *config);
const TroupeA2aConfig *troupe_a2a_tool_get_config (TroupeA2aTool *self);
/* Returns the card of a tool that has been described. (transfer none) (nullable) */
const TroupeA2aCard *troupe_a2a_tool_get_card (TroupeA2aTool *self);

G_END_DECLS
