/* troupe-crewai-tools.h: table of the tools of the Python package crewai_tools
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Finds the tool of crewai_tools that CrewAI loads for a name without a module: the class of that
 * name, with “Tool” at the end, or in camel case (`github_search`). Returns its reference, such as
 * `crewai_tools:GithubSearchTool`. (transfer full) (nullable) */
char *troupe_crewai_tools_find (const char *name);

G_END_DECLS
