/* troupe-python-tools.h: lists the tool classes of a Python file by parsing its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePythonToolClass:
 * @name: the name of the class
 * @arguments: the parameters of its method `_run` that have no default; NULL-terminated
 */
typedef struct
{
  char *name;
  char **arguments;
} TroupePythonToolClass;

void troupe_python_tool_class_free (TroupePythonToolClass *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonToolClass, troupe_python_tool_class_free)

/**
 * troupe_python_tools_read:
 * @folder: the folder of the document
 * @name: the name of a project tool: the file is `tools/NAME.py`
 *
 * Lists the classes of a file that may be tools: all that inherit from a class that is not known to be something else,
 * such as a Pydantic model. `custom:NAME` refers to the first of them that is a subclass of BaseTool. Functions are
 * no tools there, even those with the decorator `@tool`. Nothing is imported or executed. Blocks. Threads: any thread.
 *
 * Returns: (transfer full) (nullable) (element-type TroupePythonToolClass): the classes, sorted by name; %NULL if the
 *   file cannot be read, is larger than 64 KiB or no text, so that its classes are unknown
 */
GPtrArray *troupe_python_tools_read (const char *folder, const char *name);

G_END_DECLS
