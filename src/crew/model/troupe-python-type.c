/* troupe-python-type.c: converts Python type annotations to JSON Schema
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-type"

#include "config.h"

#include <string.h>

#include "troupe-json.h"
#include "troupe-python-type.h"
#include "troupe-tree.h"

/* Maximum nesting depth of types. */
#define DEEPEST 16

typedef struct
{
  const char *source;
  GArray *tokens;
  guint at;
  TroupePythonClassFunc find_class;
  gpointer user_data;
} Parser;

void
troupe_python_type_clear (TroupePythonType *self)
{
  g_clear_pointer (&self->schema, json_object_unref);
  g_clear_pointer (&self->hint, troupe_python_node_free);
}

/* Copies the members of @from to @object. */
static void
merge (JsonObject *object, JsonNode *from)
{
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  g_return_if_fail (object != NULL && from != NULL && JSON_NODE_HOLDS_OBJECT (from));

  json_object_iter_init_ordered (&iter, json_node_get_object (from));
  while (json_object_iter_next_ordered (&iter, &key, &node))
    json_object_set_member (object, key, json_node_ref (node));
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static const TroupePythonToken *
peek (const Parser *self)
{
  return &g_array_index (self->tokens, TroupePythonToken, MIN (self->at, self->tokens->len - 1));
}

static gboolean
take_sign (Parser *self, char sign)
{
  const TroupePythonToken *token = peek (self);

  if (token->type != TROUPE_PYTHON_SIGN || self->source[token->start] != sign)
    return FALSE;
  self->at++;
  return TRUE;
}

/* Skips to the comma or bracket that ends the current argument. */
static void
skip_argument (Parser *self)
{
  int depth = 0;

  for (; peek (self)->type != TROUPE_PYTHON_END && peek (self)->type != TROUPE_PYTHON_NEWLINE;
       self->at++)
    {
      char sign = peek (self)->type == TROUPE_PYTHON_SIGN ? self->source[peek (self)->start] : '\0';

      if (sign == '\0')
        continue;
      if (depth == 0 && strchr (",])=", sign) != NULL)
        return;
      if (strchr ("([{", sign) != NULL)
        depth++;
      else if (strchr (")]}", sign) != NULL)
        depth--;
    }
}

/* --- Names ------------------------------------------------------------------------------------ */

static const struct
{
  const char *name;
  const char *schema;
} simple[] = {
  { "str", "{\"type\":\"string\"}" },
  { "int", "{\"type\":\"integer\"}" },
  { "float", "{\"type\":\"number\"}" },
  { "Decimal", "{\"type\":\"number\"}" },
  { "bool", "{\"type\":\"boolean\"}" },
  { "list", "{\"type\":\"array\"}" },
  { "List", "{\"type\":\"array\"}" },
  { "Sequence", "{\"type\":\"array\"}" },
  { "tuple", "{\"type\":\"array\"}" },
  { "Tuple", "{\"type\":\"array\"}" },
  { "set", "{\"type\":\"array\"}" },
  { "Set", "{\"type\":\"array\"}" },
  { "dict", "{\"type\":\"object\"}" },
  { "Dict", "{\"type\":\"object\"}" },
  { "Mapping", "{\"type\":\"object\"}" },
  { "Any", "{}" },
  { "object", "{}" },
  { "datetime", "{\"type\":\"string\",\"format\":\"date-time\"}" },
  { "date", "{\"type\":\"string\",\"format\":\"date\"}" },
  { "time", "{\"type\":\"string\",\"format\":\"time\"}" },
  { "UUID", "{\"type\":\"string\",\"format\":\"uuid\"}" },
  { "PositiveInt", "{\"type\":\"integer\",\"exclusiveMinimum\":0}" },
  { "NonNegativeInt", "{\"type\":\"integer\",\"minimum\":0}" },
  { "PositiveFloat", "{\"type\":\"number\",\"exclusiveMinimum\":0}" },
  { "NonNegativeFloat", "{\"type\":\"number\",\"minimum\":0}" },
};

static void
fill_name (Parser *self, const char *name, TroupePythonType *type)
{
  g_autoptr (JsonNode) node = NULL;

  for (guint i = 0; node == NULL && i < G_N_ELEMENTS (simple); i++)
    if (g_str_equal (simple[i].name, name))
      node = troupe_json_read (simple[i].schema, strlen (simple[i].schema), TROUPE_JSON_STRICT,
                               NULL, NULL);
  if (node == NULL)
    node = self->find_class (name, self->user_data);
  if (node != NULL)
    merge (type->schema, node);
  else
    type->unknown = TRUE;
}

/* Returns the last component of a dotted name. (transfer full) */
static char *
take_name (Parser *self)
{
  char *name = NULL;

  for (;;)
    {
      const TroupePythonToken *token = peek (self);

      if (token->type != TROUPE_PYTHON_NAME)
        return name;
      g_free (name);
      name = g_strndup (self->source + token->start, token->end - token->start);
      self->at++;
      if (!take_sign (self, '.'))
        return name;
    }
}

/* --- Types ------------------------------------------------------------------------------------ */

static void parse_union (Parser *self, TroupePythonType *type, guint depth);

/* Adds an alternative to @type. Uses `anyOf` if there is more than one alternative. */
static void
add_alternative (TroupePythonType *type, TroupePythonType *other, guint *n)
{
  JsonNode *node;

  type->optional = type->optional || other->optional;
  type->unknown = type->unknown || other->unknown;
  node = troupe_tree_take_object (g_steal_pointer (&other->schema));
  if (*n == 0)
    merge (type->schema, node);
  else
    {
      JsonArray *members;

      if (*n == 1)
        {
          JsonNode *first = troupe_tree_take_object (type->schema);

          type->schema = json_object_new ();
          members = json_array_new ();
          json_array_add_element (members, first);
          json_object_set_array_member (type->schema, "anyOf", members);
        }
      members = json_object_get_array_member (type->schema, "anyOf");
      json_array_add_element (members, json_node_ref (node));
    }
  json_node_unref (node);
  (*n)++;
}

static void
parse_arguments (Parser *self, const char *name, TroupePythonType *type, guint depth)
{
  guint n = 0;

  if (g_str_equal (name, "Literal"))
    {
      JsonArray *choices = json_array_new ();

      do
        {
          g_autoptr (TroupePythonNode) node =
              troupe_python_node_parse (self->source, self->tokens, &self->at);
          JsonNode *value = troupe_python_node_to_json (node);

          if (value != NULL)
            json_array_add_element (choices, value);
          else
            type->unknown = TRUE;
        }
      while (take_sign (self, ','));
      json_object_set_array_member (type->schema, "enum", choices);
    }
  else if (g_str_equal (name, "Annotated"))
    {
      parse_union (self, type, depth + 1);
      while (take_sign (self, ','))
        {
          g_autoptr (TroupePythonNode) node =
              troupe_python_node_parse (self->source, self->tokens, &self->at);

          if (node->type == TROUPE_PYTHON_NODE_CALL &&
              g_str_equal (troupe_python_node_get_last_name (node), "Field") && type->hint == NULL)
            type->hint = g_steal_pointer (&node);
        }
    }
  else if (g_str_equal (name, "Optional") || g_str_equal (name, "Union"))
    {
      type->optional = g_str_equal (name, "Optional");
      do
        {
          g_auto (TroupePythonType) part = { json_object_new () };

          parse_union (self, &part, depth + 1);
          /* None adds no alternative; it only makes the type optional. */
          if (part.optional && json_object_get_size (part.schema) == 0 && !part.unknown)
            type->optional = TRUE;
          else
            add_alternative (type, &part, &n);
        }
      while (take_sign (self, ','));
    }
  else
    {
      /* Parses `[int]` or `[int, ...]`. If all items have the same type, this type becomes the
       * item type of the list. */
      g_auto (TroupePythonType) items = { json_object_new () };
      gboolean is_one = TRUE;

      parse_union (self, &items, depth + 1);
      type->unknown = type->unknown || items.unknown;
      while (take_sign (self, ','))
        {
          is_one = is_one && strncmp (self->source + peek (self)->start, "...", 3) == 0;
          skip_argument (self);
        }
      fill_name (self, name, type);
      if (g_strcmp0 (json_object_get_string_member_with_default (type->schema, "type", NULL),
                     "array") == 0 &&
          is_one && json_object_get_size (items.schema) > 0)
        json_object_set_object_member (type->schema, "items", g_steal_pointer (&items.schema));
    }
  skip_argument (self);
  take_sign (self, ']');
}

static void
parse_primary (Parser *self, TroupePythonType *type, guint depth)
{
  const TroupePythonToken *token = peek (self);
  g_autofree char *name = NULL;

  if (depth > DEEPEST)
    {
      type->unknown = TRUE;
      skip_argument (self);
      return;
    }
  /* A forward reference to a later class is a quoted name. */
  if (token->type == TROUPE_PYTHON_TEXT && token->text != NULL)
    {
      self->at++;
      fill_name (self, token->text, type);
      return;
    }
  name = take_name (self);
  if (name == NULL)
    {
      type->unknown = TRUE;
      skip_argument (self);
    }
  else if (g_str_equal (name, "None") || g_str_equal (name, "NoneType"))
    type->optional = TRUE;
  else if (take_sign (self, '['))
    parse_arguments (self, name, type, depth);
  else
    fill_name (self, name, type);
}

static void
parse_union (Parser *self, TroupePythonType *type, guint depth)
{
  guint n = 0;

  do
    {
      g_auto (TroupePythonType) part = { json_object_new () };

      parse_primary (self, &part, depth);
      if (part.hint != NULL && type->hint == NULL)
        type->hint = g_steal_pointer (&part.hint);
      if (part.optional && json_object_get_size (part.schema) == 0 && !part.unknown)
        type->optional = TRUE;
      else
        add_alternative (type, &part, &n);
    }
  while (take_sign (self, '|'));
}

void
troupe_python_type_parse (TroupePythonType *self,
                          const char *source,
                          GArray *tokens,
                          guint *at,
                          TroupePythonClassFunc find_class,
                          gpointer user_data)
{
  Parser parser = { source, tokens, *at, find_class, user_data };

  g_return_if_fail (self != NULL && source != NULL && tokens != NULL && at != NULL);

  self->schema = json_object_new ();
  self->optional = FALSE;
  self->unknown = FALSE;
  self->hint = NULL;
  parse_union (&parser, self, 0);
  skip_argument (&parser);
  *at = parser.at;
}
