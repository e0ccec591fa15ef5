/* test-window-drafts.c: recovery of open and edited documents after a crash
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "../test-time.h"
#include "troupe-versions-view.h"
#include "troupe-window-drafts.h"
#include "troupe-window-save.h"
#include "troupe-recovery-view.h"
#include "window-test.h"

#define FLOW(name, method)                                                                         \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"" name "\", \"methods\": {\"" method               \
  "\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}\n"

static char *
get_drafts_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "troupe", "drafts", NULL);
}

static void
copy_drafts (const char *from, const char *to)
{
  g_autoptr (GDir) dir = g_dir_open (from, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *old = g_build_filename (from, name, NULL);
      g_autofree char *new = g_build_filename (to, name, NULL);
      g_autofree char *text = NULL;
      gsize length;

      if (!g_str_has_suffix (name, ".draft"))
        continue;
      g_assert_true (g_file_get_contents (old, &text, &length, NULL));
      g_assert_true (g_file_set_contents (new, text, (gssize) length, NULL));
    }
}

/* Copies the current drafts, as if a process had been killed at this moment. */
static void
leave_behind (void)
{
  g_autofree char *folder = get_drafts_folder ();
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *left = g_build_filename (folder, id, NULL);
  g_autoptr (GDir) dir = NULL;
  g_autoptr (GPtrArray) others = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  troupe_drafts_flush (troupe_services_get_drafts (TROUPE_SERVICES (window_test_application)));
  dir = g_dir_open (folder, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (others, g_build_filename (folder, name, NULL));
  g_assert_cmpint (g_mkdir_with_parents (left, 0700), ==, 0);
  for (guint i = 0; i < others->len; i++)
    copy_drafts (g_ptr_array_index (others, i), left);
}

static gboolean
is_recovered (gpointer user_data)
{
  return !troupe_application_is_recovering (window_test_application);
}

static void
recover (void)
{
  wait_until (is_recovered, NULL);
  troupe_application_recover (window_test_application);
  wait_until (is_recovered, NULL);
}

static guint
count_windows (void)
{
  guint n_windows = 0;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (window_test_application));
       l != NULL; l = l->next)
    n_windows += TROUPE_IS_WINDOW (l->data) ? 1 : 0;
  return n_windows;
}

/* Returns the window that contains a document with the title @title. */
static TroupeWindow *
find_window (const char *title)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (window_test_application));
       l != NULL; l = l->next)
    for (int i = 0; i < adw_tab_view_get_n_pages (TROUPE_WINDOW (l->data)->tab_view); i++)
      {
        AdwTabPage *tab = adw_tab_view_get_nth_page (TROUPE_WINDOW (l->data)->tab_view, i);

        if (g_strcmp0 (adw_tab_page_get_title (tab), title) == 0)
          return l->data;
      }
  return NULL;
}

static gboolean
has_few_windows (gpointer user_data)
{
  return count_windows () <= GPOINTER_TO_UINT (user_data);
}

static void
close_one (TroupeWindow *window)
{
  guint n_windows = count_windows ();

  window->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_few_windows, GUINT_TO_POINTER (n_windows - 1));
}

static void
close_all (void)
{
  GList *windows;

  while ((windows = gtk_application_get_windows (GTK_APPLICATION (window_test_application))))
    close_one (windows->data);
}

static TroupePage *
get_page (TroupeWindow *window, int index)
{
  return TROUPE_PAGE (adw_tab_page_get_child (adw_tab_view_get_nth_page (window->tab_view, index)));
}

static void
rename_method (TroupeWindow *window, const char *from, const char *to)
{
  g_assert_true (troupe_flow_document_rename_method (get_document (window), from, to, NULL));
}

static void
assert_file (const char *path, const char *expected)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, expected);
}

static gboolean
has_n_pages (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return adw_tab_view_get_n_pages (window->tab_view) >= 2;
}

static gboolean
has_draft_of_view (gpointer user_data)
{
  return TROUPE_WINDOW (user_data)->note_source == 0;
}

static gboolean
shows_view (gpointer user_data)
{
  TroupePage *page = user_data;
  double zoom, x, y;

  return gtk_widget_get_width (GTK_WIDGET (page)) > 0 &&
         troupe_editor_view_get (troupe_editor_frame_get_view (
                                     troupe_editor_get_frame (get_editor (page))),
                                 &zoom, &x, &y);
}

static gboolean
has_no_drafts (void)
{
  g_autofree char *folder = get_drafts_folder ();
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *copy = g_build_filename (g_get_user_state_dir (), id, NULL);
  g_autoptr (GDir) dir = NULL;
  const char *name;

  troupe_drafts_flush (troupe_services_get_drafts (TROUPE_SERVICES (window_test_application)));
  g_assert_cmpint (g_mkdir_with_parents (copy, 0700), ==, 0);
  dir = g_dir_open (folder, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      copy_drafts (path, copy);
    }
  return g_rmdir (copy) == 0;
}

static GtkWidget *
get_panel (TroupeWindow *window)
{
  return troupe_recovery_bar_get_panel (window->recovery);
}

static gboolean
is_panel_open (TroupeWindow *window)
{
  return gtk_revealer_get_reveal_child (GTK_REVEALER (get_panel (window)));
}

/* Returns the label with the text. (nullable) */
static GtkWidget *
find_text (GtkWidget *widget, const char *text)
{
  GtkWidget *found =
      GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text) ? widget
                                                                                           : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_text (child, text);
  return found;
}

static void
assert_says (GtkWidget *widget, const char *text)
{
  g_autofree char *texts = list_texts (widget);

  if (strstr (texts, text) == NULL)
    g_error ("“%s” is not among:\n%s", text, texts);
}

/* @y, @later_y: when the draft was requested, and after it was stored. A bar that appears
 * meanwhile moves the canvas, and the draft has any place between the two. */
typedef struct
{
  TroupePage *page;
  double zoom;
  double x;
  double y;
  double later_y;
} View;

static void
get_view (TroupePage *page, double *zoom, double *x, double *y)
{
  g_assert_true (troupe_editor_view_get (
      troupe_editor_frame_get_view (troupe_editor_get_frame (get_editor (page))), zoom, x, y));
}

static gboolean
has_view (gpointer user_data)
{
  const View *view = user_data;
  double zoom, x, y;

  get_view (view->page, &zoom, &x, &y);
  return ABS (zoom - view->zoom) < 0.001 && ABS (x - view->x) < 1 &&
         y > MIN (view->y, view->later_y) - 1 && y < MAX (view->y, view->later_y) + 1;
}

/* --- Complete recovery ------------------------------------------------------------------------ */

/* Documents with the same name are listed with the names of their files. */
static void
test_same_names (void)
{
  g_autofree char *first = write_file ("same-1.json", FLOW ("Same", "a"));
  g_autofree char *second = write_file ("same-2.json", FLOW ("Same", "a"));
  g_autoptr (GFile) file = g_file_new_for_path (second);
  TroupeWindow *window = open_window (first);
  GtkWidget *state, *view;

  rename_method (window, "a", "b");
  troupe_window_open_file (window, file);
  wait_until (has_n_pages, window);
  troupe_window_note_soon (window);
  wait_until (has_draft_of_view, window);
  leave_behind ();
  close_all ();
  recover ();
  g_assert_cmpuint (count_windows (), ==, 1);
  window =
      TROUPE_WINDOW (gtk_application_get_windows (GTK_APPLICATION (window_test_application))->data);
  wait_until (has_n_pages, window);
  assert_says (get_panel (window), "same-1.json · Same");
  assert_says (get_panel (window), "same-2.json · Same");
  /* In a narrow window, the icon alone shows the state, so that the title has the width. */
  state = find_text (get_panel (window), "restored");
  g_assert_nonnull (state);
  view = gtk_widget_get_ancestor (state, TROUPE_TYPE_RECOVERY_VIEW);
  troupe_recovery_view_set_narrow (TROUPE_RECOVERY_VIEW (view), TRUE);
  g_assert_false (gtk_widget_get_visible (state));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (gtk_widget_get_prev_sibling (state)), ==,
                   "restored");
  troupe_recovery_view_set_narrow (TROUPE_RECOVERY_VIEW (view), FALSE);
  g_assert_true (gtk_widget_get_visible (state));
  leave_behind ();
  close_all ();
}

/* Documents without a file that have the same name are numbered as their tabs. */
static void
test_same_new_names (void)
{
  TroupeWindow *window = open_window (NULL);

  for (guint i = 0; i < 2; i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
      wait_until (has_page, window);
      rename_method (window, "begin", "b");
    }
  wait_until (has_n_pages, window);
  troupe_window_note_soon (window);
  wait_until (has_draft_of_view, window);
  leave_behind ();
  close_all ();
  recover ();
  window =
      TROUPE_WINDOW (gtk_application_get_windows (GTK_APPLICATION (window_test_application))->data);
  wait_until (has_n_pages, window);
  assert_says (get_panel (window), "NewFlow (2)");
  leave_behind ();
  close_all ();
}

static void
test_back (void)
{
  g_autofree char *first = write_file ("first.json", FLOW ("First", "a"));
  g_autofree char *second = write_file ("second.json", FLOW ("Second", "a"));
  g_autofree char *other = write_file ("other.json", FLOW ("Other", "a"));
  g_autoptr (GFile) file = g_file_new_for_path (second);
  g_autofree char *text = NULL, *now = NULL, *label = NULL;
  TroupeWindow *window = open_window (first);
  TroupeWindow *others;
  double zoom, x, y, later_y;

  rename_method (window, "a", "b");
  rename_method (window, "b", "c");
  troupe_window_open_file (window, file);
  wait_until (has_n_pages, window);
  adw_tab_view_reorder_first (window->tab_view, adw_tab_view_get_nth_page (window->tab_view, 1));
  adw_tab_view_set_selected_page (window->tab_view,
                                  adw_tab_view_get_nth_page (window->tab_view, 1));
  wait_until (shows_view, get_page (window, 1));
  text = troupe_document_to_text (TROUPE_DOCUMENT (get_document (window)), NULL);
  troupe_editor_view_set (troupe_editor_frame_get_view (
                              troupe_editor_get_frame (get_editor (get_page (window, 1)))),
                          1.6, 321, 123);
  others = open_window (other);
  gtk_widget_activate_action (GTK_WIDGET (others), "win.new", NULL);
  /* A bar may still move the canvas in its next frame. */
  get_view (get_page (window, 1), &zoom, &x, &y);
  troupe_window_note_soon (window);
  wait_until (has_draft_of_view, window);
  wait_until (has_draft_of_view, others);
  get_view (get_page (window, 1), &zoom, &x, &later_y);
  leave_behind ();
  close_all ();
  recover ();

  g_assert_cmpuint (count_windows (), ==, 2);
  window = find_window ("First");
  others = find_window ("Other");
  g_assert_true (window != NULL && others != NULL && window != others);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 2);
  g_assert_cmpint (adw_tab_view_get_n_pages (others->tab_view), ==, 2);
  g_assert_cmpstr (troupe_document_get_path (troupe_page_get_document (get_page (window, 0))), ==,
                   second);
  g_assert_cmpstr (troupe_document_get_path (troupe_page_get_document (get_page (window, 1))), ==,
                   first);
  g_assert_true (troupe_window_get_page (window) == get_page (window, 1));
  g_assert_false (troupe_document_is_modified (troupe_page_get_document (get_page (window, 0))));
  g_assert_true (troupe_document_is_modified (troupe_page_get_document (get_page (window, 1))));
  g_assert_null (troupe_document_get_path (troupe_page_get_document (get_page (others, 1))));
  now = troupe_document_to_text (troupe_page_get_document (get_page (window, 1)), NULL);
  g_assert_cmpstr (now, ==, text);

  wait_until (shows_view, get_page (window, 1));
  {
    View view = { get_page (window, 1), zoom, x, y, later_y };

    wait_until (has_view, &view);
  }

  /* The undo history is restored and continues with new edits. */
  g_object_get (get_document (window), "undo-label", &label, NULL);
  g_assert_cmpstr (label, ==, "Rename b");
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (get_document (window))));
  assert_file (first, FLOW ("First", "a"));
  assert_file (second, FLOW ("Second", "a"));
  assert_file (other, FLOW ("Other", "a"));

  leave_behind ();
  close_all ();
  recover ();
  window = find_window ("First");
  g_assert_nonnull (window);
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "b"));
  g_assert_true (troupe_document_redo (TROUPE_DOCUMENT (get_document (window))));
  close_all ();
  g_assert_true (has_no_drafts ());
  assert_file (first, FLOW ("First", "a"));
}

/* A text that was typed but not written is named, because its field may be in a popover. It does not
 * change the document. */
static void
test_typed (void)
{
  g_autofree char *path = write_file ("typed.json", FLOW ("Typed", "a"));
  TroupeWindow *window = open_window (path);
  const char *field;

  troupe_document_set_typed (TROUPE_DOCUMENT (get_document (window)), "methods.a.emit.b", "hal\nf");
  leave_behind ();
  close_all ();
  recover ();

  window = find_window ("Typed");
  g_assert_nonnull (window);
  assert_says (get_panel (window), "“hal");
  g_assert_cmpstr (troupe_document_get_typed (TROUPE_DOCUMENT (get_document (window)), &field), ==,
                   "hal\nf");
  g_assert_cmpstr (field, ==, "methods.a.emit.b");
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  close_all ();
  assert_file (path, FLOW ("Typed", "a"));
}

static void
test_bar (void)
{
  g_autofree char *path = write_file ("bar.json", FLOW ("Bar", "a"));
  TroupeWindow *window = open_window (path);
  GtkWidget *bar, *button;

  leave_behind ();
  close_all ();
  recover ();
  window = find_window ("Bar");
  g_assert_nonnull (window);
  bar = GTK_WIDGET (window->recovery);
  assert_says (bar, "Troupe did not close properly. All documents were restored.");
  g_assert_null (find_labelled (bar, "Continue Runs"));
  g_assert_false (troupe_recovery_bar_offers_runs (window->recovery));
  button = find_labelled (bar, "Dismiss");
  g_assert_nonnull (button);
  /* For a document without edits, only the bar is shown, and no panel is opened. */
  g_assert_false (is_panel_open (window));
  g_signal_emit_by_name (button, "clicked");
  g_assert_false (gtk_revealer_get_reveal_child (GTK_REVEALER (gtk_widget_get_first_child (bar))));
  close_all ();

  /* Drafts are recovered only once. */
  recover ();
  g_assert_cmpuint (count_windows (), ==, 0);
}

/* --- Changes by another program --------------------------------------------------------------- */

static gboolean
has_disk_notice (gpointer user_data)
{
  return troupe_page_has_other_version (TROUPE_PAGE (user_data));
}

static void
test_changed_meanwhile (void)
{
  g_autofree char *path = write_file ("meanwhile.json", FLOW ("Meanwhile", "a"));
  TroupeWindow *window = open_window (path);

  rename_method (window, "a", "mine");
  leave_behind ();
  close_all ();
  g_free (write_file ("meanwhile.json", FLOW ("Meanwhile", "theirs")));
  recover ();
  window = find_window ("Meanwhile");
  g_assert_nonnull (window);
  wait_until (has_disk_notice, get_page (window, 0));
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "mine"));
  assert_file (path, FLOW ("Meanwhile", "theirs"));

  /* Saving prompts the user. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (has_dialog, NULL);
  answer_dialog ("cancel");
  assert_file (path, FLOW ("Meanwhile", "theirs"));
  close_all ();
}

#define TWO(first, second)                                                                         \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"Two\", \"methods\": {\n"                           \
  "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"" first "\"}},\n"       \
  "\"b\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"" second "\"}}\n"       \
  "}}\n"

static void
set_expression (TroupeWindow *window, const char *method, const char *text)
{
  const char *path[] = { "methods", method, "do", "expr", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), text);

  json_node_seal (value);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

static gboolean
is_compared (gpointer user_data)
{
  TroupePage *page = TROUPE_PAGE (user_data);

  return get_versions (page) != NULL &&
         !troupe_versions_view_is_busy (TROUPE_VERSIONS_VIEW (get_versions (page)));
}

/* The base of the draft is recovered. Therefore, changes of only one side are resolved
 * automatically. */
static void
test_compared_after_crash (void)
{
  g_autofree char *path = write_file ("crash.json", TWO ("1", "2"));
  TroupeWindow *window = open_window (path);
  TroupePage *page;
  GtkWidget *button;
  g_autofree char *now = NULL;

  set_expression (window, "a", "10");
  leave_behind ();
  close_all ();
  g_free (write_file ("crash.json", TWO ("1", "20")));
  recover ();
  window = find_window ("Two");
  g_assert_nonnull (window);
  page = get_page (window, 0);
  wait_until (has_disk_notice, page);
  assert_says (get_panel (window), "two versions");
  button = find_labelled (get_panel (window), "Compare");
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  wait_until (is_compared, page);
  assert_says (get_versions (page), "changed here");
  assert_says (get_versions (page), "changed on disk");
  assert_says (get_versions (page), "All resolved.");
  assert_says (get_versions (page), "1 change · 1 step");
  g_signal_emit_by_name (find_labelled (get_versions (page), "Apply"), "clicked");
  g_assert_null (get_versions (page));
  g_assert_false (troupe_page_has_other_version (page));
  assert_file (path, TWO ("1", "20"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_null (find_dialog ());
  assert_file (path, TWO ("10", "20"));

  /* The undo steps from before the crash precede the merge. */
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  g_assert_true (troupe_document_undo (TROUPE_DOCUMENT (get_document (window))));
  now = troupe_document_to_text (TROUPE_DOCUMENT (get_document (window)), NULL);
  g_assert_cmpstr (now, ==, TWO ("1", "2"));
  close_all ();
}

/* After two recoveries a change of the same value on both sides is still a conflict. */
static void
test_undecided_after_crash (void)
{
  g_autofree char *path = write_file ("twice-crashed.json", TWO ("1", "2"));
  TroupeWindow *window = open_window (path);
  TroupePage *page;

  set_expression (window, "a", "10");
  leave_behind ();
  close_all ();
  recover ();
  window = find_window ("Two");
  set_expression (window, "b", "20");
  leave_behind ();
  close_all ();
  g_free (write_file ("twice-crashed.json", TWO ("11", "2")));
  recover ();
  window = find_window ("Two");
  page = get_page (window, 0);
  wait_until (has_disk_notice, page);
  troupe_page_compare_versions (page);
  wait_until (is_compared, page);
  assert_says (get_versions (page), "changed on both sides");
  assert_says (get_versions (page), "changed here");
  assert_says (get_versions (page), "1 of 2 unresolved.");
  g_assert_false (gtk_widget_is_sensitive (find_labelled (get_versions (page), "Apply")));
  close_all ();
}

static void
test_gone_meanwhile (void)
{
  g_autofree char *edited = write_file ("gone.json", FLOW ("Gone", "a"));
  g_autofree char *unedited = write_file ("empty.json", FLOW ("Empty", "a"));
  g_autoptr (GFile) file = g_file_new_for_path (unedited);
  TroupeWindow *window = open_window (edited);

  rename_method (window, "a", "mine");
  troupe_window_open_file (window, file);
  wait_until (has_n_pages, window);
  leave_behind ();
  close_all ();
  g_unlink (edited);
  g_unlink (unedited);
  recover ();
  window = find_window ("Gone");
  g_assert_nonnull (window);
  g_assert_cmpint (adw_tab_view_get_n_pages (window->tab_view), ==, 1);
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "mine"));
  assert_says (GTK_WIDGET (window->recovery), "Some documents could not be restored.");
  g_assert_true (is_panel_open (window));
  assert_says (get_panel (window), "Could not reopen “empty.json”");
  assert_says (get_panel (window), "not restored");
  close_all ();
}

/* --- Own documents ---------------------------------------------------------------------------- */

#define METHOD(call) "{\"start\": true, \"do\": {" call "}}"
#define READER                                                                                     \
  "\"call\": \"agent\", \"with\": {\"role\": \"R\", \"goal\": \"G\", \"backstory\": \"B\", "       \
  "\"input\": \"i\", \"llm\": \"mock/echo\", \"tools\": [\"FileReadTool\"]}"
#define HELPER "\"call\": \"code\", \"ref\": \"own_helper:go\""
#define OWN(name, call)                                                                            \
  "{\"schema\": \"crewai.flow/v1\", \"name\": \"" name                                             \
  "\", \"methods\": {\"a\": " METHOD (call) "}}\n"

static void
set_methods (TroupeWindow *window, const char *text)
{
  const char *const path[] = { "methods", NULL };
  g_autoptr (JsonNode) value = json_from_string (text, NULL);

  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

static void
set_name (TroupeWindow *window, const char *name)
{
  const char *const path[] = { "name", NULL };
  g_autoptr (JsonNode) value = json_node_init_string (json_node_alloc (), name);

  json_node_seal (value);
  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)), path, value, "Edit",
                                      NULL, NULL));
}

/* Creates a document whose method @method could do something, and saves it unless @path is NULL.
 * (transfer none) */
static TroupeWindow *
make_own (const char *path, const char *name, const char *method)
{
  g_autofree char *methods = g_strdup_printf ("{\"a\": %s}", method);
  TroupeWindow *window = open_window (NULL);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.new", NULL);
  wait_until (has_page, window);
  set_methods (window, methods);
  set_name (window, name);
  if (path == NULL)
    return window;
  troupe_window_save_chosen (window, troupe_window_get_page (window), path, NULL);
  wait_until (is_saved, window);
  return window;
}

static gboolean
is_own (TroupeWindow *window)
{
  return troupe_document_is_own (TROUPE_DOCUMENT (get_document (window)));
}

static gboolean
has_looked (gpointer user_data)
{
  return !troupe_run_controller_is_looking (
      troupe_page_content_get_running (troupe_page_get_content (user_data)));
}

/* Crashes and returns the restored window with @title. (transfer none) */
static TroupeWindow *
crash (const char *title)
{
  TroupeWindow *window;

  leave_behind ();
  close_all ();
  recover ();
  window = find_window (title);
  g_assert_nonnull (window);
  wait_until (has_looked, get_page (window, 0));
  return window;
}

static void
assert_own (TroupeWindow *window)
{
  g_assert_true (is_own (window));
  g_assert_cmpint (get_notice (get_page (window, 0)), !=, TROUPE_RUN_NOTICE_FOREIGN);
}

/* What the user has created is the user's own after a crash: without a file, saved, edited since. */
static void
test_own (void)
{
  g_autofree char *path = write_file ("own.json", "");
  TroupeWindow *window = make_own (NULL, "Unsaved", METHOD (READER));

  assert_own (crash ("Unsaved"));
  close_all ();

  make_own (path, "Saved", METHOD (READER));
  window = crash ("Saved");
  assert_own (window);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  set_name (window, "Edited");
  window = crash ("Edited");
  assert_own (window);
  g_assert_true (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  close_all ();
  window = open_window (path);
  assert_own (window);
  close_all ();
}

static gboolean
is_pasted (gpointer user_data)
{
  return troupe_flow_find_method (troupe_flow_document_get_flow (get_document (user_data)),
                                  "stranger") != NULL;
}

static gboolean
has_theirs (gpointer user_data)
{
  return find_window ("Theirs") != NULL;
}

/* A crash must not make the user's own what a stranger has written: an opened file, edited or not; a
 * file that was replaced in the meantime; methods that were pasted just before the crash; code next to
 * the document; the other version, if the user takes it over after the crash. */
static void
test_not_own (void)
{
  static const char pasted[] = "{\"methods\": {\"stranger\": " METHOD (READER) "}}";
  g_autofree char *path = write_file ("stranger.json", OWN ("Stranger", READER));
  g_autofree char *own = write_file ("mine.json", "");
  g_autofree char *code = write_file ("with-code.json", "");
  TroupeWindow *window = open_window (path);

  g_assert_false (is_own (crash ("Stranger")));
  set_name (find_window ("Stranger"), "Strange");
  window = crash ("Strange");
  g_assert_false (is_own (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_false (is_own (crash ("Strange")));
  close_all ();

  /* The file is replaced while the document is not open. It is loaded instead of the document of the
   * draft, which has no unsaved changes, or is the only content if the draft has no undo steps. */
  for (guint i = 0; i < 2; i++)
    {
      make_own (own, "Mine", METHOD (READER));
      if (i > 0)
        {
          close_all ();
          assert_own (open_window (own));
        }
      leave_behind ();
      close_all ();
      g_free (write_file ("mine.json", OWN ("Theirs", READER)));
      recover ();
      wait_until (has_theirs, NULL);
      g_assert_false (is_own (find_window ("Theirs")));
      close_all ();
    }

  /* Methods are pasted, and the program is killed at once. */
  window = make_own (NULL, "Pasted", METHOD (READER));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), pasted);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_editor (get_page (window, 0))),
                                             "flow.paste", NULL));
  wait_until (is_pasted, window);
  window = crash ("Pasted");
  g_assert_true (is_pasted (window));
  g_assert_false (is_own (window));
  close_all ();

  /* The code next to an edited document is replaced. */
  g_free (write_file ("own_helper.py", "def go(): return 1\n"));
  window = make_own (code, "Code", METHOD (HELPER));
  set_name (window, "Helped");
  assert_own (crash ("Helped"));
  leave_behind ();
  close_all ();
  g_free (write_file ("own_helper.py", "def go(): return 2\n"));
  recover ();
  g_assert_false (is_own (find_window ("Helped")));
  close_all ();

  /* The other version of an edited document is taken over. */
  window = make_own (own, "Kept", METHOD (READER));
  set_name (window, "Both");
  leave_behind ();
  close_all ();
  g_free (write_file ("mine.json", OWN ("Kept", "\"call\": \"script\", \"code\": \"return 1\"")));
  recover ();
  window = find_window ("Both");
  g_assert_true (is_own (window));
  wait_until (has_disk_notice, get_page (window, 0));
  troupe_page_compare_versions (get_page (window, 0));
  wait_until (is_compared, get_page (window, 0));
  g_signal_emit_by_name (find_labelled (get_versions (get_page (window, 0)), "Apply"), "clicked");
  g_assert_false (is_own (window));
  g_assert_false (is_own (crash ("Both")));
  close_all ();
}

/* --- Files opened during the recovery --------------------------------------------------------- */

static gboolean
has_all (gpointer user_data)
{
  return find_window ("Twice") != NULL && find_window ("Late") != NULL;
}

static void
test_opened_meanwhile (void)
{
  g_autofree char *path = write_file ("twice.json", FLOW ("Twice", "a"));
  g_autofree char *late = write_file ("late.json", FLOW ("Late", "a"));
  g_autoptr (GFile) first = g_file_new_for_path (path);
  g_autoptr (GFile) second = g_file_new_for_path (late);
  GFile *files[] = { first, second };
  TroupeWindow *window = open_window (path);
  guint n_pages = 0;

  rename_method (window, "a", "mine");
  leave_behind ();
  close_all ();
  troupe_application_recover (window_test_application);
  g_application_open (G_APPLICATION (window_test_application), files, G_N_ELEMENTS (files), "");
  g_assert_true (troupe_application_is_recovering (window_test_application));
  wait_until (has_all, NULL);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (window_test_application));
       l != NULL; l = l->next)
    n_pages += (guint) adw_tab_view_get_n_pages (TROUPE_WINDOW (l->data)->tab_view);
  g_assert_cmpuint (n_pages, ==, 2);
  window = find_window ("Twice");
  for (int i = 0; i < adw_tab_view_get_n_pages (window->tab_view); i++)
    if (g_strcmp0 (troupe_document_get_path (troupe_page_get_document (get_page (window, i))),
                   path) == 0)
      g_assert_true (troupe_document_is_modified (troupe_page_get_document (get_page (window, i))));
  close_all ();
}

/* --- Missing folder for drafts ---------------------------------------------------------------- */

static gboolean
tells_of_crash (gpointer user_data)
{
  g_autofree char *texts = list_texts (GTK_WIDGET (user_data));

  return strstr (texts, "cannot be protected against a crash") != NULL;
}

/* The bar stays as long as drafts cannot be saved. */
static gboolean
shows_trouble (gpointer user_data)
{
  TroupeWindow *window = user_data;

  return window->trouble != NULL && gtk_revealer_get_reveal_child (GTK_REVEALER (
                                        gtk_widget_get_first_child (GTK_WIDGET (window->trouble))));
}

static gboolean
shows_no_trouble (gpointer user_data)
{
  return !shows_trouble (user_data);
}

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static gboolean
is_kept_again (gpointer user_data)
{
  return !has_no_drafts ();
}

/* Root may also write to read-only folders. Therefore, the drafts folder is replaced with a
 * regular file to make writing fail. */
static void
test_no_folder (void)
{
  g_autofree char *path = write_file ("homeless.json", FLOW ("Homeless", "a"));
  g_autofree char *folder = get_drafts_folder ();
  TroupeWindow *window;

  remove_tree (folder);
  g_assert_true (g_file_set_contents (folder, "in the way", -1, NULL));
  window = open_window (path);
  rename_method (window, "a", "b");
  wait_until (tells_of_crash, window);
  g_assert_true (shows_trouble (window));
  rename_method (window, "b", "c");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.save", NULL);
  wait_until (is_saved, window);
  g_assert_nonnull (
      troupe_flow_find_method (troupe_flow_document_get_flow (get_document (window)), "c"));

  /* Drafts are saved again as soon as the folder can be created. */
  g_assert_cmpint (g_unlink (folder), ==, 0);
  wait_until (is_kept_again, NULL);
  wait_until (shows_no_trouble, window);
  close_all ();
}

/* --- Interrupted runs ------------------------------------------------------------------------- */

int
main (int argc, char *argv[])
{
  window_test_init (&argc, &argv);
  g_test_add_func ("/window-drafts/back", test_back);
  g_test_add_func ("/window-drafts/same-names", test_same_names);
  g_test_add_func ("/window-drafts/same-new-names", test_same_new_names);
  g_test_add_func ("/window-drafts/typed", test_typed);
  g_test_add_func ("/window-drafts/bar", test_bar);
  g_test_add_func ("/window-drafts/changed-meanwhile", test_changed_meanwhile);
  g_test_add_func ("/window-drafts/compared-after-crash", test_compared_after_crash);
  g_test_add_func ("/window-drafts/undecided-after-crash", test_undecided_after_crash);
  g_test_add_func ("/window-drafts/own", test_own);
  g_test_add_func ("/window-drafts/not-own", test_not_own);
  g_test_add_func ("/window-drafts/gone-meanwhile", test_gone_meanwhile);
  g_test_add_func ("/window-drafts/opened-meanwhile", test_opened_meanwhile);
  g_test_add_func ("/window-drafts/no-folder", test_no_folder);
  return window_test_run ();
}
