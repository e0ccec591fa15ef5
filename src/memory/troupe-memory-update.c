/* troupe-memory-update.c: updating of a memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-update"

#include "config.h"

#include "troupe-memory-private.h"

typedef struct
{
  TroupeMemoryRecord *record;
  TroupeEmbeddings *embeddings; /* (nullable): NULL if the content is unchanged */
  TroupeEmbedder *embedder;
} Update;

static void
update_free (gpointer data)
{
  Update *update = data;

  troupe_memory_record_unref (update->record);
  g_clear_pointer (&update->embeddings, troupe_embeddings_free);
  g_object_unref (update->embedder);
  g_free (update);
}

static gpointer
update_work (TroupeMemoryStore *store, gpointer data, GError **error)
{
  Update *update = data;
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  TroupeMemoryChange change = { .updates = updates };

  g_ptr_array_add (updates, update->record);
  if (update->embeddings != NULL)
    {
      change.update_vectors = update->embeddings->vectors;
      change.dimension = update->embeddings->dimension;
      change.embedder = troupe_embedder_get_model (update->embedder);
    }

  return GINT_TO_POINTER (troupe_memory_store_change (store, TROUPE_MEMORY_SPACE, &change, error));
}

static void
updated_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Update *update = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  troupe_memory_store_run_finish (TROUPE_MEMORY_STORE (object), result, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, troupe_memory_record_ref (update->record),
                           (GDestroyNotify) troupe_memory_record_unref);
}

/* @task: (transfer full) */
static void
write_update (GTask *task)
{
  TroupeMemory *self = g_task_get_source_object (task);

  g_assert (TROUPE_IS_MEMORY (self));

  troupe_memory_store_run_async (self->shared->store, update_work, g_task_get_task_data (task),
                                 NULL, NULL, g_task_get_cancellable (task), updated_cb, task);
}

static void
embedded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Update *update = g_task_get_task_data (task);
  GError *error = NULL;

  g_assert (G_IS_TASK (task));

  update->embeddings = troupe_embedder_embed_finish (TROUPE_EMBEDDER (object), result, &error);
  if (update->embeddings == NULL)
    g_task_return_error (task, error);
  else
    write_update (g_steal_pointer (&task));
}

void
troupe_memory_update_async (TroupeMemory *self,
                            TroupeMemoryRecord *record,
                            const char *content,
                            const TroupeMemoryFields *fields,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Update *update;

  g_return_if_fail (TROUPE_IS_MEMORY (self));
  g_return_if_fail (record != NULL);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_memory_update_async);
  if (self->is_read_only)
    {
      g_task_return_pointer (task, troupe_memory_record_ref (record),
                             (GDestroyNotify) troupe_memory_record_unref);
      return;
    }
  update = g_new0 (Update, 1);
  update->record = troupe_memory_record_copy (record);
  update->record->accessed_us = g_get_real_time ();
  update->embedder = g_object_ref (self->shared->embedder);
  g_task_set_task_data (task, update, update_free);
  if (fields != NULL)
    {
      TroupeMemoryRecord *changed = update->record;

      if (fields->scope != NULL)
        {
          g_free (changed->scope);
          changed->scope = troupe_memory_scope_join (self->root, fields->scope);
        }
      if (fields->categories != NULL)
        {
          g_strfreev (changed->categories);
          changed->categories = g_strdupv ((char **) fields->categories);
        }
      if (fields->importance >= 0.0)
        changed->importance = MIN (fields->importance, 1.0);
      if (fields->metadata != NULL)
        {
          troupe_value_unref (changed->metadata);
          changed->metadata = troupe_value_ref (fields->metadata);
        }
    }
  if (content != NULL)
    {
      const char *const texts[] = { content, NULL };

      g_free (update->record->content);
      update->record->content = g_strdup (content);
      troupe_embedder_embed_async (self->shared->embedder, texts, TROUPE_EMBED_DOCUMENT,
                                   cancellable, embedded_cb, g_steal_pointer (&task));
    }
  else
    write_update (g_steal_pointer (&task));
}

TroupeMemoryRecord *
troupe_memory_update_finish (TroupeMemory *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
