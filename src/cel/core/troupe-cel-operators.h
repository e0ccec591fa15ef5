/* troupe-cel-operators.h: CEL operators: arithmetic, comparison and membership
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel-evaluation.h"

G_BEGIN_DECLS

TroupeValue *troupe_cel_calculate (TroupeCelEvaluation *self,
                                   const TroupeCelNode *node,
                                   TroupeValue *a,
                                   TroupeValue *b);
TroupeValue *
troupe_cel_negate (TroupeCelEvaluation *self, const TroupeCelNode *node, TroupeValue *value);
/* Calculates with timestamps and durations. Returns %NULL without a failure if @a and @b are of
 * other types. */
TroupeValue *troupe_cel_time_calculate (TroupeCelEvaluation *self,
                                        const TroupeCelNode *node,
                                        TroupeValue *a,
                                        TroupeValue *b);

typedef enum
{
  TROUPE_CEL_FAILED = -1,
  TROUPE_CEL_NO,
  TROUPE_CEL_YES,
} TroupeCelAnswer;

TroupeCelAnswer troupe_cel_equal (TroupeCelEvaluation *self,
                                  const TroupeCelNode *node,
                                  const TroupeValue *a,
                                  const TroupeValue *b);
/* Compares two values. @order: (out): <0, 0, >0; not set if one operand is NaN. Returns FAILED,
 * without a failure, if the values are not comparable. */
TroupeCelAnswer troupe_cel_compare (const TroupeValue *a, const TroupeValue *b, int *order);
TroupeCelAnswer troupe_cel_contains (TroupeCelEvaluation *self,
                                     const TroupeCelNode *node,
                                     TroupeValue *element,
                                     TroupeValue *container);
/* Returns the integer key that is equal to @number, or %NULL if no integer is. (transfer full) */
TroupeValue *troupe_cel_key_from_double (double number);

G_END_DECLS
