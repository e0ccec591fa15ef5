/* troupe-file-tool.h: tools that read, write, list and search the files of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-tool.h"

G_BEGIN_DECLS

/**
 * TroupeFileTool:
 *
 * One of four tools for the folder of the document and what lies below it, and nothing else: no path leads out
 * of it, no symbolic link is followed. What CrewAI's `FileReadTool`, `FileWriterTool` and `DirectoryReadTool` are
 * there; `file_search` is our own. Files are touched in a thread of their own.
 */
#define TROUPE_TYPE_FILE_TOOL (troupe_file_tool_get_type ())
G_DECLARE_FINAL_TYPE (TroupeFileTool, troupe_file_tool, TROUPE, FILE_TOOL, TroupeTool)

/* Whether @reference is one of them, by CrewAI's name (`FileReadTool`, `file_read_tool`, `file_read`,
 * `crewai_tools:FileReadTool`) or ours. */
gboolean troupe_file_tool_knows (const char *reference);

/* (transfer full) */
TroupeTool *troupe_file_tool_new (const char *reference);

G_END_DECLS
