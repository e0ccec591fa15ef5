/* test-editor-run.c: run states of cards, gates and wires
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "../test-event.h"
#include "editor-test.h"
#include "troupe-canvas-parts.h"

#define RUN_FLOW                                                                                   \
  "{\n  \"schema\": \"crewai.flow/v1\",\n  \"name\": \"t\",\n  \"methods\": {\n"                   \
  "    \"begin\": { \"start\": true, \"do\": { \"call\": \"expression\", \"expr\": \"1\" } },\n"   \
  "    \"decide\": { \"listen\": \"begin\", \"router\": true, \"emit\": [\"left\", \"right\"],"    \
  " \"do\": { \"call\": \"expression\", \"expr\": \"'left'\" } },\n"                               \
  "    \"one\": { \"listen\": \"left\", \"do\": { \"call\": \"each\", \"in\": \"[1, 2]\","         \
  " \"do\": [{ \"name\": \"s\", \"action\": { \"call\": \"expression\", \"expr\": \"item\" } }] "  \
  "} },\n"                                                                                         \
  "    \"two\": { \"listen\": \"right\", \"do\": { \"call\": \"expression\", \"expr\": \"2\" } "   \
  "},\n"                                                                                           \
  "    \"join\": { \"listen\": { \"and\": [\"begin\", \"one\"] },"                                 \
  " \"do\": { \"call\": \"expression\", \"expr\": \"outputs.one\" } },\n"                          \
  "    \"any\": { \"listen\": { \"or\": [\"one\", \"two\", \"join\"] },"                           \
  " \"do\": { \"call\": \"expression\", \"expr\": \"4\" } }\n  }\n}\n"

/* The sequence number of the last event, and the numbers of the events that began methods and
 * calls. */
static guint64 sequence;
static GHashTable *begun;

static void
begin (EditorTest *test)
{
  g_clear_pointer (&begun, g_hash_table_unref);
  begun = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  editor_test_begin_run (test->editor, troupe_flow_document_get_flow (test->document));
  editor_test_settle ();
}

static void
send_at (EditorTest *test,
         TroupeEventType type,
         const char *method,
         const char *fields,
         gint64 time_us)
{
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  const TroupeEventTypeInfo *info = troupe_event_type_get_info (type);
  g_autofree char *key = g_strdup_printf ("%d %s", info->kind, method != NULL ? method : "");
  const guint64 started = GPOINTER_TO_SIZE (g_hash_table_lookup (begun, key));
  TroupeEvent *event =
      test_event_new_at (type, method, ++sequence,
                         info->effect == TROUPE_EVENT_CLOSES ? started : 0,
                         fields != NULL ? troupe_value_from_json (fields, -1, NULL) : NULL);

  if (info->effect == TROUPE_EVENT_OPENS)
    g_hash_table_insert (begun, g_steal_pointer (&key), GSIZE_TO_POINTER (sequence));
  event->time_us = time_us;
  g_ptr_array_add (events, event);
  troupe_trace_add_events (troupe_editor_get_trace (test->editor), events);
  editor_test_settle ();
}

static void
send (EditorTest *test, TroupeEventType type, const char *method, const char *fields)
{
  send_at (test, type, method, fields, g_get_real_time ());
}

static void
start (EditorTest *test, const char *method)
{
  send (test, TROUPE_EVENT_METHOD_STARTED, method, NULL);
}

static void
finish (EditorTest *test, const char *method, const char *fields)
{
  send (test, TROUPE_EVENT_METHOD_FINISHED, method, fields);
}

static const TroupeCanvasNodeRun *
get_run (EditorTest *test, const char *method)
{
  const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (test->scene, method);

  g_assert_nonnull (run);

  return run;
}

static void
assert_state (EditorTest *test, const char *method, TroupeCanvasState state, const char *word)
{
  const TroupeCanvasNodeRun *run = get_run (test, method);
  const char *label = troupe_canvas_scene_get_node (test->scene, method)->accessible_label;

  g_assert_cmpint (run->state, ==, state);
  g_assert_cmpstr (run->word, ==, word);
  /* The state is not indicated by color alone, but also by a word, which the accessible label
   * contains. */
  g_assert_nonnull (strstr (label, word));
}

/* Returns the number of arrived inputs and of all inputs of a gate, such as `1/2` or `1/2
 * fired`. Returns an empty string if the gate shows no run. */
static char *
describe_gate (EditorTest *test, const char *id)
{
  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (test->scene); i++)
    {
      const TroupeGateRecord *gate = troupe_scene_gate (test->scene, i);
      guint came = 0;

      if (!g_str_equal (gate->gate.id, id))
        continue;
      if (gate->arrived == NULL)
        return g_strdup ("");
      for (guint j = 0; j < gate->n_inputs; j++)
        came += gate->arrived[j] ? 1 : 0;

      return g_strdup_printf ("%u/%u%s", came, gate->n_inputs, gate->fired ? " fired" : "");
    }
  g_assert_not_reached ();
}

static void
assert_gate (EditorTest *test, const char *id, const char *expected)
{
  g_autofree char *shown = describe_gate (test, id);

  g_assert_cmpstr (shown, ==, expected);
}

static TroupeCanvasWireState
get_wire_state (EditorTest *test, const char *from, const char *port, const char *to)
{
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (test->scene); i++)
    {
      const TroupeWireRecord *wire = troupe_scene_wire (test->scene, i);

      if (g_str_equal (wire->wire.from, from) && g_strcmp0 (wire->wire.from_port, port) == 0 &&
          g_str_equal (wire->wire.to, to))
        return wire->state;
    }
  g_assert_not_reached ();
}

static void
test_states (EditorTest *test, gconstpointer data)
{
  gint64 now = g_get_real_time ();

  begin (test);
  assert_state (test, "begin", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  start (test, "begin");
  assert_state (test, "begin", TROUPE_CANVAS_STATE_RUNNING, "Running");
  finish (test, "begin", "{\"result\": 1}");
  assert_state (test, "begin", TROUPE_CANVAS_STATE_DONE, "Done");
  send_at (test, TROUPE_EVENT_METHOD_STARTED, "one", NULL, now);
  send_at (test, TROUPE_EVENT_METHOD_FINISHED, "one", "{\"result\": [1, 2]}", now + 800000);
  assert_state (test, "one", TROUPE_CANVAS_STATE_DONE, "Done · 2 items");
  g_assert_cmpstr (get_run (test, "one")->time, ==, "0.8 s");
  start (test, "two");
  send (test, TROUPE_EVENT_METHOD_FAILED, "two", "{\"error\": \"no\"}");
  assert_state (test, "two", TROUPE_CANVAS_STATE_FAILED, "Failed");
  /* Events of unknown methods are ignored. */
  start (test, "nobody");
  finish (test, NULL, NULL);

  editor_test_end_run (test->editor);
  assert_state (test, "join", TROUPE_CANVAS_STATE_SKIPPED, "Not reached");
  assert_state (test, "begin", TROUPE_CANVAS_STATE_DONE, "Done");
  troupe_editor_clear_run (test->editor);
  g_assert_cmpint (get_run (test, "begin")->state, ==, TROUPE_CANVAS_STATE_IDLE);
  g_assert_false (troupe_canvas_scene_get_shows_run (test->scene));
}

static void
test_cancel (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "begin");
  start (test, "one");
  send (test, TROUPE_EVENT_METHOD_CANCELLED, "one", NULL);
  assert_state (test, "one", TROUPE_CANVAS_STATE_SKIPPED, "Stopped");
  assert_state (test, "begin", TROUPE_CANVAS_STATE_RUNNING, "Running");
  send (test, TROUPE_EVENT_FLOW_CANCELLED, NULL, NULL);
  assert_state (test, "begin", TROUPE_CANVAS_STATE_SKIPPED, "Stopped");
  editor_test_end_run (test->editor);
  assert_state (test, "join", TROUPE_CANVAS_STATE_SKIPPED, "Not reached");
}

static void
test_stream (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "one");
  send (test, TROUPE_EVENT_LLM_STREAM_CHUNK, "one", "{\"chunk\": \"the losses\\n\"}");
  send (test, TROUPE_EVENT_LLM_STREAM_CHUNK, "one", "{\"chunk\": \"fell\"}");
  g_assert_cmpstr (get_run (test, "one")->stream, ==, "the losses fell");

  /* Only the end of a long text is stored, with complete characters. */
  for (guint i = 0; i < 400; i++)
    send (test, TROUPE_EVENT_LLM_STREAM_CHUNK, "one", "{\"chunk\": \"损耗\"}");
  g_assert_cmpuint (strlen (get_run (test, "one")->stream), <, 1000);
  g_assert_true (g_utf8_validate (get_run (test, "one")->stream, -1, NULL));
  finish (test, "one", "{\"result\": [1]}");
  g_assert_null (get_run (test, "one")->stream);
  assert_state (test, "one", TROUPE_CANVAS_STATE_DONE, "Done · 1 item");
}

static void
test_router (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "decide");
  finish (test, "decide", "{\"result\": \"left\"}");
  g_assert_cmpstr (get_run (test, "decide")->taken[0], ==, "left");
  g_assert_null (get_run (test, "decide")->taken[1]);
  g_assert_cmpint (get_wire_state (test, "decide", "left", "one"), ==, TROUPE_CANVAS_WIRE_FIRED);
  g_assert_cmpint (get_wire_state (test, "decide", "right", "two"), ==,
                   TROUPE_CANVAS_WIRE_NOT_TAKEN);

  /* The second pass has no decision yet. */
  start (test, "decide");
  g_assert_cmpuint (get_run (test, "decide")->passes, ==, 2);
  g_assert_null (get_run (test, "decide")->taken);
  g_assert_cmpint (get_wire_state (test, "decide", "right", "two"), ==, TROUPE_CANVAS_WIRE_IDLE);
}

/* A wire that was used stays marked until the run ends, even if a later pass uses another wire. */
static void
test_loop (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "decide");
  finish (test, "decide", "{\"result\": \"right\"}");
  start (test, "decide");
  g_assert_cmpint (get_wire_state (test, "decide", "right", "two"), ==, TROUPE_CANVAS_WIRE_FIRED);
  finish (test, "decide", "{\"result\": \"left\"}");
  g_assert_cmpint (get_wire_state (test, "decide", "right", "two"), ==, TROUPE_CANVAS_WIRE_FIRED);
  g_assert_cmpint (get_wire_state (test, "decide", "left", "one"), ==, TROUPE_CANVAS_WIRE_FIRED);
  g_assert_cmpstr (get_run (test, "decide")->taken[0], ==, "left");
  /* The next run starts without any of these states. */
  begin (test);
  start (test, "decide");
  finish (test, "decide", "{\"result\": \"left\"}");
  g_assert_cmpint (get_wire_state (test, "decide", "right", "two"), ==,
                   TROUPE_CANVAS_WIRE_NOT_TAKEN);
}

/* Only methods that can still run are shown as waiting. */
static void
test_outlook (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "begin");
  finish (test, "begin", "{\"result\": 1}");
  start (test, "decide");
  assert_state (test, "one", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  assert_state (test, "two", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  finish (test, "decide", "{\"result\": \"right\"}");
  assert_state (test, "one", TROUPE_CANVAS_STATE_SKIPPED, "Not reached");
  assert_state (test, "join", TROUPE_CANVAS_STATE_SKIPPED, "Not reached");
  assert_state (test, "two", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  assert_state (test, "any", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  start (test, "two");
  send (test, TROUPE_EVENT_METHOD_FAILED, "two", "{\"error\": \"no\"}");
  assert_state (test, "any", TROUPE_CANVAS_STATE_SKIPPED, "Not reached");
}

/* While the user holds the run, no time is counted, and the next card shows that it is held. */
static void
test_step (EditorTest *test, gconstpointer data)
{
  const gint64 now = g_get_real_time () - 200 * G_USEC_PER_SEC;

  begin (test);
  send_at (test, TROUPE_EVENT_METHOD_STARTED, "begin", NULL, now);
  send_at (test, TROUPE_EVENT_METHOD_STARTED, "one", NULL, now);
  send_at (test, TROUPE_EVENT_LLM_CALL_STARTED, "one", NULL, now);
  send_at (test, TROUPE_EVENT_RUN_HELD, NULL, "{\"next\": [\"begin\"]}", now + 300000);
  assert_state (test, "begin", TROUPE_CANVAS_STATE_PAUSED, "Paused");
  /* A model call continues while the run is held. */
  assert_state (test, "one", TROUPE_CANVAS_STATE_RUNNING, "Running");
  g_assert_cmpstr (get_run (test, "begin")->time, ==, "0.3 s");
  assert_state (test, "decide", TROUPE_CANVAS_STATE_WAITING, "Waiting");
  send_at (test, TROUPE_EVENT_LLM_CALL_FINISHED, "one", NULL, now + 900000);
  assert_state (test, "one", TROUPE_CANVAS_STATE_PAUSED, "Paused");
  send_at (test, TROUPE_EVENT_RUN_RELEASED, NULL, NULL, now + 60300000);
  assert_state (test, "begin", TROUPE_CANVAS_STATE_RUNNING, "Running");
  send_at (test, TROUPE_EVENT_METHOD_FINISHED, "begin", "{\"result\": 1}", now + 60500000);
  send_at (test, TROUPE_EVENT_RUN_HELD, NULL, "{\"next\": [\"decide\"]}", now + 60500000);
  assert_state (test, "begin", TROUPE_CANVAS_STATE_DONE, "Done");
  g_assert_cmpstr (get_run (test, "begin")->time, ==, "0.5 s");
  assert_state (test, "decide", TROUPE_CANVAS_STATE_PAUSED, "Paused here");
  send_at (test, TROUPE_EVENT_RUN_RELEASED, NULL, NULL, now + 90500000);
  send_at (test, TROUPE_EVENT_METHOD_STARTED, "decide", NULL, now + 90500000);
  assert_state (test, "decide", TROUPE_CANVAS_STATE_RUNNING, "Running");
  send_at (test, TROUPE_EVENT_METHOD_FINISHED, "decide", "{\"result\": \"left\"}", now + 90600000);
  g_assert_cmpstr (get_run (test, "decide")->time, ==, "0.1 s");
  /* Done once, and next to run again. */
  send_at (test, TROUPE_EVENT_RUN_HELD, NULL, "{\"next\": [\"decide\"]}", now + 90600000);
  assert_state (test, "decide", TROUPE_CANVAS_STATE_PAUSED, "Paused here");
  g_assert_null (get_run (test, "decide")->time);
  editor_test_end_run (test->editor);
  assert_state (test, "decide", TROUPE_CANVAS_STATE_DONE, "Done");
  g_assert_cmpstr (get_run (test, "decide")->time, ==, "0.1 s");
  assert_state (test, "one", TROUPE_CANVAS_STATE_SKIPPED, "Stopped");
}

static void
note_passes_cb (TroupeEditor *editor, const char *name, const GdkRectangle *place, gpointer data)
{
  g_string_append_printf (data, "%s %d ", name,
                          place->x > 0 && place->x < gtk_widget_get_width (GTK_WIDGET (editor)));
}

static void
test_passes (EditorTest *test, gconstpointer data)
{
  g_autoptr (GString) asked = g_string_new (NULL);

  g_signal_connect (test->editor, "passes-requested", G_CALLBACK (note_passes_cb), asked);
  begin (test);
  start (test, "two");
  finish (test, "two", "{\"result\": 2}");
  start (test, "two");
  g_assert_cmpuint (get_run (test, "two")->passes, ==, 2);
  g_signal_emit_by_name (test->canvas, "badge-activated", (int) TROUPE_CANVAS_KIND_PASSES_BADGE,
                         "two");
  g_assert_cmpstr (asked->str, ==, "two 1 ");
}

/* The complete badge is clickable, regardless of the size of its number. */
static void
test_wide_badge (EditorTest *test, gconstpointer data)
{
  static const guint passes[] = { 2, 10000 };
  guint widths[G_N_ELEMENTS (passes)] = { 0 };
  graphene_rect_t bounds;

  begin (test);
  g_assert_true (troupe_canvas_get_bounds (test->canvas, "two", &bounds));
  for (guint i = 0; i < G_N_ELEMENTS (passes); i++)
    {
      TroupeCanvasNodeRun run = TROUPE_CANVAS_NODE_RUN_INIT;

      run.state = TROUPE_CANVAS_STATE_DONE;
      run.passes = passes[i];
      troupe_canvas_scene_set_node_run (test->scene, "two", &run);
      editor_test_settle ();
      for (guint x = 0; x < 100; x++)
        {
          const graphene_point_t point =
              troupe_canvas_to_widget (test->canvas, bounds.origin.x + bounds.size.width - x,
                                       bounds.origin.y);
          const char *id = NULL;
          const char *port = NULL;

          widths[i] += troupe_canvas_hit (test->canvas, point.x, point.y, &id, &port) ==
                       TROUPE_CANVAS_KIND_PASSES_BADGE;
        }
    }
  g_test_message ("%u and %u pixels", widths[0], widths[1]);
  g_assert_cmpuint (widths[0], >, 20);
  g_assert_cmpuint (widths[1], >, widths[0] + 15);
}

static void
test_gates (EditorTest *test, gconstpointer data)
{
  begin (test);
  assert_gate (test, "join/", "");
  start (test, "begin");
  finish (test, "begin", "{\"result\": 1}");
  send (test, TROUPE_EVENT_JOIN_ARRIVED, "join",
        "{\"event\": \"begin\", \"arrived\": [\"begin\"]}");
  assert_gate (test, "join/", "1/2");
  start (test, "one");
  finish (test, "one", "{\"result\": []}");
  assert_gate (test, "join/", "2/2");
  g_assert_cmpint (get_wire_state (test, "join/", NULL, "join"), ==, TROUPE_CANVAS_WIRE_IDLE);
  start (test, "join");
  assert_gate (test, "join/", "2/2 fired");
  g_assert_cmpint (get_wire_state (test, "join/", NULL, "join"), ==, TROUPE_CANVAS_WIRE_FIRED);

  /* An OR gate does not wait for further inputs and shows no count, but the wires that it used
   * are marked. */
  assert_gate (test, "any/", "");
  start (test, "any");
  assert_gate (test, "any/", "");
  g_assert_cmpint (get_wire_state (test, "any/", NULL, "any"), ==, TROUPE_CANVAS_WIRE_FIRED);

  /* The count of the join restarts with the next pass. */
  start (test, "begin");
  finish (test, "begin", "{\"result\": 1}");
  assert_gate (test, "join/", "1/2");
}

/* The first edit of an executed method marks it as stale, and undo removes the mark. */
static void
test_stale (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "two");
  finish (test, "two", "{\"result\": 2}");
  start (test, "begin");
  finish (test, "begin", "{\"result\": 2}");
  editor_test_end_run (test->editor);
  editor_test_select (test, "two", NULL);
  g_assert_true (editor_test_act (test, "flow.toggle-start"));
  assert_state (test, "two", TROUPE_CANVAS_STATE_STALE, "Changed since");
  assert_state (test, "begin", TROUPE_CANVAS_STATE_DONE, "Done");
  g_assert_true (editor_test_act (test, "flow.undo"));
  assert_state (test, "two", TROUPE_CANVAS_STATE_DONE, "Done");

  /* The run state of a removed method is removed, and a new method has no run state. */
  editor_test_select (test, "begin", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  editor_test_add (test, "expression");
  g_assert_cmpint (get_run (test, troupe_editor_get_selected_method (test->editor))->state, ==,
                   TROUPE_CANVAS_STATE_IDLE);
  editor_test_check_history (test, 2);
  assert_state (test, "two", TROUPE_CANVAS_STATE_DONE, "Done");
}

/* The flow can be edited while a run is shown. */
static void
test_edit_in_run (EditorTest *test, gconstpointer data)
{
  begin (test);
  start (test, "begin");
  editor_test_select (test, "one", NULL);
  g_assert_true (editor_test_act (test, "flow.delete"));
  finish (test, "begin", "{\"result\": 1}");
  start (test, "one");
  finish (test, "one", "{\"result\": [1]}");
  start (test, "join");
  assert_state (test, "join", TROUPE_CANVAS_STATE_RUNNING, "Running");
  editor_test_end_run (test->editor);
  editor_test_check_history (test, 1);
}

/* --- The view while the panel opens ----------------------------------------------------------- */

static gboolean
shows_all (EditorTest *test)
{
  graphene_rect_t view;
  graphene_rect_t all;

  troupe_canvas_get_view (test->canvas, &view);
  g_assert_true (troupe_canvas_get_all_bounds (test->canvas, &all));

  return graphene_rect_contains_rect (&view, &all);
}

static gboolean
is_lower (gpointer data)
{
  EditorTest *test = data;

  return gtk_widget_get_height (GTK_WIDGET (test->canvas)) < 500;
}

static gboolean
is_higher (gpointer data)
{
  return !is_lower (data);
}

static void
open_panel (EditorTest *test, gboolean open)
{
  troupe_editor_frame_set_bottom_open (troupe_editor_get_frame (test->editor), open);
  editor_test_wait (open ? is_lower : is_higher, test);
  editor_test_settle ();
}

static void
add_panel (EditorTest *test)
{
  GtkWidget *panel = gtk_label_new ("panel");

  gtk_widget_set_size_request (panel, -1, 40);
  troupe_editor_frame_set_bottom (troupe_editor_get_frame (test->editor), panel);
  /* The panel is opened and closed once, so that the bar has its final position. */
  open_panel (test, TRUE);
  open_panel (test, FALSE);
}

static void
test_fitted_view (EditorTest *test, gconstpointer data)
{
  const double top = troupe_canvas_scene_get_node (test->scene, "begin")->y;
  const TroupeCanvasMove low = { TROUPE_CANVAS_KIND_NODE,
                                 "two",
                                 0,
                                 0,
                                 troupe_canvas_scene_get_node (test->scene, "two")->x,
                                 top + 440 };
  double zoom;

  /* Make the flow so tall that the open panel would cover a part of it. */
  g_signal_emit_by_name (test->canvas, "nodes-moved", &low, 1u);
  add_panel (test);
  g_assert_true (editor_test_act (test, "flow.fit"));
  zoom = troupe_canvas_get_zoom (test->canvas);
  g_assert_true (shows_all (test));
  begin (test);
  start (test, "begin");
  open_panel (test, TRUE);
  g_assert_true (shows_all (test));
  /* The zoom keeps the text readable. */
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), >=, 0.6);
  open_panel (test, FALSE);
  g_assert_true (shows_all (test));
  g_assert_cmpfloat_with_epsilon (troupe_canvas_get_zoom (test->canvas), zoom, 0.05);
}

/* A panel that opens takes nothing from the top of a view that the user has chosen. */
static void
test_own_view (EditorTest *test, gconstpointer data)
{
  graphene_rect_t before;
  graphene_rect_t now;

  add_panel (test);
  troupe_canvas_set_zoom (test->canvas, 0.8, FALSE);
  troupe_canvas_set_origin (test->canvas, -50, -300);
  troupe_canvas_get_view (test->canvas, &before);
  open_panel (test, TRUE);
  troupe_canvas_get_view (test->canvas, &now);
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), ==, 0.8);
  g_assert_cmpfloat_with_epsilon (now.origin.x, before.origin.x, 0.5);
  g_assert_cmpfloat_with_epsilon (now.origin.y, before.origin.y, 1);
  open_panel (test, FALSE);
  troupe_canvas_get_view (test->canvas, &now);
  g_assert_cmpfloat_with_epsilon (now.origin.y, before.origin.y, 1);

  /* A selected card that was visible stays visible, and the view returns. */
  g_assert_true (troupe_canvas_get_bounds (test->canvas, "begin", &before));
  editor_test_select (test, "begin", NULL);
  for (guint i = 0; i < 2; i++)
    {
      const double down = i == 0 ? 60 : now.size.height - before.size.height - 60;
      double y;

      troupe_canvas_set_origin (test->canvas, -50, before.origin.y - down);
      open_panel (test, TRUE);
      troupe_canvas_get_free_view (test->canvas, &now);
      g_assert_true (graphene_rect_contains_rect (&now, &before));
      open_panel (test, FALSE);
      troupe_canvas_get_view (test->canvas, &now);
      y = now.origin.y;
      g_assert_cmpfloat_with_epsilon (y, before.origin.y - down, 1);
    }
}

/* A card that asks, or at which a run has failed, stays in view when something takes space from the canvas. */
static void
test_asking_view (EditorTest *test, gconstpointer data)
{
  const TroupeCanvasNodeRun runs[] = { { .state = TROUPE_CANVAS_STATE_ASKING },
                                       { .state = TROUPE_CANVAS_STATE_FAILED } };
  const char *const none[] = { NULL };
  graphene_rect_t card;
  graphene_rect_t now;

  add_panel (test);
  for (guint i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      troupe_canvas_set_zoom (test->canvas, 0.8, FALSE);
      g_assert_true (troupe_canvas_scene_set_node_run (test->scene, "begin", &runs[i]));
      troupe_canvas_set_selection (test->canvas, none);
      g_assert_true (troupe_canvas_get_bounds (test->canvas, "begin", &card));
      troupe_canvas_get_view (test->canvas, &now);
      troupe_canvas_set_origin (test->canvas, -50,
                                (double) (card.origin.y + card.size.height + 60 - now.size.height));
      open_panel (test, TRUE);
      troupe_canvas_get_free_view (test->canvas, &now);
      g_assert_true (graphene_rect_contains_rect (&now, &card));
      open_panel (test, FALSE);
    }
}

/* A flow that would be too small to be read keeps its view when the panel opens, and when the cards
 * grow in the run. Zoom to fit may make it smaller. */
static void
test_readable (EditorTest *test, gconstpointer data)
{
  TroupeCanvasMove low = {
    TROUPE_CANVAS_KIND_NODE, "two", 0, 0, troupe_canvas_scene_get_node (test->scene, "two")->x, 0
  };
  graphene_rect_t before, now;

  add_panel (test);
  troupe_canvas_get_view (test->canvas, &before);
  low.new_y = troupe_canvas_scene_get_node (test->scene, "begin")->y + 900;
  g_signal_emit_by_name (test->canvas, "nodes-moved", &low, 1u);
  g_assert_true (editor_test_act (test, "flow.fit"));
  troupe_canvas_get_view (test->canvas, &before);
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), >, 0.6);
  begin (test);
  start (test, "begin");
  open_panel (test, TRUE);
  troupe_canvas_get_view (test->canvas, &now);
  g_assert_cmpfloat_with_epsilon (now.origin.x, before.origin.x, 1);
  g_assert_cmpfloat_with_epsilon (now.origin.y, before.origin.y, 1);
  g_assert_cmpfloat_with_epsilon (now.size.width, before.size.width, 1);
  g_assert_true (editor_test_act (test, "flow.fit"));
  g_assert_cmpfloat (troupe_canvas_get_zoom (test->canvas), <, 0.6);
  open_panel (test, FALSE);
  g_assert_true (shows_all (test));
}

static gboolean
shows (EditorTest *test, const char *name)
{
  graphene_rect_t view;
  graphene_rect_t bounds;

  troupe_canvas_get_view (test->canvas, &view);
  g_assert_true (troupe_canvas_get_bounds (test->canvas, name, &bounds));

  return graphene_rect_contains_rect (&view, &bounds);
}

/* Navigation to a card reveals it even if it is already selected. */
static void
test_reveal_again (EditorTest *test, gconstpointer data)
{
  g_autoptr (TroupeProblem) problem =
      troupe_problem_new (TROUPE_SEVERITY_WARNING, "x", "methods.two.do", "Odd.");

  problem->method = g_strdup ("two");
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  troupe_editor_select_method (test->editor, "two");
  editor_test_settle ();
  for (guint i = 0; i < 2; i++)
    {
      troupe_canvas_set_origin (test->canvas, -9000, -9000);
      g_assert_false (shows (test, "two"));
      if (i == 0)
        troupe_editor_show_problem (test->editor, problem);
      else
        troupe_editor_select_method (test->editor, "two");
      editor_test_settle ();
      g_assert_true (shows (test, "two"));
    }
  g_assert_cmpstr (troupe_editor_get_selected_method (test->editor), ==, "two");
}

static const struct
{
  const char *path;
  void (*test) (EditorTest *test, gconstpointer data);
} tests[] = {
  { "/editor/run/readable", test_readable },
  { "/editor/run/states", test_states },
  { "/editor/run/cancel", test_cancel },
  { "/editor/run/stream", test_stream },
  { "/editor/run/router", test_router },
  { "/editor/run/loop", test_loop },
  { "/editor/run/outlook", test_outlook },
  { "/editor/run/step", test_step },
  { "/editor/run/passes", test_passes },
  { "/editor/run/wide-badge", test_wide_badge },
  { "/editor/run/reveal-again", test_reveal_again },
  { "/editor/run/gates", test_gates },
  { "/editor/run/stale", test_stale },
  { "/editor/run/edit-in-run", test_edit_in_run },
  { "/editor/run/fitted-view", test_fitted_view },
  { "/editor/run/own-view", test_own_view },
  { "/editor/run/asking-view", test_asking_view },
};

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, EditorTest, RUN_FLOW, editor_test_set_up, tests[i].test,
                editor_test_tear_down);

  return g_test_run ();
}
