/* plot-fixture.h: graphs of flows written in a test
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-base.h"
#include "troupe-plot-drawing-flow.h"
#include "troupe-plot-svg.h"
#include "troupe-plot.h"

/* Returns the text of a flow file. @methods: contents of `methods`, with ' for "; `DO` is
 * replaced with a simple `do`. (transfer full) */
static inline char *
plot_fixture_text (const char *methods)
{
  g_autofree char *text = g_strdup_printf ("{'schema': 'crewai.flow/v1', 'name': 'Fixture', "
                                           "'description': 'of a test', 'methods': {%s}}",
                                           methods);
  g_auto (GStrv) parts = g_strsplit (text, "DO", -1);
  char *whole = g_strjoinv ("'do': {'call': 'expression', 'expr': '1'}", parts);

  return g_strdelimit (whole, "'", '"');
}

static inline TroupeFlow *
plot_fixture_flow (const char *methods)
{
  g_autofree char *whole = plot_fixture_text (methods);
  g_autoptr (TroupeJsonText) source = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = NULL;

  root = troupe_json_read (whole, strlen (whole), TROUPE_JSON_STRICT, &source, &error);
  g_assert_no_error (error);
  return troupe_flow_new_from_node (root, source, NULL, &problems);
}

static inline TroupePlotGraph *
plot_fixture_graph (const char *methods)
{
  g_autoptr (TroupeFlow) flow = plot_fixture_flow (methods);
  TroupePlotGraph *graph = troupe_plot_flow_new (flow, NULL, NULL);

  troupe_plot_flow_describe (graph, flow);
  return graph;
}

static inline TroupePlotNode *
plot_fixture_node (TroupePlotGraph *graph, const char *id)
{
  int index = troupe_plot_graph_find_node (graph, id);

  g_assert_cmpint (index, >=, 0);
  return troupe_plot_graph_get_node (graph, (guint) index);
}

static inline const TroupePlotWire *
plot_fixture_wire (TroupePlotGraph *graph, const char *id)
{
  for (guint i = 0; i < troupe_plot_graph_get_n_wires (graph); i++)
    if (g_str_equal (troupe_plot_graph_get_wire (graph, i)->id, id))
      return troupe_plot_graph_get_wire (graph, i);
  return NULL;
}

/* Returns the SVG of an arranged graph. */
static inline char *
plot_fixture_svg (TroupePlotGraph *graph, TroupePlotScheme scheme)
{
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new_graph (graph, FALSE);

  return troupe_plot_to_svg (drawing, troupe_plot_drawing_measure (drawing), scheme, NULL);
}
