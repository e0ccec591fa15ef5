/* cel-case.h: recorded cases of the expression language, read and compared
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/* A recording from the folder that TROUPE_CONFORMANCE_DIR names; %NULL, and the test marked as skipped,
 * where it is not there. */
TroupeValue *cel_case_load (const char *name);

/* The value that a case describes as {"type": …, "value": …}. */
TroupeValue *cel_case_read_value (TroupeValue *described);

/* Equality of a matcher: types must be the same, maps have no order, NaN equals NaN. */
gboolean cel_case_equal (TroupeValue *a, TroupeValue *b);

/* A field of a case, or %NULL. (transfer none) */
TroupeValue *cel_case_get (TroupeValue *map, const char *key);
const char *cel_case_get_text (TroupeValue *map, const char *key);

/* Compiles and evaluates @text with the entries of @bindings as roots. Roots that are not there are
 * added while the compiler asks for them, and are then undeclared, so that what the specification
 * calls an unknown variable is an error of evaluation. @for_host: see
 * troupe_cel_program_evaluate_full(). @compile_failed tells which of the two failed. */
TroupeValue *cel_case_evaluate (const char *text,
                                gsize length,
                                TroupeCelDialect dialect,
                                TroupeValue *bindings,
                                gboolean for_host,
                                gboolean *compile_failed,
                                GError **error);

G_END_DECLS
