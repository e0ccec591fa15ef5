/* troupe-cel-optional.c: CEL extension for optional values
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-optional"

#include "config.h"

#include <string.h>

#include "troupe-cel-evaluation.h"
#include "troupe-cel-extension.h"

static void
unref_content (gpointer data)
{
  if (data != NULL)
    troupe_value_unref (data);
}

TroupeValue *
troupe_cel_optional_new (TroupeCelEvaluation *self, TroupeValue *content)
{
  TroupeValue *value = troupe_value_new_type ("optional_type");

  if (self->optionals == NULL)
    self->optionals =
        g_hash_table_new_full (NULL, NULL, (GDestroyNotify) troupe_value_unref, unref_content);
  g_hash_table_insert (self->optionals, troupe_value_ref (value), content);
  return value;
}

gboolean
troupe_cel_optional_look (const TroupeCelEvaluation *self,
                          const TroupeValue *value,
                          TroupeValue **content)
{
  gpointer found;

  if (self->optionals == NULL ||
      !g_hash_table_lookup_extended (self->optionals, value, NULL, &found))
    return FALSE;
  *content = found;
  return TRUE;
}

static TroupeValue *
fail (TroupeCelEvaluation *self,
      const TroupeCelNode *node,
      TroupeValue **arguments,
      guint n_arguments)
{
  return troupe_cel_fail_types (self, node, TROUPE_CEL_FAILURE_ARGUMENTS,
                                node->name != NULL ? node->name : "?", arguments, n_arguments);
}

/* --- Fields and elements ------------------------------------------------------------------------- */

TroupeValue *
troupe_cel_optional_select (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue *operand,
                            TroupeValue *key)
{
  TroupeValue *value;

  if (troupe_cel_optional_look (self, operand, &operand) && operand == NULL)
    return troupe_cel_optional_new (self, NULL);
  if (!troupe_cel_allocate (self, node, 64))
    return NULL;
  value = troupe_cel_index (self, node, operand, key);
  if (value != NULL)
    return troupe_cel_optional_new (self, value);
  if (self->failure.kind == TROUPE_CEL_FAILURE_KEY ||
      self->failure.kind == TROUPE_CEL_FAILURE_INDEX)
    return troupe_cel_optional_new (self, NULL);
  return NULL;
}

TroupeValue *
troupe_cel_optional_evaluate (TroupeCelEvaluation *self, const TroupeCelNode *node)
{
  g_autoptr (TroupeValue) operand = troupe_cel_evaluate (self, node->children[0]);
  g_autoptr (TroupeValue) key = NULL;

  if (operand == NULL)
    return NULL;
  if (node->kind == TROUPE_CEL_NODE_OPTIONAL_SELECT)
    return troupe_cel_optional_select (self, node, operand, node->constant);
  if (node->kind != TROUPE_CEL_NODE_OPTIONAL_INDEX)
    {
      TroupeValue *content;
      TroupeValue *value;

      /* Both optMap and optFlatMap evaluate their body with the content of the optional value as
       * its variable. */
      if (!troupe_cel_optional_look (self, operand, &content))
        return troupe_cel_fail_operator (self, node, operand, NULL);
      if (content == NULL)
        return troupe_value_ref (operand);
      self->locals[node->slot] = content;
      value = troupe_cel_evaluate (self, node->children[1]);
      if (value == NULL || node->kind == TROUPE_CEL_NODE_OPTIONAL_FLAT_MAP)
        return value;
      return troupe_cel_optional_new (self, value);
    }
  key = troupe_cel_evaluate (self, node->children[1]);
  return key == NULL ? NULL : troupe_cel_optional_select (self, node, operand, key);
}

gboolean
troupe_cel_optional_unpack (TroupeCelEvaluation *self,
                            const TroupeCelNode *node,
                            TroupeValue **value)
{
  g_autoptr (TroupeValue) optional = g_steal_pointer (value);
  TroupeValue *content;

  if (!troupe_cel_optional_look (self, optional, &content))
    {
      troupe_cel_fail_operator (self, node, optional, NULL);
      return FALSE;
    }
  *value = content == NULL ? NULL : troupe_value_ref (content);
  return TRUE;
}

/* --- Functions ----------------------------------------------------------------------------------- */

static TroupeValue *
call_none (TroupeCelEvaluation *self,
           const TroupeCelNode *node,
           TroupeValue **arguments,
           guint n_arguments)
{
  return troupe_cel_allocate (self, node, 64) ? troupe_cel_optional_new (self, NULL) : NULL;
}

static gboolean
is_zero (const TroupeValue *value)
{
  gsize length;

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_NULL:
      return TRUE;
    case TROUPE_VALUE_BOOLEAN:
      return !troupe_value_get_boolean (value);
    case TROUPE_VALUE_INTEGER:
      return troupe_value_get_integer (value) == 0;
    case TROUPE_VALUE_UNSIGNED:
      return troupe_value_get_unsigned (value) == 0;
    case TROUPE_VALUE_DOUBLE:
      return troupe_value_get_double (value) == 0;
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      troupe_value_get_string (value, &length);
      return length == 0;
    case TROUPE_VALUE_LIST:
      return troupe_value_list_get_length (value) == 0;
    case TROUPE_VALUE_MAP:
      return troupe_value_map_get_size (value) == 0;
    case TROUPE_VALUE_TIMESTAMP:
    case TROUPE_VALUE_DURATION:
      return troupe_value_get_seconds (value) == 0 && troupe_value_get_nanoseconds (value) == 0;
    default:
      return FALSE;
    }
}

static TroupeValue *
call_of (TroupeCelEvaluation *self,
         const TroupeCelNode *node,
         TroupeValue **arguments,
         guint n_arguments)
{
  gboolean is_left_out =
      strcmp (node->name, "optional.ofNonZeroValue") == 0 && is_zero (arguments[0]);

  if (!troupe_cel_allocate (self, node, 64))
    return NULL;
  return troupe_cel_optional_new (self, is_left_out ? NULL : troupe_value_ref (arguments[0]));
}

static TroupeValue *
call_has_value (TroupeCelEvaluation *self,
                const TroupeCelNode *node,
                TroupeValue **arguments,
                guint n_arguments)
{
  TroupeValue *content;

  if (!troupe_cel_optional_look (self, arguments[0], &content))
    return fail (self, node, arguments, n_arguments);
  return troupe_value_new_boolean (content != NULL);
}

static TroupeValue *
call_value (TroupeCelEvaluation *self,
            const TroupeCelNode *node,
            TroupeValue **arguments,
            guint n_arguments)
{
  TroupeValue *content;

  if (!troupe_cel_optional_look (self, arguments[0], &content) || content == NULL)
    return fail (self, node, arguments, n_arguments);
  return troupe_value_ref (content);
}

/* If the receiver is empty, or() returns the second optional value and orValue() its argument. */
static TroupeValue *
call_or (TroupeCelEvaluation *self,
         const TroupeCelNode *node,
         TroupeValue **arguments,
         guint n_arguments)
{
  gboolean gives_value = strcmp (node->name, "orValue") == 0;
  TroupeValue *content, *other;

  if (!troupe_cel_optional_look (self, arguments[0], &content) ||
      (!gives_value && !troupe_cel_optional_look (self, arguments[1], &other)))
    return fail (self, node, arguments, n_arguments);
  if (content == NULL)
    return troupe_value_ref (arguments[1]);
  return troupe_value_ref (gives_value ? content : arguments[0]);
}

const TroupeCelExtension *
troupe_cel_optional_get_functions (void)
{
  static const TroupeCelExtension functions[] = {
    { "optional.none", 0, 0, call_none },
    { "optional.of", 1, 1, call_of },
    { "optional.ofNonZeroValue", 1, 1, call_of },
    { "hasValue", 1, 1, call_has_value },
    { "value", 1, 1, call_value },
    { "or", 2, 2, call_or },
    { "orValue", 2, 2, call_or },
    { NULL },
  };

  return functions;
}
