/* troupe-memory-origin.c: finds the run that created a memory record
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-memory-origin"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-memory-origin.h"
#include "troupe-memory-texts.h"
#include "troupe-store-document.h"

typedef struct
{
  TroupeServices *application;    /* (nullable) */
  char *document;                 /* (nullable) */
  TroupeMemoryRecord *record;
  gint64 started_us; /* start of the run; 0 if none was found */
  char *run;         /* (nullable) */
  GCancellable *cancellable;
  TroupeMemoryOriginFunc func;
  gpointer user_data;
  GDestroyNotify destroy;
} Learnt;

static void
learnt_free (Learnt *self)
{
  g_clear_object (&self->application);
  g_free (self->document);
  g_free (self->run);
  troupe_memory_record_unref (self->record);
  g_object_unref (self->cancellable);
  if (self->destroy != NULL)
    self->destroy (self->user_data);
  g_free (self);
}

static void
find_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Learnt *self = task_data;
  const TroupeDocumentIdentity document = { .path = self->document };
  TroupeStore *store =
      self->application != NULL ? troupe_services_find_store (self->application) : NULL;
  g_autoptr (GPtrArray) runs = NULL;

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    runs = troupe_store_list_runs_of (store, &document, 0, NULL);
  for (guint i = 0; runs != NULL && i < runs->len && self->started_us == 0; i++)
    {
      const TroupeRunRecord *run = g_ptr_array_index (runs, i);
      gint64 moment_us = self->record->created_us;

      if (run->started_us <= moment_us && (run->ended_us == 0 || run->ended_us >= moment_us))
        {
          self->started_us = run->started_us;
          self->run = g_strdup (run->id);
        }
    }
  g_task_return_boolean (task, TRUE);
}

static void
found_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Learnt *self = user_data;
  const gint64 now = g_get_real_time ();
  g_autofree char *who = troupe_memory_names_name (self->record->scope);
  g_autofree char *moment = NULL;
  g_autofree char *text = NULL;

  g_assert (G_IS_TASK (result));

  if (!g_cancellable_is_cancelled (self->cancellable))
    {
      moment = troupe_memory_text_moment (
          self->started_us != 0 ? self->started_us : self->record->created_us, now);
      /* Translators: the agent or crew that remembers the record, and when the run that created
       * it started */
      text = g_strdup_printf (self->started_us != 0 ? _ ("%s, run of %s") : "%s, %s", who, moment);
      self->func (self->record, text, self->run, self->user_data);
    }
  learnt_free (self);
}

void
troupe_memory_origin_find (const char *document,
                           TroupeMemoryRecord *record,
                           GCancellable *cancellable,
                           TroupeMemoryOriginFunc func,
                           gpointer user_data,
                           GDestroyNotify destroy)
{
  g_autoptr (GTask) task = NULL;
  Learnt *self;

  g_return_if_fail (record != NULL && func != NULL);
  g_return_if_fail (G_IS_CANCELLABLE (cancellable));

  self = g_new0 (Learnt, 1);
  if (troupe_services_get () != NULL)
    self->application = g_object_ref (troupe_services_get ());
  self->document = g_strdup (document);
  self->record = troupe_memory_record_ref (record);
  self->cancellable = g_object_ref (cancellable);
  self->func = func;
  self->user_data = user_data;
  self->destroy = destroy;
  task = g_task_new (NULL, NULL, found_cb, self);
  g_task_set_source_tag (task, troupe_memory_origin_find);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, find_thread);
}
