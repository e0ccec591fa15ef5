/* test-values.c: values shown as trees, tables and text
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "../test-time.h"
#include "monitor-test.h"
#include "troupe-value-cell.h"
#include "troupe-value-item.h"
#include "troupe-value-rendering.h"
#include "troupe-value-table.h"
#include "troupe-value-tree.h"
#include "troupe-value-view.h"

/* Maximum processor time of this thread per frame, in milliseconds. The limit is higher than the
 * goal, because the tests also run on slow machines and under sanitizers. */
#define FRAME_GOAL 8.0
#define FRAME_LIMIT 40.0
/* Limit for a frame in which GTK creates approximately 200 row widgets. */
#define ROWS_LIMIT 250.0

static char *
list_rows (GListModel *model)
{
  GString *text = g_string_new (NULL);
  static const char *const marks[] = { "", "+", "-", "~" };

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (TroupeValueItem) item = g_list_model_get_item (model, i);
      g_autofree char *value = monitor_test_text (troupe_value_item_get_value (item));

      g_string_append_printf (text, "%s%s=%s ", marks[troupe_value_item_get_mark (item)],
                              troupe_value_item_get_path (item), value);
    }
  return g_string_free (text, FALSE);
}

static void
assert_children (const char *now, const char *then, const char *expected)
{
  g_autoptr (TroupeValue) value = monitor_test_value (now);
  g_autoptr (TroupeValue) before = then != NULL ? monitor_test_value (then) : NULL;
  g_autoptr (TroupeValueItem) item = troupe_value_item_new ("s", "state", value, before);
  g_autoptr (GListModel) children = troupe_value_item_list_children (item);
  g_autofree char *text = NULL;

  if (expected == NULL)
    {
      g_assert_null (children);
      return;
    }
  g_assert_nonnull (children);
  text = list_rows (children);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_children (void)
{
  assert_children ("{'a':1,'b c':[2],'in':3}", NULL,
                   "state.a=1 state[\"b c\"]=[2] state[\"in\"]=3 ");
  assert_children ("[4,{}]", NULL, "state[0]=4 state[1]={} ");
  assert_children ("[]", NULL, NULL);
  assert_children ("'text'", NULL, NULL);
}

static void
test_changes (void)
{
  assert_children ("{'a':1,'b':2}", "{'a':1,'b':3,'c':4}",
                   "state.a=1 -state.b=3 +state.b=2 -state.c=4 ");
  assert_children ("{'a':1,'n':0}", "{'a':1}", "state.a=1 +state.n=0 ");
  assert_children ("{'l':[1,2]}", "{'l':[1]}", "~state.l=[1,2] ");
  assert_children ("{'l':[]}", "{'l':[1]}", "-state.l=[1] +state.l=[] ");
  assert_children ("[1,2]", "[1,2]", "state[0]=1 state[1]=2 ");
  assert_children ("[1]", "[1,2]", "state[0]=1 -state[1]=2 ");
  /* Values of different types are not compared entry by entry. */
  assert_children ("[1]", "{'a':1}", "state[0]=1 ");
}

/* Rows are created on demand, and a long list is divided into ranges, so that no level is very
 * long. */
static void
test_long_list (void)
{
  g_autoptr (TroupeValue) value = monitor_test_list (100000);
  g_autoptr (TroupeValueItem) item = troupe_value_item_new ("l", "l", value, NULL);
  g_autoptr (GListModel) children = troupe_value_item_list_children (item);
  g_autoptr (TroupeValueItem) last = g_list_model_get_item (children, 9);
  g_autoptr (GListModel) entries = troupe_value_item_list_children (last);
  g_autoptr (TroupeValueItem) entry = g_list_model_get_item (entries, 9999);

  g_assert_cmpuint (g_list_model_get_n_items (children), ==, 10);
  g_assert_true (troupe_value_item_is_stretch (last));
  g_assert_cmpstr (troupe_value_item_get_name (last), ==, "90\u2009000 … 99\u2009999");
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 10000);
  g_assert_cmpstr (troupe_value_item_get_path (entry), ==, "l[99999]");
  g_assert_cmpint (troupe_value_get_integer (troupe_value_item_get_value (entry)), ==, 99999);
  g_assert_null (g_list_model_get_item (entries, 10000));
}

static void
test_long_list_shown (void)
{
  g_autoptr (TroupeValue) value = monitor_test_list (100000);
  g_autoptr (TroupeValueItem) item = troupe_value_item_new ("l", "l", value, NULL);
  GtkWidget *tree = troupe_value_tree_new ();
  GtkWidget *window = monitor_test_open (tree, 400, 300);
  GListModel *model;
  double begin = monitor_test_clock ();
  double time;
  g_autoptr (GtkTreeListRow) row = NULL;

  troupe_value_tree_set_root (TROUPE_VALUE_TREE (tree), item);
  time = monitor_test_clock () - begin;
  g_test_message ("100,000 entries opened: %.2f ms (goal %.0f)", time, FRAME_GOAL);
  g_assert_cmpfloat (time, <, FRAME_LIMIT * TEST_SLOWNESS);
  monitor_test_draw (tree);

  model = G_LIST_MODEL (troupe_value_tree_get_model (TROUPE_VALUE_TREE (tree)));
  row = g_list_model_get_item (model, 1);
  begin = monitor_test_clock ();
  gtk_tree_list_row_set_expanded (row, TRUE);
  time = monitor_test_clock () - begin;
  g_test_message ("a stretch of 10,000 unfolded: %.2f ms", time);
  g_assert_cmpfloat (time, <, ROWS_LIMIT * TEST_SLOWNESS);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 11 + 10000);
  monitor_test_draw (tree);
  monitor_test_close (window);
}

/* Markup in the text of a model is shown unchanged. */
static void
test_markup (void)
{
  g_autoptr (TroupeValue) value = monitor_test_value ("{'<b>k</b>':'<i>x</i> & co'}");
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *window = monitor_test_open (view, 400, 300);

  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", value, NULL, "none");
  monitor_test_draw (view);
  g_assert_nonnull (monitor_test_find_label (view, "<b>k</b>"));
  g_assert_nonnull (monitor_test_find_label (view, "\"<i>x</i> & co\""));
  monitor_test_close (window);
}

static char *
get_shown_text (GtkWidget *view)
{
  GtkWidget *text = monitor_test_find_type (view, GTK_TYPE_TEXT_VIEW);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (text));
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
}

static GtkWidget *
find_other_window (GtkWidget *window)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) other = g_list_model_get_item (windows, i);

      if (other != window)
        return other;
    }
  return NULL;
}

/* At most 200 kB of a text are shown, and no character is split. A button opens the full text. */
static void
test_long_text (void)
{
  g_autofree char *body = g_strnfill (300 * 1000, 'x');
  g_autofree char *text = g_strconcat ("ü", body, "THE END", NULL);
  g_autofree char *shown = NULL;
  g_autofree char *whole = NULL;
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *window = monitor_test_open (view, 400, 300);
  GtkWidget *other;

  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", value, NULL, "none");
  monitor_test_draw (view);
  shown = get_shown_text (view);
  /* The text is truncated. */
  g_assert_cmpuint (strlen (shown), <=, 200 * 1000 + 100);
  g_assert_cmpuint (strlen (shown), >, 199 * 1000);
  g_assert_nonnull (monitor_test_find_label (view, "Open in Full"));
  g_assert_true (gtk_widget_activate_action (view, "value.open-whole", NULL));
  /* The text is broken into lines, because laying it out as one line would take seconds. */
  g_assert_cmpuint (strcspn (shown, "\n"), <=, 2001);
  other = find_other_window (window);
  g_assert_nonnull (other);
  whole = get_shown_text (other);
  g_assert_true (g_str_has_suffix (whole, "THE END"));
  monitor_test_close (other);
  monitor_test_close (window);
}

static void
test_streamed_text (void)
{
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *window = monitor_test_open (view, 400, 300);
  g_autoptr (TroupeValue) value = monitor_test_value ("[1]");
  g_autofree char *shown = NULL;
  g_autofree char *again = NULL;

  troupe_value_view_set_stream (TROUPE_VALUE_VIEW (view), "One, ", 5);
  troupe_value_view_set_stream (TROUPE_VALUE_VIEW (view), "One, two", 8);
  shown = get_shown_text (view);
  g_assert_cmpstr (shown, ==, "One, two");
  troupe_value_view_set_stream (TROUPE_VALUE_VIEW (view), "New", 3);
  again = get_shown_text (view);
  g_assert_cmpstr (again, ==, "New");
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", value, NULL, "none");
  monitor_test_draw (view);
  g_assert_nonnull (monitor_test_find_label (view, "output"));
  monitor_test_close (window);
}

static void
test_table (void)
{
  g_autoptr (TroupeValue) table = monitor_test_value ("[{'a':1,'b':[1,2]},{'a':2,'c':'x'}]");
  g_autoptr (TroupeValue) list = monitor_test_value ("[{'a':1},2]");
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *window = monitor_test_open (view, 600, 300);
  GtkColumnView *columns;
  g_autoptr (GString) maps = NULL;
  g_autoptr (TroupeValue) many = NULL;

  g_assert_true (troupe_value_table_fits (table));
  g_assert_false (troupe_value_table_fits (list));
  troupe_value_view_set_form (TROUPE_VALUE_VIEW (view), TROUPE_VALUE_FORM_TABLE);
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", table, NULL, "none");
  monitor_test_draw (view);
  columns = GTK_COLUMN_VIEW (monitor_test_find_type (view, GTK_TYPE_COLUMN_VIEW));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (columns)), ==, 4);
  g_assert_nonnull (monitor_test_find_label (view, "[2]"));
  g_assert_nonnull (monitor_test_find_label (view, "\"x\""));
  /* A long table has one row per entry, and the entries are not grouped. */
  maps = g_string_new ("[{'a':0}");
  for (int i = 1; i < 5000; i++)
    g_string_append_printf (maps, ",{'a':%d}", i);
  g_string_append_c (maps, ']');
  many = monitor_test_value (maps->str);
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", many, NULL, "none");
  monitor_test_draw (view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (columns))),
                    ==, 5000);
  /* A value that is not a table is shown as a tree. */
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "output", "output", list, NULL, "none");
  monitor_test_draw (view);
  g_assert_nonnull (monitor_test_find_label (view, "output"));
  monitor_test_close (window);
}

/* A running flow sets the value repeatedly. Rows that the user has expanded stay expanded. */
static void
test_stays_unfolded (void)
{
  g_autoptr (TroupeValue) one = monitor_test_value ("{'a':{'x':1},'b':2}");
  g_autoptr (TroupeValue) two = monitor_test_value ("{'a':{'x':1},'b':3}");
  g_autoptr (TroupeValueItem) first = troupe_value_item_new ("run", "", one, NULL);
  g_autoptr (TroupeValueItem) second = troupe_value_item_new ("run", "", two, NULL);
  GtkWidget *tree = g_object_ref_sink (troupe_value_tree_new ());
  GListModel *model = G_LIST_MODEL (troupe_value_tree_get_model (TROUPE_VALUE_TREE (tree)));
  g_autoptr (GtkTreeListRow) row = NULL;

  troupe_value_tree_set_root (TROUPE_VALUE_TREE (tree), first);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 3);
  row = g_list_model_get_item (model, 1);
  gtk_tree_list_row_set_expanded (row, TRUE);
  troupe_value_tree_set_root (TROUPE_VALUE_TREE (tree), second);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 4);
  g_clear_object (&row);
  g_assert_finalize_object (tree);
}

static gboolean
shows_picture (gpointer user_data)
{
  GtkWidget *picture = monitor_test_find_type (user_data, GTK_TYPE_PICTURE);

  return picture != NULL && gtk_widget_get_visible (picture) &&
         gtk_picture_get_paintable (GTK_PICTURE (picture)) != NULL;
}

/* Shows a string in a form. */
static void
show_text (GtkWidget *view, const char *text, TroupeValueForm form)
{
  g_autoptr (TroupeValue) value = troupe_value_new_string (text, -1);

  g_object_set (view, "form", form, NULL);
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "text", "text", value, NULL, "");
}

/* Pictures in safe formats and Markdown are rendered; a picture whose content is damaged, and other data, are not. */
static void
test_rendered (void)
{
  static const char picture[] =
      "data:image/"
      "png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWj"
      "R9awAAAABJRU5ErkJggg==";
  static const char *const others[] = { "data:image/svg+xml;base64,PHN2Zy8+",
                                        "data:image/png;base64,!!!!", "data:image/png,x",
                                        "data:text/html;base64,PGI+", "data:image/" };
  g_autoptr (GString) long_text = g_string_new (NULL);
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *window = NULL;
  g_autoptr (TroupeValue) answer = monitor_test_value ("{'raw':'# Heading','x':1}");

  troupe_value_rendering_attach (TROUPE_VALUE_VIEW (view), NULL);
  window = monitor_test_open (view, 400, 300);
  show_text (view, picture, TROUPE_VALUE_FORM_TREE);
  monitor_test_wait (shows_picture, view);
  /* The user wants to see its text. */
  show_text (view, picture, TROUPE_VALUE_FORM_TEXT);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (
                       GTK_STACK (monitor_test_find_type (view, GTK_TYPE_STACK))),
                   ==, "text");
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      show_text (view, others[i], TROUPE_VALUE_FORM_RENDERED);
      g_assert_false (shows_picture (view));
    }
  troupe_value_view_set_value (TROUPE_VALUE_VIEW (view), "out", "out", answer, NULL, "");
  g_assert_nonnull (monitor_test_find_label (view, "Heading"));
  for (guint i = 0; i < 30000; i++)
    g_string_append (long_text, i % 10 == 9 ? "\n\n" : "word ");
  show_text (view, long_text->str, TROUPE_VALUE_FORM_RENDERED);
  g_assert_nonnull (monitor_test_find_label (view, "Show All"));
  monitor_test_close (window);
}

static gboolean
is_selected (gpointer user_data)
{
  const char *const *wanted = user_data;
  g_autoptr (TroupeValueItem) item =
      troupe_value_tree_dup_selected (TROUPE_VALUE_TREE ((gpointer) wanted[0]));

  return item != NULL && g_str_equal (troupe_value_item_get_path (item), wanted[1]);
}

/* Names and values are found regardless of case, also in the ranges of long lists; further matches by Enter. */
static void
test_find (void)
{
  g_autoptr (GString) text = g_string_new ("{'a':[{'x':'Heavy RAIN'},{'rainy':2}],'long':[");
  g_autoptr (TroupeValue) value = NULL;
  g_autoptr (TroupeValueItem) root = NULL;
  GtkWidget *tree = troupe_value_tree_new ();
  GtkWidget *window = monitor_test_open (tree, 400, 300);
  GtkWidget *entry = NULL;
  static const char *const paths[] = { "state.a[0].x", "state.a[1].rainy", "state.long[2999]" };

  for (guint i = 0; i < 2999; i++)
    g_string_append_printf (text, "%u,", i);
  g_string_append (text, "'rain']}");
  value = monitor_test_value (text->str);
  root = troupe_value_item_new ("state", "state", value, NULL);
  troupe_value_tree_set_root (TROUPE_VALUE_TREE (tree), root);
  troupe_value_tree_find (TROUPE_VALUE_TREE (tree));
  entry = monitor_test_find_type (tree, GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "rain");
  for (guint i = 0; i <= G_N_ELEMENTS (paths); i++)
    {
      gconstpointer wanted[2] = { tree, paths[i % G_N_ELEMENTS (paths)] };

      if (i > 0)
        g_signal_emit_by_name (entry, "activate");
      monitor_test_wait (is_selected, (gpointer) wanted);
    }
  gtk_editable_set_text (GTK_EDITABLE (entry), "2998");
  {
    gconstpointer wanted[2] = { tree, "state.long[2998]" };

    monitor_test_wait (is_selected, (gpointer) wanted);
  }
  monitor_test_close (window);
}

static void
test_accessible (void)
{
  GtkWidget *view = troupe_value_view_new ();
  GtkWidget *forms = g_object_ref_sink (troupe_value_view_make_switch (TROUPE_VALUE_VIEW (view)));
  GtkWidget *window = monitor_test_open (view, 400, 300);
  GtkWidget *list = monitor_test_find_type (view, GTK_TYPE_LIST_VIEW);
  GtkWidget *button = gtk_widget_get_first_child (forms);

  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_ROLE_LIST);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "Value");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                       "As Tree");
  gtk_test_accessible_assert_state (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_STATE_PRESSED, TRUE);
  g_object_unref (forms);
  monitor_test_close (window);
}

/* In a column of the usual width, both the value and the value before its change can be read. */
static void
test_changed_cell (void)
{
  static const char *const texts[] = { "\"Spring flowers\"", "was \"Autumn leaves\"",
                                       "changed by you" };
  g_autoptr (TroupeValue) value = monitor_test_value ("'Spring flowers'");
  g_autoptr (TroupeValue) before = monitor_test_value ("'Autumn leaves'");
  GtkWidget *cell = troupe_value_cell_new ();
  GtkWidget *window;

  troupe_value_cell_set (TROUPE_VALUE_CELL (cell), "state.topic", value, before, NULL);
  window = monitor_test_open (cell, 290, 60);
  g_assert_cmpint (gtk_widget_get_width (cell), <=, 290);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      GtkWidget *label = monitor_test_find_label (cell, texts[i]);

      g_assert_nonnull (label);
      g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
    }
  /* The line of the change goes with the change. */
  troupe_value_cell_set (TROUPE_VALUE_CELL (cell), "state.topic", before, NULL, NULL);
  g_assert_null (monitor_test_find_label (cell, "changed by you"));
  monitor_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/monitor/values/children", test_children);
  g_test_add_func ("/monitor/values/changes", test_changes);
  g_test_add_func ("/monitor/values/long-list", test_long_list);
  g_test_add_func ("/monitor/values/long-list-shown", test_long_list_shown);
  g_test_add_func ("/monitor/values/markup", test_markup);
  g_test_add_func ("/monitor/values/long-text", test_long_text);
  g_test_add_func ("/monitor/values/streamed-text", test_streamed_text);
  g_test_add_func ("/monitor/values/table", test_table);
  g_test_add_func ("/monitor/values/stays-unfolded", test_stays_unfolded);
  g_test_add_func ("/monitor/values/rendered", test_rendered);
  g_test_add_func ("/monitor/values/find", test_find);
  g_test_add_func ("/monitor/values/changed-cell", test_changed_cell);
  g_test_add_func ("/monitor/values/accessible", test_accessible);
  return g_test_run ();
}
