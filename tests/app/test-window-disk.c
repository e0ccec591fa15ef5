/* test-window-disk.c: files that are read-only, changed by other programs, or already open
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <unistd.h>

#include "../test-wait.h"
#include "troupe-crew-edit.h"
#include "troupe-disk-bar.h"
#include "troupe-tree.h"
#include "troupe-versions-view.h"
#include "window-test.h"

#define FLOW(name, method, expression)                                                             \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"" name "\", \"methods\": {\"" method               \
  "\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"" expression "\"}}}}\n"

static gboolean
has_method (gpointer user_data)
{
  const char *const *wanted = user_data;
  TroupeWindow *window = (TroupeWindow *) wanted[0];

  return troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)),
                                  wanted[1]) != NULL;
}

static void
wait_for_method (TroupeWindow *window, const char *name)
{
  gpointer wanted[] = { window, (gpointer) name };

  wait_until (has_method, wanted);
}

static gboolean
has_notice (gpointer user_data)
{
  return troupe_disk_bar_is_shown (
      TROUPE_DISK_BAR (get_disk_bar (troupe_window_get_page (user_data))));
}

static gboolean
has_no_notice (gpointer user_data)
{
  return !has_notice (user_data);
}

static gboolean
is_in_doubt (gpointer user_data)
{
  return troupe_page_disk_is_in_doubt (troupe_page_get_disk (TROUPE_PAGE (user_data)));
}

static gboolean
is_in_no_doubt (gpointer user_data)
{
  return !is_in_doubt (user_data);
}

static gboolean
has_button (gpointer user_data)
{
  gpointer *wanted = user_data;

  return find_labelled (wanted[0], wanted[1]) != NULL;
}

/* Waits for the button before pressing it, because the button may still be appearing. */
static void
press (gpointer widget, const char *label)
{
  gpointer wanted[] = { widget, (gpointer) label };

  wait_until (has_button, wanted);
  g_signal_emit_by_name (find_labelled (widget, label), "clicked");
}

static void
rename_method (TroupeWindow *window, const char *from, const char *to)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (troupe_flow_document_rename_method (get_document (window), from, to, &error));
  g_assert_no_error (error);
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

/* --- Read-only files -------------------------------------------------------------------------- */

static gboolean
says_read_only (gpointer window)
{
  g_autofree char *subtitle = troupe_page_get_subtitle (troupe_window_get_page (window));

  return g_str_has_suffix (subtitle, "read-only");
}

/* The title says that a file cannot be changed, before anything is typed. */
static void
test_read_only_title (void)
{
  static const char text[] = FLOW ("Kept", "a", "1");
  g_autofree char *path = write_file ("read-only-title.json", text);
  TroupeWindow *window;

  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  window = open_window (path);
  wait_until (says_read_only, window);
  close_window (window);
  g_assert_cmpint (g_chmod (path, 0644), ==, 0);
}

static void
test_read_only_file (void)
{
  static const char text[] = FLOW ("Kept", "a", "1");
  g_autofree char *path = write_file ("read-only.json", text);
  TroupeWindow *window = open_window (path);

  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  rename_method (window, "a", "b");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "read-only"));
  answer_dialog ("cancel");
  assert_file (path, text);
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));

  /* The dialog offers to save under another name. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("save-as");
  g_assert_nonnull (window->file_dialog);
  g_assert_true (gtk_native_dialog_get_visible (window->file_dialog));
  gtk_native_dialog_hide (window->file_dialog);
  g_assert_cmpint (g_chmod (path, 0644), ==, 0);
  close_window (window);
}

static void
test_read_only_folder (void)
{
  static const char text[] = FLOW ("Kept", "a", "1");
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "closed", NULL);
  g_autofree char *path = NULL;
  TroupeWindow *window;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  path = write_file ("closed/flow.json", text);
  window = open_window (path);
  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  rename_method (window, "a", "b");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  g_assert_nonnull (strstr (adw_message_dialog_get_body (find_dialog ()), "closed"));
  answer_dialog ("cancel");
  assert_file (path, text);
  g_assert_cmpint (g_chmod (folder, 0700), ==, 0);
  close_window (window);
}

/* --- Changed by another program ---------------------------------------------------------------- */

static void
test_unedited_is_read_again (void)
{
  g_autofree char *path = write_file ("watched.json", FLOW ("Old", "a", "1"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *again = NULL;

  again = write_file ("watched.json", FLOW ("New", "b", "2"));
  wait_for_method (window, "b");
  g_assert_true (troupe_window_get_page (window) == page);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  g_assert_null (find_dialog ());

  /* Undo returns to the previous content, and redo returns to the new content. */
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  wait_for_method (window, "a");
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_method (window, "b");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  assert_file (path, FLOW ("New", "b", "2"));
  close_window (window);
}

/* The link is the open file. Saving writes the target of the link. */
static void
test_link_is_followed (void)
{
  g_autofree char *path = write_file ("target.json", FLOW ("Old", "a", "1"));
  g_autofree char *link_path = g_build_filename (g_get_user_data_dir (), "link.json", NULL);
  g_autofree char *again = NULL;
  TroupeWindow *window;

  g_assert_cmpint (symlink ("target.json", link_path), ==, 0);
  window = open_window (link_path);
  wait_until (is_idle, window);
  again = write_file ("target.json", FLOW ("New", "b", "2"));
  wait_for_method (window, "b");
  close_window (window);
}

/* Run uses the current content of the file, even if it is activated before a change on disk was
 * read. */
static void
test_run_uses_the_new_content (void)
{
  g_autofree char *path = write_file ("run-new.json", FLOW ("Old", "a", "1"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *again = NULL;
  TroupeValue *output;

  again = write_file ("run-new.json", FLOW ("New", "b", "40 + 2"));
  test_wait_until (
      troupe_page_disk_is_in_doubt (troupe_page_get_disk (page)) ||
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "b") != NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_method (window, "b");
  test_wait_until ((output = troupe_monitor_get_output (get_monitor (page), "b")) != NULL);
  g_assert_cmpint (troupe_value_get_integer (output), ==, 42);
  wait_until (is_idle, window);
  close_window (window);
}

static void
test_edited_asks (void)
{
  static const char theirs[] = FLOW ("Theirs", "b", "2");
  g_autofree char *path = write_file ("edited.json", FLOW ("Mine", "a", "1"));
  TroupeWindow *window = open_window (path);
  g_autofree char *again = NULL;
  g_autofree char *texts = NULL;

  rename_method (window, "a", "mine");
  again = write_file ("edited.json", theirs);
  wait_until (has_notice, window);
  wait_for_method (window, "mine");
  texts = list_texts (get_disk_bar (troupe_window_get_page (window)));
  g_assert_nonnull (strstr (texts, "“edited.json” was changed by another program."));

  /* Saving over the changed file prompts the user. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  assert_file (path, theirs);

  press (get_disk_bar (troupe_window_get_page (window)), "Reload");
  wait_for_method (window, "b");
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  g_assert_false (has_notice (window));
  /* Undo restores the local changes. */
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_method (window, "mine");
  close_window (window);
}

/* After Keep Mine, there is no prompt, not even when the document is saved. Another change on
 * disk causes a new prompt. */
static void
test_keep_mine (void)
{
  g_autofree char *path = write_file ("kept.json", FLOW ("Old", "a", "1"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  TroupeDocument *document = TROUPE_DOCUMENT (get_document (window));
  g_autofree char *text = NULL;
  gboolean can_undo;

  rename_method (window, "a", "mine");
  g_free (write_file ("kept.json", FLOW ("First", "b", "2")));
  wait_until (has_notice, window);
  press (get_disk_bar (page), "Keep Mine");
  g_assert_false (has_notice (window));
  g_assert_false (troupe_page_has_other_version (page));
  g_assert_true (troupe_document_is_modified (document));
  wait_for_method (window, "mine");
  g_free (write_file ("kept.json", FLOW ("First", "b", "2")));
  wait_until (is_in_doubt, page);
  wait_until (is_in_no_doubt, page);
  g_assert_false (has_notice (window));
  assert_file (path, FLOW ("First", "b", "2"));

  g_free (write_file ("kept.json", FLOW ("Second", "c", "3")));
  wait_until (has_notice, window);
  press (get_disk_bar (page), "Keep Mine");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  g_assert_false (has_notice (window));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"mine\""));
  /* Only the rename is an undo step. Keep Mine is not an undo step. */
  g_assert_true (troupe_document_undo (document));
  wait_for_method (window, "a");
  g_object_get (document, "can-undo", &can_undo, NULL);
  g_assert_false (can_undo);
  close_window (window);
}

/* Keep Mine is remembered for the content that was ignored. If this content is written again
 * after another change, there is no notice. */
static void
test_keep_and_back (void)
{
  static const char first[] = FLOW ("First", "b", "2");
  g_autofree char *path = write_file ("back.json", FLOW ("Old", "a", "1"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);

  rename_method (window, "a", "mine");
  g_free (write_file ("back.json", first));
  wait_until (has_notice, window);
  press (get_disk_bar (page), "Keep Mine");
  g_free (write_file ("back.json", FLOW ("Second", "c", "3")));
  wait_until (has_notice, window);
  g_free (write_file ("back.json", first));
  wait_until (has_no_notice, window);
  g_assert_false (troupe_page_has_other_version (page));
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  close_window (window);
}

/* --- Two versions ------------------------------------------------------------------------------ */

#define TWO(first, second)                                                                         \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"Two\",\n  \"methods\": {\n"                 \
  "    \"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"" first "\"}},\n"   \
  "    \"b\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"" second "\"}}\n"   \
  "  }\n}\n"

static gboolean
is_compared (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return get_versions (page) != NULL &&
         !troupe_versions_view_is_busy (TROUPE_VERSIONS_VIEW (get_versions (page)));
}

static void
set_expression (TroupeWindow *window, const char *method, const char *text)
{
  const char *path[] = { "methods", method, "do", "expr", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);

  json_node_seal (value);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

static void
append_views (GtkWidget *widget, GString *out)
{
  if (GTK_IS_TEXT_VIEW (widget))
    {
      g_autofree char *text = NULL;

      g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)), "text", &text, NULL);
      g_string_append_printf (out, "%s\n", text);
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_views (child, out);
}

/* Returns the labels, followed by the texts of both versions. */
static char *
get_sides (TroupePage *page)
{
  g_autofree char *labels = list_texts (get_versions (page));
  GString *out = g_string_new (labels);

  append_views (get_versions (page), out);
  return g_string_free (out, FALSE);
}

/* If different methods were changed in the window and on disk, both changes are kept. */
static void
test_compare (void)
{
  g_autofree char *path = write_file ("two.json", TWO ("1", "2"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *texts = NULL;

  set_expression (window, "a", "10");
  g_free (write_file ("two.json", TWO ("1", "20")));
  wait_until (has_notice, window);
  press (get_disk_bar (page), "Compare");
  wait_until (is_compared, window);
  texts = get_sides (page);
  g_assert_nonnull (strstr (texts, "changed here"));
  g_assert_nonnull (strstr (texts, "changed on disk"));
  g_assert_nonnull (strstr (texts, "All resolved."));
  /* Changes are not marked by color alone. */
  if (strstr (texts, "−   ") == NULL || strstr (texts, "+   ") == NULL)
    g_error ("No marks among:\n%s", texts);
  press (get_versions (page), "Apply");
  g_assert_null (get_versions (page));
  g_assert_false (has_notice (window));
  assert_file (path, TWO ("1", "20"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  assert_file (path, TWO ("10", "20"));

  /* The merge is one undo step. */
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  assert_file (path, TWO ("10", "2"));
  close_window (window);
}

/* --- Files of a project ----------------------------------------------------------------------- */

#define AGENT(role, goal)                                                                          \
  "{\n  \"role\": \"" role "\",\n  \"goal\": \"" goal "\",\n  \"backstory\": \"b\",\n"             \
  "  \"llm\": \"mock/echo\"\n}\n"
#define CREW(agent)                                                                                \
  "{\"name\": \"c\", \"agents\": [\"" agent "\"], \"tasks\": [{\"name\": \"t\", "                  \
  "\"description\": \"D\", \"expected_output\": \"E\", \"agent\": \"" agent "\"}]}\n"

static TroupeDocument *
get_any_document (TroupeWindow *window)
{
  return troupe_page_get_document (troupe_window_get_page (window));
}

static gboolean
is_any_saved (gpointer user_data)
{
  return !troupe_document_is_modified (get_any_document (user_data));
}

typedef struct
{
  TroupeWindow *window;
  const char *part;
  const char *goal;
} Goal;

static gboolean
has_goal (gpointer user_data)
{
  const Goal *wanted = user_data;
  JsonNode *root =
      troupe_document_parts_get_root (troupe_document_get_parts (get_any_document (wanted->window)),
                                      wanted->part);

  return root != NULL && g_strcmp0 (troupe_tree_get_member_text (root, "goal"), wanted->goal) == 0;
}

static void
wait_for_goal (TroupeWindow *window, const char *part, const char *goal)
{
  Goal wanted = { window, part, goal };

  wait_until (has_goal, &wanted);
}

static void
describe_task (TroupeWindow *window, const char *text)
{
  TroupeCrewSubject *subject =
      troupe_page_content_get_crew (troupe_page_get_content (troupe_window_get_page (window)));
  const char *const path[] = { "tasks", "0", "description", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);

  g_assert_true (troupe_crew_subject_set (subject, path, value, "Edit", NULL, NULL));
}

static void
set_goal (TroupeWindow *window, const char *agent, const char *text)
{
  TroupeCrewSubject *subject =
      troupe_page_content_get_crew (troupe_page_get_content (troupe_window_get_page (window)));
  const char *const path[] = { "agents", agent, "goal", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);

  g_assert_true (troupe_crew_subject_set (subject, path, value, "Edit", NULL, NULL));
}

static gboolean
tells_part (gpointer user_data)
{
  g_autofree char *texts = list_texts (get_disk_bar (troupe_window_get_page (user_data)));

  return has_notice (user_data) &&
         strstr (texts, "“agents/reporter.jsonc” was changed by another program.") != NULL;
}

/* The files of agents are watched, also under the name that saving has given to them. */
static void
test_parts (void)
{
  g_autofree char *agent = write_file ("parts/agents/agent.jsonc", AGENT ("Agent", "one"));
  g_autofree char *path = write_file ("parts/crew.jsonc", CREW ("agent"));
  g_autofree char *folder = g_path_get_dirname (agent);
  g_autofree char *reporter = g_build_filename (folder, "reporter.jsonc", NULL);
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *texts = NULL;
  g_autofree char *heading = NULL;

  /* Read again without a question, as long as nothing is edited. */
  g_free (write_file ("parts/agents/agent.jsonc", AGENT ("Agent", "two")));
  wait_for_goal (window, "agents/agent.jsonc", "two");

  g_assert_true (troupe_crew_edit_rename_agent (
      troupe_page_content_get_crew (troupe_page_get_content (page)), "agent", "reporter", NULL));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_any_saved, window);
  g_assert_false (g_file_test (agent, G_FILE_TEST_EXISTS));
  g_free (write_file ("parts/agents/reporter.jsonc", AGENT ("Agent", "three")));
  wait_for_goal (window, "agents/reporter.jsonc", "three");
  g_assert_true (is_any_saved (window));

  /* Edited: the bar names the file, and both changes can be kept. */
  describe_task (window, "Mine");
  g_free (write_file ("parts/agents/reporter.jsonc", AGENT ("Agent", "four")));
  wait_until (tells_part, window);
  press (get_disk_bar (page), "Compare");
  wait_until (is_compared, window);
  texts = get_sides (page);
  g_assert_nonnull (strstr (texts, "agents/reporter.jsonc"));
  g_assert_nonnull (strstr (texts, "All resolved."));
  press (get_versions (page), "Apply");
  wait_for_goal (window, "agents/reporter.jsonc", "four");
  g_assert_false (has_notice (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_any_saved, window);
  assert_file (reporter, AGENT ("Agent", "four"));
  g_assert_true (g_file_get_contents (path, &heading, NULL, NULL));
  g_assert_nonnull (strstr (heading, "Mine"));
  g_clear_pointer (&heading, g_free);

  /* Both have changed the agent: saving asks, names the file and offers to compare. */
  set_goal (window, "reporter", "mine");
  g_free (write_file ("parts/agents/reporter.jsonc", AGENT ("Agent", "five")));
  wait_until (tells_part, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  heading = list_texts (GTK_WIDGET (find_dialog ()));
  g_assert_nonnull (strstr (heading, "agents/reporter.jsonc Was Changed by Another Program"));
  answer_dialog ("compare");
  wait_until (is_compared, window);
  press (get_versions (page), "Keep All of Mine");
  g_assert_false (has_notice (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_any_saved, window);
  g_assert_null (find_dialog ());
  assert_file (reporter, AGENT ("Agent", "mine"));
  close_window (window);
}

/* If both sides changed the same value, only the user can decide. */
static void
test_compare_undecided (void)
{
  g_autofree char *path = write_file ("clash.json", TWO ("1", "2"));
  TroupeWindow *window = open_window (path);
  TroupePage *page = troupe_window_get_page (window);
  g_autofree char *texts = NULL;
  GtkWidget *take_over;

  set_expression (window, "a", "10");
  g_free (write_file ("clash.json", TWO ("11", "2")));
  wait_until (has_notice, window);
  troupe_page_compare_versions (page);
  wait_until (is_compared, window);
  texts = get_sides (page);
  g_assert_nonnull (strstr (texts, "changed on both sides"));
  g_assert_nonnull (strstr (texts, "1 of 1 unresolved."));
  take_over = find_labelled (get_versions (page), "Apply");
  g_assert_false (gtk_widget_is_sensitive (take_over));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_labelled (get_versions (page), "Disk")),
                                TRUE);
  g_assert_true (gtk_widget_is_sensitive (take_over));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (find_labelled (get_versions (page), "Mine")),
                                TRUE);
  g_assert_true (gtk_widget_is_sensitive (take_over));
  /* Closing the comparison decides nothing. */
  press (get_versions (page), "Close");
  g_assert_null (get_versions (page));
  g_assert_true (has_notice (window));
  g_assert_true (troupe_page_get_front (page) == GTK_WIDGET (troupe_page_get_content (page)));

  troupe_page_compare_versions (page);
  wait_until (is_compared, window);
  press (get_versions (page), "Keep All of Mine");
  g_assert_false (has_notice (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  assert_file (path, TWO ("10", "2"));
  close_window (window);
}

static void
test_broken_and_gone (void)
{
  g_autofree char *path = write_file ("breaks.json", FLOW ("Old", "a", "1"));
  TroupeWindow *window = open_window (path);
  g_autofree char *again = NULL;

  again = write_file ("breaks.json", "{\"name\": ");
  wait_until (has_notice, window);
  wait_for_method (window, "a");
  g_free (again);
  again = write_file ("breaks.json", FLOW ("New", "b", "1"));
  wait_for_method (window, "b");
  g_assert_false (has_notice (window));
  g_assert_cmpint (g_remove (path), ==, 0);
  wait_until (has_notice, window);
  wait_for_method (window, "b");

  /* Saving creates the file again without a question, as the bar says. */
  rename_method (window, "b", "c");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  assert_file (path, FLOW ("New", "c", "1"));
  wait_until (has_no_notice, window);

  /* What cannot be read can be overwritten, but neither reloaded nor compared. */
  rename_method (window, "c", "d");
  g_free (again);
  again = write_file ("breaks.json", "{\"name\": ");
  wait_until (has_notice, window);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  g_assert_true (adw_message_dialog_has_response (find_dialog (), "keep"));
  g_assert_false (adw_message_dialog_has_response (find_dialog (), "compare"));
  g_assert_false (adw_message_dialog_has_response (find_dialog (), "reload"));
  answer_dialog ("keep");
  wait_until (is_saved, window);
  assert_file (path, FLOW ("New", "d", "1"));
  close_window (window);
}

/* A save by this application is not reported as a change. */
static void
test_own_saves_are_quiet (void)
{
  g_autofree char *path = write_file ("own.json", FLOW ("Own", "a", "1"));
  TroupeWindow *window = open_window (path);
  const char *names[] = { "a", "b", "c", "d", "e" };

  for (guint i = 0; i + 1 < G_N_ELEMENTS (names); i++)
    {
      rename_method (window, names[i], names[i + 1]);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
      wait_until (is_saved, window);
      for (guint turn = 0; turn < 20; turn++)
        g_main_context_iteration (NULL, FALSE);
      g_assert_false (has_notice (window));
    }
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  wait_for_method (window, "d");
  close_window (window);
}

/* --- Already open ----------------------------------------------------------------------------- */

static gboolean
is_not_loading (gpointer user_data)
{
  return !TROUPE_WINDOW (user_data)->loading;
}

static void
test_other_paths_raise_the_window (void)
{
  g_autofree char *path = write_file ("once.json", FLOW ("Once", "a", "1"));
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *odd = g_build_filename (folder, ".", "..", NULL);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *round = g_build_filename (odd, name, "once.json", NULL);
  g_autofree char *soft = g_build_filename (folder, "once-soft.json", NULL);
  g_autofree char *hard = g_build_filename (folder, "once-hard.json", NULL);
  const char *paths[] = { path, round, soft, hard };
  TroupeWindow *first = open_window (path);
  TroupeWindow *second = open_window (NULL);

  g_assert_cmpint (symlink (path, soft), ==, 0);
  g_assert_cmpint (link (path, hard), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GFile) file = g_file_new_for_path (paths[i]);

      troupe_window_open_file (second, file);
      wait_until (is_not_loading, second);
      g_assert_cmpint (adw_tab_view_get_n_pages (second->tab_view), ==, 0);
      troupe_window_open_file (first, file);
      wait_until (is_not_loading, first);
      g_assert_cmpint (adw_tab_view_get_n_pages (first->tab_view), ==, 1);
    }
  second->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (second));
  close_window (first);
}

/* If a file is opened in two windows at the same moment, only one window shows it. */
static void
test_two_at_once (void)
{
  g_autofree char *path = write_file ("race.json", FLOW ("Race", "a", "1"));
  g_autofree char *soft = g_build_filename (g_get_user_data_dir (), "race-soft.json", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) other = NULL;
  TroupeWindow *first = open_window (NULL);
  TroupeWindow *second = open_window (NULL);

  g_assert_cmpint (symlink (path, soft), ==, 0);
  other = g_file_new_for_path (soft);
  troupe_window_open_file (first, file);
  troupe_window_open_file (second, other);
  wait_until (is_not_loading, first);
  wait_until (is_not_loading, second);
  g_assert_cmpint (adw_tab_view_get_n_pages (first->tab_view) +
                       adw_tab_view_get_n_pages (second->tab_view),
                   ==, 1);
  second->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (second));
  close_window (first);
}

/* --- Threads ------------------------------------------------------------------------------------ */

static gpointer main_thread;
static gboolean was_finalized_elsewhere;

static void
window_gone_cb (gpointer data, GObject *window)
{
  if (g_thread_self () != main_thread)
    was_finalized_elsewhere = TRUE;
}

static gboolean
is_gone (gpointer user_data)
{
  return *(gpointer *) user_data == NULL;
}

/* A window that is closed while it reads a file is finalized on the main thread, regardless of
 * which thread drops the last reference. */
static void
test_closed_while_reading (void)
{
  g_autofree char *path = write_file ("reading.json", FLOW ("Reading", "a", "1"));
  g_autoptr (GFile) file = g_file_new_for_path (path);

  main_thread = g_thread_self ();
  for (guint i = 0; i < 20; i++)
    {
      TroupeWindow *window = open_window (NULL);
      gpointer watched = window;

      g_object_weak_ref (G_OBJECT (window), window_gone_cb, NULL);
      g_object_add_weak_pointer (G_OBJECT (window), &watched);
      troupe_window_open_file (window, file);
      close_window (window);
      wait_until (is_gone, &watched);
    }
  g_assert_false (was_finalized_elsewhere);
}

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-disk/read-only-file", test_read_only_file);
  g_test_add_func ("/window-disk/read-only-title", test_read_only_title);
  g_test_add_func ("/window-disk/read-only-folder", test_read_only_folder);
  g_test_add_func ("/window-disk/unedited", test_unedited_is_read_again);
  g_test_add_func ("/window-disk/link", test_link_is_followed);
  g_test_add_func ("/window-disk/run", test_run_uses_the_new_content);
  g_test_add_func ("/window-disk/edited", test_edited_asks);
  g_test_add_func ("/window-disk/keep-mine", test_keep_mine);
  g_test_add_func ("/window-disk/keep-and-back", test_keep_and_back);
  g_test_add_func ("/window-disk/compare", test_compare);
  g_test_add_func ("/window-disk/parts", test_parts);
  g_test_add_func ("/window-disk/compare-undecided", test_compare_undecided);
  g_test_add_func ("/window-disk/broken-and-gone", test_broken_and_gone);
  g_test_add_func ("/window-disk/own-saves", test_own_saves_are_quiet);
  g_test_add_func ("/window-disk/open-already", test_other_paths_raise_the_window);
  g_test_add_func ("/window-disk/two-at-once", test_two_at_once);
  g_test_add_func ("/window-disk/closed-while-reading", test_closed_while_reading);
  return window_test_run ();
}
