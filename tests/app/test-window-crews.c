/* test-window-crews.c: a crew of a flow becomes a project, and back
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "window-test.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"f\", \"methods\": {\"begin\": {\"start\": true, "
    "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, \"work\": {\"listen\": \"begin\", "
    "\"do\": {\"call\": \"crew\", \"with\": {\"name\": \"c\", \"agents\": {\"one\": {\"role\": "
    "\"One\", \"goal\": \"g\", \"backstory\": \"b\"}}, \"tasks\": [{\"name\": \"t\", "
    "\"description\": \"d\", \"expected_output\": \"o\", \"agent\": \"one\"}]}}}}}\n";

static gboolean
is_offered (TroupeFlowContent *content, const char *action)
{
  return g_action_group_get_action_enabled (
      troupe_flow_crews_get_actions (troupe_flow_content_get_crews (content)), action);
}

static const TroupeFlowAction *
get_crew (TroupeWindow *window)
{
  return troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "work")
      ->action;
}

/* What fits the method is offered; each way is one step of undo, and the files stay. */
static void
test_both_ways (void)
{
  g_autofree char *path = write_file ("with-crew.json", flow);
  g_autofree char *around = g_path_get_dirname (path);
  g_autofree char *folder = g_build_filename (around, "made", NULL);
  g_autofree char *crew = g_build_filename (folder, "crew.jsonc", NULL);
  g_autofree char *agent = g_build_filename (folder, "agents", "one.jsonc", NULL);
  g_autofree char *now = NULL;
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeFlowContent *content = TROUPE_FLOW_CONTENT (troupe_page_get_content (page));
  TroupeFlowCrews *crews = troupe_flow_content_get_crews (content);

  troupe_editor_select_method (get_editor (page), "begin");
  g_assert_false (is_offered (content, "make-project"));
  g_assert_false (is_offered (content, "put-inline"));
  troupe_editor_select_method (get_editor (page), "work");
  g_assert_true (is_offered (content, "make-project"));
  g_assert_false (is_offered (content, "put-inline"));

  g_assert_true (troupe_flow_crews_make_project (crews, "work", folder));
  g_assert_nonnull (get_crew (window)->reference);
  g_assert_true (g_file_test (crew, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_test (agent, G_FILE_TEST_IS_REGULAR));
  g_assert_false (is_offered (content, "make-project"));
  g_assert_true (is_offered (content, "put-inline"));
  /* The flow's own file is written when it is saved. */
  g_assert_true (g_file_get_contents (path, &now, NULL, NULL));
  g_assert_cmpstr (now, ==, flow);

  g_assert_true (troupe_flow_crews_put_inline (crews, "work"));
  g_assert_null (get_crew (window)->reference);
  g_assert_true (g_file_test (crew, G_FILE_TEST_IS_REGULAR));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_nonnull (get_crew (window)->reference);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  g_assert_null (get_crew (window)->reference);
  /* Where there is a crew already nothing is written, and the flow stays. */
  g_assert_false (troupe_flow_crews_make_project (crews, "work", folder));
  g_assert_null (get_crew (window)->reference);
  close_window (window);
}

int
main (int argc, char **argv)
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/app/crews/both-ways", test_both_ways);
  return window_test_run ();
}
