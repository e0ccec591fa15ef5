/* troupe-batch-look.c: queries of a batch's database and its running items
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-batch-look"

#include "config.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "troupe-batch-private.h"
#include "troupe-folder.h"

/* --- Running items ---------------------------------------------------------------------------- */

void
troupe_batch_place_free (TroupeBatchPlace *self)
{
  if (self == NULL)
    return;
  g_free (self->method);
  g_free (self);
}

GPtrArray *
troupe_batch_list_places (TroupeBatch *self)
{
  GPtrArray *places = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_batch_place_free);
  GHashTableIter iter;
  gpointer found;

  g_return_val_if_fail (TROUPE_IS_BATCH (self), places);

  g_mutex_lock (&self->lock);
  g_hash_table_iter_init (&iter, self->places);
  while (g_hash_table_iter_next (&iter, NULL, &found))
    {
      TroupeBatchPlace *place = g_memdup2 (found, sizeof (TroupeBatchPlace));

      place->method = g_strdup (place->method);
      g_ptr_array_add (places, place);
    }
  g_mutex_unlock (&self->lock);
  return places;
}

/* --- Database --------------------------------------------------------------------------------- */

typedef struct
{
  TroupeBatchLookFunc func;
  gpointer data;
  GDestroyNotify free_data;
  GDestroyNotify free_result;
} Look;

static void
look_free (gpointer data)
{
  Look *look = data;

  if (look->free_data != NULL)
    look->free_data (look->data);
  g_free (look);
}

static void
answer (GTask *task, TroupeBatchStore *store)
{
  Look *look = g_task_get_task_data (task);
  GError *error = NULL;
  gpointer result;

  g_assert (G_IS_TASK (task));

  if (g_task_return_error_if_cancelled (task))
    return;
  result = look->func (store, look->data, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, result, look->free_result);
}

static gboolean
has_database (TroupeStoreFolder *folder)
{
  return faccessat (troupe_store_folder_get_descriptor (folder), "batch.db", F_OK,
                    AT_SYMLINK_NOFOLLOW) == 0;
}

/* The lock ensures that only one thread at a time opens the database. */
static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  TroupeBatch *self = TROUPE_BATCH (source);
  g_autoptr (TroupeStoreFolder) folder = NULL;
  GError *error = NULL;
  TroupeBatchStore *store;

  g_assert (G_IS_TASK (task));

  folder = troupe_batch_open_folder (self, FALSE, &error);
  if (folder != NULL && !has_database (folder))
    error =
        g_error_new (G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _ ("No batch found in “%s”."), self->folder);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  g_mutex_lock (&self->look_lock);
  store = troupe_batch_store_open (folder, self->folder, &error);
  if (store != NULL)
    answer (task, store);
  else
    g_task_return_error (task, error);
  troupe_batch_store_close (store);
  g_mutex_unlock (&self->look_lock);
}

void
troupe_batch_look_async (TroupeBatch *self,
                         TroupeBatchLookFunc func,
                         gpointer data,
                         GDestroyNotify free_data,
                         GDestroyNotify free_result,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer user_data)
{
  Look *look;
  GTask *task;
  gboolean has_thread;

  g_return_if_fail (TROUPE_IS_BATCH (self));
  g_return_if_fail (func != NULL);

  look = g_new0 (Look, 1);
  look->func = func;
  look->data = data;
  look->free_data = free_data;
  look->free_result = free_result;
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_batch_look_async);
  g_task_set_task_data (task, look, look_free);
  g_mutex_lock (&self->lock);
  has_thread = self->has_thread;
  if (has_thread)
    g_queue_push_tail (&self->looks, g_object_ref (task));
  g_mutex_unlock (&self->lock);
  if (has_thread)
    g_main_context_wakeup (self->context);
  else
    g_task_run_in_thread (task, look_thread);
  g_object_unref (task);
}

gpointer
troupe_batch_look_finish (TroupeBatch *self, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_BATCH (self), NULL);
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static GTask *
take_next (TroupeBatch *self)
{
  GTask *task;

  g_assert (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  task = g_queue_pop_head (&self->looks);
  g_mutex_unlock (&self->lock);
  return task;
}

void
troupe_batch_answer_looks (TroupeBatch *self)
{
  GTask *task;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  while ((task = take_next (self)) != NULL)
    {
      answer (task, self->store);
      g_object_unref (task);
    }
}

void
troupe_batch_end_looks (TroupeBatch *self)
{
  GTask *task;

  g_return_if_fail (TROUPE_IS_BATCH (self));

  g_mutex_lock (&self->lock);
  self->has_thread = FALSE;
  g_mutex_unlock (&self->lock);
  while ((task = take_next (self)) != NULL)
    {
      g_task_run_in_thread (task, look_thread);
      g_object_unref (task);
    }
}

TroupeBatchFolder
troupe_batch_look_at_results (const char *out)
{
  g_autofree char *rest = troupe_batch_get_shard_folder ("state", 0, 1);
  g_autofree char *inputs = NULL;
  g_autoptr (TroupeStoreFolder) folder = NULL;
  TroupeBatchStore *store;
  TroupeBatchCounts counts = { 0 };
  gboolean is_finished;
  int base, descriptor;

  g_return_val_if_fail (out != NULL, TROUPE_BATCH_FOLDER_EMPTY);

  base = open (out, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (base < 0)
    return TROUPE_BATCH_FOLDER_EMPTY;
  descriptor = troupe_folder_open_beneath (base, rest, O_RDONLY | O_DIRECTORY, FALSE, NULL);
  close (base);
  folder = descriptor >= 0 ? troupe_store_folder_new (descriptor, NULL) : NULL;
  if (folder == NULL || !has_database (folder))
    return TROUPE_BATCH_FOLDER_EMPTY;
  store = troupe_batch_store_open (folder, out, NULL);
  if (store == NULL)
    return TROUPE_BATCH_FOLDER_UNFINISHED;
  inputs = troupe_batch_store_get (store, TROUPE_BATCH_STORE_INPUTS);
  /* Items that failed temporarily are retried when the batch is resumed. */
  is_finished = inputs != NULL && troupe_batch_store_count (store, &counts, NULL) &&
                counts.n_items[TROUPE_BATCH_ITEM_WAITING] == 0 &&
                counts.n_items[TROUPE_BATCH_ITEM_TEMPORARY] == 0;
  troupe_batch_store_close (store);
  return is_finished ? TROUPE_BATCH_FOLDER_FINISHED : TROUPE_BATCH_FOLDER_UNFINISHED;
}
