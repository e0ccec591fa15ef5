/* troupe-crew-python-tokens.h: the words of a Python source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  TROUPE_PYTHON_NAME,
  TROUPE_PYTHON_TEXT, /* with @text as it means; NULL where only Python can say that */
  TROUPE_PYTHON_NUMBER,
  TROUPE_PYTHON_SIGN,    /* one letter of punctuation */
  TROUPE_PYTHON_NEWLINE, /* the end of a statement's line, none within brackets */
  TROUPE_PYTHON_END,
} TroupePythonTokenType;

/**
 * TroupePythonToken:
 * @start, @end: bytes of the source
 * @line: from 1
 * @indent: how far the line begins to the right, of the first token of a line; -1 of others
 * @text: (nullable): what a literal means
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

/* All tokens of @source, which ends with a NUL, with one of type END at the end. Takes whatever text there is.
 * (transfer full) (element-type TroupePythonToken) */
GArray *troupe_python_tokens_new (const char *source);

G_END_DECLS
