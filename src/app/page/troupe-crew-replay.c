/* troupe-crew-replay.c: replays a crew on its page, starting at one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-crew-replay"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-crew-replay.h"
#include "troupe-run-controller.h"
#include "troupe-run-replay.h"

struct _TroupeCrewReplay
{
  GObject parent_instance;

  TroupePageContent *content; /* (nullable): not owned, like @editor; NULL once closed */
  TroupeCrewEditor *editor;
  TroupeCrewDocument *document;

  GPtrArray *kept; /* (nullable) (element-type TroupeTaskOutput) */
  char *why_not;   /* (nullable): why there are none */
  guint n_looks;
  gboolean was_under_way;
  gboolean is_beginning;
};

G_DEFINE_FINAL_TYPE (TroupeCrewReplay, troupe_crew_replay, G_TYPE_OBJECT)

static gboolean
is_under_way (TroupeCrewReplay *self)
{
  g_assert (TROUPE_IS_CREW_REPLAY (self));

  return troupe_page_run_is_under_way (troupe_page_content_get_run (self->content));
}

/* --- Stored task outputs ---------------------------------------------------------------------- */

/* Task data of the worker thread. Only the main thread unrefs the objects. */
typedef struct
{
  TroupeCrewReplay *self;
  TroupeServices *application;
  char *path;
  char *name;      /* (nullable): of the document */
  GPtrArray *kept; /* (nullable) */
  GError *error;   /* (nullable) */
  guint number;    /* to ignore outdated reads */

  /* The following members are set only if a replay starts after the outputs were read. */
  TroupeRun *run;   /* (nullable) */
  TroupeCrew *crew; /* (nullable) */
  char *text;
  guint task;
} Reading;

static void
reading_free (Reading *reading)
{
  g_object_unref (reading->self);
  g_object_unref (reading->application);
  g_free (reading->path);
  g_free (reading->name);
  g_clear_pointer (&reading->kept, g_ptr_array_unref);
  g_clear_error (&reading->error);
  g_clear_object (&reading->run);
  g_clear_pointer (&reading->crew, troupe_crew_unref);
  g_free (reading->text);
  g_free (reading);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reading, reading_free)

/* Flushes the store first, because outputs of the last run may not have been written yet. */
static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  const TroupeDocumentIdentity document = { reading->path, reading->name, NULL };
  TroupeStore *store = troupe_services_find_store (reading->application);

  g_assert (G_IS_TASK (task));

  if (store == NULL || troupe_store_flush (store, &reading->error))
    reading->kept = troupe_replay_read (store, &document, &reading->error);
  g_task_return_boolean (task, TRUE);
}

/* Creates the task data. (nullable): NULL if the document was never saved, or if there is no
 * application */
static Reading *
reading_new (TroupeCrewReplay *self)
{
  TroupeServices *application = troupe_services_get ();
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (self->document));
  Reading *reading;

  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (application == NULL || path == NULL)
    return NULL;
  reading = g_new0 (Reading, 1);
  reading->self = g_object_ref (self);
  reading->application = g_object_ref (application);
  reading->path = g_strdup (path);
  reading->name = troupe_document_dup_name (TROUPE_DOCUMENT (self->document));
  return reading;
}

static void
start_reading (Reading *reading, GAsyncReadyCallback done)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, reading);

  g_assert (reading != NULL);

  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, reading, NULL);
  g_task_run_in_thread (task, read_thread);
}

static void
update (TroupeCrewReplay *self)
{
  TroupeCrew *crew = troupe_crew_document_get_crew (self->document);
  g_autoptr (GError) error = NULL;
  guint n = 0;

  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (is_under_way (self))
    troupe_crew_editor_set_replays (self->editor, 0, _ ("A run is in progress."));
  else if (crew == NULL)
    troupe_crew_editor_set_replays (self->editor, 0,
                                    _ ("The crew has errors. Fix them before running it."));
  else if (self->kept == NULL)
    troupe_crew_editor_set_replays (self->editor, 0, self->why_not);
  else
    {
      n = troupe_replay_count (self->kept, crew, &error);
      troupe_crew_editor_set_replays (self->editor, n, error != NULL ? error->message : NULL);
    }
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  TroupeCrewReplay *self = reading->self;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (self->content == NULL || reading->number != self->n_looks)
    return;
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  self->kept = g_steal_pointer (&reading->kept);
  g_free (self->why_not);
  self->why_not = reading->error != NULL ? g_strdup (reading->error->message) : NULL;
  update (self);
}

static void
look (TroupeCrewReplay *self)
{
  Reading *reading = reading_new (self);

  g_assert (TROUPE_IS_CREW_REPLAY (self));

  self->n_looks++;
  if (reading == NULL)
    {
      g_free (self->why_not);
      self->why_not = g_strdup (_ ("Save and run the crew first."));
      update (self);
      return;
    }
  reading->number = self->n_looks;
  start_reading (reading, looked);
}

static void
run_changed_cb (TroupeCrewReplay *self)
{
  const gboolean was_under_way = self->was_under_way;

  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (self->content == NULL)
    return;
  self->was_under_way = is_under_way (self);
  if (was_under_way && !self->was_under_way)
    look (self);
  if (was_under_way != self->was_under_way)
    update (self);
}

static void
crew_changed_cb (TroupeCrewReplay *self)
{
  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (self->content != NULL)
    update (self);
}

static void
saved_cb (TroupeCrewReplay *self)
{
  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (self->content != NULL)
    look (self);
}

/* --- Starting a replay ------------------------------------------------------------------------ */

static void
was_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  TroupeCrewReplay *self = reading->self;
  TroupeRunController *running;

  g_assert (G_IS_ASYNC_RESULT (result));

  self->is_beginning = FALSE;
  if (self->content == NULL)
    return;
  running = troupe_page_content_get_running (self->content);
  if (is_under_way (self) || troupe_run_controller_is_starting (running))
    return;
  if (reading->kept != NULL && troupe_run_take_replay (reading->run, reading->crew, reading->kept,
                                                       reading->task, NULL, &reading->error))
    troupe_run_controller_start_run (running, reading->run, reading->text);
  else if (reading->error != NULL)
    {
      troupe_page_content_tell (self->content, reading->error->message);
      look (self);
    }
}

/* Starts a replay of the current crew. The outputs are read again, because another process may
 * have stored new outputs. */
static void
replay_requested_cb (TroupeCrewReplay *self, guint task)
{
  TroupeRunController *running;
  TroupeRunFactory *source;
  TroupeCrew *crew;
  Reading *reading;

  g_assert (TROUPE_IS_CREW_REPLAY (self));

  if (self->content == NULL || self->is_beginning || is_under_way (self))
    return;
  running = troupe_page_content_get_running (self->content);
  troupe_crew_editor_commit (self->editor);
  crew = troupe_crew_document_get_crew (self->document);
  if (crew == NULL || troupe_run_controller_is_starting (running) ||
      !troupe_page_content_can_run (self->content))
    return;
  reading = reading_new (self);
  if (reading == NULL)
    return;
  source = troupe_run_controller_get_source (running);
  reading->run = troupe_run_factory_make_run (source);
  reading->text = troupe_run_factory_dup_text (source);
  reading->crew = troupe_crew_ref (crew);
  reading->task = task;
  self->is_beginning = TRUE;
  start_reading (reading, was_read);
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_crew_replay_close (TroupeCrewReplay *self)
{
  g_return_if_fail (TROUPE_IS_CREW_REPLAY (self));

  self->content = NULL;
  self->editor = NULL;
}

static void
troupe_crew_replay_finalize (GObject *object)
{
  TroupeCrewReplay *self = TROUPE_CREW_REPLAY (object);

  g_clear_object (&self->document);
  g_clear_pointer (&self->kept, g_ptr_array_unref);
  g_clear_pointer (&self->why_not, g_free);

  G_OBJECT_CLASS (troupe_crew_replay_parent_class)->finalize (object);
}

static void
troupe_crew_replay_class_init (TroupeCrewReplayClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_crew_replay_finalize;
}

static void
troupe_crew_replay_init (TroupeCrewReplay *self)
{
}

TroupeCrewReplay *
troupe_crew_replay_new (TroupePageContent *content,
                        TroupeCrewDocument *document,
                        TroupeCrewEditor *editor)
{
  TroupeCrewReplay *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (TROUPE_IS_CREW_DOCUMENT (document), NULL);
  g_return_val_if_fail (TROUPE_IS_CREW_EDITOR (editor), NULL);

  self = g_object_new (TROUPE_TYPE_CREW_REPLAY, NULL);
  self->content = content;
  self->document = g_object_ref (document);
  self->editor = editor;
  g_signal_connect_object (editor, "replay-requested", G_CALLBACK (replay_requested_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_crew_editor_get_subject (editor), "changed",
                           G_CALLBACK (crew_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "saved", G_CALLBACK (saved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_page_content_get_run (content), "changed",
                           G_CALLBACK (run_changed_cb), self, G_CONNECT_SWAPPED);
  look (self);
  return self;
}
