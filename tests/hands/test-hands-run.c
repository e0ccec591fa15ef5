/* test-hands-run.c: reading a run in the panel by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands.h"
#include "troupe-cel-field.h"
#include "troupe-timeline-private.h"

/* A flow with a crew, whose agent calls a tool, and another method. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"read\", \"methods\": {\"work\": {\"start\": "
    "true, "
    "\"do\": {\"call\": \"crew\", \"with\": {\"agents\": {\"w\": {\"role\": \"Worker\", \"goal\": "
    "\"g\", \"backstory\": \"b\", \"tools\": [\"calculator\"], \"llm\": {\"model\": "
    "\"mock/script\", "
    "\"answers\": [\"Thought: x\\nAction: calculator\\nAction Input: {\\\"expression\\\": "
    "\\\"1\\\"}\", "
    "\"Thought: y\\nFinal Answer: counted\", \"Thought: z\\nFinal Answer: told\"]}}}, \"tasks\": "
    "[{\"name\": \"count\", \"description\": \"Count.\", \"expected_output\": \"A number\", "
    "\"agent\": \"w\"}, {\"name\": \"tell\", \"description\": \"Tell.\", \"expected_output\": "
    "\"A text\", \"agent\": \"w\"}]}}}, \"finish\": {\"listen\": \"work\", \"do\": {\"call\": "
    "\"expression\", \"expr\": \"1\"}}}}\n";

static TroupeTimeline *
get_timeline (TroupeWindow *window)
{
  return TROUPE_TIMELINE (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_TIMELINE));
}

static gboolean
has_ended (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));
  GtkWidget *timeline = hands_find_type (GTK_WIDGET (user_data), TROUPE_TYPE_TIMELINE);

  return !troupe_page_run_is_under_way (troupe_page_content_get_run (content)) &&
         timeline != NULL && troupe_run_model_get_n_rows (TROUPE_TIMELINE (timeline)->model) > 1;
}

static gboolean
can_run (gpointer user_data)
{
  return gtk_widget_is_sensitive (get_header_part (user_data, "run_button"));
}

static gboolean
has_begun (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));

  return troupe_page_run_is_under_way (troupe_page_content_get_run (content)) ||
         has_ended (user_data);
}

static TroupeWindow *
run (const char *name)
{
  g_autofree char *path = write_file (name, flow);
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  wait_until (can_run, window);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_begun, window);
  wait_until (has_ended, window);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

/* Returns the labels of the visible rows, and marks the highlighted one. (transfer full) */
static char *
list_rows (TroupeTimeline *timeline)
{
  const TroupeRunRow *highlighted = troupe_timeline_get_highlighted (timeline);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < troupe_run_model_get_n_rows (timeline->model); i++)
    {
      const TroupeRunRow *row = troupe_run_model_get_row (timeline->model, i);

      g_string_append_printf (text, "%s%s%s", i > 0 ? " " : "", row == highlighted ? "*" : "",
                              row->label);
    }
  return g_string_free (text, FALSE);
}

#define assert_rows(timeline, expected)                                                            \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *rows_ = list_rows (timeline);                                                 \
    g_assert_cmpstr (rows_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
click_row (TroupeTimeline *timeline, guint index, double x)
{
  double top, height;

  troupe_timeline_get_view (timeline, &top, &height);
  hands_click (GTK_WIDGET (timeline), x,
               TROUPE_TIMELINE_AXIS_HEIGHT + TROUPE_TIMELINE_ROW_HEIGHT * (index + 0.5));
  hands_settle ();
}

static void
press (guint key)
{
  hands_key (key, 0);
  hands_settle ();
}

/* The timeline is a tree that the pointer and the keys fold. Keys that it uses do not reach the
 * canvas. */
static void
test_timeline (void)
{
  TroupeWindow *window = run ("timeline.json");
  TroupeTimeline *timeline = get_timeline (window);
  g_autofree char *selected = NULL;

  assert_rows (timeline, "work count mock/script calculator mock/script tell mock/script finish");
  /* The arrow of a task folds its calls, and selects nothing. */
  click_row (timeline, 1,
             troupe_timeline_get_arrow_x (troupe_run_model_get_row (timeline->model, 1)) +
                 TROUPE_TIMELINE_ARROW_WIDTH / 2.0);
  assert_rows (timeline, "work count tell mock/script finish");
  /* The name selects the row. */
  click_row (timeline, 1, 80);
  assert_rows (timeline, "work *count tell mock/script finish");
  press (GDK_KEY_Right);
  assert_rows (timeline, "work *count mock/script calculator mock/script tell mock/script finish");
  press (GDK_KEY_Right);
  press (GDK_KEY_Down);
  assert_rows (timeline, "work count mock/script *calculator mock/script tell mock/script finish");
  press (GDK_KEY_Left);
  assert_rows (timeline, "work *count mock/script calculator mock/script tell mock/script finish");
  press (GDK_KEY_Left);
  press (GDK_KEY_Left);
  assert_rows (timeline, "*work count tell mock/script finish");
  press (GDK_KEY_minus);
  assert_rows (timeline, "*work finish");
  press (GDK_KEY_End);
  assert_rows (timeline, "work *finish");
  press (GDK_KEY_Home);
  hands_key (GDK_KEY_plus, GDK_SHIFT_MASK);
  hands_settle ();
  assert_rows (timeline, "*work count tell mock/script finish");
  /* The canvas has the same selection. */
  g_object_get (get_editor (troupe_window_get_page (window)), "selected-method", &selected, NULL);
  g_assert_cmpstr (selected, ==, "work");
  close_window (window);
}

/* The bar has the figures of the run, and the cost table opens its rows. */
static void
test_figures (void)
{
  TroupeWindow *window = run ("figures.json");
  GtkWidget *page = GTK_WIDGET (troupe_window_get_page (window));
  GtkWidget *expander;

  g_assert_nonnull (hands_find_label (page, "3 calls"));
  hands_click_found (hands_find_label, page, "Cost");
  hands_wait_frame (page);
  g_assert_nonnull (hands_find_label (page, "Calls"));
  g_assert_null (hands_find_label (page, "mock/script"));
  expander = hands_find_type (hands_find_type (page, GTK_TYPE_COLUMN_VIEW), GTK_TYPE_TREE_EXPANDER);
  hands_click (expander, 6, gtk_widget_get_height (expander) / 2.0);
  hands_wait_frame (page);
  g_assert_nonnull (hands_find_label (page, "mock/script"));
  hands_click_found (hands_find_label, page, "Data");
  hands_wait_frame (page);
  g_assert_nonnull (hands_find_label (page, "outputs"));
  close_window (window);
}

static const char values_flow[] = "{\"schema\": \"crewai.flow/v1\", \"name\": \"v\", \"state\": "
                                  "{\"type\": \"dict\", \"default\": "
                                  "{\"topic\": \"rain\"}}, \"x-troupe\": {\"asked\": []}, "
                                  "\"methods\": {\"first\": {\"start\": true, "
                                  "\"do\": {\"call\": \"expression\", \"expr\": \"{'deep': 7}\"}}, "
                                  "\"last\": {\"listen\": \"first\", "
                                  "\"do\": {\"call\": \"expression\", \"expr\": \"1 + 1 \"}}}}\n";

static gboolean
has_run (gpointer user_data)
{
  TroupePageContent *content = troupe_page_get_content (troupe_window_get_page (user_data));
  TroupePageRun *running = troupe_page_content_get_run (content);

  return troupe_page_run_get_started (running) != 0 && !troupe_page_run_is_under_way (running);
}

static TroupeCelField *
get_expression (TroupeWindow *window)
{
  return TROUPE_CEL_FIELD (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CEL_FIELD));
}

static gboolean
has_path (gpointer user_data)
{
  g_autofree char *text = troupe_cel_field_get_text (get_expression (user_data));

  return strstr (text, "outputs.first.deep") != NULL;
}

static gboolean
shows_caret (gpointer user_data)
{
  const char *footer =
      troupe_text_field_get_footer (troupe_cel_field_get_text_field (get_expression (user_data)));

  return footer != NULL && strstr (footer, "outputs.first.deep = 7\nResult: ") != NULL;
}

/* Returns TRUE once what is dragged can be dropped on the widget. */
static gboolean
is_over (gpointer user_data)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (user_data);

  hands_hover (user_data);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller) &&
          gtk_drop_target_get_current_drop (GTK_DROP_TARGET (controller)) != NULL)
        return TRUE;
    }
  return FALSE;
}

/* A value of a run is dragged onto an expression, which then has its path; the value of the name at the caret is below
 * it. */
static void
test_drag_value (void)
{
  g_autofree char *path = write_file ("values.json", values_flow);
  TroupeWindow *window = open_still_window (path);
  GtkWidget *page = GTK_WIDGET (troupe_window_get_page (window));
  GtkWidget *label = NULL;
  GtkWidget *view = NULL;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_run, window);
  hands_click_found (hands_find_label, page, "Data");
  troupe_editor_select_method (get_editor (troupe_window_get_page (window)), "last");
  hands_wait_frame (page);
  label = hands_find_label (page, "deep");
  if (label == NULL)
    {
      hands_click_found (hands_find_label, page, "outputs");
      hands_key (GDK_KEY_Return, 0);
      hands_wait_frame (page);
      hands_click_found (hands_find_label, page, "first");
      hands_key (GDK_KEY_Return, 0);
      hands_wait_frame (page);
      label = hands_find_label (page, "deep");
    }
  g_assert_nonnull (label);
  view = GTK_WIDGET (
      troupe_text_field_get_view (troupe_cel_field_get_text_field (get_expression (window))));
  hands_press (label, 4, 4);
  wait_until (is_over, view);
  hands_let_go ();
  wait_until (has_path, window);
  /* The caret is behind the path, and then on another name. */
  wait_until (is_idle, window);
  hands_type (" + 1");
  for (guint i = 0; i < 5; i++)
    hands_key (GDK_KEY_Left, 0);
  wait_until (shows_caret, window);
  close_window (window);
}

static const char wide[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"wide\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"2\"}}, "
    "\"other\": {\"listen\": \"never\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"3\"}}}}\n";

static TroupeCanvas *
get_canvas (TroupeWindow *window)
{
  return troupe_editor_frame_get_canvas (
      troupe_editor_get_frame (get_editor (troupe_window_get_page (window))));
}

static gboolean
shows_run (gpointer window)
{
  static const char *const cards[] = { "first", "second" };
  TroupeCanvas *canvas = get_canvas (window);
  graphene_rect_t view, bounds;

  troupe_canvas_get_view (canvas, &view);
  for (guint i = 0; i < G_N_ELEMENTS (cards); i++)
    if (!troupe_canvas_get_bounds (canvas, cards[i], &bounds) ||
        !troupe_canvas_rect_contains (&view, &bounds))
      return FALSE;
  return TRUE;
}

/* The panel that opens at the end of a run covers what has run; the view follows, at the same zoom. A view that the
 * user has moved during the run stays. */
static void
test_in_view (void)
{
  static const TroupePosition places[] = { { "first", 0, 420 },
                                           { "second", 260, 440 },
                                           { "other", 520, 0 } };
  g_autofree char *path = write_file ("wide.json", wide);
  TroupeWindow *window = NULL;
  TroupeDocument *document = NULL;
  TroupeCanvas *canvas = NULL;

  window = open_still_window (path);
  document = troupe_page_get_document (troupe_window_get_page (window));
  canvas = get_canvas (window);
  troupe_document_set_positions (document, places, G_N_ELEMENTS (places), "Move");
  hands_wait_frame (GTK_WIDGET (window));
  troupe_canvas_set_zoom (canvas, 1, FALSE);
  troupe_canvas_set_origin (canvas, -40, -40);
  hands_wait_frame (GTK_WIDGET (window));
  gtk_widget_grab_focus (GTK_WIDGET (canvas));
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_begun, window);
  wait_until (has_ended, window);
  g_assert_true (troupe_monitor_get_panel_open (get_monitor (troupe_window_get_page (window))));
  wait_until (shows_run, window);
  g_assert_cmpfloat (troupe_canvas_get_zoom (canvas), ==, 1);
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
  g_test_add_func ("/hands/run/timeline", test_timeline);
  g_test_add_func ("/hands/run/figures", test_figures);
  g_test_add_func ("/hands/run/in-view", test_in_view);
  g_test_add_func ("/hands/run/drag-value", test_drag_value);
  return window_test_run ();
}
