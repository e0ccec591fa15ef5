/* troupe-python-tool.h: a tool that is a class of Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupePythonToolView:
 * @fill: (nullable): says what code sees of the run: the state, outputs, the name of what it is for. What it
 *   puts into @request has to live until the function that begins the call returns
 * @take: (nullable): puts into place what code changed of it, before the call ends. @result also has what the
 *   tool gave, or its failure. Not called for a call that was cancelled
 *
 * What the run around has to do with a call of Python. Both get the #TroupeToolContext's user data.
 */
typedef struct
{
  void (*fill) (TroupePythonRequest *request, gpointer user_data);
  void (*take) (const TroupePythonResult *result, gpointer user_data);
} TroupePythonToolView;

/**
 * TroupePythonTool:
 *
 * A subclass of CrewAI's `BaseTool`, named by `module:Class`. It is made, once, in the helper of the run when
 * it is first described or called; its arguments are checked there by the model that it has for them.
 */
#define TROUPE_TYPE_PYTHON_TOOL (troupe_python_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupePythonTool, troupe_python_tool, TROUPE, PYTHON_TOOL, TroupeTool)

/* Whether @reference names a class: the only kind of Python tool. */
gboolean troupe_python_tool_knows (const char *reference);

/* A tool without a helper: it says what it could do, and every call of it ends with
 * %TROUPE_TOOL_ERROR_UNAVAILABLE. (transfer full) */
TroupeTool *troupe_python_tool_new (const char *reference);

/**
 * troupe_python_tool_connect:
 * @python: (nullable): the helper of the run, which has the permission to run tools or refuses every call
 * @path: (nullable): the place in the document that the tool is for; in one helper there is one object of the
 *   class for each. %NULL is its reference
 * @view: (nullable): what its code sees of a run; has to live as long as the tool is connected
 *
 * Gives the tool what it needs to be called.
 */
void troupe_python_tool_connect (TroupePythonTool *self,
                                 TroupePython *python,
                                 const char *path,
                                 const TroupePythonToolView *view);

G_END_DECLS
