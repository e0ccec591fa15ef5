/* troupe-form-value.c: what the fields of a form make of values, and values of what is typed
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

  text = troupe_json_write (node, NULL, NULL);
  g_strchomp (text);

  return text;
}

/* As JSON has numbers, so that what is shown again is what was typed. */
static JsonNode *
read_number (const char *text, gboolean whole)
{
  g_autoptr (JsonNode) node = troupe_json_check (text, NULL);

  if (node == NULL)
    return NULL;
  if (holds (node, G_TYPE_INT64) || (!whole && holds (node, G_TYPE_DOUBLE)))
    return g_steal_pointer (&node);

  return NULL;
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
      *value = read_number (word, kind == TROUPE_FIELD_INTEGER);
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
