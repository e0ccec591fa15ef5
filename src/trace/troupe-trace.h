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
 */
#define TROUPE_TYPE_TRACE (troupe_trace_get_type ())
G_DECLARE_FINAL_TYPE (TroupeTrace, troupe_trace, TROUPE, TRACE, GObject)

TroupeTrace *troupe_trace_new (void);
void troupe_trace_set_keeps_all (TroupeTrace *self, gboolean keeps_all);

void troupe_trace_begin (TroupeTrace *self, gint64 started_us);
void troupe_trace_add_event (TroupeTrace *self, TroupeEvent *event);
void troupe_trace_add_events (TroupeTrace *self, GPtrArray *events);
void troupe_trace_resume (TroupeTrace *self, gint64 now_us);
void troupe_trace_end (TroupeTrace *self, gint64 elapsed_us);
gboolean
troupe_trace_load (TroupeTrace *self, TroupeStore *store, const char *run_id, GError **error);

TroupeSpan *troupe_trace_get_run (TroupeTrace *self);
gboolean troupe_trace_is_under_way (TroupeTrace *self);
gboolean troupe_trace_is_held (TroupeTrace *self);
gboolean troupe_trace_is_next (TroupeTrace *self, const char *method);
gint64 troupe_trace_get_run_time (TroupeTrace *self, gint64 time_us);
gint64 troupe_trace_get_elapsed (TroupeTrace *self);
TroupeValue *troupe_trace_get_flow_state (TroupeTrace *self);

TroupeSpan *troupe_trace_get_span (TroupeTrace *self, guint64 id);
guint troupe_trace_get_n_methods (TroupeTrace *self);
const TroupeTraceMethod *troupe_trace_get_method (TroupeTrace *self, guint index);
const TroupeTraceMethod *troupe_trace_find_method (TroupeTrace *self, const char *name);
TroupeSpan *troupe_trace_get_pass (TroupeTrace *self, const char *method, guint nth);
GPtrArray *troupe_trace_get_outputs (TroupeTrace *self);
GPtrArray *troupe_trace_list_running (TroupeTrace *self);
guint troupe_trace_count (TroupeTrace *self, TroupeScopeKind kind, TroupeScopeState state);
guint troupe_trace_count_begun (TroupeTrace *self, TroupeScopeKind kind);
const TroupeTraceUsage *troupe_trace_get_usage (TroupeTrace *self);

GPtrArray *troupe_trace_get_lines (TroupeTrace *self);
gboolean troupe_trace_line_is_problem (const TroupeEvent *line);
TroupeValue *troupe_trace_line_get_message (const TroupeEvent *line);

G_END_DECLS
