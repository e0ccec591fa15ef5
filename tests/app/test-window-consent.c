/* test-window-consent.c: Python of a flow is run only after a person agreed to this very content
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-rights.h"
#include "window-test.h"

static const char script_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"<b>Scripted</b>\", \"methods\": {\"begin\": "
    "{\"start\": true, \"do\": {\"call\": \"script\", \"code\": \"first = 1\\nsecond = 2\\nthird = "
    "3\\nfourth = 4\\nfifth = 5\\nsixth = 6\\nseventh = 7\\nreturn 'said ' + str(first)\"}}}}";

static char *
get_folder (void)
{
  return troupe_store_get_default_folder ();
}

static const char *
get_digest (TroupeWindow *window)
{
  return troupe_flow_get_digest (troupe_flow_document_get_flow (get_document (window)));
}

static GtkWidget *
find_toggle (GtkWidget *widget)
{
  if (GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_visible (widget))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_toggle (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* What the code is stands there as text, first its beginning and all of it when that is asked for. */
static void
test_shows_the_code (void)
{
  g_autofree char *path = write_file ("shown.json", script_flow);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  TroupeWindow *window = open_window (path);
  GtkWidget *toggle;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  before = list_texts (GTK_WIDGET (find_consent ()));
  g_assert_nonnull (strstr (before, "<b>Scripted</b>"));
  g_assert_nonnull (strstr (before, "begin"));
  g_assert_nonnull (strstr (before, "sixth = 6"));
  g_assert_null (strstr (before, "seventh = 7"));
  g_assert_nonnull (
      strstr (before, troupe_python_has_sandbox () ? "in a sandbox" : "without a sandbox"));
  toggle = find_toggle (GTK_WIDGET (find_consent ()));
  g_assert_nonnull (toggle);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (toggle), TRUE);
  after = list_texts (GTK_WIDGET (find_consent ()));
  g_assert_nonnull (strstr (after, "seventh = 7"));
  g_assert_nonnull (strstr (after, "return 'said '"));
  answer_consent (FALSE);
  close_window (window);
}

static void
test_refused_runs_nothing (void)
{
  g_autofree char *path = write_file ("refused.json", script_flow);
  g_autofree char *folder = get_folder ();
  TroupeWindow *window = open_window (path);
  TroupePage *page = _troupe_window_get_page (window);

  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_until (has_consent_dialog, NULL);
      answer_consent (FALSE);
      g_assert_false (troupe_page_is_running (page));
    }
  g_assert_cmpint (troupe_rights_get_granted_python (folder, get_digest (window)), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  close_window (window);
}

/* Who agreed to models and hosts on the command line has not agreed to Python. */
static void
test_other_consent_is_none (void)
{
  g_autofree char *path = write_file ("models.json", script_flow);
  g_autofree char *folder = get_folder ();
  g_autoptr (GError) error = NULL;
  TroupeWindow *window = open_window (path);

  g_assert_true (troupe_rights_grant (folder, get_digest (window), &error));
  g_assert_no_error (error);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  g_assert_false (troupe_page_is_running (_troupe_window_get_page (window)));
  answer_consent (FALSE);
  close_window (window);
}

/* A flow without a file may be pasted together: its Python is asked for, too. */
static void
test_without_a_file (void)
{
  g_autofree char *path = write_file ("template.json", script_flow);
  TroupeWindow *window = open_window (NULL);

  troupe_window_open_template (window, path);
  wait_until (has_page, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (FALSE);
  g_assert_false (troupe_page_is_running (_troupe_window_get_page (window)));
  close_window (window);
}

/* Allowed once it is kept for this content: not asked again when it is opened again, asked again when
 * another program has changed a letter. */
static void
test_is_bound_to_the_content (void)
{
  g_autofree char *path = write_file ("bound.json", script_flow);
  g_autofree char *folder = get_folder ();
  g_autofree char *other = NULL;
  g_autoptr (GString) changed = g_string_new (script_flow);
  TroupeWindow *window = open_window (path);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_idle, window);
  g_assert_cmpint (troupe_rights_get_granted_python (folder, get_digest (window)) &
                       TROUPE_PYTHON_PERMIT_SCRIPT,
                   !=, 0);
  close_window (window);

  window = open_window (path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (troupe_page_is_running (_troupe_window_get_page (window)));
  wait_until (is_idle, window);
  close_window (window);

  g_string_replace (changed, "first = 1", "first = 9", 0);
  other = write_file ("bound.json", changed->str);
  window = open_window (other);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (FALSE);
  close_window (window);
}

/* A file whose content no other test knows. */
static char *
write_script (const char *name, const char *code)
{
  g_autofree char *text =
      g_strdup_printf ("{\"schema\": \"crewai.flow/v1\", \"name\": \"%s\", \"methods\": "
                       "{\"begin\": {\"start\": true, \"do\": {\"call\": "
                       "\"script\", \"code\": \"%s\"}}}}",
                       name, code);

  return write_file (name, text);
}

static void
save (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
}

static void
set_code (TroupeWindow *window, const char *method, const char *key, const char *text)
{
  const char *const path[] = { "methods", method, "do", key, NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, &error));
  g_assert_no_error (error);
}

static void
run_and_allow (TroupeWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_idle, window);
}

/* Asked for the file at @path when it is opened and run. */
static gboolean
asks_for (const char *path)
{
  TroupeWindow *window = open_window (path);
  TroupePage *page = _troupe_window_get_page (window);
  gboolean asks;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  asks = find_consent () != NULL;
  if (asks)
    answer_consent (FALSE);
  else
    {
      g_assert_true (troupe_page_is_running (page));
      wait_until (is_idle, window);
    }
  close_window (window);
  return asks;
}

/* What a person changes and saves here is not asked about again, in this window and in later ones. */
static void
test_saved_here (void)
{
  g_autofree char *path = write_script ("saved-here.json", "return 1");
  g_autofree char *other = NULL;
  TroupeWindow *window = open_window (path);

  run_and_allow (window);
  set_code (window, "begin", "code", "return 'edited'");
  save (window);
  close_window (window);
  g_assert_false (asks_for (path));

  /* Without a run in between. */
  window = open_window (path);
  set_code (window, "begin", "code", "return 'edited again'");
  save (window);
  set_code (window, "begin", "code", "return 'and again'");
  save (window);
  close_window (window);
  g_assert_false (asks_for (path));

  other = write_script ("saved-here.json", "return 2");
  g_assert_true (asks_for (path));
}

/* What nobody agreed to is not agreed to by being saved. */
static void
test_saved_without_consent (void)
{
  g_autofree char *path = write_script ("never-agreed.json", "return 1");
  g_autofree char *folder = get_folder ();
  TroupeWindow *window = open_window (path);

  set_code (window, "begin", "code", "return 'never agreed'");
  save (window);
  g_assert_cmpint (troupe_rights_get_granted_python (folder, get_digest (window)), ==,
                   TROUPE_PYTHON_PERMIT_NOTHING);
  g_assert_false (troupe_rights_were_granted (folder, get_digest (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (FALSE);
  save (window);
  g_assert_false (troupe_rights_were_granted (folder, get_digest (window)));
  close_window (window);
  g_assert_true (asks_for (path));
}

/* Who agreed to a script has not agreed to a function of some module, nor to a model's host. */
static void
test_saved_with_more (void)
{
  static const char *const more[] = {
    "{\"call\": \"code\", \"ref\": \"os:getcwd\"}",
    "{\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\", "
    "\"input\": \"i\", \"llm\": \"openai/gpt-4.1-mini\"}}",
  };
  const char *const path_of_more[] = { "methods", "more", NULL };
  g_autofree char *folder = get_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (more); i++)
    {
      g_autofree char *path = write_script ("more.json", "return 1");
      g_autofree char *text = g_strdup_printf ("{\"listen\": \"begin\", \"do\": %s}", more[i]);
      g_autoptr (JsonNode) value = json_from_string (text, NULL);
      g_autoptr (GError) error = NULL;
      TroupeWindow *window = open_window (path);
      TroupePythonPermissions granted;

      gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      if (find_consent () != NULL)
        answer_consent (TRUE);
      wait_until (is_idle, window);
      g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path_of_more,
                                          value, "Edit", NULL, &error));
      g_assert_no_error (error);
      save (window);
      granted = troupe_rights_get_granted_python (folder, get_digest (window));
      g_assert_cmpint (granted & TROUPE_PYTHON_PERMIT_CODE, ==, 0);
      if (i == 1)
        g_assert_false (troupe_rights_were_granted (folder, get_digest (window)));
      close_window (window);
      g_setenv ("OPENAI_API_KEY", "sk-test", TRUE);
      g_assert_true (asks_for (path));
      g_unsetenv ("OPENAI_API_KEY");
    }
}

static const char failing_flow[] = "schema: crewai.flow/v1\n"
                                   "name: Failing\n"
                                   "methods:\n"
                                   "  begin:\n"
                                   "    start: true\n"
                                   "    do:\n"
                                   "      call: script\n"
                                   "      code: |\n"
                                   "        print('hello from it')\n"
                                   "        numbers = [1]\n"
                                   "        return numbers[7]\n";

static gboolean
has_place_button (gpointer user_data)
{
  return find_labelled (GTK_WIDGET (user_data), "Show in the Flow") != NULL;
}

/* What Python raised is shown, and the button beside it leads to the line of the script. */
static void
test_failure_leads_to_its_line (void)
{
  g_autofree char *path = write_file ("failing.yaml", failing_flow);
  g_autofree char *texts = NULL;
  TroupeWindow *window = open_window (path);
  GtkWidget *focus;
  GtkTextBuffer *buffer;
  GtkTextIter cursor;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (is_idle, window);
  wait_until (has_place_button, window);
  texts = list_texts (GTK_WIDGET (troupe_page_get_monitor (_troupe_window_get_page (window))));
  g_assert_nonnull (strstr (texts, "IndexError"));
  g_assert_nonnull (strstr (texts, "return numbers[7]"));
  g_signal_emit_by_name (find_labelled (GTK_WIDGET (window), "Show in the Flow"), "clicked");
  focus = gtk_root_get_focus (GTK_ROOT (window));
  g_assert_true (GTK_IS_TEXT_VIEW (focus));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (focus));
  gtk_text_buffer_get_iter_at_mark (buffer, &cursor, gtk_text_buffer_get_insert (buffer));
  g_assert_cmpint (gtk_text_iter_get_line (&cursor), ==, 2);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-consent/shows-the-code", test_shows_the_code);
  g_test_add_func ("/window-consent/refused-runs-nothing", test_refused_runs_nothing);
  g_test_add_func ("/window-consent/other-consent-is-none", test_other_consent_is_none);
  g_test_add_func ("/window-consent/without-a-file", test_without_a_file);
  g_test_add_func ("/window-consent/bound-to-the-content", test_is_bound_to_the_content);
  g_test_add_func ("/window-consent/saved-here", test_saved_here);
  g_test_add_func ("/window-consent/saved-without-consent", test_saved_without_consent);
  g_test_add_func ("/window-consent/saved-with-more", test_saved_with_more);
  g_test_add_func ("/window-consent/failure-leads-to-its-line", test_failure_leads_to_its_line);
  return window_test_run ();
}
