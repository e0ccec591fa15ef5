/* editor-test-form.c: access to the fields of the inspector
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "editor-test-form.h"
#include "troupe-inspector.h"

typedef struct
{
  const char *title;
  guint skip; /* number of matches to skip */
} Wanted;

static gboolean
has_label (GtkWidget *widget, gpointer data)
{
  return g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), data) == 0;
}

GtkWidget *
editor_test_label (GtkWidget *root, const char *label)
{
  return editor_test_find (root, GTK_TYPE_LABEL, has_label, (gpointer) label);
}

static gboolean
is_row (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), wanted->title) ==
             0 &&
         wanted->skip-- == 0;
}

static gboolean
is_text (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return editor_test_label (widget, wanted->title) != NULL && wanted->skip-- == 0;
}

GtkWidget *
editor_test_inspector (EditorTest *test)
{
  return editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_INSPECTOR, NULL, NULL);
}

static void
open_rows (GtkWidget *widget)
{
  if (ADW_IS_EXPANDER_ROW (widget))
    adw_expander_row_set_expanded (ADW_EXPANDER_ROW (widget), TRUE);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    open_rows (child);
}

void
editor_test_open_rows (EditorTest *test)
{
  open_rows (editor_test_inspector (test));
  editor_test_settle ();
}

GtkWidget *
editor_test_row (EditorTest *test, const char *title, guint skip)
{
  Wanted wanted = { title, skip };
  GtkWidget *row =
      editor_test_find (editor_test_inspector (test), ADW_TYPE_PREFERENCES_ROW, is_row, &wanted);

  if (row == NULL)
    g_error ("there is no row “%s”", title);

  return row;
}

TroupeTextField *
editor_test_text_field (EditorTest *test, const char *title, guint skip)
{
  Wanted wanted = { title, skip };
  GtkWidget *field =
      editor_test_find (editor_test_inspector (test), TROUPE_TYPE_TEXT_FIELD, is_text, &wanted);

  if (field == NULL)
    g_error ("there is no field “%s”", title);

  return TROUPE_TEXT_FIELD (field);
}

GtkTextBuffer *
editor_test_buffer (EditorTest *test, const char *title, guint skip)
{
  return troupe_text_field_get_buffer (editor_test_text_field (test, title, skip));
}

static gboolean
has_tooltip (GtkWidget *widget, gpointer data)
{
  Wanted *wanted = data;

  return g_strcmp0 (gtk_widget_get_tooltip_text (widget), wanted->title) == 0 &&
         gtk_widget_get_visible (widget) && wanted->skip-- == 0;
}

void
editor_test_click (GtkWidget *root, const char *tooltip, guint skip)
{
  Wanted wanted = { tooltip, skip };
  GtkWidget *button = editor_test_find (root, GTK_TYPE_BUTTON, has_tooltip, &wanted);

  if (button == NULL)
    g_error ("there is no button “%s”", tooltip);
  g_signal_emit_by_name (button, "clicked");
  editor_test_settle ();
}

char *
editor_test_buffer_text (GtkTextBuffer *buffer)
{
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);

  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static char *
get_value (EditorTest *test, const char *path)
{
  g_auto (GStrv) keys = g_strsplit (path, "/", -1);
  JsonNode *node =
      troupe_json_tree_get (troupe_document_get_root (TROUPE_DOCUMENT (test->document)),
                            (const char *const *) keys);
  char *text;

  if (node == NULL)
    return NULL;
  text = g_strchomp (troupe_json_write (node, NULL, NULL));

  return text;
}

void
editor_test_assert_value (EditorTest *test, const char *path, const char *expected)
{
  g_autofree char *value = get_value (test, path);

  g_assert_cmpstr (value, ==, expected);
}

void
editor_test_undo_step (EditorTest *test)
{
  g_autofree char *text = NULL;
  gboolean can_undo = TRUE;

  g_assert_true (editor_test_act (test, "flow.undo"));
  g_object_get (test->document, "can-undo", &can_undo, NULL);
  g_assert_false (can_undo);
  text = editor_test_to_text (test->document);
  g_assert_cmpstr (text, ==, test->text);
}
