/* troupe-memory-arguments.c: parsing of the arguments of memory operations
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-arguments"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>

#include "troupe-base.h"
#include "troupe-memory-arguments.h"

gboolean
troupe_memory_arguments_refuse (GError **error, const char *key, const char *expected)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: the first %s is the name of an argument such as “content”, the
                * second one is the expected type */
               _ ("“%s” of the operation must be %s."), key, expected);

  return FALSE;
}

gboolean
troupe_memory_arguments_get_text (TroupeValue *map,
                                  const char *key,
                                  const char **text,
                                  GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (text != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_memory_arguments_refuse (error, key, _ ("a string"));
  *text = troupe_value_get_string (value, NULL);

  return TRUE;
}

gboolean
troupe_memory_arguments_need_text (TroupeValue *map,
                                   const char *key,
                                   const char **text,
                                   GError **error)
{
  *text = NULL;
  if (!troupe_memory_arguments_get_text (map, key, text, error))
    return FALSE;

  return *text != NULL || troupe_memory_arguments_refuse (error, key, _ ("a string"));
}

gboolean
troupe_memory_arguments_get_texts (TroupeValue *map, const char *key, char ***texts, GError **error)
{
  TroupeValue *list = troupe_value_get_member (map, key);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  g_assert (texts != NULL);

  *texts = NULL;
  if (list == NULL)
    return TRUE;
  if (!troupe_value_is (list, TROUPE_VALUE_LIST))
    return troupe_memory_arguments_refuse (error, key, _ ("a list of strings"));
  for (gsize i = 0; i < troupe_value_list_get_length (list); i++)
    {
      TroupeValue *text = troupe_value_list_get (list, i);

      if (!troupe_value_is (text, TROUPE_VALUE_STRING))
        return troupe_memory_arguments_refuse (error, key, _ ("a list of strings"));
      g_strv_builder_add (builder, troupe_value_get_string (text, NULL));
    }
  *texts = g_strv_builder_end (builder);

  return TRUE;
}

gboolean
troupe_memory_arguments_get_flag (TroupeValue *map, const char *key, gboolean *flag, GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (flag != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_BOOLEAN))
    return troupe_memory_arguments_refuse (error, key, _ ("true or false"));
  *flag = troupe_value_get_boolean (value);

  return TRUE;
}

gboolean
troupe_memory_arguments_get_count (TroupeValue *map,
                                   const char *key,
                                   guint least,
                                   guint *count,
                                   GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (count != NULL);

  if (value == NULL)
    return TRUE;
  if (!troupe_value_is (value, TROUPE_VALUE_INTEGER) || troupe_value_get_integer (value) < least ||
      troupe_value_get_integer (value) > G_MAXINT32)
    return troupe_memory_arguments_refuse (error, key, _ ("a non-negative integer"));
  *count = (guint) troupe_value_get_integer (value);

  return TRUE;
}

gboolean
troupe_memory_arguments_get_number (TroupeValue *map,
                                    const char *key,
                                    double *number,
                                    GError **error)
{
  TroupeValue *value = troupe_value_get_member (map, key);

  g_assert (number != NULL);

  if (value == NULL)
    return TRUE;
  if (troupe_value_is (value, TROUPE_VALUE_INTEGER))
    *number = (double) troupe_value_get_integer (value);
  else if (troupe_value_is (value, TROUPE_VALUE_DOUBLE))
    *number = troupe_value_get_double (value);
  else
    return troupe_memory_arguments_refuse (error, key, _ ("a number"));

  return isfinite (*number) || troupe_memory_arguments_refuse (error, key, _ ("a number"));
}

gboolean
troupe_memory_arguments_get_map (TroupeValue *map,
                                 const char *key,
                                 TroupeValue **value,
                                 GError **error)
{
  *value = troupe_value_get_member (map, key);

  return *value == NULL || troupe_value_is (*value, TROUPE_VALUE_MAP) ||
         troupe_memory_arguments_refuse (error, key, _ ("an object"));
}

gboolean
troupe_memory_arguments_read_fields (TroupeValue *args,
                                     TroupeMemoryFields *fields,
                                     char ***categories,
                                     GError **error)
{
  g_assert (fields != NULL);

  *fields = (TroupeMemoryFields) TROUPE_MEMORY_FIELDS_NONE;
  if (!troupe_memory_arguments_get_text (args, "scope", &fields->scope, error) ||
      !troupe_memory_arguments_get_texts (args, "categories", categories, error) ||
      !troupe_memory_arguments_get_number (args, "importance", &fields->importance, error) ||
      !troupe_memory_arguments_get_map (args, "metadata", &fields->metadata, error) ||
      !troupe_memory_arguments_get_text (args, "source", &fields->source, error) ||
      !troupe_memory_arguments_get_flag (args, "private", &fields->is_private, error))
    return FALSE;
  fields->categories = (const char *const *) *categories;
  if (troupe_value_get_member (args, "importance") != NULL &&
      (fields->importance < 0.0 || fields->importance > 1.0))
    return troupe_memory_arguments_refuse (error, "importance", _ ("a number from 0 to 1"));

  return TRUE;
}
