/* test-hands-pause.c: changing the values of a paused run by real clicks and keys
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../app/window-test.h"
#include "hands-canvas.h"
#include "troupe-flow-pin-edit.h"
#include "troupe-pause-view.h"
#include "troupe-run-pause.h"
#include "troupe-trace.h"
#include "troupe-value-cell.h"
#include "troupe-value-editor.h"
#include "troupe-value-place.h"

/* `write` is paused before; it is given a text that is made from the state. */
static const char flow[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"pause\", "
    "\"state\": {\"type\": \"json_schema\", \"json_schema\": {\"type\": \"object\", "
    "\"properties\": {"
    "\"topic\": {\"type\": \"string\", \"default\": \"Grid losses\"}, "
    "\"words\": {\"type\": \"integer\", \"default\": 268, \"maximum\": 5000}, "
    "\"score\": {\"type\": \"number\", \"default\": 0.5}, "
    "\"draft\": {\"type\": \"boolean\", \"default\": true}, "
    "\"sources\": {\"type\": \"array\", \"items\": {\"type\": \"string\"}, "
    "\"default\": [\"one\", \"two\"]}}}}, "
    "\"methods\": {"
    "\"fetch\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"write\": {\"listen\": \"fetch\", \"do\": {\"call\": \"agent\", \"with\": {\"role\": "
    "\"Writer\", "
    "\"goal\": \"Write well\", \"backstory\": \"You write.\", \"llm\": \"mock/echo\", "
    "\"input\": \"Write ${state.words} words on ${state.topic}.\"}}}, "
    "\"count\": {\"listen\": \"write\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"[state.words, state.topic, size(state.sources), outputs.fetch]\"}}}}\n";

static const char stateless[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"stateless\", \"methods\": {"
    "\"fetch\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"3\"}}, "
    "\"write\": {\"listen\": \"fetch\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"outputs.fetch\"}}, "
    "\"count\": {\"listen\": \"write\", \"do\": {\"call\": \"expression\", \"expr\": "
    "\"[outputs.fetch]\"}}}}\n";

static TroupeWindow *window;

/* --- Helpers ---------------------------------------------------------------------------------- */

static TroupePageRun *
get_run (void)
{
  return troupe_page_content_get_run (troupe_page_get_content (troupe_window_get_page (window)));
}

static GtkWidget *
get_table (void)
{
  return hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_VALUE_EDITOR);
}

static gboolean
has_table (gpointer user_data)
{
  return get_table () != NULL;
}

static gboolean
has_no_table (gpointer user_data)
{
  return get_table () == NULL;
}

static gboolean
has_ended (gpointer user_data)
{
  return !troupe_page_run_is_under_way (get_run ());
}

/* Returns TRUE if a run was shown and has ended. */
static gboolean
has_run (gpointer user_data)
{
  return has_ended (NULL) && shows_text (GTK_WIDGET (window), "Finished");
}

/* Returns the value of the paused run as JSON. (transfer full) */
static char *
dup_state (const char *path)
{
  g_autoptr (TroupeRunPause) pause = troupe_run_get_pause (troupe_page_run_get_run (get_run ()));
  g_auto (GStrv) keys = troupe_value_place_split (path, NULL);
  TroupeValue *root = NULL;

  g_assert_nonnull (pause);
  root = g_str_equal (keys[0], "state") ? pause->state : pause->outputs;
  return troupe_value_to_json (troupe_value_place_get (root, (const char *const *) keys + 1),
                               TROUPE_JSON_COMPACT);
}

typedef struct
{
  const char *path;
  const char *json;
} Wanted;

static gboolean
has_value (gpointer user_data)
{
  const Wanted *wanted = user_data;
  g_autofree char *json = dup_state (wanted->path);

  return g_str_equal (json, wanted->json);
}

static void
wait_for_value (const char *path, const char *json)
{
  Wanted wanted = { path, json };

  wait_until (has_value, &wanted);
}

/* Returns the cell of the value. (transfer none) (nullable) */
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
has_cell (gpointer path)
{
  return get_table () != NULL && find_cell (get_table (), path) != NULL;
}

static GtkWidget *
get_cell (const char *path)
{
  wait_until (has_cell, (gpointer) path);
  hands_wait_frame (GTK_WIDGET (window));
  return find_cell (get_table (), path);
}

static gboolean
is_edited (gpointer path)
{
  GtkWidget *cell = find_cell (get_table (), path);
  GtkWidget *field = cell != NULL ? hands_find_type (cell, GTK_TYPE_ENTRY) : NULL;

  if (cell != NULL && field == NULL)
    field = hands_find_type (cell, GTK_TYPE_TEXT_VIEW);
  return field != NULL && gtk_widget_get_mapped (field);
}

static gboolean
is_not_edited (gpointer path)
{
  return !is_edited (path);
}

/* Returns TRUE if what starts next is shown with the text. */
static gboolean
shows_prompt (gpointer text)
{
  GtkWidget *view = hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_PAUSE_VIEW);
  GtkWidget *field = view != NULL ? hands_find_type (view, GTK_TYPE_TEXT_VIEW) : NULL;
  g_autofree char *shown = NULL;

  if (field == NULL)
    return FALSE;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (field)), "text", &shown, NULL);
  return strstr (shown, text) != NULL;
}

static gboolean
is_unchanged (gpointer user_data)
{
  return !shows_text (get_table (), "was 268");
}

static void
press (guint key, GdkModifierType modifiers)
{
  hands_key (key, modifiers);
  hands_settle ();
}

/* Edits the value by a double click. */
static void
double_click (GtkWidget *cell)
{
  hands_double_click (cell, 20, gtk_widget_get_height (cell) / 2.0);
}

static void
pause_text (const char *name, const char *text)
{
  g_autofree char *path = write_file (name, text);

  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  g_assert_true (troupe_flow_set_breakpoint (get_document (window), "method", "write", NULL, TRUE,
                                             NULL, NULL));
  gtk_widget_grab_focus (GTK_WIDGET (window));
  press (GDK_KEY_F5, 0);
  wait_until (has_table, NULL);
  hands_wait_frame (GTK_WIDGET (window));
}

static void
pause_flow (const char *name)
{
  pause_text (name, flow);
}

/* Asserts that the last step in the store is the change, which was written before the run shows it: it survives the end of the
 * program. */
static void
assert_stored (const char *path)
{
  TroupeStore *store = troupe_services_get_store (TROUPE_SERVICES (window_test_application));
  g_autoptr (GPtrArray) steps =
      troupe_store_get_steps (store, troupe_run_get_id (troupe_page_run_get_run (get_run ())),
                              NULL);
  const TroupeRunStep *step = NULL;
  TroupeValue *edits = NULL;

  g_assert_nonnull (steps);
  step = g_ptr_array_index (steps, steps->len - 1);
  edits = troupe_value_get_member (troupe_value_get_member (step->value, TROUPE_RUN_STEP_CHANGE),
                                   "edits");
  g_assert_nonnull (edits);
  g_assert_cmpstr (troupe_value_get_member_text (troupe_value_list_get (edits, 0), "path"), ==,
                   path);
}

static gboolean
has_written (gpointer words)
{
  TroupeValue *output =
      troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), "write");
  const char *raw = output != NULL ? troupe_value_get_member_text (output, "raw") : NULL;

  return raw != NULL && strstr (raw, words) != NULL;
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* A breakpoint opens the values; a double click edits one, Esc keeps it, and Enter changes it. */
static void
test_edit (void)
{
  GtkWidget *cell = NULL;

  pause_flow ("edit.json");
  wait_for_text (GTK_WIDGET (window), "write will get");
  wait_for_text (GTK_WIDGET (window), "Write 268 words on Grid losses.");
  wait_for_text (GTK_WIDGET (window), "Estimate: 1 to 4 calls");
  cell = get_cell ("state.words");
  double_click (cell);
  wait_until (is_edited, (gpointer) "state.words");
  hands_type ("7");
  press (GDK_KEY_Escape, 0);
  wait_until (is_not_edited, (gpointer) "state.words");
  wait_for_value ("state.words", "268");
  /* The focus has returned to the row. */
  press (GDK_KEY_F2, 0);
  wait_until (is_edited, (gpointer) "state.words");
  hands_type ("many");
  press (GDK_KEY_Return, 0);
  wait_for_text (get_table (), "Enter a number, such as 12 or 0.5.");
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("9000");
  press (GDK_KEY_Return, 0);
  /* The schema is checked, too. */
  wait_for_text (get_table (), "5000");
  g_assert_true (is_edited ((gpointer) "state.words"));
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("1240");
  press (GDK_KEY_Return, 0);
  wait_for_value ("state.words", "1240");
  assert_stored ("state.words");
  wait_until (is_not_edited, (gpointer) "state.words");
  wait_for_text (get_table (), "was 268");
  wait_for_text (get_table (), "changed by you");
  wait_for_text (GTK_WIDGET (window), "1 value changed by you");
  wait_for_text (GTK_WIDGET (window), "Write 1240 words on Grid losses.");
  hands_click_found (find_labelled, GTK_WIDGET (window), "Prompt");
  wait_until (shows_prompt, (gpointer) "Write well");
  wait_until (shows_prompt, (gpointer) "Write 1240 words on Grid losses.");
  /* The change is taken back. */
  hands_click_middle (hands_find_type (get_cell ("state.words"), GTK_TYPE_BUTTON));
  wait_for_value ("state.words", "268");
  wait_until (is_unchanged, NULL);
  /* The key of Run continues, because the button in its place says so; F7 does the same. */
  press (GDK_KEY_F5, 0);
  wait_until (has_no_table, NULL);
  wait_until (has_ended, NULL);
  /* The next run is estimated from that one. */
  press (GDK_KEY_F5, 0);
  wait_until (has_table, NULL);
  wait_for_text (GTK_WIDGET (window), "Estimate: 1 call · free · ");
  wait_for_text (GTK_WIDGET (window), "(from the last run)");
  press (GDK_KEY_F7, 0);
  wait_until (has_ended, NULL);
  close_window (window);
}

/* Returns the output of `count` in the run that is shown, as JSON. (transfer full) (nullable) */
static char *
dup_count (void)
{
  TroupeValue *output =
      troupe_monitor_get_output (get_monitor (troupe_window_get_page (window)), "count");

  return output != NULL ? troupe_value_to_json (output, TROUPE_JSON_COMPACT) : NULL;
}

/* A list is changed as JSON, an output and the input of the next method, too; all of it is used by the run. */
static void
test_parts (void)
{
  g_autofree char *count = NULL;

  pause_flow ("parts.json");
  hands_click (get_cell ("state.sources"), 20, 10);
  press (GDK_KEY_F2, 0);
  wait_until (is_edited, (gpointer) "state.sources");
  hands_type ("[\"a\", \"b\", \"c\"]");
  press (GDK_KEY_Return, 0);
  wait_for_value ("state.sources", "[\"a\",\"b\",\"c\"]");
  wait_until (is_not_edited, (gpointer) "state.sources");
  hands_wait_frame (GTK_WIDGET (window));
  /* The row has the focus again, so that Enter expands it. */
  press (GDK_KEY_Return, 0);
  /* The list has only the rows that are visible. */
  for (guint i = 0; i < 3; i++)
    press (GDK_KEY_Down, 0);
  double_click (get_cell ("state.sources[2]"));
  wait_until (is_edited, (gpointer) "state.sources[2]");
  hands_type ("third");
  press (GDK_KEY_Return, 0);
  wait_for_value ("state.sources", "[\"a\",\"b\",\"third\"]");
  hands_click (get_cell ("state.sources"), 20, 10);
  press (GDK_KEY_Return, 0);
  double_click (get_cell ("input"));
  wait_until (is_edited, (gpointer) "input");
  hands_type ("Write nothing.");
  /* Clicking elsewhere applies the text. */
  hands_click (get_cell ("state.topic"), 20, 10);
  wait_for_text (GTK_WIDGET (window), "2 values changed by you");
  press (GDK_KEY_F2, 0);
  wait_until (is_edited, (gpointer) "state.topic");
  hands_type ("Rain");
  press (GDK_KEY_F8, 0);
  /* What is still being edited is applied. The step ends before the next method. */
  wait_for_text (GTK_WIDGET (window), "count will get");
  wait_until (has_written, (gpointer) "Write nothing.");
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (find_labelled, GTK_WIDGET (window), "Continue");
  wait_until (has_ended, NULL);
  count = dup_count ();
  g_assert_cmpstr (count, ==, "[268,\"Rain\",3,3]");
  close_window (window);
}

/* A flow without a state says so and shows its outputs; the button in a row edits its value. */
static void
test_stateless (void)
{
  g_autofree char *count = NULL;

  pause_text ("stateless.json", stateless);
  wait_for_text (GTK_WIDGET (window), "There is no state to change. Outputs can be changed.");
  wait_for_text (get_table (), "Each output is changed in its own row.");
  g_assert_null (hands_find_type (get_cell ("outputs"), GTK_TYPE_BUTTON));
  /* The ID that it has nevertheless is shown, and not offered. */
  wait_for_text (get_table (), "The ID of a state is fixed.");
  g_assert_null (hands_find_type (get_cell ("state"), GTK_TYPE_BUTTON));
  double_click (get_cell ("state"));
  press (GDK_KEY_F2, 0);
  g_assert_false (is_edited ((gpointer) "state"));
  hands_click_middle (hands_find_type (get_cell ("outputs.fetch"), GTK_TYPE_BUTTON));
  wait_until (is_edited, (gpointer) "outputs.fetch");
  hands_type ("4");
  press (GDK_KEY_Return, 0);
  wait_for_value ("outputs.fetch", "4");
  wait_until (is_not_edited, (gpointer) "outputs.fetch");
  press (GDK_KEY_F5, 0);
  wait_until (has_ended, NULL);
  count = dup_count ();
  g_assert_cmpstr (count, ==, "[4]");
  close_window (window);
}

/* --- Crews ------------------------------------------------------------------------------------ */

static char *
write_crew (const char *folder)
{
  g_autofree char *agent_name = g_strconcat (folder, "/agents/reader.jsonc", NULL);
  g_autofree char *name = g_strconcat (folder, "/crew.jsonc", NULL);
  g_autofree char *agent =
      write_file (agent_name, "{\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", "
                              "\"llm\": \"mock/echo\"}\n");

  return write_file (name, "{\"name\": \"desk\", \"agents\": [\"reader\"], \"tasks\": ["
                           "{\"name\": \"gather\", \"description\": \"Gather rain.\", "
                           "\"expected_output\": \"Links\", \"agent\": \"reader\"}, "
                           "{\"name\": \"weigh\", \"description\": \"Weigh.\", "
                           "\"expected_output\": \"A table\", \"agent\": \"reader\"}, "
                           "{\"name\": \"write\", \"description\": \"Write.\", "
                           "\"expected_output\": \"A text\", \"agent\": \"reader\"}]}\n");
}

static TroupeCanvas *
get_canvas (void)
{
  return TROUPE_CANVAS (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_CANVAS));
}

static const TroupeCanvasNode *
get_card (const char *id)
{
  return troupe_canvas_scene_get_node (troupe_canvas_get_scene (get_canvas ()), id);
}

static gboolean
breaks (gpointer id)
{
  return get_card (id)->breakpoint;
}

static gboolean
breaks_not (gpointer id)
{
  return !breaks (id);
}

static void
open_crew (const char *path)
{
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, "gtk-cursor-blink",
                FALSE, NULL);
  window = open_still_window (path);
  hands_wait_frame (GTK_WIDGET (window));
  troupe_canvas_fit_all (get_canvas (), FALSE);
  hands_wait_frame (GTK_WIDGET (window));
}

/* Returns TRUE if the output of the crew contains @words. */
static gboolean
has_output (const char *words)
{
  TroupeTrace *trace = troupe_monitor_get_trace (
      TROUPE_MONITOR (hands_find_type (GTK_WIDGET (window), TROUPE_TYPE_MONITOR)));
  const TroupeSpan *run = troupe_trace_get_run (trace);
  g_autofree char *text =
      run != NULL && troupe_span_get_output (run) != NULL
          ? troupe_value_to_json (troupe_span_get_output (run), TROUPE_JSON_COMPACT)
          : NULL;

  return text != NULL && strstr (text, words) != NULL;
}

/* A task of a crew that runs by itself has a breakpoint: what it is given is seen and changed, one task is done by Step, and the
 * rest by Continue. The breakpoint is there when the crew is opened again. */
static void
test_crew (void)
{
  g_autofree char *path = write_crew ("pause-crew");

  open_crew (path);
  hands_click_card (get_canvas (), "task:1", 60, 20, HANDS_CLICK);
  press (GDK_KEY_b, GDK_CONTROL_MASK);
  wait_until (breaks, (gpointer) "task:1");
  g_assert_nonnull (strstr (get_card ("task:1")->accessible_description, "breakpoint"));
  g_assert_false (breaks ((gpointer) "task:0"));
  press (GDK_KEY_F5, 0);
  wait_until (has_table, NULL);
  hands_wait_frame (GTK_WIDGET (window));
  wait_for_text (GTK_WIDGET (window), "Paused before weigh.");
  wait_for_text (GTK_WIDGET (window), "weigh will get");
  /* What the run would refuse is not offered. */
  wait_for_text (get_table (),
                 "The outputs of tasks are fixed. Change the input of the next task.");
  hands_click (get_cell ("outputs"), 20, 10);
  press (GDK_KEY_Return, 0);
  double_click (get_cell ("outputs.gather"));
  press (GDK_KEY_F2, 0);
  g_assert_false (is_edited ((gpointer) "outputs.gather"));
  g_assert_null (hands_find_type (get_cell ("outputs.gather"), GTK_TYPE_BUTTON));
  double_click (get_cell ("input"));
  wait_until (is_edited, (gpointer) "input");
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("Only hail.");
  press (GDK_KEY_Return, 0);
  wait_for_text (GTK_WIDGET (window), "1 value changed by you");
  assert_stored ("input");
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (find_labelled, GTK_WIDGET (window), "Step");
  wait_for_text (GTK_WIDGET (window), "Paused before write.");
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_found (find_labelled, GTK_WIDGET (window), "Continue");
  wait_until (has_ended, NULL);
  g_assert_true (has_output ("Only hail."));
  close_window (window);
  open_crew (path);
  wait_until (breaks, (gpointer) "task:1");
  close_window (window);
}

/* Clicks the red dot of the card. */
static void
click_dot (const char *id)
{
  hands_wait_frame (GTK_WIDGET (get_canvas ()));
  hands_click_card (get_canvas (), id, 1, 1, HANDS_CLICK);
}

/* The condition of a breakpoint is entered at its dot, and checked. */
static void
test_crew_condition (void)
{
  g_autofree char *path = write_crew ("pause-condition");

  open_crew (path);
  hands_click_card (get_canvas (), "task:2", 60, 20, HANDS_CLICK);
  press (GDK_KEY_b, GDK_SHIFT_MASK);
  wait_for_text (GTK_WIDGET (window), "The run pauses before the task.");
  hands_type ("size(");
  wait_for_text (GTK_WIDGET (window), "expected");
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("size(outputs) > 5");
  wait_for_text (GTK_WIDGET (window), "The run pauses before the task if this is true.");
  press (GDK_KEY_Return, 0);
  wait_until (breaks, (gpointer) "task:2");
  press (GDK_KEY_F5, 0);
  wait_until (has_run, NULL);
  /* It was never true. */
  g_assert_null (get_table ());
  click_dot ("task:2");
  wait_for_text (GTK_WIDGET (window), "The run pauses before the task if this is true.");
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("size(outputs) == 2");
  press (GDK_KEY_Return, 0);
  press (GDK_KEY_F5, 0);
  wait_until (has_table, NULL);
  wait_for_text (GTK_WIDGET (window), "Paused before write.");
  /* A breakpoint that is removed while the run is paused does not pause it any more. */
  hands_wait_frame (GTK_WIDGET (window));
  hands_click_card (get_canvas (), "task:2", 60, 20, HANDS_CLICK);
  press (GDK_KEY_b, GDK_CONTROL_MASK);
  wait_until (breaks_not, (gpointer) "task:2");
  press (GDK_KEY_F7, 0);
  wait_until (has_ended, NULL);
  close_window (window);
}

/* --- Crews inside flows ----------------------------------------------------------------------- */

static const char inner[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"inner\", \"methods\": {"
    "\"work\": {\"start\": true, \"do\": {\"call\": \"crew\", \"with\": {\"agents\": "
    "{\"reader\": {\"role\": \"Reader\", \"goal\": \"Reads\", \"backstory\": \"b\", "
    "\"llm\": \"mock/echo\"}}, \"tasks\": ["
    "{\"name\": \"gather\", \"description\": \"Gather.\", \"expected_output\": \"Links\", "
    "\"agent\": \"reader\"}, "
    "{\"name\": \"weigh\", \"description\": \"Weigh.\", \"expected_output\": \"A table\", "
    "\"agent\": \"reader\"}, "
    "{\"name\": \"write\", \"description\": \"Write.\", \"expected_output\": \"A text\", "
    "\"agent\": \"reader\"}]}}}}}\n";

static gboolean
has_card (gpointer id)
{
  return get_canvas () != NULL && get_card (id) != NULL;
}

static gboolean
has_no_card (gpointer id)
{
  return !has_card (id);
}

static gboolean
is_paused_at (gpointer id)
{
  const TroupeCanvasNodeRun *run =
      troupe_canvas_scene_get_node_run (troupe_canvas_get_scene (get_canvas ()), id);

  return run != NULL && run->state == TROUPE_CANVAS_STATE_PAUSED;
}

/* Returns the breakpoints of the flow as JSON. (transfer full) */
static char *
dup_breakpoints (void)
{
  g_autoptr (TroupeValue) list = troupe_flow_get_breakpoints (get_document (window));

  return list != NULL ? troupe_value_to_json (list, TROUPE_JSON_COMPACT) : g_strdup ("[]");
}

/* Returns TRUE if they are the text. */
static gboolean
has_breakpoints (gpointer text)
{
  g_autofree char *json = dup_breakpoints ();

  return g_str_equal (json, text);
}

/* Opens the crew of the flow. */
static void
enter_crew (void)
{
  hands_click_card (get_canvas (), "work", 60, 20, HANDS_DOUBLE_CLICK);
  wait_until (has_card, (gpointer) "task:1");
  hands_wait_view (get_canvas ());
}

/* A task of a crew inside a flow has a breakpoint of the flow: it is set, undone, given a condition, and removed, pauses the run
 * before the task, and follows it when it is renamed. */
static void
test_inner (void)
{
  g_autofree char *path = write_file ("inner.json", inner);

  open_crew (path);
  enter_crew ();
  hands_click_card (get_canvas (), "task:1", 60, 20, HANDS_CLICK);
  press (GDK_KEY_b, GDK_CONTROL_MASK);
  wait_until (breaks, (gpointer) "task:1");
  wait_until (has_breakpoints, (gpointer) "[{\"method\":\"work\",\"task\":\"weigh\"}]");
  press (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (breaks_not, (gpointer) "task:1");
  press (GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  wait_until (breaks, (gpointer) "task:1");
  press (GDK_KEY_F5, 0);
  wait_until (has_table, NULL);
  wait_for_text (GTK_WIDGET (window), "Paused before weigh.");
  wait_until (is_paused_at, (gpointer) "task:1");
  g_assert_false (is_paused_at ((gpointer) "task:2"));
  /* What the task before it has returned is shown, and fixed. */
  hands_click (get_cell ("tasks"), 20, 10);
  press (GDK_KEY_Return, 0);
  double_click (get_cell ("tasks.gather"));
  press (GDK_KEY_F2, 0);
  g_assert_false (is_edited ((gpointer) "tasks.gather"));
  g_assert_null (hands_find_type (get_cell ("tasks.gather"), GTK_TYPE_BUTTON));
  wait_for_text (get_table (),
                 "The outputs of tasks are fixed. Change the input of the next task.");
  press (GDK_KEY_F7, 0);
  wait_until (has_ended, NULL);
  hands_click_card (get_canvas (), "task:1", 60, 20, HANDS_CLICK);
  press (GDK_KEY_F2, 0);
  hands_wait_field (NULL);
  press (GDK_KEY_a, GDK_CONTROL_MASK);
  hands_type ("rate");
  press (GDK_KEY_Return, 0);
  wait_until (has_breakpoints, (gpointer) "[{\"method\":\"work\",\"task\":\"rate\"}]");
  /* The dot is still there, and takes a condition. */
  click_dot ("task:1");
  wait_for_text (GTK_WIDGET (window), "The run pauses before the task.");
  hands_type ("size(outputs) > 5");
  press (GDK_KEY_Return, 0);
  wait_until (has_breakpoints, (gpointer) "[{\"method\":\"work\",\"task\":\"rate\",\"if\":"
                                          "\"size(outputs) > 5\"}]");
  hands_click_card (get_canvas (), "task:1", 60, 20, HANDS_CLICK);
  press (GDK_KEY_Delete, 0);
  wait_until (has_breakpoints, (gpointer) "[]");
  press (GDK_KEY_z, GDK_CONTROL_MASK);
  wait_until (breaks, (gpointer) "task:1");
  hands_click_card (get_canvas (), "task:2", 60, 20, HANDS_MENU);
  hands_click_found (hands_find_label, GTK_WIDGET (window), "Breakpoint");
  wait_until (breaks, (gpointer) "task:2");
  /* The flow lists them; its card has none. */
  press (GDK_KEY_Up, GDK_ALT_MASK);
  wait_until (has_no_card, (gpointer) "task:1");
  wait_until (has_card, (gpointer) "work");
  g_assert_false (breaks ((gpointer) "work"));
  hands_click (GTK_WIDGET (get_canvas ()), 8,
               gtk_widget_get_height (GTK_WIDGET (get_canvas ())) - 90);
  wait_for_text (GTK_WIDGET (window), "work / rate");
  wait_for_text (GTK_WIDGET (window), "work / write");
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
  g_test_add_func ("/hands/pause/edit", test_edit);
  g_test_add_func ("/hands/pause/parts", test_parts);
  g_test_add_func ("/hands/pause/crew", test_crew);
  g_test_add_func ("/hands/pause/crew-condition", test_crew_condition);
  g_test_add_func ("/hands/pause/inner", test_inner);
  g_test_add_func ("/hands/pause/stateless", test_stateless);
  return window_test_run ();
}
