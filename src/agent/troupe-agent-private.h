/* troupe-agent-private.h: what the files of the room agent/ share
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

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
  gboolean use_system_prompt;
};

/* What stands under @key, NULL where it is missing or null. (transfer none) */
TroupeValue *troupe_agent_get (TroupeValue *map, const char *key);

/* The messages that are sent, out of what the agent is and what it is asked. NULL with
 * TROUPE_AGENT_ERROR_INPUT where @input is no question. */
TroupeValue *
troupe_agent_make_messages (TroupeAgentDefinition *self, TroupeValue *input, GError **error);

G_END_DECLS
