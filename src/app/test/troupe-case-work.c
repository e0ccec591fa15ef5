/* troupe-case-work.c: execution of the tests of a document in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-case-work"

#include "config.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "troupe-case-work.h"
#include "troupe-run-consent.h"
#include "troupe-run-controller.h"

/* The same as that of `troupectl test`. */
#define PARALLEL 8u

/* The results with one model. @results: (element-type TroupeCaseResult) (nullable elements): of the suites, by case */
typedef struct
{
  char *model; /* (nullable) */
  GPtrArray *results;
} Column;

struct _TroupeCaseWork
{
  GObject parent_instance;

  TroupePageContent *content; /* (nullable): NULL once closed */
  char *path;                 /* (nullable) */
  TroupeTestFile *file;       /* (nullable) */
  char *error;                /* (nullable) */
  gboolean is_loading;
  gboolean has_changed;  /* while this was busy */
  GFileMonitor *monitor; /* (nullable): of @path */
  GStatBuf status;       /* of @path before it was read; zero if it was missing */
  GHashTable *indices;   /* TroupeTestCase to its index + 1 */
  GPtrArray *columns;    /* (element-type Column) */
  GPtrArray *suites;     /* (element-type TroupeTestSuite): own the results */

  /* What runs. */
  TroupeTestSuite *suite; /* (nullable) */
  gboolean is_recorded;
  GStrv names;  /* (nullable): of the cases */
  guint column; /* the present one */
  guint end_column;
  gboolean is_cancelled;

  /* Permissions. */
  TroupeRun *like;           /* (nullable): of the document */
  GHashTable *judges;        /* model to TroupeRun */
  GPtrArray *wanted;         /* (element-type utf8): models of judges that were not asked for */
  TroupeRunConsent *consent; /* (nullable): that is being asked for */
};

enum
{
  LOADED,
  CASE_CHANGED,
  CHANGED,
  TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeCaseWork, troupe_case_work, G_TYPE_OBJECT)

static void begin_column (TroupeCaseWork *self);
static void catch_up (TroupeCaseWork *self);

static void
column_free (gpointer data)
{
  Column *column = data;

  g_free (column->model);
  g_ptr_array_unref (column->results);
  g_free (column);
}

static void
add_column (TroupeCaseWork *self, const char *model)
{
  Column *column = g_new0 (Column, 1);

  column->model = g_strdup (model);
  column->results = g_ptr_array_new ();
  if (self->file != NULL)
    g_ptr_array_set_size (column->results, (gint) self->file->cases->len);
  g_ptr_array_add (self->columns, column);
}

/* --- The file --------------------------------------------------------------------------------- */

static void
set_file (TroupeCaseWork *self, TroupeTestFile *file, const char *error)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  g_ptr_array_set_size (self->columns, 0);
  g_ptr_array_set_size (self->suites, 0);
  g_hash_table_remove_all (self->indices);
  g_clear_pointer (&self->file, troupe_test_file_free);
  self->file = file;
  g_free (self->error);
  self->error = g_strdup (error);
  for (guint i = 0; file != NULL && i < file->cases->len; i++)
    g_hash_table_insert (self->indices, file->cases->pdata[i], GUINT_TO_POINTER (i + 1));
  add_column (self, NULL);
  g_signal_emit (self, signals[LOADED], 0);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
load_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  TroupeTestFile *file = troupe_test_file_load (task_data, &error);

  if (file == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  troupe_test_file_check_recordings (file);
  g_task_return_pointer (task, file, (GDestroyNotify) troupe_test_file_free);
}

static void
loaded_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  TroupeCaseWork *self = TROUPE_CASE_WORK (object);
  g_autoptr (GError) error = NULL;
  TroupeTestFile *file = g_task_propagate_pointer (G_TASK (result), &error);

  self->is_loading = FALSE;
  set_file (self, file,
            error != NULL && g_file_test (self->path, G_FILE_TEST_EXISTS) ? error->message : NULL);
  catch_up (self);
}

/* Results of a file that has changed are of no use. While something runs, the file stays as it was. A monitor also reports changes from before
 * the file was read, and those of its attributes. */
static void
file_changed_cb (TroupeCaseWork *self)
{
  GStatBuf status = { 0 };

  g_assert (TROUPE_IS_CASE_WORK (self));

  if (self->path != NULL && g_stat (self->path, &status) == 0 &&
      status.st_ino == self->status.st_ino && status.st_dev == self->status.st_dev &&
      status.st_size == self->status.st_size &&
      status.st_mtim.tv_sec == self->status.st_mtim.tv_sec &&
      status.st_mtim.tv_nsec == self->status.st_mtim.tv_nsec)
    return;
  if (troupe_case_work_is_busy (self))
    self->has_changed = TRUE;
  else
    troupe_case_work_load (self);
}

static void
watch (TroupeCaseWork *self)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->path);

  g_assert (TROUPE_IS_CASE_WORK (self));

  self->has_changed = FALSE;
  if (g_stat (self->path, &self->status) != 0)
    self->status = (GStatBuf){ 0 };
  g_clear_object (&self->monitor);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (file_changed_cb), self,
                             G_CONNECT_SWAPPED);
}

/* Reads the file again if it was changed while this was busy. */
static void
catch_up (TroupeCaseWork *self)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  if (self->has_changed)
    troupe_case_work_load (self);
}

void
troupe_case_work_load (TroupeCaseWork *self)
{
  g_autoptr (GTask) task = NULL;
  const char *document = NULL;

  g_return_if_fail (TROUPE_IS_CASE_WORK (self));

  if (self->content == NULL || troupe_case_work_is_busy (self))
    return;
  document = troupe_document_get_path (troupe_page_content_get_document (self->content));
  g_clear_pointer (&self->path, g_free);
  if (document == NULL)
    {
      set_file (self, NULL, NULL);
      return;
    }
  self->path = troupe_test_file_find_beside (document);
  watch (self);
  self->is_loading = TRUE;
  task = g_task_new (self, NULL, loaded_cb, NULL);
  g_task_set_source_tag (task, troupe_case_work_load);
  g_task_set_task_data (task, g_strdup (self->path), g_free);
  g_task_run_in_thread (task, load_thread);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- Execution -------------------------------------------------------------------------------- */

static TroupeRun *
make_run_cb (const TroupeTestCase *test, gpointer user_data)
{
  TroupeCaseWork *self = user_data;
  const Column *column = self->columns->pdata[self->column];
  TroupeRun *run = troupe_run_new (troupe_run_get_flow (self->like));

  troupe_run_set_store (run, NULL, troupe_run_get_path (self->like), NULL);
  troupe_run_set_model (run, column->model);
  troupe_run_set_like (run, self->like);
  return run;
}

static TroupeRun *
make_judge_cb (const char *model, gpointer user_data)
{
  TroupeCaseWork *self = user_data;
  TroupeRun *like = g_hash_table_lookup (self->judges, model);
  TroupeRun *run = troupe_run_new (troupe_run_get_flow (like));

  troupe_run_set_like (run, like);
  return run;
}

static void
case_ended_cb (const TroupeCaseResult *result, gpointer user_data)
{
  TroupeCaseWork *self = user_data;
  const guint index =
      GPOINTER_TO_UINT (g_hash_table_lookup (self->indices, (gpointer) result->test));

  if (index > 0)
    g_signal_emit (self, signals[CASE_CHANGED], 0, index - 1);
}

/* Ends everything, with or without results. */
static void
end (TroupeCaseWork *self)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  self->suite = NULL;
  g_clear_object (&self->like);
  g_clear_object (&self->consent);
  g_hash_table_remove_all (self->judges);
  g_ptr_array_set_size (self->wanted, 0);
  g_clear_pointer (&self->names, g_strfreev);
  g_signal_emit (self, signals[CHANGED], 0);
  catch_up (self);
}

static void
finished_cb (gpointer user_data)
{
  g_autoptr (TroupeCaseWork) self = user_data;

  self->suite = NULL;
  g_clear_object (&self->like);
  self->column++;
  if (self->column < self->end_column && !self->is_cancelled && self->content != NULL)
    begin_column (self);
  else
    end (self);
}

/* --- Permissions ------------------------------------------------------------------------------ */

static void ask_next (TroupeCaseWork *self);

static void
agreed_cb (TroupeCaseWork *self, TroupeRun *run)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  ask_next (self);
}

static void
denied_cb (TroupeCaseWork *self)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  g_signal_emit (self, signals[TOLD], 0, _ ("Nothing was run, because it was not allowed."));
  end (self);
}

static void
impossible_cb (TroupeCaseWork *self, const GError *error)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  g_signal_emit (self, signals[TOLD], 0, error->message);
  end (self);
}

static void
failed_cb (TroupeCaseWork *self, const char *text)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  g_signal_emit (self, signals[TOLD], 0, text);
}

/* Asks for the permissions of a run. @consent: (transfer full) */
static void
ask (TroupeCaseWork *self, TroupeRunConsent *consent, TroupeRun *run)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  g_clear_object (&self->consent);
  self->consent = consent;
  if (troupe_test_suite_is_offline (self->suite))
    troupe_test_set_offline (run);
  troupe_run_consent_set_asks_always (consent, troupe_test_suite_chooses_calls (self->suite));
  g_signal_connect_object (consent, "agreed", G_CALLBACK (agreed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "denied", G_CALLBACK (denied_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "impossible", G_CALLBACK (impossible_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (consent, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  troupe_run_consent_ask (consent, run, NULL);
}

/* Asks for the next permissions, or starts. */
static void
ask_next (TroupeCaseWork *self)
{
  g_assert (TROUPE_IS_CASE_WORK (self));

  if (self->content == NULL || self->is_cancelled)
    end (self);
  else if (self->wanted->len > 0)
    {
      g_autofree char *model = g_strdup (g_ptr_array_steal_index (self->wanted, 0));
      g_autofree char *text = troupe_test_make_judge (model);
      g_autoptr (TroupeFlowDocument) document =
          troupe_flow_document_load_text (text, strlen (text), NULL, NULL, NULL);
      g_autoptr (TroupeRunFactory) factory = troupe_run_factory_new (TROUPE_DOCUMENT (document));
      TroupeRun *run = troupe_run_factory_make_run (factory);
      TroupeRunConsent *consent =
          troupe_run_consent_new (factory, troupe_page_content_get_run (self->content),
                                  GTK_WIDGET (self->content));

      g_hash_table_insert (self->judges, g_strdup (model), run);
      /* The file of tests names the model, and may come from elsewhere. */
      troupe_run_consent_forget (consent);
      ask (self, consent, run);
    }
  else
    {
      TroupeEngine *engine = troupe_page_run_get_engine ();

      g_clear_object (&self->consent);
      if (engine == NULL || self->content == NULL)
        {
          end (self);
          return;
        }
      g_object_ref (self);
      troupe_test_suite_start (self->suite, engine, PARALLEL);
      g_signal_emit (self, signals[CHANGED], 0);
    }
}

/* Makes the suite of the present column, and asks for its permissions. */
static void
begin_column (TroupeCaseWork *self)
{
  static const TroupeTestSetup setup = { make_run_cb, make_judge_cb, case_ended_cb, finished_cb,
                                         TRUE };
  Column *column = self->columns->pdata[self->column];
  TroupeRunController *running = troupe_page_content_get_running (self->content);
  TroupeRunFactory *source = troupe_run_controller_get_source (running);
  const char *path = troupe_document_get_path (troupe_page_content_get_document (self->content));
  g_autoptr (GPtrArray) models = NULL;
  GPtrArray *results;

  g_assert (TROUPE_IS_CASE_WORK (self));

  self->suite = troupe_test_suite_new (self->file, (const char *const *) self->names,
                                       self->is_recorded, column->model, &setup, self);
  g_ptr_array_add (self->suites, self->suite);
  /* Takes the place of the results of the column with those of its suite. */
  results = troupe_test_suite_get_results (self->suite);
  for (guint i = 0; i < results->len; i++)
    {
      TroupeCaseResult *result = results->pdata[i];
      const guint index =
          GPOINTER_TO_UINT (g_hash_table_lookup (self->indices, (gpointer) result->test));

      column->results->pdata[index - 1] = result;
      g_signal_emit (self, signals[CASE_CHANGED], 0, index - 1);
    }
  /* Lists the judges whose permissions were not asked for. */
  models = troupe_test_suite_list_judges (self->suite);
  g_ptr_array_set_size (self->wanted, 0);
  for (guint i = 0; i < models->len; i++)
    if (!g_hash_table_contains (self->judges, models->pdata[i]))
      g_ptr_array_add (self->wanted, models->pdata[i]);
  self->like = troupe_run_factory_make_run (source);
  troupe_run_set_store (self->like, NULL, path, NULL);
  troupe_run_set_model (self->like, column->model);
  g_signal_emit (self, signals[CHANGED], 0);
  ask (self,
       troupe_run_consent_new_like (troupe_run_controller_get_consent (running),
                                    troupe_page_content_get_run (self->content),
                                    GTK_WIDGET (self->content)),
       self->like);
}

/* --- Commands --------------------------------------------------------------------------------- */

void
troupe_case_work_run (TroupeCaseWork *self,
                      GArray *indices,
                      gboolean is_recorded,
                      const char *const *models)
{
  g_autoptr (GPtrArray) names = NULL;

  g_return_if_fail (TROUPE_IS_CASE_WORK (self));
  g_return_if_fail (indices != NULL);

  if (self->content == NULL || self->file == NULL || indices->len == 0 ||
      troupe_case_work_is_busy (self) || troupe_test_file_has_errors (self->file))
    return;
  if (troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)))
    {
      g_signal_emit (self, signals[TOLD], 0,
                     _ ("The document is running. Wait until it has ended."));
      return;
    }
  names = g_ptr_array_new ();
  for (guint i = 0; i < indices->len; i++)
    {
      TroupeTestCase *test = self->file->cases->pdata[g_array_index (indices, guint, i)];

      g_ptr_array_add (names, g_strdup (test->name));
    }
  g_ptr_array_add (names, NULL);
  self->names = (GStrv) g_ptr_array_free (g_steal_pointer (&names), FALSE);
  self->is_recorded = is_recorded;
  self->is_cancelled = FALSE;
  self->column = 0;
  self->end_column = 1;
  if (models != NULL)
    {
      g_ptr_array_set_size (self->columns, 1);
      for (guint i = 0; models[i] != NULL; i++)
        add_column (self, models[i]);
      self->column = 1;
      self->end_column = self->columns->len;
    }
  begin_column (self);
}

void
troupe_case_work_stop (TroupeCaseWork *self)
{
  g_return_if_fail (TROUPE_IS_CASE_WORK (self));

  self->is_cancelled = TRUE;
  if (self->consent != NULL)
    {
      troupe_run_consent_close (self->consent);
      end (self);
    }
  else if (self->suite != NULL)
    troupe_test_suite_cancel (self->suite);
}

void
troupe_case_work_close (TroupeCaseWork *self)
{
  g_return_if_fail (TROUPE_IS_CASE_WORK (self));

  g_clear_object (&self->monitor);
  troupe_case_work_stop (self);
  self->content = NULL;
}

/* --- Accessors -------------------------------------------------------------------------------- */

gboolean
troupe_case_work_is_busy (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), FALSE);

  return self->is_loading || self->suite != NULL;
}

gboolean
troupe_case_work_is_running (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), FALSE);

  return self->suite != NULL;
}

const char *
troupe_case_work_get_path (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), NULL);

  return self->path;
}

TroupeTestFile *
troupe_case_work_get_file (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), NULL);

  return self->file;
}

const char *
troupe_case_work_get_error (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), NULL);

  return self->error;
}

guint
troupe_case_work_get_n_columns (TroupeCaseWork *self)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), 0);

  return self->columns->len;
}

const char *
troupe_case_work_get_model (TroupeCaseWork *self, guint column)
{
  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), NULL);
  g_return_val_if_fail (column < self->columns->len, NULL);

  return ((Column *) self->columns->pdata[column])->model;
}

const TroupeCaseResult *
troupe_case_work_get_result (TroupeCaseWork *self, guint column, guint index)
{
  const Column *own = NULL;

  g_return_val_if_fail (TROUPE_IS_CASE_WORK (self), NULL);
  g_return_val_if_fail (column < self->columns->len, NULL);

  own = self->columns->pdata[column];
  return index < own->results->len ? own->results->pdata[index] : NULL;
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
troupe_case_work_finalize (GObject *object)
{
  TroupeCaseWork *self = TROUPE_CASE_WORK (object);

  g_clear_object (&self->consent);
  g_clear_object (&self->like);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->columns, g_ptr_array_unref);
  g_clear_pointer (&self->suites, g_ptr_array_unref);
  g_clear_pointer (&self->wanted, g_ptr_array_unref);
  g_clear_pointer (&self->judges, g_hash_table_unref);
  g_clear_pointer (&self->indices, g_hash_table_unref);
  g_clear_pointer (&self->file, troupe_test_file_free);
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->error, g_free);

  G_OBJECT_CLASS (troupe_case_work_parent_class)->finalize (object);
}

static void
troupe_case_work_class_init (TroupeCaseWorkClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = troupe_case_work_finalize;

  signals[LOADED] =
      g_signal_new ("loaded", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CASE_CHANGED] = g_signal_new ("case-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                        NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TOLD] = g_signal_new ("told", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                1, G_TYPE_STRING);
}

static void
troupe_case_work_init (TroupeCaseWork *self)
{
  self->columns = g_ptr_array_new_with_free_func (column_free);
  self->suites = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_test_suite_free);
  self->wanted = g_ptr_array_new ();
  self->indices = g_hash_table_new (NULL, NULL);
  self->judges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  add_column (self, NULL);
}

TroupeCaseWork *
troupe_case_work_new (TroupePageContent *content)
{
  TroupeCaseWork *self;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), NULL);

  self = g_object_new (TROUPE_TYPE_CASE_WORK, NULL);
  self->content = content;
  return self;
}
