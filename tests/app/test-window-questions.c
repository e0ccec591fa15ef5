/* test-window-questions.c: runs with human feedback: prompts, pausing, storing, resuming
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-feedback-view.h"
#include "troupe-history-pane.h"
#include "troupe-history-row.h"
#include "troupe-history-waiting.h"
#include "troupe-monitor-private.h"
#include "troupe-run-controller.h"
#include "window-test.h"
#include "troupe-user-name.h"

static const char asking_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Asks\n"
    "methods:\n"
    "  draft: {start: true, do: {call: expression, expr: \"'the draft'\"}}\n"
    "  review:\n"
    "    listen: draft\n"
    "    do: {call: expression, expr: outputs.draft}\n"
    "    human_feedback:\n"
    "      message: Is <b>it</b> good?\n"
    "      emit: [approved, revise]\n"
    "      default_outcome: revise\n"
    "  publish: {listen: approved, do: {call: expression, expr: outputs.review.feedback}}\n"
    "  rewrite: {listen: revise, do: {call: expression, expr: \"'rewritten'\"}}\n";

/* Two concurrent prompts without outcomes. */
static const char both_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Both\n"
    "methods:\n"
    "  one: {start: true, do: {call: expression, expr: '1'}, human_feedback: {message: One?}}\n"
    "  two: {start: true, do: {call: expression, expr: '2'}, human_feedback: {message: Two?}}\n";

static TroupePage *
get_page (TroupeWindow *window)
{
  return troupe_window_get_page (window);
}

static TroupePageQuestions *
get_questions (TroupeWindow *window)
{
  return troupe_page_content_get_questions (troupe_page_get_content (get_page (window)));
}

static TroupeFeedbackView *
get_question (TroupeWindow *window)
{
  return TROUPE_FEEDBACK_VIEW (troupe_page_questions_get_view (get_questions (window)));
}

static gboolean
is_asking (gpointer user_data)
{
  return troupe_page_get_n_questions (get_page (user_data)) > 0;
}

static gboolean
asks_twice (gpointer user_data)
{
  return troupe_page_get_n_questions (get_page (user_data)) == 2;
}

static GtkWidget *
find_entry (GtkWidget *widget)
{
  if (GTK_IS_ENTRY (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_entry (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_is_sensitive (widget);
}

/* A blank answer is accepted when the question could be read. */
static void
say (TroupeWindow *window, const char *words)
{
  GtkWidget *entry = find_entry (GTK_WIDGET (get_question (window)));

  if (*words == '\0')
    wait_until (is_sensitive, find_labelled (GTK_WIDGET (get_question (window)), "approved"));

  gtk_editable_set_text (GTK_EDITABLE (entry), words);
  g_signal_emit_by_name (entry, "activate");
}

/* Returns TRUE as soon as the run prompts the user or requires consent. Consent is required once
 * because free-text feedback may be sent to a model. */
static gboolean
asks_or_wants_consent (gpointer user_data)
{
  return find_consent () != NULL || is_asking (user_data);
}

static TroupeWindow *
run_until_asked (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (asks_or_wants_consent, window);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (is_asking, window);
  return window;
}

static const char *
get_output (TroupeWindow *window, const char *method)
{
  TroupeValue *output = troupe_monitor_get_output (get_monitor (get_page (window)), method);

  return output != NULL && troupe_value_is (output, TROUPE_VALUE_STRING)
             ? troupe_value_get_string (output, NULL)
             : NULL;
}

static gboolean
question_is_mapped (gpointer user_data)
{
  return gtk_widget_get_mapped (GTK_WIDGET (get_question (user_data)));
}

/* Finds the last question of the run. (transfer none) (nullable) */
static const TroupeSpan *
find_question (const TroupeSpan *span)
{
  const TroupeSpan *found = span->kind == TROUPE_SCOPE_QUESTION ? span : NULL;

  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *inside = find_question (g_ptr_array_index (span->children, i));

      found = inside != NULL ? inside : found;
    }
  return found;
}

/* The run knows who has answered, and where. */
static void
assert_answered (TroupeWindow *window, const char *via)
{
  TroupeTrace *trace = troupe_monitor_get_trace (get_monitor (get_page (window)));
  const TroupeSpan *question;

  question = find_question (troupe_trace_get_run (trace));
  g_assert_nonnull (question);
  g_assert_cmpstr (troupe_value_get_member_text (question->outcome, "by"), ==,
                   troupe_user_get_name ());
  g_assert_cmpstr (troupe_value_get_member_text (question->outcome, "via"), ==, via);
}

static void
test_an_outcome_decides (void)
{
  TroupeWindow *window = run_until_asked ("asks.yaml", asking_flow);
  g_autofree char *texts = list_texts (GTK_WIDGET (get_question (window)));
  g_autofree char *subtitle = troupe_page_get_subtitle (get_page (window));
  GtkWidget *button;

  g_assert_nonnull (strstr (texts, "Is <b>it</b> good?"));
  g_assert_nonnull (strstr (texts, "review Needs Your Answer"));
  g_assert_cmpstr (subtitle, ==, "Waiting for your answer");
  wait_until (question_is_mapped, window);
  button = find_labelled (GTK_WIDGET (get_question (window)), "approved");
  g_assert_nonnull (button);
  wait_until (is_sensitive, button);
  g_signal_emit_by_name (button, "clicked");
  wait_until (is_idle, window);
  assert_answered (window, "window");
  g_assert_cmpstr (get_output (window, "publish"), ==, "approved");
  g_assert_null (get_output (window, "rewrite"));
  g_assert_cmpuint (troupe_page_get_n_questions (get_page (window)), ==, 0);
  close_window (window);
}

/* Text that matches no outcome is rejected at its entry. A blank answer selects the default. */
static void
test_words_must_fit (void)
{
  TroupeWindow *window = run_until_asked ("words.yaml", asking_flow);
  g_autofree char *texts = NULL;

  say (window, "perhaps");
  wait_until (is_asking, window);
  texts = list_texts (GTK_WIDGET (get_question (window)));
  g_assert_nonnull (strstr (texts, "perhaps"));
  g_assert_nonnull (strstr (texts, "approved, revise"));
  say (window, "");
  wait_until (is_idle, window);
  g_assert_cmpstr (get_output (window, "rewrite"), ==, "rewritten");
  close_window (window);
}

static void
test_one_after_the_other (void)
{
  TroupeWindow *window = run_until_asked ("both.yaml", both_flow);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  wait_until (asks_twice, window);
  first = list_texts (GTK_WIDGET (get_question (window)));
  g_assert_nonnull (strstr (first, "1 of 2"));
  g_assert_nonnull (strstr (first, "One?"));
  say (window, "yes");
  second = list_texts (GTK_WIDGET (get_question (window)));
  g_assert_null (strstr (second, "One?"));
  g_assert_nonnull (strstr (second, "Two?"));
  say (window, "no");
  wait_until (is_idle, window);
  close_window (window);
}

/* The buttons of a notification answer the prompt. The prompt can be answered only once. */
static void
test_notification_answers (void)
{
  TroupeWindow *window = run_until_asked ("notified.yaml", asking_flow);
  const TroupeFeedbackRequest *request =
      g_ptr_array_index (troupe_page_questions_list (get_questions (window)), 0);
  g_autofree char *id = g_strdup (request->id);
  GActionGroup *actions = G_ACTION_GROUP (window_test_application);

  g_action_group_activate_action (actions, "answer", g_variant_new ("(ss)", "another", "approved"));
  g_assert_true (is_asking (window));
  g_action_group_activate_action (actions, "show-question", g_variant_new_string (id));
  g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)),
                                         GTK_WIDGET (get_question (window))));
  g_action_group_activate_action (actions, "answer", g_variant_new ("(ss)", id, "approved"));
  g_assert_false (is_asking (window));
  g_action_group_activate_action (actions, "answer", g_variant_new ("(ss)", id, "revise"));
  wait_until (is_idle, window);
  assert_answered (window, "notification");
  g_assert_cmpstr (get_output (window, "publish"), ==, "approved");
  close_window (window);
}

static TroupeRunRecord *
get_last_run (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              path, 1, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 1);
  return g_ptr_array_steal_index (runs, 0);
}

static gboolean
is_offered (gpointer user_data)
{
  return get_page (user_data) != NULL && troupe_page_get_stored_run (get_page (user_data)) != NULL;
}

static gboolean
is_ended (gpointer user_data)
{
  g_autoptr (TroupeRunRecord) record = get_last_run (user_data);

  return record->status != TROUPE_RUN_STATUS_RUNNING;
}

static void
go_on (TroupeWindow *window)
{
  g_signal_emit_by_name (troupe_editor_frame_get_notice (
                             troupe_editor_get_frame (get_editor (get_page (window)))),
                         "activated");
}

/* Asserts that the method ran once, according to the log and the timeline. */
static void
assert_once (TroupeWindow *window, const char *method)
{
  TroupeRunModel *model = get_monitor (get_page (window))->model;
  GPtrArray *events = troupe_run_model_get_events (model);
  const TroupeMethodInfo *info = troupe_run_model_get_method (model, method);
  guint n_ended = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      if (event->type == TROUPE_EVENT_METHOD_FINISHED &&
          g_strcmp0 (troupe_event_get_method (event), method) == 0)
        n_ended++;
      if (i > 0)
        g_assert_cmpuint (event->sequence, >,
                          ((const TroupeEvent *) g_ptr_array_index (events, i - 1))->sequence);
    }
  g_assert_cmpuint (n_ended, ==, 1);
  g_assert_cmpuint (info->passes, ==, 1);
  g_assert_cmpint (info->state, ==, TROUPE_BAR_DONE);
  g_assert_cmpuint (troupe_run_model_find_row (model, method)->n_open, ==, 0);
}

/* “Later” stores the run. If the run is resumed, it prompts again and does not repeat finished
 * methods. */
static void
test_later_and_on (void)
{
  TroupeWindow *window = run_until_asked ("later.yaml", asking_flow);
  const char *path = troupe_document_get_path (TROUPE_DOCUMENT (get_document (window)));
  g_autoptr (TroupeRunRecord) paused = NULL;
  g_autoptr (TroupeRunRecord) done = NULL;

  g_signal_emit_by_name (get_question (window), "later");
  wait_until (is_idle, window);
  paused = get_last_run (path);
  g_assert_cmpint (paused->status, ==, TROUPE_RUN_STATUS_PAUSED);
  g_assert_true (is_offered (window));
  go_on (window);
  wait_until (is_asking, window);
  say (window, "approved");
  wait_until (is_idle, window);
  g_assert_cmpstr (get_output (window, "publish"), ==, "approved");
  done = get_last_run (path);
  g_assert_cmpstr (done->id, ==, paused->id);
  g_assert_cmpint (done->status, ==, TROUPE_RUN_STATUS_OK);
  assert_once (window, "draft");
  assert_once (window, "review");
  assert_once (window, "publish");
  close_window (window);
}

static gboolean
draw_slowly (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  g_usleep (40 * 1000);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

/* A stored run resumes even if drawing uses all of the time between two frames. */
static void
test_on_while_drawing (void)
{
  TroupeWindow *window = run_until_asked ("slow.yaml", asking_flow);
  guint tick;

  g_signal_emit_by_name (get_question (window), "later");
  wait_until (is_idle, window);
  tick = gtk_widget_add_tick_callback (GTK_WIDGET (window), draw_slowly, NULL, NULL);
  go_on (window);
  wait_until (is_asking, window);
  gtk_widget_remove_tick_callback (GTK_WIDGET (window), tick);
  say (window, "approved");
  wait_until (is_idle, window);
  g_assert_cmpstr (get_output (window, "publish"), ==, "approved");
  close_window (window);
}

/* Closing the window reports that the run is kept, and stores the run. If the file is opened
 * again, the window offers to resume the run. */
static void
test_closing_keeps_it (void)
{
  TroupeWindow *window = run_until_asked ("closed.yaml", asking_flow);
  g_autofree char *path =
      g_strdup (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))));
  g_autoptr (TroupeRunRecord) record = NULL;

  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "saved as paused"));
  answer_dialog ("cancel");
  g_assert_true (is_asking (window));
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  answer_dialog ("close");
  wait_until (is_ended, path);
  record = get_last_run (path);
  g_assert_cmpint (record->status, ==, TROUPE_RUN_STATUS_PAUSED);

  window = open_window (path);
  wait_until (is_offered, window);
  go_on (window);
  wait_until (is_asking, window);
  g_signal_emit_by_name (get_question (window), "later");
  wait_until (is_idle, window);
  close_window (window);

  /* A dismissed run is no longer offered. */
  window = open_window (path);
  wait_until (is_offered, window);
  g_signal_emit_by_name (troupe_editor_frame_get_notice (
                             troupe_editor_get_frame (get_editor (get_page (window)))),
                         "dismissed");
  g_assert_false (is_offered (window));
  close_window (window);
}

static const char changed_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Asks\n"
    "methods:\n"
    "  draft: {start: true, do: {call: expression, expr: \"'another'\"}}\n";

/* If a file was changed, a resumed run uses the earlier version of the file. The offer to resume
 * the run states this. */
static void
test_a_changed_file (void)
{
  TroupeWindow *window = run_until_asked ("changed.yaml", asking_flow);
  g_autofree char *path =
      g_strdup (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))));
  g_autofree char *texts = NULL;

  g_signal_emit_by_name (get_question (window), "later");
  wait_until (is_idle, window);
  close_window (window);
  g_free (write_file ("changed.yaml", changed_flow));
  window = open_window (path);
  wait_until (is_offered, window);
  texts = list_texts (GTK_WIDGET (get_editor (get_page (window))));
  g_assert_nonnull (strstr (texts, "with the earlier version"));
  go_on (window);
  wait_until (is_asking, window);
  say (window, "approved");
  wait_until (is_idle, window);
  g_assert_cmpstr (get_output (window, "publish"), ==, "approved");
  close_window (window);
}

/* --- Pause ------------------------------------------------------------------------------------- */

static const char long_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Long\n"
    "methods:\n"
    "  a:\n"
    "    start: true\n"
    "    do:\n"
    "      call: agent\n"
    "      with: {role: R, goal: G, backstory: B, llm: mock/slow, input: one two three}\n"
    "  b: {listen: a, do: {call: expression, expr: '1'}}\n"
    "  c: {listen: b, do: {call: expression, expr: '2'}}\n";

static gboolean
has_output (TroupeWindow *window, const char *method)
{
  return troupe_monitor_get_output (get_monitor (get_page (window)), method) != NULL;
}

static gboolean
a_is_done (gpointer user_data)
{
  return has_output (user_data, "a");
}

static gboolean
b_is_done (gpointer user_data)
{
  return has_output (user_data, "b");
}

static void
test_pause_step_continue (void)
{
  g_autofree char *path = write_file ("long.yaml", long_flow);
  TroupeWindow *window = open_window (path);
  g_autofree char *subtitle = NULL;

  /* The store is opened first, so that the run starts immediately. */
  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (gtk_widget_get_visible (get_header_part (window, "pause_button")));
  g_assert_false (gtk_widget_get_visible (get_header_part (window, "step_button")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  subtitle = troupe_page_get_subtitle (get_page (window));
  g_assert_cmpstr (subtitle, ==, "Paused");
  g_assert_false (gtk_widget_get_visible (get_header_part (window, "pause_button")));
  g_assert_true (gtk_widget_get_visible (get_header_part (window, "continue_button")));
  g_assert_true (gtk_widget_get_visible (get_header_part (window, "step_button")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.step", NULL);
  wait_until (a_is_done, window);
  g_assert_false (has_output (window, "b"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.step", NULL);
  wait_until (b_is_done, window);
  g_assert_true (troupe_page_is_running (get_page (window)));
  g_assert_false (has_output (window, "c"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  wait_until (is_idle, window);
  g_assert_true (has_output (window, "c"));
  close_window (window);
}

static void
test_stop_while_paused (void)
{
  g_autofree char *path = write_file ("long.yaml", long_flow);
  TroupeWindow *window = open_window (path);

  /* The store is opened first, so that the run starts immediately. */
  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.pause", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  g_assert_false (troupe_page_is_held (get_page (window)));
  close_window (window);
}

/* --- The store --------------------------------------------------------------------------------- */

static const char plain_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Plain\n"
    "methods:\n"
    "  only: {start: true, do: {call: expression, expr: \"'here'\"}}\n";

static gboolean
has_only (gpointer user_data)
{
  return is_idle (user_data) && has_output (user_data, "only");
}

/* The first run opens the store on a thread without blocking. Pressing Run again does not start
 * a second run. The run uses the document in the state that it had when Run was pressed. */
static void
test_first_run_opens_the_store (void)
{
  g_autofree char *path = write_file ("first.yaml", plain_flow);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  TroupeWindow *window = open_window (path);
  TroupeStore *store;

  if (troupe_services_peek_store (TROUPE_SERVICES (window_test_application), &store))
    {
      g_test_skip ("another test has opened the store before");
      close_window (window);
      return;
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (troupe_run_controller_is_starting (
      troupe_page_content_get_running (troupe_page_get_content (get_page (window)))));
  g_assert_false (troupe_page_is_running (get_page (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (
      troupe_flow_document_rename_method (get_document (window), "only", "renamed", &error));
  wait_until (has_only, window);
  g_assert_true (troupe_services_peek_store (TROUPE_SERVICES (window_test_application), &store));
  g_assert_nonnull (store);
  runs = troupe_store_list_runs (store, path, 10, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (runs->len, ==, 1);
  close_window (window);
}

/* --- The history ------------------------------------------------------------------------------- */

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

static GtkWidget *
find_waiting (TroupeWindow *window)
{
  return find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_WAITING);
}

static gboolean
has_unsaved_run (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (get_page (user_data));

  return troupe_run_starter_get_unsaved_run (
             troupe_run_controller_get_starter (troupe_page_content_get_running (content))) != NULL;
}

static gboolean
is_read (gpointer user_data)
{
  GtkWidget *pane = find_type (GTK_WIDGET (user_data), TROUPE_TYPE_HISTORY_PANE);
  gboolean is_busy = TRUE;

  if (pane != NULL && gtk_widget_get_mapped (pane))
    g_object_get (pane, "busy", &is_busy, NULL);
  return !is_busy && find_type (pane, TROUPE_TYPE_HISTORY_ROW) != NULL;
}

/* A run that the user has stopped is not listed as waiting, although it can be resumed. */
static void
test_stopped_is_not_waiting (void)
{
  TroupeWindow *window = run_until_asked ("stopped.yaml", asking_flow);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_idle, window);
  /* A list that is hidden while it is being shown would move with an undefined speed. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  wait_until (is_read, window);
  g_assert_true (shows_text (GTK_WIDGET (window), "Stopped"));
  g_assert_false (gtk_widget_get_visible (find_waiting (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  close_window (window);
}

/* The runs of a document that was never saved are listed, but not those of others. */
static void
test_unsaved_has_a_history (void)
{
  TroupeWindow *window = open_window (NULL);
  GtkWidget *row;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_unsaved_run, window);
  wait_until (is_idle, window);
  /* A list that is hidden while it is being shown would move with an undefined speed. */
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  wait_until (is_read, window);
  row = find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW);
  g_assert_null (gtk_list_box_get_row_at_index (GTK_LIST_BOX (gtk_widget_get_parent (row)), 1));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.history", NULL);
  close_window (window);
}

static const char failing_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Fails\n"
    "methods:\n"
    "  first: {start: true, do: {call: expression, expr: \"'done'\"}}\n"
    "  second: {listen: first, do: {call: expression, expr: \"int(outputs.first)\"}}\n";

static TroupeNoticeBar *
get_bar (TroupeWindow *window)
{
  return troupe_editor_frame_get_notice (troupe_editor_get_frame (get_editor (get_page (window))));
}

/* Returns TRUE if a visible button of the bar has this label. */
static gboolean
has_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && gtk_widget_get_visible (widget) &&
      g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_button (child, label))
      return TRUE;
  return FALSE;
}

static gboolean
offers_failed (gpointer user_data)
{
  return get_page (user_data) != NULL && !troupe_page_is_running (get_page (user_data)) &&
         get_notice (get_page (user_data)) != TROUPE_RUN_NOTICE_NONE &&
         has_button (GTK_WIDGET (get_bar (user_data)), "Resume");
}

static guint
count_events (TroupeWindow *window, TroupeEventType type, const char *method)
{
  GPtrArray *events = troupe_run_model_get_events (get_monitor (get_page (window))->model);
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const TroupeEvent *event = g_ptr_array_index (events, i);

      n += event->type == type && g_strcmp0 (troupe_event_get_method (event), method) == 0;
    }
  return n;
}

/* Resuming a failed run is offered next to the error and when the file is opened again. Finished
 * methods are not repeated. */
static void
test_failed_and_on (void)
{
  g_autofree char *path = write_file ("failed.yaml", failing_flow);
  TroupeWindow *window = open_window (path);
  g_autoptr (TroupeRunRecord) first = NULL;
  g_autoptr (TroupeRunRecord) again = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (offers_failed, window);
  first = get_last_run (path);
  g_assert_cmpint (first->status, ==, TROUPE_RUN_STATUS_FAILED);
  /* The link to the method is still shown, and the window does not offer the run among other
   * stored runs. */
  g_assert_true (has_button (GTK_WIDGET (get_bar (window)), "Show"));
  g_assert_false (is_offered (window));
  g_signal_emit_by_name (get_bar (window), "other-activated");
  g_assert_false (has_button (GTK_WIDGET (get_bar (window)), "Resume"));
  wait_until (offers_failed, window);
  again = get_last_run (path);
  g_assert_cmpstr (again->id, ==, first->id);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FINISHED, "first"), ==, 1);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "second"), ==, 2);
  close_window (window);

  window = open_window (path);
  wait_until (offers_failed, window);
  /* The bar names the method and shows it. */
  g_assert_true (shows_text (GTK_WIDGET (get_bar (window)), "The last run failed in second: "));
  g_assert_true (has_button (GTK_WIDGET (get_bar (window)), "Show"));
  g_signal_emit_by_name (get_bar (window), "other-activated");
  g_assert_cmpstr (troupe_editor_get_selected_method (get_editor (get_page (window))), ==,
                   "second");
  go_on (window);
  wait_until (offers_failed, window);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "second"), ==, 3);
  g_signal_emit_by_name (get_bar (window), "dismissed");
  close_window (window);
}

static gboolean
has_failed_other (gpointer user_data)
{
  return count_events (user_data, TROUPE_EVENT_METHOD_FAILED, "other") > 0;
}

/* If the failed method was repaired, Resume asks whether the run continues without the repair. A new
 * run uses it. */
static void
test_repaired_and_resumed (void)
{
  g_autofree char *path = write_file ("repaired.yaml", failing_flow);
  TroupeWindow *window = open_window (path);
  g_autoptr (GError) error = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (offers_failed, window);
  g_assert_true (
      troupe_flow_document_rename_method (get_document (window), "second", "other", &error));
  g_assert_no_error (error);
  g_signal_emit_by_name (get_bar (window), "other-activated");
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  wait_until (has_no_dialog, NULL);
  g_assert_true (offers_failed (window));
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "second"), ==, 1);

  g_signal_emit_by_name (get_bar (window), "other-activated");
  wait_until (has_dialog, NULL);
  answer_dialog ("run");
  wait_until (has_no_dialog, NULL);
  wait_until (has_failed_other, window);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "second"), ==, 0);
  wait_until (offers_failed, window);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "other"), ==, 1);

  /* Nothing has changed since the last failure. */
  g_signal_emit_by_name (get_bar (window), "other-activated");
  g_assert_null (find_dialog ());
  wait_until (offers_failed, window);
  g_assert_cmpuint (count_events (window, TROUPE_EVENT_METHOD_FAILED, "other"), ==, 2);
  g_signal_emit_by_name (get_bar (window), "dismissed");
  troupe_document_undo (TROUPE_DOCUMENT (get_document (window)));
  close_window (window);
}

/* A failed run without any finished method cannot be resumed. */
static void
test_failed_at_once (void)
{
  g_autofree char *path =
      write_file ("at-once.yaml", "schema: crewai.flow/v1\n"
                                  "name: At once\n"
                                  "methods:\n"
                                  "  only: {start: true, do: {call: expression, expr: "
                                  "\"int('none')\"}}\n");
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  wait_until (is_ended, path);
  for (guint i = 0; i < 50; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_false (has_button (GTK_WIDGET (get_bar (window)), "Resume"));
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  /* The runs of later tests wait for the user. */
  g_test_add_func ("/window-questions/stopped-is-not-waiting", test_stopped_is_not_waiting);
  g_test_add_func ("/window-questions/first-run-opens-the-store", test_first_run_opens_the_store);
  g_test_add_func ("/window-questions/an-outcome-decides", test_an_outcome_decides);
  g_test_add_func ("/window-questions/words-must-fit", test_words_must_fit);
  g_test_add_func ("/window-questions/one-after-the-other", test_one_after_the_other);
  g_test_add_func ("/window-questions/notification-answers", test_notification_answers);
  g_test_add_func ("/window-questions/later-and-on", test_later_and_on);
  g_test_add_func ("/window-questions/on-while-drawing", test_on_while_drawing);
  g_test_add_func ("/window-questions/closing-keeps-it", test_closing_keeps_it);
  g_test_add_func ("/window-questions/a-changed-file", test_a_changed_file);
  g_test_add_func ("/window-questions/repaired-and-resumed", test_repaired_and_resumed);
  g_test_add_func ("/window-questions/failed-and-on", test_failed_and_on);
  g_test_add_func ("/window-questions/failed-at-once", test_failed_at_once);
  g_test_add_func ("/window-questions/pause-step-continue", test_pause_step_continue);
  g_test_add_func ("/window-questions/stop-while-paused", test_stop_while_paused);
  g_test_add_func ("/window-questions/unsaved-has-a-history", test_unsaved_has_a_history);
  return window_test_run ();
}
