/* test-window-python.c: opening Python flows with the consent of the user
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "../test-wait.h"
#include "troupe-run-factory.h"
#include "window-test.h"

/* Stands in for CrewAI, so that the test does not depend on it. */
static const char fake_crewai[] =
    "class FlowDefinition:\n"
    "    persist = None\n"
    "    methods = {}\n"
    "    def __init__(self, content):\n"
    "        self.content = content\n"
    "    def model_dump(self, **_options):\n"
    "        return self.content\n"
    "def start():\n"
    "    return lambda method: method\n"
    "class Flow:\n"
    "    @classmethod\n"
    "    def flow_definition(cls):\n"
    "        ref = f'{cls.__module__}:{cls.__qualname__}.begin'\n"
    "        return FlowDefinition({'schema': 'crewai.flow/v1', 'name': cls.__name__, 'methods':\n"
    "            {'begin': {'start': True, 'do': {'call': 'code', 'ref': ref}}}})\n";

static const char python_flow[] =
    "import os; os.makedirs('output', exist_ok=True); open('output/ran.txt', 'a').write('x')\n"
    "from crewai.flow import Flow, start\n"
    "class Talk(Flow):\n"
    "    @start()\n"
    "    def begin(self): return 'hello'\n";

static const char agents[] = "writer: {role: Writer, goal: Write, backstory: b}\n";
static const char tasks[] = "write: {description: Write., expected_output: Text, agent: writer}\n";

/* Writes a project with a flow. (transfer full): its folder */
static char *
write_project (const char *name, const char *source)
{
  g_autofree char *inner = g_build_filename (name, "crewai", NULL);
  g_autofree char *mark = write_file ("mark", "");
  g_autofree char *above = g_path_get_dirname (mark);
  g_autofree char *folder = g_build_filename (above, inner, NULL);
  const char *const names[] = { "crewai/__init__.py", "crewai/flow.py", "main.py" };
  const char *const texts[] = { "", fake_crewai, source };

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *file = g_build_filename (name, names[i], NULL);
      g_autofree char *path = write_file (file, texts[i]);
    }
  return g_path_get_dirname (folder);
}

static void
open_path (TroupeWindow *window, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  troupe_window_open_file (window, file);
}

/* Returns TRUE if a message contains the text. */
static gboolean
has_message (gpointer user_data)
{
  return has_dialog (NULL) &&
         strstr (adw_message_dialog_get_body (find_dialog ()), user_data) != NULL;
}

static void
assert_ran (const char *folder, gboolean ran)
{
  g_autofree char *path = g_build_filename (folder, "output", "ran.txt", NULL);

  g_assert_cmpint (g_file_test (path, G_FILE_TEST_EXISTS), ==, ran);
}

/* Nothing is executed before the user agrees, and nothing if the user refuses. A file that is executed
 * writes one more letter, so that an execution that was started too early is seen after the last one. */
static void
test_refused (void)
{
  /* The consent to one content is valid for its copies. */
  g_autofree char *source = g_strconcat ("# Asks twice.\n", python_flow, NULL);
  g_autofree char *folder = write_project ("refused", source);
  g_autofree char *path = g_build_filename (folder, "main.py", NULL);
  TroupeWindow *window = open_window (NULL);
  const char *const paths[] = { folder, path };
  g_autofree char *written = g_build_filename (folder, "output", "ran.txt", NULL);
  g_autofree char *letters = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      open_path (window, paths[i]);
      wait_until (has_consent_dialog, NULL);
      assert_ran (folder, FALSE);
      answer_consent (FALSE);
      assert_ran (folder, FALSE);
      g_assert_null (troupe_window_get_page (window));
    }
  open_path (window, path);
  wait_until (has_consent_dialog, NULL);
  g_assert_nonnull (find_labelled (GTK_WIDGET (find_consent ()), "Allow and Open"));
  g_assert_true (shows_text (GTK_WIDGET (find_consent ()), "Allow This File to Be Opened?"));
  answer_consent (TRUE);
  wait_until (has_page, window);
  g_assert_true (g_file_get_contents (written, &letters, NULL, NULL));
  g_assert_cmpstr (letters, ==, "x");
  close_window (window);
}

/* The declaration is opened as a new document, which is located next to the code. The same content
 * is not asked about again. */
static void
test_opened (void)
{
  g_autofree char *folder = write_project ("opened", python_flow);
  TroupeWindow *window = open_window (NULL);
  TroupeDocument *document;
  g_autofree char *title = NULL, *text = NULL, *place = NULL;
  g_autoptr (TroupeRunFactory) factory = NULL;

  open_path (window, folder);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (has_page, window);
  assert_ran (folder, TRUE);
  document = TROUPE_DOCUMENT (get_document (window));
  title = troupe_document_get_title (document);
  g_assert_cmpstr (title, ==, "Talk");
  g_assert_null (troupe_document_get_path (document));
  g_assert_false (troupe_document_is_own (document));
  g_assert_true (troupe_document_is_modified (document));
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_dialog, NULL);
  g_assert_true (shows_text (GTK_WIDGET (find_dialog ()), "Save Changes to “Talk”?"));
  answer_dialog ("cancel");
  text = troupe_document_to_text (document, NULL);
  g_assert_nonnull (strstr (text, "main:Talk.begin"));
  factory = troupe_run_factory_new (document);
  place = troupe_run_factory_find_folder (factory);
  g_assert_cmpstr (place, ==, folder);

  open_path (window, folder);
  test_wait_until (find_consent () != NULL || adw_tab_view_get_n_pages (window->tab_view) >= 2);
  g_assert_null (find_consent ());
  close_window (window);
}

/* A file that fails says why, and opens nothing. */
static void
test_failed (void)
{
  g_autofree char *source = g_strconcat (python_flow, "raise ValueError('no such luck')\n", NULL);
  g_autofree char *folder = write_project ("failed", source);
  TroupeWindow *window = open_window (NULL);

  open_path (window, folder);
  wait_until (has_consent_dialog, NULL);
  answer_consent (TRUE);
  wait_until (has_message, (gpointer) "no such luck");
  answer_dialog ("close");
  g_assert_null (troupe_window_get_page (window));
  close_window (window);
}

/* A flow with mistakes beside the code is opened with its mistakes; the code is not offered instead. */
static void
test_broken (void)
{
  g_autofree char *folder = write_project ("broken", python_flow);
  g_autofree char *flow = write_file ("broken/flow.yaml", "schema: crewai.flow/v1\nname: [x\n");
  TroupeWindow *window = open_window (NULL);

  open_path (window, folder);
  wait_until (has_page, window);
  g_assert_null (find_consent ());
  g_assert_cmpstr (troupe_document_get_path (
                       troupe_page_get_document (troupe_window_get_page (window))),
                   ==, flow);
  assert_ran (folder, FALSE);
  close_window (window);
}

/* A project that also contains crews offers to import them, which executes nothing. */
static void
test_crews (void)
{
  g_autofree char *folder = write_project ("both", python_flow);
  g_autofree char *first = write_file ("both/agents.yaml", agents);
  g_autofree char *second = write_file ("both/tasks.yaml", tasks);
  TroupeWindow *window = open_window (NULL);

  open_path (window, folder);
  wait_until (has_message, (gpointer) "classic crews");
  answer_dialog ("crews");
  wait_until (has_page, window);
  g_assert_null (find_consent ());
  assert_ran (folder, FALSE);
  close_window (window);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window/python/refused", test_refused);
  g_test_add_func ("/window/python/opened", test_opened);
  g_test_add_func ("/window/python/failed", test_failed);
  g_test_add_func ("/window/python/broken", test_broken);
  g_test_add_func ("/window/python/crews", test_crews);
  return window_test_run ();
}
