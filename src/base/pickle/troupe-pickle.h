/* troupe-pickle.h: safe reader and writer of plain data in Python's pickle format
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
  TROUPE_PICKLE_ERROR_DAMAGED, /* truncated, or with invalid instructions */
  TROUPE_PICKLE_ERROR_REFUSED, /* contains something other than plain data, such as a call of
                                  Python */
  TROUPE_PICKLE_ERROR_LIMIT,   /* exceeds the nesting or size limit */
} TroupePickleError;

/**
 * troupe_pickle_read:
 * @length: in bytes
 *
 * Parses a pickle of protocol 2 to 5 that contains only dicts (with string or integer keys), lists,
 * strings, numbers, booleans and None. Instructions that import, construct or call Python objects
 * are not implemented; a file that contains them is rejected and has no effect. A list or dict that
 * is referenced twice is rejected too, so that a small file stays small. At most 200,000 values,
 * nested 32 deep, are accepted.
 *
 * Returns: (transfer full) (nullable): the value, or %NULL with an error that contains the byte
 * offset
 */
TroupeValue *troupe_pickle_read (const char *data, gsize length, GError **error);

/**
 * troupe_pickle_write:
 *
 * Serializes @value with protocol 4, which Python 3.4 and later can read.
 *
 * Returns: (transfer full) (nullable): the bytes, or %NULL with %TROUPE_PICKLE_ERROR_REFUSED if
 * @value contains something that troupe_pickle_read() would not accept
 */
GBytes *troupe_pickle_write (TroupeValue *value, GError **error);

G_END_DECLS
