/* troupe-value-difference.h: first difference between two values, as a sentence
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * troupe_value_difference_find:
 * @a, @b: (nullable): %NULL is a value that does not exist
 * @path: (out): where, such as `messages[1].content`, "" for the whole values
 * @first, @second: (out): the differing parts of both, shortened
 *
 * Finds the first place at which two values differ, in the order of @a. Numbers and maps compare as
 * in troupe_value_equal().
 *
 * Returns: %FALSE if the values are equal; then nothing is set
 */
gboolean troupe_value_difference_find (TroupeValue *a,
                                       TroupeValue *b,
                                       char **path,
                                       char **first,
                                       char **second);
/* Returns how much two values have in common, from 0 to 1, by the beginnings and ends of their texts;
 * not meant for more than a ranking. */
double troupe_value_difference_rate (TroupeValue *a, TroupeValue *b);

G_END_DECLS
