/* troupe-python-text.c: Python's str() and repr() of values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-text"

#include "config.h"

#include <string.h>

#include "troupe-python-text.h"

/* A list or map that is being written. An explicit stack is used, so that deep values do not use
 * the C stack. */
typedef struct
{
  TroupeValue *value;
  gsize next;
} OpenValue;

static gboolean
is_printable (gunichar character)
{
  switch (g_unichar_type (character))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
      return FALSE;

    case G_UNICODE_SPACE_SEPARATOR:
      return character == ' ';

    default:
      return TRUE;
    }
}

static void
append_quoted (GString *out, const char *text, gsize length)
{
  gboolean has_single = memchr (text, '\'', length) != NULL;
  gboolean has_double = memchr (text, '"', length) != NULL;
  char quote = has_single && !has_double ? '"' : '\'';
  const char *end = text + length;

  g_string_append_c (out, quote);
  for (const char *c = text; c < end; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if (character == (gunichar) quote || character == '\\')
        {
          g_string_append_c (out, '\\');
          g_string_append_unichar (out, character);
        }
      else if (is_printable (character))
        g_string_append_len (out, c, g_utf8_next_char (c) - c);
      else
        {
          if (character == '\n')
            g_string_append (out, "\\n");
          else if (character == '\r')
            g_string_append (out, "\\r");
          else if (character == '\t')
            g_string_append (out, "\\t");
          else if (character < 0x100)
            g_string_append_printf (out, "\\x%02x", character);
          else if (character < 0x10000)
            g_string_append_printf (out, "\\u%04x", character);
          else
            g_string_append_printf (out, "\\U%08x", character);
        }
    }
  g_string_append_c (out, quote);
}

static void
append_scalar (GString *out, TroupeValue *value)
{
  char buffer[64];

  switch ((int) troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      g_string_append (out, "None");
      break;

    case TROUPE_VALUE_BOOLEAN:
      g_string_append (out, troupe_value_get_boolean (value) ? "True" : "False");
      break;

    case TROUPE_VALUE_INTEGER:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, troupe_value_get_integer (value));
      break;

    case TROUPE_VALUE_DOUBLE:
      g_string_append (out, troupe_double_to_text (troupe_value_get_double (value), buffer));
      break;

    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BIG_INTEGER:
      {
        gsize length;
        const char *text = troupe_value_get_string (value, &length);

        if (troupe_value_is (value, TROUPE_VALUE_STRING))
          append_quoted (out, text, length);
        else
          g_string_append_len (out, text, (gssize) length);
      }
      break;

    default:
      /* Results of methods have JSON's types; other types are written as in JSON. */
      troupe_value_append_json (value, TROUPE_JSON_SPACED, out);
      break;
    }
}

/* Writes the text before the next element of @open. Returns this element, or NULL after the last
 * element. */
static TroupeValue *
next_part (GString *out, OpenValue *open)
{
  gboolean is_map = troupe_value_is (open->value, TROUPE_VALUE_MAP);
  gsize length =
      is_map ? troupe_value_map_get_size (open->value) : troupe_value_list_get_length (open->value);
  gsize index = open->next++;

  if (index >= length)
    {
      g_string_append_c (out, is_map ? '}' : ']');
      return NULL;
    }
  if (index > 0)
    g_string_append (out, ", ");
  if (!is_map)
    return troupe_value_list_get (open->value, index);
  append_scalar (out, troupe_value_map_get_key (open->value, index));
  g_string_append (out, ": ");
  return troupe_value_map_get_value (open->value, index);
}

static void
append_repr (GString *out, TroupeValue *value)
{
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (OpenValue));

  for (;;)
    {
      gboolean is_map = value != NULL && troupe_value_is (value, TROUPE_VALUE_MAP);

      if (is_map || (value != NULL && troupe_value_is (value, TROUPE_VALUE_LIST)))
        {
          OpenValue open = { value, 0 };

          g_string_append_c (out, is_map ? '{' : '[');
          g_array_append_val (stack, open);
        }
      else if (value != NULL)
        append_scalar (out, value);
      else
        g_array_set_size (stack, stack->len - 1);
      if (stack->len == 0)
        return;
      value = next_part (out, &g_array_index (stack, OpenValue, stack->len - 1));
    }
}

/**
 * troupe_python_text_str:
 *
 * Formats the value like Python's str(). A string is unchanged; any other value is formatted like
 * Python's repr(). In this format, a router's result becomes the name of an event
 * (doc/flow-semantics.md §4). U+0000 becomes U+0001.
 *
 * Returns: (transfer full): the text
 */
char *
troupe_python_text_str (TroupeValue *value)
{
  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (value, &length);
      char *copy = g_malloc (length + 1);

      memcpy (copy, text, length + 1);
      /* U+0000 cannot occur in the name of an event and must not truncate a name. */
      for (gsize i = 0; i < length; i++)
        copy[i] = copy[i] == '\0' ? '\1' : copy[i];
      return copy;
    }
  return troupe_python_text_repr (value);
}

/**
 * troupe_python_text_repr:
 *
 * Formats the value like Python's repr() (doc/flow-semantics.md §4).
 *
 * Returns: (transfer full): the text
 */
char *
troupe_python_text_repr (TroupeValue *value)
{
  GString *out;

  g_return_val_if_fail (value != NULL, NULL);

  out = g_string_new (NULL);
  append_repr (out, value);
  return g_string_free (out, FALSE);
}
