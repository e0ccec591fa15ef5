/* troupe-page-stored-run.c: the stored run of a page that can be resumed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-stored-run"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-page-stored-run.h"

struct _TroupePageStoredRun
{
  GObject parent_instance;

  TroupePageRun *run;
  TroupeStoredRun *kept; /* (nullable) */
  gboolean is_restored;
  gboolean holds_back;
};

enum
{
  OFFERED,
  CHANGED,
  READ,
  UNREADABLE,
  FAILED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageStoredRun, troupe_page_stored_run, G_TYPE_OBJECT)

/* Task data of the worker threads, which read the store because reading waits for pending
 * writes. Only the main thread unrefs @self and @application. */
typedef struct
{
  TroupePageStoredRun *self;
  TroupeServices *application;
  char *path;
  char *id;
  TroupeStoredDocument *document; /* (nullable) */
  TroupeStoredRun *kept;          /* (nullable) */
  char *happened;               /* (nullable): method considered finished */
  TroupeValue *value;           /* (nullable): its result */
  TroupeRun *run;               /* (nullable) */
  GPtrArray *events;            /* (nullable) */
  GError *error;                /* (nullable) */
} Reading;

static Reading *
reading_new (TroupePageStoredRun *self, TroupeServices *application)
{
  Reading *reading = g_new0 (Reading, 1);

  g_assert (TROUPE_IS_PAGE_STORED_RUN (self));

  reading->self = g_object_ref (self);
  reading->application = g_object_ref (application);
  return reading;
}

static void
reading_free (Reading *reading)
{
  g_object_unref (reading->self);
  g_object_unref (reading->application);
  g_free (reading->path);
  g_free (reading->id);
  g_clear_pointer (&reading->document, troupe_stored_document_free);
  g_clear_pointer (&reading->kept, troupe_stored_run_free);
  g_free (reading->happened);
  g_clear_pointer (&reading->value, troupe_value_unref);
  g_clear_object (&reading->run);
  g_clear_pointer (&reading->events, g_ptr_array_unref);
  g_clear_error (&reading->error);
  g_free (reading);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Reading, reading_free)

static void
start_reading (Reading *reading, GTaskThreadFunc func, GAsyncReadyCallback done)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, done, reading);

  g_task_set_source_tag (task, start_reading);
  g_task_set_task_data (task, reading, NULL);
  g_task_run_in_thread (task, func);
}

/* --- Offering --------------------------------------------------------------------------------- */

void
troupe_page_stored_run_offer (TroupePageStoredRun *self, TroupeStoredRun *kept)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));
  g_return_if_fail (kept != NULL);

  g_clear_pointer (&self->kept, troupe_stored_run_free);
  self->kept = kept;
  g_signal_emit (self, signals[CHANGED], 0);
  if (!self->is_restored || kept->has_failed)
    g_signal_emit (self, signals[OFFERED], 0);
}

void
troupe_page_stored_run_set_restored (TroupePageStoredRun *self, gboolean restored)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));

  if (self->is_restored == restored)
    return;
  self->is_restored = restored;
  if (!restored && self->kept != NULL)
    g_signal_emit (self, signals[OFFERED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
troupe_page_stored_run_is_restored (TroupePageStoredRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_STORED_RUN (self), FALSE);

  return self->is_restored;
}

void
troupe_page_stored_run_hold_back (TroupePageStoredRun *self, gboolean holds_back)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));

  self->holds_back = holds_back;
}

const TroupeStoredRun *
troupe_page_stored_run_get (TroupePageStoredRun *self)
{
  g_return_val_if_fail (TROUPE_IS_PAGE_STORED_RUN (self), NULL);

  return troupe_page_run_is_under_way (self->run) ? NULL : self->kept;
}

void
troupe_page_stored_run_drop (TroupePageStoredRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));

  if (self->kept == NULL)
    return;
  g_clear_pointer (&self->kept, troupe_stored_run_free);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Finding ---------------------------------------------------------------------------------- */

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = troupe_services_find_store (reading->application);

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    reading->kept =
        reading->id != NULL
            ? troupe_stored_run_find_by_id (store, reading->id, reading->document, &reading->error)
            : troupe_stored_run_find (store, reading->path, reading->document, &reading->error);
  g_task_return_boolean (task, TRUE);
}

static void
looked (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;
  TroupePageStoredRun *self = reading->self;

  g_assert (G_IS_ASYNC_RESULT (result));

  /* The user only opened a file, so a read error is not shown now. It is shown when a run is
   * started. */
  if (reading->error != NULL)
    g_debug ("Stored runs could not be read: %s", reading->error->message);
  if (reading->kept != NULL && !self->holds_back && !troupe_page_run_is_under_way (self->run))
    troupe_page_stored_run_offer (self, g_steal_pointer (&reading->kept));
}

/* @path, @id: (nullable): exactly one of them is set */
static void
look (TroupePageStoredRun *self, const char *path, const char *id, TroupeStoredDocument *document)
{
  g_autoptr (TroupeStoredDocument) owned = document;
  TroupeServices *application = troupe_services_get ();
  Reading *reading;

  g_assert (TROUPE_IS_PAGE_STORED_RUN (self));

  if (application == NULL)
    return;
  reading = reading_new (self, application);
  reading->path = g_strdup (path);
  reading->id = g_strdup (id);
  reading->document = g_steal_pointer (&owned);
  start_reading (reading, look_thread, looked);
}

void
troupe_page_stored_run_look (TroupePageStoredRun *self,
                             const char *path,
                             TroupeStoredDocument *document)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));
  g_return_if_fail (path != NULL && document != NULL);

  look (self, path, NULL, document);
}

void
troupe_page_stored_run_look_at (TroupePageStoredRun *self,
                                const char *id,
                                TroupeStoredDocument *document)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));
  g_return_if_fail (id != NULL && document != NULL);

  look (self, NULL, id, document);
}

/* --- Resuming --------------------------------------------------------------------------------- */

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = troupe_services_get_store (reading->application);

  g_assert (G_IS_TASK (task));

  if (store == NULL)
    g_set_error_literal (&reading->error, TROUPE_RUN_ERROR, TROUPE_RUN_ERROR_PERSISTENCE,
                         _ ("Could not read the saved runs."));
  else
    reading->run = troupe_run_new_from_interrupted (store, reading->id, NULL, &reading->error);
  if (reading->run != NULL && reading->happened != NULL)
    troupe_run_set_interrupted_outcome (reading->run, reading->happened, reading->value,
                                        &reading->error);
  if (reading->run != NULL && reading->error == NULL)
    reading->events =
        troupe_store_get_events (store, troupe_run_get_id (reading->run), &reading->error);
  g_task_return_boolean (task, TRUE);
}

static void
was_read (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (reading->error != NULL)
    g_signal_emit (reading->self, signals[UNREADABLE], 0, reading->error);
  else
    g_signal_emit (reading->self, signals[READ], 0, reading->run, reading->events);
}

/* @value: (nullable) */
static void
resume (TroupePageStoredRun *self, TroupeValue *value)
{
  TroupeServices *application = troupe_services_get ();
  Reading *reading;

  g_assert (TROUPE_IS_PAGE_STORED_RUN (self));

  if (application == NULL || self->kept == NULL || troupe_page_run_is_under_way (self->run))
    return;
  reading = reading_new (self, application);
  reading->id = g_strdup (self->kept->id);
  if (value != NULL)
    {
      reading->happened = g_strdup (self->kept->unsure);
      reading->value = troupe_value_ref (value);
    }
  troupe_page_stored_run_drop (self);
  start_reading (reading, read_thread, was_read);
}

void
troupe_page_stored_run_resume (TroupePageStoredRun *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));

  resume (self, NULL);
}

void
troupe_page_stored_run_resume_happened (TroupePageStoredRun *self, TroupeValue *value)
{
  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));
  g_return_if_fail (value != NULL);

  resume (self, value);
}

/* --- Abandoning ------------------------------------------------------------------------------- */

static void
give_up_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Reading *reading = task_data;
  TroupeStore *store = troupe_services_get_store (reading->application);

  g_assert (G_IS_TASK (task));

  if (store != NULL)
    troupe_stored_run_give_up (store, reading->id, &reading->error);
  g_task_return_boolean (task, TRUE);
}

static void
was_given_up (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Reading) reading = user_data;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (reading->error != NULL)
    g_signal_emit (reading->self, signals[FAILED], 0, reading->error->message);
}

void
troupe_page_stored_run_give_up (TroupePageStoredRun *self)
{
  TroupeServices *application = troupe_services_get ();
  Reading *reading;

  g_return_if_fail (TROUPE_IS_PAGE_STORED_RUN (self));

  if (application == NULL || self->kept == NULL)
    return;
  reading = reading_new (self, application);
  reading->id = g_strdup (self->kept->id);
  start_reading (reading, give_up_thread, was_given_up);
  troupe_page_stored_run_drop (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_page_stored_run_finalize (GObject *object)
{
  TroupePageStoredRun *self = TROUPE_PAGE_STORED_RUN (object);

  g_clear_pointer (&self->kept, troupe_stored_run_free);
  g_clear_object (&self->run);
  G_OBJECT_CLASS (troupe_page_stored_run_parent_class)->finalize (object);
}

static void
troupe_page_stored_run_class_init (TroupePageStoredRunClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_page_stored_run_finalize;

  signals[OFFERED] =
      g_signal_new ("offered", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[READ] = g_signal_new ("read", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                2, TROUPE_TYPE_RUN, G_TYPE_PTR_ARRAY);
  signals[UNREADABLE] = g_signal_new ("unreadable", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                      G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_page_stored_run_init (TroupePageStoredRun *self)
{
}

TroupePageStoredRun *
troupe_page_stored_run_new (TroupePageRun *run)
{
  TroupePageStoredRun *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_RUN (run), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_STORED_RUN, NULL);
  self->run = g_object_ref (run);
  return self;
}
