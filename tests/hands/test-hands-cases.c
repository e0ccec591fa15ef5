/* test-hands-cases.c: the tests of a document, and search in a value, by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-cases-page.h"
#include "troupe-test-file.h"
#include "troupe-value-tree.h"

#define FLOW                                                                                       \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"state\": {\"type\": \"dict\", "             \
  "\"default\": {\"topic\": \"Sun\"}}, \"x-troupe\": {\"asked\": []}, \"methods\": {\"a\": "       \
  "{\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"'About ' + state.topic\"}}}}"
#define TESTS                                                                                      \
  "{\"cases\": [{\"name\": \"good\", \"expect\": [\"text == 'About Sun'\"]}, {\"name\": "          \
  "\"bad\", \"expect\": [\"text == 'About Rain'\"]}]}"

static TroupeWindow *
open_flow (const char *name, const char *tests)
{
  g_autofree char *path = write_file (name, FLOW);
  g_autofree char *beside = troupe_test_file_find_beside (path);
  TroupeWindow *window = NULL;

  if (tests != NULL)
    g_assert_true (g_file_set_contents (beside, tests, -1, NULL));
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static gboolean
has_cases_page (gpointer user_data)
{
  return hands_find_type (user_data, TROUPE_TYPE_CASES_PAGE) != NULL;
}

static gboolean
shows_cases (gpointer user_data)
{
  return hands_find_label (user_data, "2 cases, not run yet") != NULL;
}

static gboolean
shows_failed (gpointer user_data)
{
  return hands_find_label (user_data, "✕  failed") != NULL &&
         hands_find_label (user_data, "✓  passed") != NULL;
}

static gboolean
shows_reason (gpointer user_data)
{
  return shows_text (user_data, "“text == 'About Rain'” is false. text is \"About Sun\".");
}

static gboolean
is_back (gpointer user_data)
{
  return !has_cases_page (user_data);
}

static gboolean
has_palette (gpointer user_data)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (user_data));

  return focus != NULL && GTK_IS_TEXT (focus);
}

/* The page is opened by its name, its cases are run by a button, and one of them is selected. Escape returns. */
static void
test_run (void)
{
  TroupeWindow *window = open_flow ("cases.json", TESTS);

  hands_key (GDK_KEY_k, GDK_CONTROL_MASK);
  wait_until (has_palette, window);
  hands_type ("tests");
  hands_key (GDK_KEY_Return, 0);
  wait_until (has_cases_page, window);
  wait_until (shows_cases, window);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Run All");
  wait_until (shows_failed, window);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label, GTK_WIDGET (window), "bad");
  wait_until (shows_reason, window);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (is_back, window);
  close_window (window);
}

static gboolean
has_run (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));
  TroupePageRun *running = troupe_page_content_get_run (content);

  return troupe_page_run_get_started (running) != 0 && !troupe_page_run_is_under_way (running);
}

static gboolean
has_entry (gpointer user_data)
{
  GtkWidget *entry = hands_find_type (user_data, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (user_data));

  return entry != NULL && focus != NULL && gtk_widget_is_ancestor (focus, entry) &&
         gtk_widget_get_ancestor (entry, TROUPE_TYPE_VALUE_TREE) != NULL;
}

static gboolean
has_found (gpointer user_data)
{
  return hands_find_label (user_data, "1 of 1") != NULL ||
         hands_find_label (user_data, "1 of 2") != NULL;
}

/* Ctrl+F in a tree of values searches the tree, and not the flow. */
static void
test_find (void)
{
  TroupeWindow *window = open_flow ("find.json", NULL);
  GtkWidget *page = GTK_WIDGET (troupe_window_get_page (window));

  hands_key (GDK_KEY_F5, 0);
  wait_until (has_run, window);
  hands_click_found (hands_find_label, page, "Data");
  hands_wait_frame (page);
  hands_click_found (hands_find_label, page, "outputs");
  hands_key (GDK_KEY_f, GDK_CONTROL_MASK);
  wait_until (has_entry, window);
  hands_type ("about sun");
  wait_until (has_found, page);
  close_window (window);
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
  g_test_add_func ("/hands/cases/run", test_run);
  g_test_add_func ("/hands/cases/find", test_find);
  return window_test_run ();
}
