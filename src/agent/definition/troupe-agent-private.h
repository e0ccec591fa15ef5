/* troupe-agent-private.h: declarations shared by the files of agent/
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-reply.h"
#include "troupe-agent-plan-config.h"
#include "troupe-agent-tools.h"
#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

struct _TroupeAgentDefinition
{
  gatomicrefcount ref_count;
  TroupeValue *fields;
  char *role;
  char *goal;
  char *backstory;
  char *model;                  /* (nullable) */
  TroupeValue *settings;        /* (nullable) */
  TroupeValue *response_schema; /* (nullable): what is sent of `response_format` */
  TroupeSchema *response_rules; /* (nullable): what the answer is held against */
  char *response_model;         /* (nullable): the class that says it, a dotted path */
  char *response_source;        /* (nullable): `module:Class` of it */
  gboolean use_system_prompt;
  char *guardrail; /* (nullable): the rule, where it is a text */
  guint max_refusals;
  char **tools;         /* for their makers */
  char *unknown_tool;   /* (nullable): that none knows */
  guint max_iterations; /* rounds of asking */
  guint max_retries;
  guint max_rpm;               /* 0: any number */
  TroupeAgentPlanConfig *plan; /* (nullable): where it plans first */
};

/* What is behind `{{ .Response }}` of its response template, at which its answer ends; NULL where it has none. */
const char *troupe_agent_get_response_tail (TroupeAgentDefinition *self);
/* %TROUPE_AGENT_ERROR_LIMIT where it may not even begin. (transfer full) (nullable) */
GError *troupe_agent_definition_check_limits (TroupeAgentDefinition *self);

/**
 * troupe_agent_make_messages:
 * @tools: (nullable): described; %NULL where the agent has none
 * @is_native: whether its model can be offered them
 * @skills: (nullable): what stands behind who the agent is
 *
 * The messages that are sent, out of what the agent is and what it is asked. NULL with
 * %TROUPE_AGENT_ERROR_INPUT where @input is no question.
 */
TroupeValue *troupe_agent_make_messages (TroupeAgentDefinition *self,
                                         TroupeValue *input,
                                         TroupeAgentTools *tools,
                                         gboolean is_native,
                                         const char *skills,
                                         GError **error);

G_END_DECLS
