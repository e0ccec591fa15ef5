/* test-rewind.c: a rewound run looks like a run that has got as far
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "../test-event.h"
#include "troupe-editor.h"
#include "troupe-log-model.h"
#include "troupe-method-detail.h"
#include "troupe-run-model.h"

#define START G_GINT64_CONSTANT (1577836800000000)
#define N_EVENTS 400u
#define N_CHECKS 60u

static const char document_text[] =
    "{\"schema\": \"crewai.flow/v1\", \"name\": \"rewound\", \"methods\": {"
    "\"a\": {\"start\": true, \"do\": {\"call\": \"expression\", \"expr\": \"1\"}},"
    "\"b\": {\"listen\": \"a\", \"do\": {\"call\": \"expression\", \"expr\": \"1\"}},"
    "\"r\": {\"listen\": \"b\", \"router\": true, \"emit\": [\"x\", \"y\"],"
    " \"do\": {\"call\": \"expression\", \"expr\": \"'x'\"}},"
    "\"c\": {\"listen\": {\"and\": [\"a\", \"b\"]}, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}},"
    "\"d\": {\"listen\": {\"or\": [\"x\", \"c\"]}, \"do\": {\"call\": \"expression\", \"expr\": "
    "\"1\"}}}}";

/* --- Making a run ----------------------------------------------------------------------------- */

/* What may end: a span that has begun. */
typedef struct
{
  TroupeEventType end;
  const char *method;
  guint64 id;
} Open;

static void
add (GPtrArray *events, TroupeEventType type, const char *method, guint64 started)
{
  TroupeEvent *event;
  TroupeMapBuilder fields;
  TroupeMapBuilder state;

  troupe_map_builder_init (&fields);
  troupe_map_builder_add (&fields, "model",
                          troupe_value_new_string (method != NULL ? method : "m", -1));
  if (type == TROUPE_EVENT_METHOD_FINISHED && g_strcmp0 (method, "r") == 0)
    troupe_map_builder_add (&fields, "result",
                            troupe_value_new_string (g_test_rand_int () % 2 == 0 ? "x" : "y", -1));
  else if (type == TROUPE_EVENT_METHOD_FINISHED || type == TROUPE_EVENT_LLM_CALL_FINISHED)
    troupe_map_builder_add (&fields, type == TROUPE_EVENT_METHOD_FINISHED ? "result" : "response",
                            troupe_value_new_integer (events->len));
  event =
      test_event_new_at (type, method, events->len + 1, started, troupe_map_builder_end (&fields));
  event->time_us = START + (gint64) events->len * 1000;
  event->trigger = type == TROUPE_EVENT_METHOD_STARTED ? event->sequence : 0;
  troupe_map_builder_init (&state);
  troupe_map_builder_add (&state, "n", troupe_value_new_integer (events->len));
  if (type == TROUPE_EVENT_METHOD_FINISHED)
    event->state = troupe_map_builder_end (&state);
  else
    troupe_value_unref (troupe_map_builder_end (&state));
  g_ptr_array_add (events, event);
}

/* Makes a run with everything that changes what is shown: passes, calls, failures, questions, pauses and sessions. */
static GPtrArray *
make_events (void)
{
  static const char *const methods[] = { "a", "b", "r", "c", "d" };
  static const TroupeEventType begins[] = {
    TROUPE_EVENT_METHOD_STARTED, TROUPE_EVENT_METHOD_STARTED, TROUPE_EVENT_LLM_CALL_STARTED,
    TROUPE_EVENT_TOOL_STARTED, TROUPE_EVENT_FEEDBACK_REQUESTED
  };
  static const TroupeEventType ends[] = { TROUPE_EVENT_METHOD_FINISHED, TROUPE_EVENT_METHOD_FAILED,
                                          TROUPE_EVENT_LLM_CALL_FINISHED,
                                          TROUPE_EVENT_TOOL_FINISHED,
                                          TROUPE_EVENT_FEEDBACK_RECEIVED };
  static const TroupeEventType others[] = { TROUPE_EVENT_LOG,         TROUPE_EVENT_JOIN_ARRIVED,
                                            TROUPE_EVENT_RUN_HELD,    TROUPE_EVENT_RUN_RELEASED,
                                            TROUPE_EVENT_FLOW_PAUSED, TROUPE_EVENT_FLOW_STARTED };
  GPtrArray *events = g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (Open));

  add (events, TROUPE_EVENT_FLOW_STARTED, NULL, 0);
  while (events->len < N_EVENTS)
    {
      const int choice = g_test_rand_int_range (0, 20);
      const char *method = methods[g_test_rand_int_range (0, G_N_ELEMENTS (methods))];

      if (choice < 10)
        {
          const int kind = choice / 2;
          const Open begun = { ends[kind], method, events->len + 1 };

          add (events, begins[kind], method, 0);
          g_array_append_val (open, begun);
        }
      else if (choice < 19 && open->len > 0)
        {
          const guint index = (guint) g_test_rand_int_range (0, (int) open->len);
          const Open ended = g_array_index (open, Open, index);

          add (events, ended.end, ended.method, ended.id);
          g_array_remove_index (open, index);
        }
      else if (choice == 19)
        {
          const TroupeEventType type = others[g_test_rand_int_range (0, G_N_ELEMENTS (others))];
          const gboolean is_of_method =
              type == TROUPE_EVENT_LOG || type == TROUPE_EVENT_JOIN_ARRIVED;

          add (events, type, is_of_method ? method : NULL, 0);
        }
    }
  return events;
}

/* --- Describing what is shown ----------------------------------------------------------------- */

typedef struct
{
  TroupeTrace *trace;
  TroupeRunModel *model;
  TroupeLogModel *log;
  TroupeLogModel *problems;
  GtkWidget *editor;
} Views;

static void
views_open (Views *self, TroupeFlowDocument *document, guint interval)
{
  TroupeFlow *flow = troupe_flow_document_get_flow (document);

  self->trace = troupe_trace_new ();
  troupe_trace_set_checkpoints (self->trace, interval);
  self->model = troupe_run_model_new (self->trace);
  self->log = troupe_log_model_new (self->model);
  self->problems = troupe_log_model_new (self->model);
  troupe_log_model_set_filter (self->problems, TROUPE_LOG_PROBLEMS, NULL);
  self->editor = g_object_ref_sink (troupe_editor_new (document, self->trace));
  troupe_trace_set_now (self->trace, START);
  troupe_trace_begin (self->trace, START);
  troupe_editor_begin_run (TROUPE_EDITOR (self->editor), flow);
  troupe_run_model_begin (self->model);
  troupe_run_model_set_flow (self->model, flow);
}

static void
views_close (Views *self)
{
  g_object_unref (self->editor);
  g_object_unref (self->log);
  g_object_unref (self->problems);
  g_object_unref (self->model);
  g_object_unref (self->trace);
}

/* Adds events up to @end, one by one: what ends twice in one batch looks different. */
static void
feed (Views *self, GPtrArray *events, guint first, guint end)
{
  do
    {
      g_autoptr (GPtrArray) batch = g_ptr_array_new ();

      if (first < end)
        g_ptr_array_add (batch, g_ptr_array_index (events, first++));
      troupe_trace_set_now (self->trace, START + (gint64) end * 1000);
      troupe_trace_add_events (self->trace, batch);
    }
  while (first < end);
}

static void
describe_span (const TroupeSpan *span, GString *text)
{
  g_string_append_printf (text,
                          "\n(%d:%" G_GUINT64_FORMAT " s%d n%u %" PRId64 "-%" PRId64
                          " held %" PRId64 " lines %u",
                          (int) span->kind, span->id, (int) span->state, span->nth, span->start,
                          span->end, span->held_us, span->lines != NULL ? span->lines->len : 0);
  if (span->outcome != NULL)
    g_string_append_printf (text, " out %p", (gpointer) span->outcome);
  if (span->state_after != NULL)
    g_string_append_printf (text, " state %p", (gpointer) span->state_after);
  for (guint i = 0; span->children != NULL && i < span->children->len; i++)
    {
      const TroupeSpan *child = g_ptr_array_index (span->children, i);

      g_assert_true (child->parent == span);
      describe_span (child, text);
    }
  g_string_append (text, ")");
}

static void
describe_trace (TroupeTrace *trace, GString *text)
{
  g_autoptr (GPtrArray) running = troupe_trace_list_running (trace);
  const TroupeTraceUsage *usage = troupe_trace_get_usage (trace);

  describe_span (troupe_trace_get_run (trace), text);
  g_string_append_printf (text, "\nheld %d lines %u calls %u elapsed %" PRId64 " state %p running",
                          troupe_trace_is_held (trace), troupe_trace_get_lines (trace)->len,
                          usage->n_calls, troupe_trace_get_elapsed (trace),
                          (gpointer) troupe_trace_get_flow_state (trace));
  for (guint i = 0; i < running->len; i++)
    g_string_append_printf (text, " %" G_GUINT64_FORMAT, ((TroupeSpan *) running->pdata[i])->id);
  for (guint kind = 0; kind < TROUPE_SCOPE_N_KINDS; kind++)
    for (guint state = 0; state <= TROUPE_SCOPE_PAUSED; state++)
      g_string_append_printf (text, " %u", troupe_trace_count (trace, kind, state));
  for (guint i = 0; i < troupe_trace_get_n_methods (trace); i++)
    {
      const TroupeTraceMethod *method = troupe_trace_get_method (trace, i);

      g_string_append_printf (text,
                              "\n%s %u passes %u calls, latest %" G_GUINT64_FORMAT
                              " output %" G_GUINT64_FORMAT " waits %d",
                              method->name, method->n_passes, method->n_calls,
                              method->latest != NULL ? method->latest->id : 0,
                              method->last_output != NULL ? method->last_output->id : 0,
                              method->waiting != NULL);
      for (guint j = 0; j < method->passes->len; j++)
        g_string_append_printf (text, " %" G_GUINT64_FORMAT,
                                ((TroupeSpan *) method->passes->pdata[j])->id);
    }
}

static void
describe_model (TroupeRunModel *model, GString *text)
{
  static const char *const methods[] = { "a", "b", "r", "c", "d" };

  for (guint i = 0; i < troupe_run_model_get_n_rows (model); i++)
    {
      const TroupeRunRow *row = troupe_run_model_get_row (model, i);

      g_string_append_printf (text,
                              "\nrow %u %s/%s total %" PRId64 " open %u starts %" PRId64
                              " newest %" G_GUINT64_FORMAT,
                              row->depth, row->method, row->label, row->total, row->n_open,
                              row->open_starts, row->newest);
      for (guint j = 0; j < TROUPE_BAR_N_STATES; j++)
        g_string_append_printf (text, " %u", row->n_bars[j]);
      for (guint j = 0; j < row->bars->len; j++)
        {
          const TroupeBar *bar = &g_array_index (row->bars, TroupeBar, j);

          g_string_append_printf (text, " [%" G_GUINT64_FORMAT " %d %" PRId64 "-%" PRId64 "]",
                                  bar->sequence, (int) bar->state, bar->start, bar->end);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      const TroupeMethodInfo *info = troupe_run_model_get_method (model, methods[i]);

      g_string_append_printf (text, "\n%s can come %d", methods[i],
                              troupe_run_model_can_come (model, methods[i]));
      if (info != NULL)
        g_string_append_printf (text, " state %d passes %u elapsed %" PRId64 " out %p",
                                (int) info->state, info->passes, info->elapsed,
                                (gpointer) info->output);
    }
}

static void
describe_log (TroupeLogModel *log, GString *text)
{
  const guint n_items = g_list_model_get_n_items (G_LIST_MODEL (log));
  g_autoptr (TroupeLogItem) last =
      n_items > 0 ? g_list_model_get_item (G_LIST_MODEL (log), n_items - 1) : NULL;

  g_string_append_printf (text, "\nlog %u last %" G_GUINT64_FORMAT, n_items,
                          last != NULL ? troupe_log_item_get_event (last)->sequence : 0);
}

static void
describe_canvas (TroupeEditor *editor, GString *text)
{
  TroupeCanvasScene *scene = troupe_drawing_get_scene (troupe_editor_get_drawing (editor));

  for (guint i = 0; i < troupe_canvas_scene_get_n_nodes (scene); i++)
    {
      const TroupeCanvasNode *node = troupe_canvas_scene_get_nth_node (scene, i);
      const TroupeCanvasNodeRun *run = troupe_canvas_scene_get_node_run (scene, node->id);

      /* The canvas looks only at ends for methods that can no longer begin; here, methods begin at random. */
      if (run->passes == 0)
        g_string_append_printf (text, "\ncard %s has not begun", node->id);
      else
        g_string_append_printf (
            text, "\ncard %s %d %s %s %u %s", node->id, (int) run->state, run->word,
            run->state == TROUPE_CANVAS_STATE_RUNNING ? "follows the clock" : run->time,
            run->passes, run->taken != NULL ? run->taken[0] : "-");
    }
  for (guint i = 0; i < troupe_canvas_scene_get_n_wires (scene); i++)
    {
      const char *id = troupe_canvas_scene_get_nth_wire (scene, i)->id;

      g_string_append_printf (text, "\nwire %s %d", id,
                              (int) troupe_canvas_scene_get_wire_state (scene, id));
    }
  for (guint i = 0; i < troupe_canvas_scene_get_n_gates (scene); i++)
    {
      gboolean fired = FALSE;
      g_autoptr (GArray) arrived =
          troupe_canvas_scene_dup_gate_run (scene, troupe_canvas_scene_get_nth_gate (scene, i)->id,
                                            &fired);

      g_string_append_printf (text, "\ngate %d", fired);
      for (guint j = 0; arrived != NULL && j < arrived->len; j++)
        g_string_append_printf (text, " %d", g_array_index (arrived, gboolean, j));
    }
}

static char *
describe (const Views *self)
{
  GString *text = g_string_new (NULL);

  describe_trace (self->trace, text);
  describe_model (self->model, text);
  describe_log (self->log, text);
  describe_log (self->problems, text);
  describe_canvas (TROUPE_EDITOR (self->editor), text);
  return g_string_free (text, FALSE);
}

/* Fails with the first line that differs. */
static void
assert_same (const char *found, const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (found, "\n", -1);
  g_auto (GStrv) others = g_strsplit (expected, "\n", -1);

  for (guint i = 0; lines[i] != NULL || others[i] != NULL; i++)
    {
      g_assert_cmpstr (lines[i], ==, others[i]);
      g_assert_nonnull (lines[i]);
    }
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* Goes back and forth, and compares each time with a run that has only got as far. */
static void
test_like_new (void)
{
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (document_text, (gssize) strlen (document_text), "rewound",
                                      NULL, NULL);
  g_autoptr (GPtrArray) events = make_events ();
  Views rewound;
  guint at = events->len;

  g_assert_nonnull (document);
  views_open (&rewound, document, 7);
  feed (&rewound, events, 0, at);
  troupe_trace_end (rewound.trace, 0);
  troupe_editor_end_run (TROUPE_EDITOR (rewound.editor));
  for (guint i = 0; i < N_CHECKS; i++)
    {
      const guint position = (guint) g_test_rand_int_range (0, (int) events->len + 1);
      g_autofree char *found = NULL;
      g_autofree char *expected = NULL;
      Views fresh;

      if (i == 0 || position < at)
        {
          at = troupe_trace_rewind (rewound.trace, position);
          g_assert_cmpuint (at, <=, position);
          g_assert_cmpuint (position - at, <=, 7);
        }
      feed (&rewound, events, at, position);
      at = position;
      views_open (&fresh, document, 0);
      feed (&fresh, events, 0, position);
      found = describe (&rewound);
      expected = describe (&fresh);
      g_test_message ("at %u of %u", position, events->len);
      assert_same (found, expected);
      views_close (&fresh);
    }
  views_close (&rewound);
}

/* Without checkpoints nothing is rewound. */
static void
test_no_checkpoint (void)
{
  g_autoptr (TroupeTrace) trace = troupe_trace_new ();

  troupe_trace_begin (trace, START);
  g_assert_cmpuint (troupe_trace_rewind (trace, 0), ==, G_MAXUINT);
}

/* A log that is not visible gets its rows when it becomes visible. */
static void
test_unseen_log (void)
{
  g_autoptr (TroupeFlowDocument) document = troupe_flow_document_load_text (
      document_text, (gssize) strlen (document_text), "rewound", NULL, NULL);
  g_autoptr (GPtrArray) events = make_events ();
  Views views;

  views_open (&views, document, 0);
  troupe_log_model_set_watched (views.log, FALSE);
  feed (&views, events, 0, 10);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (views.log)), ==, 0);
  troupe_log_model_set_watched (views.log, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (views.log)), ==, 10);
  views_close (&views);
}

/* The pass that the user has chosen is shown as long as the run has it. */
static void
test_pass (void)
{
  g_autoptr (TroupeFlowDocument) document =
      troupe_flow_document_load_text (document_text, (gssize) strlen (document_text), "rewound",
                                      NULL, NULL);
  g_autoptr (GPtrArray) events =
      g_ptr_array_new_with_free_func ((GDestroyNotify) troupe_event_unref);
  TroupeMethodDetail *detail;
  Views views;

  while (events->len < 20)
    add (events, events->len % 2 == 0 ? TROUPE_EVENT_METHOD_STARTED : TROUPE_EVENT_METHOD_FINISHED,
         "a", events->len % 2 == 0 ? 0 : events->len);
  views_open (&views, document, 5);
  detail = g_object_ref_sink (TROUPE_METHOD_DETAIL (troupe_method_detail_new (views.model)));
  feed (&views, events, 0, 20);
  troupe_method_detail_set_method (detail, "a");
  troupe_method_detail_set_pass (detail, 7);
  g_assert_cmpuint (troupe_method_detail_get_pass (detail), ==, 7);
  feed (&views, events, troupe_trace_rewind (views.trace, 16), 16);
  g_assert_cmpuint (troupe_method_detail_get_pass (detail), ==, 7);
  feed (&views, events, troupe_trace_rewind (views.trace, 6), 6);
  g_assert_cmpuint (troupe_method_detail_get_pass (detail), ==, 0);
  g_object_unref (detail);
  views_close (&views);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  adw_init ();
  g_test_add_func ("/app/rewind/like-new", test_like_new);
  g_test_add_func ("/app/rewind/no-checkpoint", test_no_checkpoint);
  g_test_add_func ("/app/rewind/pass", test_pass);
  g_test_add_func ("/app/rewind/unseen-log", test_unseen_log);
  return g_test_run ();
}
