/* troupe-agent-tool-set.h: tools of an agent, by the names that are sent to its model
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-llm-message.h"
#include "troupe-tool.h"

G_BEGIN_DECLS

/* Tools in order, each with the name under which it is sent to the model. Names are made unique
 * (`_2`, `_3`). */
typedef struct _TroupeAgentToolSet TroupeAgentToolSet;

/* @tools: (nullable) (element-type TroupeTool) */
TroupeAgentToolSet *troupe_agent_tool_set_new (GPtrArray *tools);
void troupe_agent_tool_set_free (TroupeAgentToolSet *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeAgentToolSet, troupe_agent_tool_set_free)

/* Asks each tool that has no description yet to describe itself, and then updates the names of
 * all tools. @task: returns TRUE, or the error of the first tool that failed; the owner of the
 * task must keep the set alive */
void troupe_agent_tool_set_find_out (TroupeAgentToolSet *self,
                                     const TroupeToolContext *context,
                                     GTask *task);

/* Appends a tool. The names of the other tools do not change. Returns: (transfer none): the name
 * under which the tool is sent to the model */
const char *troupe_agent_tool_set_add (TroupeAgentToolSet *self, TroupeTool *tool);

guint troupe_agent_tool_set_get_n (TroupeAgentToolSet *self);
/* (transfer none) */
TroupeTool *troupe_agent_tool_set_get_tool (TroupeAgentToolSet *self, guint index);
const char *troupe_agent_tool_set_get_name (TroupeAgentToolSet *self, guint index);

/* Returns the index of the tool with @name, or -1 if there is no such tool. */
int troupe_agent_tool_set_find (TroupeAgentToolSet *self, const char *name);
/* Returns the index of the tool with @name, or else of the tool with the most similar name, if
 * its similarity exceeds CrewAI's threshold (doc/crew-semantics.md §11.1); -1 if there is none. */
int troupe_agent_tool_set_find_similar (TroupeAgentToolSet *self, const char *name);
/* Returns the similarity of two strings as in Python's SequenceMatcher: from 0 to 1. */
double troupe_agent_tool_set_compare (const char *a, const char *b);

/* (transfer full) (element-type TroupeLlmToolSpec) */
GPtrArray *troupe_agent_tool_set_make_specs (TroupeAgentToolSet *self);
/* These functions return text for prompts: each tool with its arguments and description; the
 * names of the tools. (transfer full) */
char *troupe_agent_tool_set_describe (TroupeAgentToolSet *self);
char *troupe_agent_tool_set_list_names (TroupeAgentToolSet *self);

G_END_DECLS
