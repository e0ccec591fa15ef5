/* troupe-cel-lexer.h: CEL lexer
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-cel.h"

G_BEGIN_DECLS

typedef enum
{
  TROUPE_CEL_LEXEME_END,
  TROUPE_CEL_LEXEME_BAD,
  TROUPE_CEL_LEXEME_COMMENT,
  TROUPE_CEL_LEXEME_NAME,
  TROUPE_CEL_LEXEME_QUOTED, /* `a field in backticks` */
  TROUPE_CEL_LEXEME_INTEGER,
  TROUPE_CEL_LEXEME_UNSIGNED,
  TROUPE_CEL_LEXEME_DOUBLE,
  TROUPE_CEL_LEXEME_STRING,
  TROUPE_CEL_LEXEME_BYTES,
  TROUPE_CEL_LEXEME_EQUAL,
  TROUPE_CEL_LEXEME_UNEQUAL,
  TROUPE_CEL_LEXEME_AT_MOST,
  TROUPE_CEL_LEXEME_AT_LEAST,
  TROUPE_CEL_LEXEME_AND,
  TROUPE_CEL_LEXEME_OR,
  TROUPE_CEL_LEXEME_SIGN, /* one character, in TroupeCelLexeme.sign */
} TroupeCelLexemeKind;

typedef struct
{
  TroupeCelLexemeKind kind;
  char sign;
  gsize start;
  gsize end;
  const char *problem; /* for BAD: an error message, translated */
} TroupeCelLexeme;

/* Reads the lexemes of @text between @position and @length. A copy of the structure can be used
 * as a bookmark. */
typedef struct
{
  const char *text;
  gsize length;
  gsize position;
  TroupeCelDialect dialect;
  gboolean keep_comments;
} TroupeCelLexer;

TroupeCelLexeme troupe_cel_lexer_next (TroupeCelLexer *self);

/* Whether the text is UTF-8; it may contain U+0000. */
gboolean troupe_cel_text_is_valid (const char *text, gsize length);
/* Returns the number of characters, including U+0000. */
gint64 troupe_cel_text_count (const char *text, gsize length);

/* The function that replaces an invalid literal in CrewAI's dialect; it always fails. */
#define TROUPE_CEL_CREWAI_LITERAL "value"
TroupeValue *troupe_cel_literal_read (const char *text,
                                      gsize length,
                                      TroupeCelDialect dialect,
                                      gsize *bad_start,
                                      gsize *bad_end,
                                      gboolean *is_late,
                                      const char **problem);

/* Returns TRUE if Python's strip() removes the character. troupe_cel_strip() removes such
 * characters at both ends of the text between @start and @end. */
gboolean troupe_cel_is_blank (gunichar letter);
void troupe_cel_strip (const char *text, gsize *start, gsize *end);
/* Like troupe_cel_strip(), and removes one `${…}` around the complete text, with the blanks in
 * it. */
void troupe_cel_unwrap (const char *text, gsize *start, gsize *end);

G_END_DECLS
