/* troupe-source-run.c: shows which knowledge sources a run is reading
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-source-run"

#include "config.h"

#include "troupe-source-run.h"

static guint
get_count (TroupeValue *map, const char *key)
{
  TroupeValue *value = map != NULL && troupe_value_is (map, TROUPE_VALUE_MAP)
                           ? troupe_value_map_lookup_string (map, key, -1)
                           : NULL;

  return value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER)
             ? (guint) CLAMP (troupe_value_get_integer (value), 0, G_MAXINT)
             : 0;
}

static void
walk (const TroupeSpan *span, TroupeSourceTable *table, gboolean *has_ended)
{
  const char *collection = NULL;

  g_assert (TROUPE_IS_SOURCE_TABLE (table));

  if (span->kind == TROUPE_SCOPE_KNOWLEDGE)
    {
      TroupeValue *value =
          span->given != NULL && troupe_value_is (span->given, TROUPE_VALUE_MAP) &&
                  troupe_value_map_lookup_string (span->given, "sources", -1) != NULL
              ? troupe_value_map_lookup_string (span->given, "collection", -1)
              : NULL;

      collection = value != NULL && troupe_value_is (value, TROUPE_VALUE_STRING)
                       ? troupe_value_get_string (value, NULL)
                       : NULL;
    }
  if (collection != NULL)
    {
      const gboolean is_read = troupe_span_is_under_way (span);

      if (troupe_source_table_set_run (table, collection, is_read, get_count (span->news, "done"),
                                       get_count (span->news, "pieces")) &&
          !is_read)
        *has_ended = TRUE;
    }
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    walk (g_ptr_array_index (span->children, i), table, has_ended);
}

gboolean
troupe_source_run_show (TroupeSourceTable *table, TroupeTrace *trace)
{
  const TroupeSpan *run;
  gboolean has_ended = FALSE;

  g_return_val_if_fail (TROUPE_IS_SOURCE_TABLE (table), FALSE);
  g_return_val_if_fail (TROUPE_IS_TRACE (trace), FALSE);

  run = troupe_trace_get_run (trace);
  if (run != NULL)
    walk (run, table, &has_ended);

  return has_ended;
}
