/* troupe-python-variables.h: variables of the environment that Python code reads
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * troupe_python_variables_scan:
 * @source: Python code
 * @names: (element-type utf8): receives the names that are not in it yet
 *
 * Finds the variables that the code reads by name, such as `os.environ["X"]`, and that it does not
 * receive from Troupe (troupe_python_hands_down()). Executes nothing. May be called from any thread.
 */
void troupe_python_variables_scan (const char *source, GPtrArray *names);

/* Describes that the code does not receive the variables. (transfer full) (nullable): NULL if there are
 * none */
char *troupe_python_variables_describe (const char *const *names);

G_END_DECLS
