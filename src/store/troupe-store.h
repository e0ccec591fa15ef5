/* troupe-store.h: run history: database of saved runs, events, steps and requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"
#include "troupe-secret.h"

G_BEGIN_DECLS

typedef enum {
  TROUPE_RUN_STATUS_RUNNING,
  TROUPE_RUN_STATUS_OK,
  TROUPE_RUN_STATUS_FAILED,
  TROUPE_RUN_STATUS_CANCELLED,
  TROUPE_RUN_STATUS_TIMEOUT,
  TROUPE_RUN_STATUS_PAUSED,
  TROUPE_RUN_STATUS_INTERRUPTED, /* its process has exited; derived, never stored */
} TroupeRunStatus;

const char *troupe_run_status_get_name (TroupeRunStatus status);

/* A saved run. Only troupe_store_get_run() sets document, inputs, result and options; lists do
 * not contain them. */
typedef struct {
  char *id;              /* UUID */
  char *name;            /* name of the flow */
  char *path;            /* (nullable): the path of the document */
  char *digest;          /* of the document */
  TroupeRunStatus status;
  gint64 started_us;     /* microseconds since 1970 */
  gint64 ended_us;       /* 0: not ended */
  gint64 elapsed_us;     /* duration without waiting for the user; 0: not ended */
  char *error;           /* (nullable) */
  char *document;        /* (nullable): the text of the document */
  TroupeValue *inputs;   /* (nullable) */
  TroupeValue *result;   /* (nullable): the object that `run --json` prints */
  TroupeValue *options;  /* (nullable): how it was started, for resuming it */
} TroupeRunRecord;

void troupe_run_record_free (TroupeRunRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRecord, troupe_run_record_free)

/**
 * TroupeRunStep:
 * @ordinal: consecutive in a run, from 1; 0 is the initial state of the run
 * @launch: the number of the method's execution in this run, from 1
 * @at_once: whether it ended while it was being launched, before methods launched together with it
 *   began
 * @value: (nullable): the output that listeners receive; @error: (nullable): why it failed, a map
 * @feedback: (nullable): the user's feedback, a map
 * @was_asked: whether it answers a request; only set for writing
 * @state: (nullable): the state after it, if it has changed
 *
 * A method that has ended. Which methods are pending, have been triggered, and how often they ran
 * follows from the order of the steps.
 */
typedef struct {
  gint64 ordinal;
  char *method;
  guint launch;
  gboolean at_once;
  TroupeValue *value;
  TroupeValue *error;
  TroupeValue *state;
  TroupeValue *feedback;
  gboolean was_asked;
} TroupeRunStep;

void troupe_run_step_free (TroupeRunStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunStep, troupe_run_step_free)

/**
 * TroupeRunRequest:
 * @id: a UUID
 * @flow_id: the ID of the state, as a string
 * @launch: the number of the method's execution in this run, from 1
 * @behind: the number of the step after which the request was made
 * @question: a map of `flow_name`, `message`, `output`, `emit`, `default_outcome` and `metadata`
 * @state: (nullable): the state after the method's action, if it differs from that after the step
 * @asked_us: microseconds since 1970
 * @states_path: (nullable): the database of flow states that contains the same request for CrewAI
 * @n_rows: the number of rows of that database that belong to it
 * @is_open: whether it has not been answered yet
 *
 * A request of a method for human feedback (doc/flow-semantics.md §10). Its action has ended and is
 * not repeated.
 */
typedef struct {
  char *id;
  char *run_id;
  char *flow_id;
  char *method;
  guint launch;
  gint64 behind;
  TroupeValue *question;
  TroupeValue *state;
  gint64 asked_us;
  char *states_path;
  guint n_rows;
  gboolean is_open;
} TroupeRunRequest;

TroupeRunRequest *troupe_run_request_copy (const TroupeRunRequest *self);
void troupe_run_request_free (TroupeRunRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRequest, troupe_run_request_free)

/**
 * TroupeStore:
 *
 * The database of runs in the user's data folder (`runs.db`). All writes are performed on a thread
 * of the store, in the order of the calls; each call returns immediately. `journal_mode=WAL`,
 * `synchronous=FULL`; the schema is versioned and migrated when a store is opened. A database that
 * is newer than this program is refused, a damaged one is moved aside, which
 * troupe_store_get_notice() reports.
 */
#define TROUPE_TYPE_STORE (troupe_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStore, troupe_store, TROUPE, STORE, GObject)

/* Writes and reads JSON like Python's json module, including infinities. (transfer full) */
char *troupe_store_value_to_python_json (TroupeValue *value);
TroupeValue *troupe_store_value_from_python_json (const char *text, GError **error);

/* Returns `$XDG_DATA_HOME/troupe`. (transfer full) */
char *troupe_store_get_default_folder (void);

/* @folder: created if necessary, with mode 0700. Errors: %G_IO_ERROR. */
TroupeStore *troupe_store_open (const char *folder, GError **error);
/* Returns the folder of the store. (transfer full) */
char *troupe_store_get_folder (TroupeStore *self);
/* (nullable): a message to show to the user once, if a damaged database was moved aside when the
 * store was opened. */
const char *troupe_store_get_notice (TroupeStore *self);

/* Commits everything that was queued so far, in one transaction, for callers that wait for
 * tickets; otherwise it is committed within a tenth of a second. */
void troupe_store_commit (TroupeStore *self);

/* Queues a new run; the record is copied. The run belongs to this process until it ends: a run
 * whose process has exited is listed as interrupted. */
void troupe_store_begin_run (TroupeStore *self, const TroupeRunRecord *record);
/* Redacts @secret in everything that is written about the run from now on, except its record;
 * called before anything else is written. */
void troupe_store_hide (TroupeStore *self, const char *run_id, TroupeSecret *secret);
void troupe_store_add_event (TroupeStore *self, const char *run_id, TroupeEvent *event);
void troupe_store_end_run (TroupeStore *self, const char *run_id, TroupeRunStatus status,
                           const char *error, TroupeValue *result);

/* Adds steps that become durable together, after everything that was queued before
 * (troupe_store_commit()). @steps: (transfer full) (element-type TroupeRunStep): replaces
 * existing steps with the same numbers.
 * Returns: (transfer full): a ticket to wait for before anything is done that depends on the
 * steps. */
typedef struct _TroupeStoreTicket TroupeStoreTicket;
TroupeStoreTicket *troupe_store_add_steps (TroupeStore *self, const char *run_id, GPtrArray *steps);
void troupe_store_ticket_wait (TroupeStoreTicket *ticket);

/**
 * TroupeTaskOutput:
 * @place: identifies the crew of the run and its kickoff
 * @part: the number of the task from 0; other values are used for data of the whole kickoff
 * @key: (nullable): the key by which CrewAI identifies the task, independent of its name
 * @value: the output, a map
 *
 * The output of a finished task of a crew.
 */
typedef struct {
  char *place;
  int part;
  char *key;
  TroupeValue *value;
} TroupeTaskOutput;

TroupeTaskOutput *troupe_task_output_copy (const TroupeTaskOutput *self);
void troupe_task_output_free (TroupeTaskOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTaskOutput, troupe_task_output_free)

/* Like troupe_store_add_steps(), for one task. @output: copied. (transfer full) */
TroupeStoreTicket *
troupe_store_add_task (TroupeStore *self, const char *run_id, const TroupeTaskOutput *output);

/**
 * TroupeStoredAnswer:
 * @place: the work in the run that received it: `review#2`, or a task of its crew, `review#2/0`
 * @ordinal: its number within @place, in the order in which answers were received
 * @request: the digest of the request
 * @value: the response of a model, a tool or the user
 *
 * A response that unfinished work has received.
 */
typedef struct {
  char *place;
  gint64 ordinal;
  char *request;
  TroupeValue *value;
} TroupeStoredAnswer;

TroupeStoredAnswer *troupe_stored_answer_copy (const TroupeStoredAnswer *self);
void troupe_stored_answer_free (TroupeStoredAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredAnswer, troupe_stored_answer_free)

/* Queues an answer. @answer: copied. All answers of a run are removed when it succeeds. */
void
troupe_store_add_answer (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *answer);
/* Removes the answers at @place and below it after the work has ended, because they are not
 * needed again. Queued. */
void troupe_store_forget_answers (TroupeStore *self, const char *run_id, const char *place);

/**
 * TroupeStoreTicketState:
 * @TROUPE_STORE_TICKET_DONE: it is durable, or has failed, which was reported
 * @TROUPE_STORE_TICKET_STUCK: it cannot be written now, because there is no disk space; the store
 *   retries every second until it succeeds
 */
typedef enum
{
  TROUPE_STORE_TICKET_OPEN,
  TROUPE_STORE_TICKET_STUCK,
  TROUPE_STORE_TICKET_DONE,
} TroupeStoreTicketState;

/* Waits until the ticket is no longer open. */
TroupeStoreTicketState troupe_store_ticket_wait_for_news (TroupeStoreTicket *ticket);
TroupeStoreTicketState troupe_store_ticket_get_state (TroupeStoreTicket *ticket);
/* Returns why it is stuck. (transfer none): valid as long as the ticket */
const char *troupe_store_ticket_get_reason (TroupeStoreTicket *ticket);
/* @func: called on the writer thread when the ticket has changed. */
typedef void (*TroupeStoreTicketFunc) (gpointer user_data);
void troupe_store_ticket_set_func (TroupeStoreTicket *ticket, TroupeStoreTicketFunc func,
                                   gpointer data, GDestroyNotify destroy);
/* Releases the ticket without waiting for it. */
void troupe_store_ticket_unref (TroupeStoreTicket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreTicket, troupe_store_ticket_unref)

/* Returns a ticket for everything that was queued so far. Unlike the ticket for steps it is also
 * stuck while another program locks the database. (transfer full) */
TroupeStoreTicket *troupe_store_mark (TroupeStore *self);
/* Retries a failed write immediately. */
void troupe_store_retry (TroupeStore *self);

/* Adds a request for feedback, after everything that was queued before; replaces a request with
 * the same ID. It is closed when a step of the same execution of the method is added, and
 * removed when the run ends and cannot be resumed. (transfer full): a ticket to wait for before
 * the user is prompted. */
TroupeStoreTicket *troupe_store_add_request (TroupeStore *self, const TroupeRunRequest *request);
/* Marks the request as closed. Queued. */
void troupe_store_close_request (TroupeStore *self, const char *run_id, const char *request_id);

/* Waits until everything that was queued is durable. Errors: the first error of the writer since
 * the last call (disk full …). */
gboolean troupe_store_flush (TroupeStore *self, GError **error);

/* Called on the writer thread when data cannot be stored, once per cause, without holding a
 * lock. */
typedef void (*TroupeStoreErrorFunc) (const GError *error, gpointer user_data);
void troupe_store_set_error_func (TroupeStore *self, TroupeStoreErrorFunc func, gpointer user_data,
                                  GDestroyNotify destroy);

/* Returns runs, newest first. @path: (nullable): only runs of this document. @limit: 0 for no
 * limit. (transfer full) (element-type TroupeRunRecord) */
GPtrArray *troupe_store_list_runs (TroupeStore *self, const char *path, guint limit, GError **error);
/* Returns the next page of runs after @last, the last run of the previous page; @last:
 * (nullable): the first page. The time to read a page does not depend on its position. (transfer
 * full) (element-type TroupeRunRecord) */
GPtrArray *troupe_store_list_runs_behind (TroupeStore *self, const char *path,
                                          const TroupeRunRecord *last, guint limit, GError **error);
/* @id: a UUID, or a prefix that matches only one run. */
TroupeRunRecord *troupe_store_get_run (TroupeStore *self, const char *id, GError **error);
/* (transfer full) (element-type TroupeEvent) */
GPtrArray *troupe_store_get_events (TroupeStore *self, const char *run_id, GError **error);
GPtrArray *troupe_store_get_events_behind (TroupeStore *self, const char *run_id,
                                           TroupeEventReader *reader, guint limit, guint64 *last,
                                           gboolean *has_more, GError **error);
/* Returns the steps in order, from number 0. (transfer full) (element-type TroupeRunStep) */
GPtrArray *troupe_store_get_steps (TroupeStore *self, const char *run_id, GError **error);
/* Sorted by place, then by part. (transfer full) (element-type TroupeTaskOutput) */
GPtrArray *troupe_store_get_tasks (TroupeStore *self, const char *run_id, GError **error);
/* Sorted by place, then in their order. (transfer full) (element-type TroupeStoredAnswer) */
GPtrArray *troupe_store_get_answers (TroupeStore *self, const char *run_id, GError **error);
/* Returns the ID of the newest run of the document @path that has a saved task. (transfer full)
 * (nullable): there is none, or @error is set */
char *troupe_store_find_last_kickoff (TroupeStore *self, const char *path, GError **error);
/* Returns the open requests, oldest first. @run_id: (nullable): only those of one run, which may
 * be running; NULL for all runs that can be resumed. (transfer full) (element-type
 * TroupeRunRequest) */
GPtrArray *troupe_store_list_requests (TroupeStore *self, const char *run_id, GError **error);
/* Returns all requests of a run, open or closed, oldest first. (transfer full) (element-type
 * TroupeRunRequest) */
GPtrArray *troupe_store_get_requests (TroupeStore *self, const char *run_id, GError **error);
/* Claims an interrupted, cancelled, timed out or paused run for this process, as a running one.
 * Errors: %G_IO_ERROR_BUSY if another process runs it, %G_IO_ERROR_INVALID_ARGUMENT if it has
 * ended. */
gboolean troupe_store_claim_run (TroupeStore *self, const char *run_id, GError **error);
/* Returns TRUE if runs with this status can be resumed, regardless of their other data. */
gboolean troupe_run_status_can_go_on (TroupeRunStatus status);
/* Returns TRUE if the run can be resumed: also a failed run, which is resumed after everything
 * that it has finished. */
gboolean troupe_store_can_resume (TroupeStore *self, const TroupeRunRecord *record);
/* Deletes runs with all their data, whatever their status, and waits for completion. */
gboolean troupe_store_delete_run (TroupeStore *self, const char *run_id, GError **error);
/* @run_ids: complete IDs, NULL-terminated */
gboolean
troupe_store_delete_runs (TroupeStore *self, const char *const *run_ids, GError **error);

/**
 * TroupeStoreRetention:
 * @max_runs: the maximum number of runs; the newest ones are preserved
 * @max_age_us: the maximum time since the start of a run, in microseconds
 * @max_bytes: the maximum size of all saved runs
 *
 * Retention limits; -1 is no limit. Runs that can be resumed or that have open requests are never
 * removed.
 */
typedef struct {
  gint64 max_runs;
  gint64 max_age_us;
  gint64 max_bytes;
} TroupeStoreRetention;

#define TROUPE_STORE_RETENTION_NONE { -1, -1, -1 }

/* Enforces the limits from now on. Returns immediately. */
void troupe_store_set_retention (TroupeStore *self, const TroupeStoreRetention *retention);
/* Removes the runs that exceed the limits once, and waits for completion. @n_removed: (out): the
 * number of removed runs */
gboolean troupe_store_prune (TroupeStore *self, const TroupeStoreRetention *retention,
                             guint *n_removed, GError **error);

G_END_DECLS
