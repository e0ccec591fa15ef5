/* test-editor-widths.c: minimum widths of the inspector's forms
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-wait.h"
#include "../test-width.h"
#include "editor-test-form.h"
#include "troupe-bottom-panel.h"
#include "troupe-popover-opening.h"
#include "troupe-inspector.h"
#include "troupe-side-pane.h"

/* The narrowest window, which the inspector fills completely. */
#define NARROWEST 360
#define LONG_NAME "a_name_that_is_so_long_that_no_narrow_window_has_room_for_all_of_it_in_one_line"

static void
check_width (EditorTest *test, const char *what, int limit)
{
  GtkWidget *inspector = editor_test_inspector (test);

  editor_test_open_rows (test);
  if (get_minimum (inspector) > limit)
    {
      g_test_message ("%s needs %d pixels, %d are there", what, get_minimum (inspector), limit);
      tell_widest (inspector);
      g_test_fail ();
    }
}

static void
check_all (EditorTest *test, int limit)
{
  TroupeInspector *inspector = TROUPE_INSPECTOR (editor_test_inspector (test));
  TroupeFlow *flow = troupe_flow_document_get_flow (test->document);
  const char *const several[] = { "m_each", LONG_NAME, NULL };
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  troupe_inspector_show_flow (inspector);
  check_width (test, "the flow", limit);
  for (guint i = 0; i < troupe_flow_get_n_methods (flow); i++)
    g_ptr_array_add (names, g_strdup (troupe_flow_get_method (flow, i)->name));
  for (guint i = 0; i < names->len; i++)
    {
      troupe_inspector_show_method (inspector, names->pdata[i]);
      check_width (test, names->pdata[i], limit);
    }
  troupe_inspector_show_several (inspector, several);
  check_width (test, "several", limit);
  troupe_inspector_show_gate (inspector, "m_join", "");
  check_width (test, "a gate", limit);
  troupe_inspector_show_wire (inspector, LONG_NAME, LONG_NAME, LONG_NAME, LONG_NAME);
  check_width (test, "a wire", limit);
  troupe_inspector_show_flow (inspector);
  troupe_inspector_set_json (inspector, TRUE);
  check_width (test, "the JSON of the flow", limit);
  troupe_inspector_set_json (inspector, FALSE);
}

static void
test_plain (EditorTest *test, gconstpointer data)
{
  check_all (test, TROUPE_SIDE_PANE_MIN);
}

static void
test_long_names (EditorTest *test, gconstpointer data)
{
  g_assert_true (troupe_flow_document_rename_method (test->document, "m_each", LONG_NAME, NULL));
  editor_test_settle ();
  check_all (test, TROUPE_SIDE_PANE_MIN);
}

/* With large text, everything still fits into the narrowest window. */
static void
test_large_text (EditorTest *test, gconstpointer data)
{
  GtkSettings *settings = gtk_widget_get_settings (test->window);
  int dpi;

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  editor_test_settle ();
  check_all (test, NARROWEST);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  editor_test_settle ();
}

typedef struct
{
  GtkWidget *pane;
  int available;
  int widest;
  int n_frames;
} Slide;

static gboolean
watch_slide_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  Slide *slide = data;

  slide->n_frames++;
  slide->widest = MAX (slide->widest, gtk_widget_get_width (slide->pane));
  return G_SOURCE_CONTINUE;
}

static gboolean
is_revealed (gpointer data)
{
  GtkWidget *revealer = gtk_widget_get_ancestor (data, GTK_TYPE_REVEALER);

  return gtk_revealer_get_child_revealed (GTK_REVEALER (revealer));
}

/* No row extends beyond the window's edge, even while the inspector is being revealed.
 * Otherwise, the popup of such a row could be off screen. */
static void
test_coming (EditorTest *test, gconstpointer data)
{
  GtkSettings *settings = gtk_widget_get_settings (test->window);
  GtkWidget *inspector = editor_test_inspector (test);
  Slide slide = { 0 };
  guint watch;

  slide.pane = gtk_widget_get_ancestor (inspector, TROUPE_TYPE_SIDE_PANE);
  g_object_set (settings, "gtk-enable-animations", TRUE, NULL);
  g_object_set (troupe_editor_get_frame (test->editor), "inspector-visible", FALSE, NULL);
  troupe_editor_frame_set_width_class (troupe_editor_get_frame (test->editor), TROUPE_EDITOR_TINY);
  editor_test_settle ();
  slide.available = gtk_widget_get_width (GTK_WIDGET (test->editor));
  watch = gtk_widget_add_tick_callback (GTK_WIDGET (test->editor), watch_slide_cb, &slide, NULL);
  g_object_set (troupe_editor_get_frame (test->editor), "inspector-visible", TRUE, NULL);
  editor_test_wait (is_revealed, inspector);
  editor_test_settle ();
  gtk_widget_remove_tick_callback (GTK_WIDGET (test->editor), watch);
  g_assert_cmpint (slide.n_frames, >, 0);
  g_assert_cmpint (slide.widest, >, 0);
  g_assert_cmpint (slide.widest, <=, slide.available);
}

static guint
count_clocks (GtkWidget *widget)
{
  guint n = 0;

  if (GTK_IS_SCROLLED_WINDOW (widget) && gtk_widget_get_frame_clock (widget) != NULL)
    n++;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += count_clocks (child);
  return n;
}

/* A scrolled window keeps its frame clock when the inspector is moved over the canvas while the
 * window scrolls. */
static void
test_moved_while_scrolled (EditorTest *test, gconstpointer data)
{
  GtkWidget *inspector = editor_test_inspector (test);
  guint n_clocks;

  editor_test_settle ();
  n_clocks = count_clocks (inspector);
  g_assert_cmpuint (n_clocks, >, 0);
  g_object_set (troupe_editor_get_frame (test->editor), "inspector-visible", FALSE, NULL);
  troupe_editor_frame_set_width_class (troupe_editor_get_frame (test->editor),
                                       TROUPE_EDITOR_NARROW);
  g_assert_cmpuint (count_clocks (inspector), ==, n_clocks);
  troupe_editor_frame_set_width_class (troupe_editor_get_frame (test->editor), TROUPE_EDITOR_WIDE);
  g_assert_cmpuint (count_clocks (inspector), ==, n_clocks);
}

/* A popover on a page that is removed from the window has no surface until the page returns. */
static void
test_popover_off_screen (EditorTest *test, gconstpointer data)
{
  g_autoptr (GtkWidget) parent = g_object_ref_sink (gtk_button_new ());
  GtkWidget *window = gtk_window_new ();
  GtkWidget *popover = gtk_popover_new ();

  gtk_widget_set_parent (popover, parent);
  gtk_window_set_child (GTK_WINDOW (window), parent);
  gtk_window_present (GTK_WINDOW (window));
  editor_test_settle ();
  gtk_popover_popup (GTK_POPOVER (popover));
  g_assert_true (gtk_widget_get_realized (popover));
  troupe_popover_follow (GTK_POPOVER (popover));
  gtk_window_set_child (GTK_WINDOW (window), NULL);
  g_assert_false (gtk_widget_get_realized (popover));
  gtk_widget_queue_allocate (popover);
  troupe_popover_follow (GTK_POPOVER (popover));
  gtk_widget_unparent (popover);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
wait_for_height (GtkWidget *widget, int height)
{
  test_wait_until (gtk_widget_get_height (widget) == height);
}

/* A bar that once needed more room, as when its texts were wrapped, leaves no gap below it. */
static void
test_no_gap (EditorTest *test, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *paned = gtk_paned_new (GTK_ORIENTATION_VERTICAL);
  GtkWidget *canvas = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  g_autoptr (TroupeBottomPanel) panel = NULL;

  gtk_widget_set_vexpand (canvas, TRUE);
  gtk_widget_set_size_request (bar, -1, 60);
  gtk_paned_set_start_child (GTK_PANED (paned), canvas);
  gtk_paned_set_resize_end_child (GTK_PANED (paned), FALSE);
  gtk_paned_set_shrink_end_child (GTK_PANED (paned), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
  gtk_window_set_child (GTK_WINDOW (window), paned);
  panel = troupe_bottom_panel_new (GTK_PANED (paned));
  troupe_bottom_panel_set_child (panel, bar);
  gtk_window_present (GTK_WINDOW (window));
  wait_for_height (bar, 60);
  gtk_widget_set_size_request (bar, -1, 40);
  wait_for_height (bar, 40);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;

  if (!editor_test_init (&argc, &argv))
    return 77;
  path = g_test_build_filename (G_TEST_DIST, "editor", "forms-flow.json", NULL);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_test_add ("/editor/widths/no-gap", EditorTest, text, editor_test_set_up, test_no_gap,
              editor_test_tear_down);
  g_test_add ("/editor/widths/plain", EditorTest, text, editor_test_set_up, test_plain,
              editor_test_tear_down);
  g_test_add ("/editor/widths/long-names", EditorTest, text, editor_test_set_up, test_long_names,
              editor_test_tear_down);
  g_test_add ("/editor/widths/large-text", EditorTest, text, editor_test_set_up, test_large_text,
              editor_test_tear_down);
  g_test_add ("/editor/widths/popover-off-screen", EditorTest, text, editor_test_set_up,
              test_popover_off_screen, editor_test_tear_down);
  g_test_add ("/editor/widths/moved-while-scrolled", EditorTest, text, editor_test_set_up,
              test_moved_while_scrolled, editor_test_tear_down);
  g_test_add ("/editor/widths/coming", EditorTest, text, editor_test_set_up, test_coming,
              editor_test_tear_down);

  return g_test_run ();
}
