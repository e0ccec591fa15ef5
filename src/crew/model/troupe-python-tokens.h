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
/* Appends the character of the escape sequence at the backslash @at to @out. Returns the length of
 * the sequence in bytes, including the backslash. */
gsize troupe_python_decode_escape (const char *at, GString *out);

G_END_DECLS
