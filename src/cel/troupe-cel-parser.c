/* troupe-cel-parser.c: from words to a tree
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-parser"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-cel-private.h"

static TroupeCelNode *parse_expression (TroupeCelParser *self);
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

static void
advance (TroupeCelParser *self)
{
  self->previous_end = self->lexeme.end;
  self->lexeme = troupe_cel_lexer_next (&self->lexer);
}

static inline gboolean
is_sign (const TroupeCelParser *self, char sign)
{
  return self->lexeme.kind == TROUPE_CEL_LEXEME_SIGN && self->lexeme.sign == sign;
}

static inline gboolean
is_word (const TroupeCelParser *self, const char *word)
{
  gsize length = self->lexeme.end - self->lexeme.start;

  return self->lexeme.kind == TROUPE_CEL_LEXEME_NAME && strlen (word) == length &&
         memcmp (self->source + self->lexeme.start, word, length) == 0;
}

/* Says what was expected at the word that stands here. */
static gpointer
fail_here (TroupeCelParser *self, const char *expected)
{
  const TroupeCelLexeme *lexeme = &self->lexeme;

  if (lexeme->kind == TROUPE_CEL_LEXEME_BAD)
    troupe_cel_parser_fail (self, lexeme->start, lexeme->end, "%s", lexeme->problem);
  else if (lexeme->kind == TROUPE_CEL_LEXEME_END)
    troupe_cel_parser_fail (self, lexeme->start, lexeme->end,
                            _ ("the expression ends here, but %s was expected"), expected);
  else
    {
      g_autofree char *word =
          g_strndup (self->source + lexeme->start, MIN (lexeme->end - lexeme->start, 40));
      g_autofree char *valid = g_utf8_make_valid (word, -1);

      troupe_cel_parser_fail (self, lexeme->start, lexeme->end,
                              _ ("“%s” stands where %s was expected"), valid, expected);
    }
  return NULL;
}

static gboolean
expect_sign (TroupeCelParser *self, char sign)
{
  char expected[] = { sign, '\0' };

  if (!is_sign (self, sign))
    {
      fail_here (self, expected);
      return FALSE;
    }
  advance (self);
  return TRUE;
}

static gboolean
enter (TroupeCelParser *self)
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

/* An expression of more parts than an evaluation may take steps could never be evaluated. */
static TroupeCelNode *
add_node (TroupeCelParser *self,
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
                              _ ("more than %d operators follow one another: use parentheses"),
                              TROUPE_CEL_MAX_DEPTH);
      return NULL;
    }
  return node;
}

static TroupeCelNode *
add_constant (TroupeCelParser *self, gsize start, gsize end, TroupeValue *value)
{
  TroupeCelNode *node = add_node (self, TROUPE_CEL_NODE_CONSTANT, start, end, NULL, 0);

  if (node == NULL)
    troupe_value_unref (value);
  else
    node->constant = value;
  return node;
}

/* --- Literals ------------------------------------------------------------------------------------ */

static TroupeValue *
read_integer (const char *text, gboolean is_unsigned, gboolean is_negative)
{
  gboolean is_hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
  const char *digits = is_hexadecimal ? text + 2 : text;
  guint base = is_hexadecimal ? 16 : 10;
  guint64 limit = is_unsigned ? G_MAXUINT64 : (guint64) G_MAXINT64 + (is_negative ? 1 : 0);
  guint64 number;

  if (!g_ascii_string_to_unsigned (digits, base, 0, limit, &number, NULL))
    return NULL;
  if (is_unsigned)
    return troupe_value_new_unsigned (number);
  return troupe_value_new_integer (is_negative ? (gint64) -number : (gint64) number);
}

/* CrewAI reads a number when it is evaluated: one that is too large is an error only then. */
static TroupeCelNode *
add_late_number (TroupeCelParser *self,
                 const char *function,
                 const char *text,
                 gboolean is_negative)
{
  g_autofree char *full = g_strconcat (is_negative ? "-" : "", text, NULL);
  gsize start = self->lexeme.start;
  gsize end = self->lexeme.end;
  TroupeCelNode *node = add_constant (self, start, end, troupe_value_new_string (full, -1));

  advance (self);
  if (node != NULL)
    node = add_node (self, TROUPE_CEL_NODE_CALL, start, end, &node, 1);
  if (node != NULL)
    troupe_cel_node_set_name (node, function, strlen (function));
  return node;
}

static TroupeCelNode *
parse_number (TroupeCelParser *self, gsize start, gboolean is_negative)
{
  TroupeCelLexeme lexeme = self->lexeme;
  gboolean is_unsigned = lexeme.kind == TROUPE_CEL_LEXEME_UNSIGNED;
  g_autofree char *text =
      g_strndup (self->source + lexeme.start, lexeme.end - lexeme.start - (is_unsigned ? 1 : 0));
  TroupeValue *value;

  if (lexeme.kind == TROUPE_CEL_LEXEME_DOUBLE)
    {
      double number = g_ascii_strtod (text, NULL);

      value = troupe_value_new_double (is_negative ? -number : number);
    }
  else
    value = read_integer (text, is_unsigned, is_negative);
  if (value == NULL && self->lexer.dialect == TROUPE_CEL_CREWAI)
    return add_late_number (self, is_unsigned ? "uint" : "int", text, is_negative);
  if (value == NULL)
    {
      troupe_cel_parser_fail (self, start, lexeme.end,
                              _ ("the number %s%s does not fit into 64 bits"),
                              is_negative ? "-" : "", text);
      return NULL;
    }
  advance (self);
  return add_constant (self, start, lexeme.end, value);
}

static TroupeCelNode *
parse_string (TroupeCelParser *self)
{
  TroupeCelLexeme lexeme = self->lexeme;
  gsize bad_start, bad_end;
  const char *problem = NULL;
  TroupeValue *value =
      troupe_cel_literal_read (self->source + lexeme.start, lexeme.end - lexeme.start,
                               self->lexer.dialect, &bad_start, &bad_end, &problem);

  if (value == NULL)
    {
      troupe_cel_parser_fail (self, lexeme.start + bad_start, lexeme.start + bad_end, "%s",
                              problem);
      return NULL;
    }
  advance (self);
  return add_constant (self, lexeme.start, lexeme.end, value);
}

/* --- Lists, maps, arguments ---------------------------------------------------------------------- */

/* What stands between brackets: expressions, or pairs of them, divided by commas. */
static gboolean
parse_elements (TroupeCelParser *self, char closing, gboolean pairs, GPtrArray *elements)
{
  gboolean may_trail = closing != ')' && self->lexer.dialect == TROUPE_CEL_SPEC;

  advance (self);
  while (!is_sign (self, closing))
    {
      TroupeCelNode *element;

      if (is_sign (self, '?') && closing != ')')
        {
          fail_here (self, _ ("an element (optional elements are not known)"));
          return FALSE;
        }
      if ((element = parse_expression (self)) == NULL)
        return FALSE;
      g_ptr_array_add (elements, element);
      if (pairs)
        {
          if (!expect_sign (self, ':') || (element = parse_expression (self)) == NULL)
            return FALSE;
          g_ptr_array_add (elements, element);
        }
      if (is_sign (self, closing))
        break;
      if (!is_sign (self, ','))
        {
          char expected[] = { ',', ' ', closing, '\0' };

          fail_here (self, expected);
          return FALSE;
        }
      advance (self);
      if (is_sign (self, closing) && !may_trail)
        {
          fail_here (self, _ ("another expression"));
          return FALSE;
        }
    }
  advance (self);
  return TRUE;
}

static TroupeCelNode *
parse_brackets (TroupeCelParser *self, TroupeCelNodeKind kind, char closing)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  gsize start = self->lexeme.start;

  if (!parse_elements (self, closing, kind == TROUPE_CEL_NODE_MAP, elements))
    return NULL;
  return add_node (self, kind, start, self->previous_end, (TroupeCelNode **) elements->pdata,
                   elements->len);
}

/* name(…) or receiver.name(…); the word here is the opening parenthesis. */
static TroupeCelNode *
parse_call (TroupeCelParser *self, TroupeCelNode *receiver, const TroupeCelLexeme *name)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new ();
  TroupeCelNode *call;

  if (receiver != NULL)
    g_ptr_array_add (elements, receiver);
  if (!parse_elements (self, ')', FALSE, elements))
    return NULL;
  call =
      add_node (self, receiver != NULL ? TROUPE_CEL_NODE_METHOD : TROUPE_CEL_NODE_CALL, name->start,
                self->previous_end, (TroupeCelNode **) elements->pdata, elements->len);
  if (call == NULL)
    return NULL;
  troupe_cel_node_set_name (call, self->source + name->start, name->end - name->start);
  return troupe_cel_macro_expand (self, call);
}

/* --- Names and what follows them ----------------------------------------------------------------- */

static gboolean
is_reserved (const TroupeCelParser *self)
{
  static const char *const words[] = {
    "as",  "break", "const",   "continue",  "else",   "for", "function", "if",    "import",
    "let", "loop",  "package", "namespace", "return", "var", "void",     "while",
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      if (is_word (self, words[i]))
        return TRUE;
    }
  return FALSE;
}

static TroupeCelNode *
parse_name (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  gboolean is_absolute = is_sign (self, '.');
  TroupeCelLexeme name;
  TroupeCelNode *node;

  if (is_absolute)
    advance (self);
  if (self->lexeme.kind != TROUPE_CEL_LEXEME_NAME || is_word (self, "in"))
    return fail_here (self, _ ("a name"));
  if (self->lexer.dialect == TROUPE_CEL_SPEC && is_reserved (self))
    return fail_here (self, _ ("a name that is not a reserved word"));
  name = self->lexeme;
  advance (self);
  if (is_sign (self, '('))
    return parse_call (self, NULL, &name);
  node = add_node (self, TROUPE_CEL_NODE_NAME, start, name.end, NULL, 0);
  if (node == NULL)
    return NULL;
  node->absolute = is_absolute;
  troupe_cel_node_set_name (node, self->source + name.start, name.end - name.start);
  return node;
}

static TroupeCelNode *
parse_primary (TroupeCelParser *self)
{
  static const char *const words[] = { "true", "false", "null" };
  TroupeCelLexeme lexeme = self->lexeme;

  switch (lexeme.kind)
    {
    case TROUPE_CEL_LEXEME_INTEGER:
    case TROUPE_CEL_LEXEME_UNSIGNED:
    case TROUPE_CEL_LEXEME_DOUBLE:
      return parse_number (self, lexeme.start, FALSE);
    case TROUPE_CEL_LEXEME_STRING:
    case TROUPE_CEL_LEXEME_BYTES:
      return parse_string (self);
    case TROUPE_CEL_LEXEME_NAME:
      for (guint i = 0; i < G_N_ELEMENTS (words); i++)
        {
          if (!is_word (self, words[i]))
            continue;
          advance (self);
          return add_constant (self, lexeme.start, lexeme.end,
                               i == 2 ? troupe_value_new_null ()
                                      : troupe_value_new_boolean (i == 0));
        }
      return parse_name (self);
    default:
      break;
    }
  if (is_sign (self, '.'))
    return parse_name (self);
  if (is_sign (self, '['))
    return parse_brackets (self, TROUPE_CEL_NODE_LIST, ']');
  if (is_sign (self, '{'))
    return parse_brackets (self, TROUPE_CEL_NODE_MAP, '}');
  if (is_sign (self, '('))
    {
      TroupeCelNode *node;

      advance (self);
      node = parse_expression (self);
      return node != NULL && expect_sign (self, ')') ? node : NULL;
    }
  return fail_here (self, _ ("a value"));
}

static gboolean
is_forbidden_field (const TroupeCelParser *self)
{
  return self->lexer.dialect == TROUPE_CEL_SPEC &&
         (is_word (self, "in") || is_word (self, "true") || is_word (self, "false") ||
          is_word (self, "null"));
}

static TroupeCelNode *
parse_selection (TroupeCelParser *self, TroupeCelNode *operand)
{
  TroupeCelLexeme name;
  gboolean is_quoted;
  TroupeCelNode *node;

  advance (self);
  if (is_sign (self, '?'))
    return fail_here (self, _ ("the name of a field (optional fields are not known)"));
  is_quoted = self->lexeme.kind == TROUPE_CEL_LEXEME_QUOTED;
  if ((self->lexeme.kind != TROUPE_CEL_LEXEME_NAME && !is_quoted) || is_forbidden_field (self))
    return fail_here (self, _ ("the name of a field"));
  name = self->lexeme;
  advance (self);
  if (is_sign (self, '(') && !is_quoted)
    return parse_call (self, operand, &name);
  node = add_node (self, TROUPE_CEL_NODE_SELECT, name.start, name.end, &operand, 1);
  if (node == NULL)
    return NULL;
  if (is_quoted)
    {
      name.start++;
      name.end--;
    }
  troupe_cel_node_set_name (node, self->source + name.start, name.end - name.start);
  node->constant = troupe_value_new_string (node->name, node->name_length);
  return node;
}

static TroupeCelNode *
parse_index (TroupeCelParser *self, TroupeCelNode *operand)
{
  TroupeCelNode *children[2] = { operand, NULL };

  advance (self);
  if (is_sign (self, '?'))
    return fail_here (self, _ ("an index (optional ones are not known)"));
  children[1] = parse_expression (self);
  if (children[1] == NULL || !expect_sign (self, ']'))
    return NULL;
  return add_node (self, TROUPE_CEL_NODE_INDEX, children[1]->start, children[1]->end, children, 2);
}

static TroupeCelNode *
parse_member (TroupeCelParser *self)
{
  TroupeCelNode *node = parse_primary (self);

  while (node != NULL)
    {
      if (is_sign (self, '.'))
        node = parse_selection (self, node);
      else if (is_sign (self, '['))
        node = parse_index (self, node);
      else if (is_sign (self, '{'))
        return fail_here (self, _ ("an operator (messages cannot be made)"));
      else
        break;
    }
  return node;
}

/* --- Operators ----------------------------------------------------------------------------------- */

/* A minus before a number belongs to the number: that is how the smallest integer can be written. */
static TroupeCelNode *
parse_negation (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  TroupeCelNode *node;

  advance (self);
  if (self->lexeme.kind == TROUPE_CEL_LEXEME_INTEGER ||
      self->lexeme.kind == TROUPE_CEL_LEXEME_DOUBLE)
    {
      TroupeCelLexer bookmark = self->lexer;
      TroupeCelLexeme next = troupe_cel_lexer_next (&bookmark);

      /* Not before a member: -1.foo() is -(1.foo()), which nobody writes, and both are errors. */
      if (next.kind != TROUPE_CEL_LEXEME_SIGN || strchr (".[", next.sign) == NULL)
        return parse_number (self, start, TRUE);
    }
  node = parse_unary (self);
  return node == NULL ? NULL : add_node (self, TROUPE_CEL_NODE_NEGATE, start, node->end, &node, 1);
}

static TroupeCelNode *
parse_unary (TroupeCelParser *self)
{
  gsize start = self->lexeme.start;
  TroupeCelNode *node;

  if (!is_sign (self, '!') && !is_sign (self, '-'))
    return parse_member (self);
  if (!enter (self))
    return NULL;
  if (is_sign (self, '-'))
    return leave (self, parse_negation (self));
  advance (self);
  node = parse_unary (self);
  if (node == NULL)
    return NULL;
  return leave (self, add_node (self, TROUPE_CEL_NODE_NOT, start, node->end, &node, 1));
}

typedef struct
{
  TroupeCelNodeKind kind;
  guint strength; /* 0: no operator stands here */
} Operator;

static Operator
get_operator (const TroupeCelParser *self)
{
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
      return (Operator){ TROUPE_CEL_NODE_IN, is_word (self, "in") ? 3 : 0 };
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

/* a || b || c is one node with three children, so that long conditions stay shallow. */
static TroupeCelNode *
parse_logic (TroupeCelParser *self, TroupeCelNode *first, Operator operator)
{
  g_autoptr (GPtrArray) operands = g_ptr_array_new ();

  g_ptr_array_add (operands, first);
  while (get_operator (self).strength == operator.strength)
    {
      TroupeCelNode *operand;

      advance (self);
      operand = parse_operators (self, operator.strength + 1);
      if (operand == NULL)
        return NULL;
      g_ptr_array_add (operands, operand);
    }
  return add_node (self, operator.kind, first->start, self->previous_end,
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
      advance (self);
      children[1] = parse_operators (self, operator.strength + 1);
      if (children[1] == NULL)
        return NULL;
      /* An error underlines the sign: the operands may be long. */
      left = add_node (self, operator.kind, start, end, children, 2);
    }
  return left;
}

static TroupeCelNode *
parse_condition (TroupeCelParser *self)
{
  TroupeCelNode *children[3] = { parse_operators (self, 1), NULL, NULL };

  if (children[0] == NULL || !is_sign (self, '?'))
    return children[0];
  advance (self);
  children[1] = parse_operators (self, 1);
  if (children[1] == NULL || !expect_sign (self, ':'))
    return NULL;
  children[2] = parse_expression (self);
  if (children[2] == NULL)
    return NULL;
  return add_node (self, TROUPE_CEL_NODE_CONDITION, children[0]->start, self->previous_end,
                   children, 3);
}

static TroupeCelNode *
parse_expression (TroupeCelParser *self)
{
  return enter (self) ? leave (self, parse_condition (self)) : NULL;
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
  advance (&parser);
  top = parse_expression (&parser);
  if (top != NULL && parser.lexeme.kind != TROUPE_CEL_LEXEME_END)
    top = fail_here (&parser, _ ("an operator or the end"));
  if (local_error == NULL)
    return top;
  g_propagate_error (error, g_steal_pointer (&local_error));
  return NULL;
}
