/* troupe-python-class.c: converts a Pydantic class to JSON Schema by parsing its source
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-python-class"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-python-class.h"
#include "troupe-python-type.h"
#include "troupe-tree.h"

G_DEFINE_QUARK (troupe - python - class - error - quark, troupe_python_class_error)

/* Maximum nesting depth of classes. The depth is limited because a class may have fields of its
 * own type. */
#define DEEPEST 6
/* Maximum number of expanded classes. It is limited because each class may contain several
 * others. */
#define MOST_CLASSES 256

/**
 * Class:
 * @bases: names of the base classes; @start, @end: tokens of its body; @indent: indentation of its
 *   statements
 * @has_fields: whether it has annotated fields
 */
typedef struct
{
  char *name;
  char **bases;
  guint start;
  guint end;
  int indent;
  gboolean has_fields;
  gboolean is_named; /* another class refers to it */
} Class;

typedef struct
{
  const char *source;
  GArray *tokens;
  GPtrArray *classes;
  GPtrArray *left_out;
  guint depth;
  guint n_read;
} Reader;

static void
class_free (gpointer data)
{
  Class *class = data;

  g_free (class->name);
  g_strfreev (class->bases);
  g_free (class);
}

/* --- Tokens ----------------------------------------------------------------------------------- */

static const TroupePythonToken *
get (const Reader *self, guint at)
{
  return &g_array_index (self->tokens, TroupePythonToken, MIN (at, self->tokens->len - 1));
}

static gboolean
is_sign (const Reader *self, guint at, char sign)
{
  const TroupePythonToken *token = get (self, at);

  return token->type == TROUPE_PYTHON_SIGN && self->source[token->start] == sign;
}

static char *
dup_name (const Reader *self, guint at)
{
  const TroupePythonToken *token = get (self, at);

  return token->type == TROUPE_PYTHON_NAME
             ? g_strndup (self->source + token->start, token->end - token->start)
             : NULL;
}

/* Returns the index of the first token after the line. */
static guint
skip_line (const Reader *self, guint at)
{
  while (get (self, at)->type != TROUPE_PYTHON_NEWLINE && get (self, at)->type != TROUPE_PYTHON_END)
    at++;
  return get (self, at)->type == TROUPE_PYTHON_NEWLINE ? at + 1 : at;
}

static gboolean
is_end (const Reader *self, guint at)
{
  return at >= self->tokens->len || get (self, at)->type == TROUPE_PYTHON_END;
}

/* Returns TRUE if a field `name: type` of the class begins here. */
static gboolean
is_field (const Reader *self, const Class *class, guint at)
{
  const TroupePythonToken *token = get (self, at);

  return token->type == TROUPE_PYTHON_NAME && token->indent == class->indent &&
         self->source[token->start] != '_' && is_sign (self, at + 1, ':') &&
         get (self, at + 2)->type != TROUPE_PYTHON_NEWLINE &&
         strncmp (self->source + get (self, at + 2)->start, "ClassVar", 8) != 0;
}

/* --- Classes ---------------------------------------------------------------------------------- */

static Class *
read_head (Reader *self, guint at)
{
  g_autoptr (GStrvBuilder) bases = g_strv_builder_new ();
  Class *class = g_new0 (Class, 1);
  int outer = get (self, at)->indent;

  class->name = dup_name (self, at + 1);
  at += 2;
  for (; !is_end (self, at) && get (self, at)->type != TROUPE_PYTHON_NEWLINE; at++)
    {
      g_autofree char *word = dup_name (self, at);

      if (word != NULL)
        g_strv_builder_add (bases, word);
    }
  class->bases = g_strv_builder_end (bases);
  class->start = MIN (at + 1, self->tokens->len - 1);
  class->indent = get (self, class->start)->indent;
  for (class->end = class->start; !is_end (self, class->end);
       class->end = skip_line (self, class->end))
    {
      const TroupePythonToken *token = get (self, class->end);

      if (token->indent >= 0 && token->indent <= outer)
        break;
      class->has_fields = class->has_fields || is_field (self, class, class->end);
    }
  return class;
}

static Class *
find_class (const Reader *self, const char *name)
{
  for (guint i = 0; i < self->classes->len; i++)
    {
      Class *class = self->classes->pdata[i];

      if (g_str_equal (class->name, name))
        return class;
    }
  return NULL;
}

static gboolean
inherits_fields (const Reader *self, const Class *class, guint depth)
{
  for (guint i = 0; class->bases[i] != NULL && depth < DEEPEST; i++)
    {
      const Class *base = find_class (self, class->bases[i]);

      if (base != NULL && base != class &&
          (base->has_fields || inherits_fields (self, base, depth + 1)))
        return TRUE;
    }
  return FALSE;
}

static void
reader_init (Reader *self, const char *source)
{
  self->source = source;
  self->tokens = troupe_python_tokens_new (source);
  self->classes = g_ptr_array_new_with_free_func (class_free);
  self->left_out = g_ptr_array_new_with_free_func (g_free);
  self->depth = 0;
  self->n_read = 0;
  for (guint at = 0; !is_end (self, at); at = skip_line (self, at))
    {
      g_autofree char *word = dup_name (self, at);
      Class *class;

      if (g_strcmp0 (word, "class") != 0 || get (self, at + 1)->type != TROUPE_PYTHON_NAME ||
          get (self, at)->indent < 0)
        continue;
      class = read_head (self, at);
      g_ptr_array_add (self->classes, class);
    }
  for (guint i = 0; i < self->classes->len; i++)
    {
      Class *class = self->classes->pdata[i];

      class->has_fields = class->has_fields || inherits_fields (self, class, 0);
    }
  /* Marks the classes that another class refers to. */
  for (guint i = 0; i < self->classes->len; i++)
    {
      const Class *class = self->classes->pdata[i];

      for (guint base = 0; class->bases[base] != NULL; base++)
        {
          Class *other = find_class (self, class->bases[base]);

          if (other != NULL)
            other->is_named = TRUE;
        }
      for (guint at = class->start; at < class->end; at++)
        {
          g_autofree char *word = dup_name (self, at);
          Class *other = word != NULL ? find_class (self, word) : NULL;

          if (other != NULL && other != class)
            other->is_named = TRUE;
        }
    }
}

static void
reader_clear (Reader *self)
{
  g_array_unref (self->tokens);
  g_ptr_array_unref (self->classes);
  g_ptr_array_unref (self->left_out);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reader, reader_clear)

/* --- Fields ----------------------------------------------------------------------------------- */

static const struct
{
  const char *keyword;
  const char *member;
  const char *of_list; /* (nullable): key for lists */
} limits[] = {
  { "title", "title", NULL },
  { "description", "description", NULL },
  { "ge", "minimum", NULL },
  { "le", "maximum", NULL },
  { "gt", "exclusiveMinimum", NULL },
  { "lt", "exclusiveMaximum", NULL },
  { "multiple_of", "multipleOf", NULL },
  { "min_length", "minLength", "minItems" },
  { "max_length", "maxLength", "maxItems" },
  { "pattern", "pattern", NULL },
  { "regex", "pattern", NULL },
};

/* Applies the arguments of `Field (…)` to the schema. @required: (inout) */
static void
apply_field (JsonObject *schema, const TroupePythonNode *call, gboolean *required)
{
  const TroupePythonNode *initial = troupe_python_node_get_argument (call, "default");
  const TroupePythonNode *factory = troupe_python_node_get_argument (call, "default_factory");
  JsonNode *value = NULL;
  gboolean is_list;

  if (initial == NULL)
    initial = troupe_python_node_get_first (call);
  if (initial != NULL && g_strcmp0 (initial->name, "...") == 0)
    initial = NULL;
  if (initial != NULL)
    value = troupe_python_node_to_json (initial);
  else if (factory != NULL)
    {
      const char *name = troupe_python_node_get_last_name (factory);

      if (g_str_equal (name, "list") || g_str_equal (name, "set") || g_str_equal (name, "tuple"))
        value = troupe_tree_take_array (json_array_new ());
      else if (g_str_equal (name, "dict"))
        value = troupe_tree_take_object (json_object_new ());
      else if (g_str_equal (name, "str"))
        value = troupe_json_node_new_string ("");
      else
        value = NULL;
    }
  *required = *required && initial == NULL && factory == NULL;
  is_list =
      g_strcmp0 (json_object_get_string_member_with_default (schema, "type", NULL), "array") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const TroupePythonNode *argument = troupe_python_node_get_argument (call, limits[i].keyword);
      JsonNode *limit_value = argument != NULL ? troupe_python_node_to_json (argument) : NULL;

      if (limit_value != NULL)
        json_object_set_member (
            schema, is_list && limits[i].of_list != NULL ? limits[i].of_list : limits[i].member,
            limit_value);
    }
  if (value != NULL && !JSON_NODE_HOLDS_NULL (value))
    json_object_set_member (schema, "default", json_node_ref (value));
  g_clear_pointer (&value, json_node_unref);
}

static JsonNode *read_class (Reader *self, const Class *class);

static JsonNode *
find_named (const char *name, gpointer user_data)
{
  static const char *const enumerations[] = { "Enum", "StrEnum", "IntEnum", NULL };
  Reader *self = user_data;
  const Class *class = find_class (self, name);
  JsonObject *object;

  if (class == NULL)
    return NULL;
  for (guint i = 0; class->bases[i] != NULL; i++)
    if (g_strv_contains (enumerations, class->bases[i]))
      {
        /* The schema of an enumeration lists its values. */
        JsonArray *choices = json_array_new ();
        JsonObject *schema = json_object_new ();

        for (guint at = class->start; at < class->end; at = skip_line (self, at))
          if (get (self, at)->type == TROUPE_PYTHON_NAME &&
              get (self, at)->indent == class->indent && is_sign (self, at + 1, '='))
            {
              guint value_at = at + 2;
              g_autoptr (TroupePythonNode) node =
                  troupe_python_node_parse (self->source, self->tokens, &value_at);
              JsonNode *value = troupe_python_node_to_json (node);

              if (value != NULL)
                json_array_add_element (choices, value);
            }
        if (json_array_get_length (choices) > 0)
          json_object_set_array_member (schema, "enum", choices);
        else
          json_array_unref (choices);
        return troupe_tree_take_object (schema);
      }
  if (class->has_fields && self->depth < DEEPEST && self->n_read < MOST_CLASSES)
    return read_class (self, class);
  object = json_object_new ();
  json_object_set_string_member (object, "type", "object");
  return troupe_tree_take_object (object);
}

static void
read_field (Reader *self, guint at, JsonObject *properties, JsonArray *required)
{
  g_autofree char *name = dup_name (self, at);
  g_auto (TroupePythonType) type = { NULL };
  gboolean is_required = TRUE;
  guint end = at + 2;

  troupe_python_type_parse (&type, self->source, self->tokens, &end, find_named, self);
  if (type.unknown)
    {
      gsize start = get (self, at + 2)->start;
      g_autofree char *words = g_strndup (self->source + start, get (self, end)->start - start);

      g_ptr_array_add (self->left_out, g_strdup_printf ("%s: %s", name, g_strstrip (words)));
    }
  if (type.hint != NULL)
    apply_field (type.schema, type.hint, &is_required);
  if (is_sign (self, end, '='))
    {
      g_autoptr (TroupePythonNode) node = NULL;

      end++;
      node = troupe_python_node_parse (self->source, self->tokens, &end);
      if (node->type == TROUPE_PYTHON_NODE_CALL &&
          g_str_equal (troupe_python_node_get_last_name (node), "Field"))
        apply_field (type.schema, node, &is_required);
      else
        {
          JsonNode *value = troupe_python_node_to_json (node);

          is_required = FALSE;
          if (value != NULL && !JSON_NODE_HOLDS_NULL (value))
            json_object_set_member (type.schema, "default", json_node_ref (value));
          g_clear_pointer (&value, json_node_unref);
        }
    }
  if (is_required && type.optional)
    {
      /* Allows null for a required field that may be None. */
      JsonArray *members = json_array_new ();
      JsonObject *null = json_object_new ();
      JsonObject *whole = json_object_new ();

      json_object_set_string_member (null, "type", "null");
      json_array_add_object_element (members, type.schema);
      json_array_add_object_element (members, null);
      json_object_set_array_member (whole, "anyOf", members);
      type.schema = whole;
    }
  if (is_required)
    json_array_add_string_element (required, name);
  json_object_set_object_member (properties, name, g_steal_pointer (&type.schema));
}

static void
read_fields (Reader *self, const Class *class, JsonObject *properties, JsonArray *required)
{
  if (self->depth > DEEPEST)
    return;
  self->depth++;
  for (guint i = 0; class->bases[i] != NULL; i++)
    {
      const Class *base = find_class (self, class->bases[i]);

      if (base != NULL && base != class)
        read_fields (self, base, properties, required);
    }
  for (guint at = class->start; at < class->end; at = skip_line (self, at))
    if (is_field (self, class, at))
      read_field (self, at, properties, required);
  self->depth--;
}

static JsonNode *
read_class (Reader *self, const Class *class)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  JsonArray *required = json_array_new ();

  self->n_read++;
  read_fields (self, class, properties, required);
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  if (json_array_get_length (required) > 0)
    json_object_set_array_member (schema, "required", required);
  else
    json_array_unref (required);
  return troupe_tree_take_object (schema);
}

/* --- Public functions ------------------------------------------------------------------------- */

char **
troupe_python_class_list (const char *source)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (Reader) reader = { NULL };

  g_return_val_if_fail (source != NULL, NULL);

  reader_init (&reader, source);
  for (guint i = 0; i < reader.classes->len; i++)
    {
      const Class *class = reader.classes->pdata[i];

      if (class->has_fields)
        g_strv_builder_add (names, class->name);
    }
  return g_strv_builder_end (names);
}

static const Class *
choose_class (const Reader *self, const char *name)
{
  const Class *chosen = NULL;

  if (name != NULL)
    {
      chosen = find_class (self, name);
      return chosen != NULL && chosen->has_fields ? chosen : NULL;
    }
  for (guint i = 0; i < self->classes->len; i++)
    {
      const Class *class = self->classes->pdata[i];

      if (class->has_fields && (chosen == NULL || chosen->is_named || !class->is_named))
        chosen = class;
    }
  return chosen;
}

JsonNode *
troupe_python_class_to_schema (const char *source,
                               const char *name,
                               char ***left_out,
                               GError **error)
{
  g_auto (Reader) reader = { NULL };
  const Class *class;
  JsonNode *schema;

  g_return_val_if_fail (source != NULL, NULL);

  reader_init (&reader, source);
  class = choose_class (&reader, name);
  if (class == NULL)
    {
      g_set_error_literal (error, TROUPE_PYTHON_CLASS_ERROR, TROUPE_PYTHON_CLASS_ERROR_NONE,
                           _ ("This text contains no class with fields. Expected one such as "
                              "“class State(BaseModel):” with lines like “topic: str”."));
      return NULL;
    }
  schema = read_class (&reader, class);
  if (left_out != NULL)
    {
      g_ptr_array_add (reader.left_out, NULL);
      *left_out = g_strdupv ((char **) reader.left_out->pdata);
    }
  return schema;
}
