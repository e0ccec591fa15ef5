/* test-diagnose-cost.c: cost of diagnosing long flows, which must be linear in their length
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <time.h>

#include "../test-time.h"
#include "flow-test.h"
#include "troupe-flow-load.h"
#include "troupe-flow-reader.h"

/* The flows are shorter with sanitizers, because they track the origin of every allocation,
 * which is slow. */
#ifdef __SANITIZE_ADDRESS__
#  define SHORT 300
#  define LONG 3000
#else
#  define SHORT 1000
#  define LONG 10000
#endif
/* The maximum ratio of the times. A factor of ten is due to the length, and the rest allows for
 * a busy machine. */
#define MOST_GROWTH 40
/* The time limit of the long flow in seconds. An idle machine needs less than 0.15. */
#define MOST_TIME (3.0 * TEST_SLOWNESS)

typedef void (*WriteMethodFunc) (GString *text, guint index, guint n_methods);

/* Writes an ordinary listener, join, router or agent. */
static void
write_ordinary (GString *text, guint index, guint n_methods)
{
  if (index == 0)
    g_string_append (text, "'start': true, ");
  else if (index % 5 == 0)
    g_string_append_printf (text, "'listen': {'or': ['m%u', 'e%u']}, ", index - 1, index - 1);
  else if (index % 7 == 0 && index > 9)
    g_string_append_printf (text, "'listen': {'and': ['m%u', 'm%u']}, ", index - 1, index - 2);
  else
    g_string_append_printf (text, "'listen': 'm%u', ", index - 1);
  if (index % 10 == 9)
    g_string_append_printf (text,
                            "'router': true, 'do': {'call': 'expression', 'expr': 'state.x ? "
                            "`e%u` : `f%u`'}",
                            index, index);
  else if (index % 11 == 3)
    g_string_append_printf (text,
                            "'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
                            "'backstory': 'b', 'input': 'Write ${outputs.m%u} on ${state.topic}'}}",
                            index - 1);
  else if (index > 0)
    g_string_append_printf (text,
                            "'do': {'call': 'expression', 'expr': 'outputs.m%u + state.n * %u > 3 "
                            "? `a` : `b`'}",
                            index - 1, index);
  else
    g_string_append (text, "'do': {'call': 'expression', 'expr': '1'}");
}

/* All methods listen to one missing event, so no method can run. */
static void
write_dead (GString *text, guint index, guint n_methods)
{
  g_string_append_printf (text, "'listen': {'and': ['m%u', 'nobody']}, ",
                          index > 0 ? index - 1 : n_methods - 1);
  g_string_append_printf (text, "'do': {'call': 'expression', 'expr': 'outputs.m%u'}",
                          (index + 1) % n_methods);
}

/* Consecutive joins that one router starves. */
static void
write_starved (GString *text, guint index, guint n_methods)
{
  if (index == 0)
    g_string_append (text, "'start': true, 'router': true, 'do': {'call': 'expression', 'expr': "
                           "'state.x ? `p` : `q`'}");
  else
    g_string_append_printf (text, "'listen': %s, 'do': {'call': 'expression', 'expr': 'state.nn'}",
                            index % 3 == 1   ? "'p'"
                            : index % 3 == 2 ? "'q'"
                                             : "{'and': ['p', 'q']}");
}

/* Writes references to earlier and later methods, and to unknown names that resemble other
 * names. */
static void
write_unknown (GString *text, guint index, guint n_methods)
{
  if (index == 0)
    g_string_append (text, "'start': true, ");
  else
    g_string_append_printf (text, "'listen': 'm%u', ", index - 1);
  g_string_append_printf (text,
                          "'do': {'call': 'expression', 'expr': 'outputs.m%u == outputs.n%u'}",
                          MIN (index + 1, n_methods - 1), index);
}

static double
measure (WriteMethodFunc write, guint n_methods)
{
  GString *text = g_string_new ("{'name': 'F', 'state': {'type': 'json_schema', 'json_schema': "
                                "{'type': 'object', 'properties': {'n': {'type': 'integer'}, "
                                "'topic': {'type': 'string'}, 'x': {'type': 'boolean'}}}}, "
                                "'methods': {");
  g_autoptr (GPtrArray) problems =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_problem_unref);
  g_autoptr (TroupeFlow) flow = NULL;
  clock_t begin;
  double seconds;

  for (guint i = 0; i < n_methods; i++)
    {
      g_string_append_printf (text, "%s'm%u': {", i > 0 ? ", " : "", i);
      write (text, i, n_methods);
      g_string_append_c (text, '}');
    }
  g_string_append (text, "}}");
  flow = test_load (text->str, NULL);
  g_string_free (text, TRUE);
  g_assert_false (troupe_flow_has_errors (flow));
  /* Processor time, which does not depend on other processes. */
  begin = clock ();
  troupe_flow_diagnose (flow, NULL, problems);
  seconds = (double) (clock () - begin) / CLOCKS_PER_SEC;
  return seconds;
}

static void
test_cost (gconstpointer data)
{
  WriteMethodFunc write = *(const WriteMethodFunc *) data;
  double few, many;

  measure (write, SHORT);
  few = measure (write, SHORT);
  many = measure (write, LONG);
  g_test_message ("%d methods in %.1f ms, %d in %.1f ms", SHORT, few * 1000, LONG, many * 1000);
  g_assert_cmpfloat (many, <, MOST_TIME);
  g_assert_cmpfloat (many, <, MAX (few, 0.002) * MOST_GROWTH);
}

int
main (int argc, char *argv[])
{
  static const WriteMethodFunc ordinary = write_ordinary, dead = write_dead;
  static const WriteMethodFunc starved = write_starved, unknown = write_unknown;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/flow/diagnose/cost/ordinary", &ordinary, test_cost);
  g_test_add_data_func ("/flow/diagnose/cost/dead", &dead, test_cost);
  g_test_add_data_func ("/flow/diagnose/cost/starved", &starved, test_cost);
  g_test_add_data_func ("/flow/diagnose/cost/unknown", &unknown, test_cost);
  return g_test_run ();
}
