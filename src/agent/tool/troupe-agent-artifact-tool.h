/* troupe-agent-artifact-tool.h: tool that reads deferred tool results
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

/* Creates the tool "Read a deferred tool result". If a call fails, the result of the call is the
 * text of the error. (transfer full) */
TroupeTool *troupe_agent_artifact_tool_new (TroupeAgentArtifacts *artifacts);

G_END_DECLS
