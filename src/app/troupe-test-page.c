/* troupe-test-page.c: test and training of a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-application.h"
#include "troupe-crew-training-file.h"
#include "troupe-dialog-place.h"
#include "troupe-kept-round.h"
#include "troupe-subpage.h"
#include "troupe-test-page.h"
#include "troupe-two-columns.h"

/* As many as `troupectl test` and `train` have. */
#define TEST_ROUNDS 3
#define TRAINING_ROUNDS 3
/* Below this width one stands below the other. */
#define NARROW 900
#define TRAINING_WIDTH 480

/* What hierarchical crews call theirs where they have none of their own. */
#define MANAGER_ROLE "Crew Manager"

/* In the order of the bar. */
static const char *const actions[] = { "rounds.train", "rounds.test", "rounds.again" };
#define AGAIN 2

typedef enum
{
  NOTHING,
  TEST,
  TRAINING,
} Work;

struct _TroupeTestPage
{
  GtkWidget parent_instance;

  TroupePageContent *content; /* (nullable): NULL once this page is left */
  TroupeCrewSubject *subject;
  TroupeCrew *crew; /* (nullable): that runs, or ran last */
  TroupeRoundsStarter *starter;
  TroupeRoundsDialog *dialog; /* (nullable): weak */
  TroupeTrace *trace;
  TroupeRoundsWish wish; /* of the last test, or of the one under way */

  Work work;
  char *run;              /* (nullable): the id of the one under way, or of the last one here */
  TroupeTestFacts *facts; /* (nullable) */
  TroupeTestFacts *first; /* (nullable): with the crew's own models, while the other is under way */
  TroupeTestFacts *other; /* (nullable) */
  TroupeTestFacts *before; /* (nullable): the test before the last training */
  TroupeKeptTests *kept;   /* (nullable) */
  TroupeValue *inputs;     /* (nullable): of the last kept one */
  guint n_reads;

  GtkWidget *buttons[3]; /* in the bar; (nullable): not owned */
  TroupeTwoColumns *columns;
  GtkWidget *notice;
  GtkWidget *result;
  GtkWidget *training;
};

G_DEFINE_FINAL_TYPE (TroupeTestPage, troupe_test_page, GTK_TYPE_WIDGET)

/* --- The crew ------------------------------------------------------------------------------------------ */

/* (transfer container) */
static GPtrArray *
list_titles (TroupeCrew *crew)
{
  GPtrArray *titles = g_ptr_array_new ();

  for (guint i = 0; crew != NULL && i < crew->n_tasks; i++)
    g_ptr_array_add (titles, (gpointer) troupe_crew_task_get_title (&crew->tasks[i]));
  g_ptr_array_add (titles, NULL);
  return titles;
}

/* Of a crew inside of a flow. (nullable) */
static const char *
get_method (TroupeTestPage *self)
{
  const char *const *path = troupe_crew_subject_get_path (self->subject);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  return !troupe_crew_subject_is_project (self->subject) && path != NULL && path[0] != NULL
             ? path[1]
             : NULL;
}

/* Where runs of the window look for what was learnt. (transfer full) */
static char *
find_file (TroupeTestPage *self, TroupeCrew *crew)
{
  g_autofree char *folder = troupe_run_source_find_folder (
      troupe_page_running_get_source (troupe_page_content_get_running (self->content)));

  g_assert (TROUPE_IS_TEST_PAGE (self));

  return troupe_crew_training_file_find_for (crew, g_getenv (TROUPE_CREW_TRAINED_VARIABLE), folder);
}

/* Roles are known by what they are with the inputs in them. */
static void
look_at_learnt (TroupeTestPage *self)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autoptr (TroupeCrew) filled = NULL;
  g_autoptr (GPtrArray) roles = g_ptr_array_new ();
  g_autofree char *file = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (crew == NULL || self->content == NULL)
    return;
  if (self->inputs != NULL)
    filled = troupe_crew_interpolate (crew, self->inputs, NULL, NULL);
  if (filled == NULL)
    filled = troupe_crew_ref (crew);
  for (guint i = 0; i < filled->n_agents; i++)
    g_ptr_array_add (roles, filled->agents[i].role);
  if (filled->manager != NULL)
    g_ptr_array_add (roles, filled->manager->role);
  else if (filled->process == TROUPE_CREW_HIERARCHICAL)
    g_ptr_array_add (roles, (gpointer) MANAGER_ROLE);
  g_ptr_array_add (roles, NULL);
  file = find_file (self, crew);
  troupe_learnt_list_look (troupe_training_pane_get_learnt (TROUPE_TRAINING_PANE (self->training)),
                           file, (const char *const *) roles->pdata);
}

/* --- What is shown --------------------------------------------------------------------------------------- */

static void
show (TroupeTestPage *self)
{
  const TroupeTestFacts *a = self->first != NULL ? self->first : self->facts;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL)
    return;
  troupe_test_result_show (TROUPE_TEST_RESULT (self->result), self->facts,
                           self->other != NULL ? a : NULL, self->other, self->kept);
}

static void
update_actions (TroupeTestPage *self)
{
  const gboolean is_free =
      self->content != NULL &&
      !troupe_page_run_is_under_way (troupe_page_content_get_run (self->content));

  g_assert (TROUPE_IS_TEST_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const gboolean is_enabled = is_free && (i != AGAIN || self->facts != NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], is_enabled);
      if (self->buttons[i] != NULL)
        gtk_widget_set_sensitive (self->buttons[i], is_enabled);
    }
}

/* @facts: (transfer full) (nullable) */
static void
take_facts (TroupeTestFacts **target, TroupeTestFacts *facts)
{
  g_clear_pointer (target, troupe_test_facts_free);
  *target = facts;
}

/* Of the run that is under way, or was just now. (transfer full) */
static TroupeTestFacts *
read_facts (TroupeTestPage *self)
{
  g_autoptr (GPtrArray) titles = list_titles (self->crew);
  TroupeTestFacts *facts =
      troupe_test_facts_read (self->trace, (const char *const *) titles->pdata, self->wish.n);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  facts->run = g_strdup (self->run);
  facts->inputs = g_strdup (troupe_rounds_starter_get_told (self->starter));
  if (facts->model == NULL)
    facts->model = g_strdup (self->wish.model);
  if (self->first != NULL)
    facts->other = g_strdup (self->wish.other);
  return facts;
}

static void
trace_changed_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL)
    return;
  if (self->work == TRAINING)
    troupe_training_pane_update (TROUPE_TRAINING_PANE (self->training), self->trace);
  if (self->work != TEST)
    return;
  take_facts (&self->facts, read_facts (self));
  show (self);
}

/* --- What was kept ---------------------------------------------------------------------------------------- */

/* The last kept test is shown where none was made here meanwhile. */
static void
take_kept (TroupeTestPage *self, TroupeKeptTests *kept)
{
  const TroupeKeptTest *last =
      kept->tests->len > 0 ? g_ptr_array_index (kept->tests, kept->tests->len - 1) : NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  g_clear_pointer (&self->kept, troupe_kept_tests_free);
  self->kept = kept;
  if (self->work == TEST || last == NULL)
    return;
  g_clear_pointer (&self->inputs, troupe_value_unref);
  self->inputs = kept->inputs != NULL ? troupe_value_ref (kept->inputs) : NULL;
  if (self->facts != NULL)
    return;
  take_facts (&self->facts, g_steal_pointer (&kept->last));
  take_facts (&self->other, g_steal_pointer (&kept->other));
  troupe_rounds_wish_clear (&self->wish);
  self->wish = (TroupeRoundsWish){ .n = MAX (last->n_rounds, 1), .model = g_strdup (last->model) };
  troupe_rounds_starter_set_last (self->starter, self->inputs);
}

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TroupeTestPage) self = TROUPE_TEST_PAGE (user_data);
  g_autoptr (GError) error = NULL;
  TroupeKeptTests *kept = troupe_kept_tests_read_finish (result, &error);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  self->n_reads--;
  if (self->content == NULL)
    {
      g_clear_pointer (&kept, troupe_kept_tests_free);
      return;
    }
  troupe_test_result_set_error (TROUPE_TEST_RESULT (self->result),
                                error != NULL ? error->message : NULL);
  if (kept != NULL)
    take_kept (self, kept);
  show (self);
  update_actions (self);
  look_at_learnt (self);
}

/* A document without a file has nothing that is kept. */
static void
read_kept (TroupeTestPage *self)
{
  const char *path = troupe_document_get_path (troupe_crew_subject_get_document (self->subject));
  TroupeApplication *application = troupe_application_get ();

  g_assert (TROUPE_IS_TEST_PAGE (self));

  look_at_learnt (self);
  if (path == NULL || application == NULL)
    return;
  self->n_reads++;
  troupe_kept_tests_read_async (application, path, get_method (self), read_cb, g_object_ref (self));
}

/* --- Runs ---------------------------------------------------------------------------------------------------- */

static void
begin (TroupeTestPage *self, const TroupeRoundsWish *wish, gboolean ask)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_page_content_commit (self->content);
  crew = troupe_crew_subject_get_crew (self->subject);
  if (crew == NULL)
    {
      troupe_page_content_tell (self->content,
                                _ ("The crew has errors. Repair them, then run it."));
      return;
    }
  if (troupe_rounds_starter_is_busy (self->starter) ||
      troupe_page_run_is_under_way (troupe_page_content_get_run (self->content)))
    return;
  g_clear_pointer (&self->crew, troupe_crew_unref);
  self->crew = troupe_crew_ref (crew);
  troupe_rounds_starter_start (self->starter, self->crew, get_method (self), wish, ask);
}

/* Nothing of it has happened yet. */
static void
begins_cb (TroupeTestPage *self, TroupeRun *run)
{
  gboolean is_training = FALSE;
  const guint n = troupe_run_get_rounds (run, &is_training);
  g_autoptr (GPtrArray) titles = list_titles (self->crew);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_set_str (&self->run, troupe_run_get_id (run));
  self->work = is_training ? TRAINING : TEST;
  if (is_training)
    {
      troupe_training_pane_begin (TROUPE_TRAINING_PANE (self->training), n,
                                  (const char *const *) titles->pdata);
      g_clear_pointer (&self->before, troupe_test_facts_free);
      self->before = g_steal_pointer (&self->facts);
      take_facts (&self->other, NULL);
      troupe_training_pane_set_marks (TROUPE_TRAINING_PANE (self->training), self->before, NULL);
    }
  else if (self->first == NULL)
    take_facts (&self->other, NULL);
}

static void
begin_other (TroupeTestPage *self)
{
  TroupeRoundsWish wish = {
    .n = self->wish.n, .model = self->wish.model, .other = self->wish.other, .beside = self->run
  };

  g_assert (TROUPE_IS_TEST_PAGE (self));

  take_facts (&self->first, g_steal_pointer (&self->facts));
  begin (self, &wish, FALSE);
}

static void
end_test (TroupeTestPage *self, const TroupeRunResult *result)
{
  TroupeTestFacts *facts = read_facts (self);
  const gboolean is_first = self->first == NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  facts->round = 0;
  facts->elapsed_us = result->elapsed_us;
  if (is_first)
    take_facts (&self->facts, facts);
  else
    {
      take_facts (&self->other, facts);
      take_facts (&self->facts, g_steal_pointer (&self->first));
    }
  if (is_first && result->type == TROUPE_RESULT_OK && self->wish.other != NULL)
    {
      begin_other (self);
      return;
    }
  if (self->before != NULL)
    troupe_training_pane_set_marks (TROUPE_TRAINING_PANE (self->training), self->before,
                                    self->facts);
}

static void
end_training (TroupeTestPage *self, const TroupeRunResult *result)
{
  TroupeTrainingPane *pane = TROUPE_TRAINING_PANE (self->training);
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->facts == NULL)
    self->facts = g_steal_pointer (&self->before);
  if (result->type == TROUPE_RESULT_OK)
    text = g_strdup (_ ("The agents have learnt from your remarks."));
  else if (result->error == NULL || result->type == TROUPE_RESULT_CANCELLED)
    text = g_strdup (_ ("Stopped. What was learnt before stays as it is; your remarks stand in "
                        "training_data.pkl."));
  else
    /* Translators: why */
    text = g_strdup_printf (_ ("Nothing new was learnt: %s"), result->error->message);
  troupe_training_pane_end (
      pane, text, result->type != TROUPE_RESULT_OK && result->type != TROUPE_RESULT_CANCELLED);
}

static void
ended_cb (TroupeTestPage *self, TroupeRun *run, TroupeRunResult *result)
{
  const Work work = self->work;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL || g_strcmp0 (troupe_run_get_id (run), self->run) != 0)
    return;
  self->work = NOTHING;
  if (work == TEST)
    end_test (self, result);
  else if (work == TRAINING)
    end_training (self, result);
  show (self);
  update_actions (self);
  read_kept (self);
}

/* A second test that nobody allowed leaves the first as it is. */
static void
not_begun_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->first != NULL)
    take_facts (&self->facts, g_steal_pointer (&self->first));
  show (self);
}

static void
stop_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content != NULL && self->work != NOTHING)
    troupe_page_run_stop (troupe_page_content_get_run (self->content));
}

/* --- What a person wants ---------------------------------------------------------------------------------- */

static void
chosen_cb (TroupeTestPage *self, TroupeRoundsDialog *dialog)
{
  TroupeRoundsWish wish = { 0 };

  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_rounds_dialog_get_wish (dialog, &wish);
  if (wish.file != NULL)
    {
      begin (self, &wish, TRUE);
      troupe_rounds_wish_clear (&wish);
      return;
    }
  troupe_rounds_wish_clear (&self->wish);
  self->wish = wish;
  begin (self, &(TroupeRoundsWish){ .n = wish.n, .model = wish.model }, TRUE);
}

static void
open_dialog (TroupeTestPage *self, const TroupeRoundsWish *wish)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->dialog != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->dialog));
      return;
    }
  g_set_weak_pointer (&self->dialog, troupe_rounds_dialog_new (self->subject, wish));
  troupe_dialog_put_over (GTK_WINDOW (self->dialog), GTK_WIDGET (self));
  g_signal_connect_object (self->dialog, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (self->dialog));
}

static void
test_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  TroupeRoundsWish wish = { .n = self->wish.n > 0 ? self->wish.n : TEST_ROUNDS,
                            .model = self->wish.model,
                            .other = self->wish.other };

  if (self->content != NULL)
    open_dialog (self, &wish);
}

static void
again_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  TroupeRoundsWish wish = { .n = self->wish.n > 0 ? self->wish.n : TEST_ROUNDS,
                            .model = self->wish.model };

  if (self->content == NULL)
    return;
  self->wish.n = wish.n;
  begin (self, &wish, FALSE);
}

static void
train_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autofree char *file = NULL;
  TroupeRoundsWish wish = { .n = TRAINING_ROUNDS };

  if (self->content == NULL)
    return;
  if (crew == NULL)
    {
      troupe_page_content_tell (self->content,
                                _ ("The crew has errors. Repair them, then run it."));
      return;
    }
  wish.file = file = find_file (self, crew);
  open_dialog (self, &wish);
}

void
troupe_test_page_open_round (TroupeTestPage *self, gboolean is_other, guint task, guint round)
{
  const TroupeTestFacts *facts = NULL;
  TroupePageContent *content;
  guint64 span;

  g_return_if_fail (TROUPE_IS_TEST_PAGE (self));

  facts = self->facts;
  if (is_other && facts != NULL && facts->other == NULL)
    facts = self->other;
  if (self->content == NULL || facts == NULL || task >= facts->n_tasks || round >= facts->n_rounds)
    return;
  content = self->content;
  span = facts->tasks[task].scores[round].task;
  if (g_strcmp0 (facts->run, self->run) == 0)
    {
      troupe_subpage_leave (troupe_subpage_find (content));
      troupe_monitor_show_task (
          troupe_page_running_get_monitor (troupe_page_content_get_running (content)), span);
    }
  else if (facts->run != NULL &&
           !troupe_page_run_is_under_way (troupe_page_content_get_run (content)))
    troupe_kept_round_open (content, facts->run, span);
}

static void
round_activated_cb (TroupeTestPage *self, gboolean is_other, guint task, guint round)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_test_page_open_round (self, is_other, task, round);
}

/* --- Room ---------------------------------------------------------------------------------------------------- */

static void
folded_cb (TroupeTestPage *self)
{
  const gboolean is_narrow = troupe_two_columns_get_narrow (self->columns);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (is_narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  troupe_test_result_set_narrow (TROUPE_TEST_RESULT (self->result), is_narrow);
  show (self);
}

/* --- The page ------------------------------------------------------------------------------------------------- */

static void
left_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL)
    return;
  if (self->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (self->dialog));
  troupe_rounds_starter_close (self->starter);
  if (troupe_page_content_get_running (self->content) != NULL)
    troupe_page_running_lend_notice (troupe_page_content_get_running (self->content), NULL);
  self->content = NULL;
  memset (self->buttons, 0, sizeof self->buttons);
}

/* One that was begun before this page was opened, and goes on. */
static void
join_run (TroupeTestPage *self)
{
  TroupeRun *run = troupe_page_run_get_run (troupe_page_content_get_run (self->content));
  gboolean is_training = FALSE;
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (run == NULL || crew == NULL || troupe_run_get_rounds (run, &is_training) == 0)
    return;
  self->crew = troupe_crew_ref (crew);
  if (!is_training)
    self->wish.n = troupe_run_get_rounds (run, NULL);
  begins_cb (self, run);
  trace_changed_cb (self);
}

static void
join_content (TroupeTestPage *self)
{
  TroupePageRunning *running = troupe_page_content_get_running (self->content);
  TroupePageRun *run = troupe_page_content_get_run (self->content);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  self->trace = g_object_ref (troupe_monitor_get_trace (troupe_page_running_get_monitor (running)));
  self->starter = troupe_rounds_starter_new (self->content);
  troupe_page_running_lend_notice (running, TROUPE_NOTICE_BAR (self->notice));
  g_signal_connect_object (self->trace, "changed", G_CALLBACK (trace_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "begins", G_CALLBACK (begins_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "refused", G_CALLBACK (not_begun_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->starter, "denied", G_CALLBACK (not_begun_cb), self,
                           G_CONNECT_SWAPPED);
  /* Who shows the run knows first what has happened. */
  g_signal_connect_object (run, "ended", G_CALLBACK (ended_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  g_signal_connect_object (run, "changed", G_CALLBACK (update_actions), self, G_CONNECT_SWAPPED);
}

static void
build_columns (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  self->result = troupe_test_result_new ();
  self->training = troupe_training_pane_new (troupe_page_content_get_questions (self->content));
  g_signal_connect_object (self->result, "stop-requested", G_CALLBACK (stop_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->result, "round-activated", G_CALLBACK (round_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->training, "stop-requested", G_CALLBACK (stop_cb), self,
                           G_CONNECT_SWAPPED);
  self->columns = troupe_two_columns_new (self->notice, self->result, self->training,
                                          "training-side", TRAINING_WIDTH, NARROW);
  gtk_widget_set_parent (GTK_WIDGET (self->columns), GTK_WIDGET (self));
  g_signal_connect_object (self->columns, "notify::narrow", G_CALLBACK (folded_cb), self,
                           G_CONNECT_SWAPPED);
}

static void
request_test_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  gtk_widget_activate_action (GTK_WIDGET (self), "rounds.test", NULL);
}

static void
press_cb (GtkWidget *button, TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    if (self->buttons[i] == button)
      gtk_widget_activate_action (GTK_WIDGET (self), actions[i], NULL);
}

/* They stand in the bar, where this page's actions are not known. */
static void
add_buttons (TroupeTestPage *self, TroupeSubpage *subpage)
{
  const char *const labels[] = { _ ("T_rain…"), _ ("_Test…"), _ ("Test _Again") };

  g_assert (TROUPE_IS_TEST_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      self->buttons[i] = gtk_button_new_with_mnemonic (labels[i]);
      g_signal_connect_object (self->buttons[i], "clicked", G_CALLBACK (press_cb), self, 0);
      troupe_subpage_add_button (subpage, self->buttons[i]);
    }
  update_actions (self);
}

static TroupeTestPage *
test_page_new (TroupePageContent *content, TroupeCrewSubject *subject)
{
  TroupeTestPage *self = g_object_new (TROUPE_TYPE_TEST_PAGE, NULL);

  self->content = content;
  self->subject = g_object_ref (subject);
  build_columns (self);
  join_content (self);
  g_signal_connect_object (self->result, "test-requested", G_CALLBACK (request_test_cb), self,
                           G_CONNECT_SWAPPED);
  show (self);
  join_run (self);
  read_kept (self);
  return self;
}

void
troupe_test_page_open (TroupePageContent *content)
{
  TroupeCrewSubject *subject;
  TroupeSubpage *subpage;
  TroupeTestPage *self;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  subject = troupe_page_content_get_crew (content);
  subpage = troupe_subpage_find (content);
  if (subpage != NULL && TROUPE_IS_TEST_PAGE (troupe_subpage_get_child (subpage)))
    {
      gtk_widget_grab_focus (GTK_WIDGET (subpage));
      return;
    }
  if (subject == NULL)
    {
      troupe_page_content_tell (
          content, _ ("Only crews can be tested and trained. Open one: double-click a method that "
                      "runs a crew."));
      return;
    }
  troupe_page_content_commit (content);
  if (subpage != NULL)
    troupe_subpage_leave (subpage);
  self = test_page_new (content, subject);
  subpage = troupe_subpage_open (content, _ ("Test and training"), GTK_WIDGET (self));
  g_signal_connect_object (subpage, "left", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  add_buttons (self, subpage);
}

static gboolean
troupe_test_page_grab_focus (GtkWidget *widget)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  GtkWidget *entry = troupe_training_pane_get_entry (TROUPE_TRAINING_PANE (self->training));

  return entry != NULL ? gtk_widget_grab_focus (entry)
                       : gtk_widget_child_focus (GTK_WIDGET (self->columns), GTK_DIR_TAB_FORWARD);
}

static void
troupe_test_page_dispose (GObject *object)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (object);

  GtkWidget *columns = GTK_WIDGET (g_steal_pointer (&self->columns));

  self->content = NULL;
  g_clear_weak_pointer (&self->dialog);
  g_clear_pointer (&columns, gtk_widget_unparent);
  g_clear_object (&self->starter);
  g_clear_object (&self->trace);
  g_clear_object (&self->subject);

  G_OBJECT_CLASS (troupe_test_page_parent_class)->dispose (object);
}

static void
troupe_test_page_finalize (GObject *object)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (object);

  g_clear_pointer (&self->crew, troupe_crew_unref);
  troupe_rounds_wish_clear (&self->wish);
  g_free (self->run);
  take_facts (&self->facts, NULL);
  take_facts (&self->first, NULL);
  take_facts (&self->other, NULL);
  take_facts (&self->before, NULL);
  g_clear_pointer (&self->kept, troupe_kept_tests_free);
  g_clear_pointer (&self->inputs, troupe_value_unref);

  G_OBJECT_CLASS (troupe_test_page_parent_class)->finalize (object);
}

static void
troupe_test_page_class_init (TroupeTestPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_test_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = troupe_test_page_finalize;
  widget_class->grab_focus = troupe_test_page_grab_focus;
  gtk_widget_class_set_css_name (widget_class, "test-page");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "rounds.test", NULL, test_cb);
  gtk_widget_class_install_action (widget_class, "rounds.again", NULL, again_cb);
  gtk_widget_class_install_action (widget_class, "rounds.train", NULL, train_cb);
}

static void
troupe_test_page_init (TroupeTestPage *self)
{
  self->notice = g_object_new (TROUPE_TYPE_NOTICE_BAR, NULL);
}

/* --- For tests ------------------------------------------------------------------------------------------------ */

TroupeTestResult *
troupe_test_page_get_result (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return TROUPE_TEST_RESULT (self->result);
}

TroupeTrainingPane *
troupe_test_page_get_training (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return TROUPE_TRAINING_PANE (self->training);
}

TroupeRoundsDialog *
troupe_test_page_get_dialog (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return self->dialog;
}

TroupeRoundsStarter *
troupe_test_page_get_starter (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return self->starter;
}

const TroupeTestFacts *
troupe_test_page_get_facts (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return self->facts;
}

const TroupeTestFacts *
troupe_test_page_get_other (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return self->other;
}

const TroupeKeptTests *
troupe_test_page_get_kept (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return self->kept;
}

gboolean
troupe_test_page_is_busy (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), FALSE);

  return self->n_reads > 0 || self->work != NOTHING ||
         troupe_rounds_starter_is_busy (self->starter) ||
         troupe_learnt_list_is_busy (
             troupe_training_pane_get_learnt (TROUPE_TRAINING_PANE (self->training)));
}
