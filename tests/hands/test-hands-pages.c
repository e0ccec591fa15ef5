/* test-hands-pages.c: test, conversation, memory and batch pages with a screen reader and the
 * keyboard only
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../app/window-test.h"
#include "access.h"
#include "hands.h"
#include "troupe-batch-page-private.h"
#include "troupe-flow-chat.h"
#include "troupe-memory-page.h"
#include "troupe-memory-store.h"
#include "troupe-store.h"
#include "troupe-subpage.h"
#include "troupe-test-page.h"
#include "troupe-window-batch.h"

#define LEARNT                                                                                     \
  "{\\\"suggestions\\\": [\\\"be brief\\\"], \\\"quality\\\": 7, \\\"final_summary\\\": "          \
  "\\\"fine\\\"}"

static const char chat_text[] = "schema: crewai.flow/v1\n"
                                "name: Shop\n"
                                "conversational: {llm: \"mock/say:You are welcome.\"}\n"
                                "methods:\n"
                                "  route_conversation:\n"
                                "    start: true\n"
                                "    router: true\n"
                                "    emit: [order, converse]\n"
                                "    do: {call: expression, expr: \"state.current_user_message"
                                ".contains('order') ? 'order' : 'converse'\"}\n"
                                "  tell: {listen: order, do: {call: expression, expr: \"'It is "
                                "late.'\"}}\n";

static const char batch_text[] =
    "schema: crewai.flow/v1\n"
    "name: Divides\n"
    "state: {type: json_schema, json_schema: {type: object, properties:"
    " {by: {type: integer}, name: {type: string}, words: {type: integer, default: 900}}}}\n"
    "methods:\n"
    "  begin: {start: true, do: {call: expression, expr: state.words / state.by}}\n";

/* Writes a crew and returns its path. @answers: answers of the only agent, as JSON strings.
 * @more: (nullable): more keys of the crew. (transfer full) */
static char *
write_crew (const char *folder, const char *answers, const char *more)
{
  g_autofree char *place = g_build_filename (g_get_user_data_dir (), folder, NULL);
  g_autofree char *agents = g_build_filename (place, "agents", NULL);
  g_autofree char *agent_path = g_build_filename (agents, "w.json", NULL);
  char *path = g_build_filename (place, "crew.json", NULL);
  g_autofree char *agent = g_strdup_printf (
      "{\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\", \"llm\": {\"model\": "
      "\"mock/script\", \"answers\": [%s]}}",
      answers);
  g_autofree char *crew = g_strdup_printf (
      "{\"name\": \"c\", \"agents\": [\"w\"], \"tasks\": [{\"name\": \"tell\", \"description\": "
      "\"Write.\", \"expected_output\": \"A text.\", \"agent\": \"w\"}]%s}",
      more != NULL ? more : "");

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  g_assert_true (g_file_set_contents (agent_path, agent, -1, NULL));
  g_assert_true (g_file_set_contents (path, crew, -1, NULL));
  return path;
}

/* Reads the accessible tree and asserts that every element that accepts keys has a name. @page:
 * the accessible name of the page */
static GPtrArray *
read_page (const char *page)
{
  GPtrArray *things;
  guint index;

  hands_settle ();
  things = access_read ();
  index = access_find_nameless (things, page);
  if (index < things->len)
    {
      const AccessThing *thing = g_ptr_array_index (things, index);

      for (guint i = index > 6 ? index - 6 : 0; i < MIN (index + 4, things->len); i++)
        g_printerr ("%s “%s”\n", ((const AccessThing *) things->pdata[i])->role,
                    ((const AccessThing *) things->pdata[i])->name);
      g_error ("a %s of %s has no name", thing->role, page);
    }
  return things;
}

static void
assert_told (GPtrArray *things, const char *role, const char *name)
{
  if (access_find (things, role, name) != NULL)
    return;
  for (guint i = 0; i < things->len; i++)
    {
      const AccessThing *thing = g_ptr_array_index (things, i);

      if (thing->name[0] != '\0')
        g_test_message ("%s “%s”", thing->role, thing->name);
    }
  g_error ("“%s” is not told", name);
}

/* --- Test and training ------------------------------------------------------------------------------- */

static TroupeTestPage *
get_test_page (TroupeWindow *window)
{
  TroupeSubpage *page =
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)));

  return TROUPE_TEST_PAGE (troupe_subpage_get_child (page));
}

static gboolean
is_at_rest (gpointer user_data)
{
  return !troupe_test_page_is_busy (get_test_page (user_data));
}

static gboolean
has_rounds_dialog (gpointer user_data)
{
  TroupeRoundsDialog *dialog = troupe_test_page_get_dialog (get_test_page (user_data));

  return dialog != NULL && gtk_widget_get_mapped (GTK_WIDGET (dialog)) &&
         gtk_window_is_active (GTK_WINDOW (dialog));
}
static gboolean
has_consent_or_rests (gpointer user_data)
{
  return find_consent () != NULL || is_at_rest (user_data);
}

static gboolean
is_active (gpointer user_data)
{
  return gtk_window_is_active (user_data);
}

static gboolean
asks_remark (gpointer user_data)
{
  return troupe_training_pane_get_entry (
             troupe_test_page_get_training (get_test_page (user_data))) != NULL;
}

/* Confirms the dialog like a keyboard user. */
static void
confirm_dialog (TroupeWindow *window)
{
  wait_until (has_rounds_dialog, window);
  hands_settle ();
  hands_key (GDK_KEY_Return, 0);
}

/* The table describes scores in words, and a training can be completed with the keyboard only. */
static void
test_rounds (void)
{
  g_autofree char *path =
      write_crew ("pages-rounds", "\"a\", \"a\", \"first\", \"second\", \"" LEARNT "\"", NULL);
  TroupeWindow *window = open_still_window (path);
  TroupeTestPage *page;
  g_autoptr (GPtrArray) tested = NULL;
  g_autoptr (GPtrArray) asked = NULL;
  g_autoptr (GPtrArray) learnt = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  page = get_test_page (window);
  wait_until (is_at_rest, window);
  hands_wait_frame (GTK_WIDGET (page));
  hands_key (GDK_KEY_t, GDK_ALT_MASK);
  wait_until (has_rounds_dialog, window);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  troupe_rounds_dialog_set_models (troupe_test_page_get_dialog (page),
                                   "mock/say:{\"quality\": 5.0, \"reason\": \"No source.\"}", NULL);
  confirm_dialog (window);
  wait_until (has_consent_or_rests, window);
  if (find_consent () != NULL)
    answer_consent (TRUE);
  wait_until (is_at_rest, window);
  tested = read_page ("Test");
  assert_told (tested, NULL, "5.0, low");
  assert_told (tested, NULL, "tell, average 5.0");
  assert_told (tested, NULL, "tell, iteration 1: 5.0. “No source.”");

  wait_until (is_active, window);
  hands_key (GDK_KEY_i, GDK_ALT_MASK);
  wait_until (has_rounds_dialog, window);
  troupe_rounds_dialog_set_rounds (troupe_test_page_get_dialog (page), 1);
  confirm_dialog (window);
  wait_until (asks_remark, window);
  asked = read_page ("Test");
  assert_told (asked, "text box", "What should be improved?");
  /* The text box has the focus without a click. */
  hands_type ("Be brief.");
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_at_rest, window);
  learnt = read_page ("Test");
  assert_told (learnt, "switch", "What Writer Has Learned");
  assert_told (learnt, NULL, "Be brief.");
  close_window (window);
}

/* --- Conversation --------------------------------------------------------------------------------------- */

static gboolean
has_answered (gpointer user_data)
{
  TroupeFlowChat *chat =
      troupe_flow_content_get_chat (troupe_flow_content_of (troupe_window_get_page (user_data)));

  return troupe_chat_controller_get_n_turns (troupe_flow_chat_get_talk (chat)) == 1 &&
         !troupe_chat_controller_is_running (troupe_flow_chat_get_talk (chat));
}

static void
test_chat (void)
{
  g_autofree char *path = write_file ("pages-chat.yaml", chat_text);
  TroupeWindow *window = open_still_window (path);
  g_autoptr (GPtrArray) things = NULL;

  hands_settle ();
  hands_key (GDK_KEY_l, GDK_CONTROL_MASK);
  hands_type ("where is my order");
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_answered, window);
  things = read_page ("Conversation");
  assert_told (things, NULL, "You");
  assert_told (things, NULL, "where is my order");
  assert_told (things, NULL, "Answer");
  assert_told (things, NULL, "It is late.");
  close_window (window);
}

/* --- Memory ---------------------------------------------------------------------------------------------- */

static gboolean
is_memory_idle (gpointer user_data)
{
  return troupe_memory_page_is_idle (user_data);
}

static void
test_memory (void)
{
  g_autofree char *path = write_crew ("pages-memory", "\"a\"", ", \"memory\": true");
  g_autofree char *data = troupe_store_get_default_folder ();
  g_autofree char *file = troupe_memory_store_make_path (data, path);
  g_autoptr (TroupeMemoryStore) store = troupe_memory_store_open (file, NULL);
  g_autoptr (GPtrArray) records =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_memory_record_unref);
  const float vector[] = { 1.0f, 0.0f };
  TroupeWindow *window;
  TroupeMemoryPage *page;
  g_autoptr (GPtrArray) things = NULL;

  g_ptr_array_add (records, troupe_memory_record_new ("Losses are measured at the feeder."));
  g_assert_true (
      troupe_memory_store_add (store, TROUPE_MEMORY_SPACE, records, vector, 2, "m", NULL));
  window = open_still_window (path);
  hands_settle ();
  hands_key (GDK_KEY_m, GDK_CONTROL_MASK | GDK_ALT_MASK);
  page = TROUPE_MEMORY_PAGE (troupe_subpage_get_child (
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)))));
  wait_until (is_memory_idle, page);
  gtk_selection_model_select_item (troupe_memory_page_get_selection (page), 0, TRUE);
  wait_until (is_memory_idle, page);
  things = read_page ("Memory");
  assert_told (things, NULL, "Losses are measured at the feeder.");
  assert_told (things, NULL, "importance ");
  assert_told (things, "spin button", "Importance");
  assert_told (things, "button", "Delete");
  close_window (window);
}

/* --- Batch ------------------------------------------------------------------------------------------------ */

static gboolean
has_batch (gpointer user_data)
{
  return troupe_window_get_batch (user_data) != NULL;
}

static gboolean
shows_failure (gpointer user_data)
{
  TroupeBatchPage *page = user_data;

  return troupe_batch_page_was_begun (page) && !troupe_batch_page_is_running (page) &&
         troupe_batch_rows_get_failures (page->rows)->len > 0 &&
         !troupe_batch_rows_is_busy (page->rows);
}

static void
test_batch (void)
{
  g_autofree char *path = write_file ("pages-batch.yaml", batch_text);
  g_autofree char *inputs =
      write_file ("pages.jsonl",
                  "{\"by\": 3, \"name\": \"one\"}\n{\"by\": 0, \"name\": \"two\"}\n");
  TroupeWindow *window = open_still_window (path);
  TroupeBatchPage *page;
  g_autoptr (GPtrArray) things = NULL;

  hands_settle ();
  hands_key (GDK_KEY_F5, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_batch, window);
  page = troupe_window_get_batch (window);
  troupe_batch_page_set_inputs (page, inputs);
  troupe_batch_page_start (page);
  wait_until (shows_failure, page);
  gtk_single_selection_set_selected (page->selection, 1);
  hands_settle ();
  wait_until (shows_failure, page);
  things = read_page ("Batch");
  assert_told (things, "button", "Run Item 2 Again");
  assert_told (things, "button", "Open Run");
  assert_told (things, NULL, "default value");
  close_window (window);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;

  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  if (!access_start ())
    {
      g_print ("1..0 # SKIP there is no bus for assistive technology\n");
      hands_stop ();
      return 77;
    }
  window_test_init (&argc, &argv);
  /* Training results are stored in the working directory. */
  folder = g_dir_make_tmp ("troupe-pages-XXXXXX", NULL);
  g_assert_cmpint (g_chdir (folder), ==, 0);
  g_test_add_func ("/hands/pages/rounds", test_rounds);
  g_test_add_func ("/hands/pages/chat", test_chat);
  g_test_add_func ("/hands/pages/memory", test_memory);
  g_test_add_func ("/hands/pages/batch", test_batch);
  return window_test_run ();
}
