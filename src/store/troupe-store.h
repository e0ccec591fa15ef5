/* troupe-store.h: kept runs and their events
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"

G_BEGIN_DECLS

typedef enum {
  TROUPE_RUN_STATUS_RUNNING,
  TROUPE_RUN_STATUS_OK,
  TROUPE_RUN_STATUS_FAILED,
  TROUPE_RUN_STATUS_CANCELLED,
  TROUPE_RUN_STATUS_TIMEOUT,
  TROUPE_RUN_STATUS_PAUSED,
  TROUPE_RUN_STATUS_INTERRUPTED, /* its process is gone; never stored, always worked out */
} TroupeRunStatus;

const char *troupe_run_status_get_name (TroupeRunStatus status);

/* One kept run. */
typedef struct {
  char *id;              /* UUID */
  char *name;            /* the flow's */
  char *path;            /* (nullable): the file */
  char *digest;          /* of the document */
  TroupeRunStatus status;
  gint64 started_us;     /* microseconds since 1970 */
  gint64 ended_us;       /* 0: not yet */
  char *error;           /* (nullable) */
  char *document;        /* (nullable): the document's text; only from troupe_store_get_run() */
  TroupeValue *inputs;   /* (nullable) */
  TroupeValue *result;   /* (nullable): the object that `run --json` prints */
} TroupeRunRecord;

void troupe_run_record_free (TroupeRunRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRecord, troupe_run_record_free)

/**
 * TroupeStore:
 *
 * The database of runs in the user's data folder (`runs.db`). All writing happens on one thread that
 * the store owns, in the order of the calls; each call returns at once. `journal_mode=WAL`,
 * `synchronous=FULL`; the schema has a version and is migrated when a store is opened. A database that
 * is newer than this program is refused, a broken one is set aside and named in the error.
 */
#define TROUPE_TYPE_STORE (troupe_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStore, troupe_store, TROUPE, STORE, GObject)

/* `$XDG_DATA_HOME/troupe`. (transfer full) */
char *troupe_store_get_default_folder (void);

/* @folder: made where it is missing, mode 0700. Errors: %G_IO_ERROR. */
TroupeStore *troupe_store_open (const char *folder, GError **error);

/* What is written goes into the queue; the record is copied. The run belongs to this process until it
 * is ended: one whose process is gone is listed as interrupted. */
void troupe_store_begin_run (TroupeStore *self, const TroupeRunRecord *record);
void troupe_store_add_event (TroupeStore *self, const char *run_id, TroupeEvent *event);
void troupe_store_end_run (TroupeStore *self, const char *run_id, TroupeRunStatus status,
                           const char *error, TroupeValue *result);

/* Waits until all that was queued is durable. Errors: what the writer met first since the last call
 * (disk full …). */
gboolean troupe_store_flush (TroupeStore *self, GError **error);

/* Called in the writer's thread when something cannot be stored, once per cause. */
typedef void (*TroupeStoreErrorFunc) (const GError *error, gpointer user_data);
void troupe_store_set_error_func (TroupeStore *self, TroupeStoreErrorFunc func, gpointer user_data,
                                  GDestroyNotify destroy);

/* Newest first. @path: (nullable): only runs of this file. @limit: 0 is all.
 * (transfer full) (element-type TroupeRunRecord) */
GPtrArray *troupe_store_list_runs (TroupeStore *self, const char *path, guint limit, GError **error);
/* @id: a UUID, or the first characters of one that fit only one run. */
TroupeRunRecord *troupe_store_get_run (TroupeStore *self, const char *id, GError **error);
/* (transfer full) (element-type TroupeEvent) */
GPtrArray *troupe_store_get_events (TroupeStore *self, const char *run_id, GError **error);
gboolean troupe_store_delete_run (TroupeStore *self, const char *run_id, GError **error);

G_END_DECLS
