/* troupe-input-file-tool.h: tool with which a model reads an input file of its task
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/* A #TroupeTool named `read_file`, as in CrewAI. */
#define TROUPE_TYPE_INPUT_FILE_TOOL (troupe_input_file_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeInputFileTool,
                      troupe_input_file_tool,
                      TROUPE,
                      INPUT_FILE_TOOL,
                      TroupeTool)

/* @texts: (element-type utf8 utf8): the text of each file by its name. (transfer full) */
TroupeTool *troupe_input_file_tool_new (GHashTable *texts);

G_END_DECLS
