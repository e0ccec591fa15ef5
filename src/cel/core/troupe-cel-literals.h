/* troupe-cel-literals.h: string literals that decide the result of an expression
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

/* A string literal. @start, @end: byte range in the text, including quotes and prefix. @value: its
 * value. */
typedef struct
{
  gsize start;
  gsize end;
  char *value;
} TroupeCelLiteral;

/**
 * troupe_cel_find_result_literals:
 * @start, @end: byte range of the expression in @text; blanks and one `${…}` around it are ignored,
 *   as in troupe_cel_compile_field()
 * @complete: (out): %TRUE if the expression evaluates to one of the literals, to null, or fails;
 *   %FALSE if it may evaluate to anything else
 *
 * Finds the string literals that an expression of the crewai dialect can evaluate to: the
 * expression itself, both branches of a conditional, and the elements of a list or the values of
 * a map that is written in the expression and selected from. Parentheses are ignored. Literals
 * that are operands, arguments, conditions or keys are not results.
 *
 * Returns: (transfer full) (element-type TroupeCelLiteral): in the order of the text; empty if the
 *   expression is invalid
 */
GArray *
troupe_cel_find_result_literals (const char *text, gsize start, gsize end, gboolean *complete);

/**
 * troupe_cel_find_compared_literals:
 * @start, @end: as for troupe_cel_find_result_literals()
 * @root, @field: the reference, such as `outputs` and `decide` for `outputs.decide`
 * @others: (out): %TRUE if the value of the reference is also used in another way
 *
 * Finds the string literals that the value of a reference is compared with: by `==`, `!=`, or `in`
 * with a list or a map, or as the keys of a map that is indexed by the reference.
 *
 * Returns: (transfer full) (element-type TroupeCelLiteral): in the order of the text; empty if the
 *   expression is invalid
 */
GArray *troupe_cel_find_compared_literals (const char *text,
                                           gsize start,
                                           gsize end,
                                           const char *root,
                                           const char *field,
                                           gboolean *others);

G_END_DECLS
