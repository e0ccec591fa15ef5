/* troupe-cel-parser.h: CEL parser
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <string.h>

#include "troupe-cel-tree.h"

G_BEGIN_DECLS

typedef struct
{
  TroupeCelLexer lexer;
  TroupeCelLexeme lexeme; /* the current one */
  gsize previous_end;
  TroupeCelTree *tree;
  guint depth;
  GError **error;
  const char *source; /* the whole text, for positions */
} TroupeCelParser;

/* Parses source[start, end). Returns: (transfer none) (nullable): the root node, owned by @tree */
TroupeCelNode *troupe_cel_parse (TroupeCelTree *tree,
                                 const char *source,
                                 gsize start,
                                 gsize end,
                                 TroupeCelDialect dialect,
                                 GError **error);

/* Expands the call if it is a macro and returns the expansion. Returns the unchanged call if it
 * is an ordinary call, and %NULL with parser->error set if the macro is invalid. */
TroupeCelNode *troupe_cel_macro_expand (TroupeCelParser *parser, TroupeCelNode *call);

/* Returns TRUE if a method of this name would be a macro if it had valid arguments. */
gboolean troupe_cel_macro_is_known (const char *name);

void troupe_cel_parser_fail (TroupeCelParser *self, gsize start, gsize end, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/* Shared by troupe-cel-parser.c and troupe-cel-primary.c. */

void troupe_cel_parser_advance (TroupeCelParser *self);
/* Reports what was expected at the current lexeme. Returns: %NULL */
gpointer troupe_cel_parser_fail_here (TroupeCelParser *self, const char *expected);
gboolean troupe_cel_parser_expect (TroupeCelParser *self, char sign);
gboolean troupe_cel_parser_enter (TroupeCelParser *self);
TroupeCelNode *troupe_cel_parser_add (TroupeCelParser *self,
                                      TroupeCelNodeKind kind,
                                      gsize start,
                                      gsize end,
                                      TroupeCelNode **children,
                                      guint n_children);
/* Takes ownership of @value. */
TroupeCelNode *
troupe_cel_parser_add_constant (TroupeCelParser *self, gsize start, gsize end, TroupeValue *value);

TroupeCelNode *troupe_cel_parse_expression (TroupeCelParser *self);
TroupeCelNode *troupe_cel_parse_member (TroupeCelParser *self);
TroupeCelNode *troupe_cel_parse_number (TroupeCelParser *self, gsize start, gboolean is_negative);

static inline gboolean
troupe_cel_parser_is_sign (const TroupeCelParser *self, char sign)
{
  return self->lexeme.kind == TROUPE_CEL_LEXEME_SIGN && self->lexeme.sign == sign;
}

static inline gboolean
troupe_cel_parser_is_word (const TroupeCelParser *self, const char *word)
{
  gsize length = self->lexeme.end - self->lexeme.start;

  return self->lexeme.kind == TROUPE_CEL_LEXEME_NAME && strlen (word) == length &&
         memcmp (self->source + self->lexeme.start, word, length) == 0;
}

G_END_DECLS
