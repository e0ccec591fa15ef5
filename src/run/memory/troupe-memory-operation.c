/* troupe-memory-operation.c: single operations on the records of a memory
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-operation"

#include "config.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "troupe-base.h"
#include "troupe-memory-arguments.h"
#include "troupe-memory-lines.h"
#include "troupe-memory-operation.h"

#define DAY_US (24 * 3600 * (double) G_USEC_PER_SEC)
#define LIST_LIMIT 200u

TroupeValue *
troupe_memory_operation_make_texts (const char *const *texts)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  for (guint i = 0; texts != NULL && texts[i] != NULL; i++)
    g_ptr_array_add (items, troupe_value_new_string (texts[i], -1));

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

TroupeValue *
troupe_memory_operation_make_record (TroupeMemoryOperation *self, const TroupeMemoryRecord *record)
{
  return troupe_memory_record_to_value (record, self->is_whole ? TROUPE_MEMORY_LINE_WITH_TIME
                                                               : TROUPE_MEMORY_LINE_PLAIN);
}

static TroupeValue *
reasons_to_value (TroupeMemoryReasons reasons)
{
  const char *words[4] = { NULL };
  guint n = 0;

  if ((reasons & TROUPE_MEMORY_REASON_IMPORTANCE) != 0)
    words[n++] = "importance";
  if ((reasons & TROUPE_MEMORY_REASON_RECENCY) != 0)
    words[n++] = "recency";
  if ((reasons & TROUPE_MEMORY_REASON_SEMANTIC) != 0)
    words[n++] = "semantic";

  return troupe_memory_operation_make_texts (words);
}

TroupeValue *
troupe_memory_operation_make_match (TroupeMemoryOperation *self, const TroupeMemoryMatch *match)
{
  const TroupeMemoryRecord *record = match->record;
  TroupeMapBuilder builder;

  g_assert (match != NULL);

  troupe_map_builder_init (&builder);
  if (self->is_whole)
    troupe_map_builder_add (&builder, "id", troupe_value_new_string (record->id, -1));
  troupe_map_builder_add (&builder, "content", troupe_value_new_string (record->content, -1));
  troupe_map_builder_add (&builder, "score",
                          troupe_value_new_double (round (match->score * 1000.0) / 1000.0));
  troupe_map_builder_add (&builder, "scope", troupe_value_new_string (record->scope, -1));
  troupe_map_builder_add (&builder, "reasons", reasons_to_value (match->reasons));
  if (match->evidence_gaps != NULL)
    troupe_map_builder_add (&builder, "evidence_gaps",
                            troupe_memory_operation_make_texts (
                                (const char *const *) match->evidence_gaps));

  return troupe_map_builder_end (&builder);
}

TroupeMemoryRecord *
troupe_memory_operation_find_record (TroupeMemoryOperation *self, GError **error)
{
  const char *id = NULL;
  const char *has = NULL;
  const char *ids[] = { NULL, NULL };
  TroupeMemoryFilter filter = { .is_all = TRUE };
  g_autoptr (GPtrArray) records = NULL;

  g_assert (self != NULL);

  if (!troupe_memory_arguments_get_text (self->args, "record_id", &id, error) ||
      !troupe_memory_arguments_get_text (self->args, "has", &has, error))
    return NULL;
  if (id == NULL && has == NULL)
    {
      troupe_memory_arguments_refuse (error, "record_id", _ ("a string"));
      return NULL;
    }
  ids[0] = id;
  if (id != NULL)
    filter.ids = ids;
  records =
      troupe_memory_store_list (self->store, TROUPE_MEMORY_SPACE, &filter, 0, G_MAXINT32, error);
  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    {
      TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      if (id != NULL || strstr (record->content, has) != NULL)
        return troupe_memory_record_ref (record);
    }
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
               /* Translators: %s is the id of a record, or a part of its text */
               _ ("The record “%s” does not exist."), id != NULL ? id : has);

  return NULL;
}

TroupeValue *
troupe_memory_operation_backdate (TroupeMemoryOperation *self, GError **error)
{
  g_autoptr (TroupeMemoryRecord) found = troupe_memory_operation_find_record (self, error);
  g_autoptr (TroupeMemoryRecord) record = NULL;
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  const TroupeMemoryChange change = { .updates = updates };
  double days = 0.0;

  g_assert (self != NULL);

  if (found == NULL || !troupe_memory_arguments_get_number (self->args, "days", &days, error))
    return NULL;
  record = troupe_memory_record_copy (found);
  record->created_us -= (gint64) (CLAMP (days, -36500.0, 36500.0) * DAY_US);
  g_ptr_array_add (updates, record);

  return troupe_memory_store_change (self->store, TROUPE_MEMORY_SPACE, &change, error)
             ? troupe_value_new_boolean (TRUE)
             : NULL;
}

TroupeValue *
troupe_memory_operation_forget (TroupeMemoryOperation *self, GError **error)
{
  TroupeMemoryFilter filter = { .is_all = TRUE };
  g_autofree char *below = NULL;
  g_auto (GStrv) categories = NULL;
  g_auto (GStrv) ids = NULL;
  const char *scope = NULL;
  const char *older = NULL;
  guint n_removed = 0;

  g_assert (self != NULL);

  if (!troupe_memory_arguments_get_text (self->args, "scope", &scope, error) ||
      !troupe_memory_arguments_get_texts (self->args, "categories", &categories, error) ||
      !troupe_memory_arguments_get_texts (self->args, "record_ids", &ids, error) ||
      !troupe_memory_arguments_get_map (self->args, "metadata_filter", &filter.metadata, error) ||
      !troupe_memory_arguments_get_text (self->args, "older_than", &older, error))
    return NULL;
  if (older != NULL && !troupe_memory_read_time (older, &filter.created_to_us))
    {
      troupe_memory_arguments_refuse (error, "older_than",
                                      _ ("a time such as 2026-11-24T08:30:00Z"));
      return NULL;
    }
  if (older != NULL)
    filter.created_to_us--;
  below = troupe_memory_scope_join (self->root, scope);
  filter.scope = below;
  filter.categories =
      categories != NULL && categories[0] != NULL ? (const char *const *) categories : NULL;
  filter.ids = ids != NULL && ids[0] != NULL ? (const char *const *) ids : NULL;

  return troupe_memory_store_remove (self->store, TROUPE_MEMORY_SPACE, &filter, &n_removed, error)
             ? troupe_value_new_integer (n_removed)
             : NULL;
}

/* Deletes all records, so that a different embedder can be used. */
TroupeValue *
troupe_memory_operation_reset_all (TroupeMemoryOperation *self, GError **error)
{
  g_assert (self != NULL);

  return troupe_memory_store_reset (self->store, TROUPE_MEMORY_SPACE, error)
             ? troupe_value_new_null ()
             : NULL;
}

TroupeValue *
troupe_memory_operation_reset (TroupeMemoryOperation *self, GError **error)
{
  const char *scope = NULL;
  g_autofree char *below = NULL;
  TroupeMemoryFilter filter = { .is_all = TRUE };

  g_assert (self != NULL);

  if (!troupe_memory_arguments_get_text (self->args, "scope", &scope, error))
    return NULL;
  if (scope == NULL && self->root == NULL)
    return troupe_memory_operation_reset_all (self, error);
  below = troupe_memory_scope_join (self->root, scope);
  filter.scope = below;

  return troupe_memory_store_remove (self->store, TROUPE_MEMORY_SPACE, &filter, NULL, error)
             ? troupe_value_new_null ()
             : NULL;
}

TroupeValue *
troupe_memory_operation_list_records (TroupeMemoryOperation *self, GError **error)
{
  const char *scope = NULL;
  g_autofree char *below = NULL;
  TroupeMemoryFilter filter = { .is_all = TRUE };
  guint limit = LIST_LIMIT;
  guint offset = 0;
  g_autoptr (GPtrArray) records = NULL;
  g_autoptr (GPtrArray) items = g_ptr_array_new ();

  g_assert (self != NULL);

  if (!troupe_memory_arguments_get_text (self->args, "scope", &scope, error) ||
      !troupe_memory_arguments_get_count (self->args, "limit", 0, &limit, error) ||
      !troupe_memory_arguments_get_count (self->args, "offset", 0, &offset, error))
    return NULL;
  below = troupe_memory_scope_join (self->root, scope);
  filter.scope = below;
  records =
      troupe_memory_store_list (self->store, TROUPE_MEMORY_SPACE, &filter, offset, limit, error);
  if (records == NULL)
    return NULL;
  for (guint i = 0; i < records->len; i++)
    {
      const TroupeMemoryRecord *record = g_ptr_array_index (records, i);

      g_ptr_array_add (items, self->is_whole ? troupe_memory_operation_make_record (self, record)
                                             : troupe_value_new_string (record->content, -1));
    }

  return troupe_value_new_list ((TroupeValue **) items->pdata, items->len);
}

TroupeValue *
troupe_memory_operation_get_record (TroupeMemoryOperation *self, GError **error)
{
  g_autoptr (TroupeMemoryRecord) record = troupe_memory_operation_find_record (self, error);

  g_assert (self != NULL);

  return record != NULL ? troupe_memory_record_to_value (record, TROUPE_MEMORY_LINE_WITH_TIME)
                        : NULL;
}

/* Resolves `path` to a scope without a trailing slash. @scope: (transfer full) (nullable) */
static gboolean
find_path (TroupeMemoryOperation *self, char **scope, GError **error)
{
  const char *path = NULL;

  g_assert (self != NULL);

  if (!troupe_memory_arguments_get_text (self->args, "path", &path, error))
    return FALSE;
  *scope = troupe_memory_scope_join (self->root, path);
  for (gsize n = strlen (*scope); n > 1 && (*scope)[n - 1] == '/'; n--)
    (*scope)[n - 1] = '\0';

  return TRUE;
}

TroupeValue *
troupe_memory_operation_list_scopes (TroupeMemoryOperation *self, GError **error)
{
  g_autofree char *scope = NULL;
  g_autoptr (TroupeMemoryInfo) info = NULL;

  g_assert (self != NULL);

  if (!find_path (self, &scope, error))
    return NULL;
  info = troupe_memory_store_get_info (self->store, TROUPE_MEMORY_SPACE, scope, error);

  return info != NULL ? troupe_memory_operation_make_texts ((const char *const *) info->children)
                      : NULL;
}

TroupeValue *
troupe_memory_operation_info (TroupeMemoryOperation *self, GError **error)
{
  g_autofree char *scope = NULL;
  g_autoptr (TroupeMemoryInfo) info = NULL;
  TroupeMapBuilder builder;

  g_assert (self != NULL);

  if (!find_path (self, &scope, error))
    return NULL;
  info = troupe_memory_store_get_info (self->store, TROUPE_MEMORY_SPACE, scope, error);
  if (info == NULL)
    return NULL;
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (&builder, "path",
                          troupe_value_new_string (scope != NULL ? scope : "/", -1));
  troupe_map_builder_add (&builder, "record_count", troupe_value_new_integer (info->n_records));
  troupe_map_builder_add (&builder, "categories",
                          troupe_memory_operation_make_texts (
                              (const char *const *) info->categories));
  troupe_map_builder_add (&builder, "child_scopes",
                          troupe_memory_operation_make_texts (
                              (const char *const *) info->children));

  return troupe_map_builder_end (&builder);
}

TroupeValue *
troupe_memory_operation_tree (TroupeMemoryOperation *self, GError **error)
{
  g_autofree char *scope = NULL;
  g_autofree char *text = NULL;

  g_assert (self != NULL);

  if (!find_path (self, &scope, error))
    return NULL;
  text = troupe_memory_store_draw_tree (self->store, scope, error);

  return text != NULL ? troupe_value_new_string (text, -1) : NULL;
}

TroupeValue *
troupe_memory_operation_list_categories (TroupeMemoryOperation *self, GError **error)
{
  g_autofree char *scope = NULL;

  g_assert (self != NULL);

  if (!find_path (self, &scope, error))
    return NULL;

  return troupe_memory_store_count_categories (self->store, TROUPE_MEMORY_SPACE, scope, error);
}

TroupeValue *
troupe_memory_operation_nothing (TroupeMemoryOperation *self G_GNUC_UNUSED,
                                 GError **error G_GNUC_UNUSED)
{
  return troupe_value_new_null ();
}
