/* troupe-agent-artifact-tool.h: the tool that reads results which were put off
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-artifacts.h"

G_BEGIN_DECLS

#define TROUPE_TYPE_AGENT_ARTIFACT_TOOL (troupe_agent_artifact_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentArtifactTool,
                      troupe_agent_artifact_tool,
                      TROUPE,
                      AGENT_ARTIFACT_TOOL,
                      TroupeTool)

/* "Read a deferred tool result": what is wrong with a call is its result, a text. (transfer full) */
TroupeTool *troupe_agent_artifact_tool_new (TroupeAgentArtifacts *artifacts);

G_END_DECLS
