/* troupe-agent-memory-tool.h: tools with which an agent searches and fills its memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-memory.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_AGENT_MEMORY_SEARCH, /* `queries` */
  TROUPE_AGENT_MEMORY_SAVE,   /* `contents` */
} TroupeAgentMemoryToolKind;

#define TROUPE_TYPE_AGENT_MEMORY_TOOL (troupe_agent_memory_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeAgentMemoryTool,
                      troupe_agent_memory_tool,
                      TROUPE,
                      AGENT_MEMORY_TOOL,
                      TroupeTool)

/* @scope: (nullable): scope for the events of saving a memory, which may continue after the
 *   call;
 * @cancellable: (nullable): cancels saving. (transfer full) */
TroupeTool *troupe_agent_memory_tool_new (TroupeAgentMemoryToolKind kind,
                                          TroupeMemory *memory,
                                          TroupeScope *scope,
                                          GCancellable *cancellable);

G_END_DECLS
