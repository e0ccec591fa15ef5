/* troupe-flow-paste-state.c: state fields that pasted methods use
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-paste-state"

#include "config.h"

#include <string.h>

#include "troupe-flow-paste-state.h"
#include "troupe-flow-state-edit.h"
#include "troupe-tree.h"

/* --- Fields in use ---------------------------------------------------------------------------- */

static gboolean
token_is (const char *text, const TroupeCelToken *token, const char *word)
{
  return token->end - token->start == strlen (word) &&
         strncmp (text + token->start, word, strlen (word)) == 0;
}

static void
find_in_expression (GHashTable *fields, const TroupeFlowExpression *expression, const char *user)
{
  if (expression != NULL && expression->program != NULL)
    {
      /* Adds NAME for each `state.NAME` and `state['NAME']` to fields, with user as the value. */
      const char *text = troupe_cel_program_get_text (expression->program);
      g_autoptr (GArray) list = troupe_cel_tokenize (text, -1);
      const TroupeCelToken *tokens = (const TroupeCelToken *) (gpointer) list->data;

      for (guint i = 0; i + 2 < list->len; i++)
        {
          const TroupeCelToken *name = &tokens[i + 2];
          gboolean is_index =
              token_is (text, &tokens[i + 1], "[") && name->type == TROUPE_CEL_TOKEN_STRING &&
              name->end - name->start > 2 && strchr ("'\"", text[name->start]) != NULL;
          gboolean is_member =
              token_is (text, &tokens[i + 1], ".") && name->type == TROUPE_CEL_TOKEN_NAME;
          g_autofree char *field = NULL;

          if (tokens[i].type != TROUPE_CEL_TOKEN_NAME || !token_is (text, &tokens[i], "state") ||
              (i > 0 && token_is (text, &tokens[i - 1], ".")) || (!is_index && !is_member))
            continue;
          field = is_index ? g_strndup (text + name->start + 1, name->end - name->start - 2)
                           : g_strndup (text + name->start, name->end - name->start);
          if (!g_str_equal (field, "id") && !g_hash_table_contains (fields, field))
            g_hash_table_insert (fields, g_steal_pointer (&field), (gpointer) user);
        }
    }
}

static void
find_in_action (GHashTable *fields, const TroupeFlowAction *action, const char *user)
{
  find_in_expression (fields, action->expression, user);
  for (guint i = 0; action->input != NULL && i < action->input->n_programs; i++)
    find_in_expression (fields, &action->input->programs[i], user);
  for (guint i = 0; i < action->n_steps; i++)
    {
      find_in_expression (fields, action->steps[i].condition, user);
      find_in_action (fields, action->steps[i].action, user);
    }
}

/* Returns the fields that the expressions of a flow use. The value is the first method that uses
 * the field. (transfer full) (element-type utf8 utf8) */
static GHashTable *
find_fields (TroupeFlow *flow)
{
  GHashTable *fields = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; flow != NULL && i < troupe_flow_get_n_methods (flow); i++)
    {
      const TroupeFlowMethod *method = troupe_flow_get_method (flow, i);

      find_in_action (fields, method->action, method->name);
    }
  return fields;
}

/* --- Copying ---------------------------------------------------------------------------------- */

/* Returns TRUE if the node contains a reference to a definition elsewhere. */
static gboolean
has_reference (JsonNode *node)
{
  g_autofree char *text = troupe_json_write (node, NULL, NULL);

  return text != NULL && strstr (text, "\"$ref\"") != NULL;
}

/* Returns the schema of a field, with its initial value. (transfer full) (nullable): NULL if it
 * cannot be moved to another document */
static JsonNode *
describe_field (JsonNode *root, const TroupeStateField *field)
{
  g_auto (GStrv) path = troupe_state_field_make_path (field, NULL);
  JsonNode *node = troupe_json_tree_get (root, (const char *const *) path);
  JsonNode *initial = troupe_state_get_default (root, field);
  g_autoptr (JsonNode) inferred = NULL;

  if (node == NULL)
    return NULL;
  if (g_strcmp0 (field->owner[1], "default") == 0)
    {
      g_autoptr (JsonNode) map = NULL;
      g_autoptr (TroupeValue) value = NULL;
      JsonObject *object = json_object_new ();

      json_object_set_member (object, field->name, json_node_ref (node));
      map = troupe_tree_take_object (object);
      value = troupe_value_from_node (map);
      inferred = value != NULL ? troupe_state_schema_from_value (value) : NULL;
      node = inferred != NULL ? troupe_tree_get (inferred, "properties", field->name, NULL) : NULL;
    }
  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node) || has_reference (node))
    return NULL;
  return initial != NULL ? troupe_tree_with (node, initial, "default", NULL) : json_node_ref (node);
}

JsonNode *
troupe_flow_state_copy (JsonNode *root, TroupeFlow *used)
{
  g_autoptr (GHashTable) names = find_fields (used);
  g_autoptr (GPtrArray) fields = troupe_state_list_fields (root);
  JsonObject *properties = json_object_new ();
  JsonObject *schema, *state;

  for (guint i = 0; i < fields->len; i++)
    {
      const TroupeStateField *field = g_ptr_array_index (fields, i);
      JsonNode *node = field->outer[0] == NULL && g_hash_table_contains (names, field->name)
                           ? describe_field (root, field)
                           : NULL;

      if (node != NULL)
        json_object_set_member (properties, field->name, node);
    }
  if (json_object_get_size (properties) == 0)
    {
      json_object_unref (properties);
      return NULL;
    }
  schema = json_object_new ();
  json_object_set_string_member (schema, "type", "object");
  json_object_set_object_member (schema, "properties", properties);
  state = json_object_new ();
  json_object_set_string_member (state, "type", "json_schema");
  json_object_set_object_member (state, "json_schema", schema);
  return troupe_tree_take_object (state);
}

/* --- Pasting ---------------------------------------------------------------------------------- */

/* Returns the document with a field, or NULL if its state cannot have it. (transfer full)
 * (nullable) */
static JsonNode *
add_field (JsonNode *root, const char *name, JsonNode *schema, gboolean is_free)
{
  JsonNode *initial = troupe_tree_get_member (schema, "default");
  g_autoptr (JsonNode) type = NULL, typed = NULL;

  switch (troupe_state_get_kind (root))
    {
    case TROUPE_STATE_KIND_DICT:
      return initial != NULL ? troupe_tree_with (root, initial, "state", "default", name, NULL)
                             : NULL;
    case TROUPE_STATE_KIND_NONE:
      if (!is_free)
        return NULL;
      {
        const char empty[] = "{\"type\": \"json_schema\", \"json_schema\": {\"type\": \"object\", "
                             "\"properties\": {}}}";

        type = troupe_json_read (empty, strlen (empty), TROUPE_JSON_STRICT, NULL, NULL);
        typed = troupe_tree_with (root, type, "state", NULL);
      }
      return troupe_tree_with (typed, schema, "state", "json_schema", "properties", name, NULL);
    case TROUPE_STATE_KIND_SCHEMA:
      return troupe_tree_with (root, schema, "state", "json_schema", "properties", name, NULL);
    default:
      return NULL;
    }
}

JsonNode *
troupe_flow_state_paste (TroupeFlowPaste *paste, JsonNode *root, JsonNode *copied)
{
  g_autoptr (GHashTable) used = find_fields (paste->pasted);
  g_autoptr (GHashTable) known = find_fields (paste->target);
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (used), (GCompareFunc) strcmp);
  g_autoptr (JsonNode) result = json_node_ref (root);
  gboolean is_free = g_hash_table_size (known) == 0;

  for (GList *link = names; link != NULL; link = link->next)
    {
      const char *name = link->data;
      const char *user = troupe_flow_paste_get_name (paste, g_hash_table_lookup (used, name));
      g_autoptr (TroupeStateField) present = troupe_state_find_field (result, name);
      g_autoptr (TroupeStateField) source = troupe_state_find_field (copied, name);
      g_autoptr (JsonNode) schema = NULL;
      JsonNode *changed = NULL;

      /* A state without a schema may have any fields, which the methods of the document use. */
      if (present != NULL || (g_hash_table_contains (known, name) &&
                              troupe_state_get_kind (root) != TROUPE_STATE_KIND_SCHEMA))
        continue;
      schema = source != NULL ? describe_field (copied, source) : NULL;
      if (schema != NULL)
        changed = add_field (result, name, schema, is_free);
      troupe_paste_remarks_add (&paste->remarks,
                                changed != NULL ? TROUPE_PASTE_ADDED : TROUPE_PASTE_NO_FIELD, name,
                                changed != NULL ? NULL : user);
      if (changed == NULL)
        continue;
      json_node_unref (result);
      result = changed;
    }
  return g_steal_pointer (&result);
}
