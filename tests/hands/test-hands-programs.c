/* test-hands-programs.c: permission to change programs, granted and taken back by real clicks
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-canvas-scene.h"
#include "troupe-canvas.h"
#include "troupe-consent-dialog.h"
#include "troupe-page-files.h"
#include "troupe-python.h"
#include "troupe-store.h"

#define TITLE "Also Change Other Files"

static const char crew_text[] =
    "{\"name\": \"%s\", \"agents\": [\"helper\"], \"tasks\": [{\"name\": \"help\", "
    "\"description\": \"Help me.\", \"expected_output\": \"Help\", \"agent\": \"helper\"}]}";

/* Its server creates a document and a program, and ends. The files of the folder are a part of the consent to a command of a shell, so that both
 * are removed after each run. */
static const char agent_text[] =
    "{\"role\": \"Helper\", \"goal\": \"Help\", \"backstory\": \"b\", "
    "\"llm\": \"mock/echo\", "
    "\"mcps\": [{\"command\": \"sh\", \"args\": [\"-c\", \"N=%s; touch $N.txt; touch $N.py; exit "
    "3\"]}]}";

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  char *data;
  char *program;
} Fixture;

/* @name: of the crew, and of its folder */
static void
open_crew (Fixture *self, const char *name)
{
  g_autofree char *crew_name = g_strdup_printf ("%s/crew.jsonc", name);
  g_autofree char *agent_name = g_strdup_printf ("%s/agents/helper.jsonc", name);
  g_autofree char *output_name = g_strdup_printf ("%s/output/own.txt", name);
  g_autofree char *output = NULL;
  g_autofree char *text = g_strdup_printf (crew_text, name);
  g_autofree char *crew = write_file (crew_name, text);
  g_autofree char *folder = g_path_get_dirname (crew);
  g_autofree char *start = NULL;
  g_autofree char *agent = NULL;
  g_autofree char *agent_path = NULL;

  start = g_build_filename (folder, "output", "made", NULL);
  output = write_file (output_name, "");
  self->data = g_strconcat (start, ".txt", NULL);
  self->program = g_strconcat (start, ".py", NULL);
  agent = g_strdup_printf (agent_text, start);
  agent_path = write_file (agent_name, agent);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  self->window = open_still_window (crew);
  self->page = troupe_window_get_page (self->window);
  hands_wait_frame (GTK_WIDGET (self->window));
}

static void
close_crew (Fixture *self)
{
  close_window (self->window);
  g_free (self->data);
  g_free (self->program);
}

static gboolean
is_active (gpointer window)
{
  return gtk_window_is_active (window);
}

/* Returns TRUE if the server has created the document, and the run has ended. */
static gboolean
has_ended (gpointer user_data)
{
  Fixture *self = user_data;

  return g_file_test (self->data, G_FILE_TEST_EXISTS) && !troupe_page_is_running (self->page);
}

/* Returns TRUE if the permission is stored for some content. */
static gboolean
is_stored (gpointer user_data)
{
  g_autofree char *folder = troupe_store_get_default_folder ();
  g_autofree char *file = g_build_filename (folder, "consents", NULL);
  g_autofree char *text = NULL;

  return g_file_get_contents (file, &text, NULL, NULL) && strstr (text, " programs") != NULL;
}

static gboolean
is_not_stored (gpointer user_data)
{
  return !is_stored (user_data);
}

/* Returns the switch for the permission. */
static GtkWidget *
find_switch (GtkWidget *dialog)
{
  GtkWidget *row = hands_find_row (dialog, TITLE);
  GtkWidget *toggle = row != NULL ? hands_find_type (row, GTK_TYPE_SWITCH) : NULL;

  g_assert_nonnull (toggle);
  g_assert_true (gtk_widget_get_mapped (toggle));
  return toggle;
}

static GtkWidget *
wait_for_dialog (void)
{
  wait_until (has_consent_dialog, NULL);
  hands_wait_frame (GTK_WIDGET (find_consent ()));
  return GTK_WIDGET (find_consent ());
}

static void
press_run (Fixture *self)
{
  wait_until (is_active, self->window);
  hands_key (GDK_KEY_F5, 0);
}

/* Waits for the end of the run. Returns whether the program was created. */
static gboolean
wait_for_program (Fixture *self)
{
  wait_until (has_ended, self);
  g_assert_cmpint (g_unlink (self->data), ==, 0);
  return g_unlink (self->program) == 0;
}

/* Runs what was allowed. Returns the same. */
static gboolean
run_again (Fixture *self)
{
  gboolean is_created;

  press_run (self);
  is_created = wait_for_program (self);
  g_assert_null (find_consent ());
  return is_created;
}

/* Asserts whether the lines and the summary of the folders in which something is written say what may be written there. */
static void
assert_limit (gboolean may_change_programs)
{
  GtkWidget *dialog = GTK_WIDGET (find_consent ());

  g_assert_cmpint (shows_text (dialog, "“output” only"), ==, !may_change_programs);
  g_assert_cmpint (shows_text (dialog, "reads, creates and replaces files"), ==,
                   may_change_programs);
}

static gboolean
accepts_click (gpointer toggle)
{
  return gtk_widget_is_sensitive (toggle);
}

/* Turns the switch in the list of permissions, which accepts clicks after a moment. */
static void
turn_later (Fixture *self, gboolean is_on)
{
  GtkWidget *toggle;

  wait_until (is_active, self->window);
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.permissions", NULL);
  toggle = find_switch (wait_for_dialog ());
  g_assert_cmpint (gtk_switch_get_active (GTK_SWITCH (toggle)), ==, !is_on);
  assert_limit (!is_on);
  wait_until (accepts_click, toggle);
  hands_click_middle (toggle);
  wait_until (is_on ? is_stored : is_not_stored, NULL);
  assert_limit (is_on);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog, NULL);
}

/* The permission is off at first, granted later, and taken back. */
static void
test_later (void)
{
  Fixture self = { NULL };

  open_crew (&self, "later");
  press_run (&self);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (find_switch (wait_for_dialog ()))));
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  g_assert_false (wait_for_program (&self));
  g_assert_false (run_again (&self));
  turn_later (&self, TRUE);
  g_assert_true (run_again (&self));
  turn_later (&self, FALSE);
  g_assert_false (run_again (&self));
  close_crew (&self);
}

static gboolean
is_on (gpointer toggle)
{
  return gtk_switch_get_active (toggle);
}

static gboolean
looked_cb (GSignalInvocationHint *hint, guint n, const GValue *values, gpointer n_looks)
{
  ++*(guint *) n_looks;
  return TRUE;
}

static gboolean
has_looked (gpointer n_looks)
{
  return *(guint *) n_looks > 0;
}

static const char own_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"own\", \"methods\": {\"ask\": {\"start\": true, "
    "\"do\": {\"call\": \"agent\", \"with\": {\"role\": \"r\", \"goal\": \"flow.json\", "
    "\"backstory\": \"made.py\", \"llm\": \"mock/echo\", \"input\": \"Hello\"}}}, \"write\": "
    "{\"listen\": \"ask\", \"do\": {\"call\": \"script\", \"code\": "
    "\"open('made.py', 'w').close()\"}}}}";

static TroupeCanvasState
get_state (TroupeWindow *window, const char *name)
{
  TroupeCanvas *canvas = TROUPE_CANVAS (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));

  return troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (canvas), name)->state;
}

/* A program that the run itself has written, and that the document names, does not make its results out of date. */
static void
test_own_work (void)
{
  g_autofree char *path = write_file ("own/flow.json", own_text);
  g_autofree char *program = write_file ("own/made.py", "# old\n");
  g_autofree char *content = NULL;
  Fixture self = { open_still_window (path) };
  GtkWidget *toggle;
  guint n_looks = 0;
  guint changed;
  gulong hook;

  hands_wait_frame (GTK_WIDGET (self.window));
  changed = g_signal_lookup ("changed", TROUPE_TYPE_PAGE_FILES);
  hook = g_signal_add_emission_hook (changed, 0, looked_cb, &n_looks, NULL);
  press_run (&self);
  toggle = find_switch (wait_for_dialog ());
  /* It may be out of view. */
  wait_until (accepts_click, toggle);
  gtk_widget_grab_focus (toggle);
  hands_key (GDK_KEY_space, 0);
  wait_until (is_on, toggle);
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  wait_until (has_looked, &n_looks);
  g_assert_true (g_file_get_contents (program, &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "");
  hands_settle ();
  g_assert_cmpint (get_state (self.window, "write"), ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_state (self.window, "ask"), ==, TROUPE_CANVAS_STATE_DONE);
  g_signal_remove_emission_hook (changed, hook);
  close_window (self.window);
}

static const char caught_text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"caught\", "
                                  "\"methods\": {\"write\": {\"start\": true, "
                                  "\"do\": {\"call\": \"script\", \"code\": \"try:\\n  "
                                  "open('report.md', 'w').write('x')\\nexcept "
                                  "OSError:\\n  pass\\nreturn 'saved'\"}}}}";

static gboolean
tells_refusal (gpointer window)
{
  return shows_text (window, "report.md” was refused. Without");
}

/* A run that ends well although it was not allowed to write says so, and leads to the permissions. */
static void
test_caught (void)
{
  g_autofree char *path = write_file ("caught/flow.json", caught_text);
  Fixture self = { open_still_window (path) };

  hands_wait_frame (GTK_WIDGET (self.window));
  press_run (&self);
  wait_for_dialog ();
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  wait_until (tells_refusal, self.window);
  g_assert_cmpint (get_state (self.window, "write"), ==, TROUPE_CANVAS_STATE_DONE);
  hands_click_found (find_labelled, GTK_WIDGET (self.window), "Permissions…");
  find_switch (wait_for_dialog ());
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog, NULL);
  close_window (self.window);
}

static const char failing_text[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"failing\", "
                                   "\"methods\": {\"write\": {\"start\": true, "
                                   "\"do\": {\"call\": \"script\", \"code\": "
                                   "\"open('report.md', 'w')\"}}}}";
static const char calling_text[] =
    "{\"agents\": [\"writer\"], \"tasks\": [{\"name\": \"report\", \"description\": \"Report\", "
    "\"expected_output\": \"A line\", \"agent\": \"writer\"}]}";
static const char writer_text[] =
    "{\"role\": \"Writer\", \"goal\": \"Write\", \"backstory\": \"\", \"tools\": "
    "[\"custom:report\"], "
    "\"llm\": \"mock/say:Thought: I write.\\nAction: report\\nAction Input: {}\"}";
static const char tool_text[] = "from crewai.tools import BaseTool\n"
                                "class Report(BaseTool):\n"
                                "    name: str = 'report'\n"
                                "    description: str = 'Writes.'\n"
                                "    def _run(self) -> str:\n"
                                "        open('report.md', 'w')\n";

static gboolean
tells_failure (gpointer window)
{
  return shows_text (window, "may write only in the folder “output”") &&
         shows_text (window, "failed");
}

/* A run that fails because it was not allowed to write says why, and leads to the permissions. */
static void
assert_failed_write (const char *path)
{
  Fixture self = { open_still_window (path) };

  hands_wait_frame (GTK_WIDGET (self.window));
  press_run (&self);
  wait_for_dialog ();
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  wait_until (tells_failure, self.window);
  hands_click_found (find_labelled, GTK_WIDGET (self.window), "Permissions…");
  find_switch (wait_for_dialog ());
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog, NULL);
  close_window (self.window);
}

static void
test_failed (void)
{
  g_autofree char *flow = write_file ("failing/flow.json", failing_text);
  g_autofree char *crew = write_file ("calling/crew.jsonc", calling_text);
  g_autofree char *agent = write_file ("calling/agents/writer.jsonc", writer_text);
  g_autofree char *tool = write_file ("calling/tools/report.py", tool_text);

  assert_failed_write (flow);
  assert_failed_write (crew);
}

/* It is granted in the question before the first run, and stored. Another document has it not. */
static void
test_at_once (void)
{
  Fixture self = { NULL };
  Fixture other = { NULL };
  GtkWidget *toggle;

  open_crew (&self, "once");
  press_run (&self);
  toggle = find_switch (wait_for_dialog ());
  wait_until (accepts_click, toggle);
  hands_click_middle (toggle);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (toggle)));
  hands_click_found (find_labelled, GTK_WIDGET (find_consent ()), "Allow and Run");
  g_assert_true (wait_for_program (&self));
  wait_until (is_stored, NULL);
  g_assert_true (run_again (&self));
  close_crew (&self);
  open_crew (&other, "other");
  press_run (&other);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (find_switch (wait_for_dialog ()))));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog, NULL);
  close_crew (&other);
}

int
main (int argc, char **argv)
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  if (!troupe_python_has_sandbox ())
    {
      g_print ("1..0 # SKIP there is no sandbox\n");
      return 77;
    }
  g_test_add_func ("/hands/programs/later", test_later);
  g_test_add_func ("/hands/programs/at-once", test_at_once);
  g_test_add_func ("/hands/programs/own-work", test_own_work);
  g_test_add_func ("/hands/programs/caught", test_caught);
  g_test_add_func ("/hands/programs/failed", test_failed);
  return window_test_run ();
}
