/* troupe-store.h: run history: database of saved runs, events, steps and requests
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "troupe-event.h"
#include "troupe-redactor.h"
#include "troupe-store-folder.h"

G_BEGIN_DECLS

/* The status of a stored run. */
typedef enum {
  TROUPE_RUN_STATUS_RUNNING,
  TROUPE_RUN_STATUS_OK,
  TROUPE_RUN_STATUS_FAILED,
  TROUPE_RUN_STATUS_CANCELLED,
  TROUPE_RUN_STATUS_TIMEOUT,
  TROUPE_RUN_STATUS_PAUSED,      /* waits for an answer of the user */
  TROUPE_RUN_STATUS_INTERRUPTED, /* its process has exited; derived, never stored */
} TroupeRunStatus;

/* Returns the untranslated name, such as `interrupted`. (transfer none) */
const char *troupe_run_status_get_name (TroupeRunStatus status);

/* A saved run. Only troupe_store_get_run() sets document, inputs and result; lists do not contain
 * them. */
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
  GPtrArray
      *steps; /* (nullable) (element-type TroupeRunStep): only for writing: with which it begins */
} TroupeRunRecord;

void troupe_run_record_free (TroupeRunRecord *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRecord, troupe_run_record_free)

/**
 * TroupeRunStep:
 * @ordinal: consecutive in a run, from 1; 0 is the initial state of the run
 * @launch: the number of the method's execution in this run, from 1
 * @at_once: whether the method ended while it was being launched, before methods launched together
 *   with it began
 * @value: (nullable): the output that listeners receive; @error: (nullable): a map that describes
 *   why the method failed
 * @feedback: (nullable): the user's feedback, a map
 * @was_asked: whether the step answers a request; only set for writing
 * @state: (nullable): the state after the step, if the step has changed it
 *
 * A step whose @method is "" is no method: its @value may contain what the user has changed while the run was paused, under
 * %TROUPE_RUN_STEP_CHANGE.
 *
 * A method that has ended. The order of the steps determines which methods are pending, which
 * methods were triggered, and how often they ran.
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

/* The member of the value of a step that contains a change of the user: a map of `edits` (a list of maps of path, before, after,
 * by and time), `outputs` and `inputs` (maps). The state of the step is that after the change. */
#define TROUPE_RUN_STEP_CHANGE "change"

void troupe_run_step_free (TroupeRunStep *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunStep, troupe_run_step_free)

/**
 * TroupeRunRequest:
 * @id: a UUID
 * @flow_id: the ID of the state, as a string
 * @launch: the number of the method's execution in this run, from 1
 * @behind: the number of the step after which the request was made
 * @question: a map of `flow_name`, `message`, `output`, `emit`, `default_outcome` and `metadata`
 * @state: (nullable): the state after the method's action, if it differs from the state after step
 *   @behind
 * @asked_us: microseconds since 1970
 * @states_path: (nullable): the database of flow states that contains the same request for CrewAI
 * @n_rows: the number of rows in that database that belong to the request
 * @is_open: whether the request has not been answered yet
 *
 * A request of a method for human feedback (doc/flow-semantics.md §10). The action of the method
 * has ended and is not repeated.
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

/* Copies the request; values are shared. (transfer full) */
TroupeRunRequest *troupe_run_request_copy (const TroupeRunRequest *self);
void troupe_run_request_free (TroupeRunRequest *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeRunRequest, troupe_run_request_free)

/**
 * TroupeStore:
 *
 * The database of runs in the user's data folder (`runs.db`). All writes are performed on a thread
 * of the store, in the order of the calls; each call returns immediately. `journal_mode=WAL`,
 * `synchronous=FULL`. The schema is versioned and migrated when a store is opened. A database that
 * is newer than this program is refused. A damaged database is moved aside;
 * troupe_store_get_notice() reports this.
 *
 * Threads: any thread, for all functions of this file; callbacks state their own.
 */
#define TROUPE_TYPE_STORE (troupe_store_get_type ())
G_DECLARE_FINAL_TYPE (TroupeStore, troupe_store, TROUPE, STORE, GObject)

/* Writes JSON like Python's json module, including infinities and NaN. (transfer full) */
char *troupe_store_value_to_python_json (TroupeValue *value);
/* Parses JSON that Python's json module has written. (transfer full) (nullable). Errors:
 * %TROUPE_JSON_ERROR. */
TroupeValue *troupe_store_value_from_python_json (const char *text, GError **error);

/* Returns `$XDG_DATA_HOME/troupe`. (transfer full) */
char *troupe_store_get_default_folder (void);

/* Opens the store, and migrates or replaces its database if necessary. Blocks for a few
 * milliseconds, or longer for a migration. @folder: created with mode 0700 if it is missing.
 * (transfer full) (nullable). Errors: %G_IO_ERROR: %G_IO_ERROR_NOT_SUPPORTED if the database is
 * newer than this program, or the code of the failed file operation. */
TroupeStore *troupe_store_open (const char *folder, GError **error);
/* Same as troupe_store_open(), for a folder that is already open. @path: its path, for messages */
TroupeStore *troupe_store_open_in (TroupeStoreFolder *folder, const char *path, GError **error);
/* Returns the folder of the store. (transfer full) */
char *troupe_store_get_folder (TroupeStore *self);
/* Returns a message to show to the user once, if a damaged database was moved aside when the store
 * was opened. (transfer none) (nullable) */
const char *troupe_store_get_notice (TroupeStore *self);

/* Commits everything that was queued so far, in one transaction. Required for callers that wait
 * for tickets; otherwise, queued data is committed within a tenth of a second. */
void troupe_store_commit (TroupeStore *self);

/* Queues a new run; the record is copied. The run belongs to this process until it ends. If the
 * process exits before that, the run is listed as interrupted. */
void troupe_store_begin_run (TroupeStore *self, const TroupeRunRecord *record);
/* Redacts what @redactor knows, then and later, in everything that is written about the run from now
 * on, except the document in its record; called before anything else is written. */
void troupe_store_hide (TroupeStore *self, const char *run_id, TroupeRedactor *redactor);
/* Queues an event, which is durable after a tenth of a second or when the run has ended. Chunk
 * events are ignored. @event: (transfer none) */
void troupe_store_add_event (TroupeStore *self, const char *run_id, TroupeEvent *event);
/* Queues the end of a run. @status: not RUNNING or INTERRUPTED; @error: (nullable): a sentence;
 * @result: (nullable): the object that `run --json` prints */
void troupe_store_end_run (TroupeStore *self, const char *run_id, TroupeRunStatus status,
                           const char *error, TroupeValue *result);

/* A handle on queued data, with which a caller can wait until the data is durable. Any thread. */
typedef struct _TroupeStoreTicket TroupeStoreTicket;

/**
 * troupe_store_add_steps:
 * @steps: (transfer full) (element-type TroupeRunStep): replaces existing steps with the same
 *   numbers
 *
 * Adds steps that become durable together, after everything that was queued before
 * (troupe_store_commit()).
 *
 * Returns: (transfer full): a ticket; wait for it before you do anything that depends on the steps
 */
TroupeStoreTicket *troupe_store_add_steps (TroupeStore *self, const char *run_id, GPtrArray *steps);
/* Waits until the ticket's data is durable, or the store has reported why it cannot be written;
 * keeps waiting while there is no disk space. Releases the ticket. @self: (transfer full) */
void troupe_store_ticket_wait (TroupeStoreTicket *ticket);

/**
 * TroupeTaskOutput:
 * @place: identifies the crew of the run and its kickoff
 * @part: the number of the task from 0; other values are used for data of the complete kickoff
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

/* Copies the output; its value is shared. (transfer full) */
TroupeTaskOutput *troupe_task_output_copy (const TroupeTaskOutput *self);
void troupe_task_output_free (TroupeTaskOutput *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeTaskOutput, troupe_task_output_free)

/* Like troupe_store_add_steps(), but for the output of one task. @output: copied. (transfer
 * full) */
TroupeStoreTicket *
troupe_store_add_task (TroupeStore *self, const char *run_id, const TroupeTaskOutput *output);

/**
 * TroupeStoredAnswer:
 * @place: identifies the work that received the answer, for example `review#2`, or `review#2/0` for
 *   a task of its crew
 * @ordinal: the number of the answer within @place, in the order in which answers were received
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

/* Copies the answer; its value is shared. (transfer full) */
TroupeStoredAnswer *troupe_stored_answer_copy (const TroupeStoredAnswer *self);
void troupe_stored_answer_free (TroupeStoredAnswer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoredAnswer, troupe_stored_answer_free)

/* Queues an answer. @answer: copied. When a run succeeds, all of its answers are removed. */
void
troupe_store_add_answer (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *answer);
/* Removes the answers at @place and below it. Call after the work has ended, because its answers
 * are then not needed again. Queued. */
void troupe_store_forget_answers (TroupeStore *self, const char *run_id, const char *place);

/* Queues the outcome of a call, which is kept as long as the run. @call: copied; `request` is the digest of the request, `place`
 * who made it */
void troupe_store_add_call (TroupeStore *self, const char *run_id, const TroupeStoredAnswer *call);

/**
 * TroupeStoreTicketState:
 * @TROUPE_STORE_TICKET_OPEN: the data has not been written yet
 * @TROUPE_STORE_TICKET_STUCK: the data cannot be written now, because there is no disk space; the
 *   store retries every second until it succeeds
 * @TROUPE_STORE_TICKET_DONE: the data is durable, or writing it has failed, which was reported
 *
 * The progress of a ticket. DONE is final.
 */
typedef enum
{
  TROUPE_STORE_TICKET_OPEN,
  TROUPE_STORE_TICKET_STUCK,
  TROUPE_STORE_TICKET_DONE,
} TroupeStoreTicketState;

/* Waits until the ticket is no longer open, and returns its state. */
TroupeStoreTicketState troupe_store_ticket_wait_for_news (TroupeStoreTicket *ticket);
/* Returns the state without waiting. */
TroupeStoreTicketState troupe_store_ticket_get_state (TroupeStoreTicket *ticket);
/* Returns why the ticket is stuck; "" if it was never stuck. (transfer none): valid as long as
 * the ticket */
const char *troupe_store_ticket_get_reason (TroupeStoreTicket *ticket);
/* Called on the writer thread when the ticket has changed. It must not use the ticket. */
typedef void (*TroupeStoreTicketFunc) (gpointer user_data);
/* Sets the function, at most once per ticket. If the ticket is no longer open, the function is
 * called immediately on the calling thread. @destroy: (nullable): frees @data, on the thread
 * that releases the last reference */
void troupe_store_ticket_set_func (TroupeStoreTicket *ticket, TroupeStoreTicketFunc func,
                                   gpointer data, GDestroyNotify destroy);
/* Releases the ticket without waiting for it. */
void troupe_store_ticket_unref (TroupeStoreTicket *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TroupeStoreTicket, troupe_store_ticket_unref)

/* Returns a ticket for everything that was queued so far. Unlike the ticket for steps, it is
 * also stuck while another program locks the database. (transfer full) */
TroupeStoreTicket *troupe_store_mark (TroupeStore *self);
/* Retries a failed write immediately. */
void troupe_store_retry (TroupeStore *self);

/* Adds a request for feedback after everything that was queued before, and replaces a request
 * with the same ID. The request is closed when a step of the same execution of the method is
 * added. It is removed when the run ends and cannot be resumed. (transfer full): a ticket to
 * wait for before the user is prompted. */
TroupeStoreTicket *troupe_store_add_request (TroupeStore *self, const TroupeRunRequest *request);
/* Marks the request as closed. Queued. */
void troupe_store_close_request (TroupeStore *self, const char *run_id, const char *request_id);

/* Assigns a run to the file @path, in which its document was saved after the run had begun. Runs that
 * belong to a file already are left unchanged. Queued. */
void troupe_store_set_run_path (TroupeStore *self, const char *run_id, const char *path);

/* Waits until everything that was queued is durable. Errors: the first error of the writer since
 * the last call (disk full …). */
gboolean troupe_store_flush (TroupeStore *self, GError **error);

/* Called on the writer thread when data cannot be stored, once per cause, and with %NULL when
 * everything has been stored after all, such as when the disk has space again. No lock is held, so
 * the function may add to the store, but it must not wait for the store. @error: (nullable) */
typedef void (*TroupeStoreErrorFunc) (const GError *error, gpointer user_data);
/* Sets the function. @func: (nullable). The previous function may still be running when this
 * call returns; its @destroy is called after it has ended. */
void troupe_store_set_error_func (TroupeStore *self, TroupeStoreErrorFunc func, gpointer user_data,
                                  GDestroyNotify destroy);

/* Reading. Each of the following functions first waits until everything that was queued has been
 * written. They block and may be called on any thread. Unless stated otherwise, the errors are
 * %G_IO_ERROR of the database: _BUSY if another program locks it for more than five seconds,
 * _INVALID_DATA if it is damaged, _PERMISSION_DENIED, _FAILED. */

/* Returns runs, newest first. Runs at a path may be those of an earlier document: what is not only shown to the user is found with
 * troupe_store_list_runs_of(). @path: (nullable): only runs of documents at this path; @limit: 0 for no
 * limit. (transfer full) (nullable) (element-type TroupeRunRecord). Errors: %G_IO_ERROR of the
 * database. */
GPtrArray *troupe_store_list_runs (TroupeStore *self, const char *path, guint limit, GError **error);
/* Returns the next page of runs after @last, the last run of the previous page. The time to read a
 * page does not depend on its position. @last: (nullable): NULL for the first page. (transfer full)
 * (nullable) (element-type TroupeRunRecord). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_list_runs_behind (TroupeStore *self, const char *path,
                                          const TroupeRunRecord *last, guint limit, GError **error);
/* Returns the complete record of a run. @id: a UUID, or a prefix that matches only one run.
 * (transfer full) (nullable). Errors: %G_IO_ERROR_NOT_FOUND, %G_IO_ERROR_INVALID_ARGUMENT if
 * several runs match; %G_IO_ERROR of the database. */
TroupeRunRecord *troupe_store_get_run (TroupeStore *self, const char *id, GError **error);
/* Returns all events of a run in order, without chunks. (transfer full) (nullable) (element-type
 * TroupeEvent). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_events (TroupeStore *self, const char *run_id, GError **error);

/**
 * troupe_store_get_events_behind:
 * @reader: use the same reader for all pages of a run
 * @limit: maximum number of events; 0 for no limit
 * @last: (inout): the sequence number of the last event of the previous page, 0 for the first page
 * @has_more: (out) (optional): whether there may be another page
 *
 * Returns the next page of events of a run.
 *
 * Returns: (transfer full) (nullable) (element-type TroupeEvent): %NULL with a %G_IO_ERROR of the
 * database
 */
GPtrArray *troupe_store_get_events_behind (TroupeStore *self, const char *run_id,
                                           TroupeEventReader *reader, guint limit, guint64 *last,
                                           gboolean *has_more, GError **error);
/* Returns the steps in order, from number 0. (transfer full) (nullable) (element-type
 * TroupeRunStep). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_steps (TroupeStore *self, const char *run_id, GError **error);
/* Returns the outputs of a run's tasks, sorted by place, then by part. (transfer full) (nullable)
 * (element-type TroupeTaskOutput). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_tasks (TroupeStore *self, const char *run_id, GError **error);
/* Returns the answers of a run, sorted by place, then in their order. (transfer full) (nullable)
 * (element-type TroupeStoredAnswer). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_answers (TroupeStore *self, const char *run_id, GError **error);
/* Returns the kept calls of a run in their order. (transfer full) (nullable) (element-type TroupeStoredAnswer). Errors:
 * %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_calls (TroupeStore *self, const char *run_id, GError **error);
/* Returns the number of the last kept call of a run; 0 if there is none, or if the database cannot be read. */
gint64 troupe_store_count_calls (TroupeStore *self, const char *run_id);
/* Returns the open requests, oldest first. @run_id: (nullable): only requests of this run, which
 * may be running; NULL for all runs that can be resumed. (transfer full) (nullable)
 * (element-type TroupeRunRequest). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_list_requests (TroupeStore *self, const char *run_id, GError **error);
/* Returns all requests of a run, open or closed, oldest first. (transfer full) (nullable)
 * (element-type TroupeRunRequest). Errors: %G_IO_ERROR of the database. */
GPtrArray *troupe_store_get_requests (TroupeStore *self, const char *run_id, GError **error);
/* Claims a run for this process, so that only one process resumes it. The run may be
 * interrupted, cancelled, timed out, failed or paused; afterwards its status is running. Errors:
 * %G_IO_ERROR_BUSY if another process runs it, %G_IO_ERROR_INVALID_ARGUMENT if it cannot be
 * resumed, %G_IO_ERROR_NOT_FOUND if it was deleted; %G_IO_ERROR of the database. */
gboolean troupe_store_claim_run (TroupeStore *self, const char *run_id, GError **error);
/* Returns TRUE if runs with this status can be resumed, regardless of their other data. */
gboolean troupe_run_status_can_go_on (TroupeRunStatus status);
/* Returns TRUE if the run can be resumed. This includes failed runs, which continue after
 * everything that they have finished. */
gboolean troupe_store_can_resume (TroupeStore *self, const TroupeRunRecord *record);
/* Deletes a run with all its data, regardless of its status, and waits for completion. @run_id:
 * the complete ID. Errors: as troupe_store_prune(). */
gboolean troupe_store_delete_run (TroupeStore *self, const char *run_id, GError **error);
/* Like troupe_store_delete_run(), for several runs. @run_ids: complete IDs, NULL-terminated.
 * Errors: as troupe_store_prune(). */
gboolean
troupe_store_delete_runs (TroupeStore *self, const char *const *run_ids, GError **error);

/**
 * TroupeStoreRetention:
 * @max_runs: the maximum number of runs; the newest ones are preserved
 * @max_age_us: the maximum time since the start of a run, in microseconds
 * @max_bytes: the maximum size of all saved runs
 *
 * Retention limits; -1 is no limit. Runs that can be resumed, that have open requests or that are kept
 * (troupe_store_keep_run()) are never removed.
 */
typedef struct {
  gint64 max_runs;
  gint64 max_age_us;
  gint64 max_bytes;
} TroupeStoreRetention;

#define TROUPE_STORE_RETENTION_NONE { -1, -1, -1 }

/* Enforces the limits from now on. Returns immediately. */
void troupe_store_set_retention (TroupeStore *self, const TroupeStoreRetention *retention);
/* Removes the runs that exceed the limits, oldest first, releases the disk space, and waits for
 * completion. The limits are applied only once. @n_removed: (out): the number of removed runs.
 * Errors: %G_IO_ERROR: the first error of the writer since the last call of this function or of
 * troupe_store_flush(). */
gboolean troupe_store_prune (TroupeStore *self, const TroupeStoreRetention *retention,
                             guint *n_removed, GError **error);

G_END_DECLS
