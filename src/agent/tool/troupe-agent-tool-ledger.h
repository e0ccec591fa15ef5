/* troupe-agent-tool-ledger.h: ledger of tool results: repeated calls, failures and policies
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
 * Records the results of the calls of one execution: how often a call returned the same result, and
 * which calls failed. Stops an agent that repeats the same call, and reports failures according to
 * the policy.
 */
typedef struct _TroupeAgentToolLedger TroupeAgentToolLedger;

/* @role: role of the agent; @whole: (nullable): for a step of a plan, the ledger of the complete
 *   execution, in which failures are recorded as well */
TroupeAgentToolLedger *troupe_agent_tool_ledger_new (const char *role,
                                                     TroupeAgentToolLedger *whole);
void troupe_agent_tool_ledger_free (TroupeAgentToolLedger *self);
void troupe_agent_tool_ledger_set_rules (TroupeAgentToolLedger *self,
                                         const TroupeAgentToolRules *rules);

/* Returns the failure policy of @tool, or the policy of the rules if the tool has none. @tool:
 * (nullable) */
TroupeAgentPolicy troupe_agent_tool_ledger_get_policy (TroupeAgentToolLedger *self,
                                                       TroupeTool *tool);
/* Records a finished call. @written: (nullable): arguments of the call; @tool: (nullable);
 * @result: modified if it ends the execution */
void troupe_agent_tool_ledger_take (TroupeAgentToolLedger *self,
                                    const TroupeAgentToolReporter *call,
                                    TroupeValue *written,
                                    TroupeTool *tool,
                                    TroupeAgentToolResult *result);
/* Returns a list of maps. (transfer full) */
TroupeValue *troupe_agent_tool_ledger_list_failures (TroupeAgentToolLedger *self);

G_END_DECLS
