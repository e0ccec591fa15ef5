/* test-window-widths.c: the content of the window fits into every width
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-wait.h"
#include "../test-width.h"
#include "troupe-batch-page.h"
#include "troupe-canvas.h"
#include "troupe-disk-bar.h"
#include "troupe-fork-dialog.h"
#include "troupe-monitor-private.h"
#include "troupe-tab-title.h"
#include "troupe-test-page.h"
#include "troupe-text-field.h"
#include "troupe-width-bin.h"
#include "troupe-window-batch.h"
#include "troupe-window-tabs.h"
#include "window-test.h"

static const char *const panels[] = { "timeline", "transcript", "data", "log", "cost", "problems" };
static const int widths[] = { 1280, 1000, 900, 640, 360 };

static GtkWidget *
get_content (TroupeWindow *window)
{
  GtkWidget *bin = gtk_widget_get_ancestor (GTK_WIDGET (window->toasts), TROUPE_TYPE_WIDTH_BIN);

  return troupe_width_bin_get_child (TROUPE_WIDTH_BIN (bin));
}

static GtkWidget *
find_type (GtkWidget *widget, GType type)
{
  GtkWidget *found = g_type_is_a (G_OBJECT_TYPE (widget), type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_type (child, type);
  return found;
}

static TroupeMonitor *
find_monitor (GtkWidget *widget)
{
  TroupeMonitor *found = TROUPE_IS_MONITOR (widget) ? TROUPE_MONITOR (widget) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_monitor (child);
  return found;
}

typedef struct
{
  TroupeWindow *window;
  TroupeMonitor *monitor;
  int width;
} Wanted;

static gboolean
is_laid_out (gpointer window)
{
  return gtk_widget_get_width (window) > 0;
}

static gboolean
fits (gpointer user_data)
{
  const Wanted *wanted = user_data;

  GtkWidget *panel = GTK_WIDGET (wanted->monitor);

  return get_minimum (get_content (wanted->window)) <= wanted->width &&
         gtk_widget_get_width (get_content (wanted->window)) <= wanted->width &&
         gtk_widget_get_width (gtk_widget_get_first_child (panel)) <= gtk_widget_get_width (panel);
}

static gboolean
has_ended (gpointer end)
{
  return g_get_monotonic_time () > *(gint64 *) end;
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
  return *(guint *) n_frames >= 3;
}

/* Waits until the panes have their places and the layout has followed. */
static void
settle (GtkWidget *widget)
{
  guint n_frames = 0;
  guint id = gtk_widget_add_tick_callback (widget, count_frame_cb, &n_frames, NULL);

  wait_until (has_drawn, &n_frames);
  gtk_widget_remove_tick_callback (widget, id);
}

/* Waits until the content fits, because the layout changes after the allocation. */
static void
check_fits (Wanted *wanted, const char *panel, gboolean outline, gboolean inspector)
{
  const gint64 end = g_get_monotonic_time () + TEST_WAIT_US;

  settle (GTK_WIDGET (wanted->window));
  while (!fits (wanted) && !has_ended ((gpointer) &end))
    test_wait_turn (G_MAXINT64, G_STRLOC, G_STRFUNC, "");
  if (fits (wanted))
    return;
  g_test_message ("%s%s%s at %d pixels", panel, outline ? ", outline" : "",
                  inspector ? ", inspector" : "", wanted->width);
  tell_widest (get_content (wanted->window));
  g_test_message ("the panel has %d pixels", gtk_widget_get_width (GTK_WIDGET (wanted->monitor)));
  tell_widest (gtk_widget_get_first_child (GTK_WIDGET (wanted->monitor)));
  g_test_fail ();
}

static void
check_panes (Wanted *wanted, const char *panel)
{
  for (int i = 0; i < 4; i++)
    {
      const gboolean outline = (i & 1) != 0;
      const gboolean inspector = (i & 2) != 0;

      g_object_set (wanted->window->sides, "show-outline", outline, "show-inspector", inspector,
                    NULL);
      check_fits (wanted, panel, outline, inspector);
    }
}

/* Whichever panes are open, the content is never wider than the window, whose buttons would
 * otherwise be out of reach. */
static void
check_window (const char *example, int width, gboolean run)
{
  g_autofree char *path = get_example (example);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Wanted wanted = { troupe_window_new (GTK_APPLICATION (window_test_application)) };

  gtk_window_set_default_size (GTK_WINDOW (wanted.window), width, 800);
  gtk_window_present (GTK_WINDOW (wanted.window));
  troupe_window_open_file (wanted.window, file);
  wait_until (has_page, wanted.window);
  wait_until (is_laid_out, wanted.window);
  wanted.width = gtk_widget_get_width (GTK_WIDGET (wanted.window));
  g_assert_cmpint (wanted.width, <=, width);
  wanted.monitor = find_monitor (GTK_WIDGET (troupe_window_get_page (wanted.window)));
  if (run)
    {
      gtk_widget_activate_action (GTK_WIDGET (wanted.window), "win.run", NULL);
      wait_until (is_idle, wanted.window);
    }
  troupe_monitor_set_panel_open (wanted.monitor, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      troupe_monitor_set_page (wanted.monitor, panels[i]);
      check_panes (&wanted, panels[i]);
    }
  /* The values of a method are a page of their own in a narrow panel. */
  troupe_monitor_set_page (wanted.monitor, "timeline");
  if (run &&
      gtk_stack_get_child_by_name (GTK_STACK (wanted.monitor->timeline_stack), "detail") != NULL)
    {
      gtk_stack_set_visible_child_name (GTK_STACK (wanted.monitor->timeline_stack), "detail");
      check_panes (&wanted, "details");
    }
  close_window (wanted.window);
}

static void
test_all_widths (gconstpointer example)
{
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    check_window (example, widths[i], g_str_has_suffix (example, ".json"));
}

static gboolean
is_narrow (gpointer user_data)
{
  const Wanted *wanted = user_data;

  return get_minimum (get_content (wanted->window)) <= wanted->width;
}

/* Waits until the content of a narrow window fits, with the inspector closed and open: it is opened in all tabs, and
 * the widest one gives the width. */
static void
check_narrow (const Wanted *wanted, const char *action, const char *example)
{
  for (int shown = 0; shown <= 1; shown++)
    {
      const gint64 end = g_get_monotonic_time () + TEST_WAIT_US;

      g_object_set (wanted->window->sides, "show-inspector", shown, NULL);
      settle (GTK_WIDGET (wanted->window));
      while (!is_narrow ((gpointer) wanted) && !has_ended ((gpointer) &end))
        test_wait_turn (G_MAXINT64, G_STRLOC, G_STRFUNC, "");
      if (is_narrow ((gpointer) wanted))
        continue;
      g_test_message ("%s of %s%s", action, example, shown ? ", inspector" : "");
      tell_widest (get_content (wanted->window));
      g_test_fail ();
    }
}

/* A page that replaces the editor or has a tab of its own fits into the narrowest window. @action: (nullable): for the page
 * that is shown first */
static void
check_page (const char *example, const char *action)
{
  g_autofree char *path = get_example (example);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Wanted wanted = { troupe_window_new (GTK_APPLICATION (window_test_application)), NULL, 360 };

  gtk_window_set_default_size (GTK_WINDOW (wanted.window), 360, 800);
  gtk_window_present (GTK_WINDOW (wanted.window));
  troupe_window_open_file (wanted.window, file);
  wait_until (has_page, wanted.window);
  wait_until (is_laid_out, wanted.window);
  if (action != NULL)
    gtk_widget_activate_action (GTK_WIDGET (wanted.window), action, NULL);
  check_narrow (&wanted, action != NULL ? action : "the first page", example);
  close_window (wanted.window);
}

/* --- Large texts ------------------------------------------------------------------------------ */

/* @percent: of the normal size of texts */
static void
set_text_scale (int percent)
{
  static int dpi;
  GtkSettings *settings = gtk_settings_get_default ();

  if (dpi == 0)
    g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", dpi / 100 * percent, NULL);
}

/* The pages of a document, and what is shown when it opens. */
static void
test_large_pages (gconstpointer example)
{
  static const char *const actions[] = { NULL,
                                         "win.memory",
                                         "win.test",
                                         "win.batch",
                                         "win.cases",
                                         "win.history",
                                         "win.compare",
                                         "win.panel-timeline",
                                         "win.panel-transcript",
                                         "win.panel-data",
                                         "win.panel-log",
                                         "win.panel-cost",
                                         "win.panel-problems" };

  set_text_scale (150);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    check_page (example, actions[i]);
  set_text_scale (100);
}

static gboolean
has_all_pages (gpointer window)
{
  return adw_tab_view_get_n_pages (troupe_window_get_tabs (window)) == 4;
}

/* Several documents in one window, whose inspectors open in all tabs. */
static void
test_many_tabs (gconstpointer percent)
{
  static const char *const examples[] = { "in-parallel.json", "support-chat.json",
                                          "research-crew/crew.jsonc", "garden-agent/flow.json" };
  Wanted wanted = { troupe_window_new (GTK_APPLICATION (window_test_application)), NULL, 360 };

  set_text_scale (GPOINTER_TO_INT (percent));
  gtk_window_set_default_size (GTK_WINDOW (wanted.window), 360, 800);
  gtk_window_present (GTK_WINDOW (wanted.window));
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = get_example (examples[i]);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      troupe_window_open_file (wanted.window, file);
    }
  wait_until (has_all_pages, wanted.window);
  wait_until (is_laid_out, wanted.window);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (wanted.window), "win.next-tab", NULL);
      check_narrow (&wanted, "tabs", examples[i]);
    }
  close_window (wanted.window);
  set_text_scale (100);
}

static gboolean
is_held (gpointer window)
{
  return troupe_page_is_held (troupe_window_get_page (window));
}

/* A run that is paused, with the values that can be changed. */
static void
test_paused (void)
{
  g_autofree char *path = get_example ("straight-line.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Wanted wanted = { troupe_window_new (GTK_APPLICATION (window_test_application)), NULL, 360 };
  TroupeEditor *editor;

  gtk_window_set_default_size (GTK_WINDOW (wanted.window), 360, 800);
  gtk_window_present (GTK_WINDOW (wanted.window));
  troupe_window_open_file (wanted.window, file);
  wait_until (has_page, wanted.window);
  wait_until (is_laid_out, wanted.window);
  editor = get_editor (troupe_window_get_page (wanted.window));
  troupe_canvas_set_selection (TROUPE_CANVAS (find_type (GTK_WIDGET (editor), TROUPE_TYPE_CANVAS)),
                               (const char *const[]){ "make_outline", NULL });
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "flow.breakpoint", NULL));
  gtk_widget_activate_action (GTK_WIDGET (wanted.window), "win.run", NULL);
  wait_until (is_held, wanted.window);
  wanted.monitor = find_monitor (GTK_WIDGET (troupe_window_get_page (wanted.window)));
  troupe_monitor_set_panel_open (wanted.monitor, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      troupe_monitor_set_page (wanted.monitor, panels[i]);
      check_narrow (&wanted, panels[i], "a paused run");
    }
  gtk_widget_activate_action (GTK_WIDGET (wanted.window), "win.stop", NULL);
  wait_until (is_idle, wanted.window);
  close_window (wanted.window);
}

static gboolean
was_begun (gpointer page)
{
  return troupe_batch_page_was_begun (page) && !troupe_batch_page_is_running (page);
}

/* The table of a batch, and the bar about a file that another program has changed. */
static void
test_bars (void)
{
  g_autofree char *path =
      write_file ("narrow.json", "{\"schema\": \"crewai.flow/v1\", \"name\": \"F\", "
                                 "\"methods\": {\"a\": {\"start\": true, \"do\": {"
                                 "\"call\": \"expression\", \"expr\": \"1\"}}}}");
  g_autofree char *inputs = write_file ("narrow.jsonl", "{\"a\": 1}\n{\"a\": 2}\n");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  Wanted wanted = { troupe_window_new (GTK_APPLICATION (window_test_application)), NULL, 360 };
  TroupeDiskBar *bar;
  TroupeBatchPage *batch;
  GtkWidget *button;
  graphene_rect_t bounds;

  gtk_window_set_default_size (GTK_WINDOW (wanted.window), 360, 800);
  gtk_window_present (GTK_WINDOW (wanted.window));
  troupe_window_open_file (wanted.window, file);
  wait_until (has_page, wanted.window);
  wait_until (is_laid_out, wanted.window);
  bar = TROUPE_DISK_BAR (find_type (GTK_WIDGET (wanted.window), TROUPE_TYPE_DISK_BAR));
  troupe_disk_bar_show (bar, "“narrow.json” was changed by another program.", TRUE, TRUE);
  settle (GTK_WIDGET (wanted.window));
  if (!is_narrow (&wanted))
    tell_widest (get_content (wanted.window));
  g_assert_true (is_narrow (&wanted));
  gtk_widget_activate_action (GTK_WIDGET (wanted.window), "win.batch", NULL);
  batch = troupe_window_get_batch (wanted.window);
  troupe_batch_page_set_inputs (batch, inputs);
  troupe_batch_page_start (batch);
  wait_until (was_begun, batch);
  check_narrow (&wanted, "the table", "a batch");
  /* All tools of the table are in sight. */
  button = find_labelled (GTK_WIDGET (batch), "Export CSV…");
  g_assert_true (gtk_widget_compute_bounds (button, GTK_WIDGET (batch), &bounds));
  g_assert_cmpfloat (bounds.origin.x + bounds.size.width, <=, 360);
  close_window (wanted.window);
}

static void
test_pages (gconstpointer example)
{
  check_page (example, "win.memory");
  check_page (example, "win.test");
  check_page (example, "win.batch");
  check_page (example, "win.cases");
  check_page (example, "win.history");
}

static GtkWindow *
find_other_window (TroupeWindow *over)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != GTK_WINDOW (over) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        return window;
    }
  return NULL;
}

static gboolean
has_other_window (gpointer window)
{
  return find_other_window (window) != NULL;
}

/* A dialog is no wider than the narrowest window, without the shadow of its window. */
static void
check_dialog_width (GtkWidget *dialog, const char *name)
{
  settle (dialog);
  if (get_minimum (gtk_widget_get_first_child (dialog)) <= 360)
    return;
  g_test_message ("the dialog of %s", name);
  tell_widest (dialog);
  g_test_fail ();
}

static void
check_dialog (const char *action)
{
  g_autofree char *path = get_example ("in-parallel.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
  GtkWindow *dialog;

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 800);
  gtk_window_present (GTK_WINDOW (window));
  troupe_window_open_file (window, file);
  wait_until (has_page, window);
  wait_until (is_laid_out, window);
  settle (GTK_WIDGET (window));
  g_assert_true (gtk_widget_activate_action (
      GTK_WIDGET (get_editor (troupe_window_get_page (window))), action, NULL));
  wait_until (has_other_window, window);
  dialog = find_other_window (window);
  check_dialog_width (GTK_WIDGET (dialog), action);
  gtk_window_destroy (dialog);
  close_window (window);
}

/* The dialogs for a test and a training of a crew. */
static void
check_rounds (void)
{
  static const char *const actions[] = { "rounds.test", "rounds.train" };
  g_autofree char *path = get_example ("research-crew/crew.jsonc");
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *dialog;

      g_assert_true (gtk_widget_activate_action (
          find_type (GTK_WIDGET (window), TROUPE_TYPE_TEST_PAGE), actions[i], NULL));
      wait_until (has_other_window, window);
      dialog = find_other_window (window);
      check_dialog_width (GTK_WIDGET (dialog), actions[i]);
      gtk_window_destroy (dialog);
    }
  close_window (window);
}

static TroupeStore *
find_no_store (void)
{
  return NULL;
}

/* Returns TRUE if the dialog says why the run cannot be forked. */
static gboolean
says_no_run (gpointer dialog)
{
  return shows_text (dialog, "This run is no longer saved.");
}

static void
check_fork (void)
{
  GtkWidget *dialog = troupe_fork_dialog_new (find_no_store, "1", "summary_of_the_yearly_report#1",
                                              "November 30, 07:00", NULL, NULL, FALSE);

  gtk_window_present (GTK_WINDOW (dialog));
  wait_until (says_no_run, dialog);
  check_dialog_width (dialog, "a fork");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* The list of permissions: a program with arguments, code, hosts and folders with long names, and the switch for programs. */
static void
check_permissions (void)
{
  static const char text[] =
      "{\"name\": \"desk\", \"agents\": [\"helper\"], \"tasks\": [{\"name\": \"help\", "
      "\"description\": \"Help.\", \"expected_output\": \"Help\", \"agent\": \"helper\"}]}";
  static const char agent[] =
      "{\"role\": \"Helper\", \"goal\": \"Help\", \"backstory\": \"b\", \"llm\": \"mock/echo\", "
      "\"tools\": [\"custom:report_of_the_yearly_summary\", \"FileWriterTool\"], \"mcps\": "
      "[{\"command\": \"sh\", \"args\": [\"-c\", \"summary_of_the_yearly_report_of_everything\"], "
      "\"env\": {\"SUMMARY_OF_THE_YEARLY_REPORT\": \"1\"}}, {\"url\": "
      "\"https://summary-of-the-yearly-report.example.org/mcp\"}]}";
  g_autofree char *tool =
      write_file ("permissions/tools/report_of_the_yearly_summary.py",
                  "from crewai.tools import BaseTool\nclass R(BaseTool):\n  pass\n");
  g_autofree char *helper = write_file ("permissions/agents/helper.jsonc", agent);
  g_autofree char *path = write_file ("permissions/crew.jsonc", text);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.permissions", NULL);
  wait_until (has_consent_dialog, NULL);
  g_assert_true (shows_text (GTK_WIDGET (find_consent ()), "summary-of-the-yearly-report"));
  check_dialog_width (GTK_WIDGET (find_consent ()), "permissions");
  gtk_window_destroy (GTK_WINDOW (find_consent ()));
  close_window (window);
}

static void
test_dialogs (gconstpointer percent)
{
  static const char *const actions[] = { "win.export", "app.preferences", "win.budget",
                                         "win.run-with-inputs", "win.permissions" };

  set_text_scale (GPOINTER_TO_INT (percent));
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    check_dialog (actions[i]);
  check_permissions ();
  check_rounds ();
  check_fork ();
  set_text_scale (100);
}

/* (nullable) */
static GtkWidget *
find_label (GtkWidget *widget, const char *text)
{
  GtkWidget *found =
      GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text) ? widget
                                                                                           : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_label (child, text);
  return found;
}

/* Returns TRUE if the hint is shown in a few lines. */
static gboolean
is_readable (gpointer hint)
{
  return gtk_widget_get_width (hint) > 0 &&
         pango_layout_get_line_count (gtk_label_get_layout (hint)) <= 6;
}

/* The hint in an empty field is wrapped, but not after each letter: it does not make its form wider. */
static void
test_placeholder (void)
{
  static const char text[] = "One NAME=value per line; reference secrets from the environment as "
                             "${NAME}, never as a value of their own";
  g_autoptr (GtkWidget) field = g_object_ref_sink (troupe_text_field_new ("Variables", NULL, NULL));
  GtkWidget *window = gtk_window_new ();
  GtkWidget *hint;
  int natural = 0;

  troupe_text_field_set_placeholder (TROUPE_TEXT_FIELD (field), text);
  gtk_window_set_default_size (GTK_WINDOW (window), 340, 400);
  gtk_window_set_child (GTK_WINDOW (window), field);
  gtk_window_present (GTK_WINDOW (window));
  hint = find_label (field, text);
  g_assert_true (GTK_IS_LABEL (hint));
  wait_until (is_readable, hint);
  gtk_window_set_child (GTK_WINDOW (window), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  gtk_widget_measure (field, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  g_assert_cmpint (get_minimum (field), <=, 300);
  g_assert_cmpint (natural, <=, 340);
}

/* Fixes below a field are placed below each other if there is no room for them in one line. */
static void
test_fixes (void)
{
  g_autoptr (GtkWidget) field =
      g_object_ref_sink (troupe_text_field_new ("Expression", NULL, NULL));
  int narrow = 0, wide = 0;

  troupe_text_field_set_message (TROUPE_TEXT_FIELD (field), "The name is not known.", TRUE);
  troupe_text_field_add_fix (TROUPE_TEXT_FIELD (field), "Show All Methods of This Flow");
  troupe_text_field_add_fix (TROUPE_TEXT_FIELD (field),
                             "Replace by outputs.summary_of_the_yearly_report");
  g_assert_cmpint (get_minimum (field), <=, 200);
  gtk_widget_measure (field, GTK_ORIENTATION_VERTICAL, 800, NULL, &wide, NULL, NULL);
  gtk_widget_measure (field, GTK_ORIENTATION_VERTICAL, 300, NULL, &narrow, NULL, NULL);
  g_assert_cmpint (narrow, >, wide + 10);
}

/* The buttons of a bar are placed below its text if there is no room beside it. */
static void
test_wrapped_bar (void)
{
  static const char text[] = "The file with a long name.json was changed by another program.";
  g_autoptr (TroupeDiskBar) bar = g_object_ref_sink (TROUPE_DISK_BAR (troupe_disk_bar_new ()));
  int wide = 0, narrow = 0;

  troupe_disk_bar_show (bar, text, TRUE, TRUE);
  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_VERTICAL, 1000, &wide, NULL, NULL, NULL);
  gtk_widget_measure (GTK_WIDGET (bar), GTK_ORIENTATION_VERTICAL, 360, &narrow, NULL, NULL, NULL);
  g_assert_cmpint (get_minimum (GTK_WIDGET (bar)), <=, 300);
  g_assert_cmpint (narrow, >, wide);
}

/* --- Titles of tabs, and the picture of the welcome page -------------------------------------- */

static const char *
get_title (TroupeWindow *window, int index)
{
  return adw_tab_page_get_title (
      adw_tab_view_get_nth_page (troupe_window_get_tabs (window), index));
}

static gboolean
has_short_titles (gpointer window)
{
  return strstr (get_title (window, 0), "…") != NULL && strstr (get_title (window, 1), "…") != NULL;
}

static gboolean
has_two_pages (gpointer window)
{
  return adw_tab_view_get_n_pages (troupe_window_get_tabs (window)) == 2;
}

/* Titles of narrow tabs are cut in their middle, so that names that differ at their ends can be told
 * apart. */
static void
test_tabs (void)
{
  static const char text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": "
                             "\"summary_of_the_yearly_%s\", \"methods\": {\"a\": {\"start\": true, "
                             "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}";
  static const char *const names[] = { "report", "letter" };
  TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));

  gtk_window_set_default_size (GTK_WINDOW (window), 360, 800);
  gtk_window_present (GTK_WINDOW (window));
  wait_until (is_laid_out, window);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *content = g_strdup_printf (text, names[i]);
      g_autofree char *name = g_strconcat (names[i], ".json", NULL);
      g_autofree char *path = write_file (name, content);
      g_autoptr (GFile) file = g_file_new_for_path (path);

      troupe_window_open_file (window, file);
      wait_until (has_page, window);
    }
  wait_until (has_two_pages, window);
  wait_until (has_short_titles, window);
  g_assert_true (g_str_has_prefix (get_title (window, 0), "su"));
  g_assert_true (g_str_has_suffix (get_title (window, 0), "rt"));
  g_assert_true (g_str_has_suffix (get_title (window, 1), "er"));
  g_assert_cmpstr (troupe_tab_title_get (
                       adw_tab_view_get_nth_page (troupe_window_get_tabs (window), 1)),
                   ==, "summary_of_the_yearly_letter");
  close_window (window);
}

static gboolean
shows_all_cards (gpointer canvas)
{
  graphene_rect_t bounds;
  graphene_point_t end;

  if (!gtk_widget_get_mapped (canvas) || !troupe_canvas_get_all_bounds (canvas, &bounds))
    return FALSE;
  end = troupe_canvas_to_widget (canvas, (double) (bounds.origin.x + bounds.size.width),
                                 (double) (bounds.origin.y + bounds.size.height));
  return end.x > 100 && end.x <= (float) gtk_widget_get_width (canvas) &&
         end.y <= (float) gtk_widget_get_height (canvas);
}

/* With large texts, the picture of the welcome page is not larger than its frame. */
static void
test_welcome_picture (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  static const int scales[] = { 100, 150, 200 };
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      TroupeWindow *window;

      g_object_set (settings, "gtk-xft-dpi", dpi / 100 * scales[i], NULL);
      window = troupe_window_new (GTK_APPLICATION (window_test_application));
      gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_laid_out, window);
      wait_until (shows_all_cards, find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));
      g_object_set (settings, "gtk-xft-dpi", dpi / 100 * scales[(i + 1) % 3], NULL);
      wait_until (shows_all_cards, find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));
      close_window (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static gboolean
is_narrow_enough (gpointer window)
{
  return gtk_widget_get_width (window) > 0 && gtk_widget_get_width (window) <= 360;
}

/* Returns TRUE as soon as the page has adapted to the width. */
static gboolean
is_folded (gpointer templates)
{
  return gtk_flow_box_get_min_children_per_line (templates) == 1;
}

/* The welcome page fits the narrowest window, also with large texts. */
static void
test_welcome_width (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  static const int scales[] = { 100, 125, 150, 200 };
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      TroupeWindow *window;
      GtkWidget *templates;
      int width = 0;

      g_object_set (settings, "gtk-xft-dpi", dpi / 100 * scales[i], NULL);
      window = troupe_window_new (GTK_APPLICATION (window_test_application));
      gtk_window_set_default_size (GTK_WINDOW (window), 360, 700);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_narrow_enough, window);
      templates = find_type (GTK_WIDGET (window), GTK_TYPE_FLOW_BOX);
      wait_until (is_folded, templates);
      gtk_widget_measure (templates, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
      g_test_message ("%d %%: %d pixels", scales[i], width);
      g_assert_cmpint (width, <=, 360 - 2 * 24);
      if (scales[i] <= 150 && get_minimum (get_content (window)) > 360)
        {
          tell_widest (get_content (window));
          g_test_fail ();
        }
      close_window (window);
    }
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
}

static gboolean
is_shown (gpointer shortcuts)
{
  return gtk_widget_get_mapped (shortcuts) && gtk_widget_get_width (shortcuts) > 0;
}

static gboolean
is_hidden (gpointer shortcuts)
{
  return !gtk_widget_get_mapped (shortcuts);
}

/* The shortcuts fit into a narrow screen, whatever the width of the window. */
static void
test_shortcuts (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      TroupeWindow *window = troupe_window_new (GTK_APPLICATION (window_test_application));
      GtkShortcutsWindow *shortcuts;

      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], 700);
      gtk_window_present (GTK_WINDOW (window));
      wait_until (is_laid_out, window);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
      shortcuts = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window));
      g_assert_nonnull (shortcuts);
      wait_until (is_shown, shortcuts);
      settle (GTK_WIDGET (shortcuts));
      g_test_message ("%d: %d by %d, at least %d", widths[i],
                      gtk_widget_get_width (GTK_WIDGET (shortcuts)),
                      gtk_widget_get_height (GTK_WIDGET (shortcuts)),
                      get_minimum (GTK_WIDGET (shortcuts)));
      if (get_minimum (GTK_WIDGET (shortcuts)) > 360)
        {
          tell_widest (GTK_WIDGET (shortcuts));
          g_test_fail ();
        }
      gtk_widget_set_visible (GTK_WIDGET (shortcuts), FALSE);
      wait_until (is_hidden, shortcuts);
      close_window (window);
    }
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  g_test_add_data_func ("/window-widths/flow", "in-parallel.json", test_all_widths);
  g_test_add_data_func ("/window-widths/crew", "research-crew/crew.jsonc", test_all_widths);
  g_test_add_data_func ("/window-widths/flow-pages", "in-parallel.json", test_pages);
  g_test_add_data_func ("/window-widths/crew-pages", "research-crew/crew.jsonc", test_pages);
  g_test_add_data_func ("/window-widths/large/flow", "in-parallel.json", test_large_pages);
  g_test_add_data_func ("/window-widths/large/crew", "research-crew/crew.jsonc", test_large_pages);
  g_test_add_data_func ("/window-widths/large/chat", "support-chat.json", test_large_pages);
  g_test_add_data_func ("/window-widths/many-tabs", GINT_TO_POINTER (100), test_many_tabs);
  g_test_add_data_func ("/window-widths/large/many-tabs", GINT_TO_POINTER (150), test_many_tabs);
  g_test_add_data_func ("/window-widths/dialogs", GINT_TO_POINTER (100), test_dialogs);
  g_test_add_data_func ("/window-widths/large/dialogs", GINT_TO_POINTER (150), test_dialogs);
  g_test_add_func ("/window-widths/bars", test_bars);
  g_test_add_func ("/window-widths/paused", test_paused);
  g_test_add_func ("/window-widths/wrapped-bar", test_wrapped_bar);
  g_test_add_func ("/window-widths/placeholder", test_placeholder);
  g_test_add_func ("/window-widths/fixes", test_fixes);
  g_test_add_func ("/window-widths/tabs", test_tabs);
  g_test_add_func ("/window-widths/welcome-picture", test_welcome_picture);
  g_test_add_func ("/window-widths/welcome-width", test_welcome_width);
  g_test_add_func ("/window-widths/shortcuts", test_shortcuts);
  return window_test_run ();
}
