/* troupe-cel-json.c: converts CEL values to JSON's types
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-cel-json"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-cel-crewai.h"
#include "troupe-cel-date.h"

typedef struct
{
  TroupeCelDialect dialect;
  gsize bytes_left;
  guint depth;
  GError **error;
} Converter;

static TroupeValue *convert (Converter *self, TroupeValue *value);

/* Deducts bytes from the budget. Shared parts count each time they occur, because a list that
 * was doubled a few times would be enormous as JSON. */
static gboolean
spend (Converter *self, gsize bytes)
{
  g_assert (self != NULL);

  if (self->bytes_left >= bytes)
    {
      self->bytes_left -= bytes;
      return TRUE;
    }
  self->bytes_left = 0;
  g_set_error_literal (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                       _ ("the result of the expression is too large"));
  return FALSE;
}

static TroupeValue *
convert_list (Converter *self, TroupeValue *list)
{
  gsize length = troupe_value_list_get_length (list);
  g_autoptr (GPtrArray) items =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_value_unref);
  gboolean changed = FALSE;
  TroupeValue *result;

  for (gsize i = 0; i < length; i++)
    {
      TroupeValue *item = troupe_value_list_get (list, i);
      TroupeValue *converted = convert (self, item);

      if (converted == NULL)
        return NULL;
      g_ptr_array_add (items, converted);
      changed |= converted != item;
    }
  if (!changed)
    return troupe_value_ref (list);
  result = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
  g_ptr_array_set_free_func (items, NULL);
  return result;
}

/* (transfer full) */
static TroupeValue *
convert_key (TroupeValue *key)
{
  char buffer[32];

  switch (troupe_value_get_value_type (key))
    {
    case TROUPE_VALUE_STRING:
      return troupe_value_ref (key);
    case TROUPE_VALUE_BOOLEAN:
      return troupe_value_new_string (troupe_value_get_boolean (key) ? "true" : "false", -1);
    case TROUPE_VALUE_UNSIGNED:
      g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT, troupe_value_get_unsigned (key));
      return troupe_value_new_string (buffer, -1);
    default:
      g_snprintf (buffer, sizeof buffer, "%" G_GINT64_FORMAT, troupe_value_get_integer (key));
      return troupe_value_new_string (buffer, -1);
    }
}

static TroupeValue *
convert_map (Converter *self, TroupeValue *map)
{
  gsize size = troupe_value_map_get_size (map);
  g_auto (TroupeMapBuilder) builder = { NULL, NULL };
  gboolean changed = FALSE;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < size; i++)
    {
      TroupeValue *key = troupe_value_map_get_key (map, i);
      TroupeValue *value = troupe_value_map_get_value (map, i);
      TroupeValue *converted = convert (self, value);
      TroupeValue *new_key;

      if (converted == NULL)
        return NULL;
      new_key = convert_key (key);
      changed |= converted != value || new_key != key;
      troupe_map_builder_add_key (&builder, new_key, converted);
    }
  return changed ? troupe_map_builder_end (&builder) : troupe_value_ref (map);
}

static TroupeValue *
convert_container (Converter *self, TroupeValue *value)
{
  TroupeValue *result;

  g_assert (self != NULL);

  if (self->depth >= TROUPE_LIMIT_NESTING)
    {
      g_set_error (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_LIMIT,
                   _ ("the result of the expression is nested deeper than %d levels"),
                   TROUPE_LIMIT_NESTING);
      return NULL;
    }
  self->depth++;
  result = troupe_value_is (value, TROUPE_VALUE_LIST) ? convert_list (self, value)
                                                      : convert_map (self, value);
  self->depth--;
  return result;
}

static TroupeValue *
convert (Converter *self, TroupeValue *value)
{
  gsize length = 0;

  g_assert (self != NULL);

  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_STRING:
    case TROUPE_VALUE_BYTES:
      troupe_value_get_string (value, &length);
      break;
    default:
      break;
    }
  if (!spend (self, 16 + length))
    return NULL;
  switch (troupe_value_get_value_type (value))
    {
    case TROUPE_VALUE_LIST:
    case TROUPE_VALUE_MAP:
      return convert_container (self, value);
    case TROUPE_VALUE_UNSIGNED:
      {
        guint64 number = troupe_value_get_unsigned (value);
        char buffer[32];

        if (number <= G_MAXINT64)
          return troupe_value_new_integer ((gint64) number);
        g_snprintf (buffer, sizeof buffer, "%" G_GUINT64_FORMAT, number);
        return troupe_value_new_big_integer (buffer, -1);
      }
    case TROUPE_VALUE_BYTES:
      {
        gsize byte_length;
        const char *data = troupe_value_get_string (value, &byte_length);

        return troupe_value_take_string (g_base64_encode ((const guchar *) data, byte_length), -1);
      }
    case TROUPE_VALUE_TIMESTAMP:
      /* CrewAI writes whole seconds. */
      return troupe_value_take_string (
          self->dialect == TROUPE_CEL_CREWAI
              ? troupe_cel_crewai_methods.format_timestamp (value)
              : troupe_cel_timestamp_format (troupe_value_get_seconds (value),
                                             troupe_value_get_nanoseconds (value)),
          -1);
    case TROUPE_VALUE_DURATION:
      return troupe_value_take_string (
          troupe_cel_duration_format (
              troupe_value_get_seconds (value),
              self->dialect == TROUPE_CEL_CREWAI ? 0 : troupe_value_get_nanoseconds (value)),
          -1);
    case TROUPE_VALUE_TYPE:
      g_set_error (self->error, TROUPE_CEL_ERROR, TROUPE_CEL_ERROR_EVALUATION,
                   _ ("a type such as “%s” is not data and cannot be a result"),
                   troupe_value_get_string (value, NULL));
      return NULL;
    default:
      return troupe_value_ref (value);
    }
}

TroupeValue *
troupe_cel_value_to_json (TroupeValue *value, TroupeCelDialect dialect, GError **error)
{
  Converter converter = { dialect, TROUPE_CEL_MAX_RESULT, 0, error };

  g_return_val_if_fail (value != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  return convert (&converter, value);
}
