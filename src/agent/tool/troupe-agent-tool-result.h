/* troupe-agent-tool-result.h: what came of a call of a tool
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tools.h"

G_BEGIN_DECLS

/* @text: (transfer full) */
TroupeAgentToolResult *troupe_agent_tool_result_new (char *text, TroupeAgentFailure failure);

/* What a model is told of a value: what Python's str() gives, but lists and maps are JSON. (transfer full) */
char *troupe_agent_tool_result_render (TroupeValue *value);

G_END_DECLS
