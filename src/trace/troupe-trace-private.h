/* troupe-trace-private.h: private declarations of TroupeTrace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-trace-checkpoints.h"
#include "troupe-trace-methods.h"

G_BEGIN_DECLS

/* Sums and times of the run. A checkpoint copies them. */
typedef struct
{
  TroupeTraceUsage usage;
  guint n_begun[TROUPE_SCOPE_N_KINDS];
  guint n_in_state[TROUPE_SCOPE_N_KINDS][TROUPE_SCOPE_PAUSED + 1];
  gint64 started_us; /* origin of run times; moves when a run is resumed */
  gint64 held_us;    /* time paused by the user, without the current pause */
  gint64 held_since; /* microseconds since 1970; 0 if not paused */
  guint64 held_by;   /* sequence of the event that paused it last */
  gint64 last_us;    /* time of the last event */
  gint64 left_us;    /* end of the session before the resume, microseconds since 1970 */
  gint64 left_at;    /* the same in run time */
  gint64 elapsed;
  gboolean is_under_way;
} TroupeTraceFigures;

struct _TroupeTrace
{
  GObject parent_instance;

  TroupeSpan *run;    /* of the flow as a whole */
  GHashTable *spans;  /* id → TroupeSpan, which owns the id */
  GHashTable *open;   /* running spans */
  GPtrArray *lines;   /* (element-type TroupeEvent) */
  GPtrArray *garbage; /* (element-type TroupeSpan): of former runs, freed little by little */
  GPtrArray *touched; /* (element-type TroupeSpan): new or changed in this batch */
  TroupeTraceMethods methods;
  TroupeTraceFigures figures;
  TroupeTraceCheckpoints checkpoints;
  TroupeValue *flow_state; /* (nullable): the latest */
  char *document;          /* (nullable): the text of the document that ran */
  gsize text_length;       /* bytes of stored streamed text */
  gint64 now_us;               /* the present time; 0: of the clock */
  TroupeScopeState told_state; /* of the run, in the last batch */
  gboolean keeps_all;
};

enum
{
  TROUPE_TRACE_STEP,
  TROUPE_TRACE_LINE,
  TROUPE_TRACE_SPAN_ADDED,
  TROUPE_TRACE_SPAN_CHANGED,
  TROUPE_TRACE_RUN_CHANGED,
  TROUPE_TRACE_CHANGED,
  TROUPE_TRACE_CHECKPOINT,
  TROUPE_TRACE_REWOUND,
  TROUPE_TRACE_N_SIGNALS,
};

extern guint troupe_trace_signals[TROUPE_TRACE_N_SIGNALS];

/* --- troupe-trace-events.c ---------------------------------------------------------------------- */

void troupe_trace_take_event (TroupeTrace *self, TroupeEvent *event);
/* Called when another process resumes the run at @now_us. */
void troupe_trace_begin_session (TroupeTrace *self, gint64 now_us);
/* Ends a pause by the user. */
void troupe_trace_release (TroupeTrace *self, gint64 time_us);
/* @time_us: microseconds since 1970; @end: time of the run */
void troupe_trace_close_span (TroupeTrace *self,
                              TroupeSpan *span,
                              TroupeScopeState state,
                              gint64 time_us,
                              gint64 end);

/* --- troupe-trace.c ------------------------------------------------------------------------------ */

/* Reports a new or changed span with the next batch. */
void troupe_trace_touch (TroupeTrace *self, TroupeSpan *span);
/* Adds the streamed text to the number of bytes that are free again, and clears it. */
void troupe_trace_forget_text (TroupeTrace *self, TroupeSpanText *text);

/* --- troupe-trace-checkpoints.c ------------------------------------------------------------------ */

void troupe_trace_checkpoints_clear (TroupeTraceCheckpoints *self);
/* Saves a checkpoint before an event is added, if it is due. */
void troupe_trace_checkpoint (TroupeTrace *self);
/* Has to be called before a span is modified for the first time after a checkpoint; further calls do nothing. */
void troupe_trace_save_span (TroupeTrace *self, TroupeSpan *span);
/* Has to be called when a span has been created. */
void troupe_trace_note_created (TroupeTrace *self, TroupeSpan *span);

G_END_DECLS
