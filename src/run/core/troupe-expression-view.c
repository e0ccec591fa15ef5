/* troupe-expression-view.c: conversion of state values for expressions
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-expression-view"

#include "config.h"

#include <string.h>

#include "troupe-expression-view.h"
#include "troupe-limits.h"

/* Returns TRUE for a date with a time, which is a timestamp in expressions; FALSE for a date or
 * a time alone. */
static gboolean
is_moment (TroupeValue *value)
{
  return troupe_value_is (value, TROUPE_VALUE_DATE) &&
         strchr (troupe_value_get_string (value, NULL), 'T') != NULL;
}

static gboolean
is_unusable (TroupeValue *value, guint depth)
{
  if (troupe_value_is (value, TROUPE_VALUE_BIG_INTEGER) ||
      (troupe_value_is (value, TROUPE_VALUE_DATE) && !is_moment (value)))
    return TRUE;
  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
      {
        if (is_unusable (troupe_value_list_get (value, i), depth + 1))
          return TRUE;
      }
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
      {
        if (is_unusable (troupe_value_map_get_value (value, i), depth + 1))
          return TRUE;
      }
  return FALSE;
}

/**
 * troupe_expression_view_is_unusable:
 *
 * Returns: TRUE if @value contains an integer or a date for which expressions have no type
 */
gboolean
troupe_expression_view_is_unusable (TroupeValue *value)
{
  return is_unusable (value, 0);
}

/**
 * troupe_expression_view_find_unusable:
 *
 * Returns: (transfer full) (nullable): the field of the state that makes every expression fail,
 * because it contains an integer beyond 64 bits or a date (doc/flow-semantics.md §6)
 */
char *
troupe_expression_view_find_unusable (TroupeValue *state)
{
  for (gsize i = 0; i < troupe_value_map_get_size (state); i++)
    {
      TroupeValue *key = troupe_value_map_get_key (state, i);

      if (is_unusable (troupe_value_map_get_value (state, i), 1))
        return troupe_value_is (key, TROUPE_VALUE_STRING)
                   ? g_strdup (troupe_value_get_string (key, NULL))
                   : troupe_value_to_json (key, TROUPE_JSON_COMPACT);
    }
  return NULL;
}

static gboolean
has_moment (TroupeValue *value, guint depth)
{
  gboolean found = is_moment (value);

  if (depth > TROUPE_LIMIT_NESTING)
    return FALSE;
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    for (gsize i = 0; !found && i < troupe_value_list_get_length (value); i++)
      found = has_moment (troupe_value_list_get (value, i), depth + 1);
  if (troupe_value_is (value, TROUPE_VALUE_MAP))
    for (gsize i = 0; !found && i < troupe_value_map_get_size (value); i++)
      found = has_moment (troupe_value_map_get_value (value, i), depth + 1);
  return found;
}

/* (transfer full) */
static TroupeValue *
make_seen (TroupeValue *value, guint depth)
{
  g_autofree TroupeValue **items = NULL;
  TroupeMapBuilder builder;

  if (is_moment (value))
    {
      const char *text = troupe_value_get_string (value, NULL);
      g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
      g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (text, utc);

      return time != NULL
                 ? troupe_value_new_timestamp_at (
                       g_date_time_to_unix (time), g_date_time_get_microsecond (time) * 1000,
                       (gint32) (g_date_time_get_utc_offset (time) / G_USEC_PER_SEC))
                 : troupe_value_new_string (text, -1);
    }
  if (depth > TROUPE_LIMIT_NESTING)
    return troupe_value_ref (value);
  if (troupe_value_is (value, TROUPE_VALUE_LIST))
    {
      items = g_new (TroupeValue *, troupe_value_list_get_length (value) + 1);
      for (gsize i = 0; i < troupe_value_list_get_length (value); i++)
        items[i] = make_seen (troupe_value_list_get (value, i), depth + 1);
      return troupe_value_new_list (items, troupe_value_list_get_length (value));
    }
  if (!troupe_value_is (value, TROUPE_VALUE_MAP))
    return troupe_value_ref (value);
  troupe_map_builder_init (&builder);
  for (gsize i = 0; i < troupe_value_map_get_size (value); i++)
    troupe_map_builder_add_key (&builder, troupe_value_ref (troupe_value_map_get_key (value, i)),
                                make_seen (troupe_value_map_get_value (value, i), depth + 1));
  return troupe_map_builder_end (&builder);
}

/**
 * troupe_expression_view_make:
 *
 * Returns: (transfer full) (nullable): the state as expressions see it, in which a date with a time
 * is a timestamp; %NULL if expressions see the state unchanged
 */
TroupeValue *
troupe_expression_view_make (TroupeValue *state)
{
  return has_moment (state, 0) ? make_seen (state, 0) : NULL;
}
