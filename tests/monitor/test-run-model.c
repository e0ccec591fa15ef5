/* test-run-model.c: run model built from the events of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "monitor-test.h"
#include "run-test.h"
#include "troupe-log-model.h"

typedef struct
{
  TroupeRunModel *model;
  MonitorFeed feed;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->model = monitor_test_new_model ();
  monitor_feed_init (&self->feed);
  monitor_test_begin (self->model, MONITOR_TEST_START);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->model);
  monitor_feed_clear (&self->feed);
}

static const TroupeBar *
get_bar (TroupeRunModel *model, guint row, guint index)
{
  const TroupeRunRow *found = troupe_run_model_get_row (model, row);

  g_assert_cmpuint (found->bars->len, >, index);
  return &g_array_index (found->bars, TroupeBar, index);
}

#define assert_value(value, expected)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text_ = monitor_test_text (value);                                            \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
assert_total (Fixture *self, guint row, const char *text)
{
  g_autofree char *total = troupe_run_row_dup_total (troupe_run_model_get_row (self->model, row),
                                                     troupe_run_model_get_elapsed (self->model));

  g_assert_cmpstr (total, ==, text);
}

static void
test_durations (Fixture *self, gconstpointer data)
{
  guint64 first, call, second;
  const TroupeMethodInfo *info;

  first = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0,
                            "{'params':{'_0':7}}", "{'n':1}");
  call = monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "ask", 20, 0,
                           "{'model':'one'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_FINISHED, "ask", 50, call,
                    "{'usage':{'total_tokens':1200}}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "ask", 60, first, "{'result':'yes'}",
                    "{'n':2}");
  second = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 100, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);

  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 2);
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 1)->label, ==, "one");
  g_assert_cmpint (get_bar (self->model, 0, 0)->start, ==, 10000);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 60000);
  g_assert_cmpint (get_bar (self->model, 1, 0)->end, ==, 50000);
  g_assert_cmpint (troupe_run_model_get_row (self->model, 0)->total, ==, 50000);
  g_assert_cmpint (get_bar (self->model, 0, 1)->state, ==, TROUPE_BAR_RUNNING);
  info = troupe_run_model_get_method (self->model, "ask");
  g_assert_cmpuint (info->passes, ==, 2);
  g_assert_null (info->result);
  assert_value (info->output, "'yes'");

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "ask", 130, second,
                    "{'result':'no'}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 140000);
  g_assert_cmpint (troupe_run_model_get_row (self->model, 0)->total, ==, 80000);
  /* A sum says that it is one: the card shows the time of the latest pass. */
  assert_total (self, 0, "Σ 80 ms");
  assert_total (self, 1, "30 ms");
  g_assert_cmpint (troupe_run_model_get_elapsed (self->model), ==, 140000);
  g_assert_cmpuint (troupe_run_model_get_n_calls (self->model), ==, 1);
  g_assert_cmpint (troupe_run_model_get_n_tokens (self->model), ==, 1200);
}

/* A tool has its own row below the method whose agent calls it. */
static void
test_tools (Fixture *self, gconstpointer data)
{
  guint64 tool;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL, NULL);
  tool = monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 20, 0,
                           "{'tool_name':'look'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_FINISHED, "ask", 50, tool, "{'output':'x'}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 2);
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 1)->label, ==, "look");
  g_assert_cmpint (troupe_run_model_get_row (self->model, 1)->kind, ==, TROUPE_ROW_TOOL);
  g_assert_cmpint (get_bar (self->model, 1, 0)->end, ==, 50000);
  /* A tool call does not count as a model call. */
  g_assert_cmpuint (troupe_run_model_get_n_calls (self->model), ==, 0);
}

/* A delegation is labeled with the role of the coworker. */
static void
test_delegations (Fixture *self, gconstpointer data)
{
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 20, 0,
                    "{'tool_name':'ask_question_to_coworker',"
                    "'tool_args':{'question':'Which?','coworker':'Researcher'}}",
                    NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 30, 0,
                    "{'tool_name':'delegate_work_to_coworker',"
                    "'tool_args':{'task':'Find it.','coworker':'Analyst'}}",
                    NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 40, 0,
                    "{'tool_name':'delegate_work_to_coworker','tool_args':{}}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 4);
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 1)->label, ==, "Asks Researcher");
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 2)->label, ==, "Delegates to Analyst");
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 3)->label, ==,
                   "delegate_work_to_coworker");
}

/* A model may call a nonexistent tool with an arbitrary name. */
static void
test_forged_name (Fixture *self, gconstpointer data)
{
  g_autofree char *long_name = g_strnfill (100000, 'x');
  g_autofree char *fields = g_strdup_printf ("{'tool_name':'%s'}", long_name);

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 20, 0,
                    "{'tool_name':'look\\u202e\\nagreed: all'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_TOOL_STARTED, "ask", 30, 0, fields, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 3);
  g_assert_cmpstr (troupe_run_model_get_row (self->model, 1)->label, ==, "look\\u202e…");
  g_assert_cmpuint (strlen (troupe_run_model_get_row (self->model, 2)->label), ==, 200);
}

/* If two passes overlap, each end event is matched with its own start event. */
static void
test_overlap (Fixture *self, gconstpointer data)
{
  guint64 a = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL, NULL);
  guint64 b = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 5, 0, NULL, NULL);

  /* The triggers are different, because a method does not start twice for the same trigger. */
  ((TroupeEvent *) g_ptr_array_index (self->feed.events, 1))->trigger = 7;
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "m", 9, a, "{'result':1}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FAILED, "m", 30, b, "{'error':'broke'}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 9000);
  g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==, TROUPE_BAR_DONE);
  g_assert_cmpint (get_bar (self->model, 0, 1)->end, ==, 30000);
  g_assert_cmpint (get_bar (self->model, 0, 1)->state, ==, TROUPE_BAR_FAILED);
  g_assert_cmpstr (troupe_run_model_get_method (self->model, "m")->error, ==, "broke");
}

static void
test_join (Fixture *self, gconstpointer data)
{
  const TroupeMethodInfo *info;

  monitor_feed_add (&self->feed, TROUPE_EVENT_JOIN_ARRIVED, "write", 5, 0,
                    "{'event':'a','arrived':['a'],'missing':['b']}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  info = troupe_run_model_get_method (self->model, "write");
  g_assert_cmpint (info->state, ==, TROUPE_BAR_WAITING);
  g_assert_cmpuint (info->passes, ==, 0);
  assert_value (info->arrived, "['a']");
  assert_value (info->missing, "['b']");
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 0);

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "write", 9, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_null (info->arrived);
  g_assert_null (info->missing);
}

/* A run that was refused has no task, and is that of a crew nevertheless. */
static void
test_refused_crew (Fixture *self, gconstpointer data)
{
  g_assert_false (troupe_run_model_is_crew (self->model));
  troupe_run_model_set_crew (self->model, TRUE);
  g_assert_true (troupe_run_model_is_crew (self->model));
  monitor_feed_add (&self->feed, TROUPE_EVENT_KNOWLEDGE_LOAD_STARTED, NULL, 0, 0,
                    "{'collection':'c','sources':1}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_trace_get_run (troupe_run_model_get_trace (self->model))->children->len,
                    ==, 1);
  g_assert_true (troupe_run_model_is_crew (self->model));
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "send", 0, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_false (troupe_run_model_is_crew (self->model));
}

static void
test_failure (Fixture *self, gconstpointer data)
{
  guint64 start =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "send", 0, 0, NULL, NULL);
  const TroupeMethodInfo *info;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FAILED, "send", 4, start,
                    "{'error':{'kind':'provider','message':'answered 404'}}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 5000);
  troupe_run_model_set_failure (self->model, "send", "other words", "methods.send.do", 7, TRUE);
  info = troupe_run_model_get_method (self->model, "send");
  g_assert_cmpint (info->state, ==, TROUPE_BAR_FAILED);
  g_assert_cmpstr (info->error, ==, "answered 404");
  g_assert_cmpstr (info->error_path, ==, "methods.send.do");
  g_assert_true (info->temporary);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->n_bars[TROUPE_BAR_FAILED], ==, 1);

  /* The next run begins without old data. */
  monitor_test_begin (self->model, MONITOR_TEST_START);
  g_assert_null (troupe_run_model_get_method (self->model, "send"));
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 0);
}

/* An interrupted run has no end event for running methods, and may contain an end event without
 * a start event. */
static void
test_interrupted (Fixture *self, gconstpointer data)
{
  guint64 start =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "long", 10, 0, NULL, NULL);

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "raced", 10, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_CANCELLED, "raced", 20, start + 1, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "lost", 30, 999, "{'result':1}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 25000);

  g_assert_false (troupe_run_model_is_running (self->model));
  /* The run ends at the time of the last event, because the event times are ahead of the run's
   * clock. */
  g_assert_cmpint (troupe_run_model_get_elapsed (self->model), ==, 30000);
  g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==, TROUPE_BAR_CANCELLED);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 30000);
  g_assert_cmpint (get_bar (self->model, 1, 0)->end, ==, 20000);
  g_assert_cmpint (troupe_run_model_get_method (self->model, "long")->state, ==,
                   TROUPE_BAR_CANCELLED);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 2);
}

static void
test_stream (Fixture *self, gconstpointer data)
{
  g_autofree char *big = g_strnfill (150 * 1000, 'x');
  g_autofree char *chunk = g_strdup_printf ("{'chunk':'%s'}", big);
  const TroupeMethodInfo *info;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 1, 0, "{'chunk':'a\\u0000b'}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  info = troupe_run_model_get_method (self->model, "m");
  g_assert_cmpuint (info->stream->len, ==, strlen (info->stream->str));
  g_assert_cmpstr (info->stream->str, ==, "a\uFFFDb");

  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 2, 0, chunk, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 3, 0, chunk, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 4, 0, "{'chunk':'end'}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  /* Only the contiguous beginning of the stream is stored. All chunks after a gap are dropped. */
  g_assert_true (info->stream_cut);
  g_assert_false (g_str_has_suffix (info->stream->str, "end"));
}

static void
test_data (Fixture *self, gconstpointer data)
{
  guint serial = troupe_run_model_get_data_serial (self->model);
  guint64 start =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0, NULL, NULL);
  g_autoptr (TroupeValue) value = NULL;

  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_data_serial (self->model), ==, serial);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "a", 1, start, "{'result':[1]}",
                    "{'n':1}");
  monitor_feed_add (&self->feed, TROUPE_EVENT_FLOW_FINISHED, NULL, 2, 0, "{'result':[1]}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_data_serial (self->model), !=, serial);
  value = troupe_run_model_get_data (self->model);
  assert_value (value, "{'final':[1],'outputs':{'a':[1]},'state':{'n':1}}");
}

/* The time of a pause is not counted, even if a method or call ends during the pause. */
static void
test_pause (Fixture *self, gconstpointer data)
{
  guint64 a, b, call;

  a = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0, NULL, NULL);
  call = monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "a", 5, 0, "{'model':'x'}",
                           NULL);
  g_assert_false (troupe_run_model_is_held (self->model));
  monitor_feed_add (&self->feed, TROUPE_EVENT_RUN_HELD, NULL, 100, 0, "{'next':['a']}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_true (troupe_run_model_is_held (self->model));
  g_assert_true (troupe_run_model_is_next (self->model, "a"));
  g_assert_false (troupe_run_model_is_next (self->model, "b"));
  g_assert_cmpuint (troupe_run_model_get_method (self->model, "a")->n_calls, ==, 1);
  /* The clock is stopped. */
  g_assert_cmpint (troupe_run_model_get_elapsed (self->model), ==, 100000);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 4000, call, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_RUN_RELEASED, NULL, 5100, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "a", 5110, a, "{'result':1}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_RUN_HELD, NULL, 5120, 0, "{'next':['b']}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_RUN_RELEASED, NULL, 6120, 0, NULL, NULL);
  b = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "b", 6130, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "b", 6140, b, "{'result':1}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_false (troupe_run_model_is_next (self->model, "b"));
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 110000);
  g_assert_cmpint (get_bar (self->model, 1, 0)->end, ==, 100000);
  g_assert_cmpint (get_bar (self->model, 2, 0)->start, ==, 130000);
  g_assert_cmpint (troupe_run_model_get_method (self->model, "a")->elapsed, ==, 110000);
  g_assert_cmpint (troupe_run_model_get_method (self->model, "b")->elapsed, ==, 10000);
  g_assert_cmpint (troupe_run_model_get_row (self->model, 0)->total, ==, 110000);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 150000);
  g_assert_cmpint (troupe_run_model_get_elapsed (self->model), ==, 150000);
}

/* A cancelled model call does not count as failed. */
static void
test_broken_off (Fixture *self, gconstpointer data)
{
  static const char *const kinds[] = { "cancelled", "provider" };

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "a", 0, 0, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *error = g_strdup_printf ("{'error':{'kind':'%s','message':'m'}}", kinds[i]);
      guint64 call = monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "a", 1, 0,
                                       "{'model':'x'}", NULL);

      monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_FAILED, "a", 2, call, error, NULL);
    }
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpint (get_bar (self->model, 1, 0)->state, ==, TROUPE_BAR_CANCELLED);
  g_assert_cmpint (get_bar (self->model, 1, 1)->state, ==, TROUPE_BAR_FAILED);
}

/* If a run is stopped during a pause, running methods end at the beginning of the pause. */
static void
test_stop_in_pause (Fixture *self, gconstpointer data)
{
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "a", 10, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_RUN_HELD, NULL, 50, 0, "{'next':[]}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_FLOW_CANCELLED, NULL, 9000, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_end (troupe_run_model_get_trace (self->model), 0);
  g_assert_false (troupe_run_model_is_held (self->model));
  g_assert_cmpint (troupe_run_model_get_elapsed (self->model), ==, 50000);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 50000);
}

static void
add_pass (Fixture *self, int number)
{
  g_autofree char *params = g_strdup_printf ("{'params':{'_0':%d}}", number - 1);
  g_autofree char *result = g_strdup_printf ("{'result':%d}", number);
  g_autofree char *before = g_strdup_printf ("{'n':%d}", number - 1);
  g_autofree char *after = g_strdup_printf ("{'n':%d}", number);
  const int time = number * 10;
  guint64 start =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", time, 0, params, before);

  ((TroupeEvent *) g_ptr_array_index (self->feed.events, self->feed.events->len - 1))->trigger =
      (guint64) number;
  if (number % 5 == 0)
    monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FAILED, "m", time + 4, start,
                      "{'error':{'message':'no'}}", after);
  else
    monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "m", time + number % 7 + 1, start,
                      result, after);
}

/* A method can still run as long as a running method may trigger it, directly or through other
 * methods. */
static void
test_can_come (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'s': {'start': true, 'router': true, 'emit': ['a', 'b'], 'do': {'call': "
                    "'expression', 'expr':"
                    " '`a`'}}, 'x': {'listen': 'a', 'do': {'call': 'expression', 'expr': '1'}},"
                    "'y': {'listen': 'b', 'do': {'call': 'expression', 'expr': '1'}}");
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_autoptr (GPtrArray) batch = g_ptr_array_new ();

  g_assert_false (troupe_run_model_can_come (model, "x"));
  run_test_execute (test);
  monitor_test_begin (model, test->result->started_us);
  troupe_run_model_set_flow (model, test->flow);
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);

      g_ptr_array_set_size (batch, 0);
      g_ptr_array_add (batch, event);
      troupe_trace_add_events (troupe_run_model_get_trace (model), batch);
      if (event->type == TROUPE_EVENT_METHOD_STARTED)
        {
          g_assert_true (troupe_run_model_can_come (model, troupe_event_get_method (event)));
          g_assert_true (troupe_run_model_can_come (model, "y") ==
                         g_str_equal (troupe_event_get_method (event), "s"));
        }
    }
  troupe_trace_end (troupe_run_model_get_trace (model), test->result->elapsed_us);
  g_assert_false (troupe_run_model_can_come (model, "x"));
}

/* Each pass stores its input and output, and can be found quickly among many passes. */
static void
test_passes (Fixture *self, gconstpointer data)
{
  const guint n_passes = 10000;
  double begin, took;

  for (guint i = 1; i <= n_passes; i++)
    add_pass (self, (int) i);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_n_passes (self->model, "m"), ==, n_passes);
  g_assert_cmpuint (troupe_run_model_get_n_passes (self->model, "other"), ==, 0);
  begin = monitor_test_clock ();
  for (guint i = 1; i <= n_passes; i++)
    {
      g_autoptr (TroupeMethodInfo) pass = troupe_run_model_make_pass (self->model, "m", i);

      g_assert_cmpuint (pass->passes, ==, i);
      g_assert_cmpint (pass->start, ==, (gint64) i * 10000);
      g_assert_cmpint (pass->state, ==, i % 5 == 0 ? TROUPE_BAR_FAILED : TROUPE_BAR_DONE);
      if (i % 5 != 0)
        g_assert_cmpint (pass->elapsed, ==, (gint64) (i % 7 + 1) * 1000);
    }
  took = monitor_test_clock () - begin;
  g_test_message ("10,000 passes looked at: %.1f ms", took);
  g_assert_cmpfloat (took, <, 500);
  {
    g_autoptr (TroupeMethodInfo) pass = troupe_run_model_make_pass (self->model, "m", 7);

    assert_value (pass->params, "{'_0':6}");
    assert_value (pass->result, "7");
    assert_value (pass->state_before, "{'n':6}");
    assert_value (pass->state_value, "{'n':7}");
    g_assert_null (pass->error);
  }
  {
    g_autoptr (TroupeMethodInfo) pass = troupe_run_model_make_pass (self->model, "m", 5);

    g_assert_null (pass->result);
    g_assert_cmpstr (pass->error, ==, "no");
  }
  g_assert_null (troupe_run_model_make_pass (self->model, "m", 0));
  g_assert_null (troupe_run_model_make_pass (self->model, "m", n_passes + 1));
}

/* A method restarted after an interruption continues the same pass with a second attempt. */
static void
test_pass_begun_anew (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeMethodInfo) pass = NULL;
  guint64 start;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_resume (troupe_run_model_get_trace (self->model),
                       MONITOR_TEST_START + 5 * G_USEC_PER_SEC);
  start = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 5010, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "m", 5030, start, "{'result':1}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (troupe_run_model_get_n_passes (self->model, "m"), ==, 1);
  pass = troupe_run_model_make_pass (self->model, "m", 1);
  g_assert_cmpint (pass->state, ==, TROUPE_BAR_DONE);
  assert_value (pass->result, "1");
}

/* Adds events in batches, as a window receives them. A late batch takes no longer than an early
 * batch. */
static void
test_long_run (Fixture *self, gconstpointer data)
{
  double first = 0, last = 0, begin;

  for (int batch = 0; batch < 100; batch++)
    {
      for (int i = 0; i < 1000; i++)
        {
          int time = batch * 1000 + i;
          guint64 start =
              monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", time, 0, NULL, NULL);

          monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "m", time + 1, start, NULL,
                            NULL);
        }
      begin = monitor_test_clock ();
      monitor_feed_flush (&self->feed, self->model);
      *(batch < 50 ? &first : &last) += monitor_test_clock () - begin;
    }
  g_test_message ("100,000 bars: %.1f ms the first half, %.1f ms the second", first, last);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->bars->len, ==, 100000);
  g_assert_cmpfloat (last, <, 5 * first + 50);
}

/* Uses a real run of the engine instead of handwritten events. */
static void
test_engine (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + 1'}},"
      "'c': {'listen': 'a', 'do': {'call': 'expression', 'expr': 'outputs.a + 2'}},"
      "'d': {'listen': {'and': ['b', 'c']}, 'do': {'call': 'expression', 'expr': '1 / 0'}}");
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  const TroupeMethodInfo *info;

  run_test_execute (test);
  monitor_test_begin (model, test->result->started_us);
  troupe_trace_add_events (troupe_run_model_get_trace (model), test->events);
  troupe_trace_end (troupe_run_model_get_trace (model), test->result->elapsed_us);
  g_assert_cmpuint (troupe_run_model_get_n_rows (model), ==, 4);
  info = troupe_run_model_get_method (model, "c");
  assert_value (info->output, "3");
  assert_value (info->params, "{'_0':1}");
  info = troupe_run_model_get_method (model, "d");
  g_assert_cmpint (info->state, ==, TROUPE_BAR_FAILED);
  g_assert_nonnull (info->error);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (get_bar (model, i, 0)->end, <=, troupe_run_model_get_elapsed (model));
}

static const char crew[] =
    "{'schema': 'crewai.flow/v1', 'name': 'alone', 'x-troupe': {'crew': true}, 'methods': {'crew': "
    "{'start': true, 'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'r', 'goal': 'g', "
    "'backstory': 'b', 'llm': {'model': 'mock/script', 'answers': ['one', 'two', 'three']}}}, "
    "'tasks': [{'name': 'a', 'description': 'A', 'expected_output': 'x', 'agent': 'w'}, "
    "{'description': 'Long\\nand unnamed', 'expected_output': 'x', 'agent': 'w'}, "
    "{'name': 'a', 'description': 'C', 'expected_output': 'x', 'agent': 'w'}]}}}}}";

/* The outputs of a crew are those of its tasks, each under a title of its own. */
static void
test_crew_data (void)
{
  g_autoptr (RunTest) test = run_test_new_document (crew);
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_autoptr (TroupeValue) data = NULL;

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  monitor_test_begin (model, test->result->started_us);
  troupe_run_model_set_flow (model, test->flow);
  troupe_trace_add_events (troupe_run_model_get_trace (model), test->events);
  troupe_trace_end (troupe_run_model_get_trace (model), test->result->elapsed_us);
  data = troupe_run_model_get_data (model);
  assert_value (troupe_value_get_member (data, "outputs"),
                "{'a':'one','Long…':'two','a (3)':'three'}");
  g_assert_false (troupe_run_model_is_new (model, "a"));
  /* The tasks of a crew are not methods of the flow that wraps it. */
  g_assert_false (troupe_run_model_is_new (model, "added"));
}

/* Writes the rows with their indentation. (transfer full) */
static char *
dump_rows (TroupeRunModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < troupe_run_model_get_n_rows (model); i++)
    {
      const TroupeRunRow *row = troupe_run_model_get_row (model, i);

      for (guint k = 0; k < row->depth; k++)
        g_string_append_c (text, '.');
      g_string_append_printf (text, "%s %u\n", row->label, row->bars->len);
    }
  return g_string_free (text, FALSE);
}

#define assert_rows(model, expected)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *rows_ = dump_rows (model);                                                    \
    g_assert_cmpstr (rows_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

/* Below a method are the tasks of its crew, below them their calls in the order in which they
 * began. It does not matter whether the events come one by one or all at once. */
static void
test_tree (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'m': {'start': true, 'do': {'call': 'crew', 'with': {'agents': {'w': {'role': 'r', 'goal': "
      "'g', 'backstory': 'b', 'tools': ['calculator'], 'llm': {'model': 'mock/script', 'answers': "
      "['Thought: x\\nAction: calculator\\nAction Input: {\\\"expression\\\": \\\"1\\\"}', "
      "'Thought: y\\nFinal Answer: done', 'Thought: y\\nFinal Answer: done']}}}, 'tasks': "
      "[{'name': "
      "'a', 'description': 'A', 'expected_output': 'x', 'agent': 'w'}, {'name': 'b', "
      "'description': "
      "'B', 'expected_output': 'x', 'agent': 'w'}]}}},"
      "'n': {'listen': 'm', 'do': {'call': 'expression', 'expr': '1'}}");

  run_test_execute (test);
  g_assert_no_error (test->result->error);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
      TroupeTrace *trace = troupe_run_model_get_trace (model);
      const TroupeRunRow *row;

      monitor_test_begin (model, test->result->started_us);
      if (i == 0)
        troupe_trace_add_events (trace, test->events);
      for (guint k = 0; i == 1 && k < test->events->len; k++)
        troupe_trace_add_event (trace, g_ptr_array_index (test->events, k));
      troupe_trace_end (trace, test->result->elapsed_us);
      assert_rows (model, "m 1\n.a 1\n..mock/script 1\n..calculator 1\n..mock/script 1\n"
                          ".b 1\n..mock/script 1\nn 1\n");
      row = troupe_run_model_get_row (model, 1);
      g_assert_cmpint (row->kind, ==, TROUPE_ROW_TASK);
      g_assert_cmpstr (row->method, ==, "m");
      troupe_run_model_fold_row (model, row, TRUE);
      assert_rows (model, "m 1\n.a 1\n.b 1\n..mock/script 1\nn 1\n");
      troupe_run_model_fold_row (model, row->parent, TRUE);
      assert_rows (model, "m 1\nn 1\n");
      troupe_run_model_fold_row (model, row->parent, FALSE);
      assert_rows (model, "m 1\n.a 1\n.b 1\n..mock/script 1\nn 1\n");
    }
}

/* A loop does not create a row for each of its calls. */
static void
test_many_calls (Fixture *self, gconstpointer data)
{
  const int n_calls = 100000;
  double begin, took;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL, NULL);
  for (int i = 0; i < n_calls; i++)
    {
      const gboolean is_tool = i % 2 == 1;
      const guint64 call =
          monitor_feed_add (&self->feed,
                            is_tool ? TROUPE_EVENT_TOOL_STARTED : TROUPE_EVENT_LLM_CALL_STARTED,
                            "m", i, 0, is_tool ? "{'tool_name':'t'}" : "{'model':'x'}", NULL);

      monitor_feed_add (&self->feed,
                        is_tool ? TROUPE_EVENT_TOOL_FINISHED : TROUPE_EVENT_LLM_CALL_FINISHED, "m",
                        i + 1, call, NULL, NULL);
    }
  begin = monitor_test_clock ();
  monitor_feed_flush (&self->feed, self->model);
  took = monitor_test_clock () - begin;
  g_test_message ("100,000 calls in a method: %.0f ms", took);
  g_assert_cmpuint (troupe_run_model_get_n_rows (self->model), ==, 101);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 99)->bars->len +
                        troupe_run_model_get_row (self->model, 100)->bars->len,
                    ==, (guint) n_calls - 98);
}

/* A task whose saved output is used has its output, but neither a duration nor a row. A resumed
 * run may report it again. */
static void
test_reused (void)
{
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  g_autoptr (TroupeScope) kickoff = troupe_scope_new_stored (TROUPE_SCOPE_CREW, 1, NULL, "c", "c");
  g_autoptr (TroupeValue) data = NULL;
  TroupeTrace *trace = troupe_run_model_get_trace (model);
  const TroupeMethodInfo *info;
  const TroupeSpan *span;

  monitor_test_begin (model, MONITOR_TEST_START);
  for (guint i = 1; i <= 3; i++)
    {
      g_autoptr (TroupeScope) task =
          troupe_scope_new (TROUPE_SCOPE_TASK, kickoff, "c.tasks[0]", "first");
      g_autoptr (TroupeEvent) event =
          troupe_event_new (i == 1 ? TROUPE_EVENT_CREW_STARTED : TROUPE_EVENT_TASK_REUSED,
                            i == 1 ? kickoff : task,
                            monitor_test_value (i == 1 ? "{}" : "{'output':'kept'}"));

      event->sequence = i;
      event->time_us = MONITOR_TEST_START + i;
      troupe_trace_add_event (trace, event);
    }
  g_assert_cmpuint (troupe_trace_get_run (trace)->children->len, ==, 1);
  span = g_ptr_array_index (troupe_trace_get_run (trace)->children, 0);
  g_assert_true (span->is_reused);
  g_assert_cmpint (span->state, ==, TROUPE_SCOPE_FINISHED);
  g_assert_cmpuint (troupe_run_model_get_n_rows (model), ==, 0);
  info = troupe_run_model_get_method (model, "first");
  g_assert_true (info->is_reused);
  assert_value (info->output, "'kept'");
  data = troupe_run_model_get_data (model);
  assert_value (troupe_value_get_member (data, "outputs"), "{'first':'kept'}");
}

/* The run says nothing about a method that was added after it began. */
static void
test_added_method (void)
{
  g_autoptr (RunTest) test = run_test_new (
      "'a': {'start': true, 'router': true, 'emit': ['x'], 'do': {'call': 'expression', 'expr': "
      "'`x`'}}, 'b': {'listen': 'y', 'do': {'call': 'expression', 'expr': '1'}},"
      "'c': {'listen': 'x', 'do': {'call': 'expression', 'expr': '[1]'}},"
      "'d': {'listen': 'c', 'do': {'call': 'expression', 'expr': '2'}}");
  g_autoptr (TroupeRunModel) model = monitor_test_new_model ();
  TroupeTrace *trace = troupe_run_model_get_trace (model);
  const char *name = NULL;

  run_test_execute (test);
  monitor_test_begin (model, test->result->started_us);
  troupe_run_model_set_flow (model, test->flow);
  troupe_trace_add_events (trace, test->events);
  troupe_trace_end (trace, test->result->elapsed_us);
  g_assert_false (troupe_run_model_is_new (model, "a"));
  g_assert_false (troupe_run_model_is_new (model, "b"));
  g_assert_true (troupe_run_model_is_new (model, "added"));
  /* The input of a method has the name of the method whose result it is. */
  g_assert_null (troupe_trace_find_input (trace, troupe_trace_get_pass (trace, "a", 1), &name));
  g_assert_null (name);
  assert_value (troupe_trace_find_input (trace, troupe_trace_get_pass (trace, "d", 1), &name),
                "[1]");
  g_assert_cmpstr (name, ==, "c");
  assert_value (troupe_trace_find_input (trace, troupe_trace_get_pass (trace, "c", 1), &name),
                "'x'");
  g_assert_cmpstr (name, ==, "a");
}

/* --- The log ---------------------------------------------------------------------------------- */

static void
count_change (GListModel *list, guint position, guint removed, guint added, gpointer user_data)
{
  guint *length = user_data;

  g_assert_cmpuint (position + removed, <=, *length);
  *length = *length - removed + added;
  g_assert_cmpuint (g_list_model_get_n_items (list), ==, *length);
}

static char *
list_log (TroupeLogModel *log)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (log)); i++)
    {
      g_autoptr (TroupeLogItem) item = g_list_model_get_item (G_LIST_MODEL (log), i);

      g_string_append_printf (text, "%" G_GUINT64_FORMAT " ",
                              troupe_log_item_get_event (item)->sequence);
    }
  return g_string_free (text, FALSE);
}

#define assert_log(log, expected)                                                                  \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text_ = list_log (log);                                                       \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

static void
test_log (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeLogModel) log = troupe_log_model_new (self->model);
  guint length = 0;

  g_signal_connect (log, "items-changed", G_CALLBACK (count_change), &length);
  monitor_feed_add (&self->feed, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 1, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "ask", 2, 0, "{'model':'Big-1'}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  assert_log (log, "1 2 3 ");
  troupe_log_model_set_filter (log, TROUPE_LOG_PROBLEMS, NULL);
  assert_log (log, "");
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FAILED, "ask", 3, 2,
                    "{'error':{'message':'No such Door'}}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_FLOW_FINISHED, NULL, 4, 1, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  assert_log (log, "4 ");
  troupe_log_model_set_filter (log, TROUPE_LOG_ALL, "no such door");
  assert_log (log, "4 ");
  troupe_log_model_set_filter (log, TROUPE_LOG_ALL, "big-1");
  assert_log (log, "3 ");
  troupe_log_model_set_filter (log, TROUPE_LOG_METHODS, "ASK");
  assert_log (log, "2 4 ");
  troupe_log_model_set_filter (log, TROUPE_LOG_CALLS, "");
  assert_log (log, "3 ");

  /* A new run with the same number of events clears the log. */
  troupe_log_model_set_filter (log, TROUPE_LOG_ALL, NULL);
  monitor_test_begin (self->model, MONITOR_TEST_START);
  assert_log (log, "");
  g_assert_cmpuint (length, ==, 0);
}

/* The output of a script is not a problem. The exception of a script is a problem and is stored
 * with the method. */
static void
test_script_output (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeLogModel) log = troupe_log_model_new (self->model);
  guint length = 0;

  g_signal_connect (log, "items-changed", G_CALLBACK (count_change), &length);
  troupe_log_model_set_filter (log, TROUPE_LOG_PROBLEMS, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "code", 1, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LOG, "code", 2, 0,
                    "{'level':'info','message':'hello','stream':'stdout'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LOG, NULL, 3, 0, "{'message':'old'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LOG, "code", 4, 0,
                    "{'level':'error','message':'Traceback: line 7'}", NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FAILED, "code", 5, 1,
                    "{'error':{'message':'KeyError'}}", NULL);
  monitor_feed_flush (&self->feed, self->model);
  assert_log (log, "3 4 5 ");
  g_assert_cmpstr (troupe_run_model_get_method (self->model, "code")->traceback, ==,
                   "Traceback: line 7");
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "code", 9, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_null (troupe_run_model_get_method (self->model, "code")->traceback);
}

/* A method that requests feedback, gets the answer and continues has a single growing bar. */
static void
test_asking (Fixture *self, gconstpointer data)
{
  const TroupeMethodInfo *info;
  guint64 started =
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL, NULL);

  monitor_feed_add (&self->feed, TROUPE_EVENT_FEEDBACK_REQUESTED, "ask", 20, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  info = troupe_run_model_get_method (self->model, "ask");
  g_assert_cmpint (info->state, ==, TROUPE_BAR_ASKING);
  g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==, TROUPE_BAR_ASKING);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 0);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->n_open, ==, 1);
  monitor_feed_add (&self->feed, TROUPE_EVENT_FEEDBACK_RECEIVED, "ask", 30, 0, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpint (info->state, ==, TROUPE_BAR_RUNNING);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "ask", 40, started, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 40000);
  g_assert_cmpint (troupe_run_model_get_row (self->model, 0)->total, ==, 30000);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->n_open, ==, 0);
}

/* A paused run still waits for the answer, but a stopped run does not. */
static void
test_ends_asking (Fixture *self, gconstpointer data)
{
  for (guint paused = 0; paused < 2; paused++)
    {
      monitor_test_begin (self->model, MONITOR_TEST_START);
      monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL, NULL);
      monitor_feed_add (&self->feed, TROUPE_EVENT_FEEDBACK_REQUESTED, "ask", 20, 0, NULL, NULL);
      if (paused)
        monitor_feed_add (&self->feed, TROUPE_EVENT_FLOW_PAUSED, "ask", 30, 0, NULL, NULL);
      monitor_feed_flush (&self->feed, self->model);
      troupe_trace_end (troupe_run_model_get_trace (self->model), 50000);
      g_assert_cmpint (troupe_run_model_get_method (self->model, "ask")->state, ==,
                       paused ? TROUPE_BAR_ASKING : TROUPE_BAR_CANCELLED);
      g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==,
                       paused ? TROUPE_BAR_ASKING : TROUPE_BAR_CANCELLED);
      g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 50000);
    }
}

/* If a run is resumed one day later, the interrupted method is restarted. */
static void
test_goes_on (Fixture *self, gconstpointer data)
{
  const gint64 day = G_GINT64_CONSTANT (86400) * G_USEC_PER_SEC;
  const TroupeMethodInfo *info;
  guint64 started;

  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "slow", 100, 0, NULL, NULL);
  monitor_feed_add (&self->feed, TROUPE_EVENT_LLM_CALL_STARTED, "slow", 110, 0, "{'model':'one'}",
                    NULL);
  monitor_feed_flush (&self->feed, self->model);
  troupe_trace_resume (troupe_run_model_get_trace (self->model), MONITOR_TEST_START + day);
  info = troupe_run_model_get_method (self->model, "slow");
  started = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "slow", 0, 0, NULL, NULL);
  ((TroupeEvent *) g_ptr_array_index (self->feed.events, 0))->time_us =
      MONITOR_TEST_START + day + 20000;
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (info->passes, ==, 1);
  g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==, TROUPE_BAR_CANCELLED);
  g_assert_cmpint (get_bar (self->model, 0, 0)->end, ==, 110000);
  g_assert_cmpint (get_bar (self->model, 0, 1)->start, ==, 130000);
  g_assert_cmpint (get_bar (self->model, 1, 0)->state, ==, TROUPE_BAR_CANCELLED);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "slow", 0, started, NULL, NULL);
  ((TroupeEvent *) g_ptr_array_index (self->feed.events, 0))->time_us =
      MONITOR_TEST_START + day + 50000;
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpint (info->elapsed, ==, 30000);
  g_assert_cmpint (info->state, ==, TROUPE_BAR_DONE);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->n_open, ==, 0);
}

/* In the stored events of a run that was resumed before, a method may start twice for the same
 * trigger. */
static void
test_went_on_before (Fixture *self, gconstpointer data)
{
  const TroupeMethodInfo *info;
  guint64 started = 0;

  for (guint i = 0; i < 2; i++)
    {
      started = monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 10 + 100 * i, 0,
                                  NULL, NULL);
      ((TroupeEvent *) g_ptr_array_index (self->feed.events, i * 2))->trigger = 3;
      monitor_feed_add (&self->feed, TROUPE_EVENT_FEEDBACK_REQUESTED, "ask", 20 + 100 * i, 0, NULL,
                        NULL);
    }
  monitor_feed_flush (&self->feed, self->model);
  info = troupe_run_model_get_method (self->model, "ask");
  g_assert_cmpuint (info->passes, ==, 1);
  g_assert_cmpint (get_bar (self->model, 0, 0)->state, ==, TROUPE_BAR_CANCELLED);
  g_assert_cmpint (get_bar (self->model, 0, 1)->state, ==, TROUPE_BAR_ASKING);
  g_assert_cmpuint (troupe_run_model_get_row (self->model, 0)->n_open, ==, 1);
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_FINISHED, "ask", 140, started, NULL, NULL);
  monitor_feed_flush (&self->feed, self->model);

  /* The method has finished, so the same trigger starts another pass. */
  monitor_feed_add (&self->feed, TROUPE_EVENT_METHOD_STARTED, "ask", 150, 0, NULL, NULL);
  ((TroupeEvent *) g_ptr_array_index (self->feed.events, 0))->trigger = 3;
  monitor_feed_flush (&self->feed, self->model);
  g_assert_cmpuint (info->passes, ==, 2);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define add(path, function)                                                                        \
  g_test_add ("/monitor/run-model/" path, Fixture, NULL, set_up, function, tear_down)
  add ("durations", test_durations);
  add ("tools", test_tools);
  add ("delegations", test_delegations);
  add ("forged-name", test_forged_name);
  add ("overlap", test_overlap);
  add ("join", test_join);
  add ("refused-crew", test_refused_crew);
  add ("failure", test_failure);
  add ("interrupted", test_interrupted);
  add ("stream", test_stream);
  add ("data", test_data);
  add ("pause", test_pause);
  add ("stop-in-pause", test_stop_in_pause);
  add ("broken-off", test_broken_off);
  add ("passes", test_passes);
  add ("pass-begun-anew", test_pass_begun_anew);
  add ("long-run", test_long_run);
  add ("log", test_log);
  add ("script-output", test_script_output);
  add ("asking", test_asking);
  add ("ends-asking", test_ends_asking);
  add ("goes-on", test_goes_on);
  add ("went-on-before", test_went_on_before);
#undef add
  g_test_add_func ("/monitor/run-model/engine", test_engine);
  g_test_add_func ("/monitor/run-model/can-come", test_can_come);
  g_test_add ("/monitor/run-model/many-calls", Fixture, NULL, set_up, test_many_calls, tear_down);
  g_test_add_func ("/monitor/run-model/tree", test_tree);
  g_test_add_func ("/monitor/run-model/crew-data", test_crew_data);
  g_test_add_func ("/monitor/run-model/reused", test_reused);
  g_test_add_func ("/monitor/run-model/added-method", test_added_method);
  return g_test_run ();
}
