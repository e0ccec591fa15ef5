/* troupe-cel-literal.c: values of CEL string and bytes literals
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-literal"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-lexer.h"

/* GLib's validation ends at U+0000. */
gboolean
troupe_cel_text_is_valid (const char *text, gsize length)
{
  const char *end = text + length;

  while (text < end)
    {
      if (!g_utf8_validate_len (text, (gsize) (end - text), &text) && *text != '\0')
        return FALSE;
      text++;
    }
  return TRUE;
}

gint64
troupe_cel_text_count (const char *text, gsize length)
{
  gint64 n_characters = 0;

  /* Counts every byte except continuation bytes. */
  for (gsize i = 0; i < length; i++)
    n_characters += ((guchar) text[i] & 0xc0) != 0x80 ? 1 : 0;
  return n_characters;
}

typedef struct
{
  const char *here;
  const char *end;
  gboolean is_bytes;
  TroupeCelDialect dialect;
  GString *out;
  gboolean is_late; /* the error is reported only when the literal is evaluated */
} LiteralReader;

/* Appends one character, which is a code point in strings and an octet in bytes. */
static void
append_number (LiteralReader *self, guint32 number)
{
  g_assert (self != NULL);

  if (self->is_bytes)
    g_string_append_c (self->out, (char) (guchar) number);
  else
    g_string_append_unichar (self->out, number);
}

/* Parses exactly @n_digits digits of @base. */
static gboolean
read_digits (const char *digits, const char *end, guint n_digits, guint base, guint32 *number)
{
  *number = 0;
  if (digits + n_digits > end)
    return FALSE;
  for (guint i = 0; i < n_digits; i++)
    {
      int digit = g_ascii_xdigit_value (digits[i]);

      if (digit < 0 || (guint) digit >= base)
        return FALSE;
      *number = *number * base + (guint32) digit;
    }
  return TRUE;
}

/* Parses an escape such as `\u0041`. self->here points to the letter. */
static gboolean
read_code_point (LiteralReader *self, guint n_digits, const char **problem)
{
  guint32 number, low;

  g_assert (self != NULL);

  if (self->is_bytes && self->dialect == TROUPE_CEL_SPEC)
    {
      *problem = _ ("\\u and \\U are not allowed in bytes");
      return FALSE;
    }
  if (!read_digits (self->here + 1, self->end, n_digits, 16, &number))
    {
      *problem = n_digits == 4 ? _ ("\\u needs four hexadecimal digits")
                               : _ ("\\U needs eight hexadecimal digits");
      return FALSE;
    }
  if (self->is_bytes)
    {
      self->here += 1 + n_digits;
      if (n_digits == 4 && number <= 255)
        {
          append_number (self, number);
          return TRUE;
        }
      *problem = _ ("\\u and \\U are not allowed in bytes");
      self->is_late = TRUE;
      return FALSE;
    }
  /* JSON joins surrogate pairs, and CrewAI passes every value on as JSON. */
  if (self->dialect == TROUPE_CEL_CREWAI && number >= 0xd800 && number < 0xdc00 &&
      self->end - self->here > 1 + n_digits + 2 && self->here[1 + n_digits] == '\\' &&
      self->here[2 + n_digits] == 'u' &&
      read_digits (self->here + 3 + n_digits, self->end, 4, 16, &low) && low >= 0xdc00 &&
      low < 0xe000)
    {
      number = 0x10000 + ((number - 0xd800) << 10) + (low - 0xdc00);
      self->here += 6;
    }
  if (!g_unichar_validate (number))
    {
      self->is_late = self->dialect == TROUPE_CEL_CREWAI && number > 0x10ffff;
      *problem = _ ("no character has this number");
      return FALSE;
    }
  g_string_append_unichar (self->out, number);
  self->here += 1 + n_digits;
  return TRUE;
}

static gboolean
read_octet (LiteralReader *self, guint n_skipped, guint n_digits, guint base, const char **problem)
{
  guint32 number;
  guint32 last = self->dialect == TROUPE_CEL_CREWAI && !self->is_bytes ? 511 : 255;

  if (!read_digits (self->here + n_skipped, self->end, n_digits, base, &number) || number > last)
    {
      self->is_late = self->dialect == TROUPE_CEL_CREWAI;
      *problem = base == 16 ? _ ("\\x needs two hexadecimal digits")
                            : _ ("octal escapes need three digits, from 000 to 377");
      return FALSE;
    }
  append_number (self, number);
  self->here += n_skipped + n_digits;
  return TRUE;
}

/* CrewAI's evaluator supports fewer escapes and leaves unknown ones unchanged. */
static gboolean
is_left_alone (const LiteralReader *self)
{
  guint32 number;

  g_assert (self != NULL);

  if (self->dialect != TROUPE_CEL_CREWAI)
    return FALSE;
  switch (*self->here)
    {
    case 'x':
      return !read_digits (self->here + 1, self->end, 2, 16, &number);
    case 'u':
      return !read_digits (self->here + 1, self->end, 4, 16, &number);
    case 'U':
      return !read_digits (self->here + 1, self->end, 8, 16, &number);
    case '0' ... '9':
      return !read_digits (self->here, self->end, 3, 10, &number);
    default:
      return strchr ("abfnrtv\"'\\", *self->here) == NULL;
    }
}

/* Parses an escape. self->here points to the character after the backslash. */
static gboolean
read_escape (LiteralReader *self, const char **problem)
{
  static const char letters[] = "abfnrtv\\?\"'`";
  static const char meanings[] = "\a\b\f\n\r\t\v\\?\"'`";
  const char *found;

  g_assert (self != NULL);

  if (self->here >= self->end || is_left_alone (self))
    {
      g_string_append_c (self->out, '\\');
      return TRUE;
    }
  found = *self->here == '\0' ? NULL : strchr (letters, *self->here);
  if (found != NULL)
    {
      g_string_append_c (self->out, meanings[found - letters]);
      self->here++;
      return TRUE;
    }
  switch (*self->here)
    {
    case 'x':
    case 'X':
      return read_octet (self, 1, 2, 16, problem);
    case '0' ... '9':
      return read_octet (self, 0, 3, 8, problem);
    case 'u':
      return read_code_point (self, 4, problem);
    case 'U':
      return read_code_point (self, 8, problem);
    default:
      *problem = _ ("unknown escape: write \\\\ for a backslash");
      return FALSE;
    }
}

static gboolean
read_body (LiteralReader *self,
           gboolean is_raw,
           gboolean is_triple,
           const char **bad,
           const char **problem)
{
  g_assert (self != NULL);

  while (self->here < self->end)
    {
      const char *start = self->here++;

      if (*start == '\\' && !is_raw)
        {
          *bad = start;
          if (!read_escape (self, problem))
            return FALSE;
        }
      else if (is_triple && self->dialect == TROUPE_CEL_CREWAI && !is_raw && *start == '\n')
        continue;
      else if (is_raw && self->is_bytes && self->dialect == TROUPE_CEL_CREWAI)
        {
          gunichar letter;

          *bad = start;
          /* In CrewAI's dialect raw bytes are the code points of the characters, one octet each. */
          letter = g_utf8_get_char (start);
          self->here = g_utf8_next_char (start);
          if (letter > 255)
            {
              *problem = _ ("no character has this number");
              self->is_late = TRUE;
              return FALSE;
            }
          append_number (self, letter);
        }
      else if (is_triple && *start == '\r' && self->dialect == TROUPE_CEL_SPEC)
        {
          /* All line ends become newlines, regardless of the line ends in the file. */
          g_string_append_c (self->out, '\n');
          if (self->here < self->end && *self->here == '\n')
            self->here++;
        }
      else
        g_string_append_c (self->out, *start);
    }
  return TRUE;
}

/* Evaluates a literal with its prefix and quotation marks. @bad_start and @bad_end are the range
 * of an error inside @text. @is_late is TRUE if the error occurs only when the literal is
 * evaluated. */
TroupeValue *
troupe_cel_literal_read (const char *text,
                         gsize length,
                         TroupeCelDialect dialect,
                         gsize *bad_start,
                         gsize *bad_end,
                         gboolean *is_late,
                         const char **problem)
{
  g_autoptr (GString) out = g_string_sized_new (length);
  LiteralReader reader = { .here = text, .end = text + length, .dialect = dialect, .out = out };
  gboolean is_raw = FALSE;
  gboolean is_triple;
  const char *bad = text;
  gsize n_marks;

  for (; *reader.here != '"' && *reader.here != '\''; reader.here++)
    {
      is_raw |= *reader.here == 'r' || *reader.here == 'R';
      reader.is_bytes |= *reader.here == 'b' || *reader.here == 'B';
    }
  is_triple = reader.end - reader.here >= 6 && reader.here[1] == reader.here[0] &&
              reader.here[2] == reader.here[0];
  n_marks = is_triple ? 3 : 1;
  reader.here += n_marks;
  reader.end -= n_marks;
  if (!read_body (&reader, is_raw, is_triple, &bad, problem))
    {
      *is_late = reader.is_late;
      *bad_start = (gsize) (bad - text);
      *bad_end = (gsize) (g_utf8_find_next_char (bad + 1, text + length) - text);
      return NULL;
    }
  if (reader.is_bytes)
    return troupe_value_new_bytes (out->str, out->len);
  return troupe_value_new_string (out->str, (gssize) out->len);
}
