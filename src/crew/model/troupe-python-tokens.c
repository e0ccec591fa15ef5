/* troupe-python-tokens.c: tokenizer for Python source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-tokens"

#include "config.h"

#include <string.h>

#include "troupe-python-tokens.h"

/* Tab width in columns, as in Python. */
#define TAB 8

typedef struct
{
  const char *source;
  gsize at;
  guint line;
  int depth;  /* bracket nesting */
  int indent; /* of the current line; -1 after its first token */
  GArray *tokens;
} Scanner;

static void
token_clear (gpointer data)
{
  g_free (((TroupePythonToken *) data)->text);
}

static void
add (Scanner *self, TroupePythonTokenType type, gsize start, guint line, char *text)
{
  TroupePythonToken token = { type, start, self->at, line, self->indent, text };

  g_assert (self != NULL);

  g_array_append_val (self->tokens, token);
  if (type != TROUPE_PYTHON_NEWLINE)
    self->indent = -1;
}

static gboolean
is_name_letter (char c)
{
  return g_ascii_isalnum (c) || c == '_' || (c & 0x80) != 0;
}

static void
measure_indent (Scanner *self)
{
  int indent = 0;

  g_assert (self != NULL);

  for (; self->source[self->at] == ' ' || self->source[self->at] == '\t'; self->at++)
    indent = self->source[self->at] == '\t' ? (indent / TAB + 1) * TAB : indent + 1;
  self->indent = indent;
}

/* --- Literals --------------------------------------------------------------------------------- */

gsize
troupe_python_decode_escape (const char *at, GString *out)
{
  static const char letters[] = "nrtabfv0\\'\"";
  static const char meanings[] = "\n\r\t\a\b\f\v\0\\'\"";
  const char *letter;
  guint n_digits = at[1] == 'x' ? 2 : at[1] == 'u' ? 4 : at[1] == 'U' ? 8 : 0;

  if (at[1] == '\n')
    return 2;
  if (at[1] == '\r' && at[2] == '\n')
    return 3;
  if (n_digits > 0)
    {
      gunichar value = 0;
      guint i;

      for (i = 0; i < n_digits && g_ascii_isxdigit (at[2 + i]); i++)
        value = value * 16 + (gunichar) g_ascii_xdigit_value (at[2 + i]);
      if (i == n_digits && value != 0 && g_unichar_validate (value))
        {
          g_string_append_unichar (out, value);
          return 2 + n_digits;
        }
    }
  letter = at[1] != '\0' ? strchr (letters, at[1]) : NULL;
  if (letter != NULL && *letter != '0')
    g_string_append_c (out, meanings[letter - letters]);
  else
    g_string_append_len (out, at, at[1] != '\0' ? 2 : 1);
  return at[1] != '\0' ? 2 : 1;
}

/* Returns TRUE at a string literal. @prefix: (out): number of prefix letters before the quote */
static gboolean
is_literal (const char *at, gsize *prefix)
{
  for (*prefix = 0; *prefix < 3; (*prefix)++)
    {
      if (at[*prefix] == '"' || at[*prefix] == '\'')
        return TRUE;
      if (at[*prefix] == '\0' || strchr ("rRbBuUfF", at[*prefix]) == NULL)
        return FALSE;
    }
  return FALSE;
}

static gboolean
has_letter (const char *at, gsize prefix, char letter)
{
  for (gsize i = 0; i < prefix; i++)
    if (g_ascii_tolower (at[i]) == letter)
      return TRUE;
  return FALSE;
}

static void
scan_literal (Scanner *self, gsize prefix)
{
  const char *source = self->source;
  const gsize start = self->at;
  const guint line = self->line;
  gboolean is_raw = has_letter (source + start, prefix, 'r');
  gboolean is_open = has_letter (source + start, prefix, 'f');
  gboolean is_text = !has_letter (source + start, prefix, 'b');
  const char quote = source[start + prefix];
  gboolean is_long;
  GString *out = g_string_new (NULL);

  g_assert (self != NULL);

  self->at += prefix;
  is_long = source[self->at + 1] == quote && source[self->at + 2] == quote;
  self->at += is_long ? 3 : 1;
  while (source[self->at] != '\0')
    {
      const char *at = source + self->at;

      if (*at == quote && (!is_long || (at[1] == quote && at[2] == quote)))
        {
          self->at += is_long ? 3 : 1;
          break;
        }
      if (*at == '\n' && !is_long)
        {
          is_text = FALSE;
          break;
        }
      /* Expressions in braces can only be evaluated by Python. */
      if (is_open && *at == '{')
        is_text = FALSE;
      if (*at == '\\' && at[1] != '\0')
        {
          gsize length = is_raw ? 2 : troupe_python_decode_escape (at, out);

          if (is_raw)
            g_string_append_len (out, at, 2);
          self->line += (guint) (memchr (at, '\n', length) != NULL);
          self->at += length;
          continue;
        }
      self->line += *at == '\n';
      /* As in Python, a line of a literal ends with LF in a file with CRLF. */
      if (*at != '\r' || at[1] != '\n')
        g_string_append_c (out, *at);
      self->at++;
    }
  is_text = is_text && g_utf8_validate_len (out->str, out->len, NULL);
  add (self, TROUPE_PYTHON_TEXT, start, line, g_string_free (out, !is_text));
}

/* --- Tokens ----------------------------------------------------------------------------------- */

/* Returns TRUE if the line at @line begins with a statement that cannot be part of an expression,
 * so that an open bracket before it was never closed. */
static gboolean
begins_statement (const char *line)
{
  static const char *const words[] = { "def ", "class ", "import ", "return ", "with ", "while " };

  line += strspn (line, " \t");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (line, words[i]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE for the sign in a number such as `1e-5`. */
static gboolean
is_exponent (const char *start, const char *at)
{
  return (*at == '-' || *at == '+') && at > start && (at[-1] == 'e' || at[-1] == 'E') &&
         g_ascii_isdigit (at[1]) && !(start[0] == '0' && (start[1] == 'x' || start[1] == 'X'));
}

static void
scan_word (Scanner *self, TroupePythonTokenType type)
{
  const gsize start = self->at;

  g_assert (self != NULL);

  while (is_name_letter (self->source[self->at]) ||
         (type == TROUPE_PYTHON_NUMBER &&
          (self->source[self->at] == '.' ||
           is_exponent (self->source + start, self->source + self->at))))
    self->at++;
  add (self, type, start, self->line, NULL);
}

static void
scan (Scanner *self)
{
  const char c = self->source[self->at];
  gsize prefix;

  g_assert (self != NULL);

  if (c == '\n')
    {
      self->at++;
      if (self->depth > 0 && begins_statement (self->source + self->at))
        self->depth = 0;
      /* A line continues inside brackets, and an empty line emits no token. */
      if (self->depth == 0 && self->indent < 0)
        add (self, TROUPE_PYTHON_NEWLINE, self->at - 1, self->line, NULL);
      self->line++;
      if (self->depth == 0)
        measure_indent (self);
    }
  else if (c == ' ' || c == '\t' || c == '\r' || c == '\f')
    self->at++;
  else if (c == '#')
    self->at += strcspn (self->source + self->at, "\n");
  else if (c == '\\' &&
           (self->source[self->at + 1] == '\n' ||
            (self->source[self->at + 1] == '\r' && self->source[self->at + 2] == '\n')))
    {
      self->at += self->source[self->at + 1] == '\n' ? 2 : 3;
      self->line++;
    }
  else if (is_literal (self->source + self->at, &prefix))
    scan_literal (self, prefix);
  else if (g_ascii_isdigit (c))
    scan_word (self, TROUPE_PYTHON_NUMBER);
  else if (is_name_letter (c))
    scan_word (self, TROUPE_PYTHON_NAME);
  else
    {
      const gsize start = self->at++;

      if (strchr ("([{", c) != NULL)
        self->depth++;
      else if (strchr (")]}", c) != NULL && self->depth > 0)
        self->depth--;
      add (self, TROUPE_PYTHON_SIGN, start, self->line, NULL);
    }
}

GArray *
troupe_python_tokens_new (const char *source)
{
  Scanner self = { source, 0, 1, 0, 0, g_array_new (FALSE, FALSE, sizeof (TroupePythonToken)) };

  g_array_set_clear_func (self.tokens, token_clear);
  if (g_str_has_prefix (source, "\xef\xbb\xbf"))
    self.at = 3;
  measure_indent (&self);
  while (source[self.at] != '\0')
    scan (&self);
  if (self.indent < 0)
    add (&self, TROUPE_PYTHON_NEWLINE, self.at, self.line, NULL);
  self.indent = 0;
  add (&self, TROUPE_PYTHON_END, self.at, self.line, NULL);
  return self.tokens;
}

/* --- Cursor ----------------------------------------------------------------------------------- */

const TroupePythonToken *
troupe_python_cursor_peek (const TroupePythonCursor *self, guint ahead)
{
  const guint index = MIN (self->at + ahead, self->tokens->len - 1);

  return &g_array_index (self->tokens, TroupePythonToken, index);
}

void
troupe_python_cursor_advance (TroupePythonCursor *self)
{
  if (self->at + 1 < self->tokens->len)
    self->at++;
}

gboolean
troupe_python_cursor_is_sign (const TroupePythonCursor *self, guint ahead, char sign)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, ahead);

  return token->type == TROUPE_PYTHON_SIGN && self->source[token->start] == sign;
}

gboolean
troupe_python_cursor_is_word (const TroupePythonCursor *self, guint ahead, const char *word)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, ahead);

  return token->type == TROUPE_PYTHON_NAME && token->end - token->start == strlen (word) &&
         strncmp (self->source + token->start, word, token->end - token->start) == 0;
}

gboolean
troupe_python_cursor_is_end (const TroupePythonCursor *self)
{
  const TroupePythonTokenType type = troupe_python_cursor_peek (self, 0)->type;

  return type == TROUPE_PYTHON_NEWLINE || type == TROUPE_PYTHON_END;
}
