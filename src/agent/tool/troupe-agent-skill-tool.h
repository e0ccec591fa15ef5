/* troupe-agent-skill-tool.h: tool with which an agent loads a skill
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-skills.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_AGENT_SKILL_TOOL (troupe_agent_skill_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentSkillTool,
                      troupe_agent_skill_tool,
                      TROUPE,
                      AGENT_SKILL_TOOL,
                      TroupeTool)

/**
 * troupe_agent_skill_tool_offer:
 * @tools: (nullable) (inout) (element-type TroupeTool): tools of the agent; replaced by a new list
 *   with the skill tool at its end
 *
 * Returns: (transfer full) (nullable): the skill tool; %NULL if there are no skills, in which case
 * @tools is unchanged
 */
TroupeTool *
troupe_agent_skill_tool_offer (TroupeAgentSkills *skills, const char *role, GPtrArray **tools);

G_END_DECLS
