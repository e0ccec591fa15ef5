/* troupe-project-kind.h: recognizes folders and files that CrewAI creates
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_project_find_document:
 * @path: a project folder, its `pyproject.toml`, or any other file
 *
 * Finds what is opened in place of @path: the flow or crew that `pyproject.toml` declares
 * (`[tool.crewai]`, `type`, `definition`), if the file exists inside the project; otherwise the
 * folder of a `pyproject.toml`. Blocks.
 *
 * Returns: (transfer full) (nullable): %NULL for @path itself
 */
char *troupe_project_find_document (const char *path);

/**
 * troupe_project_describe:
 * @path: a file or a folder that is neither a flow nor a crew, or cannot be read as one
 *
 * Recognizes classic crews, Python flows, agent projects and notebooks. Reads files but executes nothing. Blocks.
 *
 * Returns: (transfer full) (nullable): sentences for the user that say what it is and what can be
 * done (translated), or %NULL if it is nothing of that
 */
char *troupe_project_describe (const char *path);

G_END_DECLS
