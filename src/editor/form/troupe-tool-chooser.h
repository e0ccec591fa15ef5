/* troupe-tool-chooser.h: chooses the tool that a method of a flow calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-form.h"

G_BEGIN_DECLS

/* Adds a button to the row with the reference of a tool action. Its list has the tool classes of the project's
 * `tools/` and those built-in tools that CrewAI has as classes. The choice sets the reference, and the names of the
 * arguments that the tool requires if none were given. @action: path of the action; copied */
void troupe_tool_chooser_add (TroupeForm *form, GtkWidget *row, const char *const *action);

G_END_DECLS
