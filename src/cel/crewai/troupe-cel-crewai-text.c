/* troupe-cel-crewai-text.c: Python's text formats of values in CrewAI's CEL evaluator
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-crewai-text"

#include "config.h"

#include <string.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-date.h"

/* Implements Python's str.isprintable() for characters beyond ASCII. Separators and private-use
 * characters are not printable. */
static gboolean
is_printable (gunichar letter)
{
  switch (g_unichar_type (letter))
    {
    case G_UNICODE_CONTROL:
    case G_UNICODE_FORMAT:
    case G_UNICODE_UNASSIGNED:
    case G_UNICODE_PRIVATE_USE:
    case G_UNICODE_SURROGATE:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
    case G_UNICODE_SPACE_SEPARATOR:
      return FALSE;
    default:
      return TRUE;
    }
}

static void
append_quoted (GString *out, const TroupeValue *value)
{
  gboolean is_bytes = troupe_value_is (value, TROUPE_VALUE_BYTES);
  gsize length;
  const char *here = troupe_value_get_string (value, &length);
  const char *end = here + length;
  char quote =
      memchr (here, '\'', length) != NULL && memchr (here, '"', length) == NULL ? '"' : '\'';

  g_string_append_c (out, quote);
  while (here < end)
    {
      gunichar letter = is_bytes ? (guchar) *here : g_utf8_get_char (here);

      if (letter == '\\' || letter == (gunichar) quote)
        g_string_append_printf (out, "\\%c", (char) letter);
      else if (letter == '\n')
        g_string_append (out, "\\n");
      else if (letter == '\r')
        g_string_append (out, "\\r");
      else if (letter == '\t')
        g_string_append (out, "\\t");
      else if (letter >= ' ' && letter < 127)
        g_string_append_c (out, (char) letter);
      else if (letter < 256 && (is_bytes || !is_printable (letter)))
        g_string_append_printf (out, "\\x%02x", letter);
      else if (is_printable (letter))
        g_string_append_unichar (out, letter);
      else
        g_string_append_printf (out, letter < 0x10000 ? "\\u%04x" : "\\U%08x", letter);
      here = is_bytes ? here + 1 : g_utf8_next_char (here);
    }
  g_string_append_c (out, quote);
}

/* Returns the Python class of a value of the language. */
static const char *
get_class (const TroupeValue *value)
{
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      return "BoolType";
    case TROUPE_VALUE_UNSIGNED:
      return "UintType";
    case TROUPE_VALUE_DOUBLE:
      return "DoubleType";
    case TROUPE_VALUE_STRING:
      return "StringType";
    case TROUPE_VALUE_BYTES:
      return "BytesType";
    case TROUPE_VALUE_TIMESTAMP:
      return "TimestampType";
    case TROUPE_VALUE_DURATION:
      return "DurationType";
    default:
      return "IntType";
    }
}

/* Appends the Python class of a type of the language. Types of plain values have Python's names. */
static void
append_class (const TroupeValue *type, GString *out)
{
  static const struct
  {
    const char *name;
    const char *class_name;
  } classes[] = {
    { "bool", "celpy.celtypes.BoolType" },
    { "bytes", "celpy.celtypes.BytesType" },
    { "double", "celpy.celtypes.DoubleType" },
    { "int", "celpy.celtypes.IntType" },
    { "list", "celpy.celtypes.ListType" },
    { "map", "celpy.celtypes.MapType" },
    { "null_type", "NoneType" },
    { "string", "celpy.celtypes.StringType" },
    { "uint", "celpy.celtypes.UintType" },
    { "google.protobuf.Timestamp", "celpy.celtypes.TimestampType" },
    { "google.protobuf.Duration", "celpy.celtypes.DurationType" },
    { "type", "celpy.celtypes.TypeType" },
  };
  const char *name = troupe_value_get_string (type, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (classes); i++)
    {
      if (strcmp (classes[i].name, name) == 0)
        {
          g_string_append_printf (out, "<class '%s'>", classes[i].class_name);
          return;
        }
    }
  g_string_append_printf (out, "<class '%s'>", name + (*name == ' ' ? 1 : 0));
}

static void
append_scalar (TroupeCelEvaluation *self, const TroupeValue *value, GString *out)
{
  char buffer[32];
  g_autofree char *text = NULL;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_BOOLEAN:
      g_string_append (out, troupe_value_get_boolean (value) ? "True" : "False");
      break;
    case TROUPE_VALUE_UNSIGNED:
      g_string_append_printf (out, "%" G_GUINT64_FORMAT, troupe_value_get_unsigned (value));
      break;
    case TROUPE_VALUE_DOUBLE:
      g_string_append (out, troupe_double_to_text (troupe_value_get_double (value), buffer));
      break;
    case TROUPE_VALUE_BYTES:
      g_string_append_c (out, 'b');
      append_quoted (out, value);
      break;
    case TROUPE_VALUE_STRING:
      append_quoted (out, value);
      break;
    case TROUPE_VALUE_TIMESTAMP:
      text = troupe_cel_crewai_format_timestamp (value);
      g_string_append_printf (out, "'%s'", text);
      break;
    case TROUPE_VALUE_DURATION:
      text = troupe_cel_duration_format (troupe_value_get_seconds (value), 0);
      g_string_append_printf (out, "'%s'", text);
      break;
    default:
      g_string_append_printf (out, "%" G_GINT64_FORMAT, troupe_value_get_integer (value));
      break;
    }
}

gboolean
troupe_cel_crewai_append_representation (TroupeCelEvaluation *self,
                                         const TroupeCelNode *node,
                                         const TroupeValue *value,
                                         GString *out)
{
  if (!troupe_cel_spend (self, node, 1))
    return FALSE;
  if (out->len > self->bytes_left)
    return troupe_cel_allocate (self, node, out->len);
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      {
        gboolean is_plain = troupe_cel_crewai_is_plain (self, value);

        g_string_append (out, is_plain ? "[" : "ListType([");
        for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
          {
            g_string_append (out, i == 0 ? "" : ", ");
            if (!troupe_cel_crewai_append_representation (self, node,
                                                          troupe_value_list_get (value, i), out))
              return FALSE;
          }
        g_string_append (out, is_plain ? "]" : "])");
        return TRUE;
      }
    case TROUPE_VALUE_MAP:
      g_string_append (out, "MapType({");
      for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
        {
          g_string_append (out, i == 0 ? "" : ", ");
          if (!troupe_cel_crewai_append_representation (
                  self, node, troupe_cel_crewai_get_key (self, troupe_value_map_get_key (value, i)),
                  out))
            return FALSE;
          g_string_append (out, ": ");
          if (!troupe_cel_crewai_append_representation (self, node,
                                                        troupe_value_map_get_value (value, i), out))
            return FALSE;
        }
      g_string_append (out, "})");
      return TRUE;
    case TROUPE_VALUE_NULL:
      g_string_append (out, "None");
      return TRUE;
    case TROUPE_VALUE_TYPE:
      append_class (value, out);
      return TRUE;
    case TROUPE_VALUE_BIG_INTEGER:
      g_string_append (out, troupe_value_get_string (value, NULL));
      return TRUE;
    default:
      break;
    }
  if (troupe_cel_crewai_is_plain (self, value))
    {
      append_scalar (self, value, out);
      return TRUE;
    }
  g_string_append_printf (out, "%s(", get_class (value));
  append_scalar (self, value, out);
  g_string_append_c (out, ')');
  return TRUE;
}

/* --- Dates --------------------------------------------------------------------------------------- */

char *
troupe_cel_crewai_format_plain_duration (const TroupeValue *duration)
{
  GString *out = g_string_new (NULL);
  gint64 total = troupe_value_get_seconds (duration) * G_USEC_PER_SEC +
                 troupe_value_get_nanoseconds (duration) / 1000;
  gint64 a_day = G_GINT64_CONSTANT (86400) * G_USEC_PER_SEC;
  gint64 days = total / a_day - (total % a_day < 0 ? 1 : 0);
  gint64 rest = total - days * a_day;
  gint64 seconds = rest / G_USEC_PER_SEC;

  if (days != 0)
    g_string_append_printf (out, "%" G_GINT64_FORMAT " day%s, ", days, ABS (days) == 1 ? "" : "s");
  g_string_append_printf (out, "%d:%02d:%02d", (int) (seconds / 3600), (int) (seconds / 60 % 60),
                          (int) (seconds % 60));
  if (rest % G_USEC_PER_SEC != 0)
    g_string_append_printf (out, ".%06d", (int) (rest % G_USEC_PER_SEC));
  return g_string_free (out, FALSE);
}

char *
troupe_cel_crewai_format_timestamp (const TroupeValue *timestamp)
{
  int offset = troupe_value_get_offset (timestamp);
  g_autofree char *text =
      troupe_cel_timestamp_format (troupe_value_get_seconds (timestamp) + offset, 0);
  gsize n_zeros = strspn (text, "0");

  /* Python does not pad the year. */
  memmove (text, text + n_zeros, strlen (text + n_zeros) + 1);
  if (offset == 0)
    return g_steal_pointer (&text);
  text[strlen (text) - 1] = '\0';
  return g_strdup_printf ("%s%c%02d:%02d", text, offset < 0 ? '-' : '+', ABS (offset) / 3600,
                          ABS (offset) / 60 % 60);
}
