/* troupe-event.h: everything that happens in a run
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "troupe-event-type.h"
#include "troupe-scope.h"
#include "troupe-value.h"

G_BEGIN_DECLS

/**
 * TroupeEvent:
 * @sequence: from 1 in a run, without a gap as long as pieces are among them
 * @trigger: sequence of the finished event that caused this one; 0 is none
 * @time_us: microseconds since 1970
 * @scope: (nullable): what it opens, changes or closes, by its type
 * @fields: a map of the type's own fields (`result`, `params`, `state`, `error`, `chunk` …)
 * @state: (nullable): the state at that moment; written only on request
 *
 * One thing that happened. Immutable once emitted; atomic reference count.
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

/* @scope: (transfer none) (nullable); @fields: (transfer full) (nullable). Sequence and time are set by
 * the bus. */
TroupeEvent *troupe_event_new (TroupeEventType type, TroupeScope *scope, TroupeValue *fields);
TroupeEvent *troupe_event_ref (TroupeEvent *self);
void troupe_event_unref (TroupeEvent *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEvent, troupe_event_unref)

/* A field of the event, or NULL. (transfer none) */
TroupeValue *troupe_event_get_field (const TroupeEvent *self, const char *name);

/* What the scope says: the event that opened the scope around the one that the event opens or closes,
 * or in which it happens; of an end the event that it ends; the method, nullable. */
guint64 troupe_event_get_parent (const TroupeEvent *self);
guint64 troupe_event_get_started (const TroupeEvent *self);
const char *troupe_event_get_method (const TroupeEvent *self);

typedef enum {
  TROUPE_EVENT_JSON_DEFAULT = 0,
  TROUPE_EVENT_JSON_STATE = 1 << 0, /* with the state */
} TroupeEventJsonFlags;

/* One JSON line as doc/cli.md has it, without the newline. @run_id is the run's UUID; ids of events
 * are made of it and the sequence number. (transfer full) */
char *troupe_event_to_json (const TroupeEvent *self, const char *run_id, TroupeEventJsonFlags flags);

/* Reads a single line that troupe_event_to_json() wrote. Of its scopes it has what the line says. */
TroupeEvent *troupe_event_from_json (const char *line, gssize length, GError **error);

/**
 * TroupeEventReader:
 *
 * Reads the lines of one run in their order, so that events of the same scope have the same
 * #TroupeScope. For one thread.
 */
typedef struct _TroupeEventReader TroupeEventReader;

TroupeEventReader *troupe_event_reader_new (void);
void troupe_event_reader_free (TroupeEventReader *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeEventReader, troupe_event_reader_free)

TroupeEvent *troupe_event_reader_read (TroupeEventReader *self, const char *line, gssize length,
                                       GError **error);

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

/* The next event will have the number behind @sequence: of a run that is resumed. */
void troupe_event_bus_go_on_after (TroupeEventBus *self, guint64 sequence);

/* Takes @event over, numbers and stamps it, gives the scope that it opens its id, hands it on. Returns its
 * sequence number. */
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
