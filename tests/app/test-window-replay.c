/* test-window-replay.c: running a crew again from one of its tasks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "troupe-crew-content.h"
#include "troupe-crew-edit.h"
#include "troupe-store-document.h"
#include "window-test.h"

/* Writes a crew whose agent echoes its prompt. Returns the path. (transfer full) */
static char *
write_crew (const char *folder)
{
  g_autofree char *marker = write_file (folder, "");
  g_autofree char *base = g_strconcat (marker, ".crew", NULL);
  g_autofree char *agents = g_build_filename (base, "agents", NULL);
  g_autofree char *agent = g_build_filename (agents, "w.json", NULL);
  char *path = g_build_filename (base, "crew.json", NULL);

  g_assert_cmpint (g_mkdir_with_parents (agents, 0700), ==, 0);
  g_assert_true (g_file_set_contents (agent,
                                      "{\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": "
                                      "\"b\", \"llm\": \"mock/echo\"}",
                                      -1, NULL));
  g_assert_true (g_file_set_contents (
      path,
      "{\"name\": \"c\", \"agents\": [\"w\"], \"tasks\": [{\"name\": \"first\", \"description\": "
      "\"Look.\", \"expected_output\": \"A text.\", \"agent\": \"w\"}, {\"name\": \"second\", "
      "\"description\": \"Write.\", \"expected_output\": \"A text.\", \"agent\": \"w\", "
      "\"output_file\": \"out/second.txt\"}]}",
      -1, NULL));
  return path;
}

static TroupeCrewEditor *
get_crew_editor (TroupeWindow *window)
{
  return troupe_crew_content_get_editor (troupe_crew_content_of (troupe_window_get_page (window)));
}

static TroupePageRun *
get_run (TroupeWindow *window)
{
  return troupe_page_content_get_run (troupe_page_get_content (troupe_window_get_page (window)));
}

static void
count_begun_cb (guint *n)
{
  ++*n;
}

static void
keep_text_cb (GtkWidget *widget, const char *text, char **kept)
{
  g_free (*kept);
  *kept = g_strdup (text);
}

/* Activates the shortcut of the editor, regardless of where the focus is in the editor. */
static gboolean
press_alt_f5 (TroupeCrewEditor *editor)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (editor));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      for (guint j = 0; GTK_IS_SHORTCUT_CONTROLLER (controller) &&
                        j < g_list_model_get_n_items (G_LIST_MODEL (controller));
           j++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), j);
          g_autofree char *keys =
              gtk_shortcut_trigger_to_string (gtk_shortcut_get_trigger (shortcut));

          if (g_str_equal (keys, "<Alt>F5"))
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0,
                                                 GTK_WIDGET (editor), NULL);
        }
    }
  return FALSE;
}

typedef struct
{
  TroupeWindow *window;
  guint n_begun;
  guint n_wanted;
} Wait;

static gboolean
has_begun_and_ended (gpointer user_data)
{
  Wait *wait = user_data;

  if (find_consent () != NULL)
    answer_consent (TRUE);
  return wait->n_begun >= wait->n_wanted && !troupe_page_run_is_under_way (get_run (wait->window));
}

static gboolean
says_nothing_kept (gpointer user_data)
{
  char **said = user_data;

  return *said != NULL && strstr (*said, "no saved outputs of this crew") != NULL;
}

typedef struct
{
  TroupeCrewEditor *editor;
  Wait *wait;
} Press;

/* The stored outputs are read after the end of the run. Until then, the key only reports the
 * reason why the task cannot be run. */
static gboolean
begins_by_key (gpointer user_data)
{
  Press *press = user_data;

  if (press->wait->n_begun < press->wait->n_wanted && find_consent () == NULL)
    press_alt_f5 (press->editor);
  return has_begun_and_ended (press->wait);
}

static gboolean
says_when_pressed (gpointer user_data)
{
  gpointer *both = user_data;

  press_alt_f5 (both[0]);
  return says_nothing_kept (both[1]);
}

/* (transfer full) */
static char *
find_newest (const char *path)
{
  const TroupeDocumentIdentity document = { .path = path };
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GError) error = NULL;
  char *id;

  g_assert_true (troupe_store_flush (store, &error));
  id = troupe_store_find_kickoff_of (store, &document, &error);
  g_assert_no_error (error);
  g_assert_nonnull (id);
  return id;
}

static guint
count_calls (const char *run)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GPtrArray) events = troupe_store_get_events (store, run, NULL);
  guint n = 0;

  g_assert_nonnull (events);
  for (guint i = 0; i < events->len; i++)
    if (((TroupeEvent *) g_ptr_array_index (events, i))->type == TROUPE_EVENT_LLM_CALL_STARTED)
      n++;
  return n;
}

static char *
dup_output (const char *run, int part)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GPtrArray) kept = troupe_store_get_tasks (store, run, NULL);

  g_assert_nonnull (kept);
  for (guint i = 0; i < kept->len; i++)
    {
      const TroupeTaskOutput *output = g_ptr_array_index (kept, i);

      if (output->part == part)
        return troupe_value_to_json (output->value, TROUPE_JSON_SPACED);
    }
  return NULL;
}

/* Asserts that a run wrote to the crew's folder, which is its working directory, and not to the
 * working directory of the program. */
static void
look_for_file (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *written = g_build_filename (folder, "out", "second.txt", NULL);

  g_assert_true (g_file_test (written, G_FILE_TEST_IS_REGULAR));
  g_assert_false (g_file_test ("out/second.txt", G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (written), ==, 0);
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  if (g_type_is_a (G_OBJECT_TYPE (widget), type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_type (child, type);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Returns the state on the card of a task. (nullable) */
static const char *
get_word (TroupeCrewEditor *editor, const char *id)
{
  GtkWidget *canvas = find_type (GTK_WIDGET (editor), TROUPE_TYPE_CANVAS);
  const TroupeCanvasNodeRun *run =
      troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (TROUPE_CANVAS (canvas)), id);

  return run != NULL ? run->word : NULL;
}

/* The output of the first task is restored from the first run, and the model of this task is not
 * called again. */
static void
test_from_second (void)
{
  g_autofree char *path = write_crew ("again");
  TroupeWindow *window = open_window (path);
  TroupeCrewEditor *editor = get_crew_editor (window);
  Wait wait = { .window = window, .n_wanted = 1 };
  Press press = { editor, &wait };
  g_autofree char *said = NULL;
  gpointer both[] = { editor, &said };
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *last = NULL;

  g_signal_connect_swapped (get_run (window), "begins", G_CALLBACK (count_begun_cb), &wait.n_begun);
  g_signal_connect (editor, "message", G_CALLBACK (keep_text_cb), &said);
  troupe_crew_editor_select (editor, "task:1");
  /* Without stored outputs, neither the key nor the action starts a run. The key reports the
   * reason. */
  wait_until (says_when_pressed, both);
  gtk_widget_activate_action (GTK_WIDGET (editor), "crew.run-from", NULL);
  g_assert_cmpuint (wait.n_begun, ==, 0);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_begun_and_ended, &wait);
  first = find_newest (path);
  g_assert_cmpuint (count_calls (first), ==, 2);
  look_for_file (path);

  wait.n_wanted = 2;
  wait_until (begins_by_key, &press);
  g_assert_cmpuint (wait.n_begun, ==, 2);
  second = find_newest (path);
  g_assert_cmpstr (second, !=, first);
  g_assert_cmpuint (count_calls (second), ==, 1);
  look_for_file (path);
  g_assert_cmpstr (get_word (editor, "task:0"), ==, "Reused");
  g_assert_nonnull (strstr (get_word (editor, "task:1"), "Done"));
  before = dup_output (first, 0);
  after = dup_output (second, 0);
  last = dup_output (second, 1);
  g_assert_nonnull (strstr (before, "Look."));
  g_assert_nonnull (strstr (after, "Look."));
  g_assert_nonnull (last);
  g_signal_handlers_disconnect_by_data (get_run (window), &wait.n_begun);
  g_signal_handlers_disconnect_by_data (editor, &said);
  close_window (window);
}

static gboolean
is_changed (gpointer user_data)
{
  gpointer *both = user_data;
  char **said = both[1];

  press_alt_f5 (both[0]);
  return *said != NULL && strstr (*said, "its tasks differ from those") != NULL;
}

/* If an earlier task was changed, the stored outputs are not used. */
static void
test_changed_before (void)
{
  const char *const place[] = { "tasks", "0", "description", NULL };
  g_autofree char *path = write_crew ("changed");
  TroupeWindow *window = open_window (path);
  TroupeCrewEditor *editor = get_crew_editor (window);
  Wait wait = { .window = window, .n_wanted = 1 };
  g_autoptr (JsonNode) text = json_from_string ("\"Look again.\"", NULL);
  g_autofree char *said = NULL;
  gpointer both[] = { editor, &said };

  g_signal_connect_swapped (get_run (window), "begins", G_CALLBACK (count_begun_cb), &wait.n_begun);
  g_signal_connect (editor, "message", G_CALLBACK (keep_text_cb), &said);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_begun_and_ended, &wait);
  json_node_seal (text);
  g_assert_true (troupe_crew_subject_set (troupe_crew_editor_get_subject (editor), place, text,
                                          "Describe", NULL, NULL));
  troupe_crew_editor_select (editor, "task:1");
  wait_until (is_changed, both);
  g_assert_cmpuint (wait.n_begun, ==, 1);
  g_signal_handlers_disconnect_by_data (get_run (window), &wait.n_begun);
  g_signal_handlers_disconnect_by_data (editor, &said);
  troupe_document_undo (troupe_page_get_document (troupe_window_get_page (window)));
  close_window (window);
}

/* A task without a description is not run again either, as for any run. */
static void
test_empty_task (void)
{
  const char *const place[] = { "tasks", "1", "description", NULL };
  g_autofree char *path = write_crew ("empty");
  TroupeWindow *window = open_window (path);
  TroupeCrewEditor *editor = get_crew_editor (window);
  Wait wait = { .window = window, .n_wanted = 1 };
  g_autoptr (JsonNode) blank = json_node_init_string (json_node_alloc (), "");

  g_signal_connect_swapped (get_run (window), "begins", G_CALLBACK (count_begun_cb), &wait.n_begun);
  troupe_crew_editor_select (editor, "task:1");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_begun_and_ended, &wait);
  look_for_file (path);
  g_assert_true (troupe_crew_subject_set (troupe_crew_editor_get_subject (editor), place, blank,
                                          "Clear", NULL, NULL));
  g_signal_emit_by_name (editor, "replay-requested", 1u);
  wait_for_text (GTK_WIDGET (window), "has no description");
  g_assert_cmpuint (wait.n_begun, ==, 1);
  g_signal_handlers_disconnect_by_data (get_run (window), &wait.n_begun);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/app/replay/from-second", test_from_second);
  g_test_add_func ("/app/replay/changed-before", test_changed_before);
  g_test_add_func ("/app/replay/empty-task", test_empty_task);
  return window_test_run ();
}
