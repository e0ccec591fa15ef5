/* troupe-flow-state-edit.c: edits of a flow's state
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-state-edit"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-flow-document-private.h"
#include "troupe-flow-fields.h"
#include "troupe-flow-rename.h"
#include "troupe-flow-state-edit.h"
#include "troupe-tree.h"

static const char *const state_path[] = { "state", NULL };
static const char *const default_path[] = { "state", "default", NULL };
static const char *const schema_path[] = { "state", "json_schema", NULL };
static const char *const asked_path[] = { "x-troupe", "asked", NULL };

static JsonNode *
get_root (TroupeFlowDocument *self)
{
  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  return troupe_document_get_root (TROUPE_DOCUMENT (self));
}

/* Returns @root with @value at @path. @root and the result: (transfer full) (nullable); @value:
 * (nullable) */
static JsonNode *
with (JsonNode *root, const char *const *path, JsonNode *value)
{
  g_autoptr (JsonNode) old = root;

  if (old == NULL)
    return NULL;
  if (value == NULL && troupe_json_tree_get (old, path) == NULL)
    return g_steal_pointer (&old);
  return troupe_json_tree_with (old, path, value);
}

static JsonNode *
with_keys (JsonNode *root, char **path, JsonNode *value)
{
  g_auto (GStrv) keys = path;

  return with (root, (const char *const *) keys, value);
}

/* Returns the keys of a member of the map that contains @field. (transfer full) */
static char **
make_owner_path (const TroupeStateField *field, const char *member)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_assert (field != NULL);

  g_strv_builder_addv (builder, (const char **) field->owner);
  g_strv_builder_add (builder, member);
  return g_strv_builder_end (builder);
}

static gboolean
is_plain (const TroupeStateField *field)
{
  g_assert (field != NULL);

  return g_strcmp0 (field->owner[1], "default") == 0;
}

static gboolean refuse (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

static gboolean
refuse (GError **error, const char *format, ...)
{
  va_list arguments;
  g_autofree char *message = NULL;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  g_set_error_literal (error, TROUPE_DOCUMENT_ERROR, TROUPE_DOCUMENT_ERROR_EDIT, message);
  return FALSE;
}

static gboolean
check_field (JsonNode *root, const TroupeStateField *field, GError **error)
{
  g_auto (GStrv) path = troupe_state_field_make_path (field, NULL);

  if (troupe_json_tree_get (root, (const char *const *) path) != NULL)
    return TRUE;
  return refuse (error, _ ("The field “%s” does not exist."), field->name);
}

static gboolean
commit (TroupeFlowDocument *self,
        JsonNode *root,
        const char *label,
        const char *merge_key,
        GError **error)
{
  g_autoptr (JsonNode) taken = root;

  g_assert (TROUPE_IS_FLOW_DOCUMENT (self));

  return troupe_flow_document_commit (self, taken, label, merge_key, FALSE, error);
}

/* --- Kind ------------------------------------------------------------------------------------- */

static JsonNode *
make_state (JsonNode *root, TroupeStateKind kind)
{
  static const char *const words[] = { NULL, "dict", "json_schema", "pydantic", "unknown" };
  JsonNode *state = troupe_json_tree_get (root, state_path);
  JsonNode *initial = troupe_json_tree_get (root, default_path);
  const char *reference = troupe_tree_get_member_text (state, "ref");
  JsonObject *object;
  static const char *const own[] = { "type", "json_schema", "ref", "default", NULL };
  JsonObjectIter iter;
  const char *key;
  JsonNode *node;

  /* Copies the members that do not depend on the kind of state. */
  object = json_object_new ();
  if (state != NULL && JSON_NODE_HOLDS_OBJECT (state))
    {
      json_object_iter_init_ordered (&iter, json_node_get_object (state));
      while (json_object_iter_next_ordered (&iter, &key, &node))
        if (!g_strv_contains (own, key))
          json_object_set_member (object, key, json_node_ref (node));
    }
  json_object_set_string_member (object, "type", words[kind]);
  if (kind == TROUPE_STATE_KIND_CLASS)
    json_object_set_string_member (object, "ref", reference != NULL ? reference : "my_state:State");
  if (kind == TROUPE_STATE_KIND_SCHEMA ||
      (kind == TROUPE_STATE_KIND_CLASS && troupe_json_tree_get (root, schema_path) != NULL))
    {
      JsonNode *schema = troupe_json_tree_get (root, schema_path);
      JsonNode *schema_initial = troupe_json_tree_get (root, default_path);
      g_autoptr (TroupeValue) values =
          schema_initial != NULL && JSON_NODE_HOLDS_OBJECT (schema_initial)
              ? troupe_value_from_node (schema_initial)
              : NULL;
      JsonObject *schema_object;
      JsonNode *result;

      if (schema != NULL && JSON_NODE_HOLDS_OBJECT (schema))
        result = json_node_ref (schema);
      else if (values != NULL && troupe_value_is (values, TROUPE_VALUE_MAP))
        result = troupe_state_schema_from_value (values);
      else
        {
          schema_object = json_object_new ();
          json_object_set_string_member (schema_object, "type", "object");
          json_object_set_object_member (schema_object, "properties", json_object_new ());
          result = troupe_tree_take_object (schema_object);
        }
      json_object_set_member (object, "json_schema", result);
    }
  if (initial != NULL)
    json_object_set_member (object, "default", json_node_ref (initial));
  else if (kind == TROUPE_STATE_KIND_DICT)
    json_object_set_object_member (object, "default", json_object_new ());
  return troupe_tree_take_object (object);
}

gboolean
troupe_flow_document_set_state_kind (TroupeFlowDocument *self, TroupeStateKind kind, GError **error)
{
  g_autoptr (JsonNode) state = NULL;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (kind < TROUPE_STATE_KIND_OTHER, FALSE);

  root = get_root (self);
  if (troupe_state_get_kind (root) == kind)
    return TRUE;
  if (kind != TROUPE_STATE_KIND_NONE)
    state = make_state (root, kind);
  return commit (self, with (json_node_ref (root), state_path, state), _ ("Change State"), NULL,
                 error);
}

/* --- Adding and removing fields --------------------------------------------------------------- */

/* Returns the keys of the map for a new field: that of @inside, or of the state. (transfer full) */
static char **
find_map (JsonNode *root, const TroupeStateField *inside)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GPtrArray) fields = NULL;
  g_auto (GStrv) own = NULL;
  gboolean is_list;

  if (inside == NULL)
    {
      TroupeStateKind kind = troupe_state_get_kind (root);

      if (kind == TROUPE_STATE_KIND_NONE || kind == TROUPE_STATE_KIND_DICT)
        return g_strdupv ((char **) default_path);
      g_strv_builder_addv (builder, (const char **) schema_path);
      g_strv_builder_add (builder, "properties");
      return g_strv_builder_end (builder);
    }
  /* Existing fields determine where another one belongs. */
  fields = troupe_state_list_fields (root);
  for (guint i = 0; i < fields->len; i++)
    {
      TroupeStateField *field = g_ptr_array_index (fields, i);
      guint n_outer = g_strv_length (field->outer);

      if (n_outer == g_strv_length (inside->outer) + 1 &&
          strcmp (field->outer[n_outer - 1], inside->name) == 0 &&
          strncmp (field->lists, inside->lists, strlen (inside->lists)) == 0 &&
          (n_outer == 1 || g_str_equal (field->outer[n_outer - 2], inside->outer[n_outer - 2])))
        return make_owner_path (field, "properties");
    }
  own = troupe_state_field_make_path (inside, NULL);
  is_list = g_strcmp0 (troupe_tree_get_member_text (
                           troupe_json_tree_get (root, (const char *const *) own), "type"),
                       "array") == 0;
  g_strv_builder_addv (builder, (const char **) own);
  if (is_list)
    g_strv_builder_add (builder, "items");
  g_strv_builder_add (builder, "properties");
  return g_strv_builder_end (builder);
}

/* Returns a name that no field of @map has. @map: (nullable). (transfer full) */
static char *
make_name (JsonNode *map)
{
  JsonObject *object =
      map != NULL && JSON_NODE_HOLDS_OBJECT (map) ? json_node_get_object (map) : NULL;

  for (guint number = object != NULL ? json_object_get_size (object) + 1 : 1;; number++)
    {
      g_autofree char *name = g_strdup_printf ("field_%u", number);

      if (object == NULL || !json_object_has_member (object, name))
        return g_steal_pointer (&name);
    }
}

char *
troupe_flow_document_add_state_field (TroupeFlowDocument *self,
                                      const TroupeStateField *inside,
                                      GError **error)
{
  g_auto (GStrv) map = NULL;
  g_auto (GStrv) path = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (JsonNode) value = NULL;
  g_autofree char *name = NULL;
  JsonNode *root;
  JsonNode *next;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), NULL);

  root = get_root (self);
  map = find_map (root, inside);
  name = make_name (troupe_json_tree_get (root, (const char *const *) map));
  g_strv_builder_addv (builder, (const char **) map);
  g_strv_builder_add (builder, name);
  path = g_strv_builder_end (builder);
  if (g_str_equal (map[1], "default"))
    value = troupe_json_node_new_string ("");
  else
    {
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "type", "string");
      value = troupe_tree_take_object (object);
    }
  next = json_node_ref (root);
  if (troupe_state_get_kind (root) == TROUPE_STATE_KIND_NONE)
    {
      g_autoptr (JsonNode) state = make_state (root, TROUPE_STATE_KIND_DICT);

      next = with (next, state_path, state);
    }
  next = with (next, (const char *const *) path, value);
  return commit (self, next, _ ("Add Field"), NULL, error) ? g_steal_pointer (&name) : NULL;
}

/* Removes @name from the list at @path, or renames it to @new_name; removes the key if the list
 * becomes empty. @path: (transfer full); @root: as for with() */
static JsonNode *
with_word (JsonNode *root, char **path, const char *name, const char *new_name)
{
  g_auto (GStrv) keys = path;
  JsonNode *present = root != NULL ? troupe_json_tree_get (root, (const char *const *) keys) : NULL;
  g_autoptr (JsonNode) list = NULL;
  JsonArray *array;
  gboolean found = FALSE;

  if (present == NULL || !JSON_NODE_HOLDS_ARRAY (present))
    return root;
  array = json_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (present)); i++)
    {
      JsonNode *item = json_array_get_element (json_node_get_array (present), i);
      gboolean is_it = g_strcmp0 (troupe_tree_get_text (item), name) == 0;

      found = found || is_it;
      if (!is_it)
        json_array_add_element (array, json_node_ref (item));
      else if (new_name != NULL)
        json_array_add_string_element (array, new_name);
    }
  list = troupe_tree_take_array (array);
  if (!found)
    return root;
  /* An empty `x-troupe.asked` is not equivalent to a missing one. */
  if (json_array_get_length (array) == 0 && !g_str_equal (keys[0], "x-troupe"))
    return with (root, (const char *const *) keys, NULL);
  return with (root, (const char *const *) keys, list);
}

static char **
make_initial_path (const TroupeStateField *field)
{
  const char *const path[] = { "state", "default", field->name, NULL };

  return g_strdupv ((char **) path);
}

gboolean
troupe_flow_document_remove_state_field (TroupeFlowDocument *self,
                                         const TroupeStateField *field,
                                         GError **error)
{
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);

  if (!check_field (get_root (self), field, error))
    return FALSE;
  root =
      with_keys (json_node_ref (get_root (self)), troupe_state_field_make_path (field, NULL), NULL);
  if (!is_plain (field))
    root = with_word (root, make_owner_path (field, "required"), field->name, NULL);
  if (field->outer[0] == NULL)
    {
      root = with_keys (root, make_initial_path (field), NULL);
      root = with_word (root, g_strdupv ((char **) asked_path), field->name, NULL);
    }
  return commit (self, root, _ ("Remove Field"), NULL, error);
}

/* --- Renaming and reordering ------------------------------------------------------------------ */

static JsonNode *
with_key_renamed (JsonNode *root, char **path, const char *name)
{
  g_auto (GStrv) keys = path;
  JsonNode *renamed;

  if (root == NULL || troupe_json_tree_get (root, (const char *const *) keys) == NULL)
    return root;
  renamed = troupe_json_tree_rename (root, (const char *const *) keys, name);
  json_node_unref (root);
  return renamed;
}

gboolean
troupe_flow_document_rename_state_field (TroupeFlowDocument *self,
                                         const TroupeStateField *field,
                                         const char *name,
                                         gboolean in_expressions,
                                         GError **error)
{
  g_autofree char *label = NULL;
  JsonNode *root;
  g_autoptr (TroupeStateField) other = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL && name != NULL, FALSE);

  root = get_root (self);
  if (g_str_equal (field->name, name))
    return TRUE;
  if (!check_field (root, field, error))
    return FALSE;
  other = troupe_state_field_copy (field);
  g_free (other->name);
  other->name = g_strdup (name);
  if (!troupe_flow_name_is_valid (name))
    return refuse (
        error, "%s",
        _ ("Only letters, digits and _ are allowed; the first character must not be a digit."));
  if (name[0] == '_' && !is_plain (field))
    return refuse (error, _ ("“%s” begins with _, which is not allowed in model fields."), name);
  if (field->outer[0] == NULL && g_str_equal (name, "id"))
    return refuse (error, "%s", _ ("Every state has an ID, which CrewAI generates."));
  if (check_field (root, other, NULL))
    return refuse (error, _ ("The field “%s” already exists."), name);
  root = json_node_ref (root);
  if (in_expressions)
    {
      static const char *const path[] = { "methods", NULL };
      JsonNode *methods = root != NULL ? troupe_json_tree_get (root, path) : NULL;
      g_autoptr (JsonNode) renamed = NULL;
      JsonNode *expressions;

      if (methods == NULL || !JSON_NODE_HOLDS_OBJECT (methods))
        expressions = root;
      else
        {
          renamed = troupe_tree_rename_state (methods, field, name, NULL);
          expressions = with (root, path, renamed);
        }
      root = expressions;
    }
  root = with_key_renamed (root, troupe_state_field_make_path (field, NULL), name);
  if (!is_plain (field))
    root = with_word (root, make_owner_path (field, "required"), field->name, name);
  if (field->outer[0] == NULL)
    {
      if (!is_plain (field))
        root = with_key_renamed (root, make_initial_path (field), name);
      root = with_word (root, g_strdupv ((char **) asked_path), field->name, name);
    }
  label = g_strdup_printf (_ ("Rename %s"), field->name);
  return commit (self, root, label, NULL, error);
}

gboolean
troupe_flow_document_move_state_field (TroupeFlowDocument *self,
                                       const TroupeStateField *field,
                                       const char *sibling,
                                       GError **error)
{
  g_auto (GStrv) path = NULL;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);

  if (!check_field (get_root (self), field, error))
    return FALSE;
  if (g_strcmp0 (sibling, field->name) == 0)
    return TRUE;
  path = troupe_state_field_make_path (field, NULL);
  return commit (self, troupe_json_tree_move (get_root (self), (const char *const *) path, sibling),
                 _ ("Reorder Fields"), NULL, error);
}

/* --- Types ------------------------------------------------------------------------------------ */

/* Schema and an empty value of each type. */
static const struct
{
  const char *schema;
  const char *value;
} types[] = {
  [TROUPE_STATE_TYPE_TEXT] = { "{\"type\":\"string\"}", "\"\"" },
  [TROUPE_STATE_TYPE_INTEGER] = { "{\"type\":\"integer\"}", "0" },
  [TROUPE_STATE_TYPE_NUMBER] = { "{\"type\":\"number\"}", "0.0" },
  [TROUPE_STATE_TYPE_BOOLEAN] = { "{\"type\":\"boolean\"}", "false" },
  [TROUPE_STATE_TYPE_CHOICE] = { "{\"enum\":[\"one\",\"two\"]}", "\"one\"" },
  [TROUPE_STATE_TYPE_LIST] = { "{\"type\":\"array\"}", "[]" },
  [TROUPE_STATE_TYPE_TEXTS] = { "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", "[]" },
  [TROUPE_STATE_TYPE_OBJECTS] = { "{\"type\":\"array\",\"items\":{\"type\":\"object\"}}", "[]" },
  [TROUPE_STATE_TYPE_OBJECT] = { "{\"type\":\"object\"}", "{}" },
  [TROUPE_STATE_TYPE_ANY] = { "{}", "null" },
};

static JsonNode *
read_constant (const char *text)
{
  JsonNode *node = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, NULL, NULL);

  g_assert (node != NULL);
  return node;
}

/* Returns TRUE if @value is valid for a field with this schema. */
static gboolean
fits (JsonNode *property, JsonNode *value)
{
  JsonObject *properties = json_object_new ();
  JsonObject *schema = json_object_new ();
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (TroupeValue) document = NULL, map = NULL, one = NULL, checked = NULL;
  g_autoptr (TroupeSchema) compiled = NULL;
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_schema_problem_free);
  g_auto (TroupeMapBuilder) builder = { NULL };

  json_object_set_member (properties, "value", json_node_ref (property));
  json_object_set_object_member (schema, "properties", properties);
  node = troupe_tree_take_object (schema);
  document = troupe_value_from_node (node);
  compiled = troupe_schema_new (document, NULL, NULL);
  if (compiled == NULL)
    return FALSE;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "value", troupe_value_from_node (value));
  map = troupe_map_builder_end (&builder);
  checked = troupe_schema_check (compiled, map, problems);
  return checked != NULL;
}

gboolean
troupe_flow_document_set_state_type (TroupeFlowDocument *self,
                                     const TroupeStateField *field,
                                     TroupeFieldType type,
                                     GError **error)
{
  g_auto (GStrv) path = NULL;
  g_autoptr (JsonNode) value = NULL;
  JsonNode *root;
  JsonNode *initial;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL && type < TROUPE_STATE_TYPE_OTHER, FALSE);

  root = get_root (self);
  if (!check_field (root, field, error))
    return FALSE;
  if (troupe_state_get_type (root, field) == type)
    return TRUE;
  path = troupe_state_field_make_path (field, NULL);
  if (is_plain (field))
    value = read_constant (types[type].value);
  else
    {
      JsonNode *present = troupe_json_tree_get (root, (const char *const *) path);
      static const char *const kept[] = { "title", "description", "examples", NULL };
      g_autoptr (JsonNode) fresh = read_constant (types[type].schema);
      JsonObject *object = json_object_new ();
      JsonNode *property = troupe_tree_get_member (present, "default");
      JsonObjectIter iter;
      const char *key;
      JsonNode *node;

      json_object_iter_init_ordered (&iter, json_node_get_object (fresh));
      while (json_object_iter_next_ordered (&iter, &key, &node))
        json_object_set_member (object, key, json_node_ref (node));
      for (guint i = 0; kept[i] != NULL; i++)
        if ((node = troupe_tree_get_member (present, kept[i])) != NULL)
          json_object_set_member (object, kept[i], json_node_ref (node));
      /* The default of a string becomes the first choice. */
      if (type == TROUPE_STATE_TYPE_CHOICE && troupe_tree_get_text (property) != NULL &&
          troupe_tree_get_text (property)[0] != '\0')
        {
          JsonArray *choices = json_array_new ();

          json_array_add_element (choices, json_node_ref (property));
          json_object_set_array_member (object, "enum", choices);
        }
      if (property != NULL && fits (fresh, property))
        json_object_set_member (object, "default", json_node_ref (property));
      else if (property != NULL && type == TROUPE_STATE_TYPE_CHOICE &&
               troupe_tree_get_text (property) != NULL &&
               troupe_tree_get_text (property)[0] != '\0')
        json_object_set_member (object, "default", json_node_ref (property));
      value = troupe_tree_take_object (object);
    }
  initial = !is_plain (field) && field->outer[0] == NULL
                ? troupe_tree_get (root, "state", "default", field->name, NULL)
                : NULL;
  root = with (json_node_ref (root), (const char *const *) path, value);
  if (initial != NULL && !fits (value, initial))
    root = with_keys (root, make_initial_path (field), NULL);
  return commit (self, root, _ ("Change Field"), NULL, error);
}

/* --- Required, initial value, prompting ------------------------------------------------------- */

gboolean
troupe_flow_document_set_state_required (TroupeFlowDocument *self,
                                         const TroupeStateField *field,
                                         gboolean required,
                                         GError **error)
{
  g_auto (GStrv) path = NULL;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);

  root = get_root (self);
  if (!check_field (root, field, error))
    return FALSE;
  if (troupe_state_get_required (root, field) == required || is_plain (field))
    return TRUE;
  path = make_owner_path (field, "required");
  if (required)
    {
      JsonNode *present = troupe_json_tree_get (root, (const char *const *) path);
      JsonArray *array = json_array_new ();
      g_autoptr (JsonNode) list = NULL;

      for (guint i = 0; present != NULL && JSON_NODE_HOLDS_ARRAY (present) &&
                        i < json_array_get_length (json_node_get_array (present));
           i++)
        json_array_add_element (
            array, json_node_ref (json_array_get_element (json_node_get_array (present), i)));
      json_array_add_string_element (array, field->name);
      list = troupe_tree_take_array (array);
      root = with (json_node_ref (root), (const char *const *) path, list);
    }
  else
    root = with_word (json_node_ref (root), g_strdupv (path), field->name, NULL);
  return commit (self, root, _ ("Change Field"), NULL, error);
}

/* Returns TRUE if the initial value belongs in `state.default`: it is there already, or the
 * schema has none. */
static gboolean
is_kept_apart (JsonNode *root, const TroupeStateField *field)
{
  g_auto (GStrv) path = troupe_state_field_make_path (field, "default");
  JsonNode *initial = troupe_json_tree_get (root, default_path);

  if (field->outer[0] != NULL || initial == NULL || !JSON_NODE_HOLDS_OBJECT (initial))
    return FALSE;
  return json_object_has_member (json_node_get_object (initial), field->name) ||
         troupe_json_tree_get (root, (const char *const *) path) == NULL;
}

gboolean
troupe_flow_document_set_state_default (TroupeFlowDocument *self,
                                        const TroupeStateField *field,
                                        JsonNode *value,
                                        GError **error)
{
  g_autofree char *merge_key = NULL;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL, FALSE);

  root = get_root (self);
  if (!check_field (root, field, error))
    return FALSE;
  merge_key = g_strdup_printf ("state.default.%s", field->name);
  /* In a plain map a field consists of its value only. */
  if (is_plain (field))
    {
      g_autoptr (JsonNode) empty = troupe_json_node_new_string ("");

      root = with_keys (json_node_ref (root), troupe_state_field_make_path (field, NULL),
                        value != NULL ? value : empty);
    }
  else if (is_kept_apart (root, field))
    {
      root = with_keys (json_node_ref (root), make_initial_path (field), value);
      /* Otherwise the default of the schema would take effect. */
      if (value == NULL)
        root = with_keys (root, troupe_state_field_make_path (field, "default"), NULL);
    }
  else
    root = with_keys (json_node_ref (root), troupe_state_field_make_path (field, "default"), value);
  return commit (self, root, _ ("Change Initial Value"), merge_key, error);
}

gboolean
troupe_flow_document_set_state_asked (TroupeFlowDocument *self,
                                      const TroupeStateField *field,
                                      gboolean asked,
                                      GError **error)
{
  g_autoptr (GPtrArray) fields = NULL;
  g_autoptr (JsonNode) list = NULL;
  JsonArray *array = NULL;
  JsonNode *root;
  guint n_fields = 0;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (field != NULL && field->outer[0] == NULL, FALSE);

  root = get_root (self);
  if (!check_field (root, field, error))
    return FALSE;
  if (troupe_state_get_asked (root, field) == asked)
    return TRUE;
  fields = troupe_state_list_fields (root);
  array = json_array_new ();
  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *other = g_ptr_array_index (fields, i);

      if (other->outer[0] != NULL || g_str_equal (other->name, "id"))
        continue;
      n_fields++;
      if (g_str_equal (other->name, field->name) ? asked : troupe_state_get_asked (root, other))
        json_array_add_string_element (array, other->name);
    }
  list = troupe_tree_take_array (array);
  /* If all fields are included, the list is removed. */
  return commit (self,
                 with (json_node_ref (root), asked_path,
                       json_array_get_length (array) < n_fields ? list : NULL),
                 _ ("Change Run Inputs"), NULL, error);
}

/* --- Importing a schema ----------------------------------------------------------------------- */

gboolean
troupe_flow_document_take_state_schema (TroupeFlowDocument *self,
                                        JsonNode *schema,
                                        gboolean replace,
                                        const char *label,
                                        GError **error)
{
  static const char *const properties_path[] = { "state", "json_schema", "properties", NULL };
  g_autoptr (JsonNode) state = NULL;
  JsonNode *properties;
  JsonNode *root;

  g_return_val_if_fail (TROUPE_IS_FLOW_DOCUMENT (self), FALSE);
  g_return_val_if_fail (schema != NULL && JSON_NODE_HOLDS_OBJECT (schema), FALSE);

  root = json_node_ref (get_root (self));
  if (troupe_state_get_kind (root) != TROUPE_STATE_KIND_SCHEMA)
    {
      state = make_state (root, TROUPE_STATE_KIND_SCHEMA);
      root = with (root, state_path, state);
    }
  if (replace)
    return commit (self, with (root, schema_path, schema), label, NULL, error);
  properties = troupe_tree_get_member (schema, "properties");
  if (properties != NULL && JSON_NODE_HOLDS_OBJECT (properties))
    {
      JsonObjectIter iter;
      const char *name;
      JsonNode *property;

      json_object_iter_init_ordered (&iter, json_node_get_object (properties));
      while (json_object_iter_next_ordered (&iter, &name, &property))
        {
          g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
          g_auto (GStrv) path = NULL;

          g_strv_builder_addv (builder, (const char **) properties_path);
          g_strv_builder_add (builder, name);
          path = g_strv_builder_end (builder);
          if (root != NULL && troupe_json_tree_get (root, (const char *const *) path) == NULL)
            root = with (root, (const char *const *) path, property);
        }
    }
  return commit (self, root, label, NULL, error);
}
