/* troupe-crew-method.h: arguments for overridden methods of Python agents and tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* Creates a string value, or null if @text is NULL. @text: (nullable). (transfer full) */
TroupeValue *troupe_crew_method_new_text (const char *text);
/* @tools: (nullable) (element-type TroupeTool). Returns a list of maps with their names and
 *   descriptions. (transfer full) */
TroupeValue *troupe_crew_method_list_tools (GPtrArray *tools);
/* Returns those of @tools that a method has named; all if it names none. @names: (nullable).
 * (transfer full) */
GPtrArray *troupe_crew_method_pick_tools (GPtrArray *tools, TroupeValue *names);
/* Describes tools as CrewAI does for an executor: their names, or with @with_words one line for
 * each. (transfer full) */
TroupeValue *troupe_crew_method_describe_tools (GPtrArray *tools, gboolean with_words);
/* Creates the prompt of a task as CrewAI does, for a class that calls the base method: a map
 * with `text`. @facts: a map of the task's texts. (transfer full) */
TroupeValue *troupe_crew_method_write_prompt (TroupeValue *facts);

G_END_DECLS
