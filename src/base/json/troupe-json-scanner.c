/* troupe-json-scanner.c: tokenizer for JSON text: blanks, comments, strings, numbers
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-json-scanner"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-json-scanner.h"

/* The largest power of ten that a double represents exactly, and the limit up to which all
 * integers are exact. */
#define EXACT_POWER 22
#define EXACT_WHOLE (G_GUINT64_CONSTANT (1) << 53)

static gboolean
is_between (char byte, guchar first, guchar last)
{
  return (guchar) byte >= first && (guchar) byte <= last;
}

/* Returns the length of the multi-byte UTF-8 sequence at @text, or 0 if it is invalid (Unicode
 * 15, table 3-7). */
static gsize
measure_sequence (const char *text, gsize length)
{
  guchar first = (guchar) text[0];
  gsize size = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;

  if (first < 0xc2 || first > 0xf4 || length < size)
    return 0;
  if (!is_between (text[1],
                   first == 0xe0   ? 0xa0
                   : first == 0xf0 ? 0x90
                                   : 0x80,
                   first == 0xed   ? 0x9f
                   : first == 0xf4 ? 0x8f
                                   : 0xbf))
    return 0;
  for (gsize i = 2; i < size; i++)
    if (!is_between (text[i], 0x80, 0xbf))
      return 0;
  return size;
}

/* Returns the offset of the first byte that is not UTF-8 or is NUL, or @length. */
gsize
troupe_utf8_find_bad_byte (const char *text, gsize length)
{
  const guint64 ones = G_GUINT64_CONSTANT (0x0101010101010101);
  const guint64 tops = G_GUINT64_CONSTANT (0x8080808080808080);
  gsize at = 0;

  while (at < length)
    {
      guint64 chunk;
      gsize size;

      for (; at + sizeof chunk <= length; at += sizeof chunk)
        {
          memcpy (&chunk, text + at, sizeof chunk);
          if (((chunk | (chunk - ones)) & tops) != 0)
            break;
        }
      if (at == length)
        break;
      if (text[at] > 0)
        size = 1;
      else
        size = text[at] == 0 ? 0 : measure_sequence (text + at, length - at);
      if (size == 0)
        return at;
      at += size;
    }
  return length;
}

static const char *
scan_comment (TroupeJsonScanner *self, TroupeJsonFlags flags)
{
  const char *rest = self->text + self->at;
  gsize left = self->end - self->at;
  const char *end;

  g_assert (self != NULL);

  if (left < 2 || (rest[1] != '/' && rest[1] != '*'))
    return NULL;
  if ((flags & TROUPE_JSON_COMMENTS) == 0)
    return _ ("comments are not allowed here");
  if (rest[1] == '/')
    {
      end = memchr (rest, '\n', left);
      self->at = end == NULL ? self->end : (gsize) (end - self->text);
      return NULL;
    }
  end = memmem (rest + 2, left - 2, "*/", 2);
  if (end == NULL && self->end < self->length)
    self->at = self->end;
  if (end == NULL)
    return _ ("this comment is not closed: expected “*/”");
  self->at = (gsize) (end - self->text) + 2;
  return NULL;
}

const char *
troupe_json_scan_blanks (TroupeJsonScanner *self, TroupeJsonFlags flags)
{
  while (self->at < self->end)
    {
      char byte = self->text[self->at];

      if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t')
        {
          self->at++;
        }
      else if (byte == '/')
        {
          gsize before = self->at;
          const char *problem = scan_comment (self, flags);

          if (problem != NULL)
            return problem;
          if (self->at == before)
            return NULL;
        }
      else
        {
          return NULL;
        }
    }
  return NULL;
}

static gboolean
is_digit_at (const TroupeJsonScanner *self)
{
  return self->at < self->end && g_ascii_isdigit (self->text[self->at]);
}

static void
skip_digits (TroupeJsonScanner *self)
{
  while (is_digit_at (self))
    self->at++;
}

static void
convert_integer (const char *text, gsize length, TroupeJsonNumber *number)
{
  gboolean is_negative = text[0] == '-';
  guint64 limit = is_negative ? G_GUINT64_CONSTANT (1) << 63 : G_MAXINT64;
  guint64 value = 0;

  number->kind = TROUPE_JSON_NUMBER_BIG_INTEGER;
  for (gsize i = is_negative ? 1 : 0; i < length; i++)
    {
      guint digit = (guint) (text[i] - '0');
      if (value > (limit - digit) / 10)
        return;
      value = value * 10 + digit;
    }
  number->kind = TROUPE_JSON_NUMBER_INTEGER;
  number->integer = (gint64) (is_negative ? 0 - value : value);
}

/* Converts numbers with a few digits and a small power of ten, which require one exact
 * operation. All other numbers are left to the library. */
static gboolean
convert_simple (const char *text, gsize length, double *value)
{
  static const double powers[EXACT_POWER + 1] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
  gboolean is_negative = text[0] == '-';
  guint64 whole = 0;
  int n_fraction = 0;
  gboolean in_fraction = FALSE;

  for (gsize i = is_negative ? 1 : 0; i < length; i++)
    {
      if (text[i] == '.')
        {
          in_fraction = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (text[i]) || whole > EXACT_WHOLE / 10 - 1)
        return FALSE;
      whole = whole * 10 + (guint64) (text[i] - '0');
      n_fraction += in_fraction ? 1 : 0;
    }
  if (n_fraction > EXACT_POWER)
    return FALSE;
  *value = (double) whole / powers[n_fraction];
  if (is_negative)
    *value = -*value;
  return TRUE;
}

const char *
troupe_json_scan_number (TroupeJsonScanner *self, TroupeJsonNumber *number)
{
  const char *start = self->text + self->at;
  gsize first = self->at;
  gboolean is_integer = TRUE;
  const char *problem = NULL;

  if (*start == '-')
    self->at++;
  if (!is_digit_at (self))
    return _ ("expected a digit after “-”");
  if (self->text[self->at] == '0')
    {
      self->at++;
      if (is_digit_at (self))
        {
          self->at = first;
          return _ ("a number must not start with 0");
        }
    }
  skip_digits (self);
  if (self->at < self->end && self->text[self->at] == '.')
    {
      is_integer = FALSE;
      self->at++;
      if (!is_digit_at (self))
        return _ ("expected a digit after the decimal point");
      skip_digits (self);
    }
  if (self->at < self->end && (self->text[self->at] | 0x20) == 'e')
    {
      is_integer = FALSE;
      self->at++;
      if (self->at < self->end && (self->text[self->at] == '+' || self->text[self->at] == '-'))
        self->at++;
      if (!is_digit_at (self))
        return _ ("expected a digit in the exponent");
      skip_digits (self);
    }

  if (is_integer)
    convert_integer (start, self->at - first, number);
  else
    {
      gsize length = self->at - first;

      number->kind = TROUPE_JSON_NUMBER_DOUBLE;
      if (!convert_simple (start, length, &number->number))
        {
          g_autofree char *copy = g_strndup (start, length);
          number->number = g_ascii_strtod (copy, NULL);
        }
      problem = isfinite (number->number)
                    ? NULL
                    : _ ("this number is too large: expected at most 1.8e308");
    }
  if (problem != NULL)
    self->at = first;
  return problem;
}

/* Returns the value of the four hex digits at @at, or -1. */
static int
read_hex (const TroupeJsonScanner *self, gsize at)
{
  int value = 0;

  g_assert (self != NULL);

  if (at + 4 > self->end)
    return -1;
  for (gsize i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (self->text[at + i]);
      if (digit < 0)
        return -1;
      value = value * 16 + digit;
    }
  return value;
}

/* The scanner must be at the backslash of an escape that starts with u. */
static const char *
scan_unicode_escape (TroupeJsonScanner *self,
                     TroupeJsonStringFlags flags,
                     GString *scratch,
                     gboolean *is_encoding)
{
  int unit = read_hex (self, self->at + 2);
  gunichar letter = (gunichar) unit;

  g_assert (self != NULL);

  if (unit < 0)
    return _ ("expected four hexadecimal digits after “\\u”");
  *is_encoding = TRUE;
  if (unit == 0 && (flags & TROUPE_JSON_STRING_NUL) == 0)
    return _ ("strings must not contain the character U+0000");
  if (unit >= 0xd800 && unit <= 0xdfff)
    {
      gboolean is_pair = unit < 0xdc00 && self->at + 8 <= self->end &&
                         self->text[self->at + 6] == '\\' && self->text[self->at + 7] == 'u';
      int low = is_pair ? read_hex (self, self->at + 8) : -1;

      if (low >= 0xdc00 && low <= 0xdfff)
        {
          letter = 0x10000 + (gunichar) ((unit - 0xd800) * 0x400 + (low - 0xdc00));
          self->at += 6;
        }
      else if ((flags & TROUPE_JSON_STRING_HALVES) == 0)
        return _ ("unpaired surrogate: expected the other half next to it");
    }
  *is_encoding = FALSE;
  self->at += 6;
  g_string_append_unichar (scratch, letter);
  return NULL;
}

static inline gsize
skip_plain (const TroupeJsonScanner *self, gsize at)
{
  g_assert (self != NULL);

  while (at < self->end)
    {
      guchar byte = (guchar) self->text[at];
      if (byte == '"' || byte == '\\' || byte < 0x20)
        break;
      at++;
    }
  return at;
}

const char *
troupe_json_scan_string (TroupeJsonScanner *self,
                         TroupeJsonStringFlags flags,
                         GString *scratch,
                         const char **start,
                         gsize *length,
                         gboolean *is_encoding)
{
  gsize first = self->at + 1;
  gboolean has_escapes = FALSE;

  *is_encoding = FALSE;
  self->at = skip_plain (self, first);
  while (self->at < self->end && self->text[self->at] == '\\')
    {
      const char *problem;
      static const char letters[] = "\"\\/bfnrt";
      static const char meanings[] = "\"\\/\b\f\n\r\t";
      char letter;
      const char *found;

      if (!has_escapes)
        g_string_truncate (scratch, 0);
      has_escapes = TRUE;
      g_string_append_len (scratch, self->text + first, (gssize) (self->at - first));
      letter = self->at + 1 < self->end ? self->text[self->at + 1] : '\0';
      problem = NULL;
      if (letter == 'u')
        problem = scan_unicode_escape (self, flags, scratch, is_encoding);
      else
        {
          found = letter != '\0' ? strchr (letters, letter) : NULL;
          if (found == NULL)
            problem =
                _ ("unknown escape: expected one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX");
          else
            {
              g_string_append_c (scratch, meanings[found - letters]);
              self->at += 2;
            }
        }
      if (problem != NULL)
        return problem;
      first = self->at;
      self->at = skip_plain (self, first);
    }
  if (self->at == self->end)
    return _ ("this string is not closed: expected “\"”");
  if (self->text[self->at] != '"')
    return _ (
        "control characters and line breaks in strings must be escaped, for example as “\\n”");

  if (has_escapes)
    g_string_append_len (scratch, self->text + first, (gssize) (self->at - first));
  *start = has_escapes ? scratch->str : self->text + first;
  *length = has_escapes ? scratch->len : self->at - first;
  self->at++;
  return NULL;
}
