/* cel-case.h: recorded test cases of the expression language
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/* Loads a recording from the folder TROUPE_CONFORMANCE_DIR. If the recording does not exist,
 * returns %NULL and marks the test as skipped. */
TroupeValue *cel_case_load (const char *name);

/* Returns the value that a case describes as {"type": …, "value": …}. */
TroupeValue *cel_case_read_value (TroupeValue *described);

/* Tests for strict equality. Types must be the same, the order of maps is ignored, and NaN
 * equals NaN. */
gboolean cel_case_equal (TroupeValue *a, TroupeValue *b);

/* Returns a field of a case, or %NULL. (transfer none) */
TroupeValue *cel_case_get (TroupeValue *map, const char *key);
const char *cel_case_get_text (TroupeValue *map, const char *key);

/* Compiles and evaluates @text with the entries of @bindings as roots. Missing roots are
 * declared during compilation but have no value. An unknown variable is therefore an evaluation
 * error, as in the specification. @for_host: see troupe_cel_program_evaluate_full().
 * @compile_failed is TRUE if the compilation failed, and FALSE if the evaluation failed. */
TroupeValue *cel_case_evaluate (const char *text,
                                gsize length,
                                TroupeCelDialect dialect,
                                TroupeValue *bindings,
                                gboolean for_host,
                                gboolean *compile_failed,
                                GError **error);

G_END_DECLS
