/* troupe-flow-part.c: runs of a part of a flow in its page
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-flow-part"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-flow-part.h"
#include "troupe-run-extent.h"
#include "troupe-run-fork.h"

/* A run that is prepared on a worker thread. Only the main thread unrefs the objects. */
typedef struct
{
  TroupePageContent *content;
  TroupeRunController *running;
  TroupeServices *application;
  TroupeRun *run;
  char *text;
  char *path; /* (nullable): NULL before the flow is saved, which then has the runs @unsaved */
  char **unsaved;
  char *method;
  GError *error; /* (nullable) */
} Preparation;

static void
preparation_free (Preparation *self)
{
  g_object_unref (self->content);
  g_object_unref (self->running);
  g_object_unref (self->application);
  g_object_unref (self->run);
  g_free (self->text);
  g_free (self->path);
  g_strfreev (self->unsaved);
  g_free (self->method);
  g_clear_error (&self->error);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Preparation, preparation_free)

/* Returns TRUE if the run is of a single method, which has nothing before it, or cannot be read. */
static gboolean
is_of_one_method (TroupeStore *store, const char *run_id)
{
  g_autoptr (TroupeRunRecord) record = troupe_store_get_run (store, run_id, NULL);

  return record == NULL || troupe_value_get_member (record->options, "only") != NULL;
}

/* Lets the run begin with the newest run that has reached the method, among those of a flow that was never saved. */
static void
set_from_unsaved (Preparation *self, TroupeStore *store)
{
  for (guint i = g_strv_length (self->unsaved); i > 0; i--)
    {
      g_clear_error (&self->error);
      if (!is_of_one_method (store, self->unsaved[i - 1]) &&
          (troupe_run_set_from (self->run, store, self->unsaved[i - 1], NULL, self->method,
                                &self->error) ||
           !g_error_matches (self->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_INPUT)))
        return;
    }
  g_clear_error (&self->error);
  g_set_error (&self->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
               /* Translators: %s is a method */
               _ ("No run of this flow has reached “%s” yet. Run the flow first."), self->method);
}

/* Flushes the store first, because the last steps of the other run may not have been written yet. */
static void
prepare_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Preparation *self = task_data;
  TroupeStore *store = troupe_services_find_store (self->application);

  g_assert (G_IS_TASK (task));

  if (store == NULL)
    g_set_error (&self->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                 _ ("No run of this document has been saved yet. Run it once first."));
  else if (troupe_store_flush (store, &self->error) && self->path == NULL)
    set_from_unsaved (self, store);
  else if (self->error == NULL)
    troupe_run_set_from (self->run, store, NULL, self->path, self->method, &self->error);
  g_task_return_boolean (task, TRUE);
}

static void
prepared_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Preparation) self = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self->error != NULL)
    troupe_page_content_tell (self->content, self->error->message);
  /* The page may have been closed, or another run started, in the meantime. */
  else if (troupe_run_controller_get_monitor (self->running) != NULL &&
           !troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)) &&
           !troupe_run_controller_is_starting (self->running))
    troupe_run_controller_start_run (self->running, self->run, self->text);
}

/* --- After a paused run ----------------------------------------------------------------------- */

/* A part that is run once the paused run has been stopped. */
typedef struct
{
  TroupePageContent *content; /* (nullable): weak: the page may be closed meanwhile */
  TroupeRunController *running;
  char *part;
  char *method;
} Waiting;

static void
waiting_free (gpointer data, GClosure *closure)
{
  Waiting *self = data;

  g_clear_weak_pointer (&self->content);
  g_object_unref (self->running);
  g_free (self->part);
  g_free (self->method);
  g_free (self);
}

static void
stopped_cb (TroupePageRun *run, Waiting *self)
{
  g_autofree char *part = NULL;
  g_autofree char *method = NULL;
  g_autoptr (TroupePageContent) content = NULL;
  g_autoptr (TroupeRunController) running = NULL;

  if (troupe_page_run_is_under_way (run))
    return;
  part = g_strdup (self->part);
  method = g_strdup (self->method);
  content = self->content != NULL ? g_object_ref (self->content) : NULL;
  running = g_object_ref (self->running);
  g_signal_handlers_disconnect_by_func (run, stopped_cb, self);
  /* The page may have been closed in the meantime. */
  if (content != NULL && troupe_run_controller_get_monitor (running) != NULL)
    troupe_flow_part_run (content, running, part, method);
}

/* Stops the paused run, whose results the part begins with. */
static void
stop_first (TroupePageContent *content,
            TroupeRunController *running,
            const char *part,
            const char *method)
{
  TroupePageRun *run = troupe_page_content_get_run (content);
  Waiting *waiting = NULL;

  if (!troupe_page_run_is_held (run) || troupe_page_run_is_stopping (run))
    return;
  waiting = g_new0 (Waiting, 1);
  g_set_weak_pointer (&waiting->content, content);
  waiting->running = g_object_ref (running);
  waiting->part = g_strdup (part);
  waiting->method = g_strdup (method);
  g_signal_connect_data (run, "changed", G_CALLBACK (stopped_cb), waiting, waiting_free, 0);
  troupe_page_run_stop (run);
}

void
troupe_flow_part_run (TroupePageContent *content,
                      TroupeRunController *running,
                      const char *part,
                      const char *method)
{
  TroupeRunFactory *factory;
  TroupeServices *application = troupe_services_get ();
  g_autoptr (TroupeRun) run = NULL;
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  Preparation *self;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));
  g_return_if_fail (TROUPE_IS_RUN_CONTROLLER (running));
  g_return_if_fail (part != NULL && method != NULL);

  if (application == NULL || troupe_run_controller_is_starting (running))
    return;
  if (troupe_page_run_is_under_way (troupe_page_content_get_run (content)))
    {
      stop_first (content, running, part, method);
      return;
    }
  factory = troupe_run_controller_get_source (running);
  if (g_str_equal (part, "until"))
    {
      troupe_run_factory_set_until (factory, method);
      troupe_run_controller_start (running, FALSE);
      return;
    }
  troupe_run_factory_set_until (factory, NULL);
  run = troupe_run_factory_make_run (factory);
  if (g_str_equal (part, "only") && !troupe_run_set_only (run, method, &error))
    {
      troupe_page_content_tell (content, error->message);
      return;
    }
  self = g_new0 (Preparation, 1);
  self->content = g_object_ref (content);
  self->running = g_object_ref (running);
  self->application = g_object_ref (application);
  self->run = g_steal_pointer (&run);
  self->text = troupe_run_factory_dup_text (factory);
  self->path = g_strdup (troupe_document_get_path (troupe_run_factory_get_document (factory)));
  self->unsaved =
      troupe_run_starter_list_unsaved_runs (troupe_run_controller_get_starter (running));
  self->method = g_strdup (method);
  task = g_task_new (NULL, NULL, prepared_cb, self);
  g_task_set_source_tag (task, troupe_flow_part_run);
  g_task_set_task_data (task, self, NULL);
  g_task_run_in_thread (task, prepare_thread);
}
