/* troupe-agent-report.h: emits the events of an agent's execution
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* Context for the events of an agent's attempt. */
typedef struct
{
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;
  TroupeAgentDefinition *agent;
  const TroupeAgentJob *job;
} TroupeAgentReporter;

/* Emits agent_execution_* for a task, lite_agent_execution_* otherwise. @tools: (nullable)
 * (element-type TroupeTool) */
void
troupe_agent_report_started (const TroupeAgentReporter *news, TroupeValue *input, GPtrArray *tools);
void troupe_agent_report_finished (const TroupeAgentReporter *news, const char *output);
/* @kind: tool, output or provider */
void
troupe_agent_report_failed (const TroupeAgentReporter *news, const char *kind, const GError *error);

G_END_DECLS
