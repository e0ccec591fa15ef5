/* troupe-run-edits.c: what the changes of a paused run have replaced
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-run-edits"

#include "config.h"

#include "troupe-run-edits.h"
#include "troupe-value-place.h"

/* Number of keys from which on places are counted in any order. */
#define DEEPEST 8

static gsize
count_edits (TroupeValue *edits)
{
  return edits != NULL && troupe_value_is (edits, TROUPE_VALUE_LIST)
             ? troupe_value_list_get_length (edits)
             : 0;
}

/* Returns the keys of @place that follow those of @around. (transfer none) (nullable): NULL if @place is not inside of it */
static const char *const *
find_rest (const char *const *around, const char *const *place)
{
  while (*around != NULL)
    {
      if (*place == NULL || !g_str_equal (*around, *place))
        return NULL;
      around++;
      place++;
    }
  return place;
}

/* Undoes the change in the value at the place, if the value is still what the change made of it. @is_own: (out): whether the
 * change was made at the place or around it, and not inside of it. (transfer full) (nullable) */
static TroupeValue *
undo (TroupeValue *edit, const char *const *place, TroupeValue *now, gboolean *is_own)
{
  const char *path = troupe_value_get_member_text (edit, "path");
  TroupeValue *after = troupe_value_get_member (edit, "after");
  TroupeValue *before = troupe_value_get_member (edit, "before");
  g_auto (GStrv) keys = path != NULL ? troupe_value_place_split (path, NULL) : NULL;
  const char *const *rest = keys != NULL ? find_rest ((const char *const *) keys, place) : NULL;
  TroupeValue *part = NULL;

  if (keys == NULL || after == NULL || before == NULL)
    return NULL;
  *is_own = rest != NULL;
  if (rest != NULL)
    {
      after = troupe_value_place_get (after, rest);
      before = troupe_value_place_get (before, rest);
      return after != NULL && before != NULL && troupe_value_equal (after, now)
                 ? troupe_value_ref (before)
                 : NULL;
    }
  rest = find_rest (place, (const char *const *) keys);
  part = rest != NULL ? troupe_value_place_get (now, rest) : NULL;
  return part != NULL && troupe_value_equal (after, part)
             ? troupe_value_place_set (now, rest, before, NULL)
             : NULL;
}

TroupeValue *
troupe_run_edits_find_before (TroupeValue *edits,
                              const char *path,
                              TroupeValue *now,
                              const char **by)
{
  g_auto (GStrv) keys = NULL;
  g_autoptr (TroupeValue) value = NULL;
  TroupeValue *last = NULL;

  g_return_val_if_fail (path != NULL && now != NULL, NULL);

  if (by != NULL)
    *by = NULL;
  keys = count_edits (edits) > 0 ? troupe_value_place_split (path, NULL) : NULL;
  value = troupe_value_ref (now);
  for (gsize i = count_edits (edits); keys != NULL && i > 0; i--)
    {
      TroupeValue *edit = troupe_value_list_get (edits, i - 1);
      gboolean is_own = FALSE;
      TroupeValue *before = undo (edit, (const char *const *) keys, value, &is_own);

      if (before == NULL)
        continue;
      troupe_value_unref (value);
      value = before;
      if (is_own && last == NULL)
        last = edit;
    }
  if (last == NULL || troupe_value_equal (value, now))
    return NULL;
  if (by != NULL)
    *by = troupe_value_get_member_text (last, "by");
  return g_steal_pointer (&value);
}

/* Returns TRUE if a change around the place is still there. */
static gboolean
is_inside (GPtrArray *counted, const char *const *place)
{
  for (guint i = 0; i < counted->len; i++)
    if (find_rest (g_ptr_array_index (counted, i), place) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns the present value of an edited place. (transfer none) (nullable) */
static TroupeValue *
find_now (TroupeValue *roots, const char *path, const char *const *keys)
{
  TroupeValue *now = troupe_value_get_member (roots, path);

  return now != NULL ? now : troupe_value_place_get (roots, keys);
}

guint
troupe_run_edits_count (TroupeValue *edits, TroupeValue *roots)
{
  g_autoptr (GPtrArray) counted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);

  g_return_val_if_fail (roots != NULL, 0);

  /* The places around others come first. */
  for (guint depth = 1; depth <= DEEPEST; depth++)
    for (gsize i = 0; i < count_edits (edits); i++)
      {
        const char *path = troupe_value_get_member_text (troupe_value_list_get (edits, i), "path");
        g_auto (GStrv) keys = path != NULL ? troupe_value_place_split (path, NULL) : NULL;
        TroupeValue *now = NULL;
        g_autoptr (TroupeValue) before = NULL;

        if (keys == NULL || MIN (g_strv_length (keys), DEEPEST) != depth ||
            is_inside (counted, (const char *const *) keys))
          continue;
        now = find_now (roots, path, (const char *const *) keys);
        before = now != NULL ? troupe_run_edits_find_before (edits, path, now, NULL) : NULL;
        if (before != NULL)
          g_ptr_array_add (counted, g_steal_pointer (&keys));
      }
  return counted->len;
}
