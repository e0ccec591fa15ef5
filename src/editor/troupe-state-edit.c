/* troupe-state-edit.c: changes to the state of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-state-edit"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-state-form.h"

static const char *const state_path[] = { "state", NULL };
static const char *const type_path[] = { "state", "type", NULL };
static const char *const default_path[] = { "state", "default", NULL };
static const char *const schema_path[] = { "state", "json_schema", NULL };
static const char *const properties_path[] = { "state", "json_schema", "properties", NULL };
static const char *const required_path[] = { "state", "json_schema", "required", NULL };

static JsonObject *
get_object (JsonNode *root, const char *const *path)
{
  JsonNode *node = troupe_json_tree_get (root, path);

  return node != NULL && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
}

/* Takes @object. */
static JsonNode *
seal_object (JsonObject *object)
{
  JsonNode *node = json_node_new (JSON_NODE_OBJECT);

  json_node_take_object (node, object);
  json_node_seal (node);

  return node;
}

TroupeStateKind
troupe_state_get_kind (JsonNode *root)
{
  JsonNode *type = troupe_json_tree_get (root, type_path);
  const char *word;

  if (get_object (root, state_path) == NULL)
    return TROUPE_STATE_KIND_NONE;

  word = type != NULL && JSON_NODE_HOLDS_VALUE (type) ? json_node_get_string (type) : NULL;
  if (g_strcmp0 (word, "dict") == 0)
    return TROUPE_STATE_KIND_DICT;
  if (g_strcmp0 (word, "json_schema") == 0)
    return TROUPE_STATE_KIND_SCHEMA;

  return TROUPE_STATE_KIND_OTHER;
}

static const char *
guess_type (JsonNode *node)
{
  if (JSON_NODE_HOLDS_ARRAY (node))
    return "array";
  if (JSON_NODE_HOLDS_OBJECT (node))
    return "object";
  switch (json_node_get_value_type (node))
    {
    case G_TYPE_BOOLEAN:
      return "boolean";
    case G_TYPE_INT64:
      return "integer";
    case G_TYPE_DOUBLE:
      return "number";
    default:
      return "string";
    }
}

static JsonNode *
make_schema (JsonObject *initial)
{
  JsonObject *schema = json_object_new ();
  JsonObject *properties = json_object_new ();
  g_autoptr (GList) names = initial != NULL ? json_object_get_members (initial) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    {
      JsonObject *property = json_object_new ();

      json_object_set_string_member (property, "type",
                                     guess_type (json_object_get_member (initial, l->data)));
      json_object_set_object_member (properties, l->data, property);
    }
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);

  return seal_object (schema);
}

/* What has to do with none of the kinds stays. */
static JsonObject *
copy_other_members (JsonObject *old)
{
  static const char *const own[] = { "type", "json_schema", "ref", "default", NULL };
  JsonObject *state = json_object_new ();
  g_autoptr (GList) names = old != NULL ? json_object_get_members (old) : NULL;

  for (GList *l = names; l != NULL; l = l->next)
    if (!g_strv_contains (own, l->data))
      json_object_set_member (state, l->data,
                              json_node_ref (json_object_get_member (old, l->data)));

  return state;
}

gboolean
troupe_state_set_kind (TroupeEditorContext *context, TroupeStateKind kind)
{
  JsonNode *root = troupe_editor_context_get_root (context);
  JsonNode *initial = troupe_json_tree_get (root, default_path);
  JsonNode *schema = troupe_json_tree_get (root, schema_path);
  JsonObject *state;
  g_autoptr (JsonNode) node = NULL;

  if (kind == TROUPE_STATE_KIND_NONE)
    return troupe_editor_context_set (context, state_path, NULL, _ ("Change the State"), NULL);

  state = copy_other_members (get_object (root, state_path));
  json_object_set_string_member (state, "type",
                                 kind == TROUPE_STATE_KIND_SCHEMA ? "json_schema" : "dict");
  if (kind == TROUPE_STATE_KIND_SCHEMA)
    json_object_set_member (state, "json_schema",
                            schema != NULL ? json_node_ref (schema)
                                           : make_schema (get_object (root, default_path)));
  json_object_set_member (state, "default",
                          initial != NULL ? json_node_ref (initial)
                                          : seal_object (json_object_new ()));
  node = seal_object (state);

  return troupe_editor_context_set (context, state_path, node, _ ("Change the State"), NULL);
}

static JsonObject *
get_fields (JsonNode *root)
{
  return get_object (root, troupe_state_get_kind (root) == TROUPE_STATE_KIND_DICT
                               ? default_path
                               : properties_path);
}

char **
troupe_state_list_names (JsonNode *root)
{
  JsonObject *fields = get_fields (root);
  g_autoptr (GList) names = fields != NULL ? json_object_get_members (fields) : NULL;
  g_autoptr (GPtrArray) result = g_ptr_array_new ();

  for (GList *l = names; l != NULL; l = l->next)
    g_ptr_array_add (result, g_strdup (l->data));
  g_ptr_array_add (result, NULL);

  return (char **) g_ptr_array_free (g_steal_pointer (&result), FALSE);
}

gboolean
troupe_state_add_field (TroupeEditorContext *context, const char *name)
{
  gboolean is_dict =
      troupe_state_get_kind (troupe_editor_context_get_root (context)) == TROUPE_STATE_KIND_DICT;
  g_auto (GStrv) path = troupe_path_append (is_dict ? default_path : properties_path, name);
  JsonObject *property = json_object_new ();
  g_autoptr (JsonNode) node = NULL;

  json_object_set_string_member (property, "type", "string");
  node = is_dict ? troupe_json_node_new_string ("") : seal_object (json_object_ref (property));
  json_object_unref (property);

  return troupe_editor_context_set (context, (const char *const *) path, node, _ ("Add a Field"),
                                    NULL);
}

static JsonNode *
make_required (JsonNode *root, const char *without, const char *with)
{
  JsonNode *node = troupe_json_tree_get (root, required_path);
  JsonArray *array = json_array_new ();
  JsonNode *result = json_node_new (JSON_NODE_ARRAY);

  for (guint i = 0; node != NULL && JSON_NODE_HOLDS_ARRAY (node) &&
                    i < json_array_get_length (json_node_get_array (node));
       i++)
    {
      const char *name = json_array_get_string_element (json_node_get_array (node), i);

      if (g_strcmp0 (name, without) != 0)
        json_array_add_string_element (array, name);
      else if (with != NULL)
        json_array_add_string_element (array, with);
    }
  if (with != NULL && without == NULL)
    json_array_add_string_element (array, with);
  json_node_take_array (result, array);
  json_node_seal (result);

  return result;
}

gboolean
troupe_state_get_required (JsonNode *root, const char *name)
{
  JsonNode *node = troupe_json_tree_get (root, required_path);

  if (node == NULL || !JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;

  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    if (g_strcmp0 (json_array_get_string_element (json_node_get_array (node), i), name) == 0)
      return TRUE;

  return FALSE;
}

gboolean
troupe_state_set_required (TroupeEditorContext *context, const char *name, gboolean required)
{
  JsonNode *root = troupe_editor_context_get_root (context);
  g_autoptr (JsonNode) node = NULL;

  if (troupe_state_get_required (root, name) == required)
    return TRUE;

  node = required ? make_required (root, NULL, name) : make_required (root, name, NULL);

  return troupe_editor_context_set (context, required_path, node, _ ("Change a Field"), NULL);
}

JsonNode *
troupe_state_get_initial (JsonNode *root, const char *name)
{
  const char *path[] = { "state", "default", name, NULL };

  return troupe_json_tree_get (root, path);
}

gboolean
troupe_state_set_initial (TroupeEditorContext *context, const char *name, JsonNode *value)
{
  const char *path[] = { "state", "default", name, NULL };
  g_autofree char *key = g_strdup_printf ("state.default.%s", name);

  if (value == NULL &&
      troupe_state_get_initial (troupe_editor_context_get_root (context), name) == NULL)
    return TRUE;

  return troupe_editor_context_set (context, path, value, _ ("Change an Initial Value"), key);
}

const char *
troupe_state_get_type_name (JsonNode *root, const char *name)
{
  const char *path[] = { "state", "json_schema", "properties", name, "type", NULL };
  JsonNode *node = troupe_json_tree_get (root, path);

  return node != NULL && JSON_NODE_HOLDS_VALUE (node) ? json_node_get_string (node) : NULL;
}

char *
troupe_state_describe_type (JsonNode *root, const char *name)
{
  static const char *const rich[] = { "$ref", "anyOf", "oneOf", "allOf", "enum", "const" };
  const char *path[] = { "state", "json_schema", "properties", name, NULL };
  JsonObject *property = get_object (root, path);
  JsonNode *type = property != NULL ? json_object_get_member (property, "type") : NULL;
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  if (type != NULL && JSON_NODE_HOLDS_ARRAY (type))
    {
      JsonArray *array = json_node_get_array (type);

      for (guint i = 0; i < json_array_get_length (array); i++)
        if (JSON_NODE_HOLDS_VALUE (json_array_get_element (array, i)) &&
            json_array_get_string_element (array, i) != NULL)
          g_ptr_array_add (words, (char *) json_array_get_string_element (array, i));
      g_ptr_array_add (words, NULL);
      return g_strjoinv (" | ", (char **) words->pdata);
    }
  for (guint i = 0; type == NULL && property != NULL && i < G_N_ELEMENTS (rich); i++)
    if (json_object_has_member (property, rich[i]))
      return g_strdup (rich[i]);

  return NULL;
}

gboolean
troupe_state_set_type_name (TroupeEditorContext *context, const char *name, const char *type)
{
  const char *path[] = { "state", "json_schema", "properties", name, "type", NULL };
  g_autoptr (JsonNode) node = type != NULL ? troupe_json_node_new_string (type) : NULL;

  return troupe_editor_context_set (context, path, node, _ ("Change a Field"), NULL);
}

gboolean
troupe_state_remove_field (TroupeEditorContext *context, const char *name)
{
  TroupeFlowDocument *document = troupe_editor_context_get_document (context);
  const char *property[] = { "state", "json_schema", "properties", name, NULL };
  gboolean done = TRUE;

  troupe_document_begin_edit (TROUPE_DOCUMENT (document), _ ("Remove a Field"));
  if (troupe_json_tree_get (troupe_editor_context_get_root (context), property) != NULL)
    done = troupe_editor_context_set (context, property, NULL, _ ("Remove a Field"), NULL);
  done = troupe_state_set_required (context, name, FALSE) && done;
  done = troupe_state_set_initial (context, name, NULL) && done;
  troupe_document_end_edit (TROUPE_DOCUMENT (document));

  return done;
}

/* The object at @path with one key called otherwise, at its place. */
static gboolean
rename_member (TroupeEditorContext *context,
               const char *const *path,
               const char *name,
               const char *new_name)
{
  JsonObject *object = get_object (troupe_editor_context_get_root (context), path);
  g_autoptr (GList) names = NULL;
  JsonObject *renamed;
  g_autoptr (JsonNode) node = NULL;

  if (object == NULL || !json_object_has_member (object, name))
    return TRUE;

  renamed = json_object_new ();
  names = json_object_get_members (object);
  for (GList *l = names; l != NULL; l = l->next)
    json_object_set_member (renamed, g_str_equal (l->data, name) ? new_name : l->data,
                            json_node_ref (json_object_get_member (object, l->data)));
  node = seal_object (renamed);

  return troupe_editor_context_set (context, path, node, _ ("Rename a Field"), NULL);
}

gboolean
troupe_state_rename_field (TroupeEditorContext *context, const char *name, const char *new_name)
{
  TroupeFlowDocument *document = troupe_editor_context_get_document (context);
  JsonNode *root = troupe_editor_context_get_root (context);
  JsonObject *fields = get_fields (root);
  g_autofree char *taken = NULL;
  gboolean done;

  if (fields == NULL || g_str_equal (name, new_name))
    return FALSE;
  if (json_object_has_member (fields, new_name))
    {
      taken = g_strdup_printf (_ ("There is already a field “%s”."), new_name);
      troupe_editor_context_say (context, taken);
      return FALSE;
    }

  troupe_document_begin_edit (TROUPE_DOCUMENT (document), _ ("Rename a Field"));
  done = rename_member (context, properties_path, name, new_name);
  done = rename_member (context, default_path, name, new_name) && done;
  if (troupe_state_get_required (root, name))
    {
      g_autoptr (JsonNode) node = make_required (root, name, new_name);

      troupe_editor_context_set (context, required_path, node, _ ("Rename a Field"), NULL);
    }
  troupe_document_end_edit (TROUPE_DOCUMENT (document));

  return done;
}
