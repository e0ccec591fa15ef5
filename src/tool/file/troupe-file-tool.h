/* troupe-file-tool.h: file tools: read, write, list and search files of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupeFileTool:
 *
 * One of four tools that access only the document's folder and its subfolders. Paths cannot refer
 * to files outside of the folder, symbolic links are not followed, and files with secrets are
 * refused (troupe-folder-policy.h). Three tools correspond to CrewAI's `FileReadTool`,
 * `FileWriterTool` and `DirectoryReadTool`; `file_search` is specific to Troupe. Files are accessed
 * in a worker thread.
 */
#define TROUPE_TYPE_FILE_TOOL (troupe_file_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFileTool, troupe_file_tool, TROUPE, FILE_TOOL, TroupeTool)

/* Returns TRUE if @reference names one of these tools by CrewAI's name (`FileReadTool`,
 * `file_read_tool`, `file_read`, `crewai_tools:FileReadTool`) or by Troupe's name. */
gboolean troupe_file_tool_knows (const char *reference);

/* Returns TRUE if the tool writes files. @reference: of troupe_file_tool_knows() */
gboolean troupe_file_tool_writes (const char *reference);

/* (transfer full) */
TroupeTool *troupe_file_tool_new (const char *reference);

G_END_DECLS
