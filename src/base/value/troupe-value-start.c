/* troupe-value-start.c: the beginning of a value, for display
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-start"

#include "config.h"

#include "troupe-value-start.h"

/* The approximate size of an entry of a list or map apart from its value, and of a number. */
#define ENTRY_SIZE 8

/* @left: remaining bytes of the result */
typedef struct
{
  gsize left;
  gboolean is_cut;
} Copy;

static TroupeValue *copy_value (Copy *copy, TroupeValue *value);

static void
spend (Copy *copy, gsize n_bytes)
{
  g_assert (copy != NULL);

  copy->left -= MIN (copy->left, n_bytes);
}

/* Returns the length of the longest prefix of @text with at most @n_bytes that ends with a whole
 * character. */
static gsize
find_end (const char *text, gsize length, gsize n_bytes)
{
  if (length <= n_bytes)
    return length;
  while (n_bytes > 0 && ((guchar) text[n_bytes] & 0xc0) == 0x80)
    n_bytes--;

  return n_bytes;
}

static TroupeValue *
copy_map (Copy *copy, TroupeValue *value)
{
  const gsize n_entries = troupe_value_map_get_size (value);
  TroupeMapBuilder builder;
  gsize i;

  troupe_map_builder_init (&builder);
  for (i = 0; i < n_entries && copy->left > 0; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (value, i);

      spend (copy, ENTRY_SIZE);
      if (troupe_value_is (key, TROUPE_VALUE_STRING))
        {
          gsize length;

          troupe_value_get_string (key, &length);
          spend (copy, length);
        }
      troupe_map_builder_add_key (&builder, troupe_value_ref (key),
                                  copy_value (copy, troupe_value_map_get_value (value, i)));
    }
  copy->is_cut = copy->is_cut || i < n_entries;

  return troupe_map_builder_end (&builder);
}

/* The depth of the recursion is limited, because values were parsed with the nesting limit of JSON,
 * or were created from such values. */
static TroupeValue *
copy_value (Copy *copy, TroupeValue *value)
{
  gsize length;
  gconstpointer data;

  g_assert (copy != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize string;
      const char *text = troupe_value_get_string (value, &string);
      const gsize end = find_end (text, string, copy->left);
      g_autoptr (GString) start = NULL;

      spend (copy, string + ENTRY_SIZE);
      if (end == string)
        return troupe_value_ref (value);
      copy->is_cut = TRUE;
      start = g_string_new_len (text, (gssize) end);
      g_string_append (start, "…");
      return troupe_value_new_string (start->str, (gssize) start->len);
    }
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize n_items = troupe_value_list_get_length (value);
      g_autoptr (GPtrArray) items = g_ptr_array_new ();

      for (gsize i = 0; i < n_items && copy->left > 0; i++)
        g_ptr_array_add (items, copy_value (copy, troupe_value_list_get (value, i)));
      copy->is_cut = copy->is_cut || items->len < n_items;
      return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
    }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return copy_map (copy, value);
  if (troupe_value_is (value, TROUPE_VALUE_BYTES))
    {
      data = troupe_value_get_string (value, &length);
      if (length > copy->left)
        {
          TroupeValue *start = troupe_value_new_bytes (data, copy->left);

          copy->is_cut = TRUE;
          copy->left = 0;
          return start;
        }
      spend (copy, length);
    }
  spend (copy, ENTRY_SIZE);

  return troupe_value_ref (value);
}

TroupeValue *
troupe_value_dup_start (TroupeValue *self, gsize n_bytes, gboolean *is_cut)
{
  Copy copy = { .left = n_bytes };
  g_autoptr (TroupeValue) start = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  start = copy_value (&copy, self);
  if (is_cut != NULL)
    *is_cut = copy.is_cut;

  return copy.is_cut ? g_steal_pointer (&start) : troupe_value_ref (self);
}

char *
troupe_text_dup_start (const char *text, gsize length, gsize n_bytes, gboolean *is_cut)
{
  const gsize end = find_end (text, length, n_bytes);
  g_autofree char *valid = NULL;

  g_return_val_if_fail (text != NULL, NULL);

  valid = g_utf8_make_valid (text, (gssize) end);
  if (is_cut != NULL)
    *is_cut = end < length;

  return end < length ? g_strconcat (valid, "…", NULL) : g_steal_pointer (&valid);
}
