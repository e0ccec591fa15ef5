/* troupe-project-tools.h: lists the Python tools of a project
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TroupeProjectTool:
 * @name: the name of the file `tools/NAME.py`
 * @classes: (nullable) (element-type TroupePythonToolClass): see troupe_python_tools_read()
 */
typedef struct
{
  char *name;
  GPtrArray *classes;
} TroupeProjectTool;

/**
 * troupe_project_tools_list_async:
 * @folder: the folder of the document
 *
 * Lists the files of `tools/` that can be named `custom:NAME`, without those that begin with an underscore, and parses
 * them on another thread. Nothing is imported or executed.
 *
 * Threads: main thread.
 */
void troupe_project_tools_list_async (const char *folder,
                                      GCancellable *cancellable,
                                      GAsyncReadyCallback callback,
                                      gpointer data);

/* Returns the tools, sorted by name; none if there is no such folder. (transfer full) (nullable) (element-type
 * TroupeProjectTool): %NULL with %G_IO_ERROR_CANCELLED */
GPtrArray *troupe_project_tools_list_finish (GAsyncResult *result, GError **error);

/* Returns TRUE if the file is known to have no class that can be the tool. */
gboolean troupe_project_tool_has_no_class (const TroupeProjectTool *self);

G_END_DECLS
