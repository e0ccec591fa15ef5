/* troupe-span.h: TroupeSpan: a scope of a run with its times, input, output and cost
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event.h"
#include "troupe-span-text.h"

G_BEGIN_DECLS

typedef struct _TroupeSpan TroupeSpan;

/**
 * TroupeSpan:
 * @kind: the kind of its scope
 * @state: its state, according to the table of event types. A method that prompts the user is
 *   %TROUPE_SCOPE_WAITING. So is a method that still waits for events, which has no @id.
 * @id: sequence number of the event that opened it; 0 for none
 * @trigger: sequence number of the event that caused it; 0 for none
 * @nth: of a method: the number of the pass, from 1. A pass that is repeated after a resume keeps
 *   its number.
 * @scope: (nullable): name and path
 * @parent: (nullable): the enclosing span, as long as it is in the trace
 * @children: (nullable) (element-type TroupeSpan): spans inside it, in their order
 * @started_us: microseconds since 1970
 * @ended_us: microseconds since 1970; 0 while it is running
 * @start: microseconds of the run, without pauses
 * @end: microseconds of the run, without pauses; 0 while it is running, and never 0 once it has
 *   ended
 * @first: of a model call with a streamed response: when the first chunk arrived, in microseconds
 *   of the run; 0 if none has arrived
 * @held_us: how long the user paused it
 * @given: (nullable): fields of the event that opened it
 * @news: (nullable): fields of the last event that changed it: `arrived` and `missing` for a method
 *   that waits, `next` for a paused run
 * @outcome: (nullable): fields of the event that closed it
 * @state_before: (nullable): the flow's state when it began
 * @state_after: (nullable): the flow's state at its last event
 * @text: the text streamed so far; empty once the response is complete
 * @lines: (nullable) (element-type TroupeEvent): log events in it
 * @raised: (nullable): the last of @lines that reports an error
 * @is_reused: whether the saved result of an earlier run was used instead of executing the method or
 *   the task; the span of such a task has no @id and takes no time
 *
 * A scope of a run with its times, input, output and log. Only the trace modifies it; reference
 * count, for the thread of the trace.
 */
struct _TroupeSpan
{
  /*< private >*/
  grefcount ref_count;
  gint64 held_before; /* how long the run had been paused when it began */
  guint
      saved_at; /* number of the checkpoint that has a copy of it, or after which it was created */
  guint is_open : 1;
  guint is_left : 1; /* running when the process ended; it may be repeated */
  guint is_new : 1;
  guint is_dirty : 1;

  /*< public >*/
  TroupeScopeKind kind;
  TroupeScopeState state;
  guint64 id;
  guint64 trigger;
  guint nth;
  TroupeScope *scope;
  TroupeSpan *parent;
  GPtrArray *children;
  gint64 started_us;
  gint64 ended_us;
  gint64 start;
  gint64 end;
  gint64 first;
  gint64 held_us;
  TroupeValue *given;
  TroupeValue *news;
  TroupeValue *outcome;
  TroupeValue *state_before;
  TroupeValue *state_after;
  TroupeSpanText text;
  GPtrArray *lines;
  const TroupeEvent *raised;
  gboolean is_reused;
};

#define TROUPE_TYPE_SPAN (troupe_span_get_type ())
GType troupe_span_get_type (void) G_GNUC_CONST;

TroupeSpan *troupe_span_new (TroupeScopeKind kind, TroupeScope *scope);
TroupeSpan *troupe_span_ref (TroupeSpan *self);
void troupe_span_unref (TroupeSpan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSpan, troupe_span_unref)

const char *troupe_span_get_name (const TroupeSpan *self);
const char *troupe_span_get_title (const TroupeSpan *self);
const char *troupe_span_find_agent (const TroupeSpan *self);
TroupeSpan *troupe_span_find_around (const TroupeSpan *self, TroupeScopeKind kind);
const char *troupe_span_get_path (const TroupeSpan *self);
const char *troupe_span_get_method (const TroupeSpan *self);
const char *troupe_span_get_stage (const TroupeSpan *self);
gboolean troupe_span_is_under_way (const TroupeSpan *self);

TroupeValue *troupe_span_get_input (const TroupeSpan *self);
TroupeValue *troupe_span_dup_arguments (const TroupeSpan *self);
TroupeValue *troupe_span_get_output (const TroupeSpan *self);
const char *troupe_span_get_output_text (const TroupeSpan *self);
TroupeValue *troupe_span_get_usage (const TroupeSpan *self);
gint64 troupe_span_get_tokens (const TroupeSpan *self, const char *name);
gboolean troupe_span_get_cost (const TroupeSpan *self, gint64 *micro_dollars);
gint64 troupe_span_get_saved (const TroupeSpan *self);
guint troupe_span_get_task_number (const TroupeSpan *self);

char *troupe_span_dup_error (const TroupeSpan *self);
const char *troupe_span_get_error_kind (const TroupeSpan *self);
char *troupe_span_dup_traceback (const TroupeSpan *self);

G_END_DECLS
