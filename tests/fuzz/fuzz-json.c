/* fuzz-json.c: fuzzing of the JSON reader and writer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-value.h"

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

/* Asserts that a valid document can be written and is then read as the same tree, and that it is
 * written unchanged if it was not edited. */
static void
check_document (const char *text, gsize length, TroupeJsonFlags flags)
{
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, length, flags, &source, &error);
  g_autoptr (JsonNode) back = NULL;
  g_autofree char *same = NULL;
  g_autofree char *plain = NULL;
  gsize size;

  g_assert_cmpint (troupe_json_check_text (text, length, flags, NULL), ==, root != NULL);
  if (root == NULL)
    {
      TroupePlace place;
      g_assert_true (troupe_json_error_get_place (error, &place, NULL));
      g_assert_cmpuint (place.start, <=, length);
      return;
    }
  same = troupe_json_write (root, source, &size);
  g_assert_cmpmem (same, size, text, length);
  plain = troupe_json_write (root, NULL, &size);
  back = troupe_json_read (plain, size, TROUPE_JSON_STRICT, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_json_node_equal (root, back));
}

/* Applies one edit, whose place and kind are selected by the input. Asserts that the resulting
 * text is read as the edited tree. */
static void
check_edit (const char *text, gsize length, TroupeJsonFlags flags)
{
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (JsonNode) root = troupe_json_read (text, length, flags, &source, NULL);
  g_autoptr (JsonNode) value = NULL;
  g_autoptr (JsonNode) edited = NULL;
  g_autoptr (JsonNode) back = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  char key[] = { text[length / 2], '\0' };
  const char *path[] = { key, NULL };
  gsize size;

  if (root == NULL || (guchar) key[0] < ' ' || (guchar) key[0] >= 0x7f)
    return;
  value = length % 3 == 0 ? NULL : troupe_json_node_new_string ("new");
  edited = troupe_json_tree_with (root, path, value);
  if (edited == NULL)
    return;
  written = troupe_json_write (edited, source, &size);
  back = troupe_json_read (written, size, flags, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (troupe_json_node_equal (edited, back));
}

static void
check_value (const char *text, gsize length)
{
  g_autoptr (TroupeValue) value = troupe_value_from_json (text, (gssize) length, NULL);
  g_autoptr (TroupeValue) back = NULL;
  g_autofree char *written = NULL;

  if (value == NULL)
    return;
  written = troupe_value_to_json (value, TROUPE_JSON_PRETTY);
  back = troupe_value_from_json (written, -1, NULL);
  g_assert_true (troupe_value_equal (value, back));
  g_assert_cmpuint (troupe_value_hash (value), ==, troupe_value_hash (back));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const TroupeJsonFlags relaxed = TROUPE_JSON_COMMENTS | TROUPE_JSON_TRAILING_COMMAS;
  /* The copy has exactly the size of the input, so that the sanitizer detects a read beyond the
   * end. */
  g_autofree char *text = size == 0 ? NULL : g_memdup2 (data, size);

  check_document (text, size, TROUPE_JSON_STRICT);
  check_document (text, size, relaxed);
  check_value (text, size);
  if (size > 0)
    check_edit (text, size, relaxed);
  return 0;
}
