/* troupe-crew-python.c: static parser for crew.py
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-python"

#include "config.h"

#include <string.h>

#include "troupe-crew-python-tokens.h"
#include "troupe-crew-python.h"
#include "troupe-json.h"
#include "troupe-tree.h"

/* Maximum nesting depth of an expression. */
#define DEEPEST 32

typedef struct
{
  const char *source;
  GArray *tokens;
  guint at;
  TroupeCrewPython *python;
} Parser;

/* --- Nodes ------------------------------------------------------------------------------------ */

static void
node_free (gpointer data)
{
  TroupePythonNode *node = data;

  g_free (node->keyword);
  g_free (node->name);
  g_free (node->key);
  g_clear_pointer (&node->value, json_node_unref);
  g_ptr_array_unref (node->children);
  g_free (node->text);
  g_free (node);
}

static TroupePythonNode *
node_new (TroupePythonNodeType type, guint line)
{
  TroupePythonNode *node = g_new0 (TroupePythonNode, 1);

  node->type = type;
  node->line = line;
  node->children = g_ptr_array_new_with_free_func (node_free);
  return node;
}

static void
method_free (gpointer data)
{
  TroupePythonMethod *method = data;

  g_free (method->name);
  g_strfreev (method->decorators);
  g_clear_pointer (&method->result, node_free);
  g_free (method);
}

void
troupe_crew_python_free (TroupeCrewPython *self)
{
  g_free (self->class_name);
  g_ptr_array_unref (self->methods);
  g_hash_table_unref (self->imports);
  g_hash_table_unref (self->assignments);
  g_free (self);
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static const TroupePythonToken *
peek (const Parser *self, guint ahead)
{
  guint index = MIN (self->at + ahead, self->tokens->len - 1);

  return &g_array_index (self->tokens, TroupePythonToken, index);
}

static void
advance (Parser *self)
{
  if (self->at + 1 < self->tokens->len)
    self->at++;
}

static gboolean
is_sign (const Parser *self, guint ahead, char sign)
{
  const TroupePythonToken *token = peek (self, ahead);

  return token->type == TROUPE_PYTHON_SIGN && self->source[token->start] == sign;
}

static gboolean
is_word (const Parser *self, guint ahead, const char *word)
{
  const TroupePythonToken *token = peek (self, ahead);

  return token->type == TROUPE_PYTHON_NAME && token->end - token->start == strlen (word) &&
         strncmp (self->source + token->start, word, token->end - token->start) == 0;
}

static char *
dup_token (const Parser *self, const TroupePythonToken *token)
{
  return g_strndup (self->source + token->start, token->end - token->start);
}

static gboolean
is_end (const Parser *self)
{
  return peek (self, 0)->type == TROUPE_PYTHON_NEWLINE || peek (self, 0)->type == TROUPE_PYTHON_END;
}

/* Returns TRUE at the end of an expression, which is a comma, a closing bracket or the end of
 * the line. */
static gboolean
is_stop (const Parser *self)
{
  const TroupePythonToken *token = peek (self, 0);

  return is_end (self) || (token->type == TROUPE_PYTHON_SIGN &&
                           strchr (",)]}:", self->source[token->start]) != NULL);
}

/* Skips to the end of the expression, including everything in brackets. */
static void
skip_expression (Parser *self)
{
  int depth = 0;

  while (peek (self, 0)->type != TROUPE_PYTHON_END && (depth > 0 || !is_stop (self)))
    {
      if (is_sign (self, 0, '(') || is_sign (self, 0, '[') || is_sign (self, 0, '{'))
        depth++;
      else if (is_sign (self, 0, ')') || is_sign (self, 0, ']') || is_sign (self, 0, '}'))
        depth--;
      advance (self);
    }
}

/* --- Expressions ------------------------------------------------------------------------------ */

static TroupePythonNode *parse_expression (Parser *self, guint depth);

/* Parses entries up to and including @close. @has_keys: whether the entries have keys before a
 * colon */
static void
parse_entries (Parser *self, TroupePythonNode *node, char close, gboolean has_keys, guint depth)
{
  while (peek (self, 0)->type != TROUPE_PYTHON_END && !is_sign (self, 0, close))
    {
      const guint before = self->at;
      char *keyword = NULL;
      TroupePythonNode *child;

      if (has_keys && peek (self, 0)->type == TROUPE_PYTHON_TEXT && is_sign (self, 1, ':'))
        {
          keyword = g_strdup (peek (self, 0)->text);
          self->at += 2;
        }
      else if (close == ')' && peek (self, 0)->type == TROUPE_PYTHON_NAME &&
               is_sign (self, 1, '=') && !is_sign (self, 2, '='))
        {
          keyword = dup_token (self, peek (self, 0));
          self->at += 2;
        }
      child = parse_expression (self, depth + 1);
      /* In invalid Python, a single parenthesized expression may already have a keyword. */
      g_free (child->keyword);
      child->keyword = keyword;
      g_ptr_array_add (node->children, child);
      while (!is_sign (self, 0, close) && !is_sign (self, 0, ',') &&
             peek (self, 0)->type != TROUPE_PYTHON_END)
        {
          /* A key that is not a string, or a comprehension, cannot be evaluated statically. */
          node->type = TROUPE_PYTHON_NODE_OTHER;
          if (is_sign (self, 0, ')') || is_sign (self, 0, ']') || is_sign (self, 0, '}') ||
              is_sign (self, 0, ':') || is_end (self))
            advance (self);
          else
            skip_expression (self);
        }
      if (is_sign (self, 0, ','))
        advance (self);
      else if (self->at == before)
        advance (self);
    }
  if (is_sign (self, 0, close))
    advance (self);
}

static TroupePythonNode *
parse_text (Parser *self)
{
  TroupePythonNode *node = node_new (TROUPE_PYTHON_NODE_VALUE, peek (self, 0)->line);
  GString *text = g_string_new (NULL);

  for (; peek (self, 0)->type == TROUPE_PYTHON_TEXT; advance (self))
    if (peek (self, 0)->text == NULL)
      node->type = TROUPE_PYTHON_NODE_OTHER;
    else
      g_string_append (text, peek (self, 0)->text);
  if (node->type == TROUPE_PYTHON_NODE_VALUE)
    node->value = troupe_json_node_new_string (text->str);
  g_string_free (text, TRUE);
  return node;
}

static TroupePythonNode *
parse_number (Parser *self, gboolean is_negative)
{
  TroupePythonNode *node = node_new (TROUPE_PYTHON_NODE_OTHER, peek (self, 0)->line);
  g_autofree char *digits = dup_token (self, peek (self, 0));
  g_autofree char *plain = NULL;
  g_autofree char *signed_text = NULL;
  g_auto (GStrv) parts = g_strsplit (digits, "_", -1);

  plain = g_strjoinv ("", parts);
  signed_text = g_strconcat (is_negative ? "-" : "", plain, NULL);
  node->value =
      troupe_json_read (signed_text, strlen (signed_text), TROUPE_JSON_STRICT, NULL, NULL);
  if (node->value != NULL)
    node->type = TROUPE_PYTHON_NODE_VALUE;
  advance (self);
  return node;
}

static TroupePythonNode *
parse_constant (Parser *self, JsonNode *value)
{
  TroupePythonNode *node = node_new (TROUPE_PYTHON_NODE_VALUE, peek (self, 0)->line);

  node->value = value;
  advance (self);
  return node;
}

/* Parses `a.b.c`, `a.b(…)`, or `a.b['key']`. */
static TroupePythonNode *
parse_name (Parser *self, guint depth)
{
  TroupePythonNode *node = node_new (TROUPE_PYTHON_NODE_NAME, peek (self, 0)->line);
  GString *name = g_string_new (NULL);

  for (;;)
    {
      g_autofree char *word = dup_token (self, peek (self, 0));

      g_string_append (name, word);
      advance (self);
      if (!is_sign (self, 0, '.') || peek (self, 1)->type != TROUPE_PYTHON_NAME)
        break;
      g_string_append_c (name, '.');
      advance (self);
    }
  node->name = g_string_free (name, FALSE);
  if (is_sign (self, 0, '('))
    {
      advance (self);
      node->type = TROUPE_PYTHON_NODE_CALL;
      parse_entries (self, node, ')', FALSE, depth);
      /* Keep the call even if an argument is a generator, which cannot be evaluated. */
      node->type = TROUPE_PYTHON_NODE_CALL;
    }
  else if (is_sign (self, 0, '[') && peek (self, 1)->type == TROUPE_PYTHON_TEXT &&
           is_sign (self, 2, ']'))
    {
      node->type = TROUPE_PYTHON_NODE_ITEM;
      node->key = g_strdup (peek (self, 1)->text);
      self->at += 3;
    }
  return node;
}

static TroupePythonNode *
parse_brackets (Parser *self, guint depth)
{
  TroupePythonNode *node = node_new (TROUPE_PYTHON_NODE_LIST, peek (self, 0)->line);
  gboolean is_map = is_sign (self, 0, '{');
  gboolean is_round = is_sign (self, 0, '(');
  const char close = is_map ? '}' : is_round ? ')' : ']';

  if (is_map)
    node->type = TROUPE_PYTHON_NODE_MAP;
  advance (self);
  parse_entries (self, node, close, is_map, depth);
  for (guint i = 0; i < node->children->len; i++)
    if (is_map && ((TroupePythonNode *) node->children->pdata[i])->keyword == NULL)
      node->type = TROUPE_PYTHON_NODE_OTHER;
  if (is_round && node->children->len == 1 && node->type == TROUPE_PYTHON_NODE_LIST)
    {
      TroupePythonNode *inner = g_ptr_array_steal_index (node->children, 0);

      node_free (node);
      return inner;
    }
  return node;
}

static TroupePythonNode *
parse_primary (Parser *self, guint depth)
{
  if (depth > DEEPEST)
    return node_new (TROUPE_PYTHON_NODE_OTHER, peek (self, 0)->line);
  if (peek (self, 0)->type == TROUPE_PYTHON_TEXT)
    return parse_text (self);
  if (peek (self, 0)->type == TROUPE_PYTHON_NUMBER)
    return parse_number (self, FALSE);
  if (is_sign (self, 0, '-') && peek (self, 1)->type == TROUPE_PYTHON_NUMBER)
    {
      advance (self);
      return parse_number (self, TRUE);
    }
  if (is_word (self, 0, "True") || is_word (self, 0, "False"))
    return parse_constant (self, troupe_json_node_new_boolean (is_word (self, 0, "True")));
  if (is_word (self, 0, "None"))
    return parse_constant (self, troupe_json_node_new_null ());
  if (is_word (self, 0, "lambda") || is_word (self, 0, "await") || is_word (self, 0, "not"))
    return node_new (TROUPE_PYTHON_NODE_OTHER, peek (self, 0)->line);
  if (peek (self, 0)->type == TROUPE_PYTHON_NAME)
    return parse_name (self, depth);
  if (is_sign (self, 0, '[') || is_sign (self, 0, '{') || is_sign (self, 0, '('))
    return parse_brackets (self, depth);
  return node_new (TROUPE_PYTHON_NODE_OTHER, peek (self, 0)->line);
}

static TroupePythonNode *
parse_expression (Parser *self, guint depth)
{
  const gsize start = peek (self, 0)->start;
  TroupePythonNode *node = parse_primary (self, depth);
  gsize end;

  if (!is_stop (self))
    {
      /* The result of an operator cannot be evaluated statically. */
      node->type = TROUPE_PYTHON_NODE_OTHER;
      skip_expression (self);
    }
  end = self->at > 0 ? g_array_index (self->tokens, TroupePythonToken, self->at - 1).end : start;
  g_free (node->text);
  node->text = g_strndup (self->source + start, end > start ? end - start : 0);
  return node;
}

TroupePythonNode *
troupe_python_node_parse (const char *source, GArray *tokens, guint *at)
{
  Parser parser = { source, tokens, *at, NULL };
  TroupePythonNode *node = parse_expression (&parser, 0);

  *at = parser.at;
  return node;
}

void
troupe_python_node_free (TroupePythonNode *self)
{
  node_free (self);
}

/* --- Statements ------------------------------------------------------------------------------- */

static void
skip_line (Parser *self)
{
  while (!is_end (self))
    advance (self);
  advance (self);
}

/* Parses `from a.b import C, D as E`. */
static void
parse_import (Parser *self)
{
  GString *module = g_string_new (NULL);

  advance (self);
  while (!is_end (self) && !is_word (self, 0, "import"))
    {
      g_autofree char *word = dup_token (self, peek (self, 0));

      g_string_append (module, word);
      advance (self);
    }
  if (is_word (self, 0, "import"))
    advance (self);
  while (!is_end (self))
    {
      if (peek (self, 0)->type == TROUPE_PYTHON_NAME)
        {
          g_autofree char *name = NULL;

          if (is_word (self, 1, "as"))
            self->at += 2;
          name = dup_token (self, peek (self, 0));
          g_hash_table_replace (self->python->imports, g_steal_pointer (&name),
                                g_strdup (module->str));
        }
      advance (self);
    }
  g_string_free (module, TRUE);
  advance (self);
}

/* Returns TRUE at a call that creates an object of a crew. */
static gboolean
is_maker (const Parser *self)
{
  static const char *const makers[] = { "Agent", "Task", "ConditionalTask", "Crew", "LLM" };

  for (guint i = 0; i < G_N_ELEMENTS (makers); i++)
    if (is_word (self, 0, makers[i]) && is_sign (self, 1, '('))
      return TRUE;
  return FALSE;
}

/* Parses `name = …`. */
static gboolean
parse_assignment (Parser *self)
{
  g_autofree char *name = NULL;
  TroupePythonNode *node;

  if (peek (self, 0)->type != TROUPE_PYTHON_NAME || peek (self, 0)->indent < 0 ||
      !is_sign (self, 1, '=') || is_sign (self, 2, '='))
    return FALSE;
  name = dup_token (self, peek (self, 0));
  self->at += 2;
  node = parse_expression (self, 0);
  if (g_hash_table_contains (self->python->assignments, name))
    node_free (node);
  else
    g_hash_table_insert (self->python->assignments, g_steal_pointer (&name), node);
  return TRUE;
}

/* Returns TRUE at a line such as `agent = Agent (…)`. */
static gboolean
names_made (Parser *self)
{
  gboolean found;

  if (peek (self, 0)->type != TROUPE_PYTHON_NAME || peek (self, 0)->indent < 0 ||
      !is_sign (self, 1, '='))
    return FALSE;
  self->at += 2;
  found = is_maker (self);
  self->at -= 2;
  return found;
}

/* Parses the body of a `def`: the lines with a larger indentation than @indent. */
static void
parse_body (Parser *self, TroupePythonMethod *method, int indent)
{
  gboolean is_made = FALSE;

  while (peek (self, 0)->type != TROUPE_PYTHON_END &&
         (peek (self, 0)->indent < 0 || peek (self, 0)->indent > indent))
    {
      gboolean returns = is_word (self, 0, "return");

      if (is_made)
        advance (self);
      else if (is_maker (self) || (returns && method->result == NULL))
        {
          if (returns)
            advance (self);
          is_made = is_maker (self);
          g_clear_pointer (&method->result, node_free);
          method->result = parse_expression (self, 0);
        }
      else if (names_made (self))
        self->at += 2;
      else if (!parse_assignment (self))
        advance (self);
    }
}

static void
parse_method (Parser *self, GStrvBuilder *decorators)
{
  TroupePythonMethod *method = g_new0 (TroupePythonMethod, 1);
  int indent = peek (self, 0)->indent;

  if (is_word (self, 0, "async"))
    advance (self);
  advance (self);
  method->name = dup_token (self, peek (self, 0));
  method->line = peek (self, 0)->line;
  method->decorators = g_strv_builder_end (decorators);
  skip_line (self);
  parse_body (self, method, MAX (indent, 0));
  g_ptr_array_add (self->python->methods, method);
}

/* Returns the last component of `@a.b(…)`. (transfer full) */
static char *
parse_decorator (Parser *self)
{
  TroupePythonNode *node;
  char *word;

  advance (self);
  node = parse_expression (self, 0);
  word = g_strdup (troupe_python_node_get_last_name (node));
  node_free (node);
  skip_line (self);
  return word;
}

static void
parse_class (Parser *self, gboolean is_crew)
{
  if (is_crew && self->python->class_name == NULL && peek (self, 1)->type == TROUPE_PYTHON_NAME)
    self->python->class_name = dup_token (self, peek (self, 1));
  skip_line (self);
}

static void
parse_statements (Parser *self)
{
  g_autoptr (GStrvBuilder) decorators = g_strv_builder_new ();
  gboolean is_crew = FALSE;

  while (peek (self, 0)->type != TROUPE_PYTHON_END)
    {
      if (is_sign (self, 0, '@') && peek (self, 0)->indent >= 0)
        {
          g_autofree char *word = parse_decorator (self);

          is_crew = is_crew || g_str_equal (word, "CrewBase");
          g_strv_builder_add (decorators, word);
          continue;
        }
      if (peek (self, 0)->indent >= 0 &&
          (is_word (self, 0, "def") || (is_word (self, 0, "async") && is_word (self, 1, "def"))))
        parse_method (self, decorators);
      else if (is_word (self, 0, "class"))
        parse_class (self, is_crew);
      else if (is_word (self, 0, "from") && peek (self, 0)->indent >= 0)
        parse_import (self);
      else if (!parse_assignment (self))
        skip_line (self);
      is_crew = FALSE;
      g_strfreev (g_strv_builder_end (decorators));
    }
}

TroupeCrewPython *
troupe_crew_python_new (const char *source)
{
  TroupeCrewPython *python = g_new0 (TroupeCrewPython, 1);
  g_autoptr (GArray) tokens = troupe_python_tokens_new (source);
  Parser parser = { source, tokens, 0, python };

  python->methods = g_ptr_array_new_with_free_func (method_free);
  python->imports = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  python->assignments = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, node_free);
  parse_statements (&parser);
  return python;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

const TroupePythonMethod *
troupe_crew_python_find_method (const TroupeCrewPython *self, const char *name)
{
  for (guint i = 0; i < self->methods->len; i++)
    {
      const TroupePythonMethod *method = self->methods->pdata[i];

      if (g_str_equal (method->name, name))
        return method;
    }
  return NULL;
}

gboolean
troupe_python_method_has (const TroupePythonMethod *self, const char *decorator)
{
  return g_strv_contains ((const char *const *) self->decorators, decorator);
}

const TroupePythonNode *
troupe_python_node_get_argument (const TroupePythonNode *self, const char *keyword)
{
  for (guint i = 0; i < self->children->len; i++)
    {
      const TroupePythonNode *child = self->children->pdata[i];

      if (g_strcmp0 (child->keyword, keyword) == 0)
        return child;
    }
  return NULL;
}

const char *
troupe_python_node_get_last_name (const TroupePythonNode *self)
{
  const char *point = self->name != NULL ? strrchr (self->name, '.') : NULL;

  if (point != NULL)
    return point + 1;
  return self->name != NULL ? self->name : "";
}

const char *
troupe_python_node_get_own_name (const TroupePythonNode *self)
{
  return self->name != NULL && g_str_has_prefix (self->name, "self.")
             ? self->name + strlen ("self.")
             : NULL;
}

JsonNode *
troupe_python_node_to_json (const TroupePythonNode *self)
{
  g_autoptr (JsonArray) list = NULL;
  g_autoptr (JsonObject) map = NULL;

  if (self->type == TROUPE_PYTHON_NODE_VALUE)
    return json_node_ref (self->value);
  if (self->type != TROUPE_PYTHON_NODE_LIST && self->type != TROUPE_PYTHON_NODE_MAP)
    return NULL;
  list = json_array_new ();
  map = json_object_new ();
  for (guint i = 0; i < self->children->len; i++)
    {
      const TroupePythonNode *child = self->children->pdata[i];
      JsonNode *value = troupe_python_node_to_json (child);

      if (value == NULL)
        return NULL;
      if (self->type == TROUPE_PYTHON_NODE_MAP)
        json_object_set_member (map, child->keyword, value);
      else
        json_array_add_element (list, value);
    }
  return self->type == TROUPE_PYTHON_NODE_MAP ? troupe_tree_take_object (json_object_ref (map))
                                              : troupe_tree_take_array (json_array_ref (list));
}
