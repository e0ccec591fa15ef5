/* test-hands-stale.c: results that are out of date, and runs that reuse the others, by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-crew-content.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-paused-bar.h"
#include "troupe-stale-popover.h"
#include "troupe-trace.h"

/* `second` counts what `first` returned, `third` doubles it. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"control\", \"methods\": {"
    "\"first\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"second\": {\"listen\": \"first\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.first + 1\"}}, "
    "\"third\": {\"listen\": \"second\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.second * 2\"}}}}\n";

static TroupePageContent *
get_content (TroupeWindow *window)
{
  return troupe_page_get_content (troupe_window_get_page (window));
}

static TroupePageRun *
get_run (TroupeWindow *window)
{
  return troupe_page_content_get_run (get_content (window));
}

static TroupeEditor *
find_editor (TroupeWindow *window)
{
  return get_editor (troupe_window_get_page (window));
}

static gboolean
has_ended (gpointer window)
{
  return !troupe_page_run_is_under_way (get_run (window));
}

/* Returns the output of the method in the run that is shown, -1 if it has none. */
static int
get_output (TroupeWindow *window, const char *method)
{
  const TroupeTraceMethod *found =
      troupe_trace_find_method (troupe_editor_get_trace (find_editor (window)), method);
  TroupeValue *output = found != NULL && found->last_output != NULL
                            ? troupe_span_get_output (found->last_output)
                            : NULL;

  return output != NULL ? (int) troupe_value_get_integer (output) : -1;
}

static gboolean
has_third (gpointer window)
{
  return has_ended (window) && get_output (window, "third") >= 0;
}

static TroupeWindow *
open_flow (const char *name)
{
  g_autofree char *path = write_file (name, flow);
  TroupeWindow *window;

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  return window;
}

static gboolean
is_selected (gpointer user_data)
{
  return troupe_editor_get_selected_method (find_editor (user_data)) != NULL;
}

/* Selects a card by a click. */
static void
click_card (TroupeWindow *window, const char *name)
{
  TroupeCanvas *canvas =
      troupe_editor_frame_get_canvas (troupe_editor_get_frame (find_editor (window)));

  hands_click_card (canvas, name, 60, 30, HANDS_CLICK);
  wait_until (is_selected, window);
  g_assert_cmpstr (troupe_editor_get_selected_method (find_editor (window)), ==, name);
}

static TroupeCanvas *
get_canvas (TroupeWindow *window)
{
  return troupe_editor_frame_get_canvas (troupe_editor_get_frame (find_editor (window)));
}

static const TroupeCanvasNodeRun *
get_card (TroupeWindow *window, const char *name)
{
  return troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (get_canvas (window)), name);
}

static void
set_expression (TroupeWindow *window, const char *method, const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  g_assert_true (troupe_document_set (TROUPE_DOCUMENT (get_document (window)),
                                      (const char *[]){ "methods", method, "do", "expr", NULL },
                                      node, "Edit", NULL, NULL));
  hands_settle ();
}

/* Clicks the strip at the bottom of a card. */
static void
click_strip (TroupeWindow *window, const char *name)
{
  TroupeCanvas *canvas = get_canvas (window);

  hands_click_card (canvas, name, 40, -10, HANDS_CLICK);
}

static GtkWidget *
find_popover (TroupeWindow *window)
{
  return hands_find_type (GTK_WIDGET (find_editor (window)), TROUPE_TYPE_STALE_POPOVER);
}

static gboolean
has_popover (gpointer window)
{
  return find_popover (window) != NULL && gtk_widget_get_mapped (find_popover (window));
}

static gboolean
has_no_popover (gpointer window)
{
  return !has_popover (window);
}

static void
run_once (TroupeWindow *window)
{
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_third, window);
}

/* An edit marks the card and what hangs on it, with the reason in its accessible name; undo removes the marks. */
static void
test_marks (void)
{
  TroupeWindow *window = open_flow ("marks.json");
  const TroupeCanvasNode *card = NULL;

  click_card (window, "second");
  run_once (window);
  g_assert_cmpint (get_card (window, "second")->state, ==, TROUPE_CANVAS_STATE_DONE);
  set_expression (window, "second", "outputs.first + 2");
  g_assert_cmpint (get_card (window, "first")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_card (window, "second")->state, ==, TROUPE_CANVAS_STATE_STALE);
  g_assert_cmpint (get_card (window, "third")->state, ==, TROUPE_CANVAS_STATE_STALE);
  card = troupe_canvas_scene_get_node (troupe_canvas_get_scene (get_canvas (window)), "third");
  g_assert_nonnull (strstr (card->accessible_label, "It uses the output of “second”"));
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_settle ();
  g_assert_cmpint (get_card (window, "second")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_card (window, "third")->state, ==, TROUPE_CANVAS_STATE_DONE);
  close_window (window);
}

/* The strip and the key open the reasons; a result that is kept is not marked, nor what hangs on it. */
static void
test_reasons (void)
{
  TroupeWindow *window = open_flow ("reasons.json");

  click_card (window, "second");
  run_once (window);
  set_expression (window, "second", "outputs.first + 2");
  click_strip (window, "second");
  wait_until (has_popover, window);
  g_assert_nonnull (hands_find_label (find_popover (window), "“expr” was changed"));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_popover, window);
  click_card (window, "third");
  hands_key (GDK_KEY_y, 0);
  wait_until (has_popover, window);
  g_assert_nonnull (hands_find_label (find_popover (window),
                                      "It uses the output of “second”, which is out of date"));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_popover, window);
  click_strip (window, "second");
  wait_until (has_popover, window);
  hands_click_found (hands_find_label, find_popover (window), "Keep Result");
  wait_until (has_no_popover, window);
  hands_settle ();
  g_assert_cmpint (get_card (window, "second")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_card (window, "third")->state, ==, TROUPE_CANVAS_STATE_DONE);
  close_window (window);
}

/* Returns TRUE if a label that is shown contains the words. */
static gboolean
shows (GtkWidget *widget, const char *words)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      strstr (gtk_label_get_text (GTK_LABEL (widget)), words) != NULL)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, words))
      return TRUE;
  return FALSE;
}

static gboolean
has_message (gpointer window)
{
  return shows (window, "1 of 3 results reused");
}

static gboolean
has_new_third (gpointer window)
{
  return has_ended (window) && get_output (window, "third") == 10;
}

/* Run Changed Again executes what is stale, and the other cards say that their results were reused. */
static void
test_run_changed (void)
{
  TroupeWindow *window = open_flow ("changed.json");

  click_card (window, "second");
  run_once (window);
  set_expression (window, "second", "outputs.first + 2");
  hands_key (GDK_KEY_F7, GDK_SHIFT_MASK);
  wait_until (has_new_third, window);
  g_assert_cmpstr (get_card (window, "first")->word, ==, "Reused");
  wait_until (has_message, window);
  g_assert_cmpint (get_card (window, "second")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpstr (get_card (window, "second")->word, !=, "Reused");
  close_window (window);
}

static gboolean
has_eight (gpointer window)
{
  return has_ended (window) && g_strcmp0 (get_card (window, "third")->word, "Reused") == 0;
}

/* With the preference, each run reuses what has not changed. */
static void
test_preference (void)
{
  TroupeWindow *window = open_flow ("preference.json");

  click_card (window, "second");
  run_once (window);
  g_action_group_activate_action (G_ACTION_GROUP (troupe_services_get ()), "reuse-results", NULL);
  hands_key (GDK_KEY_F5, 0);
  wait_until (has_eight, window);
  g_assert_cmpint (get_output (window, "third"), ==, 8);
  g_action_group_activate_action (G_ACTION_GROUP (troupe_services_get ()), "reuse-results", NULL);
  close_window (window);
}

/* Returns the tooltip of the button that contains @label. (nullable) */
static const char *
get_tooltip (GtkWidget *label)
{
  return gtk_widget_get_tooltip_text (gtk_widget_get_ancestor (label, GTK_TYPE_CHECK_BUTTON));
}

static GtkWidget *
find_bar (TroupeWindow *window)
{
  return hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_PAUSED_BAR);
}

typedef struct
{
  TroupeWindow *window;
  const char *words;
} Text;

static gboolean
says (gpointer user_data)
{
  const Text *text = user_data;

  return shows (find_bar (text->window), text->words);
}

static void
wait_for_bar (TroupeWindow *window, const char *words)
{
  Text text = { window, words };

  wait_until (says, &text);
  hands_wait_frame (GTK_WIDGET (window));
}

static gboolean
is_reusing (gpointer user_data)
{
  return g_settings_get_boolean (troupe_services_get_settings (troupe_services_get ()),
                                 "reuse-results");
}

static gboolean
is_not_reusing (gpointer user_data)
{
  return !is_reusing (NULL);
}

static gboolean
has_no_bar (gpointer window)
{
  return !gtk_widget_get_mapped (gtk_widget_get_first_child (find_bar (window)));
}

static gboolean
has_ten (gpointer window)
{
  return has_ended (window) && get_output (window, "third") == 10;
}

/* The bar of a paused run counts what is out of date; its switch is the preference, and its button runs that again with the
 * results of the paused run. */
static void
test_paused (void)
{
  TroupeWindow *window = open_flow ("paused.json");

  g_assert_true (troupe_flow_set_breakpoint (get_document (window), "method", "third", NULL, TRUE,
                                             NULL, NULL));
  click_card (window, "second");
  hands_key (GDK_KEY_F5, 0);
  wait_for_bar (window, "Paused before third. 2 results are still valid.");
  g_assert_null (hands_find_label (find_bar (window), "Run Changed Again"));
  set_expression (window, "second", "outputs.first + 2");
  wait_for_bar (window, "Paused before third. 1 result is still valid, 1 is out of date.");
  g_assert_nonnull (
      strstr (get_tooltip (hands_find_label (find_bar (window), "Reuse Unchanged Results")),
              "This run is not affected."));
  hands_click_found (hands_find_label, find_bar (window), "Reuse Unchanged Results");
  wait_until (is_reusing, NULL);
  hands_click_found (hands_find_label, find_bar (window), "Reuse Unchanged Results");
  wait_until (is_not_reusing, NULL);
  hands_click_found (hands_find_label, find_bar (window), "Run Changed Again");
  wait_for_bar (window, "Paused before third. 2 results are still valid.");
  g_assert_cmpstr (get_card (window, "first")->word, ==, "Reused");
  hands_key (GDK_KEY_F7, 0);
  wait_until (has_ten, window);
  wait_until (has_no_bar, window);
  close_window (window);
}

/* The reasons of a card offer to run from it, which stops the paused run and begins with its other results. */
static void
test_paused_part (void)
{
  TroupeWindow *window = open_flow ("paused-part.json");

  g_assert_true (troupe_flow_set_breakpoint (get_document (window), "method", "third", NULL, TRUE,
                                             NULL, NULL));
  click_card (window, "second");
  hands_key (GDK_KEY_F5, 0);
  wait_for_bar (window, "Paused before third. 2 results are still valid.");
  set_expression (window, "second", "outputs.first + 2");
  wait_for_bar (window, "Paused before third. 1 result is still valid, 1 is out of date.");
  click_strip (window, "second");
  wait_until (has_popover, window);
  hands_click_found (hands_find_label, find_popover (window), "Run Again From Here");
  wait_for_bar (window, "Paused before third. 2 results are still valid.");
  g_assert_cmpstr (get_card (window, "first")->word, ==, "Reused");
  g_assert_cmpint (get_output (window, "second"), ==, 5);
  hands_key (GDK_KEY_F7, 0);
  wait_until (has_ten, window);
  close_window (window);
}

/* --- Crews ------------------------------------------------------------------------------------ */

/* `write` is given the output of `gather`, `count` nothing. */
static const char crew[] =
    "{\"name\": \"desk\", \"agents\": [\"reader\", \"writer\"], \"tasks\": ["
    "{\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
    "\"agent\": \"reader\", \"context\": []},"
    "{\"name\": \"write\", \"description\": \"Write.\", \"expected_output\": \"A page\", "
    "\"agent\": \"writer\", \"context\": [\"gather\"]},"
    "{\"name\": \"count\", \"description\": \"Count.\", \"expected_output\": \"A number\", "
    "\"agent\": \"reader\", \"context\": []}]}";

static TroupeCrewEditor *
find_crew_editor (TroupeWindow *window)
{
  return troupe_crew_content_get_editor (troupe_crew_content_of (troupe_window_get_page (window)));
}

static TroupeCanvas *
get_crew_canvas (TroupeWindow *window)
{
  return troupe_editor_frame_get_canvas (troupe_crew_editor_get_frame (find_crew_editor (window)));
}

static const TroupeCanvasNodeRun *
get_task (TroupeWindow *window, const char *id)
{
  return troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (get_crew_canvas (window)), id);
}

static TroupeWindow *
open_crew (const char *folder)
{
  static const char *const names[] = { "reader", "writer" };
  g_autofree char *file = g_build_filename (folder, "crew.jsonc", NULL);
  g_autofree char *path = NULL;
  TroupeWindow *window;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *agent = g_strdup_printf ("%s/agents/%s.jsonc", folder, names[i]);
      g_autofree char *text = g_strdup_printf ("{\"role\": \"%s\", \"goal\": \"Work\", "
                                               "\"backstory\": \"b\", \"llm\": \"mock/echo\"}",
                                               names[i]);
      g_autofree char *written = write_file (agent, text);
    }
  path = write_file (file, crew);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  hands_wait_frame (GTK_WIDGET (get_crew_canvas (window)));
  troupe_canvas_fit_all (get_crew_canvas (window), FALSE);
  hands_wait_frame (GTK_WIDGET (get_crew_canvas (window)));
  gtk_widget_grab_focus (GTK_WIDGET (get_crew_canvas (window)));
  return window;
}

static void
set_description (TroupeWindow *window, guint task, const char *text)
{
  g_autofree char *number = g_strdup_printf ("%u", task);
  const char *const path[] = { "tasks", number, "description", NULL };
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);

  g_assert_true (troupe_crew_subject_set (
      troupe_crew_editor_get_subject (find_crew_editor (window)), path, node, "Edit", NULL, NULL));
  hands_settle ();
}

static gboolean
has_run_crew (gpointer window)
{
  return has_ended (window) && get_task (window, "task:2")->state == TROUPE_CANVAS_STATE_DONE;
}

static gboolean
has_run_again (gpointer window)
{
  return has_run_crew (window) && g_strcmp0 (get_task (window, "task:2")->word, "Reused") == 0;
}

static gboolean
has_crew_popover (gpointer window)
{
  GtkWidget *popover =
      hands_find_type (GTK_WIDGET (find_crew_editor (window)), TROUPE_TYPE_STALE_POPOVER);

  return popover != NULL && gtk_widget_get_mapped (popover);
}

static gboolean
has_no_crew_popover (gpointer window)
{
  return !has_crew_popover (window);
}

/* An edit of a task marks it and what is given its output, with the reasons; Run Changed Again reuses the others. */
static void
test_crew (void)
{
  TroupeWindow *window = open_crew ("stale-crew");
  TroupeCanvas *canvas = get_crew_canvas (window);
  graphene_rect_t bounds;
  graphene_point_t place;
  GtkWidget *popover = NULL;

  hands_key (GDK_KEY_F5, 0);
  wait_until (has_run_crew, window);
  set_description (window, 0, "Gather more.");
  g_assert_cmpint (get_task (window, "task:0")->state, ==, TROUPE_CANVAS_STATE_STALE);
  g_assert_cmpint (get_task (window, "task:1")->state, ==, TROUPE_CANVAS_STATE_STALE);
  g_assert_cmpint (get_task (window, "task:2")->state, ==, TROUPE_CANVAS_STATE_DONE);
  hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  hands_settle ();
  g_assert_cmpint (get_task (window, "task:0")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_task (window, "task:1")->state, ==, TROUPE_CANVAS_STATE_DONE);
  set_description (window, 1, "Write more.");
  g_assert_cmpint (get_task (window, "task:0")->state, ==, TROUPE_CANVAS_STATE_DONE);
  g_assert_cmpint (get_task (window, "task:1")->state, ==, TROUPE_CANVAS_STATE_STALE);
  hands_wait_frame (GTK_WIDGET (canvas));
  g_assert_true (troupe_canvas_get_bounds (canvas, "task:1", &bounds));
  place = troupe_canvas_to_widget (canvas, (double) bounds.origin.x + 40,
                                   (double) (bounds.origin.y + bounds.size.height) - 10);
  hands_click (GTK_WIDGET (canvas), (double) place.x, (double) place.y);
  wait_until (has_crew_popover, window);
  popover = hands_find_type (GTK_WIDGET (find_crew_editor (window)), TROUPE_TYPE_STALE_POPOVER);
  g_assert_true (shows (popover, "“description” was changed"));
  hands_key (GDK_KEY_Escape, 0);
  wait_until (has_no_crew_popover, window);
  hands_key (GDK_KEY_F7, GDK_SHIFT_MASK);
  wait_until (has_run_again, window);
  g_assert_cmpstr (get_task (window, "task:0")->word, ==, "Reused");
  g_assert_cmpstr (get_task (window, "task:1")->word, !=, "Reused");
  g_assert_cmpint (get_task (window, "task:1")->state, ==, TROUPE_CANVAS_STATE_DONE);
  close_window (window);
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
  g_test_add_func ("/hands/stale/marks", test_marks);
  g_test_add_func ("/hands/stale/reasons", test_reasons);
  g_test_add_func ("/hands/stale/run-changed", test_run_changed);
  g_test_add_func ("/hands/stale/preference", test_preference);
  g_test_add_func ("/hands/stale/paused", test_paused);
  g_test_add_func ("/hands/stale/paused-part", test_paused_part);
  g_test_add_func ("/hands/stale/crew", test_crew);
  return window_test_run ();
}
