/* troupe-wire-value.c: helpers to build JSON values for requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-wire-value"

#include "config.h"

#include "troupe-llm-wire.h"
#include "troupe-wire-value.h"

TroupeValue *
troupe_wire_new_text (const char *text)
{
  return text != NULL ? troupe_value_new_string (text, -1) : NULL;
}

TroupeValue *
troupe_wire_new_map (const char *key, ...)
{
  TroupeMapBuilder builder;
  va_list arguments;

  troupe_map_builder_init (&builder);
  va_start (arguments, key);
  while (key != NULL)
    {
      TroupeValue *value = va_arg (arguments, TroupeValue *);

      if (value != NULL)
        troupe_map_builder_add (&builder, key, value);
      key = va_arg (arguments, const char *);
    }
  va_end (arguments);

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_wire_end_list (GPtrArray *items)
{
  TroupeValue *list = troupe_value_new_list ((TroupeValue **) items->pdata, items->len);

  g_ptr_array_set_free_func (items, NULL);
  g_ptr_array_set_size (items, 0);

  return list;
}

void
troupe_wire_add_text (TroupeMapBuilder *builder, const char *key, const char *text)
{
  if (text != NULL)
    troupe_map_builder_add (builder, key, troupe_value_new_string (text, -1));
}

void
troupe_wire_add_setting (TroupeMapBuilder *builder,
                         const char *key,
                         TroupeValue *map,
                         const char *name)
{
  TroupeValue *value = troupe_llm_wire_get (map, name);

  if (value != NULL && !troupe_value_is (value, TROUPE_VALUE_NULL))
    troupe_map_builder_add (builder, key, troupe_value_ref (value));
}

void
troupe_wire_add_entries (TroupeMapBuilder *builder, TroupeValue *map)
{
  for (gsize i = 0; map != NULL && i < troupe_value_map_get_size (map); i++)
    troupe_map_builder_add_key (builder, troupe_value_ref (troupe_value_map_get_key (map, i)),
                                troupe_value_ref (troupe_value_map_get_value (map, i)));
}

TroupeValue *
troupe_wire_pick (TroupeValue *map, const char *const *names)
{
  TroupeMapBuilder builder;

  troupe_map_builder_init (&builder);
  for (guint i = 0; names[i] != NULL; i++)
    troupe_wire_add_setting (&builder, names[i], map, names[i]);

  return troupe_map_builder_end (&builder);
}
