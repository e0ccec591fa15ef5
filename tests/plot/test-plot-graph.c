/* test-plot-graph.c: cards, gates and wires of a flow
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "plot-fixture.h"

/* Lists the ids and flags of all wires, in order. */
static char *
list_wires (TroupePlotGraph *graph)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    {
      const TroupePlotWire *wire = troupe_plot_graph_get_wire (graph, i);

      g_string_append_printf (out, "%s%s%s%s%s", i > 0 ? " " : "", wire->id,
                              wire->is_and ? " and" : "", wire->is_event ? " event" : "",
                              wire->backwards ? " back" : "");
      if (wire->is_event)
        g_assert_nonnull (wire->port);
      else
        g_assert_null (wire->port);
    }
  return g_string_free (out, FALSE);
}

static void
assert_wires (TroupePlotGraph *graph, const char *expected)
{
  g_autofree char *wires = list_wires (graph);

  g_assert_cmpstr (wires, ==, expected);
}

static void
test_line (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': 'a', DO}");

  g_assert_cmpuint (troupe_plot_graph_get_n_nodes (graph), ==, 2);
  assert_wires (graph, "a>b#0");
  g_assert_cmpint (troupe_plot_graph_find_node (graph, "b"), ==, 1);
  g_assert_cmpint (troupe_plot_graph_find_node (graph, "c"), ==, -1);
}

static void
test_gates (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, 'b': {'start': true, DO}, 'c': {'start': true, DO}, "
      "'d': {'listen': {'or': [{'and': ['a', 'b']}, 'c']}, DO}");

  assert_wires (graph, "d/>d#0 d/0>d/#0 a>d/0#0 and b>d/0#1 and c>d/#1");
  g_assert_true (plot_fixture_node (graph, "d/0")->gate_is_and);
  g_assert_true (plot_fixture_node (graph, "d/")->is_gate);
  g_assert_false (plot_fixture_node (graph, "d/")->gate_is_and);
  g_assert_cmpstr (troupe_plot_graph_get_owner (graph, plot_fixture_node (graph, "d/0"))->id, ==,
                   "d");
}

/* A gate with one input is omitted, regardless of its type and nesting, unless it is the whole condition of a method and has an
 * event, as one that the editor has begun. */
static void
test_single_inputs (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'start': true, DO}, "
                          "'c': {'listen': {'and': [{'or': [{'and': ['a', 'b']}]}]}, DO}, "
                          "'d': {'listen': {'and': ['a']}, DO}, 'e': {'listen': {'or': []}, DO}");

  g_assert_cmpint (troupe_plot_graph_find_node (graph, "c/"), ==, -1);
  assert_wires (graph, "c/0.0>c#0 a>c/0.0#0 and b>c/0.0#1 and d/>d#0 a>d/#0 and");
}

static void
test_events (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'a': {'start': true, DO}, "
      "'r': {'listen': 'a', 'router': true, 'emit': ['go', 'stop'], DO}, "
      "'q': {'listen': 'a', 'router': true, 'emit': ['go', 'a'], DO}, "
      "'b': {'listen': 'go', DO}, 'c': {'listen': 'r', DO}, 'd': {'listen': 'nobody', DO}");

  assert_wires (graph, "a>r#0 a>r#0@q event a>q#0 a>q#0@q event back "
                       "go>b#0@r event go>b#0@q event r>c#0");
  g_assert_cmpstr (plot_fixture_node (graph, "r")->events[0], ==, "go");
  g_assert_cmpstr (plot_fixture_node (graph, "r")->events[1], ==, "stop");
  g_assert_null (plot_fixture_node (graph, "r")->events[2]);
  g_assert_null (plot_fixture_node (graph, "a")->events);
}

/* If a router has no emit list, its events are the string constants that its expression can
 * return. */
static void
test_static_results (void)
{
  g_autoptr (TroupeFlow) flow = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (TroupePlotGraph) graph = NULL;
  g_autoptr (JsonNode) root = NULL;
  const char *text =
      "{\"schema\": \"crewai.flow/v1\", \"name\": \"n\", \"methods\": {\"r\": {\"start\": true, "
      "\"router\": true, \"do\": {\"call\": \"expression\", \"expr\": "
      "\"state.n > 3 ? 'big' : state.n > 1 ? 'middle' : 'small'\"}}, "
      "\"b\": {\"listen\": \"middle\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}}}}";

  root = troupe_json_read (text, strlen (text), TROUPE_JSON_STRICT, &source, NULL);
  flow = troupe_flow_new_from_node (root, source, NULL, &problems);
  graph = troupe_plot_flow_new (flow, NULL, NULL);
  g_assert_cmpstr (plot_fixture_node (graph, "r")->events[0], ==, "big");
  g_assert_cmpstr (plot_fixture_node (graph, "r")->events[2], ==, "small");
  g_assert_cmpfloat (plot_fixture_node (graph, "r")->height, ==, 52 + 3 * 24 + 6);
  assert_wires (graph, "middle>b#0@r event");
}

static void
test_emit_without_router (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, 'emit': ['x'], DO}, 'b': {'listen': 'x', DO}");

  g_assert_null (plot_fixture_node (graph, "a")->events);
  g_assert_cmpuint (troupe_plot_graph_get_n_wires (graph), ==, 0);
}

/* A method with both a start condition and a listen condition has gates for both, with different
 * ids. */
static void
test_start_and_listen (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': 'a', DO}, "
                          "'c': {'start': {'or': ['a', 'b']}, 'listen': {'and': ['a', 'b']}, DO}, "
                          "'d': {'start': {'or': ['a', 'b']}, DO}");

  g_assert_true (plot_fixture_node (graph, "c/")->gate_is_and);
  g_assert_false (plot_fixture_node (graph, "c/start")->gate_is_and);
  g_assert_false (plot_fixture_node (graph, "d/")->gate_is_and);
  g_assert_nonnull (plot_fixture_wire (graph, "c/>c#0"));
  g_assert_nonnull (plot_fixture_wire (graph, "c/start>c#1"));
}

static void
test_loops (void)
{
  g_autoptr (TroupePlotGraph) graph = plot_fixture_graph (
      "'check': {'listen': 'improve', 'router': true, 'emit': ['again', 'good'], DO}, "
      "'improve': {'listen': {'or': ['begin', 'again']}, DO}, "
      "'begin': {'start': true, DO}, 'finish': {'listen': 'good', DO}");

  assert_wires (graph, "improve>check#0 improve/>improve#0 begin>improve/#0 "
                       "again>improve/#1@check event back good>finish#0@check event");
}

/* An event that occurs twice under one gate has two inputs and two wires. */
static void
test_same_event_twice (void)
{
  g_autoptr (TroupePlotGraph) graph =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': {'and': ['a', 'a']}, DO}");

  assert_wires (graph, "b/>b#0 a>b/#0 and a>b/#1 and");
}

/* The ids of wires and gates do not depend on the rest of the flow. */
static void
test_stable_ids (void)
{
  g_autoptr (TroupePlotGraph) before =
      plot_fixture_graph ("'a': {'start': true, DO}, 'b': {'listen': {'or': ['a', 'c']}, DO}, 'c': "
                          "{'listen': 'a', DO}");
  g_autoptr (TroupePlotGraph) after =
      plot_fixture_graph ("'new': {'start': true, DO}, 'c': {'listen': 'a', DO}, "
                          "'b': {'listen': {'or': ['a', 'c']}, DO}, 'a': {'start': true, DO}");

  for (guint i = 0; i < troupe_plot_graph_get_n_wires (before); i++)
    g_assert_nonnull (plot_fixture_wire (after, troupe_plot_graph_get_wire (before, i)->id));
}

static double
measure (const char *name, const char *summary, const char *const *events, gpointer user_data)
{
  guint *calls = user_data;

  (*calls)++;
  g_assert_nonnull (summary);
  return g_str_equal (name, "wide") ? 10000 : g_str_equal (name, "narrow") ? 1 : 201;
}

static void
test_measures (void)
{
  g_autoptr (TroupeFlow) flow = plot_fixture_flow (
      "'wide': {'start': true, DO}, 'narrow': {'start': true, DO}, 'odd': {'start': true, DO}");
  guint calls = 0;
  g_autoptr (TroupePlotGraph) graph = troupe_plot_flow_new (flow, measure, &calls);

  g_assert_cmpuint (calls, ==, 3);
  g_assert_cmpfloat (plot_fixture_node (graph, "wide")->width, ==, 256);
  g_assert_cmpfloat (plot_fixture_node (graph, "narrow")->width, ==, 136);
  g_assert_cmpfloat (plot_fixture_node (graph, "odd")->width, ==, 204);
  g_assert_cmpfloat (plot_fixture_node (graph, "odd")->height, ==, 52);
}

/* The number of wires is limited, even if a thousand methods listen to events of a thousand
 * routers. */
static void
test_too_many_wires (void)
{
  g_autoptr (GString) methods = g_string_new ("'s': {'start': true, DO}");
  g_autoptr (TroupePlotGraph) graph = NULL;

  for (guint i = 0; i < 1000; i++)
    g_string_append_printf (methods,
                            ", 'r%u': {'listen': 's', 'router': true, 'emit': ['x'], DO}, "
                            "'m%u': {'listen': 'x', DO}",
                            i, i);
  graph = plot_fixture_graph (methods->str);
  g_assert_cmpuint (troupe_plot_graph_get_n_wires (graph), <=, 200000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/graph/line", test_line);
  g_test_add_func ("/plot/graph/gates", test_gates);
  g_test_add_func ("/plot/graph/single-inputs", test_single_inputs);
  g_test_add_func ("/plot/graph/events", test_events);
  g_test_add_func ("/plot/graph/static-results", test_static_results);
  g_test_add_func ("/plot/graph/emit-without-router", test_emit_without_router);
  g_test_add_func ("/plot/graph/start-and-listen", test_start_and_listen);
  g_test_add_func ("/plot/graph/loops", test_loops);
  g_test_add_func ("/plot/graph/same-event-twice", test_same_event_twice);
  g_test_add_func ("/plot/graph/stable-ids", test_stable_ids);
  g_test_add_func ("/plot/graph/measures", test_measures);
  g_test_add_func ("/plot/graph/too-many-wires", test_too_many_wires);
  return g_test_run ();
}
