/* troupe-value-overlay.c: shallow merge of two maps
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-value-overlay"

#include "config.h"

#include "troupe-value-overlay.h"

static void
add_all (TroupeMapBuilder *builder, TroupeValue *map)
{
  g_assert (builder != NULL);

  for (gsize i = 0; i < troupe_value_map_get_size (map); i++)
    troupe_map_builder_add_key (builder, troupe_value_ref (troupe_value_map_get_key (map, i)),
                                troupe_value_ref (troupe_value_map_get_value (map, i)));
}

TroupeValue *
troupe_value_map_overlay (TroupeValue *under, TroupeValue *over)
{
  TroupeMapBuilder builder;

  g_return_val_if_fail (under != NULL && troupe_value_is (under, TROUPE_VALUE_MAP), NULL);
  g_return_val_if_fail (over == NULL || troupe_value_is (over, TROUPE_VALUE_MAP), NULL);

  if (over == NULL || troupe_value_map_get_size (over) == 0)
    return troupe_value_ref (under);
  troupe_map_builder_init (&builder);
  add_all (&builder, under);
  add_all (&builder, over);

  return troupe_map_builder_end (&builder);
}
