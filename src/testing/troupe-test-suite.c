/* troupe-test-suite.c: execution of the tests of a document
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-suite"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "troupe-folder.h"
#include "troupe-run-recording.h"
#include "troupe-test-answers.h"
#include "troupe-case-facts.h"
#include "troupe-test-judgement.h"
#include "troupe-test-suite.h"

struct _TroupeTestSuite
{
  TroupeTestFile *file;
  gboolean is_recorded;
  char *model; /* (nullable) */
  const TroupeTestSetup *setup;
  gpointer user_data;
  TroupeEngine *engine;
  GPtrArray *results;     /* (element-type TroupeCaseResult) */
  GPtrArray *running;     /* (element-type Execution) */
  GHashTable *recordings; /* path to TroupeRecording */
  GHashTable *writers;    /* path to TroupeRecordingWriter */
  guint next;
  guint parallel;
  gboolean is_cancelled;
  gboolean is_starting; /* cases that end at once do not nest */
};

/* A case that is running. @judge: the index of the judge that rates it */
typedef struct
{
  TroupeTestSuite *suite;
  TroupeCaseResult *result;
  TroupeRecorder *recorder;
  TroupeRun *run;
  TroupeCasePath *path; /* (nullable) */
  TroupeValue *facts;   /* (nullable) */
  guint judge;
} Execution;

static void start_more (TroupeTestSuite *self);

static void
check_free (gpointer data)
{
  TroupeCaseCheck *check = data;

  g_free (check->says);
  g_free (check->failure);
  g_free (check->reason);
  g_free (check);
}

static void
result_free (gpointer data)
{
  TroupeCaseResult *result = data;

  g_ptr_array_unref (result->checks);
  g_clear_pointer (&result->output, troupe_value_unref);
  g_ptr_array_unref (result->failures);
  g_array_unref (result->scores);
  g_free (result->error);
  g_free (result);
}

static TroupeCaseResult *
result_new (const TroupeTestCase *test)
{
  TroupeCaseResult *result = g_new0 (TroupeCaseResult, 1);

  result->test = test;
  result->failures = g_ptr_array_new_with_free_func (g_free);
  result->scores = g_array_new (FALSE, FALSE, sizeof (double));
  result->checks = g_ptr_array_new_with_free_func (check_free);
  return result;
}

static TroupeCaseCheck *
add_check (Execution *execution, const char *says)
{
  TroupeCaseCheck *check = g_new0 (TroupeCaseCheck, 1);

  check->says = g_strdup (says);
  check->score = -1;
  g_ptr_array_add (execution->result->checks, check);
  return check;
}

/* The case fails, because the check does not hold. @message: (transfer full) */
static void
fail_check (Execution *execution, TroupeCaseCheck *check, char *message)
{
  check->failure = g_strdup (message);
  g_ptr_array_add (execution->result->failures, message);
}

/* @message: (transfer full) */
static void
fail (Execution *execution, char *message)
{
  g_ptr_array_add (execution->result->failures, message);
}

static void
end (Execution *execution)
{
  TroupeTestSuite *self = execution->suite;

  g_assert (self != NULL);

  g_ptr_array_remove_fast (self->running, execution);
  execution->result->has_ended = TRUE;
  if (self->setup->ended != NULL)
    self->setup->ended (execution->result, self->user_data);
  g_clear_pointer (&execution->path, troupe_case_path_free);
  g_clear_pointer (&execution->facts, troupe_value_unref);
  g_clear_pointer (&execution->recorder, troupe_recorder_unref);
  g_clear_object (&execution->run);
  g_free (execution);
  start_more (self);
}

/* --- Judges ----------------------------------------------------------------------------------- */

static void ask_judge (Execution *execution);

static void
judged_cb (GObject *object, GAsyncResult *async_result, gpointer user_data)
{
  Execution *execution = user_data;
  g_autoptr (TroupeRunResult) result =
      troupe_run_execute_finish (TROUPE_RUN (object), async_result);
  const TroupeTestJudge *judge = execution->result->test->judges->pdata[execution->judge];
  TroupeValue *answer = troupe_value_get_member (result->final, "raw");
  const char *text = answer != NULL && troupe_value_is (answer, TROUPE_VALUE_STRING)
                         ? troupe_value_get_string (answer, NULL)
                         : "";
  TroupeCaseCheck *check = add_check (execution, judge->says);
  g_autofree char *reason = NULL;
  double score = 0;

  execution->result->micro_dollars += result->usage.micro_dollars;
  if (result->error != NULL)
    /* Translators: the first %s is a sentence by which a result is rated, the second one an error */
    fail_check (execution, check,
                g_strdup_printf (_ ("The judge could not score “%s”: %s"), judge->says,
                                 result->error->message));
  else if (!troupe_test_judgement_read (text, &score, &reason))
    fail_check (execution, check,
                g_strdup_printf (_ ("The judge gave no score from 0 to 1 for “%s”: %s"),
                                 judge->says, text));
  else
    {
      g_array_append_val (execution->result->scores, score);
      check->score = score;
      check->reason = g_strdup (reason);
      if (score < judge->threshold)
        fail_check (execution, check,
                    /* Translators: a sentence, a score, the lowest score that passes, a reason */
                    g_strdup_printf (_ ("“%s” has the score %.2f, less than %.2f: %s"), judge->says,
                                     score, judge->threshold, reason));
    }
  execution->judge++;
  ask_judge (execution);
}

/* Lets the next judge rate the result, or ends the case. */
static void
ask_judge (Execution *execution)
{
  TroupeTestSuite *self = execution->suite;
  const GPtrArray *judges = execution->result->test->judges;
  const TroupeTestJudge *judge = NULL;
  g_autoptr (TroupeValue) inputs = NULL;

  g_assert (self != NULL);

  if (self->is_cancelled || execution->judge == judges->len)
    {
      end (execution);
      return;
    }
  judge = judges->pdata[execution->judge];
  inputs = troupe_test_judgement_make_inputs (judge, execution->facts);
  g_clear_object (&execution->run);
  execution->run = self->setup->make_judge (judge->model, self->user_data);
  troupe_run_set_inputs (execution->run, inputs);
  troupe_run_set_recorder (execution->run, execution->recorder);
  troupe_run_execute_async (execution->run, self->engine, judged_cb, execution);
}

/* --- Running ---------------------------------------------------------------------------------- */

static void
check (Execution *execution, const TroupeRunResult *result)
{
  const GPtrArray *expect = execution->result->test->expect;
  gboolean is_error_expected = FALSE;

  g_assert (execution != NULL);

  if (result->type != TROUPE_RESULT_OK)
    execution->result->error =
        g_strdup (result->error != NULL ? result->error->message
                                        : troupe_run_result_type_get_name (result->type));
  for (guint i = 0; i < expect->len; i++)
    is_error_expected = is_error_expected || troupe_test_assertion_is_of_error (expect->pdata[i]);
  if (execution->result->error != NULL && !is_error_expected)
    fail (execution, g_strdup (execution->result->error));
  for (guint i = 0; i < expect->len; i++)
    {
      TroupeTestAssertion *assertion = expect->pdata[i];
      TroupeCaseCheck *made = add_check (execution, troupe_test_assertion_get_text (assertion));
      char *failure = troupe_test_assertion_check (assertion, execution->facts);

      if (failure != NULL)
        fail_check (execution, made, failure);
    }
}

static void
ended_cb (GObject *object, GAsyncResult *async_result, gpointer user_data)
{
  Execution *execution = user_data;
  TroupeRun *run = TROUPE_RUN (object);
  g_autoptr (TroupeRunResult) result = troupe_run_execute_finish (run, async_result);
  TroupeValue *calls;
  TroupeValue *total;
  TroupeValue *output;

  g_assert (TROUPE_IS_RUN (run));

  execution->result->seconds = (double) result->elapsed_us / G_USEC_PER_SEC;
  execution->result->micro_dollars = result->usage.micro_dollars;
  execution->facts = troupe_case_facts_new (run, result, execution->recorder, execution->path,
                                            execution->result->test->inputs);
  /* Keeps what a program shows of a result. */
  calls = troupe_value_get_member (execution->facts, "calls");
  total = troupe_value_get_member_of (calls, "total", TROUPE_VALUE_INTEGER);
  output = troupe_value_get_member (execution->facts, "final");
  execution->result->n_calls = total != NULL ? (guint) troupe_value_get_integer (total) : 0;
  if (execution->suite->setup->keeps_outputs && output != NULL)
    execution->result->output = troupe_value_ref (output);
  check (execution, result);
  if (result->type == TROUPE_RESULT_OK)
    ask_judge (execution);
  else
    end (execution);
}

/* Returns the recording at @path, which is opened once, in the folder of the tests. (transfer none) (nullable) */
static TroupeRecording *
get_recording (TroupeTestSuite *self, const char *path, GError **error)
{
  TroupeRecording *recording = g_hash_table_lookup (self->recordings, path);
  int fd = -1;

  g_assert (self != NULL);

  if (recording != NULL)
    return recording;
  fd = troupe_test_file_open (self->file, path, error);
  if (fd < 0)
    return NULL;
  recording = troupe_recording_open_file (fd, path, error);
  if (recording != NULL)
    g_hash_table_insert (self->recordings, g_strdup (path), recording);
  return recording;
}

/* Returns the path of the recording of a case. (transfer full) */
static char *
make_path (TroupeTestSuite *self, const TroupeTestCase *test)
{
  const char *dot = strrchr (test->recording, '.');
  const char *slash = strrchr (test->recording, G_DIR_SEPARATOR);
  const gsize length =
      dot != NULL && dot > slash ? (gsize) (dot - test->recording) : strlen (test->recording);
  g_autofree char *model = NULL;

  g_assert (self != NULL);

  if (self->model == NULL)
    return g_strdup (test->recording);
  model = g_strdelimit (g_strdup (self->model), "/\\:", '-');
  return g_strdup_printf ("%.*s.%s%s", (int) length, test->recording, model,
                          test->recording + length);
}

/* Lets the case record. Cases with the same path write to one file. Returns FALSE with an error. */
static gboolean
begin_recording (TroupeTestSuite *self, Execution *execution, const char *path, GError **error)
{
  TroupeRecordingWriter *writer = g_hash_table_lookup (self->writers, path);
  g_autofree char *name = g_path_get_basename (self->file->document);
  g_autofree char *confined = NULL;
  int folder = -1;

  g_assert (self != NULL);

  if (writer != NULL)
    {
      troupe_recorder_set_writer (execution->recorder, writer);
      return TRUE;
    }
  confined = troupe_path_confine (path, self->file->folder, error);
  folder = confined != NULL ? troupe_folder_open_parent (confined, self->file->folder, FALSE, error)
                            : -1;
  if (folder < 0)
    return FALSE;
  writer = troupe_run_recording_begin (execution->run, execution->recorder, NULL, folder, confined,
                                       name, NULL, error);
  close (folder);
  if (writer != NULL)
    g_hash_table_insert (self->writers, g_strdup (path), writer);
  return writer != NULL;
}

/* Prepares the answers of the calls of the case. Returns FALSE with an error. */
static gboolean
set_answers (TroupeTestSuite *self, Execution *execution, GError **error)
{
  const TroupeTestCase *test = execution->result->test;
  TroupeRecording *recording = NULL;
  g_autofree char *path = NULL;

  g_assert (self != NULL);

  if (test->answers != NULL)
    troupe_test_answers_attach (test->answers, execution->recorder);
  if (test->calls_missing || (test->answers == NULL && test->recording == NULL))
    troupe_recorder_set_missing (execution->recorder, TROUPE_REPLAY_MISSING_CALLS);
  if (test->recording == NULL)
    return TRUE;
  path = make_path (self, test);
  if (self->is_recorded)
    {
      troupe_recorder_set_missing (execution->recorder, TROUPE_REPLAY_MISSING_CALLS);
      return begin_recording (self, execution, path, error);
    }
  recording = get_recording (self, path, error);
  if (recording == NULL)
    return FALSE;
  troupe_recorder_set_recording (execution->recorder, recording);
  troupe_run_recording_apply (execution->run, recording);
  return TRUE;
}

static void
start_more (TroupeTestSuite *self)
{
  GHashTableIter iter;
  gpointer path, writer;

  g_assert (self != NULL);

  if (self->is_starting)
    return;
  self->is_starting = TRUE;
  while (!self->is_cancelled && self->next < self->results->len &&
         self->running->len < self->parallel)
    {
      TroupeCaseResult *result = self->results->pdata[self->next++];
      Execution *execution = g_new0 (Execution, 1);
      g_autoptr (GError) error = NULL;

      execution->suite = self;
      execution->result = result;
      execution->recorder = troupe_recorder_new ();
      execution->run = self->setup->make_run (result->test, self->user_data);
      g_ptr_array_add (self->running, execution);
      if (!set_answers (self, execution, &error))
        {
          fail (execution, g_strdup (error->message));
          end (execution);
          continue;
        }
      troupe_run_set_inputs (execution->run, result->test->inputs);
      troupe_run_set_test (execution->run, TRUE);
      troupe_run_set_recorder (execution->run, execution->recorder);
      /* The author of the answers must not choose the content of files. */
      if (troupe_test_case_is_offline (result->test, self->is_recorded))
        troupe_run_set_discards_outputs (execution->run, TRUE);
      execution->path = troupe_case_path_new (execution->run);
      troupe_run_execute_async (execution->run, self->engine, ended_cb, execution);
    }
  self->is_starting = FALSE;
  if (self->running->len > 0)
    return;
  /* Fails the cases whose recording could not be written. */
  g_hash_table_iter_init (&iter, self->writers);
  while (g_hash_table_iter_next (&iter, &path, &writer))
    {
      g_autoptr (GError) error = NULL;

      if (troupe_recording_writer_close (writer, &error))
        continue;
      for (guint i = 0; i < self->results->len; i++)
        {
          TroupeCaseResult *result = self->results->pdata[i];
          g_autofree char *own =
              result->test->recording != NULL ? make_path (self, result->test) : NULL;

          if (g_strcmp0 (own, path) == 0)
            g_ptr_array_add (result->failures, g_strdup (error->message));
        }
    }
  self->setup->finished (self->user_data);
}

/* --- The suite -------------------------------------------------------------------------------- */

/* @only: (nullable) */
static gboolean
is_selected (const TroupeTestCase *test, const char *const *only)
{
  if (only == NULL)
    return TRUE;
  for (; *only != NULL; only++)
    {
      const gsize length = strlen (*only);

      if (g_str_equal (test->name, *only) ||
          (strncmp (test->name, *only, length) == 0 && test->name[length] == '/'))
        return TRUE;
    }
  return FALSE;
}

TroupeTestSuite *
troupe_test_suite_new (TroupeTestFile *file,
                       const char *const *only,
                       gboolean is_recorded,
                       const char *model,
                       const TroupeTestSetup *setup,
                       gpointer user_data)
{
  TroupeTestSuite *self = NULL;

  g_return_val_if_fail (file != NULL && setup != NULL, NULL);

  self = g_new0 (TroupeTestSuite, 1);
  self->file = file;
  self->is_recorded = is_recorded;
  self->model = g_strdup (model);
  self->setup = setup;
  self->user_data = user_data;
  self->results = g_ptr_array_new_with_free_func (result_free);
  self->running = g_ptr_array_new ();
  self->recordings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                            (GDestroyNotify) troupe_recording_unref);
  self->writers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) troupe_recording_writer_unref);
  for (guint i = 0; i < file->cases->len; i++)
    if (is_selected (file->cases->pdata[i], only))
      g_ptr_array_add (self->results, result_new (file->cases->pdata[i]));
  return self;
}

void
troupe_test_suite_free (TroupeTestSuite *self)
{
  g_return_if_fail (self != NULL && self->running->len == 0);

  g_clear_object (&self->engine);
  g_ptr_array_unref (self->results);
  g_ptr_array_unref (self->running);
  g_hash_table_unref (self->recordings);
  g_hash_table_unref (self->writers);
  g_free (self->model);
  g_free (self);
}

void
troupe_test_suite_start (TroupeTestSuite *self, TroupeEngine *engine, guint parallel)
{
  g_return_if_fail (self != NULL && TROUPE_IS_ENGINE (engine) && parallel > 0);

  g_set_object (&self->engine, engine);
  self->parallel = parallel;
  start_more (self);
}

void
troupe_test_suite_cancel (TroupeTestSuite *self)
{
  g_return_if_fail (self != NULL);

  self->is_cancelled = TRUE;
  for (guint i = 0; i < self->running->len; i++)
    troupe_run_cancel (((Execution *) self->running->pdata[i])->run);
}

GPtrArray *
troupe_test_suite_get_results (TroupeTestSuite *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->results;
}

/* --- Permissions ------------------------------------------------------------------------------ */

gboolean
troupe_test_suite_is_offline (TroupeTestSuite *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->results->len; i++)
    if (!troupe_test_case_is_offline (((TroupeCaseResult *) self->results->pdata[i])->test,
                                      self->is_recorded))
      return FALSE;
  return TRUE;
}

gboolean
troupe_test_suite_chooses_calls (TroupeTestSuite *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  for (guint i = 0; i < self->results->len; i++)
    {
      const TroupeTestCase *test = ((TroupeCaseResult *) self->results->pdata[i])->test;

      /* Calls of services are answered in an offline case, but Python code is executed. */
      if (test->inputs != NULL || test->answers != NULL || test->recording != NULL)
        return TRUE;
    }
  return FALSE;
}

GPtrArray *
troupe_test_suite_list_judges (TroupeTestSuite *self)
{
  GPtrArray *models = g_ptr_array_new ();

  g_return_val_if_fail (self != NULL, models);

  for (guint i = 0; i < self->results->len; i++)
    {
      const GPtrArray *judges = ((TroupeCaseResult *) self->results->pdata[i])->test->judges;

      for (guint k = 0; k < judges->len; k++)
        {
          char *model = ((TroupeTestJudge *) judges->pdata[k])->model;

          if (!g_ptr_array_find_with_equal_func (models, model, g_str_equal, NULL))
            g_ptr_array_add (models, model);
        }
    }
  return models;
}

void
troupe_test_set_offline (TroupeRun *run)
{
  g_autoptr (TroupeRecorder) recorder = troupe_recorder_new ();
  g_autoptr (TroupeValue) nothing = troupe_value_new_list (NULL, 0);

  g_return_if_fail (TROUPE_IS_RUN (run));

  troupe_test_answers_attach (nothing, recorder);
  troupe_run_set_recorder (run, recorder);
}
