/* troupe-python-expression.c: parser for Python expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-expression"

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-python-syntax.h"
#include "troupe-python-tokens.h"
#include "troupe-tree.h"

/* Maximum nesting depth of an expression. */
#define DEEPEST 64
/* Maximum height of a tree of nodes: a chain of operators, such as `1 + 1 + 1`, becomes a tree that is as deep on its left side. */
#define HIGHEST 1000
/* The lowest precedence, and those of `not`, comparisons and unary operators. */
#define LOWEST 1
#define NOT 3
#define COMPARISON 4
#define UNARY 11

/* Operators by precedence. Longer operators come before those that they begin with. */
static const struct
{
  const char *text;
  guint precedence;
} operators[] = {
  { "or", 1 },  { "and", 2 }, { "in", 4 }, { "is", 4 }, { "not", 4 }, { "==", 4 },
  { "!=", 4 },  { "<=", 4 },  { ">=", 4 }, { "<<", 8 }, { ">>", 8 },  { "**", 12 },
  { "//", 10 }, { "<", 4 },   { ">", 4 },  { "|", 5 },  { "^", 6 },   { "&", 7 },
  { "+", 9 },   { "-", 9 },   { "*", 10 }, { "/", 10 }, { "%", 10 },  { "@", 10 },
};

static TroupePythonNode *parse_expression (TroupePythonCursor *self, guint depth);
static TroupePythonNode *parse_operation (TroupePythonCursor *self, guint least, guint depth);

/* --- Nodes ------------------------------------------------------------------------------------ */

void
troupe_python_node_free (TroupePythonNode *self)
{
  g_free (self->keyword);
  g_free (self->name);
  g_clear_pointer (&self->value, json_node_unref);
  g_ptr_array_unref (self->children);
  g_free (self);
}

static TroupePythonNode *
node_new (TroupePythonCursor *self, TroupePythonNodeType type)
{
  TroupePythonNode *node = g_new0 (TroupePythonNode, 1);

  node->type = type;
  node->line = troupe_python_cursor_peek (self, 0)->line;
  node->start = node->end = troupe_python_cursor_peek (self, 0)->start;
  node->children = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_python_node_free);
  return node;
}

/* Creates a node that begins where its first child @left does. @left: (transfer full) */
static TroupePythonNode *
node_new_after (TroupePythonCursor *self, TroupePythonNodeType type, TroupePythonNode *left)
{
  TroupePythonNode *node = node_new (self, type);

  node->start = left->start;
  node->line = left->line;
  g_ptr_array_add (node->children, left);
  return node;
}

/* Ends the node after the previous token. Functions that follow the children of nodes call themselves, so that a tree must not be
 * higher than %HIGHEST: such a node loses its children, and is not evaluated. */
static TroupePythonNode *
finish (TroupePythonCursor *self, TroupePythonNode *node)
{
  if (self->at > 0)
    node->end =
        MAX (node->start, g_array_index (self->tokens, TroupePythonToken, self->at - 1).end);
  node->height = 1;
  for (guint i = 0; i < node->children->len; i++)
    node->height =
        MAX (node->height, ((const TroupePythonNode *) node->children->pdata[i])->height + 1);
  if (node->height > HIGHEST)
    {
      g_ptr_array_set_size (node->children, 0);
      node->type = TROUPE_PYTHON_NODE_OTHER;
      node->height = 1;
    }
  return node;
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static gboolean
is_closing (const TroupePythonCursor *self)
{
  return troupe_python_cursor_is_sign (self, 0, ')') ||
         troupe_python_cursor_is_sign (self, 0, ']') || troupe_python_cursor_is_sign (self, 0, '}');
}

static char *
dup_token (const TroupePythonCursor *self, guint ahead)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, ahead);

  return g_strndup (self->source + token->start, token->end - token->start);
}

/* Skips to the comma or bracket that ends the current element, including everything in brackets. */
static void
skip_element (TroupePythonCursor *self)
{
  int depth = 0;

  for (; troupe_python_cursor_peek (self, 0)->type != TROUPE_PYTHON_END;
       troupe_python_cursor_advance (self))
    {
      if (depth == 0 && (troupe_python_cursor_is_sign (self, 0, ',') || is_closing (self) ||
                         troupe_python_cursor_is_end (self)))
        return;
      if (troupe_python_cursor_is_sign (self, 0, '(') ||
          troupe_python_cursor_is_sign (self, 0, '[') ||
          troupe_python_cursor_is_sign (self, 0, '{'))
        depth++;
      else if (is_closing (self))
        depth--;
    }
}

/* Returns the operator at the current token, or -1. @n_tokens: (out): its length */
static int
find_operator (const TroupePythonCursor *self, guint *n_tokens)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, 0);

  *n_tokens = 1;
  for (guint i = 0; i < G_N_ELEMENTS (operators); i++)
    {
      const char *text = operators[i].text;

      if (g_ascii_isalpha (*text) && troupe_python_cursor_is_word (self, 0, text))
        return (int) i;
      if (g_ascii_isalpha (*text) || token->type != TROUPE_PYTHON_SIGN ||
          strncmp (self->source + token->start, text, strlen (text)) != 0)
        continue;
      *n_tokens = (guint) strlen (text);
      return (int) i;
    }
  return -1;
}

/* --- Literals --------------------------------------------------------------------------------- */

/* Gives all parts of an expression in an f-string the place of the f-string. */
static void
move_node (TroupePythonNode *node, const TroupePythonToken *token)
{
  node->start = token->start;
  node->end = token->end;
  node->line = token->line;
  for (guint i = 0; i < node->children->len; i++)
    move_node (node->children->pdata[i], token);
}

static void
add_text (TroupePythonCursor *self, TroupePythonNode *joined, GString *text)
{
  TroupePythonNode *part;

  if (text->len == 0)
    return;
  part = node_new (self, TROUPE_PYTHON_NODE_VALUE);
  if (g_utf8_validate_len (text->str, text->len, NULL))
    part->value = troupe_json_node_new_string (text->str);
  else
    part->type = TROUPE_PYTHON_NODE_OTHER;
  g_ptr_array_add (joined->children, part);
  g_string_truncate (text, 0);
}

/* Returns the length of the expression in braces at @at, up to the closing brace. */
static gsize
measure_braces (const char *at, const char *end)
{
  int depth = 0;
  gsize length;

  for (length = 0; at + length < end; length++)
    {
      const char c = at[length];

      if (c == '}' && depth == 0)
        break;
      depth += c == '{' || c == '(' || c == '[' ? 1 : c == '}' || c == ')' || c == ']' ? -1 : 0;
    }
  return length;
}

/* Parses the parts of an f-string, which is the current token. */
static void
parse_joined (TroupePythonCursor *self, TroupePythonNode *joined, guint depth)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, 0);
  const char *at = self->source + token->start, *end = self->source + token->end;
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_raw = FALSE;
  gsize n_quotes;

  for (; g_ascii_isalpha (*at); at++)
    is_raw = is_raw || *at == 'r' || *at == 'R';
  n_quotes = at[1] == at[0] && at[2] == at[0] && end - at >= 6 ? 3 : 1;
  at += n_quotes;
  end -= MIN (n_quotes, (gsize) (end - at));
  while (at < end)
    if (*at == '\\' && !is_raw && at + 1 < end)
      at += troupe_python_decode_escape (at, text);
    else if ((*at == '{' || *at == '}') && at[1] == *at)
      {
        g_string_append_c (text, *at);
        at += 2;
      }
    else if (*at == '{')
      {
        gsize length = measure_braces (at + 1, end);
        g_autofree char *source = NULL;
        g_autoptr (GArray) tokens = NULL;
        TroupePythonCursor inner;
        TroupePythonNode *node;

        add_text (self, joined, text);
        /* Parses the expression in the braces of an f-string. A format or a conversion is not
         * evaluated. */
        source = g_strndup (at + 1, length);
        tokens = troupe_python_tokens_new (source);
        inner = (TroupePythonCursor){ source, tokens, 0 };
        node = parse_expression (&inner, depth + 1);
        if (!troupe_python_cursor_is_end (&inner))
          node->type = TROUPE_PYTHON_NODE_OTHER;
        move_node (node, troupe_python_cursor_peek (self, 0));
        g_ptr_array_add (joined->children, node);
        at = MIN (end, at + length + 2);
      }
    else
      g_string_append_c (text, *at++);
  add_text (self, joined, text);
}

static gboolean
is_joined (const TroupePythonCursor *self)
{
  const char *at = self->source + troupe_python_cursor_peek (self, 0)->start;

  for (; g_ascii_isalpha (*at); at++)
    if (*at == 'f' || *at == 'F')
      return TRUE;
  return FALSE;
}

/* Parses adjacent string literals. */
static TroupePythonNode *
parse_text (TroupePythonCursor *self, guint depth)
{
  TroupePythonNode *node = node_new (self, TROUPE_PYTHON_NODE_VALUE);
  g_autoptr (GString) text = g_string_new (NULL);

  for (; troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_TEXT;
       troupe_python_cursor_advance (self))
    {
      if (troupe_python_cursor_peek (self, 0)->text != NULL)
        {
          g_string_append (text, troupe_python_cursor_peek (self, 0)->text);
          continue;
        }
      if (node->type == TROUPE_PYTHON_NODE_VALUE)
        node->type = is_joined (self) && depth < DEEPEST ? TROUPE_PYTHON_NODE_JOINED
                                                         : TROUPE_PYTHON_NODE_OTHER;
      add_text (self, node, text);
      if (node->type == TROUPE_PYTHON_NODE_JOINED)
        parse_joined (self, node, depth);
    }
  if (node->type == TROUPE_PYTHON_NODE_VALUE)
    node->value = troupe_json_node_new_string (text->str);
  else
    add_text (self, node, text);
  return finish (self, node);
}

static TroupePythonNode *
parse_constant (TroupePythonCursor *self, JsonNode *value)
{
  TroupePythonNode *node = node_new (self, TROUPE_PYTHON_NODE_VALUE);

  node->value = value;
  troupe_python_cursor_advance (self);
  return finish (self, node);
}

/* --- Brackets --------------------------------------------------------------------------------- */

static TroupePythonNode *
parse_element (TroupePythonCursor *self, gboolean is_map, guint depth)
{
  TroupePythonNode *element;

  if (troupe_python_cursor_is_sign (self, 0, '*'))
    {
      /* Parses `*x` or `**x`. */
      gboolean is_double = troupe_python_cursor_is_sign (self, 1, '*');
      TroupePythonNode *node =
          node_new (self, is_double ? TROUPE_PYTHON_NODE_DOUBLE_STAR : TROUPE_PYTHON_NODE_STAR);

      self->at += is_double ? 2 : 1;
      g_ptr_array_add (node->children, parse_expression (self, depth + 1));
      return finish (self, node);
    }
  element = parse_expression (self, depth + 1);
  if (!is_map || !troupe_python_cursor_is_sign (self, 0, ':'))
    return element;
  element = node_new_after (self, TROUPE_PYTHON_NODE_PAIR, element);
  troupe_python_cursor_advance (self);
  g_ptr_array_add (element->children, parse_expression (self, depth + 1));
  return finish (self, element);
}

/* Parses elements up to and including @close. A comprehension changes the type of @node to
 * OTHER. */
static void
parse_elements (TroupePythonCursor *self, TroupePythonNode *node, char close, guint depth)
{
  while (troupe_python_cursor_peek (self, 0)->type != TROUPE_PYTHON_END &&
         !troupe_python_cursor_is_sign (self, 0, close))
    {
      const guint before = self->at;
      char *keyword = NULL;
      TroupePythonNode *element;

      if (close == ')' && troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_NAME &&
          troupe_python_cursor_is_sign (self, 1, '=') &&
          !troupe_python_cursor_is_sign (self, 2, '='))
        {
          keyword = dup_token (self, 0);
          self->at += 2;
        }
      element = parse_element (self, close == '}', depth);
      g_free (element->keyword);
      element->keyword = keyword;
      g_ptr_array_add (node->children, element);
      if (!troupe_python_cursor_is_sign (self, 0, ',') &&
          !troupe_python_cursor_is_sign (self, 0, close))
        {
          if (troupe_python_cursor_is_word (self, 0, "for") ||
              troupe_python_cursor_is_word (self, 0, "async"))
            node->type = TROUPE_PYTHON_NODE_OTHER;
          element->type = TROUPE_PYTHON_NODE_OTHER;
          skip_element (self);
          finish (self, element);
          /* The bracket is never closed, or closed by another one. */
          if (troupe_python_cursor_is_end (self) ||
              (is_closing (self) && !troupe_python_cursor_is_sign (self, 0, close)))
            break;
        }
      if (troupe_python_cursor_is_sign (self, 0, ',') || self->at == before)
        troupe_python_cursor_advance (self);
    }
  if (is_closing (self))
    troupe_python_cursor_advance (self);
}

static TroupePythonNode *
parse_brackets (TroupePythonCursor *self, guint depth)
{
  TroupePythonNode *node = node_new (self, TROUPE_PYTHON_NODE_LIST);
  const char open = self->source[troupe_python_cursor_peek (self, 0)->start];
  gboolean has_comma;
  guint n_pairs = 0;

  troupe_python_cursor_advance (self);
  parse_elements (self, node, open == '(' ? ')' : open == '[' ? ']' : '}', depth);
  finish (self, node);
  has_comma =
      self->at > 1 &&
      self->source[g_array_index (self->tokens, TroupePythonToken, self->at - 2).start] == ',';
  if (node->type == TROUPE_PYTHON_NODE_OTHER)
    return node;
  for (guint i = 0; i < node->children->len; i++)
    {
      const TroupePythonNode *child = node->children->pdata[i];

      n_pairs +=
          child->type == TROUPE_PYTHON_NODE_PAIR || child->type == TROUPE_PYTHON_NODE_DOUBLE_STAR;
    }
  if (open == '{' && n_pairs == node->children->len)
    node->type = TROUPE_PYTHON_NODE_MAP;
  else if (n_pairs > 0)
    node->type = TROUPE_PYTHON_NODE_OTHER;
  if (open == '(' && node->children->len == 1 && !has_comma &&
      ((TroupePythonNode *) node->children->pdata[0])->type != TROUPE_PYTHON_NODE_STAR)
    {
      TroupePythonNode *inner = g_ptr_array_steal_index (node->children, 0);

      troupe_python_node_free (node);
      g_clear_pointer (&inner->keyword, g_free);
      return inner;
    }
  return node;
}

/* --- Names, calls and items ------------------------------------------------------------------- */

/* Returns TRUE for words that begin a statement or an operation and never name a value. */
static gboolean
is_reserved (const TroupePythonCursor *self)
{
  static const char *const words[] = { "def",   "class", "return", "if",    "elif", "else",  "for",
                                       "while", "with",  "import", "from",  "in",   "is",    "and",
                                       "or",    "as",    "pass",   "raise", "try",  "except" };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (troupe_python_cursor_is_word (self, 0, words[i]))
      return TRUE;
  return FALSE;
}

/* Parses a lambda, whose body is never evaluated, without its end. */
static TroupePythonNode *
parse_lambda (TroupePythonCursor *self)
{
  TroupePythonNode *node = node_new (self, TROUPE_PYTHON_NODE_OTHER);
  int depth = 0;

  /* The commas between the parameters are not the end. */
  for (; !troupe_python_cursor_is_end (self) &&
         !(depth == 0 && (troupe_python_cursor_is_sign (self, 0, ':') || is_closing (self)));
       troupe_python_cursor_advance (self))
    depth += troupe_python_cursor_is_sign (self, 0, '(') ||
                     troupe_python_cursor_is_sign (self, 0, '[') ||
                     troupe_python_cursor_is_sign (self, 0, '{')
                 ? 1
             : is_closing (self) ? -1
                                 : 0;
  skip_element (self);
  return finish (self, node);
}

static TroupePythonNode *
parse_atom (TroupePythonCursor *self, guint depth)
{
  TroupePythonNode *node;

  if (troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_TEXT)
    return parse_text (self, depth);
  if (troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_NUMBER)
    {
      TroupePythonNode *number = node_new (self, TROUPE_PYTHON_NODE_OTHER);
      g_autofree char *digits = dup_token (self, 0);
      g_auto (GStrv) parts = g_strsplit (digits, "_", -1);
      g_autofree char *plain = g_strjoinv ("", parts);
      g_autofree char *longer =
          g_str_has_suffix (plain, ".") ? g_strconcat (plain, "0", NULL) : NULL;
      const char *text = longer != NULL ? longer : plain;

      number->value = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);
      if (number->value != NULL)
        number->type = TROUPE_PYTHON_NODE_VALUE;
      troupe_python_cursor_advance (self);
      return finish (self, number);
    }
  if (troupe_python_cursor_is_word (self, 0, "True") ||
      troupe_python_cursor_is_word (self, 0, "False"))
    return parse_constant (self, troupe_json_node_new_boolean (
                                     troupe_python_cursor_is_word (self, 0, "True")));
  if (troupe_python_cursor_is_word (self, 0, "None"))
    return parse_constant (self, troupe_json_node_new_null ());
  if (troupe_python_cursor_is_word (self, 0, "lambda"))
    return parse_lambda (self);
  if (troupe_python_cursor_is_sign (self, 0, '[') || troupe_python_cursor_is_sign (self, 0, '{') ||
      troupe_python_cursor_is_sign (self, 0, '('))
    return parse_brackets (self, depth);
  if (troupe_python_cursor_is_sign (self, 0, '.') && troupe_python_cursor_is_sign (self, 1, '.') &&
      troupe_python_cursor_is_sign (self, 2, '.'))
    {
      node = node_new (self, TROUPE_PYTHON_NODE_OTHER);
      node->name = g_strdup ("...");
      self->at += 3;
      return finish (self, node);
    }
  if (troupe_python_cursor_peek (self, 0)->type != TROUPE_PYTHON_NAME || is_reserved (self))
    return node_new (self, TROUPE_PYTHON_NODE_OTHER);
  node = node_new (self, TROUPE_PYTHON_NODE_NAME);
  node->name = dup_token (self, 0);
  troupe_python_cursor_advance (self);
  return finish (self, node);
}

/* Parses `a.b`, `a.b(…)`, or `a.b['key']`. */
static TroupePythonNode *
parse_primary (TroupePythonCursor *self, guint depth)
{
  TroupePythonNode *node = parse_atom (self, depth);

  for (guint i = 0; i < DEEPEST; i++)
    if (troupe_python_cursor_is_sign (self, 0, '.') &&
        troupe_python_cursor_peek (self, 1)->type == TROUPE_PYTHON_NAME)
      {
        node = node_new_after (self, TROUPE_PYTHON_NODE_ATTRIBUTE, node);
        node->name = dup_token (self, 1);
        self->at += 2;
        finish (self, node);
      }
    else if (troupe_python_cursor_is_sign (self, 0, '('))
      {
        node = node_new_after (self, TROUPE_PYTHON_NODE_CALL, node);
        troupe_python_cursor_advance (self);
        parse_elements (self, node, ')', depth);
        /* A generator is one argument, which is not evaluated. */
        node->type = TROUPE_PYTHON_NODE_CALL;
        finish (self, node);
      }
    else if (troupe_python_cursor_is_sign (self, 0, '['))
      {
        node = node_new_after (self, TROUPE_PYTHON_NODE_ITEM, node);
        troupe_python_cursor_advance (self);
        parse_elements (self, node, ']', depth);
        if (node->children->len != 2)
          node->type = TROUPE_PYTHON_NODE_OTHER;
        finish (self, node);
      }
    else
      break;
  return node;
}

/* --- Operations ------------------------------------------------------------------------------- */

static TroupePythonNode *
parse_unary (TroupePythonCursor *self, guint depth)
{
  gboolean is_not = troupe_python_cursor_is_word (self, 0, "not");
  TroupePythonNode *node, *operand;

  if (depth > DEEPEST)
    {
      node = node_new (self, TROUPE_PYTHON_NODE_OTHER);
      skip_element (self);
      return finish (self, node);
    }
  if (troupe_python_cursor_is_word (self, 0, "await"))
    {
      troupe_python_cursor_advance (self);
      return parse_unary (self, depth + 1);
    }
  if (!is_not && !troupe_python_cursor_is_sign (self, 0, '-') &&
      !troupe_python_cursor_is_sign (self, 0, '+') && !troupe_python_cursor_is_sign (self, 0, '~'))
    return parse_primary (self, depth);
  node = node_new (self, TROUPE_PYTHON_NODE_OPERATION);
  node->name = dup_token (self, 0);
  troupe_python_cursor_advance (self);
  operand = parse_operation (self, is_not ? NOT : UNARY, depth + 1);
  g_ptr_array_add (node->children, operand);
  finish (self, node);
  if (*node->name == '-' && node->type == TROUPE_PYTHON_NODE_OPERATION &&
      operand->type == TROUPE_PYTHON_NODE_VALUE)
    {
      g_autofree char *text = json_to_string (operand->value, FALSE);
      g_autofree char *negative = g_strconcat ("-", text, NULL);
      JsonNode *value =
          troupe_json_read (negative, strlen (negative), TROUPE_JSON_STRICT, NULL, NULL);

      if (value != NULL)
        {
          node->type = TROUPE_PYTHON_NODE_VALUE;
          node->value = value;
        }
    }
  return node;
}

/* Parses operators of at least the precedence @least. */
static TroupePythonNode *
parse_operation (TroupePythonCursor *self, guint least, guint depth)
{
  TroupePythonNode *node = parse_unary (self, depth);
  int operator;
  guint n_tokens;

  while ((operator= find_operator (self, &n_tokens)) >= 0 &&
         operators[operator].precedence >= least)
    {
      const char *text = operators[operator].text;
      /* `not in` and `is not` */
      gboolean is_double =
          (g_str_equal (text, "not") && troupe_python_cursor_is_word (self, 1, "in")) ||
          (g_str_equal (text, "is") && troupe_python_cursor_is_word (self, 1, "not"));

      if (troupe_python_cursor_is_sign (self, n_tokens, '=') && !g_ascii_isalpha (*text) &&
          operators[operator].precedence != COMPARISON)
        break; /* an assignment such as `+=` */
      node = node_new_after (self, TROUPE_PYTHON_NODE_OPERATION, node);
      node->name = g_strconcat (text, is_double ? (*text == 'n' ? " in" : " not") : "", NULL);
      self->at += n_tokens + (is_double ? 1 : 0);
      self->at = MIN (self->at, self->tokens->len - 1);
      g_ptr_array_add (node->children,
                       parse_operation (self, operators[operator].precedence + 1, depth + 1));
      finish (self, node);
    }
  return node;
}

static TroupePythonNode *
parse_expression (TroupePythonCursor *self, guint depth)
{
  TroupePythonNode *node = parse_operation (self, LOWEST, depth);

  /* `name := value` has the value. */
  if (troupe_python_cursor_is_sign (self, 0, ':') && troupe_python_cursor_is_sign (self, 1, '=') &&
      node->type == TROUPE_PYTHON_NODE_NAME)
    {
      troupe_python_node_free (node);
      self->at += 2;
      return parse_expression (self, depth + 1);
    }
  if (troupe_python_cursor_is_word (self, 0, "if") && depth <= DEEPEST)
    {
      TroupePythonNode *choice = node_new (self, TROUPE_PYTHON_NODE_OPERATION);

      choice->start = node->start;
      choice->line = node->line;
      choice->name = g_strdup ("if");
      troupe_python_cursor_advance (self);
      g_ptr_array_add (choice->children, parse_operation (self, LOWEST, depth + 1));
      g_ptr_array_add (choice->children, node);
      if (troupe_python_cursor_is_word (self, 0, "else"))
        {
          troupe_python_cursor_advance (self);
          g_ptr_array_add (choice->children, parse_expression (self, depth + 1));
        }
      else
        choice->type = TROUPE_PYTHON_NODE_OTHER;
      return finish (self, choice);
    }
  return node;
}

TroupePythonNode *
troupe_python_node_parse (const char *source, GArray *tokens, guint *at)
{
  TroupePythonCursor parser = { source, tokens, *at };
  TroupePythonNode *node = parse_expression (&parser, 0);

  *at = parser.at;
  return node;
}

TroupePythonNode *
troupe_python_node_parse_all (const char *source, GArray *tokens, guint *at)
{
  TroupePythonCursor parser = { source, tokens, *at };
  TroupePythonNode *list = node_new (&parser, TROUPE_PYTHON_NODE_LIST);
  gboolean has_comma = FALSE;

  while (!troupe_python_cursor_is_end (&parser) &&
         !troupe_python_cursor_is_sign (&parser, 0, '=') &&
         !troupe_python_cursor_is_sign (&parser, 0, ':') &&
         !troupe_python_cursor_is_sign (&parser, 0, ';'))
    {
      const guint before = parser.at;

      g_ptr_array_add (list->children, parse_element (&parser, FALSE, 0));
      if (!troupe_python_cursor_is_sign (&parser, 0, ','))
        break;
      has_comma = TRUE;
      if (parser.at == before || troupe_python_cursor_is_sign (&parser, 0, ','))
        troupe_python_cursor_advance (&parser);
    }
  *at = parser.at;
  finish (&parser, list);
  if (!has_comma && list->children->len == 1)
    {
      TroupePythonNode *only = g_ptr_array_steal_index (list->children, 0);

      troupe_python_node_free (list);
      return only;
    }
  return list;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

const TroupePythonNode *
troupe_python_node_get_argument (const TroupePythonNode *self, const char *keyword)
{
  for (guint i = 1; i < self->children->len; i++)
    {
      const TroupePythonNode *child = self->children->pdata[i];

      if (g_strcmp0 (child->keyword, keyword) == 0)
        return child;
    }
  return NULL;
}

const TroupePythonNode *
troupe_python_node_get_first (const TroupePythonNode *self)
{
  const TroupePythonNode *first = self->children->len > 1 ? self->children->pdata[1] : NULL;

  return first != NULL && first->keyword == NULL ? first : NULL;
}

const char *
troupe_python_node_get_last_name (const TroupePythonNode *self)
{
  while (self->type == TROUPE_PYTHON_NODE_CALL || self->type == TROUPE_PYTHON_NODE_ITEM)
    self = self->children->pdata[0];
  return (self->type == TROUPE_PYTHON_NODE_NAME || self->type == TROUPE_PYTHON_NODE_ATTRIBUTE) &&
                 self->name != NULL
             ? self->name
             : "";
}

JsonNode *
troupe_python_node_to_json (const TroupePythonNode *self)
{
  g_autoptr (JsonArray) list = NULL;
  g_autoptr (JsonObject) map = NULL;

  if (self->type == TROUPE_PYTHON_NODE_VALUE)
    return json_node_ref (self->value);
  if (self->type == TROUPE_PYTHON_NODE_LIST)
    list = json_array_new ();
  else if (self->type == TROUPE_PYTHON_NODE_MAP)
    map = json_object_new ();
  else
    return NULL;
  for (guint i = 0; i < self->children->len; i++)
    {
      const TroupePythonNode *child = self->children->pdata[i];
      const TroupePythonNode *key = NULL, *content = child;
      JsonNode *value;

      /* Adds an entry of a list or dict. */
      if (map != NULL)
        {
          if (child->type != TROUPE_PYTHON_NODE_PAIR)
            return NULL;
          key = child->children->pdata[0];
          content = child->children->pdata[1];
          if (key->type != TROUPE_PYTHON_NODE_VALUE || troupe_tree_get_text (key->value) == NULL)
            return NULL;
        }
      value = troupe_python_node_to_json (content);
      if (value == NULL)
        return NULL;
      if (map != NULL)
        json_object_set_member (map, troupe_tree_get_text (key->value), value);
      else
        json_array_add_element (list, value);
    }
  return map != NULL ? troupe_tree_take_object (g_steal_pointer (&map))
                     : troupe_tree_take_array (g_steal_pointer (&list));
}
