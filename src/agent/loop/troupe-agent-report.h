/* troupe-agent-report.h: what is told of an agent at work
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-job.h"

G_BEGIN_DECLS

/* An attempt of an agent, as its events have it. */
typedef struct
{
  TroupeEventBus *bus; /* (nullable) */
  TroupeScope *scope;
  TroupeAgentDefinition *agent;
  const TroupeAgentJob *job;
} TroupeAgentNews;

/* Of a task agent_execution_*, else lite_agent_execution_*. @tools: (nullable) (element-type TroupeTool) */
void
troupe_agent_report_started (const TroupeAgentNews *news, TroupeValue *input, GPtrArray *tools);
void troupe_agent_report_finished (const TroupeAgentNews *news, const char *output);
/* @kind: tool, output or provider */
void
troupe_agent_report_failed (const TroupeAgentNews *news, const char *kind, const GError *error);

G_END_DECLS
