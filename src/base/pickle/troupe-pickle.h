/* troupe-pickle.h: plain data in the form that Python's pickle module gives it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

#define TROUPE_PICKLE_ERROR (troupe_pickle_error_quark ())
GQuark troupe_pickle_error_quark (void);

typedef enum
{
  TROUPE_PICKLE_ERROR_DAMAGED, /* it ends too early, or its instructions make no sense */
  TROUPE_PICKLE_ERROR_REFUSED, /* it holds something else than plain data, such as a call of Python */
  TROUPE_PICKLE_ERROR_LIMIT,   /* deeper or longer than is taken */
} TroupePickleError;

/**
 * troupe_pickle_read:
 * @length: in bytes
 *
 * Reads a pickle of protocol 2 to 5 that holds nothing but dicts (whose keys are texts or whole numbers), lists,
 * texts, numbers, booleans and None. No instruction that names, makes or calls anything of Python is known here: such
 * a file is refused, and does nothing. A list or dict that stands in two places is refused too, so that a small file
 * stays small. At most 200,000 values, nested 32 deep.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL with an error that says at which byte
 */
TroupeValue *troupe_pickle_read (const char *data, gsize length, GError **error);

/**
 * troupe_pickle_write:
 *
 * Writes protocol 4, which every Python from 3.4 on reads.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with %TROUPE_PICKLE_ERROR_REFUSED where @value holds
 *   something that troupe_pickle_read() would not take
 */
GBytes *troupe_pickle_write (TroupeValue *value, GError **error);

G_END_DECLS
