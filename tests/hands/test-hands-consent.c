/* test-hands-consent.c: consent dialog for a hostile crew, which is refused, allowed and changed by
 * real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-crew-content.h"
#include "troupe-python.h"

static const char crew_text[] =
    "{\"name\": \"helper <b>bold</b>\", \"agents\": [\"helper\"], \"tasks\": [{\"name\": \"help\", "
    "\"description\": \"Help me.\", \"expected_output\": \"Help\", \"agent\": \"helper\", "
    "\"guardrail\": {\"python\": \"checks.look\"}, \"tools\": [\"custom:units\", "
    "\"ScrapeWebsiteTool\"], \"output_file\": \"out/page.md\"}]}";

static const char plain_text[] =
    "{\"name\": \"helper\", \"agents\": [\"helper\"], \"tasks\": [{\"name\": \"help\", "
    "\"description\": \"Help me.\", \"expected_output\": \"Help\", \"agent\": \"helper\"}]}";

/* The placeholders %s are two marker files that the server's program creates, one next to the
 * document and one in the home folder. */
static const char agent_text[] =
    "{\"role\": \"Helper\", \"goal\": \"Help\", \"backstory\": \"b\", \"llm\": \"mock/echo\", "
    "\"mcps\": [{\"command\": \"sh\", \"args\": [\"-c\", \"touch %s; touch %s; exit 3\"], \"env\": "
    "{\"SECRET_TOKEN\": \"x\"}}, {\"url\": \"http://127.0.0.1:1/mcp\"}]}";

static const char code_text[] = "open(%s, 'w')\n"
                                "def look(output):\n"
                                "    return (True, output.raw)\n";

typedef struct
{
  TroupeWindow *window;
  TroupePage *page;
  char *crew;
  char *agent;
  char *beside; /* marker that its program may write */
  char *home;   /* marker that it may not write */
} Hostile;

static void
open_hostile (Hostile *hostile, const char *text)
{
  g_autofree char *folder = NULL;
  g_autofree char *agent = NULL;
  g_autofree char *code = NULL;
  g_autofree char *checks = NULL;
  g_autofree char *units = NULL;
  g_autofree char *output = NULL;

  hostile->crew = write_file ("hostile/crew.jsonc", text);
  folder = g_path_get_dirname (hostile->crew);
  hostile->beside = g_build_filename (folder, "output", "beside.txt", NULL);
  output = write_file ("hostile/output/own.txt", "");
  hostile->home = g_build_filename (g_get_home_dir (), "marked", NULL);
  agent = g_strdup_printf (agent_text, hostile->beside, hostile->home);
  hostile->agent = write_file ("hostile/agents/helper.jsonc", agent);
  code = g_strdup_printf (code_text, "'beside-too'");
  checks = write_file ("hostile/checks.py", code);
  units = write_file ("hostile/tools/units.py", code);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  hostile->window = open_still_window (hostile->crew);
  hostile->page = troupe_window_get_page (hostile->window);
  g_assert_nonnull (troupe_crew_content_of (hostile->page));
  hands_wait_frame (GTK_WIDGET (hostile->window));
}

static void
close_hostile (Hostile *hostile)
{
  close_window (hostile->window);
  g_free (hostile->crew);
  g_free (hostile->agent);
  g_free (hostile->beside);
  g_free (hostile->home);
}

static gboolean
is_marked (Hostile *hostile)
{
  return g_file_test (hostile->beside, G_FILE_TEST_EXISTS) ||
         g_file_test (hostile->home, G_FILE_TEST_EXISTS);
}

static gboolean
is_active (gpointer window)
{
  return gtk_window_is_active (window);
}

static gboolean
has_beside (gpointer user_data)
{
  return g_file_test (((Hostile *) user_data)->beside, G_FILE_TEST_EXISTS);
}

static GtkWidget *
press_run (Hostile *hostile)
{
  wait_until (is_active, hostile->window);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_consent_dialog, NULL);
  hands_wait_frame (GTK_WIDGET (find_consent ()));
  return GTK_WIDGET (find_consent ());
}

static gboolean
is_refused (gpointer page)
{
  g_autofree char *texts = list_texts (page);

  return find_consent () == NULL && strstr (texts, "Nothing was run") != NULL;
}

static gboolean
has_failed (gpointer page)
{
  g_autofree char *texts = list_texts (page);

  return !troupe_page_is_running (page) && strstr (texts, "The run failed") != NULL;
}

static gboolean
is_read_again (gpointer page)
{
  TroupeCrewContent *content = troupe_crew_content_of (page);
  TroupeCrewSubject *subject =
      troupe_crew_editor_get_subject (troupe_crew_content_get_editor (content));
  g_autofree char *text =
      troupe_document_to_text (troupe_crew_subject_get_document (subject), NULL);

  return strstr (text, "Help me now.") != NULL;
}

/* Asserts that the dialog lists everything that the crew could do. */
static void
assert_listed (GtkWidget *dialog)
{
  g_autofree char *texts = list_texts (dialog);
  static const char *const wanted[] = {
    "“helper <b>bold</b>” comes from another source.",
    "sh -c 'touch ",
    "the function checks:look",
    "tools.units:*",
    "Runs 2 files next to the document",
    "References 2 Python objects",
    "Connects to any public web address",
    "127.0.0.1:1",
    "/out/page.md (writes a new file)",
    "Uses 1 folder",
    "Reads 1 variable of the environment",
    "SECRET_TOKEN",
    "Calls 1 model",
  };

  for (guint i = 0; i < G_N_ELEMENTS (wanted); i++)
    {
      g_test_message ("%s", wanted[i]);
      g_assert_nonnull (strstr (texts, wanted[i]));
    }
}

static void
refuse (Hostile *hostile)
{
  press_run (hostile);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_refused, hostile->page);
}

static void
allow (Hostile *hostile)
{
  hands_click_found (find_labelled, press_run (hostile), "Allow and Run");
  wait_until (has_failed, hostile->page);
}

/* The dialog lists everything in advance, and a refused run starts nothing. The consent covers
 * only what was shown: if code next to the document changes, the dialog appears again. */
static void
test_hostile (void)
{
  Hostile hostile = { NULL };
  g_autofree char *code = NULL;
  g_autofree char *written = NULL;

  open_hostile (&hostile, crew_text);
  g_assert_false (is_marked (&hostile));
  assert_listed (press_run (&hostile));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_refused, hostile.page);
  wait_until (is_active, hostile.window);
  hands_click_found (find_labelled, press_run (&hostile), "Cancel");
  wait_until (is_refused, hostile.page);
  g_assert_false (is_marked (&hostile));
  g_assert_false (troupe_page_is_running (hostile.page));

  /* The allowed run fails, because the module does not contain a tool. */
  allow (&hostile);
  code = g_strdup_printf (code_text, "'other'");
  written = write_file ("hostile/tools/units.py", code);
  refuse (&hostile);
  g_assert_false (is_marked (&hostile));
  close_hostile (&hostile);
}

/* The program gets access only to the listed files and the document's folder. The dialog does
 * not appear again until the document changes. */
static void
test_granted (void)
{
  Hostile hostile = { NULL };
  g_auto (GStrv) parts = g_strsplit (plain_text, "Help me.", 2);
  g_autofree char *changed = g_strjoinv ("Help me now.", parts);

  if (!troupe_python_has_sandbox ())
    {
      g_test_skip ("there is no sandbox");
      return;
    }
  open_hostile (&hostile, plain_text);
  allow (&hostile);
  g_assert_true (g_file_test (hostile.beside, G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (hostile.home, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (hostile.beside), ==, 0);
  wait_until (is_active, hostile.window);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_beside, &hostile);
  g_assert_null (find_consent ());
  wait_until (has_failed, hostile.page);
  g_assert_true (g_file_set_contents (hostile.crew, changed, -1, NULL));
  wait_until (is_read_again, hostile.page);
  refuse (&hostile);
  close_hostile (&hostile);
}

/* Returns TRUE if the window shows why the run failed. */
static gboolean
says_refused (gpointer page)
{
  g_autofree char *texts = list_texts (page);

  return has_failed (page) && strstr (texts, "you have not allowed it for this run") != NULL;
}

/* The program of a server is refused alone: it is not started, and the run says why it failed. The answer is for one run, so that the
 * next one asks again, with the switch as it was. */
static void
test_refused_alone (void)
{
  Hostile hostile = { NULL };
  /* Not the text that was allowed before. */
  g_auto (GStrv) parts = g_strsplit (plain_text, "Help me.", 2);
  g_autofree char *text = g_strjoinv ("Help me alone.", parts);
  GtkWidget *dialog, *toggle;

  open_hostile (&hostile, text);
  g_unlink (hostile.beside);
  dialog = press_run (&hostile);
  toggle = hands_find_type (dialog, GTK_TYPE_SWITCH);
  g_assert_nonnull (toggle);
  g_assert_true (gtk_switch_get_active (GTK_SWITCH (toggle)));
  hands_click_middle (toggle);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  g_assert_nonnull (hands_find_label (
      dialog, "What requires an entry that is switched off fails with an error. The other entries "
              "are allowed for this run only."));
  hands_click_found (find_labelled, dialog, "Allow and Run");
  wait_until (says_refused, hostile.page);
  g_assert_false (is_marked (&hostile));

  dialog = press_run (&hostile);
  toggle = hands_find_type (dialog, GTK_TYPE_SWITCH);
  g_assert_false (gtk_switch_get_active (GTK_SWITCH (toggle)));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_refused, hostile.page);
  close_hostile (&hostile);
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
  g_test_add_func ("/hands/consent/hostile", test_hostile);
  g_test_add_func ("/hands/consent/granted", test_granted);
  g_test_add_func ("/hands/consent/refused-alone", test_refused_alone);
  return window_test_run ();
}
