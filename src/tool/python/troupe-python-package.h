/* troupe-python-package.h: Python packages that documents need, and how to get them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns sentences that say how to get the package with @module, such as `crewai_tools`. Returns %NULL
 * for a module of a package that is not known: a document could name any package of the registry.
 * (transfer full) (nullable) */
char *troupe_python_package_make_advice (const char *module);

G_END_DECLS
