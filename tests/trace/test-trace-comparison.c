/* test-trace-comparison.c: what the methods of two runs did differently
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "../test-event.h"
#include "troupe-trace-comparison.h"

/* 2020-01-01 */
#define START G_GINT64_CONSTANT (1577836800000000)

/* Makes a trace of methods that run one after the other for a second each. @methods: NULL-terminated pairs of a name
 * and its output, “!” for a failure; @input: of all methods */
static TroupeTrace *
make_trace (const char *const *methods, const char *input)
{
  TroupeTrace *trace = troupe_trace_new ();
  guint64 sequence = 0;

  troupe_trace_begin (trace, START);
  for (guint i = 0; methods[i] != NULL; i += 2)
    {
      const gboolean fails = *methods[i + 1] == '!';

      for (guint end = 0; end < 2; end++)
        {
          TroupeMapBuilder fields;
          g_autoptr (TroupeEvent) event = NULL;

          troupe_map_builder_init (&fields);
          troupe_map_builder_add (&fields,
                                  end == 0 ? "params"
                                  : fails  ? "error"
                                           : "result",
                                  troupe_value_new_string (end == 0 ? input : methods[i + 1], -1));
          event = test_event_new_at (end == 0 ? TROUPE_EVENT_METHOD_STARTED
                                     : fails  ? TROUPE_EVENT_METHOD_FAILED
                                              : TROUPE_EVENT_METHOD_FINISHED,
                                     methods[i], sequence + 1, sequence,
                                     troupe_map_builder_end (&fields));
          sequence++;
          event->time_us = START + (gint64) (sequence / 2) * G_USEC_PER_SEC;
          troupe_trace_add_event (trace, event);
        }
    }
  troupe_trace_end (trace, 1);
  return trace;
}

static void
assert_differences (const char *const *first,
                    const char *const *second,
                    const char *input,
                    const char *expected)
{
  g_autoptr (TroupeTrace) a = make_trace (first, "x");
  g_autoptr (TroupeTrace) b = make_trace (second, input);
  g_autoptr (GPtrArray) methods = troupe_trace_compare (a, b);
  g_autoptr (GString) found = g_string_new (NULL);

  for (guint i = 0; i < methods->len; i++)
    {
      const TroupeComparedMethod *method = g_ptr_array_index (methods, i);

      g_string_append_printf (found, "%s%s%c", i > 0 ? " " : "", method->name,
                              "=io#<>"[method->difference]);
      g_assert_cmpint (method->sides[0].time_us, ==,
                       (gint64) method->sides[0].passes->len * G_USEC_PER_SEC);
    }
  g_assert_cmpstr (found->str, ==, expected);
}

#define M(...) ((const char *const[]){ __VA_ARGS__, NULL })

static void
test_differences (void)
{
  assert_differences (M ("a", "1", "b", "2"), M ("a", "1", "b", "2"), "x", "a= b=");
  assert_differences (M ("a", "1", "b", "2"), M ("b", "2", "a", "1"), "y", "ai bi");
  assert_differences (M ("a", "1", "b", "2"), M ("a", "9", "c", "2"), "x", "ao b< c>");
  assert_differences (M ("a", "1", "a", "1"), M ("a", "1"), "x", "a#");
  assert_differences (M ("a", "1", "a", "2"), M ("a", "1", "a", "3"), "x", "ao");
  assert_differences (M ("a", "!why"), M ("a", "!why"), "x", "a=");
  assert_differences (M ("a", "!why"), M ("a", "!because"), "x", "ao");
  assert_differences (M ("a", "!why"), M ("a", "why"), "x", "ao");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace/comparison", test_differences);
  return g_test_run ();
}
