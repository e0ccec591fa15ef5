/* troupe-python-statement.c: parser for Python modules
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-statement"

#include "config.h"

#include <string.h>

#include "troupe-python-syntax.h"
#include "troupe-python-tokens.h"

/* Maximum nesting depth of blocks. */
#define DEEPEST 48

static void parse_block (TroupePythonCursor *self, GPtrArray *body, int indent, guint depth);

/* --- Statements ------------------------------------------------------------------------------- */

static void
name_free (gpointer data)
{
  TroupePythonName *name = data;

  g_free (name->name);
  g_free (name->bound);
  g_free (name);
}

static void
parameter_free (gpointer data)
{
  TroupePythonParameter *parameter = data;

  g_free (parameter->name);
  g_clear_pointer (&parameter->initial, troupe_python_node_free);
  g_free (parameter);
}

static void
node_free (gpointer data)
{
  if (data != NULL)
    troupe_python_node_free (data);
}

static void statement_free (gpointer data);

static TroupePythonStatement *
statement_new (TroupePythonStatementType type, guint line)
{
  TroupePythonStatement *statement = g_new0 (TroupePythonStatement, 1);

  statement->type = type;
  statement->line = line;
  statement->nodes = g_ptr_array_new_with_free_func (node_free);
  statement->decorators = g_ptr_array_new_with_free_func (node_free);
  statement->parameters = g_ptr_array_new_with_free_func (parameter_free);
  statement->names = g_ptr_array_new_with_free_func (name_free);
  statement->body = g_ptr_array_new_with_free_func (statement_free);
  statement->otherwise = g_ptr_array_new_with_free_func (statement_free);
  return statement;
}

static void
statement_free (gpointer data)
{
  TroupePythonStatement *self = data;

  g_free (self->name);
  g_free (self->module);
  g_ptr_array_unref (self->nodes);
  g_ptr_array_unref (self->decorators);
  g_ptr_array_unref (self->parameters);
  g_ptr_array_unref (self->names);
  g_ptr_array_unref (self->body);
  g_ptr_array_unref (self->otherwise);
  g_free (self);
}

gboolean
troupe_python_statement_has_decorator (const TroupePythonStatement *self, const char *name)
{
  for (guint i = 0; i < self->decorators->len; i++)
    if (g_str_equal (troupe_python_node_get_last_name (self->decorators->pdata[i]), name))
      return TRUE;
  return FALSE;
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static char *
dup_token (const TroupePythonCursor *self, guint ahead)
{
  const TroupePythonToken *token = troupe_python_cursor_peek (self, ahead);

  return token->type == TROUPE_PYTHON_NAME
             ? g_strndup (self->source + token->start, token->end - token->start)
             : g_strdup ("");
}

static TroupePythonNode *
parse_node (TroupePythonCursor *self)
{
  return troupe_python_node_parse (self->source, self->tokens, &self->at);
}

static TroupePythonNode *
parse_nodes (TroupePythonCursor *self)
{
  return troupe_python_node_parse_all (self->source, self->tokens, &self->at);
}

/* --- Simple statements ------------------------------------------------------------------------ */

/* Parses a dotted name and the dots before it. @level: (out) (nullable): number of dots */
static char *
parse_module (TroupePythonCursor *self, guint *level)
{
  GString *module = g_string_new (NULL);

  for (; troupe_python_cursor_is_sign (self, 0, '.'); troupe_python_cursor_advance (self))
    if (level != NULL)
      (*level)++;
  while (troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_NAME &&
         !troupe_python_cursor_is_word (self, 0, "import"))
    {
      g_autofree char *word = dup_token (self, 0);

      g_string_append (module, word);
      troupe_python_cursor_advance (self);
      if (!troupe_python_cursor_is_sign (self, 0, '.'))
        break;
      g_string_append_c (module, '.');
      troupe_python_cursor_advance (self);
    }
  return g_string_free (module, FALSE);
}

static void
add_name (TroupePythonStatement *statement, char *name, char *bound)
{
  TroupePythonName *entry = g_new0 (TroupePythonName, 1);

  entry->name = name;
  entry->bound = bound;
  g_ptr_array_add (statement->names, entry);
}

/* Parses `x = y = …`, `x: T = …`, `x += …` or an expression. */
static TroupePythonStatement *
parse_assignment (TroupePythonCursor *self)
{
  const guint line = troupe_python_cursor_peek (self, 0)->line;
  TroupePythonNode *first = parse_nodes (self);
  TroupePythonStatement *statement;

  if (troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_SIGN &&
      troupe_python_cursor_is_sign (self, 1, '=') &&
      strchr ("+-*/|&%^@", self->source[troupe_python_cursor_peek (self, 0)->start]) != NULL)
    {
      statement = statement_new (TROUPE_PYTHON_AUGMENT, line);
      statement->name = g_strndup (self->source + troupe_python_cursor_peek (self, 0)->start, 1);
      self->at += 2;
      g_ptr_array_add (statement->nodes, first);
      g_ptr_array_add (statement->nodes, parse_nodes (self));
      return statement;
    }
  statement = statement_new (TROUPE_PYTHON_EXPRESSION, line);
  g_ptr_array_add (statement->nodes, first);
  if (troupe_python_cursor_is_sign (self, 0, ':') &&
      (first->type == TROUPE_PYTHON_NODE_NAME || first->type == TROUPE_PYTHON_NODE_ATTRIBUTE))
    {
      TroupePythonNode *annotation;

      troupe_python_cursor_advance (self);
      annotation = parse_nodes (self);
      troupe_python_node_free (annotation);
      statement->type = TROUPE_PYTHON_ASSIGN;
      if (!troupe_python_cursor_is_sign (self, 0, '='))
        return statement;
    }
  while (troupe_python_cursor_is_sign (self, 0, '='))
    {
      statement->type = TROUPE_PYTHON_ASSIGN;
      troupe_python_cursor_advance (self);
      g_ptr_array_add (statement->nodes, parse_nodes (self));
    }
  return statement;
}

/* Parses one statement without a block, up to the end of its line or a semicolon. */
static void
parse_simple (TroupePythonCursor *self, GPtrArray *body)
{
  static const char *const others[] = { "pass",   "del",   "global",   "nonlocal",
                                        "assert", "break", "continue", "yield" };
  TroupePythonStatement *statement = NULL;
  const guint line = troupe_python_cursor_peek (self, 0)->line;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (troupe_python_cursor_is_word (self, 0, others[i]))
      statement = statement_new (TROUPE_PYTHON_OTHER, line);
  if (statement != NULL)
    ;
  else if (troupe_python_cursor_is_word (self, 0, "return") ||
           troupe_python_cursor_is_word (self, 0, "raise"))
    {
      statement =
          statement_new (troupe_python_cursor_is_word (self, 0, "return") ? TROUPE_PYTHON_RETURN
                                                                          : TROUPE_PYTHON_RAISE,
                         line);
      troupe_python_cursor_advance (self);
      if (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ';'))
        g_ptr_array_add (statement->nodes, parse_nodes (self));
    }
  else if (troupe_python_cursor_is_word (self, 0, "from"))
    {
      TroupePythonStatement *from_statement =
          statement_new (TROUPE_PYTHON_IMPORT, troupe_python_cursor_peek (self, 0)->line);

      /* Parses `from a.b import C, D as E`. */
      troupe_python_cursor_advance (self);
      from_statement->module = parse_module (self, &from_statement->level);
      if (troupe_python_cursor_is_word (self, 0, "import"))
        troupe_python_cursor_advance (self);
      while (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ';'))
        {
          if (troupe_python_cursor_peek (self, 0)->type == TROUPE_PYTHON_NAME)
            {
              char *name = dup_token (self, 0);

              if (troupe_python_cursor_is_word (self, 1, "as"))
                self->at += 2;
              add_name (from_statement, name, dup_token (self, 0));
            }
          else if (troupe_python_cursor_is_sign (self, 0, '*'))
            add_name (from_statement, g_strdup ("*"), g_strdup ("*"));
          troupe_python_cursor_advance (self);
        }
      statement = from_statement;
    }
  else if (troupe_python_cursor_is_word (self, 0, "import"))
    /* Parses `import a.b, c as d`. Each module becomes a statement. */
    do
      {
        TroupePythonStatement *import =
            statement_new (TROUPE_PYTHON_IMPORT, troupe_python_cursor_peek (self, 0)->line);

        troupe_python_cursor_advance (self);
        import->module = parse_module (self, NULL);
        if (troupe_python_cursor_is_word (self, 0, "as"))
          {
            add_name (import, NULL, dup_token (self, 1));
            self->at = MIN (self->at + 2, self->tokens->len - 1);
          }
        else
          /* `import a.b` binds `a`. */
          add_name (import, NULL, g_strndup (import->module, strcspn (import->module, ".")));
        g_ptr_array_add (body, import);
      }
    while (troupe_python_cursor_is_sign (self, 0, ','));
  else
    statement = parse_assignment (self);
  if (statement != NULL)
    g_ptr_array_add (body, statement);
  while (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ';'))
    troupe_python_cursor_advance (self);
}

static void
parse_simple_line (TroupePythonCursor *self, GPtrArray *body)
{
  while (!troupe_python_cursor_is_end (self))
    {
      parse_simple (self, body);
      if (troupe_python_cursor_is_sign (self, 0, ';'))
        troupe_python_cursor_advance (self);
    }
  troupe_python_cursor_advance (self);
}

/* --- Compound statements ---------------------------------------------------------------------- */

/* Parses the block after a header: the rest of the line, or the following lines with a larger
 * indentation than @indent. */
static void
parse_suite (TroupePythonCursor *self, GPtrArray *body, int indent, guint depth)
{
  int colon = 0;

  /* Skips to the colon that begins a block. */
  for (; !troupe_python_cursor_is_end (self) &&
         !(colon == 0 && troupe_python_cursor_is_sign (self, 0, ':'));
       troupe_python_cursor_advance (self))
    if (troupe_python_cursor_is_sign (self, 0, '(') ||
        troupe_python_cursor_is_sign (self, 0, '[') || troupe_python_cursor_is_sign (self, 0, '{'))
      colon++;
    else if (troupe_python_cursor_is_sign (self, 0, ')') ||
             troupe_python_cursor_is_sign (self, 0, ']') ||
             troupe_python_cursor_is_sign (self, 0, '}'))
      colon--;
  if (troupe_python_cursor_is_sign (self, 0, ':'))
    troupe_python_cursor_advance (self);
  if (!troupe_python_cursor_is_end (self))
    {
      parse_simple_line (self, body);
      return;
    }
  troupe_python_cursor_advance (self);
  if (troupe_python_cursor_peek (self, 0)->indent > indent)
    parse_block (self, body, troupe_python_cursor_peek (self, 0)->indent, depth + 1);
}

static gboolean
continues (const TroupePythonCursor *self, int indent, const char *word)
{
  return troupe_python_cursor_peek (self, 0)->indent == indent &&
         troupe_python_cursor_is_word (self, 0, word);
}

static TroupePythonStatement *
parse_if (TroupePythonCursor *self, int indent, guint depth)
{
  TroupePythonStatement *statement =
      statement_new (TROUPE_PYTHON_IF, troupe_python_cursor_peek (self, 0)->line);

  troupe_python_cursor_advance (self);
  g_ptr_array_add (statement->nodes, parse_node (self));
  parse_suite (self, statement->body, indent, depth);
  if (continues (self, indent, "elif") && depth < DEEPEST)
    g_ptr_array_add (statement->otherwise, parse_if (self, indent, depth + 1));
  else if (continues (self, indent, "else"))
    parse_suite (self, statement->otherwise, indent, depth);
  return statement;
}

/* Parses `for a, b in c:`. The parser of expressions reads `b in c` as one operation. */
static TroupePythonStatement *
parse_for (TroupePythonCursor *self, int indent, guint depth)
{
  TroupePythonStatement *statement =
      statement_new (TROUPE_PYTHON_FOR, troupe_python_cursor_peek (self, 0)->line);
  g_autoptr (TroupePythonNode) head = NULL;
  TroupePythonNode *last;

  troupe_python_cursor_advance (self);
  head = parse_nodes (self);
  last = head->type == TROUPE_PYTHON_NODE_LIST && head->children->len > 0
             ? head->children->pdata[head->children->len - 1]
             : head;
  if (last->type == TROUPE_PYTHON_NODE_OPERATION && g_str_equal (last->name, "in"))
    {
      TroupePythonNode *iterable = g_ptr_array_steal_index (last->children, 1);
      TroupePythonNode *target = g_ptr_array_steal_index (last->children, 0);

      if (last != head)
        {
          g_ptr_array_remove_index (head->children, head->children->len - 1);
          g_ptr_array_add (head->children, target);
          target = g_steal_pointer (&head);
        }
      g_ptr_array_add (statement->nodes, target);
      g_ptr_array_add (statement->nodes, iterable);
    }
  parse_suite (self, statement->body, indent, depth);
  if (continues (self, indent, "else"))
    parse_suite (self, statement->otherwise, indent, depth);
  return statement;
}

/* Parses the parameters of a function, after its opening parenthesis. */
static void
parse_parameters (TroupePythonCursor *self, TroupePythonStatement *statement)
{
  while (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ')'))
    {
      TroupePythonParameter *parameter;
      guint stars = 0;

      for (; troupe_python_cursor_is_sign (self, 0, '*') ||
             troupe_python_cursor_is_sign (self, 0, '/');
           troupe_python_cursor_advance (self))
        stars += troupe_python_cursor_is_sign (self, 0, '*');
      if (troupe_python_cursor_peek (self, 0)->type != TROUPE_PYTHON_NAME)
        {
          troupe_python_cursor_advance (self);
          continue;
        }
      parameter = g_new0 (TroupePythonParameter, 1);
      parameter->name = dup_token (self, 0);
      parameter->stars = stars;
      g_ptr_array_add (statement->parameters, parameter);
      troupe_python_cursor_advance (self);
      if (troupe_python_cursor_is_sign (self, 0, ':'))
        {
          troupe_python_cursor_advance (self);
          troupe_python_node_free (parse_node (self));
        }
      if (troupe_python_cursor_is_sign (self, 0, '='))
        {
          troupe_python_cursor_advance (self);
          parameter->initial = parse_node (self);
        }
      while (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ',') &&
             !troupe_python_cursor_is_sign (self, 0, ')'))
        troupe_python_cursor_advance (self);
      if (troupe_python_cursor_is_sign (self, 0, ','))
        troupe_python_cursor_advance (self);
    }
  if (troupe_python_cursor_is_sign (self, 0, ')'))
    troupe_python_cursor_advance (self);
}

static TroupePythonStatement *
parse_definition (TroupePythonCursor *self, int indent, guint depth)
{
  gboolean is_class = troupe_python_cursor_is_word (self, 0, "class");
  TroupePythonStatement *statement =
      statement_new (is_class ? TROUPE_PYTHON_CLASS : TROUPE_PYTHON_DEF,
                     troupe_python_cursor_peek (self, 1)->line);

  statement->name = dup_token (self, 1);
  self->at = MIN (self->at + 2, self->tokens->len - 1);
  if (is_class && troupe_python_cursor_is_sign (self, 0, '('))
    {
      troupe_python_cursor_advance (self);
      while (!troupe_python_cursor_is_end (self) && !troupe_python_cursor_is_sign (self, 0, ')'))
        {
          /* `metaclass=…` is not a base. */
          gboolean is_keyword = troupe_python_cursor_is_sign (self, 1, '=');
          TroupePythonNode *base = parse_node (self);

          if (is_keyword)
            troupe_python_node_free (base);
          else
            g_ptr_array_add (statement->nodes, base);
          while (!troupe_python_cursor_is_end (self) &&
                 !troupe_python_cursor_is_sign (self, 0, ',') &&
                 !troupe_python_cursor_is_sign (self, 0, ')'))
            troupe_python_cursor_advance (self);
          if (troupe_python_cursor_is_sign (self, 0, ','))
            troupe_python_cursor_advance (self);
        }
    }
  else if (troupe_python_cursor_is_sign (self, 0, '('))
    {
      troupe_python_cursor_advance (self);
      parse_parameters (self, statement);
    }
  parse_suite (self, statement->body, indent, depth);
  return statement;
}

/* Parses a statement with a block. Returns NULL if there is none here. */
static TroupePythonStatement *
parse_compound (TroupePythonCursor *self, int indent, guint depth)
{
  if (troupe_python_cursor_is_word (self, 0, "async") &&
      (troupe_python_cursor_is_word (self, 1, "def") ||
       troupe_python_cursor_is_word (self, 1, "with") ||
       troupe_python_cursor_is_word (self, 1, "for")))
    troupe_python_cursor_advance (self);
  if ((troupe_python_cursor_is_word (self, 0, "def") ||
       troupe_python_cursor_is_word (self, 0, "class")) &&
      troupe_python_cursor_peek (self, 1)->type == TROUPE_PYTHON_NAME)
    return parse_definition (self, indent, depth);
  if (troupe_python_cursor_is_word (self, 0, "if"))
    return parse_if (self, indent, depth);
  if (troupe_python_cursor_is_word (self, 0, "for"))
    return parse_for (self, indent, depth);
  if (troupe_python_cursor_is_word (self, 0, "while"))
    {
      TroupePythonStatement *statement =
          statement_new (TROUPE_PYTHON_WHILE, troupe_python_cursor_peek (self, 0)->line);

      troupe_python_cursor_advance (self);
      g_ptr_array_add (statement->nodes, parse_node (self));
      parse_suite (self, statement->body, indent, depth);
      if (continues (self, indent, "else"))
        parse_suite (self, statement->otherwise, indent, depth);
      return statement;
    }
  if (troupe_python_cursor_is_word (self, 0, "with"))
    {
      TroupePythonStatement *statement =
          statement_new (TROUPE_PYTHON_WITH, troupe_python_cursor_peek (self, 0)->line);

      do
        {
          troupe_python_cursor_advance (self);
          g_ptr_array_add (statement->nodes, parse_node (self));
          if (troupe_python_cursor_is_word (self, 0, "as"))
            {
              troupe_python_cursor_advance (self);
              g_ptr_array_add (statement->nodes, parse_node (self));
            }
          else
            g_ptr_array_add (statement->nodes, NULL);
        }
      while (troupe_python_cursor_is_sign (self, 0, ','));
      parse_suite (self, statement->body, indent, depth);
      return statement;
    }
  if (troupe_python_cursor_is_word (self, 0, "try"))
    {
      TroupePythonStatement *statement =
          statement_new (TROUPE_PYTHON_TRY, troupe_python_cursor_peek (self, 0)->line);

      troupe_python_cursor_advance (self);
      parse_suite (self, statement->body, indent, depth);
      for (;;)
        if (continues (self, indent, "except"))
          {
            g_autoptr (GPtrArray) handler = g_ptr_array_new_with_free_func (statement_free);

            parse_suite (self, handler, indent, depth);
          }
        else if (continues (self, indent, "else") || continues (self, indent, "finally"))
          parse_suite (self, statement->otherwise, indent, depth);
        else
          return statement;
    }
  return NULL;
}

/* Parses the statements with at least the indentation @indent. Statements that are indented more
 * than their block, which is invalid, belong to it. */
static void
parse_block (TroupePythonCursor *self, GPtrArray *body, int indent, guint depth)
{
  g_autoptr (GPtrArray) decorators = g_ptr_array_new_with_free_func (node_free);

  while (troupe_python_cursor_peek (self, 0)->type != TROUPE_PYTHON_END &&
         troupe_python_cursor_peek (self, 0)->indent >= indent)
    {
      const int own = troupe_python_cursor_peek (self, 0)->indent;
      TroupePythonStatement *statement;

      if (troupe_python_cursor_is_sign (self, 0, '@'))
        {
          troupe_python_cursor_advance (self);
          g_ptr_array_add (decorators, parse_node (self));
          /* Skips to the end of the line. */
          while (!troupe_python_cursor_is_end (self))
            troupe_python_cursor_advance (self);
          troupe_python_cursor_advance (self);
          continue;
        }
      statement = depth < DEEPEST ? parse_compound (self, own, depth) : NULL;
      if (statement != NULL)
        {
          g_ptr_array_unref (statement->decorators);
          statement->decorators = g_steal_pointer (&decorators);
          decorators = g_ptr_array_new_with_free_func (node_free);
          g_ptr_array_add (body, statement);
        }
      else
        {
          g_ptr_array_set_size (decorators, 0);
          parse_simple_line (self, body);
        }
    }
}

GPtrArray *
troupe_python_parse (const char *source)
{
  g_autoptr (GArray) tokens = troupe_python_tokens_new (source);
  TroupePythonCursor parser = { source, tokens, 0 };
  GPtrArray *body = g_ptr_array_new_with_free_func (statement_free);

  while (troupe_python_cursor_peek (&parser, 0)->type != TROUPE_PYTHON_END)
    {
      const guint before = parser.at;

      parse_block (&parser, body, 0, 0);
      if (parser.at == before)
        troupe_python_cursor_advance (&parser);
    }
  return body;
}
