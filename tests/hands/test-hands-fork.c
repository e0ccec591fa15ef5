/* test-hands-fork.c: forks and bookmarks of a past run by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-canvas-scene-records.h"
#include "troupe-compare-view.h"
#include "troupe-crew-content.h"
#include "troupe-fork-dialog.h"
#include "troupe-history-pane.h"
#include "troupe-history-row.h"
#include "troupe-method-detail.h"
#include "troupe-run-fork.h"
#include "troupe-run-scrubber.h"
#include "troupe-run-view.h"
#include "troupe-text-diff-view.h"
#include "troupe-timeline.h"
#include "troupe-value-cell.h"
#include "troupe-versions-view.h"

static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"fork\", "
    "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"type\": \"object\", "
    "\"properties\": {"
    "\"n\": {\"type\": \"integer\", \"default\": 1, \"maximum\": 100}}}}, "
    "\"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"[state.n, outputs.first]\"}}, "
    "\"third\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"'old'\"}}}}\n";

static TroupeWindow *window;

/* --- Helpers ---------------------------------------------------------------------------------- */

static TroupePageRun *
get_run (void)
{
  return troupe_page_content_get_run (troupe_page_get_content (troupe_window_get_page (window)));
}

static guint
count_ended (void)
{
  g_autoptr (GPtrArray) runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              NULL, 0, NULL);
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    n += ((TroupeRunRecord *) runs->pdata[i])->status == TROUPE_RUN_STATUS_OK;
  return n;
}

static gboolean
has_ended_runs (gpointer user_data)
{
  return count_ended () == GPOINTER_TO_UINT (user_data) &&
         !troupe_page_run_is_under_way (get_run ());
}

static gboolean
has_type (gpointer type)
{
  return hands_find_type (GTK_WIDGET (window), GPOINTER_TO_SIZE (type)) != NULL;
}

static gboolean
has_no_type (gpointer type)
{
  return !has_type (type);
}

static GtkWidget *
get_view (void)
{
  return hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_RUN_VIEW);
}

static gboolean
is_fork_dialog (GtkWidget *widget)
{
  return TROUPE_IS_FORK_DIALOG (widget) && gtk_widget_get_mapped (widget);
}

static GtkWidget *
find_dialog_window (void)
{
  GListModel *list = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (list, i);

      if (is_fork_dialog (toplevel))
        return toplevel;
    }
  return NULL;
}

static GtkWidget *
find_cell (GtkWidget *root, const char *path)
{
  if (TROUPE_IS_VALUE_CELL (root) && gtk_widget_get_mapped (root) &&
      g_strcmp0 (troupe_value_cell_get_path (TROUPE_VALUE_CELL (root)), path) == 0)
    return root;
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_cell (child, path);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static gboolean
has_values (gpointer user_data)
{
  return find_dialog_window () != NULL &&
         gtk_window_is_active (GTK_WINDOW (find_dialog_window ())) &&
         find_cell (find_dialog_window (), "state.n") != NULL;
}

/* Returns TRUE once Enter in the dialog starts the run. */
static gboolean
has_focus_at_run (gpointer dialog)
{
  return gtk_window_is_active (dialog) &&
         gtk_window_get_focus (dialog) == find_labelled (dialog, "Run");
}

/* Returns TRUE if the dialog is open and has the focus of the keyboard. */
static gboolean
has_dialog_window (gpointer user_data)
{
  return find_dialog_window () != NULL && gtk_window_is_active (GTK_WINDOW (find_dialog_window ()));
}

static gboolean
has_no_dialog_window (gpointer user_data)
{
  return find_dialog_window () == NULL;
}

static void
press (guint key, GdkModifierType modifiers)
{
  hands_key (key, modifiers);
  hands_settle ();
}

/* Returns the output of the method in the document's own panel, as JSON. (transfer full) (nullable) */
static char *
dup_output (const char *method)
{
  TroupeValue *output =
      troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), method);

  return output != NULL ? troupe_value_to_json (output, TROUPE_JSON_COMPACT) : NULL;
}

static gboolean
has_runs (gpointer user_data)
{
  GtkWidget *row = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW);

  return row != NULL && gtk_list_box_get_row_at_index (GTK_LIST_BOX (gtk_widget_get_parent (row)),
                                                       GPOINTER_TO_INT (user_data) - 1) != NULL;
}

/* Returns the row of the oldest run. */
static TroupeHistoryRow *
get_oldest_row (void)
{
  GtkWidget *row = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_HISTORY_ROW);
  GtkListBox *list = NULL;
  int n = 0;

  g_assert_nonnull (row);
  list = GTK_LIST_BOX (gtk_widget_get_parent (row));
  while (gtk_list_box_get_row_at_index (list, n) != NULL)
    n++;
  return TROUPE_HISTORY_ROW (gtk_list_box_get_row_at_index (list, n - 1));
}

/* Returns the first visible widget at or below @root with the tooltip @words. (nullable) */
static GtkWidget *
find_tooltip (GtkWidget *root, const char *words)
{
  GtkWidget *found =
      gtk_widget_get_mapped (root) && g_strcmp0 (gtk_widget_get_tooltip_text (root), words) == 0
          ? root
          : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_tooltip (child, words);
  return found;
}

/* Opens the past run of the oldest row. */
static void
open_oldest (void)
{
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_middle (GTK_WIDGET (get_oldest_row ()));
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  hands_wait_frame (get_view ());
}

/* Opens the menu of a card in the past run. */
static void
open_card_menu (const char *name)
{
  TroupeCanvas *canvas = TROUPE_CANVAS (hands_find_type (get_view (), TROUPE_TYPE_CANVAS));

  hands_click_card (canvas, name, 60, 20, HANDS_MENU);
}

/* Returns the item of the open menu. (transfer none) (nullable) */
static GtkWidget *
find_item (void)
{
  GtkWidget *menu = hands_find_type (get_view (), GTK_TYPE_POPOVER_MENU);

  return menu != NULL && gtk_widget_get_mapped (menu) ? hands_find_label (menu, "Fork From Here…")
                                                      : NULL;
}

static gboolean
has_item (gpointer user_data)
{
  return find_item () != NULL;
}

static gboolean
has_no_item (gpointer user_data)
{
  return find_item () == NULL;
}

static gboolean
shows (gpointer text)
{
  return shows_text (GTK_WIDGET (window), text);
}

static gboolean
has_entry (gpointer user_data)
{
  GtkWidget *cell = find_cell (find_dialog_window (), "state.n");

  return cell != NULL && hands_find_type (cell, GTK_TYPE_ENTRY) != NULL;
}

/* Changes the value in the dialog. */
static void
change_n (const char *digits)
{
  GtkWidget *cell = NULL;

  wait_until (has_values, NULL);
  hands_wait_frame (find_dialog_window ());
  cell = find_cell (find_dialog_window (), "state.n");
  hands_click (cell, 20, gtk_widget_get_height (cell) / 2.0);
  press (GDK_KEY_F2, 0);
  wait_until (has_entry, NULL);
  hands_type (digits);
  press (GDK_KEY_Return, 0);
}

static void
set_up (void)
{
  g_autofree char *path = write_file ("fork.json", flow);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (1));
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_runs, GINT_TO_POINTER (1));
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* The menu of a card begins a run before it, with a changed state and the document of then. */
static void
test_card (void)
{
  g_autofree char *second = NULL;
  g_autofree char *third = NULL;
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (TroupeRunOrigin) origin = NULL;
  g_autoptr (TroupeRunRecord) record = NULL;

  open_oldest ();
  open_card_menu ("second");
  wait_until (has_item, NULL);
  hands_settle ();
  hands_click_middle (find_item ());
  change_n ("200");
  wait_for_text (find_dialog_window (), "100");
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("5");
  press (GDK_KEY_Return, 0);
  wait_for_text (find_dialog_window (), "was 1");
  hands_click_found (find_labelled, find_dialog_window (), "Run");
  wait_until (has_no_dialog_window, NULL);
  wait_until (has_ended_runs, GUINT_TO_POINTER (2));
  g_assert_true (has_no_type (GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW)));
  wait_until (shows, (gpointer) "Finished · from second · values changed · old");
  second = dup_output ("second");
  g_assert_cmpstr (second, ==, "[5,3]");
  third = dup_output ("third");
  g_assert_cmpstr (third, ==, "\"old\"");
  runs =
      troupe_store_list_runs (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                              NULL, 0, NULL);
  record =
      troupe_store_get_run (troupe_services_get_store (TROUPE_SERVICES (window_test_application)),
                            ((TroupeRunRecord *) runs->pdata[0])->id, NULL);
  origin = troupe_run_record_get_origin (record);
  g_assert_cmpstr (origin->run, ==, ((TroupeRunRecord *) runs->pdata[1])->id);
}

/* Returns the button of the message. */
static GtkWidget *
find_return (void)
{
  return find_labelled (GTK_WIDGET (window), "Fork From Here…");
}

static gboolean
has_return (gpointer user_data)
{
  return find_return () != NULL && gtk_widget_get_mapped (find_return ());
}

static gboolean
is_now_chosen (gpointer user_data)
{
  GtkWidget *dialog = find_dialog_window ();
  GtkWidget *row = dialog != NULL ? hands_find_row (dialog, "Document as It Is Now") : NULL;
  GtkWidget *button = row != NULL ? hands_find_type (row, GTK_TYPE_CHECK_BUTTON) : NULL;

  return button != NULL && gtk_check_button_get_active (GTK_CHECK_BUTTON (button)) &&
         gtk_widget_get_sensitive (find_labelled (dialog, "Run"));
}

/* The key begins a run at the present time, here with the document as it is now. */
static void
test_moment (void)
{
  static const char *const place[] = { "methods", "third", "do", "expr", NULL };
  JsonNode *value = json_node_init_string (json_node_alloc (), "'new'");
  g_autofree char *third = NULL;
  GtkWidget *track = NULL;
  GError *error = NULL;

  troupe_document_set (TROUPE_DOCUMENT (get_document (window)), place, value, "Edit", NULL, &error);
  g_assert_no_error (error);
  wait_until (has_runs, GINT_TO_POINTER (2));
  open_oldest ();
  /* At the end, nothing is left to run. */
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (shows, (gpointer) "Nothing is left to run at the end of the run.");
  track = hands_find_type (hands_find_type (get_view (), TROUPE_TYPE_RUN_SCRUBBER), GTK_TYPE_SCALE);
  for (guint i = 0; i < 30 && gtk_range_get_value (GTK_RANGE (track)) > 0; i++)
    press (GDK_KEY_Left, GDK_ALT_MASK);
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_values, NULL);
  wait_for_text (find_dialog_window (), "begins before “first”");
  wait_for_text (find_dialog_window (), "Changed in 1 method since");
  /* Who goes to the document and comes back means the document as it is now, also if the first method that runs is unchanged. */
  g_assert_false (is_now_chosen (NULL));
  hands_wait_frame (find_dialog_window ());
  hands_click_middle (find_labelled (find_dialog_window (), "Edit the Document First"));
  wait_until (has_no_dialog_window, NULL);
  wait_until (has_return, NULL);
  hands_wait_frame (find_return ());
  hands_click_middle (find_return ());
  wait_until (has_dialog_window, NULL);
  wait_for_text (find_dialog_window (), "Changed in 1 method since");
  wait_until (is_now_chosen, NULL);
  hands_click_found (find_labelled, find_dialog_window (), "Run");
  wait_until (has_ended_runs, GUINT_TO_POINTER (3));
  third = dup_output ("third");
  g_assert_cmpstr (third, ==, "\"new\"");
}

/* The menu of a row of the timeline, opened by its key, is cancelled. */
static void
test_timeline (void)
{
  GtkWidget *timeline = NULL;

  wait_until (has_runs, GINT_TO_POINTER (3));
  open_oldest ();
  if (has_no_type (GSIZE_TO_POINTER (TROUPE_TYPE_TIMELINE)))
    press (GDK_KEY_1, GDK_CONTROL_MASK | GDK_ALT_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_TIMELINE));
  timeline = hands_find_type (get_view (), TROUPE_TYPE_TIMELINE);
  hands_wait_frame (timeline);
  hands_menu (timeline, 60, 26 + 24 * 2 + 12);
  wait_until (has_item, NULL);
  hands_settle ();
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_item, NULL);
  gtk_widget_grab_focus (timeline);
  press (GDK_KEY_Menu, 0);
  wait_until (has_item, NULL);
  hands_settle ();
  press (GDK_KEY_Return, 0);
  wait_until (has_values, NULL);
  wait_for_text (find_dialog_window (), "begins before “third”");
  /* The menu that is closing still receives keys. */
  wait_until (has_no_item, NULL);
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog_window, NULL);
}

/* A run begins before the selected card, whichever time is shown; the button of the controls begins at that time. */
static void
test_selected (void)
{
  GtkWidget *scrubber = hands_find_type (get_view (), TROUPE_TYPE_RUN_SCRUBBER);
  GtkWidget *track = hands_find_type (scrubber, GTK_TYPE_SCALE);
  GtkWidget *button = NULL;

  for (guint i = 0; i < 30 && gtk_range_get_value (GTK_RANGE (track)) > 0; i++)
    press (GDK_KEY_Left, GDK_ALT_MASK);
  hands_click_card (TROUPE_CANVAS (hands_find_type (get_view (), TROUPE_TYPE_CANVAS)), "third", 60,
                    20, HANDS_CLICK);
  button = find_labelled (get_view (), "Fork From Here…");
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "Fork From “third”… (Alt+F5)");
  hands_click_middle (button);
  wait_until (has_values, NULL);
  wait_for_text (find_dialog_window (), "begins before “third”");
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog_window, NULL);
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_values, NULL);
  wait_for_text (find_dialog_window (), "begins before “third”");
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog_window, NULL);
  hands_click_found (find_tooltip, scrubber, "Fork at This Time…");
  wait_until (has_values, NULL);
  wait_for_text (find_dialog_window (), "begins before “first”");
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog_window, NULL);
}

/* Moves the track to the middle. While events are being added, the player moves it as well. */
static gboolean
is_in_the_middle (gpointer user_data)
{
  GtkRange *track = GTK_RANGE (user_data);
  const double half = gtk_adjustment_get_upper (gtk_range_get_adjustment (track)) / 2;

  if (ABS (gtk_range_get_value (track) - half) < 0.00001)
    return TRUE;
  gtk_range_set_value (track, half);
  hands_settle ();
  return FALSE;
}

/* Ctrl+D marks a moment, which the steps reach, and which is stored with the run. */
static void
test_bookmark (void)
{
  GtkWidget *scrubber = hands_find_type (get_view (), TROUPE_TYPE_RUN_SCRUBBER);
  GtkRange *track = GTK_RANGE (hands_find_type (scrubber, GTK_TYPE_SCALE));
  double half;
  g_autoptr (GArray) moments = NULL;

  wait_until (is_in_the_middle, track);
  half = gtk_range_get_value (track);
  press (GDK_KEY_d, GDK_CONTROL_MASK);
  g_assert_cmpuint (troupe_history_row_get_summary (get_oldest_row ())->n_bookmarks, ==, 1);
  for (guint i = 0; i < 30 && gtk_range_get_value (track) > 0; i++)
    press (GDK_KEY_Left, GDK_ALT_MASK);
  press (GDK_KEY_Right, GDK_ALT_MASK | GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (track), half, 0.00001);
  /* The run is opened again. */
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  moments = troupe_store_list_bookmarks (troupe_services_get_store (
                                             TROUPE_SERVICES (window_test_application)),
                                         troupe_history_row_get_id (get_oldest_row ()), NULL);
  g_assert_cmpuint (moments->len, ==, 1);
  open_oldest ();
  scrubber = hands_find_type (get_view (), TROUPE_TYPE_RUN_SCRUBBER);
  track = GTK_RANGE (hands_find_type (scrubber, GTK_TYPE_SCALE));
  press (GDK_KEY_Left, GDK_ALT_MASK | GDK_SHIFT_MASK);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (track), half, 0.00001);
  /* The button removes it. */
  press (GDK_KEY_d, GDK_CONTROL_MASK);
  g_assert_cmpuint (troupe_history_row_get_summary (get_oldest_row ())->n_bookmarks, ==, 0);
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
}

/* The clicks of a double click open a run only once, and leave the focus in it. */
static void
test_double_click (void)
{
  GtkWidget *view = NULL;

  wait_until (has_runs, GINT_TO_POINTER (3));
  hands_click_middle (GTK_WIDGET (get_oldest_row ()));
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
  view = hands_find_type (get_view (), TROUPE_TYPE_RUN_VIEW);
  hands_click_again (GTK_WIDGET (get_oldest_row ()));
  hands_wait_frame (GTK_WIDGET (window));
  g_assert_true (hands_find_type (get_view (), TROUPE_TYPE_RUN_VIEW) == view);
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), view));
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_type, GSIZE_TO_POINTER (TROUPE_TYPE_RUN_VIEW));
}

static void
test_all (void)
{
  set_up ();
  test_card ();
  test_moment ();
  test_timeline ();
  test_selected ();
  test_bookmark ();
  test_double_click ();
  close_window (window);
}

static gboolean
has_scrubber_at_start (gpointer user_data)
{
  GtkWidget *scrubber = hands_find_type (get_view (), TROUPE_TYPE_RUN_SCRUBBER);

  return gtk_range_get_value (GTK_RANGE (hands_find_type (scrubber, GTK_TYPE_SCALE))) <= 0;
}

/* A crew begins before a task, with the outputs of the tasks before it. */
static void
test_crew (void)
{
  g_autofree char *agent =
      write_file ("fork-crew/agents/reader.jsonc",
                  "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", "
                  "\"llm\": \"mock/say:Fine.\"}\n");
  g_autofree char *path = write_file (
      "fork-crew/crew.jsonc",
      "{\"name\": \"desk\", \"agents\": [\"reader\"], \"tasks\": ["
      "{\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
      "\"agent\": \"reader\"}, "
      "{\"name\": \"compare\", \"description\": \"Compare.\", \"expected_output\": "
      "\"A table\", \"agent\": \"reader\"}]}\n");
  const guint n_before = count_ended ();
  const TroupeSpan *gather = NULL;
  GtkWidget *dialog = NULL;

  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (n_before + 1));
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_runs, GINT_TO_POINTER (1));
  open_oldest ();
  for (guint i = 0; i < 60 && !has_scrubber_at_start (NULL) && !shows_text (get_view (), "Waiting");
       i++)
    press (GDK_KEY_Left, GDK_ALT_MASK);
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_dialog_window, NULL);
  dialog = find_dialog_window ();
  wait_for_text (dialog, "The new run begins before task ");
  wait_for_text (dialog, "The outputs of the earlier tasks are reused.");
  wait_until (has_focus_at_run, dialog);
  press (GDK_KEY_Return, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (n_before + 2));
  gather = troupe_trace_get_run (troupe_monitor_get_trace (TROUPE_MONITOR (
      hands_find_type (GTK_WIDGET (troupe_window_get_page (window)), TROUPE_TYPE_MONITOR))));
  g_assert_cmpint (gather->state, ==, TROUPE_SCOPE_FINISHED);
  /* The selected task is where a run begins, also at the end of the past one. */
  wait_until (has_runs, GINT_TO_POINTER (2));
  open_oldest ();
  hands_click_card (TROUPE_CANVAS (hands_find_type (get_view (), TROUPE_TYPE_CANVAS)), "task:1", 60,
                    20, HANDS_CLICK);
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_dialog_window, NULL);
  wait_for_text (find_dialog_window (), "The new run begins before task 2,");
  press (GDK_KEY_Escape, 0);
  wait_until (has_no_dialog_window, NULL);
  close_window (window);
}

/* --- A failed run ----------------------------------------------------------------------------- */

/* Changes a text of the crew. @place: as in its definition */
static void
change_crew (const char *const *place, const char *text)
{
  TroupeCrewEditor *editor =
      troupe_crew_content_get_editor (troupe_crew_content_of (troupe_window_get_page (window)));
  GError *error = NULL;

  troupe_crew_subject_set (troupe_crew_editor_get_subject (editor), place,
                           json_node_init_string (json_node_alloc (), text), "Edit", NULL, &error);
  g_assert_no_error (error);
}

static TroupeCanvasMark
get_mark (TroupeCanvasScene *scene, const char *id)
{
  const TroupeNodeRecord *node =
      (const TroupeNodeRecord *) troupe_scene_find (scene, TROUPE_CANVAS_KIND_NODE, id);

  g_assert_nonnull (node);
  return node->mark;
}

/* A past run of a crew marks what differs today, and shows the differences. */
static void
test_crew_change (void)
{
  static const char *const goal[] = { "agents", "reader", "goal", NULL };
  static const char *const text[] = { "tasks", "1", "description", NULL };
  static const char *const name[] = { "tasks", "1", "name", NULL };
  g_autofree char *agent =
      write_file ("change-crew/agents/reader.jsonc",
                  "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", "
                  "\"llm\": \"mock/say:Fine.\"}\n");
  g_autofree char *path = write_file (
      "change-crew/crew.jsonc",
      "{\"name\": \"change\", \"agents\": [\"reader\"], \"tasks\": ["
      "{\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
      "\"agent\": \"reader\"}, "
      "{\"name\": \"compare\", \"description\": \"Compare.\", \"expected_output\": "
      "\"A table\", \"agent\": \"reader\"}]}\n");
  const guint n_before = count_ended ();
  TroupeCanvasScene *scene = NULL;
  GtkWidget *versions = NULL;
  GtkWidget *texts = NULL;

  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_ended_runs, GUINT_TO_POINTER (n_before + 1));
  change_crew (goal, "Reads all");
  change_crew (text, "Weigh.");
  change_crew (name, "weigh");
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_runs, GINT_TO_POINTER (1));
  open_oldest ();
  wait_for_text (get_view (), "The crew has changed since.");
  scene =
      troupe_canvas_get_scene (TROUPE_CANVAS (hands_find_type (get_view (), TROUPE_TYPE_CANVAS)));
  g_assert_cmpint (get_mark (scene, "task:0"), ==, TROUPE_CANVAS_MARK_NONE);
  g_assert_cmpint (get_mark (scene, "task:1"), ==, TROUPE_CANVAS_MARK_CHANGED);
  g_assert_cmpint (get_mark (scene, "agent:reader"), ==, TROUPE_CANVAS_MARK_CHANGED);
  hands_click_found (find_labelled, get_view (), "Show Change");
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_VERSIONS_VIEW));
  versions = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_VERSIONS_VIEW);
  wait_for_text (versions, "2 differences");
  wait_for_text (versions, "reader");
  wait_for_text (versions, "different · goal");
  wait_for_text (versions, "weigh");
  g_assert_null (find_labelled (versions, "Apply"));
  g_assert_null (find_labelled (versions, "Mine"));
  texts = hands_find_type (versions, TROUPE_TYPE_TEXT_DIFF_VIEW);
  hands_click_middle (hands_find_label (versions, "weigh"));
  wait_for_text (texts, "weigh · yours");
  hands_click_found (find_labelled, versions, "Close");
  wait_until (has_no_type, GSIZE_TO_POINTER (TROUPE_TYPE_VERSIONS_VIEW));
  g_assert_nonnull (get_view ());
  press (GDK_KEY_Escape, 0);
  close_window (window);
}

static const char failing_flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"failing\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"[1, 2]\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first[5]\"}}}}\n";

static gboolean
has_failed (gpointer user_data)
{
  return !troupe_page_run_is_under_way (get_run ()) && shows ((gpointer) "second failed:");
}

static gboolean
has_error_in_bar (gpointer user_data)
{
  GtkWidget *view = get_view ();

  return view != NULL && shows_text (view, "second failed: ") &&
         g_strcmp0 (troupe_run_view_get_selected (TROUPE_RUN_VIEW (view)), "second") == 0;
}

static gboolean
is_selected_in_document (gpointer user_data)
{
  return get_view () == NULL && g_strcmp0 (troupe_editor_get_selected_method (
                                               get_editor (troupe_window_get_page (window))),
                                           "second") == 0;
}

/* Returns TRUE if the left side of the comparison has the text. */
static gboolean
shows_in_texts (gpointer text)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  GtkWidget *texts = view != NULL ? hands_find_type (view, TROUPE_TYPE_TEXT_DIFF_VIEW) : NULL;
  GtkWidget *side = texts != NULL ? hands_find_type (texts, GTK_TYPE_TEXT_VIEW) : NULL;
  g_autofree char *shown = NULL;

  if (side != NULL)
    g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (side)), "text", &shown, NULL);
  return shown != NULL && strstr (shown, text) != NULL;
}

/* Returns TRUE if no card is selected, and the details of the run show why it failed. */
static gboolean
shows_error_of_run (gpointer user_data)
{
  GtkWidget *detail = hands_find_type (get_view (), TROUPE_TYPE_METHOD_DETAIL);

  return troupe_run_view_get_selected (TROUPE_RUN_VIEW (get_view ())) == NULL &&
         shows_text (detail, "Entire Run") && shows_text (detail, "outputs.first[5]");
}

/* A failed run shows what failed, and leads to the method in the document and back to the fork. */
static void
test_failed (void)
{
  static const char *const place[] = { "methods", "second", "do", "expr", NULL };
  g_autofree char *path = write_file ("failing.json", failing_flow);
  const guint n_before = count_ended ();
  GError *error = NULL;
  TroupeCanvas *canvas = NULL;
  GtkWidget *view = NULL;

  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_failed, NULL);
  press (GDK_KEY_h, GDK_CONTROL_MASK);
  wait_until (has_runs, GINT_TO_POINTER (1));
  open_oldest ();
  wait_until (has_error_in_bar, NULL);
  /* A card of a past run cannot be edited. */
  canvas = TROUPE_CANVAS (hands_find_type (get_view (), TROUPE_TYPE_CANVAS));
  gtk_widget_activate_action (GTK_WIDGET (canvas), "flow.select-none", NULL);
  wait_until (shows_error_of_run, NULL);
  hands_click_card (canvas, "second", 60, 20, HANDS_DOUBLE_CLICK);
  wait_until (shows, (gpointer) "A past run cannot be edited.");
  press (GDK_KEY_F5, GDK_ALT_MASK);
  wait_until (has_dialog_window, NULL);
  wait_for_text (find_dialog_window (), "begins before “second”");
  wait_for_text (find_dialog_window (), "Unchanged since");
  hands_wait_frame (find_dialog_window ());
  hands_click_middle (find_labelled (find_dialog_window (), "Edit the Document First"));
  wait_until (has_no_dialog_window, NULL);
  wait_until (is_selected_in_document, NULL);
  troupe_document_set (TROUPE_DOCUMENT (get_document (window)), place,
                       json_node_init_string (json_node_alloc (), "outputs.first[1]"), "Edit", NULL,
                       &error);
  g_assert_no_error (error);
  wait_until (has_return, NULL);
  hands_wait_frame (find_return ());
  hands_click_middle (find_return ());
  wait_until (has_dialog_window, NULL);
  wait_for_text (find_dialog_window (), "Changed in 1 method since");
  wait_until (is_now_chosen, NULL);
  hands_click_middle (find_labelled (find_dialog_window (), "Run"));
  wait_until (has_ended_runs, GUINT_TO_POINTER (n_before + 1));
  /* The comparison says what failed, and shows what was changed in the document. */
  wait_until (has_runs, GINT_TO_POINTER (2));
  wait_until (shows, (gpointer) "Finished · from second");
  gtk_list_box_select_all (GTK_LIST_BOX (gtk_widget_get_parent (GTK_WIDGET (get_oldest_row ()))));
  press (GDK_KEY_h, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (has_type, GSIZE_TO_POINTER (TROUPE_TYPE_COMPARE_VIEW));
  wait_until (shows, (gpointer) "First, second failed in A only. It was changed in the document.");
  wait_until (shows, (gpointer) "Failed in A only · changed in the document");
  view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_COMPARE_VIEW);
  hands_wait_frame (view);
  hands_click_middle (find_labelled (view, "Document"));
  wait_for_text (view, "A  second · document");
  wait_until (shows_in_texts, (gpointer) "outputs.first[5]");
  hands_click_middle (find_labelled (view, "State"));
  wait_until (shows_in_texts, (gpointer) "No state was saved after it.");
  press (GDK_KEY_Escape, 0);
  close_window (window);
}

/* A run whose document does not load says why, and how to use it. */
static void
test_broken (void)
{
  g_autoptr (GPtrArray) events = g_ptr_array_new ();
  TroupeRunRecord record = { .id = (char *) "0123456789",
                             .name = (char *) "broken",
                             .document = (char *) "{\"methods\": " };
  TroupeRunSummary summary = { .record = &record };
  g_autoptr (TroupeRunTimes) times = troupe_run_times_new (events, 0, 0);
  g_autoptr (GError) error = NULL;

  g_assert_null (troupe_run_view_new (&summary, &record, g_steal_pointer (&times), NULL, &error));
  g_assert_nonnull (error);
  g_assert_true (
      g_str_has_prefix (error->message, "The document of this run does not load any more: "));
  g_assert_nonnull (strstr (error->message, "troupectl history fork 01234567"));
}

int
main (int argc, char *argv[])
{
  if (!hands_start ())
    {
      g_print ("1..0 # SKIP there is no Xvfb, openbox or XTEST\n");
      return 77;
    }
  window_test_init (&argc, &argv);
  g_test_add_func ("/hands/fork/run", test_all);
  g_test_add_func ("/hands/fork/crew", test_crew);
  g_test_add_func ("/hands/fork/crew-change", test_crew_change);
  g_test_add_func ("/hands/fork/failed", test_failed);
  g_test_add_func ("/hands/fork/broken", test_broken);
  return window_test_run ();
}
