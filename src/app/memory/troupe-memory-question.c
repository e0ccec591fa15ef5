/* troupe-memory-question.c: query of the memory page and its result
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-question"

#include "config.h"

#include "troupe-memory-question.h"

/* Maximum number of results of a semantic search. */
#define MOST_FOUND 200u

void
troupe_memory_question_free (TroupeMemoryQuestion *self)
{
  g_return_if_fail (self != NULL);

  troupe_memory_owner_unref (self->owner);
  g_ptr_array_unref (self->owners);
  g_free (self->folder);
  g_free (self->scope);
  g_free (self->category);
  g_free (self->words);
  g_free (self->vector);
  g_free (self);
}

static void
facts_clear (gpointer data)
{
  if (data != NULL)
    troupe_source_facts_free (data);
}

void
troupe_memory_findings_free (TroupeMemoryFindings *self)
{
  g_return_if_fail (self != NULL);

  g_clear_pointer (&self->look, troupe_memory_listing_free);
  g_clear_pointer (&self->matches, g_ptr_array_unref);
  g_clear_pointer (&self->sources, g_ptr_array_unref);
  g_free (self);
}

static gboolean
look_at_records (const TroupeMemoryQuestion *self,
                 TroupeMemoryStore *store,
                 TroupeMemoryFindings *findings,
                 GError **error)
{
  const TroupeMemoryListFilter list_filter = { .scope = self->scope,
                                  .category = self->category,
                                  .words = self->words };

  g_assert (TROUPE_IS_MEMORY_STORE (store));

  findings->look = troupe_memory_listing_new (store, &list_filter, error);
  if (findings->look == NULL)
    return FALSE;
  if (self->vector == NULL)
    return TRUE;
  findings->matches = troupe_memory_service_find (store, self->owner, self->vector, self->dimension,
                                                  &list_filter, MOST_FOUND, error);
  return findings->matches != NULL;
}

static gpointer
ask_work (TroupeMemoryStore *store, gpointer data, GCancellable *cancellable, GError **error)
{
  const TroupeMemoryQuestion *self = data;
  g_autoptr (TroupeMemoryFindings) findings = g_new0 (TroupeMemoryFindings, 1);

  g_assert (self != NULL);

  if (store != NULL && !look_at_records (self, store, findings, error))
    return NULL;
  if (self->folder != NULL)
    {
      findings->sources =
          troupe_memory_service_look_at_sources (store, self->owners, self->folder, error);
      if (findings->sources == NULL)
        return NULL;
      /* Callers may steal elements, so the free function must accept NULL. */
      g_ptr_array_set_free_func (findings->sources, facts_clear);
    }
  return g_steal_pointer (&findings);
}

void
troupe_memory_question_ask_async (TroupeMemoryQuestion *question,
                                  TroupeMemoryFile *file,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_return_if_fail (question != NULL);
  g_return_if_fail (TROUPE_IS_MEMORY_FILE (file));

  troupe_memory_file_look_async (file, ask_work, question,
                                 (GDestroyNotify) troupe_memory_question_free,
                                 (GDestroyNotify) troupe_memory_findings_free, cancellable,
                                 callback, user_data);
}

TroupeMemoryFindings *
troupe_memory_question_finish (TroupeMemoryFile *file, GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (TROUPE_IS_MEMORY_FILE (file), NULL);

  return troupe_memory_file_finish (file, result, error);
}
