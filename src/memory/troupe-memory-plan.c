/* troupe-memory-plan.c: consolidation plan of a save operation: inserts, updates and deletes
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-plan"

#include "config.h"

#include "troupe-memory-plan.h"
#include "troupe-memory-vectors.h"
#include "troupe-value-overlay.h"

void
troupe_memory_items_drop_duplicates (TroupeMemoryItem *items, guint n_items, guint dimension)
{
  g_return_if_fail (items != NULL || n_items == 0);

  for (guint i = 1; i < n_items; i++)
    for (guint j = 0; j < i && !items[i].is_dropped; j++)
      items[i].is_dropped = !items[j].is_dropped &&
                            troupe_memory_vectors_get_cosine (items[i].vector, items[j].vector,
                                                              dimension) >= TROUPE_MEMORY_DUPLICATE;
}

/* --- New records ---------------------------------------------------------------------------- */

static TroupeMemoryRecord *
make_record (const TroupeMemoryItem *item,
             const TroupeMemoryFields *fields,
             const TroupeMemoryOptions *options,
             const char *root)
{
  TroupeMemoryRecord *record = troupe_memory_record_new (item->content);
  gboolean is_asked =
      fields->scope == NULL || fields->categories == NULL || fields->importance < 0.0;
  const char *suggested = troupe_memory_get_text (item->analysis, "suggested_scope");
  static const char *const keys[] = { "entities", "dates", "topics" };
  TroupeValue *found;
  TroupeMapBuilder builder;
  g_autoptr (TroupeValue) lists = NULL;

  g_assert (item != NULL);

  g_free (record->scope);
  record->scope =
      troupe_memory_scope_join (root, fields->scope != NULL ? fields->scope : suggested);
  g_strfreev (record->categories);
  record->categories = fields->categories != NULL
                           ? g_strdupv ((char **) fields->categories)
                           : troupe_memory_get_texts (item->analysis, "categories");
  if (fields->importance >= 0.0)
    record->importance = MIN (fields->importance, 1.0);
  else
    {
      double usual = options->default_importance;
      TroupeValue *value = item->analysis != NULL
                               ? troupe_value_map_lookup_string (item->analysis, "importance", -1)
                               : NULL;
      double number = usual;

      if (value != NULL && troupe_value_is (value, TROUPE_VALUE_DOUBLE))
        number = troupe_value_get_double (value);
      else if (value != NULL && troupe_value_is (value, TROUPE_VALUE_INTEGER))
        number = (double) troupe_value_get_integer (value);
      record->importance = number >= 0.0 && number <= 1.0 ? number : usual;
    }
  troupe_value_unref (record->metadata);
  /* The entries of the given metadata come first. If the model was called, the three lists are
   * always those of the model, even if they are empty. */
  found = troupe_memory_get_map (item->analysis, "extracted_metadata");
  if (!is_asked && fields->metadata != NULL)
    record->metadata = troupe_value_ref (fields->metadata);
  else
    {
      troupe_map_builder_init (&builder);
      for (guint i = 0; is_asked && i < G_N_ELEMENTS (keys); i++)
        {
          TroupeValue *list = troupe_memory_get_list (found, keys[i]);

          troupe_map_builder_add (&builder, keys[i],
                                  list != NULL ? troupe_value_ref (list)
                                               : troupe_value_new_list (NULL, 0));
        }
      lists = troupe_map_builder_end (&builder);

      record->metadata = fields->metadata != NULL
                             ? troupe_value_map_overlay (fields->metadata, lists)
                             : g_steal_pointer (&lists);
    }
  record->source = g_strdup (fields->source);
  record->is_private = fields->is_private;

  return record;
}

/* --- Existing records ------------------------------------------------------------------------- */

static gboolean
is_deleted (const TroupeMemoryOutcome *outcome, const char *id)
{
  return g_ptr_array_find_with_equal_func (outcome->deletes, id, g_str_equal, NULL);
}

static gboolean
is_updated (const TroupeMemoryOutcome *outcome, const char *id)
{
  for (guint i = 0; i < outcome->updates->len; i++)
    if (g_str_equal (((TroupeMemoryRecord *) g_ptr_array_index (outcome->updates, i))->id, id))
      return TRUE;

  return FALSE;
}

/* Applies an action of the model. Only records that the model was shown may be changed, and only
 * the first action for a record is applied. */
static void
take_action (TroupeMemoryOutcome *outcome, TroupeMemoryItem *item, TroupeValue *action)
{
  const char *word = troupe_memory_get_text (action, "action");
  const char *content = troupe_memory_get_text (action, "new_content");
  TroupeMemoryRecord *record = NULL;
  const char *id;

  g_assert (outcome != NULL);

  id = troupe_memory_get_text (action, "record_id");
  for (guint i = 0; item->similar != NULL && i < item->similar->len; i++)
    {
      const TroupeMemoryMatch *match = g_ptr_array_index (item->similar, i);

      if (g_strcmp0 (match->record->id, id) == 0)
        {
          record = match->record;
          break;
        }
    }
  if (record == NULL || is_deleted (outcome, record->id) || is_updated (outcome, record->id))
    return;
  if (g_strcmp0 (word, "delete") == 0)
    g_ptr_array_add (outcome->deletes, g_strdup (record->id));
  else if (g_strcmp0 (word, "update") == 0 && content != NULL && *content != '\0')
    {
      TroupeMemoryRecord *copy = troupe_memory_record_copy (record);

      g_free (copy->content);
      copy->content = g_strdup (content);
      copy->accessed_us = g_get_real_time ();
      g_ptr_array_add (outcome->updates, copy);
      g_ptr_array_add (outcome->embedded, g_strdup (content));
      if (item->result == NULL)
        item->result = troupe_memory_record_ref (copy);
    }
}

TroupeMemoryOutcome *
troupe_memory_outcome_new (TroupeMemoryItem *items,
                           guint n_items,
                           const TroupeMemoryFields *fields,
                           const TroupeMemoryOptions *options,
                           const char *root)
{
  TroupeMemoryOutcome *self = g_new0 (TroupeMemoryOutcome, 1);

  g_return_val_if_fail (items != NULL || n_items == 0, self);
  g_return_val_if_fail (fields != NULL && options != NULL, self);

  self->inserts = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  self->insert_items = g_array_new (FALSE, FALSE, sizeof (guint));
  self->updates = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  self->embedded = g_ptr_array_new_with_free_func (g_free);
  self->deletes = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n_items; i++)
    {
      TroupeValue *actions = troupe_memory_get_list (items[i].plan, "actions");
      TroupeValue *value;

      if (items[i].is_dropped)
        continue;
      for (gsize j = 0; actions != NULL && j < troupe_value_list_get_length (actions); j++)
        take_action (self, &items[i], troupe_value_list_get (actions, j));
      value = items[i].plan != NULL
                  ? troupe_value_map_lookup_string (items[i].plan, "insert_new", -1)
                  : NULL;
      if (value == NULL || !troupe_value_is (value, TROUPE_VALUE_BOOLEAN) ||
          troupe_value_get_boolean (value))
        {
          g_clear_pointer (&items[i].result, troupe_memory_record_unref);
          items[i].result = make_record (&items[i], fields, options, root);
          g_ptr_array_add (self->inserts, troupe_memory_record_ref (items[i].result));
          g_array_append_val (self->insert_items, i);
        }
      else
        {
          /* The result of an item for which nothing is written is the most similar record that
           * still exists. */
          for (guint k = 0;
               items[i].result == NULL && items[i].similar != NULL && k < items[i].similar->len;
               k++)
            {
              const TroupeMemoryMatch *match = g_ptr_array_index (items[i].similar, k);

              if (!is_deleted (self, match->record->id))
                items[i].result = troupe_memory_record_ref (match->record);
            }
        }
    }

  return self;
}

void
troupe_memory_outcome_free (TroupeMemoryOutcome *self)
{
  g_ptr_array_unref (self->inserts);
  g_array_unref (self->insert_items);
  g_ptr_array_unref (self->updates);
  g_ptr_array_unref (self->embedded);
  g_ptr_array_unref (self->deletes);
  g_free (self);
}
