/* test-window-import.c: import of agents.yaml and tasks.yaml as a crew, and of pictures of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "troupe-crew-content.h"
#include "troupe-plot-export.h"
#include "troupe-window-save.h"
#include "../test-width.h"
#include "window-test.h"

static const char agents[] = "writer:\n"
                             "  role: Writer\n"
                             "  goal: Write\n"
                             "  backstory: b\n"
                             "  allow_code_execution: true\n"
                             "reader:\n"
                             "  role: Reader\n"
                             "  goal: Read\n"
                             "  backstory: b\n";
static const char tasks[] = "read:\n"
                            "  description: Read.\n"
                            "  expected_output: Notes\n"
                            "  agent: reader\n"
                            "write:\n"
                            "  description: Write.\n"
                            "  expected_output: Text\n"
                            "  agent: writer\n"
                            "  callback: !python os.system\n";

/* Returns the path of tasks.yaml, with agents.yaml next to it. (transfer full) */
static char *
write_pair (const char *folder)
{
  g_autofree char *around = write_file ("around", "");
  g_autofree char *above = g_path_get_dirname (around);
  g_autofree char *path = g_build_filename (above, folder, NULL);
  g_autofree char *first = g_build_filename (path, "agents.yaml", NULL);
  char *second = g_build_filename (path, "tasks.yaml", NULL);

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  g_assert_true (g_file_set_contents (first, agents, -1, NULL));
  g_assert_true (g_file_set_contents (second, tasks, -1, NULL));
  return second;
}

static TroupeCrewContent *
get_content (TroupeWindow *window)
{
  return troupe_crew_content_of (troupe_window_get_page (window));
}

static TroupeCrewSubject *
get_subject (TroupeWindow *window)
{
  return troupe_crew_editor_get_subject (troupe_crew_content_get_editor (get_content (window)));
}

static gboolean
has_report (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && troupe_page_get_import_folder (page) != NULL;
}

static gboolean
has_no_report (gpointer user_data)
{
  return !has_report (user_data);
}

static gboolean
is_blue (GtkWidget *widget)
{
  return gtk_widget_has_css_class (widget, "suggested-action");
}

static void
click (GtkWidget *button)
{
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

/* Counts the labels in the cells of tables that wrap and are not cut. */
static guint
count_whole (GtkWidget *widget)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_whole (child);
  if (GTK_IS_LABEL (widget) && gtk_widget_get_ancestor (widget, GTK_TYPE_COLUMN_VIEW) != NULL &&
      gtk_widget_get_mapped (widget) && gtk_label_get_wrap (GTK_LABEL (widget)))
    n += !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
  return n;
}

/* Opening either file loads both as an unsaved crew. The bar and the table report what was
 * imported, and only the save button has the suggested style. */
static void
test_open (void)
{
  g_autofree char *path = write_pair ("open/config");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *other = g_build_filename (folder, "agents.yaml", NULL);
  g_autofree char *code = g_build_filename (folder, "..", "crew.py", NULL);
  g_autofree char *mark = g_build_filename (folder, "ran.txt", NULL);
  g_autofree char *python = g_strdup_printf ("open('%s', 'w')\n", mark);
  g_autoptr (GFile) file = g_file_new_for_path (other);
  g_autofree char *texts = NULL, *now = NULL;
  TroupeWindow *window;

  g_assert_true (g_file_set_contents (code, python, -1, NULL));
  window = open_window (path);
  g_assert_true (has_report (window));
  g_assert_null (
      troupe_document_get_path (troupe_page_get_document (troupe_window_get_page (window))));
  g_assert_cmpuint (troupe_crew_subject_get_n_tasks (get_subject (window)), ==, 2);
  texts = list_texts (GTK_WIDGET (window));
  g_assert_nonnull (strstr (texts, "Imported from config/agents.yaml, config/tasks.yaml"));
  g_assert_nonnull (strstr (texts, "6 of 7 entries imported; 2 of them changed; 1 skipped."));
  g_assert_nonnull (strstr (texts, "3 changed or skipped"));
  g_assert_cmpuint (count_whole (GTK_WIDGET (window)), >=, 7);
  g_assert_nonnull (strstr (texts, "callback: !python os.system"));
  g_assert_nonnull (strstr (texts, "Skipped"));
  g_assert_true (is_blue (find_labelled (GTK_WIDGET (window), "Save as Crew…")));
  g_assert_false (is_blue (get_header_part (window, "run_button")));
  /* The other file of the pair leads to the same tab. */
  troupe_window_open_file (window, file);
  wait_until (is_idle, window);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, tasks);
  g_assert_false (g_file_test (mark, G_FILE_TEST_EXISTS));
  close_window (window);
}

/* A repair is an ordinary undo step and is offered again after undo. */
static void
test_repair (void)
{
  g_autofree char *path = write_pair ("repair");
  TroupeWindow *window = open_window (path);
  GtkWidget *repair = find_labelled (GTK_WIDGET (window), "Remove It");
  JsonNode *agent;

  g_assert_nonnull (repair);
  /* A long label is shortened, and not cut. */
  g_assert_cmpint (gtk_label_get_ellipsize (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (repair)))),
                   ==, PANGO_ELLIPSIZE_END);
  g_assert_cmpstr (gtk_widget_get_tooltip_text (repair), ==, "Remove It");
  click (repair);
  agent = troupe_crew_subject_get_agent (get_subject (window), "writer");
  g_assert_false (json_object_has_member (json_node_get_object (agent), "allow_code_execution"));
  g_assert_null (find_labelled (GTK_WIDGET (window), "Remove It"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  agent = troupe_crew_subject_get_agent (get_subject (window), "writer");
  g_assert_true (json_object_has_member (json_node_get_object (agent), "allow_code_execution"));
  g_assert_nonnull (find_labelled (GTK_WIDGET (window), "Remove It"));
  /* The bar fits the narrowest window. */
  g_assert_cmpint (get_minimum (
                       gtk_widget_get_parent (find_labelled (GTK_WIDGET (window), "Close Report"))),
                   <=, 300);
  click (find_labelled (GTK_WIDGET (window), "Close Report"));
  g_assert_true (has_no_report (window));
  g_assert_null (find_labelled (GTK_WIDGET (window), "Save as Crew…"));
  g_assert_true (is_blue (get_header_part (window, "run_button")));
  close_window (window);
}

/* Saving writes a separate folder and removes the report. The source files are unchanged. */
static void
test_save (void)
{
  g_autofree char *path = write_pair ("save");
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *target = g_build_filename (folder, "project", NULL);
  g_autofree char *chosen = g_build_filename (folder, "project.json", NULL);
  g_autofree char *crew = g_build_filename (target, "crew.jsonc", NULL);
  g_autofree char *agent = g_build_filename (target, "agents", "writer.jsonc", NULL);
  g_autofree char *now = NULL;
  TroupeWindow *window = open_window (path);

  /* No file contains the crew yet. */
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  /* The ending of a file does not turn the folder into one. */
  troupe_window_save_chosen (window, troupe_window_get_page (window), chosen, NULL);
  wait_until (has_no_report, window);
  g_assert_false (g_file_test (chosen, G_FILE_TEST_EXISTS));
  g_assert_cmpstr (troupe_document_get_path (
                       troupe_page_get_document (troupe_window_get_page (window))),
                   ==, crew);
  g_assert_true (g_file_test (agent, G_FILE_TEST_IS_REGULAR));
  g_assert_true (is_blue (get_header_part (window, "run_button")));
  g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, tasks);
  /* Overwriting another crew requires a confirmation. */
  troupe_window_save_chosen (window, troupe_window_get_page (window), target, NULL);
  wait_until (has_dialog, window);
  answer_dialog ("cancel");
  close_window (window);
}

/* Each class of a project opens in a tab of its own, and saving writes the code that it names. */
static void
test_classes (void)
{
  static const char body[] =
      ":\n    @agent\n    def writer(self): return Agent(config=self.agents_config['writer'])\n"
      "    @task\n    def write(self):\n"
      "        return Task(config=self.tasks_config['write'], guardrail=is_short)\n"
      "    @crew\n    def crew(self): return Crew(agents=self.agents, tasks=self.tasks)\n";
  g_autofree char *path = write_pair ("classes/config");
  g_autofree char *config = g_path_get_dirname (path);
  g_autofree char *folder = g_path_get_dirname (config);
  g_autofree char *code = g_build_filename (folder, "both.py", NULL);
  g_autofree char *checks = g_build_filename (folder, "checks.py", NULL);
  g_autofree char *python = g_strconcat ("from crewai import Agent, Crew, Task\n"
                                         "from crewai.project import CrewBase, agent, crew, task\n"
                                         "from checks import is_short\n@CrewBase\nclass One",
                                         body, "@CrewBase\nclass Two", body, NULL);
  g_autofree char *target = g_build_filename (folder, "project", NULL);
  g_autofree char *copy = g_build_filename (target, "checks.py", NULL);
  TroupeWindow *window;

  g_assert_true (g_file_set_contents (code, python, -1, NULL));
  g_assert_true (
      g_file_set_contents (checks, "def is_short(output): return True, output\n", -1, NULL));
  window = open_window (code);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 2);
  g_assert_true (has_report (window));
  troupe_window_save_chosen (window, troupe_window_get_page (window), target, NULL);
  wait_until (has_no_report, window);
  g_assert_true (g_file_test (copy, G_FILE_TEST_IS_REGULAR));
  g_assert_false (
      troupe_document_has_errors (troupe_page_get_document (troupe_window_get_page (window))));
  close_window (window);
}

static gboolean
has_crew (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && troupe_crew_content_of (page) != NULL;
}

/* A picture of a crew contains the whole project. */
static void
test_picture (void)
{
  static const TroupePlotFormat formats[] = { TROUPE_PLOT_FORMAT_SVG, TROUPE_PLOT_FORMAT_PNG,
                                              TROUPE_PLOT_FORMAT_HTML };
  g_autofree char *path = get_example ("hike-crew");

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *name =
          g_strconcat ("crew", troupe_plot_format_get_ending (formats[i]), NULL);
      g_autofree char *output = write_file (name, "");
      g_autoptr (GFile) file = g_file_new_for_path (output);
      g_autoptr (GError) error = NULL;
      g_autoptr (GSubprocess) process =
          g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, g_getenv ("TROUPE_CTL"), "plot", path,
                            "-o", output, NULL);
      TroupeWindow *window;

      g_assert_no_error (error);
      g_subprocess_wait_check (process, NULL, &error);
      g_assert_no_error (error);
      window = open_window (NULL);
      troupe_window_open_file (window, file);
      wait_until (has_crew, window);
      g_assert_cmpuint (troupe_crew_subject_get_n_tasks (get_subject (window)), >, 1);
      g_assert_nonnull (troupe_crew_subject_get_crew (get_subject (window)));
      g_assert_null (
          troupe_document_get_path (troupe_page_get_document (troupe_window_get_page (window))));
      close_window (window);
    }
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/app/import/open", test_open);
  g_test_add_func ("/app/import/repair", test_repair);
  g_test_add_func ("/app/import/save", test_save);
  g_test_add_func ("/app/import/classes", test_classes);
  g_test_add_func ("/app/import/picture", test_picture);
  return window_test_run ();
}
