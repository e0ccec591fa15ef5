/* test-window-chat.c: the chat with a conversational flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "../test-event.h"
#include "troupe-chat-export.h"
#include "troupe-chat-row.h"
#include "troupe-chat-sessions.h"
#include "troupe-conversation-flow.h"
#include "troupe-feedback-view.h"
#include "troupe-llm-prices.h"
#include "troupe-monitor-private.h"
#include "troupe-recovery-view.h"
#include "window-test.h"

#define ROUTER                                                                                     \
  "  route_conversation:\n"                                                                        \
  "    start: true\n"                                                                              \
  "    router: true\n"                                                                             \
  "    emit: [order, broken, ask, converse, end]\n"                                                \
  "    do: {call: expression, expr: \"state.current_user_message.contains('order') ? 'order' : "   \
  "state.current_user_message.contains('fail') ? 'broken' : "                                      \
  "state.current_user_message.contains('money') ? 'ask' : "                                        \
  "state.current_user_message == 'bye' ? 'end' : 'converse'\"}\n"                                  \
  "  look_up: {listen: order, do: {call: expression, expr: \"'number ' + "                         \
  "string(size(state.messages))\"}}\n"                                                             \
  "  tell: {listen: look_up, do: {call: expression, expr: \"'It is <b>late</b>, ' + "              \
  "outputs.look_up\"}}\n"                                                                          \
  "  fails: {listen: broken, do: {call: expression, expr: \"int(state.current_user_message)\"}}\n" \
  "  judge:\n"                                                                                     \
  "    listen: ask\n"                                                                              \
  "    do: {call: expression, expr: \"'64.90'\"}\n"                                                \
  "    human_feedback: {message: Pay it back, emit: [granted, denied], llm: \"mock/say:denied\", " \
  "default_outcome: denied}\n"                                                                     \
  "  pay: {listen: granted, do: {call: expression, expr: \"'Paid back.'\"}}\n"

static const char chat_flow[] = "schema: crewai.flow/v1\n"
                                "name: Shop\n"
                                "conversational: {llm: \"mock/say:You are <i>welcome</i>.\"}\n"
                                "methods:\n" ROUTER;

static const char priced_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Priced\n"
    "conversational: {llm: \"mock/say:Priced\"}\n"
    "methods:\n"
    "  after: {listen: converse, do: {call: expression, expr: '1'}}\n";

static const char slow_flow[] = "schema: crewai.flow/v1\n"
                                "name: Shop\n"
                                "conversational: {llm: mock/slow}\n"
                                "methods:\n" ROUTER;

static const char kept_flow[] = "schema: crewai.flow/v1\n"
                                "name: Shop\n"
                                "persist: {enabled: true}\n"
                                "conversational: {llm: \"mock/say:Hello.\"}\n"
                                "methods:\n" ROUTER;

static const char foreign_flow[] =
    "schema: crewai.flow/v1\n"
    "name: Shop\n"
    "conversational: {llm: mock/echo}\n"
    "methods:\n"
    "  made: {listen: converse, do: {call: script, language: python, code: \"return 1\"}}\n";

/* --- The chat on a page ------------------------------------------------------------------------- */

static TroupeFlowContent *
get_content (TroupeWindow *window)
{
  return troupe_flow_content_of (troupe_window_get_page (window));
}

static TroupeFlowChat *
get_chat (TroupeWindow *window)
{
  return troupe_flow_content_get_chat (get_content (window));
}

static TroupeChatController *
get_talk (TroupeWindow *window)
{
  return troupe_flow_chat_get_talk (get_chat (window));
}

static TroupeChatPane *
get_pane (TroupeWindow *window)
{
  return troupe_flow_chat_get_pane (get_chat (window));
}

static TroupeChatEntry *
get_entry (TroupeWindow *window, guint index)
{
  g_autoptr (TroupeChatEntry) entry =
      g_list_model_get_item (troupe_chat_controller_get_entries (get_talk (window)), index);

  return entry;
}

static TroupeWindow *
open_chat (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);
  TroupeWindow *window = open_window (path);

  wait_until (has_page, window);
  g_assert_true (troupe_flow_chat_is_active (get_chat (window)));
  return window;
}

static GtkWidget *
find_class (GtkWidget *widget, const char *class)
{
  if (gtk_widget_has_css_class (widget, class) && gtk_widget_get_mapped (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_class (child, class);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static GtkWidget *
get_send (TroupeWindow *window)
{
  return find_class (GTK_WIDGET (get_pane (window)), "circular");
}

static gboolean
can_send (gpointer user_data)
{
  return get_send (user_data) != NULL && gtk_widget_get_sensitive (get_send (user_data));
}

static gboolean
is_running (gpointer user_data)
{
  return troupe_chat_controller_is_running (get_talk (user_data));
}

static gboolean
is_over (gpointer user_data)
{
  TroupeChatController *talk = get_talk (user_data);

  return troupe_chat_controller_get_n_turns (talk) > 0 && !troupe_chat_controller_is_running (talk);
}

static void
send (TroupeWindow *window, const char *text)
{
  troupe_chat_pane_set_text (get_pane (window), text);
  wait_until (can_send, window);
  g_signal_emit_by_name (get_send (window), "clicked");
}

typedef struct
{
  TroupeWindow *window;
  guint n;
} Count;

static gboolean
has_held (gpointer user_data)
{
  Count *count = user_data;

  return troupe_chat_controller_get_n_turns (get_talk (count->window)) == count->n &&
         !troupe_chat_controller_is_running (get_talk (count->window));
}

/* Sends a message and waits until the turn has finished. */
static TroupeChatEntry *
say (TroupeWindow *window, const char *text)
{
  Count count = { window, troupe_chat_controller_get_n_turns (get_talk (window)) + 1 };

  send (window, text);
  wait_until (has_held, &count);
  return get_entry (window, count.n - 1);
}

static gboolean
has_held_or_asks (gpointer user_data)
{
  return find_consent () != NULL || has_held (user_data);
}

/* Like say(), but for the first turn of a flow with persistent state. Such a flow prompts for
 * consent if its content is new. */
static void
say_first (TroupeWindow *window, const char *text)
{
  Count count = { window, 1 };

  send (window, text);
  wait_until (has_held_or_asks, &count);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (has_held, &count);
}

static void
do_action (TroupeWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_pane (window)), action, NULL));
}

static TroupeTrace *
get_trace (TroupeWindow *window)
{
  return troupe_monitor_get_trace (get_monitor (troupe_window_get_page (window)));
}

/* Returns the accessible label of the card of @method. */
static const char *
get_label (TroupeEditor *editor, const char *method)
{
  TroupeCanvasScene *scene =
      troupe_canvas_get_scene (troupe_editor_frame_get_canvas (troupe_editor_get_frame (editor)));

  return troupe_canvas_scene_get_node (scene, method)->accessible_label;
}

/* --- Turns -------------------------------------------------------------------------------------- */

static void
test_two_turns (void)
{
  TroupeWindow *window = open_chat ("two.yaml", chat_flow);
  TroupeChatEntry *first, *second;
  g_autofree char *empty = NULL;
  g_autofree char *about = NULL;
  g_autofree char *head = NULL;
  g_autofree char *monitor = NULL;
  guint n_valid = 0;
  guint n_stale = 0;

  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 0);
  empty = list_texts (GTK_WIDGET (get_pane (window)));
  g_assert_nonnull (strstr (empty, "Type a message to begin."));
  g_assert_false (gtk_widget_get_sensitive (get_send (window)));
  first = say (window, "Where is my order?");
  g_assert_cmpstr (troupe_chat_entry_get_route (first), ==, "order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (first), ==, "It is <b>late</b>, number 1");
  about = troupe_chat_entry_describe (first);
  g_assert_true (g_str_has_prefix (about, "look_up → tell · "));
  /* The state of a turn has more fields than that of the document; nothing was changed since. */
  troupe_editor_count_results (get_editor (troupe_window_get_page (window)), &n_valid, &n_stale);
  g_assert_cmpuint (n_valid, >=, 3);
  g_assert_cmpuint (n_stale, ==, 0);
  second = say (window, "Thanks!");
  g_assert_cmpstr (troupe_chat_entry_get_route (second), ==, "converse");
  g_assert_cmpstr (troupe_chat_entry_get_reply (second), ==, "You are <i>welcome</i>.");
  head = troupe_chat_controller_describe (get_talk (window));
  g_assert_true (g_str_has_prefix (head, "Session "));
  g_assert_true (g_str_has_suffix (head, " · 2 turns"));
  monitor = list_texts (GTK_WIDGET (get_monitor (troupe_window_get_page (window))));
  g_assert_nonnull (strstr (monitor, "Turn 2"));
  g_assert_null (strstr (monitor, "Inputs: "));
  close_window (window);
}

static gboolean
is_paused_for_money (gpointer user_data)
{
  return get_notice (user_data) == TROUPE_RUN_NOTICE_BUDGET;
}

/* Turns count toward the monthly budget. The second turn pauses, and continues when the budget
 * is raised. */
static void
test_month (void)
{
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));
  TroupeMonthBudget *month = troupe_services_get_month (TROUPE_SERVICES (window_test_application));
  g_autofree char *path = troupe_llm_prices_get_own_path ();
  g_autofree char *folder = g_path_get_dirname (path);
  TroupeWindow *window = open_chat ("month.yaml", priced_flow);
  const gint64 before = troupe_month_budget_look (month).spent;
  gint64 spent;
  Count count = { window, 2 };

  g_mkdir_with_parents (folder, 0700);
  g_assert_true (g_file_set_contents (
      path, "{\"models\": {\"mock/say:priced\": {\"input\": 1, \"output\": 500000}}}", -1, NULL));
  g_settings_set_int64 (settings, TROUPE_MONTH_BUDGET_LIMIT, before + 1);
  say_first (window, "Hello!");
  spent = troupe_month_budget_look (month).spent;
  g_assert_cmpint (spent, >, before);
  send (window, "Hello again!");
  wait_until (is_paused_for_money, troupe_window_get_page (window));
  g_assert_true (is_running (window));
  g_assert_cmpint (troupe_month_budget_look (month).spent, ==, spent);
  troupe_month_budget_raise (month, 100 * spent);
  wait_until (has_held, &count);
  g_assert_cmpint (troupe_month_budget_look (month).spent, >, spent);
  g_settings_reset (settings, TROUPE_MONTH_BUDGET_LIMIT);
  g_assert_cmpint (g_remove (path), ==, 0);
  close_window (window);
}

/* Messages are not interpreted as markup. */
static void
test_texts_are_data (void)
{
  TroupeWindow *window = open_chat ("data.yaml", chat_flow);
  g_autofree char *texts = NULL;

  say (window, "<b>order</b> & \"more\"");
  texts = list_texts (GTK_WIDGET (get_pane (window)));
  g_assert_nonnull (strstr (texts, "<b>order</b> & \"more\""));
  g_assert_nonnull (strstr (texts, "It is <b>late</b>, number 1"));
  close_window (window);
}

/* Canvas and panels show the selected turn. */
static void
test_choosing_a_turn (void)
{
  TroupeWindow *window = open_chat ("choose.yaml", chat_flow);
  TroupeEditor *editor = NULL;
  const char *label = NULL;

  say (window, "Where is my order?");
  say (window, "Thanks!");
  editor = get_editor (troupe_window_get_page (window));
  g_assert_null (troupe_trace_find_method (get_trace (window), "tell"));
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "converse_turn"));
  label = get_label (editor, "tell");
  g_assert_true (g_str_has_suffix (label, ", In turn 1"));
  label = get_label (editor, "pay");
  g_assert_true (g_str_has_suffix (label, ", Not in this turn"));
  g_signal_emit_by_name (get_pane (window), "chosen", get_entry (window, 0));
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "tell"));
  g_assert_null (troupe_trace_find_method (get_trace (window), "converse_turn"));
  g_assert_true (g_str_has_suffix (get_label (editor, "tell"), ", Done"));
  /* The next turn is selected automatically. */
  say (window, "order");
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "tell"));
  close_window (window);
}

static void
test_taking_back (void)
{
  TroupeWindow *window = open_chat ("back.yaml", chat_flow);
  g_autofree char *text = NULL;

  say (window, "Where is my order?");
  say (window, "One more order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 1)), ==,
                   "It is <b>late</b>, number 3");
  do_action (window, "chat.take-back");
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 1);
  text = troupe_chat_pane_get_text (get_pane (window));
  g_assert_cmpstr (text, ==, "One more order");
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "tell"));
  /* The messages of the withdrawn turn are gone. */
  say (window, "order, please");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 1)), ==,
                   "It is <b>late</b>, number 3");
  close_window (window);
}

static void
test_the_end (void)
{
  TroupeWindow *window = open_chat ("end.yaml", chat_flow);
  g_autofree char *id = NULL;

  say (window, "bye");
  g_assert_true (troupe_chat_controller_has_ended (get_talk (window)));
  troupe_chat_pane_set_text (get_pane (window), "more");
  g_assert_false (gtk_widget_get_sensitive (get_send (window)));
  g_assert_nonnull (find_labelled (GTK_WIDGET (get_pane (window)), "New Conversation"));
  id = g_strdup (troupe_chat_controller_get_id (get_talk (window)));
  do_action (window, "chat.new");
  g_assert_false (troupe_chat_controller_has_ended (get_talk (window)));
  say (window, "Hello");
  g_assert_cmpstr (troupe_chat_controller_get_id (get_talk (window)), !=, id);
  close_window (window);
}

/* --- Errors ----------------------------------------------------------------------------------- */

static void
test_failing (void)
{
  TroupeWindow *window = open_chat ("fail.yaml", chat_flow);
  g_autoptr (TroupeChatEntry) entry = g_object_ref (say (window, "fail, please"));
  GtkWidget *again = NULL;
  g_autofree char *texts = NULL;

  g_assert_cmpint (troupe_chat_entry_get_state (entry), ==, TROUPE_CHAT_FAILED);
  texts = list_texts (GTK_WIDGET (get_pane (window)));
  g_assert_nonnull (strstr (texts, "This turn failed: "));
  again = find_labelled (GTK_WIDGET (get_pane (window)), "Send Again");
  g_assert_nonnull (again);
  g_signal_emit_by_name (again, "clicked");
  wait_until (is_over, window);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 1);
  g_assert_true (get_entry (window, 0) != entry);
  /* The message is in the conversation only once. */
  say (window, "order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 1)), ==,
                   "It is <b>late</b>, number 2");
  close_window (window);
}

static gboolean
has_part (gpointer user_data)
{
  return troupe_chat_entry_get_reply (get_entry (user_data, 0)) != NULL;
}

static void
test_stopping (void)
{
  TroupeWindow *window = open_chat ("stop.yaml", slow_flow);
  g_autofree char *about = NULL;
  g_autofree char *title = NULL;

  send (window, "This takes one two three four five six seven eight nine ten eleven words");
  wait_until (is_running, window);
  title = troupe_page_content_describe_run (TROUPE_PAGE_CONTENT (get_content (window)));
  g_assert_cmpstr (title, ==, "Conversation · running turn 1");
  wait_until (has_part, window);
  g_assert_false (can_send (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  wait_until (is_over, window);
  g_assert_cmpint (troupe_chat_entry_get_state (get_entry (window, 0)), ==, TROUPE_CHAT_STOPPED);
  about = troupe_chat_entry_describe (get_entry (window, 0));
  g_assert_nonnull (strstr (about, "stopped"));
  say (window, "order");
  g_assert_cmpint (troupe_chat_entry_get_state (get_entry (window, 1)), ==, TROUPE_CHAT_DONE);
  close_window (window);
}

/* Another turn can be selected while a turn is running. */
static void
test_looking_back_while_running (void)
{
  TroupeWindow *window = open_chat ("look.yaml", slow_flow);

  say (window, "order");
  send (window, "one two three four five six seven eight nine ten");
  wait_until (is_running, window);
  g_signal_emit_by_name (get_pane (window), "chosen", get_entry (window, 0));
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "tell"));
  wait_until (is_over, window);
  g_assert_null (troupe_trace_find_method (get_trace (window), "converse_turn"));
  g_signal_emit_by_name (get_pane (window), "chosen", get_entry (window, 1));
  g_assert_nonnull (troupe_trace_find_method (get_trace (window), "converse_turn"));
  close_window (window);
}

static gboolean
has_text_back (gpointer user_data)
{
  g_autofree char *text = troupe_chat_pane_get_text (get_pane (user_data));

  return g_str_equal (text, "Hello");
}

/* Nothing starts before the user agrees, and the typed text is not lost. */
static void
test_consent (void)
{
  TroupeWindow *window = open_chat ("foreign.yaml", foreign_flow);

  send (window, "Hello");
  wait_until (has_consent_dialog, NULL);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 0);
  answer_consent (FALSE);
  wait_until (has_text_back, window);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 0);
  wait_until (can_send, window);
  close_window (window);
}

static gboolean
is_asked (gpointer user_data)
{
  return gtk_widget_get_visible (
      GTK_WIDGET (troupe_chat_pane_get_question_place (get_pane (user_data))));
}

static gboolean
says_answer_first (gpointer window)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (window));

  return strstr (texts, "answer the question above it first") != NULL;
}

static gboolean
says_wait (gpointer window)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (window));

  return strstr (texts, "wait until this turn has ended") != NULL;
}

/* A message during a turn is not sent, and the reason is no question if there is none. */
static void
test_early_message (void)
{
  TroupeWindow *window = open_chat ("early.yaml", chat_flow);
  TroupeChatPane *pane = get_pane (window);

  /* The place of the questions has the last one, which is answered. */
  adw_bin_set_child (troupe_chat_pane_get_question_place (pane), gtk_label_new ("Answered"));
  troupe_chat_pane_set_ready (pane, FALSE);
  troupe_chat_pane_set_text (pane, "Hello");
  g_signal_emit_by_name (get_send (window), "clicked");
  wait_until (says_wait, window);
  g_assert_false (says_answer_first (window));
  close_window (window);
}

static gboolean
is_sensitive (gpointer widget)
{
  return gtk_widget_is_sensitive (widget);
}

static void
test_question (void)
{
  TroupeWindow *window = open_chat ("ask.yaml", chat_flow);
  AdwBin *place = troupe_chat_pane_get_question_place (get_pane (window));
  GtkWidget *granted = NULL;

  send (window, "I want my money back");
  wait_until (is_asked, window);
  g_assert_true (TROUPE_IS_FEEDBACK_VIEW (adw_bin_get_child (place)));
  granted = find_labelled (GTK_WIDGET (place), "granted");
  g_assert_nonnull (granted);
  /* Another message is not sent before the answer. It stays, and the user learns why. */
  troupe_chat_pane_set_text (get_pane (window), "granted");
  gtk_widget_grab_focus (GTK_WIDGET (get_pane (window)));
  g_signal_emit_by_name (get_send (window), "clicked");
  wait_until (says_answer_first, window);
  /* The next Enter does not answer, because the focus stays. */
  g_assert_false (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), GTK_WIDGET (place)));
  troupe_chat_pane_set_text (get_pane (window), "");
  wait_until (is_sensitive, granted);
  g_signal_emit_by_name (granted, "clicked");
  wait_until (is_over, window);
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 0)), ==, "Paid back.");
  g_assert_false (is_asked (window));
  close_window (window);
}

static gboolean
count_frame_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer n_frames)
{
  (*(guint *) n_frames)++;
  return G_SOURCE_CONTINUE;
}

static gboolean
has_drawn (gpointer n_frames)
{
  return *(guint *) n_frames >= 4;
}

static void
wait_for_frames (GtkWidget *widget)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (widget, count_frame_cb, &n_frames, NULL);

  wait_until (has_drawn, &n_frames);
  gtk_widget_remove_tick_callback (widget, id);
}

/* A question in a full list has its natural height, so that its output can be read. */
static void
test_question_whole (void)
{
  TroupeWindow *window = open_chat ("ask-whole.yaml", chat_flow);
  AdwBin *place = troupe_chat_pane_get_question_place (get_pane (window));
  int natural = 0;

  for (guint i = 0; i < 8; i++)
    say (window, "This takes one two three four five six seven eight nine ten eleven words");
  send (window, "I want my money back");
  wait_until (is_asked, window);
  wait_for_frames (GTK_WIDGET (place));
  gtk_widget_measure (GTK_WIDGET (place), GTK_ORIENTATION_VERTICAL,
                      gtk_widget_get_width (GTK_WIDGET (place)), NULL, &natural, NULL, NULL);
  g_assert_cmpint (gtk_widget_get_allocated_height (GTK_WIDGET (place)), >=, natural);
  wait_until (is_sensitive, find_labelled (GTK_WIDGET (place), "granted"));
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (place), "granted"), "clicked");
  wait_until (is_over, window);
  close_window (window);
}

/* Returns the bubble around the label with @text at or below @widget. (nullable) */
static GtkWidget *
find_bubble (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    for (found = widget; found != NULL && !gtk_widget_has_css_class (found, "bubble");
         found = gtk_widget_get_parent (found))
      ;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_bubble (child, text);
  return found;
}

/* A turn that waits is offered again without the claim that the file has changed: the flow of a turn is made
 * from the document. */
static void
test_question_kept (void)
{
  TroupeWindow *window = open_chat ("ask-again.yaml", chat_flow);
  g_autofree char *path = g_strdup (
      troupe_document_get_path (troupe_page_get_document (troupe_window_get_page (window))));
  g_autofree char *texts = NULL;
  GtkWidget *bubble;

  send (window, "I want my money back");
  wait_until (is_asked, window);
  close_window (window);
  window = open_window (path);
  wait_until (has_page, window);
  wait_for_text (GTK_WIDGET (window), "The last run is waiting for your answer.");
  wait_for_text (GTK_WIDGET (window), "This turn is waiting for an answer.");
  /* It is not shown as an error. */
  bubble = find_bubble (GTK_WIDGET (window), "This turn is waiting for an answer.");
  g_assert_nonnull (bubble);
  g_assert_true (gtk_widget_has_css_class (bubble, "asks"));
  g_assert_false (gtk_widget_has_css_class (bubble, "trouble"));
  texts = list_texts (GTK_WIDGET (window));
  g_assert_null (strstr (texts, "has changed since"));
  close_window (window);
}

/* A run whose page was closed may end only after its file was opened again. */
static void
test_question_kept_late (void)
{
  TroupeWindow *window = open_chat ("ask-late.yaml", chat_flow);
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  TroupeFlow *flow = troupe_flow_document_get_flow (TROUPE_FLOW_DOCUMENT (get_document (window)));
  const char *path =
      troupe_document_get_path (troupe_page_get_document (troupe_window_get_page (window)));
  const TroupeRunRecord record = { .id = (char *) "late",
                                   .path = (char *) path,
                                   .name = (char *) "Shop",
                                   .digest = (char *) troupe_flow_get_digest (flow),
                                   .started_us = g_get_real_time () };

  wait_until (has_page, window);
  g_assert_cmpint (get_notice (troupe_window_get_page (window)), ==, TROUPE_RUN_NOTICE_NONE);
  troupe_store_begin_run (store, &record);
  troupe_store_end_run (store, "late", TROUPE_RUN_STATUS_PAUSED, NULL, NULL);
  troupe_services_note_left_run (TROUPE_SERVICES (window_test_application), "another.yaml");
  troupe_services_note_left_run (TROUPE_SERVICES (window_test_application), path);
  wait_for_text (GTK_WIDGET (window), "The last run is waiting for your answer.");
  close_window (window);
}

static gboolean
has_stored_run (gpointer user_data)
{
  return troupe_page_get_stored_run (troupe_window_get_page (user_data)) != NULL;
}

/* Stores a turn that was interrupted after one method. @id: of the run; @is_other: whether it is of another version of the file */
static void
store_interrupted (const char *path, const char *id, gboolean is_other)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *file = g_build_filename (folder, "runs.db", NULL);
  sqlite3 *database = NULL;
  const TroupeConversationTurn turn = { NULL };
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (chat_flow, strlen (chat_flow), path, NULL, NULL);
  TroupeFlow *flow = troupe_flow_document_get_flow (document);
  g_autoptr (TroupeFlowDocument) made =
      troupe_conversation_make_flow (flow, &turn, troupe_flow_get_name (flow), NULL);
  TroupeRunRecord record = { .id = (char *) id,
                             .name = (char *) "Shop",
                             .path = (char *) path,
                             .started_us = g_get_real_time (),
                             .document = (char *) chat_flow };
  g_autoptr (TroupeEvent) started =
      test_event_new_at (TROUPE_EVENT_METHOD_STARTED, "route_conversation", 1, 0, NULL);
  g_autoptr (TroupeEvent) finished =
      test_event_new_at (TROUPE_EVENT_METHOD_FINISHED, "route_conversation", 2, 1, NULL);

  record.digest = is_other ? (char *) "other"
                           : (char *) troupe_flow_get_digest (troupe_flow_document_get_flow (made));
  troupe_store_begin_run (store, &record);
  troupe_store_add_event (store, id, started);
  troupe_store_add_event (store, id, finished);
  g_assert_true (troupe_store_flush (store, NULL));
  /* The process that ran it is not this one. */
  g_assert_cmpint (sqlite3_open (file, &database), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (database, "UPDATE runs SET owner_start = owner_start + 1", NULL,
                                 NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (database);
}

/* Returns what the entry of the recovery says about the stored run of the window's page. (transfer full) */
static char *
list_recovery (TroupeWindow *window)
{
  GtkWidget *view = troupe_recovery_view_new ();
  char *texts = NULL;

  gtk_widget_set_parent (view, GTK_WIDGET (window));
  troupe_recovery_view_add_page (TROUPE_RECOVERY_VIEW (view), troupe_window_get_page (window), 0);
  troupe_recovery_view_update (TROUPE_RECOVERY_VIEW (view));
  texts = list_texts (view);
  gtk_widget_unparent (view);
  return texts;
}

/* The recovery counts the methods of an interrupted turn. Only if the file has changed it says so. */
static void
test_interrupted (void)
{
  static const char *const ids[] = { "11111111-2222-4333-8444-000000000001",
                                     "11111111-2222-4333-8444-000000000002" };

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const gboolean is_other = i == 1;
      g_autofree char *name = g_strdup_printf ("interrupted-%u.yaml", i);
      g_autofree char *path = write_file (name, chat_flow);
      TroupeWindow *window = NULL;
      g_autofree char *texts = NULL;

      store_interrupted (path, ids[i], is_other);
      window = open_window (path);
      wait_until (has_page, window);
      wait_until (has_stored_run, window);
      texts = list_recovery (window);
      g_test_message ("%s", texts);
      g_assert_true ((strstr (texts, "The file has changed since") != NULL) == is_other);
      g_assert_true ((strstr (texts, "\n1 of ") != NULL) == !is_other);
      g_assert_true ((strstr (texts, "methods done") != NULL) == !is_other);
      close_window (window);
    }
}

/* --- Sessions ------------------------------------------------------------------------------------ */

static TroupeChatSessions *
find_sessions (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (TROUPE_IS_CHAT_SESSIONS (window) && gtk_widget_get_visible (window))
        return TROUPE_CHAT_SESSIONS (window);
    }
  return NULL;
}

static GtkListBoxRow *
find_row (GtkWidget *widget)
{
  if (GTK_IS_LIST_BOX_ROW (widget) && ADW_IS_ACTION_ROW (widget) && gtk_widget_get_mapped (widget))
    return GTK_LIST_BOX_ROW (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkListBoxRow *row = find_row (child);

      if (row != NULL)
        return row;
    }
  return NULL;
}

static gboolean
has_session_row (gpointer user_data)
{
  return find_sessions () != NULL && find_row (GTK_WIDGET (find_sessions ())) != NULL;
}

static gboolean
has_turns (gpointer user_data)
{
  return troupe_chat_controller_get_n_turns (get_talk (user_data)) > 0;
}

static gboolean
has_store (gpointer user_data)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));

  return store != NULL && troupe_store_flush (store, NULL);
}

/* A session can be continued in another window even if only Troupe's stored runs contain it. */
static void
test_going_on (void)
{
  TroupeWindow *window = open_chat ("go-on.yaml", chat_flow);
  g_autofree char *id = NULL;
  GtkListBoxRow *row = NULL;

  say (window, "Where is my order?");
  say (window, "Thanks!");
  say (window, "to be taken back");
  do_action (window, "chat.take-back");
  id = g_strdup (troupe_chat_controller_get_id (get_talk (window)));
  close_window (window);
  wait_until (has_store, NULL);

  /* The last session is shown at once, and another one is begun or chosen instead. */
  window = open_chat ("go-on.yaml", chat_flow);
  wait_until (has_turns, window);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 2);
  wait_for_text (GTK_WIDGET (get_pane (window)), "Your message continues it");
  g_assert_false (troupe_monitor_get_panel_open (get_monitor (troupe_window_get_page (window))));
  do_action (window, "chat.new");
  g_assert_null (troupe_chat_controller_get_id (get_talk (window)));
  wait_for_text (GTK_WIDGET (get_pane (window)), "Continue Last Conversation");
  do_action (window, "chat.sessions");
  wait_until (has_session_row, NULL);
  row = find_row (GTK_WIDGET (find_sessions ()));
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==,
                   "Where is my order?");
  g_signal_emit_by_name (gtk_widget_get_parent (GTK_WIDGET (row)), "row-activated", row);
  wait_until (has_turns, window);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 2);
  g_assert_cmpstr (troupe_chat_controller_get_id (get_talk (window)), ==, id);
  g_assert_cmpstr (troupe_chat_entry_get_route (get_entry (window, 0)), ==, "order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 1)), ==,
                   "You are <i>welcome</i>.");
  say (window, "order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 2)), ==,
                   "It is <b>late</b>, number 5");
  close_window (window);
  wait_until (has_store, NULL);

  /* The empty pane offers it as well. */
  window = open_chat ("go-on.yaml", chat_flow);
  wait_until (has_turns, window);
  do_action (window, "chat.new");
  wait_for_text (GTK_WIDGET (window), "Continue Last Conversation");
  do_action (window, "chat.continue-last");
  wait_until (has_turns, window);
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 3);
  g_assert_cmpstr (troupe_chat_controller_get_id (get_talk (window)), ==, id);
  close_window (window);
}

/* A session that has ended takes no message, so that it is not shown instead of an empty chat. */
static void
test_ended_not_shown (void)
{
  TroupeWindow *window = open_chat ("ended.yaml", chat_flow);

  say (window, "bye");
  g_assert_true (troupe_chat_controller_has_ended (get_talk (window)));
  close_window (window);
  wait_until (has_store, NULL);
  window = open_chat ("ended.yaml", chat_flow);
  wait_for_text (GTK_WIDGET (window), "Continue Last Conversation");
  wait_until (has_page, window);
  say (window, "Where is my order?");
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 1);
  close_window (window);
}

typedef struct
{
  TroupeStoredChat *kept;
  GError *error;
  gboolean is_done;
} Read;

static void
read_cb (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Read *got = user_data;

  got->kept = troupe_stored_chat_read_finish (result, &got->error);
  got->is_done = TRUE;
}

static gboolean
is_read (gpointer user_data)
{
  return ((Read *) user_data)->is_done;
}

static void
read_by_id (TroupeWindow *window, const char *id, Read *got)
{
  troupe_stored_chat_read_async (get_talk (window), id, NULL, read_cb, got);
  wait_until (is_read, got);
}

/* A session that the flow persists can be continued by its id alone, regardless of which program
 * created the session. Withdrawn turns are also removed from the session. */
static void
test_going_on_by_id (void)
{
  TroupeWindow *window = open_chat ("kept.yaml", kept_flow);
  g_autofree char *id = NULL;
  Read got = { 0 };
  Read none = { 0 };

  say_first (window, "order");
  say (window, "Hi");
  id = g_strdup (troupe_chat_controller_get_id (get_talk (window)));
  read_by_id (window, id, &got);
  g_assert_no_error (got.error);
  g_assert_cmpuint (got.kept->entries->len, ==, 2);
  g_assert_cmpstr (troupe_chat_entry_get_reply (g_ptr_array_index (got.kept->entries, 1)), ==,
                   "Hello.");
  troupe_chat_controller_go_on (get_talk (window), got.kept->id, got.kept->entries,
                                got.kept->state);
  say (window, "one more order");
  g_assert_cmpstr (troupe_chat_entry_get_reply (get_entry (window, 2)), ==,
                   "It is <b>late</b>, number 5");
  read_by_id (window, "nobody-held-this", &none);
  g_assert_error (none.error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&none.error);
  troupe_stored_chat_free (got.kept);
  close_window (window);
}

static gboolean
is_put_back (gpointer user_data)
{
  TroupeWindow *window = user_data;
  Read got = { 0 };
  gboolean is_back;

  read_by_id (window, troupe_chat_controller_get_id (get_talk (window)), &got);
  is_back = got.kept != NULL && got.kept->entries->len == 1;
  g_clear_pointer (&got.kept, troupe_stored_chat_free);
  g_clear_error (&got.error);
  return is_back;
}

static void
test_taking_back_what_is_kept (void)
{
  TroupeWindow *window = open_chat ("kept-back.yaml", kept_flow);

  say_first (window, "order");
  say (window, "Hi");
  do_action (window, "chat.take-back");
  wait_until (is_put_back, window);
  close_window (window);
}

/* --- The page ------------------------------------------------------------------------------------ */

static void
test_run_goes_to_the_field (void)
{
  TroupeWindow *window = open_chat ("field.yaml", chat_flow);
  GtkWidget *focus = NULL;

  gtk_widget_grab_focus (GTK_WIDGET (get_editor (troupe_window_get_page (window))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_true (GTK_IS_TEXT_VIEW (focus));
  g_assert_true (gtk_widget_is_ancestor (focus, GTK_WIDGET (get_pane (window))));
  g_assert_cmpuint (troupe_chat_controller_get_n_turns (get_talk (window)), ==, 0);
  wait_for_text (GTK_WIDGET (window), "Each message runs the flow. Enter one.");
  close_window (window);
}

/* An edit turns a flow into a conversational flow, and undo reverts this edit. */
static void
test_block_comes_and_goes (void)
{
  g_autofree char *path = write_file ("plain.yaml", "schema: crewai.flow/v1\nname: Plain\n"
                                                    "methods:\n  a: {start: true, do: {call: "
                                                    "expression, expr: '1'}}\n");
  TroupeWindow *window = open_window (path);
  static const char *const place[] = { "conversational", NULL };

  wait_until (has_page, window);
  g_assert_false (troupe_flow_chat_is_active (get_chat (window)));
  g_assert_null (get_pane (window));
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), place,
                                      json_from_string ("{\"llm\": \"mock/echo\"}", NULL), "Talk",
                                      NULL, NULL));
  g_assert_true (troupe_flow_chat_is_active (get_chat (window)));
  g_assert_nonnull (get_pane (window));
  troupe_document_undo (TROUPE_DOCUMENT (get_document (window)));
  g_assert_false (troupe_flow_chat_is_active (get_chat (window)));
  close_window (window);
}

static GtkWidget *
find_role (GtkWidget *widget, GtkAccessibleRole role)
{
  if (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget)) == role)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_role (child, role);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
test_names (void)
{
  TroupeWindow *window = open_chat ("names.yaml", chat_flow);
  GtkWidget *pane = GTK_WIDGET (get_pane (window));
  GtkWidget *log = NULL;

  say (window, "order");
  log = find_role (pane, GTK_ACCESSIBLE_ROLE_LOG);
  g_assert_nonnull (log);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (log), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Messages");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_class (log, "own")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "You");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (find_class (log, "reply")),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Answer");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (get_send (window)),
                                       GTK_ACCESSIBLE_PROPERTY_LABEL, "Send (Enter)");
  close_window (window);
}

static void
test_export (void)
{
  TroupeWindow *window = open_chat ("export.yaml", chat_flow);
  g_autofree char *text = NULL;
  g_autofree char *lines = NULL;
  g_autoptr (TroupeValue) line = NULL;

  say (window, "order");
  text = troupe_chat_export_text (get_talk (window));
  g_assert_cmpstr (text, ==, "You: order\nAnswer: It is <b>late</b>, number 1\n");
  lines = troupe_chat_export_lines (get_talk (window));
  line = troupe_value_from_json (g_strchomp (lines), -1, NULL);
  g_assert_nonnull (line);
  g_assert_cmpstr (troupe_value_get_string (troupe_value_map_lookup_string (line, "route", -1),
                                            NULL),
                   ==, "order");
  close_window (window);
}

/* If the chat fills the window, a turn does not open the panels. */
static void
test_narrow (void)
{
  TroupeWindow *window = open_chat ("narrow.yaml", chat_flow);
  TroupeMonitor *monitor = get_monitor (troupe_window_get_page (window));

  troupe_flow_chat_set_width_class (get_chat (window), TROUPE_EDITOR_TINY);
  g_assert_false (troupe_monitor_get_panel_open (monitor));
  say (window, "hello");
  g_assert_false (troupe_monitor_get_panel_open (monitor));
  troupe_flow_chat_set_width_class (get_chat (window), TROUPE_EDITOR_WIDE);
  say (window, "hello again");
  g_assert_true (troupe_monitor_get_panel_open (monitor));
  close_window (window);
}

/* Returns TRUE if the last turn is drawn completely above the end of the list. */
static gboolean
shows_end (gpointer user_data)
{
  GtkWidget *list = find_class (GTK_WIDGET (get_pane (user_data)), "chat-list");
  GtkWidget *scroller = gtk_widget_get_ancestor (list, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (list, scroller, &bounds) &&
         (double) (bounds.origin.y + bounds.size.height) <= gtk_widget_get_height (scroller) + 1;
}

/* The list follows its end, also if it grows only once and nothing else is laid out afterwards. */
static void
test_follows_end (void)
{
  TroupeWindow *window = open_chat ("follow.yaml", chat_flow);
  GtkWidget *list;

  for (guint i = 0; i < 8; i++)
    say (window, "This takes one two three four five six seven eight nine ten eleven words");
  wait_until (shows_end, window);
  list = find_class (GTK_WIDGET (get_pane (window)), "chat-list");
  for (guint i = 0; i < 3; i++)
    {
      GtkWidget *more = gtk_label_new ("More");

      wait_for_frames (list);
      gtk_widget_set_size_request (more, -1, 60);
      gtk_box_append (GTK_BOX (list), more);
      wait_for_frames (list);
      g_assert_true (shows_end (window));
    }
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/chat/two-turns", test_two_turns);
  g_test_add_func ("/window/chat/follows-end", test_follows_end);
  g_test_add_func ("/window/chat/month", test_month);
  g_test_add_func ("/window/chat/texts-are-data", test_texts_are_data);
  g_test_add_func ("/window/chat/choosing-a-turn", test_choosing_a_turn);
  g_test_add_func ("/window/chat/taking-back", test_taking_back);
  g_test_add_func ("/window/chat/the-end", test_the_end);
  g_test_add_func ("/window/chat/failing", test_failing);
  g_test_add_func ("/window/chat/stopping", test_stopping);
  g_test_add_func ("/window/chat/looking-back-while-running", test_looking_back_while_running);
  g_test_add_func ("/window/chat/consent", test_consent);
  g_test_add_func ("/window/chat/question", test_question);
  g_test_add_func ("/window/chat/early-message", test_early_message);
  g_test_add_func ("/window/chat/question-whole", test_question_whole);
  g_test_add_func ("/window/chat/question-kept", test_question_kept);
  g_test_add_func ("/window/chat/interrupted", test_interrupted);
  g_test_add_func ("/window/chat/question-kept-late", test_question_kept_late);
  g_test_add_func ("/window/chat/going-on", test_going_on);
  g_test_add_func ("/window/chat/ended-not-shown", test_ended_not_shown);
  g_test_add_func ("/window/chat/going-on-by-id", test_going_on_by_id);
  g_test_add_func ("/window/chat/taking-back-what-is-kept", test_taking_back_what_is_kept);
  g_test_add_func ("/window/chat/run-goes-to-the-field", test_run_goes_to_the_field);
  g_test_add_func ("/window/chat/block-comes-and-goes", test_block_comes_and_goes);
  g_test_add_func ("/window/chat/names", test_names);
  g_test_add_func ("/window/chat/export", test_export);
  g_test_add_func ("/window/chat/narrow", test_narrow);

  return window_test_run ();
}
