/* troupe-value-place.c: replacing a part of a value by its path
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-place"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-value-place.h"

/* Keys of a path; a longer path has no meaning. */
#define MOST_KEYS 64

static gboolean
fail_path (const char *path, GError **error)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
               /* Translators: %s is a text that the user has entered */
               _ ("“%s” is not a path. Write names separated by dots, and numbers in brackets: "
                  "state.items[0].name"),
               path);
  return FALSE;
}

/* Reads a key in brackets. @at: the opening bracket; returns the position behind the closing one, NULL if the
 * brackets are invalid */
static const char *
read_brackets (const char *at, char **key)
{
  const char *end = NULL;

  if (at[1] == '\'' || at[1] == '"')
    {
      const char *quoted_at = at + 1;
      const char *quoted_end;
      g_autofree char *json = NULL;
      g_autoptr (TroupeValue) text = NULL;

      /* Reads a quoted name. In double quotes it is a JSON string, as paths are written for
       * names with quotes. */
      quoted_end = quoted_at + 1;
      while (*quoted_end != '\0' && *quoted_end != *quoted_at)
        quoted_end += *quoted_at == '"' && *quoted_end == '\\' && quoted_end[1] != '\0' ? 2 : 1;
      if (*quoted_end != '\0')
        {
          if (*quoted_at == '\'')
            {
              *key = g_strndup (quoted_at + 1, (gsize) (quoted_end - quoted_at - 1));
              end = quoted_end + 1;
            }
          else
            {
              json = g_strndup (quoted_at, (gsize) (quoted_end + 1 - quoted_at));
              text = troupe_value_from_json (json, -1, NULL);
              if (text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING))
                {
                  *key = g_strdup (troupe_value_get_string (text, NULL));
                  end = quoted_end + 1;
                }
            }
        }
      return end != NULL && *end == ']' ? end + 1 : NULL;
    }
  end = at + 1 + strspn (at + 1, "0123456789");
  if (end == at + 1 || *end != ']' || end - at > 10)
    return NULL;
  *key = g_strndup (at, (gsize) (end - at + 1));
  return end + 1;
}

char **
troupe_value_place_split (const char *path, GError **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *at = path;

  g_return_val_if_fail (path != NULL, NULL);

  for (guint n = 0; n == 0 || *at != '\0'; n++)
    {
      g_autofree char *key = NULL;
      gsize length = 0;

      if (n >= MOST_KEYS)
        return fail_path (path, error), NULL;
      if (*at == '[' && n > 0)
        {
          at = read_brackets (at, &key);
          if (at == NULL)
            return fail_path (path, error), NULL;
          g_strv_builder_add (builder, key);
          continue;
        }
      if (n > 0 && *at++ != '.')
        return fail_path (path, error), NULL;
      length = strcspn (at, ".[");
      if (length == 0)
        return fail_path (path, error), NULL;
      key = g_strndup (at, length);
      g_strv_builder_add (builder, key);
      at += length;
    }
  return g_strv_builder_end (builder);
}

/* Returns FALSE if the key is a name. */
static gboolean
read_index (const char *key, gsize *index)
{
  if (*key != '[')
    return FALSE;
  *index = (gsize) g_ascii_strtoull (key + 1, NULL, 10);
  return TRUE;
}

TroupeValue *
troupe_value_place_get (TroupeValue *value, const char *const *keys)
{
  g_return_val_if_fail (keys != NULL, NULL);

  for (guint i = 0; value != NULL && keys[i] != NULL; i++)
    {
      gsize index = 0;

      if (!read_index (keys[i], &index))
        value = troupe_value_is (value, TROUPE_VALUE_MAP)
                    ? troupe_value_map_lookup_string (value, keys[i], -1)
                    : NULL;
      else
        value = troupe_value_is (value, TROUPE_VALUE_LIST) &&
                        index < troupe_value_list_get_length (value)
                    ? troupe_value_list_get (value, index)
                    : NULL;
    }
  return value;
}

TroupeValue *
troupe_value_place_set (TroupeValue *value,
                        const char *const *keys,
                        TroupeValue *part,
                        GError **error)
{
  gsize index = 0;
  TroupeValue *inner = NULL;
  g_autoptr (TroupeValue) changed = NULL;
  gboolean is_index = FALSE;

  g_return_val_if_fail (keys != NULL && part != NULL, NULL);

  if (keys[0] == NULL)
    return troupe_value_ref (part);
  is_index = read_index (keys[0], &index);
  if (value == NULL || !troupe_value_is (value, is_index ? TROUPE_VALUE_LIST : TROUPE_VALUE_MAP) ||
      (is_index && index > troupe_value_list_get_length (value)))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                   /* Translators: %s is a part of a path, such as “items” or “[3]” */
                   _ ("“%s” does not exist there."), keys[0]);
      return NULL;
    }
  if (!is_index)
    inner = troupe_value_map_lookup_string (value, keys[0], -1);
  else if (index < troupe_value_list_get_length (value))
    inner = troupe_value_list_get (value, index);
  changed = troupe_value_place_set (inner, keys + 1, part, error);
  if (changed == NULL)
    return NULL;
  if (is_index)
    {
      const gsize length = troupe_value_list_get_length (value);
      const gsize n_items = MAX (length, index + 1);
      g_autofree TroupeValue **items = g_new (TroupeValue *, n_items);

      for (gsize i = 0; i < n_items; i++)
        items[i] = troupe_value_ref (i == index ? changed : troupe_value_list_get (value, i));
      return troupe_value_new_list (items, n_items);
    }
  return troupe_value_map_with (value, keys[0], changed);
}
