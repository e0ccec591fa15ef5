/* test-hands-carry.c: dropping files, and moving tasks and agents between windows
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-crew-content.h"
#include "troupe-export-dialog.h"

/* --- Dropping ------------------------------------------------------------------------------------- */

static GdkContentProvider *
prepare_cb (GtkDragSource *source, double x, double y, GFile *file)
{
  GSList files = { .data = file };
  GdkFileList *list = gdk_file_list_new_from_list (&files);
  GdkContentProvider *provider = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, list);

  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  return provider;
}

/* Prints "ready" once the window has the focus and the pointer is over @label. */
static void
look_cb (GtkWidget *label)
{
  static gboolean has_told = FALSE;
  GtkStateFlags flags = gtk_widget_get_state_flags (label);

  if (has_told || !gtk_window_is_active (GTK_WINDOW (gtk_widget_get_root (label))) ||
      (flags & GTK_STATE_FLAG_PRELIGHT) == 0)
    return;
  has_told = TRUE;
  g_print ("ready\n");
}

static void
accepted_cb (GdkDrag *drag)
{
  if (gdk_drag_get_selected_action (drag) != 0)
    g_print ("accepted\n");
}

static void
begun_cb (GtkDragSource *source, GdkDrag *drag)
{
  g_print ("begun\n");
  g_signal_connect (drag, "notify::selected-action", G_CALLBACK (accepted_cb), NULL);
}

/* Acts as another program such as a file manager. Shows a window from which the file at @path
 * can be dragged, and runs until it is killed. */
static int
be_source (const char *path)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkWidget *window, *label;
  GtkDragSource *source;

  gtk_init ();
  source = gtk_drag_source_new ();
  window = gtk_window_new ();
  label = gtk_label_new ("file");
  g_signal_connect_object (source, "prepare", G_CALLBACK (prepare_cb), file, 0);
  gtk_widget_add_controller (label, GTK_EVENT_CONTROLLER (source));
  gtk_window_set_child (GTK_WINDOW (window), label);
  gtk_window_set_default_size (GTK_WINDOW (window), 160, 100);
  gtk_window_present (GTK_WINDOW (window));
  g_signal_connect (source, "drag-begin", G_CALLBACK (begun_cb), NULL);
  g_signal_connect_swapped (label, "state-flags-changed", G_CALLBACK (look_cb), label);
  g_signal_connect_swapped (window, "notify::is-active", G_CALLBACK (look_cb), label);
  g_print ("%lu\n", hands_get_id (GTK_WINDOW (window)));
  g_main_loop_run (loop);
  return 0;
}

/* Returns TRUE if the window indicates that it accepts the drop. */
static gboolean
is_framed (gpointer window)
{
  return gtk_widget_has_css_class (window, "drop-frame");
}

typedef struct
{
  gulong id;
  GDataInputStream *output;
  GtkWidget *over; /* (nullable) */
  const char *expected;
} Source;

static void
said_cb (GObject *stream, GAsyncResult *result, gpointer user_data)
{
  Source *source = user_data;
  g_autofree char *line =
      g_data_input_stream_read_line_finish (G_DATA_INPUT_STREAM (stream), result, NULL, NULL);

  g_assert_cmpstr (line, ==, source->expected);
  source->expected = NULL;
}

static gboolean
reaches (gpointer user_data)
{
  Source *source = user_data;

  if (source->expected != NULL && source->over != NULL)
    hands_hover (source->over);
  else if (source->expected != NULL)
    hands_reach (source->id);
  return source->expected == NULL;
}

/* Moves over the source window, or over @over, until the source prints @word. */
static void
reach (Source *source, GtkWidget *over, const char *word)
{
  g_test_message ("moves until it is %s", word);
  source->over = over;
  source->expected = word;
  g_data_input_stream_read_line_async (source->output, G_PRIORITY_DEFAULT, NULL, said_cb, source);
  wait_until (reaches, source);
}

/* Drags the file at @path from another program onto @window, and waits until @done is TRUE for
 * the window. */
static void
drop (TroupeWindow *window, const char *path, Condition done)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) program =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, self, "--source", path, NULL);
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char *line = NULL;
  Source other = { 0 };

  g_assert_no_error (error);
  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (program));
  line = g_data_input_stream_read_line (output, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (line);
  other.id = strtoul (line, NULL, 10);
  other.output = output;
  hands_activate (other.id);
  reach (&other, NULL, "ready");
  hands_take ();
  reach (&other, NULL, "begun");
  reach (&other, GTK_WIDGET (window), "accepted");
  g_assert_true (is_framed (window));
  hands_let_go ();
  wait_until (done, window);
  g_assert_false (is_framed (window));
  g_subprocess_force_exit (program);
  g_subprocess_wait (program, NULL, NULL);
}

static TroupeWindow *
open_empty (void)
{
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_window (NULL);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static TroupeCrewSubject *
get_subject (TroupePage *page)
{
  TroupeCrewContent *content = troupe_crew_content_of (page);

  g_assert_nonnull (content);
  return troupe_crew_editor_get_subject (troupe_crew_content_get_editor (content));
}

static char *
get_text_of (TroupePage *page)
{
  return troupe_document_to_text (troupe_page_get_document (page), NULL);
}

/* Dropping a folder with the classic YAML form opens a converted crew with a report, and leaves
 * the folder unchanged. */
static void
test_classic (void)
{
  static const char tasks[] = "write:\n  description: Write.\n  expected_output: Text\n  agent: "
                              "writer\n  callback: !python os.system\n";
  g_autofree char *agents = write_file ("classic/config/agents.yaml",
                                        "writer:\n  role: Writer\n  goal: Write\n  backstory: b\n");
  g_autofree char *path = write_file ("classic/config/tasks.yaml", tasks);
  g_autofree char *config = g_path_get_dirname (path);
  g_autofree char *folder = g_path_get_dirname (config);
  g_autofree char *after = NULL;
  g_autofree char *texts = NULL;
  TroupeWindow *window = open_empty ();

  drop (window, folder, has_page);
  g_assert_nonnull (troupe_page_get_import_folder (troupe_window_get_page (window)));
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (get_subject (troupe_window_get_page (window))),
                    ==, 1);
  texts = list_texts (GTK_WIDGET (window));
  g_assert_nonnull (strstr (texts, "callback: !python os.system"));
  g_assert_nonnull (strstr (texts, "Skipped"));
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, tasks);
  close_window (window);
}

/* Dropping the folder of a project opens its crew. */
static void
test_project (void)
{
  g_autofree char *folder = get_example ("research-crew");
  TroupeWindow *window = open_empty ();

  drop (window, folder, has_page);
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (get_subject (troupe_window_get_page (window))),
                    ==, 3);
  close_window (window);
}

/* --- Exports -------------------------------------------------------------------------------------- */

static GtkWidget *
find_export (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (TROUPE_IS_EXPORT_DIALOG (window) && gtk_widget_get_mapped (window))
        return window;
    }
  return NULL;
}

static gboolean
is_made (gpointer user_data)
{
  return find_export () != NULL &&
         !troupe_export_dialog_is_busy (TROUPE_EXPORT_DIALOG (find_export ()));
}

static gboolean
has_chooser (gpointer user_data)
{
  return find_chooser () != NULL;
}

static gboolean
is_exported (gpointer path)
{
  return find_export () == NULL && find_chooser () == NULL &&
         g_file_test (path, G_FILE_TEST_EXISTS);
}

static gboolean
shows_run (gpointer user_data)
{
  g_autofree char *texts = find_export () != NULL ? list_texts (find_export ()) : NULL;

  return texts != NULL && strstr (texts, "Run of ") != NULL && strstr (texts, " · took ") != NULL;
}

/* Exports with Ctrl+E, the button of the format and the name in the file chooser. (transfer
 * full) */
static char *
export_as (const char *title, const char *ending, gboolean with_run)
{
  g_autofree char *name = g_strdup_printf ("picture%s", ending);
  char *path = g_build_filename (g_get_user_data_dir (), name, NULL);

  hands_key (GDK_KEY_e, GDK_CONTROL_MASK);
  wait_until (is_made, NULL);
  hands_wait_frame (find_export ());
  hands_click_found (hands_find_label, find_export (), title);
  wait_until (is_made, NULL);
  if (with_run)
    {
      hands_click_found (hands_find_label, find_export (), "Include Run");
      wait_until (shows_run, NULL);
      g_assert_nonnull (hands_find_label (find_export (), "Play"));
    }
  hands_click_found (find_labelled, find_export (), "Export…");
  wait_until (has_chooser, NULL);
  hands_wait_frame (find_chooser ());
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type (path);
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_exported, path);
  return path;
}

static gboolean
has_two_pages (gpointer window)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (window)->tab_view) == 2;
}

/* Returns TRUE if the run has been stored. */
static gboolean
is_kept (gpointer path)
{
  TroupeStore *store = troupe_services_find_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GPtrArray) runs = store != NULL ? troupe_store_list_runs (store, path, 1, NULL) : NULL;

  return runs != NULL && runs->len == 1;
}

/* Every export format that embeds the document restores it when the file is dropped. */
static void
test_exports (void)
{
  static const char *const formats[][2] = { { "HTML", ".html" },
                                            { "SVG", ".svg" },
                                            { "PNG", ".png" } };
  g_autofree char *example = get_example ("write-and-review.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  path = write_file ("exported.json", text);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      TroupeWindow *window = open_empty ();
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autofree char *exported = NULL;
      g_autofree char *wanted = NULL;
      g_autofree char *got = NULL;

      troupe_window_open_file (window, file);
      wait_until (has_page, window);
      wait_until (has_settled_notice, window);
      hands_wait_frame (GTK_WIDGET (window));
      wanted = get_text_of (troupe_window_get_page (window));
      if (i == 0)
        {
          hands_key (GDK_KEY_F5, 0);
          wait_until (is_idle, window);
          wait_until (is_kept, path);
          hands_wait_frame (GTK_WIDGET (window));
        }
      exported = export_as (formats[i][0], formats[i][1], i == 0);
      drop (window, exported, has_two_pages);
      got = get_text_of (troupe_window_get_page (window));
      g_assert_cmpstr (got, ==, wanted);
      close_window (window);
    }
}

/* --- Between windows -------------------------------------------------------------------------- */

static void
click_card (TroupePage *page, const char *id)
{
  TroupeCrewContent *content = troupe_crew_content_of (page);
  TroupeCanvas *canvas = troupe_editor_frame_get_canvas (
      troupe_crew_editor_get_frame (troupe_crew_content_get_editor (content)));

  hands_click_card (canvas, id, 120, 30, HANDS_CLICK);
}

static gboolean
is_active (gpointer window)
{
  return gtk_window_is_active (window);
}

static void
go_to_window (TroupeWindow *window)
{
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_active, window);
  hands_wait_frame (GTK_WIDGET (window));
}

typedef struct
{
  TroupeCrewSubject *subject;
  guint n_tasks;
} Count;

static gboolean
has_tasks (gpointer user_data)
{
  const Count *count = user_data;

  return troupe_crew_subject_get_n_tasks (count->subject) == count->n_tasks;
}

static void
wait_for_tasks (TroupeCrewSubject *subject, guint n_tasks)
{
  Count count = { subject, n_tasks };

  wait_until (has_tasks, &count);
}

/* Copies an example, so that it may be changed. (transfer full) */
static char *
copy_project (const char *name, const char *const *agents)
{
  g_autofree char *folder = get_example (name);
  char *copy = NULL;

  for (guint i = 0; i == 0 || agents[i - 1] != NULL; i++)
    {
      g_autofree char *part =
          i == 0 ? g_strdup ("crew.jsonc") : g_strdup_printf ("agents/%s.jsonc", agents[i - 1]);
      g_autofree char *from = g_build_filename (folder, part, NULL);
      g_autofree char *to = g_build_filename (name, part, NULL);
      g_autofree char *text = NULL;
      g_autofree char *written = NULL;

      g_assert_true (g_file_get_contents (from, &text, NULL, NULL));
      written = write_file (to, text);
      if (i == 0)
        copy = g_steal_pointer (&written);
    }
  return copy;
}

/* A pasted task includes its agent. Tasks that other programs copied as JSON with comments or as
 * YAML can also be pasted. Undo restores every byte of each file. */
static void
test_two_windows (void)
{
  static const char *const research[] = { "researcher", "sceptic", "writer", NULL };
  static const char *const hike[] = { "cook", "guide", "route_planner", NULL };
  g_autofree char *first_path = copy_project ("research-crew", research);
  g_autofree char *second_path = copy_project ("hike-crew", hike);
  TroupeWindow *first = open_empty ();
  TroupeWindow *second;
  g_autoptr (GFile) file = g_file_new_for_path (first_path);
  TroupeCrewSubject *subject;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  troupe_window_open_file (first, file);
  wait_until (has_page, first);
  wait_until (has_settled_notice, first);
  second = open_still_window (second_path);
  subject = get_subject (troupe_window_get_page (second));
  before = get_text_of (troupe_window_get_page (second));
  go_to_window (first);
  click_card (troupe_window_get_page (first), "task:1");
  hands_key (GDK_KEY_c, GDK_CONTROL_MASK);
  go_to_window (second);
  click_card (troupe_window_get_page (second), "task:1");
  hands_key (GDK_KEY_v, GDK_CONTROL_MASK);
  wait_for_tasks (subject, 3);
  g_assert_nonnull (troupe_crew_subject_get_agent (subject, "sceptic"));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (second)),
                          "// From elsewhere\n[{\"name\": \"pack\", \"description\": \"Pack.\", "
                          "\"expected_output\": \"A list\"}]");
  hands_key (GDK_KEY_v, GDK_CONTROL_MASK);
  wait_for_tasks (subject, 4);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (second)),
                          "walk:\n  description: Walk.\n  expected_output: A way\n");
  hands_key (GDK_KEY_v, GDK_CONTROL_MASK);
  wait_for_tasks (subject, 5);
  for (guint i = 0; i < 3; i++)
    hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_tasks (subject, 2);
  g_assert_null (troupe_crew_subject_get_agent (subject, "sceptic"));
  after = get_text_of (troupe_window_get_page (second));
  g_assert_cmpstr (after, ==, before);
  g_assert_false (
      troupe_document_is_modified (troupe_page_get_document (troupe_window_get_page (second))));
  first->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (first));
  close_window (second);
}

static gboolean
is_page_saved (gpointer page)
{
  return !troupe_document_is_modified (troupe_page_get_document (page));
}

/* Renaming an agent renames its file and updates all references. Undoing this and saving
 * restores both files. */
static void
test_rename (void)
{
  static const char *const research[] = { "researcher", "sceptic", "writer", NULL };
  g_autofree char *path = copy_project ("research-crew", research);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *old = g_build_filename (folder, "agents", "writer.jsonc", NULL);
  g_autofree char *new = g_build_filename (folder, "agents", "author.jsonc", NULL);
  g_autofree char *before = NULL, *agent = NULL, *renamed = NULL, *after = NULL, *moved = NULL;
  TroupeWindow *window;
  TroupePage *page;
  GtkWidget *editor;

  g_assert_true (g_file_get_contents (path, &before, NULL, NULL));
  g_assert_true (g_file_get_contents (old, &agent, NULL, NULL));
  window = open_empty ();
  close_window (window);
  window = open_still_window (path);
  page = troupe_window_get_page (window);
  click_card (page, "agent:writer");
  editor = GTK_WIDGET (troupe_crew_content_get_editor (troupe_crew_content_of (page)));
  g_assert_true (gtk_widget_activate_action (editor, "crew.change-id", NULL));
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("author");
  hands_key (GDK_KEY_Return, 0);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_page_saved, page);
  wait_until (is_written, window);
  g_assert_true (g_file_get_contents (path, &renamed, NULL, NULL));
  g_assert_nonnull (strstr (renamed, "[\"researcher\", \"sceptic\", \"author\"]"));
  g_assert_nonnull (strstr (renamed, "\"agent\": \"author\""));
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_get_contents (new, &moved, NULL, NULL));
  g_assert_cmpstr (moved, ==, agent);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_page_saved, page);
  wait_until (is_written, window);
  g_assert_true (g_file_get_contents (path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
  g_assert_false (g_file_test (new, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (old, G_FILE_TEST_EXISTS));
  close_window (window);
}

/* --- A crew embedded in a flow ---------------------------------------------------------------- */

static gboolean
is_changed (gpointer page)
{
  return troupe_document_is_modified (troupe_page_get_document (page));
}

static void
choose_from_menu (TroupeWindow *window, const char *words)
{
  TroupePage *page = troupe_window_get_page (window);
  TroupeCanvas *canvas =
      troupe_editor_frame_get_canvas (troupe_editor_get_frame (get_editor (page)));

  hands_click_card (canvas, "write", 70, 20, HANDS_MENU);
  hands_wait_frame (GTK_WIDGET (canvas));
  hands_click_found (hands_find_label, GTK_WIDGET (window), words);
}

/* The menu converts the crew to a project in the typed folder and puts it inline again; both
 * steps can be undone. */
static void
test_project_of_it (void)
{
  g_autofree char *example = get_example ("crew-until-approved.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "writers", NULL);
  g_autofree char *crew = g_build_filename (folder, "crew.jsonc", NULL);
  g_autofree char *before = NULL, *named = NULL, *inlined = NULL, *after = NULL;
  TroupeWindow *window;
  TroupePage *page;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  path = write_file ("until.json", text);
  window = open_still_window (path);
  page = troupe_window_get_page (window);
  hands_wait_frame (GTK_WIDGET (window));
  before = get_text_of (page);
  choose_from_menu (window, "Convert to Project…");
  wait_until (has_chooser, NULL);
  hands_wait_frame (find_chooser ());
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type (folder);
  hands_key (GDK_KEY_Return, 0);
  wait_until (is_changed, page);
  g_assert_true (g_file_test (crew, G_FILE_TEST_EXISTS));
  named = get_text_of (page);
  g_assert_nonnull (strstr (named, "writers/crew.jsonc"));
  choose_from_menu (window, "Put Inline");
  hands_settle ();
  inlined = get_text_of (page);
  g_assert_null (strstr (inlined, "writers/crew.jsonc"));
  g_assert_nonnull (strstr (inlined, "\"interviewer\""));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  after = get_text_of (page);
  g_assert_cmpstr (after, ==, before);
  close_window (window);
}

int
main (int argc, char **argv)
{
  if (argc == 3 && g_str_equal (argv[1], "--source"))
    return be_source (argv[2]);
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/carry/classic", test_classic);
  g_test_add_func ("/hands/carry/project", test_project);
  g_test_add_func ("/hands/carry/exports", test_exports);
  g_test_add_func ("/hands/carry/two-windows", test_two_windows);
  g_test_add_func ("/hands/carry/rename", test_rename);
  g_test_add_func ("/hands/carry/project-of-it", test_project_of_it);
  return window_test_run ();
}
