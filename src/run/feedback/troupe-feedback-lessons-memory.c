/* troupe-feedback-lessons-memory.c: store of lessons in the memory of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-feedback-lessons-memory"

#include "config.h"

#include "troupe-feedback-lessons-memory.h"
#include "troupe-run-memory.h"

/* Maximum number of lessons that are migrated from a file. */
#define OLD_MOST 1000u
#define OLD_IMPORTANCE 0.5

#define TROUPE_TYPE_LESSONS_MEMORY (troupe_lessons_memory_get_type ())
G_DECLARE_FINAL_TYPE (TroupeLessonsMemory, troupe_lessons_memory, TROUPE, LESSONS_MEMORY, GObject)

struct _TroupeLessonsMemory
{
  GObject parent_instance;

  TroupeRunMemory *run;
  TroupeMemory *memory;
  TroupeEventBus *bus;   /* (nullable) */
  TroupeLlmUsage *usage; /* (nullable) */
  TroupeLessons *old;    /* file store of earlier versions */
};

static void troupe_lessons_memory_iface_init (TroupeLessonsInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TroupeLessonsMemory,
                               troupe_lessons_memory,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (TROUPE_TYPE_LESSONS,
                                                      troupe_lessons_memory_iface_init))

/* @view: a view of the memory that emits events in the method's scope */
typedef struct
{
  TroupeMemory *view;
  char *document;
  char *flow;
  char *method;
  char *source;
  char *text;
  guint limit;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_assert (work != NULL);

  g_clear_object (&work->view);
  g_free (work->document);
  g_free (work->flow);
  g_free (work->method);
  g_free (work->source);
  g_free (work->text);
  g_free (work);
}

static GTask *
make_task (TroupeLessonsMemory *self,
           const TroupeLessonsPlace *place,
           GCancellable *cancellable,
           GAsyncReadyCallback callback,
           gpointer user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  Work *work = g_new0 (Work, 1);

  g_assert (TROUPE_IS_LESSONS_MEMORY (self));

  work->view = troupe_agent_memory_make_view (self->memory, self->bus, place->scope, NULL, NULL);
  work->document = g_strdup (place->document);
  work->flow = g_strdup (place->flow);
  work->method = g_strdup (place->method);
  work->source = g_strdup (place->source);
  g_task_set_task_data (task, work, work_free);

  return task;
}

static void
count (TroupeLessonsMemory *self)
{
  TroupeLlmUsage usage = { 0 };

  g_assert (TROUPE_IS_LESSONS_MEMORY (self));

  troupe_run_memory_take_usage (self->run, &usage, &usage);
  if (self->usage != NULL)
    troupe_llm_usage_add (self->usage, &usage);
}

/* --- Recall ----------------------------------------------------------------------------------- */

static void
recalled_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  GError *error = NULL;
  g_autoptr (GPtrArray) matches =
      troupe_memory_recall_finish (TROUPE_MEMORY (source), result, &error);
  g_autoptr (GStrvBuilder) lessons = g_strv_builder_new ();

  g_assert (G_IS_ASYNC_RESULT (result));

  count (g_task_get_source_object (task));
  if (matches == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  /* The memory also returns lessons of other sources, because lessons are not private records. */
  for (guint i = 0; i < matches->len; i++)
    {
      const TroupeMemoryRecord *record =
          ((TroupeMemoryMatch *) g_ptr_array_index (matches, i))->record;

      if (g_strcmp0 (record->source, work->source) == 0)
        g_strv_builder_add (lessons, record->content);
    }
  g_task_return_pointer (task, g_strv_builder_end (lessons), (GDestroyNotify) g_strfreev);
}

static void
recall (GTask *task)
{
  Work *work = g_task_get_task_data (task);
  const TroupeMemoryQuery query = { .depth = TROUPE_MEMORY_DEEP,
                                    .limit = work->limit,
                                    .source = work->source };

  g_assert (G_IS_TASK (task));

  troupe_memory_recall_async (work->view, work->text, &query, g_task_get_cancellable (task),
                              recalled_cb, g_object_ref (task));
}

static void
taken_over_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  TroupeLessonsMemory *self = g_task_get_source_object (task);
  const Work *work = g_task_get_task_data (task);
  const TroupeLessonsPlace place = (TroupeLessonsPlace){
    .document = work->document, .flow = work->flow, .method = work->method, .source = work->source
  };
  GError *error = NULL;
  g_autoptr (GPtrArray) saved =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  if (saved == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  troupe_lessons_file_set_aside (self->old, &place);
  recall (task);
}

/* Migrates the lessons of the file to the memory, the oldest first, and then renames the file. */
static void
old_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  Work *work = g_task_get_task_data (task);
  g_auto (GStrv) lessons = troupe_lessons_recall_finish (TROUPE_LESSONS (source), result, NULL);
  const char *const none[] = { NULL };
  const TroupeMemoryFields fields = {
    .scope = "/", .categories = none, .importance = OLD_IMPORTANCE, .source = work->source
  };
  const guint n_lessons = lessons != NULL ? g_strv_length (lessons) : 0;

  g_assert (G_IS_ASYNC_RESULT (result));

  if (n_lessons == 0)
    {
      recall (task);
      return;
    }
  for (guint i = 0; i < n_lessons / 2; i++)
    {
      char *first = lessons[i];

      lessons[i] = lessons[n_lessons - 1 - i];
      lessons[n_lessons - 1 - i] = first;
    }
  troupe_memory_remember_async (work->view, (const char *const *) lessons, &fields,
                                g_task_get_cancellable (task), taken_over_cb, g_object_ref (task));
}

static void
troupe_lessons_memory_recall_async (TroupeLessons *lessons,
                                    const TroupeLessonsPlace *place,
                                    const char *text,
                                    guint limit,
                                    GCancellable *cancellable,
                                    GAsyncReadyCallback callback,
                                    gpointer user_data)
{
  TroupeLessonsMemory *self = TROUPE_LESSONS_MEMORY (lessons);
  g_autoptr (GTask) task = make_task (self, place, cancellable, callback, user_data);
  Work *work = g_task_get_task_data (task);

  g_assert (TROUPE_IS_LESSONS_MEMORY (self));

  g_task_set_source_tag (task, troupe_lessons_memory_recall_async);
  work->text = g_strdup (text);
  work->limit = limit;
  troupe_lessons_recall_async (self->old, place, text, OLD_MOST, cancellable, old_read_cb,
                               g_object_ref (task));
}

static GStrv
troupe_lessons_memory_recall_finish (TroupeLessons *lessons, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_LESSONS_MEMORY (lessons));

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Storing ---------------------------------------------------------------------------------- */

static void
kept_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  g_autoptr (GPtrArray) saved =
      troupe_memory_remember_finish (TROUPE_MEMORY (source), result, &error);

  g_assert (G_IS_ASYNC_RESULT (result));

  count (g_task_get_source_object (task));
  if (saved == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
troupe_lessons_memory_keep_async (TroupeLessons *lessons,
                                  const TroupeLessonsPlace *place,
                                  const char *const *texts,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  TroupeLessonsMemory *self = TROUPE_LESSONS_MEMORY (lessons);
  const TroupeMemoryFields fields = { .importance = -1.0, .source = place->source };
  GTask *task = make_task (self, place, cancellable, callback, user_data);
  Work *work = g_task_get_task_data (task);

  g_assert (TROUPE_IS_LESSONS_MEMORY (self));

  g_task_set_source_tag (task, troupe_lessons_memory_keep_async);
  troupe_memory_remember_async (work->view, texts, &fields, cancellable, kept_cb, task);
}

static gboolean
troupe_lessons_memory_keep_finish (TroupeLessons *lessons, GAsyncResult *result, GError **error)
{
  g_assert (TROUPE_IS_LESSONS_MEMORY (lessons));

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- The object ------------------------------------------------------------------------------- */

TroupeLessons *
troupe_lessons_memory_new (TroupeStore *store,
                           const char *document,
                           const char *flow,
                           TroupeLlmClient *client,
                           TroupeEventBus *bus,
                           TroupeScope *scope,
                           TroupeLlmUsage *usage,
                           TroupeRunDisk *disk,
                           GError **error)
{
  g_autoptr (TroupeLessonsMemory) self = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *path = NULL;
  g_autofree char *name = NULL;
  g_autofree char *root = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store) && document != NULL && flow != NULL, NULL);
  g_return_val_if_fail (TROUPE_IS_LLM_CLIENT (client), NULL);

  folder = troupe_store_get_folder (store);
  path = troupe_run_memory_make_path (store, document);
  name = troupe_memory_scope_from_name (flow);
  root = g_strconcat ("/flow/", name, NULL);
  self = g_object_new (TROUPE_TYPE_LESSONS_MEMORY, NULL);
  self->bus = bus != NULL ? troupe_event_bus_ref (bus) : NULL;
  self->usage = usage;
  self->old = troupe_lessons_file_new (folder, NULL);
  self->run = troupe_run_memory_new (client, bus, scope, path, NULL, NULL, NULL);
  if (disk != NULL)
    troupe_run_memory_set_disk (self->run, disk);
  self->memory = troupe_run_memory_make (self->run, NULL, NULL, NULL, FALSE, root, error);

  return self->memory != NULL ? TROUPE_LESSONS (g_steal_pointer (&self)) : NULL;
}

static void
troupe_lessons_memory_finalize (GObject *object)
{
  TroupeLessonsMemory *self = TROUPE_LESSONS_MEMORY (object);

  g_assert (TROUPE_IS_LESSONS_MEMORY (self));

  g_clear_object (&self->memory);
  g_clear_pointer (&self->run, troupe_run_memory_free);
  g_clear_pointer (&self->bus, troupe_event_bus_unref);
  g_clear_object (&self->old);

  G_OBJECT_CLASS (troupe_lessons_memory_parent_class)->finalize (object);
}

static void
troupe_lessons_memory_class_init (TroupeLessonsMemoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_lessons_memory_finalize;
}

static void
troupe_lessons_memory_init (TroupeLessonsMemory *self)
{
  g_assert (TROUPE_IS_LESSONS_MEMORY (self));
}

static void
troupe_lessons_memory_iface_init (TroupeLessonsInterface *iface)
{
  g_assert (iface != NULL);

  iface->recall_async = troupe_lessons_memory_recall_async;
  iface->recall_finish = troupe_lessons_memory_recall_finish;
  iface->keep_async = troupe_lessons_memory_keep_async;
  iface->keep_finish = troupe_lessons_memory_keep_finish;
}
