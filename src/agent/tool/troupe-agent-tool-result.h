/* troupe-agent-tool-result.h: result of a tool call
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"

G_BEGIN_DECLS

/* @text: (transfer full) */
TroupeAgentToolResult *troupe_agent_tool_result_new (char *text, TroupeAgentFailure failure);

/* Converts a value to text for the model: like Python's str(), but lists and maps are JSON.
 * (transfer full) */
char *troupe_agent_tool_result_render (TroupeValue *value);

G_END_DECLS
