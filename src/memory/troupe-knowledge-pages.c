/* troupe-knowledge-pages.c: fetches the web pages of knowledge sources
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-knowledge-pages"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-knowledge-pages.h"

/* Number of concurrent requests. It limits the load of servers, while a slow server does not
 * block the other requests. */
#define MOST_AT_ONCE 4u

/* One URL. Either @page or @error is set once the URL has been fetched. */
typedef struct
{
  char *address;
  char *stamp; /* (nullable) */
  gboolean has_stamp;
  TroupeKnowledgePage *page;
  GError *error;
} Outcome;

/* @outcomes: (element-type Outcome): in insertion order; @by_address: the same outcomes, for
 *   lookup */
struct _TroupeKnowledgePages
{
  const TroupeKnowledgeWeb *web;
  GPtrArray *outcomes;
  GHashTable *by_address;
  guint n_begun;
  guint n_ended;
};

/* User data of one fetch. */
typedef struct
{
  GTask *task;
  Outcome *outcome;
} Fetch;

static void begin_some (GTask *task);

void
troupe_knowledge_page_free (TroupeKnowledgePage *self)
{
  g_return_if_fail (self != NULL);

  g_free (self->text);
  g_free (self->stamp);
  g_clear_pointer (&self->pdf, g_bytes_unref);
  g_free (self);
}

static void
outcome_free (gpointer data)
{
  Outcome *outcome = data;

  g_assert (outcome != NULL);

  g_free (outcome->address);
  g_free (outcome->stamp);
  g_clear_pointer (&outcome->page, troupe_knowledge_page_free);
  g_clear_error (&outcome->error);
  g_free (outcome);
}

TroupeKnowledgePages *
troupe_knowledge_pages_new (const TroupeKnowledgeWeb *web)
{
  TroupeKnowledgePages *self = g_new0 (TroupeKnowledgePages, 1);

  self->web = web;
  self->outcomes = g_ptr_array_new_with_free_func (outcome_free);
  self->by_address = g_hash_table_new (g_str_hash, g_str_equal);

  return self;
}

void
troupe_knowledge_pages_free (TroupeKnowledgePages *self)
{
  g_return_if_fail (self != NULL);

  g_hash_table_unref (self->by_address);
  g_ptr_array_unref (self->outcomes);
  g_free (self);
}

void
troupe_knowledge_pages_add (TroupeKnowledgePages *self, const char *address)
{
  Outcome *outcome = NULL;

  g_return_if_fail (self != NULL && address != NULL);

  if (g_hash_table_contains (self->by_address, address))
    return;
  outcome = g_new0 (Outcome, 1);
  outcome->address = g_strdup (address);
  g_ptr_array_add (self->outcomes, outcome);
  g_hash_table_insert (self->by_address, outcome->address, outcome);
}

void
troupe_knowledge_pages_set_stamp (TroupeKnowledgePages *self,
                                  const char *address,
                                  const char *stamp)
{
  Outcome *outcome = NULL;

  g_return_if_fail (self != NULL && address != NULL);

  outcome = g_hash_table_lookup (self->by_address, address);
  if (outcome == NULL)
    return;
  if (!outcome->has_stamp)
    outcome->stamp = g_strdup (stamp);
  else if (g_strcmp0 (outcome->stamp, stamp) != 0)
    g_clear_pointer (&outcome->stamp, g_free);
  outcome->has_stamp = TRUE;
}

static void
fetched_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  g_autofree Fetch *fetch = user_data;
  g_autoptr (GTask) task = fetch->task;
  TroupeKnowledgePages *self = g_task_get_task_data (task);

  g_assert (G_IS_ASYNC_RESULT (result));

  fetch->outcome->page = self->web->fetch_finish (result, &fetch->outcome->error);
  /* An unchanged page keeps its stamp, which remains valid for the next time. */
  if (fetch->outcome->page != NULL && fetch->outcome->page->is_same)
    {
      g_free (fetch->outcome->page->stamp);
      fetch->outcome->page->stamp = g_strdup (fetch->outcome->stamp);
    }
  self->n_ended++;
  if (self->n_ended == self->outcomes->len)
    {
      if (!g_task_return_error_if_cancelled (task))
        g_task_return_boolean (task, TRUE);
    }
  else
    begin_some (task);
}

static void
begin_some (GTask *task)
{
  TroupeKnowledgePages *self = g_task_get_task_data (task);

  g_assert (G_IS_TASK (task));

  while (self->n_begun < self->outcomes->len && self->n_begun - self->n_ended < MOST_AT_ONCE)
    {
      Fetch *fetch = g_new0 (Fetch, 1);

      fetch->task = g_object_ref (task);
      fetch->outcome = g_ptr_array_index (self->outcomes, self->n_begun++);
      self->web->fetch_async (fetch->outcome->address, fetch->outcome->stamp,
                              g_task_get_cancellable (task), fetched_cb, fetch);
    }
}

void
troupe_knowledge_pages_fetch_async (TroupeKnowledgePages *self,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (self != NULL);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, troupe_knowledge_pages_fetch_async);
  g_task_set_task_data (task, self, NULL);
  if (self->web == NULL || self->outcomes->len == 0)
    g_task_return_boolean (task, TRUE);
  else
    begin_some (task);
}

gboolean
troupe_knowledge_pages_fetch_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

const TroupeKnowledgePage *
troupe_knowledge_pages_find (TroupeKnowledgePages *self, const char *address, GError **error)
{
  const Outcome *outcome = NULL;

  g_return_val_if_fail (self != NULL && address != NULL, NULL);

  outcome = g_hash_table_lookup (self->by_address, address);
  if (outcome != NULL && outcome->page != NULL)
    return outcome->page;
  if (outcome != NULL && outcome->error != NULL)
    g_propagate_error (error, g_error_copy (outcome->error));
  else
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                         _ ("Web pages cannot be fetched here."));

  return NULL;
}
