/* troupe-page-files.c: notices changes of the files on which the results of a run depend
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-files"

#include "config.h"

#include "troupe-page-files.h"
#include "troupe-run-files.h"

struct _TroupePageFiles
{
  GObject parent_instance;

  TroupePageContent *content; /* (nullable): not owned; NULL once closed */
  TroupeRunFactory *factory;
  TroupeValue *before; /* (nullable): those of the last run */
  GtkWindow *window;   /* (nullable): weak: whose activation is watched */
  gboolean is_looking;
  gboolean looks_again;
  gboolean takes_own; /* the next look finds what the run itself has written */
};

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageFiles, troupe_page_files, G_TYPE_OBJECT)

static void look (TroupePageFiles *self);

/* Only the main thread unrefs the flow. */
typedef struct
{
  TroupeFlow *flow;
  char *folder;
} Look;

static void
look_free (gpointer data)
{
  Look *self = data;

  troupe_flow_unref (self->flow);
  g_free (self->folder);
  g_free (self);
}

static void
look_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Look *looked = task_data;

  g_task_return_pointer (task, troupe_run_files_find (looked->flow, looked->folder),
                         (GDestroyNotify) troupe_value_unref);
}

static void
looked_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TroupePageFiles *self = TROUPE_PAGE_FILES (source);
  g_autoptr (TroupeValue) after = g_task_propagate_pointer (G_TASK (result), NULL);

  g_assert (TROUPE_IS_PAGE_FILES (self));

  self->is_looking = FALSE;
  if (self->content == NULL)
    return;
  if (self->looks_again)
    {
      self->looks_again = FALSE;
      look (self);
      return;
    }
  /* What the run itself has written has not changed since. */
  if (self->takes_own && self->before != NULL)
    {
      troupe_value_unref (self->before);
      self->before = troupe_value_ref (after);
    }
  self->takes_own = FALSE;
  if (self->before != NULL)
    g_signal_emit (self, signals[CHANGED], 0, self->before, after);
}

/* Does nothing if the document refers to no files, which is the usual case. */
static void
look (TroupePageFiles *self)
{
  g_autoptr (GTask) task = NULL;
  Look *looked = NULL;

  g_assert (TROUPE_IS_PAGE_FILES (self));

  if (self->content == NULL || self->before == NULL ||
      troupe_value_map_get_size (self->before) == 0)
    return;
  if (self->is_looking)
    {
      self->looks_again = TRUE;
      return;
    }
  self->is_looking = TRUE;
  looked = g_new0 (Look, 1);
  looked->flow = troupe_flow_ref (troupe_run_factory_get_flow (self->factory));
  looked->folder = troupe_run_factory_find_folder (self->factory);
  task = g_task_new (self, NULL, looked_cb, NULL);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, looked, look_free);
  g_task_run_in_thread (task, look_thread);
}

static void
active_cb (TroupePageFiles *self, GParamSpec *pspec, GtkWindow *window)
{
  g_assert (TROUPE_IS_PAGE_FILES (self));

  if (gtk_window_is_active (window))
    look (self);
}

static void
mapped_cb (TroupePageFiles *self)
{
  GtkRoot *root = self->content != NULL ? gtk_widget_get_root (GTK_WIDGET (self->content)) : NULL;

  g_assert (TROUPE_IS_PAGE_FILES (self));

  if (GTK_IS_WINDOW (root) && self->window != GTK_WINDOW (root))
    {
      if (self->window != NULL)
        g_signal_handlers_disconnect_by_data (self->window, self);
      g_set_weak_pointer (&self->window, GTK_WINDOW (root));
      g_signal_connect_object (root, "notify::is-active", G_CALLBACK (active_cb), self,
                               G_CONNECT_SWAPPED);
    }
  look (self);
}

static void
ended_cb (TroupePageFiles *self, TroupeRun *run, TroupeRunResult *result)
{
  TroupeValue *files = troupe_run_get_files (run);

  g_assert (TROUPE_IS_PAGE_FILES (self));

  if (troupe_run_get_rounds (run, NULL) > 0)
    return;
  g_clear_pointer (&self->before, troupe_value_unref);
  self->before = files != NULL ? troupe_value_ref (files) : NULL;
  self->takes_own = troupe_run_files_are_own (run);
  /* A file may have been changed during the run. */
  look (self);
}

void
troupe_page_files_close (TroupePageFiles *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_FILES (self));

  if (self->window != NULL)
    g_signal_handlers_disconnect_by_data (self->window, self);
  g_clear_weak_pointer (&self->window);
  self->content = NULL;
}

static void
troupe_page_files_finalize (GObject *object)
{
  TroupePageFiles *self = TROUPE_PAGE_FILES (object);

  g_clear_weak_pointer (&self->window);
  g_clear_object (&self->factory);
  g_clear_pointer (&self->before, troupe_value_unref);
  G_OBJECT_CLASS (troupe_page_files_parent_class)->finalize (object);
}

static void
troupe_page_files_class_init (TroupePageFilesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = troupe_page_files_finalize;
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
troupe_page_files_init (TroupePageFiles *self)
{
}

TroupePageFiles *
troupe_page_files_new (TroupePageContent *content, TroupeRunFactory *factory)
{
  TroupePageFiles *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);
  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (factory), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_FILES, NULL);
  self->content = content;
  self->factory = g_object_ref (factory);
  g_signal_connect_object (content, "map", G_CALLBACK (mapped_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (troupe_page_content_get_run (content), "ended", G_CALLBACK (ended_cb),
                           self, G_CONNECT_SWAPPED);
  return self;
}
