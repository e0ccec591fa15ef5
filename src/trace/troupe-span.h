/* troupe-span.h: something that was or is under way in a run
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
 * @kind: what kind of scope it is
 * @state: how far it is, by the table of event types. A method that asks a person is
 *   %TROUPE_SCOPE_WAITING, one for which not all events have come is so, too, and has no @id.
 * @id: sequence number of the event that opened it; 0: none did
 * @trigger: sequence number of the event that caused it; 0: none
 * @nth: of a method: which pass it is, from 1. What is begun anew after a resume is the same pass.
 * @scope: (nullable): name and place
 * @parent: (nullable): the span around it, while the trace has it
 * @children: (nullable) (element-type TroupeSpan): those inside, in their order
 * @started_us: microseconds since 1970
 * @ended_us: the same; 0: not yet
 * @start: microseconds of the run, without pauses
 * @end: the same; 0: not yet, and never 0 where it has ended
 * @first: of a call of a model whose answer comes in pieces: when the first came, as @start; 0: none did
 * @held_us: for how long a person held it
 * @given: (nullable): fields of the event that opened it
 * @news: (nullable): fields of the last event that changed it: of a method that waits, `arrived` and
 *   `missing`; of a run that is held, `next`
 * @outcome: (nullable): fields of the event that closed it
 * @state_before: (nullable): the flow's state when it began
 * @state_after: (nullable): the flow's state at its last event
 * @text: what was streamed so far; empty once there is an answer
 * @lines: (nullable) (element-type TroupeEvent): what was logged in it
 * @raised: (nullable): the last of them that tells an error
 *
 * A scope of a run with all that is known of it. Only the trace writes into it; reference count, for the
 * thread of the trace.
 */
struct _TroupeSpan
{
  /*< private >*/
  grefcount ref_count;
  gint64 held_before; /* how long the run had been held when it began */
  guint is_open : 1;
  guint is_left : 1; /* under way when the process ended; it may be begun anew */
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
};

#define TROUPE_TYPE_SPAN (troupe_span_get_type ())
GType troupe_span_get_type (void) G_GNUC_CONST;

TroupeSpan *troupe_span_new (TroupeScopeKind kind, TroupeScope *scope);
TroupeSpan *troupe_span_ref (TroupeSpan *self);
void troupe_span_unref (TroupeSpan *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeSpan, troupe_span_unref)

const char *troupe_span_get_name (const TroupeSpan *self);
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

char *troupe_span_dup_error (const TroupeSpan *self);
const char *troupe_span_get_error_kind (const TroupeSpan *self);
const char *troupe_span_get_error_path (const TroupeSpan *self);
char *troupe_span_dup_traceback (const TroupeSpan *self);

G_END_DECLS
