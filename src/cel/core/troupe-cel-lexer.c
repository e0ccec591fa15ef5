/* troupe-cel-lexer.c: CEL lexer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-lexer"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-lexer.h"

/* Returns the byte @ahead positions after the current one, or NUL at the end. */
static inline char
peek_byte (const TroupeCelLexer *self, gsize ahead)
{
  return self->position + ahead < self->length ? self->text[self->position + ahead] : '\0';
}

static inline gboolean
is_name_start (char letter)
{
  return g_ascii_isalpha (letter) || letter == '_';
}

static inline gboolean
is_name_part (char letter)
{
  return g_ascii_isalnum (letter) || letter == '_';
}

static void
skip_digits (TroupeCelLexer *self)
{
  while (g_ascii_isdigit (peek_byte (self, 0)))
    self->position++;
}

/* An exponent requires digits, so `1e` is a number followed by a name. */
static gboolean
skip_exponent (TroupeCelLexer *self)
{
  char next = peek_byte (self, 1);
  gsize n_signs = next == '+' || next == '-' ? 1 : 0;

  if ((peek_byte (self, 0) != 'e' && peek_byte (self, 0) != 'E') ||
      !g_ascii_isdigit (peek_byte (self, 1 + n_signs)))
    return FALSE;
  self->position += 1 + n_signs;
  skip_digits (self);
  return TRUE;
}

/* Returns the length of the prefix (r, b, br) before a quotation mark at the current position,
 * or -1 if no string starts at this position. */
static int
get_prefix_length (const TroupeCelLexer *self, gboolean *is_raw, gboolean *is_bytes)
{
  *is_raw = *is_bytes = FALSE;
  for (gsize i = 0; i < 3; i++)
    {
      char letter = peek_byte (self, i);

      if (letter == '"' || letter == '\'')
        return (int) i;
      if ((letter == 'r' || letter == 'R') && !*is_raw)
        *is_raw = TRUE;
      else if ((letter == 'b' || letter == 'B') && !*is_bytes &&
               (!*is_raw || self->dialect == TROUPE_CEL_SPEC))
        *is_bytes = TRUE;
      else
        return -1;
    }
  return -1;
}

static gboolean
is_closed_here (const TroupeCelLexer *self, char quote, gboolean triple)
{
  return peek_byte (self, 0) == quote &&
         (!triple || (peek_byte (self, 1) == quote && peek_byte (self, 2) == quote));
}

/* CrewAI's lexer first interprets each backslash as the start of an escape. If the string would
 * then be unterminated, the last escaped quotation mark ends it. For example, `'\'` is a
 * backslash. */
static void
scan_string (TroupeCelLexer *self,
             TroupeCelLexeme *lexeme,
             int prefix,
             gboolean is_raw,
             gboolean is_bytes)
{
  char quote;
  gboolean triple;
  gsize hidden = 0;

  g_assert (self != NULL);

  self->position += (gsize) prefix;
  quote = peek_byte (self, 0);
  triple = peek_byte (self, 1) == quote && peek_byte (self, 2) == quote;
  self->position += triple ? 3 : 1;
  lexeme->kind = is_bytes ? TROUPE_CEL_LEXEME_BYTES : TROUPE_CEL_LEXEME_STRING;
  while (self->position < self->length)
    {
      char letter = peek_byte (self, 0);

      if (is_closed_here (self, quote, triple))
        {
          self->position += triple ? 3 : 1;
          return;
        }
      if (!triple && (letter == '\n' || (letter == '\r' && self->dialect == TROUPE_CEL_SPEC)))
        break;
      /* In a raw string a backslash is literal, but CrewAI's lexer still does not end the string
       * at a quotation mark after it. */
      if (letter == '\\' && (!is_raw || self->dialect == TROUPE_CEL_CREWAI) &&
          self->position + 1 < self->length &&
          (triple || peek_byte (self, 1) != '\n' || self->dialect == TROUPE_CEL_SPEC))
        {
          self->position++;
          if (is_closed_here (self, quote, triple) && self->dialect == TROUPE_CEL_CREWAI)
            hidden = self->position + (triple ? 3 : 1);
        }
      self->position++;
    }
  if (hidden != 0)
    {
      self->position = hidden;
      return;
    }
  self->position = MIN (self->position, self->length);
  lexeme->kind = TROUPE_CEL_LEXEME_BAD;
  lexeme->problem = _ ("this string is not closed: expected a closing quotation mark");
}

static void
scan_sign (TroupeCelLexer *self, TroupeCelLexeme *lexeme)
{
  static const struct
  {
    char text[3];
    TroupeCelLexemeKind kind;
  } pairs[] = {
    { "==", TROUPE_CEL_LEXEME_EQUAL },   { "!=", TROUPE_CEL_LEXEME_UNEQUAL },
    { "<=", TROUPE_CEL_LEXEME_AT_MOST }, { ">=", TROUPE_CEL_LEXEME_AT_LEAST },
    { "&&", TROUPE_CEL_LEXEME_AND },     { "||", TROUPE_CEL_LEXEME_OR },
  };
  char letter = peek_byte (self, 0);

  g_assert (self != NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      if (letter == pairs[i].text[0] && peek_byte (self, 1) == pairs[i].text[1])
        {
          lexeme->kind = pairs[i].kind;
          self->position += 2;
          return;
        }
    }
  if (letter != '\0' && strchr ("()[]{}.,:?+-*/%!<>", letter) != NULL)
    {
      lexeme->kind = TROUPE_CEL_LEXEME_SIGN;
      lexeme->sign = letter;
      self->position++;
      return;
    }
  lexeme->kind = TROUPE_CEL_LEXEME_BAD;
  lexeme->problem =
      letter == '=' ? _ ("= is not a comparison: write ==") : _ ("unexpected character");
  /* Consumes the complete character, so that an error never splits it. */
  self->position++;
  while (((guchar) peek_byte (self, 0) & 0xc0) == 0x80)
    self->position++;
}

static void
scan_word (TroupeCelLexer *self, TroupeCelLexeme *lexeme)
{
  char letter = peek_byte (self, 0);
  gboolean is_raw, is_bytes;
  int prefix = get_prefix_length (self, &is_raw, &is_bytes);

  g_assert (self != NULL);

  if (prefix >= 0)
    scan_string (self, lexeme, prefix, is_raw, is_bytes);
  else if (is_name_start (letter))
    {
      lexeme->kind = TROUPE_CEL_LEXEME_NAME;
      while (is_name_part (peek_byte (self, 0)))
        self->position++;
    }
  else if (g_ascii_isdigit (letter) || (letter == '.' && g_ascii_isdigit (peek_byte (self, 1))))
    {
      gboolean is_double = FALSE;

      lexeme->kind = TROUPE_CEL_LEXEME_INTEGER;
      if (peek_byte (self, 0) == '0' &&
          (peek_byte (self, 1) == 'x' ||
           (peek_byte (self, 1) == 'X' && self->dialect == TROUPE_CEL_SPEC)) &&
          g_ascii_isxdigit (peek_byte (self, 2)))
        {
          self->position += 2;
          while (g_ascii_isxdigit (peek_byte (self, 0)))
            self->position++;
        }
      else
        {
          skip_digits (self);
          if (peek_byte (self, 0) == '.' &&
              (g_ascii_isdigit (peek_byte (self, 1)) || self->dialect == TROUPE_CEL_CREWAI))
            {
              self->position++;
              skip_digits (self);
              is_double = TRUE;
            }
          is_double |= skip_exponent (self);
        }
      if (is_double)
        lexeme->kind = TROUPE_CEL_LEXEME_DOUBLE;
      else if (peek_byte (self, 0) == 'u' || peek_byte (self, 0) == 'U')
        {
          lexeme->kind = TROUPE_CEL_LEXEME_UNSIGNED;
          self->position++;
        }
    }
  else if (letter == '`')
    {
      lexeme->kind = TROUPE_CEL_LEXEME_QUOTED;
      self->position++;
      while (is_name_part (peek_byte (self, 0)) ||
             (peek_byte (self, 0) != '\0' && strchr (".-/ ", peek_byte (self, 0)) != NULL))
        self->position++;
      if (peek_byte (self, 0) == '`' && self->position > lexeme->start + 1 &&
          self->dialect == TROUPE_CEL_SPEC)
        {
          self->position++;
          return;
        }
      lexeme->kind = TROUPE_CEL_LEXEME_BAD;
      lexeme->problem =
          self->dialect == TROUPE_CEL_SPEC
              ? _ ("a field name in backticks can contain only letters, digits and . - / "
                   "and must end with a backtick")
              : _ ("CrewAI does not support field names in backticks: write [\"name\"]");
    }
  else
    scan_sign (self, lexeme);
}

TroupeCelLexeme
troupe_cel_lexer_next (TroupeCelLexer *self)
{
  TroupeCelLexeme lexeme = { .kind = TROUPE_CEL_LEXEME_END };

  for (;;)
    {
      for (;;)
        {
          char letter = peek_byte (self, 0);

          if (letter != ' ' && letter != '\t' && letter != '\n' && letter != '\r' && letter != '\f')
            break;
          self->position++;
        }
      lexeme.start = self->position;
      if (self->position >= self->length)
        break;
      if (peek_byte (self, 0) == '/' && peek_byte (self, 1) == '/')
        {
          while (self->position < self->length && peek_byte (self, 0) != '\n')
            self->position++;
          if (!self->keep_comments)
            continue;
          lexeme.kind = TROUPE_CEL_LEXEME_COMMENT;
          break;
        }
      scan_word (self, &lexeme);
      break;
    }
  lexeme.end = self->position;
  return lexeme;
}

static TroupeCelTokenType
get_token_type (const TroupeCelLexer *lexer, const TroupeCelLexeme *lexeme)
{
  static const char *const keywords[] = { "true", "false", "null", "in" };
  gsize length = lexeme->end - lexeme->start;

  g_assert (lexer != NULL);

  switch (lexeme->kind)
    {
    case TROUPE_CEL_LEXEME_NAME:
      for (guint i = 0; i < G_N_ELEMENTS (keywords); i++)
        {
          if (strlen (keywords[i]) == length &&
              memcmp (keywords[i], lexer->text + lexeme->start, length) == 0)
            return TROUPE_CEL_TOKEN_KEYWORD;
        }
      return TROUPE_CEL_TOKEN_NAME;
    case TROUPE_CEL_LEXEME_QUOTED:
      return TROUPE_CEL_TOKEN_NAME;
    case TROUPE_CEL_LEXEME_INTEGER:
    case TROUPE_CEL_LEXEME_UNSIGNED:
    case TROUPE_CEL_LEXEME_DOUBLE:
      return TROUPE_CEL_TOKEN_NUMBER;
    case TROUPE_CEL_LEXEME_STRING:
    case TROUPE_CEL_LEXEME_BYTES:
      return TROUPE_CEL_TOKEN_STRING;
    case TROUPE_CEL_LEXEME_COMMENT:
      return TROUPE_CEL_TOKEN_COMMENT;
    case TROUPE_CEL_LEXEME_BAD:
      return TROUPE_CEL_TOKEN_OTHER;
    default:
      return TROUPE_CEL_TOKEN_OPERATOR;
    }
}

GArray *
troupe_cel_tokenize (const char *text, gssize length)
{
  GArray *tokens = g_array_new (FALSE, FALSE, sizeof (TroupeCelToken));
  TroupeCelLexer lexer = { .text = text, .dialect = TROUPE_CEL_SPEC, .keep_comments = TRUE };

  g_return_val_if_fail (text != NULL, tokens);

  lexer.length = length < 0 ? strlen (text) : (gsize) length;
  for (;;)
    {
      TroupeCelLexeme lexeme = troupe_cel_lexer_next (&lexer);
      TroupeCelToken token = { .start = lexeme.start, .end = lexeme.end };

      if (lexeme.kind == TROUPE_CEL_LEXEME_END)
        return tokens;
      token.type = get_token_type (&lexer, &lexeme);
      /* A string that is still being typed is highlighted as a string. */
      if (token.type == TROUPE_CEL_TOKEN_OTHER &&
          strchr ("\"'rRbB", lexer.text[lexeme.start]) != NULL)
        token.type = TROUPE_CEL_TOKEN_STRING;
      g_array_append_val (tokens, token);
    }
}
