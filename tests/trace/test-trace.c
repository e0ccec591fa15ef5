/* test-trace.c: spans of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <malloc.h>
#include <string.h>

#include "../test-event.h"
#include "../test-remove.h"
#include "run-test.h"
#include "troupe-trace.h"

/* 2020-01-01, the start time of handwritten runs. */
#define START G_GINT64_CONSTANT (1577836800000000)

#define DAY (G_GINT64_CONSTANT (86400) * G_USEC_PER_SEC)

static const char state_marks[] = { ' ', '>', '?', '|', '<', '!', 'x', ':' };

G_STATIC_ASSERT (G_N_ELEMENTS (state_marks) == TROUPE_SCOPE_PAUSED + 1);

/* --- Helpers ---------------------------------------------------------------------------------- */

static void
dump_span (const TroupeSpan *span, GString *text)
{
  g_autofree char *error = troupe_span_dup_error (span);

  g_string_append_printf (text, "%s%c%s", troupe_scope_kind_get_info (span->kind)->name,
                          state_marks[span->state],
                          span->kind == TROUPE_SCOPE_METHOD ? troupe_span_get_name (span) : "");
  if (span->nth > 1)
    g_string_append_printf (text, "x%u", span->nth);
  if (error != NULL)
    g_string_append_printf (text, "'%s'", error);
  if (span->children != NULL)
    {
      g_string_append (text, "(");
      for (guint i = 0; i < span->children->len; i++)
        {
          const TroupeSpan *child = g_ptr_array_index (span->children, i);

          g_assert_true (child->parent == span);
          if (i > 0)
            g_string_append (text, " ");
          dump_span (child, text);
        }
      g_string_append (text, ")");
    }
}

/* (transfer full) */
static char *
dump (TroupeTrace *trace)
{
  GString *text = g_string_new (NULL);

  dump_span (troupe_trace_get_run (trace), text);

  return g_string_free (text, FALSE);
}

#define assert_dump(trace, expected)                                                               \
  G_STMT_START                                                                                     \
  {                                                                                                \
    g_autofree char *text_ = dump (trace);                                                         \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

#define assert_value(value, expected)                                                              \
  G_STMT_START                                                                                     \
  {                                                                                                \
    TroupeValue *value_ = (value);                                                                 \
    g_autofree char *text_ = value_ != NULL ? run_test_text (value_) : NULL;                       \
    g_assert_cmpstr (text_, ==, expected);                                                         \
  }                                                                                                \
  G_STMT_END

/* A trace with handwritten events. @sequence: number of the last event */
typedef struct
{
  TroupeTrace *trace;
  guint64 sequence;
} Fixture;

static void
set_up (Fixture *self, gconstpointer data)
{
  self->trace = troupe_trace_new ();
  self->sequence = 0;
  troupe_trace_begin (self->trace, START);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  g_assert_finalize_object (self->trace);
}

/* Adds an event and returns its number. @time: milliseconds; @fields: (nullable): JSON with '
 * for " */
static guint64
tell_for (Fixture *self,
          TroupeEventType type,
          const char *method,
          gint64 time,
          guint64 started,
          guint64 trigger,
          const char *fields)
{
  g_autofree char *json = fields != NULL ? g_strdelimit (g_strdup (fields), "'", '"') : NULL;
  TroupeValue *value = json != NULL ? troupe_value_from_json (json, -1, NULL) : NULL;
  g_autoptr (TroupeEvent) event =
      test_event_new_at (type, method, ++self->sequence, started, value);

  event->time_us = START + time * 1000;
  event->trigger = trigger;
  troupe_trace_add_event (self->trace, event);

  return event->sequence;
}

static guint64
tell (Fixture *self,
      TroupeEventType type,
      const char *method,
      gint64 time,
      guint64 started,
      const char *fields)
{
  return tell_for (self, type, method, time, started, 0, fields);
}

/* --- Runs of the engine ------------------------------------------------------------------------ */

typedef struct
{
  GHashTable *added;
  guint n_batches;
  GHashTable *changed;
} Signals;

static void
span_added_cb (TroupeTrace *trace, TroupeSpan *span, Signals *heard)
{
  /* Emitted once for each span. */
  g_assert_true (g_hash_table_add (heard->added, span));
}

static void
span_changed_cb (TroupeTrace *trace, TroupeSpan *span, Signals *heard)
{
  g_assert_true (g_hash_table_contains (heard->added, span) || span->parent == NULL);
  g_assert_true (g_hash_table_add (heard->changed, span));
}

static void
changed_cb (TroupeTrace *trace, Signals *heard)
{
  g_hash_table_remove_all (heard->changed);
  heard->n_batches++;
}

/* Asserts that the spans are the same for single events, batches and events parsed from their
 * lines. */
static void
check_ways (RunTest *test)
{
  g_autoptr (TroupeTrace) one = troupe_trace_new ();
  g_autoptr (TroupeTrace) batch = troupe_trace_new ();
  g_autoptr (TroupeTrace) read = troupe_trace_new ();
  g_autoptr (TroupeEventReader) reader = troupe_event_reader_new ();
  g_autoptr (GHashTable) added = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) changed = g_hash_table_new (NULL, NULL);
  g_autoptr (GPtrArray) open = NULL;
  g_autofree char *expected = NULL;
  Signals heard = { added, 0, changed };
  guint n_kept = 0;

  g_signal_connect (one, "span-added", G_CALLBACK (span_added_cb), &heard);
  g_signal_connect (one, "span-changed", G_CALLBACK (span_changed_cb), &heard);
  g_signal_connect (one, "changed", G_CALLBACK (changed_cb), &heard);
  troupe_trace_begin (one, test->result->started_us);
  troupe_trace_begin (batch, test->result->started_us);
  troupe_trace_begin (read, test->result->started_us);
  troupe_trace_add_events (batch, test->events);
  for (guint i = 0; i < test->events->len; i++)
    {
      TroupeEvent *event = g_ptr_array_index (test->events, i);
      const gboolean is_chunk = troupe_event_type_get_info (event->type)->is_chunk;
      g_autofree char *line =
          troupe_event_to_json (event, troupe_run_get_id (test->run), TROUPE_EVENT_JSON_STATE);
      g_autoptr (GError) error = NULL;
      g_autoptr (TroupeEvent) again = troupe_event_reader_read (reader, line, -1, &error);

      g_assert_no_error (error);
      troupe_trace_add_event (one, event);
      /* Stream chunks are not stored. */
      if (!is_chunk)
        troupe_trace_add_event (read, again);
      n_kept += is_chunk ? 0 : 1;
    }
  g_assert_cmpuint (heard.n_batches, ==, test->events->len);
  g_assert_cmpuint (troupe_trace_get_lines (batch)->len, ==, n_kept);
  expected = dump (batch);
  g_test_message ("%s", expected);
  assert_dump (one, expected);
  assert_dump (read, expected);
  troupe_trace_end (batch, test->result->elapsed_us);
  troupe_trace_end (one, test->result->elapsed_us);
  open = troupe_trace_list_running (batch);
  g_assert_cmpuint (open->len, ==, 0);
  g_assert_cmpint (troupe_trace_get_usage (batch)->total_tokens, ==,
                   test->result->usage.total_tokens);
  for (guint i = 0; i < troupe_trace_get_n_methods (batch); i++)
    {
      const TroupeTraceMethod *method = troupe_trace_get_method (batch, i);

      g_assert_cmpuint (method->n_passes, ==,
                        run_test_count (test, TROUPE_EVENT_METHOD_STARTED, method->name));
      for (guint nth = 1; nth <= method->n_passes; nth++)
        {
          const TroupeSpan *span = troupe_trace_get_pass (batch, method->name, nth);

          g_assert_cmpuint (span->nth, ==, nth);
          g_assert_cmpint (span->end, >=, span->start);
          g_assert_cmpint (span->end, <=, troupe_trace_get_elapsed (batch));
        }
    }
}

/* Recorded documents of the crash tests that need no further setup. */
static void
test_documents (gconstpointer data)
{
  const char *name = data;
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "run", "crash", file, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (RunTest) test = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  test = run_test_new_text (text);
  run_test_execute (test);
  g_assert_cmpuint (test->events->len, >, 2);
  check_ways (test);
}

static void
test_failure (void)
{
  g_autoptr (RunTest) test =
      run_test_new ("'a': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
                    "'b': {'listen': 'a', 'do': {'call': 'expression', 'expr': '1 / 0'}}");
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  const TroupeSpan *span;

  run_test_execute (test);
  check_ways (test);
  troupe_trace_begin (trace, test->result->started_us);
  troupe_trace_add_events (trace, test->events);
  troupe_trace_end (trace, test->result->elapsed_us);
  g_assert_cmpint (troupe_trace_get_run (trace)->state, ==, TROUPE_SCOPE_FAILED);
  span = troupe_trace_get_pass (trace, "a", 1);
  assert_value (troupe_span_get_output (span), "1");
  span = troupe_trace_get_pass (trace, "b", 1);
  g_assert_cmpint (span->state, ==, TROUPE_SCOPE_FAILED);
  g_assert_cmpstr (troupe_span_get_path (span), ==, "methods.b");
  assert_value (troupe_span_get_input (span), "{'_0':1}");
  g_assert_null (troupe_span_get_output (span));
  g_assert_nonnull (troupe_span_get_error_kind (span));
  g_assert_cmpuint (troupe_trace_count (trace, TROUPE_SCOPE_METHOD, TROUPE_SCOPE_FAILED), ==, 1);
  g_assert_cmpuint (troupe_trace_count (trace, TROUPE_SCOPE_METHOD, TROUPE_SCOPE_FINISHED), ==, 1);
  g_assert_cmpuint (troupe_trace_count_begun (trace, TROUPE_SCOPE_METHOD), ==, 2);
  g_assert_cmpuint (span->trigger, ==, 4);
}

/* Spans that are loaded from the database page by page are the same as those of the live trace. */
static void
test_store (void)
{
  g_autofree char *folder = g_dir_make_tmp ("troupe-trace-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TroupeStore) store = troupe_store_open (folder, &error);
  g_autoptr (RunTest) test = run_test_new_document (
      "{'name': 'Loop', 'config': {'max_method_calls': 2000}, 'state': {'type': 'dict', 'default': "
      "{'n': 0}}, 'methods': {'s': {'start': true, 'do': {'call': 'expression', 'expr': '1'}},"
      "'r': {'router': true, 'listen': {'or': ['s', 'again']}, 'do': {'call': 'expression', 'expr':"
      " '`again`'}}}}");
  g_autoptr (TroupeTrace) live = troupe_trace_new ();
  g_autoptr (TroupeTrace) kept = troupe_trace_new ();
  g_autofree char *expected = NULL;

  g_assert_no_error (error);
  troupe_run_set_store (test->run, store, NULL, "{}");
  run_test_execute (test);
  troupe_trace_begin (live, test->result->started_us);
  troupe_trace_add_events (live, test->events);
  /* The events fill more than one page. */
  g_assert_cmpuint (troupe_trace_get_method (live, 1)->n_passes, >, 1000);
  g_assert_true (troupe_trace_load (kept, store, troupe_run_get_id (test->run), &error));
  g_assert_no_error (error);
  expected = dump (live);
  assert_dump (kept, expected);
  g_assert_false (troupe_trace_is_under_way (kept));
  g_assert_cmpint (troupe_trace_get_elapsed (kept), >, 0);
  g_clear_object (&store);
  remove_all (folder);
}

/* A tool call is a child span of the agent, between two model calls. */
static void
test_agent_tools (void)
{
  g_autofree char *stand_in = g_test_build_filename (G_TEST_DIST, "tool", "stand-in", NULL);
  g_autofree char *folder = g_dir_make_tmp ("troupe-trace-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (folder, "trace_tools.py", NULL);
  g_autofree char *path = g_build_filename (folder, "flow.json", NULL);
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();
  g_autoptr (RunTest) test = run_test_new (
      "'a': {'start': true, 'do': {'call': 'agent', 'with': {'role': 'r', 'goal': 'g', "
      "'backstory': 'b', 'input': 'x', 'tools': ['trace_tools:Adder'], 'llm': {'model': "
      "'mock/script', 'answers': ['Action: adder\\nAction Input: {a: 2}', 'Final Answer: y']}}}}");

  g_assert_true (g_file_set_contents (file,
                                      "from crewai.tools import BaseTool\n"
                                      "class Adder(BaseTool):\n"
                                      "  name = 'adder'\n"
                                      "  def _run(self, a: int) -> int:\n    return a + 1\n",
                                      -1, NULL));
  g_setenv ("PYTHONPATH", stand_in, TRUE);
  troupe_run_set_store (test->run, NULL, path, NULL);
  troupe_run_set_python (test->run, TROUPE_PYTHON_PERMIT_TOOL, TROUPE_PYTHON_SANDBOX_NONE);
  run_test_execute (test);
  g_assert_no_error (test->result->error);
  check_ways (test);
  troupe_trace_begin (trace, test->result->started_us);
  troupe_trace_add_events (trace, test->events);
  assert_dump (trace, "flow<(method<a(agent<(model_call< tool_call< model_call<)))");
  remove_all (folder);
}

/* --- Handwritten runs ------------------------------------------------------------------------- */

static void
test_times (Fixture *self, gconstpointer data)
{
  guint64 a, call, b;
  const TroupeSpan *span;

  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 10, 0, "{'inputs':{'n':1}}");
  a = tell (self, TROUPE_EVENT_METHOD_STARTED, "a", 20, 0, NULL);
  call = tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "a", 30, 0, "{'model':'one'}");
  g_assert_cmpuint (troupe_trace_find_method (self->trace, "a")->n_calls, ==, 1);
  tell (self, TROUPE_EVENT_RUN_HELD, NULL, 110, 0, "{'next':['b']}");
  g_assert_true (troupe_trace_is_held (self->trace));
  g_assert_true (troupe_trace_is_next (self->trace, "b"));
  g_assert_false (troupe_trace_is_next (self->trace, "a"));
  /* A change of the state leaves the run paused at the same place. */
  tell (self, TROUPE_EVENT_RUN_EDITED, NULL, 110, 0, "{'place':'state.n'}");
  g_assert_true (troupe_trace_is_next (self->trace, "b"));
  g_assert_cmpint (troupe_trace_get_run (self->trace)->state, ==, TROUPE_SCOPE_HELD);
  /* The clock is stopped. */
  g_assert_cmpint (troupe_trace_get_elapsed (self->trace), ==, 100000);
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 4000, call,
        "{'response':'x','usage':{'prompt_tokens':3,'total_tokens':5}}");
  tell (self, TROUPE_EVENT_RUN_RELEASED, NULL, 5110, 0, NULL);
  g_assert_false (troupe_trace_is_next (self->trace, "b"));
  tell (self, TROUPE_EVENT_METHOD_FINISHED, "a", 5120, a, "{'result':1}");
  b = tell (self, TROUPE_EVENT_METHOD_STARTED, "b", 5130, 0, NULL);
  tell (self, TROUPE_EVENT_METHOD_FINISHED, "b", 5140, b, "{'result':2}");
  tell (self, TROUPE_EVENT_FLOW_FINISHED, NULL, 5150, 1, "{'result':2}");
  troupe_trace_end (self->trace, 140000);

  span = troupe_trace_get_span (self->trace, a);
  g_assert_cmpint (span->start, ==, 10000);
  g_assert_cmpint (span->end, ==, 110000);
  g_assert_cmpint (span->held_us, ==, 5000000);
  g_assert_cmpint (span->ended_us, ==, START + 5120000);
  span = troupe_trace_get_span (self->trace, call);
  g_assert_cmpint (span->end, ==, 100000);
  span = troupe_trace_get_span (self->trace, b);
  g_assert_cmpint (span->start, ==, 120000);
  g_assert_cmpint (span->held_us, ==, 0);
  g_assert_cmpint (troupe_trace_get_elapsed (self->trace), ==, 140000);
  g_assert_cmpint (troupe_trace_get_usage (self->trace)->prompt_tokens, ==, 3);
  g_assert_cmpint (troupe_trace_get_usage (self->trace)->total_tokens, ==, 5);
  assert_value (troupe_span_get_output (troupe_trace_get_run (self->trace)), "2");
  assert_value (troupe_span_get_input (troupe_trace_get_run (self->trace)), "{'n':1}");
  assert_dump (self->trace, "flow<(method<a(model_call<) method<b)");
}

/* A run stopped during a pause is cancelled, and the pause is not counted. */
static void
test_cancelled (Fixture *self, gconstpointer data)
{
  guint64 call;

  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL);
  tell (self, TROUPE_EVENT_METHOD_STARTED, "a", 10, 0, NULL);
  call = tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "a", 10, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "a", 10, 0, NULL);
  tell (self, TROUPE_EVENT_RUN_HELD, NULL, 50, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_FAILED, "a", 8000, call,
        "{'error':{'kind':'cancelled','message':'m'}}");
  tell (self, TROUPE_EVENT_FLOW_CANCELLED, NULL, 9000, 1, NULL);
  troupe_trace_end (self->trace, 0);
  g_assert_cmpint (troupe_trace_get_elapsed (self->trace), ==, 50000);
  g_assert_cmpint (troupe_trace_get_pass (self->trace, "a", 1)->end, ==, 50000);
  assert_dump (self->trace, "flowx(methodxa(model_callx'm' model_callx))");
  g_assert_cmpuint (troupe_trace_count (self->trace, TROUPE_SCOPE_METHOD, TROUPE_SCOPE_RUNNING), ==,
                    0);
  g_assert_cmpuint (
      troupe_trace_count (self->trace, TROUPE_SCOPE_MODEL_CALL, TROUPE_SCOPE_CANCELLED), ==, 2);
}

/* The span of a join that waits for missing events becomes the span of the running method. */
static void
test_join (Fixture *self, gconstpointer data)
{
  const TroupeTraceMethod *method;
  const TroupeSpan *waiting;

  tell (self, TROUPE_EVENT_JOIN_ARRIVED, "j", 5, 0,
        "{'event':'a','arrived':['a'],'missing':['b']}");
  method = troupe_trace_find_method (self->trace, "j");
  waiting = method->waiting;
  g_assert_cmpint (waiting->state, ==, TROUPE_SCOPE_WAITING);
  g_assert_false (troupe_span_is_under_way (waiting));
  assert_value (troupe_value_map_lookup_string (waiting->news, "missing", -1), "['b']");
  g_assert_null (method->latest);
  tell (self, TROUPE_EVENT_METHOD_STARTED, "j", 9, 0, NULL);
  g_assert_true (method->latest == waiting);
  g_assert_null (method->waiting);
  g_assert_null (waiting->news);
  g_assert_cmpuint (waiting->nth, ==, 1);
  /* While the method runs, an event for its next pass arrives. */
  tell (self, TROUPE_EVENT_JOIN_ARRIVED, "j", 10, 0,
        "{'event':'a','arrived':['a'],'missing':['b']}");
  g_assert_nonnull (method->waiting);
  g_assert_cmpint (method->latest->state, ==, TROUPE_SCOPE_RUNNING);
}

/* A method waits for feedback, its process ends, and another process gets the answer a day
 * later. */
static void
test_paused (Fixture *self, gconstpointer data)
{
  const TroupeSpan *first;
  guint64 start, question;

  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL);
  start = tell_for (self, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, 1, NULL);
  question = tell (self, TROUPE_EVENT_FEEDBACK_REQUESTED, "ask", 20, 0, "{'message':'Good?'}");
  first = troupe_trace_get_span (self->trace, start);
  g_assert_cmpint (first->state, ==, TROUPE_SCOPE_WAITING);
  tell (self, TROUPE_EVENT_METHOD_PAUSED, "ask", 30, start, NULL);
  tell (self, TROUPE_EVENT_FLOW_PAUSED, NULL, 40, 1, "{'method':'ask'}");
  g_assert_cmpint (first->state, ==, TROUPE_SCOPE_PAUSED);
  g_assert_true (troupe_span_is_under_way (first));
  g_assert_cmpint (troupe_trace_get_run (self->trace)->state, ==, TROUPE_SCOPE_PAUSED);

  tell (self, TROUPE_EVENT_FEEDBACK_RECEIVED, "ask", DAY / 1000, question,
        "{'feedback':'yes','outcome':null}");
  g_assert_cmpint (troupe_trace_get_run (self->trace)->state, ==, TROUPE_SCOPE_RUNNING);
  g_assert_cmpint (first->state, ==, TROUPE_SCOPE_RUNNING);
  assert_value (troupe_span_get_output (troupe_trace_get_span (self->trace, question)), "'yes'");
  tell (self, TROUPE_EVENT_METHOD_FINISHED, "ask", DAY / 1000 + 5, start, "{'result':1}");
  tell (self, TROUPE_EVENT_FLOW_FINISHED, NULL, DAY / 1000 + 6, 1, "{'result':1}");
  troupe_trace_end (self->trace, 1);
  g_assert_cmpint (first->end, ==, 45000);
  g_assert_cmpint (troupe_trace_get_elapsed (self->trace), ==, 46000);
  assert_dump (self->trace, "flow<(method<ask(question<))");
}

/* A run that ends as paused continues to wait for the answer. */
static void
test_ends_asking (Fixture *self, gconstpointer data)
{
  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL);
  tell (self, TROUPE_EVENT_METHOD_STARTED, "ask", 10, 0, NULL);
  tell (self, TROUPE_EVENT_METHOD_STARTED, "other", 10, 0, NULL);
  tell (self, TROUPE_EVENT_FEEDBACK_REQUESTED, "ask", 20, 0, NULL);
  tell (self, TROUPE_EVENT_FLOW_PAUSED, NULL, 40, 1, NULL);
  troupe_trace_end (self->trace, 50000);
  assert_dump (self->trace, "flow:(method?ask(question?) methodxother)");
}

/* The process was killed twice. A restarted method counts as the same pass, and the time during
 * which no process ran is not counted. */
static void
test_killed (Fixture *self, gconstpointer data)
{
  const TroupeTraceMethod *method;
  guint64 first, start = 0;

  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL);
  first = tell_for (self, TROUPE_EVENT_METHOD_STARTED, "m", 10, 0, 1, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "m", 20, 0, NULL);
  for (gint64 i = 1; i <= 2; i++)
    start = tell_for (self, TROUPE_EVENT_METHOD_STARTED, "m", i * DAY / 1000 + 30 * i, 0, 1, NULL);
  tell (self, TROUPE_EVENT_METHOD_FINISHED, "m", 2 * DAY / 1000 + 70, start, "{'result':1}");
  method = troupe_trace_find_method (self->trace, "m");
  g_assert_cmpuint (method->n_passes, ==, 1);
  g_assert_cmpuint (method->passes->len, ==, 3);
  g_assert_true (troupe_trace_get_pass (self->trace, "m", 1) == method->latest);
  g_assert_cmpint (troupe_trace_get_span (self->trace, first)->end, ==, 20000);
  g_assert_cmpint (method->latest->end, ==, 30000);
  assert_dump (self->trace, "flow>(methodxm(model_callx) methodxm method<m)");

  /* The method has finished, so the same trigger starts another pass. */
  tell_for (self, TROUPE_EVENT_METHOD_STARTED, "m", 2 * DAY / 1000 + 80, 0, 1, NULL);
  g_assert_cmpuint (method->n_passes, ==, 2);
}

/* When this process resumes a run, interrupted methods are restarted, whatever their trigger is. */
static void
test_resumed (Fixture *self, gconstpointer data)
{
  guint64 start;
  const TroupeSpan *span;

  tell (self, TROUPE_EVENT_METHOD_STARTED, "slow", 100, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "slow", 110, 0, NULL);
  tell (self, TROUPE_EVENT_RUN_HELD, NULL, 120, 0, NULL);
  troupe_trace_resume (self->trace, START + DAY);
  g_assert_false (troupe_trace_is_held (self->trace));
  start = tell_for (self, TROUPE_EVENT_METHOD_STARTED, "slow", DAY / 1000 + 20, 0, 77, NULL);
  span = troupe_trace_get_span (self->trace, start);
  g_assert_cmpuint (span->nth, ==, 1);
  g_assert_cmpint (span->start, ==, 140000);
  /* The restarted method has finished, so another start is a new pass. */
  tell (self, TROUPE_EVENT_METHOD_FINISHED, "slow", DAY / 1000 + 30, start, "{'result':1}");
  tell (self, TROUPE_EVENT_METHOD_STARTED, "slow", DAY / 1000 + 40, 0, NULL);
  g_assert_cmpuint (troupe_trace_find_method (self->trace, "slow")->n_passes, ==, 2);
}

/* Adds end events whose start event is missing or has another type, and events without a span. */
static void
test_torn (Fixture *self, gconstpointer data)
{
  guint64 a;

  tell (self, TROUPE_EVENT_METHOD_FINISHED, "lost", 5, 999, "{'result':1}");
  assert_value (troupe_span_get_output (troupe_trace_find_method (self->trace, "lost")->latest),
                "1");
  g_assert_cmpuint (troupe_trace_find_method (self->trace, "lost")->n_passes, ==, 0);
  g_assert_cmpuint (troupe_trace_get_outputs (self->trace)->len, ==, 1);
  a = tell (self, TROUPE_EVENT_METHOD_STARTED, "a", 10, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 11, a, NULL);
  tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, "a", 11, 444, NULL);
  tell (self, TROUPE_EVENT_AGENT_FAILED, NULL, 11, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, NULL, 11, 0, "{'chunk':7}");
  tell (self, TROUPE_EVENT_LOG, NULL, 11, 0, "{'message':7}");
  tell (self, TROUPE_EVENT_CHECKPOINT_PRUNED, NULL, 11, 0, NULL);
  g_assert_cmpint (troupe_trace_get_span (self->trace, a)->state, ==, TROUPE_SCOPE_RUNNING);
}

/* --- Text and lines ------------------------------------------------------------------------------ */

/* Simulates a run of one hour with 100 calls that receive 100,000 chunks of ten bytes. The last
 * 2,000 chunks belong to calls that never finish. */
static void
test_pieces (Fixture *self, gconstpointer data)
{
  g_autoptr (TroupeScope) method = troupe_scope_new_stored (TROUPE_SCOPE_METHOD, 1, NULL, NULL, "m");
  struct mallinfo2 before, after;
  const TroupeTraceMethod *found;
  guint64 call = 0;

  malloc_trim (0);
  before = mallinfo2 ();
  tell (self, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL);
  for (guint i = 0; i < 100000; i++)
    {
      g_autoptr (TroupeScope) scope = NULL;
      g_autoptr (TroupeEvent) event = NULL;
      TroupeMapBuilder fields;

      if (i % 1000 == 0)
        {
          if (call != 0 && i < 99000)
            tell (self, TROUPE_EVENT_LLM_CALL_FINISHED, "m", i, call, "{'response':'whole'}");
          call = tell (self, TROUPE_EVENT_LLM_CALL_STARTED, "m", i, 0, NULL);
        }
      scope = troupe_scope_new_stored (TROUPE_SCOPE_MODEL_CALL, call, method, NULL, NULL);
      troupe_map_builder_init (&fields);
      troupe_map_builder_add (&fields, "chunk", troupe_value_new_string ("ten bytes ", -1));
      event =
          troupe_event_new (TROUPE_EVENT_LLM_STREAM_CHUNK, scope, troupe_map_builder_end (&fields));
      event->sequence = ++self->sequence;
      event->time_us = START + i * 1000;
      troupe_trace_add_event (self->trace, event);
    }
  after = mallinfo2 ();
  g_test_message ("100,000 pieces: %zu bytes", (gsize) (after.uordblks - before.uordblks));
  g_assert_cmpuint (after.uordblks, <, before.uordblks + 2000 * 1000);
  found = troupe_trace_find_method (self->trace, "m");
  g_assert_true (found->text.is_cut);
  g_assert_cmpuint (found->text.head->len, ==, 200 * 1000);
  g_assert_true (g_str_has_suffix (troupe_span_text_get_end (&found->text, 25), "ten bytes "));
  g_assert_cmpuint (strlen (troupe_span_text_get_end (&found->text, 25)), ==, 25);
  /* An unfinished call keeps its chunks, but a finished call keeps only its answer. */
  g_assert_cmpuint (troupe_trace_get_span (self->trace, call)->text.head->len, ==, 10 * 1000);
  g_assert_null (troupe_trace_get_span (self->trace, 2)->text.head);
  g_assert_cmpuint (troupe_trace_get_lines (self->trace)->len, <, 250);
}

static void
test_text (Fixture *self, gconstpointer data)
{
  const TroupeTraceMethod *method;

  tell (self, TROUPE_EVENT_METHOD_STARTED, "m", 0, 0, NULL);
  tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 1, 0, "{'chunk':'a\\u0000b'}");
  tell (self, TROUPE_EVENT_LLM_STREAM_CHUNK, "m", 1, 0, "{'chunk':'\xc3\xa4\xc3\xb6'}");
  method = troupe_trace_find_method (self->trace, "m");
  g_assert_cmpstr (method->text.head->str, ==,
                   "a\xef\xbf\xbd"
                   "b\xc3\xa4\xc3\xb6");
  g_assert_cmpstr (troupe_span_text_get_end (&method->text, 3), ==, "\xc3\xb6");
  g_assert_cmpstr (troupe_span_text_get_end (&method->text, 300), ==, method->text.head->str);
}

static void
line_cb (TroupeTrace *trace, TroupeSpan *span, TroupeEvent *event, GString *heard)
{
  TroupeValue *message = troupe_trace_line_get_message (event);

  g_string_append_printf (heard, "%s:%s ", span != NULL ? troupe_span_get_method (span) : "-",
                          message != NULL ? troupe_value_get_string (message, NULL) : "");
}

static void
test_lines (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) heard = g_string_new (NULL);
  g_autofree char *traceback = NULL;
  const TroupeSpan *span;
  static const gboolean problems[] = { FALSE, FALSE, TRUE, TRUE, TRUE };

  g_signal_connect (self->trace, "line", G_CALLBACK (line_cb), heard);
  tell (self, TROUPE_EVENT_METHOD_STARTED, "code", 1, 0, NULL);
  tell (self, TROUPE_EVENT_LOG, "code", 2, 0,
        "{'level':'info','message':'hello','stream':'stdout'}");
  tell (self, TROUPE_EVENT_LOG, NULL, 3, 0, "{'message':'old'}");
  tell (self, TROUPE_EVENT_LOG, "code", 4, 0, "{'level':'error','message':'Traceback'}");
  tell (self, TROUPE_EVENT_METHOD_FAILED, "code", 5, 1, "{'error':'KeyError'}");
  span = troupe_trace_get_span (self->trace, 1);
  traceback = troupe_span_dup_traceback (span);
  g_assert_cmpstr (traceback, ==, "Traceback");
  g_assert_cmpuint (span->lines->len, ==, 2);
  g_assert_cmpstr (heard->str, ==, "code:hello -:old code:Traceback ");
  for (guint i = 0; i < G_N_ELEMENTS (problems); i++)
    g_assert_true (troupe_trace_line_is_problem (
                       g_ptr_array_index (troupe_trace_get_lines (self->trace), i)) == problems[i]);
  assert_dump (self->trace, "flow (method!code'KeyError')");
}

/* A trace that is not set to keep everything stores no data of finished methods. */
static void
test_keeps_little (Fixture *self, gconstpointer data)
{
  struct mallinfo2 before, after;

  troupe_trace_set_keeps_all (self->trace, FALSE);
  troupe_trace_begin (self->trace, START);
  tell (self, TROUPE_EVENT_FLOW_STARTED, NULL, 0, 0, NULL);
  before = mallinfo2 ();
  for (guint i = 1; i <= 20000; i++)
    {
      guint64 start = tell_for (self, TROUPE_EVENT_METHOD_STARTED, "m", i, 0, i, NULL);

      tell (self, TROUPE_EVENT_LOG, "m", i, 0, "{'message':'words'}");
      tell (self, TROUPE_EVENT_METHOD_FINISHED, "m", i, start, "{'result':1}");
    }
  after = mallinfo2 ();
  g_assert_cmpuint (after.uordblks, <, before.uordblks + 100 * 1000);
  g_assert_cmpuint (troupe_trace_find_method (self->trace, "m")->n_passes, ==, 20000);
  g_assert_cmpuint (troupe_trace_find_method (self->trace, "m")->latest->nth, ==, 20000);
}

int
main (int argc, char *argv[])
{
  static const char *const documents[] = {
    "agent-failing", "agents", "chain", "conditional-starts", "each",      "each-agents",
    "failing",       "loop",   "race",  "many-outputs",       "routers",   "many-starts",
    "retried",       "schema", "wide",  "nested-conditions",  "too-often", "start-router",
    "waits",
  };

  g_test_init (&argc, &argv, NULL);
#define add(path, function) g_test_add ("/trace/" path, Fixture, NULL, set_up, function, tear_down)
  add ("times", test_times);
  add ("cancelled", test_cancelled);
  add ("join", test_join);
  add ("paused", test_paused);
  add ("ends-asking", test_ends_asking);
  add ("killed", test_killed);
  add ("resumed", test_resumed);
  add ("torn", test_torn);
  add ("pieces", test_pieces);
  add ("text", test_text);
  add ("lines", test_lines);
  add ("keeps-little", test_keeps_little);
#undef add
  g_test_add_func ("/trace/agent-tools", test_agent_tools);
  g_test_add_func ("/trace/failure", test_failure);
  g_test_add_func ("/trace/store", test_store);
  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autofree char *path = g_strconcat ("/trace/documents/", documents[i], NULL);

      g_test_add_data_func (path, documents[i], test_documents);
    }

  return g_test_run ();
}
