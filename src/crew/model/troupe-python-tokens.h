/* troupe-python-tokens.h: tokenizer for Python source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PYTHON_NAME,
  TROUPE_PYTHON_TEXT, /* string literal; @text is NULL if it is not static */
  TROUPE_PYTHON_NUMBER,
  TROUPE_PYTHON_SIGN,    /* single punctuation character */
  TROUPE_PYTHON_NEWLINE, /* end of a logical line; not emitted in brackets */
  TROUPE_PYTHON_END,
} TroupePythonTokenType;

/**
 * TroupePythonToken:
 * @start, @end: byte offsets in the source
 * @line: line number, starting at 1
 * @indent: indentation of the line, for its first token; -1 for other tokens
 * @text: (nullable): value of a string literal
 */
typedef struct
{
  TroupePythonTokenType type;
  gsize start;
  gsize end;
  guint line;
  int indent;
  char *text;
} TroupePythonToken;

/* Tokenizes @source, which is NUL-terminated. Accepts any text. The last token has type END.
 * (transfer full) (element-type TroupePythonToken) */
GArray *troupe_python_tokens_new (const char *source);

/**
 * TroupePythonCursor:
 * @source: the text of @tokens
 * @tokens: (element-type TroupePythonToken)
 * @at: index of the next token
 *
 * Position of a parser in the tokens. It never moves behind the last token.
 */
typedef struct
{
  const char *source;
  GArray *tokens;
  guint at;
} TroupePythonCursor;

/* Returns the token @ahead of the position, or the last one. */
const TroupePythonToken *troupe_python_cursor_peek (const TroupePythonCursor *self, guint ahead);
void troupe_python_cursor_advance (TroupePythonCursor *self);
/* Returns TRUE if the token @ahead of the position is the punctuation character @sign. */
gboolean troupe_python_cursor_is_sign (const TroupePythonCursor *self, guint ahead, char sign);
/* Returns TRUE if the token @ahead of the position is the name or keyword @word. */
gboolean
troupe_python_cursor_is_word (const TroupePythonCursor *self, guint ahead, const char *word);
/* Returns TRUE at the end of a logical line or of the source. */
gboolean troupe_python_cursor_is_end (const TroupePythonCursor *self);

/* Appends the character of the escape sequence at the backslash @at to @out. Returns the length of
 * the sequence in bytes, including the backslash. */
gsize troupe_python_decode_escape (const char *at, GString *out);

G_END_DECLS
