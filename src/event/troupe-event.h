/* troupe-event.h: everything that happens in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-value.h"

G_BEGIN_DECLS

/* The types of spec/flow-semantics.md §13 that a run of a flow without crews can have. Their names
 * in files are those of troupe_event_type_get_name(). */
typedef enum {
  TROUPE_EVENT_FLOW_STARTED,
  TROUPE_EVENT_FLOW_FINISHED,
  TROUPE_EVENT_FLOW_FAILED,
  TROUPE_EVENT_FLOW_CANCELLED, /* ours: CrewAI ends without a word */
  TROUPE_EVENT_METHOD_STARTED,
  TROUPE_EVENT_METHOD_FINISHED,
  TROUPE_EVENT_METHOD_FAILED,
  TROUPE_EVENT_METHOD_CANCELLED, /* ours: a loser of a race, or the run was stopped */
  TROUPE_EVENT_JOIN_ARRIVED,     /* ours: an event came to a method that waits for more */
  TROUPE_EVENT_AGENT_STARTED,    /* lite_agent_execution_started */
  TROUPE_EVENT_AGENT_FINISHED,
  TROUPE_EVENT_AGENT_FAILED,
  TROUPE_EVENT_LLM_CALL_STARTED,
  TROUPE_EVENT_LLM_STREAM_CHUNK,
  TROUPE_EVENT_LLM_CALL_FINISHED,
  TROUPE_EVENT_LLM_CALL_FAILED,
  TROUPE_EVENT_LOG,              /* ours: what CrewAI would print as a warning */
  TROUPE_EVENT_CHECKPOINT_STARTED,
  TROUPE_EVENT_CHECKPOINT_COMPLETED,
  TROUPE_EVENT_CHECKPOINT_FAILED,
  TROUPE_EVENT_CHECKPOINT_PRUNED,
  TROUPE_EVENT_FEEDBACK_REQUESTED, /* human_feedback_requested: output, message, emit, request_id */
  TROUPE_EVENT_FEEDBACK_RECEIVED,  /* human_feedback_received: feedback, outcome, request_id */
  TROUPE_EVENT_METHOD_PAUSED,      /* it waits for an answer that comes in another process */
  TROUPE_EVENT_FLOW_PAUSED,
  TROUPE_EVENT_RUN_HELD,           /* ours: a person paused the run; nothing new begins */
  TROUPE_EVENT_RUN_RELEASED,       /* ours: and lets it go on */
  TROUPE_EVENT_N_TYPES,
} TroupeEventType;

const char *troupe_event_type_get_name (TroupeEventType type);
gboolean troupe_event_type_from_name (const char *name, TroupeEventType *type);

/**
 * TroupeEvent:
 * @sequence: from 1 in a run, without a gap
 * @parent: sequence of the event that opened the scope around this one; 0 is none
 * @trigger: sequence of the finished event that caused this one; 0 is none
 * @started: for an end, the sequence of its start; 0 is none
 * @time_us: microseconds since 1970
 * @method: (nullable): the method it concerns
 * @fields: a map of the type's own fields (`result`, `params`, `state`, `error`, `chunk` …)
 *
 * One thing that happened. Immutable once emitted; atomic reference count.
 */
typedef struct {
  gatomicrefcount ref_count;
  TroupeEventType type;
  guint64 sequence;
  guint64 parent;
  guint64 trigger;
  guint64 started;
  gint64 time_us;
  char *method;
  TroupeValue *fields;
  TroupeValue *state; /* (nullable): the state at that moment; written only on request */
} TroupeEvent;

#define TROUPE_TYPE_EVENT (troupe_event_get_type ())
GType troupe_event_get_type (void) G_GNUC_CONST;

/* @fields: (transfer full) (nullable). Sequence and time are set by the bus. */
TroupeEvent *troupe_event_new (TroupeEventType type, const char *method, TroupeValue *fields);
TroupeEvent *troupe_event_ref (TroupeEvent *self);
void troupe_event_unref (TroupeEvent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEvent, troupe_event_unref)

/* A field of the event, or NULL. (transfer none) */
TroupeValue *troupe_event_get_field (const TroupeEvent *self, const char *name);

typedef enum {
  TROUPE_EVENT_JSON_DEFAULT = 0,
  TROUPE_EVENT_JSON_STATE = 1 << 0, /* with the state */
} TroupeEventJsonFlags;

/* One JSON line as spec/cli.md has it, without the newline. @run_id is the run's UUID; ids of events
 * are made of it and the sequence number. (transfer full) */
char *troupe_event_to_json (const TroupeEvent *self, const char *run_id, TroupeEventJsonFlags flags);

/* Reads what troupe_event_to_json() wrote. */
TroupeEvent *troupe_event_from_json (const char *line, gssize length, GError **error);

/**
 * TroupeEventBus:
 *
 * Numbers the events of one run and hands them on. emit() is called from one thread only, the run's;
 * sinks are called there, in the order in which they were added. Adding and removing is done before
 * and after the run. Atomic reference count.
 */
typedef struct _TroupeEventBus TroupeEventBus;

typedef void (*TroupeEventFunc) (TroupeEvent *event, gpointer user_data);

TroupeEventBus *troupe_event_bus_new (void);
TroupeEventBus *troupe_event_bus_ref (TroupeEventBus *self);
void troupe_event_bus_unref (TroupeEventBus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventBus, troupe_event_bus_unref)

guint troupe_event_bus_add_sink (TroupeEventBus *self, TroupeEventFunc func, gpointer user_data,
                                 GDestroyNotify destroy);
void troupe_event_bus_remove_sink (TroupeEventBus *self, guint id);

/* FALSE where nobody listens: then making an event can be left out. */
gboolean troupe_event_bus_is_watched (TroupeEventBus *self);

/* The next event will have the number behind @sequence: of a run that is gone on with. */
void troupe_event_bus_go_on_after (TroupeEventBus *self, guint64 sequence);

/* Takes @event over, numbers and stamps it, hands it on. Returns its sequence number. */
guint64 troupe_event_bus_emit (TroupeEventBus *self, TroupeEvent *event);

/**
 * TroupeEventBatch:
 *
 * A sink that carries events to another main context: they are collected and handed over together,
 * at most once every @interval_ms (16 for a window). Chunks of streamed text that follow each other
 * for the same call inside a batch are joined into one event. What is left is handed over by
 * troupe_event_batch_flush(), which is called in the target context when the run has ended.
 */
typedef struct _TroupeEventBatch TroupeEventBatch;

/* @events: (element-type TroupeEvent) (transfer none) */
typedef void (*TroupeEventBatchFunc) (GPtrArray *events, gpointer user_data);

TroupeEventBatch *troupe_event_batch_new (TroupeEventBus *bus, GMainContext *context,
                                          guint interval_ms, TroupeEventBatchFunc func,
                                          gpointer user_data);
void troupe_event_batch_flush (TroupeEventBatch *self);
void troupe_event_batch_free (TroupeEventBatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventBatch, troupe_event_batch_free)

G_END_DECLS
