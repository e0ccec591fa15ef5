/* troupe-crew-text.c: values as Python's str() writes them
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-text"

#include "config.h"

#include <string.h>

#include "troupe-crew.h"

/* A list or map that is being written, so that depth costs heap and no stack. */
typedef struct
{
  TroupeValue *value;
  gsize next;
} Level;

/* Whether Python shows it as it is: all but blanks other than the space, and what nothing is drawn for. */
static gboolean
is_shown (gunichar character)
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
append_escape (GString *out, gunichar character)
{
  static const struct
  {
    gunichar character;
    const char *escape;
  } names[] = { { '\n', "\\n" }, { '\r', "\\r" }, { '\t', "\\t" } };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].character == character)
      {
        g_string_append (out, names[i].escape);
        return;
      }
  if (character <= 0xff)
    g_string_append_printf (out, "\\x%02x", character);
  else if (character <= 0xffff)
    g_string_append_printf (out, "\\u%04x", character);
  else
    g_string_append_printf (out, "\\U%08x", character);
}

static void
append_quoted (GString *out, TroupeValue *value)
{
  gsize length;
  const char *text = troupe_value_get_string (value, &length);
  char quote =
      memchr (text, '\'', length) != NULL && memchr (text, '"', length) == NULL ? '"' : '\'';

  g_string_append_c (out, quote);
  for (const char *c = text; c < text + length; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if (character == (gunichar) quote || character == '\\')
        g_string_append_c (out, '\\');
      if (is_shown (character))
        g_string_append_unichar (out, character);
      else
        append_escape (out, character);
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

    case TROUPE_VALUE_DOUBLE:
      g_string_append (out, troupe_double_to_text (troupe_value_get_double (value), buffer));
      break;

    case TROUPE_VALUE_STRING:
      append_quoted (out, value);
      break;

    case TROUPE_VALUE_BIG_INTEGER:
      g_string_append (out, troupe_value_get_string (value, NULL));
      break;

    default:
      troupe_value_append_json (value, TROUPE_JSON_SPACED, out);
      break;
    }
}

/* Opens @value, or writes it whole. */
static void
append (GString *out, GArray *levels, TroupeValue *value)
{
  Level level = { value, 0 };
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);

  if (!is_map && !troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      append_scalar (out, value);
      return;
    }
  g_string_append_c (out, is_map ? '{' : '[');
  g_array_append_val (levels, level);
}

/* One more part of the innermost list or map, or its end. */
static void
append_next (GString *out, GArray *levels)
{
  Level *level = &g_array_index (levels, Level, levels->len - 1);
  TroupeValue *value = level->value;
  gboolean is_map = troupe_value_is (value, TROUPE_VALUE_MAP);
  gsize n_parts = is_map ? troupe_value_map_get_size (value) : troupe_value_list_get_length (value);
  gsize index = level->next++;

  if (index == n_parts)
    {
      g_string_append_c (out, is_map ? '}' : ']');
      g_array_set_size (levels, levels->len - 1);
      return;
    }
  if (index > 0)
    g_string_append (out, ", ");
  if (is_map)
    {
      append_scalar (out, troupe_value_map_get_key (value, index));
      g_string_append (out, ": ");
    }
  append (out, levels,
          is_map ? troupe_value_map_get_value (value, index)
                 : troupe_value_list_get (value, index));
}

char *
troupe_crew_value_to_text (TroupeValue *value)
{
  g_autoptr (GArray) levels = NULL;
  GString *out;

  g_return_val_if_fail (value != NULL, NULL);

  if (troupe_value_is (value, TROUPE_VALUE_STRING))
    {
      gsize length;
      const char *text = troupe_value_get_string (value, &length);

      /* The texts of a crew end at U+0000, so it must not cut one short. */
      out = g_string_new (NULL);
      for (const char *c = text; c < text + length; c++)
        if (*c == '\0')
          g_string_append (out, "\357\277\275");
        else
          g_string_append_c (out, *c);
      return g_string_free (out, FALSE);
    }
  levels = g_array_new (FALSE, FALSE, sizeof (Level));
  out = g_string_new (NULL);
  append (out, levels, value);
  while (levels->len > 0)
    append_next (out, levels);
  return g_string_free (out, FALSE);
}
