/* test-hands-save.c: what is being typed is saved with Ctrl+S, and a text with a mistake is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-json-pane.h"
#include "troupe-note-editor.h"
#include "troupe-rename-popover.h"
#include "troupe-start-folder.h"
#include "troupe-state-editor.h"
#include "troupe-subpage.h"
#include "troupe-test-page.h"

static const char flow[] = "{\"name\": \"F\", \"state\": {\"type\": \"json_schema\", "
                           "\"json_schema\": {\"type\": \"object\", "
                           "\"properties\": {\"topic\": {\"type\": \"string\"}}}}, \"methods\": "
                           "{\"first\": {\"start\": true, "
                           "\"do\": {\"call\": \"tool\", \"ref\": \"m:T\", \"with\": {\"a\": 1}}}, "
                           "\"second\": {\"listen\": "
                           "\"first\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}, "
                           "\"x-troupe\": {\"positions\": "
                           "{\"first\": [40, 120], \"second\": [400, 120]}}}";

static TroupeWindow *
open_flow (const char *path)
{
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  gtk_window_maximize (GTK_WINDOW (window));
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static TroupeEditor *
get_flow_editor (TroupeWindow *window)
{
  return get_editor (troupe_window_get_page (window));
}

typedef struct
{
  const char *path;
  const char *word;
} Expected;

static gboolean
is_in_file (gpointer user_data)
{
  const Expected *expected = user_data;
  g_autofree char *text = NULL;

  return g_file_get_contents (expected->path, &text, NULL, NULL) &&
         strstr (text, expected->word) != NULL;
}

/* Presses Ctrl+S while the text is being typed, and waits until the file contains @word. */
static void
save_and_find (TroupeWindow *window, const char *path, const char *word)
{
  Expected expected = { path, word };

  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_in_file, &expected);
  wait_until (is_saved, window);
  g_assert_false (troupe_document_is_modified (TROUPE_DOCUMENT (get_document (window))));
}

static gboolean
has_note_editor (gpointer user_data)
{
  return hands_find_type (user_data, TROUPE_TYPE_NOTE_EDITOR) != NULL;
}

static gboolean
is_active (gpointer user_data)
{
  return gtk_window_is_active (user_data);
}

static gboolean
is_unsaved (gpointer user_data)
{
  TroupePage *page = troupe_window_get_page (user_data);

  return page != NULL && troupe_document_get_path (troupe_page_get_document (page)) == NULL;
}

static void
test_note (void)
{
  g_autofree char *path = write_file ("note.json", flow);
  TroupeWindow *window = open_flow (path);
  GtkWidget *editor = GTK_WIDGET (get_flow_editor (window));

  g_assert_true (gtk_widget_activate_action (editor, "flow.add-note", NULL));
  wait_until (has_note_editor, editor);
  hands_type ("half a thou");
  save_and_find (window, path, "half a thou");
  /* The text is still open, and more can be typed. */
  hands_type ("ght");
  save_and_find (window, path, "half a thought");
  hands_key (GDK_KEY_Escape, 0);
  close_window (window);
}

static void
test_rename (void)
{
  g_autofree char *path = write_file ("rename.json", flow);
  TroupeWindow *window = open_flow (path);
  TroupeEditor *editor = get_flow_editor (window);

  troupe_editor_select_method (editor, "second");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "flow.rename", NULL));
  hands_wait_field (NULL);
  hands_type ("summary");
  save_and_find (window, path, "\"summary\"");
  g_assert_null (hands_find_type (GTK_WIDGET (editor), TROUPE_TYPE_RENAME_POPOVER));
  close_window (window);
}

/* --- Texts with a mistake --------------------------------------------------------------------- */

/* Replaces the text of a field with the keys. */
static void
type_into (TroupeTextField *field, const char *text)
{
  GtkWidget *view = GTK_WIDGET (troupe_text_field_get_view (field));

  hands_wait_frame (view);
  hands_click_middle (view);
  hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type (text);
}

static TroupeTextField *
show_json (TroupeWindow *window)
{
  GtkWidget *pane = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_JSON_PANE);

  if (pane == NULL)
    {
      hands_click_found (find_labelled, GTK_WIDGET (window), "JSON");
      hands_settle ();
      pane = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_JSON_PANE);
    }
  g_assert_nonnull (pane);
  hands_wait_frame (pane);
  return troupe_json_pane_get_text_field (TROUPE_JSON_PANE (pane));
}

static void
select_method (TroupeWindow *window, const char *name)
{
  troupe_editor_select_method (get_flow_editor (window), name);
  hands_wait_frame (GTK_WIDGET (window));
}

typedef struct
{
  TroupeTextField *field;
  const char *beginning; /* (nullable): NULL if there is to be no draft */
} Draft;

static gboolean
has_draft (gpointer user_data)
{
  const Draft *draft = user_data;
  const char *message = troupe_text_field_get_message (draft->field);
  g_autofree char *text = troupe_text_field_get_text (draft->field);

  if (draft->beginning == NULL)
    return message == NULL;
  return message != NULL && strstr (message, "kept as a draft") != NULL &&
         g_str_has_prefix (text, draft->beginning);
}

static void
wait_for_draft (TroupeTextField *field, const char *beginning)
{
  Draft draft = { field, beginning };

  wait_until (has_draft, &draft);
}

static void
test_draft (void)
{
  g_autofree char *path = write_file ("draft.json", flow);
  g_autofree char *text = NULL;
  TroupeWindow *window = open_flow (path);
  TroupeTextField *field;
  guint n_before;

  select_method (window, "first");
  field = show_json (window);
  n_before = hands_count_in_drafts ("unfinished");
  type_into (field, "unfinished{");
  wait_for_draft (field, "unfinished{");
  /* It is on disk, so it survives SIGKILL. */
  hands_wait_for_draft ("unfinished", n_before);

  /* A second draft does not replace it, and each is shown with its card. */
  select_method (window, "second");
  field = show_json (window);
  g_assert_null (troupe_text_field_get_message (field));
  type_into (field, "other{");
  select_method (window, "first");
  wait_for_draft (show_json (window), "unfinished{");
  select_method (window, "second");
  wait_for_draft (show_json (window), "other{");

  /* The file is unchanged, and the drafts are there when it is opened again. */
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  wait_until (is_saved, window);
  close_window (window);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, flow);
  window = open_flow (path);
  select_method (window, "first");
  field = show_json (window);
  wait_for_draft (field, "unfinished{");

  /* Ctrl+Z undoes what was typed into the draft, Ctrl+Shift+Z types it again, and a draft without steps
   * is discarded, and nothing else. */
  hands_click_middle (GTK_WIDGET (troupe_text_field_get_view (field)));
  hands_key (GDK_KEY_Home, GDK_CONTROL_MASK);
  hands_type ("more");
  wait_for_draft (field, "moreunfinished{");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_draft (field, "unfinished{");
  hands_key (GDK_KEY_Z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_for_draft (field, "moreunfinished{");
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_settle ();
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_for_draft (field, NULL);
  select_method (window, "second");
  field = show_json (window);
  wait_for_draft (field, "other{");
  hands_click_found (find_labelled, GTK_WIDGET (field), "Discard Draft");
  wait_for_draft (field, NULL);
  g_assert_null (troupe_document_get_typed (TROUPE_DOCUMENT (get_document (window)), NULL));
  close_window (window);
}

static TroupeTextField *
find_arguments (TroupeWindow *window)
{
  GtkWidget *label = hands_find_label (GTK_WIDGET (window), "Arguments");

  g_assert_nonnull (label);
  return TROUPE_TEXT_FIELD (gtk_widget_get_ancestor (label, TROUPE_TYPE_TEXT_FIELD));
}

/* A box of the form behaves in the same manner. */
static void
test_box (void)
{
  g_autofree char *path = write_file ("box.json", flow);
  TroupeWindow *window = open_flow (path);
  TroupeTextField *field;

  select_method (window, "first");
  field = find_arguments (window);
  type_into (field, "oops{");
  wait_for_draft (field, "oops{");
  select_method (window, "second");
  select_method (window, "first");
  wait_for_draft (find_arguments (window), "oops{");
  close_window (window);
  window = open_flow (path);
  select_method (window, "first");
  field = find_arguments (window);
  wait_for_draft (field, "oops{");
  /* Correcting the mistake writes the value and ends the draft. */
  type_into (field, "{\"a\": 22}");
  wait_for_draft (field, NULL);
  g_assert_null (troupe_document_get_typed (TROUPE_DOCUMENT (get_document (window)), NULL));
  save_and_find (window, path, "22");
  close_window (window);
}

/* --- Where file dialogs begin ----------------------------------------------------------------- */

static gboolean
has_chooser (gpointer title)
{
  GtkWidget *window = hands_find_window (title);

  return window != NULL && gtk_window_is_active (GTK_WINDOW (window)) &&
         gtk_window_get_focus (GTK_WINDOW (window)) != NULL;
}

static gboolean
has_no_chooser (gpointer title)
{
  return hands_find_window (title) == NULL || !gtk_widget_get_mapped (hands_find_window (title));
}

typedef struct
{
  const char *title;
  const char *folder;
} Begun;

static gboolean
is_in_folder (gpointer user_data)
{
  const Begun *begun = user_data;
  g_autoptr (GFile) folder =
      gtk_file_chooser_get_current_folder (GTK_FILE_CHOOSER (hands_find_window (begun->title)));

  return folder != NULL && g_strcmp0 (g_file_peek_path (folder), begun->folder) == 0;
}

typedef struct
{
  TroupeWindow *window;
  int n;
} Pages;

static gboolean
has_pages (gpointer user_data)
{
  const Pages *pages = user_data;

  return adw_tab_view_get_n_pages (pages->window->tab_view) == pages->n &&
         gtk_window_is_active (GTK_WINDOW (pages->window));
}

/* Returns whether the dialog about unsaved documents has the focus. */
static gboolean
has_save_button (gpointer user_data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_window_is_active (GTK_WINDOW (window)))
        return TRUE;
    }
  return FALSE;
}

/* Waits for the chooser with @title, which must begin in @folder. @folder: (nullable): any */
static void
check_chooser (TroupeWindow *window, const char *title, const char *folder)
{
  Begun begun = { title, folder };

  wait_until (has_chooser, (gpointer) title);
  if (folder != NULL)
    wait_until (is_in_folder, &begun);
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_chooser, (gpointer) title);
  wait_until (is_active, window);
}

/* File dialogs begin in the folder of the document, or of documents if it has none, and not where the
 * program was started. */
static void
test_folders (void)
{
  g_autofree char *path = write_file ("folders.json", flow);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *documents = troupe_start_folder_get_default ();
  g_autofree char *start = g_get_current_dir ();
  TroupeWindow *window = open_flow (path);

  g_assert_cmpstr (start, !=, folder);
  g_assert_cmpstr (start, !=, documents);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  check_chooser (window, "Save “F” As", folder);
  hands_key (GDK_KEY_o, GDK_CONTROL_MASK);
  check_chooser (window, "Open", folder);
  hands_key (GDK_KEY_n, GDK_CONTROL_MASK);
  wait_until (is_unsaved, window);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  check_chooser (window, "Save “NewFlow” As", documents);
  close_window (window);
}

static gboolean
has_window (gpointer user_data)
{
  return TROUPE_IS_WINDOW (
      gtk_application_get_active_window (GTK_APPLICATION (window_test_application)));
}

/* Of several new documents, the dialog names the one that is saved, and its tab is in front. */
static void
test_which (void)
{
  TroupeWindow *window = open_flow (NULL);
  TroupePage *first;

  for (guint i = 0; i < 2; i++)
    {
      hands_key (GDK_KEY_n, GDK_CONTROL_MASK);
      wait_until (has_pages, &(Pages){ window, (int) i + 1 });
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (get_flow_editor (window)),
                                                 "flow.add-method", "s", "expression"));
    }
  first = TROUPE_PAGE (adw_tab_page_get_child (adw_tab_view_get_nth_page (window->tab_view, 0)));
  gtk_window_close (GTK_WINDOW (window));
  wait_until (has_save_button, NULL);
  hands_key (GDK_KEY_s, GDK_ALT_MASK);
  check_chooser (window, "Save “NewFlow” As", NULL);
  g_assert_true (troupe_window_get_page (window) == first);
  hands_key (GDK_KEY_Page_Down, GDK_CONTROL_MASK);
  hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  check_chooser (window, "Save “NewFlow (2)” As", NULL);
  close_window (window);
}

/* A document without a file works in the folder of documents. */
static void
test_start (void)
{
  g_autofree char *before = g_get_current_dir ();
  g_autofree char *documents = troupe_start_folder_get_default ();
  g_autofree char *after = NULL;

  g_application_activate (G_APPLICATION (window_test_application));
  after = g_get_current_dir ();
  g_assert_cmpint (g_chdir (before), ==, 0);
  g_assert_cmpstr (after, ==, documents);
  wait_until (has_window, NULL);
  close_window (TROUPE_WINDOW (
      gtk_application_get_active_window (GTK_APPLICATION (window_test_application))));
}

static TroupeTestPage *
get_test_page (TroupeWindow *window)
{
  TroupeSubpage *page =
      troupe_subpage_find (troupe_page_get_content (troupe_window_get_page (window)));

  return page != NULL ? TROUPE_TEST_PAGE (troupe_subpage_get_child (page)) : NULL;
}

static gboolean
has_rounds (gpointer user_data)
{
  GtkWidget *dialog = GTK_WIDGET (troupe_test_page_get_dialog (user_data));

  return dialog != NULL && gtk_window_is_active (GTK_WINDOW (dialog)) &&
         hands_find_row (dialog, "Output File") != NULL;
}

static gboolean
is_test_page (gpointer user_data)
{
  return get_test_page (user_data) != NULL;
}

/* The file of a training can be chosen. */
static void
test_training_file (void)
{
  static const char agent[] = "{\"role\": \"Writer\", \"goal\": \"g\", \"backstory\": \"b\", "
                              "\"llm\": \"mock/echo\"}";
  static const char crew[] =
      "{\"name\": \"c\", \"agents\": [\"w\"], \"tasks\": [{\"name\": \"tell\", \"description\": "
      "\"Write.\", \"expected_output\": \"A text.\", \"agent\": \"w\"}]}";
  g_autofree char *agent_path = write_file ("agents/w.json", agent);
  g_autofree char *path = write_file ("trained-crew.json", crew);
  g_autofree char *folder = g_path_get_dirname (path);
  TroupeWindow *window = open_flow (path);
  TroupeRoundsDialog *dialog;
  TroupeRoundsOptions options = { 0 };
  GtkWidget *chooser;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.test", NULL);
  wait_until (is_test_page, window);
  gtk_widget_activate_action (GTK_WIDGET (get_test_page (window)), "rounds.train", NULL);
  wait_until (has_rounds, get_test_page (window));
  dialog = troupe_test_page_get_dialog (get_test_page (window));
  hands_click_found (hands_find_label, GTK_WIDGET (dialog), "Output File");
  wait_until (has_chooser, (gpointer) "Output File");
  chooser = hands_find_window ("Output File");
  wait_until (is_in_folder, &(Begun){ "Output File", folder });
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), "elsewhere.pkl");
  hands_click_middle (
      gtk_dialog_get_widget_for_response (GTK_DIALOG (chooser), GTK_RESPONSE_ACCEPT));
  wait_for_text (GTK_WIDGET (dialog), "Runs use the rules in");
  troupe_rounds_dialog_get_options (dialog, &options);
  g_assert_true (g_str_has_suffix (options.file, "/elsewhere.pkl"));
  troupe_rounds_options_clear (&options);
  gtk_window_destroy (GTK_WINDOW (dialog));
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
  g_test_add_func ("/hands/save/note", test_note);
  g_test_add_func ("/hands/save/rename", test_rename);
  g_test_add_func ("/hands/save/draft", test_draft);
  g_test_add_func ("/hands/save/box", test_box);
  g_test_add_func ("/hands/save/folders", test_folders);
  g_test_add_func ("/hands/save/which", test_which);
  g_test_add_func ("/hands/save/start", test_start);
  g_test_add_func ("/hands/save/training-file", test_training_file);
  return window_test_run ();
}
