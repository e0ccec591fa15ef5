/* troupe-crew-relocate.c: a crew in a folder of its own, whose Python code is in that folder
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-relocate"

#include "config.h"

#include <string.h>

#include "troupe-base.h"
#include "troupe-crew-private.h"

#define CUSTOM "custom:"

static TroupeValue *relocate (TroupeValue *value, const char *key, const char *folder);

static TroupeValue *
relocate_map (TroupeValue *map, const char *folder)
{
  const gboolean is_reference = troupe_value_map_get_size (map) == 1;
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (map, i);
      TroupeValue *value = troupe_value_map_get_value (map, i);
      const char *name =
          troupe_value_is (key, TROUPE_VALUE_STRING) ? troupe_value_get_string (key, NULL) : "";

      /* Inputs are data, whatever their names. */
      if (g_str_equal (name, "inputs") || (g_str_equal (name, "python") && !is_reference))
        value = troupe_value_ref (value);
      else
        value = relocate (value, name, folder);
      troupe_map_builder_add_key (&builder, troupe_value_ref (key), value);
    }
  return troupe_map_builder_end (&builder);
}

/* @key: of the value, or of the list that contains it. (transfer full) */
static TroupeValue *
relocate (TroupeValue *value, const char *key, const char *folder)
{
  const char *text = NULL;

  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    return relocate_map (value, folder);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      const gsize n_items = troupe_value_list_get_length (value);
      g_autofree TroupeValue **items = g_new (TroupeValue *, n_items + 1);

      for (gsize i = 0; i < n_items; i++)
        items[i] = relocate (troupe_value_list_get (value, i), key, folder);
      return troupe_value_new_list (items, n_items);
    }
  if (!troupe_value_is (value, TROUPE_VALUE_STRING))
    return troupe_value_ref (value);
  text = troupe_value_get_string (value, NULL);
  if (g_str_equal (key, "python"))
    return troupe_value_take_string (g_strdup_printf ("%s/%s", folder, text), -1);
  if (g_str_equal (key, "tools") && g_str_has_prefix (text, CUSTOM))
    return troupe_value_take_string (
        g_strdup_printf (CUSTOM "%s/%s", folder, text + strlen (CUSTOM)), -1);
  return troupe_value_ref (value);
}

TroupeCrew *
troupe_crew_relocate (TroupeCrew *self, const char *folder, GError **error)
{
  g_autoptr (TroupeValue) definition = NULL;
  g_autoptr (TroupeValue) relocated = NULL;

  g_return_val_if_fail (self != NULL && folder != NULL, NULL);

  definition = troupe_crew_to_definition (self);
  relocated = relocate (definition, "", folder);
  /* Most crews have no code. */
  if (troupe_value_equal (definition, relocated))
    return troupe_crew_ref (self);
  return troupe_crew_read_relocated (relocated, error);
}
