/* test-hands-history.c: history, past runs and their comparison by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-compare-chooser.h"
#include "troupe-compare-cost.h"
#include "troupe-compare-list.h"
#include "troupe-compare-view.h"
#include "troupe-feedback-view.h"
#include "troupe-history-pane.h"
#include "troupe-history-row.h"
#include "troupe-history-waiting.h"
#include "troupe-run-controller.h"
#include "troupe-run-scrubber.h"
#include "troupe-run-view.h"
#include "troupe-timeline.h"
#include "troupe-versions-view.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"past\", \"methods\": "
    "{\"first\": {\"start\": true, "
    "\"do\": {\"call\": \"expression\", \"expr\": \"'an apple'\"}}, "
    "\"second\": {\"listen\": \"first\", "
    "\"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"below\": {\"listen\": \"first\", "
    "\"do\": {\"call\": \"expression\", \"expr\": \"2\"}}}, "
    "\"x-troupe\": {\"positions\": {\"first\": [40, 120], \"second\": [320, 120], "
    "\"below\": [320, 210]}}}\n";

static TroupeWindow *window;

/* --- Helpers ---------------------------------------------------------------------------------- */

static gboolean
has_ended (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));

  return !troupe_run_controller_is_starting (troupe_page_content_get_running (content)) &&
         !troupe_page_run_is_under_way (troupe_page_content_get_run (content)) &&
         hands_find_label (GTK_WIDGET (user_data), "Timeline") != NULL;
}

static GtkListBox *
get_list (void)
{
  GtkWidget *row = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW);

  return row != NULL ? GTK_LIST_BOX (gtk_widget_get_parent (row)) : NULL;
}

static TroupeHistoryRow *
get_row (int index)
{
  return TROUPE_HISTORY_ROW (gtk_list_box_get_row_at_index (get_list (), index));
}

static gboolean
has_rows (gpointer user_data)
{
  const int n = GPOINTER_TO_INT (user_data);
  GtkWidget *pane = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_PANE);
  gboolean is_busy = FALSE;

  if (pane != NULL)
    g_object_get (pane, "busy", &is_busy, NULL);
  if (is_busy)
    return FALSE;
  if (n == 0)
    return get_list () == NULL;
  return get_list () != NULL && gtk_list_box_get_row_at_index (get_list (), n - 1) != NULL &&
         gtk_list_box_get_row_at_index (get_list (), n) == NULL;
}

static gboolean
has_view (gpointer user_data)
{
  return hands_find_type (GTK_WIDGET (window), GPOINTER_TO_SIZE (user_data)) != NULL;
}

static gboolean
has_no_view (gpointer user_data)
{
  return !has_view (user_data);
}

static gboolean
shows (gpointer user_data)
{
  return shows_text (GTK_WIDGET (window), user_data);
}

static gboolean
has_ended_runs (gpointer user_data)
{
  g_autoptr (GPtrArray) runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              NULL, 0, NULL);
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    n += ((TroupeRunRecord *) runs->pdata[i])->status == TROUPE_RUN_STATUS_OK;
  return n == GPOINTER_TO_UINT (user_data);
}

/* Runs the flow, with another result for each number. */
static void
run (guint number)
{
  static const char *const place[] = { "methods", "second", "do", "expr", NULL };
  g_autofree char *expression = g_strdup_printf ("%u", number);
  JsonNode *value = json_node_init_string (json_node_alloc (), expression);
  GError *error = NULL;

  troupe_document_set (TROUPE_DOCUMENT (get_document (window)), place, value, "Edit", NULL, &error);
  g_assert_no_error (error);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (number));
  wait_until (has_ended, window);
}

static void
press (guint key, GdkModifierType modifiers)
{
  hands_key (key, modifiers);
  hands_settle ();
}

static void
click_row (int index)
{
  hands_wait_frame (GTK_WIDGET (get_row (index)));
  hands_click_middle (GTK_WIDGET (get_row (index)));
}

static void
set_up (const char *name)
{
  g_autofree char *path = write_file (name, flow);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  run (1);
  run (2);
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_rows, GINT_TO_POINTER (2));
  hands_wait_frame (GTK_WIDGET (window));
}

/* --- Tests ------------------------------------------------------------------------------------ */

static gboolean
is_inspector_button (GtkWidget *widget)
{
  return GTK_IS_TOGGLE_BUTTON (widget) && gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)),
                    "win.show-inspector") == 0;
}

static gboolean
has_inspector_button (GtkWidget *root)
{
  gboolean found = is_inspector_button (root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); !found && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = has_inspector_button (child);
  return found;
}

static gboolean
shows_inspector_button (void)
{
  return has_inspector_button (GTK_WIDGET (window));
}

/* A run opens with its document of then, moves through time and is left. */
static void
test_past_run (void)
{
  GtkWidget *view;
  GtkWidget *track;
  TroupeMonitor *monitor;

  click_row (1);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_RUN_VIEW);
  hands_wait_frame (view);
  g_assert_true (shows_text (view, "The document has changed in 1 method since."));
  /* It covers the inspector. */
  g_assert_false (shows_inspector_button ());
  /* The differences to today's document cover the run, and lead back to it. */
  hands_click_found (find_labelled, view, "Show Change");
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_VERSIONS_VIEW));
  wait_for_text (GTK_WIDGET (window), "This document and the one that the run executed.");
  wait_for_text (GTK_WIDGET (window), "second");
  hands_click_found (find_labelled,
                     hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_VERSIONS_VIEW), "Close");
  wait_until (has_no_view, GSIZE_TO_POINTER (TROUPE_TYPE_VERSIONS_VIEW));
  hands_wait_frame (view);
  monitor = TROUPE_MONITOR (hands_find_type (view, TROUPE_TYPE_MONITOR));
  g_assert_cmpint (troupe_value_get_integer (troupe_monitor_get_output (monitor, "second")), ==, 1);
  track = hands_find_type (hands_find_type (view, TROUPE_TYPE_RUN_SCRUBBER), GTK_TYPE_SCALE);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (track)), >, 0);
  /* Back to the start, event by event, and forward again by playing. */
  for (guint i = 0; i < 30 && gtk_range_get_value (GTK_RANGE (track)) > 0; i++)
    press (GDK_KEY_Left, GDK_ALT_MASK);
  g_assert_cmpfloat (gtk_range_get_value (GTK_RANGE (track)), ==, 0);
  press (GDK_KEY_Left, GDK_ALT_MASK);
  g_assert_null (troupe_monitor_get_output (monitor, "first"));
  for (guint i = 0; i < 30 && troupe_monitor_get_output (monitor, "first") == NULL; i++)
    press (GDK_KEY_Right, GDK_ALT_MASK);
  g_assert_nonnull (troupe_monitor_get_output (monitor, "first"));
  press (GDK_KEY_space, 0);
  for (guint i = 0; i < 100 && troupe_monitor_get_output (monitor, "second") == NULL; i++)
    hands_wait_frame (view);
  g_assert_cmpint (troupe_value_get_integer (troupe_monitor_get_output (monitor, "second")), ==, 1);
  /* Nothing of it can be deleted. */
  hands_click_middle (GTK_WIDGET (hands_find_type (view, TROUPE_TYPE_CANVAS)));
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  press (GDK_KEY_Delete, 0);
  g_assert_true (has_view (GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW)));
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_view, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  g_assert_true (shows_inspector_button ());
  g_assert_cmpuint (
      troupe_flow_get_n_methods (troupe_flow_document_get_flow (get_document (window))), ==, 3);
}

/* Returns TRUE if the second row, which the list may replace, has no open popover. */
static gboolean
has_no_popover (gpointer user_data)
{
  GtkListBox *list = get_list ();
  GtkListBoxRow *row = list != NULL ? gtk_list_box_get_row_at_index (list, 1) : NULL;

  return row != NULL && hands_find_type (GTK_WIDGET (row), GTK_TYPE_POPOVER) == NULL;
}

/* Renames, keeps, searches and deletes runs. */
static void
test_list (void)
{
  GtkWidget *search =
      hands_find_type (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_PANE),
                       GTK_TYPE_SEARCH_ENTRY);

  click_row (1);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  hands_settle ();
  gtk_widget_grab_focus (GTK_WIDGET (get_row (1)));
  press (GDK_KEY_F2, 0);
  hands_type ("golden");
  press (GDK_KEY_Return, 0);
  g_assert_cmpstr (troupe_history_row_get_summary (get_row (1))->title, ==, "golden");
  wait_until (has_no_popover, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (get_row (1)));
  press (GDK_KEY_d, GDK_CONTROL_MASK);
  g_assert_true (troupe_history_row_get_summary (get_row (1))->is_kept);
  /* The test is written beside the document. */
  gtk_list_box_unselect_all (get_list ());
  gtk_list_box_select_row (get_list (), GTK_LIST_BOX_ROW (get_row (1)));
  g_assert_true (shows ((gpointer) "Ctrl+click a second run to compare"));
  hands_menu (GTK_WIDGET (get_row (1)), 40, 10);
  wait_until (shows, (gpointer) "Make Test From Run");
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Make Test From Run");
  wait_until (shows, (gpointer) "The test “golden, ");
  wait_until (shows, (gpointer) "was added to “past.test.json”.");
  /* A row does not stay pressed after its menu was closed. */
  g_assert_cmpint (gtk_widget_get_state_flags (GTK_WIDGET (get_row (1))) & GTK_STATE_FLAG_ACTIVE,
                   ==, 0);
  hands_click_middle (search);
  hands_type ("golden");
  wait_until (has_rows, GINT_TO_POINTER (1));
  g_assert_cmpstr (troupe_history_row_get_summary (get_row (0))->title, ==, "golden");
  hands_type ("x");
  /* A list of one document says so, and leads to those of the others. */
  wait_until (shows, (gpointer) "No run of this document was found.");
  g_assert_true (shows ((gpointer) "This Document"));
  hands_click_found (find_labelled, GTK_WIDGET (window), "Search All Documents");
  wait_until (shows, (gpointer) "No run was found.");
  g_assert_true (shows ((gpointer) "All Documents"));
  g_assert_null (hands_find_label (GTK_WIDGET (window), "Search All Documents"));
  g_assert_true (gtk_widget_get_focus_child (search) != NULL);
  gtk_widget_activate_action (search, "filter.document", "s", "this");
  press (GDK_KEY_End, 0);
  for (guint i = 0; i < 7; i++)
    press (GDK_KEY_BackSpace, 0);
  wait_until (has_rows, GINT_TO_POINTER (2));
  /* An output is found, too. */
  hands_type ("apple");
  wait_until (has_rows, GINT_TO_POINTER (2));
  for (guint i = 0; i < 5; i++)
    press (GDK_KEY_BackSpace, 0);
  hands_settle ();
  wait_until (has_rows, GINT_TO_POINTER (2));
  /* A deletion can be undone. */
  gtk_list_box_unselect_all (get_list ());
  g_assert_null (hands_find_label (GTK_WIDGET (window), "Ctrl+click a second run to compare"));
  gtk_list_box_select_row (get_list (), GTK_LIST_BOX_ROW (get_row (0)));
  gtk_widget_grab_focus (GTK_WIDGET (get_row (0)));
  press (GDK_KEY_Delete, 0);
  wait_until (has_rows, GINT_TO_POINTER (1));
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (find_labelled, GTK_WIDGET (window), "Undo");
  wait_until (has_rows, GINT_TO_POINTER (2));
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  g_assert_true (has_rows (GINT_TO_POINTER (0)));
}

/* The line of the second run makes a card higher; the card below it gives way. */
static void
assert_apart (GtkWidget *view)
{
  TroupeCanvas *canvas = TROUPE_CANVAS (hands_find_type (view, TROUPE_TYPE_CANVAS));
  graphene_rect_t upper;
  graphene_rect_t lower;

  g_assert_true (troupe_canvas_get_bounds (canvas, "second", &upper));
  g_assert_true (troupe_canvas_get_bounds (canvas, "below", &lower));
  g_assert_cmpfloat ((double) (upper.origin.y + upper.size.height), <=, (double) lower.origin.y);
}

static GtkWidget *
find_summary (GtkWidget *widget)
{
  GtkWidget *found = gtk_widget_has_css_class (widget, "compare-summary") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); found == NULL && child != NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_summary (child);
  return found;
}

static void
assert_whole (GtkWidget *view)
{
  GtkWidget *label = find_summary (view);

  g_assert_nonnull (label);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
}

/* Ctrl+click selects a second run, and Ctrl+Shift+H compares both. */
static void
test_compare (void)
{
  GtkWidget *view;
  TroupeCompareList *list;

  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_rows, GINT_TO_POINTER (2));
  hands_wait_frame (GTK_WIDGET (window));
  click_row (0);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  gtk_list_box_select_row (get_list (), GTK_LIST_BOX_ROW (get_row (1)));
  press (GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  hands_wait_frame (view);
  list = TROUPE_COMPARE_LIST (hands_find_type (view, TROUPE_TYPE_COMPARE_LIST));
  g_assert_cmpuint (troupe_compare_list_get_n (list), ==, 1);
  g_assert_cmpstr (troupe_compare_list_get_selected (list)->name, ==, "second");
  g_assert_true (
      shows_text (view, "1 of 3 methods differ. First, second returned another result."));
  assert_apart (view);
  troupe_compare_view_set_width_class (TROUPE_COMPARE_VIEW (view), TROUPE_EDITOR_TINY);
  hands_wait_frame (view);
  assert_whole (view);
  troupe_compare_view_set_width_class (TROUPE_COMPARE_VIEW (view), TROUPE_EDITOR_WIDE);
  hands_wait_frame (view);
  hands_click_found (find_labelled, view, "State");
  wait_for_text (view, "A  second · state");
  g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_labelled (view, "State"))));
  g_assert_false (
      gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (find_labelled (view, "Output"))));
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_view, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
}

static TroupeCompareList *
get_differences (void)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);

  return view != NULL ? TROUPE_COMPARE_LIST (hands_find_type (view, TROUPE_TYPE_COMPARE_LIST))
                      : NULL;
}

static gboolean
says_renamed (gpointer text)
{
  return get_differences () != NULL && shows_text (GTK_WIDGET (get_differences ()), text);
}

static gboolean
has_same_output (gpointer user_data)
{
  return !says_renamed ((gpointer) "Other output");
}

static gboolean
is_first_selected (gpointer user_data)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  TroupeEditor *editor = TROUPE_EDITOR (hands_find_type (view, TROUPE_TYPE_EDITOR));

  return g_strcmp0 (troupe_editor_get_selected_method (editor), "first") == 0;
}

static gboolean
is_mapped (gpointer type)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  GtkWidget *found = view != NULL ? hands_find_type (view, GPOINTER_TO_SIZE (type)) : NULL;

  return found != NULL && gtk_widget_get_mapped (found);
}

/* The bars wrap, so that the comparison fits the narrowest window. */
static void
assert_fits (GtkWidget *view)
{
  int least = 0;

  troupe_compare_view_set_width_class (TROUPE_COMPARE_VIEW (view), TROUPE_EDITOR_TINY);
  hands_wait_frame (view);
  gtk_widget_measure (view, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, 360);
}

/* Returns TRUE if the keyboard focus is at a chooser of the comparison. */
static gboolean
is_at_chooser (gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && gtk_widget_get_ancestor (focus, TROUPE_TYPE_COMPARE_CHOOSER) != NULL;
}

/* Returns TRUE if the list of a chooser is open. */
static gboolean
is_open (gpointer user_data)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));
  GtkWidget *popover = focus != NULL ? gtk_widget_get_ancestor (focus, GTK_TYPE_POPOVER) : NULL;

  return popover != NULL && gtk_widget_get_mapped (popover) &&
         hands_find_type (popover, TROUPE_TYPE_HISTORY_ROW) != NULL;
}

static gboolean
is_closed (gpointer user_data)
{
  return GTK_IS_TOGGLE_BUTTON (gtk_window_get_focus (GTK_WINDOW (window))) && is_at_chooser (NULL);
}

/* Returns TRUE if the keyboard focus is at the last row of a list. */
static gboolean
is_at_oldest (void)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return TROUPE_IS_HISTORY_ROW (focus) &&
         gtk_list_box_get_row_at_index (GTK_LIST_BOX (gtk_widget_get_parent (focus)),
                                        gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (focus)) +
                                            1) == NULL;
}

/* Chooses the oldest run as A with the keyboard alone: Tab leads to the button, which opens its list, and Esc closes it. */
static void
choose_oldest_by_keys (void)
{
  hands_wait_frame (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW));
  for (guint i = 0; i < 40 && !is_at_chooser (NULL); i++)
    press (GDK_KEY_Tab, 0);
  g_assert_true (is_at_chooser (NULL));
  press (GDK_KEY_space, 0);
  wait_until (is_open, NULL);
  press (GDK_KEY_Escape, 0);
  wait_until (is_closed, NULL);
  g_assert_true (has_view (GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW)));
  press (GDK_KEY_space, 0);
  wait_until (is_open, NULL);
  press (GDK_KEY_Tab, 0);
  for (guint i = 0; i < 4 && !is_at_oldest (); i++)
    press (GDK_KEY_Down, 0);
  g_assert_true (is_at_oldest ());
  press (GDK_KEY_Return, 0);
  wait_until (says_renamed, (gpointer) "Named last in B · Other output");
}

/* A method that was renamed is one change; other runs are chosen by name and date, and the other pages show both runs. */
static void
test_compare_others (void)
{
  GtkWidget *view = NULL;
  GtkWidget *chooser = NULL;
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *date = g_date_time_format (now, "%Y-%m-%d");

  press (GDK_KEY_h, GDK_CONTROL_MASK);
  g_assert_true (
      troupe_flow_document_rename_method (get_document (window), "second", "last", NULL));
  press (GDK_KEY_F5, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (3));
  wait_until (has_ended, window);
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_rows, GINT_TO_POINTER (3));
  hands_wait_frame (GTK_WIDGET (window));
  click_row (0);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  gtk_list_box_select_row (get_list (), GTK_LIST_BOX_ROW (get_row (2)));
  press (GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_view, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
  wait_until (says_renamed, (gpointer) "Named last in B · Other output");
  g_assert_cmpuint (troupe_compare_list_get_n (get_differences ()), ==, 1);
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  hands_wait_frame (view);
  chooser = hands_find_type (view, TROUPE_TYPE_COMPARE_CHOOSER);
  hands_click_middle (chooser);
  wait_until (is_mapped, GSIZE_TO_POINTER (TROUPE_TYPE_HISTORY_ROW));
  hands_settle ();
  hands_type ("golden");
  hands_settle ();
  for (guint i = 0; i < 6; i++)
    press (GDK_KEY_BackSpace, 0);
  hands_type (date);
  hands_settle ();
  /* The newest run is B and cannot be chosen; Enter chooses the next one. */
  press (GDK_KEY_Return, 0);
  wait_until (says_renamed, (gpointer) "Named last in B");
  wait_until (has_same_output, NULL);
  choose_oldest_by_keys ();
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  hands_wait_frame (view);
  hands_click_found (find_labelled, view, "Timeline");
  wait_until (is_mapped, GSIZE_TO_POINTER (TROUPE_TYPE_TIMELINE));
  hands_wait_frame (view);
  gtk_widget_grab_focus (hands_find_type (view, TROUPE_TYPE_TIMELINE));
  press (GDK_KEY_Home, 0);
  wait_until (is_first_selected, NULL);
  hands_click_found (find_labelled, view, "Cost");
  wait_until (is_mapped, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_COST));
  wait_for_text (view, "Calls A");
  wait_for_text (view, "first");
  hands_click_found (find_labelled, view, "Differences");
  assert_fits (view);
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_view, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
}

static gboolean
has_menu_item (gpointer label)
{
  GtkWidget *menu = hands_find_type (GTK_WIDGET (window), GTK_TYPE_POPOVER_MENU);

  return menu != NULL && hands_find_label (menu, label) != NULL;
}

static gboolean
has_no_menu (gpointer user_data)
{
  return hands_find_type (GTK_WIDGET (window), GTK_TYPE_POPOVER_MENU) == NULL;
}

/* The message is not wider than its place, so that its buttons can be clicked. */
static void
assert_inside (GtkWidget *label)
{
  GtkWidget *overlay = gtk_widget_get_ancestor (label, ADW_TYPE_TOAST_OVERLAY);
  GtkWidget *toast = gtk_widget_get_last_child (overlay);
  graphene_rect_t bounds;

  hands_wait_frame (toast);
  g_assert_true (gtk_widget_compute_bounds (toast, overlay, &bounds));
  g_assert_cmpfloat ((double) bounds.origin.x, >=, 0);
  g_assert_cmpfloat ((double) (bounds.origin.x + bounds.size.width), <=,
                     gtk_widget_get_width (overlay));
  for (GtkWidget *child = gtk_widget_get_first_child (toast); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      g_assert_true (gtk_widget_compute_bounds (child, toast, &bounds));
      g_assert_cmpfloat ((double) (bounds.origin.x + bounds.size.width), <=,
                         gtk_widget_get_width (toast));
    }
}

/* The menu of several runs says which commands are for one. A run of a part does not become a test, but leads to a
 * run of the whole document. */
static void
test_part_to_test (void)
{
  TroupeEditor *editor = get_editor (troupe_window_get_page (window));

  troupe_editor_select_method (editor, "first");
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (editor), "flow.run-until", NULL));
  wait_until (has_ended_runs, GUINT_TO_POINTER (4));
  wait_until (has_ended, window);
  wait_until (has_rows, GINT_TO_POINTER (4));
  hands_wait_frame (GTK_WIDGET (window));
  click_row (1);
  gtk_list_box_select_row (get_list (), GTK_LIST_BOX_ROW (get_row (0)));
  hands_menu (GTK_WIDGET (get_row (0)), 60, 12);
  wait_until (has_menu_item, (gpointer) "For One Selected Run");
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_menu, NULL);
  press (GDK_KEY_Escape, 0);
  click_row (0);
  hands_menu (GTK_WIDGET (get_row (0)), 60, 12);
  wait_until (has_menu_item, (gpointer) "Make Test From Run");
  g_assert_false (has_menu_item ((gpointer) "For One Selected Run"));
  hands_click_found (hands_find_label, hands_find_type (GTK_WIDGET (window), GTK_TYPE_POPOVER_MENU),
                     "Make Test From Run");
  wait_until (shows, (gpointer) "Run the whole document, then make a test from that run.");
  assert_inside (hands_find_label (GTK_WIDGET (window), "Run the Whole Document"));
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Run the Whole Document");
  wait_until (has_ended_runs, GUINT_TO_POINTER (5));
  wait_until (has_ended, window);
}

static void
test_all (void)
{
  set_up ("past.json");
  test_past_run ();
  test_list ();
  test_compare ();
  test_compare_others ();
  test_part_to_test ();
  close_window (window);
}

static const char asking[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"asking\", \"methods\": "
    "{\"draft\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"'words'\"}, "
    "\"human_feedback\": {\"message\": \"Shall it be published?\", \"emit\": [\"publish\", "
    "\"revise\"], \"llm\": \"mock/echo\"}}, "
    "\"send\": {\"listen\": \"publish\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"'sent'\"}}}}\n";

static gboolean
has_waiting (gpointer user_data)
{
  GtkWidget *list = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_WAITING);

  return list != NULL && shows_text (list, "Shall it be published?");
}

static gboolean
has_question (gpointer user_data)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_FEEDBACK_VIEW);

  return view != NULL && find_labelled (view, "publish") != NULL;
}

static gboolean
has_no_question (gpointer user_data)
{
  return !has_question (NULL);
}

/* A run that waits for a person is listed, and answered from the list; the history says who has answered and when. */
static void
test_waiting (void)
{
  g_autofree char *path = write_file ("asking.json", asking);
  g_autofree char *answered = g_strdup_printf ("answered by %s today", g_get_user_name ());
  GtkWidget *view = NULL;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_question, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Later");
  wait_until (has_no_question, NULL);
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_waiting, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (hands_find_label,
                     hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_WAITING),
                     "Shall it be published?");
  wait_until (has_question, NULL);
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_FEEDBACK_VIEW);
  hands_wait_frame (view);
  hands_click_found (find_labelled, view, "publish");
  wait_until (has_no_question, NULL);
  wait_until (shows, answered);
  g_assert_false (has_waiting (NULL));
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
  g_test_add_func ("/hands/history/past", test_all);
  g_test_add_func ("/hands/history/waiting", test_waiting);
  return window_test_run ();
}
