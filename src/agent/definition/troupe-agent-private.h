/* troupe-agent-private.h: private structure of an agent definition
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-agent-reply.h"
#include "troupe-agent-plan-config.h"
#include "troupe-agent.h"
#include "troupe-schema.h"

G_BEGIN_DECLS

typedef struct _TroupeAgentTools TroupeAgentTools;

struct _TroupeAgentDefinition
{
  gatomicrefcount ref_count;
  TroupeValue *fields;
  char *role;
  char *goal;
  char *backstory;
  char *model;                  /* (nullable) */
  TroupeValue *settings;        /* (nullable) */
  TroupeValue *response_schema; /* (nullable): as sent for `response_format` */
  TroupeSchema *response_rules; /* (nullable): for validating the answer */
  char *response_model;         /* (nullable): Python class of the format, a dotted path */
  gboolean use_system_prompt;
  char *guardrail; /* (nullable): the rule, if it is a string */
  guint max_refusals;
  char **tools;         /* references for the factories */
  char *unknown_tool;   /* (nullable): first tool without a factory */
  guint max_iterations; /* maximum number of model requests */
  guint max_retries;
  guint max_rpm;               /* 0 for no limit */
  TroupeAgentPlanConfig *plan; /* (nullable): if planning is enabled */
};

/* Returns the text after `{{ .Response }}` in the agent's response template, which is used as a
 * stop sequence; NULL if there is none. */
const char *troupe_agent_get_response_tail (TroupeAgentDefinition *self);
/* Returns %TROUPE_AGENT_ERROR_LIMIT if the limits do not allow the agent to start. (transfer
 * full) (nullable) */
GError *troupe_agent_definition_check_limits (TroupeAgentDefinition *self);

/**
 * troupe_agent_make_messages:
 * @tools: (nullable): the tools with their descriptions; %NULL if the agent has no tools
 * @is_native: whether the agent's model supports tools
 * @skills: (nullable): text about skills that follows the agent's role
 *
 * Creates the initial messages from the agent's definition and the input. Returns NULL with
 * %TROUPE_AGENT_ERROR_INPUT if @input is not valid.
 */
TroupeValue *troupe_agent_make_messages (TroupeAgentDefinition *self,
                                         TroupeValue *input,
                                         TroupeAgentTools *tools,
                                         gboolean is_native,
                                         const char *skills,
                                         GError **error);

G_END_DECLS
