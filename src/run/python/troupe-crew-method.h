/* troupe-crew-method.h: what methods of the project's classes are given
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* @text: (nullable): null. (transfer full) */
TroupeValue *troupe_crew_method_new_text (const char *text);
/* @tools: (nullable) (element-type TroupeTool): a list of maps of their names and descriptions. (transfer full) */
TroupeValue *troupe_crew_method_list_tools (GPtrArray *tools);
/* Those of @tools that a method has named; all where it names none. @names: (nullable). (transfer full) */
GPtrArray *troupe_crew_method_pick_tools (GPtrArray *tools, TroupeValue *names);
/* As CrewAI writes them for an executor: their names, or with @with_words a line for each. (transfer full) */
TroupeValue *troupe_crew_method_describe_tools (GPtrArray *tools, gboolean with_words);
/* What a task's own text of its prompt is made of where its class asks for CrewAI's: a map of `text`. @facts: a map of
 * the task's texts. (transfer full) */
TroupeValue *troupe_crew_method_write_prompt (TroupeValue *facts);

G_END_DECLS
