/* troupe-cel-format.c: CEL strings extension: format() and quote()
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-format"

#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "troupe-cel-extension.h"
#include "troupe-cel-functions.h"

/* Maximum precision. No double has as many decimals. */
#define MAX_PRECISION 1000

typedef struct
{
  TroupeCelEvaluation *evaluation;
  const TroupeCelNode *node;
  GString *out;
} Formatter;

static gboolean append_value (Formatter *self, const TroupeValue *value);

static gboolean
fail (Formatter *self, const TroupeValue *value)
{
  troupe_cel_fail_types (self->evaluation, self->node, TROUPE_CEL_FAILURE_ARGUMENTS, "format",
                         (TroupeValue *const *) &value, value == NULL ? 0 : 1);
  return FALSE;
}

/* --- %s ------------------------------------------------------------------------------------------ */

typedef struct
{
  char *key;
  const TroupeValue *value;
} Entry;

static int
compare_entries (const void *a, const void *b)
{
  return strcmp (((const Entry *) a)->key, ((const Entry *) b)->key);
}

static void
entry_clear (gpointer data)
{
  g_free (((Entry *) data)->key);
}

/* Appends a map, sorted by the text of the keys, so that equal maps have equal texts. */
static gboolean
append_map (Formatter *self, const TroupeValue *map)
{
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));

  g_assert (self != NULL);

  g_array_set_clear_func (entries, entry_clear);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      g_autoptr (GString) key = g_string_new (NULL);
      Formatter inner = { self->evaluation, self->node, key };
      Entry entry = { NULL, troupe_value_map_get_value (map, i) };

      if (!append_value (&inner, troupe_value_map_get_key (map, i)))
        return FALSE;
      entry.key = g_strndup (key->str, key->len);
      g_array_append_val (entries, entry);
    }
  if (entries->len > 1)
    qsort (entries->data, entries->len, sizeof (Entry), compare_entries);
  g_string_append_c (self->out, '{');
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = &g_array_index (entries, Entry, i);

      g_string_append_printf (self->out, "%s%s: ", i == 0 ? "" : ", ", entry->key);
      if (!append_value (self, entry->value))
        return FALSE;
    }
  g_string_append_c (self->out, '}');
  return TRUE;
}

static gboolean
append_infinite (Formatter *self, double number)
{
  g_assert (self != NULL);

  if (isfinite (number))
    return FALSE;
  g_string_append (self->out, isnan (number) ? "NaN" : number > 0 ? "Infinity" : "-Infinity");
  return TRUE;
}

static gboolean
append_value (Formatter *self, const TroupeValue *value)
{
  g_autoptr (TroupeValue) text = NULL;
  TroupeValue *arguments[] = { (TroupeValue *) value };
  gsize length;
  const char *data;

  g_assert (self != NULL);

  if (!troupe_cel_spend (self->evaluation, self->node, 1) ||
      self->out->len > self->evaluation->bytes_left)
    return troupe_cel_allocate (self->evaluation, self->node, self->out->len);
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
      g_string_append_c (self->out, '[');
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        {
          g_string_append (self->out, i == 0 ? "" : ", ");
          if (!append_value (self, troupe_value_list_get (value, i)))
            return FALSE;
        }
      g_string_append_c (self->out, ']');
      return TRUE;
    case TROUPE_VALUE_MAP:
      return append_map (self, value);
    case TROUPE_VALUE_NULL:
      g_string_append (self->out, "null");
      return TRUE;
    case TROUPE_VALUE_TYPE:
      if (troupe_cel_optional_look (self->evaluation, value, &arguments[0]))
        return fail (self, value);
      g_string_append (self->out, troupe_value_get_string (value, NULL));
      return TRUE;
    case TROUPE_VALUE_DOUBLE:
      if (append_infinite (self, troupe_value_get_double (value)))
        return TRUE;
      break;
    default:
      break;
    }
  text = troupe_cel_convert_string (self->evaluation, self->node, arguments, 1);
  if (text == NULL)
    return FALSE;
  data = troupe_value_get_string (text, &length);
  g_string_append_len (self->out, data, (gssize) length);
  return TRUE;
}

/* --- Numbers ------------------------------------------------------------------------------------- */

/* Appends the sign and the digits of an integer. */
static gboolean
append_whole (Formatter *self, const TroupeValue *value, guint base, gboolean upper)
{
  gboolean is_negative = FALSE;
  guint64 magnitude;
  char buffer[72];
  char *here = buffer + sizeof buffer - 1;

  g_assert (self != NULL);

  if (troupe_value_is (value, TROUPE_VALUE_UNSIGNED))
    magnitude = troupe_value_get_unsigned (value);
  else if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    {
      is_negative = troupe_value_get_integer (value) < 0;
      magnitude = (guint64) troupe_value_get_integer (value);
      if (is_negative)
        magnitude = -magnitude;
    }
  else if (base == 2 && troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    magnitude = troupe_value_get_boolean (value) ? 1 : 0;
  else
    return fail (self, value);
  *here = '\0';
  do
    {
      *--here = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[magnitude % base];
      magnitude /= base;
    }
  while (magnitude > 0);
  if (is_negative)
    *--here = '-';
  g_string_append (self->out, here);
  return TRUE;
}

/* --- Format strings --------------------------------------------------------------------------- */

static gboolean
append_clause (Formatter *self, const TroupeValue *value, char letter, int precision)
{
  switch (letter)
    {
    case 's':
      return append_value (self, value);
    case 'd':
      return troupe_value_is (value, TROUPE_VALUE_DOUBLE) ? append_value (self, value)
                                                          : append_whole (self, value, 10, FALSE);
    case 'b':
      return append_whole (self, value, 2, FALSE);
    case 'o':
      return append_whole (self, value, 8, FALSE);
    case 'x':
    case 'X':
      {
        gboolean upper = letter == 'X';
        gsize length;
        const char *data;

        if (!troupe_value_is (value, TROUPE_VALUE_STRING) &&
            !troupe_value_is (value, TROUPE_VALUE_BYTES))
          return append_whole (self, value, 16, upper);
        data = troupe_value_get_string (value, &length);
        if (!troupe_cel_allocate (self->evaluation, self->node, 2 * length))
          return FALSE;
        for (gsize i = 0; i < length; i++)
          g_string_append_printf (self->out, upper ? "%02X" : "%02x", (guchar) data[i]);
        return TRUE;
      }
    case 'e':
    case 'f':
      {
        g_autofree char *buffer = g_malloc (MAX_PRECISION + 400);
        char format[16];
        double number;

        switch (troupe_value_get_value_type (value))
          {
          case TROUPE_VALUE_INTEGER:
            number = (double) troupe_value_get_integer (value);
            break;
          case TROUPE_VALUE_UNSIGNED:
            number = (double) troupe_value_get_unsigned (value);
            break;
          case TROUPE_VALUE_DOUBLE:
            number = troupe_value_get_double (value);
            break;
          default:
            return fail (self, value);
          }
        if (append_infinite (self, number))
          return TRUE;
        g_snprintf (format, sizeof format, "%%.%d%c", precision, letter);
        g_string_append (self->out, g_ascii_formatd (buffer, MAX_PRECISION + 400, format, number));
        return TRUE;
      }
    default:
      return fail (self, value);
    }
}

/* Parses a precision such as `.3`. Returns 6 if the precision is missing, -1 if it is too large. */
static int
read_precision (const char **here, const char *end)
{
  int precision = 0;

  if (*here >= end || **here != '.')
    return 6;
  for ((*here)++; *here < end && g_ascii_isdigit (**here); (*here)++)
    {
      precision = precision * 10 + (**here - '0');
      if (precision > MAX_PRECISION)
        return -1;
    }
  return precision;
}

static gboolean
format_text (Formatter *self, const char *here, const char *end, const TroupeValue *values)
{
  gsize n_used = 0;

  g_assert (self != NULL);

  while (here < end)
    {
      int precision;

      if (*here != '%')
        {
          g_string_append_c (self->out, *here++);
          continue;
        }
      if (++here < end && *here == '%')
        {
          g_string_append_c (self->out, *here++);
          continue;
        }
      precision = read_precision (&here, end);
      if (precision < 0 || here >= end || n_used >= troupe_value_list_get_length (values))
        return fail (self, NULL);
      if (!append_clause (self, troupe_value_list_get (values, n_used++), *here++, precision))
        return FALSE;
    }
  return TRUE;
}

TroupeValue *
troupe_cel_strings_format (TroupeCelEvaluation *self,
                           const TroupeCelNode *node,
                           TroupeValue **arguments,
                           guint n_arguments)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Formatter formatter = { self, node, out };
  gsize length;
  const char *text;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING) ||
      !troupe_value_is (arguments[1], TROUPE_VALUE_LIST))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                  n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  if (!troupe_cel_spend (self, node, length / 16) ||
      !format_text (&formatter, text, text + length, arguments[1]) ||
      !troupe_cel_allocate (self, node, out->len))
    return NULL;
  return troupe_value_new_string (out->str, (gssize) out->len);
}

TroupeValue *
troupe_cel_strings_quote (TroupeCelEvaluation *self,
                          const TroupeCelNode *node,
                          TroupeValue **arguments,
                          guint n_arguments)
{
  static const char letters[] = "abfnrtv\\\"";
  static const char meanings[] = "\a\b\f\n\r\t\v\\\"";
  g_autoptr (GString) out = g_string_new ("\"");
  gsize length;
  const char *text;

  if (!troupe_value_is (arguments[0], TROUPE_VALUE_STRING))
    return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS, node->name, arguments,
                                  n_arguments);
  text = troupe_value_get_string (arguments[0], &length);
  if (!troupe_cel_spend (self, node, length / 16) || !troupe_cel_allocate (self, node, 2 * length))
    return NULL;
  for (gsize i = 0; i < length; i++)
    {
      const char *found = text[i] == '\0' ? NULL : strchr (meanings, text[i]);

      if (found != NULL)
        g_string_append_printf (out, "\\%c", letters[found - meanings]);
      else
        g_string_append_c (out, text[i]);
    }
  g_string_append_c (out, '"');
  return troupe_value_new_string (out->str, (gssize) out->len);
}
