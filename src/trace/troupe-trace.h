/* troupe-trace.h: TroupeTrace: builds spans from the events of a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-span.h"
#include "troupe-store.h"

G_BEGIN_DECLS

/**
 * TroupeTraceMethod:
 * @passes: (element-type TroupeSpan): in the order in which they began; both of a repeated one
 * @waiting: (nullable): set if some events have arrived while others are missing
 * @latest: (nullable): the pass that began last
 * @last_output: (nullable): the last pass with an output
 * @n_passes: how often it began; a repeated pass counts once
 * @n_calls: running model calls in @latest
 * @text: streamed text in @latest
 *
 * The passes (executions) of one method. Read only.
 */
typedef struct
{
  char *name;
  GPtrArray *passes;
  TroupeSpan *waiting;
  TroupeSpan *latest;
  TroupeSpan *last_output;
  guint n_passes;
  guint n_calls;
  TroupeSpanText text;
} TroupeTraceMethod;

/**
 * TroupeTraceUsage:
 * @micro_dollars: the cost of the calls with a known price, in millionths of a dollar
 * @n_unpriced: the number of calls with an unknown price: if not 0, @micro_dollars is a lower bound
 *
 * Sums of all model calls that have ended.
 */
typedef struct
{
  gint64 prompt_tokens;
  gint64 completion_tokens;
  gint64 cached_prompt_tokens;
  gint64 reasoning_tokens;
  gint64 total_tokens;
  gint64 micro_dollars;
  guint n_calls;
  guint n_unpriced;
} TroupeTraceUsage;

/**
 * TroupeTrace:
 *
 * Consumes the events of a run and builds spans from them; all views of a run use it. For one
 * thread.
 *
 * Signals: `step` and `line` are emitted immediately in the order of the events, the others once
 * per batch:
 * - `step` (span, effect): an event opened, changed or closed it (#TroupeEventEffect)
 * - `line` (span, event): something was logged; the span is %NULL if it belongs to none
 * - `span-added` (span)
 * - `span-changed` (span): also emitted if it ended, or if text arrived; not for spans that were
 *   just added
 * - `run-changed`: the state of the run has changed
 * - `changed`: the end of the batch
 * - `checkpoint` (number, from 0): a checkpoint is saved, before a batch. Code with data that does not follow from the
 *   spans saves them under this number.
 * - `rewound` (number): the trace is as it was at that checkpoint. Later spans were removed, later checkpoints no longer
 *   exist. Spans that have changed are reported with the next batch.
 */
#define TROUPE_TYPE_TRACE (troupe_trace_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTrace, troupe_trace, TROUPE, TRACE, GObject)

/* Creates an empty trace. (transfer full) */
TroupeTrace *troupe_trace_new (void);
/* Sets whether log lines and finished spans are stored, TRUE by default; FALSE is for callers that
 * only follow the events. Call it before troupe_trace_begin(). */
void troupe_trace_set_keeps_all (TroupeTrace *self, gboolean keeps_all);

/* Starts a new run and clears all data of the previous one. @started_us: microseconds since 1970,
 * the origin of its times; 0: the time of its first event */
void troupe_trace_begin (TroupeTrace *self, gint64 started_us);
/* Adds a batch of one event. @event: (transfer none) */
void troupe_trace_add_event (TroupeTrace *self, TroupeEvent *event);
/* Adds a batch: the next events of the run, in order. @events: (element-type TroupeEvent) (transfer
 * none) */
void troupe_trace_add_events (TroupeTrace *self, GPtrArray *events);
/* Continues a stored run that is resumed, after its events have been added: scopes that were
 * running are repeated, and the time in between does not count. If another process resumed the run,
 * this is derived from the events. @now_us: microseconds since 1970 */
void troupe_trace_resume (TroupeTrace *self, gint64 now_us);
/* Ends the trace: scopes that are still running were cancelled. Scopes that wait for the user
 * remain paused if the whole run is paused. @elapsed_us: the duration of the run in microseconds;
 * 0: as measured by the clock */
void troupe_trace_end (TroupeTrace *self, gint64 elapsed_us);
/* Sets whether checkpoints are saved, 0 by default: not. @interval: number of events between two checkpoints. Call it
 * before troupe_trace_begin(). Streamed texts are not part of a checkpoint. */
void troupe_trace_set_checkpoints (TroupeTrace *self, guint interval);
/* Rewinds to the last checkpoint with at most @n_events events. Events are added from there, at least an empty batch.
 * Returns how many events the trace has; G_MAXUINT, without an effect, if there is no such checkpoint. */
guint troupe_trace_rewind (TroupeTrace *self, guint n_events);
/* Reads all events of a stored run, page by page, after which the run has ended. @run_id: the
 * complete id. Blocks. Errors: those of troupe_store_get_events_behind(). */
gboolean
troupe_trace_load (TroupeTrace *self, TroupeStore *store, const char *run_id, GError **error);

/* Returns the text of the document that ran, if the run was read by troupe_trace_load(). A crew is
 * wrapped in a flow. (transfer none) (nullable) */
const char *troupe_trace_get_document (TroupeTrace *self);
/* Returns the span of the whole run; replaced by troupe_trace_begin(). (transfer none) */
TroupeSpan *troupe_trace_get_run (TroupeTrace *self);
/* Returns TRUE between troupe_trace_begin() and troupe_trace_end(), when more events may be
 * added. */
gboolean troupe_trace_is_under_way (TroupeTrace *self);
/* Returns TRUE if the user has paused the run, so that its time does not advance. */
gboolean troupe_trace_is_held (TroupeTrace *self);
/* Returns TRUE if the user has paused the run, and a single step would start or resume @method.
 * @method: (nullable) */
gboolean troupe_trace_is_next (TroupeTrace *self, const char *method);
/* Returns TRUE if the run is paused before the task of a crew. @method: (nullable): the method that has the crew; @task: its title */
gboolean troupe_trace_is_next_task (TroupeTrace *self, const char *method, const char *task);
/* Converts a time to the time of the run in microseconds, excluding pauses by the user and the time
 * between two processes. @time_us: microseconds since 1970 */
gint64 troupe_trace_get_run_time (TroupeTrace *self, gint64 time_us);
/* Sets the present time, at which a past run is looked at. Spans that are running at that time take as long as until
 * then. @now_us: microseconds since 1970; 0: the time of the clock, as before the first call */
void troupe_trace_set_now (TroupeTrace *self, gint64 now_us);
/* Returns the present time, in microseconds since 1970. */
gint64 troupe_trace_get_now (TroupeTrace *self);
/* Returns how long the run has been running, or its duration if it has ended, in microseconds
 * without pauses. */
gint64 troupe_trace_get_elapsed (TroupeTrace *self);
/* Returns the latest known state of the flow. (transfer none) (nullable) */
TroupeValue *troupe_trace_get_flow_state (TroupeTrace *self);

/* Returns the span with this id: the sequence number of the event that opened it. (transfer none)
 * (nullable) */
TroupeSpan *troupe_trace_get_span (TroupeTrace *self, guint64 id);
/* Returns the input of a method without the key of the positional argument. @name: (out) (nullable)
 * (transfer none): the method whose result it is; %NULL if unknown. (transfer none) (nullable):
 * %NULL if the method has no input */
TroupeValue *troupe_trace_find_input (TroupeTrace *self, const TroupeSpan *span, const char **name);
/* Returns the number of methods with events so far. */
guint troupe_trace_get_n_methods (TroupeTrace *self);
/* Returns a method, in the order in which they appeared. @index: must be in range. (transfer
 * none) */
const TroupeTraceMethod *troupe_trace_get_method (TroupeTrace *self, guint index);
/* Returns the method of this name. (transfer none) (nullable): NULL if it has no events yet */
const TroupeTraceMethod *troupe_trace_find_method (TroupeTrace *self, const char *name);
/* Returns one execution of a method. @nth: from 1. (transfer none) (nullable) */
TroupeSpan *troupe_trace_get_pass (TroupeTrace *self, const char *method, guint nth);
/* Returns the spans of methods that have an output, in order. (transfer none) (element-type
 * TroupeSpan) */
GPtrArray *troupe_trace_get_outputs (TroupeTrace *self);
/* Returns the spans that have not ended, in the order in which they began. (transfer full)
 * (element-type TroupeSpan) */
GPtrArray *troupe_trace_list_running (TroupeTrace *self);
/* Returns the number of spans of @kind that are in @state. */
guint troupe_trace_count (TroupeTrace *self, TroupeScopeKind kind, TroupeScopeState state);
/* Returns the number of spans of @kind that have begun. */
guint troupe_trace_count_begun (TroupeTrace *self, TroupeScopeKind kind);
/* Returns the sums of all model calls that have ended. (transfer none) */
const TroupeTraceUsage *troupe_trace_get_usage (TroupeTrace *self);

/* Returns the log: the events that `line` reported, in order. (transfer none) (element-type
 * TroupeEvent) */
GPtrArray *troupe_trace_get_lines (TroupeTrace *self);
/* Returns TRUE if the line reports a problem: a failure or cancellation, or a log entry whose level
 * is neither `info` nor that of a script's output; a log entry without a level counts as a
 * warning. */
gboolean troupe_trace_line_is_problem (const TroupeEvent *line);
/* Returns the text of a log entry, a string; NULL for other events. (transfer none) (nullable) */
TroupeValue *troupe_trace_line_get_message (const TroupeEvent *line);

G_END_DECLS
