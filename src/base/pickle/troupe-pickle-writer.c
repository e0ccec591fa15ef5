/* troupe-pickle-writer.c: writes plain data in Python's pickle format
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-pickle-writer"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-pickle-opcodes.h"
#include "troupe-pickle.h"

#define PROTOCOL 4

static gboolean append (GByteArray *out, TroupeValue *value, GError **error);

static void
append_byte (GByteArray *out, guint8 byte)
{
  g_byte_array_append (out, &byte, 1);
}

/* Little-endian. */
static void
append_number (GByteArray *out, guint64 number, guint size)
{
  g_assert (size <= sizeof number);

  for (guint i = 0; i < size; i++)
    append_byte (out, (guint8) (number >> (8 * i)));
}

static void
append_text (GByteArray *out, TroupeValue *value)
{
  gsize length = 0;
  const char *text = troupe_value_get_string (value, &length);

  g_assert (text != NULL);

  if (length <= G_MAXUINT8)
    {
      append_byte (out, TROUPE_PICKLE_SHORT_BINUNICODE);
      append_number (out, length, 1);
    }
  else if (length <= G_MAXUINT32)
    {
      append_byte (out, TROUPE_PICKLE_BINUNICODE);
      append_number (out, length, 4);
    }
  else
    {
      append_byte (out, TROUPE_PICKLE_BINUNICODE8);
      append_number (out, length, 8);
    }
  g_byte_array_append (out, (const guint8 *) text, (guint) length);
}

static void
append_integer (GByteArray *out, gint64 number)
{
  if (number >= 0 && number <= G_MAXUINT8)
    {
      append_byte (out, TROUPE_PICKLE_BININT1);
      append_number (out, (guint64) number, 1);
    }
  else if (number >= G_MININT32 && number <= G_MAXINT32)
    {
      append_byte (out, TROUPE_PICKLE_BININT);
      append_number (out, (guint64) number, 4);
    }
  else
    {
      append_byte (out, TROUPE_PICKLE_LONG1);
      append_byte (out, sizeof number);
      append_number (out, (guint64) number, sizeof number);
    }
}

static gboolean
append (GByteArray *out, TroupeValue *value, GError **error)
{
  g_assert (value != NULL);

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      append_byte (out, TROUPE_PICKLE_NONE);
      return TRUE;
    case TROUPE_VALUE_BOOLEAN:
      append_byte (out, troupe_value_get_boolean (value) ? TROUPE_PICKLE_NEWTRUE
                                                         : TROUPE_PICKLE_NEWFALSE);
      return TRUE;
    case TROUPE_VALUE_INTEGER:
      append_integer (out, troupe_value_get_integer (value));
      return TRUE;
    case TROUPE_VALUE_DOUBLE:
      {
        double number = troupe_value_get_double (value);
        guint64 bits = 0;

        memcpy (&bits, &number, sizeof bits);
        bits = GUINT64_TO_BE (bits);
        append_byte (out, TROUPE_PICKLE_BINFLOAT);
        g_byte_array_append (out, (const guint8 *) &bits, sizeof bits);
      }
      return TRUE;
    case TROUPE_VALUE_STRING:
      append_text (out, value);
      return TRUE;
    case TROUPE_VALUE_LIST:
      append_byte (out, TROUPE_PICKLE_EMPTY_LIST);
      append_byte (out, TROUPE_PICKLE_MARK);
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        if (!append (out, troupe_value_list_get (value, i), error))
          return FALSE;
      append_byte (out, TROUPE_PICKLE_APPENDS);
      return TRUE;
    case TROUPE_VALUE_MAP:
      append_byte (out, TROUPE_PICKLE_EMPTY_DICT);
      append_byte (out, TROUPE_PICKLE_MARK);
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        if (!append (out, troupe_value_map_get_key (value, i), error) ||
            !append (out, troupe_value_map_get_value (value, i), error))
          return FALSE;
      append_byte (out, TROUPE_PICKLE_SETITEMS);
      return TRUE;
    default:
      g_set_error_literal (error, TROUPE_PICKLE_ERROR, TROUPE_PICKLE_ERROR_REFUSED,
                           _ ("only strings, numbers, lists and objects can be written"));
      return FALSE;
    }
}

GBytes *
troupe_pickle_write (TroupeValue *value, GError **error)
{
  g_autoptr (GByteArray) out = g_byte_array_new ();

  g_return_val_if_fail (value != NULL, NULL);

  append_byte (out, TROUPE_PICKLE_PROTO);
  append_byte (out, PROTOCOL);
  if (!append (out, value, error))
    return NULL;
  append_byte (out, TROUPE_PICKLE_STOP);
  return g_byte_array_free_to_bytes (g_steal_pointer (&out));
}
