/* test-editor-large.c: a flow with a thousand methods, and a gate with twenty thousand inputs
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "../test-time.h"
#include "editor-test.h"

#define N_METHODS 1000
#define N_INPUTS TEST_ROUNDS (20000)

/* --- A thousand methods -------------------------------------------------------------------------- */

static char *
make_chains (void)
{
  GString *text = g_string_new ("{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{");

  for (guint i = 0; i < N_METHODS; i++)
    {
      g_string_append_printf (text, "%s\"step_%u\":{", i > 0 ? "," : "", i);
      if (i < 20)
        g_string_append (text, "\"start\":true,");
      else
        g_string_append_printf (text, "\"listen\":\"step_%u\",", i - 20);
      g_string_append (text, "\"do\":{\"call\":\"expression\",\"expr\":\"1\"}}");
    }
  g_string_append (text, "}}");

  return g_string_free (text, FALSE);
}

/* The flow opens at its start methods with readable text. Fit shows the complete flow. */
static void
test_opens_at_starts (void)
{
  g_autofree char *text = make_chains ();
  EditorTest test;
  graphene_rect_t view;
  graphene_rect_t all;
  guint n_starts = 0;

  editor_test_set_up (&test, text);
  editor_test_settle ();
  g_assert_cmpfloat (troupe_canvas_get_zoom (test.canvas), >=, 0.6);
  troupe_canvas_get_view (test.canvas, &view);
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *name = g_strdup_printf ("step_%u", i);
      graphene_rect_t bounds;

      g_assert_true (troupe_canvas_get_bounds (test.canvas, name, &bounds));
      n_starts += graphene_rect_contains_rect (&view, &bounds) ? 1 : 0;
    }
  g_assert_cmpuint (n_starts, >=, 3);

  g_assert_true (editor_test_act (&test, "flow.fit"));
  troupe_canvas_get_view (test.canvas, &view);
  g_assert_true (troupe_canvas_get_all_bounds (test.canvas, &all));
  g_assert_true (graphene_rect_contains_rect (&view, &all));
  editor_test_tear_down (&test, NULL);
}

/* --- A gate with twenty thousand inputs ------------------------------------------------------- */

static char *
make_gate (guint n)
{
  GString *text = g_string_new ("{\"schema\":\"crewai.flow/v1\",\"name\":\"F\",\"methods\":{");

  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        text, "\"m%u\":{\"start\":true,\"do\":{\"call\":\"expression\",\"expr\":\"1\"}},", i);
  g_string_append (
      text, "\"join\":{\"do\":{\"call\":\"expression\",\"expr\":\"1\"},\"listen\":{\"or\":[");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s\"m%u\"", i > 0 ? "," : "", i);
  g_string_append (text, "]}}}}");

  return g_string_free (text, FALSE);
}

/* Returns the processor time, which does not depend on other processes. */
static double
get_seconds (void)
{
  struct timespec now;

  g_assert_cmpint (clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now), ==, 0);

  return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}

/* Returns the time to open the page. */
static double
open_gate (guint n, EditorTest *test)
{
  g_autofree char *text = make_gate (n);
  double start;

  test->message = g_string_new (NULL);
  test->document = editor_test_parse (text);
  test->text = NULL;
  start = get_seconds ();
  test->editor = editor_test_open (test->document, 1200, 800, &test->window);
  test->canvas =
      TROUPE_CANVAS (editor_test_find (GTK_WIDGET (test->editor), TROUPE_TYPE_CANVAS, NULL, NULL));
  test->scene = troupe_canvas_get_scene (test->canvas);
  editor_test_settle ();

  return get_seconds () - start;
}

/* A gate with four times as many inputs takes about four times as long, not sixteen times. */
static void
test_gate_is_linear (void)
{
  EditorTest small;
  EditorTest large;
  double first;
  double second;

  first = open_gate (N_INPUTS / 4, &small);
  editor_test_tear_down (&small, NULL);
  second = open_gate (N_INPUTS, &large);
  g_assert_cmpuint (troupe_canvas_scene_get_n_wires (large.scene), ==, N_INPUTS + 1);
  editor_test_tear_down (&large, NULL);
  g_test_message ("%.2f s for %d inputs, %.2f s for %d", first, N_INPUTS / 4, second, N_INPUTS);
  g_assert_cmpfloat (second, <, 8 * first + 0.2);
}

int
main (int argc, char **argv)
{
  if (!editor_test_init (&argc, &argv))
    return 77;

  g_test_add_func ("/editor/large/opens-at-starts", test_opens_at_starts);
  g_test_add_func ("/editor/large/gate-is-linear", test_gate_is_linear);

  return g_test_run ();
}
