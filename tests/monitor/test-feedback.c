/* test-feedback.c: feedback requests of a run, shown and answered
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "monitor-test.h"
#include "troupe-feedback-view.h"
#include "troupe-monitor.h"

static TroupeFeedbackRequest *
make_request (const char *method, const char *message, const char *const *emit, const char *outcome)
{
  TroupeFeedbackRequest *request = g_new0 (TroupeFeedbackRequest, 1);

  g_atomic_ref_count_init (&request->ref_count);
  request->id = g_uuid_string_random ();
  request->run_id = g_uuid_string_random ();
  request->flow_id = g_strdup (request->run_id);
  request->flow_name = g_strdup ("Flow");
  request->method = g_strdup (method);
  request->message = g_strdup (message);
  request->output = monitor_test_value ("{'title': '<b>Draft</b>', 'words': 312}");
  request->emit = g_strdupv ((char **) emit);
  request->default_outcome = g_strdup (outcome);
  request->metadata = monitor_test_value ("{}");
  return request;
}

/* The last answer. */
typedef struct
{
  guint n_answers;
  guint n_later;
  char *id;
  char *words;
  char *outcome;
} Answers;

static void
answers_clear (Answers *self)
{
  g_free (self->id);
  g_free (self->words);
  g_free (self->outcome);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Answers, answers_clear)

static void
answered (GtkWidget *view, const char *id, const char *words, const char *outcome, Answers *answers)
{
  answers_clear (answers);
  answers->n_answers++;
  answers->id = g_strdup (id);
  answers->words = g_strdup (words);
  answers->outcome = g_strdup (outcome);
}

static void
later (GtkWidget *view, Answers *answers)
{
  answers->n_later++;
}

static TroupeFeedbackView *
make_view (Answers *answers)
{
  GtkWidget *view = troupe_feedback_view_new (TRUE);

  g_signal_connect (view, "answered", G_CALLBACK (answered), answers);
  g_signal_connect (view, "later", G_CALLBACK (later), answers);
  return TROUPE_FEEDBACK_VIEW (view);
}

static GtkEditable *
find_entry (GtkWidget *widget)
{
  return GTK_EDITABLE (monitor_test_find_type (widget, GTK_TYPE_ENTRY));
}

static gboolean
is_outcome_button (GtkWidget *widget, gpointer name)
{
  return GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
         g_strcmp0 (g_object_get_data (G_OBJECT (widget), "outcome"), name) == 0;
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_is_sensitive (widget);
}

static const char *const outcomes[] = { "approved", "revise", NULL };

static void
test_outcomes (void)
{
  g_autoptr (TroupeFeedbackRequest) request =
      make_request ("review", "Is <i>this</i> good?", outcomes, "revise");
  g_autoptr (TroupeFeedbackRequest) next = make_request ("again", "Good?", outcomes, "approved");
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 900, 300);
  GtkWidget *approved, *revise;

  troupe_feedback_view_set_request (view, request, 1, 2);
  monitor_test_draw (GTK_WIDGET (view));
  /* Strings of the flow are shown as text, not as markup. */
  g_assert_nonnull (monitor_test_find_label (window, "Is <i>this</i> good?"));
  g_assert_nonnull (monitor_test_find_label (window, "review Needs Your Answer"));
  g_assert_nonnull (monitor_test_find_label (window, "1 of 2"));
  g_assert_null (monitor_test_find_label (window, "_Answer"));
  approved = monitor_test_find (window, is_outcome_button, (gpointer) "approved");
  revise = monitor_test_find (window, is_outcome_button, (gpointer) "revise");
  /* What happens without an answer is no advice. */
  g_assert_false (gtk_widget_has_css_class (revise, "suggested-action"));
  g_assert_false (gtk_widget_has_css_class (approved, "suggested-action"));

  /* A key that was meant for something else answers nothing. */
  g_signal_emit_by_name (find_entry (window), "activate");
  g_assert_cmpuint (answers.n_answers, ==, 0);
  g_assert_false (gtk_widget_is_sensitive (approved));
  monitor_test_wait (is_sensitive, approved);
  gtk_editable_set_text (find_entry (window), "well done");
  g_signal_emit_by_name (approved, "clicked");
  g_assert_cmpstr (answers.id, ==, request->id);
  g_assert_cmpstr (answers.words, ==, "well done");
  g_assert_cmpstr (answers.outcome, ==, "approved");

  g_signal_emit_by_name (find_entry (window), "activate");
  g_assert_cmpuint (answers.n_answers, ==, 2);
  g_assert_null (answers.outcome);

  /* The next question waits again. */
  troupe_feedback_view_set_request (view, next, 1, 1);
  g_signal_emit_by_name (find_entry (window), "activate");
  g_assert_cmpuint (answers.n_answers, ==, 2);
  monitor_test_close (window);
}

/* A long name leaves the sentence whole: it wraps beside the button. */
static void
test_title (void)
{
  g_autoptr (TroupeFeedbackRequest) request =
      make_request ("prepare_refund_of_order", "Is this good?", outcomes, "revise");
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 340, 400);
  GtkWidget *title;

  troupe_feedback_view_set_narrow (view, TRUE);
  troupe_feedback_view_set_request (view, request, 1, 1);
  monitor_test_draw (GTK_WIDGET (view));
  title = monitor_test_find_label (window, "prepare_refund_of_order Needs Your Answer");
  g_assert_nonnull (title);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (title))));
  monitor_test_close (window);
}

static void
test_words_only (void)
{
  g_autoptr (TroupeFeedbackRequest) request = make_request ("ask", "What now?", NULL, NULL);
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 900, 300);

  troupe_feedback_view_set_request (view, request, 1, 1);
  monitor_test_draw (GTK_WIDGET (view));
  g_assert_null (monitor_test_find_label (window, "1 of 1"));
  gtk_editable_set_text (find_entry (window), "go on");
  g_signal_emit_by_name (monitor_test_find_label (window, "_Answer"), "clicked");
  g_assert_cmpstr (answers.words, ==, "go on");
  g_assert_null (answers.outcome);
  g_signal_emit_by_name (monitor_test_find_label (window, "_Later"), "clicked");
  g_assert_cmpuint (answers.n_later, ==, 1);
  monitor_test_close (window);
}

/* If the same request is set again, the typed text and its error message are preserved. If
 * another request is set, they are cleared. */
static void
test_keeps_what_is_typed (void)
{
  g_autoptr (TroupeFeedbackRequest) first = make_request ("a", "One?", outcomes, NULL);
  g_autoptr (TroupeFeedbackRequest) second = make_request ("b", "Two?", NULL, NULL);
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 900, 300);

  troupe_feedback_view_set_request (view, first, 1, 1);
  gtk_editable_set_text (find_entry (window), "maybe");
  troupe_feedback_view_set_error (view, "It fits no outcome.");
  troupe_feedback_view_set_request (view, first, 1, 2);
  monitor_test_draw (GTK_WIDGET (view));
  g_assert_cmpstr (gtk_editable_get_text (find_entry (window)), ==, "maybe");
  g_assert_nonnull (monitor_test_find_label (window, "It fits no outcome."));
  gtk_test_accessible_assert_state (find_entry (window), GTK_ACCESSIBLE_STATE_INVALID,
                                    GTK_ACCESSIBLE_INVALID_TRUE);
  /* Typing removes the error. */
  gtk_editable_set_text (find_entry (window), "maybe n");
  g_assert_null (monitor_test_find_label (window, "It fits no outcome."));

  troupe_feedback_view_set_request (view, second, 1, 1);
  g_assert_cmpstr (gtk_editable_get_text (find_entry (window)), ==, "");
  g_assert_null (monitor_test_find (window, is_outcome_button, (gpointer) "approved"));
  monitor_test_close (window);
}

/* Neither a very long message nor a hundred outcomes enlarge the window. */
static void
test_stays_small (void)
{
  g_autoptr (GString) message = g_string_new (NULL);
  g_autoptr (GPtrArray) many = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TroupeFeedbackRequest) request = NULL;
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 600, 300);
  int minimum, natural;

  for (guint i = 0; i < 100000; i++)
    g_string_append (message, "word without end\n");
  for (guint i = 0; i < 12; i++)
    g_ptr_array_add (many, g_strdup_printf ("a rather long outcome, number %u of them all", i));
  g_ptr_array_add (many, NULL);
  request = make_request ("review", message->str, (const char *const *) many->pdata, NULL);
  troupe_feedback_view_set_narrow (view, TRUE);
  troupe_feedback_view_set_request (view, request, 1, 1);
  gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 340);
  troupe_feedback_view_set_narrow (view, FALSE);
  gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL,
                      NULL);
  g_assert_cmpint (minimum, <=, 560);
  monitor_test_close (window);
}

static void
test_accessible (void)
{
  g_autoptr (TroupeFeedbackRequest) request = make_request ("review", "Good?", outcomes, NULL);
  g_auto (Answers) answers = { 0 };
  TroupeFeedbackView *view = make_view (&answers);
  GtkWidget *window = monitor_test_open (GTK_WIDGET (view), 900, 300);

  troupe_feedback_view_set_request (view, request, 1, 1);
  gtk_test_accessible_assert_role (view, GTK_ACCESSIBLE_ROLE_GROUP);
  gtk_test_accessible_assert_property (view, GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "review Needs Your Answer");
  gtk_test_accessible_assert_property (find_entry (window), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Answer to review");
  g_assert_true (gtk_widget_grab_focus (GTK_WIDGET (view)));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)),
                                         GTK_WIDGET (find_entry (window))));
  monitor_test_close (window);
}

/* The panel shows the request next to the method's details and forwards the answer. */
static void
test_in_the_panel (void)
{
  g_autoptr (GPtrArray) requests = g_ptr_array_new ();
  g_autoptr (TroupeFeedbackRequest) request = make_request ("review", "Good?", outcomes, NULL);
  g_auto (Answers) answers = { 0 };
  GtkWidget *monitor = monitor_test_new_monitor ();
  GtkWidget *window = monitor_test_open (monitor, 1200, 400);
  GtkWidget *revise;

  g_signal_connect (monitor, "answered", G_CALLBACK (answered), &answers);
  troupe_monitor_set_panel_open (TROUPE_MONITOR (monitor), TRUE);
  g_ptr_array_add (requests, request);
  troupe_monitor_set_requests (TROUPE_MONITOR (monitor), requests);
  troupe_monitor_set_selected_method (TROUPE_MONITOR (monitor), "other");
  monitor_test_draw (monitor);
  g_assert_null (monitor_test_find_label (window, "review Needs Your Answer"));
  troupe_monitor_set_selected_method (TROUPE_MONITOR (monitor), "review");
  monitor_test_draw (monitor);
  g_assert_nonnull (monitor_test_find_label (window, "review Needs Your Answer"));
  revise = monitor_test_find (window, is_outcome_button, (gpointer) "revise");
  monitor_test_wait (is_sensitive, revise);
  g_signal_emit_by_name (revise, "clicked");
  g_assert_cmpstr (answers.outcome, ==, "revise");
  troupe_monitor_set_answer_error (TROUPE_MONITOR (monitor), request->id, "No.");
  g_assert_nonnull (monitor_test_find_label (window, "No."));
  troupe_monitor_set_requests (TROUPE_MONITOR (monitor), NULL);
  g_assert_null (monitor_test_find_label (window, "review Needs Your Answer"));
  monitor_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/monitor/feedback/outcomes", test_outcomes);
  g_test_add_func ("/monitor/feedback/title", test_title);
  g_test_add_func ("/monitor/feedback/words-only", test_words_only);
  g_test_add_func ("/monitor/feedback/keeps-what-is-typed", test_keeps_what_is_typed);
  g_test_add_func ("/monitor/feedback/stays-small", test_stays_small);
  g_test_add_func ("/monitor/feedback/accessible", test_accessible);
  g_test_add_func ("/monitor/feedback/in-the-panel", test_in_the_panel);
  return g_test_run ();
}
