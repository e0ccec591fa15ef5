/* test-training-page.c: test and training of a crew in the window
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "../test-time.h"
#include "fake-server.h"
#include "troupe-crew-changes.h"
#include "troupe-crew-content.h"
#include "troupe-crew-training-file.h"
#include "troupe-canvas-scene.h"
#include "troupe-canvas.h"
#include "troupe-inputs-dialog.h"
#include "troupe-preferences-apply.h"
#include "troupe-store-rounds.h"
#include "troupe-subpage.h"
#include "troupe-test-list.h"
#include "troupe-test-page.h"
#include "window-test.h"

#define LEARNT                                                                                     \
  "{\\\"suggestions\\\": [\\\"be brief\\\"], \\\"quality\\\": 7, \\\"final_summary\\\": "          \
  "\\\"fine\\\"}"

/* Writes a crew to a separate folder. The only agent of the crew returns @answers in turn.
 * (transfer full) */
static char *
write_crew (const char *folder, const char *answers, const char *more)
{
  g_autofree char *agent =
      g_strdup_printf ("{\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": "
                       "{\"model\": \"mock/script\", \"answers\": [%s]}}",
                       answers);
  g_autofree char *crew = g_strdup_printf (
      "{\"name\": \"c\", \"agents\": [\"w\"], \"tasks\": [{\"name\": \"tell\", \"description\": "
      "\"Write.\", \"expected_output\": \"A text.\", \"agent\": \"w\"%s}]}",
      more);
  g_autofree char *marker = write_file (folder, "");
  g_autofree char *base = g_strconcat (marker, ".crew", NULL);
  g_autofree char *agents = g_build_filename (base, "agents", NULL);
  g_autofree char *agent_path = g_build_filename (agents, "w.json", NULL);
  char *path = g_build_filename (base, "crew.json", NULL);

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  g_assert_true (g_file_set_contents (agent_path, agent, -1, NULL));
  g_assert_true (g_file_set_contents (path, crew, -1, NULL));
  return path;
}

static TroupeTestPage *
get_test_page (TroupeWindow *window)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (window));
  TroupeSubpage *page = troupe_subpage_find (content);

  return page != NULL && TROUPE_IS_TEST_PAGE (troupe_subpage_get_child (page))
             ? TROUPE_TEST_PAGE (troupe_subpage_get_child (page))
             : NULL;
}

static gboolean
is_at_rest (gpointer user_data)
{
  return get_test_page (user_data) != NULL && !troupe_test_page_is_busy (get_test_page (user_data));
}

static TroupeTestPage *
open_page (const char *path, TroupeWindow **window)
{
  *window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (*window), "win.test", NULL);
  wait_until (is_at_rest, *window);
  return get_test_page (*window);
}

static TroupeInputsDialog *
find_inputs (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *item = windows; item != NULL; item = item->next)
    if (TROUPE_IS_INPUTS_DIALOG (item->data))
      return item->data;
  return NULL;
}

static gboolean
asks_inputs (gpointer user_data)
{
  return find_inputs () != NULL;
}

typedef struct
{
  Condition condition;
  gpointer user_data;
} Goal;

static gboolean
asks_or_is_there (gpointer user_data)
{
  const Goal *goal = user_data;

  return find_consent () != NULL || find_inputs () != NULL || goal->condition (goal->user_data);
}

static FakeServer *model_server;
/* Questions for permissions before and after the first call of a model of @model_server. */
static guint n_early_questions, n_late_questions;

/* Waits for @condition, and allows what is asked for until then: a model that the user names is a new
 * permission. */
static void
allow_until (Condition condition, gpointer user_data)
{
  Goal goal = { condition, user_data };

  do
    {
      wait_until (asks_or_is_there, &goal);
      if (find_inputs () != NULL)
        {
          /* The default inputs stay. */
          g_signal_emit_by_name (find_inputs (), "given", NULL);
          gtk_window_destroy (GTK_WINDOW (find_inputs ()));
        }
      if (find_consent () == NULL)
        continue;
      if (model_server != NULL && fake_server_get_n_requests (model_server) > 0)
        n_late_questions++;
      else
        n_early_questions++;
      answer_consent (TRUE);
    }
  while (!condition (user_data));
}

static void
finish_test (TroupeWindow *window)
{
  allow_until (is_at_rest, window);
}

static gboolean
says (TroupeTestPage *page, const char *text)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (page));

  return strstr (texts, text) != NULL;
}

static gboolean
has_other (gpointer user_data)
{
  const TroupeTestFacts *other = troupe_test_page_get_other (user_data);

  return other != NULL && other->other != NULL;
}

/* Returns the first row for a model. (transfer none) (nullable) */
static GtkWidget *
find_entry_row (GtkWidget *widget)
{
  GtkWidget *found = ADW_IS_ENTRY_ROW (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_entry_row (child);
  return found;
}

static const char *evaluator = "openai/gpt-4o";

static void
begin_test (TroupeWindow *window, TroupeTestPage *page, guint n, const char *other)
{
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.test", NULL);
  g_assert_nonnull (troupe_test_page_get_dialog (page));
  /* Enter in the first model goes on to the second one. */
  g_signal_emit_by_name (find_entry_row (GTK_WIDGET (troupe_test_page_get_dialog (page))),
                         "entry-activated");
  g_assert_nonnull (troupe_test_page_get_dialog (page));
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), n);
  troupe_rounds_dialog_set_models (troupe_test_page_get_dialog (page), evaluator, other);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  /* The test of the other model begins when the first one has ended. */
  if (other != NULL)
    allow_until (has_other, page);
  finish_test (window);
}

static FakeServer *
serve (const char *const *marks)
{
  FakeServer *server = fake_server_new ();

  for (guint i = 0; marks[i] != NULL; i++)
    fake_server_add (server, fake_json (marks[i]), 0, 0, FAKE_END_CLOSE);
  g_setenv ("OPENAI_API_KEY", "sk-of-a-test", TRUE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_setenv ("OPENAI_API_BASE", fake_server_get_url (server), TRUE);
  return server;
}

static char *
describe_last (TroupeRunStarter *starter)
{
  return troupe_run_starter_get_last (starter) != NULL
             ? troupe_value_to_json (troupe_run_starter_get_last (starter), TROUPE_JSON_COMPACT)
             : NULL;
}

/* A test offers the inputs of the last run, and a run keeps its own, so that it never takes those of a test without
 * being asked. */
static void
test_last_inputs (void)
{
  g_autofree char *path = write_crew ("inputs", "\"a\"", ", \"output_file\": \"{topic}.md\"");
  TroupeWindow *window = NULL;
  Goal goal;
  TroupeTestPage *page = open_page (path, &window);
  TroupeRunStarter *starter = troupe_run_controller_get_starter (
      troupe_page_content_get_running (troupe_page_get_content (troupe_window_get_page (window))));
  g_autoptr (TroupeValue) last = troupe_value_from_json ("{\"topic\": \"Grid\"}", -1, NULL);
  g_autoptr (TroupeValue) other = troupe_value_from_json ("{\"topic\": \"Wind\"}", -1, NULL);
  g_autoptr (TroupeValue) offered = NULL;
  g_autofree char *now = NULL;

  troupe_run_starter_set_last (starter, last);
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.test", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_set_models (troupe_test_page_get_dialog (page), "openai/gpt-4o", NULL);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_inputs, window);
  offered = troupe_inputs_dialog_read (find_inputs (), NULL);
  g_assert_true (offered != NULL && troupe_value_equal (offered, last));
  g_signal_emit_by_name (find_inputs (), "given", other);
  gtk_window_destroy (GTK_WINDOW (find_inputs ()));
  goal = (Goal){ is_at_rest, window };
  wait_until (asks_or_is_there, &goal);
  now = describe_last (starter);
  g_assert_cmpstr (now, ==, "{\"topic\":\"Grid\"}");
  if (find_consent () != NULL)
    answer_consent (FALSE);
  wait_until (is_at_rest, window);
  close_window (window);
}

static gboolean
is_asked (gpointer user_data)
{
  return troupe_test_page_get_dialog (get_test_page (user_data)) != NULL;
}

/* Saves the crew as the folder @name when a training is requested, and waits for the dialog of the training. */
static void
save_and_train (TroupeWindow *window, const char *name)
{
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *marker = write_file ("unsaved/x", "");
  g_autofree char *around = g_path_get_dirname (marker);
  g_autofree char *folder = g_build_filename (around, name, NULL);
  g_autofree char *path = g_build_filename (folder, "crew.jsonc", NULL);

  gtk_widget_activate_action (GTK_WIDGET (get_test_page (window)), "rounds.train", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("win.save-and-train");
  save_in_chooser (folder);
  wait_until (is_asked, window);
  g_assert_cmpstr (troupe_document_get_path (troupe_page_get_document (page)), ==, path);
}

/* What is learned is kept beside the file of the crew, so that a crew without a file is saved first. */
static void
test_unsaved (void)
{
  static const char *const actions[] = { "rounds.train", "rounds.test" };
  static const char *const paths[][5] = { { "tasks", "0", "description", NULL },
                                          { "tasks", "0", "expected_output", NULL } };
  TroupeWindow *window = open_window (NULL);
  TroupeTestPage *page;
  TroupeDocument *document;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-crew", NULL);
  wait_until (has_page, window);
  document = troupe_page_get_document (troupe_window_get_page (window));
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), "Write");

      json_node_seal (value);
      g_assert_true (troupe_document_set (document, paths[i], value, "Write", NULL, NULL));
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  wait_until (is_at_rest, window);
  page = get_test_page (window);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (page), actions[i], NULL);
      wait_until (has_dialog, NULL);
      g_assert_cmpstr (adw_message_dialog_get_heading (find_dialog ()), ==,
                       "Save the Document First");
      g_assert_null (troupe_test_page_get_dialog (page));
      answer_dialog ("cancel");
    }
  /* The training that was requested follows when the crew is saved, whose name the page shows then. */
  save_and_train (window, "kite");
  gtk_window_destroy (GTK_WINDOW (troupe_test_page_get_dialog (page)));
  g_assert_true (shows_text (GTK_WIDGET (troupe_window_get_page (window)), "kite"));
  close_window (window);
}

/* The rules in the working folder are those of other crews, so that a crew without a file neither shows nor applies them. */
static void
test_unsaved_rules (void)
{
  g_autofree char *file = troupe_crew_training_file_find (NULL, TROUPE_CREW_TRAINED_AGENTS);
  TroupeWindow *window = open_window (NULL);
  g_autoptr (TroupeValue) rules = NULL;
  TroupeCrewSubject *subject;
  TroupeMapBuilder builder;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new-crew", NULL);
  wait_until (has_page, window);
  subject =
      troupe_page_content_get_crew (troupe_page_get_content (troupe_window_get_page (window)));
  troupe_map_builder_init (&builder);
  troupe_map_builder_add (
      &builder, troupe_crew_subject_get_crew (subject)->agents[0].role,
      troupe_value_from_json ("{\"suggestions\": [\"less salt\"], \"quality\": 7}", -1, NULL));
  rules = troupe_map_builder_end (&builder);
  g_assert_true (troupe_crew_training_file_save_trained (file, rules, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  wait_until (is_at_rest, window);
  g_assert_true (says (get_test_page (window), "No rules yet."));
  g_assert_false (says (get_test_page (window), "less salt"));
  g_assert_no_errno (g_unlink (file));
  close_window (window);
}

/* The page shows the scores, and low scores are linked to their round. A second test also shows
 * the change to the crew since the first test. Both tests are loaded from the store when the
 * page is opened again. */
static void
test_marks (void)
{
  const char *marks[] = { "{\\\"quality\\\": 9.5}",
                          "{\\\"quality\\\": 5, \\\"reason\\\": \\\"No source.\\\"}",
                          "{\\\"quality\\\": 8}", NULL };
  g_autoptr (FakeServer) server = serve (marks);
  g_autofree char *path = write_crew ("marks", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  TroupeCrewSubject *subject =
      troupe_page_content_get_crew (troupe_page_get_content (troupe_window_get_page (window)));
  const char *const field[] = { "tasks", "0", "expected_output", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), "Another text.");
  const TroupeTestFacts *facts = NULL;
  const TroupeStoredTest *kept = NULL;

  g_assert_true (says (page, "Not tested yet."));
  begin_test (window, page, 2, NULL);
  facts = troupe_test_page_get_facts (page);
  g_assert_nonnull (facts);
  g_assert_cmpfloat (facts->tasks[0].scores[0].quality, ==, 9.5);
  g_assert_cmpfloat (facts->tasks[0].scores[1].quality, ==, 5.0);
  g_assert_cmpfloat (troupe_test_facts_get_average (facts), ==, 7.25);
  g_assert_cmpstr (facts->tasks[0].role, ==, "Writer");
  g_assert_true (says (page, "tell, iteration 2: 5.0. “No source.”"));
  g_assert_cmpuint (troupe_test_page_get_stored (page)->tests->len, ==, 1);

  g_assert_true (troupe_crew_subject_set (subject, field, value, "Change", NULL, NULL));
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.again", NULL);
  finish_test (window);
  g_assert_cmpuint (troupe_test_page_get_stored (page)->tests->len, ==, 2);
  kept = g_ptr_array_index (troupe_test_page_get_stored (page)->tests, 1);
  g_assert_cmpfloat (kept->average, ==, 8.0);
  g_assert_cmpstr (kept->change, ==, "tell: expected_output changed");
  troupe_test_page_open_round (page, FALSE, 0, 1);
  g_assert_null (get_test_page (window));
  /* The results are now read from the store. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  wait_until (is_at_rest, window);
  facts = troupe_test_page_get_facts (get_test_page (window));
  g_assert_nonnull (facts);
  g_assert_cmpfloat (troupe_test_facts_get_average (facts), ==, 8.0);
  g_assert_cmpstr (facts->model, !=, NULL);
  close_window (window);
}

/* A number that is no score from 1 to 10 is shown as such and is not part of any average. */
static void
test_unrated (void)
{
  const char *marks[] = { "{\\\"quality\\\": 8}", "{\\\"quality\\\": 0}", NULL };
  g_autoptr (FakeServer) server = serve (marks);
  g_autofree char *path = write_crew ("unrated", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  const TroupeTestFacts *facts;
  const TroupeStoredTest *kept;

  begin_test (window, page, 2, NULL);
  facts = troupe_test_page_get_facts (page);
  g_assert_cmpfloat (facts->tasks[0].scores[0].quality, ==, 8.0);
  g_assert_true (isnan (facts->tasks[0].scores[1].quality));
  g_assert_cmpfloat (facts->tasks[0].scores[1].returned, ==, 0.0);
  g_assert_cmpfloat (troupe_test_facts_get_average (facts), ==, 8.0);
  g_assert_true (says (page, "tell, iteration 2: not rated. The evaluator returned 0,"));
  kept = g_ptr_array_index (troupe_test_page_get_stored (page)->tests, 0);
  g_assert_cmpfloat (kept->average, ==, 8.0);
  close_window (window);
}

/* A built-in model as the evaluator gives no scores, which is said once and not for each answer; mock/say:8 gives one. */
static void
test_mock_evaluator (void)
{
  g_autofree char *path = write_crew ("mock-evaluator", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);

  evaluator = "mock/echo";
  begin_test (window, page, 2, NULL);
  g_assert_true (says (page, "The built-in model mock/echo gives no scores."));
  g_assert_false (says (page, "not rated. The evaluator returned"));
  evaluator = "mock/say:8";
  begin_test (window, page, 2, NULL);
  evaluator = "openai/gpt-4o";
  g_assert_cmpfloat (troupe_test_facts_get_average (troupe_test_page_get_facts (page)), ==, 8.0);
  g_assert_false (says (page, "gives no scores"));
  close_window (window);
}

static GtkWidget *
find_list (GtkWidget *widget)
{
  if (TROUPE_IS_TEST_LIST (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_list (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Activates the only row of the list of other tests. */
static void
activate_other (TroupeWindow *window)
{
  GtkWidget *list = find_list (GTK_WIDGET (get_test_page (window)));
  GtkWidget *rows = gtk_widget_get_last_child (list);

  g_assert_true (gtk_widget_get_visible (list));
  g_assert_true (gtk_widget_get_first_child (rows) == gtk_widget_get_last_child (rows));
  g_signal_emit_by_name (rows, "row-activated", gtk_widget_get_first_child (rows));
  wait_until (is_at_rest, window);
}

/* An earlier test stays on the page, also one without scores: its row shows it again, until the next test begins. */
static void
test_other_tests (void)
{
  g_autofree char *path = write_crew ("other-tests", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  GtkWidget *list = find_list (GTK_WIDGET (page));

  evaluator = "mock/echo";
  begin_test (window, page, 1, NULL);
  g_assert_false (gtk_widget_get_visible (list));
  evaluator = "mock/say:8";
  begin_test (window, page, 2, "mock/say:hello");
  g_assert_true (says (page, "1 iteration · evaluated by mock/echo"));
  g_assert_true (says (page, "Two Models"));
  activate_other (window);
  g_assert_true (says (page, "The built-in model mock/echo gives no scores."));
  g_assert_false (says (page, "Two Models"));
  /* The row of the newest test leads back to it, with its comparison. */
  activate_other (window);
  g_assert_true (says (page, "Two Models"));
  g_assert_cmpuint (troupe_test_page_get_facts (page)->n_rounds, ==, 2);
  close_window (window);

  page = open_page (path, &window);
  g_assert_true (says (page, "Two Models"));
  activate_other (window);
  g_assert_false (says (page, "Two Models"));
  begin_test (window, page, 3, NULL);
  g_assert_cmpuint (troupe_test_page_get_facts (page)->n_rounds, ==, 3);
  g_assert_cmpuint (troupe_test_page_get_stored (page)->tests->len, ==, 3);
  evaluator = "openai/gpt-4o";
  close_window (window);
}

/* The results of the same rounds with another model for all agents are shown next to the results
 * with the crew's own models. */
static void
test_two_models (void)
{
  const char *marks[] = { "{\\\"quality\\\": 6}", "{\\\"quality\\\": 9}", NULL };
  g_autoptr (FakeServer) server = serve (marks);
  g_autofree char *path = write_crew ("models", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  const TroupeTestFacts *other = NULL;

  model_server = server;
  n_early_questions = n_late_questions = 0;
  begin_test (window, page, 1, "mock/echo");
  model_server = NULL;
  /* The permissions of both models were asked for before the first call of one. */
  g_assert_cmpuint (n_early_questions, ==, 2);
  g_assert_cmpuint (n_late_questions, ==, 0);
  other = troupe_test_page_get_other (page);
  g_assert_nonnull (other);
  g_assert_cmpstr (other->other, ==, "mock/echo");
  g_assert_cmpfloat (troupe_test_facts_get_average (troupe_test_page_get_facts (page)), ==, 6.0);
  g_assert_cmpfloat (troupe_test_facts_get_average (other), ==, 9.0);
  g_assert_true (says (page, "Two Models"));
  g_assert_true (says (page, "+3.0"));
  /* A test with another model is not part of the history. */
  g_assert_cmpuint (troupe_test_page_get_stored (page)->tests->len, ==, 1);
  close_window (window);
}

static gboolean
tells_evaluator (gpointer user_data)
{
  return get_test_page (user_data) != NULL &&
         says (get_test_page (user_data),
               "The evaluator of the test cannot run: The model “gpt-4.1-mini” "
               "requires a key for OpenAI. Add it, or choose the model mock/say:8,");
}

static gboolean
asks_or_tells (gpointer user_data)
{
  return find_consent () != NULL || tells_evaluator (user_data);
}

static gboolean
offers_model (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (troupe_window_get_page (user_data)), "Choose Model") != NULL;
}

static gboolean
is_in_evaluator (gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (user_data));
  GtkWidget *row = focus != NULL ? gtk_widget_get_ancestor (focus, ADW_TYPE_ENTRY_ROW) : NULL;

  return row != NULL &&
         g_str_has_prefix (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), "Evaluator");
}

/* Without a key for the model that scores the outputs nothing runs, and the notice leads to the field of that model. */
static void
test_missing_evaluator_key (void)
{
  g_autofree char *path = write_crew ("no-key", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page;

  g_unsetenv ("OPENAI_API_KEY");
  page = open_page (path, &window);
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.test", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_or_tells, window);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (tells_evaluator, window);
  g_assert_null (troupe_test_page_get_facts (page));
  /* The notice is also shown above the crew, from where the button opens the page of tests. */
  for (guint i = 0; i < 2; i++)
    {
      GtkWidget *dialog;

      wait_until (offers_model, window);
      g_signal_emit_by_name (
          find_labelled (GTK_WIDGET (troupe_window_get_page (window)), "Choose Model"), "clicked");
      page = get_test_page (window);
      g_assert_nonnull (page);
      dialog = GTK_WIDGET (troupe_test_page_get_dialog (page));
      g_assert_nonnull (dialog);
      wait_until (is_in_evaluator, dialog);
      gtk_window_destroy (GTK_WINDOW (dialog));
      if (i == 0)
        troupe_subpage_leave (
            troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window))));
    }
  close_window (window);
}

/* Models that need no permissions are compared without a question, before and after a test that asked. */
static void
test_two_mock_models (void)
{
  const char *marks[] = { "{\\\"quality\\\": 6}", "{\\\"quality\\\": 9}", NULL };
  g_autoptr (FakeServer) server = serve (marks);
  g_autofree char *path = write_crew ("mock-models", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  const char *const evaluators[] = { "mock/say:8", "openai/gpt-4o", "mock/say:7" };
  const double expected[] = { 8, 9, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (evaluators); i++)
    {
      const TroupeTestFacts *other;

      evaluator = evaluators[i];
      begin_test (window, page, 1, i == 0 ? "mock/echo" : "mock/say:hello");
      other = troupe_test_page_get_other (page);
      g_assert_nonnull (other);
      g_assert_cmpstr (other->other, ==, i == 0 ? "mock/echo" : "mock/say:hello");
      g_assert_cmpfloat (troupe_test_facts_get_average (other), ==, expected[i]);
      g_assert_true (says (page, "Two Models"));
    }
  evaluator = "openai/gpt-4o";
  close_window (window);
}

static gboolean
asks_remark (gpointer user_data)
{
  return troupe_training_pane_get_entry (troupe_test_page_get_training (user_data)) != NULL;
}

static gboolean
has_learnt (gpointer user_data)
{
  return is_at_rest (user_data) && says (get_test_page (user_data), "be brief");
}

static GtkWidget *
find_switch (GtkWidget *widget)
{
  if (GTK_IS_SWITCH (widget) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_switch (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Reads the training file next to the crew at @crew_path, regardless of the working directory. */
static TroupeValue *
read_learnt (const char *crew_path, gboolean is_aside)
{
  g_autofree char *folder = g_path_get_dirname (crew_path);
  g_autofree char *path = troupe_crew_training_file_find (folder, TROUPE_CREW_TRAINED_AGENTS);
  g_autoptr (GError) error = NULL;
  TroupeValue *value = is_aside ? troupe_crew_training_file_read_aside (path, &error)
                                : troupe_crew_training_file_read (path, &error);

  g_assert_no_error (error);
  return value;
}

static gboolean
is_round (gpointer user_data)
{
  return says (user_data, "Iteration 1 of 2");
}

static gboolean
is_next_round (gpointer user_data)
{
  return says (user_data, "Iteration 2 of 2");
}

static gboolean
tells_of_replacing (gpointer user_data)
{
  return asks_remark (user_data) && says (user_data, "this one replaces that on “tell”");
}

/* CrewAI keeps the last feedback of an agent in an iteration. The page says so before an earlier one is replaced. */
static void
test_replaced (void)
{
  g_autofree char *path = write_crew (
      "replaced", "\"first\", \"second\", \"first\", \"second\", \"" LEARNT "\"",
      "}, {\"name\": \"check\", \"description\": \"Check.\", \"expected_output\": \"A text.\", "
      "\"agent\": \"w\"");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);

  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_remark, page);
  g_assert_false (says (page, "replaces"));
  gtk_editable_set_text (GTK_EDITABLE (
                             troupe_training_pane_get_entry (troupe_test_page_get_training (page))),
                         "Be brief.");
  troupe_training_pane_answer (troupe_test_page_get_training (page));
  wait_until (tells_of_replacing, page);
  troupe_training_pane_answer (troupe_test_page_get_training (page));
  wait_until (has_learnt, window);
  g_assert_false (says (page, "replaces"));
  close_window (window);
}

/* Returns TRUE if the name of the file with the rules is shown, on a page of its own or not. */
static gboolean
shows_file (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return FALSE;
  if (GTK_IS_LABEL (widget) &&
      strstr (gtk_label_get_label (GTK_LABEL (widget)), "applied in every run") != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows_file (child))
      return TRUE;
  return FALSE;
}

/* The feedback, which may be empty, becomes rules. The switch turns the rules off and on again. */
static void
test_training (void)
{
  g_autofree char *path =
      write_crew ("training", "\"first\", \"second\", \"first\", \"second\", \"" LEARNT "\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  GtkWidget *button = NULL;

  /* What is not there yet is not applied. */
  g_assert_false (shows_file (GTK_WIDGET (page)));
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 2);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  for (guint i = 0; i < 2; i++)
    {
      wait_until (asks_remark, page);
      g_assert_true (says (page, "needs your feedback"));
      wait_until (i == 0 ? is_round : is_next_round, page);
      gtk_editable_set_text (
          GTK_EDITABLE (troupe_training_pane_get_entry (troupe_test_page_get_training (page))),
          i == 0 ? "Be brief." : "  ");
      troupe_training_pane_answer (troupe_test_page_get_training (page));
    }
  wait_until (has_learnt, window);
  g_assert_true (shows_file (GTK_WIDGET (page)));
  g_assert_true (says (page, "No changes needed."));
  /* The page shows all of it. */
  g_assert_true (says (page, "Instructions\nfine\n"));
  button = find_switch (GTK_WIDGET (page));
  g_assert_nonnull (button);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (button)));
  for (guint i = 0; i < 2; i++)
    {
      const gboolean is_on = i == 1;
      g_autoptr (TroupeValue) on = NULL;
      g_autoptr (TroupeValue) aside = NULL;

      gtk_switch_set_active (GTK_SWITCH (find_switch (GTK_WIDGET (page))), is_on);
      wait_until (is_at_rest, window);
      g_assert_cmpint (gtk_switch_get_active (GTK_SWITCH (find_switch (GTK_WIDGET (page)))), ==,
                       is_on);
      on = read_learnt (path, FALSE);
      aside = read_learnt (path, TRUE);
      g_assert_cmpint (troupe_value_map_lookup_string (on, "Writer", -1) != NULL, ==, is_on);
      g_assert_cmpint (troupe_value_map_lookup_string (aside, "Writer", -1) != NULL, ==, !is_on);
    }
  close_window (window);
}

/* A training file for other agents and an invalid training file are reported. */
static void
test_other_file (void)
{
  g_autofree char *path = write_crew ("other-file", "\"a\"", "");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *file = troupe_crew_training_file_find (folder, TROUPE_CREW_TRAINED_AGENTS);
  g_autoptr (TroupeValue) data =
      troupe_value_from_json ("{\"Cook\": {\"suggestions\": [\"less salt\"]}}", -1, NULL);
  TroupeWindow *window = NULL;
  TroupeTestPage *page;

  g_assert_true (troupe_crew_training_file_save (file, data, NULL));
  page = open_page (path, &window);
  g_assert_true (
      says (page, "The file also contains agents whose roles do not exist in this crew: “Cook”."));
  close_window (window);
  g_assert_true (g_file_set_contents (file, "no pickle", -1, NULL));
  page = open_page (path, &window);
  g_assert_true (says (page, "trained_agents_data.pkl” could not be used"));
  close_window (window);
}

/* Stopping during a round reports that earlier results are unchanged, and nothing is learned. */
static void
test_stop (void)
{
  g_autofree char *path = write_crew ("stop", "\"first\", \"second\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);

  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_remark, page);
  g_signal_emit_by_name (troupe_test_page_get_training (page), "stop-requested");
  wait_until (is_at_rest, window);
  g_assert_true (says (page, "Stopped. Earlier training results are unchanged"));
  g_assert_false (troupe_training_pane_is_under_way (troupe_test_page_get_training (page)));
  close_window (window);
}

/* If the user stops after a finished round, a prompt asks whether to learn from this round. If
 * the user agrees, the running round is discarded. */
static void
test_learn_and_stop (void)
{
  g_autofree char *path =
      write_crew ("learn-and-stop", "\"first\", \"second\", \"third\", \"" LEARNT "\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  TroupeTrainingPane *pane = troupe_test_page_get_training (page);
  g_autoptr (TroupeValue) learnt = NULL;

  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 2);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_remark, page);
  gtk_editable_set_text (GTK_EDITABLE (troupe_training_pane_get_entry (pane)), "Be brief.");
  troupe_training_pane_answer (pane);
  wait_until (is_next_round, page);
  wait_until (asks_remark, page);
  g_signal_emit_by_name (pane, "stop-requested");
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  wait_until (has_no_dialog, NULL);
  g_assert_true (troupe_training_pane_is_under_way (pane));
  g_signal_emit_by_name (pane, "stop-requested");
  wait_until (has_dialog, NULL);
  answer_dialog ("learn");
  wait_until (has_learnt, window);
  g_assert_true (says (page, "The agents have learned from your feedback."));
  learnt = read_learnt (path, FALSE);
  g_assert_nonnull (troupe_value_map_lookup_string (learnt, "Writer", -1));
  close_window (window);
}

static gboolean
has_failed (gpointer user_data)
{
  return is_at_rest (user_data) &&
         says (get_test_page (user_data), "Training failed for the reason above.");
}

/* Returns TRUE if the page offers to evaluate the saved feedback. */
static gboolean
offers_evaluation (GtkWidget *widget)
{
  const char *label = GTK_IS_BUTTON (widget) ? gtk_button_get_label (GTK_BUTTON (widget)) : NULL;

  if (g_strcmp0 (label, "_Evaluate Again") == 0)
    return gtk_widget_get_visible (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (offers_evaluation (child))
      return TRUE;
  return FALSE;
}

/* Feedback of a training that failed is evaluated without asking again, also after the page was
 * opened again. */
static void
test_evaluate_again (void)
{
  g_autofree char *path =
      write_crew ("evaluate", "\"" LEARNT "\", \"second\", \"no\", \"no\", \"no\", \"no\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  TroupeTrainingPane *pane = troupe_test_page_get_training (page);

  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_remark, page);
  gtk_editable_set_text (GTK_EDITABLE (troupe_training_pane_get_entry (pane)), "Be brief.");
  troupe_training_pane_answer (pane);
  wait_until (has_failed, window);
  g_assert_true (offers_evaluation (GTK_WIDGET (page)));
  close_window (window);

  page = open_page (path, &window);
  g_assert_true (offers_evaluation (GTK_WIDGET (page)));
  g_signal_emit_by_name (troupe_test_page_get_training (page), "evaluation-requested");
  wait_until (has_learnt, window);
  g_assert_true (says (page, "The agents have learned from your feedback."));
  g_assert_false (offers_evaluation (GTK_WIDGET (page)));
  close_window (window);
}

/* The next test after a training shows the scores before and after the training. */
static void
test_before_and_after (void)
{
  const char *marks[] = { "{\\\"quality\\\": 6}", "{\\\"quality\\\": 9}", NULL };
  g_autoptr (FakeServer) server = serve (marks);
  g_autofree char *path =
      write_crew ("before", "\"first\", \"first\", \"second\", \"" LEARNT "\", \"first\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page = open_page (path, &window);
  TroupeTrainingPane *pane = troupe_test_page_get_training (page);

  begin_test (window, page, 1, NULL);
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.train", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  wait_until (asks_remark, page);
  /* The result of the last test remains visible. */
  g_assert_true (says (page, "6.0"));
  troupe_training_pane_answer (pane);
  finish_test (window);
  g_assert_true (says (page, "6.0 before"));
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.again", NULL);
  finish_test (window);
  g_assert_true (says (page, "6.0 → 9.0"));
  close_window (window);
}

static gboolean
asks_for_money (gpointer user_data)
{
  return find_labelled (user_data, "Add $0.0500") != NULL;
}

static gboolean
asks_for_none (gpointer user_data)
{
  return !asks_for_money (user_data);
}

/* A test pauses if its models have used up the budget, and this page reports the pause. The test
 * continues after the budget is raised, or ends. */
static void
test_budget (void)
{
  static const char answer[] =
      "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"{\\\"quality\\\": 8}\"},"
      "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":100000,\"completion_tokens\":"
      "10000,\"total_tokens\":110000}}";
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_crew ("budget", "\"a\"", "");
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));
  TroupeWindow *window = NULL;
  TroupeTestPage *page;

  for (guint i = 0; i < 4; i++)
    fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, answer), 0, 0,
                     FAKE_END_CLOSE);
  g_setenv ("OPENAI_API_KEY", "sk-of-a-test", TRUE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_settings_set_int64 (settings, TROUPE_PREFERENCES_BUDGET, 50000);
  page = open_page (path, &window);
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.test", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 3);
  troupe_rounds_dialog_set_models (troupe_test_page_get_dialog (page), "openai/gpt-4o", NULL);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  allow_until (asks_for_money, page);
  g_assert_true (says (page, "the budget has been used up."));
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (page), "Add $0.0500"), "clicked");
  /* The second round costs more than the amount that was added. */
  wait_until (asks_for_money, page);
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (page), "Stop"), "clicked");
  wait_until (is_at_rest, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), <, 3);
  wait_until (asks_for_none, page);
  g_settings_reset (settings, TROUPE_PREFERENCES_BUDGET);
  close_window (window);
}

static gboolean
says_month (gpointer user_data)
{
  return says (user_data, "the monthly budget has been used up.");
}

/* The monthly budget also applies to tests. */
static void
test_month (void)
{
  static const char answer[] =
      "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"{\\\"quality\\\": 8}\"},"
      "\"finish_reason\":\"stop\"}],\"usage\":{\"prompt_tokens\":100000,\"completion_tokens\":"
      "10000,\"total_tokens\":110000}}";
  TroupeMonthBudget *month = troupe_services_get_month (TROUPE_SERVICES (window_test_application));
  g_autoptr (FakeServer) server = fake_server_new ();
  g_autofree char *path = write_crew ("month", "\"a\"", "");
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));
  TroupeWindow *window = NULL;
  TroupeTestPage *page;

  fake_server_add (server, fake_reply ("200 OK", "application/json", NULL, answer), 0, 0,
                   FAKE_END_CLOSE);
  g_setenv ("OPENAI_API_KEY", "sk-of-a-test", TRUE);
  g_setenv ("OPENAI_BASE_URL", fake_server_get_url (server), TRUE);
  g_settings_set_int64 (settings, TROUPE_MONTH_BUDGET_LIMIT,
                        troupe_month_budget_look (month).spent + 1);
  page = open_page (path, &window);
  gtk_widget_activate_action (GTK_WIDGET (page), "rounds.test", NULL);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 3);
  troupe_rounds_dialog_set_models (troupe_test_page_get_dialog (page), "openai/gpt-4o", NULL);
  troupe_rounds_dialog_begin (troupe_test_page_get_dialog (page));
  allow_until (says_month, page);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 1);
  g_settings_reset (settings, TROUPE_MONTH_BUDGET_LIMIT);
  wait_until (is_at_rest, window);
  g_assert_cmpuint (fake_server_get_n_requests (server), ==, 3);
  close_window (window);
}

/* A flow has no test page. The action reports this and opens nothing. */
static void
test_flow (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  g_assert_null (get_test_page (window));
  close_window (window);
}

static TroupeCanvas *
find_canvas (GtkWidget *widget)
{
  TroupeCanvas *found = TROUPE_IS_CANVAS (widget) ? TROUPE_CANVAS (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_canvas (child);
  return found;
}

/* Returns the state of the only task, or %TROUPE_CANVAS_STATE_IDLE if it is not shown. */
static TroupeCanvasState
get_task_state (gpointer window)
{
  TroupeCanvas *canvas = find_canvas (GTK_WIDGET (troupe_window_get_page (window)));
  const TroupeCanvasNodeRun *run =
      canvas != NULL ? troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (canvas), "task:0")
                     : NULL;

  return run != NULL ? run->state : TROUPE_CANVAS_STATE_IDLE;
}

static gboolean
is_done (gpointer window)
{
  return !troupe_page_is_running (troupe_window_get_page (window)) &&
         get_task_state (window) == TROUPE_CANVAS_STATE_DONE;
}

static void
leave_page (TroupeWindow *window)
{
  troupe_subpage_leave (
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window))));
}

/* The results of a test belong to the crew as it is, also if it has default inputs. */
static void
test_not_stale (void)
{
  g_autofree char *path = write_crew ("not-stale", "\"a\"", "");
  TroupeWindow *window = NULL;
  TroupeTestPage *page;

  g_assert_true (g_file_set_contents (
      path,
      "{\"name\": \"c\", \"agents\": [\"w\"], \"inputs\": {\"what\": \"hello\"}, \"tasks\": "
      "[{\"name\": \"say\", "
      "\"description\": \"Say {what}.\", \"expected_output\": \"A text.\", \"agent\": \"w\"}]}",
      -1, NULL));
  page = open_page (path, &window);
  evaluator = "mock/say:8";
  begin_test (window, page, 1, NULL);
  evaluator = "openai/gpt-4o";
  leave_page (window);
  wait_until (is_done, window);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = NULL;

  window_test_init (&argc, &argv);
  /* The training file is stored in the working directory. */
  folder = g_dir_make_tmp ("troupe-training-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_test_add_func ("/training-page/last-inputs", test_last_inputs);
  g_test_add_func ("/training-page/unsaved", test_unsaved);
  g_test_add_func ("/training-page/unsaved-rules", test_unsaved_rules);
  g_test_add_func ("/training-page/marks", test_marks);
  g_test_add_func ("/training-page/unrated", test_unrated);
  g_test_add_func ("/training-page/two-models", test_two_models);
  g_test_add_func ("/training-page/missing-evaluator-key", test_missing_evaluator_key);
  g_test_add_func ("/training-page/two-mock-models", test_two_mock_models);
  g_test_add_func ("/training-page/training", test_training);
  g_test_add_func ("/training-page/replaced", test_replaced);
  g_test_add_func ("/training-page/other-file", test_other_file);
  g_test_add_func ("/training-page/mock-evaluator", test_mock_evaluator);
  g_test_add_func ("/training-page/other-tests", test_other_tests);
  g_test_add_func ("/training-page/stop", test_stop);
  g_test_add_func ("/training-page/learn-and-stop", test_learn_and_stop);
  g_test_add_func ("/training-page/evaluate-again", test_evaluate_again);
  g_test_add_func ("/training-page/before-and-after", test_before_and_after);
  g_test_add_func ("/training-page/not-stale", test_not_stale);
  g_test_add_func ("/training-page/budget", test_budget);
  g_test_add_func ("/training-page/month", test_month);
  g_test_add_func ("/training-page/flow", test_flow);
  return window_test_run ();
}
