/* troupe-agent-tool-set.h: the tools of an agent, by the names that its model knows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-message.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Tools in their order, each with the name that is sent for it: all different (`_2`, `_3`). */
typedef struct _TroupeAgentToolSet TroupeAgentToolSet;

/* @tools: (nullable) (element-type TroupeTool) */
TroupeAgentToolSet *troupe_agent_tool_set_new (GPtrArray *tools);
void troupe_agent_tool_set_free (TroupeAgentToolSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentToolSet, troupe_agent_tool_set_free)

/* Lets those say what they are that did not yet, and names all of them by that. @task: returns TRUE, or the error
 * of the first that could not; whoever has it keeps the set */
void troupe_agent_tool_set_find_out (TroupeAgentToolSet *self,
                                     const TroupeToolContext *context,
                                     GTask *task);

/* One more, behind the others, whose names stay. Returns: (transfer none): the name that is sent for it */
const char *troupe_agent_tool_set_add (TroupeAgentToolSet *self, TroupeTool *tool);

guint troupe_agent_tool_set_get_n (TroupeAgentToolSet *self);
/* (transfer none) */
TroupeTool *troupe_agent_tool_set_get_tool (TroupeAgentToolSet *self, guint index);
const char *troupe_agent_tool_set_get_name (TroupeAgentToolSet *self, guint index);

/* The index of the tool that is called @name, -1 where none is. */
int troupe_agent_tool_set_find (TroupeAgentToolSet *self, const char *name);
/* The same of a name that is nearly right, by CrewAI's measure (doc/crew-semantics.md §11.1). */
int troupe_agent_tool_set_find_similar (TroupeAgentToolSet *self, const char *name);
/* How much two texts have in common, as Python's SequenceMatcher says: from 0 to 1. */
double troupe_agent_tool_set_compare (const char *a, const char *b);

/* (transfer full) (element-type TroupeLlmToolSpec) */
GPtrArray *troupe_agent_tool_set_make_specs (TroupeAgentToolSet *self);
/* For prompts: each with its arguments and what it does; their names. (transfer full) */
char *troupe_agent_tool_set_describe (TroupeAgentToolSet *self);
char *troupe_agent_tool_set_list_names (TroupeAgentToolSet *self);

G_END_DECLS
