/* test-window-hostile.c: opening and viewing a file has no side effects
 *
 * A seccomp filter kills the test if any of its code starts a process or opens a socket.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-wait.h"
#include "no-network.h"
#include "window-test.h"

/* One out of so many views of a public flow is opened. */
#define SHARE 3

static const char hostile_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"<b>hostile</b>\", \"description\": \"%s%n "
    "&lt;\", "
    "\"persist\": {\"enabled\": true, \"persistence\": {\"persistence_type\": "
    "\"SQLiteFlowPersistence\", \"db_path\": \"/tmp/../etc/hostile.db\"}}, \"methods\": {"
    "\"script\": {\"start\": true, \"do\": {\"call\": \"script\", \"code\": \"import os\\n"
    "os.system('true')\"}}, "
    "\"code\": {\"listen\": \"script\", \"do\": {\"call\": \"code\", \"ref\": \"os:system\", "
    "\"with\": "
    "{\"command\": \"true\"}}}, "
    "\"tool\": {\"listen\": \"code\", \"do\": {\"call\": \"tool\", \"ref\": "
    "\"subprocess:Popen\"}}, "
    "\"crew\": {\"listen\": \"tool\", \"do\": {\"call\": \"crew\", \"from_declaration\": "
    "\"../../etc\"}}, "
    "\"steps\": {\"listen\": \"crew\", \"do\": {\"call\": \"each\", \"in\": \"[1]\", \"do\": "
    "[{\"name\": \"one\", \"action\": "
    "{\"call\": \"script\", \"code\": \"import os\"}}]}}, "
    "\"agent\": {\"listen\": \"crew\", \"do\": {\"call\": \"agent\", \"with\": {\"role\": "
    "\"<i>r</i>\", \"goal\": \"g\", \"backstory\": \"b\", \"input\": \"${state.id}\", \"llm\": "
    "\"openai/gpt-4.1-mini\", \"mcps\": [\"https://127.0.0.1:9/mcp\", {\"command\": \"/bin/sh\", "
    "\"args\": [\"-c\", \"true\"]}]}}}}, "
    "\"x-troupe\": {\"notes\": [{\"id\": \"n\", \"text\": \"![](http://127.0.0.1:9/a.png) "
    "<img src='file:///etc/passwd'>\", \"x\": 0, \"y\": 0, \"width\": 200, \"height\": 100}]}}";

#ifdef __SANITIZE_ADDRESS__
const char *__asan_default_options (void);

/* The leak sanitizer uses a separate process, which the filter would not allow. */
const char *
__asan_default_options (void)
{
  return "detect_leaks=0";
}
#endif

static void
settle (void)
{
  for (guint i = 0; i < 200 && g_main_context_iteration (NULL, FALSE); i++)
    continue;
}

/* Opens views and dialogs that the user can open without running the flow, one out of @share, and
 * the forms of as many of its methods, beginning with number @first. */
static void
look_around (TroupeWindow *window, guint first, guint share)
{
  static const char *const actions[] = { "flow.fit",  "flow.tidy",       "flow.zoom-in",
                                         "flow.undo", "flow.select-all", "flow.copy",
                                         "flow.add",  "flow.find",       "flow.select-none" };
  static const char *const panels[] = { "win.panel-timeline", "win.panel-data", "win.panel-log",
                                        "win.panel-problems" };
  TroupePage *page = troupe_window_get_page (window);
  TroupeEditor *editor = get_editor (page);
  TroupeFlow *flow = troupe_flow_document_get_flow (get_document (window));
  const guint n_methods = troupe_flow_get_n_methods (flow);

  for (guint i = first % share; i < n_methods; i += share)
    {
      troupe_editor_select_method (editor, troupe_flow_get_method (flow, i)->name);
      settle ();
    }
  for (guint i = first % share; i < G_N_ELEMENTS (actions); i += share)
    {
      gtk_widget_activate_action (GTK_WIDGET (editor), actions[i], NULL);
      settle ();
    }
  for (guint i = first % share; i < G_N_ELEMENTS (panels); i += share)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), panels[i], NULL);
      settle ();
    }
}

static void
test_hostile_file (void)
{
  g_autofree char *path = write_file ("hostile.json", hostile_flow);
  g_autofree char *secrets = write_file (".env", "OPENAI_API_KEY=sk-beside\nPATH=/nowhere\n");
  TroupeWindow *window = open_window (path);
  g_autofree char *database = g_build_filename ("/etc", "hostile.db", NULL);

  look_around (window, 0, 1);
  g_assert_null (g_getenv ("OPENAI_API_KEY"));
  g_assert_false (g_file_test (database, G_FILE_TEST_EXISTS));

  /* The store is opened first, so that a run would start immediately. */
  troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  settle ();
  g_assert_false (troupe_page_is_running (troupe_window_get_page (window)));
  close_window (window);
}

static const char talking_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"talks\", \"methods\": {\"agent\": {\"start\": "
    "true, "
    "\"do\": {\"call\": \"agent\", \"with\": {\"role\": \"r\", \"goal\": \"g\", \"backstory\": "
    "\"b\", \"input\": \"hello\", \"llm\": {\"model\": \"openai/gpt-4.1-mini\", \"base_url\": "
    "\"http://127.0.0.1:9/v1\"}}}}}}";

/* A flow that requires permissions prompts for consent, even after a card was moved. Cancel runs
 * nothing. */
static void
test_run_asks (void)
{
  g_autofree char *path = write_file ("talks.json", talking_flow);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  const TroupePosition moved = { .id = "agent", .x = 400, .y = 80 };

  g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *texts = NULL;

      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (has_consent_dialog, NULL);
      texts = list_texts (GTK_WIDGET (find_consent ()));
      g_assert_nonnull (strstr (texts, "127.0.0.1:9"));
      g_assert_null (gtk_window_get_default_widget (GTK_WINDOW (find_consent ())));
      answer_consent (FALSE);
      settle ();
      g_assert_false (troupe_page_is_running (page));
      troupe_document_set_positions (TROUPE_DOCUMENT (get_document (window)), &moved, 1, "Move");
    }
  g_unsetenv ("OPENAI_API_KEY");
  close_window (window);
}

static gboolean
has_no_page (gpointer user_data)
{
  return !has_page (user_data);
}

/* Closes the tab without a question. */
static void
close_page (TroupeWindow *window)
{
  window->may_close = TRUE;
  gtk_widget_activate_action (GTK_WIDGET (window), "win.close-tab", NULL);
  wait_until (has_no_page, window);
  window->may_close = FALSE;
}

/* Returns TRUE if the flow was opened. */
static gboolean
view_flow (TroupeWindow *window, const char *path, guint first, guint share)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  troupe_window_open_file (window, file);
  test_wait_until (find_dialog () != NULL || troupe_window_get_page (window) != NULL);
  if (find_dialog () != NULL)
    {
      answer_dialog ("close");
      return FALSE;
    }
  look_around (window, first, share);
  close_page (window);
  return TRUE;
}

/* Public flows, each opened and viewed: a third of its views and forms, which depend on the seed, or
 * all of them if TROUPE_CORPUS_ALL is set in the environment. */
static void
test_flows_of_the_world (void)
{
  const guint share = g_getenv ("TROUPE_CORPUS_ALL") != NULL ? 1 : SHARE;
  g_autofree char *folder =
      g_build_filename (g_getenv ("TROUPE_CONFORMANCE_DIR"), "documents", "flows", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  TroupeWindow *window;
  const char *name;
  guint n_opened = 0;

  if (dir == NULL)
    {
      g_test_skip ("the folder with documents from public places is not there");
      return;
    }
  window = open_window (NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      n_opened += view_flow (window, path, (guint) g_test_rand_int_range (0, SHARE), share) ? 1 : 0;
    }
  close_window (window);
  g_assert_cmpuint (n_opened, >, 20);
}

/* Titles and tabs escape characters that change the text direction, break a line or are
 * invisible. */
static void
test_forged_names (void)
{
  static const char text[] =
      "{ \"schema\": \"crewai.flow/v1\", \"name\": \"<b>a</b>\\u202egnp.exe\", \"methods\": {"
      " \"begin\": { \"start\": true, \"do\": { \"call\": \"agent\", \"with\": {"
      " \"role\": \"\\u202eR\", \"goal\": \"G\", \"backstory\": \"B\","
      " \"llm\": \"mock/echo\", \"input\": \"\\u202eHi\" } } } } }";
  g_autofree char *folder = g_dir_make_tmp ("troupe-forged-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a\342\200\256nosj.json", NULL);
  TroupeWindow *window;
  g_autofree char *texts = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = open_window (path);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "<b>a</b>\\u202egnp.exe");
  g_assert_cmpstr (adw_tab_page_get_title (adw_tab_view_get_selected_page (window->tab_view)), ==,
                   "<b>a</b>\\u202egnp.exe");
  texts = list_texts (get_header_part (window, "title"));
  g_assert_null (strstr (texts, "\342\200\256"));
  close_window (window);
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  g_autofree char *path = NULL;
  TroupeWindow *window;

  window_test_init (&argc, &argv);
  g_test_add_func ("/window-hostile/file", test_hostile_file);
  g_test_add_func ("/window-hostile/forged-names", test_forged_names);
  g_test_add_func ("/window-hostile/run-asks", test_run_asks);
  g_test_add_func ("/window-hostile/flows-of-the-world", test_flows_of_the_world);

  /* Connections of GTK are created before the filter is installed. */
  path = get_example ("straight-line.json");
  window = open_window (path);
  look_around (window, 0, 1);
  close_window (window);
  if (no_network_install () != 0)
    g_printerr ("# no filter: %s; nothing is proven here\n", g_strerror (errno));
  return window_test_run ();
}
