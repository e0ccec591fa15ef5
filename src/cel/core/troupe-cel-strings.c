/* troupe-cel-strings.c: CEL strings extension, except for formatting
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-strings"

#include "config.h"

#include <string.h>

#include "troupe-cel-evaluation.h"
#include "troupe-cel-extension.h"

/* A string argument. Its length is in bytes, because the string may contain U+0000. */
typedef struct
{
  const char *text;
  gsize length;
} Slice;

static TroupeValue *
fail (TroupeCelEvaluation *self,
      const TroupeCelNode *node,
      TroupeValue **arguments,
      guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                n_arguments);
}

/* Reads strings and integers as specified by the letters s and i of @wanted. Returns FALSE and
 * sets the failure if an argument has another type, or if the budget does not cover reading and
 * copying the arguments. */
static gboolean
read_arguments (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments,
                const char *wanted,
                Slice *slices,
                gint64 *number)
{
  gsize total = 0;

  for (guint i = 0; i < n_arguments; i++)
    {
      TroupeValueType type = wanted[i] == 's' ? TROUPE_VALUE_STRING : TROUPE_VALUE_INTEGER;

      if (!troupe_value_is (arguments[i], type))
        {
          fail (self, node, arguments, n_arguments);
          return FALSE;
        }
      if (wanted[i] == 'i')
        {
          *number++ = troupe_value_get_integer (arguments[i]);
          continue;
        }
      slices->text = troupe_value_get_string (arguments[i], &slices->length);
      total += slices++->length;
    }
  return troupe_cel_spend (self, node, total / 16) && troupe_cel_allocate (self, node, total);
}

static TroupeValue *
fail_index (TroupeCelEvaluation *self, const TroupeCelNode *node, gint64 index)
{
  g_autoptr (TroupeValue) value = troupe_value_new_integer (index);

  return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_INDEX, NULL, value);
}

/* Returns the byte offset of the character with this index, or -1 if the string is shorter. */
static gssize
get_offset (const Slice *self, gint64 index)
{
  const char *here = self->text;
  const char *end = here + self->length;

  g_assert (self != NULL);

  if (index < 0)
    return -1;
  for (; index > 0 && here < end; index--)
    here = g_utf8_next_char (here);
  return index > 0 ? -1 : here - self->text;
}

static TroupeValue *
new_slice (const char *start, const char *end)
{
  return troupe_value_new_string (start, end - start);
}

static TroupeValue *
call_char_at (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  Slice slice;
  gint64 index;
  gssize offset;
  const char *start;

  if (!read_arguments (self, node, arguments, n_arguments, "si", &slice, &index))
    return NULL;
  offset = get_offset (&slice, index);
  if (offset < 0)
    return fail_index (self, node, index);
  start = slice.text + offset;
  return new_slice (start, (gsize) offset == slice.length ? start : g_utf8_next_char (start));
}

/* Returns the number of characters before the match, or -1 if there is no match. */
static TroupeValue *
new_position (const Slice *slice, const char *found)
{
  g_assert (slice != NULL);

  if (found == NULL)
    return troupe_value_new_integer (-1);
  return troupe_value_new_integer (
      troupe_cel_text_count (slice->text, (gsize) (found - slice->text)));
}

static TroupeValue *
call_index_of (TroupeCelEvaluation *self,
               const TroupeCelNode *node,
               TroupeValue **arguments,
               guint n_arguments)
{
  Slice slices[2];
  gint64 index = 0;
  gssize offset;

  if (!read_arguments (self, node, arguments, n_arguments, "ssi", slices, &index))
    return NULL;
  offset = get_offset (&slices[0], index);
  if (offset < 0)
    return fail_index (self, node, index);
  if (slices[1].length == 0)
    return troupe_value_new_integer (index);
  return new_position (&slices[0],
                       memmem (slices[0].text + offset, slices[0].length - (gsize) offset,
                               slices[1].text, slices[1].length));
}

static TroupeValue *
call_last_index_of (TroupeCelEvaluation *self,
                    const TroupeCelNode *node,
                    TroupeValue **arguments,
                    guint n_arguments)
{
  Slice slices[2];
  gint64 index = 0;
  gssize offset;
  const char *found = NULL;

  if (!read_arguments (self, node, arguments, n_arguments, "ssi", slices, &index))
    return NULL;
  offset = n_arguments == 2 ? (gssize) slices[0].length : get_offset (&slices[0], index);
  if (offset < 0)
    return fail_index (self, node, index);
  for (; offset >= 0 && found == NULL; offset--)
    {
      if (!troupe_cel_spend (self, node, slices[1].length / 128))
        return NULL;
      if (slices[0].length - (gsize) offset >= slices[1].length &&
          memcmp (slices[0].text + offset, slices[1].text, slices[1].length) == 0)
        found = slices[0].text + offset;
    }
  return new_position (&slices[0], found);
}

static TroupeValue *
call_substring (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  Slice slice;
  gint64 numbers[2] = { 0, 0 };
  gssize start, end;

  if (!read_arguments (self, node, arguments, n_arguments, "sii", &slice, numbers))
    return NULL;
  start = get_offset (&slice, numbers[0]);
  end = n_arguments == 2 ? (gssize) slice.length : get_offset (&slice, numbers[1]);
  if (start < 0 || end < start)
    return fail_index (self, node, numbers[start < 0 ? 0 : 1]);
  return new_slice (slice.text + start, slice.text + end);
}

/* Changes only ASCII letters. */
static TroupeValue *
call_case (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  g_autofree char *changed = NULL;
  Slice slice;

  if (!read_arguments (self, node, arguments, n_arguments, "s", &slice, NULL))
    return NULL;
  changed = strcmp (node->name, "lowerAscii") == 0
                ? g_ascii_strdown (slice.text, (gssize) slice.length)
                : g_ascii_strup (slice.text, (gssize) slice.length);
  return troupe_value_new_string (changed, (gssize) slice.length);
}

static gboolean
is_blank (gunichar letter)
{
  return letter == ' ' || (letter >= '\t' && letter <= '\r') || letter == 0x85 || letter == 0xa0 ||
         letter == 0x1680 || (letter >= 0x2000 && letter <= 0x200a) || letter == 0x2028 ||
         letter == 0x2029 || letter == 0x202f || letter == 0x205f || letter == 0x3000;
}

static TroupeValue *
call_trim (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  Slice slice;
  const char *start, *end;

  if (!read_arguments (self, node, arguments, n_arguments, "s", &slice, NULL))
    return NULL;
  start = slice.text;
  end = start + slice.length;
  while (start < end && is_blank (g_utf8_get_char (start)))
    start = g_utf8_next_char (start);
  while (end > start && is_blank (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return new_slice (start, end);
}

static TroupeValue *
call_reverse (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  g_autoptr (GString) out = NULL;
  Slice slice;
  const char *end;

  if (!read_arguments (self, node, arguments, n_arguments, "s", &slice, NULL))
    return NULL;
  out = g_string_sized_new (slice.length);
  for (end = slice.text + slice.length; end > slice.text;)
    {
      const char *start = g_utf8_prev_char (end);

      g_string_append_len (out, start, end - start);
      end = start;
    }
  return troupe_value_new_string (out->str, (gssize) out->len);
}

/* --- Splitting and replacing ------------------------------------------------------------------ */

/* Returns the next occurrence of @part from @here onwards. An empty part matches before every
 * character and at the end. */
static const char *
find_part (const char *here, const char *end, const Slice *part, gboolean is_first)
{
  if (part->length > 0)
    return memmem (here, (gsize) (end - here), part->text, part->length);
  if (is_first)
    return here;
  return here < end ? g_utf8_next_char (here) : NULL;
}

static TroupeValue *
call_replace (TroupeCelEvaluation *self,
              const TroupeCelNode *node,
              TroupeValue **arguments,
              guint n_arguments)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Slice slices[3];
  gint64 n_left = -1;
  const char *here, *end, *found;
  gboolean is_first = TRUE;

  if (!read_arguments (self, node, arguments, n_arguments, "sssi", slices, &n_left))
    return NULL;
  here = slices[0].text;
  end = here + slices[0].length;
  for (; n_left != 0 && (found = find_part (here, end, &slices[1], is_first)) != NULL; n_left--)
    {
      if (!troupe_cel_spend (self, node, 1) || !troupe_cel_allocate (self, node, slices[2].length))
        return NULL;
      g_string_append_len (out, here, found - here);
      g_string_append_len (out, slices[2].text, (gssize) slices[2].length);
      here = found + slices[1].length;
      is_first = FALSE;
    }
  g_string_append_len (out, here, end - here);
  return troupe_value_new_string (out->str, (gssize) out->len);
}

/* Returns the end of the next part. This is the position of the divider, or the position after
 * one character if the divider is empty. */
static const char *
find_divider (const char *here, const char *end, const Slice *divider)
{
  const char *next;

  if (divider->length > 0)
    return memmem (here, (gsize) (end - here), divider->text, divider->length);
  if (here >= end)
    return NULL;
  next = g_utf8_next_char (here);
  return next < end ? next : NULL;
}

static TroupeValue *
call_split (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue **arguments,
            guint n_arguments)
{
  g_autoptr (GPtrArray) parts =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  Slice slices[2];
  gint64 limit = -1;
  const char *here, *end, *found;
  TroupeValue *list;

  if (!read_arguments (self, node, arguments, n_arguments, "ssi", slices, &limit))
    return NULL;
  here = slices[0].text;
  end = here + slices[0].length;
  while (limit != 0 && limit != 1 && (found = find_divider (here, end, &slices[1])) != NULL)
    {
      if (!troupe_cel_spend (self, node, 1) || !troupe_cel_allocate (self, node, 48))
        return NULL;
      g_ptr_array_add (parts, new_slice (here, found));
      here = found + slices[1].length;
      limit--;
    }
  if (limit != 0 && (slices[1].length > 0 || slices[0].length > 0))
    g_ptr_array_add (parts, new_slice (here, end));
  list = troupe_value_new_list ((TroupeValue **) parts->pdata, parts->len);
  g_ptr_array_set_free_func (parts, NULL);
  return list;
}

static TroupeValue *
call_join (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gsize divider_length = 0;
  const char *divider = "";

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_LIST) ||
      (n_arguments == 2 && !troupe_value_is (arguments[1], TROUPE_VALUE_STRING)))
    return fail (self, node, arguments, n_arguments);
  if (n_arguments == 2)
    divider = troupe_value_get_string (arguments[1], &divider_length);
  for (gsize i = 0; i < troupe_value_list_get_length (arguments[0]); i++)
    {
      TroupeValue *item = troupe_value_list_get (arguments[0], i);
      const char *text;
      gsize length;

      if (!troupe_value_is (item, TROUPE_VALUE_STRING))
        return fail (self, node, arguments, n_arguments);
      text = troupe_value_get_string (item, &length);
      if (!troupe_cel_spend (self, node, 1) ||
          !troupe_cel_allocate (self, node, length + divider_length))
        return NULL;
      if (i > 0)
        g_string_append_len (out, divider, (gssize) divider_length);
      g_string_append_len (out, text, (gssize) length);
    }
  return troupe_value_new_string (out->str, (gssize) out->len);
}

const TroupeCelExtension *
troupe_cel_strings_get_functions (void)
{
  static const TroupeCelExtension functions[] = {
    { "charAt", 2, 2, call_char_at },
    { "indexOf", 2, 3, call_index_of },
    { "lastIndexOf", 2, 3, call_last_index_of },
    { "substring", 2, 3, call_substring },
    { "lowerAscii", 1, 1, call_case },
    { "upperAscii", 1, 1, call_case },
    { "trim", 1, 1, call_trim },
    { "reverse", 1, 1, call_reverse },
    { "replace", 3, 4, call_replace },
    { "split", 2, 3, call_split },
    { "join", 1, 2, call_join },
    { "format", 2, 2, troupe_cel_strings_format },
    { "strings.quote", 1, 1, troupe_cel_strings_quote },
    { NULL },
  };

  return functions;
}
