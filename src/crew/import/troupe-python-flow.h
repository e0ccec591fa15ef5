/* troupe-python-flow.h: recognizes flows that are defined in Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePythonFlow:
 * @path: the Python file
 * @folder: absolute path of the folder in which the flow runs and from which Python finds @module, as for
 *   a document in it: the module is in that folder, or in `src` of a project
 *   (troupe_python_has_source_folder()). A document whose methods refer to the module is located
 *   there
 * @module: the dotted name of the file's module
 * @classes: (array zero-terminated=1): the classes that are flows, in the order of the file; at
 *   least one
 *
 * A Python file with classes derived from `Flow` whose methods have `@start`, `@listen` or
 * `@router`. Immutable.
 */
typedef struct
{
  char *path;
  char *folder;
  char *module;
  char **classes;
} TroupePythonFlow;

/**
 * troupe_python_flow_find:
 * @path: a Python file, or a project folder
 *
 * Looks for a flow in the file, or in `main.py` and then in the other Python files of the folder
 * and of the packages in its `src`. Parses files but executes nothing. Blocks.
 *
 * Returns: (transfer full) (nullable): the first file with a flow
 */
TroupePythonFlow *troupe_python_flow_find (const char *path);
void troupe_python_flow_free (TroupePythonFlow *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupePythonFlow, troupe_python_flow_free)

G_END_DECLS
