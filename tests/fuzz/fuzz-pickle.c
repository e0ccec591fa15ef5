/* fuzz-pickle.c: fuzzes the pickle reader; a written value must read back unchanged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdint.h>
#include <string.h>

#include "troupe-pickle.h"

int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_pickle_read ((const char *) data, size, &error);
  g_autoptr (TroupeValue) again = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) second = NULL;

  g_assert ((value == NULL) == (error != NULL));
  if (value == NULL)
    {
      g_assert (error->domain == TROUPE_PICKLE_ERROR && g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  bytes = troupe_pickle_write (value, &error);
  g_assert_no_error (error);
  again = troupe_pickle_read (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);
  g_assert_no_error (error);
  /* Compares the bytes, because NaN never equals itself. */
  second = troupe_pickle_write (again, &error);
  g_assert_true (g_bytes_equal (bytes, second));

  return 0;
}
