/* troupe-python-lambda.h: names that a Python lambda needs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lists the names that a lambda uses besides its parameters, keywords and built-in functions. @source: an
 * expression. (transfer full) (nullable): %NULL if it is no lambda, or one whose names cannot be known */
char **troupe_python_lambda_list_names (const char *source);

G_END_DECLS
