/* troupe-python-tool.h: tool implemented by a Python class
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupePythonToolView:
 * @fill: (nullable): sets what the code sees of the run: the state, the outputs, the name of the
 *   method. The values it sets in @request must stay alive until the function that starts the call
 *   returns
 * @take: (nullable): stores the changes that the code made, before the call ends. @result also
 *   contains the result of the tool, or its failure. Not called for a call that was cancelled
 *
 * Connects a Python call with the run. Both functions are passed the user data of the
 * #TroupeToolContext.
 */
typedef struct
{
  void (*fill) (TroupePythonRequest *request, gpointer user_data);
  void (*take) (const TroupePythonResult *result, gpointer user_data);
} TroupePythonToolView;

/**
 * TroupePythonTool:
 *
 * A subclass of CrewAI's `BaseTool`, named by `module:Class`. It is instantiated once, in the
 * helper of the run, when it is first described or called. The model of the tool validates its
 * arguments in the helper.
 */
#define TROUPE_TYPE_PYTHON_TOOL (troupe_python_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupePythonTool, troupe_python_tool, TROUPE, PYTHON_TOOL, TroupeTool)

/* Returns TRUE if @reference names a class, which is the only kind of Python tool. */
gboolean troupe_python_tool_knows (const char *reference);

/* Creates a tool without a helper. The tool lists its permissions, but every call fails with
 * %TROUPE_TOOL_ERROR_UNAVAILABLE. (transfer full) */
TroupeTool *troupe_python_tool_new (const char *reference);

/**
 * troupe_python_tool_connect:
 * @python: (nullable): the helper of the run, which has the permission to run tools or refuses
 *   every call
 * @path: (nullable): the path in the document where the tool is used; each path has one instance of
 *   the class in a helper. %NULL: the tool's reference is used as the path
 * @view: (nullable): what its code sees of a run; must stay alive as long as the tool is connected
 *
 * Connects the tool to a helper, so that it can be called.
 */
void troupe_python_tool_connect (TroupePythonTool *self,
                                 TroupePython *python,
                                 const char *path,
                                 const TroupePythonToolView *view);

G_END_DECLS
