/* troupe-run-model.h: view model of a run: rows, methods, passes and data, derived from the trace
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "troupe-flow.h"
#include "troupe-trace.h"

G_BEGIN_DECLS

/* The state of a bar or a method. Only methods can be waiting, until they begin. */
typedef enum
{
  TROUPE_BAR_WAITING,
  TROUPE_BAR_RUNNING,
  TROUPE_BAR_DONE,
  TROUPE_BAR_FAILED,
  TROUPE_BAR_CANCELLED,
  TROUPE_BAR_ASKING, /* waits for the user's answer; still grows */
  TROUPE_BAR_N_STATES,
} TroupeBarState;

/* One time interval in a row. Times are in microseconds of the run and do not include pauses by
 * the user. The end is 0 until the interval ends. */
typedef struct
{
  gint64 start;
  gint64 end;
  guint64 sequence; /* the id of its span */
  guint pass;       /* pass of its method, from 1; continued by a restart; 0 for a call */
  TroupeBarState state;
} TroupeBar;

typedef enum
{
  TROUPE_ROW_METHOD, /* in a standalone crew: a task */
  TROUPE_ROW_TASK,   /* a task of a crew that a method runs */
  TROUPE_ROW_CALL,   /* calls of a model */
  TROUPE_ROW_TOOL,   /* calls of a tool; of a delegation, the calls of the coworker are below it */
} TroupeRowKind;

/* A row of the timeline: a method, a task, or consecutive calls of the same model or tool. */
typedef struct _TroupeRunRow TroupeRunRow;
struct _TroupeRunRow
{
  TroupeRowKind kind;
  char *method; /* the method, or in a standalone crew the task, to which it belongs */
  char *label;
  char *
      name; /* (nullable): of a row below another one, what distinguishes it from those of its kind */
  TroupeRunRow *parent; /* (nullable) */
  guint depth;          /* number of rows around it */
  gboolean is_folded;
  guint64 newest;      /* the id of the newest span among @children */
  GArray *bars;        /* (element-type TroupeBar), sorted by start */
  GPtrArray *children; /* (nullable) (element-type TroupeRunRow) */
  gint64 total;       /* microseconds of all bars that have ended */
  gint64 open_starts; /* sum of the starts of all open bars */
  guint n_open;
  guint n_bars[TROUPE_BAR_N_STATES];
};

/* Returns the time of the bars of @row, such as `17 ms`, or `Σ 17 ms` if it is a sum: the card of a method
 * shows the time of its latest pass. @now: the time of bars that are open. (transfer full) */
char *troupe_run_row_dup_total (const TroupeRunRow *row, gint64 now);

/* Data of a method after its latest pass, or of an earlier pass. Before the first pass, only the
 * arrived events are set. */
typedef struct
{
  TroupeBarState state;
  gboolean is_reused; /* whether a replay uses the saved output of the task */
  guint passes;
  gint64 elapsed; /* microseconds; 0 while it runs */
  gint64 start;
  guint64 sequence;          /* of the event that began this pass */
  guint64 trigger;           /* id of the event that triggered it; 0: none */
  TroupeValue *params;       /* (nullable) */
  TroupeValue *result;       /* (nullable): of this pass */
  TroupeValue *output;       /* (nullable): of the last pass that finished */
  TroupeValue *state_before; /* (nullable): the flow's state when the method began */
  TroupeValue *state_value;  /* (nullable): the flow's state at the method's last event */
  TroupeValue *arrived; /* (nullable): names of arrived events while others are missing */
  TroupeValue *missing; /* (nullable): names of the missing events */
  char *error;          /* (nullable): error message */
  char *error_path;     /* (nullable): path of the error in the document */
  guint error_line;     /* in the document; 0 if only the path is known */
  char *traceback;      /* (nullable): of an exception in a script */
  gboolean temporary;   /* whether a retry may help */
  gboolean stream_cut;  /* the stream is longer than what is stored */
  guint n_calls;        /* number of running model calls */
  const GString
      *stream; /* (nullable): the streamed answer so far; valid UTF-8 without U+0000 */
} TroupeMethodInfo;

void troupe_method_info_free (TroupeMethodInfo *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeMethodInfo, troupe_method_info_free)

/**
 * TroupeRunModel:
 *
 * The state of a run for its views.
 *
 * Signals: `changed`, emitted once for each batch of events.
 */
#define TROUPE_TYPE_RUN_MODEL (troupe_run_model_get_type ())
G_DECLARE_FINAL_TYPE (TroupeRunModel, troupe_run_model, TROUPE, RUN_MODEL, GObject)

/* @trace: the source of all data. The caller begins, feeds and ends the trace */
TroupeRunModel *troupe_run_model_new (TroupeTrace *trace);

/* (transfer none) */
TroupeTrace *troupe_run_model_get_trace (TroupeRunModel *self);

/* Clears the model. Must be called when the trace has begun. */
void troupe_run_model_begin (TroupeRunModel *self);
/* Sets the flow that runs, so that the model can predict which methods can still begin. Must be
 * called after each troupe_run_model_begin(). */
void troupe_run_model_set_flow (TroupeRunModel *self, TroupeFlow *flow);
/* Sets details of the failure that the events do not contain. All parameters except @method are
 * (nullable) */
void troupe_run_model_set_failure (TroupeRunModel *self,
                                   const char *method,
                                   const char *message,
                                   const char *path,
                                   guint line,
                                   gboolean temporary);

gboolean troupe_run_model_is_running (TroupeRunModel *self);
/* Returns TRUE if the user has paused the run, so that no time elapses. */
gboolean troupe_run_model_is_held (TroupeRunModel *self);
/* Returns TRUE if the user has paused the run and a step would begin or resume @name. */
gboolean troupe_run_model_is_next (TroupeRunModel *self, const char *name);
/* Returns TRUE if @name can still begin, or if this is unknown. */
gboolean troupe_run_model_can_come (TroupeRunModel *self, const char *name);
/* Returns TRUE if the run was suspended to wait for the user's answer. */
gboolean troupe_run_model_is_paused (TroupeRunModel *self);
/* Returns TRUE if method @name was added after the run began, so that the run says nothing about
 * it. @name: (nullable) */
gboolean troupe_run_model_is_new (TroupeRunModel *self, const char *name);
/* Returns FALSE before the first run. */
gboolean troupe_run_model_has_run (TroupeRunModel *self);
/* Returns the number of runs that have begun. If this number changes, all previous data is
 * invalid. */
guint troupe_run_model_get_n_runs (TroupeRunModel *self);
/* Returns how often the trace was rewound. If this number changes, rows and events may have been removed. */
guint troupe_run_model_get_n_rewinds (TroupeRunModel *self);
/* Returns the microseconds since the run began, or the duration of a finished run. Pauses by the
 * user are not included. */
gint64 troupe_run_model_get_elapsed (TroupeRunModel *self);

/* Rows are the methods in the order in which they first ran, each followed by the rows below it
 * unless it is folded. A row is valid until the next troupe_run_model_begin(). */
guint troupe_run_model_get_n_rows (TroupeRunModel *self);
const TroupeRunRow *troupe_run_model_get_row (TroupeRunModel *self, guint index);
/* Hides or shows the rows below @row. */
void troupe_run_model_fold_row (TroupeRunModel *self, const TroupeRunRow *row, gboolean is_folded);
/* Finds the row of method @name. (nullable) */
const TroupeRunRow *troupe_run_model_find_row (TroupeRunModel *self, const char *name);
/* (nullable) (transfer none) */
const TroupeMethodInfo *troupe_run_model_get_method (TroupeRunModel *self, const char *name);

/* Returns how often @name has begun. */
guint troupe_run_model_get_n_passes (TroupeRunModel *self, const char *name);
/* Creates a snapshot of one pass of @name, from 1. Takes constant time. (transfer full)
 * (nullable): NULL if there is no such pass */
TroupeMethodInfo *troupe_run_model_make_pass (TroupeRunModel *self, const char *name, guint number);

/* Returns the inputs and the output of the run as a whole. (transfer none) (nullable) */
TroupeValue *troupe_run_model_get_inputs (TroupeRunModel *self);
/* Returns TRUE for the run of a standalone crew, which has tasks instead of methods. */
gboolean troupe_run_model_is_crew (TroupeRunModel *self);
/* Sets whether runs without any method or task are those of a standalone crew. */
void troupe_run_model_set_crew (TroupeRunModel *self, gboolean is_crew);
TroupeValue *troupe_run_model_get_final (TroupeRunModel *self);
/* Returns the initial and the latest state of the flow. (transfer none) (nullable) */
TroupeValue *troupe_run_model_get_first_state (TroupeRunModel *self);
TroupeValue *troupe_run_model_get_state (TroupeRunModel *self);

/* Returns the events of the run in order. (transfer none) (element-type TroupeEvent) */
GPtrArray *troupe_run_model_get_events (TroupeRunModel *self);

guint troupe_run_model_get_n_calls (TroupeRunModel *self);
gint64 troupe_run_model_get_n_tokens (TroupeRunModel *self);
/* Describes the cost of the model calls. Returns NULL if there is nothing to show. (transfer
 * full) (nullable) */
char *troupe_run_model_describe_cost (TroupeRunModel *self);

/* Returns a serial number that changes with the result of troupe_run_model_get_data(). */
guint troupe_run_model_get_data_serial (TroupeRunModel *self);
/* Returns {final, outputs, state} of the run so far. The required time is proportional to the
 * number of finished methods, not to the number of events. (transfer full) */
TroupeValue *troupe_run_model_get_data (TroupeRunModel *self);

G_END_DECLS
