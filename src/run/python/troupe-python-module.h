/* troupe-python-module.h: looks for the modules of a document without starting Python
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_python_module_find_missing:
 * @source: a reference, `package.module:Name`; `*` and no name are any name
 * @folder: folder of the document
 *
 * Looks for the module in @folder, and then where the interpreter that runs code of documents looks
 * for it. The name is only looked for in modules of @folder. Whatever could be there without being
 * found counts as present, for example behind a path configuration file or a dynamic import.
 *
 * Starts nothing. Blocks.
 *
 * Returns: (transfer full) (nullable): a sentence about what is missing, or %NULL
 */
char *troupe_python_module_find_missing (const char *source, const char *folder);

G_END_DECLS
