/* troupe-python-imports.h: what a Python source imports, found by reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TroupePythonImportFunc:
 * @module: as it is written: `a.b`, `.b`, `..`
 * @item: (nullable): what is taken out of it, which may be a module itself: `*` is all; %NULL of `import a.b`
 */
typedef void (*TroupePythonImportFunc) (const char *module, const char *item, gpointer user_data);

/**
 * troupe_python_imports_scan:
 * @source: a module, or the body of a function
 *
 * Calls @func for each import, wherever it stands. Starts no Python and never fails: what is no Python has
 * fewer imports.
 */
void
troupe_python_imports_scan (const char *source, TroupePythonImportFunc func, gpointer user_data);

/* Whether @source has a word by which modules are loaded that no import names: `importlib`, `exec`, another
 * encoding … */
gboolean troupe_python_imports_are_hidden (const char *source);
/* Whether @word stands in @source as a word of its own. */
gboolean troupe_python_source_has_word (const char *source, const char *word);

G_END_DECLS
