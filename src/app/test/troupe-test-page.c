/* troupe-test-page.c: subpage to test and train a crew
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "troupe-test-page"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "troupe-crew-training-file.h"
#include "troupe-dialog-placement.h"
#include "troupe-message-dialog.h"
#include "troupe-pass-focus.h"
#include "troupe-past-run.h"
#include "troupe-save-question.h"
#include "troupe-split-view.h"
#include "troupe-subpage.h"
#include "troupe-test-page.h"
#include "troupe-test-work.h"

/* The defaults of `troupectl test` and `train`. */
#define TEST_ROUNDS 3
#define TRAINING_ROUNDS 3
/* Width in pixels below which tests and training are placed one below the other. */
#define NARROW 900
#define TRAINING_WIDTH 480

/* Role of the default manager of hierarchical crews. */
#define MANAGER_ROLE "Crew Manager"

/* In the order of the bar. */
static const char *const actions[] = { "rounds.train", "rounds.test", "rounds.again" };
#define AGAIN 2

struct _TroupeTestPage
{
  GtkWidget parent_instance;

  TroupePageContent *content; /* (nullable): NULL once the page was left */
  TroupeCrewSubject *subject;
  TroupeTestWork *work;
  gboolean is_resuming;       /* the last training only evaluates the saved feedback */
  gboolean is_finishing;      /* no more rounds, only learning from the feedback */
  TroupeRoundsDialog *dialog; /* (nullable): weak */
  GtkWidget *buttons[3];      /* in the bar; (nullable): not owned */
  TroupeSplitView *columns;
  GtkWidget *notice;
  GtkWidget *result;
  GtkWidget *training;
};

G_DEFINE_FINAL_TYPE (TroupeTestPage, troupe_test_page, GTK_TYPE_WIDGET)

/* --- Crew ------------------------------------------------------------------------------------- */

/* Returns the file of trained agents that runs of the window use. (transfer full) (nullable):
 * NULL if the crew names a file that runs reject, or has no folder yet in which it could be */
static char *
find_file (TroupeTestPage *self, TroupeCrew *crew)
{
  g_autofree char *folder = troupe_run_factory_find_own_folder (
      troupe_run_controller_get_source (troupe_page_content_get_running (self->content)));

  g_assert (TROUPE_IS_TEST_PAGE (self));

  return troupe_crew_training_file_find_for (crew, g_getenv (TROUPE_CREW_TRAINED_VARIABLE), folder,
                                             NULL);
}

/* Reads the learned rules. The file identifies agents by their roles after interpolation of the
 * inputs. */
static void
look_at_learnt (TroupeTestPage *self)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autoptr (TroupeCrew) filled = NULL;
  g_autoptr (GPtrArray) roles = g_ptr_array_new ();
  TroupeValue *inputs = troupe_test_work_get_inputs (self->work);
  g_autofree char *file = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (crew == NULL || self->content == NULL)
    return;
  if (inputs != NULL)
    filled = troupe_crew_interpolate (crew, inputs, NULL, NULL);
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
  if (file == NULL)
    return;
  troupe_trained_rules_list_look (troupe_training_pane_get_learnt (
                                      TROUPE_TRAINING_PANE (self->training)),
                                  file, (const char *const *) roles->pdata);
}

/* --- Presentation ----------------------------------------------------------------------------- */

/* Updates the page. The new scores of the tasks are shown in the training pane only after a test
 * has ended. */
static void
show (TroupeTestPage *self)
{
  const TroupeTestFacts *facts = troupe_test_work_get_facts (self->work);
  const TroupeTestFacts *other = troupe_test_work_get_other (self->work);
  const TroupeTestFacts *before = troupe_test_work_get_before (self->work);
  const gboolean is_over = facts != NULL && facts != before && facts->round == 0 &&
                           !troupe_test_work_is_stored_shown (self->work);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL)
    return;
  troupe_test_result_show (TROUPE_TEST_RESULT (self->result), facts,
                           other != NULL ? troupe_test_work_get_own (self->work) : NULL, other,
                           troupe_test_work_get_stored (self->work));
  if (before != NULL)
    troupe_training_pane_set_marks (TROUPE_TRAINING_PANE (self->training), before,
                                    is_over ? facts : NULL);
}

static void
update_actions (TroupeTestPage *self)
{
  const gboolean is_free = self->content != NULL && troupe_test_work_is_free (self->work);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      const gboolean is_enabled =
          is_free && (i != AGAIN || troupe_test_work_get_facts (self->work) != NULL);

      gtk_widget_action_set_enabled (GTK_WIDGET (self), actions[i], is_enabled);
      if (self->buttons[i] != NULL)
        gtk_widget_set_sensitive (self->buttons[i], is_enabled);
    }
}

static void
changed_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  show (self);
  update_actions (self);
}

static void
kept_read_cb (TroupeTestPage *self, const char *error)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_test_result_set_error (TROUPE_TEST_RESULT (self->result), error);
  look_at_learnt (self);
}

/* --- Training --------------------------------------------------------------------------------- */

static void
training_begins_cb (TroupeTestPage *self, guint n)
{
  g_autoptr (GPtrArray) titles = troupe_test_work_list_titles (self->work);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->is_resuming)
    {
      troupe_training_pane_begin_evaluation (TROUPE_TRAINING_PANE (self->training));
      return;
    }
  troupe_training_pane_begin (TROUPE_TRAINING_PANE (self->training), n,
                              (const char *const *) titles->pdata);
  troupe_training_pane_set_marks (TROUPE_TRAINING_PANE (self->training),
                                  troupe_test_work_get_before (self->work), NULL);
}

static void
training_moves_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_training_pane_update (TROUPE_TRAINING_PANE (self->training),
                               troupe_test_work_get_trace (self->work));
}

/* Returns TRUE if the agents have not learned from the saved feedback. */
static gboolean
has_feedback (TroupeTestPage *self)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autofree char *trained = crew != NULL && self->content != NULL ? find_file (self, crew) : NULL;
  g_autofree char *folder = NULL;
  g_autofree char *data = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  folder = trained != NULL ? troupe_run_factory_find_own_folder (troupe_run_controller_get_source (
                                 troupe_page_content_get_running (self->content)))
                           : NULL;
  if (folder == NULL)
    return FALSE;
  data = troupe_crew_training_file_find (folder, TROUPE_CREW_TRAINING_DATA);
  return troupe_crew_training_file_has_feedback (data, trained);
}

static void
evaluate_cb (TroupeTestPage *self)
{
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autofree char *file = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL || crew == NULL)
    return;
  file = find_file (self, crew);
  if (file == NULL)
    return;
  self->is_resuming = TRUE;
  troupe_test_work_start (self->work,
                          &(TroupeRoundsOptions){ .n = 1, .file = file, .resumes = TRUE });
}

static void
training_ends_cb (TroupeTestPage *self, const TroupeRunResult *result)
{
  g_autofree char *text = NULL;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  self->is_finishing = FALSE;
  if (result->type == TROUPE_RESULT_OK)
    text = g_strdup (_ ("The agents have learned from your feedback."));
  else if (result->error == NULL || result->type == TROUPE_RESULT_CANCELLED)
    text = g_strdup (_ ("Stopped. Earlier training results are unchanged; your feedback is saved "
                        "in training_data.pkl."));
  else
    /* The notice of the run contains the reason, and it would be the same text twice. */
    text = g_strdup (_ ("Training failed for the reason above."));
  troupe_training_pane_end (TROUPE_TRAINING_PANE (self->training), text,
                            result->type != TROUPE_RESULT_OK &&
                                result->type != TROUPE_RESULT_CANCELLED);
  if (result->type != TROUPE_RESULT_OK && has_feedback (self))
    troupe_training_pane_offer_evaluation (TROUPE_TRAINING_PANE (self->training), NULL);
}

static void
stop_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (troupe_test_work_is_training (self->work))
    troupe_training_pane_set_stopping (TROUPE_TRAINING_PANE (self->training));
  troupe_test_work_stop (self->work);
}

static void
stop_answered_cb (TroupeTestPage *self, const char *response)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (!troupe_test_work_is_training (self->work))
    return;
  if (g_str_equal (response, "stop"))
    stop_cb (self);
  else if (g_str_equal (response, "learn"))
    {
      self->is_finishing = TRUE;
      troupe_training_pane_set_finishing (TROUPE_TRAINING_PANE (self->training));
      troupe_test_work_finish (self->work);
    }
}

/* Prompts the user if rounds have ended, because the feedback in them is valuable, but learning
 * from it requires more model calls. */
static void
stop_training_cb (TroupeTestPage *self)
{
  const guint n = troupe_training_pane_get_n_ended (TROUPE_TRAINING_PANE (self->training));
  g_autofree char *heading = NULL;
  GtkWidget *dialog;

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (n == 0 || self->is_finishing)
    {
      stop_cb (self);
      return;
    }
  heading = g_strdup_printf (ngettext ("Learn From the Completed Iteration?",
                                       "Learn From the %u Completed Iterations?", n),
                             n);
  dialog = troupe_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
      _ ("The current iteration is discarded. To learn, Troupe calls each agent’s model once more; "
         "otherwise the agents do not change, and your feedback is saved in training_data.pkl."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Continue"), "stop",
                                    _ ("_Stop"), "learn", _ ("_Learn and Stop"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "stop",
                                              ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "learn",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "learn");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (stop_answered_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* --- User actions ----------------------------------------------------------------------------- */

static void
chosen_cb (TroupeTestPage *self, TroupeRoundsDialog *dialog)
{
  TroupeRoundsOptions options = { 0 };

  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_rounds_dialog_get_options (dialog, &options);
  self->is_resuming = FALSE;
  troupe_test_work_start (self->work, &options);
  troupe_rounds_options_clear (&options);
}

static void
open_dialog (TroupeTestPage *self, const TroupeRoundsOptions *options)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->dialog != NULL)
    {
      gtk_window_present (GTK_WINDOW (self->dialog));
      return;
    }
  g_set_weak_pointer (&self->dialog, troupe_rounds_dialog_new (self->subject, options));
  troupe_dialog_put_over (GTK_WINDOW (self->dialog), GTK_WIDGET (self));
  g_signal_connect_object (self->dialog, "chosen", G_CALLBACK (chosen_cb), self, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (self->dialog));
}

/* Asks to save a document that has no file, because trainings and tests are kept with it. Returns TRUE if it has to be saved
 * first. @button, @action: save it and continue */
static gboolean
ask_to_save (TroupeTestPage *self, const char *button, const char *action)
{
  TroupeDocument *document = troupe_crew_subject_get_document (self->subject);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (troupe_document_get_path (document) != NULL)
    return FALSE;
  troupe_save_question_ask (GTK_WIDGET (self), _ ("Save the Document First"),
                            _ ("What the agents learn is written into the folder of the document, "
                               "and the results of tests are stored for its file."),
                            button, action);
  return TRUE;
}

static void
test_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  const TroupeRoundsOptions *last = troupe_test_work_get_options (self->work);

  if (self->content != NULL && !ask_to_save (self, _ ("_Save and Test…"), "win.save-and-test"))
    open_dialog (self, &(TroupeRoundsOptions){ .n = last->n > 0 ? last->n : TEST_ROUNDS,
                                            .model = last->model,
                                            .other = last->other });
}

static void
again_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);

  if (self->content != NULL && !ask_to_save (self, _ ("_Save and Test…"), "win.save-and-test"))
    troupe_test_work_start_again (self->work);
}

static void
train_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  TroupeTestPage *self = TROUPE_TEST_PAGE (widget);
  TroupeCrew *crew = troupe_crew_subject_get_crew (self->subject);
  g_autofree char *file = NULL;
  TroupeRoundsOptions options = { .n = TRAINING_ROUNDS };

  if (self->content == NULL)
    return;
  if (crew == NULL)
    {
      troupe_page_content_tell (self->content,
                                _ ("The crew has errors. Fix them before running it."));
      return;
    }
  if (ask_to_save (self, _ ("_Save and Train…"), "win.save-and-train"))
    return;
  options.file = file = find_file (self, crew);
  open_dialog (self, &options);
}

void
troupe_test_page_open_round (TroupeTestPage *self, gboolean is_other, guint task, guint round)
{
  const TroupeTestFacts *facts = NULL;
  TroupePageContent *content;
  guint64 span;

  g_return_if_fail (TROUPE_IS_TEST_PAGE (self));

  facts = troupe_test_work_get_facts (self->work);
  if (is_other && facts != NULL && facts->other == NULL)
    facts = troupe_test_work_get_other (self->work);
  if (self->content == NULL || facts == NULL || task >= facts->n_tasks || round >= facts->n_rounds)
    return;
  content = self->content;
  span = facts->tasks[task].scores[round].task;
  if (troupe_test_work_is_run (self->work, facts->run))
    {
      troupe_subpage_leave (troupe_subpage_find (content));
      troupe_monitor_show_task (
          troupe_run_controller_get_monitor (troupe_page_content_get_running (content)), span);
    }
  else if (facts->run != NULL &&
           !troupe_page_run_is_under_way (troupe_page_content_get_run (content)))
    troupe_past_run_show (content, facts->run, span, 0);
}

static void
round_activated_cb (TroupeTestPage *self, gboolean is_other, guint task, guint round)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_test_page_open_round (self, is_other, task, round);
}

static void
test_activated_cb (TroupeTestPage *self, const char *run)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  troupe_test_work_show_stored (self->work, run);
}

/* --- Adaptive layout -------------------------------------------------------------------------- */

static void
folded_cb (TroupeTestPage *self)
{
  const gboolean is_narrow = troupe_split_view_get_narrow (self->columns);

  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (is_narrow)
    gtk_widget_add_css_class (GTK_WIDGET (self), "narrow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "narrow");
  troupe_test_result_set_narrow (TROUPE_TEST_RESULT (self->result), is_narrow);
  show (self);
}

/* --- GObject implementation ------------------------------------------------------------------- */

static void
left_cb (TroupeTestPage *self)
{
  g_assert (TROUPE_IS_TEST_PAGE (self));

  if (self->content == NULL)
    return;
  if (self->dialog != NULL)
    gtk_window_destroy (GTK_WINDOW (self->dialog));
  troupe_test_work_close (self->work);
  if (troupe_page_content_get_running (self->content) != NULL)
    troupe_run_controller_lend_notice (troupe_page_content_get_running (self->content), NULL);
  self->content = NULL;
  memset (self->buttons, 0, sizeof self->buttons);
}

static void
join_work (TroupeTestPage *self)
{
  static const struct
  {
    const char *signal;
    GCallback func;
  } handlers[] = {
    { "changed", G_CALLBACK (changed_cb) },
    { "kept-read", G_CALLBACK (kept_read_cb) },
    { "training-begins", G_CALLBACK (training_begins_cb) },
    { "training-moves", G_CALLBACK (training_moves_cb) },
    { "training-ends", G_CALLBACK (training_ends_cb) },
  };

  g_assert (TROUPE_IS_TEST_PAGE (self));

  for (guint i = 0; i < G_N_ELEMENTS (handlers); i++)
    g_signal_connect_object (self->work, handlers[i].signal, handlers[i].func, self,
                             G_CONNECT_SWAPPED);
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
  g_signal_connect_object (self->result, "test-activated", G_CALLBACK (test_activated_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->training, "stop-requested", G_CALLBACK (stop_training_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->training, "evaluation-requested", G_CALLBACK (evaluate_cb), self,
                           G_CONNECT_SWAPPED);
  self->columns = troupe_split_view_new (self->notice, self->result, self->training,
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

/* Adds the buttons to the bar of the subpage, which is outside the scope of this widget's class
 * actions. */
static void
add_buttons (TroupeTestPage *self, TroupeSubpage *subpage)
{
  const char *const labels[] = { _ ("Tra_in…"), _ ("_Test…"), _ ("Test _Again") };

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
  self->work = troupe_test_work_new (content, subject);
  build_columns (self);
  join_work (self);
  troupe_run_controller_lend_notice (troupe_page_content_get_running (content),
                                     TROUPE_NOTICE_BAR (self->notice));
  g_signal_connect_object (self->result, "test-requested", G_CALLBACK (request_test_cb), self,
                           G_CONNECT_SWAPPED);
  show (self);
  look_at_learnt (self);
  troupe_test_work_begin (self->work);
  /* Offers to evaluate feedback of a training that did not succeed before this page was opened. */
  if (!troupe_test_work_is_training (self->work) && has_feedback (self))
    troupe_training_pane_offer_evaluation (
        TROUPE_TRAINING_PANE (self->training),
        _ ("Feedback of the last training is saved in training_data.pkl, but the agents have not "
           "learned from it."));
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
      troupe_page_content_tell (content, _ ("Only crews can be tested and trained. To open one, "
                                            "double-click a method that runs a crew."));
      return;
    }
  troupe_page_content_commit (content);
  if (subpage != NULL)
    troupe_subpage_leave (subpage);
  self = test_page_new (content, subject);
  subpage = troupe_subpage_open (content, _ ("Testing and Training"), GTK_WIDGET (self));
  g_signal_connect_object (subpage, "left", G_CALLBACK (left_cb), self, G_CONNECT_SWAPPED);
  add_buttons (self, subpage);
}

/* Opens the page and activates an action of it. Returns the page. (transfer none) (nullable): NULL if there is no crew */
static TroupeTestPage *
open_and_activate (TroupePageContent *content, const char *action)
{
  TroupeSubpage *subpage;
  TroupeTestPage *self;

  troupe_test_page_open (content);
  subpage = troupe_subpage_find (content);
  if (subpage == NULL || !TROUPE_IS_TEST_PAGE (troupe_subpage_get_child (subpage)))
    return NULL;
  self = TROUPE_TEST_PAGE (troupe_subpage_get_child (subpage));
  gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
  return self;
}

void
troupe_test_page_choose_evaluator (TroupePageContent *content)
{
  TroupeTestPage *self;

  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  self = open_and_activate (content, "rounds.test");
  if (self != NULL && self->dialog != NULL)
    troupe_rounds_dialog_focus_evaluator (self->dialog);
}

void
troupe_test_page_test (TroupePageContent *content)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  open_and_activate (content, "rounds.test");
}

void
troupe_test_page_train (TroupePageContent *content)
{
  g_return_if_fail (TROUPE_IS_PAGE_CONTENT (content));

  open_and_activate (content, "rounds.train");
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
  if (self->work != NULL)
    troupe_test_work_close (self->work);
  g_clear_object (&self->work);
  g_clear_object (&self->subject);

  G_OBJECT_CLASS (troupe_test_page_parent_class)->dispose (object);
}

static void
troupe_test_page_class_init (TroupeTestPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = troupe_test_page_dispose;
  widget_class->grab_focus = troupe_test_page_grab_focus;
  troupe_pass_focus_install (widget_class);
  gtk_widget_class_set_css_name (widget_class, "test-page");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "rounds.test", NULL, test_cb);
  gtk_widget_class_install_action (widget_class, "rounds.again", NULL, again_cb);
  gtk_widget_class_install_action (widget_class, "rounds.train", NULL, train_cb);
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
troupe_test_page_init (TroupeTestPage *self)
{
  self->notice = g_object_new (TROUPE_TYPE_NOTICE_BAR, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Test"),
                                  -1);
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

  return troupe_test_work_get_starter (self->work);
}

const TroupeTestFacts *
troupe_test_page_get_facts (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return troupe_test_work_get_facts (self->work);
}

const TroupeTestFacts *
troupe_test_page_get_other (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return troupe_test_work_get_other (self->work);
}

const TroupeStoredTests *
troupe_test_page_get_stored (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), NULL);

  return troupe_test_work_get_stored (self->work);
}

gboolean
troupe_test_page_is_busy (TroupeTestPage *self)
{
  g_return_val_if_fail (TROUPE_IS_TEST_PAGE (self), FALSE);

  return troupe_test_work_is_busy (self->work) ||
         troupe_trained_rules_list_is_busy (
             troupe_training_pane_get_learnt (TROUPE_TRAINING_PANE (self->training)));
}
