/* troupe-python-imports.h: scanner for the imports of Python source code
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePythonImportFunc:
 * @module: as in the source: `a.b`, `.b`, `..`
 * @item: (nullable): the imported name, which may itself be a module; `*` for all names; %NULL for
 *   `import a.b`
 */
typedef void (*TroupePythonImportFunc) (const char *module, const char *item, gpointer user_data);

/**
 * troupe_python_imports_scan:
 * @source: a module, or the body of a function
 *
 * Calls @func for each import at any location in the source. Does not start Python and never fails.
 * In invalid Python code, some imports may not be found.
 */
void
troupe_python_imports_scan (const char *source, TroupePythonImportFunc func, gpointer user_data);

/* Returns TRUE if @source contains a word that can load modules without an import statement:
 * `importlib`, `exec`, a different encoding … */
gboolean troupe_python_imports_are_hidden (const char *source);
/* Returns TRUE if @source contains @word as a whole word. */
gboolean troupe_python_source_has_word (const char *source, const char *word);

G_END_DECLS
