/* troupe-event.h: events of a run: TroupeEvent, event bus, batches and JSON lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event-type.h"
#include "troupe-redactor.h"
#include "troupe-scope.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeEvent:
 * @sequence: the number of the event in its run, from 1, without gaps if chunk events are included
 * @trigger: sequence of the finished event that caused this event; 0 for none
 * @time_us: microseconds since 1970
 * @scope: (nullable): the scope that the event opens, changes or closes, depending on its type
 * @fields: a map of the type's own fields (`result`, `params`, `state`, `error`, `chunk` …)
 * @state: (nullable): the state at that time; written only on request
 *
 * An event of a run. Immutable once emitted; atomic reference count.
 */
typedef struct {
  gatomicrefcount ref_count;
  TroupeEventType type;
  guint64 sequence;
  guint64 trigger;
  gint64 time_us;
  TroupeScope *scope;
  TroupeValue *fields;
  TroupeValue *state;
} TroupeEvent;

#define TROUPE_TYPE_EVENT (troupe_event_get_type ())
GType troupe_event_get_type (void) G_GNUC_CONST;

/* Creates an event, whose sequence number and time the bus sets. (transfer full)
 * @scope: (transfer none) (nullable)
 * @fields: (transfer full) (nullable): a map */
TroupeEvent *troupe_event_new (TroupeEventType type, TroupeScope *scope, TroupeValue *fields);
TroupeEvent *troupe_event_ref (TroupeEvent *self);
void troupe_event_unref (TroupeEvent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEvent, troupe_event_unref)

/* Returns a field of the event, or NULL. (transfer none) (nullable) */
TroupeValue *troupe_event_get_field (const TroupeEvent *self, const char *name);

/* Returns the sequence number of the event that opened the enclosing scope; 0 for none. The
 * enclosing scope is the scope around the scope that @self opens or closes, or the scope in
 * which @self happens. */
guint64 troupe_event_get_parent (const TroupeEvent *self);
/* Returns the sequence number of the start event if @self is an end event; 0 for none. */
guint64 troupe_event_get_started (const TroupeEvent *self);
/* Returns the name of the method to which the event belongs. (transfer none) (nullable) */
const char *troupe_event_get_method (const TroupeEvent *self);
/* Returns TRUE if the event ends a model call that the provider charges for: it was answered, by
 * the provider and not from stored answers, even if the answer was rejected. */
gboolean troupe_event_is_billed (const TroupeEvent *self);

/* What is serialized. */
typedef enum {
  TROUPE_EVENT_JSON_DEFAULT = 0,
  TROUPE_EVENT_JSON_STATE = 1 << 0, /* include the state */
} TroupeEventJsonFlags;

/* Serializes the event to one JSON line as specified in doc/cli.md, without the newline. @run_id
 * is the run's UUID. An event id consists of this UUID and the sequence number. (transfer full) */
char *troupe_event_to_json (const TroupeEvent *self, const char *run_id, TroupeEventJsonFlags flags);

/* Parses a single line that troupe_event_to_json() wrote. Its scopes contain only what the line
 * contains. @length: bytes, or -1 if NUL-terminated. (transfer full) (nullable). Errors: as
 * troupe_event_reader_read(). */
TroupeEvent *troupe_event_from_json (const char *line, gssize length, GError **error);

/**
 * TroupeEventReader:
 *
 * Parses the lines of one run in their order, so that events of the same scope share a
 * #TroupeScope. For one thread.
 */
typedef struct _TroupeEventReader TroupeEventReader;

/* Creates a reader for one run. (transfer full) */
TroupeEventReader *troupe_event_reader_new (void);
void troupe_event_reader_free (TroupeEventReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventReader, troupe_event_reader_free)

/* Parses the next line. @length: bytes, or -1 if NUL-terminated. (transfer full) (nullable).
 * Errors: %TROUPE_JSON_ERROR if the line is not JSON, %G_IO_ERROR_INVALID_DATA if it is not an
 * event. */
TroupeEvent *troupe_event_reader_read (TroupeEventReader *self, const char *line, gssize length,
                                       GError **error);

/**
 * TroupeEventBus:
 *
 * Numbers the events of one run and passes them to sinks. emit() is only called from the run's
 * thread. Sinks are called on that thread, in the order in which they were added. Sinks are only
 * added and removed before and after the run. Atomic reference count.
 */
typedef struct _TroupeEventBus TroupeEventBus;

/* Receives an event, on the thread that emits it. @event: (transfer none): take a reference to keep
 * it */
typedef void (*TroupeEventFunc) (TroupeEvent *event, gpointer user_data);

/* Creates a bus without sinks. (transfer full) */
TroupeEventBus *troupe_event_bus_new (void);
TroupeEventBus *troupe_event_bus_ref (TroupeEventBus *self);
void troupe_event_bus_unref (TroupeEventBus *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventBus, troupe_event_bus_unref)

/**
 * troupe_event_bus_add_sink:
 * @destroy: (nullable): frees @user_data when the sink is removed or the bus is freed
 *
 * Adds a sink, which is called with every event.
 *
 * Returns: an id for troupe_event_bus_remove_sink(), never 0
 */
guint troupe_event_bus_add_sink (TroupeEventBus *self, TroupeEventFunc func, gpointer user_data,
                                 GDestroyNotify destroy);
/* Removes a sink. @id: the result of troupe_event_bus_add_sink(). The sink must exist */
void troupe_event_bus_remove_sink (TroupeEventBus *self, guint id);

/* Returns FALSE if there are no sinks, so that the caller can avoid creating an event. */
gboolean troupe_event_bus_is_watched (TroupeEventBus *self);

/* Continues the numbering after @sequence, for a run that is resumed. */
void troupe_event_bus_go_on_after (TroupeEventBus *self, guint64 sequence);

/* Sets what redacts the keys of the run in all following events. @redactor: (transfer none) */
void troupe_event_bus_set_redactor (TroupeEventBus *self, TroupeRedactor *redactor);
/* Returns it, so that code with the bus can add keys and redact them. @self: (nullable). (transfer
 * none) (nullable) */
TroupeRedactor *troupe_event_bus_get_redactor (TroupeEventBus *self);

/* Takes ownership of @event, sets its number and time and the id of the scope that it opens,
 * redacts keys, and calls the sinks. Returns its sequence number. */
guint64 troupe_event_bus_emit (TroupeEventBus *self, TroupeEvent *event);

/**
 * TroupeEventBatch:
 *
 * A sink that passes events to another main context. The events are collected and passed on
 * together, at most once every @interval_ms (16 for a window). Consecutive chunks of streamed text
 * of the same call inside a batch are joined into one event. troupe_event_batch_flush() passes on
 * the remaining events. It is called in the target context when the run has ended.
 */
typedef struct _TroupeEventBatch TroupeEventBatch;

/* Receives a batch in the target context. @events: (element-type TroupeEvent) (transfer none) */
typedef void (*TroupeEventBatchFunc) (GPtrArray *events, gpointer user_data);

/**
 * troupe_event_batch_new:
 * @bus: gets a sink
 * @context: (nullable): the target context; %NULL is the default one
 * @interval_ms: minimum time between two batches, in milliseconds
 * @func: called in @context
 *
 * Returns: (transfer full): the batch; free it in the target context, after the run has ended
 */
TroupeEventBatch *troupe_event_batch_new (TroupeEventBus *bus, GMainContext *context,
                                          guint interval_ms, TroupeEventBatchFunc func,
                                          gpointer user_data);
/* Passes all queued events on immediately. Call it in the target context when the run has ended. */
void troupe_event_batch_flush (TroupeEventBatch *self);
void troupe_event_batch_free (TroupeEventBatch *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventBatch, troupe_event_batch_free)

G_END_DECLS
