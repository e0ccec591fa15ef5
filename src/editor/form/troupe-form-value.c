/* troupe-form-value.c: converting between document values and texts of form fields
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-form-value"

#include "config.h"

#include <string.h>

#include "troupe-form-value.h"
#include "troupe-json-check.h"

#define PYTHON "python"

static gboolean
holds (JsonNode *node, GType type)
{
  return JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == type;
}

gboolean
troupe_form_value_is_reference (JsonNode *node)
{
  JsonObject *object;
  JsonNode *name;

  if (node == NULL || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  object = json_node_get_object (node);
  name = json_object_get_member (object, PYTHON);

  return name != NULL && json_object_get_size (object) == 1 && holds (name, G_TYPE_STRING);
}

static gboolean
is_line (JsonNode *node)
{
  return holds (node, G_TYPE_STRING) && strchr (json_node_get_string (node), '\n') == NULL;
}

/* Returns TRUE if @node is a list of single-line strings. */
static gboolean
are_lines (JsonNode *node)
{
  JsonArray *array;

  if (!JSON_NODE_HOLDS_ARRAY (node))
    return FALSE;
  array = json_node_get_array (node);
  for (guint i = 0; i < json_array_get_length (array); i++)
    if (!is_line (json_array_get_element (array, i)) ||
        json_array_get_string_element (array, i)[0] == '\0')
      return FALSE;
  return TRUE;
}

static gboolean
are_pairs (JsonNode *node)
{
  JsonObjectIter iter;
  const char *name;
  JsonNode *member;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  json_object_iter_init_ordered (&iter, json_node_get_object (node));
  while (json_object_iter_next_ordered (&iter, &name, &member))
    if (!is_line (member) || name[0] == '\0' || strpbrk (name, "=\n") != NULL)
      return FALSE;
  return TRUE;
}

/* Parses lines of NAME=TEXT. Returns NULL if a line is incomplete. */
static JsonNode *
read_pairs (const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (JsonObject) object = json_object_new ();
  JsonNode *node;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *sign = strchr (lines[i], '=');
      g_autofree char *name = NULL;

      if (lines[i][0] == '\0')
        continue;
      if (sign == NULL || sign == lines[i])
        return NULL;
      name = g_strndup (lines[i], (gsize) (sign - lines[i]));
      if (json_object_has_member (object, name))
        return NULL;
      json_object_set_member (object, name, troupe_json_node_new_string (sign + 1));
    }
  node = json_node_new (JSON_NODE_OBJECT);
  json_node_take_object (node, g_steal_pointer (&object));
  json_node_seal (node);

  return node;
}

gboolean
troupe_form_value_is_foreign (TroupeFieldKind kind, JsonNode *node)
{
  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return FALSE;

  switch (kind)
    {
    case TROUPE_FIELD_SWITCH:
      return !holds (node, G_TYPE_BOOLEAN);
    case TROUPE_FIELD_NUMBER:
    case TROUPE_FIELD_INTEGER:
      return !holds (node, G_TYPE_INT64);
    case TROUPE_FIELD_DECIMAL:
      return !holds (node, G_TYPE_INT64) && !holds (node, G_TYPE_DOUBLE);
    case TROUPE_FIELD_REFERENCE:
      return !troupe_form_value_is_reference (node);
    case TROUPE_FIELD_LINES:
      return !are_lines (node);
    case TROUPE_FIELD_PAIRS:
      return !are_pairs (node);
    case TROUPE_FIELD_JSON:
    case TROUPE_FIELD_CHOICE:
      return FALSE;
    case TROUPE_FIELD_MODEL:
    case TROUPE_FIELD_TEXT:
    case TROUPE_FIELD_CEL:
    case TROUPE_FIELD_CODE:
    default:
      return !holds (node, G_TYPE_STRING);
    }
}

char *
troupe_form_value_to_text (TroupeFieldKind kind, JsonNode *node)
{
  char *text;

  if (node == NULL || JSON_NODE_HOLDS_NULL (node))
    return g_strdup ("");
  if (holds (node, G_TYPE_STRING))
    return g_strdup (json_node_get_string (node));
  if (kind == TROUPE_FIELD_REFERENCE && troupe_form_value_is_reference (node))
    return g_strdup (json_object_get_string_member (json_node_get_object (node), PYTHON));
  if (kind == TROUPE_FIELD_LINES && are_lines (node))
    {
      JsonArray *array = json_node_get_array (node);
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint i = 0; i < json_array_get_length (array); i++)
        g_string_append_printf (out, "%s%s", i > 0 ? "\n" : "",
                                json_array_get_string_element (array, i));
      return g_string_free (g_steal_pointer (&out), FALSE);
    }
  if (kind == TROUPE_FIELD_PAIRS && are_pairs (node))
    {
      g_autoptr (GString) out = g_string_new (NULL);
      JsonObjectIter iter;
      const char *name;
      JsonNode *member;

      json_object_iter_init_ordered (&iter, json_node_get_object (node));
      while (json_object_iter_next_ordered (&iter, &name, &member))
        g_string_append_printf (out, "%s%s=%s", out->len > 0 ? "\n" : "", name,
                                json_node_get_string (member));
      return g_string_free (g_steal_pointer (&out), FALSE);
    }

  text = troupe_json_write (node, NULL, NULL);
  g_strchomp (text);

  return text;
}

gboolean
troupe_form_value_from_text (TroupeFieldKind kind, const char *text, JsonNode **value)
{
  g_autofree char *word = NULL;
  JsonObject *object;

  g_return_val_if_fail (text != NULL && value != NULL, FALSE);

  switch (kind)
    {
    case TROUPE_FIELD_INTEGER:
    case TROUPE_FIELD_DECIMAL:
      word = g_strstrip (g_strdup (text));
      {
        gboolean whole = kind == TROUPE_FIELD_INTEGER;
        g_autoptr (JsonNode) node = troupe_json_check (word, NULL);
        JsonNode *number = NULL;

        /* Parses the number as JSON, so that it is displayed as it was typed. */
        if (node != NULL)
          {
            if (holds (node, G_TYPE_INT64) || (!whole && holds (node, G_TYPE_DOUBLE)))
              number = g_steal_pointer (&node);
          }
        *value = number;
      }
      return *value != NULL;
    case TROUPE_FIELD_LINES:
      {
        g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
        JsonArray *array = json_array_new ();
        JsonNode *node = json_node_new (JSON_NODE_ARRAY);

        /* Ignores empty lines. */
        for (guint i = 0; lines[i] != NULL; i++)
          if (lines[i][0] != '\0')
            json_array_add_element (array, troupe_json_node_new_string (lines[i]));
        json_node_take_array (node, array);
        json_node_seal (node);
        *value = node;
      }
      return TRUE;
    case TROUPE_FIELD_PAIRS:
      *value = read_pairs (text);
      return *value != NULL;
    case TROUPE_FIELD_REFERENCE:
      object = json_object_new ();
      json_object_set_member (object, PYTHON, troupe_json_node_new_string (text));
      *value = json_node_new (JSON_NODE_OBJECT);
      json_node_take_object (*value, object);
      json_node_seal (*value);
      return TRUE;
    default:
      *value = troupe_json_node_new_string (text);
      return TRUE;
    }
}
