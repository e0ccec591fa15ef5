/* troupe-stored-tests.c: stored test results of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-stored-tests"

#include "config.h"

#include <math.h>
#include <string.h>

#include "troupe-crew-changes.h"
#include "troupe-flow-document.h"
#include "troupe-run-crew.h"
#include "troupe-run-starter.h"
#include "troupe-store-rounds.h"
#include "troupe-stored-tests.h"

static void
kept_test_free (gpointer data)
{
  TroupeStoredTest *test = data;

  g_assert (test != NULL);

  g_free (test->run);
  g_free (test->model);
  g_free (test->change);
  g_free (test);
}

void
troupe_stored_tests_free (TroupeStoredTests *self)
{
  g_return_if_fail (self != NULL);

  g_ptr_array_unref (self->tests);
  g_clear_pointer (&self->shown, troupe_test_facts_free);
  g_clear_pointer (&self->other, troupe_test_facts_free);
  g_clear_pointer (&self->inputs, troupe_value_unref);
  g_free (self);
}

/* --- Parsing records -------------------------------------------------------------------------- */

/* Returns the member at @path, such as `final.table.crew`; NULL if there is no such member. */
static TroupeValue *
look_up (TroupeValue *value, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, ".", -1);

  for (guint i = 0; keys[i] != NULL && value != NULL; i++)
    value = troupe_value_is (value, TROUPE_VALUE_MAP)
                ? troupe_value_map_lookup_string (value, keys[i], -1)
                : NULL;
  return value;
}

/* (nullable) */
static const char *
look_up_text (TroupeValue *value, const char *path)
{
  TroupeValue *text = look_up (value, path);

  return text != NULL && troupe_value_is (text, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (text, NULL)
             : NULL;
}

static guint
look_up_count (TroupeValue *value, const char *path)
{
  TroupeValue *number = look_up (value, path);

  return number != NULL && troupe_value_is (number, TROUPE_VALUE_INTEGER)
             ? (guint) CLAMP (troupe_value_get_integer (number), 0, 10000)
             : 0;
}

/* Returns the tested crew as it was at the time of the test. (transfer full) (nullable) */
static TroupeCrew *
read_crew (const TroupeRunRecord *record)
{
  g_autoptr (TroupeFlowDocument) document =
      record->document != NULL
          ? troupe_flow_document_load_text (record->document, strlen (record->document),
                                            record->name, NULL, NULL)
          : NULL;
  TroupeFlow *flow = document != NULL ? troupe_flow_document_get_flow (document) : NULL;

  g_assert (record != NULL);

  return flow != NULL ? troupe_run_crew_load (flow) : NULL;
}

/* Returns the model of all agents in a comparison test. (transfer full) (nullable) */
static char *
find_model (TroupeCrew *crew)
{
  const char *model;

  g_assert (crew != NULL);

  if (crew->n_agents == 0)
    return NULL;
  /* A model with settings is an object. */
  model = look_up_text (crew->agents[0].fields, "llm.model");
  return g_strdup (model != NULL ? model : look_up_text (crew->agents[0].fields, "llm"));
}

static TroupeTestFacts *
make_facts (TroupeStore *store, const TroupeRunRecord *record, TroupeCrew *crew)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  TroupeTestFacts *facts;

  g_assert (record != NULL);

  if (crew == NULL || !troupe_trace_load (trace, store, record->id, NULL))
    return NULL;
  for (guint i = 0; i < crew->n_tasks; i++)
    g_ptr_array_add (titles, (gpointer) troupe_crew_task_get_title (&crew->tasks[i]));
  g_ptr_array_add (titles, NULL);
  facts = troupe_test_facts_read (trace, (const char *const *) titles->pdata,
                                  look_up_count (record->options, "rounds.n"));
  facts->run = g_strdup (record->id);
  facts->started_us = record->started_us;
  facts->elapsed_us = record->elapsed_us;
  facts->round = 0;
  facts->inputs = troupe_inputs_describe (record->inputs);
  return facts;
}

/* --- Reading ---------------------------------------------------------------------------------------- */

/* Returns the list entry of a test with the models of the crew. (transfer full) (nullable): NULL for a test with another
 * model */
static TroupeStoredTest *
make_test (const TroupeRunRecord *record)
{
  TroupeValue *average = look_up (record->result, "final.table.crew.average");
  TroupeStoredTest *test;

  g_assert (record != NULL);

  if (look_up_text (record->options, "rounds.beside") != NULL)
    return NULL;
  test = g_new0 (TroupeStoredTest, 1);
  test->run = g_strdup (record->id);
  test->started_us = record->started_us;
  test->average = average != NULL && troupe_value_is (average, TROUPE_VALUE_DOUBLE)
                      ? troupe_value_get_double (average)
                      : NAN;
  test->n_rounds = look_up_count (record->options, "rounds.n");
  test->model = g_strdup (look_up_text (record->options, "rounds.model"));
  return test;
}

/* Reads the results of a test, and of the newest one that compares it with another model. */
static void
read_shown (TroupeStoredTests *self,
            TroupeStore *store,
            GPtrArray *records,
            const TroupeRunRecord *shown)
{
  g_autoptr (TroupeCrew) crew = read_crew (shown);

  self->shown = make_facts (store, shown, crew);
  for (guint i = 0; i < records->len && self->shown != NULL && self->other == NULL; i++)
    {
      const TroupeRunRecord *record = g_ptr_array_index (records, i);

      if (g_strcmp0 (look_up_text (record->options, "rounds.beside"), shown->id) == 0)
        {
          g_autoptr (TroupeCrew) variant = read_crew (record);

          self->other = make_facts (store, record, variant);
          if (self->other != NULL)
            self->other->other = find_model (variant);
        }
    }
}

TroupeStoredTests *
troupe_stored_tests_read (TroupeStore *store,
                          const char *path,
                          const char *method,
                          const char *run,
                          GError **error)
{
  g_autoptr (GPtrArray) records = NULL;
  TroupeStoredTests *self;
  const TroupeRunRecord *last = NULL;
  const TroupeRunRecord *shown = NULL;
  g_autoptr (TroupeCrew) before = NULL;

  g_return_val_if_fail (TROUPE_IS_STORE (store), NULL);
  g_return_val_if_fail (path != NULL, NULL);

  records = troupe_store_list_rounds (store, path, method, TROUPE_STORE_ROUNDS_TEST,
                                      TROUPE_STORED_TESTS_MOST, error);
  if (records == NULL)
    return NULL;
  self = g_new0 (TroupeStoredTests, 1);
  self->tests = g_ptr_array_new_with_free_func (kept_test_free);
  for (guint i = records->len; i-- > 0;)
    {
      const TroupeRunRecord *record = g_ptr_array_index (records, i);
      TroupeStoredTest *test = make_test (record);
      g_autoptr (TroupeCrew) crew = NULL;

      if (test == NULL)
        continue;
      crew = read_crew (record);
      if (before != NULL && crew != NULL)
        {
          guint n = 0;

          test->change = troupe_crew_describe_changes (before, crew, &n);
        }
      g_ptr_array_add (self->tests, test);
      last = record;
      if (g_strcmp0 (record->id, run) == 0)
        shown = record;
      g_clear_pointer (&before, troupe_crew_unref);
      before = g_steal_pointer (&crew);
    }
  if (run == NULL)
    shown = last;
  if (last != NULL && last->inputs != NULL)
    self->inputs = troupe_value_ref (last->inputs);
  /* Only this record is read completely. */
  if (shown != NULL)
    read_shown (self, store, records, shown);
  return self;
}

/* --- Asynchronous reading --------------------------------------------------------------------- */

typedef struct
{
  TroupeServices *application;
  char *path;
  char *method; /* (nullable) */
  char *run;    /* (nullable) */
} Question;

static void
question_free (gpointer data)
{
  Question *question = data;

  g_assert (question != NULL);

  g_object_unref (question->application);
  g_free (question->path);
  g_free (question->method);
  g_free (question->run);
  g_free (question);
}

static void
read_thread (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  const Question *question = task_data;
  TroupeStore *store = troupe_services_find_store (question->application);
  GError *error = NULL;
  TroupeStoredTests *kept = store != NULL
                                ? troupe_stored_tests_read (store, question->path, question->method,
                                                            question->run, &error)
                                : NULL;

  g_assert (G_IS_TASK (task));

  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, kept, (GDestroyNotify) troupe_stored_tests_free);
}

void
troupe_stored_tests_read_async (TroupeServices *application,
                                const char *path,
                                const char *method,
                                const char *run,
                                GAsyncReadyCallback callback,
                                gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Question *question;

  g_return_if_fail (TROUPE_IS_SERVICES (application));
  g_return_if_fail (path != NULL);

  question = g_new0 (Question, 1);
  question->application = g_object_ref (application);
  question->path = g_strdup (path);
  question->method = g_strdup (method);
  question->run = g_strdup (run);
  task = g_task_new (NULL, NULL, callback, user_data);
  g_task_set_source_tag (task, troupe_stored_tests_read_async);
  g_task_set_task_data (task, question, question_free);
  g_task_run_in_thread (task, read_thread);
}

TroupeStoredTests *
troupe_stored_tests_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
