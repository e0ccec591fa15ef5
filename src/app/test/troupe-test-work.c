/* troupe-test-work.c: runs and stored results of the tests and trainings of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-work"

#include "config.h"

#include <glib/gi18n.h>

#include "troupe-services.h"
#include "troupe-crew-obstacle.h"
#include "troupe-test-work.h"

/* The default of `troupectl test`. */
#define TEST_ROUNDS 3

typedef enum
{
  NOTHING,
  TEST,
  TRAINING,
} Work;

struct _TroupeTestWork
{
  GObject parent_instance;

  TroupePageContent *content; /* (nullable): NULL once the page was left */
  TroupeCrewSubject *subject;
  TroupeCrew *crew; /* (nullable): the running or last one */
  TroupeRoundsStarter *starter;
  TroupeTrace *trace;
  TroupeRoundsOptions options; /* of the last or running test */

  Work work;
  char *run;              /* (nullable): id of the running or last run */
  TroupeTestFacts *facts; /* (nullable) */
  TroupeTestFacts *first; /* (nullable): the crew's own models; set during the other test */
  TroupeTestFacts *other; /* (nullable) */
  TroupeTestFacts *before; /* (nullable): the test before the last training */
  TroupeStoredTests *kept;   /* (nullable) */
  TroupeStoredTests *chosen; /* (nullable): read for the test that the user has chosen */
  TroupeValue *inputs;     /* (nullable): of the last stored test */
  guint n_reads;
  guint tick; /* source during a test */
};

enum
{
  CHANGED,
  TRAINING_BEGINS,
  TRAINING_MOVES,
  TRAINING_ENDS,
  KEPT_READ,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (TroupeTestWork, troupe_test_work, G_TYPE_OBJECT)

static void
tell_changed (TroupeTestWork *self)
{
  g_assert (TROUPE_IS_TEST_WORK (self));

  if (self->content != NULL)
    g_signal_emit (self, signals[CHANGED], 0);
}

GPtrArray *
troupe_test_work_list_titles (TroupeTestWork *self)
{
  GPtrArray *titles = g_ptr_array_new ();

  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), titles);

  for (guint i = 0; self->crew != NULL && i < self->crew->n_tasks; i++)
    g_ptr_array_add (titles, (gpointer) troupe_crew_task_get_title (&self->crew->tasks[i]));
  g_ptr_array_add (titles, NULL);
  return titles;
}

/* Returns the method that contains the crew, if the crew is embedded. (nullable) */
static const char *
get_method (TroupeTestWork *self)
{
  const char *const *path = troupe_crew_subject_get_path (self->subject);

  g_assert (TROUPE_IS_TEST_WORK (self));

  return !troupe_crew_subject_is_project (self->subject) && path != NULL && path[0] != NULL
             ? path[1]
             : NULL;
}

/* --- Scores ----------------------------------------------------------------------------------- */

/* @facts: (transfer full) (nullable) */
static void
take_facts (TroupeTestFacts **target, TroupeTestFacts *facts)
{
  g_clear_pointer (target, troupe_test_facts_free);
  *target = facts;
}

/* Reads the results of the run that is running or has just ended. (transfer full) */
static TroupeTestFacts *
read_facts (TroupeTestWork *self)
{
  g_autoptr (GPtrArray) titles = troupe_test_work_list_titles (self);
  TroupeTestFacts *facts =
      troupe_test_facts_read (self->trace, (const char *const *) titles->pdata, self->options.n);

  g_assert (TROUPE_IS_TEST_WORK (self));

  facts->run = g_strdup (self->run);
  facts->inputs = g_strdup (troupe_rounds_starter_get_error_text (self->starter));
  if (facts->model == NULL)
    facts->model = g_strdup (self->options.model);
  if (self->first != NULL)
    facts->other = g_strdup (self->options.other);
  return facts;
}

static void trace_changed_cb (TroupeTestWork *self);

/* Updates the time of a running test. */
static gboolean
tick_cb (gpointer user_data)
{
  trace_changed_cb (user_data);
  return G_SOURCE_CONTINUE;
}

static void
trace_changed_cb (TroupeTestWork *self)
{
  g_assert (TROUPE_IS_TEST_WORK (self));

  if (self->content == NULL)
    return;
  if (self->work == TRAINING)
    g_signal_emit (self, signals[TRAINING_MOVES], 0);
  if (self->work != TEST)
    return;
  take_facts (&self->facts, read_facts (self));
  tell_changed (self);
}

/* --- Stored results --------------------------------------------------------------------------- */

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeTestWork) self = TROUPE_TEST_WORK (user_data);
  g_autoptr (GError) error = NULL;
  TroupeStoredTests *kept = troupe_stored_tests_read_finish (result, &error);

  g_assert (TROUPE_IS_TEST_WORK (self));

  self->n_reads--;
  if (self->content == NULL)
    {
      g_clear_pointer (&kept, troupe_stored_tests_free);
      return;
    }
  if (kept != NULL)
    {
      const TroupeStoredTest *last =
          kept->tests->len > 0 ? g_ptr_array_index (kept->tests, kept->tests->len - 1) : NULL;

      /* Shows the last stored test, unless a test was executed on this page. */
      g_clear_pointer (&self->kept, troupe_stored_tests_free);
      self->kept = kept;
      if (self->work != TEST && last != NULL)
        {
          g_clear_pointer (&self->inputs, troupe_value_unref);
          self->inputs = kept->inputs != NULL ? troupe_value_ref (kept->inputs) : NULL;
          /* Also while the permissions of the other model are asked for. */
          if (self->facts == NULL && self->first == NULL && self->before == NULL)
            {
              take_facts (&self->facts, g_steal_pointer (&kept->shown));
              take_facts (&self->other, g_steal_pointer (&kept->other));
              troupe_rounds_options_clear (&self->options);
              self->options = (TroupeRoundsOptions){ .n = MAX (last->n_rounds, 1),
                                                     .model = g_strdup (last->model) };
              troupe_rounds_starter_set_last (self->starter, self->inputs);
            }
        }
    }
  g_signal_emit (self, signals[KEPT_READ], 0, error != NULL ? error->message : NULL);
  tell_changed (self);
}

/* Reads the stored results. A document that was never saved has no stored results. */
static void
read_kept (TroupeTestWork *self)
{
  const char *path = troupe_document_get_path (troupe_crew_subject_get_document (self->subject));
  TroupeServices *application = troupe_services_get ();

  g_assert (TROUPE_IS_TEST_WORK (self));

  if (path == NULL || application == NULL)
    {
      g_signal_emit (self, signals[KEPT_READ], 0, NULL);
      return;
    }
  self->n_reads++;
  troupe_stored_tests_read_async (application, path, get_method (self), NULL, read_cb,
                                  g_object_ref (self));
}

/* The answer for a test that was chosen before another one began comes too late. */
static void
chosen_read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeTestWork) self = TROUPE_TEST_WORK (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStoredTests) chosen = troupe_stored_tests_read_finish (result, &error);

  g_assert (TROUPE_IS_TEST_WORK (self));

  self->n_reads--;
  if (self->content == NULL)
    return;
  if (error != NULL)
    g_signal_emit (self, signals[KEPT_READ], 0, error->message);
  if (chosen != NULL && chosen->shown != NULL && self->work == NOTHING)
    {
      g_clear_pointer (&self->chosen, troupe_stored_tests_free);
      self->chosen = g_steal_pointer (&chosen);
    }
  tell_changed (self);
}

void
troupe_test_work_show_stored (TroupeTestWork *self, const char *run)
{
  const char *path = NULL;
  TroupeServices *application = troupe_services_get ();

  g_return_if_fail (TROUPE_IS_TEST_WORK (self));
  g_return_if_fail (run != NULL);

  path = troupe_document_get_path (troupe_crew_subject_get_document (self->subject));
  if (self->content == NULL || self->work != NOTHING || path == NULL || application == NULL)
    return;
  if (self->facts != NULL && g_strcmp0 (self->facts->run, run) == 0)
    {
      g_clear_pointer (&self->chosen, troupe_stored_tests_free);
      tell_changed (self);
      return;
    }
  self->n_reads++;
  troupe_stored_tests_read_async (application, path, get_method (self), run, chosen_read_cb,
                                  g_object_ref (self));
}

/* --- Runs ---------------------------------------------------------------------------------------------------- */

static void
begin (TroupeTestWork *self, const TroupeRoundsOptions *options, gboolean ask)
{
  TroupeCrew *crew;
  const char *reason;

  g_assert (TROUPE_IS_TEST_WORK (self));

  troupe_page_content_commit (self->content);
  crew = troupe_crew_subject_get_crew (self->subject);
  reason = troupe_crew_find_obstacle (self->subject, NULL);
  if (reason != NULL)
    {
      troupe_page_content_tell (self->content, reason);
      return;
    }
  if (troupe_rounds_starter_is_busy (self->starter) ||
      troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)))
    return;
  g_clear_pointer (&self->crew, troupe_crew_unref);
  self->crew = troupe_crew_ref (crew);
  troupe_rounds_starter_start (self->starter, self->crew, get_method (self), options, ask);
}

/* Called when the run is starting and has not emitted any event yet. */
static void
begins_cb (TroupeTestWork *self, TroupeRun *run)
{
  gboolean is_training = FALSE;
  const guint n = troupe_run_get_rounds (run, &is_training);

  g_assert (TROUPE_IS_TEST_WORK (self));

  g_clear_pointer (&self->chosen, troupe_stored_tests_free);
  troupe_set_str (&self->run, troupe_run_get_id (run));
  self->work = is_training ? TRAINING : TEST;
  if (!is_training && self->tick == 0)
    self->tick = g_timeout_add_seconds (1, tick_cb, self);
  if (is_training)
    {
      if (self->facts != NULL)
        take_facts (&self->before, g_steal_pointer (&self->facts));
      take_facts (&self->other, NULL);
      g_signal_emit (self, signals[TRAINING_BEGINS], 0, n);
    }
  else if (self->first == NULL)
    take_facts (&self->other, NULL);
}

static void
ended_cb (TroupeTestWork *self, TroupeRun *run, TroupeRunResult *result)
{
  const Work work = self->work;

  g_assert (TROUPE_IS_TEST_WORK (self));

  if (self->content == NULL || g_strcmp0 (troupe_run_get_id (run), self->run) != 0)
    return;
  self->work = NOTHING;
  g_clear_handle_id (&self->tick, g_source_remove);
  if (work == TEST)
    {
      TroupeTestFacts *facts = read_facts (self);
      const gboolean is_first = self->first == NULL;

      facts->round = 0;
      facts->elapsed_us = result->elapsed_us;
      if (is_first)
        take_facts (&self->facts, facts);
      else
        {
          take_facts (&self->other, facts);
          take_facts (&self->facts, g_steal_pointer (&self->first));
        }
      if (is_first && result->type == TROUPE_RESULT_OK && self->options.other != NULL)
        {
          TroupeRoundsOptions options = { .n = self->options.n,
                                          .model = self->options.model,
                                          .other = self->options.other,
                                          .beside = self->run };

          take_facts (&self->first, g_steal_pointer (&self->facts));
          begin (self, &options, FALSE);
        }
    }
  else if (work == TRAINING)
    g_signal_emit (self, signals[TRAINING_ENDS], 0, result);
  tell_changed (self);
  read_kept (self);
}

/* If the comparison test was not allowed, the first test is shown again. */
static void
not_begun_cb (TroupeTestWork *self)
{
  g_assert (TROUPE_IS_TEST_WORK (self));

  if (self->first != NULL)
    take_facts (&self->facts, g_steal_pointer (&self->first));
  tell_changed (self);
}

void
troupe_test_work_start (TroupeTestWork *self, const TroupeRoundsOptions *options)
{
  g_return_if_fail (TROUPE_IS_TEST_WORK (self));
  g_return_if_fail (options != NULL && options->n > 0);

  if (options->file != NULL)
    {
      begin (self, options, !options->resumes);
      return;
    }
  troupe_rounds_options_clear (&self->options);
  self->options = (TroupeRoundsOptions){ .n = options->n,
                                   .model = g_strdup (options->model),
                                   .other = g_strdup (options->other) };
  begin (self,
         &(TroupeRoundsOptions){
             .n = options->n, .model = self->options.model, .next = self->options.other },
         TRUE);
}

void
troupe_test_work_start_again (TroupeTestWork *self)
{
  g_return_if_fail (TROUPE_IS_TEST_WORK (self));

  self->options.n = self->options.n > 0 ? self->options.n : TEST_ROUNDS;
  begin (self,
         &(TroupeRoundsOptions){
             .n = self->options.n, .model = self->options.model, .next = self->options.other },
         FALSE);
}

void
troupe_test_work_stop (TroupeTestWork *self)
{
  g_return_if_fail (TROUPE_IS_TEST_WORK (self));

  if (self->content != NULL && self->work != NOTHING)
    troupe_page_run_stop (troupe_page_content_get_run (self->content));
}

void
troupe_test_work_finish (TroupeTestWork *self)
{
  TroupeRun *run;

  g_return_if_fail (TROUPE_IS_TEST_WORK (self));

  if (self->content == NULL || self->work != TRAINING)
    return;
  run = troupe_page_run_get_run (troupe_page_content_get_run (self->content));
  if (run != NULL)
    troupe_run_finish_training (run);
}

/* --- Getters ---------------------------------------------------------------------------------- */

gboolean
troupe_test_work_is_free (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), FALSE);

  return self->content != NULL &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (self->content));
}

gboolean
troupe_test_work_is_busy (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), FALSE);

  return self->n_reads > 0 || self->work != NOTHING ||
         troupe_rounds_starter_is_busy (self->starter);
}

gboolean
troupe_test_work_is_training (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), FALSE);

  return self->work == TRAINING;
}

gboolean
troupe_test_work_is_stored_shown (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), FALSE);

  return self->chosen != NULL;
}

gboolean
troupe_test_work_is_run (TroupeTestWork *self, const char *run)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), FALSE);

  return g_strcmp0 (run, self->run) == 0;
}

const TroupeTestFacts *
troupe_test_work_get_facts (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  if (self->chosen != NULL)
    return self->chosen->shown;
  return self->facts != NULL ? self->facts : self->before;
}

const TroupeTestFacts *
troupe_test_work_get_own (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->first != NULL && self->chosen == NULL ? self->first
                                                     : troupe_test_work_get_facts (self);
}

const TroupeTestFacts *
troupe_test_work_get_other (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->chosen != NULL ? self->chosen->other : self->other;
}

const TroupeTestFacts *
troupe_test_work_get_before (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->before;
}

const TroupeStoredTests *
troupe_test_work_get_stored (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->kept;
}

const TroupeRoundsOptions *
troupe_test_work_get_options (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return &self->options;
}

TroupeValue *
troupe_test_work_get_inputs (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->inputs;
}

TroupeTrace *
troupe_test_work_get_trace (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->trace;
}

TroupeRoundsStarter *
troupe_test_work_get_starter (TroupeTestWork *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_WORK (self), NULL);

  return self->starter;
}

/* --- GObject implementation ------------------------------------------------------------------- */

void
troupe_test_work_close (TroupeTestWork *self)
{
  g_return_if_fail (TROUPE_IS_TEST_WORK (self));

  if (self->content == NULL)
    return;
  troupe_rounds_starter_close (self->starter);
  self->content = NULL;
}

void
troupe_test_work_begin (TroupeTestWork *self)
{
  TroupeRun *run;
  gboolean is_training = FALSE;
  TroupeCrew *crew;

  g_return_if_fail (TROUPE_IS_TEST_WORK (self));

  /* Attaches to a test or training that was started before this page was opened. */
  run = troupe_page_run_get_run (troupe_page_content_get_run (self->content));
  crew = troupe_crew_subject_get_crew (self->subject);
  if (run != NULL && crew != NULL && troupe_run_get_rounds (run, &is_training) != 0)
    {
      self->crew = troupe_crew_ref (crew);
      if (!is_training)
        self->options.n = troupe_run_get_rounds (run, NULL);
      begins_cb (self, run);
      trace_changed_cb (self);
    }
  read_kept (self);
}

static void
troupe_test_work_dispose (GObject *object)
{
  TroupeTestWork *self = TROUPE_TEST_WORK (object);

  self->content = NULL;
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->starter);
  g_clear_object (&self->trace);
  g_clear_object (&self->subject);

  G_OBJECT_CLASS (troupe_test_work_parent_class)->dispose (object);
}

static void
troupe_test_work_finalize (GObject *object)
{
  TroupeTestWork *self = TROUPE_TEST_WORK (object);

  g_clear_pointer (&self->crew, troupe_crew_unref);
  troupe_rounds_options_clear (&self->options);
  g_free (self->run);
  take_facts (&self->facts, NULL);
  take_facts (&self->first, NULL);
  take_facts (&self->other, NULL);
  take_facts (&self->before, NULL);
  g_clear_pointer (&self->kept, troupe_stored_tests_free);
  g_clear_pointer (&self->chosen, troupe_stored_tests_free);
  g_clear_pointer (&self->inputs, troupe_value_unref);

  G_OBJECT_CLASS (troupe_test_work_parent_class)->finalize (object);
}

static void
troupe_test_work_class_init (TroupeTestWorkClass *klass)
{
  const GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_test_work_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_test_work_finalize;

  signals[CHANGED] =
      g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TRAINING_BEGINS] = g_signal_new ("training-begins", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[TRAINING_MOVES] =
      g_signal_new ("training-moves", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[TRAINING_ENDS] = g_signal_new ("training-ends", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 1, G_TYPE_POINTER);
  signals[KEPT_READ] = g_signal_new ("kept-read", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
troupe_test_work_init (TroupeTestWork *self)
{
}

TroupeTestWork *
troupe_test_work_new (TroupePageContent *content, TroupeCrewSubject *subject)
{
  TroupeTestWork *self = g_object_new (TROUPE_TYPE_TEST_WORK, NULL);
  TroupeRunController *running;
  TroupePageRun *run;

  g_return_val_if_fail (TROUPE_IS_PAGE_CONTENT (content), self);
  g_return_val_if_fail (TROUPE_IS_CREW_SUBJECT (subject), self);

  self->content = content;
  self->subject = g_object_ref (subject);
  running = troupe_page_content_get_running (self->content);
  run = troupe_page_content_get_run (self->content);
  self->trace =
      g_object_ref (troupe_monitor_get_trace (troupe_run_controller_get_monitor (running)));
  self->starter = troupe_rounds_starter_new (self->content);
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "begins", G_CALLBACK (begins_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "refused", G_CALLBACK (not_begun_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "denied", G_CALLBACK (not_begun_cb), self,
                           G_CONNECT_SWAPPED);
  /* This handler is connected after the handlers that show the run, so that those are called
   * first. */
  g_signal_connect_object (run, "ended", G_CALLBACK (ended_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (run, "changed", G_CALLBACK (tell_changed), self, G_CONNECT_SWAPPED);
  return self;
}
