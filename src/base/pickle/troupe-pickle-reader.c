/* troupe-pickle-reader.c: reads plain data in Python's pickle format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pickle-reader"

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#include "troupe-pickle-opcodes.h"
#include "troupe-pickle.h"

#define VALUES_MOST 200000u
#define DEPTH_MOST 32u
#define PROTOCOL_MOST 5u

G_DEFINE_QUARK (troupe - pickle - error - quark, troupe_pickle_error)

/* An item of the stack. It is a value, or a list or dict that is being filled (the @parts of a
 * dict are alternating keys and values), or a mark, which has neither. @depth: depth of the
 * deepest list or dict in the item */
typedef struct
{
  TroupeValue *value;
  GPtrArray *parts;
  gboolean is_dict;
  guint depth;
} Item;

/* @memo: memoized values by number; NULL for values that may not be referenced twice */
typedef struct
{
  const guint8 *data;
  gsize length;
  gsize at;
  gsize opcode_at;
  GArray *stack; /* (element-type Item) */
  GPtrArray *memo;
  guint n_values;
} Reader;

static void
item_clear (gpointer data)
{
  Item *item = data;

  g_clear_pointer (&item->value, troupe_value_unref);
  g_clear_pointer (&item->parts, g_ptr_array_unref);
}

static void
unref_value (gpointer value)
{
  if (value != NULL)
    troupe_value_unref (value);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static gboolean
fail_damaged (Reader *self, GError **error)
{
  g_set_error (error, TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_DAMAGED,
               /* Translators: the placeholder is a byte offset */
               _ ("the file is damaged at byte %" PRIuPTR), self->opcode_at);
  return FALSE;
}

static gboolean
fail_refused (Reader *self, const char *what, GError **error)
{
  g_set_error (error, TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_REFUSED,
               /* Translators: a byte offset, and what was found there */
               _ ("at byte %" PRIuPTR ": unsupported %s; only plain data is allowed"),
               self->opcode_at, what);
  return FALSE;
}

static gboolean
fail_limit (Reader *self, GError **error)
{
  g_set_error (error, TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_LIMIT,
               /* Translators: the placeholder is a byte offset */
               _ ("the file is larger than the limit, which is reached at byte %" PRIuPTR),
               self->opcode_at);
  return FALSE;
}

/* --- Reading bytes ---------------------------------------------------------------------------- */

/* Returns the next @length bytes, or NULL with an error. */
static const guint8 *
take (Reader *self, guint64 length, GError **error)
{
  const guint8 *bytes = self->data + self->at;

  g_assert (self != NULL);

  if (length > self->length - self->at)
    {
      fail_damaged (self, error);
      return NULL;
    }
  self->at += (gsize) length;
  return bytes;
}

/* Reads an integer of @size bytes, little-endian. */
static gboolean
take_number (Reader *self, guint size, guint64 *number, GError **error)
{
  const guint8 *bytes = take (self, size, error);

  g_assert (size <= sizeof (guint64));

  if (bytes == NULL)
    return FALSE;
  *number = 0;
  for (guint i = size; i > 0; i--)
    *number = *number << 8 | bytes[i - 1];
  return TRUE;
}

/* --- Stack ------------------------------------------------------------------------------------ */

/* @value, @parts: (transfer full) (nullable) */
static gboolean
push (Reader *self, TroupeValue *value, GPtrArray *parts, gboolean is_dict, GError **error)
{
  const Item item = { value, parts, is_dict, parts != NULL ? 1 : 0 };

  g_assert (self != NULL);

  g_array_append_val (self->stack, item);
  return ++self->n_values <= VALUES_MOST || fail_limit (self, error);
}

static gboolean
push_value (Reader *self, TroupeValue *value, GError **error)
{
  g_assert (value != NULL);

  return push (self, value, NULL, FALSE, error);
}

static Item *
get_top (Reader *self)
{
  return self->stack->len > 0 ? &g_array_index (self->stack, Item, self->stack->len - 1) : NULL;
}

static gboolean
is_mark (const Item *item)
{
  return item->value == NULL && item->parts == NULL;
}

/* Returns the value of the item. (transfer full) */
static TroupeValue *
finish (const Item *item)
{
  GPtrArray *parts;

  g_assert (!is_mark (item));

  if (item->value != NULL)
    return troupe_value_ref (item->value);
  if (item->is_dict)
    {
      GPtrArray *dict = item->parts;
      TroupeMapBuilder builder;

      g_assert (dict->len % 2 == 0);
      troupe_map_builder_init (&builder);
      for (guint i = 0; i < dict->len; i += 2)
        troupe_map_builder_add_key (&builder, troupe_value_ref (dict->pdata[i]),
                                    troupe_value_ref (dict->pdata[i + 1]));
      return troupe_map_builder_end (&builder);
    }
  parts = item->parts;
  for (guint i = 0; i < parts->len; i++)
    troupe_value_ref (parts->pdata[i]);
  return troupe_value_new_list ((TroupeValue **) parts->pdata, parts->len);
}

static gboolean
is_key (const TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_STRING) ||
         troupe_value_is (value, TROUPE_VALUE_INTEGER);
}

/* Moves the items from @first on into the list or dict below them. Then pops these items, and
 * the mark if there is one. */
static gboolean
fill (Reader *self, guint first, gboolean has_mark, gboolean is_dict, GError **error)
{
  const guint below = first - (has_mark ? 1 : 0);
  const guint n = self->stack->len - first;
  Item *owner = NULL;

  g_assert (self != NULL);

  if (below == 0 || (is_dict && n % 2 != 0))
    return fail_damaged (self, error);
  owner = &g_array_index (self->stack, Item, below - 1);
  if (owner->parts == NULL || owner->is_dict != is_dict)
    return fail_damaged (self, error);
  for (guint i = first; i < self->stack->len; i++)
    {
      const Item *item = &g_array_index (self->stack, Item, i);

      if (is_mark (item))
        return fail_damaged (self, error);
      if (is_dict && (i - first) % 2 == 0 && (item->value == NULL || !is_key (item->value)))
        return fail_refused (self, _ ("key that is neither a string nor an integer"), error);
      owner->depth = MAX (owner->depth, item->depth + 1);
      g_ptr_array_add (owner->parts, finish (item));
    }
  g_array_set_size (self->stack, below);
  return owner->depth <= DEPTH_MOST || fail_limit (self, error);
}

static gboolean
fill_from_mark (Reader *self, gboolean is_dict, GError **error)
{
  g_assert (self != NULL);

  for (guint i = self->stack->len; i > 0; i--)
    if (is_mark (&g_array_index (self->stack, Item, i - 1)))
      return fill (self, i, TRUE, is_dict, error);
  return fail_damaged (self, error);
}

static gboolean
fill_one (Reader *self, gboolean is_dict, GError **error)
{
  const guint n = is_dict ? 2 : 1;

  g_assert (self != NULL);

  if (self->stack->len < n + 1)
    return fail_damaged (self, error);
  return fill (self, self->stack->len - n, FALSE, is_dict, error);
}

/* --- Memo ------------------------------------------------------------------------------------- */

static gboolean
remember (Reader *self, guint64 number, GError **error)
{
  const Item *top = get_top (self);

  g_assert (self != NULL);

  if (top == NULL || is_mark (top))
    return fail_damaged (self, error);
  if (number >= VALUES_MOST)
    return fail_limit (self, error);
  if (number >= self->memo->len)
    g_ptr_array_set_size (self->memo, (int) number + 1);
  unref_value (self->memo->pdata[number]);
  self->memo->pdata[number] = top->value != NULL ? troupe_value_ref (top->value) : NULL;
  return TRUE;
}

/* --- Values ------------------------------------------------------------------------------------- */

static gboolean
read_text (Reader *self, guint size, GError **error)
{
  guint64 length = 0;
  const char *text = NULL;

  g_assert (self != NULL);

  if (!take_number (self, size, &length, error))
    return FALSE;
  text = (const char *) take (self, length, error);
  if (text == NULL)
    return FALSE;
  if (!g_utf8_validate_len (text, (gsize) length, NULL) && memchr (text, '\0', length) == NULL)
    return fail_refused (self, _ ("string that is not valid UTF-8"), error);
  if (memchr (text, '\0', length) != NULL)
    return fail_refused (self, _ ("string that contains a NUL byte"), error);
  return push_value (self, troupe_value_new_string (text, (gssize) length), error);
}

/* @is_signed: whether the highest bit is the sign */
static gboolean
read_integer (Reader *self, guint size, gboolean is_signed, GError **error)
{
  const guint n_unused = 64 - 8 * size;
  guint64 number = 0;

  g_assert (size <= sizeof (guint64));

  if (!take_number (self, size, &number, error))
    return FALSE;
  if (is_signed && size > 0 && size < 8 && (number >> (8 * size - 1)) != 0)
    number |= G_MAXUINT64 << (64 - n_unused);
  return push_value (self, troupe_value_new_integer ((gint64) number), error);
}

static GPtrArray *
new_parts (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
}

/* --- Instructions --------------------------------------------------------------------------------- */

static gboolean
do_numbered (Reader *self, guint8 opcode, GError **error)
{
  const guint size = opcode == TROUPE_PICKLE_BINPUT || opcode == TROUPE_PICKLE_BINGET ? 1 : 4;
  guint64 number = 0;

  g_assert (self != NULL);

  if (!take_number (self, size, &number, error))
    return FALSE;
  if (opcode == TROUPE_PICKLE_BINPUT || opcode == TROUPE_PICKLE_LONG_BINPUT)
    return remember (self, number, error);
  if (number >= self->memo->len)
    return fail_damaged (self, error);
  if (self->memo->pdata[number] == NULL)
    return fail_refused (self, _ ("list or dict that is referenced twice"), error);
  return push_value (self, troupe_value_ref (self->memo->pdata[number]), error);
}

static gboolean
do_value (Reader *self, guint8 opcode, GError **error)
{
  switch (opcode)
    {
    case TROUPE_PICKLE_NONE:
      return push_value (self, troupe_value_new_null (), error);
    case TROUPE_PICKLE_NEWTRUE:
      return push_value (self, troupe_value_new_boolean (TRUE), error);
    case TROUPE_PICKLE_NEWFALSE:
      return push_value (self, troupe_value_new_boolean (FALSE), error);
    case TROUPE_PICKLE_BININT:
      return read_integer (self, 4, TRUE, error);
    case TROUPE_PICKLE_BININT1:
      return read_integer (self, 1, FALSE, error);
    case TROUPE_PICKLE_BININT2:
      return read_integer (self, 2, FALSE, error);
    case TROUPE_PICKLE_LONG1:
      {
        guint64 size = 0;

        if (!take_number (self, 1, &size, error))
          return FALSE;
        if (size > sizeof (gint64))
          return fail_refused (self, _ ("integer of more than 64 bits"), error);
        return read_integer (self, (guint) size, TRUE, error);
      }
    case TROUPE_PICKLE_BINFLOAT:
      {
        const guint8 *bytes = take (self, sizeof (double), error);
        guint64 bits = 0;
        double number = 0;

        /* Reads a big-endian double. */
        if (bytes == NULL)
          return FALSE;
        memcpy (&bits, bytes, sizeof bits);
        bits = GUINT64_FROM_BE (bits);
        memcpy (&number, &bits, sizeof number);
        return push_value (self, troupe_value_new_double (number), error);
      }
    case TROUPE_PICKLE_SHORT_BINUNICODE:
      return read_text (self, 1, error);
    case TROUPE_PICKLE_BINUNICODE:
      return read_text (self, 4, error);
    case TROUPE_PICKLE_BINUNICODE8:
      return read_text (self, 8, error);
    default:
      {
        /* Formatted like `0x63`, so that it can be found in a list of opcodes. */
        /* Translators: the placeholder is the number of an instruction, in hexadecimal */
        g_autofree char *what = g_strdup_printf (_ ("instruction 0x%02x"), opcode);

        return fail_refused (self, what, error);
      }
    }
}

static gboolean
do_opcode (Reader *self, guint8 opcode, GError **error)
{
  guint64 ignored = 0;

  g_assert (self != NULL);

  switch (opcode)
    {
    case TROUPE_PICKLE_FRAME:
      return take_number (self, 8, &ignored, error);
    case TROUPE_PICKLE_MARK:
      return push (self, NULL, NULL, FALSE, error);
    case TROUPE_PICKLE_EMPTY_DICT:
      return push (self, NULL, new_parts (), TRUE, error);
    case TROUPE_PICKLE_EMPTY_LIST:
      return push (self, NULL, new_parts (), FALSE, error);
    case TROUPE_PICKLE_APPEND:
      return fill_one (self, FALSE, error);
    case TROUPE_PICKLE_APPENDS:
      return fill_from_mark (self, FALSE, error);
    case TROUPE_PICKLE_SETITEM:
      return fill_one (self, TRUE, error);
    case TROUPE_PICKLE_SETITEMS:
      return fill_from_mark (self, TRUE, error);
    case TROUPE_PICKLE_MEMOIZE:
      return remember (self, self->memo->len, error);
    case TROUPE_PICKLE_BINPUT:
    case TROUPE_PICKLE_LONG_BINPUT:
    case TROUPE_PICKLE_BINGET:
    case TROUPE_PICKLE_LONG_BINGET:
      return do_numbered (self, opcode, error);
    default:
      return do_value (self, opcode, error);
    }
}

static gboolean
read_all (Reader *self, GError **error)
{
  g_assert (self != NULL);

  if (self->length < 2 || self->data[0] != TROUPE_PICKLE_PROTO || self->data[1] < 2 ||
      self->data[1] > PROTOCOL_MOST)
    {
      g_set_error_literal (error, TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_DAMAGED,
                           _ ("the file is not a Python 3 pickle"));
      return FALSE;
    }
  self->at = 2;
  for (;;)
    {
      const guint8 *opcode = NULL;

      self->opcode_at = self->at;
      opcode = take (self, 1, error);
      if (opcode == NULL)
        return FALSE;
      if (*opcode == TROUPE_PICKLE_STOP)
        break;
      if (!do_opcode (self, *opcode, error))
        return FALSE;
    }
  return (self->stack->len == 1 && !is_mark (get_top (self))) || fail_damaged (self, error);
}

TroupeValue *
troupe_pickle_read (const char *data, gsize length, GError **error)
{
  Reader reader = { .data = (const guint8 *) data, .length = length };
  TroupeValue *value = NULL;

  g_return_val_if_fail (data != NULL || length == 0, NULL);

  reader.stack = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (reader.stack, item_clear);
  reader.memo = g_ptr_array_new_with_free_func (unref_value);
  if (read_all (&reader, error))
    value = finish (get_top (&reader));
  g_array_unref (reader.stack);
  g_ptr_array_unref (reader.memo);
  return value;
}
