/* troupe-state-field.c: lookup of the fields of a flow's state in its document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-field"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-flow-rename.h"
#include "troupe-flow-state-edit.h"
#include "troupe-tree.h"

/* Maximum depth of nested fields, because definitions may be recursive. */
#define DEEPEST 6

static const char *const schema_path[] = { "state", "json_schema", NULL };
static const char *const default_path[] = { "state", "default", NULL };

/* --- Single fields ---------------------------------------------------------------------------- */

TroupeStateField *
troupe_state_field_copy (const TroupeStateField *self)
{
  TroupeStateField *copy;

  g_return_val_if_fail (self != NULL, NULL);

  copy = g_new0 (TroupeStateField, 1);
  copy->name = g_strdup (self->name);
  copy->owner = g_strdupv (self->owner);
  copy->outer = g_strdupv (self->outer);
  copy->lists = g_strdup (self->lists);
  return copy;
}

void
troupe_state_field_free (TroupeStateField *self)
{
  if (self == NULL)
    return;
  g_free (self->name);
  g_strfreev (self->owner);
  g_strfreev (self->outer);
  g_free (self->lists);
  g_free (self);
}

gboolean
troupe_state_field_equal (const TroupeStateField *a, const TroupeStateField *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return g_str_equal (a->name, b->name) &&
         g_strv_equal ((const char *const *) a->outer, (const char *const *) b->outer) &&
         g_strv_equal ((const char *const *) a->owner, (const char *const *) b->owner);
}

static gboolean
is_plain (const char *const *owner)
{
  return g_strcmp0 (owner[0], "state") == 0 && g_strcmp0 (owner[1], "default") == 0;
}

char **
troupe_state_field_make_path (const TroupeStateField *self, const char *member)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_return_val_if_fail (self != NULL, NULL);

  g_strv_builder_addv (builder, (const char **) self->owner);
  if (!is_plain ((const char *const *) self->owner))
    g_strv_builder_add (builder, "properties");
  g_strv_builder_add (builder, self->name);
  if (member != NULL)
    g_strv_builder_add (builder, member);
  return g_strv_builder_end (builder);
}

/* --- Listing fields --------------------------------------------------------------------------- */

TroupeStateKind
troupe_state_get_kind (JsonNode *root)
{
  JsonNode *state = troupe_tree_get (root, "state", NULL);
  const char *type = troupe_tree_get_member_text (state, "type");

  if (state == NULL || !JSON_NODE_HOLDS_OBJECT (state))
    return TROUPE_STATE_KIND_NONE;
  if (g_strcmp0 (type, "dict") == 0)
    return TROUPE_STATE_KIND_DICT;
  if (g_strcmp0 (type, "json_schema") == 0)
    return TROUPE_STATE_KIND_SCHEMA;
  if (g_strcmp0 (type, "pydantic") == 0)
    return TROUPE_STATE_KIND_CLASS;
  return TROUPE_STATE_KIND_OTHER;
}

/* Returns the keys of the definition that `#/$defs/Name` refers to in the state's schema, or
 * NULL if it does not exist. (transfer full) (nullable) */
static char **
resolve (JsonNode *root, const char *reference)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) words = NULL;
  g_auto (GStrv) path = NULL;

  if (!g_str_has_prefix (reference, "#/"))
    return NULL;
  g_strv_builder_addv (builder, (const char **) schema_path);
  words = g_strsplit (reference + 2, "/", -1);
  g_strv_builder_addv (builder, (const char **) words);
  path = g_strv_builder_end (builder);
  return troupe_json_tree_get (root, (const char *const *) path) != NULL ? g_steal_pointer (&path)
                                                                         : NULL;
}

/* Returns the keys of the object that contains the inner fields of @path: itself, the items of a
 * list, or the definition that either refers to. @is_list: (out). (transfer full) (nullable) */
static char **
find_inner (JsonNode *root, const char *const *path, gboolean *is_list)
{
  g_auto (GStrv) at = g_strdupv ((char **) path);

  *is_list = FALSE;
  for (guint i = 0; i < DEEPEST; i++)
    {
      JsonNode *node = troupe_json_tree_get (root, (const char *const *) at);
      const char *reference = troupe_tree_get_member_text (node, "$ref");
      JsonNode *properties = troupe_tree_get_member (node, "properties");
      JsonNode *items = troupe_tree_get_member (node, "items");
      char **next = NULL;

      if (reference != NULL)
        next = resolve (root, reference);
      else if (properties != NULL && JSON_NODE_HOLDS_OBJECT (properties))
        return g_steal_pointer (&at);
      else if (items != NULL && JSON_NODE_HOLDS_OBJECT (items) && !*is_list)
        {
          g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

          *is_list = TRUE;
          g_strv_builder_addv (builder, (const char **) at);
          g_strv_builder_add (builder, "items");
          next = g_strv_builder_end (builder);
        }
      if (next == NULL)
        return NULL;
      g_strfreev (at);
      at = next;
    }
  return NULL;
}

static void
add_fields (JsonNode *root,
            GPtrArray *fields,
            const char *const *owner,
            const char *const *outer,
            const char *lists)
{
  JsonNode *map = troupe_json_tree_get (root, owner);
  JsonObjectIter iter;
  const char *name;

  if (!is_plain (owner))
    map = troupe_tree_get_member (map, "properties");
  if (map == NULL || !JSON_NODE_HOLDS_OBJECT (map))
    return;
  json_object_iter_init_ordered (&iter, json_node_get_object (map));
  while (json_object_iter_next_ordered (&iter, &name, NULL))
    {
      TroupeStateField *field = g_new0 (TroupeStateField, 1);
      g_auto (GStrv) path = NULL;
      g_auto (GStrv) inner = NULL;
      gboolean is_list;

      field->name = g_strdup (name);
      field->owner = g_strdupv ((char **) owner);
      field->outer = g_strdupv ((char **) outer);
      field->lists = g_strdup (lists);
      g_ptr_array_add (fields, field);
      if (is_plain (owner) || g_strv_length ((char **) outer) >= DEEPEST)
        continue;
      path = troupe_state_field_make_path (field, NULL);
      inner = find_inner (root, (const char *const *) path, &is_list);
      if (inner != NULL)
        {
          g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
          g_autofree char *deeper = g_strconcat (lists, is_list ? "x" : "-", NULL);
          g_auto (GStrv) names = NULL;

          g_strv_builder_addv (builder, (const char **) outer);
          g_strv_builder_add (builder, name);
          names = g_strv_builder_end (builder);
          add_fields (root, fields, (const char *const *) inner, (const char *const *) names,
                      deeper);
        }
    }
}

GPtrArray *
troupe_state_list_fields (JsonNode *root)
{
  static const char *const nothing[] = { NULL };
  GPtrArray *fields = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_state_field_free);

  g_return_val_if_fail (root != NULL, fields);

  switch (troupe_state_get_kind (root))
    {
    case TROUPE_STATE_KIND_DICT:
      add_fields (root, fields, default_path, nothing, "");
      break;
    case TROUPE_STATE_KIND_SCHEMA:
    case TROUPE_STATE_KIND_CLASS:
      add_fields (root, fields, schema_path, nothing, "");
      break;
    case TROUPE_STATE_KIND_NONE:
    case TROUPE_STATE_KIND_OTHER:
    default:
      break;
    }
  return fields;
}

TroupeStateField *
troupe_state_find_field (JsonNode *root, const char *name)
{
  g_autoptr (GPtrArray) fields = NULL;

  g_return_val_if_fail (root != NULL && name != NULL, NULL);

  fields = troupe_state_list_fields (root);
  for (guint i = 0; i < fields->len; i++)
    {
      TroupeStateField *field = g_ptr_array_index (fields, i);

      if (field->outer[0] == NULL && g_str_equal (field->name, name))
        return troupe_state_field_copy (field);
    }
  return NULL;
}

/* --- Lookup ----------------------------------------------------------------------------------- */

static JsonNode *
get_node (JsonNode *root, const TroupeStateField *field, const char *member)
{
  g_auto (GStrv) path = troupe_state_field_make_path (field, member);

  g_assert (field != NULL);

  return troupe_json_tree_get (root, (const char *const *) path);
}

static TroupeFieldType
type_of_value (JsonNode *node)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    return TROUPE_STATE_TYPE_LIST;
  if (JSON_NODE_HOLDS_OBJECT (node))
    return TROUPE_STATE_TYPE_OBJECT;
  if (JSON_NODE_HOLDS_NULL (node))
    return TROUPE_STATE_TYPE_ANY;
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_BOOLEAN:
      return TROUPE_STATE_TYPE_BOOLEAN;
    case G_TYPE_INT64:
      return TROUPE_STATE_TYPE_INTEGER;
    case G_TYPE_DOUBLE:
      return TROUPE_STATE_TYPE_NUMBER;
    default:
      return TROUPE_STATE_TYPE_TEXT;
    }
}

TroupeFieldType
troupe_state_get_type (JsonNode *root, const TroupeStateField *field)
{
  JsonNode *node;
  static const struct
  {
    const char *word;
    TroupeFieldType type;
  } words[] = {
    { "string", TROUPE_STATE_TYPE_TEXT },   { "integer", TROUPE_STATE_TYPE_INTEGER },
    { "number", TROUPE_STATE_TYPE_NUMBER }, { "boolean", TROUPE_STATE_TYPE_BOOLEAN },
    { "object", TROUPE_STATE_TYPE_OBJECT },
  };
  JsonNode *type;
  const char *word;

  g_return_val_if_fail (root != NULL && field != NULL, TROUPE_STATE_TYPE_ANY);

  node = get_node (root, field, NULL);
  if (node == NULL)
    return TROUPE_STATE_TYPE_ANY;
  if (is_plain ((const char *const *) field->owner))
    return type_of_value (node);
  type = troupe_tree_get_member (node, "type");
  word = troupe_tree_get_text (type);
  if (troupe_tree_get_member (node, "enum") != NULL)
    return TROUPE_STATE_TYPE_CHOICE;
  if (g_strcmp0 (word, "array") == 0)
    {
      JsonNode *items = troupe_tree_get_member (node, "items");
      const char *item_type = troupe_tree_get_member_text (items, "type");

      if (items == NULL)
        return TROUPE_STATE_TYPE_LIST;
      if (g_strcmp0 (item_type, "string") == 0)
        return TROUPE_STATE_TYPE_TEXTS;
      if (g_strcmp0 (item_type, "object") == 0 || troupe_tree_get_member (items, "$ref") != NULL)
        return TROUPE_STATE_TYPE_OBJECTS;
      return TROUPE_STATE_TYPE_OTHER;
    }
  for (guint i = 0; word != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].word, word))
      return words[i].type;
  if (type != NULL || troupe_tree_get_member (node, "anyOf") != NULL ||
      troupe_tree_get_member (node, "oneOf") != NULL ||
      troupe_tree_get_member (node, "allOf") != NULL ||
      troupe_tree_get_member (node, "$ref") != NULL ||
      troupe_tree_get_member (node, "const") != NULL)
    return TROUPE_STATE_TYPE_OTHER;
  return TROUPE_STATE_TYPE_ANY;
}

static gboolean
list_has (JsonArray *list, const char *word)
{
  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    if (g_strcmp0 (troupe_tree_get_text (json_array_get_element (list, i)), word) == 0)
      return TRUE;
  return FALSE;
}

gboolean
troupe_state_get_required (JsonNode *root, const TroupeStateField *field)
{
  g_return_val_if_fail (root != NULL && field != NULL, FALSE);

  if (is_plain ((const char *const *) field->owner))
    return FALSE;
  return list_has (troupe_tree_get_member_list (
                       troupe_json_tree_get (root, (const char *const *) field->owner), "required"),
                   field->name);
}

JsonNode *
troupe_state_get_default (JsonNode *root, const TroupeStateField *field)
{
  JsonNode *initial = NULL;

  g_return_val_if_fail (root != NULL && field != NULL, NULL);

  if (is_plain ((const char *const *) field->owner))
    return get_node (root, field, NULL);
  if (field->outer[0] == NULL)
    initial = troupe_tree_get (root, "state", "default", field->name, NULL);
  return initial != NULL ? initial : get_node (root, field, "default");
}

gboolean
troupe_state_get_asked (JsonNode *root, const TroupeStateField *field)
{
  JsonArray *asked;

  g_return_val_if_fail (root != NULL && field != NULL, FALSE);

  if (field->outer[0] != NULL)
    return FALSE;
  asked = troupe_tree_get_member_list (troupe_tree_get (root, "x-troupe", NULL), "asked");
  return asked == NULL || list_has (asked, field->name);
}

/* --- Uses in methods -------------------------------------------------------------------------- */

guint
troupe_state_count_uses (JsonNode *root, const TroupeStateField *field)
{
  JsonNode *methods;
  guint n_texts = 0;

  g_return_val_if_fail (root != NULL && field != NULL, 0);

  methods = troupe_tree_get (root, "methods", NULL);
  if (methods != NULL && JSON_NODE_HOLDS_OBJECT (methods))
    {
      g_autoptr (JsonNode) renamed = troupe_tree_rename_state (methods, field, "", &n_texts);
    }
  return n_texts;
}

char **
troupe_state_list_users (JsonNode *root, const TroupeStateField *field)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  JsonNode *methods;
  JsonObjectIter iter;
  const char *name;
  JsonNode *method;

  g_return_val_if_fail (root != NULL && field != NULL, NULL);

  methods = troupe_tree_get (root, "methods", NULL);
  if (methods == NULL || !JSON_NODE_HOLDS_OBJECT (methods))
    return g_strv_builder_end (names);
  json_object_iter_init_ordered (&iter, json_node_get_object (methods));
  while (json_object_iter_next_ordered (&iter, &name, &method))
    {
      JsonObject *alone = json_object_new ();
      g_autoptr (JsonNode) one = NULL;
      g_autoptr (JsonNode) renamed = NULL;
      guint n_texts = 0;

      json_object_set_member (alone, name, json_node_ref (method));
      one = troupe_tree_take_object (alone);
      renamed = troupe_tree_rename_state (one, field, "", &n_texts);
      if (n_texts > 0)
        g_strv_builder_add (names, name);
    }
  return g_strv_builder_end (names);
}

/* --- Inferring a schema from values ----------------------------------------------------------- */

static JsonNode *schema_of_value (TroupeValue *value, guint depth);

static JsonNode *
schema_of_map (TroupeValue *map, guint depth, gboolean is_state)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();

  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (map, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : NULL;

      if (name != NULL && !(is_state && g_str_equal (name, "id")))
        json_object_set_member (properties, name,
                                schema_of_value (troupe_value_map_get_value (map, i), depth + 1));
    }
  json_object_set_string_member (schema, "type", "object");
  /* An object with properties accepts no others, so an empty object gets none. */
  if (json_object_get_size (properties) > 0 || is_state)
    json_object_set_object_member (schema, "properties", properties);
  else
    json_object_unref (properties);
  return troupe_tree_take_object (schema);
}

/* Returns the schema of the items of a list; NULL if their types differ. */
static JsonNode *
schema_of_items (TroupeValue *list, guint depth)
{
  g_autoptr (JsonNode) all = NULL;

  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      g_autoptr (JsonNode) one = schema_of_value (troupe_value_list_get (list, i), depth + 1);

      if (all == NULL)
        all = g_steal_pointer (&one);
      else if (!troupe_json_node_equal (all, one))
        return NULL;
    }
  return g_steal_pointer (&all);
}

static JsonNode *
schema_of_value (TroupeValue *value, guint depth)
{
  const char *word = troupe_schema_type_of_value (value);
  JsonObject *schema;
  JsonNode *items;

  if (troupe_value_is (value, TROUPE_VALUE_MAP) && depth < DEEPEST)
    return schema_of_map (value, depth, FALSE);
  schema = json_object_new ();
  if (!g_str_equal (word, "any"))
    json_object_set_string_member (schema, "type", word);
  if (troupe_value_is (value, TROUPE_VALUE_LIST) && depth < DEEPEST &&
      (items = schema_of_items (value, depth)) != NULL)
    json_object_set_member (schema, "items", items);
  return troupe_tree_take_object (schema);
}

JsonNode *
troupe_state_schema_from_value (TroupeValue *state)
{
  g_return_val_if_fail (state != NULL && troupe_value_is (state, TROUPE_VALUE_MAP), NULL);

  return schema_of_map (state, 0, TRUE);
}
