/* troupe-agent-tool-ledger.h: what came of the calls of tools, and what is done about it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-tool-events.h"
#include "troupe-agent-tool-result.h"
#include "troupe-agent-tools.h"

G_BEGIN_DECLS

/**
 * TroupeAgentToolLedger:
 *
 * Keeps what the calls of one execution gave: how often one gave the same, and which failed. Says what follows from it:
 * an agent that goes round in circles is stopped, a failure is told as the rules want it.
 */
typedef struct _TroupeAgentToolLedger TroupeAgentToolLedger;

/* @role: of the agent; @whole: (nullable): of what this is a step: failures are of both */
TroupeAgentToolLedger *troupe_agent_tool_ledger_new (const char *role,
                                                     TroupeAgentToolLedger *whole);
void troupe_agent_tool_ledger_free (TroupeAgentToolLedger *self);
void troupe_agent_tool_ledger_set_rules (TroupeAgentToolLedger *self,
                                         const TroupeAgentToolRules *rules);

/* What is done about a failure: what the tool says itself, else what the rules say. @tool: (nullable) */
TroupeAgentPolicy troupe_agent_tool_ledger_get_policy (TroupeAgentToolLedger *self,
                                                       TroupeTool *tool);
/* A call has ended. @written: (nullable): its arguments; @tool: (nullable); @result: changed where the execution ends with
 * it */
void troupe_agent_tool_ledger_take (TroupeAgentToolLedger *self,
                                    const TroupeAgentToolNews *call,
                                    TroupeValue *written,
                                    TroupeTool *tool,
                                    TroupeAgentToolResult *result);
/* (transfer full): a list of maps */
TroupeValue *troupe_agent_tool_ledger_list_failures (TroupeAgentToolLedger *self);

G_END_DECLS
