/* troupe-page-problems.c: problems of the document of a page, including those of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-page-problems"

#include "config.h"

#include "troupe-page-problems.h"
#include "troupe-run-problems.h"

/* Time after the last edit, in milliseconds. */
#define DELAY_MS 250

struct _TroupePageProblems
{
  GObject parent_instance;

  TroupeRunFactory *factory; /* (nullable): NULL once it is closed */
  GPtrArray *found;          /* (nullable) (element-type TroupeProblem) */
  guint timer;
  gboolean is_searching;
  gboolean is_outdated; /* there was an edit since the search began */
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupePageProblems, troupe_page_problems, G_TYPE_OBJECT)

static void
list_problems (GTask *task, gpointer source, gpointer run, GCancellable *cancellable)
{
  g_task_return_pointer (task, troupe_run_list_problems (run), (GDestroyNotify) g_ptr_array_unref);
}

static void
listed_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupePageProblems *self = TROUPE_PAGE_PROBLEMS (object);
  g_autoptr (GPtrArray) found = g_task_propagate_pointer (G_TASK (result), NULL);

  self->is_searching = FALSE;
  if (self->factory == NULL)
    return;
  if (self->is_outdated)
    {
      self->is_outdated = FALSE;
      troupe_page_problems_update (self);
      return;
    }
  if (found == NULL)
    return;
  if (found->len == 0 && (self->found == NULL || self->found->len == 0))
    return;
  g_clear_pointer (&self->found, g_ptr_array_unref);
  self->found = g_steal_pointer (&found);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
timer_cb (gpointer user_data)
{
  TroupePageProblems *self = user_data;
  const char *path = troupe_document_get_path (troupe_run_factory_get_document (self->factory));
  TroupeRun *run = troupe_run_factory_make_run (self->factory);
  g_autoptr (GTask) task = g_task_new (self, NULL, listed_cb, NULL);

  self->timer = 0;
  self->is_searching = TRUE;
  troupe_run_set_store (run, NULL, path, NULL);
  g_task_set_task_data (task, run, g_object_unref);
  g_task_run_in_thread (task, list_problems);
  return G_SOURCE_REMOVE;
}

void
troupe_page_problems_update (TroupePageProblems *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_PROBLEMS (self));

  if (self->factory == NULL)
    return;
  /* On a slow disk a search takes longer than the pause between two edits. */
  if (self->is_searching)
    {
      self->is_outdated = TRUE;
      return;
    }
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (DELAY_MS, timer_cb, self);
}

GPtrArray *
troupe_page_problems_list (TroupePageProblems *self, GPtrArray *own)
{
  GPtrArray *all;

  g_return_val_if_fail (TROUPE_IS_PAGE_PROBLEMS (self), NULL);
  g_return_val_if_fail (own != NULL, NULL);

  all = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  for (guint i = 0; i < own->len; i++)
    g_ptr_array_add (all, troupe_problem_ref (g_ptr_array_index (own, i)));
  if (self->found != NULL && self->factory != NULL)
    troupe_run_add_problems (troupe_run_factory_get_document (self->factory), self->found, all);
  return all;
}

void
troupe_page_problems_close (TroupePageProblems *self)
{
  g_return_if_fail (TROUPE_IS_PAGE_PROBLEMS (self));

  g_clear_handle_id (&self->timer, g_source_remove);
  g_clear_object (&self->factory);
}

static void
troupe_page_problems_dispose (GObject *object)
{
  TroupePageProblems *self = TROUPE_PAGE_PROBLEMS (object);

  troupe_page_problems_close (self);
  g_clear_pointer (&self->found, g_ptr_array_unref);
  G_OBJECT_CLASS (troupe_page_problems_parent_class)->dispose (object);
}

static void
troupe_page_problems_class_init (TroupePageProblemsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = troupe_page_problems_dispose;

  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
troupe_page_problems_init (TroupePageProblems *self)
{
}

TroupePageProblems *
troupe_page_problems_new (TroupeRunFactory *factory)
{
  TroupePageProblems *self;

  g_return_val_if_fail (TROUPE_IS_RUN_FACTORY (factory), NULL);

  self = g_object_new (TROUPE_TYPE_PAGE_PROBLEMS, NULL);
  self->factory = g_object_ref (factory);
  return self;
}
