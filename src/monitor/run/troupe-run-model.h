/* troupe-run-model.h: what is known of a run, for who shows it
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-flow.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* Bars are never waiting; methods are until they begin. */
typedef enum
{
  TROUPE_BAR_WAITING,
  TROUPE_BAR_RUNNING,
  TROUPE_BAR_DONE,
  TROUPE_BAR_FAILED,
  TROUPE_BAR_CANCELLED,
  TROUPE_BAR_ASKING, /* waits for a person's answer; goes on growing */
  TROUPE_BAR_N_STATES,
} TroupeBarState;

/* One stretch of time in a row. Times are microseconds of the run, without a person's pauses; end 0: not
 * yet. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint64 sequence; /* the number of its span */
  guint pass;       /* of its method, from 1; what begins anew is the same one. 0: of a call */
  TroupeBarState state;
} TroupeBar;

typedef enum
{
  TROUPE_ROW_METHOD,
  TROUPE_ROW_CALL, /* calls of a model, below their method */
  TROUPE_ROW_TOOL, /* calls of a tool, below their method */
} TroupeRowKind;

/* One line of the timeline: a method, or the calls that a method made to one model. */
typedef struct
{
  TroupeRowKind kind;
  char *method;
  char *label;
  GArray *bars;       /* (element-type TroupeBar), by start */
  GPtrArray *calls;   /* (nullable) (element-type TroupeRunRow): of a method: its models */
  gint64 total;       /* microseconds of all bars that have ended */
  gint64 open_starts; /* the sum of the starts of those that have not */
  guint n_open;
  guint n_bars[TROUPE_BAR_N_STATES];
} TroupeRunRow;

/* What is known of a method after its latest pass; before its first one only what has arrived. Or what is
 * known of an earlier pass. */
typedef struct
{
  TroupeBarState state;
  guint passes;
  gint64 elapsed; /* microseconds; 0 while it runs */
  gint64 start;
  guint64 sequence;          /* of the event that began this pass */
  guint64 trigger;           /* of the event that caused it; 0: none */
  TroupeValue *params;       /* (nullable) */
  TroupeValue *result;       /* (nullable): of this pass */
  TroupeValue *output;       /* (nullable): of the last pass that finished */
  TroupeValue *state_before; /* (nullable): the flow's state when the method began */
  TroupeValue *state_value;  /* (nullable): the flow's state at the method's last event */
  TroupeValue *arrived; /* (nullable): names of the events that came while others are missing */
  TroupeValue *missing; /* (nullable): names of those */
  char *error;          /* (nullable): what went wrong */
  char *error_path;     /* (nullable): where in the document */
  guint error_line;     /* of the document; 0: what the path says */
  char *traceback;      /* (nullable): of what a script raised */
  gboolean temporary;   /* trying again later may help */
  gboolean stream_cut;  /* more came than is kept */
  guint n_calls;        /* to models, that are under way */
  const GString
      *stream; /* (nullable): what came of the answer so far; valid UTF-8 without U+0000 */
} TroupeMethodInfo;

void troupe_method_info_free (TroupeMethodInfo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMethodInfo, troupe_method_info_free)

/**
 * TroupeRunModel:
 *
 * Signals: `changed`, once for each batch of events.
 */
#define TROUPE_TYPE_RUN_MODEL (troupe_run_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunModel, troupe_run_model, TROUPE, RUN_MODEL, GObject)

/* @trace: what it knows all of this from; somebody else begins it, feeds it and ends it */
TroupeRunModel *troupe_run_model_new (TroupeTrace *trace);

/* (transfer none) */
TroupeTrace *troupe_run_model_get_trace (TroupeRunModel *self);

/* The trace has begun: forgets everything. */
void troupe_run_model_begin (TroupeRunModel *self);
/* What runs, so that it is known what can still come; after each troupe_run_model_begin(). */
void troupe_run_model_set_flow (TroupeRunModel *self, TroupeFlow *flow);
/* Why the run failed, where that is known better than by the events. All but @method: (nullable) */
void troupe_run_model_set_failure (TroupeRunModel *self,
                                   const char *method,
                                   const char *message,
                                   const char *path,
                                   guint line,
                                   gboolean temporary);

gboolean troupe_run_model_is_running (TroupeRunModel *self);
/* Whether a person holds it, so that no time goes by for it. */
gboolean troupe_run_model_is_held (TroupeRunModel *self);
/* Whether a person holds it, and a step would begin @name or resume it. */
gboolean troupe_run_model_is_next (TroupeRunModel *self, const char *name);
/* Whether @name can still begin, as far as that is known. */
gboolean troupe_run_model_can_come (TroupeRunModel *self, const char *name);
/* Whether it came to no end of its own, but waits for a person's answer. */
gboolean troupe_run_model_is_paused (TroupeRunModel *self);
/* FALSE before the first run. */
gboolean troupe_run_model_has_run (TroupeRunModel *self);
/* How many runs have begun: another number means that nothing is as it was. */
guint troupe_run_model_get_n_runs (TroupeRunModel *self);
/* Microseconds since the run began, or how long it took; without a person's pauses. */
gint64 troupe_run_model_get_elapsed (TroupeRunModel *self);

/* Each method in the order in which it first ran, its models below it. */
guint troupe_run_model_get_n_rows (TroupeRunModel *self);
const TroupeRunRow *troupe_run_model_get_row (TroupeRunModel *self, guint index);
/* The row of method @name. (nullable) */
const TroupeRunRow *troupe_run_model_find_row (TroupeRunModel *self, const char *name);
/* (nullable) (transfer none) */
const TroupeMethodInfo *troupe_run_model_get_method (TroupeRunModel *self, const char *name);

/* How often @name has begun. */
guint troupe_run_model_get_n_passes (TroupeRunModel *self, const char *name);
/* What is known of one pass of @name, from 1; it is not brought up to date. Costs the same however many
 * there are. (transfer full) (nullable): there is none of that number */
TroupeMethodInfo *troupe_run_model_make_pass (TroupeRunModel *self, const char *name, guint number);

/* What the run as a whole was given, and what it gave. (transfer none) (nullable) */
TroupeValue *troupe_run_model_get_inputs (TroupeRunModel *self);
/* Whether it is the run of a crew by itself, which has tasks where a flow has methods. */
gboolean troupe_run_model_is_crew (TroupeRunModel *self);
TroupeValue *troupe_run_model_get_final (TroupeRunModel *self);
/* The state with which it began, and the latest one. (transfer none) (nullable) */
TroupeValue *troupe_run_model_get_first_state (TroupeRunModel *self);
TroupeValue *troupe_run_model_get_state (TroupeRunModel *self);

/* The lines of the run's log in order. (transfer none) (element-type TroupeEvent) */
GPtrArray *troupe_run_model_get_events (TroupeRunModel *self);

guint troupe_run_model_get_n_calls (TroupeRunModel *self);
gint64 troupe_run_model_get_n_tokens (TroupeRunModel *self);
/* What they cost, NULL where nothing is to be said of it. (transfer full) (nullable) */
char *troupe_run_model_describe_cost (TroupeRunModel *self);

/* Changes whenever the outcome of troupe_run_model_get_data() does. */
guint troupe_run_model_get_data_serial (TroupeRunModel *self);
/* {final, outputs, state} as far as the run came; costs a step for each method that finished, not for
 * each event. (transfer full) */
TroupeValue *troupe_run_model_get_data (TroupeRunModel *self);

G_END_DECLS
