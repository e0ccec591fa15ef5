/* troupe-cel-container.c: construction, indexing and field selection of lists and maps in CEL
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-container"

#include "config.h"

#include "troupe-cel-crewai.h"
#include "troupe-cel-extension.h"

static TroupeValue *
index_list (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue *list,
            TroupeValue *index)
{
  g_autoptr (TroupeValue) integral = NULL;
  gsize length = troupe_value_list_get_length (list);
  guint64 position = G_MAXUINT64;

  if (troupe_value_is (index, TROUPE_VALUE_DOUBLE))
    {
      integral = troupe_cel_key_from_double (troupe_value_get_double (index));
      if (integral == NULL)
        return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_INDEX, NULL, index);
      index = integral;
    }
  if (troupe_value_is (index, TROUPE_VALUE_UNSIGNED))
    position = troupe_value_get_unsigned (index);
  else if (troupe_value_is (index, TROUPE_VALUE_INTEGER))
    {
      gint64 number = troupe_value_get_integer (index);

      position = number < 0 ? G_MAXUINT64 : (guint64) number;
    }
  else
    return troupe_cel_fail_operator (self, node, list, index);
  if (position >= length)
    return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_INDEX, NULL, index);
  return troupe_value_ref (troupe_value_list_get (list, position));
}

TroupeValue *
troupe_cel_index (TroupeCelEvaluation *self,
                  const TroupeCelNode *node,
                  TroupeValue *container,
                  TroupeValue *index)
{
  if (troupe_value_is (container, TROUPE_VALUE_LIST))
    return index_list (self, node, container, index);
  if (troupe_value_is (container, TROUPE_VALUE_MAP))
    {
      g_autoptr (TroupeValue) integral = NULL;
      TroupeValue *value = NULL;

      switch (troupe_value_get_value_type (index))
        {
        case TROUPE_VALUE_DOUBLE:
          integral = troupe_cel_key_from_double (troupe_value_get_double (index));
          if (integral != NULL)
            value = troupe_value_map_lookup (container, integral);
          break;
        case TROUPE_VALUE_STRING:
        case TROUPE_VALUE_BOOLEAN:
        case TROUPE_VALUE_INTEGER:
        case TROUPE_VALUE_UNSIGNED:
          value = troupe_value_map_lookup (container, index);
          break;
        default:
          return troupe_cel_fail_operator (self, node, container, index);
        }
      if (value == NULL)
        return troupe_cel_fail_value (self, node, TROUPE_CEL_FAILURE_KEY, NULL, index);
      return troupe_value_ref (value);
    }
  return troupe_cel_fail_operator (self, node, container, index);
}

TroupeValue *
troupe_cel_evaluate_list (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autofree TroupeValue **items = g_new (TroupeValue *, node->n_children);
  gsize length = 0;

  if (!troupe_cel_allocate (self, node, 32 + node->n_children * sizeof *items))
    return NULL;
  for (guint i = 0; i < node->n_children; i++)
    {
      items[length] = troupe_cel_evaluate (self, node->children[i]);
      if (items[length] == NULL ||
          (node->children[i]->is_optional &&
           !troupe_cel_optional_unpack (self, node->children[i], &items[length])))
        {
          if (self->dialect == TROUPE_CEL_CREWAI)
            troupe_cel_crewai_methods.drain (self, node, i + 1);
          while (length > 0)
            troupe_value_unref (items[--length]);
          return NULL;
        }
      length += items[length] == NULL ? 0 : 1;
    }
  return troupe_value_new_list (items, length);
}

static gboolean
add_entry (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           const TroupeCelNode *place,
           TroupeMapBuilder *builder,
           TroupeValue *key,
           TroupeValue *value)
{
  g_autoptr (TroupeValue) own_key = key;
  g_autoptr (TroupeValue) own_value = value;

  switch (troupe_value_get_value_type (key))
    {
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BOOLEAN:
    case TROUPE_VALUE_INTEGER:
    case TROUPE_VALUE_UNSIGNED:
      break;
    default:
      troupe_cel_fail_types (self, place, TROUPE_CEL_FAILURE_KEY_TYPE, NULL, &key, 1);
      return FALSE;
    }
  if (troupe_map_builder_lookup (builder, key) != NULL)
    {
      troupe_cel_fail_value (self, place, TROUPE_CEL_FAILURE_DUPLICATE, NULL, key);
      return FALSE;
    }
  if (!troupe_cel_allocate (self, node, 64))
    return FALSE;
  troupe_map_builder_add_key (builder, g_steal_pointer (&own_key), g_steal_pointer (&own_value));
  return TRUE;
}

TroupeValue *
troupe_cel_evaluate_map (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };

  if (self->dialect == TROUPE_CEL_CREWAI)
    return troupe_cel_crewai_methods.evaluate_map (self, node);
  if (!troupe_cel_allocate (self, node, 64))
    return NULL;
  troupe_map_builder_init (&builder);
  for (guint i = 0; i < node->n_children; i += 2)
    {
      g_autoptr (TroupeValue) key = troupe_cel_evaluate (self, node->children[i]);
      g_autoptr (TroupeValue) value =
          key == NULL ? NULL : troupe_cel_evaluate (self, node->children[i + 1]);

      if (value == NULL || (node->children[i + 1]->is_optional &&
                            !troupe_cel_optional_unpack (self, node->children[i + 1], &value)))
        return NULL;
      if (value == NULL)
        continue;
      if (!add_entry (self, node, node->children[i], &builder, g_steal_pointer (&key),
                      g_steal_pointer (&value)))
        return NULL;
    }
  return troupe_map_builder_end (&builder);
}
