/* test-window.c: the main window: opening, running, stopping, editing, saving and closing
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-time.h"
#include "troupe-monitor.h"
#include "troupe-page-content.h"
#include "troupe-window-open.h"
#include "window-test.h"

static void
test_opens_on_the_welcome_page (void)
{
  TroupeWindow *window = open_window (NULL);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "welcome");
  g_assert_false (gtk_widget_get_visible (get_header_part (window, "run_stack")));
  close_window (window);
}

static void
test_opens_a_file_once (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  TroupeWindow *window = open_window (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "documents");
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  troupe_window_open_file (window, file);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  close_window (window);
}

static const struct
{
  const char *text;
  const char *expected; /* part of the message that is shown */
  gboolean is_opened;   /* opens as text for repair */
} bad_files[] = {
  { "not a flow at all", "flow", FALSE },
  { "{\"name\": \"C\", \"agents\": [\"a\"], \"tasks\": []}", "agents", TRUE },
  { "{\"name\": \"cut off\", ", "1", TRUE },
  { "", "bad.json", TRUE },
  { "{\"schema\": \"crewai.flow/v1\",\n \"name\": 3, \"methods\": {}}", "name", TRUE },
  { "{\"name\": \"A\", \"methods\": {\"a\": {\"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}},\n"
    " \"a\": {\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}",
    "2", TRUE },
  { "{\"name\": \"A\", \"methods\": {\"a\": {\"listen\": \"a\","
    " \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}",
    "methods.a", TRUE },
};

static gboolean
has_two_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 2;
}

static gboolean
has_one_page (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 1;
}

static void
test_bad_files_leave_the_window_as_it_was (void)
{
  g_autofree char *good = get_example ("straight-line.json");
  TroupeWindow *window = open_window (good);

  for (guint i = 0; i < G_N_ELEMENTS (bad_files); i++)
    {
      g_autofree char *path = write_file ("bad.json", bad_files[i].text);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (GError) error = NULL;
      g_autofree char *told = NULL;

      troupe_window_open_file (window, file);
      if (bad_files[i].is_opened)
        {
          wait_until (has_two_pages, window);
          g_assert_false (troupe_document_refuse_errors (
              troupe_page_get_document (troupe_window_get_page (window)), &error));
          told = g_strdup (error->message);
          gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
          wait_until (has_one_page, window);
        }
      else
        {
          wait_until (has_dialog, NULL);
          told = g_strdup (adw_message_dialog_get_body (find_dialog ()));
          answer_dialog ("close");
        }
      if (strstr (told, bad_files[i].expected) == NULL)
        g_error ("“%s” does not name “%s”", told, bad_files[i].expected);
      g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
    }
  close_window (window);
}

static void
test_runs_and_shows_the_output (void)
{
  g_autofree char *path = get_example ("decide-by-score.json");
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeValue *output;

  /* The store is opened first, so that the run starts immediately. */
  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (troupe_page_is_running (page));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_header_part (window, "run_stack")), ==,
                   "stop");
  wait_until (is_idle, window);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_header_part (window, "run_stack")), ==,
                   "run");
  output = troupe_monitor_get_output (get_monitor (page), "publish_piece");
  g_assert_nonnull (output);
  g_assert_cmpstr (troupe_value_get_string (output, NULL), ==, "Published: A walk in the woods");
  g_assert_null (troupe_monitor_get_output (get_monitor (page), "send_thanks"));
  g_assert_true (troupe_monitor_get_panel_open (get_monitor (page)));
  close_window (window);
}

static char *
write_wide_flow (void)
{
  g_autofree char *wide = g_strnfill (1500000, 'w');
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_printf (
      text,
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"Wide\", \"state\": {\"type\": \"dict\", "
      "\"default\": {\"b\": \"%s\"}}, \"methods\": {\"m0\": {\"start\": true, \"do\": "
      "{\"call\": \"expression\", \"expr\": \"state.b + '0'\"}}",
      wide);
  for (guint i = 1; i < 16; i++)
    g_string_append_printf (text,
                            ", \"m%u\": {\"listen\": \"m%u\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"state.b + '%u'\"}}",
                            i, i - 1, i);
  g_string_append (text, "}}");
  return write_file ("wide.json", text->str);
}

#define CONTINUE "Continue with 80.0\u00a0MiB"

static gboolean
can_continue (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (user_data), CONTINUE) != NULL;
}

static gboolean
has_last_output (gpointer user_data)
{
  return troupe_monitor_get_output (user_data, "m15") != NULL;
}

/* A run uses the disk limit that is set when it starts. */
static void
test_disk_limit (void)
{
  g_autofree char *path = write_wide_flow ();
  TroupeWindow *window = open_window (path);
  TroupeMonitor *monitor = get_monitor (troupe_window_get_page (window));
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));

  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_assert_cmpint (g_settings_get_int (settings, "run-disk-limit"), ==, 512);
  g_assert_true (g_settings_set_int (settings, "run-disk-limit", 40));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  g_assert_nonnull (troupe_monitor_get_output (monitor, "m1"));
  g_assert_null (troupe_monitor_get_output (monitor, "m15"));
  /* The failed run continues with twice the limit if the user wants that. */
  wait_until (can_continue, window);
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (window), CONTINUE), "clicked");
  wait_until (has_last_output, monitor);
  wait_until (is_idle, window);
  g_settings_reset (settings, "run-disk-limit");
  close_window (window);
}

/* A run uses the memory limit that is set when it starts. */
static void
test_memory_limit (void)
{
  g_autofree char *path = write_wide_flow ();
  TroupeWindow *window = open_window (path);
  TroupeMonitor *monitor = get_monitor (troupe_window_get_page (window));
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));

  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_assert_cmpint (g_settings_get_int (settings, "run-memory-limit"), ==, 1024);
  g_assert_true (g_settings_set_int (settings, "run-memory-limit", 16));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  g_assert_nonnull (troupe_monitor_get_output (monitor, "m2"));
  g_assert_null (troupe_monitor_get_output (monitor, "m15"));
  g_settings_reset (settings, "run-memory-limit");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (is_idle, window);
  g_assert_nonnull (troupe_monitor_get_output (monitor, "m15"));
  close_window (window);
}

static const char slow_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Slow\", \"methods\": {\"a\": {\"start\": true,"
    " \"do\": {\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\": "
    "\"B\","
    " \"llm\": {\"model\": \"mock/slow\", \"word_delay_ms\": 60000}, \"input\": \"one two three "
    "four five six seven eight nine ten eleven"
    " twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty\"}}}}}";

static void
test_stops_a_run (void)
{
  g_autofree char *path = write_file ("slow.json", slow_flow);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  /* The store is opened first, so that the run starts immediately. */
  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (troupe_page_is_running (page));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  /* The whole answer would take longer than this waits. */
  wait_until (is_idle, window);
  close_window (window);
}

static const char held_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"Held\", \"x-troupe\": {\"breakpoints\": "
    "[{\"method\": "
    "\"b\"}]}, \"methods\": {\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}}, \"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}}";

static gboolean
is_held (gpointer user_data)
{
  return troupe_page_is_held (user_data);
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* A paused run whose window is closed while its steps are being estimated leaves no result to show. */
static void
test_closes_while_estimating (void)
{
  g_autofree char *path = write_file ("held.json", held_flow);

  for (guint i = 0; i < 5; i++)
    {
      TroupeWindow *window = open_window (path);
      TroupePage *page = troupe_window_get_page (window);
      TroupeRunController *running =
          troupe_page_content_get_running (troupe_page_get_content (page));
      gpointer presenter = troupe_run_controller_get_progress (running);

      g_object_add_weak_pointer (presenter, &presenter);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (is_held, page);
      close_window (window);
      wait_until (is_gone, &presenter);
    }
}

static void
test_edit_undo_and_save (void)
{
  g_autofree char *example = get_example ("straight-line.json");
  g_autofree char *text = NULL;
  g_autofree char *path = NULL;
  g_autofree char *saved = NULL;
  g_autoptr (GError) error = NULL;
  TroupeWindow *window;

  g_assert_true (g_file_get_contents (example, &text, NULL, NULL));
  path = write_file ("edit.json", text);
  window = open_window (path);
  g_assert_true (
      troupe_flow_document_rename_method (get_document (window), "pick_topic", "choose", &error));
  g_assert_no_error (error);
  g_assert_true (
      gtk_widget_get_sensitive (gtk_widget_get_first_child (get_header_part (window, "undo_box"))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "\"choose\""));
  g_assert_null (strstr (saved, "pick_topic"));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_clear_pointer (&saved, g_free);
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_cmpstr (saved, ==, text);
  close_window (window);
}

static void
test_saving_asks_where_another_program_was_faster (void)
{
  g_autofree char *path = write_file ("raced.json", slow_flow);
  TroupeWindow *window = open_window (path);
  g_autofree char *other = g_strconcat (slow_flow, "\n", NULL);
  g_autofree char *kept = NULL;

  g_assert_true (troupe_flow_document_rename_method (get_document (window), "a", "mine", NULL));
  g_assert_true (g_file_set_contents (path, other, -1, NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_cmpstr (kept, ==, other);
  answer_dialog ("keep");
  wait_until (is_saved, window);
  g_clear_pointer (&kept, g_free);
  g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
  g_assert_nonnull (strstr (kept, "mine"));
  close_window (window);
}

static gboolean
has_three_pages (gpointer user_data)
{
  return adw_tab_view_get_n_pages (TROUPE_WINDOW (user_data)->tab_view) == 3;
}

/* Tabs keep the order of the files, even if the first file is far larger than the others. */
static void
test_tabs_in_the_order_of_files (void)
{
  static const char *const names[] = { "first.json", "second.yaml", "third.json" };
  g_autoptr (GString) large = g_string_new ("{\"schema\": \"crewai.flow/v1\", \"name\": \"first\", "
                                            "\"methods\": {\"a\": {\"start\": true, \"do\": "
                                            "{\"call\": \"expression\", \"expr\": \"1\"}}");
  TroupeWindow *window = open_window (NULL);

  for (guint i = 0; i < 2000; i++)
    g_string_append_printf (large,
                            ", \"m%u\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", "
                            "\"expr\": \"1 + 1\"}}",
                            i);
  g_string_append (large, "}}");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const char *texts[] = { large->str,
                              "schema: crewai.flow/v1\nname: second\nmethods:\n  a:\n    start: "
                              "true\n    do: {call: expression, expr: '1'}\n",
                              slow_flow };
      g_autofree char *path = write_file (names[i], texts[i]);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      troupe_window_open_file (window, file);
    }
  wait_until (has_three_pages, window);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (window->tab_view, (int) i);
      TroupePage *page = TROUPE_PAGE (adw_tab_page_get_child (tab));
      const char *path = troupe_document_get_path (troupe_page_get_document (page));

      g_assert_true (g_str_has_suffix (path, names[i]));
    }
  close_window (window);
}

static gboolean
is_called_b (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL &&
         troupe_flow_find_method (troupe_flow_document_get_flow (
                                      TROUPE_FLOW_DOCUMENT (troupe_page_get_document (page))),
                                  "b") != NULL;
}

/* A reload replaces the open document only after the file was read successfully. */
static void
test_reload (void)
{
  g_autofree char *path = write_file ("reload.json", slow_flow);
  g_autofree char *broken = NULL;
  TroupeWindow *window = open_window (path);

  broken = write_file ("reload.json", "{");
  troupe_window_reload (window, troupe_window_get_page (window));
  wait_until (has_dialog, NULL);
  answer_dialog ("close");
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "a"));

  g_assert_true (g_file_set_contents (
      path,
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"new\", \"methods\": {\"b\": {\"start\": "
      "true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}",
      -1, NULL));
  troupe_window_reload (window, troupe_window_get_page (window));
  wait_until (is_called_b, window);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  close_window (window);
}

static gboolean
has_no_page (gpointer user_data)
{
  return troupe_window_get_page (user_data) == NULL;
}

static void
test_closing_asks_for_what_is_not_saved (void)
{
  g_autofree char *path = write_file ("unsaved.json", slow_flow);
  TroupeWindow *window = open_window (path);

  g_assert_true (troupe_flow_document_rename_method (get_document (window), "a", "b", NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  g_assert_nonnull (troupe_window_get_page (window));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("discard");
  wait_until (has_no_page, window);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (window->stack), ==, "welcome");
  close_window (window);
}

static void
test_templates_have_no_file (void)
{
  g_autofree char *path = get_example ("in-parallel.json");
  TroupeWindow *window = open_window (NULL);

  troupe_window_open_template (window, path);
  wait_until (has_page, window);
  g_assert_null (troupe_document_get_path (TROUPE_DOCUMENT (get_document (window))));
  close_window (window);
}

static guint expected_pages;

static gboolean
has_pages_or_dialog (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return find_dialog () != NULL ||
         adw_tab_view_get_n_pages (window->tab_view) >= (int) expected_pages;
}

static void
test_every_example_opens (void)
{
  g_autofree char *folder = get_example ("");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  TroupeWindow *window = open_window (NULL);
  const char *name;
  guint count = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (!g_str_has_suffix (name, ".json"))
        continue;
      troupe_window_open_template (window, path);
      count++;
    }
  g_assert_cmpuint (count, >=, 6);
  expected_pages = count;
  wait_until (has_pages_or_dialog, window);
  if (find_dialog () != NULL)
    g_error ("a dialog: %s, %s", adw_message_dialog_get_heading (find_dialog ()),
             adw_message_dialog_get_body (find_dialog ()));
  close_window (window);
}

static gboolean
is_laid_out (gpointer user_data)
{
  return gtk_widget_get_width (GTK_WIDGET (user_data)) > 0;
}

/* Returns TRUE if the minimum width of the content fits into the window. */
static gboolean
fits (gpointer user_data)
{
  TroupeWindow *window = user_data;
  int minimum;

  gtk_widget_measure (GTK_WIDGET (window->toasts), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL,
                      NULL, NULL);
  return minimum <= gtk_widget_get_width (GTK_WIDGET (window));
}

static void
test_fits_small_windows (void)
{
  static const int sizes[][2] = { { 1440, 900 }, { 800, 600 }, { 560, 500 }, { 360, 400 } };
  g_autofree char *path = get_example ("until-it-is-good.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));

      gtk_window_set_default_size (GTK_WINDOW (window), sizes[i][0], sizes[i][1]);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_laid_out, window);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (window)), <=, sizes[i][0]);
      wait_until (fits, window);
      troupe_window_open_file (window, file);
      wait_until (has_page, window);
      wait_until (fits, window);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (is_idle, window);
      wait_until (fits, window);
      close_window (window);
    }
}

static TroupeMonitor *
find_monitor (TroupeWindow *window)
{
  GtkWidget *bar =
      troupe_page_content_get_bar (troupe_page_get_content (troupe_window_get_page (window)));

  return TROUPE_MONITOR (gtk_widget_get_ancestor (bar, TROUPE_TYPE_MONITOR));
}

static gboolean
has_inspector_in_menu (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return g_menu_model_get_n_items (get_header_part (window, "undo_section")) == 3 &&
         !gtk_widget_get_visible (get_header_part (window, "inspector_button"));
}

static gboolean
has_run (gpointer user_data)
{
  TroupeTrace *trace = troupe_monitor_get_trace (find_monitor (user_data));

  return !troupe_trace_is_under_way (trace) && troupe_trace_get_elapsed (trace) > 0;
}

/* A crew with each of its panels fits into the narrowest window. This applies before and after a
 * run, with the text scaled to 150 % and 200 %. Hidden widgets require no space. */
static void
test_fits_large_texts (void)
{
  static const char *const pages[] = {
    "timeline", "data", "log", "cost", "problems", "transcript"
  };
  static const int scales[] = { 150, 200 };
  g_autofree char *path = get_example ("hike-crew");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
      TroupeMonitor *monitor;

      g_object_set (settings, "gtk-xft-dpi", dpi * scales[i] / 100, NULL);
      gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_laid_out, window);
      troupe_window_open_file (window, file);
      wait_until (has_page, window);
      wait_until (has_inspector_in_menu, window);
      wait_until (fits, window);
      monitor = find_monitor (window);
      for (guint step = 0; step < 2; step++)
        {
          for (guint page = 0; page < G_N_ELEMENTS (pages); page++)
            {
              g_test_message ("%s at %d %%, %s a run", pages[page], scales[i],
                              step == 0 ? "before" : "behind");
              troupe_monitor_set_page (monitor, pages[page]);
              troupe_monitor_set_panel_open (monitor, TRUE);
              wait_until (fits, window);
            }
          if (step > 0)
            continue;
          gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
          wait_until (has_run, window);
        }
      close_window (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static gboolean
has_history_in_menu (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return g_menu_model_get_n_items (get_header_part (window, "undo_section")) == 2;
}

/* Undo and Redo are in the menu only if the header bar has no buttons for these actions. */
static void
test_history_in_menu (void)
{
  for (guint narrow = 0; narrow < 2; narrow++)
    {
      TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
      GMenuModel *menu = gtk_menu_button_get_menu_model (get_header_part (window, "menu_button"));
      g_autoptr (GMenuModel) first = g_menu_model_get_item_link (menu, 0, G_MENU_LINK_SECTION);

      g_assert_true (first == get_header_part (window, "undo_section"));
      gtk_window_set_default_size (GTK_WINDOW (window), narrow ? 800 : 1200, 640);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_laid_out, window);
      if (narrow)
        wait_until (has_history_in_menu, window);
      wait_until (fits, window);
      g_assert_cmpint (has_history_in_menu (window), ==, narrow);
      close_window (window);
    }
}

/* For test_narrow_opens_on_the_flow(): a narrow window shows the flow when it is opened. The
 * inspector is shown and hidden on request. */
static gboolean
shows_inspector (gpointer user_data)
{
  gboolean visible;

  g_object_get (troupe_editor_get_frame (get_editor (troupe_window_get_page (user_data))),
                "inspector-visible", &visible, NULL);
  return visible;
}

static gboolean
shows_outline (TroupeWindow *window)
{
  TroupeEditor *editor = get_editor (troupe_window_get_page (window));
  gboolean visible;

  g_object_get (troupe_editor_get_frame (editor), "outline-visible", &visible, NULL);
  return visible;
}

/* In a tiny window, F9 shows the outline over the canvas. Only one of the two panes is visible
 * at a time, and the hidden pane receives no click. In a wider window, the outline is visible
 * next to the canvas again. */
static void
test_outline_of_tiny_window (void)
{
  g_autofree char *path = get_example ("until-it-is-good.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
  GtkWidget *editor;
  GtkWidget *picked;

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_laid_out, window);
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  wait_until (fits, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-outline", NULL);
  g_assert_true (shows_outline (window));
  wait_until (fits, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-inspector", NULL);
  g_assert_true (shows_inspector (window));
  g_assert_false (shows_outline (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-outline", NULL);
  g_assert_false (shows_inspector (window));
  g_assert_true (shows_outline (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-outline", NULL);
  g_assert_false (shows_outline (window));

  editor = GTK_WIDGET (get_editor (troupe_window_get_page (window)));
  picked = gtk_widget_pick (editor, gtk_widget_get_width (editor) / 2.0,
                            gtk_widget_get_height (editor) / 2.0, GTK_PICK_DEFAULT);
  g_assert_nonnull (picked);
  g_assert_true (gtk_widget_get_ancestor (picked, GTK_TYPE_REVEALER) == NULL);
  close_window (window);
}

static void
test_narrow_opens_on_the_flow (void)
{
  g_autofree char *path = get_example ("until-it-is-good.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSettings *settings = troupe_services_get_settings (TROUPE_SERVICES (window_test_application));
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
  gboolean outline, visible;

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 640);
  gtk_window_present (GTK_WINDOW (window));
  g_object_set (window, "show-outline", TRUE, NULL);
  wait_until (is_laid_out, window);
  wait_until (fits, window);
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  wait_until (fits, window);
  g_assert_false (shows_inspector (window));
  g_object_get (troupe_editor_get_frame (get_editor (troupe_window_get_page (window))),
                "outline-visible", &outline, NULL);
  g_assert_false (outline);
  g_object_set (window, "show-inspector", TRUE, NULL);
  g_assert_true (shows_inspector (window));
  wait_until (fits, window);
  g_object_set (troupe_editor_get_frame (get_editor (troupe_window_get_page (window))),
                "inspector-visible", FALSE, NULL);
  g_object_get (window, "show-inspector", &visible, NULL);
  g_assert_false (visible);
  /* The settings for wide windows are unchanged. */
  troupe_window_sidebars_save (window->sides, settings);
  g_assert_true (g_settings_get_boolean (settings, "show-inspector"));
  g_object_set (window, "show-outline", FALSE, NULL);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);

  g_test_add_func ("/window/opens-on-the-welcome-page", test_opens_on_the_welcome_page);
  g_test_add_func ("/window/opens-a-file-once", test_opens_a_file_once);
  g_test_add_func ("/window/bad-files", test_bad_files_leave_the_window_as_it_was);
  g_test_add_func ("/window/runs", test_runs_and_shows_the_output);
  g_test_add_func ("/window/memory-limit", test_memory_limit);
  g_test_add_func ("/window/disk-limit", test_disk_limit);
  g_test_add_func ("/window/stops", test_stops_a_run);
  g_test_add_func ("/window/closes-while-estimating", test_closes_while_estimating);
  g_test_add_func ("/window/edit-undo-save", test_edit_undo_and_save);
  g_test_add_func ("/window/changed-on-disk", test_saving_asks_where_another_program_was_faster);
  g_test_add_func ("/window/tabs-in-order", test_tabs_in_the_order_of_files);
  g_test_add_func ("/window/reload", test_reload);
  g_test_add_func ("/window/closing-asks", test_closing_asks_for_what_is_not_saved);
  g_test_add_func ("/window/templates", test_templates_have_no_file);
  g_test_add_func ("/window/fits-small-windows", test_fits_small_windows);
  g_test_add_func ("/window/fits-large-texts", test_fits_large_texts);
  g_test_add_func ("/window/history-in-menu", test_history_in_menu);
  g_test_add_func ("/window/outline-of-tiny-window", test_outline_of_tiny_window);
  g_test_add_func ("/window/narrow", test_narrow_opens_on_the_flow);
  g_test_add_func ("/window/every-example", test_every_example_opens);

  return window_test_run ();
}
