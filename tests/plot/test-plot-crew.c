/* test-plot-crew.c: drawings of crews
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "troupe-base.h"
#include "troupe-plot-drawing-crew.h"
#include "troupe-plot-svg.h"

/* Parses a crew. @text: JSON, with ' for " */
static TroupeCrew *
make_crew (const char *text)
{
  g_autofree char *json = g_strdelimit (g_strdup (text), "'", '"');
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeValue) value = troupe_value_from_json (json, -1, &error);
  TroupeCrew *crew;

  g_assert_no_error (error);
  crew = troupe_crew_new (value, NULL, &error);
  g_assert_no_error (error);
  return crew;
}

#define AGENTS                                                                                     \
  "'agents': {'r': {'role': 'Researcher', 'goal': 'g', 'backstory': 'b', 'llm': 'gpt-5'}, "        \
  "'e': {'role': 'Copy editor', 'goal': 'h', 'backstory': 'b'}}"

static const TroupePlotPiece *
get_piece (TroupePlotDrawing *drawing, const char *id)
{
  const int index = troupe_plot_drawing_find (drawing, id);

  g_assert_cmpint (index, >=, 0);
  return troupe_plot_piece_at (drawing, (guint) index);
}

static void
test_tasks (void)
{
  g_autoptr (TroupeCrew) crew = make_crew (
      "{'name': 'c', " AGENTS ", 'tasks': ["
      "{'name': 'one', 'description': 'd', 'expected_output': 'o', 'agent': 'r', 'context': []}, "
      "{'name': 'two', 'description': 'd', 'expected_output': 'o', 'agent': 'r', 'context': "
      "['one'], "
      "'guardrail': 'Is it so?', 'human_input': true}, "
      "{'name': 'three', 'description': 'd', 'expected_output': 'o', 'agent': 'e', "
      "'context': ['one', 'two'], 'output_file': 'out.md'}, "
      "{'name': 'four', 'description': 'd', 'expected_output': 'o', 'agent': 'e'}]}");
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new_crew (crew, FALSE);
  const TroupePlotPiece *two = get_piece (drawing, "tasks[1]");

  g_assert_cmpuint (drawing->pieces->len, ==, 6);
  g_assert_cmpuint (drawing->lines->len, ==, 3);
  g_assert_cmpstr (two->title, ==, "two");
  g_assert_cmpstr (two->mark_text, ==, "2");
  g_assert_cmpstr (two->person, ==, "R");
  g_assert_cmpuint (two->signs->len, ==, 2);
  g_assert_cmpstr (two->signs->pdata[0], ==, "troupe-shield-symbolic");
  /* The tasks are drawn in their order, from left to right, without overlaps. */
  for (guint i = 1; i < 4; i++)
    g_assert_cmpfloat (troupe_plot_piece_at (drawing, i)->x, >=,
                       troupe_plot_piece_at (drawing, i - 1)->x + two->width);
  g_assert_cmpfloat (get_piece (drawing, "agents.e")->y, >, two->y + two->height);
  g_assert_cmpfloat (get_piece (drawing, "agents.e")->x, ==, get_piece (drawing, "tasks[2]")->x);
  g_assert_cmpstr (get_piece (drawing, "agents.e")->mark_text, ==, "CE");
  /* A task without a context gets all previous outputs. This is shown as a hint instead of
   * wires. */
  g_assert_nonnull (get_piece (drawing, "tasks[3]")->hint);
  g_assert_null (get_piece (drawing, "tasks[2]")->hint);
}

static void
test_lanes (void)
{
  g_autoptr (TroupeCrew) crew =
      make_crew ("{'name': 'c', " AGENTS ", 'tasks': ["
                 "{'name': 'one', 'description': 'd', 'expected_output': 'o', 'agent': 'r', "
                 "'async_execution': true, 'context': []}, "
                 "{'name': 'two', 'description': 'd', 'expected_output': 'o', 'agent': 'e', "
                 "'async_execution': true, 'context': []}, "
                 "{'name': 'three', 'description': 'd', 'expected_output': 'o', 'agent': 'e'}]}");
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new_crew (crew, TRUE);
  const TroupePlotGround *lane = &g_array_index (drawing->grounds, TroupePlotGround, 0);
  const TroupePlotPiece *two = get_piece (drawing, "tasks[1]");

  g_assert_cmpint (lane->kind, ==, TROUPE_PLOT_GROUND_LANE);
  g_assert_cmpfloat (lane->x + lane->width, >=, two->x + two->width);
  g_assert_cmpfloat (lane->x + lane->width, <, get_piece (drawing, "tasks[2]")->x);
  /* The lane also covers the captions above its tasks. */
  for (guint i = 1; i < drawing->grounds->len; i++)
    {
      const TroupePlotGround *other = &g_array_index (drawing->grounds, TroupePlotGround, i);

      g_assert_true (other->y + other->height <= lane->y || other->y >= lane->y + lane->height);
    }
  g_assert_cmpint (two->state, ==, TROUPE_PLOT_STATE_WAITING);
}

static void
test_manager (void)
{
  g_autoptr (TroupeCrew) crew = make_crew (
      "{'name': 'c', 'process': 'hierarchical', 'manager_llm': 'gpt-5', " AGENTS ", 'tasks': ["
      "{'name': 'one', 'description': 'd', 'expected_output': 'o', 'agent': 'r', 'context': []}, "
      "{'name': 'two', 'description': 'd', 'expected_output': 'o', 'context': []}]}");
  g_autoptr (TroupePlotDrawing) drawing = troupe_plot_drawing_new_crew (crew, FALSE);
  const TroupePlotPiece *manager = get_piece (drawing, "manager");
  g_autofree char *svg = NULL;

  g_assert_cmpfloat (manager->y + manager->height, <, get_piece (drawing, "tasks[0]")->y);
  g_assert_cmpuint (drawing->lines->len, ==, 2);
  g_assert_cmpint (troupe_plot_line_at (drawing, 0)->kind, ==, TROUPE_PLOT_LINE_DOTTED);
  svg = troupe_plot_to_svg (drawing, troupe_plot_drawing_measure (drawing), TROUPE_PLOT_DARK, NULL);
  g_assert_nonnull (strstr (svg, "i-manager"));
  g_assert_nonnull (strstr (svg, "gpt-5"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/crew/tasks", test_tasks);
  g_test_add_func ("/plot/crew/lanes", test_lanes);
  g_test_add_func ("/plot/crew/manager", test_manager);
  return g_test_run ();
}
