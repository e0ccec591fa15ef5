/* test-hands-save.c: what is being typed is saved with Ctrl+S, and a text with a mistake is kept
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-json-pane.h"
#include "troupe-note-editor.h"
#include "troupe-rename-popover.h"
#include "troupe-state-editor.h"

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
  return window_test_run ();
}
