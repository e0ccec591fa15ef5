/* troupe-crew-method.h: arguments for overridden methods of Python agents and tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* Creates a string value, or null if @text is NULL. @text: (nullable). (transfer full) */
TroupeValue *troupe_crew_method_new_text (const char *text);
/* Returns a list of maps with the names and descriptions of the tools. @tools: (nullable)
 * (element-type TroupeTool). (transfer full) */
TroupeValue *troupe_crew_method_list_tools (GPtrArray *tools);
/* Returns the tools of @tools whose names are in @names; all tools if @names is empty or NULL.
 * @names: (nullable): the names returned by a method. (transfer full) */
GPtrArray *troupe_crew_method_pick_tools (GPtrArray *tools, TroupeValue *names);
/* Describes tools in the form that CrewAI uses for an executor: their names, or one line for
 * each tool if @with_words is set. (transfer full) */
TroupeValue *troupe_crew_method_describe_tools (GPtrArray *tools, gboolean with_words);
/* Creates the same prompt of a task as CrewAI, for a class that calls the base method. Returns a
 * map with `text`. @facts: a map of the task's texts. (transfer full) */
TroupeValue *troupe_crew_method_write_prompt (TroupeValue *facts);

G_END_DECLS
