/* troupe-cel-parser.c: CEL parser: operators
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-parser"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-failure.h"
#include "troupe-cel-parser.h"
#include "troupe-limits.h"

static TroupeCelNode *parse_unary (TroupeCelParser *self);

void
troupe_cel_parser_fail (TroupeCelParser *self, gsize start, gsize end, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  if (self->error == NULL || *self->error != NULL)
    return;
  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  *self->error =
      troupe_cel_error_new (TROUPE_CEL_ERROR_SYNTAX, self->source, start, end, NULL, message);
}

void
troupe_cel_parser_advance (TroupeCelParser *self)
{
  self->previous_end = self->lexeme.end;
  self->lexeme = troupe_cel_lexer_next (&self->lexer);
}

/* Reports what was expected at the current lexeme. */
gpointer
troupe_cel_parser_fail_here (TroupeCelParser *self, const char *expected)
{
  const TroupeCelLexeme *lexeme = &self->lexeme;

  if (lexeme->kind == TROUPE_CEL_LEXEME_BAD)
    troupe_cel_parser_fail (self, lexeme->start, lexeme->end, "%s", lexeme->problem);
  else if (lexeme->kind == TROUPE_CEL_LEXEME_END)
    troupe_cel_parser_fail (self, lexeme->start, lexeme->end,
                            _ ("unexpected end of the expression: expected %s"), expected);
  else
    {
      g_autofree char *word =
          g_strndup (self->source + lexeme->start, MIN (lexeme->end - lexeme->start, 40));
      g_autofree char *valid = g_utf8_make_valid (word, -1);

      troupe_cel_parser_fail (self, lexeme->start, lexeme->end, _ ("unexpected “%s”: expected %s"),
                              valid, expected);
    }
  return NULL;
}

gboolean
troupe_cel_parser_expect (TroupeCelParser *self, char sign)
{
  char expected[] = { sign, '\0' };

  if (!troupe_cel_parser_is_sign (self, sign))
    {
      troupe_cel_parser_fail_here (self, expected);
      return FALSE;
    }
  troupe_cel_parser_advance (self);
  return TRUE;
}

gboolean
troupe_cel_parser_enter (TroupeCelParser *self)
{
  if (++self->depth <= TROUPE_LIMIT_NESTING)
    return TRUE;
  troupe_cel_parser_fail (self, self->lexeme.start, self->lexeme.end,
                          _ ("the expression is nested deeper than %d levels"),
                          TROUPE_LIMIT_NESTING);
  return FALSE;
}

static TroupeCelNode *
leave (TroupeCelParser *self, TroupeCelNode *node)
{
  self->depth--;
  return node;
}

/* Adds a node to the tree. Fails if there are more nodes than an evaluation has steps, because
 * such an expression could never be evaluated. */
TroupeCelNode *
troupe_cel_parser_add (TroupeCelParser *self,
                       TroupeCelNodeKind kind,
                       gsize start,
                       gsize end,
                       TroupeCelNode **children,
                       guint n_children)
{
  TroupeCelNode *node;

  if (self->tree->nodes->len >= TROUPE_LIMIT_CEL_STEPS)
    {
      troupe_cel_parser_fail (self, start, end, _ ("the expression has more than %d parts"),
                              TROUPE_LIMIT_CEL_STEPS);
      return NULL;
    }
  node = troupe_cel_tree_add (self->tree, kind, start, end);
  if (n_children > 0)
    troupe_cel_node_set_children (node, children, n_children);
  if (node->depth > TROUPE_CEL_MAX_DEPTH)
    {
      troupe_cel_parser_fail (self, start, end,
                              _ ("more than %d consecutive operators: use parentheses"),
                              TROUPE_CEL_MAX_DEPTH);
      return NULL;
    }
  return node;
}

TroupeCelNode *
troupe_cel_parser_add_constant (TroupeCelParser *self, gsize start, gsize end, TroupeValue *value)
{
  TroupeCelNode *node = troupe_cel_parser_add (self, TROUPE_CEL_NODE_CONSTANT, start, end, NULL, 0);

  if (node == NULL)
    troupe_value_unref (value);
  else
    node->constant = value;
  return node;
}

/* --- Operators ----------------------------------------------------------------------------------- */

/* A minus before a number belongs to the literal, so that the smallest integer can be written. */
static TroupeCelNode *
parse_negation (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  TroupeCelNode *node;

  troupe_cel_parser_advance (self);
  if (self->lexeme.kind == TROUPE_CEL_LEXEME_INTEGER ||
      self->lexeme.kind == TROUPE_CEL_LEXEME_DOUBLE)
    {
      TroupeCelLexer bookmark = self->lexer;
      TroupeCelLexeme next = troupe_cel_lexer_next (&bookmark);

      /* If a member follows, the minus does not belong to the literal. Although this is unusual,
       * -1.foo() is -(1.foo()); (-1).foo() would be an error, too. */
      if (next.kind != TROUPE_CEL_LEXEME_SIGN || strchr (".[", next.sign) == NULL)
        return troupe_cel_parse_number (self, start, TRUE);
    }
  node = parse_unary (self);
  return node == NULL
             ? NULL
             : troupe_cel_parser_add (self, TROUPE_CEL_NODE_NEGATE, start, node->end, &node, 1);
}

static TroupeCelNode *
parse_unary (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  TroupeCelNode *node;

  if (!troupe_cel_parser_is_sign (self, '!') && !troupe_cel_parser_is_sign (self, '-'))
    return troupe_cel_parse_member (self);
  if (!troupe_cel_parser_enter (self))
    return NULL;
  if (troupe_cel_parser_is_sign (self, '-'))
    return leave (self, parse_negation (self));
  troupe_cel_parser_advance (self);
  node = parse_unary (self);
  if (node == NULL)
    return NULL;
  return leave (self,
                troupe_cel_parser_add (self, TROUPE_CEL_NODE_NOT, start, node->end, &node, 1));
}

typedef struct
{
  TroupeCelNodeKind kind;
  guint strength; /* 0: not an operator */
} Operator;

/* At the position of an operator, CrewAI parses any word that begins with `in` as `in` followed
 * by the rest. */
static gboolean
is_in (const TroupeCelParser *self)
{
  g_assert (self != NULL);

  if (self->lexer.dialect != TROUPE_CEL_CREWAI)
    return troupe_cel_parser_is_word (self, "in");
  return self->lexeme.end - self->lexeme.start >= 2 &&
         strncmp (self->source + self->lexeme.start, "in", 2) == 0;
}

static Operator
get_operator (const TroupeCelParser *self)
{
  g_assert (self != NULL);

  switch (self->lexeme.kind)
    {
    case TROUPE_CEL_LEXEME_OR:
      return (Operator){ TROUPE_CEL_NODE_OR, 1 };
    case TROUPE_CEL_LEXEME_AND:
      return (Operator){ TROUPE_CEL_NODE_AND, 2 };
    case TROUPE_CEL_LEXEME_EQUAL:
      return (Operator){ TROUPE_CEL_NODE_EQUAL, 3 };
    case TROUPE_CEL_LEXEME_UNEQUAL:
      return (Operator){ TROUPE_CEL_NODE_UNEQUAL, 3 };
    case TROUPE_CEL_LEXEME_AT_MOST:
      return (Operator){ TROUPE_CEL_NODE_AT_MOST, 3 };
    case TROUPE_CEL_LEXEME_AT_LEAST:
      return (Operator){ TROUPE_CEL_NODE_AT_LEAST, 3 };
    case TROUPE_CEL_LEXEME_NAME:
      return (Operator){ TROUPE_CEL_NODE_IN, is_in (self) ? 3 : 0 };
    case TROUPE_CEL_LEXEME_SIGN:
      break;
    default:
      return (Operator){ 0, 0 };
    }
  switch (self->lexeme.sign)
    {
    case '<':
      return (Operator){ TROUPE_CEL_NODE_LESS, 3 };
    case '>':
      return (Operator){ TROUPE_CEL_NODE_GREATER, 3 };
    case '+':
      return (Operator){ TROUPE_CEL_NODE_ADD, 4 };
    case '-':
      return (Operator){ TROUPE_CEL_NODE_SUBTRACT, 4 };
    case '*':
      return (Operator){ TROUPE_CEL_NODE_MULTIPLY, 5 };
    case '/':
      return (Operator){ TROUPE_CEL_NODE_DIVIDE, 5 };
    case '%':
      return (Operator){ TROUPE_CEL_NODE_REMAINDER, 5 };
    default:
      return (Operator){ 0, 0 };
    }
}

static TroupeCelNode *parse_operators (TroupeCelParser *self, guint weakest);

/* Parses a || b || c into one node with three children, so that long conditions stay shallow. */
static TroupeCelNode *
parse_logic (TroupeCelParser *self, TroupeCelNode *first, Operator operator)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();

  g_ptr_array_add (operands, first);
  while (get_operator (self).strength == operator.strength)
    {
      TroupeCelNode *operand;

      troupe_cel_parser_advance (self);
      operand = parse_operators (self, operator.strength + 1);
      if (operand == NULL)
        return NULL;
      g_ptr_array_add (operands, operand);
    }
  return troupe_cel_parser_add (self, operator.kind, first->start, self->previous_end,
                                (TroupeCelNode **) operands->pdata, operands->len);
}

static TroupeCelNode *
parse_operators (TroupeCelParser *self, guint weakest)
{
  TroupeCelNode *left = parse_unary (self);

  while (left != NULL)
    {
      Operator operator= get_operator (self);
      TroupeCelNode *children[2] = { left, NULL };
      gsize start = self->lexeme.start;
      gsize end = self->lexeme.end;

      if (operator.strength == 0 || operator.strength<weakest)
        break;
      if (operator.strength <= 2)
        {
          left = parse_logic (self, left, operator);
          continue;
        }
      if (operator.kind == TROUPE_CEL_NODE_IN)
        self->lexer.position = end = start + 2;
      troupe_cel_parser_advance (self);
      children[1] = parse_operators (self, operator.strength + 1);
      if (children[1] == NULL)
        return NULL;
      /* An error underlines only the operator, because the operands may be long. */
      left = troupe_cel_parser_add (self, operator.kind, start, end, children, 2);
    }
  return left;
}

TroupeCelNode *
troupe_cel_parse_expression (TroupeCelParser *self)
{
  if (troupe_cel_parser_enter (self))
    {
      TroupeCelNode *children[3] = { parse_operators (self, 1), NULL, NULL };
      TroupeCelNode *condition = NULL;

      if (children[0] == NULL || !troupe_cel_parser_is_sign (self, '?'))
        condition = children[0];
      else
        {
          troupe_cel_parser_advance (self);
          children[1] = parse_operators (self, 1);
          if (children[1] != NULL && troupe_cel_parser_expect (self, ':'))
            {
              children[2] = troupe_cel_parse_expression (self);
              if (children[2] != NULL)
                condition =
                    troupe_cel_parser_add (self, TROUPE_CEL_NODE_CONDITION, children[0]->start,
                                           self->previous_end, children, 3);
            }
        }
      return leave (self, condition);
    }
  return NULL;
}

TroupeCelNode *
troupe_cel_parse (TroupeCelTree *tree,
                  const char *source,
                  gsize start,
                  gsize end,
                  TroupeCelDialect dialect,
                  GError **error)
{
  g_autoptr (GError) local_error = NULL;
  TroupeCelParser parser = {
    .lexer = { .text = source, .length = end, .position = start, .dialect = dialect },
    .tree = tree,
    .source = source,
    .error = &local_error,
  };
  TroupeCelNode *top;

  if (end > G_MAXUINT32)
    troupe_cel_parser_fail (&parser, start, start, _ ("the expression is longer than 4 GiB"));
  troupe_cel_parser_advance (&parser);
  top = troupe_cel_parse_expression (&parser);
  if (top != NULL && parser.lexeme.kind != TROUPE_CEL_LEXEME_END)
    top = troupe_cel_parser_fail_here (&parser, _ ("an operator or the end of the expression"));
  if (local_error == NULL)
    return top;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return NULL;
}
